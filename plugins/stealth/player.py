"""The player's commands: the deed, then the end of the turn; their keys; and which are legal now."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from footfall.api import (
    Ask,
    Change,
    Command,
    CommandSpec,
    Message,
    Play,
    Proposal,
    Question,
    Refused,
    Step,
    Tell,
)
from footfall.api import scene as front
from footfall.api.grid import (
    Actor,
    Cell,
    Recognise,
    SetEffect,
    Tile,
    chebyshev,
    fixture_at,
    here,
    inside,
    items_at,
    world_of,
)

from . import commands, listen, missiles, moves
from .commands import Attack, Close, Inspect, Lamp, Reach, Shoot, Strike, Throw, Wait, perform
from .disguise import disguised
from .fight import exhausted
from .knobs import knobs
from .lore import name_of_item
from .melee import AROUND, hostile
from .roster import present
from .sight import in_daylight, index, name_of, sees
from .state import Learn, stealth_of
from .totals import LAMP, creature, defense, item_kind, reach_of, weapon_of
from .turns import spend

Answer: TypeAlias = "list[Change | Proposal] | Refused"

CONFIRMED = "core.stealth:confirmed"

OPENERS: dict[str, Callable[[Play, Actor, Cell], Answer]] = {}
"""What walking into a tile with a tag does instead of a refusal: containers register here."""


def player_of(play: Play) -> Actor:
    """The player's character."""
    world = world_of(play.state)
    return world.actors[world.player]


def costed(play: Play, actor: Actor, command: Command) -> Answer:
    """A deed and the end of its turn. The deed notes itself what it was."""
    done = perform(play, actor, command)
    if isinstance(done, Refused):
        return done
    return [*done, *spend(play, actor.id, deed=None)]


def handle(play: Play, command: Any) -> Answer:
    """Every deed that needs no more than that."""
    return costed(play, player_of(play), command)


def handle_step(play: Play, command: commands.Step) -> Answer:
    """A step; walking into somebody peaceful talks or asks first, into a container opens it (R-MOVE-4, 5)."""
    actor = player_of(play)
    cell = commands.neighbour(actor, command.direction)
    if cell is None:
        return Refused(Message("stealth-edge"), "R-MOVE-2")
    other = commands.occupant(play, actor, cell)
    if other is not None and not hostile(play, actor, other):
        return _meet(play, actor, other)
    kind = moves.tile_at(play, actor, cell)
    if other is None and kind is not None:
        for tag in kind.tags:
            if tag in OPENERS:
                return OPENERS[tag](play, actor, cell)
    return costed(play, actor, command)


def handle_strike(play: Play, command: Strike) -> Answer:
    """A blow in a direction, whatever is there; at somebody peaceful it asks first (R-MOVE-4)."""
    actor = player_of(play)
    cell = commands.neighbour(actor, command.direction)
    other = None if cell is None else commands.occupant(play, actor, cell)
    if other is not None and not hostile(play, actor, other):
        return _meet(play, actor, other)
    return costed(play, actor, command)


def _meet(play: Play, actor: Actor, other: Actor) -> Answer:
    kind = creature(play, other.kind)
    if kind.speaks:
        return [Tell(Message(kind.speaks), "talk")]
    if exhausted(play, actor):
        return Refused(Message("stealth-exhausted"), "R-MELEE-7")
    prompt = Message("stealth-attack-peaceful", {"target": name_of(play, other)})
    return [Ask(Question(actor.id, "confirm", (False, True), prompt), CONFIRMED, (other.id,))]


def confirmed(play: Play, other: int, yes: bool) -> list[Change | Proposal]:
    """The answer to whether to attack somebody peaceful."""
    actor, target = player_of(play), world_of(play.state).actors.get(other)
    if not yes or target is None:
        return []
    done = costed(play, actor, Attack(actor=actor.id, target=target.at))
    return [Tell(done.message)] if isinstance(done, Refused) else done


def handle_wait(play: Play, command: Wait) -> Answer:
    """A wait; beside a closed door it listens (R-HEAR-6)."""
    actor = player_of(play)
    done = perform(play, actor, command)
    if isinstance(done, Refused):
        return done
    count, heard = listen.waited(play, actor)
    return [*done, *heard, *spend(play, actor.id, deed=None, waits=count)]


def handle_lamp(play: Play, command: Lamp) -> Answer:
    """Lights the lamp or puts it out (R-STEALTH-3, D-10)."""
    actor = player_of(play)
    _, level, ground = here(play)
    if in_daylight(level, ground, actor.at):
        return Refused(Message("stealth-lamp-daylight"), "D-10")
    lit = LAMP in actor.effects
    changes: list[Change | Proposal] = [
        SetEffect(actor.id, LAMP, 0 if lit else -1),
        Tell(Message("stealth-lamp-off" if lit else "stealth-lamp-on")),
    ]
    return [*changes, *(spend(play, actor.id) if knobs(play).lamp_cost else ())]


