"""Counts what the house rules limit: names, references, circles of imports, sizes.

    python tests/house/counts.py [TREE ...]

Prints one column per tree (default: this checkout). ``--list`` also prints every counted place of the first tree.
"""

from __future__ import annotations

import argparse
import ast
import re
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
SOURCE = ("pycore/footfall", "plugins", "mods")
LONG_FUNCTION = 40
LONG_FILE = 450

TABLES = tomllib.loads((Path(__file__).parent / "words.toml").read_text(encoding="utf-8"))
WORDS, FIELD_EXCEPTIONS = TABLES["names"], frozenset(TABLES["field_exceptions"])
PARTICIPLES, NOT_PARTICIPLES = frozenset(WORDS["participles"]), frozenset(WORDS["not_participles"])
PRONOUNS, VAGUE = frozenset(WORDS["pronouns"]), frozenset(WORDS["vague_parameters"])

PREDICATES = ("is_", "has_", "may_", "can_", "was_", "are_", "needs_", "asks_")
"""Beginnings of the names of Boolean fields; so is a verb with its object, such as ``opens_doors``."""

NOUN_CLAUSE = re.compile(
    r"(?:^|[.;:(]\s+)[Ww]hat (?!if\b)|\b(?:[Rr]eturns|[Yy]ields|of|by|from|to|with|for|and|is|are) what\b"
)
"""A clause in the place of a noun, such as "what hunts the player"."""

FRAGMENT = re.compile(
    r"^ +[a-z_][a-z_, ]*: of (?:the|an?|its|each|all|those|this|some|any|one|two|both)\b", re.MULTILINE
)
"""An entry of a docstring without its noun, such as ``name: of the mod``."""

DANGLING = re.compile(
    r"\b(?:DESIGN \d|[Tt]ables? [A-Z]\.\d|[Ss]ections? (?:[A-Z]\.\d|0\b)|[Hh]oles? \d|\([A-Z]\d+(?:, [A-Z]\d+)+\))"
)
"""References to documents that are not in the repository."""


@dataclass
class Counts:
    """Counts of one tree; list entries are places with their content."""

    files: int = 0
    functions: int = 0
    lines: int = 0
    participles: list[str] = field(default_factory=list)
    homonyms: list[str] = field(default_factory=list)
    framework_homonyms: list[str] = field(default_factory=list)
    dangling: list[str] = field(default_factory=list)
    circles: list[str] = field(default_factory=list)
    long_functions: list[str] = field(default_factory=list)
    long_files: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    vague_parameters: list[str] = field(default_factory=list)
    vague_verbs: list[str] = field(default_factory=list)
    fields: int = 0
    loose_fields: list[str] = field(default_factory=list)
    flags: int = 0
    bare_flags: list[str] = field(default_factory=list)
    called_once: list[str] = field(default_factory=list)
    clauses: list[str] = field(default_factory=list)
    fragments: list[str] = field(default_factory=list)
    words: int = 0
    file_changes: list[str] = field(default_factory=list)


FILE_CHANGES = {
    "os": "chmod fdopen fsync ftruncate link makedirs mkdir remove removedirs rename renames replace rmdir symlink "
    "truncate unlink utime",
    "shutil": "copy copy2 copyfile copytree make_archive move rmtree unpack_archive",
    "tempfile": "mkstemp NamedTemporaryFile",
    "": "chmod hardlink_to mkdir rmdir savefig symlink_to touch unlink write_bytes write_table write_text",
}
"""Functions that change files, by module, and methods."""


def changes_file(node: ast.AST) -> bool:
    """Whether a node calls a function that changes files, as far as its text tells."""
    if not isinstance(node, ast.Call):
        return False
    owner, _, name = ast.unparse(node.func).rpartition(".")
    words = [ast.unparse(word) for word in (*node.args, *(keyword.value for keyword in node.keywords))]
    if name == "open":
        modes = [word.strip("'") for word in words[owner == "" :]]
        if "os.devnull" in words or owner == "wave":  # which writes to an open file
            return False
        return any("O_" in mode and "O_RDONLY" not in mode for mode in modes) or any(
            re.fullmatch(r"[rwaxbt+]*[wax+][rwaxbt+]*", mode) for mode in modes
        )
    is_method = name in ("rename", "replace") and len(node.args) == 1 and not node.keywords
    return is_method or name in FILE_CHANGES.get(owner, FILE_CHANGES[""]).split()


