"""The why page: what the numbers on the screen are made of, and why what happened happened.

It tells of what the log told, and of numbers that the one who plays was asked about: not of what goes on unseen.
"""

from __future__ import annotations

from collections.abc import Iterator
from string import ascii_lowercase, ascii_uppercase

from footfall.api.scene import Choice, Line, Panel, Span, Tint
from footfall.content.files import show
from footfall.engine.model import Message
from footfall.engine.session import Session
from footfall.engine.why import Episode, Figure, Fold, Share, Trail, named

PAGE, KEY = "why", "W"
RECENT = 30
"""Turns that the page goes back."""


def why_page(session: Session, actor: int, everything: bool = False) -> tuple[Panel, tuple[Choice, ...]]:
    """The page and its letters.

    Args:
        actor: who plays now.
        everything: also what the log did not tell (for modders).
    """
    numbers = [
        Choice(letter, Message("footfall-why-figure", {"name": each.name, "value": each.value}), letter, more)
        for letter, (each, more) in zip(ascii_lowercase, shares_of(session), strict=False)
    ]
    trail = session.trail or Trail()
    told = (
        one
        for one in reversed(trail.episodes(session.state.turn - RECENT))
        if everything or _seen(one, actor)
    )
    events = [
        (episode, Choice(letter, _label(episode), letter, tuple(_account(episode, everything))))
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


def shares_of(session: Session) -> Iterator[tuple[Figure, tuple[Message, ...]]]:
    """The game's own figures, if it has any, each with what it is made of."""
    figures = session.rules.game.figures
    for figure in figures(session.play()) if figures is not None else ():
        yield figure, tuple(_share(session, share) for share in figure.shares)


def _share(session: Session, share: Share) -> Message:
    place = _place(session, share)
    facts = {"amount": share.amount, "what": share.what, "where": place}
    return Message("footfall-why-share-from" if place else "footfall-why-share", facts)


def _place(session: Session, share: Share) -> str:
    """Which mod wrote a share's field last, and where."""
    kind, id, field = share.record
    lines = session.rules.records.blame(kind, id, field) if kind and session.rules.records is not None else ()
    mod, _, where = lines[-1].partition(" ") if lines else ("", "", "")
    return f"{mod} {_short(where)}" if mod else ""


def _seen(episode: Episode, actor: int) -> bool:
    """Whether the log told of it, or it is a number of whoever plays."""
    return bool(episode.told) or any(fold.proposals and _whose(fold) == actor for fold in episode.folds)


def _whose(fold: Fold) -> object:
    """Whom a fold is about: the first field of its event."""
    fields = fold.event.__struct_fields__
    return getattr(fold.event, fields[0]) if fields else None


def _label(episode: Episode) -> Message | str:
    if episode.told:
        return episode.told[0]
    if episode.folds:
        fold = episode.folds[0]
        return Message("footfall-why-fold", {"hook": fold.hook, "event": named(fold.event)})
    if episode.changes:
        return named(episode.changes[0].change)
    return episode.asked[0].hook if episode.asked else episode.dropped[0].cause.via


def _account(episode: Episode, everything: bool) -> Iterator[Message]:
    for fold in episode.folds:
        yield Message("footfall-why-fold", {"hook": fold.hook, "event": named(fold.event)})
        for term in fold.base:
            yield from _chain(fold, term)
    for asked in episode.asked:
        for cause, answer in asked.answers:
            facts = {
                "hook": asked.hook,
                "mod": cause.mod,
                "answer": repr(answer),
                "where": _short(cause.where),
            }
            yield Message("footfall-why-answer", facts)
    for change in episode.changes:
        if change.told is not None or everything:
            cause = change.cause
            where = _short(cause.where)
            facts = {"change": named(change.change), "mod": cause.mod, "via": cause.via, "where": where}
            yield Message("footfall-why-change-at" if where else "footfall-why-change", facts)
    for lost in episode.dropped:
        facts = {"mod": lost.cause.mod, "error": lost.error, "where": _short(lost.cause.where)}
        yield Message("footfall-why-lost", facts)


def _chain(fold: Fold, term: str) -> Iterator[Message]:
    yield Message("footfall-why-base", {"term": term, "value": fold.base[term]})
    for link in fold.links(term):
        facts = {"what": link.what, "mod": link.mod, "reason": link.reason, "by": link.dropped}
        kind = "-dropped" if link.dropped else "-reason" if link.reason else ""
        yield Message(f"footfall-why-link{kind}", {**facts, "where": _short(link.where)})
    if fold.links(term):
        yield Message("footfall-why-result", {"term": term, "value": fold.final[term]})


def _short(where: str) -> str:
    """``file:line`` without the folders above the mod's own."""
    return "/".join(show(where).replace("\\", "/").split("/")[-3:])
