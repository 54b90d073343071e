"""The player's commands: the deed, then the end of the turn; their keys; and which are legal now."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from footfall.api import (
    Ask,
    Change,
    Command,
    CommandSpec,
    Context,
    Message,
    Proposal,
    Question,
    Refusal,
    Step,
    Tell,
)
from footfall.api import scene as front
from footfall.api.grid import (
    Actor,
    Cell,
    Recognize,
    SetEffect,
    Tile,
    chebyshev_distance,
    current_level,
    find_fixture_at,
    get_world,
    is_inside,
    list_items_at,
)

from . import commands, listen, missiles, movement
from .actor_index import list_actors
from .commands import (
    CloseDoor,
    Inspect,
    MeleeAttack,
    ReachAttack,
    Shoot,
    Strike,
    Throw,
    ToggleLamp,
    Wait,
    perform,
)
from .disguise import disguise_of
from .fight import is_exhausted
from .identification import item_name
from .melee import NEIGHBOR_OFFSETS, are_enemies
from .settings import rule_settings
from .sight import actor_name, array_index, is_in_daylight, player_sees
from .state import LearnCreatureKinds, stealth_of
from .stats import LAMP, creature_kind, effective_defense, item_kind, reach_of, weapon_of
from .turns import spend_turn

ActionResult: TypeAlias = "list[Change | Proposal] | Refusal"

CONFIRM_STEP = "core.stealth:confirmed"

TILE_OPENERS: dict[str, Callable[[Context, Actor, Cell], ActionResult]] = {}
"""What walking into a tile with a tag does instead of a refusal: containers register here."""


def player_of(ctx: Context) -> Actor:
    """The player's character."""
    world = get_world(ctx.state)
    return world.actors[world.player]


def perform_and_spend_turn(ctx: Context, actor: Actor, command: Command) -> ActionResult:
    """A deed and the end of its turn. The deed notes itself what it was."""
    done = perform(ctx, actor, command)
    if isinstance(done, Refusal):
        return done
    return [*done, *spend_turn(ctx, actor.id, last_action=None)]


def handle_action(ctx: Context, command: Any) -> ActionResult:
    """Every deed that needs no more than that."""
    return perform_and_spend_turn(ctx, player_of(ctx), command)


def handle_walk(ctx: Context, command: commands.Walk) -> ActionResult:
    """A step; walking into somebody peaceful talks or asks first, into a container opens it (R-MOVE-4, 5)."""
    actor = player_of(ctx)
    cell = commands.neighbor_cell(actor, command.direction)
    if cell is None:
        return Refusal(Message("stealth-edge"), "R-MOVE-2")
    other = commands.find_occupant(ctx, actor, cell)
    if other is not None and not are_enemies(ctx, actor, other):
        return _meet_peaceful(ctx, actor, other)
    kind = movement.tile_at(ctx, actor, cell)
    if other is None and kind is not None:
        for tag in kind.tags:
            if tag in TILE_OPENERS:
                return TILE_OPENERS[tag](ctx, actor, cell)
    return perform_and_spend_turn(ctx, actor, command)


def handle_strike(ctx: Context, command: Strike) -> ActionResult:
    """A blow in a direction, whatever is there; at somebody peaceful it asks first (R-MOVE-4)."""
    actor = player_of(ctx)
    cell = commands.neighbor_cell(actor, command.direction)
    other = None if cell is None else commands.find_occupant(ctx, actor, cell)
    if other is not None and not are_enemies(ctx, actor, other):
        return _meet_peaceful(ctx, actor, other)
    return perform_and_spend_turn(ctx, actor, command)


def _meet_peaceful(ctx: Context, actor: Actor, other: Actor) -> ActionResult:
    kind = creature_kind(ctx, other.kind)
    if kind.speaks:
        return [Tell(Message(kind.speaks), "talk")]
    if is_exhausted(ctx, actor):
        return Refusal(Message("stealth-exhausted"), "R-MELEE-7")
    prompt = Message("stealth-attack-peaceful", {"target": actor_name(ctx, other)})
    return [Ask(Question(actor.id, "confirm", (False, True), prompt), CONFIRM_STEP, (other.id,))]