def source_files(tree: Path) -> list[Path]:
    """Python files of the framework, the games and the example mods, without tests."""
    paths = []
    for folder in SOURCE:
        for path in sorted((tree / folder).rglob("*.py")):
            parts = path.relative_to(tree).parts
            if "tests" not in parts and parts[:3] != ("pycore", "footfall", "plugins"):
                paths.append(path)
    return paths


@cache
def list_nodes(module: ast.Module) -> tuple[ast.AST, ...]:
    """All nodes of a module; each is asked for several times."""
    return tuple(ast.walk(module))


def is_participle(name: str) -> bool:
    """Whether the first word of a name is a past participle."""
    word = name.strip("_").split("_")[0]
    return word in PARTICIPLES or (word.endswith("ed") and word not in NOT_PARTICIPLES)


def count_fields(node: ast.ClassDef, place: str, counts: Counts) -> None:
    """Counts the fields of a class, and those whose names are no nouns or, of Booleans, no predicates."""
    for entry in node.body:
        if not isinstance(entry, ast.AnnAssign) or not isinstance(entry.target, ast.Name):
            continue
        name, kind = entry.target.id, ast.unparse(entry.annotation)
        if "ClassVar" in kind or name.isupper():
            continue
        where = f"{place}:{entry.lineno}: {node.name}.{name}"
        counts.fields += 1
        counts.flags += kind == "bool"
        if name in FIELD_EXCEPTIONS:
            continue
        if kind == "bool":
            is_verb = "_" in name and name.split("_")[0].endswith("s")
            if not name.lstrip("_").startswith(PREDICATES) and not is_verb:
                counts.bare_flags.append(where)
        elif (is_participle(name) and "_" not in name) or name in PRONOUNS:
            counts.loose_fields.append(where)


def count_clauses(module: ast.Module, place: str, counts: Counts) -> None:
    """Counts the words and the noun clauses of the docstrings of a module."""
    for node in list_nodes(module):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            counts.words += len(node.value.value.split())
            counts.clauses += [
                f"{place}:{node.lineno}: {hit.group()}" for hit in NOUN_CLAUSE.finditer(node.value.value)
            ]
            counts.fragments += [f"{place}:{node.lineno}: {hit}" for hit in FRAGMENT.findall(node.value.value)]


def list_called_once(modules: dict[str, ast.Module]) -> list[str]:
    """Private functions with a single use in their file: ``place: name``."""
    places = []
    for place, module in modules.items():
        uses: dict[str, int] = defaultdict(int)
        for node in list_nodes(module):
            if isinstance(node, ast.Name):
                uses[node.id] += 1
            elif isinstance(node, ast.Attribute):
                uses[node.attr] += 1
        places += [
            f"{place}:{node.lineno}: {node.name}"
            for node in list_nodes(module)
            if isinstance(node, ast.FunctionDef)
            and node.name.startswith("_")
            and not node.name.startswith("__")
            and not node.decorator_list
            and uses[node.name] == 1
        ]
    return places


def module_types(tree: ast.Module) -> Iterator[str]:
    """Yields the names of classes and type aliases of a module."""
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.AnnAssign) and "TypeAlias" in ast.unparse(node.annotation):
            yield ast.unparse(node.target)


