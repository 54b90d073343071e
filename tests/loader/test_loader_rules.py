"""Rules as data: from a table in a file to implementations."""

from __future__ import annotations

import struct
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from footfall.api.events import Hearing
from footfall.content.record_types import Record
from footfall.engine.explanations.descriptions import explain
from footfall.engine.explanations.tracing import Tracer
from footfall.engine.session import Session
from footfall.loader import LoadResult, Trust, load
from footfall.loader.hooks.index import share_calls
from footfall.loader.hot_reload import CodeSnapshot, reload_mod
from footfall.loader.rules import binder, functions
from footfall.loader.rules.rule import compile_at

DUEL = Path(__file__).parent.parent / "data" / "mods" / "duel"
Duel = Callable[..., LoadResult]
Write = Callable[..., Path]

READINGS = '''
import sys
from typing import Annotated

from footfall.api import ActorId, Ref, collect_deeds, collect_readings, deed, hook, reading
from footfall_mods.tests__duel import HurtFighter

ME = sys.modules[__name__]


@reading(unit="points", cost="O(1)", rule_name="life")
def life_of(ctx, actor: ActorId) -> int:
    """Life left."""
    return ctx.state.parts["tests.duel"].hp[actor]


@reading(cost="O(1)")
def broken(ctx) -> int:
    """Fails."""
    raise RuntimeError("out of order")


@deed
def strike(ctx, actor: ActorId, amount: int = 1, weapon: Annotated[str, Ref("weapon")] = "") -> list:
    """Takes life."""
    return [HurtFighter(actor, max(amount, 0))]


@hook
def provide_readings():
    return collect_readings(ME).values()


@hook
def provide_deeds():
    return collect_deeds(ME).values()
'''


def play(loaded: LoadResult, turns: int = 3, strict: bool = True) -> Session:
    session = Session.begin(loaded.rules, 7, {}, strict=strict)
    session.tracer = Tracer()
    for _ in range(turns):
        if session.state.question is not None:
            session.submit(loaded.rules.game.list_legal(session.context())[0])
    return session


def rule_file(text: str) -> dict[str, str]:
    return {"content/rules.toml": text}


def codes(loaded: LoadResult) -> list[str]:
    return [finding.code for finding in loaded.findings]


# In play.


def test_a_data_mod_with_rules_needs_no_approval(duel: Duel, write: Write) -> None:
    """A rule of every kind of hook takes effect in a mod without Python."""
    files = rule_file("""
        [hook.on_attack.sure]
        when = "attacker == 0 and not backstab and manner in ('melee', 'reach')"
        set.to_hit = 99
        [hook.on_damage.hard]
        add.damage = "2 + settings.extra"
        mul.damage = 1.5
        reason = "hard"
        [hook.on_turn_end.count]
        do.remember = { name = "turns", value = "memory.turns + 1" }
        [hook.can_enter.sealed]
        when = "place == 'ring'"
        deny = "you-rules-sealed"
        [hook.on_round_end.tide]
        after = "tests.duel:tire"
        do.remember = { name = "tides", value = "memory.tides + 2" }
    """)
    settings = '[settings.extra]\ntype = "int"\ndefault = 1\nscope = "world"\nlabel = "Extra"\n'
    write("you.rules", files=files, manifest=settings)
    loaded = duel(trust=Trust.NAMED)  # the mod is found, not named
    assert "you.rules" in loaded.rules.mods
    session = play(loaded, 1)
    assert session.state.memory == {"you.rules": {"turns": 1, "tides": 2}}
    duel_state = session.state.parts["tests.duel"]
    boar: Any = loaded.rules.records.get(Record, "beast", "tests.duel:boar")
    assert duel_state.hp[1] == max(0, boar.hp - 8)  # 2 + (2 + 1), by 1.5, is 7.5, rounded half up
    assert duel_state.heard == 0
    steps = loaded.rules.hooks.chains["on_round_end", "tests.duel"]
    assert steps.index("you.rules:tide") == steps.index("tests.duel:tire") + 1
    location = loaded.rules.steps["you.rules:tide"].cause.location  # not that of the framework's function
    assert Path(location.rpartition(":")[0]).name == "rules.toml"
    assert location == next(rule.table.locate() for rule in loaded.rules.hooks.rules.values() if rule.name == "tide")


