"""The player's commands with their keys: those that are legal, and their handlers, which end the turn."""

from collections.abc import Callable
from typing import TypeAlias, TypeVar

from footfall.api import Ask, Change, Command, Context, Message, Proposal, Question, Refusal, Step, Tell, grid, handles
from footfall.api.scene import Binding, Prompt, PromptKind

from ..actions import commands, listen, missiles, movement
from ..actions.commands import (
    TILE_OPENERS,
    ActionResult,
    CloseDoor,
    Inspect,
    MeleeAttack,
    ReachAttack,
    Shoot,
    Strike,
    Throw,
    ToggleLamp,
    Wait,
    Walk,
    perform,
)
from ..actions.fight import EXHAUSTED, is_exhausted
from ..actors import surroundings
from ..actors.identification import disguise_of, is_held_by_curse, item_name
from ..actors.stats import LAMP, effective_defense, reach_of, weapon_of
from ..actors.surroundings import NEIGHBOR_OFFSETS, are_enemies, is_in_daylight, is_in_water
from ..ai.senses import hunts_another
from ..model.phase import Phase, get_phase
from ..model.records import creature_kind, is_thing, item_kind
from ..model.state import LearnCreatureKinds
from ..senses.notices import announce
from ..senses.sight import actor_name, player_sees
from ..turns.phases import spend_turn


def list_legal(phase: Phase) -> list[Command]:
    """Wait, steps, doors, blows, lamp, reach attacks, shots, throws."""
    actor = phase.player
    legal: list[Command] = [Wait(actor=actor.id)]
    for number in range(len(NEIGHBOR_OFFSETS)):
        if can_step(phase, actor, number):
            legal.append(Walk(actor=actor.id, direction=number))
        cell = commands.neighbor_cell(actor, number)
        assert cell is not None
        kind = surroundings.tile_at(phase, actor, cell)
        if kind is not None and kind.closes_to and not isinstance(movement.close_door(phase, actor, cell), Refusal):
            legal.append(CloseDoor(actor=actor.id, direction=number))
        if kind is not None and is_locked_shut(phase, kind):
            legal.append(Strike(actor=actor.id, direction=number))
    if not (is_in_daylight(phase, actor.at) or is_in_water(phase, actor.at)):
        legal.append(ToggleLamp(actor=actor.id))
    if is_exhausted(phase, actor):
        return legal
    if reach_of(phase, actor) > 1:
        targets = missiles.list_targets_in_reach(phase, actor, reach_of(phase, actor))
        legal += [
            ReachAttack(actor=actor.id, target=other.at)
            for other in targets
            if grid.chebyshev_distance(actor.at, other.at) > 1
        ]
    bow = weapon_of(phase, actor)
    if bow is not None and bow.range and missiles.find_ammunition(phase, actor, bow) is not None:
        legal += [Shoot(actor=actor.id, target=other.at) for other in missiles.list_targets_in_range(phase, actor)]
    return [*legal, *_list_throws(phase, actor)]


def is_locked_shut(phase: Phase, kind: grid.Tile) -> bool:
    """Whether a tile is a locked door that only blows can open."""
    locked = movement.lock_color(kind) is not None and not movement.find_key(phase, phase.player, kind)
    return locked and kind.hp != (0, 0) and not is_exhausted(phase, phase.player)


def _list_throws(phase: Phase, actor: grid.Actor) -> list[Command]:
    """Throws of each throwable item at each enemy within range."""
    stuck = {id for id in actor.worn.values() if is_held_by_curse(phase, phase.world.items[id])}
    items = [id for id in actor.pack if id not in stuck and item_kind(phase, phase.world.items[id].kind).is_throwable]
    if not items:
        return []
    reach = missiles.throwing_range(phase, actor)
    targets = [
        other.at
        for other in phase.actors
        if grid.chebyshev_distance(actor.at, other.at) <= reach
        and are_enemies(phase, actor, other)
        and disguise_of(phase, other) is None
        and missiles.check_missile_path(phase, actor, other.at, reach) is None
    ]
    return [Throw(actor=actor.id, item=item, target=at) for item in items for at in targets]


