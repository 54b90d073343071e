"""The profile: every number and choice that the rules leave open.

A profile is a content record. Every difference between `strict_p0` and `full_game` is a value here, never a second
code path. Setup options override single values.
"""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal

import msgspec

from footfall.api import Amount, Natural, Quantity, Record, RecordProblem, split_validation_error

from . import layout

FloorNumber = Annotated[int, msgspec.Meta(ge=1, le=3)]


class Profile(Record, frozen=True):
    """One set of values. The comment of a field names its rule or decision. Floors count from 1."""

    # Turns.
    base_actions: Quantity = 2
    move_cost: Natural = 1  # K-BOARD-5
    stairs_cost: Natural = 1  # K-STAIRS-3
    stairs_arrival: Literal["stair_room"] = "stair_room"
    max_free_actions: Quantity = 10  # per turn, against endless free actions (D-24)
    allows_trade: bool = msgspec.field(name="trade", default=False)  # free exchange in one node (D-28)
    object_stun: Natural = 1  # rounds, of BLUNT in a turn (D-14)
    is_enlightened_after_caps: bool = msgspec.field(name="enlightened_after_caps", default=False)  # D-40

    # The House and the King.
    house_loss: Natural = 1  # K-END-1
    house_immune: tuple[str, ...] = ()  # seats ("P2") or roles
    presence_table: tuple[tuple[Natural, Natural], ...] = ((1, 1), (4, 2), (7, 3), (10, 4))  # from round: loss
    presence_from_round: Natural = 2  # K-END-2b
    presence_timing: Literal["before_roulette", "on_arrival"] = "before_roulette"  # D-01
    king_start_floor: FloorNumber = 1  # D-57
    sanctuary_floor: FloorNumber = 1
    roulette: Literal["wheel", "direct"] = "wheel"  # D-02
    king_d6_1: Literal["rotate_intra_floor", "shuffle"] = "rotate_intra_floor"  # K-KING-D6-1
    has_d6_1_for_ring: bool = msgspec.field(name="d6_1_replaces_ring", default=False)  # D-04
    discard_choice: Literal["owner", "last"] = "owner"  # D-06
    moves_banished_king: bool = msgspec.field(name="banish_moves_king", default=True)  # D-08
    banish_by_tale: tuple[Natural, ...] = (1, 2, 3, 4)  # ends of round for the 1st..4th tale (D-09)
    ring: tuple[str, ...] = layout.RING  # K-END-8a

    # The False King.
    crown_source: Literal["none", "sanctuary"] = "none"  # D-12
    fk_floor_exempt: tuple[Natural, ...] = (5,)  # results of the King's d6 that spare his floor (D-03)
    has_fk_reroll: bool = msgspec.field(name="fk_reroll", default=True)  # K-END-3b
    fk_base: Amount = 2  # threshold above his maximum (D-11)

    # Reactions and monsters.
    has_reaction_window: bool = msgspec.field(name="reaction_window", default=True)  # K-END-5b
    dps_role: str = "BRAWLER"
    reaction_objects: tuple[str, ...] = ("BLUNT",)
    reaction_stun: Natural = 1  # rounds (D-14)
    has_contact_effects: bool = msgspec.field(name="contact_effects", default=False)  # of goblin and sack man (D-33)
    max_monsters: Quantity = 8  # K-MON-1

    # The -5 rule.
    minus5_actions: Natural = 1  # D-16
    minus5_action_rule: Literal["live", "turn_start"] = "live"
    minus5_refire: Literal["every", "once_per_round"] = "every"  # D-19
    spares_bound_at_minus5: bool = msgspec.field(name="minus5_spares_bound", default=False)  # D-20
    spares_bound_at_discard: bool = msgspec.field(name="discard_spares_bound", default=False)
    allows_sacrifice: bool = msgspec.field(name="sacrifice", default=False)  # D-17

    # Setup and end.
    keys_total: Quantity = 6  # K-KEY-1
    keys_to_win: Natural = 4  # K-WIN-1
    keys_lose_at: Natural = 3  # K-WIN-3
    threshold_node: str = "F2_P"  # D-27
    defeat_check: Literal["end_of_round", "immediate"] = "end_of_round"  # D-21
    max_rounds: Natural = 60  # K-WIN-4
    start_nodes: tuple[str, ...] = ("F1_P", "F2_P", "F1_P", "F2_P")  # D-25
    # How roles are dealt: each once, any of them, or in the order of the records.
    role_draw: Literal["random_unique", "random", "fixed"] = "random_unique"  # K-SETUP-1
    deal: Literal["random", "stratified"] = "random"  # D-29
    has_anti_loop: bool = msgspec.field(name="anti_loop", default=False)  # D-53; True is refused