def test_a_trace_shows_a_rule_with_its_values(duel: Duel, write: Write) -> None:
    files = rule_file("""
        [hook.on_hear.loud]
        when = "kind == 'step' and loudness >= 2"
        mul.range = "loudness * 1.5"
        reason = "it echoes"
    """)
    session = play(duel(write("you.rules", files=files)), 1)
    assert session.tracer is not None
    lines = [line for trace in session.tracer.list_entry_traces() for line in explain(trace)]
    (line,) = [line for line in lines if "you.rules" in line]
    assert line.strip().startswith("×3000/1000 you.rules mods/you-rules/content/rules.toml:2")
    assert "it echoes: kind == 'step' and loudness >= 2; mul.range = loudness * 1.5" in line
    assert "-> kind 'step', loudness 2" in line


def test_readings_and_deeds_of_a_mod_are_for_rules(duel: Duel, write: Write) -> None:
    library = write("you.library", READINGS)
    files = rule_file("""
        [hook.on_turn_end.bleed]
        when = "actor.life > 2"
        do.strike = [{ actor = "actor", amount = "actor.life // 10" }, { actor = 1, weapon = "tests.duel:lance" }]
    """)
    loaded = duel(library, write("you.rules", files=files))
    assert not loaded.findings
    session = play(loaded, 1)
    knight: Any = loaded.rules.records.get(Record, "beast", "tests.duel:knight")
    assert session.state.parts["tests.duel"].hp[0] == knight.hp - knight.hp // 10
    traces = session.tracer.list_entry_traces() if session.tracer else []
    strikes = [change for trace in traces for change in trace.changes if change.cause.via == "on_turn_end.bleed"]
    assert [change.cause.location for change in strikes] == ["mods/you-rules/content/rules.toml:2"] * 2


def test_a_failing_reading_is_contained_and_suspends_the_rule_alone(duel: Duel, write: Write) -> None:
    library = write("you.library", READINGS)
    files = rule_file("""
        [hook.on_turn_end.fails]
        when = "broken > 0"
        do.remember = { name = "never" }
        [hook.on_turn_end.works]
        do.remember = { name = "turns", value = "memory.turns + 1" }
    """)
    session = play(duel(library, write("you.rules", files=files)), 5, strict=False)
    turns = session.state.memory["you.rules"]["turns"]
    assert turns >= 4
    assert ("you.rules", "on_turn_end.fails") in session.suspended
    assert ("you.rules", "on_turn_end.works") not in session.suspended
    (problem, *_) = session.problems
    assert problem.via == "on_turn_end.fails"
    assert "out of order" in problem.error


def test_a_rule_rolls_its_own_dice(duel: Duel, write: Write) -> None:
    """A rule with dice shifts no die of the game or of another rule."""
    one = '[hook.on_turn_end.a]\ndo.remember = { name = "a", value = "roll(1, 1000)" }\n'
    two = '[hook.on_turn_end.b]\ndo.remember = { name = "b", value = "roll(1, 1000)" }\n'
    first = play(duel(write("you.rules", files=rule_file(one))))
    both = play(duel(write("you.rules", files=rule_file(two + one))))
    assert first.state.memory["you.rules"]["a"] == both.state.memory["you.rules"]["a"]
    assert first.state.parts["tests.duel"] == both.state.parts["tests.duel"]


def test_needs_is_asked_when_the_game_is_loaded(duel: Duel, write: Write) -> None:
    files = rule_file("""
        [hook.on_hear.never]
        needs = { mods = ["you.missing"] }
        add.range = 1
        [hook.on_hear.always]
        needs = { games = ["duel"] }
        add.range = 1
    """)
    loaded = duel(write("you.rules", files=files))
    assert [impl.listener.cause.via for impl in loaded.hooks["on_hear"]] == ["on_hear.always"]


def test_rules_follow_the_order_of_mods_and_of_before_and_after(duel: Duel, write: Write) -> None:
    plain = "[hook.on_hear.a]\nadd.range = 1\n"
    first = write("you.a", files=rule_file(plain + 'after = "you.b"\n'))
    second = write("you.b", files=rule_file(plain))
    loaded = duel(first, second)
    assert [impl.mod for impl in loaded.hooks["on_hear"]] == ["you.b", "you.a"]


def test_leading_tests_of_fields_run_in_dispatch(duel: Duel, write: Write) -> None:
    files = rule_file("""
        [hook.on_hear.a]
        when = "kind == 'door' and 3 < loudness and loudness <= distance and direction == 1"
        add.range = 1
    """)
    (impl,) = duel(write("you.rules", files=files)).hooks["on_hear"]
    assert [(c.field, c.op, c.value) for c in impl.conditions] == [("kind", "==", "door"), ("loudness", ">=", 4)]
    assert not impl.wants_context