def can_step(phase: Phase, actor: grid.Actor, direction: int) -> bool:
    """Whether a step in a direction leads somewhere, opens, takes or strikes something."""
    cell = commands.neighbor_cell(actor, direction)
    kind = None if cell is None else surroundings.tile_at(phase, actor, cell)
    if cell is None or kind is None:
        return False
    other = commands.find_occupant(phase, actor, cell)
    if other is not None:
        return movement.can_pass(phase, actor, other) or (
            are_enemies(phase, actor, other) and not is_exhausted(phase, actor)
        )
    if kind.walkable or movement.can_swim(phase, actor, kind):
        return True
    if kind.opens_to:
        return movement.lock_color(kind) is None or bool(movement.find_key(phase, actor, kind))
    if any(tag in TILE_OPENERS for tag in kind.tags):
        return True
    if kind.breaks_to:
        known = bool(phase.level.recognized[phase.array_index(cell)])
        whole = grid.find_fixture_at(phase.world, phase.level.id, cell) is not None
        return known and whole and not is_exhausted(phase, actor)
    return False


CONFIRM_STEP = "core.stealth:confirmed"


def perform_and_spend_turn(phase: Phase, command: Command) -> ActionResult:
    """The changes of an action of the player and of the end of its turn."""
    actor = phase.player
    result = perform(phase, actor, command)
    if isinstance(result, Refusal):
        return result
    return [*result, *spend_turn(phase, actor.id, last_action=None)]


# Keys. The scene fills the lists of choices ``creatures, targets, reach, shoot, throw``.

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
_MOVE_GROUP = Message("stealth-keys-move")
_FIGHT_GROUP = Message("stealth-keys-fight")
_LOOK_GROUP = Message("stealth-keys-look")


def _bind_walk() -> tuple[Binding, ...]:
    return tuple(
        Binding(
            tuple(f"PAD{key}" if key.isdigit() else key for key in keys),
            Walk,
            Message(f"stealth-key-{name}"),
            {"direction": number},
            group=_MOVE_GROUP,
        )
        for number, (keys, name) in enumerate(zip(_WALK_KEYS, _DIRECTION_NAMES, strict=True))
    )


C = TypeVar("C", bound=Command)
Handler: TypeAlias = Callable[[Context, C], ActionResult]


def _on_keys(
    command: type[C], label: str, *keys: str, prompts: tuple[Prompt, ...] = (), group: Message = _MOVE_GROUP
) -> Callable[[Handler[C]], Handler[C]]:
    """Marks the handler of a command that keys begin."""
    return handles(command, bindings=(Binding(keys, command, Message(label), {}, prompts, group),))


def _ask_direction(prompt: str, choices: str = "") -> Prompt:
    return Prompt("direction", PromptKind.DIRECTION, Message(prompt), choices, is_automatic=bool(choices))


def _ask_target(prompt: str, choices: str, confirmation: str = "", *, is_automatic: bool = False) -> Prompt:
    sure = Message(confirmation) if confirmation else None
    return Prompt("target", PromptKind.CELL, Message(prompt), choices, sure, is_automatic)


# Handlers


@handles(Walk, bindings=_bind_walk())
def handle_walk(ctx: Context, command: Walk) -> ActionResult:
    """Walks, past an adventurer too; talks, or asks before it strikes the peaceful; opens containers."""
    phase = get_phase(ctx)
    actor = phase.player
    cell = commands.neighbor_cell(actor, command.direction)
    if cell is None:
        return Refusal(Message("stealth-edge"), "R-MOVE-2")
    other = commands.find_occupant(phase, actor, cell)
    if other is not None and not are_enemies(phase, actor, other) and not movement.can_pass(phase, actor, other):
        return _meet_peaceful(phase, other)
    if other is None and (kind := surroundings.tile_at(phase, actor, cell)) is not None:
        for tag in kind.tags:
            if tag in TILE_OPENERS:
                return TILE_OPENERS[tag](phase, actor, cell)
    return perform_and_spend_turn(phase, command)


@_on_keys(Wait, "stealth-key-wait", ".", "PAD5")
def handle_wait(ctx: Context, command: Wait) -> ActionResult:
    """Waits; next to a closed door, listens."""
    phase = get_phase(ctx)
    result = perform(phase, phase.player, command)
    if isinstance(result, Refusal):
        return result
    count, report = listen.count_wait(phase)
    changes = [*result, *listen.shift(phase), *report]
    return [*changes, *spend_turn(phase, phase.player.id, last_action=None, listening=count)]


@_on_keys(CloseDoor, "stealth-key-close", "c", prompts=(_ask_direction("stealth-ask-door", "doors"),))
def handle_close_door(ctx: Context, command: CloseDoor) -> ActionResult:
    """Closes a door."""
    return perform_and_spend_turn(get_phase(ctx), command)


