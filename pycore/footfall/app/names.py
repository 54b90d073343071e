"""The explanations of names: at their places in the log, and those of its last lines on a page.

A name is a message. Its explanation is the message of the same id with ``-about``, or those that the game gives for
it (`Scene.words`).
"""

from collections.abc import Iterator

import msgspec

from footfall.api.scene import Line, Panel, Scene, Span, Tint
from footfall.engine.declarations.rules import Rules
from footfall.engine.model import Message
from footfall.i18n.catalog import Catalog
from footfall.loader import LoadResult
from footfall.ui.drawing.text_layout import Translator

from .screens.lists import make_line

NAMES_PAGE, NAMES_KEY = "names", "N"
"""The page of the names in the last lines of the log."""

NAMED_LINES = 60
"""Lines of the log whose names are explained."""


def name_seat(rules: Rules, seat: int) -> Message | str:
    """Returns a seat as the game names it."""
    formats = rules.game.presentation.field_formats
    name: Message | str = formats["actor"](seat) if "actor" in formats else str(seat + 1)
    return name


def name_game(loaded: LoadResult, game: str) -> Message | str:
    """Returns the title of a game: for one that is not loaded, the text ``NAME-title`` of its mod, or its name."""
    if game == loaded.rules.game.id:
        return loaded.rules.game.presentation.title
    mod = loaded.available.get(game)
    if mod is None:
        return game
    texts = Catalog([(mod.id, mod.files, mod.info.language)], loaded.catalog.language)
    title = f"{mod.id.rpartition('.')[2]}-title"
    return texts.translate(Message(title)) if texts.has_message(title) else mod.info.name or game


def add_names(scene: Scene, translate: Translator) -> None:
    """Adds the explanations of names to the last lines of the log, and the page of them, newest first."""
    explained: dict[str, tuple[Message, tuple[Message, ...]]] = {}
    lines = list(scene.log)
    for index in range(len(lines) - 1, max(-1, len(lines) - 1 - NAMED_LINES), -1):
        notes: list[Message] = []
        for name in list_names(lines[index].message):
            about = explain_name(name, scene, translate)
            if about:
                explained.setdefault(name.id, (name, about))
                notes += about
        if notes:
            lines[index] = msgspec.structs.replace(lines[index], notes=tuple(notes))
    scene.log = tuple(lines)
    if not explained or NAMES_KEY in scene.page_keys:
        return
    rows = []
    for name, about in explained.values():
        rows.append(make_line(name, Tint.STRONG))
        rows += [Line((Span("  "), Span(note, Tint.DIM))) for note in about]
    page = Panel(Message("footfall-names-title"), tuple(rows), label=Message("footfall-names"))
    scene.pages = {**scene.pages, NAMES_PAGE: page}
    scene.page_keys = {**scene.page_keys, NAMES_KEY: NAMES_PAGE}


def list_names(message: Message) -> Iterator[Message]:
    """Yields the messages among the arguments of a message, and among theirs."""
    for value in message.args.values():
        if isinstance(value, Message):
            yield value
            yield from list_names(value)


def explain_name(name: Message, scene: Scene, translate: Translator) -> tuple[Message, ...]:
    """Returns the explanation of a name; empty if it has none."""
    if name.id in scene.words:
        return scene.words[name.id]
    about = Message(f"{name.id}-about")
    return (about,) if translate(about) != about.id else ()
