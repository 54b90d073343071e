"""The why page: the origin of the numbers on the screen and the causes of recent events.

It covers what was logged and the numbers of the player's own actor, so it reveals nothing unseen.
"""

from collections.abc import Iterator
from itertools import groupby, takewhile
from string import ascii_lowercase, ascii_uppercase

from footfall.api.scene import Choice, Line, Panel, Scene, Span, Tint
from footfall.diagnostics.files import format_path
from footfall.engine.core_changes import Tell
from footfall.engine.explanations.descriptions import FieldFormats, describe_answer
from footfall.engine.explanations.tracing import EntryTrace, Figure, FoldRecord, Tracer
from footfall.engine.model import Message
from footfall.engine.session import Session


def explain_in_words(session: Session, trace: EntryTrace) -> Iterator[Message]:
    """Yields the explanations of the log lines (`Tell.why`), the dice and parts of mods, and their failures."""
    for record in trace.changes:
        if isinstance(record.change, Tell) and record.change.why is not None:
            yield record.change.why
    for chance in trace.chances:
        dice: Message | str = ""
        for die in chance.dice:
            facts = {"name": die.name.replace("_", " "), "face": die.face, "low": die.low, "high": die.high}
            said = Message("footfall-why-die", {**facts, "part": die.part, "kind": "chance" if die.part else "die"})
            dice = Message("footfall-why-dice", {"first": dice, "then": said}) if dice else said
        what = Message(chance.text) if chance.text else chance.rule
        yield Message("footfall-why-chance", {"mod": name_mod(session, chance.mod), "what": what, "dice": dice})
    for fold in trace.folds:
        yield from explain_fold_in_words(session, fold)
    for drop in trace.drops:
        yield Message("footfall-why-mod-failed", {"mod": name_mod(session, drop.cause.mod)})


def explain_no_changes(trace: EntryTrace) -> Iterator[Message]:
    """Yields the deeds of rules that did nothing, each with the reason and the place of the rule, for modders."""
    for record in trace.no_changes:
        facts = {"deed": record.deed, "mod": record.cause.mod, "via": record.cause.via, "reason": record.reason}
        yield Message("footfall-why-no-changes", {**facts, "where": _shorten_location(record.cause.location)})


def explain_fold_in_words(session: Session, fold: FoldRecord) -> Iterator[Message]:
    """Yields the part of each mod in each number."""
    names = session.rules.game.presentation.term_names
    for term in fold.base:
        for part in fold.list_contributions(term):
            facts = {
                "what": part.operation,
                "term": names.get(term, term.replace("_", " ")),
                "mod": name_mod(session, part.mod),
                "reason": part.reason,
                "by": name_mod(session, part.overridden_by),
            }
            kind = "-dropped" if part.overridden_by else "-reason" if part.reason else ""
            yield Message(f"footfall-why-part{kind}", facts)


def name_mod(session: Session, mod: str) -> str:
    """The name of a mod for players."""
    return session.rules.mod_names.get(mod, mod)


WHY_PAGE, WHY_KEY = "why", "W"
TURNS_BACK = 30
"""Number of recent turns on the page."""

WARNINGS = ("warn", "alarm")
"""Kinds of log lines that the page shows without an entry."""

EventRow = tuple[int, Message | str, tuple[Message, ...]]
"""An event on the page: its turn, its words, its causes."""

SOUND_KIND = "sound"
"""Kind of the log lines of sounds; an entry with other lines is named by one of them."""


def build_why_page(session: Session, actor: int, raw: bool) -> tuple[Panel, tuple[Choice, ...]]:
    """Builds the page, and the choices behind its letters.

    Args:
        raw: with names of hooks, ids and files, for modders.
    """
    numbers = [
        Choice(letter, Message("footfall-why-figure", {"name": figure.name, "value": figure.value}), letter, shares)
        for letter, (figure, shares) in zip(ascii_lowercase, explain_figures(session, raw), strict=False)
    ]
    rows = list_event_rows(session, actor, session.state.turn - TURNS_BACK, raw)
    events = []
    for letter, ((label, details), run) in zip(ascii_uppercase, groupby(rows, lambda row: row[1:]), strict=False):
        equal = list(run)
        times = Message("footfall-why-times", {"what": label, "count": len(equal)})
        events.append((equal[0][0], Choice(letter, label if len(equal) == 1 else times, letter, details)))
    lines = [Line((Span(Message("footfall-why-numbers"), Tint.DIM),))] if numbers else []
    lines += [Line((Span(f"{choice.letter}  ", Tint.STRONG), Span(choice.label))) for choice in numbers]
    if events:
        lines += [Line(()), Line((Span(Message("footfall-why-events"), Tint.DIM),))]
    for number, choice in events:
        turn = Span(f"{session.display.count_turns(number):>5}  ", Tint.DIM)
        lines.append(Line((Span(f"{choice.letter} ", Tint.STRONG), turn, Span(choice.label))))
    if not lines:
        lines = [Line((Span(Message("footfall-why-nothing"), Tint.DIM),))]
    page = Panel(Message("footfall-why-title"), tuple(lines), label=Message("footfall-why"))
    return page, (*numbers, *(choice for _, choice in events))


