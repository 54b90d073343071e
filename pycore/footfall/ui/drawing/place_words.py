"""Places of a board in words: for tooltips, and for readers who hear or feel the screen."""

from collections.abc import Callable, Iterable

from footfall.api import Message
from footfall.api.scene import Line, Place, Scene, Span

from .text_layout import Translator, capitalize, translate_ui_text


def find_place(scene: Scene, name: str) -> Place | None:
    """Returns the place with this id."""
    return next((place for place in scene.places if place.id == name), None)


def list_table_lines(scene: Scene) -> dict[str, Line]:
    """Returns the lines of the tables of a board that explain something, by their id for the cursor."""
    return {
        f"{number}:{row}": line
        for number, panel in enumerate(scene.panels)
        for row, line in enumerate(panel.lines)
        if panel.is_table and (line.notes or any(span.notes for span in line.spans))
    }


def describe_chosen(name: str, scene: Scene, translate: Translator) -> tuple[str, ...]:
    """Returns the facts of the place, or the line of a table, under the cursor; empty without one."""
    place, line = find_place(scene, name), list_table_lines(scene).get(name)
    if place is not None:
        return describe_place(place, scene, translate)
    notes = () if line is None else (*line.notes, *(note for span in line.spans for note in span.notes))
    return _translate_notes(notes, translate)


def name_place(place: Place, scene: Scene, translate: Translator) -> str:
    """Returns the name of a place and that of its level."""
    if place.level >= len(scene.levels) or not scene.levels[place.level].spans:
        return translate(place.label)
    level = translate(scene.levels[place.level].spans[0].text)
    return translate_ui_text(translate, "place-on-level", place=translate(place.label), level=level)


def describe_place(place: Place, scene: Scene, translate: Translator) -> tuple[str, ...]:
    """Returns the name of a place, its notes, the things in it, and its exits."""
    things = (note for line in place.lines for span in line.spans for note in describe_thing(span, translate))
    notes = _translate_notes(place.notes, translate)
    return (name_place(place, scene, translate), *notes, *things, *list_ways(place, scene, translate))


def describe_thing(span: Span, translate: Translator) -> tuple[str, ...]:
    """Returns the notes of a thing."""
    return _translate_notes(span.notes, translate)


def list_ways(place: Place, scene: Scene, translate: Translator) -> tuple[str, ...]:
    """Returns the doors and the stairs of a place, a line each."""
    others = [other for name in place.exits if (other := find_place(scene, name)) is not None]
    doors = [translate(other.label) for other in others if other.level == place.level]
    stairs = [name_place(other, scene, translate) for other in others if other.level != place.level]
    return (
        *([translate_ui_text(translate, "place-doors", names=", ".join(doors))] if doors else ()),
        *([translate_ui_text(translate, "place-stairs", names=", ".join(stairs))] if stairs else ()),
    )


def _translate_notes(notes: Iterable[Message | str], translate: Callable[[Message | str], str]) -> tuple[str, ...]:
    return tuple(capitalize(translate(note)) for note in notes)
