"""The why page: what the numbers on the screen are made of, and why what happened happened.

It tells of what the log told, and of numbers that the one who plays was asked about: not of what goes on unseen.
"""

from __future__ import annotations

from collections.abc import Iterator
from string import ascii_lowercase, ascii_uppercase

from footfall.api.scene import Choice, Line, Panel, Span, Tint
from footfall.diagnostics.files import format_path
from footfall.engine.model import Message
from footfall.engine.session import Session
from footfall.engine.tracing import EntryTrace, Figure, FigureShare, FoldRecord, Tracer, describe

WHY_PAGE, WHY_KEY = "why", "W"
TURNS_BACK = 30
"""Turns that the page goes back."""


def build_why_page(
    session: Session, actor: int, include_unseen: bool = False
) -> tuple[Panel, tuple[Choice, ...]]:
    """The page and its letters.

    Args:
        actor: who plays now.
        everything: also what the log did not tell (for modders).
    """
    numbers = [
        Choice(letter, Message("footfall-why-figure", {"name": each.name, "value": each.value}), letter, more)
        for letter, (each, more) in zip(ascii_lowercase, explain_figures(session), strict=False)
    ]
    trail = session.tracer or Tracer()
    told = (
        one
        for one in reversed(trail.list_entry_traces(session.state.turn - TURNS_BACK))
        if include_unseen or _is_visible_to(one, actor)
    )
    events = [
        (
            episode,
            Choice(letter, _label_trace(episode), letter, tuple(_explain_trace(episode, include_unseen))),
        )
        for letter, episode in zip(ascii_uppercase, told, strict=False)
    ]
    lines = [Line((Span(Message("footfall-why-numbers"), Tint.DIM),))] if numbers else []
    lines += [Line((Span(f"{choice.letter}  ", Tint.STRONG), Span(choice.label))) for choice in numbers]
    if events:
        lines += [Line(()), Line((Span(Message("footfall-why-events"), Tint.DIM),))]
    for episode, choice in events:
        turn = Span(f"{episode.turn:>5}  ", Tint.DIM)
        lines.append(Line((Span(f"{choice.letter} ", Tint.STRONG), turn, Span(choice.label))))
    if not lines:
        lines = [Line((Span(Message("footfall-why-nothing"), Tint.DIM),))]
    page = Panel(Message("footfall-why-title"), tuple(lines), label=Message("footfall-why"))
    return page, (*numbers, *(choice for _, choice in events))


def explain_figures(session: Session) -> Iterator[tuple[Figure, tuple[Message, ...]]]:
    """The game's own figures, if it has any, each with what it is made of."""
    figures = session.rules.game.figures
    for figure in figures(session.context()) if figures is not None else ():
        yield figure, tuple(_describe_share(session, share) for share in figure.shares)


def _describe_share(session: Session, share: FigureShare) -> Message:
    place = _locate_share(session, share)
    facts = {"amount": share.amount, "what": share.what, "where": place}
    return Message("footfall-why-share-from" if place else "footfall-why-share", facts)


def _locate_share(session: Session, share: FigureShare) -> str:
    """Which mod wrote a share's field last, and where."""
    kind, id, field = share.record
    lines = session.rules.records.blame(kind, id, field) if kind and session.rules.records is not None else ()
    mod, _, where = lines[-1].partition(" ") if lines else ("", "", "")
    return f"{mod} {_shorten_location(where)}" if mod else ""


def _is_visible_to(episode: EntryTrace, actor: int) -> bool:
    """Whether the log told of it, or it is a number of whoever plays."""
    return bool(episode.log_messages) or any(
        fold.proposals and _find_subject(fold) == actor for fold in episode.folds
    )


def _find_subject(fold: FoldRecord) -> object:
    """Whom a fold is about: the first field of its event."""
    fields = fold.event.__struct_fields__
    return getattr(fold.event, fields[0]) if fields else None


def _label_trace(episode: EntryTrace) -> Message | str:
    if episode.log_messages:
        return episode.log_messages[0]
    if episode.folds:
        fold = episode.folds[0]
        return Message("footfall-why-fold", {"hook": fold.hook, "event": describe(fold.event)})
    if episode.changes:
        return describe(episode.changes[0].change)
    return episode.polls[0].hook if episode.polls else episode.drops[0].cause.via


def _explain_trace(episode: EntryTrace, everything: bool) -> Iterator[Message]:
    for fold in episode.folds:
        yield Message("footfall-why-fold", {"hook": fold.hook, "event": describe(fold.event)})
        for term in fold.base:
            yield from _explain_term(fold, term)
    for asked in episode.polls:
        for cause, answer in asked.answers:
            facts = {
                "hook": asked.hook,
                "mod": cause.mod,
                "answer": repr(answer),
                "where": _shorten_location(cause.where),
            }
            yield Message("footfall-why-answer", facts)
    for change in episode.changes:
        if change.log_message is not None or everything:
            cause = change.cause
            where = _shorten_location(cause.where)
            facts = {"change": describe(change.change), "mod": cause.mod, "via": cause.via, "where": where}
            yield Message("footfall-why-change-at" if where else "footfall-why-change", facts)
    for lost in episode.drops:
        facts = {"mod": lost.cause.mod, "error": lost.error, "where": _shorten_location(lost.cause.where)}
        yield Message("footfall-why-lost", facts)


def _explain_term(fold: FoldRecord, term: str) -> Iterator[Message]:
    yield Message("footfall-why-base", {"term": term, "value": fold.base[term]})
    for link in fold.list_contributions(term):
        facts = {"what": link.operation, "mod": link.mod, "reason": link.reason, "by": link.overridden_by}
        kind = "-dropped" if link.overridden_by else "-reason" if link.reason else ""
        yield Message(f"footfall-why-link{kind}", {**facts, "where": _shorten_location(link.where)})
    if fold.list_contributions(term):
        yield Message("footfall-why-result", {"term": term, "value": fold.final[term]})


def _shorten_location(where: str) -> str:
    """``file:line`` without the folders above the mod's own."""
    return "/".join(format_path(where).replace("\\", "/").split("/")[-3:])
