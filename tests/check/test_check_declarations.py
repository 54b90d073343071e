"""Readings, deeds, hooks and words that are read from the source of a mod are those that it provides when it runs."""

from __future__ import annotations

from pathlib import Path

import pytest

from footfall.api.deeds import CORE_DEEDS
from footfall.check import check_mod
from footfall.check.declarations import read_declarations
from footfall.check.mod_source import read_subject
from footfall.loader import discover, load
from footfall.loader.rules.scope import ReadingTable, find_rule_type
from footfall.loader.rules.words import list_marks


@pytest.mark.proof(1)
@pytest.mark.parametrize("game", ["core.stealth", "core.king", "core.delve"])
def test_the_games_are_read_as_they_are_loaded(game: str) -> None:
    loaded = load(game, only_mods=())
    vocabulary = loaded.vocabulary
    assert vocabulary is not None
    found = read_declarations(read_subject(mod) for mod in loaded.mods if mod.id in loaded.rules.mods)
    table = ReadingTable.build([*found.readings])
    known = vocabulary.readings.readable
    for key, readable in table.readable.items():
        assert known[key] == readable
    # Types that need code to run, such as lists that a function makes.
    assert len(known.keys() - table.readable.keys()) <= len(known) // 8
    for key, source in table.sources.items():
        given = [*source.parameters.values(), source.type]
        wanted = [*vocabulary.readings.sources[key].parameters.values(), vocabulary.readings.sources[key].type]
        assert [list(list_marks(type)) for type in given] == [list(list_marks(type)) for type in wanted], key
    assert not set(vocabulary.deeds) - set(CORE_DEEDS) - set(found.deeds) - found.unread
    for name, deed in found.deeds.items():
        assert deed.is_placement is vocabulary.deeds[name].is_placement
        assert deed.defaults == vocabulary.deeds[name].defaults, name
        assert deed.parameters == vocabulary.deeds[name].parameters, name
    for name, spec in found.hooks.items():
        same = vocabulary.hooks[name]
        assert (spec.kind, spec.terms, spec.owner) == (same.kind, same.terms, same.owner)
        types = {field: find_rule_type(same.find_field_type(field, exact=True)) for field in same.fields or ()}
        assert {field: find_rule_type(spec.find_field_type(field, exact=True)) for field in spec.fields or ()} == types


LIBRARY = '''
MOD = "you.library"
from enum import Enum
from typing import Annotated
from footfall.api import ActorId, Command, Context, Words, collect_readings, hook, reading

PHASES = ("new", "full")

class Mood(Enum):
    GRIM = "grim"
    GAY = "gay"

class Howl(Command, frozen=True, tag="you.library:howl"):
    """Howl."""

def list_types():
    return int

@reading(cost="O(1)", unit="nights", rule_name="nights")
def nights_of(ctx: Context, actor: ActorId) -> "int | None":
    """Nights."""

@reading(cost="O(1)")
def phase(ctx: Context) -> Annotated[str, Words("phase", PHASES)]:
    """The phase of the moon."""

@reading(cost="O(1)")
def mood_of(ctx: Context) -> Mood | None:
    """The mood."""

@reading(cost="O(1)")
def secret(ctx: Context) -> list_types():
    """A type that only running tells."""

@hook
def provide_words():
    return [Words("manner", ("claws",), is_open=True)]
'''

USER = """
[mod]
id = "you.user"
version = "1"
games = ["stealth"]
[requires]
"you.library" = "*"
"""

RULES = {
    "phase == 'ful'": "phase is never 'ful', did you mean 'full'?",
    "mood == 'grin'": "mood is never 'grin', did you mean 'grim'?",
    "manner == 'claw'": "manner is never 'claw', did you mean 'claws'?",
    "attacker.night > 2": "an actor has no reading 'night', did you mean 'nights'?",
    "attacker.nights > 2 and phase == 'full' and mood == 'grim' and manner == 'claws'": "",
    "secret == 3": "",
}


@pytest.mark.parametrize("when", RULES)
def test_a_rule_is_checked_with_the_words_of_a_library(tmp_path: Path, when: str) -> None:
    library, user = tmp_path / "library.py", tmp_path / "user"
    library.write_text(LIBRARY)
    (user / "content").mkdir(parents=True)
    (user / "mod.toml").write_text(USER)
    (user / "content" / "rules.toml").write_text(f'[hook.on_attack.rule]\nwhen = "{when}"\nadd.to_hit = 1\n')
    mods, _ = discover([library, user], all_sources=False)
    report = check_mod(mods["you.user"], [library], run_code=False)
    found = [finding.text for finding in report.findings if finding.code == "unknown-name"]
    assert [text.partition(", when: ")[2].partition(";")[0] for text in found] == [RULES[when]] * bool(RULES[when])