PROFILE_FIELDS: tuple[str, ...] = tuple(name for name in Profile.__struct_encode_fields__ if name != "id")
"""The names of all values, in the order above; each is a setup option."""


def override_profile(profile: Profile, values: Mapping[str, Any]) -> Profile:
    """Returns a profile with some values replaced, validated like content.

    A str is converted to the type of the value (``"2"``, ``"true"``); lists may be comma-separated.

    Raises:
        ValueError: a value is invalid; the message names it.
    """
    fields = msgspec.to_builtins(profile)
    for name, value in values.items():
        if isinstance(value, str) and isinstance(fields[name], list | tuple):
            parts = [part.strip() for part in value.split(",") if part.strip()]
            value = [part.split(":") for part in parts] if name == "presence_table" else parts  # "1:1,4:2"
        fields[name] = value
    try:
        replaced = msgspec.convert(fields, type=Profile, strict=False)
    except msgspec.ValidationError as error:
        text, path = split_validation_error(error)
        raise ValueError(f"profile {profile.id}: {'.'.join(path)}: {text}") from None
    validate_profile(replaced)
    return replaced


def validate_profile(profile: Profile) -> None:
    """Checks values beyond their types.

    Raises:
        ValueError: a value is invalid; the message names it.
    """
    for field, text in find_faults(profile):
        raise ValueError(f"profile {profile.id}: {field}: {text}")


def find_faults(profile: Profile) -> Iterator[tuple[str, str]]:
    """Yields each field with a value that no game can have, and its fault."""
    if sorted(profile.ring) != sorted(layout.RING):
        yield "ring", f"it must name each of the 12 rooms once, got {profile.ring}"
    if not profile.start_nodes:
        yield "start_nodes", "at least one must be named"
    for field, names in (("start_nodes", profile.start_nodes), ("threshold_node", (profile.threshold_node,))):
        for name in names:
            if name not in layout.NODE_BY_NAME:
                yield field, f"no node is called {name!r}; they are F1_P, F1_R1 ... F3_R4"
    if not profile.presence_table or profile.presence_table[0][0] != 1:
        yield "presence_table", "it must begin with round 1"
    if profile.has_anti_loop:
        yield "anti_loop", "it cannot be switched on: no source defines a full cycle"
    if list(profile.presence_table) != sorted(profile.presence_table):
        yield "presence_table", "it must list its rounds in ascending order"


def check_profile(profile: Profile, records: Any) -> Iterator[RecordProblem]:
    """Yields the faults of a profile among the records."""
    for field, text in find_faults(profile):
        yield RecordProblem(f"{field}: {text}", (("profile", profile.id, (field,)),))


def table_loss(profile: Profile, number: int) -> int:
    """Returns the table's presence loss of a round (K-END-2a)."""
    loss = 0
    for start, value in profile.presence_table:
        if number < start:
            break
        loss = value
    return loss


def presence_loss(profile: Profile, number: int) -> int:
    """Returns the presence loss of a round, 0 before `presence_from_round` (K-END-2b)."""
    return table_loss(profile, number) if number >= profile.presence_from_round else 0
