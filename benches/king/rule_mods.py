"""Ten mods whose rules are data, one on each hook of King and two more on losses, for tests and measurements."""

from __future__ import annotations

import textwrap
from pathlib import Path

RULE_MODS = {
    "gentle-house": """
        [hook.on_damage.spares_the_low]
        when = "manner == 'house' and target.sanity <= -4 and round < 8"
        add.damage = -1
        reason = "the House has mercy"
        """,
    "kings-gaze": """
        [hook.on_damage.alone]
        when = "manner in ('presence', 'king') and target.company == 0 and not target.holds('COMPASS')"
        mul.damage = "if(round >= 8, 1.5, 1.2)"
        do.tell = "king-rules-alone"
        """,
    "brave-scouts": """
        [hook.on_damage.brave]
        when = "target.role == 'SCOUT' and target.keys >= 1"
        add.armor = "clamp(round // 9, 0, 1)"
        """,
    "fickle-curses": """
        [hook.on_damage.fickle]
        when = "manner == 'curse' or manner == 'fall'"
        set.damage = "roll(0, 2)"
        """,
    "sealed-threshold": """
        [hook.can_enter.too_early]
        when = "place == 'F2_P' and round < 2 and actor.floor != 2"
        deny = "king-rules-sealed"
        """,
    "restless": """
        [hook.can_act.no_rest]
        when = "command.name == 'core.king:meditate' and actor.is_with_king and actor.sanity > 2"
        deny = "king-rules-restless"
        """,
    "second-wind": """
        [hook.on_turn_start.wind]
        when = "actor.sanity <= -3 and memory.winds < 12"
        do.gain = { seat = "actor", amount = "1 + actor.max_sanity // 6" }
        do.remember = { name = "winds", value = "memory.winds + 1" }
        """,
    "bad-company": """
        [hook.on_turn_end.frightened]
        when = "actor.monsters_here > 0 and number % 2 == 0 and not actor.has_status('CLARITY')"
        do.lose = "actor"
        """,
    "cold-corridors": """
        [hook.on_enter.cold]
        when = "actor.is_in_corridor and actor.floor == king_floor and roll(1, 6) == 1"
        do.afflict = { seat = "actor", status = "VANITY", rounds = "max(1, actor.actions_left)" }
        [hook.on_use.relief]
        when = "item == 'VIAL' and actor.object_count < 2"
        do.gain = { seat = "actor" }
        """,
    "slow-tide": """
        [hook.on_round_end.tide]
        after = "core.king:stairs"
        when = "round % 3 == 0 and not is_king_away and monster_count + keys_destroyed < player_count * 2"
        do.remember = { name = "tides", value = "if(memory.tides >= 3, 0, memory.tides + 1)" }
        do.tell = "king-rules-tide"
        """,
}
"""The rules of each mod."""

TEXTS = {
    "king-rules-alone": "Alone before the King!",
    "king-rules-sealed": "The Threshold is sealed.",
    "king-rules-restless": "The King is too near to rest.",
    "king-rules-tide": "The house sighs.",
}

MANIFEST = """
[mod]
id = "rules.{name}"
version = "1.0.0"
api = "1"
name = "{name}"
summary = "Rules for measurements."
authors = ["Footfall contributors"]
license = "MIT"
games = ["king"]

[requires]
"core.king" = ">=0.1,<1"
"""


def write_rule_mods(folder: Path, rules: dict[str, str] | None = None) -> tuple[Path, ...]:
    """Writes mods to a folder and returns their paths.

    Args:
        rules: the rules of each mod; None for `RULE_MODS`.
    """
    paths = []
    for name, text in (RULE_MODS if rules is None else rules).items():
        path = folder / name
        for part in ("content", "locale/en"):
            (path / part).mkdir(parents=True, exist_ok=True)
        (path / "mod.toml").write_text(MANIFEST.format(name=name), encoding="utf-8")
        (path / "content" / "rules.toml").write_text(textwrap.dedent(text), encoding="utf-8")
        used = [f"{id} = {said}\n" for id, said in TEXTS.items() if id in text]
        (path / "locale" / "en" / f"{name}.ftl").write_text("".join(used), encoding="utf-8")
        paths.append(path)
    return tuple(paths)
