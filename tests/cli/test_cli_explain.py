"""``footfall mods show --changes``: sentences about every rule and field, in both languages."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from footfall.cli import main

ROOT = Path(__file__).parents[2]

RULES = """
[hook.on_hear.screams]
when = "kind in ('cry', 'door') and (loudness >= 3 or not listener.is_player)"
mul.range = 1.5
set.range = "2 * (distance + settings.extra)"
reason = "screams carry"

[hook.on_move.softly]
add.noise = -1

[hook.can_act.never]
when = "1 < actor.hp < 4"
deny = "rules-no"

[hook.on_death.bell]
do.tell = "rules-bell"
do.heal = { actor = "killer" }
do.remember = { name = "dead", value = "memory.dead + 1" }

[patch.creature."core.stealth:giant_rat"]
add.hp = 3
"""

EXPECTED = {
    "en": [
        "on_hear.screams: When kind is one of 'cry', 'door' and (loudness is at least 3 or listener.is_player does "
        "not hold): range becomes 2 * (distance + 4); multiplies range by 1.5 (“screams carry”).",
        "on_move.softly: Always: takes 1 from noise.",
        "can_act.never: When actor.hp is more than 1 and actor.hp is less than 4: forbids it: “No.”.",
        "on_death.bell: Always: writes “Dong.” to the log; gives hit points back (actor = killer); remembers "
        "memory.dead + 1 as dead.",
        "changes creature core.stealth:giant_rat:",
        "has the setting extra: Extra (4 unless you change it).",
        "has 2 texts in en.",
    ],
    "es": [
        "on_hear.screams: Cuando kind es uno de 'cry', 'door' y (loudness es al menos 3 o no se cumple "
        "listener.is_player): range pasa a ser 2 * (distance + 4); multiplica range por 1.5 («screams carry»).",
        "on_move.softly: Siempre: resta 1 a noise.",
        "can_act.never: Cuando actor.hp es mayor que 1 y actor.hp es menor que 4: lo prohíbe: «No.».",
        "on_death.bell: Siempre: escribe «Tañe.» en el registro; devuelve puntos de vida (actor = killer); recuerda "
        "memory.dead + 1 como dead.",
        "cambia creature core.stealth:giant_rat:",
        "tiene el ajuste extra: Extra (4 si no lo cambias).",
        "tiene 2 textos en es.",
    ],
}


@pytest.fixture
def mod(tmp_path: Path) -> Path:
    files = {
        "mod.toml": '[mod]\nid = "you.rules"\nversion = "1.0.0"\napi = "1"\nname = "Rules"\ngames = ["stealth"]\n\n'
        '[requires]\n"core.stealth" = "*"\n\n[settings.extra]\ntype = "int"\ndefault = 4\nscope = "world"\n'
        'label = "Extra"\n',
        "content/rules.toml": RULES,
        "locale/en/rules.ftl": "rules-no = No.\nrules-bell = Dong.\n",
        "locale/es/rules.ftl": "rules-no = No.\nrules-bell = Tañe.\n",
    }
    for name, text in files.items():
        path = tmp_path / "rules" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path / "rules"


def explain(mod: Path, *options: str) -> str:
    result = CliRunner().invoke(main, ["mods", "show", "--changes", str(mod), *options])
    assert result.exit_code == 0, result.output
    return result.output


@pytest.mark.parametrize("language", ["en", "es"])
def test_every_rule_and_field_is_a_sentence(mod: Path, language: str) -> None:
    output = explain(mod, "--lang", language)
    for sentence in EXPECTED[language]:
        assert sentence in output, output
    assert "{" not in output
    assert "explain-" not in output
    assert "rules.toml:21" in output, "the patched field has its line"


def test_the_report_for_programs(mod: Path) -> None:
    report = json.loads(explain(mod, "--json"))
    rules = {row["name"]: row for row in report["changes"] if row["what"] == "rule"}
    assert list(rules) == ["on_hear.screams", "on_move.softly", "on_death.bell", "can_act.never"]
    assert rules["on_move.softly"]["where"].endswith("rules.toml:8")


@pytest.mark.proof(0)
def test_python_is_named_and_not_explained() -> None:
    assert "It has Python code for decide_action, which is not explained here." in explain(ROOT / "mods" / "cowards")