def module_name(tree: Path, path: Path) -> str:
    """Dotted name of a source file; games are part of ``footfall.plugins``."""
    parts = list(path.relative_to(tree).with_suffix("").parts)
    if parts[0] == "pycore":
        parts = parts[1:]
    elif parts[0] == "plugins":
        parts = ["footfall", *parts]
    else:
        parts = parts[2:]
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imported_modules(tree: ast.Module, module: str, is_package: bool, known: set[str]) -> set[str]:
    """Modules of this project that a file imports, including imports for type checking."""
    imported = set()
    for node in list_nodes(tree):
        if isinstance(node, ast.Import):
            imported |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            package = module.split(".") if is_package else module.split(".")[:-1]
            prefix = package[: len(package) - node.level + 1] if node.level else []
            source = ".".join([*prefix, *([node.module] if node.module else [])])
            for alias in node.names:
                inner = f"{source}.{alias.name}"
                imported.add(inner if inner in known else source)
    return (imported & known) - {module}


def find_circles(arrows: dict[str, set[str]]) -> list[list[str]]:
    """Strongly connected components of more than one module (R. Tarjan, 1972)."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    groups: list[list[str]] = []

    def visit(node: str) -> None:
        index[node] = low[node] = len(index)
        stack.append(node)
        for target in sorted(arrows[node]):
            if target not in index:
                visit(target)
                low[node] = min(low[node], low[target])
            elif target in stack:
                low[node] = min(low[node], index[target])
        if low[node] == index[node]:
            group = stack[stack.index(node) :]
            del stack[stack.index(node) :]
            if len(group) > 1:
                groups.append(sorted(group))

    for node in sorted(arrows):
        if node not in index:
            visit(node)
    return groups


def find_dangling_references(tree: Path) -> Iterator[str]:
    """Yields lines that refer to a document that is not in the repository."""
    suffixes = {".py", ".rs", ".toml", ".md", ".ftl", ".pyi"}
    folders = (*SOURCE, "rust", "docs", "tests", "benches")
    paths = [path for folder in folders for path in sorted((tree / folder).rglob("*"))]
    for path in [*paths, *sorted(tree.glob("*.md"))]:
        parts = path.relative_to(tree).parts
        linked = parts[:3] == ("pycore", "footfall", "plugins")
        if path.suffix not in suffixes or linked or parts[:2] == ("tests", "house") or "target" in parts:
            continue
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if DANGLING.search(line):
                yield f"{path.relative_to(tree)}:{number}: {line.strip()[:100]}"


def count(tree: Path) -> Counts:
    """Counts one checkout."""
    counts = Counts()
    types: dict[str, list[str]] = defaultdict(list)
    parsed: dict[str, tuple[ast.Module, bool]] = {}
    modules: dict[str, ast.Module] = {}
    for path in source_files(tree):
        text = path.read_text(encoding="utf-8")
        module, place = ast.parse(text), str(path.relative_to(tree))
        size = len(text.splitlines())
        counts.files += 1
        counts.lines += size
        if size > LONG_FILE:
            counts.long_files.append(f"{place}: {size}")
        parsed[module_name(tree, path)] = (module, path.name == "__init__.py")
        for name in module_types(module):
            types[name].append(place)
        modules[place] = module
        count_clauses(module, place, counts)
        for node in list_nodes(module):
            if place.startswith("pycore") and changes_file(node):
                counts.file_changes.append(f"{place}:{node.lineno}: {ast.unparse(node)[:80]}")
            if isinstance(node, ast.ClassDef):
                count_fields(node, place, counts)
            if isinstance(node, ast.ClassDef) and any(
                ast.unparse(parent).endswith(("Exception", "Error")) for parent in node.bases
            ):
                counts.errors += [] if node.name.endswith("Error") else [f"{place}:{node.lineno}: {node.name}"]
            if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                continue
            counts.functions += 1
            assert node.end_lineno is not None
            if node.end_lineno - node.lineno + 1 > LONG_FUNCTION:
                counts.long_functions.append(f"{place}:{node.lineno}: {node.name}")
            words = node.args
            counts.vague_parameters += [
                f"{place}:{node.lineno}: {node.name}({word.arg})"
                for word in (*words.posonlyargs, *words.args, *words.kwonlyargs)
                if word.arg in VAGUE
            ]
            if node.name.strip("_").split("_")[0] in WORDS["vague_verbs"]:
                counts.vague_verbs.append(f"{place}:{node.lineno}: {node.name}")
            is_property = any("property" in ast.unparse(mark) for mark in node.decorator_list)
            if not is_property and is_participle(node.name):
                counts.participles.append(f"{place}:{node.lineno}: {node.name}")
    for name, places in sorted(types.items()):
        if len(places) > 1:
            counts.homonyms.append(f"{name}: {', '.join(places)}")
        framework = [place for place in places if place.startswith("pycore")]
        if len(framework) > 1:
            counts.framework_homonyms.append(f"{name}: {', '.join(framework)}")
    counts.called_once = list_called_once(modules)
    arrows = {name: imported_modules(module, name, package, set(parsed)) for name, (module, package) in parsed.items()}
    counts.circles = [", ".join(group) for group in find_circles(arrows)]
    counts.dangling = list(find_dangling_references(tree))
    return counts


def write_room_table(tree: Path) -> str:
    """Returns the figures of each room as a table in Markdown, the largest first."""
    rooms: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    modules = {str(path.relative_to(tree)): path.read_text(encoding="utf-8") for path in source_files(tree)}
    parsed = {place: ast.parse(text) for place, text in modules.items()}

    def find_room(place: str) -> str:
        parts = place.split("/")
        return parts[2].removesuffix(".py") if parts[0] == "pycore" else "/".join(parts[: 1 + (parts[0] == "plugins")])

    for place, text in modules.items():
        room = rooms[find_room(place)]
        room["files"] += 1
        room["lines"] += len(text.splitlines())
        room["functions"] += sum(
            isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef) for n in list_nodes(parsed[place])
        )
    for entry in list_called_once(parsed):
        rooms[find_room(entry.partition(":")[0])]["once"] += 1
    rooms["all"] = {key: sum(room[key] for room in rooms.values()) for key in ("files", "lines", "functions", "once")}
    rows = ["| room | files | lines | functions in 1,000 lines | private, called once |", "|---|---|---|---|---|"]
    for name, room in sorted(rooms.items(), key=lambda item: -item[1]["lines"]):
        share = f"{room['once'] / max(1, room['functions']):.0%}"
        density = round(1000 * room["functions"] / room["lines"])
        rows.append(f"| {name} | {room['files']} | {room['lines']:,} | {density} | {share} |")
    return "\n".join(rows)


ROWS = (
    ("Python files", "files"),
    ("lines of Python", "lines"),
    ("functions", "functions"),
    ("functions named by a participle", "participles"),
    ("private functions called once", "called_once"),
    ("parameters named by no noun", "vague_parameters"),
    ("functions named by a vague verb", "vague_verbs"),
    ("fields", "fields"),
    ("fields named by no noun", "loose_fields"),
    ("Boolean fields", "flags"),
    ("Boolean fields named by no predicate", "bare_flags"),
    ("words of docstrings", "words"),
    ("noun clauses", "clauses"),
    ("entries without a noun", "fragments"),
    ("exceptions not called Error", "errors"),
    ("names of several types", "homonyms"),
    ("- inside the framework", "framework_homonyms"),
    ("dangling references", "dangling"),
    ("import cycles", "circles"),
    (f"functions over {LONG_FUNCTION} lines", "long_functions"),
    ("calls that change files", "file_changes"),
    (f"files over {LONG_FILE} lines", "long_files"),
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("trees", nargs="*", type=Path, default=[ROOT])
    parser.add_argument("--list", action="store_true", help="print every place")
    parser.add_argument("--rooms", action="store_true", help="print the figures of each room of the first tree instead")
    args = parser.parse_args()
    if args.rooms:
        print(write_room_table(args.trees[0].resolve()))
        return
    columns = [count(tree.resolve()) for tree in args.trees]
    for title, name in ROWS:
        values = [getattr(counts, name) for counts in columns]
        cells = [len(value) if isinstance(value, list) else value for value in values]
        print(f"{title:<36}" + "".join(f"{cell:>9,}" for cell in cells))
    if args.list:
        for title, name in ROWS:
            for place in getattr(columns[0], name) if isinstance(getattr(columns[0], name), list) else ():
                print(f"{title}: {place}")


if __name__ == "__main__":
    main()