def test_a_rule_is_reloaded_in_the_running_game(duel: Duel, write: Write) -> None:
    """The new rule continues the game with its memory; a rule that does not fit changes nothing and names its place."""
    text = '[hook.on_turn_end.count]\ndo.remember = { name = "turns", value = "memory.turns + 1" }\n'
    folder = write("you.rules", files={"content/rules.toml": text})
    loaded = duel(folder)
    session = play(loaded, 2)
    snapshot = CodeSnapshot.capture("you.rules", loaded)
    (folder / "content" / "rules.toml").write_text(text.replace("+ 1", "+ 10"), encoding="utf-8")
    reloaded = reload_mod(session, snapshot, "you.rules", lambda: duel(folder), probe_commands=2)
    assert reloaded.error == ""
    reloaded.session.submit(loaded.rules.game.list_legal(session.context())[0])
    assert reloaded.session.state.memory["you.rules"]["turns"] == 12
    (folder / "content" / "rules.toml").write_text(text.replace("memory.turns", "memroy.turns"), encoding="utf-8")
    refused = reload_mod(reloaded.session, reloaded.snapshot, "you.rules", lambda: duel(folder), probe_commands=2)
    assert "there is no name 'memroy', did you mean 'memory'?" in refused.error
    assert "content/rules.toml:2" in refused.error
    assert refused.session is reloaded.session


# Levels.


PLACEMENTS = {
    "content/rules.toml": """
        [template.shrine]
        rows = ["#####", "#...#", "#.@.#", "#...#", "##+##"]
        signs = { "@" = { creature = "core.stealth:goblin" } }

        [hook.on_generate.shrine]
        recipe = ["core.stealth:cavern", "core.stealth:standard"]
        before = "core.stealth:check"
        when = "draft.floor == 1 and draft.recipe == 'core.stealth:cavern' and draft.copies('core.stealth:goblin') == 0"
        do.draw = "shrine"
        do.spawn = [{ creature = "core.stealth:cave_bat", count = "roll(3, 3)" }]
        do.lay = { item = "core.stealth:dagger", count = 4 }
    """
}


