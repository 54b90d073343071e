"""``footfall why``: replays a recording with full tracing and explains one turn."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import click
import msgspec

from footfall.app.files.paths import save_path
from footfall.app.why_page import explain_figures, explain_in_words
from footfall.engine.codec import to_json_data
from footfall.engine.descriptions import FieldFormats, describe
from footfall.engine.saves.replay import ReplayDriftError, ReplayError, play_back
from footfall.engine.session import Session
from footfall.engine.tracing import EntryTrace, Tracer, explain

from .compose import exit_if_mods_failed, play_with_mods, read_replay_with_mods
from .options import CliError, mod_options
from .output import echo
from .replay_drift import describe_drift

MAX_RECORDS = 1_000_000
"""Trace records kept: more than any game has."""


@click.command()
@click.argument("source", default="stealth")
@click.option("--turn", type=click.IntRange(min=0), help="Which turn to explain. Default: the last one.")
@click.option("--hook", default=None, help="Explain only the calls of this hook.")
@click.option("--numbers", is_flag=True, help="Explain the numbers on the screen instead of a turn.")
@click.option("--raw", is_flag=True, help="With all changes, and the names of hooks, mods and files, for modders.")
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
@mod_options
def why(
    source: str,
    turn: int | None,
    hook: str | None,
    numbers: bool,
    raw: bool,
    as_json: bool,
    mod_paths: tuple[Path, ...],
    strict: bool,
    lang: str | None,
) -> None:
    """Explain a turn of SOURCE: a replay file, or a game in progress by its name (default: stealth).

    Prints what the log said, the rolls behind it, and the part of each mod. With --raw: each number with its base,
    each change with its cause, and each proposal that was dropped. Exit code 1 if a mod fails.
    """
    path = Path(source) if Path(source).is_file() else _find_current_replay(source)
    try:
        recording, loaded = read_replay_with_mods(path, mod_paths=mod_paths, strict=strict, lang=lang, quiet=True)
        with play_with_mods():
            session = play_back(loaded.rules, recording, turn, strict=strict, tracer=Tracer(MAX_RECORDS))
        last = session.display.count_turns(session.state.turn)
        if turn is not None and turn > last:
            raise CliError(f"there is no turn {turn}: {path} ends with turn {last}")
    except ReplayDriftError as error:
        raise CliError(describe_drift(error, recording, loaded.rules, path)) from None
    except ReplayError as error:
        raise CliError(str(error)) from None
    text = loaded.catalog.translate
    if numbers:
        rows = [
            (text(figure.name), figure.value, [text(share) for share in shares])
            for figure, shares in explain_figures(session, raw)
        ]
        lines = [
            line for name, value, shares in rows for line in (f"{name}: {value}", *(f"  {share}" for share in shares))
        ]
        data: Any = [{"name": name, "value": value, "shares": shares} for name, value, shares in rows]
    else:
        formats = session.rules.game.presentation.field_formats
        traces = list(_select_traces(session, hook))
        lines = [line for trace in traces for line in _format_trace(session, trace, text, formats, raw)]
        data = [_trace_to_dict(trace, text, formats) for trace in traces]
    if as_json:
        echo(json.dumps({"turn": last, "why": data}, ensure_ascii=False))
    else:
        echo(f"turn {last} of {recording.header.game}, seed {recording.header.seed}")
        echo("\n".join(lines) or "nothing to explain")
    exit_if_mods_failed(session.problems, loaded.findings)


def _find_current_replay(game: str) -> Path:
    """Returns the replay of the game in progress, by the game's full or short name."""
    for id in (game, f"core.{game}"):
        path = save_path(id).with_suffix(".replay")
        if path.exists():
            return path
    raise CliError(f"{game} is neither a replay file nor a game in progress")


def _select_traces(session: Session, hook: str | None) -> Iterator[EntryTrace]:
    assert session.tracer is not None
    for trace in session.tracer.list_entry_traces(session.state.turn):
        if hook is None:
            yield trace
        elif any(fold.hook == hook for fold in trace.folds):
            yield EntryTrace(trace.turn, [fold for fold in trace.folds if fold.hook == hook])


def _format_trace(session: Session, trace: EntryTrace, text: Any, formats: FieldFormats, raw: bool) -> Iterator[str]:
    yield from (f"* {text(message)}" for message in trace.log_messages)
    lines = explain(trace, formats) if raw else map(text, explain_in_words(session, trace))
    yield from (f"  {line}" for line in lines)


def _trace_to_dict(trace: EntryTrace, text: Any, formats: FieldFormats) -> Mapping[str, Any]:
    return {
        "log": [text(message) for message in trace.log_messages],
        "numbers": [
            {
                "hook": fold.hook,
                "event": to_json_data(fold.event),
                "term": term,
                "base": fold.base[term],
                "parts": [msgspec.to_builtins(part) for part in fold.list_contributions(term)],
                "final": fold.final[term],
            }
            for fold in trace.folds
            for term in fold.base
        ],
        "changes": [
            {
                "change": describe(record.change, formats),
                "mod": record.cause.mod,
                "via": record.cause.via,
                "where": record.cause.where,
            }
            for record in trace.changes
        ],
        "chances": [
            {
                "mod": record.mod,
                "rule": record.rule,
                "dice": [msgspec.to_builtins(die) for die in record.dice],
                "outcome": None if record.outcome is None else describe(record.outcome, formats),
            }
            for record in trace.chances
        ],
        "dropped": [
            {"mod": drop.cause.mod, "via": drop.cause.via, "where": drop.where, "error": drop.error}
            for drop in trace.drops
        ],
    }
