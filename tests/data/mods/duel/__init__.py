"""A toy game that asks every hook of play, for the loader's tests."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from footfall.api import (
    Ask,
    Bot,
    Change,
    Command,
    CommandSpec,
    Context,
    Event,
    Finish,
    Game,
    Message,
    Part,
    Presentation,
    Push,
    Question,
    Reaction,
    Record,
    RecordKind,
    Ref,
    Refusal,
    Step,
    Tell,
    events,
    hook,
)

ID = "tests.duel"
FIELD = "tests.duel:field"


class DuelState(msgspec.Struct):
    """The state: life of both fighters, rounds fought, what the field is made of."""

    hp: list[int]
    rounds: int = 0
    field: list[str] = []
    heard: int = 0


class Weapon(Record, frozen=True, kw_only=True):
    damage: int = 1


class Loot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    weight: int = 1


class Beast(Record, frozen=True, kw_only=True):
    name: str = ""
    hp: int
    speed: float = 1.0
    weapon: Annotated[str, Ref("weapon")] = ""
    carries: tuple[Annotated[str, Ref("weapon")], ...] = ()
    stats: dict[str, int] = {}
    loot: tuple[Loot, ...] = ()


class Strike(Command, frozen=True, tag="tests.duel:strike"):
    pass


class HurtFighter(Change, frozen=True, tag="tests.duel:hurt"):
    target: int
    amount: int

    def apply(self, state: Any) -> Event:
        state.parts[ID].hp[self.target] -= self.amount
        return FighterHurt(self.target, state.parts[ID].hp[self.target])


class CountRound(Change, frozen=True, tag="tests.duel:count"):
    heard: int = 0

    def apply(self, state: Any) -> None:
        state.parts[ID].rounds += 1
        state.parts[ID].heard += self.heard


class BuildField(Change, frozen=True, tag="tests.duel:build"):
    hp: tuple[int, int]
    field: tuple[str, ...]

    def apply(self, state: Any) -> None:
        state.parts[ID] = DuelState(list(self.hp), field=list(self.field))


class FighterHurt(Event, frozen=True, tag="tests.duel:was-hurt"):
    target: int
    left: int


class FieldDraft:
    """A field being laid out."""

    def __init__(self, tiles: list[str]) -> None:
        self.tiles = tiles

    def copy(self) -> FieldDraft:
        return FieldDraft(list(self.tiles))

    def restore(self, kept: FieldDraft) -> None:
        self.tiles = kept.tiles


def setup(ctx: Context, options: Any) -> list[Change]:
    draft = ctx.run_chain("on_generate", FIELD, FieldDraft([]))
    beasts = ctx.records.table(Beast, "beast")
    mine, other = beasts[f"{ID}:knight"], beasts[f"{ID}:boar"]
    return [BuildField((mine.hp, other.hp), tuple(draft.tiles)), Tell(Message("duel-begin"))]


def handle_strike(ctx: Context, command: Strike) -> Any:
    if command.actor not in (0, 1):
        return Refusal(Message("duel-who"), "D-1")
    target = 1 - command.actor
    moved = ctx.fold("on_move", events.Moving(command.actor, (0, 0), (0, 1)), {"noise": 1})
    attack = events.Attack(command.actor, target, "melee")
    hit = ctx.fold("on_attack", attack, {"to_hit": 0, "defense": 3})
    die = ctx.roll("d6", 1, ctx.setting("sides"))
    changes: list[Any] = [*moved.proposals, *hit.proposals]
    if die + hit["to_hit"] > hit["defense"]:
        done = ctx.fold("on_damage", events.Damage(command.actor, target, "melee"), {"damage": 2, "armor": 0})
        changes += [*done.proposals, HurtFighter(target, max(0, done["damage"] - done["armor"]))]
    return [*changes, Push(f"{ID}:upkeep")]


def upkeep(ctx: Context) -> Any:
    hearing = events.Hearing(1, 0, "step", 2, 30, 0)
    heard = ctx.fold("on_hear", hearing, {"range": 20})
    here = ctx.vote("can_enter", events.Entering(1, "ring"))
    wish = ctx.decide("decide_action", events.Deciding(1, (1, 2)))
    heard_it = int(heard["range"] >= hearing.distance and here is None) + (wish or 0)
    return [
        *heard.proposals,
        CountRound(heard_it),
        *notify_everything(ctx),
        *ctx.notify("on_turn_end", events.Turn(0, ctx.state.turn)),
        *ctx.push_chain("on_round_end", ID),
    ]


def notify_everything(ctx: Context) -> list[Any]:
    told = {
        "on_heard": events.Hearing(1, 0, "step", 2, 30, 0),
        "on_open": events.Opening(0, (0, 0), "gate"),
        "on_close": events.Opening(0, (0, 0), "gate"),
        "on_use": events.Using(0, "potion", 0),
        "on_enter": events.Entering(0, (0, 1)),
        "on_status_gain": events.Status(0, "tired", 3),
        "on_status_loss": events.Status(0, "tired"),
        "on_noise": events.Sound(0, "step", 1, (0, 1)),
    }
    return [proposal for name, event in told.items() for proposal in ctx.notify(name, event)]


def tire(ctx: Context) -> list[Change]:
    return []


def rest(ctx: Context) -> list[Change]:
    return []


def fall(ctx: Context, target: int, left: int) -> Any:
    if left > 0:
        return []
    return [*ctx.notify("on_death", events.Death(target, 1 - target)), Finish(f"fallen-{target}")]


def ask_turn(ctx: Context) -> Any:
    return [*ctx.notify("on_turn_start", events.Turn(0, ctx.state.turn)), Ask(Question(0))]


def grass(ctx: Context, draft: FieldDraft) -> None:
    draft.tiles.append("grass")


def stones(ctx: Context, draft: FieldDraft) -> None:
    draft.tiles.append(f"stone{ctx.roll('stones', 1, 3)}")


@hook
def provide_games() -> Any:
    return [Game(ID, (ID,), setup, f"{ID}:turn", lambda ctx: [Strike()], Presentation(lambda ctx: None))]


@hook
def provide_commands() -> Any:
    return [CommandSpec(Strike, handle_strike)]


@hook
def provide_changes() -> Any:
    return [BuildField, HurtFighter, CountRound]


@hook
def provide_steps() -> Any:
    return [Step(f"{ID}:turn", ask_turn), Step(f"{ID}:upkeep", upkeep), Step(f"{ID}:fall", fall)]


@hook
def provide_reactions() -> Any:
    return [Reaction(FighterHurt, f"{ID}:fall")]


@hook
def provide_parts() -> Any:
    return [Part(ID, DuelState)]


@hook
def provide_records() -> Any:
    return [RecordKind("beast", Beast), RecordKind("weapon", Weapon)]


@hook
def provide_bots() -> Any:
    return [Bot(f"{ID}:eager", lambda seat, options: options[0], Message("duel-eager"))]


@hook
def provide_generators() -> Any:
    return [FIELD]


@hook
def on_generate(event: events.Recipe) -> Any:
    return [Step(f"{ID}:grass", grass), Step(f"{ID}:stones", stones)] if event.name == FIELD else []


@hook
def on_round_end(event: events.Recipe) -> Any:
    return [Step(f"{ID}:tire", tire), Step(f"{ID}:rest", rest)] if event.name == ID else []