def handle_inspect(play: Play, command: Inspect) -> Answer:
    """Looks closely at a cell; free, and a secret wall in view is recognised (R-INSPECT-1 to 3)."""
    _, level, ground = here(play)
    cell = (command.target[0], command.target[1])
    if not inside(level, cell) or not (sees(play, cell) or level.explored[index(level, cell)]):
        return Refused(Message("stealth-unseen"), "R-INSPECT-1")
    actor = player_of(play)
    changes: list[Change | Proposal] = []
    other = commands.occupant(play, actor, cell)
    furniture = None if other is None else disguised(play, other)
    if furniture is not None and sees(play, cell):
        return [Tell(Message("stealth-see-tile", {"name": Message(furniture.name)}), "look")]
    if other is not None and sees(play, cell):
        facts = {
            "name": name_of(play, other),
            "hp": other.hp,
            "defense": defense(play, other),
            "mood": _mood(play, other),
        }
        changes.append(Tell(Message("stealth-see-creature", facts), "look"))
        if other.kind not in stealth_of(play.state).known and other.id != actor.id:
            changes.append(Learn((other.kind,)))
    if sees(play, cell):
        changes += [
            Tell(Message("stealth-see-item", {"name": name_of_item(play, item)}), "look")
            for item in items_at(world_of(play.state), level.id, cell)
        ]
    if not sees(play, cell) and level.memory.shape == level.tiles.shape:  # as it was when it was last in view
        kind = ground.kinds[level.memory[index(level, cell)] - 1]
        name = shown_name(play, kind) if not level.recognised[index(level, cell)] else kind.name
        return [*changes, Tell(Message("stealth-see-tile", {"name": Message(name)}), "look")]
    return [*changes, *_ground_told(play, cell, ground.kinds[level.tiles[index(level, cell)]])]


def shown_name(play: Play, kind: Tile) -> str:
    """Catalogue id of what a tile looks like."""
    if not kind.secret:
        return kind.name
    known = moves.grounds(play, player_of(play))[1].kinds
    return next((other.name for other in known if other.id == kind.looks_like), kind.name)


def _ground_told(play: Play, cell: Cell, kind: Tile) -> list[Change]:
    """What a cell in view is: a secret wall is recognised (D-5), a battered door tells what is left of it."""
    world, level, _ = here(play)
    found = bool(level.recognised[index(level, cell)])
    if kind.secret and not found:
        sure = round(knobs(play).secret_inspect_chance * 1000)
        found = sure >= 1000 or play.roll("secret", 1, 1000) <= sure
    fixture = fixture_at(world, level.id, cell)
    hp = fixture.hp if fixture is not None else 0
    if not kind.secret or not found:
        told: list[Change] = [
            Tell(Message("stealth-see-tile", {"name": Message(shown_name(play, kind))}), "look")
        ]
        if hp and not kind.secret and kind.breaks_to:
            told.append(Tell(Message("stealth-see-battered", {"hp": hp}), "look"))
        return told
    return [Recognise(level.id, cell), Tell(Message("stealth-see-suspicious", {"hp": hp}), "look")]


def _mood(play: Play, other: Actor) -> str:
    mind = stealth_of(play.state).minds.get(other.id)
    return mind.mood.value if mind is not None else "calm"


# What is legal now, in a fixed order.


def legal(play: Play) -> list[Command]:
    """The player's legal commands of these rules: wait, steps, lamp, doors, reach, throws, shots."""
    actor = player_of(play)
    found: list[Command] = [Wait(actor=actor.id)]
    for number in range(len(AROUND)):
        if _steppable(play, actor, number):
            found.append(commands.Step(actor=actor.id, direction=number))
        cell = commands.neighbour(actor, number)
        assert cell is not None
        kind = moves.tile_at(play, actor, cell)
        if (
            kind is not None
            and kind.closes_to
            and not isinstance(moves.close_door(play, actor, cell), Refused)
        ):
            found.append(Close(actor=actor.id, direction=number))
        if kind is not None and _barred(play, actor, kind):
            found.append(Strike(actor=actor.id, direction=number))
    _, level, ground = here(play)
    if not in_daylight(level, ground, actor.at):
        found.append(Lamp(actor=actor.id))
    if stealth_of(play.state).fighters[actor.id].stamina == 0:
        return found
    if reach_of(play, actor) > 1:
        near = missiles.within_reach(play, actor, reach_of(play, actor))
        found += [
            Reach(actor=actor.id, target=other.at) for other in near if chebyshev(actor.at, other.at) > 1
        ]
    bow = weapon_of(play, actor)
    if bow is not None and bow.range and missiles.ammunition(play, actor, bow) is not None:
        found += [Shoot(actor=actor.id, target=other.at) for other in missiles.shootable(play, actor)]
    return [*found, *_throws(play, actor)]


def _barred(play: Play, actor: Actor, kind: Tile) -> bool:
    """Whether a locked door stands there that only blows would open."""
    locked = moves.colour_of(kind) is not None and not moves.key_for(play, actor, kind)
    return locked and kind.hp != (0, 0) and not exhausted(play, actor)


