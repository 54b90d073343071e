"""``footfall why``: replays a recording with full tracing and explains one turn."""

from pathlib import Path
from typing import Any

import click
import msgspec

from footfall.app.files.paths import list_replays, save_path
from footfall.app.why_page import explain_figures, explain_in_words, explain_no_changes
from footfall.engine.codec import to_json_data
from footfall.engine.explanations.descriptions import FieldFormats, describe, explain
from footfall.engine.explanations.tracing import EntryTrace, Tracer

from .options import MODS, GameOptions, game_options
from .output import CliError, Report
from .playing import exit_if_mods_failed, play_with_mods
from .recordings import follow_recording, read_replay_with_mods

MAX_RECORDS = 1_000_000
"""Trace records kept: more than any game has."""


@click.command()
@click.argument("source", default="stealth")
@click.option("--turn", type=click.IntRange(min=0), help="Which turn to explain. Default: the last one.")
@click.option("--numbers", is_flag=True, help="Explain the numbers on the screen instead of a turn.")
@click.option("--raw", is_flag=True, help="With all changes, and the names of hooks, mods and files, for modders.")
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
@game_options(*MODS)
def why(source: str, turn: int | None, numbers: bool, raw: bool, as_json: bool, setup: GameOptions) -> None:
    """Explain a turn of SOURCE: a replay file, or a game by its name (default: stealth): the one in progress, else the
    last that has ended.

    Prints what the log said, the rolls behind it, and the part of each mod. With --raw: each number with its base,
    each change with its cause, and each proposal that was dropped. Exit code 1 if a mod fails.
    """
    paths = (Path(source), *(save_path(id).with_suffix(".replay") for id in (source, f"core.{source}")))
    ended = (path for path in list_replays() if path.name.startswith((f"{source}-", f"core.{source}-")))
    path = next((path for path in paths if path.is_file()), None) or next(ended, None)
    if path is None:
        raise CliError(f"{source} is neither a replay file nor a game that was played here")
    tracer = Tracer(MAX_RECORDS)
    recording, loaded = read_replay_with_mods(path, setup, quiet=True)
    with play_with_mods():
        session = follow_recording(recording, loaded.rules, path, turn, strict=setup.is_strict, tracer=tracer)
    last = session.display.count_turns(session.state.turn)
    if turn is not None and turn > last:
        raise CliError(f"there is no turn {turn}: {path} ends with turn {last}")
    translate = loaded.catalog.translate
    data: list[Any]
    if numbers:
        figures = explain_figures(session, raw)
        data = [
            {"name": translate(f.name), "value": f.value, "shares": [translate(s) for s in shares]}
            for f, shares in figures
        ]
        lines = [
            line
            for row in data
            for line in (f"{row['name']}: {row['value']}", *(f"  {share}" for share in row["shares"]))
        ]
    else:
        formats = session.rules.game.presentation.field_formats
        traces = list(tracer.list_entry_traces(session.state.turn))
        data = [_trace_to_dict(trace, translate, formats) for trace in traces]
        lines = []
        for trace in traces:
            lines += [f"* {translate(message)}" for message in trace.log_messages]
            causes = explain(trace, formats) if raw else map(translate, explain_in_words(session, trace))
            lines += [f"  {cause}" for cause in (*causes, *map(translate, explain_no_changes(trace)))]
    title = f"turn {last} of {recording.header.game}, seed {recording.header.seed}"
    Report({"turn": last, "why": data}, [title, *(lines or ["nothing to explain"])], indent=None).print(as_json)
    exit_if_mods_failed(session.problems, loaded.findings)


def _trace_to_dict(trace: EntryTrace, translate: Any, formats: FieldFormats) -> dict[str, Any]:
    return {
        "log": [translate(message) for message in trace.log_messages],
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
                "where": record.cause.location,
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
            {"mod": drop.cause.mod, "via": drop.cause.via, "where": drop.location, "error": drop.error}
            for drop in trace.drops
        ],
        "unchanged": [translate(message) for message in explain_no_changes(trace)],
    }
