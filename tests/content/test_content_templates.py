"""Texts of one line are formatted without the library, to the same result."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import hypothesis
import hypothesis.strategies as st
import pytest
from fluent.runtime import FluentBundle, FluentResource
from fluent.runtime.types import fluent_number

from footfall.i18n.text_file import TextFile, Texts, fill_template, parse_template

ROOT = Path(__file__).parents[2]
FILES = sorted(path for folder in ("pycore", "plugins", "mods") for path in (ROOT / folder).glob("**/locale/*/*.ftl"))
ARGUMENTS: list[Any] = ["", "a door", "{ $x }", "one\ntwo", 0, 1, 99, 100, 1234, -3, True, 0.5]


def format_whole(source: str, id: str, arguments: dict[str, Any], language: str = "en") -> str | None:
    """The text by the library, with the whole file parsed; None if there is no such message."""
    bundle = FluentBundle([language, "en"], use_isolating=False)
    bundle.add_resource(FluentResource(source), allow_overrides=True)
    if not bundle.has_message(id):
        return None
    pattern = bundle.get_message(id).value
    return id if pattern is None else str(bundle.format_pattern(pattern, ungroup(arguments))[0])


def ungroup(arguments: dict[str, Any]) -> dict[str, Any]:
    """The arguments, the integers without separators."""
    return {
        name: fluent_number(value, useGrouping=False) if type(value) is int else value
        for name, value in arguments.items()
    }


def test_the_files_are_found() -> None:
    assert len(FILES) > 20


@pytest.mark.proof(12)
@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_texts_of_the_games_format_as_the_library_does(path: Path) -> None:
    source, language = path.read_text("utf-8"), path.parent.name
    bundle = FluentBundle([language, "en"], use_isolating=False)
    bundle.add_resource(FluentResource(source), allow_overrides=True)
    texts = Texts(language, "en", [TextFile(path.name, source)])
    for number, id in enumerate(texts.ids):
        template = parse_template(TextFile("", source).split()[id])
        for value in (ARGUMENTS[number % len(ARGUMENTS)], 7):
            arguments = dict.fromkeys(template[1::2] if template else (), value)
            expected = str(bundle.format_pattern(bundle.get_message(id).value, ungroup(arguments))[0])
            assert texts.format_message(id, arguments) == expected, id
            assert template is None or texts.format_attributes(id) == {}


PIECES = st.sampled_from(
    ["a", " ", "  ", "\t", "\n", "\r\n", "\r", "{", "}", "{ $n }", "{$n}", "{ $m }", '{ "x" }', "{ other }", "# c", "=",
     "other = o", "\n    .attr = b", "\n    more", "[", "*", ".", "-", "{ -term }", "{ NUMBER($n) }", "\u2028", "é",
     "#", "{ $n -> [one] x *[other] y }"]
)  # fmt: skip


@pytest.mark.proof(0)
@hypothesis.settings(max_examples=400, deadline=None)
@hypothesis.given(st.lists(PIECES, max_size=8).map("".join), st.sampled_from(ARGUMENTS), st.booleans())
def test_odd_texts_format_as_the_library_does(text: str, value: Any, has_other: bool) -> None:
    source = f"first = {text}\n" + ("other = o\n" if has_other else "")
    arguments = {"n": value}
    expected = format_whole(source, "first", arguments)
    texts = Texts("en", "en", [TextFile("odd.ftl", source)])
    assert texts.has_message("first") == (expected is not None)
    if expected is not None:
        assert texts.format_message("first", arguments) == expected


@pytest.mark.parametrize("language", ["en", "es", "de", "hi", "fr"])
@pytest.mark.parametrize("text", ["turn { $n }", "turn { $n }{ $n ->\n   *[other] y\n}"])
def test_numbers_have_no_separators_in_any_language(language: str, text: str) -> None:
    texts = Texts(language, "en", [TextFile("t.ftl", f"a = {text}\n")])
    assert texts.format_message("a", {"n": 1234567}).removesuffix("y") == "turn 1234567"


def test_a_template_takes_texts_and_numbers() -> None:
    template = parse_template("open = You open { $what } ({$count}).\n# next\n\n")
    assert template == ("You open ", "what", " (", "count", ").")
    assert fill_template(template, {"what": "a door", "count": 2}) == "You open a door (2)."
    assert fill_template(template, {"what": "a door", "count": 1234}) == "You open a door (1234)."
    assert fill_template(template, {"what": "a door", "count": -1}) is None
    assert fill_template(template, {"what": "a door"}) is None