@_on_keys(ToggleLamp, "stealth-key-lamp", "q")
def handle_lamp(ctx: Context, command: ToggleLamp) -> ActionResult:
    """Lights the lamp or puts it out (R-STEALTH-3, D-10)."""
    phase = get_phase(ctx)
    actor = phase.player
    if is_in_daylight(phase, actor.at):
        return Refusal(Message("stealth-lamp-daylight"), "D-10")
    if is_in_water(phase, actor.at):
        return Refusal(Message("stealth-lamp-wet"), "P-WAY-3")
    lit = LAMP in actor.effects
    changes: list[Change | Proposal] = [
        grid.SetEffect(actor.id, LAMP, 0 if lit else -1),
        Tell(Message("stealth-lamp-off" if lit else "stealth-lamp-on")),
    ]
    return [*changes, *((*listen.shift(phase), *spend_turn(phase, actor.id)) if phase.settings.lamp_cost else ())]


@_on_keys(
    Inspect, "stealth-key-inspect", "x", prompts=(_ask_target("stealth-ask-look", "creatures"),), group=_LOOK_GROUP
)
def handle_inspect(ctx: Context, command: Inspect) -> ActionResult:
    """Describes a cell; free, and recognizes a secret wall in view (R-INSPECT-1 to 3)."""
    phase = get_phase(ctx)
    level, ground = phase.level, phase.ground
    cell = (command.target[0], command.target[1])
    if not grid.is_inside(level, cell) or not (player_sees(phase, cell) or level.explored[phase.array_index(cell)]):
        return Refusal(Message("stealth-unseen"), "R-INSPECT-1")
    index = phase.array_index(cell)
    if player_sees(phase, cell):
        disguised, changes = _describe_occupant(phase, cell)
        if disguised:
            return changes
        changes += [
            Tell(Message("stealth-see-item", {"name": item_name(phase, item)}), "look")
            for item in grid.list_items_at(phase.world, level.id, cell)
        ]
        return [*changes, *_describe_ground(phase, cell, ground.tile_kinds[level.tiles[index]])]
    if level.memory.shape != level.tiles.shape:
        return _describe_ground(phase, cell, ground.tile_kinds[level.tiles[index]])
    kind = ground.tile_kinds[level.memory[index] - 1]  # as last seen
    name = kind.name if level.recognized[index] else visible_tile_name(phase, kind)
    return [Tell(Message("stealth-see-tile", {"name": Message(name)}), "look")]


def _describe_occupant(phase: Phase, cell: grid.Cell) -> tuple[bool, list[Change | Proposal]]:
    """Whether what is there is a thing or passes for one, and the character's view of it."""
    other = commands.find_occupant(phase, phase.player, cell)
    if other is None:
        return False, []
    furniture = disguise_of(phase, other)
    if furniture is not None:
        return True, [Tell(Message("stealth-see-tile", {"name": Message(furniture.name)}), "look")]
    if is_thing(phase, other):
        return True, [Tell(Message("stealth-see-item", {"name": actor_name(phase, other)}), "look")]
    mind = phase.stealth.minds.get(other.id)
    mood = "calm" if mind is None else "distracted" if hunts_another(phase, other) else mind.mood.value
    facts = {
        "name": actor_name(phase, other),
        "hp": other.hp,
        "defense": effective_defense(phase, other),
        "mood": mood,
    }
    changes: list[Change | Proposal] = [Tell(Message("stealth-see-creature", facts), "look")]
    if other.kind not in phase.stealth.known_kinds and other.id != phase.player.id:
        changes.append(LearnCreatureKinds((other.kind,)))
    return False, changes


def visible_tile_name(phase: Phase, kind: grid.Tile) -> str:
    """Message id of the look of a tile."""
    if not kind.is_secret:
        return kind.name
    known = phase.ground.tile_kinds
    return next((other.name for other in known if other.id == kind.looks_like), kind.name)


