"""Every rule of the chapter on rules as data is loaded from the page and played as the comment after it says."""

from __future__ import annotations

import re
import textwrap
from pathlib import Path
from typing import Any

import pytest

from footfall.api import events
from footfall.loader import load
from footfall.testing import begin, scene

PAGE = Path(__file__).parents[2] / "docs" / "modding" / "rules.md"

BLOCK = re.compile(
    r"```toml\n(?P<rule>\[(?:hook|roll|effect).*?)```(?:\n\n<!-- check ?(?P<game>\w*)\n(?P<check>.*?)\n-->)?", re.DOTALL
)

RULES = [match.groupdict() for match in BLOCK.finditer(PAGE.read_text(encoding="utf-8"))]

MANIFEST = """
[mod]
id = "you.page"
version = "1.0.0"
api = "1"
name = "Page"
games = ["{game}"]

[requires]
"core.{game}" = "*"

[settings.echo]
type = "float"
default = 1.5
scope = "world"
"""


def name_rule(rule: dict[str, Any]) -> str:
    return str(re.findall(r"\.(\w+)\]", rule["rule"])[0])


def test_there_are_twenty_rules_with_checks() -> None:
    assert len(RULES) >= 20
    assert [name_rule(rule) for rule in RULES if not rule["check"]] == []


@pytest.mark.proof(8)
@pytest.mark.parametrize("rule", RULES, ids=name_rule)
def test_a_rule_of_the_page_works_as_it_stands(rule: dict[str, Any], tmp_path: Path) -> None:
    game = rule["game"] or "stealth"
    mod = tmp_path / "page"
    files = {"mod.toml": MANIFEST.format(game=game), "content/rules.toml": rule["rule"]}
    texts = sorted({*re.findall(r'= "(page-[\w-]+)"', rule["rule"])})
    files |= {f"locale/{language}/page.ftl": "".join(f"{id} = Text.\n" for id in texts) for language in ("en", "es")}
    for name, text in files.items():
        (mod / name).parent.mkdir(parents=True, exist_ok=True)
        (mod / name).write_text(text, encoding="utf-8")
    assert load(game, mods=[mod], only_mods=(), strict=True).findings == ()
    names: dict[str, Any] = {"events": events, "scene": lambda *args, **keys: scene(*args, mods=[mod], **keys)}
    if game != "stealth":
        names["game"] = begin(game, mods=[mod], options={"king": {"players": 3}}.get(game))
    exec(compile(textwrap.dedent(rule["check"]), f"{PAGE.name}: {name_rule(rule)}", "exec"), names)


MISTAKES = {
    "[hook.on_status_loss.a]\nwhen = \"status == 'poisoned'\"\ndo.heal = { actor = \"actor\" }":
        "status is never 'poisoned', did you mean 'core.stealth:poisoned'?",
    "[hook.on_damage.a]\nwhen = \"weapon in ('', 'core.stealth:daggar')\"\nadd.damage = 1":
        "weapon is never 'core.stealth:daggar', did you mean 'core.stealth:dagger'?",
    "[hook.on_death.a]\nwhen = \"actor.kind != 'goblin'\"\ndo.heal = { actor = \"killer\" }":
        "actor.kind is never 'goblin', did you mean 'core.stealth:goblin'?",
    "[hook.on_death.a]\nwhen = \"actor.mood == 'sleeping'\"\ndo.heal = { actor = \"killer\" }":
        "actor.mood is never 'sleeping'",
}  # fmt: skip


@pytest.mark.parametrize("rule", MISTAKES)
def test_a_text_that_a_field_never_has_is_named(rule: str, tmp_path: Path) -> None:
    """A condition that can never hold would be silent in play."""
    mod = tmp_path / "page"
    (mod / "content").mkdir(parents=True)
    (mod / "mod.toml").write_text(MANIFEST.format(game="stealth"), encoding="utf-8")
    (mod / "content" / "rules.toml").write_text(rule, encoding="utf-8")
    [finding] = load("stealth", mods=[mod], only_mods=()).findings
    assert MISTAKES[rule] in finding.text
    assert "rules.toml:2" in finding.location
