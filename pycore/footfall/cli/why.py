"""``footfall why``: plays a replay again with everything recorded, and says why what happened happened."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import click
import msgspec

from footfall.app.paths import save_path
from footfall.app.why_page import explain_figures
from footfall.engine.rules import Rules
from footfall.engine.saves.replay import ReplayError, ReplayHeader, play_back, read_replay
from footfall.engine.session import Session
from footfall.engine.tracing import EntryTrace, Tracer, describe, explain
from footfall.loader import LoadResult

from .compose import load_mods
from .options import CliError, mod_options

MAX_RECORDS = 1_000_000
"""Records that are kept: more than a game has."""


@click.command()
@click.argument("source", default="stealth")
@click.option("--turn", type=click.IntRange(min=0), help="Which turn to explain. Default: the last one.")
@click.option("--hook", default=None, help="Only what this hook was asked.")
@click.option("--numbers", is_flag=True, help="What the numbers on the last screen are made of.")
@click.option("--json", "as_json", is_flag=True, help="Machine-readable.")
@mod_options
def why(
    source: str,
    turn: int | None,
    hook: str | None,
    numbers: bool,
    as_json: bool,
    mod_paths: tuple[Path, ...],
    strict: bool,
    lang: str | None,
) -> None:
    """Explain a turn of a replay, or of the game in progress: SOURCE is a replay file or a game.

    Every number with its base and each mod's part, every change with its cause, what was dropped and why.
    """
    path = Path(source) if Path(source).is_file() else _find_current_replay(source)
    loaded: list[LoadResult] = []

    def rules_for(header: ReplayHeader) -> Rules:
        settings = [f"{name}={json.dumps(value)}" for name, value in header.settings.items()]
        loaded.append(
            load_mods(
                header.game, mod_paths=mod_paths, strict=strict, lang=lang, settings=settings, quiet=True
            )
        )
        return loaded[-1].rules

    try:
        found = read_replay(path, rules_for)
        if turn is not None:
            found = msgspec.structs.replace(found, commands=found.commands[:turn])
        session = play_back(loaded[-1].rules, found, strict=strict, tracer=Tracer(MAX_RECORDS))
    except ReplayError as error:
        raise CliError(str(error)) from None
    text = loaded[-1].catalog.translate
    if numbers:
        rows = [
            (text(each.name), each.value, [text(m) for m in more]) for each, more in explain_figures(session)
        ]
        lines = [
            line for name, value, more in rows for line in (f"{name}: {value}", *(f"  {m}" for m in more))
        ]
        data: Any = [{"name": name, "value": value, "shares": more} for name, value, more in rows]
    else:
        chosen = list(_select_traces(session, hook))
        lines = [line for episode in chosen for line in _format_trace(episode, text)]
        data = [_trace_to_dict(episode, text) for episode in chosen]
    if as_json:
        click.echo(json.dumps({"turn": session.state.turn, "why": data}, ensure_ascii=False))
        return
    click.echo(f"turn {session.state.turn} of {found.header.game}, seed {found.header.seed}")
    click.echo("\n".join(lines) or "nothing happened that has a cause to tell")


def _find_current_replay(game: str) -> Path:
    """The replay of the game in progress, by the game's full or short name."""
    for id in (game, f"core.{game}"):
        path = save_path(id).with_suffix(".replay")
        if path.exists():
            return path
    raise CliError(f"{game} is neither a replay file nor a game in progress")


def _select_traces(session: Session, hook: str | None) -> Iterator[EntryTrace]:
    trail = session.tracer
    assert trail is not None
    for episode in trail.list_entry_traces(session.state.turn):
        if hook is None:
            yield episode
        elif any(fold.hook == hook for fold in episode.folds):
            yield EntryTrace(episode.turn, [fold for fold in episode.folds if fold.hook == hook])


def _format_trace(episode: EntryTrace, text: Any) -> Iterator[str]:
    yield from (f"* {text(told)}" for told in episode.log_messages)
    yield from (f"  {line}" for line in explain(episode))


def _trace_to_dict(episode: EntryTrace, text: Any) -> Mapping[str, Any]:
    return {
        "told": [text(told) for told in episode.log_messages],
        "numbers": [
            {
                "hook": fold.hook,
                "event": msgspec.to_builtins(fold.event),
                "term": term,
                "base": fold.base[term],
                "parts": [msgspec.to_builtins(link) for link in fold.list_contributions(term)],
                "final": fold.final[term],
            }
            for fold in episode.folds
            for term in fold.base
        ],
        "changes": [
            {
                "change": describe(one.change),
                "mod": one.cause.mod,
                "via": one.cause.via,
                "where": one.cause.where,
            }
            for one in episode.changes
        ],
        "dropped": [
            {"mod": one.cause.mod, "via": one.cause.via, "where": one.cause.where, "error": one.error}
            for one in episode.drops
        ],
    }
