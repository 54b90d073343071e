"""What all tests share: bytecode that is kept, samples of proofs, and scripts of the repository."""

from __future__ import annotations

import gc
import importlib.util
import os
import re
import sys
from collections import defaultdict
from collections.abc import Callable, Sequence
from copy import copy
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec
import pytest

os.environ["FOOTFALL_TRUST"] = "all"  # tests decide themselves which mods they run; those about trust take this back
ROOT = Path(__file__).parents[1]
if sys.dont_write_bytecode:  # a thousand processes would each compile all modules
    sys.dont_write_bytecode = False
    sys.pycache_prefix = os.environ["PYTHONPYCACHEPREFIX"] = str(ROOT / ".pytest_cache" / "d" / "bytecode")
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
os.fsync = lambda handle: None  # nothing outlives a power cut here; `disk_journal` and the counts see each call
gc.set_threshold(20_000, 20, 20)  # a quarter of the time went into the many objects that pytest keeps
PROOF_FACTOR = {"sample": 1, "more": 5}


def pytest_addoption(parser: pytest.Parser) -> None:
    choices = (*PROOF_FACTOR, "all")
    parser.addoption("--proof", choices=choices, default="sample", help="how many cases of the proofs are run")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "proof(n): of many cases, the suite runs n, spread evenly (--proof more, all)")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Gives each worker tests that follow each other, which share fixtures."""
    from xdist.scheduler import WorkStealingScheduling

    return WorkStealingScheduling(config, log) if config.getoption("dist") == "load" else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leaves out most cases of the proofs, but none of a file that is named, nor with ``-k``."""
    named = {(config.invocation_params.dir / arg.partition("::")[0]).resolve() for arg in config.args}
    if config.getoption("--proof") == "all" or config.getoption("keyword"):
        return
    left_out: set[pytest.Item] = set()
    proofs = defaultdict(list)
    for item in items:
        if item.get_closest_marker("proof") and item.path not in named:
            proofs[item.path, getattr(item, "originalname", item.name)].append(item)
    for cases in proofs.values():
        left_out |= set(cases) - set(_sample(cases, PROOF_FACTOR[config.getoption("--proof")]))
    items[:] = [item for item in items if item not in left_out]
    config.hook.pytest_deselected(items=sorted(left_out, key=lambda item: item.nodeid))


def _sample(cases: Sequence[pytest.Item], factor: int) -> list[pytest.Item]:
    marker = cases[0].get_closest_marker("proof")
    assert marker is not None
    count = min(len(cases), factor * marker.args[0] or (factor > 1) * len(cases))
    return [cases[i * len(cases) // count] for i in range(count)]


@pytest.fixture(scope="session")
def load_once() -> Callable[..., Any]:
    """Loads as the loader does, but a game without mods once for all equal requests."""
    from footfall.loader import discover, load

    kept: dict[str, Any] = {}

    def share(game: str | None, **words: Any) -> Any:
        mods, findings = discover(words.get("mods", ()), all_sources=words.get("only_mods") is None)
        if findings or not all(mod.is_first_party for mod in mods.values()):
            return load(game, **words)
        key = repr((game, sorted(words.items()), os.environ["FOOTFALL_TRUST"]))
        if key not in kept:
            kept[key] = load(game, **words)
        own = copy(kept[key].catalog)  # its language changes
        return msgspec.structs.replace(kept[key], catalog=own)

    return share


@pytest.fixture
def share_loads(load_once: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets the commands of this process share the rules of games without mods, which take most of their time."""
    for module in ("app.profile_change", "cli.doctor", "cli.options", "sim.plan"):
        monkeypatch.setattr(f"footfall.{module}.load", load_once)


@pytest.fixture(scope="session")
def load_script() -> Callable[[str], ModuleType]:
    """``load_script("benches/stealth/soak.py")`` imports a script of the repository."""

    def load(path: str) -> ModuleType:
        name = "footfall_script_" + path.removesuffix(".py").replace("/", "_")
        if name not in sys.modules:
            spec = importlib.util.spec_from_file_location(name, ROOT / path)
            assert spec is not None
            assert spec.loader is not None
            module = importlib.util.module_from_spec(spec)
            sys.modules[name] = module
            spec.loader.exec_module(module)
        return sys.modules[name]

    return load


RULE_MOD = """[mod]
id = "you.rules"
version = "1.0.0"
api = "1"
name = "Rules"
games = ["{0}"]
[requires]
"core.{0}" = "*"
"""


@pytest.fixture(scope="session")
def write_rules() -> Callable[..., Path]:
    """``write_rules(folder, "king", rules, texts)`` writes the mod ``you.rules``, and returns its folder."""

    def write(folder: Path, game: str, rules: str, texts: str = "") -> Path:
        mod = folder / "rules"
        files = {"mod.toml": RULE_MOD.format(game), "content/rules.toml": rules}
        files |= {f"locale/{language}/rules.ftl": texts for language in ("en", "es")}
        for name, text in files.items():
            (mod / name).parent.mkdir(parents=True, exist_ok=True)
            (mod / name).write_text(text, "utf-8")
        return mod

    return write


@pytest.fixture(scope="session")
def read_why() -> Callable[[Any], dict[str, list[str]]]:
    """``read_why(session)["on_attack.slips"]`` lists the lines of ``footfall why --raw`` that name a rule."""
    from footfall.engine.explanations.descriptions import explain

    def read(session: Any) -> dict[str, list[str]]:
        vias = {rule.table.locate(): rule.via for rule in session.rules.hooks.rules.values()}
        found: dict[str, list[str]] = defaultdict(list)
        for line in (line for trace in session.tracer.list_entry_traces() for line in explain(trace)):
            for place in re.findall(r"\S+\.toml:\d+", line):
                found[vias.get(place, "")].append(line)
        return found

    return read
