"""Texts: ids that have none, texts that nothing uses, and what translations lack."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from fluent.syntax import ast as fluent

from footfall.content.catalogue import Catalogue, Entry, asked
from footfall.content.files import location, under
from footfall.content.findings import Edit, Finding, Level, closest, near
from footfall.content.records import Records, plain
from footfall.content.schema import shape_of, texts, written
from footfall.content.toml import BadToml, Document

from .modules import Subject

LANGUAGES = ("en", "es")
"""Languages that every game speaks."""

MESSAGE = ("footfall.api.Message",)


def texts_of(subject: Subject, others: Catalogue | None, records: Iterable[Records]) -> Iterator[Finding]:
    """Findings about a mod's texts.

    Args:
        others: the texts of the games the mod is for.
        records: the records of each of these games.
    """
    mod = subject.mod
    own = Catalogue([(mod.id, mod.files, mod.about.language)])
    entries = [entry for entry in own.entries(mod.id) if entry.language == mod.about.language]
    theirs: dict[str, list[Entry]] = {}
    for entry in others.entries() if others is not None else ():
        if entry.mod != mod.id:
            theirs.setdefault(entry.id, []).append(entry)
    known = {entry.id for entry in own.entries()} | set(theirs)
    yield from _lacking(subject, own, theirs)
    yield from _missing(subject, known)
    yield from _nameless(subject, known, records)
    used, begun = _used(subject, own, records)
    slug = mod.id.rpartition(".")[2]
    spaces = {slug, *(each[0].mod.rpartition(".")[2] for each in theirs.values())}
    for entry in entries:
        if entry.id in theirs:  # the text of another mod, said anew
            continue
        if not _is_used(entry.id, used, begun):
            text = f"nothing seems to use the text {entry.id!r}"
            yield Finding("unused-text", mod.id, text, entry.where, "remove it", Level.NOTE)
        if not mod.first_party and not entry.id.startswith(tuple(spaces)):
            text = f"the text {entry.id!r} does not begin with {slug!r}"
            yield Finding("text-prefix", mod.id, text, entry.where, f"call it {slug}-{entry.id}", Level.NOTE)


def _lacking(subject: Subject, own: Catalogue, theirs: Mapping[str, list[Entry]]) -> Iterator[Finding]:
    """What translations lack; a language that the mod does not have at all is said once."""
    mod = subject.mod
    there = {entry.language for entry in own.entries(mod.id)}
    for entry in own.entries(mod.id):
        originals = theirs.get(entry.id, [])
        extra = sorted(asked(entry) - set().union(*map(asked, originals)))
        if originals and extra:
            text = f"the text {entry.id!r} uses ${extra[0]}, which no text of {originals[0].mod} does"
            fix = f"see {originals[0].where}"
            yield Finding("bad-variable", mod.id, text, entry.where, fix, Level.WARNING)
    if mod.about.language not in there or all(entry.id in theirs for entry in own.entries(mod.id)):
        there -= set(LANGUAGES)  # a translation of others
        yield from own.missing(sorted(there), theirs, mod.id)
        return
    for language in LANGUAGES:
        if language not in there:
            text = f"there are no texts in {language}"
            fix = f"translate locale/{mod.about.language}/ into locale/{language}/"
            yield Finding("untranslated", mod.id, text, mod.document.where("mod"), fix, Level.NOTE)
    yield from own.missing(sorted(there), theirs, mod.id)


def _missing(subject: Subject, known: set[str]) -> Iterator[Finding]:
    for module in subject.modules.values():
        for node in ast.walk(module.tree):
            if not (isinstance(node, ast.Call) and module.dotted(node.func) in MESSAGE and node.args):
                continue
            first = node.args[0]
            arms = [first.body, first.orelse] if isinstance(first, ast.IfExp) else [first]
            for arm in arms:
                if isinstance(arm, ast.Constant) and isinstance(arm.value, str) and arm.value not in known:
                    where = module.at(arm)
                    yield _absent(subject.id, arm.value, known, where, Level.ERROR)


def _absent(mod: str, id: str, known: set[str], where: str, level: Level) -> Finding:
    right = closest(id, known)
    text = f"the message {id!r} has no text{near(id, known)}"
    fix = f"add to locale/en/: {id} = ..."
    alike = right if right and _alike(id, right) else ""
    return Finding("missing-text", mod, text, where, fix, level, edit=Edit.word(where, id, alike))


def _alike(one: str, other: str) -> bool:
    """Whether two words differ by a slip of the finger, and not by meaning."""
    from difflib import SequenceMatcher

    return SequenceMatcher(None, one, other).ratio() >= 0.9


def _nameless(subject: Subject, known: set[str], records: Iterable[Records]) -> Iterator[Finding]:
    """Fields of records that name a text which is not there."""
    told: set[tuple[str, str]] = set()
    own = bool(under(subject.mod.files, "content", ".toml"))
    for each in records if own else ():
        for kind, one in each:
            node = shape_of(each.types[kind].type)
            for path, id in texts(node, written(plain(one))):
                if id in known or each.history is None:
                    continue
                origin = each.history.origins(kind, one.id).get(".".join(path))
                where = origin[-1].where if origin else ""
                if origin and origin[-1].mod == subject.id and (id, where) not in told:
                    told.add((id, where))
                    yield _absent(subject.id, id, known, where, Level.WARNING)


def _used(subject: Subject, own: Catalogue, records: Iterable[Records]) -> tuple[set[str], set[str]]:
    """Words that may be ids of texts: whole, and the beginnings of those put together in code."""
    used: set[str] = set()
    begun: set[str] = set()
    for module in subject.modules.values():
        for node in ast.walk(module.tree):
            if isinstance(node, ast.JoinedStr) and node.values and isinstance(node.values[0], ast.Constant):
                begun.add(str(node.values[0].value))
            elif isinstance(node, ast.BinOp) and isinstance(node.left, ast.Constant):
                begun.add(str(node.left.value))
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                used.add(node.value)
    for name in (*under(subject.mod.files, "content", ".toml"), "mod.toml"):
        if name in subject.mod.files.names:
            try:
                used |= set(
                    _strings(Document(location(subject.mod.files, name), subject.mod.files.read(name)).data)
                )
            except BadToml:
                continue
    for entry in own.entries(subject.id):
        used |= set(_references(entry))
    begun.discard("")
    return used, begun


def _is_used(id: str, used: set[str], begun: set[str]) -> bool:
    """An id is used if it is named, or what it begins with is: ``rat-about`` goes with ``rat``."""
    parts = id.split("-")
    heads = {"-".join(parts[:end]) for end in range(1, len(parts) + 1)}
    return bool(heads & used) or any(id.startswith(word) for word in begun)


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for item in value.values():
            yield from _strings(item)
    elif isinstance(value, list):
        for item in value:
            yield from _strings(item)


def _references(entry: Entry) -> Iterator[str]:
    """Ids of other messages that a text takes in."""
    waiting: list[Any] = [entry.message]
    while waiting:
        node = waiting.pop()
        if isinstance(node, fluent.MessageReference):
            yield node.id.name
        elif isinstance(node, fluent.BaseNode):
            waiting += vars(node).values()
        elif isinstance(node, list):
            waiting += node
