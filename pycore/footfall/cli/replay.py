"""``footfall replay``: plays a replay from its beginning and checks its hash marks."""

from __future__ import annotations

import json
from pathlib import Path

import click

from footfall.engine.replay import BadReplay, Header, play_back, read
from footfall.engine.rules import Rules
from footfall.loader import Loaded

from .compose import load_mods
from .options import Trouble, mod_options


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print the end as JSON.")
@mod_options
def replay(file: Path, as_json: bool, mod_paths: tuple[Path, ...], strict: bool, lang: str | None) -> None:
    """Play a replay FILE and check that it leads where it says."""
    loaded: list[Loaded] = []

    def rules_for(header: Header) -> Rules:
        settings = [f"{name}={json.dumps(value)}" for name, value in header.settings.items()]
        loaded.append(
            load_mods(header.game, mod_paths=mod_paths, strict=strict, lang=lang, settings=settings)
        )
        return loaded[-1].rules

    try:
        found = read(file, rules_for)
        session = play_back(loaded[-1].rules, found, strict=strict)
    except BadReplay as error:
        raise Trouble(str(error)) from None
    state = session.state
    if as_json:
        click.echo(json.dumps({"turn": state.turn, "outcome": state.outcome, "hash": session.hash()}))
    else:
        marks = len(found.marks)
        click.echo(
            f"turn {state.turn}, {marks} marks hold, hash {session.hash()}, {state.outcome or 'unfinished'}"
        )
