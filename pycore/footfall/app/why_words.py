"""Explains recorded causes in words: without names of files, hooks and ids, which `footfall why --raw` prints."""

from __future__ import annotations

from collections.abc import Iterator

from footfall.engine.core_changes import Tell
from footfall.engine.model import Message
from footfall.engine.session import Session
from footfall.engine.tracing import ChanceRecord, EntryTrace, FoldRecord


def explain_in_words(session: Session, trace: EntryTrace) -> Iterator[Message]:
    """Yields the explanations of the log lines (`Tell.why`), the dice and parts of mods, and their failures."""
    for record in trace.changes:
        if isinstance(record.change, Tell) and record.change.why is not None:
            yield record.change.why
    for chance in trace.chances:
        yield _explain_chance(session, chance)
    for fold in trace.folds:
        yield from explain_fold_in_words(session, fold)
    for drop in trace.drops:
        yield Message("footfall-why-mod-failed", {"mod": name_mod(session, drop.cause.mod)})


def _explain_chance(session: Session, chance: ChanceRecord) -> Message:
    """The dice of a rule of chance of a mod."""
    dice: Message | str = ""
    for die in chance.dice:
        facts = {"name": die.name.replace("_", " "), "face": die.face, "low": die.low, "high": die.high}
        said = Message("footfall-why-die", {**facts, "part": die.part, "kind": "chance" if die.part else "die"})
        dice = Message("footfall-why-dice", {"first": dice, "then": said}) if dice else said
    what = Message(chance.shown) if chance.shown else chance.rule
    return Message("footfall-why-chance", {"mod": name_mod(session, chance.mod), "what": what, "dice": dice})


def explain_fold_in_words(session: Session, fold: FoldRecord) -> Iterator[Message]:
    """Yields what each mod made of each number."""
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
