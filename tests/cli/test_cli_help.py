"""The command line explains itself: help texts, ``python -m footfall``, the link to the games."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

import footfall as package
from footfall import __version__
from footfall.cli import main

CONTEXT = click.Context(main)


def iter_groups(words: tuple[str, ...], group: click.Group) -> Iterator[tuple[tuple[str, ...], click.Group]]:
    yield words, group
    for name in group.list_commands(CONTEXT):
        command = group.get_command(CONTEXT, name)
        if isinstance(command, click.Group):
            yield from iter_groups((*words, name), command)


GROUPS = dict(iter_groups((), main))


@pytest.mark.parametrize("words", GROUPS)
def test_summaries_are_short_and_not_cut_off(words: tuple[str, ...]) -> None:
    result = CliRunner().invoke(main, [*words, "--help"], terminal_width=80)
    assert result.exit_code == 0
    assert "..." not in result.output.partition("Commands:")[2]
    for name, (_, summary) in GROUPS[words].subcommands.items():
        assert 0 < len(summary.split()) <= 5, summary
        assert GROUPS[words].get_command(CONTEXT, name).name == name


def test_there_are_groups() -> None:
    names = {" ".join(words) for words in GROUPS}
    assert names == {"", "mods", "mods index", "mods profile", "data", "index", "env"}


def test_the_package_runs_as_a_module() -> None:
    done = subprocess.run([sys.executable, "-m", "footfall", "--version"], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert __version__ in done.stdout


def test_the_games_are_in_the_package() -> None:
    """In a checkout, ``pycore/footfall/plugins`` is a symbolic link to ``plugins``."""
    folder = Path(package.__file__).parent / "plugins"
    games = {path.parent.name for path in folder.glob("*/mod.toml")}
    assert games == {"stealth", "king", "delve"}, f"{folder} must be a link: git config core.symlinks true"


def test_a_misspelled_command_is_answered_with_the_closest_one(footfall: Callable[..., Result]) -> None:
    result = footfall("pley")
    assert result.exit_code == 2
    assert "There is no command 'pley', did you mean 'play'?" in result.output
    assert "There is no command 'check', did you mean 'mods check'?" in footfall("check").output


def test_an_unknown_language_is_refused_with_those_that_have_texts(footfall: Callable[..., Result]) -> None:
    result = footfall("play", "--lang", "fr")
    assert result.exit_code == 1
    assert result.output == "Error: --lang fr: there are no texts in this language; known: en, es\n"
