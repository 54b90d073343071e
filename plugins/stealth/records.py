"""Kinds of content of the stealth game: creatures, items, timed effects, and how floors are filled."""

from __future__ import annotations

from typing import Annotated

import msgspec

from footfall.api import MessageId, Record, RecordKind, Ref, RowKey
from footfall.api.grid import Tile


class RecordPart(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of the parts of records."""


class Dice(RecordPart, frozen=True):
    """``low..high`` evenly, ``+ plus``: 1d4+2 is ``{ low = 1, high = 4, plus = 2 }``.

    Attributes:
        low, high: least and most of the die.
        plus: what is added to it.
    """

    low: int
    high: int
    plus: int = 0


class ItemUse(RecordPart, frozen=True):
    """One thing that an object does when it is used.

    Attributes:
        do: what: a key of `items.effects.EFFECTS`.
        low, high: how much or for how many turns, drawn evenly.
        effect: the timed effect it starts or ends.
        stat: the stat it changes.
    """

    do: str
    low: int = 0
    high: int = 0
    effect: Annotated[str, Ref("effect")] = ""
    stat: str = ""


class CreatureKind(Record, frozen=True, kw_only=True):
    """A kind of creature (tables C.2 and C.3).

    Attributes:
        name: catalogue id of its name; ``<name>-about`` describes it.
        glyph: one character.
        tint: name of a `footfall.api.scene.Tint`.
        hp: least and most life, rolled for each.
        stats: base stats as in `footfall.api.grid.Actor`; those it leaves out are `STATS`.
        ranges: stats that are rolled for each: least and most.
        stamina: least and most maximum stamina, rolled for each.
        side: ``"player"``, ``"hostile"``, ``"neutral"`` or ``"adventurer"``.
        natural: what it strikes with unarmed; None: nothing.
        ai: kinds of behaviour it may arrive with, one drawn: keys of `ai.kinds.KINDS`.
        asleep: chance in a hundred to arrive asleep.
        aggravated: hunts from birth.
        opens_doors, passes_doors: what a closed door is to it (R-DOOR-6).
        flies: does not touch the ground.
        light: radius of the light it gives.
        recovery: life regained, and every how many turns; (0, 0): never.
        burns: life lost each turn (a campfire's span).
        leaves: object that it may leave when it burns out.
        leaving: the chance in a hundred of that.
        venom: strength of the poison of its first hit.
        speaks: catalogue id of what it says when walked into, or ``""``.
        disguise: the tile it looks like while it sleeps, or ``""``.
        carries: what it may carry, each drawn from the list with equal chance.
        slots: how many objects it carries at most.
        outfit: what it carries always.
        bundle: how many of a carried kind come together (arrows).
        drop: chance in a hundred of one more object when it dies.
        tags: free words that rules ask for.
    """

    name: Annotated[str, MessageId()]
    glyph: str
    tint: str = "FOE"
    hp: tuple[int, int] = (1, 1)
    stats: dict[str, int] = msgspec.field(default_factory=dict)
    ranges: dict[str, tuple[int, int]] = msgspec.field(default_factory=dict)
    stamina: tuple[int, int] = (3, 3)
    side: str = "hostile"
    natural: Dice | None = None
    ai: tuple[str, ...] = ("hostile",)
    asleep: int = 0
    aggravated: bool = False
    opens_doors: bool = False
    passes_doors: bool = False
    flies: bool = False
    light: int = 0
    recovery: tuple[int, int] = (0, 0)
    burns: int = 0
    leaves: Annotated[str, Ref("item")] = ""
    leaving: int = 0
    venom: int = 0
    speaks: Annotated[str, MessageId()] = ""
    disguise: Annotated[str, Ref("tile")] = ""
    carries: tuple[Annotated[str, Ref("item")], ...] = ()
    slots: int = 0
    outfit: tuple[Annotated[str, Ref("item")], ...] = ()
    bundle: dict[Annotated[str, Ref("item")], int] = msgspec.field(default_factory=dict)
    drop: int = 0
    tags: tuple[str, ...] = ()


DEFAULT_STATS = {"foh": 6, "perception": 3, "cost": 10}
"""Base stats that a creature has unless its record says otherwise ("d" in table C.2)."""


class ItemKind(Record, frozen=True, kw_only=True):
    """A kind of object (tables C.4 to C.6).

    Attributes:
        name: catalogue id; ``<name>-about`` describes it.
        glyph: one character.
        tint: name of a `footfall.api.scene.Tint`.
        sort: ``weapon, missile, armour, ring, artefact, potion, scroll, food, device, key, book, junk``.
        family: kinds of one family look alike until they are identified; each game deals out the
            looks of the family anew. ``""``: known at sight.
        slot: where it is worn: ``weapon, shield, body, head, cloak, ring, artefact``, or ``""``.
        bonus: what it adds to stats while worn; ``noise`` (of steps), ``damage`` and ``shooting``
            (TO-HIT of shots) are stats, too.
        damage: dice of a weapon or missile.
        reach: R-REACH.
        throwable: it is meant to be thrown.
        range: how far it shoots; 0: it does not shoot.
        ammunition: item kind that it shoots, or ``""``.
        adds_strength: STRENGTH counts for its shots.
        breaks: chance in a hundred that a missile breaks on a damaging hit.
        uses: what it does when it is drunk, read, eaten or switched on, and to whom it hits when thrown.
        known_uses: what it does instead once it is identified (R-ITEM-5).
        aim: what using it needs: ``""``, ``creature``, ``cell``, ``wall`` or ``item``.
        reaches: how far it can be aimed.
        stack: several make a bundle.
        bundle: least and most of a bundle that is found.
        charges: uses of a fresh one, -1 if it is used up by one.
        lasts: it is not used up at all.
        cursed: cannot be taken off.
        text: catalogue id of what can be read in it.
        tags: free words that rules ask for (``"key:red"``, ``"dagger"``).
    """

    name: Annotated[str, MessageId()]
    glyph: str
    tint: str = "ITEM"
    sort: str = "junk"
    family: str = ""
    slot: str = ""
    bonus: dict[str, int] = msgspec.field(default_factory=dict)
    damage: Dice | None = None
    reach: int = 0
    throwable: bool = False
    range: int = 0
    ammunition: Annotated[str, Ref("item")] = ""
    adds_strength: bool = False
    breaks: int = 0
    uses: Annotated[tuple[ItemUse, ...], RowKey("do")] = ()
    known_uses: Annotated[tuple[ItemUse, ...], RowKey("do")] = ()
    aim: str = ""
    reaches: int = 0
    stack: bool = False
    bundle: tuple[int, int] = (1, 1)
    charges: int = -1
    lasts: bool = False
    cursed: bool = False
    text: Annotated[str, MessageId()] = ""
    tags: tuple[str, ...] = ()


class StatusEffect(Record, frozen=True, kw_only=True):
    """A timed effect (table C.6); actors carry it in `Actor.effects` under this record's full id.

    Attributes:
        name: catalogue id.
        bonus: what it adds to stats.
        fixed: stats that it sets, whatever else they would be.
        hurt: life lost each turn.
        resisted: stat that takes as much off `hurt`, or ``""``.
        helpless: whoever has it cannot act.
        staggers: chance in a hundred that a step goes astray.
        ends: what happens when it runs out: ``""`` or ``"dies"``.
        good: whether it is a blessing; only the tint of its name.
    """

    name: Annotated[str, MessageId()]
    bonus: dict[str, int] = msgspec.field(default_factory=dict)
    fixed: dict[str, int] = msgspec.field(default_factory=dict)
    hurt: int = 0
    resisted: str = ""
    helpless: bool = False
    staggers: int = 0
    ends: str = ""
    good: bool = False


class Looks(Record, frozen=True, kw_only=True):
    """What the kinds of one family look like before they are identified; dealt out anew each game.

    Attributes:
        names: catalogue ids, at least as many as the family has kinds.
    """

    names: tuple[Annotated[str, MessageId()], ...]


class Weight(RecordPart, frozen=True):
    """How often something is drawn, by floor (R-GEN-30).

    Attributes:
        by_floor: pairs of a floor and the weight from it on, rising floors; 0 before the first.
        most: copies in one game at most; 0: any number.
        least: copies in one game at least, if every floor is visited.
        chance: in a hundred: makes a drawn entry rarer still; 100: always taken.
    """

    by_floor: tuple[tuple[int, int], ...]
    most: int = 0
    least: int = 0
    chance: int = 100

    def weight_on(self, floor: int) -> int:
        """The weight on a floor."""
        weight = 0
        for threshold, value in self.by_floor:
            if threshold > floor:
                break
            weight = value
        return weight


class SpawnTable(Record, frozen=True, kw_only=True):
    """Creatures by weight and floor (table C.10).

    Attributes:
        rows: weight of each creature.
        ai: kind of behaviour that replaces the creature's own, or ``""``.
        others: creatures that arrive with another one.
    """

    rows: dict[Annotated[str, Ref("creature")], Weight]
    ai: str = ""
    others: dict[Annotated[str, Ref("creature")], str] = msgspec.field(default_factory=dict)


class LootTable(Record, frozen=True, kw_only=True):
    """Objects by weight and floor (tables C.9 and C.10).

    Attributes:
        rows: weight of each object.
    """

    rows: dict[Annotated[str, Ref("item")], Weight]


class CountByFloor(RecordPart, frozen=True):
    """A range of numbers from a floor on: ``low..high``, drawn evenly.

    Attributes:
        floor: first floor it is for.
        low, high: least and most.
    """

    floor: int
    low: int
    high: int


class ContainerKind(Record, frozen=True, kw_only=True):
    """A kind of container (table C.9).

    Attributes:
        tile: what stands there.
        loot: what is in it.
        capacity: objects it holds at most.
        chance: pairs of a floor and the chance in a hundred from it on.
        objects: how many objects it holds.
        mimic: creature that may stand there instead, or ``""``.
        mimics: chance in a hundred of that.
    """

    tile: Annotated[str, Ref("tile")]
    loot: Annotated[str, Ref("loot")]
    capacity: int
    chance: tuple[tuple[int, int], ...] = ()
    objects: Annotated[tuple[CountByFloor, ...], RowKey("floor")] = ()
    mimic: Annotated[str, Ref("creature")] = ""
    mimics: int = 0


class FloorFilling(Record, frozen=True, kw_only=True):
    """How many of what is put on a floor (tables C.10 and C.12).

    Attributes:
        creatures, objects, rubble: spans by floor; per room, or per floor where there are no rooms.
        spawn: table of creatures.
        loot: table of objects.
        litter: table of loose rubble.
        tries: tries at a place for each thing.
    """

    spawn: Annotated[str, Ref("spawn")]
    loot: Annotated[str, Ref("loot")]
    litter: Annotated[str, Ref("loot")]
    creatures: Annotated[tuple[CountByFloor, ...], RowKey("floor")] = ()
    objects: Annotated[tuple[CountByFloor, ...], RowKey("floor")] = ()
    rubble: Annotated[tuple[CountByFloor, ...], RowKey("floor")] = ()
    tries: int = 20


class DungeonSpec(Record, frozen=True, kw_only=True):
    """How the standard dungeon and the cavern are dug (table C.12). Chances are in a hundred.

    Attributes:
        rooms: least and most rooms.
        sides: least and most side of a room.
        shaped_side: least side of rooms that are no rectangles.
        attempts: attempts at rooms.
        padding: cells of rock between rooms, beside their walls.
        shapes: weights of the shapes of `footfall.api.grid.SHAPES`.
        drawn: chance of each drawn room at each attempt.
        never_drawn: floors without drawn rooms.
        links: tries at an extra corridor, and the chance of each.
        columns: chance that a room has columns, by shape.
        entries: weights of what stands where a corridor enters a room: ``none``, ``door``, ``fragile``.
        locks: chance that a door is locked where a colour is allowed.
        doors, fragile: most doors and fragile walls of a floor.
        fragile_hp: least and most life of a fragile wall.
        hides: chance that a fragile wall hides something, and that it survives the blow.
        hidden: what it hides.
        stairs_far: the way down is in the farthest room, not in the last one made.
        keep_off: cells around the arrival without creatures.
        open: chance that a cell of a cavern starts open.
        birth, death, passes: of the cavern's automaton, as in `footfall.kernels.cave`.
        tries: caverns dug anew before the standard dungeon is made instead.
    """

    rooms: tuple[int, int]
    sides: tuple[int, int]
    shaped_side: int
    attempts: int
    padding: int
    shapes: dict[str, int]
    drawn: int
    never_drawn: tuple[int, ...]
    links: tuple[int, int]
    columns: dict[str, int]
    entries: dict[str, int]
    locks: int
    doors: int
    fragile: int
    fragile_hp: tuple[int, int]
    hides: tuple[int, int]
    hidden: Annotated[str, Ref("loot")]
    stairs_far: bool
    keep_off: int
    open: int
    birth: int
    death: int
    passes: int
    tries: int


class Town(Record, frozen=True, kw_only=True):
    """Where things stand in the town (R-GEN-6 to 8, table C.9, D-40). Places are ``(y, x)``.

    Attributes:
        ground, edge: what the desert is made of, and what leads home.
        start, stairs: where the game begins and where it leads down.
        west: how far west of the stairs the elder stands, least and most.
        south: how far south of them.
        elder, fire: who he is, and what burns beside him.
        holder: the container whose tile and loot his chest has.
        gift: what is always in it.
        more: chance in a hundred of one more object.
    """

    ground: Annotated[str, Ref("tile")]
    edge: Annotated[str, Ref("tile")]
    start: tuple[int, int]
    stairs: tuple[int, int]
    west: tuple[int, int]
    south: int
    elder: Annotated[str, Ref("creature")]
    fire: Annotated[str, Ref("creature")]
    holder: Annotated[str, Ref("holder")]
    gift: Annotated[str, Ref("item")]
    more: int


class LegendEntry(RecordPart, frozen=True):
    """What a sign of a template stands for.

    Attributes:
        tile: the tile; the template's `ground` if left out.
        creature: who stands there.
        any: a creature of the floor's table stands there.
        item: what lies there, or lies in the container.
        loot: a container with the loot of this holder.
        secret: life of the fragile wall, least and most; (0, 0): none.
        arrival: name of an arrival: ``start``, ``up``, ``down``.
        allowed: random things may be put there.
    """

    tile: Annotated[str, Ref("tile")] = ""
    creature: Annotated[str, Ref("creature")] = ""
    any: bool = False
    item: Annotated[str, Ref("item")] = ""
    loot: Annotated[str, Ref("holder")] = ""
    secret: tuple[int, int] = (0, 0)
    arrival: str = ""
    allowed: bool = False


class Template(Record, frozen=True, kw_only=True):
    """A map drawn by hand: a whole floor, or a room of one (R-GEN-10, R-GEN-21).

    Attributes:
        rows: the drawing; signs of `signs`, blanks are left as they are.
        signs: what the signs stand for; the record ``signs`` of `extends` first.
        room: it is a room of the standard dungeon.
        unique: it comes at most once a game; `chance` is rolled once a floor.
        chance: pairs of a floor and the chance in a hundred from it on.
        filling: how a whole floor is filled.
    """

    rows: tuple[str, ...]
    signs: dict[str, LegendEntry] = msgspec.field(default_factory=dict)
    room: bool = False
    unique: bool = False
    chance: tuple[tuple[int, int], ...] = ()
    filling: Annotated[str, Ref("filling")] = ""


class Legend(Record, frozen=True, kw_only=True):
    """Signs that every template knows unless it says otherwise.

    Attributes:
        signs: what each stands for.
    """

    signs: dict[str, LegendEntry]


class FloorSpec(RecordPart, frozen=True):
    """A floor of the plan.

    Attributes:
        recipes: generators and their weights, one drawn.
        template: of a fixed floor.
        filling: how it is filled, by recipe.
    """

    recipes: dict[str, int]
    template: Annotated[str, Ref("template")] = ""


class BranchSpec(RecordPart, frozen=True):
    """A side branch.

    Attributes:
        entry: least and most floor it leaves from.
        length: least and most number of its floors.
    """

    entry: tuple[int, int]
    length: tuple[int, int]


class LockSpec(RecordPart, frozen=True):
    """A colour of lock: its door and its key.

    Attributes:
        door: the tile that is locked.
        key: what opens it.
        floor: first floor with such doors, the key lies on an earlier one; 0: no doors but those of drawings.
        lies: then, least and most floor of the key.
    """

    door: Annotated[str, Ref("tile")]
    key: Annotated[str, Ref("item")]
    floor: int = 0
    lies: tuple[int, int] = (0, 0)


class FloorPlan(Record, frozen=True, kw_only=True):
    """The way down (table C.10).

    Attributes:
        last: number of the last floor.
        shape: ``(height, width)`` of a floor.
        usual: every floor that `floors` does not name.
        floors: floors that are different, by number.
        branches: side branches.
        locks: colours of locks by name.
        reinforcements: who arrives by the stairs (R-GEN-33).
        goal: what is to be carried home.
        prizes: objects that lie on one floor of every game.
    """

    last: int
    shape: tuple[int, int]
    usual: FloorSpec
    floors: dict[str, FloorSpec] = msgspec.field(default_factory=dict)
    branches: dict[str, BranchSpec] = msgspec.field(default_factory=dict)
    locks: dict[str, LockSpec] = msgspec.field(default_factory=dict)
    reinforcements: Annotated[str, Ref("spawn")] = ""
    goal: Annotated[str, Ref("item")] = ""
    prizes: dict[Annotated[str, Ref("item")], int] = msgspec.field(default_factory=dict)


RECORD_KINDS = (
    RecordKind("tile", Tile),
    RecordKind("creature", CreatureKind),
    RecordKind("item", ItemKind),
    RecordKind("effect", StatusEffect),
    RecordKind("looks", Looks),
    RecordKind("spawn", SpawnTable),
    RecordKind("loot", LootTable),
    RecordKind("holder", ContainerKind),
    RecordKind("filling", FloorFilling),
    RecordKind("digging", DungeonSpec),
    RecordKind("town", Town),
    RecordKind("template", Template),
    RecordKind("legend", Legend),
    RecordKind("plan", FloorPlan),
)
"""What the plugin lists in `provide_records`."""
