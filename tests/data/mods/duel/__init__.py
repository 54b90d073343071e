"""A toy game that asks every hook of play, for the loader's tests."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from footfall.api import (
    Ask,
    Bot,
    Change,
    ChangeSpec,
    Command,
    CommandSpec,
    Event,
    Finish,
    Game,
    Message,
    Part,
    Play,
    Push,
    Question,
    Reaction,
    Record,
    RecordKind,
    Ref,
    Refused,
    Step,
    Tell,
    events,
    hook,
)

ID = "tests.duel"
FIELD = "tests.duel:field"


class Ring(msgspec.Struct):
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


class Hurt(Change, frozen=True, tag="tests.duel:hurt"):
    target: int
    amount: int


class Count(Change, frozen=True, tag="tests.duel:count"):
    heard: int = 0


class Build(Change, frozen=True, tag="tests.duel:build"):
    hp: tuple[int, int]
    field: tuple[str, ...]


class WasHurt(Event, frozen=True, tag="tests.duel:was-hurt"):
    target: int
    left: int


class Draft:
    """A field being laid out."""

    def __init__(self, tiles: list[str]) -> None:
        self.tiles = tiles

    def copy(self) -> Draft:
        return Draft(list(self.tiles))

    def restore(self, kept: Draft) -> None:
        self.tiles = kept.tiles


def build(state: Any, change: Build) -> None:
    state.parts[ID] = Ring(list(change.hp), field=list(change.field))


def hurt(state: Any, change: Hurt) -> Event:
    state.parts[ID].hp[change.target] -= change.amount
    return WasHurt(change.target, state.parts[ID].hp[change.target])


def count(state: Any, change: Count) -> None:
    state.parts[ID].rounds += 1
    state.parts[ID].heard += change.heard


def setup(play: Play, options: Any) -> list[Change]:
    draft = play.run_chain("on_generate", FIELD, Draft([]))
    beasts = play.records.table(Beast, "beast")
    mine, other = beasts[f"{ID}:knight"], beasts[f"{ID}:boar"]
    return [Build((mine.hp, other.hp), tuple(draft.tiles)), Tell(Message("duel-begin"))]


def strike(play: Play, command: Strike) -> Any:
    if command.actor not in (0, 1):
        return Refused(Message("duel-who"), "D-1")
    target = 1 - command.actor
    moved = play.fold("on_move", events.Moving(command.actor, (0, 0), (0, 1)), {"noise": 1})
    attack = events.Attack(command.actor, target, "melee")
    hit = play.fold("on_attack", attack, {"to_hit": 0, "defense": 3})
    die = play.roll("d6", 1, play.setting("sides"))
    changes: list[Any] = [*moved.proposals, *hit.proposals]
    if die + hit["to_hit"] > hit["defense"]:
        done = play.fold("on_damage", events.Damage(command.actor, target, "melee"), {"damage": 2, "armor": 0})
        changes += [*done.proposals, Hurt(target, max(0, done["damage"] - done["armor"]))]
    return [*changes, Push(f"{ID}:upkeep")]


def upkeep(play: Play) -> Any:
    hearing = events.Hearing(1, 0, "step", 2, 30, 0)
    heard = play.fold("on_hear", hearing, {"range": 20})
    noticed = play.fold("on_notice", events.Noticing(1, 0, "hearing", 3), {"engage": 2})
    here = play.vote("can_enter", events.Entering(1, "ring"))
    wish = play.first("decide_action", events.Deciding(1, (1, 2)))
    heard_it = int(heard["range"] >= hearing.distance and here is None) + (wish or 0)
    return [
        *heard.proposals,
        *noticed.proposals,
        Count(heard_it),
        *play.notify("on_turn_end", events.Turn(0, play.state.turn)),
        *play.chain("on_round_end", ID),
    ]


def tire(play: Play) -> list[Change]:
    return []


def rest(play: Play) -> list[Change]:
    return []


def fall(play: Play, target: int, left: int) -> Any:
    if left > 0:
        return []
    return [*play.notify("on_death", events.Death(target, 1 - target)), Finish(f"fallen-{target}")]


def turn(play: Play) -> Any:
    return [*play.notify("on_turn_start", events.Turn(0, play.state.turn)), Ask(Question(0))]


def grass(play: Play, draft: Draft) -> None:
    draft.tiles.append("grass")


def stones(play: Play, draft: Draft) -> None:
    draft.tiles.append(f"stone{play.roll('stones', 1, 3)}")


@hook
def provide_games() -> Any:
    return [Game(ID, (ID,), setup, f"{ID}:turn", lambda play: None, lambda play: [Strike()])]


@hook
def provide_commands() -> Any:
    return [CommandSpec(Strike, strike)]


@hook
def provide_changes() -> Any:
    return [ChangeSpec(Build, build), ChangeSpec(Hurt, hurt), ChangeSpec(Count, count)]


@hook
def provide_steps() -> Any:
    return [Step(f"{ID}:{run.__name__}", run) for run in (turn, upkeep, fall)]


@hook
def provide_reactions() -> Any:
    return [Reaction(WasHurt, f"{ID}:fall")]


@hook
def provide_parts() -> Any:
    return [Part(ID, Ring)]


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
