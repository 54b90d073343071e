"""Every rule is named by a test; every id in the code has a line in docs/rules/king.md."""

import re
from pathlib import Path

from king_cases import CASES, DATA

ROOT = Path(__file__).parents[2]
RULES = [line for line in (DATA / "rules.txt").read_text().splitlines() if not line.startswith("#")]
UNTESTED: dict[str, str] = {}
"""Rules without a test, with the reason."""


def list_tested_ids() -> set[str]:
    """Returns the ids that test functions and cases name; ``K-BOARD-2,3,4`` names three."""
    texts = [case.rule for case in CASES]
    for file in sorted(Path(__file__).parent.glob("test_king_*.py")):
        if file.name != Path(__file__).name:
            texts += re.findall(r'def test_\w+\([^"]*?"""(.*?)"""', file.read_text(), re.DOTALL)
    ids: set[str] = set()
    for text in texts:
        for head, more in re.findall(r"(K-(?:EVENT )?[A-Z0-9_.-]+[a-z0-9]*)((?:,\d+)*)", text):
            ids.add(head)
            stem = re.match(r"(.*?)\d+$", head)
            ids |= {f"{stem[1]}{number}" for number in more.split(",") if number} if stem else set()
    return {id.rstrip(".-") for id in ids}


def test_every_id_has_a_line_on_the_page() -> None:
    """Code and tests name no rule, assumption or decision that docs/rules/king.md does not state."""
    page = (ROOT / "docs" / "rules" / "king.md").read_text(encoding="utf-8")
    stated = {id for cell in re.findall(r"^\| ([KAD]-[^|]+?) \|", page, re.MULTILINE) for id in cell.split(", ")}
    families = {id[: at.start()] for id in stated for at in re.finditer(r"[-.]", id)}
    missing = set()
    for folder in ("plugins/king", "rust/king", "rust/king-python", "tests/king", "tests/data/king"):
        for file in (ROOT / folder).rglob("*"):
            if file.suffix in (".py", ".rs", ".toml", ".md", ".json", ".txt", ".ftl"):
                ids = re.findall(
                    r"\b(?:K-EVENT [A-Z_]{4,}|[KAD]-(?!Z0)[A-Z0-9]{2,}(?:[-.][A-Z0-9_]+)*[a-z]?)",
                    file.read_text(encoding="utf-8"),
                )
                missing |= {(file.name, id) for id in ids if id not in stated and id not in families}
    assert missing == set()


def test_every_rule_is_named() -> None:
    missing = [rule for rule in RULES if rule not in list_tested_ids() and rule not in UNTESTED]
    assert missing == []


def test_no_rule_is_invented() -> None:
    families = {"K-STAIRMOVE", "K-ATTRACT", "K-SAC", "K-WIN", "K-ROOM"}
    assert sorted(id for id in list_tested_ids() if id not in RULES and id not in families) == []