def attack_if_confirmed(ctx: Context, other: int, yes: bool) -> list[Change | Proposal]:
    """The answer to whether to attack somebody peaceful."""
    actor, target = player_of(ctx), get_world(ctx.state).actors.get(other)
    if not yes or target is None:
        return []
    done = perform_and_spend_turn(ctx, actor, MeleeAttack(actor=actor.id, target=target.at))
    return [Tell(done.message)] if isinstance(done, Refusal) else done


def handle_wait(ctx: Context, command: Wait) -> ActionResult:
    """A wait; beside a closed door it listens (R-HEAR-6)."""
    actor = player_of(ctx)
    done = perform(ctx, actor, command)
    if isinstance(done, Refusal):
        return done
    count, heard = listen.count_wait(ctx, actor)
    return [*done, *heard, *spend_turn(ctx, actor.id, last_action=None, listening=count)]


def handle_lamp(ctx: Context, command: ToggleLamp) -> ActionResult:
    """Lights the lamp or puts it out (R-STEALTH-3, D-10)."""
    actor = player_of(ctx)
    _, level, ground = current_level(ctx)
    if is_in_daylight(level, ground, actor.at):
        return Refusal(Message("stealth-lamp-daylight"), "D-10")
    lit = LAMP in actor.effects
    changes: list[Change | Proposal] = [
        SetEffect(actor.id, LAMP, 0 if lit else -1),
        Tell(Message("stealth-lamp-off" if lit else "stealth-lamp-on")),
    ]
    return [*changes, *(spend_turn(ctx, actor.id) if rule_settings(ctx).lamp_cost else ())]


def handle_inspect(ctx: Context, command: Inspect) -> ActionResult:
    """Looks closely at a cell; free, and a secret wall in view is recognised (R-INSPECT-1 to 3)."""
    _, level, ground = current_level(ctx)
    cell = (command.target[0], command.target[1])
    if not is_inside(level, cell) or not (player_sees(ctx, cell) or level.explored[array_index(level, cell)]):
        return Refusal(Message("stealth-unseen"), "R-INSPECT-1")
    actor = player_of(ctx)
    changes: list[Change | Proposal] = []
    other = commands.find_occupant(ctx, actor, cell)
    furniture = None if other is None else disguise_of(ctx, other)
    if furniture is not None and player_sees(ctx, cell):
        return [Tell(Message("stealth-see-tile", {"name": Message(furniture.name)}), "look")]
    if other is not None and player_sees(ctx, cell):
        facts = {
            "name": actor_name(ctx, other),
            "hp": other.hp,
            "defense": effective_defense(ctx, other),
            "mood": _mood_name(ctx, other),
        }
        changes.append(Tell(Message("stealth-see-creature", facts), "look"))
        if other.kind not in stealth_of(ctx.state).known and other.id != actor.id:
            changes.append(LearnCreatureKinds((other.kind,)))
    if player_sees(ctx, cell):
        changes += [
            Tell(Message("stealth-see-item", {"name": item_name(ctx, item)}), "look")
            for item in list_items_at(get_world(ctx.state), level.id, cell)
        ]
    if (
        not player_sees(ctx, cell) and level.memory.shape == level.tiles.shape
    ):  # as it was when it was last in view
        kind = ground.tile_kinds[level.memory[array_index(level, cell)] - 1]
        name = visible_tile_name(ctx, kind) if not level.recognized[array_index(level, cell)] else kind.name
        return [*changes, Tell(Message("stealth-see-tile", {"name": Message(name)}), "look")]
    return [*changes, *_describe_ground(ctx, cell, ground.tile_kinds[level.tiles[array_index(level, cell)]])]


def visible_tile_name(ctx: Context, kind: Tile) -> str:
    """Catalogue id of what a tile looks like."""
    if not kind.secret:
        return kind.name
    known = movement.level_of_actor(ctx, player_of(ctx))[1].tile_kinds
    return next((other.name for other in known if other.id == kind.looks_like), kind.name)