def list_event_rows(session: Session, actor: int, since: int, raw: bool = False) -> list[EventRow]:
    """Returns the events since a turn that a player knows of, newest first, for the page and for recorded games.

    The log may have warnings without an entry: those of `Presentation.recollect`.

    Args:
        since: the first turn, counted by commands.
        raw: with names of hooks, ids and files, for modders.
    """
    traces = (session.tracer or Tracer()).list_entry_traces(since)
    visible = [trace for trace in reversed(traces) if _is_visible_to(trace, actor) or (raw and trace.no_changes)]
    told = [message for trace in visible for message in trace.log_messages]
    lines = takewhile(lambda line: line.turn >= since, reversed(session.log))
    warnings = (line for line in lines if line.kind in WARNINGS and line.message not in told)
    rows: list[EventRow] = [(line.turn, line.message, ()) for line in warnings]
    rows += [_describe_event(session, trace, raw) for trace in visible]
    return sorted(rows, key=lambda row: -row[0])


def add_why_page(session: Session, scene: Scene, raw: bool = False) -> None:
    """Adds the page to a scene, unless the game has a page of this name; see `build_why_page`."""
    if WHY_PAGE not in scene.pages:
        panel, letters = build_why_page(session, scene.actor, raw)
        scene.pages = {**scene.pages, WHY_PAGE: panel}
        scene.page_keys = {**scene.page_keys, WHY_KEY: WHY_PAGE}
        scene.choices = {**scene.choices, WHY_PAGE: letters}


def explain_figures(session: Session, raw: bool) -> Iterator[tuple[Figure, tuple[Message, ...]]]:
    """Yields the figures of the game, each with its shares; with the mod and line that wrote each if `raw`."""
    figures = session.rules.game.presentation.figures
    for figure in figures(session.context()) if figures is not None else ():
        shares = []
        for share in figure.shares:
            kind, id, field = share.record
            records = session.rules.records
            history = records.blame(kind, id, field) if raw and kind and records is not None else ()
            mod, _, where = history[-1].partition(" ") if history else ("", "", "")
            place = f"{mod} {_shorten_location(where)}" if mod else ""
            facts = {"amount": share.amount, "what": share.source, "where": place}
            shares.append(Message("footfall-why-share-from" if place else "footfall-why-share", facts))
        yield figure, tuple(shares)


def _is_visible_to(trace: EntryTrace, actor: int) -> bool:
    """Whether the entry was logged or computed a number for `actor`, the first field of an event."""
    events = [fold.event for fold in trace.folds if fold.proposals and fold.event.__struct_fields__]
    return bool(trace.log_messages) or any(getattr(e, e.__struct_fields__[0]) == actor for e in events)


def _list_news(trace: EntryTrace) -> list[Message]:
    """The log lines of an entry except what was heard."""
    told = [(record.log_message, getattr(record.change, "kind", "")) for record in trace.changes]
    return [words for words, kind in told if words is not None and kind != SOUND_KIND]


def _label_trace(session: Session, trace: EntryTrace, raw: bool) -> Message | str:
    if told := _list_news(trace) or trace.log_messages:
        return told[0]
    if not raw:
        return next(explain_in_words(session, trace), Message("footfall-why-unsaid"))
    if trace.folds:
        return Message("footfall-why-fold", {"hook": trace.folds[0].hook})
    if trace.polls:
        return trace.polls[0].hook
    return (trace.changes or trace.drops or trace.no_changes)[0].cause.via


def _describe_event(session: Session, trace: EntryTrace, raw: bool) -> EventRow:
    """An entry as an event: behind its letter are its causes, then its other lines."""
    label = _label_trace(session, trace, raw)
    if raw:
        return trace.turn, label, tuple(_explain_raw(trace, session.rules.game.presentation.field_formats))
    causes = [*explain_in_words(session, trace)]
    others = (message for message in _list_news(trace) if message != label and message not in causes)
    return trace.turn, label, (*causes, *others)


def _explain_raw(trace: EntryTrace, formats: FieldFormats) -> Iterator[Message]:
    for fold in trace.folds:
        yield from explain_fold(fold)
    for poll in trace.polls:
        for cause, answer in poll.answers:
            facts = {
                "hook": poll.hook,
                "mod": cause.mod,
                "answer": describe_answer(answer, formats),
                "where": _shorten_location(cause.location),
            }
            yield Message("footfall-why-answer", facts)
    for change in trace.changes:
        if change.log_message is not None:
            cause = change.cause
            where = _shorten_location(cause.location)
            words = {"change": change.log_message, "mod": cause.mod, "via": cause.via, "where": where}
            yield Message("footfall-why-change-at" if where else "footfall-why-change", words)
    for drop in trace.drops:
        facts = {"mod": drop.cause.mod, "error": drop.error, "where": _shorten_location(drop.location)}
        yield Message("footfall-why-lost", facts)
    yield from explain_no_changes(trace)


def explain_fold(fold: FoldRecord) -> Iterator[Message]:
    """Yields the name of a fold, then for each term its base, the contributions of mods and the result."""
    yield Message("footfall-why-fold", {"hook": fold.hook})
    for term in fold.base:
        yield Message("footfall-why-base", {"term": term, "value": fold.base[term]})
        contributions = fold.list_contributions(term)
        for part in contributions:
            facts = {"what": part.operation, "mod": part.mod, "reason": part.reason, "by": part.overridden_by}
            kind = "-dropped" if part.overridden_by else "-reason" if part.reason else ""
            yield Message(f"footfall-why-link{kind}", {**facts, "where": _shorten_location(part.location)})
        if contributions:
            yield Message("footfall-why-result", {"term": term, "value": fold.final[term]})


def _shorten_location(place: str) -> str:
    """Shortens ``file:line`` to its last three path components."""
    return "/".join(format_path(place).replace("\\", "/").split("/")[-3:])
