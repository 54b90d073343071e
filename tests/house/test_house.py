"""House rules as ratchets: names, prose, references, circles of imports, sizes. Lower a limit when a count falls."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

HOUSE = Path(__file__).parent
ROOT = HOUSE.parents[1]

MAX_PARTICIPLE_SHARE = 0.03
"""Share of functions that may be named by a participle; the others are verbs."""

MAX_LONG_FUNCTIONS = 28
"""Functions of more than `counts.LONG_FUNCTION` lines."""

MAX_LONG_FILES = 0
"""Files of more than `counts.LONG_FILE` lines."""

MAX_LOOSE_FIELDS = 4
"""Fields named by a participle, an adverb or a pronoun; those left are names in saves, hooks or rules as data."""

MAX_VAGUE_PARAMETERS = 92
"""Parameters named by a pronoun, an adverb or another word that says nothing; most are readings of rules as data."""

MAX_VAGUE_VERBS = 13
"""Functions that tell, instead of listing, describing, reporting or writing."""

MAX_BARE_FLAGS = 0
"""Boolean fields whose name is no predicate."""

MAX_CLAUSES = 1
"""Clauses in the place of a noun, in docstrings."""

MAX_LATE_ANNOTATIONS = 104
"""Files with the import of `annotations`: those that need it, and those that the reference prints as written."""

MAX_CALLED_ONCE = 630
"""Private functions that are called once."""

HOMONYMS: dict[str, str] = {}
"""Framework types that may share a name, each with the reason."""

_STREAM = "lines of a game go to the file that a command names, one by one, and may go to a pipe"
_LIBRARY = "a library writes a report in its own format"
_CHILD = "the output of a child process"
WRITERS = {
    "pycore/footfall/disk.py": "the module itself",
    "pycore/footfall/cli/run.py": _STREAM,
    "pycore/footfall/sim/run.py": _STREAM,
    "pycore/footfall/sim/output_folder.py": _LIBRARY,
    "pycore/footfall/conformance/run_checks.py": _CHILD,
}
"""Files of the framework that change files, each with the reason. Temporary folders and the null device are free."""

RULE_ID = re.compile(r"\b[RKGD]-[A-Z]+-?\d")
GAMES = ("stealth", "king", "delve")


@pytest.fixture(scope="module")
def counts(load_script: Callable[[str], ModuleType]) -> ModuleType:
    return load_script("tests/house/counts.py")


@pytest.fixture(scope="module")
def prose(load_script: Callable[[str], ModuleType]) -> ModuleType:
    return load_script("tests/house/prose.py")


@pytest.fixture(scope="module")
def tree(counts: ModuleType) -> Any:
    """Counts of this checkout; see `counts.Counts`."""
    return counts.count(ROOT)


@pytest.mark.proof(0)
def test_prose_is_plain_english(prose: ModuleType) -> None:
    slips = [slip for place in prose.prose_files() for slip in prose.find_slips(ROOT / place, place)]
    assert slips == []


@pytest.mark.proof(0)
def test_functions_are_named_by_verbs(tree: Any) -> None:
    assert len(tree.participles) <= MAX_PARTICIPLE_SHARE * tree.functions, tree.participles


@pytest.mark.proof(0)
def test_functions_and_parameters_say_what_they_are(tree: Any) -> None:
    assert len(tree.vague_parameters) <= MAX_VAGUE_PARAMETERS, tree.vague_parameters
    assert len(tree.vague_verbs) <= MAX_VAGUE_VERBS, tree.vague_verbs


def test_few_files_read_annotations_late(counts: Any) -> None:
    line = "from __future__ import annotations\n"
    files = [path for folder in counts.SOURCE for path in (ROOT / folder).rglob("*.py")]
    late = [str(path) for path in files if line in path.read_text(encoding="utf-8")]
    assert len(late) <= MAX_LATE_ANNOTATIONS, late


def test_exceptions_end_in_error(tree: Any) -> None:
    assert tree.errors == []


def test_a_name_of_the_framework_has_one_meaning(tree: Any) -> None:
    names = {entry.partition(":")[0] for entry in tree.framework_homonyms}
    assert names - HOMONYMS.keys() == set(), tree.framework_homonyms
    assert HOMONYMS.keys() - names == set(), "remove these exceptions"


def test_references_lead_to_documents_of_the_repository(tree: Any) -> None:
    assert tree.dangling == []


def test_no_files_import_each_other_in_a_circle(tree: Any) -> None:
    assert tree.circles == []


def test_functions_and_files_stay_short(tree: Any) -> None:
    assert len(tree.long_functions) <= MAX_LONG_FUNCTIONS, tree.long_functions
    assert len(tree.long_files) <= MAX_LONG_FILES, tree.long_files


def test_fields_are_nouns_and_flags_are_predicates(tree: Any) -> None:
    assert len(tree.loose_fields) <= MAX_LOOSE_FIELDS, tree.loose_fields
    assert len(tree.bare_flags) <= MAX_BARE_FLAGS, tree.bare_flags


def test_docstrings_use_nouns(tree: Any) -> None:
    assert len(tree.clauses) <= MAX_CLAUSES, tree.clauses
    assert tree.fragments == []


def test_small_functions_stand_in_their_caller(tree: Any) -> None:
    assert len(tree.called_once) <= MAX_CALLED_ONCE


def test_only_one_module_changes_files(tree: Any) -> None:
    """Otherwise no proof can make them fail: see ``tests/saves/disk_journal.py``."""
    others = [place for place in tree.file_changes if place.partition(":")[0] not in WRITERS]
    assert others == [], "use footfall.disk"
    assert WRITERS.keys() <= {place.partition(":")[0] for place in tree.file_changes}, "remove these exceptions"


@pytest.mark.parametrize(
    "code",
    [
        'open(name, "w")', 'Path(name).open(mode="ab")', "os.open(name, os.O_RDWR)", "os.replace(a, b)",
        "path.replace(target)", "path.write_text(text)", "path.unlink(missing_ok=True)", "os.fsync(file)",
        "shutil.copyfile(a, b)", "tempfile.mkstemp()", "figure.savefig(path)",
    ],
)  # fmt: skip
def test_counts_finds_changes_of_files(counts: ModuleType, code: str) -> None:
    assert counts.changes_file(ast.parse(code).body[0].value)


@pytest.mark.parametrize("code", ['open(name, "rb")', 'text.replace("a", "b")', "os.open(name, os.O_RDONLY)"])
def test_counts_lets_files_be_read(counts: ModuleType, code: str) -> None:
    assert not counts.changes_file(ast.parse(code).body[0].value)


def test_the_framework_cites_no_rules_of_games() -> None:
    framework = ROOT / "pycore" / "footfall"
    suffixes = {".py", ".pyi", ".toml", ".ftl", ".md"}
    cited = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for path in sorted(framework.rglob("*"))
        if path.suffix in suffixes and "plugins" not in path.relative_to(framework).parts
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if RULE_ID.search(line)
    ]
    assert cited == []


def test_the_native_module_exports_no_names_of_games() -> None:
    native = pytest.importorskip("footfall._native")
    names = [name for name in dir(native) if any(game in name.lower() for game in GAMES)]
    assert names == []
    stub = (ROOT / "pycore" / "footfall" / "_native.pyi").read_text(encoding="utf-8")
    assert not re.search("|".join(GAMES), stub, re.IGNORECASE)


def test_each_invariant_has_a_test() -> None:
    section = (ROOT / "ARCHITECTURE.md").read_text("utf-8").partition("\n## Invariants\n")[2].partition("\n## ")[0]
    titles = [" ".join(title.split()) for title in re.findall(r"^- \*\*(.+?)\*\*", section, re.MULTILINE | re.DOTALL)]
    held = tomllib.loads((HOUSE / "invariants.toml").read_text("utf-8"))
    assert list(held) == titles
    for place in held.values():
        file, _, name = place.partition("::")
        text = (ROOT / file).read_text("utf-8")
        assert f"def {name}(" in text or (file == "pyproject.toml" and name in text), place


def test_lines_with_an_equivalent_mutant_exist() -> None:
    for path, changes in tomllib.loads((ROOT / "benches/data/equivalent_mutants.toml").read_text("utf-8")).items():
        lines = {line.strip() for line in (ROOT / path).read_text("utf-8").splitlines()}
        assert [change for change in changes if change.partition("  ->  ")[0] not in lines] == [], path


def test_prose_finds_slips_and_skips_names(tmp_path: Path, prose: ModuleType) -> None:
    path = tmp_path / "sample.py"
    path.write_text('"""Whoever asks is told anew: `colour`, K-ROOM-ARMOURY, colour=red, \'grey\'."""\n')
    words = {slip.split("'")[1] for slip in prose.find_slips(path, "sample.py")}
    assert words == {"Whoever", "is told", "anew"}


def test_counts_finds_circles_and_participles(counts: ModuleType) -> None:
    assert counts.find_circles({"a": {"b"}, "b": {"a"}, "c": {"a"}}) == [["a", "b"]]
    assert [name for name in ("told", "_kept_mods", "merge", "seed", "shared") if counts.is_participle(name)] == [
        "told",
        "_kept_mods",
        "shared",
    ]