def _describe_ground(phase: Phase, cell: grid.Cell, kind: grid.Tile) -> list[Change | Proposal]:
    """Describes the tile of a cell; may recognize a secret wall (D-5), and reports damage to a door."""
    level = phase.level
    recognized = bool(level.recognized[phase.array_index(cell)])
    if kind.is_secret and not recognized:
        permille = round(phase.settings.secret_inspect_chance * 1000)
        recognized = permille >= 1000 or phase.ctx.roll("secret", 1, 1000) <= permille
    fixture = grid.find_fixture_at(phase.world, level.id, cell)
    hp = fixture.hp if fixture is not None else 0
    if not kind.is_secret or not recognized:
        name = Message(visible_tile_name(phase, kind))
        messages: list[Change | Proposal] = [Tell(Message("stealth-see-tile", {"name": name}), "look")]
        if hp and not kind.is_secret and kind.breaks_to:
            messages.append(Tell(Message("stealth-see-battered", {"hp": hp}), "look"))
        return messages
    found = announce(phase, "core.stealth:on_discover", phase.player.id, cell, kind.id)
    return [grid.Recognize(level.id, cell), Tell(Message("stealth-see-suspicious", {"hp": hp}), "look"), *found]


@handles(MeleeAttack)
def handle_melee_attack(ctx: Context, command: MeleeAttack) -> ActionResult:
    """Strikes a neighbor."""
    return perform_and_spend_turn(get_phase(ctx), command)


@_on_keys(Strike, "stealth-key-strike", "F", prompts=(_ask_direction("stealth-ask-strike"),), group=_FIGHT_GROUP)
def handle_strike(ctx: Context, command: Strike) -> ActionResult:
    """Strikes in a direction; asks first before striking a peaceful creature."""
    phase = get_phase(ctx)
    actor = phase.player
    cell = commands.neighbor_cell(actor, command.direction)
    other = None if cell is None else commands.find_occupant(phase, actor, cell)
    if other is not None and not are_enemies(phase, actor, other):
        return _meet_peaceful(phase, other)
    return perform_and_spend_turn(phase, command)


def _meet_peaceful(phase: Phase, other: grid.Actor) -> ActionResult:
    kind = creature_kind(phase, other.kind)
    if kind.speaks:
        met = announce(phase, "core.stealth:on_meet", phase.player.id, other.id)
        spent = spend_turn(phase, phase.player.id) if is_thing(phase, other) else ()
        return [Tell(Message(kind.speaks), "talk"), *met, *spent]
    if is_exhausted(phase, phase.player):
        return EXHAUSTED
    is_fire = phase.settings.shipped and is_thing(phase, other)
    prompt = Message("stealth-beat-out" if is_fire else "stealth-attack-peaceful", {"target": actor_name(phase, other)})
    return [Ask(Question(phase.player.id, "confirm", (False, True), prompt), CONFIRM_STEP, (other.id,))]


def attack_if_confirmed(ctx: Context, other: int, yes: bool) -> list[Change | Proposal]:
    """Follows the answer to whether to attack a peaceful creature."""
    phase = get_phase(ctx)
    target = phase.world.actors.get(other)
    if not yes or target is None:
        return []
    result = perform_and_spend_turn(phase, MeleeAttack(actor=phase.player.id, target=target.at))
    return [Tell(result.message)] if isinstance(result, Refusal) else result


@_on_keys(
    ReachAttack,
    "stealth-key-reach",
    "TAB",
    prompts=(_ask_target("stealth-ask-target", "reach", is_automatic=True),),
    group=_FIGHT_GROUP,
)
def handle_reach_attack(ctx: Context, command: ReachAttack) -> ActionResult:
    """Strikes a creature within reach (R-REACH-3 to 5)."""
    return perform_and_spend_turn(get_phase(ctx), command)


@_on_keys(
    Throw,
    "stealth-key-throw",
    "t",
    prompts=(
        Prompt("item", PromptKind.CHOICE, Message("stealth-ask-throw"), "throw"),
        _ask_target("stealth-ask-throw-at", "targets", "stealth-sure-feet"),
    ),
    group=_FIGHT_GROUP,
)
def handle_throw(ctx: Context, command: Throw) -> ActionResult:
    """Throws an item."""
    return perform_and_spend_turn(get_phase(ctx), command)


@_on_keys(
    Shoot,
    "stealth-key-shoot",
    "f",
    prompts=(_ask_target("stealth-ask-target", "shoot", is_automatic=True),),
    group=_FIGHT_GROUP,
)
def handle_shoot(ctx: Context, command: Shoot) -> ActionResult:
    """Shoots the equipped weapon."""
    return perform_and_spend_turn(get_phase(ctx), command)


STEPS = (Step(CONFIRM_STEP, attack_if_confirmed),)
