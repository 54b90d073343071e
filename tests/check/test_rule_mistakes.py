"""What ``mods check`` says about common mistakes in rules as data: what is wrong, where, and what to write."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from footfall.cli import main

MANIFEST = """[mod]
id = "you.slips"
version = "1.0.0"
api = "1"
name = "Slips"
summary = "Mistakes."
authors = ["You"]
license = "MIT"
games = ["{game}"]
[requires]
"core.{game}" = "*"
"""

STEALTH: tuple[tuple[str, str, str], ...] = (
    (
        '[hook.on_turn_end.p]\ndo.remember = { name = "prey", value = "player.nearest_enemy(9)" }',
        "this must be a whole number, and it is an actor; write its number: NAME.id",
        "the rule is not used",
    ),
    (
        '[hook."core.stealth:notice".m]\nwhen = "memory.kills > 2"\nadd.keen = 1',
        "a rule of chance reads facts and settings, and no memory; a rule of a hook, such as on_notice, reads it",
        "the rule is not used",
    ),
    (
        "[hook.on_enter.a]\nwhen = \"place == 'core.stealth:rubble'\"\ndo.tell = 'slips-x'",
        "place is a cell or another thing, and never the text 'core.stealth:rubble'; compare a text of it: place.tile",
        "the rule is not used",
    ),
    (
        '[hook.on_turn_end.b]\nwhen = "memory.kils > 2"\ndo.tell = "slips-x"',
        "memory.kils is read and never written, so that it is 0, did you mean 'kills'?",
        'do.remember = { name = "kils", value = ... }',
    ),
    (
        "[hook.on_turn_end.c]\nwhen = \"player.mark('fear') > 2\"\ndo.tell = 'slips-x'",
        "mark('fear') is read and never written",
        'do.mark = { name = "fear", value = ... }',
    ),
    (
        "[hook.on_attack.d]\nadd.to_hit = -2_000_000_000",
        "add.to_hit = -2000000000 is out of bounds: a term is at most 1,000,000,000",
        "write a smaller number",
    ),
    (
        "[hook.on_damage.e]\nadd.damage = 1.5",
        "add.damage takes a whole number, not 1.5",
        "mul.damage = 1.5 multiplies; add.damage takes 1 or 2",
    ),
    (
        '[hook.on_damage.f]\nwhen = ["turn > 2", "manner == \'melee\'"]\nadd.damage = 1',
        "when is one expression, not a list",
        "when = \"turn > 2 and manner == 'melee'\"",
    ),
    (
        '[hook.on_damage.g]\nwhen = { manner = "melee" }\nadd.damage = 1',
        "when is an expression, not a table",
        "when = \"manner == 'melee'\"",
    ),
    (
        '[hook.on_damage.h]\nif = "turn > 2"\nadd.damage = 1',
        "a rule of on_damage (fold) has no key 'if'",
        "the condition is when",
    ),
    (
        '[hook.on_damage.i]\nthen = "add.damage = 1"',
        "a rule of on_damage (fold) has no key 'then'",
        "results stand next to when",
    ),
    (
        '[hook.on_damage.j]\nelse = "add.damage = 1"\nadd.damage = 2',
        "a rule of on_damage (fold) has no key 'else'",
        "if(a, b, c)",
    ),
    (
        '[hook.can_act.k]\nwhen = "actor.hp == 1"',
        "can_act rule 'k' does nothing",
        'deny = "slips-no", the id of a text in locale/en/slips.ftl',
    ),
    (
        '[hook.on_damage.reads]\nwhen = "damage > 3"\nadd.damage = 1',
        "there is no name 'damage'",
        "damage is a term of this hook, which rules change and do not read",
    ),
    (
        "[hook.can_act.l]\ndeny = true",
        "deny must be a text",
        'deny = "slips-no", the id of a text in locale/en/slips.ftl',
    ),
    (
        '[hook.on_death.m]\nwhen = "killer == player"',
        "on_death rule 'm' does nothing",
        "add a result: do.DEED",
    ),
    ('[hook.on_damage.n]\nadd.damage = "2d6"', "unexpected 'd6'", "2d6 is roll(1, 6) + roll(1, 6)"),
    ('[hook.on_damage.o]\nadd.damage = "d4"', "there is no name 'd4'", "d4 is roll(1, 4)"),
    ('[hook.on_damage.p]\nmul.damage = "50%"', "expected a value, found the end", "there is no percent"),
    ('[hook.on_damage.q]\nadd.damage = "turn > 2 ? 1 : 0"', "unexpected '?'", "if(condition, one, other)"),
    ('[hook.on_damage.r]\nadd.damage = "1 if turn > 2 else 0"', "unexpected 'if'", "if(condition, one, other)"),
    ('[hook.on_turn_end.s]\nwhen = "random() < 0.5"\ndo.tell = "slips-x"', "there is no function 'random'", "roll(low"),
    ('[hook.on_turn_end.t]\nwhen = "True"\ndo.tell = "slips-x"', "there is no name 'True'", "write true or false"),
    (
        '[hook.on_turn_end.u]\nwhen = "turn = 3"\ndo.tell = "slips-x"',
        "unexpected '=': write == to compare",
        "correct it",
    ),
    ('[hook.on_kill.v]\ndo.tell = "slips-x"', "there is no hook 'on_kill', did you mean 'on_death'?", "footfall hooks"),
    ('[hook.on_starve.w]\ndo.tell = "slips-x"', "did you mean 'core.stealth:on_hunger'", "footfall hooks"),
    ('[hook.on_equip.x]\ndo.tell = "slips-x"', "did you mean 'core.stealth:on_wear'?", "footfall hooks"),
    ('[hook.hunger.y]\ndo.tell = "slips-x"', "did you mean 'core.stealth:on_hunger'?", "footfall hooks"),
    ('[hook."core.king:on_card".z]\ndo.tell = "slips-x"', "there is no hook 'core.king:on_card'", "games of mod.toml"),
    (
        '[hook.on_death.heals]\ndo.heal = { actor = "killer", amount = -3 }',
        "do.heal: amount is -3, and must be at least 1",
        "do.hurt does the opposite",
    ),
    (
        '[hook.on_death.hurts]\ndo.hurt = { actor = "killer", amount = "if(turn > 3, 5000, 4000)" }',
        "do.hurt: amount is 4000, and must be at most 1,000",
        "within these bounds",
    ),
    (
        '[hook.on_death.slips]\ndo.hurt = { actor = "killer", amount = "numbr + 1" }',
        "there is no name 'numbr'",
        "correct it",
    ),
    ("[hook.on_turn_end.tells]\ndo.tell = 5", "do.tell: text is a text in quotes", 'text = "..."'),
)

KING: tuple[tuple[str, str, str], ...] = (
    (
        '[hook.on_turn_start.k]\ndo.bestow = { seat = "actor", card = "core.king:KEY" }',
        "do.bestow: card is 'core.king:KEY', whose group is 'key', and not 'object' or 'tale'",
        "name another record",
    ),
    (
        "[hook.on_turn_start.i]\n"
        "do.bestow = { seat = \"actor\", card = \"if(number > 3, 'core.king:KEY', 'core.king:VIAL')\" }",
        "card is 'core.king:KEY', whose group is 'key', and not 'object' or 'tale'",
        "",
    ),
    (
        "[hook.on_turn_start.m]\n"
        "do.pass_key = [{ seat = 0, other = 1 }, { seat = 1, other = 2 }, { seat = 2, other = 0 }]\n"
        'do.lose = [{ seat = 0, amount = 1, whom = "self" }, { seat = 1, amount = 1, whom = "self" },'
        ' { seat = 2, amount = 1, whom = "self" }, { seat = 0, amount = 2 }]',
        "the results of a rule have at most 16 values, and these have 17",
        "split the rule",
    ),
    (
        '[hook.on_turn_start.a]\ndo.grant = { seat = "actor", actions = -1 }',
        "do.grant: actions is -1, and must be at least 1",
        "do.spend does the opposite",
    ),
    (
        '[hook.on_turn_start.b]\ndo.gain = { seat = "actor", amount = -1 }',
        "do.gain: amount is -1, and must be at least 1",
        "do.lose does the opposite",
    ),
    (
        '[hook.on_turn_start.c]\ndo.lose = { seat = "actor", text = "slips-why" }',
        "the message 'slips-why' has no text",
        "slips-why = ...",
    ),
    (
        '[hook.on_turn_start.d]\ndo.ask = { seat = 0, question = "slips-q", first = "slips-x", second = "slips-x" }',
        "the message 'slips-q' has no text",
        "slips-q = ...",
    ),
    (
        '[card.GEM]\ngroup = "object"\nslot = true',
        "players see the card you.slips:GEM as 'slips-gem', which has no text",
        "add to locale/en/: slips-gem = ...",
    ),
    ('[hook.on_draw_card.e]\ndo.tell = "slips-x"', "did you mean 'core.king:on_card'?", "footfall hooks"),
)

WRITTEN = '[hook.on_death.written]\ndo.remember = { name = "kills", value = "memory.kills + 1" }\n'


def check(folder: Path, game: str, cases: tuple[tuple[str, str, str], ...]) -> list[dict[str, Any]]:
    """The findings about a mod whose rules are each in a file of their own."""
    (folder / "content").mkdir(parents=True)
    (folder / "mod.toml").write_text(MANIFEST.format(game=game), "utf-8")
    for number, (rule, _, _) in enumerate(cases):
        (folder / "content" / f"r{number}.toml").write_text(rule + "\n", "utf-8")
    (folder / "content" / "written.toml").write_text(WRITTEN, "utf-8")
    for language in ("en", "es"):
        (folder / "locale" / language).mkdir(parents=True)
        (folder / "locale" / language / "slips.ftl").write_text("slips-x = A line.\n", "utf-8")
    result = CliRunner().invoke(main, ["mods", "check", str(folder), "--json"])
    findings: list[dict[str, Any]] = json.loads(result.output)[0]["findings"]
    return findings


@pytest.fixture(scope="module")
def findings(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[dict[str, Any]]]:
    folder = tmp_path_factory.mktemp("slips")
    games = {"stealth": STEALTH, "king": KING}
    return {game: check(folder / game / "slips", game, cases) for game, cases in games.items()}


CASES = [("stealth", n) for n in range(len(STEALTH))] + [("king", n) for n in range(len(KING))]


@pytest.mark.parametrize(("game", "number"), CASES)
def test_a_mistake_is_named_with_its_place_and_a_remedy(findings: Any, game: str, number: int) -> None:
    rule, text, fix = {"stealth": STEALTH, "king": KING}[game][number]
    found = [f for f in findings[game] if f["file"].endswith(f"/r{number}.toml") and f["line"]]
    assert [text in f["text"] and fix in f["fix"] for f in found] == [True], (rule, found)


def test_the_corrected_rules_have_no_findings(tmp_path: Path) -> None:
    rules = (
        '[hook.on_enter.a]\nwhen = "place.tile == \'core.stealth:rubble\'"\ndo.tell = "slips-x"',
        '[hook.on_turn_end.b]\nwhen = "memory.kills > 2"\ndo.tell = "slips-x"',
        '[hook.on_damage.c]\nadd.damage = "roll(1, 6) + roll(1, 6)"',
        '[hook.can_act.d]\nwhen = "actor.hp == 1"\ndeny = "slips-x"',
        '[hook.on_enter.e]\nchoose = "g in place.creatures_within(15)"\nup_to = 9\ndo.alarm = "g"',
        '[hook.on_enter.f]\nwhen = "place.mark(\'gas\') == 0"\ndo.mark_cell = { at = "place", name = "gas" }',
    )
    assert check(tmp_path / "slips", "stealth", tuple((rule, "", "") for rule in rules)) == []
    king = '[hook.on_card.a]\nwhen = "place.box_size == 0"\ndo.tell = "slips-x"'
    assert check(tmp_path / "king", "king", ((king, "", ""),)) == []