def test_placements_add_to_a_level_that_is_built(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    """A drawing, creatures and items; other floors, and the dice of the game, stay as they are."""
    folder = write("you.rules", files=PLACEMENTS)
    monkeypatch.undo()  # with the games
    base, loaded = load("stealth", only_mods=()), load("stealth", mods=[folder], only_mods=())
    assert not [f for f in loaded.findings if f.mod == "you.rules"]
    for generator, expected in (("core.stealth:cavern", 1), ("core.stealth:standard", 0)):
        counts = []
        for each in (base, loaded):
            session = Session.begin(each.rules, 3, {"generator": generator}, strict=True)
            world = session.state.parts["world"]
            kinds = [actor.kind for actor in world.actors.values()]
            daggers = sum(item.kind == "core.stealth:dagger" and not item.holder for item in world.items.values())
            counts.append((kinds.count("core.stealth:cave_bat"), kinds.count("core.stealth:goblin"), daggers))
        added = [more - less for less, more in zip(*counts, strict=True)]
        assert added == [3 * expected, 1 * expected, 4 * expected]


def test_a_placement_stands_in_on_generate_alone(duel: Duel, write: Write) -> None:
    library = write(
        "you.library",
        READINGS.replace("def strike(ctx, actor", "def strike(ctx, draft, actor").replace(
            "from footfall_mods.tests__duel import HurtFighter", "HurtFighter = None"
        ),
    )
    files = rule_file("""
        [hook.on_generate.a]
        do.remember = "x"
        [hook.on_turn_end.b]
        do.strike = { actor = 1 }
        [hook.on_generate.c]
        recipe = 3
        do.strike = { actor = 1 }
    """)
    loaded = duel(library, write("you.rules", files=files))
    texts = [finding.text for finding in loaded.findings]
    assert sum("has no deed" in text for text in texts) == 2
    assert "recipe must be a text or a list of texts" in texts


ROWS = """
    [patch.spawn."core.stealth:standard"]
    set.rows."core.stealth:cave_bat" = {{ by_floor = [[1, 1000000]], when = "{when}" }}
"""


@pytest.mark.parametrize(
    ("when", "holds", "code"),
    [
        ("draft.floor == 2 and draft.recipe == 'core.stealth:standard'", True, None),
        ("draft.floor > 2 or settings.core.stealth.time.unit > 99", False, None),
        ("draft.flor > 1", False, "unknown-name"),
        ("draft.floor", False, "wrong-type"),
    ],
)
def test_a_row_of_a_table_has_a_condition(
    when: str, holds: bool, code: str | None, write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It decides at the level whether the row is drawn; one that is not valid never holds and is a finding."""
    folder = write("you.rows", files={"content/rows.toml": ROWS.format(when=when)})
    monkeypatch.undo()  # with the games
    loaded = load("stealth", mods=[folder], only_mods=())
    found = [f for f in loaded.findings if f.mod == "you.rows"]
    assert [f.code for f in found] == ([code] if code else [])
    assert all(f.location.endswith("content/rows.toml:3") for f in found)
    options = {"generator": "core.stealth:standard", "floor": 2}
    world = Session.begin(loaded.rules, 3, options, strict=True).state.parts["world"]
    kinds = [actor.kind for actor in world.actors.values() if actor.id != world.player]
    assert kinds
    assert (kinds.count("core.stealth:cave_bat") > len(kinds) // 2) is holds


def test_a_place_has_only_the_readings_of_places(duel: Duel, write: Write) -> None:
    library = write("you.library", READINGS)
    files = rule_file("[hook.can_enter.a]\nwhen = 'place.life > 1'\ndeny = 'no'\n")
    loaded = duel(library, write("you.rules", files=files))
    (finding,) = [f for f in loaded.findings if f.mod == "you.rules"]
    assert (finding.code, finding.text.partition(": ")[2]) == ("unknown-name", "a place has no reading 'life'")


def test_a_fault_of_one_rule_is_named_and_contained(duel: Duel, write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    """What no check foresees ends one rule, with its mod and line."""

    def fail(when: Any) -> Any:
        if when is not None:
            raise struct.error("argument out of range")
        return (), None

    monkeypatch.setattr(binder, "split_condition", fail)
    files = rule_file(
        "[hook.on_damage.right]\nadd.damage = 1\n[hook.on_attack.wrong]\nwhen='backstab'\nadd.to_hit = 1\n"
    )
    write("you.rules", files=files)
    (finding,) = [f for f in duel().findings if f.mod == "you.rules"]
    assert (finding.code, finding.location) == ("bad-rule", "mods/you-rules/content/rules.toml:3")
    assert "on_attack rule 'wrong' cannot be used: error: argument out of range" in finding.text


def test_rules_that_cannot_apply_are_neither_compiled_nor_asked(
    duel: Duel, write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An index finds rules by values that they share; the others keep their order."""
    compiled: list[str] = []

    def compile_and_count(source: str, table: Any, names: dict[str, Any]) -> Any:
        compiled.append(table.name)
        return compile_at(source, table, names)

    monkeypatch.setattr(functions, "compile_at", compile_and_count)
    conditions = ("loudness == {}", "loudness in ({}, 700)", "loudness >= {}", "distance + 1 > 1{}", "true")
    rules = [(n, conditions[n % len(conditions)].format(n)) for n in range(400)]
    text = "".join(f'[hook.on_hear.r{n}]\nwhen = "{when}"\nadd.range = {n}\n' for n, when in rules)
    write("you.rules", files=rule_file(text))
    loaded = duel()
    assert not loaded.findings
    host = SimpleNamespace(strict=False, suspended=set(), contexts={"you.rules": None})
    for loudness, distance in ((5, 3), (6, 3), (700, 3), (12, 1400)):
        event = Hearing(1, 2, "bell", loudness, distance, 0)
        names = {"loudness": loudness, "distance": distance, "true": True}
        expected = [n for n, when in rules if eval(when, {}, names)]
        compiled.clear()
        found = [result[0].value for _, result in loaded.rules.hooks.dispatch["on_hear"](event, host)]
        assert found == expected
        assert {int(name[1:]) for name in compiled} <= set(expected)


def test_an_index_reads_a_value_once_for_an_event() -> None:
    calls: dict[str, str] = {}
    stat = "read1(ctx, event.actor, 'luck')"
    source = f"read0(ctx, event.actor) + {stat} + read0(ctx, event.actor) + read2(ctx, read0(ctx, event.actor))"
    assert share_calls(source, calls) == "shared0 + shared1 + shared0 + read2(ctx, shared0)"
    assert calls == {"read0(ctx, event.actor)": "shared0", stat: "shared1"}
