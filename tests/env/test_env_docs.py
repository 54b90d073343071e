"""The pages of docs/research: their examples run, and the published numbering is that of the games."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from footfall.env import describe_environment, list_environments, load_environment

FOLDER = Path(__file__).parents[2] / "docs" / "research"
EXAMPLES = [
    example
    for page in ("README.md", "learning.md", "hunts.md")
    for example in re.findall(r"```python\n(.*?)```", (FOLDER / page).read_text(encoding="utf-8"), re.DOTALL)
]


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_examples_run(number: int, capsys: pytest.CaptureFixture[str]) -> None:
    if "import gymnasium" in EXAMPLES[number] or "pettingzoo" in EXAMPLES[number]:
        pytest.importorskip("pettingzoo", reason="needs the extra rl")
    exec(compile(EXAMPLES[number], f"example {number}", "exec"), {})


@pytest.mark.parametrize("id", [game.id for game, _ in list_environments()])
def test_the_published_numbering_is_that_of_the_game(id: str) -> None:
    content = load_environment(id)
    published = (FOLDER / f"{content.environment.name.lower()}.md").read_text(encoding="utf-8")
    assert published == describe_environment(content), "python -m footfall.env --write docs/research"


def test_the_command_prints_a_page_or_a_sentence() -> None:
    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "footfall.env", *arguments]
        return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)

    assert "0 `end-turn`" in run("king").stdout
    wrong = run("chess")
    assert (wrong.returncode, "there is no game 'chess'" in wrong.stderr) == (1, True)


@pytest.mark.proof(0)
def test_the_script_of_the_page_learns(load_script: Any) -> None:
    learn, rng, games = load_script("docs/research/learn.py"), np.random.default_rng(1), 200
    learned = learn.measure("locate", learn.train("locate", 40, rng), rng, games)
    chance = learn.measure("locate", None, rng, games)
    pooled = (learned + chance) / 2
    assert (learned - chance) / (2 * pooled * (1 - pooled) / games) ** 0.5 > 5
