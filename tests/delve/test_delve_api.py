"""Readings of the delve, as rules as data ask them."""

from __future__ import annotations

from pathlib import Path

from delve_walker import Walker

from footfall.engine.plain import copy_state
from footfall.engine.session import Session
from footfall.loader import load
from footfall.plugins.delve.commands import ExploreExit
from footfall.plugins.delve.expedition import list_creatures_in
from footfall.plugins.stealth.actions.commands import Wait
from footfall.plugins.stealth.actors.surroundings import list_free_cells
from footfall.plugins.stealth.model.phase import get_phase
from footfall.sim.bots import choose_random_command, play_turns
from footfall.world.state import get_world

MANIFEST = '[mod]\nid = "you.rooms"\nversion = "1.0.0"\ngames = ["delve"]\n'
RULES = """
[hook."core.delve:on_reveal".count]
when = "kind == 'room' and zone_count > 1 and hero_count > 0 and exploration_turn > 0 and not is_walking"
do.remember = { name = "rooms", value = "rooms_revealed" }
"""


COMBATS = """
[hook."core.delve:on_reveal".shown]
when = "kind == 'room' and count(c in zone_creatures(zone), true) == 0"
do.remember = { name = "shown", value = "zone" }

[hook."core.delve:on_combat".flight]
when = "type in ('core.delve:lair', 'core.delve:quest') and memory.shown == zone"
choose = "c in zone_creatures(zone)"
by = "c.hp"
do.remember = [
    { name = "monsters", value = "monsters" },
    { name = "listed", value = "count(other in zone_creatures(zone), other.side == 'hostile')" },
]
do.mark = { actor = "c", name = "fled" }
do.dismiss = "c"
"""


def begin_combat(tmp_path: Path, mode: str, rules: str = COMBATS) -> Walker:
    """Explores until a combat begins, with some rules."""
    (tmp_path / "content").mkdir()
    (tmp_path / "mod.toml").write_text(MANIFEST, encoding="utf-8")
    (tmp_path / "content" / "rules.toml").write_text(rules, encoding="utf-8")
    frozen = load("delve", mods=[tmp_path], only_mods=(), strict=True).rules
    for seed in range(40):
        walker = Walker(Session.begin(frozen, seed, {"mode": mode}, strict=True))
        for _ in range(10):
            pending = walker.delve.list_pending_exits()
            if walker.delve.fighting or not pending or walker.session.state.outcome is not None:
                break
            if mode == "walk":
                walker.explore_exit(pending[0].id)
            else:
                walker.submit(ExploreExit(actor=walker.session.state.question.actor, exit=pending[0].id))
        if walker.delve.fighting:
            return walker
    raise AssertionError("no combat began")


def test_the_weakest_monster_of_a_combat_flees(tmp_path: Path) -> None:
    walker = begin_combat(tmp_path, "walk")
    memory, world = walker.session.state.memory["you.rooms"], get_world(walker.session.state)
    (band,) = walker.session.state.parts["core.delve"].bands.values()
    assert memory["monsters"] == memory["listed"] == len(band) + 1 > 1
    fled = {int(name.split()[1]) for name in memory if name.startswith("mark")}
    assert fled
    assert not fled & {*band, *world.actors}
    world.actors[world.player].at = world.actors[band[0]].at  # in the room
    session = Session(walker.session.rules, copy_state(walker.session.state))
    assert list_creatures_in(session.context(), memory["shown"]) == tuple(band)
    phase = get_phase(session.context())
    assert phase.level.origin != (0, 0)
    free = {tuple(cell) for cell in list_free_cells(phase).tolist()}
    assert len(free) > 9
    assert not free & {*phase.ground.actor_by_cell}


def test_a_combat_at_a_table_has_no_monsters(tmp_path: Path) -> None:
    rule = COMBATS.partition("choose")[0] + 'do.remember = { name = "monsters", value = "monsters + 1" }\n'
    walker = begin_combat(tmp_path, "table", rule)
    assert walker.session.state.memory["you.rooms"]["monsters"] == 1


def test_a_trap_hurts_the_heroes_of_its_zone_on_foot(tmp_path: Path) -> None:
    rule = """
[hook.on_turn_end.trap{zone}]
choose = "h in zone_heroes({zone})"
do.hurt = {{ actor = "h", amount = {amount} }}
"""
    (tmp_path / "content").mkdir()
    (tmp_path / "mod.toml").write_text(MANIFEST, encoding="utf-8")
    rules = rule.format(zone=0, amount=1) + rule.format(zone=1, amount=2)
    (tmp_path / "content" / "rules.toml").write_text(rules, encoding="utf-8")
    session = Session.begin(load("delve", mods=[tmp_path], only_mods=(), strict=True).rules, 1, {"mode": "walk"})
    hp = get_world(session.state).actors[get_world(session.state).player].hp
    assert session.submit(Wait(actor=session.state.question.actor)).refusal is None
    assert get_world(session.state).actors[get_world(session.state).player].hp == hp - 1


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
