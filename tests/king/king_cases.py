"""The acceptance cases of the folder, and the short notation of their table (E0) for rules that need a case more."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
from case_format import Action, Die, Given, read_cases
from case_runner import CaseRunner

from footfall.engine.declarations.rules import Rules

DATA = Path(__file__).parent.parent / "data" / "king"
CASES = [case for file in sorted((DATA / "cases").glob("*.toml")) for case in read_cases(file)]

_PURPOSES = {
    "roulette": ("king_roulette", "d4"),
    "effect": ("king_effect", "d6"),
    "fk": ("false_king_check", "d6"),
    "second": ("event_second", "d6"),
    "scout": ("scout_stairs", "d6"),
    "stairs_1": ("stairs_1", "d4"),
    "stairs_2": ("stairs_2", "d4"),
    "stairs_3": ("stairs_3", "d4"),
}
_ARGUMENTS = {
    "MOVE": "to",
    "USE": "object",
    "USE_OBJECT": "object",
    "HEAL_OTHERS": "status",
    "ATTACH_TALE": "object",
    "ARMOURY_DROP": "object",
    "ARMOURY_TAKE": "object",
    "PEDLAR_SELL": "object",
    "YELLOW_DOORS": "target",
    "SACRIFICE": "mode",
    "ANSWER": "option",
}
QUIET_CONFIG = {"house_loss": 0, "presence_from_round": 999}
"""``cfg OFF`` of the cases."""
STAIRS = "stairs_1 1, stairs_2 1, stairs_3 1"


def parse_dice(text: str) -> list[Die]:
    """``event 4, guest 1 of 0..2``."""
    dice = []
    for part in filter(None, (part.strip() for part in text.split(","))):
        words = part.split()
        purpose, die = _PURPOSES.get(words[0], (words[0], "d6"))
        bounds: tuple[int, int] | None = None
        if len(words) > 2:
            low, high = words[3].split("..")
            bounds = (int(low), int(high))
        dice.append(Die(purpose, int(words[1]), die, bounds))
    return dice


def _parse_player(text: str) -> tuple[str, dict[str, Any]]:
    """``P1 F1_R4 -2 max4 k2 TANK [VIAL,BLUNT] {TRAPPED 3} spent1``."""
    name, at, sanity, *rest = text.replace("{", " {").split()
    it: dict[str, Any] = {"at": at, "sanity": int(sanity), "statuses": []}
    words = iter(rest)
    for word in words:
        if word.startswith("max"):
            it["sanity_max"] = int(word[3:])
        elif word.startswith("spent"):
            it["spent"] = int(word[5:])
        elif word.startswith("["):
            it["objects"] = [item for item in word.strip("[]").split(",") if item]
        elif word.startswith("{"):
            it["statuses"].append({"id": word.strip("{"), "left": int(next(words).strip("}"))})
        elif word.startswith("k") and word[1:].isdigit():
            it["keys"] = int(word[1:])
        else:
            it["role"] = word
    return name, it


def play_case(
    rules: Rules,
    players: str,
    *do: str,
    dice: str = "",
    profile: str = "full_game",
    config: dict[str, Any] | None = None,
    boxes: dict[str, list[str]] | None = None,
    monsters: str = "",
    king: int = 1,
    banish: int = 0,
    decisions: list[dict[str, Any]] | None = None,
    **given: Any,
) -> CaseRunner:
    """Plays a case in the short notation.

    Args:
        players: ``"P1 F1_R1 3; P2 F2_P 3 k1"``.
        do: ``"MOVE P1 F1_R2"``, ``"ANSWER P1 SKIP"``, ``"END"``.
        dice: ``"event 4, omen 2"``.
        monsters: ``"SPIDER F1_R1; GOBLIN F2_R1 1"`` (the last number: stun).
        given: other fields of the format's `given`.
    """
    cast = dict(_parse_player(player.strip()) for player in players.split(";"))
    state: dict[str, Any] = {
        "players": cast,
        "profile": profile,
        "config": config or {},
        "king": {"floor": king, "banish": banish},
        "boxes": boxes or {},
        "monsters": [],
    }
    for number, text in enumerate(filter(None, monsters.split(";")), 1):
        kind, at, *stun = text.split()
        state["monsters"].append({"id": f"M{number}", "type": kind, "at": at, "stun": int(stun[0]) if stun else 0})
    run = CaseRunner(rules, msgspec.convert(state | given, Given), parse_dice(dice))
    for text in do:
        kind, *words = text.split()
        action: dict[str, Any] = (
            {"type": "END_ROUND", "decisions": decisions or []} if kind == "END" else {"type": kind}
        )
        if words:
            action["actor"] = words[0]
        if len(words) > 1:
            action[_ARGUMENTS[kind]] = words[1]
        run.act(msgspec.convert(action, Action))
    if do:
        run.assert_dice_used()
    return run