def _describe_ground(ctx: Context, cell: Cell, kind: Tile) -> list[Change]:
    """What a cell in view is: a secret wall is recognised (D-5), a battered door tells what is left of it."""
    world, level, _ = current_level(ctx)
    found = bool(level.recognized[array_index(level, cell)])
    if kind.secret and not found:
        sure = round(rule_settings(ctx).secret_inspect_chance * 1000)
        found = sure >= 1000 or ctx.roll("secret", 1, 1000) <= sure
    fixture = find_fixture_at(world, level.id, cell)
    hp = fixture.hp if fixture is not None else 0
    if not kind.secret or not found:
        told: list[Change] = [
            Tell(Message("stealth-see-tile", {"name": Message(visible_tile_name(ctx, kind))}), "look")
        ]
        if hp and not kind.secret and kind.breaks_to:
            told.append(Tell(Message("stealth-see-battered", {"hp": hp}), "look"))
        return told
    return [Recognize(level.id, cell), Tell(Message("stealth-see-suspicious", {"hp": hp}), "look")]


def _mood_name(ctx: Context, other: Actor) -> str:
    mind = stealth_of(ctx.state).minds.get(other.id)
    return mind.mood.value if mind is not None else "calm"


# What is legal now, in a fixed order.


def legal_commands(ctx: Context) -> list[Command]:
    """The player's legal commands of these rules: wait, steps, lamp, doors, reach, throws, shots."""
    actor = player_of(ctx)
    found: list[Command] = [Wait(actor=actor.id)]
    for number in range(len(NEIGHBOR_OFFSETS)):
        if _can_step(ctx, actor, number):
            found.append(commands.Walk(actor=actor.id, direction=number))
        cell = commands.neighbor_cell(actor, number)
        assert cell is not None
        kind = movement.tile_at(ctx, actor, cell)
        if (
            kind is not None
            and kind.closes_to
            and not isinstance(movement.close_door(ctx, actor, cell), Refusal)
        ):
            found.append(CloseDoor(actor=actor.id, direction=number))
        if kind is not None and _is_locked_shut(ctx, actor, kind):
            found.append(Strike(actor=actor.id, direction=number))
    _, level, ground = current_level(ctx)
    if not is_in_daylight(level, ground, actor.at):
        found.append(ToggleLamp(actor=actor.id))
    if stealth_of(ctx.state).fighters[actor.id].stamina == 0:
        return found
    if reach_of(ctx, actor) > 1:
        near = missiles.list_targets_in_reach(ctx, actor, reach_of(ctx, actor))
        found += [
            ReachAttack(actor=actor.id, target=other.at)
            for other in near
            if chebyshev_distance(actor.at, other.at) > 1
        ]
    bow = weapon_of(ctx, actor)
    if bow is not None and bow.range and missiles.find_ammunition(ctx, actor, bow) is not None:
        found += [
            Shoot(actor=actor.id, target=other.at) for other in missiles.list_targets_in_range(ctx, actor)
        ]
    return [*found, *_list_throws(ctx, actor)]


def _is_locked_shut(ctx: Context, actor: Actor, kind: Tile) -> bool:
    """Whether a locked door stands there that only blows would open."""
    locked = movement.lock_color(kind) is not None and not movement.find_key(ctx, actor, kind)
    return locked and kind.hp != (0, 0) and not is_exhausted(ctx, actor)


def _list_throws(ctx: Context, actor: Actor) -> list[Command]:
    """Throwable things at every enemy they can reach."""
    world, _, ground = current_level(ctx)
    things = [id for id in actor.pack if item_kind(ctx, world.items[id].kind).throwable]
    if not things:
        return []
    targets = [
        other.at
        for other in list_actors(ctx, world, ground)
        if are_enemies(ctx, actor, other)
        and disguise_of(ctx, other) is None
        and missiles.check_missile_path(ctx, actor, other.at, missiles.throwing_range(ctx, actor)) is None
    ]
    return [Throw(actor=actor.id, item=thing, target=at) for thing in things for at in targets]


def _can_step(ctx: Context, actor: Actor, direction: int) -> bool:
    cell = commands.neighbor_cell(actor, direction)
    kind = None if cell is None else movement.tile_at(ctx, actor, cell)
    if cell is None or kind is None:
        return False
    other = commands.find_occupant(ctx, actor, cell)
    if other is not None:
        return are_enemies(ctx, actor, other) and not is_exhausted(ctx, actor)
    if kind.walkable:
        return True
    if kind.opens_to:
        return movement.lock_color(kind) is None or bool(movement.find_key(ctx, actor, kind))
    if any(tag in TILE_OPENERS for tag in kind.tags):
        return True
    if kind.breaks_to:
        _, level, _ = current_level(ctx)
        known = bool(level.recognized[array_index(level, cell)])
        whole = find_fixture_at(get_world(ctx.state), level.id, cell) is not None
        return known and whole and not is_exhausted(ctx, actor)
    return False


