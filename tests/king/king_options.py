"""Random setup options, for the comparison of compiled rules with those in Python."""

from __future__ import annotations

from typing import Any

from footfall.engine.dice import stream_key
from footfall.kernels import draw

ROOMS = [f"F{floor}_R{room}" for floor in (1, 2, 3) for room in (1, 2, 3, 4)]
NODES = [*ROOMS, "F1_P", "F2_P", "F3_P"]
ROLES = ["HEALER", "TANK", "HIGH_ROLLER", "SCOUT", "BRAWLER", "PSYCHIC", "NONE"]
NO_YES = (False, True)

VALUES: dict[str, tuple[Any, ...]] = {
    "base_actions": (1, 2, 2, 3),
    "move_cost": (0, 1, 1, 2),
    "stairs_cost": (0, 1, 1, 2),
    "max_free_actions": (0, 2, 10),
    "trade": NO_YES,
    "object_stun": (0, 1, 2),
    "enlightened_after_caps": NO_YES,
    "house_loss": (0, 1, 2),
    "house_immune": ((), ("P1",), ("TANK", "P3")),
    "presence_table": (((1, 1), (4, 2), (7, 3), (10, 4)), ((1, 0),), ((1, 2), (5, 0))),
    "presence_from_round": (0, 2, 6),
    "presence_timing": ("before_roulette", "on_arrival"),
    "king_start_floor": (1, 2, 3),
    "sanctuary_floor": (1, 2, 3),
    "roulette": ("wheel", "direct"),
    "king_d6_1": ("rotate_intra_floor", "shuffle"),
    "d6_1_replaces_ring": NO_YES,
    "discard_choice": ("owner", "last"),
    "banish_moves_king": NO_YES,
    "banish_by_tale": ((1, 2, 3, 4), (), (2,)),
    "crown_source": ("none", "sanctuary", "sanctuary"),
    "fk_floor_exempt": ((5,), (2, 4, 5, 6), (), (1, 2, 3, 4, 5, 6)),
    "fk_reroll": NO_YES,
    "fk_base": (-3, 1, 2),
    "reaction_window": NO_YES,
    "dps_role": ("BRAWLER", "HEALER", "NOBODY"),
    "reaction_objects": (("BLUNT",), ("VIAL", "BLUNT", "COMPASS")),
    "reaction_stun": (0, 1, 2),
    "contact_effects": NO_YES,
    "max_monsters": (0, 1, 8),
    "minus5_actions": (0, 1, 2),
    "minus5_action_rule": ("live", "turn_start"),
    "minus5_refire": ("every", "once_per_round"),
    "minus5_spares_bound": NO_YES,
    "discard_spares_bound": NO_YES,
    "sacrifice": NO_YES,
    "keys_total": (4, 6, 9),
    "keys_to_win": (0, 1, 4),
    "keys_lose_at": (0, 3),
    "threshold_node": ("F2_P", "F1_R1"),
    "defeat_check": ("end_of_round", "immediate"),
    "max_rounds": (3, 30, 60),
    "start_nodes": (("F1_P", "F2_P", "F1_P", "F2_P"), ("F3_R3",), tuple(NODES)),
    "role_draw": ("random_unique", "random", "fixed"),
    "deal": ("random", "stratified"),
}
"""Values to draw from, by option."""


class OptionDie:
    """Random numbers from a seed."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._drawn = 0

    def roll(self, size: int) -> int:
        """Returns a uniform number in ``0..size-1``."""
        self._drawn += 1
        return draw(self._seed, stream_key("tests.king", "options"), self._drawn, 0, size)

    def pick(self, values: Any) -> Any:
        """Returns one of `values`."""
        return values[self.roll(len(values))]


def random_options(seed: int) -> dict[str, Any]:
    """Returns random options: each profile value in one of three cases, players, sometimes a party."""
    die = OptionDie(seed)
    options: dict[str, Any] = {"profile": die.pick(("strict_p0", "full_game")), "players": die.pick((2, 3, 4))}
    for name, values in VALUES.items():
        if die.roll(3) == 0:
            options[name] = die.pick(values)
    if die.roll(3) == 0:
        options["party"] = ",".join(die.pick(ROLES) for _ in range(options["players"]))
    if die.roll(4) == 0:
        ring = list(ROOMS)
        for last in range(len(ring) - 1, 0, -1):
            other = die.roll(last + 1)
            ring[last], ring[other] = ring[other], ring[last]
        options["ring"] = tuple(ring)
    return options
