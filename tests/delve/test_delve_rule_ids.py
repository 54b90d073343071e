"""Every rule id of this game that code, tests or documentation name is explained in docs/rules/delve.md."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "rules" / "delve.md"
FOLDERS = ("plugins/delve", "tests/delve", "docs/delve.md")
RULE = re.compile(r"\b(?:[DC]-[A-Z]{4,}(?:-[A-Z]+)*|G-\d+)\b")


def cited_ids() -> set[str]:
    paths = [
        path for folder in FOLDERS for path in ((ROOT / folder).rglob("*.*") if "." not in folder else [ROOT / folder])
    ]
    texts = [path.read_text(encoding="utf-8") for path in paths if path.suffix in {".py", ".toml", ".md"}]
    return {id for text in texts for id in RULE.findall(text)}


def test_every_cited_rule_has_a_line():
    explained = set(re.findall(r"^\| ([A-Z]-[A-Z0-9-]+) \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE))
    families = {id.rsplit("-", 1)[0] for id in explained}
    assert cited_ids() - explained - families == set()


def test_every_explained_rule_is_cited():
    explained = set(re.findall(r"^\| ([A-Z]-[A-Z0-9-]+) \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE))
    assert explained - cited_ids() == set()