def _throws(play: Play, actor: Actor) -> list[Command]:
    """Throwable things at every enemy they can reach."""
    world, _, ground = here(play)
    things = [id for id in actor.pack if item_kind(play, world.items[id].kind).throwable]
    if not things:
        return []
    targets = [
        other.at
        for other in present(play, world, ground)
        if hostile(play, actor, other)
        and disguised(play, other) is None
        and missiles.hindrance(play, actor, other.at, missiles.throwing_range(play, actor)) is None
    ]
    return [Throw(actor=actor.id, item=thing, target=at) for thing in things for at in targets]


def _steppable(play: Play, actor: Actor, direction: int) -> bool:
    cell = commands.neighbour(actor, direction)
    kind = None if cell is None else moves.tile_at(play, actor, cell)
    if cell is None or kind is None:
        return False
    other = commands.occupant(play, actor, cell)
    if other is not None:
        return hostile(play, actor, other) and not exhausted(play, actor)
    if kind.walkable:
        return True
    if kind.opens_to:
        return moves.colour_of(kind) is None or bool(moves.key_for(play, actor, kind))
    if any(tag in OPENERS for tag in kind.tags):
        return True
    if kind.breaks_to:
        _, level, _ = here(play)
        known = bool(level.recognised[index(level, cell)])
        whole = fixture_at(world_of(play.state), level.id, cell) is not None
        return known and whole and not exhausted(play, actor)
    return False


# Keys (R-MOVE-2 and the manual).

_STEPS = (
    ("k", "8", "UP"),
    ("u", "9"),
    ("l", "6", "RIGHT"),
    ("n", "3"),
    ("j", "2", "DOWN"),
    ("b", "1"),
    ("h", "4", "LEFT"),
    ("y", "7"),
)
_NAMES = ("north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest")
_MOVING, _FIGHTING, _LOOKING = (
    Message("stealth-keys-move"),
    Message("stealth-keys-fight"),
    Message("stealth-keys-look"),
)


def _step_keys() -> tuple[front.Binding, ...]:
    return tuple(
        front.Binding(
            tuple(f"PAD{key}" if key.isdigit() else key for key in keys),
            commands.Step,
            Message(f"stealth-key-{name}"),
            {"direction": number},
            group=_MOVING,
        )
        for number, (keys, name) in enumerate(zip(_STEPS, _NAMES, strict=True))
    )


def _binding(
    keys: tuple[str, ...],
    command: type[Command],
    label: str,
    *asks: front.Ask,
    group: Message = _MOVING,
) -> tuple[front.Binding, ...]:
    return (front.Binding(keys, command, Message(label), {}, asks, group),)


def _cell(field: str, prompt: str, choices: str = "", sure: str = "") -> front.Ask:
    return front.Ask(field, front.Want.CELL, Message(prompt), choices, Message(sure) if sure else None)


COMMANDS = (
    CommandSpec(commands.Step, handle_step, _step_keys()),
    CommandSpec(Wait, handle_wait, _binding((".", "PAD5"), Wait, "stealth-key-wait")),
    CommandSpec(
        Close,
        handle,
        _binding(
            ("c",),
            Close,
            "stealth-key-close",
            front.Ask("direction", front.Want.DIRECTION, Message("stealth-ask-door")),
        ),
    ),
    CommandSpec(Lamp, handle_lamp, _binding(("q",), Lamp, "stealth-key-lamp")),
    CommandSpec(
        Inspect,
        handle_inspect,
        _binding(
            ("x",),
            Inspect,
            "stealth-key-inspect",
            _cell("target", "stealth-ask-look", "creatures"),
            group=_LOOKING,
        ),
    ),
    CommandSpec(Attack, handle),
    CommandSpec(
        Strike,
        handle_strike,
        _binding(
            ("F",),
            Strike,
            "stealth-key-strike",
            front.Ask("direction", front.Want.DIRECTION, Message("stealth-ask-strike")),
            group=_FIGHTING,
        ),
    ),
    CommandSpec(
        Reach,
        handle,
        _binding(
            ("TAB",),
            Reach,
            "stealth-key-reach",
            _cell("target", "stealth-ask-target", "reach"),
            group=_FIGHTING,
        ),
    ),
    CommandSpec(
        Throw,
        handle,
        _binding(
            ("t",),
            Throw,
            "stealth-key-throw",
            front.Ask("item", front.Want.CHOICE, Message("stealth-ask-throw"), "throw"),
            _cell("target", "stealth-ask-target", "creatures", "stealth-sure-self"),
            group=_FIGHTING,
        ),
    ),
    CommandSpec(
        Shoot,
        handle,
        _binding(
            ("f",),
            Shoot,
            "stealth-key-shoot",
            _cell("target", "stealth-ask-target", "shoot", "stealth-sure-self"),
            group=_FIGHTING,
        ),
    ),
)
"""Commands of these rules; the scene fills the lists ``creatures, reach, shoot, throw``."""

STEPS = (Step(CONFIRMED, confirmed),)
