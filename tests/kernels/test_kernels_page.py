"""The page on the kernels alone: its snippets print what they promise, and its pictures are those of the kernels."""

import importlib.util
import os
import subprocess
import sys
import tomllib
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from PIL import Image
from walk_kernels_page import PROMISE, list_blocks, run_page

from footfall import kernels
from footfall.kernels import reference

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "docs" / "kernels-alone"
PAGE = (FOLDER / "README.md").read_text(encoding="utf-8")
WHEEL = ROOT / "rust" / "kernels-wheel"
KERNELS = sorted(set(reference.__all__) - {"Finder", "Grid"})


def test_snippets_print_what_they_promise(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "footfall_kernels", kernels)
    peers = {name for name in ("tcod", "scipy", "pathfinding") if importlib.util.find_spec(name)}
    results = run_page(PAGE, peers)
    assert len(results) > 20
    assert [pair for pair in results if pair[0] != pair[1]] == []


def test_peers_print_the_same() -> None:
    """Each block of a peer is followed by ours."""
    everything = list(list_blocks(PAGE, {"tcod", "scipy", "pathfinding"}))
    ours = set(list_blocks(PAGE, set()))
    for one, other in pairwise(everything):
        if one not in ours:
            assert PROMISE.findall(one) == PROMISE.findall(other)


def test_every_kernel_has_a_picture(load_script: Callable[[str], ModuleType]) -> None:
    drawing = load_script("docs/kernels-alone/draw.py")
    assert sorted(drawing.PICTURES) == KERNELS
    assert sorted(path.stem for path in FOLDER.glob("*.png")) == KERNELS
    for name in KERNELS:
        assert f"![]({name}.png)" in PAGE
        assert f"`{name}`" in PAGE
        with Image.open(FOLDER / f"{name}.png") as picture:
            shown = np.asarray(picture.convert("RGB"))
        assert np.array_equal(shown, drawing.draw(name)), f"{name}: run python docs/kernels-alone/draw.py"


def test_both_wheels_have_one_version_and_one_floor() -> None:
    ours, alone = (
        tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))["project"] for folder in (ROOT, WHEEL)
    )
    assert alone["dependencies"] == [line for line in ours["dependencies"] if line.startswith("numpy")]
    for key in ("version", "requires-python", "license"):
        assert alone[key] == ours[key]


def test_the_package_of_the_wheel_imports_relatively(tmp_path: Path) -> None:
    """Without its extension module it runs in Python, and names what is missing."""
    code = "import footfall_kernels as kernels; print(kernels.get_backend(), kernels.mix(0, 0)); import sys\n"
    code += "assert not [name for name in sys.modules if name.partition('.')[0] == 'footfall']"
    environment = {**os.environ, "PYTHONPATH": str(WHEEL), "FOOTFALL_BACKEND": "python"}
    run = [sys.executable, "-c", code]
    done = subprocess.run(run, capture_output=True, text=True, env=environment, cwd=tmp_path)
    assert done.stdout == "python 5197578548964807871\n", done.stderr
    done = subprocess.run(run, capture_output=True, text=True, env={**environment, "FOOTFALL_BACKEND": "rust"})
    assert "footfall_kernels._native is missing" in done.stderr
