"""Readings of the delve, as rules as data ask them."""

from __future__ import annotations

from pathlib import Path

from footfall.engine.session import Session
from footfall.loader import load
from footfall.sim.bots import choose_random_command, play_turns

MANIFEST = '[mod]\nid = "you.rooms"\nversion = "1.0.0"\ngames = ["delve"]\n'
RULES = """
[hook."core.delve:on_reveal".count]
when = "kind == 'room' and zone_count > 1 and hero_count > 0 and exploration_turn > 0 and not is_walking"
do.remember = { name = "rooms", value = "rooms_revealed" }
"""


def test_a_rule_reads_the_delve(tmp_path: Path) -> None:
    (tmp_path / "content").mkdir()
    (tmp_path / "mod.toml").write_text(MANIFEST, encoding="utf-8")
    (tmp_path / "content" / "rules.toml").write_text(RULES, encoding="utf-8")
    loaded = load("delve", mods=[tmp_path], only_mods=())
    assert not [finding for finding in loaded.findings if finding.mod == "you.rooms"]
    seen = 0
    for seed in range(8):
        session = Session.begin(loaded.rules, seed, {"mode": "table"}, strict=True)
        for _ in play_turns(session, choose_random_command, 60):
            pass
        rooms = session.state.parts["core.delve"].delve.rooms
        assert session.state.memory.get("you.rooms", {}) == ({"rooms": rooms} if rooms else {})
        seen += rooms
    assert seen > 0