# Keys (R-MOVE-2 and the manual).

_WALK_KEYS = (
    ("k", "8", "UP"),
    ("u", "9"),
    ("l", "6", "RIGHT"),
    ("n", "3"),
    ("j", "2", "DOWN"),
    ("b", "1"),
    ("h", "4", "LEFT"),
    ("y", "7"),
)
_DIRECTION_NAMES = ("north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest")
_MOVE_GROUP, _FIGHT_GROUP, _LOOK_GROUP = (
    Message("stealth-keys-move"),
    Message("stealth-keys-fight"),
    Message("stealth-keys-look"),
)


def _walk_bindings() -> tuple[front.Binding, ...]:
    return tuple(
        front.Binding(
            tuple(f"PAD{key}" if key.isdigit() else key for key in keys),
            commands.Walk,
            Message(f"stealth-key-{name}"),
            {"direction": number},
            group=_MOVE_GROUP,
        )
        for number, (keys, name) in enumerate(zip(_WALK_KEYS, _DIRECTION_NAMES, strict=True))
    )


def _build_binding(
    keys: tuple[str, ...],
    command: type[Command],
    label: str,
    *asks: front.Prompt,
    group: Message = _MOVE_GROUP,
) -> tuple[front.Binding, ...]:
    return (front.Binding(keys, command, Message(label), {}, asks, group),)


def _cell_ask(field: str, prompt: str, choices: str = "", sure: str = "") -> front.Prompt:
    return front.Prompt(
        field, front.PromptKind.CELL, Message(prompt), choices, Message(sure) if sure else None
    )


COMMANDS = (
    CommandSpec(commands.Walk, handle_walk, _walk_bindings()),
    CommandSpec(Wait, handle_wait, _build_binding((".", "PAD5"), Wait, "stealth-key-wait")),
    CommandSpec(
        CloseDoor,
        handle_action,
        _build_binding(
            ("c",),
            CloseDoor,
            "stealth-key-close",
            front.Prompt("direction", front.PromptKind.DIRECTION, Message("stealth-ask-door")),
        ),
    ),
    CommandSpec(ToggleLamp, handle_lamp, _build_binding(("q",), ToggleLamp, "stealth-key-lamp")),
    CommandSpec(
        Inspect,
        handle_inspect,
        _build_binding(
            ("x",),
            Inspect,
            "stealth-key-inspect",
            _cell_ask("target", "stealth-ask-look", "creatures"),
            group=_LOOK_GROUP,
        ),
    ),
    CommandSpec(MeleeAttack, handle_action),
    CommandSpec(
        Strike,
        handle_strike,
        _build_binding(
            ("F",),
            Strike,
            "stealth-key-strike",
            front.Prompt("direction", front.PromptKind.DIRECTION, Message("stealth-ask-strike")),
            group=_FIGHT_GROUP,
        ),
    ),
    CommandSpec(
        ReachAttack,
        handle_action,
        _build_binding(
            ("TAB",),
            ReachAttack,
            "stealth-key-reach",
            _cell_ask("target", "stealth-ask-target", "reach"),
            group=_FIGHT_GROUP,
        ),
    ),
    CommandSpec(
        Throw,
        handle_action,
        _build_binding(
            ("t",),
            Throw,
            "stealth-key-throw",
            front.Prompt("item", front.PromptKind.CHOICE, Message("stealth-ask-throw"), "throw"),
            _cell_ask("target", "stealth-ask-target", "creatures", "stealth-sure-self"),
            group=_FIGHT_GROUP,
        ),
    ),
    CommandSpec(
        Shoot,
        handle_action,
        _build_binding(
            ("f",),
            Shoot,
            "stealth-key-shoot",
            _cell_ask("target", "stealth-ask-target", "shoot", "stealth-sure-self"),
            group=_FIGHT_GROUP,
        ),
    ),
)
"""Commands of these rules; the scene fills the lists ``creatures, reach, shoot, throw``."""

STEPS = (Step(CONFIRM_STEP, attack_if_confirmed),)
