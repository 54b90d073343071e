"""Every rule of the document is named by a test that checks it."""

import re
from pathlib import Path

from king_cases import CASES, DATA
from planted_errors import load_mutants

from footfall.plugins import king

RULES = [line for line in (DATA.parent / "rules.txt").read_text().splitlines() if not line.startswith("#")]
UNTESTED: dict[str, str] = {}
"""Rules without a test, with the reason."""


def named() -> set[str]:
    """The ids that test functions and cases name; ``K-BOARD-2,3,4`` names three."""
    texts = [str(case["rule"]) for case in CASES]
    for file in sorted(Path(__file__).parent.glob("test_king_*.py")):
        if file.name != Path(__file__).name:
            texts += re.findall(r'def test_\w+\([^"]*?"""(.*?)"""', file.read_text(), re.DOTALL)
    found: set[str] = set()
    for text in texts:
        for head, more in re.findall(r"(K-(?:EVENT )?[A-Z0-9_.-]+[a-z0-9]*)((?:,\d+)*)", text):
            found.add(head)
            stem = re.match(r"(.*?)\d+$", head)
            found |= {f"{stem[1]}{number}" for number in more.split(",") if number} if stem else set()
    return {each.rstrip(".-") for each in found}


def test_every_rule_is_named() -> None:
    missing = [rule for rule in RULES if rule not in named() and rule not in UNTESTED]
    assert missing == []


def test_no_rule_is_invented() -> None:
    families = {"K-STAIRMOVE", "K-ATTRACT", "K-SAC", "K-WIN"}
    assert sorted(each for each in named() if each not in RULES and each not in families) == []


def test_planted_errors_are_in_place() -> None:
    """The list of `planted_errors.py` still fits the code: every right line stands there once."""
    planted = load_mutants()
    assert len(planted) >= 50
    for error in planted:
        text = (Path(king.__file__).parent / error["file"]).read_text(encoding="utf-8")
        assert text.count(error["right"]) == 1, error
