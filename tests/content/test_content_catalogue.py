"""The catalog: languages, fallbacks, plurals, genders and missing translations."""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor, wait
from pathlib import Path

import pytest
from fluent.runtime import FluentBundle, FluentResource
from fluent.syntax import ast

from footfall.engine.model import Message
from footfall.i18n import text_file
from footfall.i18n.catalog import Catalog
from footfall.i18n.text_file import TextFile, Texts


class Files:
    def __init__(self, **languages: str) -> None:
        self.path = Path("mod")
        self._files = {f"locale/{lang.replace('_', '-')}/a.ftl": text for lang, text in languages.items()}
        self.names = tuple(sorted(self._files))

    def read(self, name: str) -> bytes:
        return self._files[name].encode()


BASE = Files(
    en="base-hit = { $who } hits { $n ->\n    [one] once\n   *[other] { $n } times\n}.\n"
    "base-only = English only\nbase-rat = rat\n",
    de="base-only = Nur Englisch\n",
    es="base-hit = { $who-gender ->\n    [f] La\n   *[m] El\n} { $who } golpea { $n ->\n    [one] una vez\n"
    "   *[other] { $n } veces\n}.\nbase-rat = rata\n    .gender = f\n",
    es_AR="base-rat = ratón\n    .gender = m\n",
)
GERMAN = Files(de="german-hello = Guten Tag\ngerman-both = beides\n", en="german-both = both\n")


def say(language: str, id: str, **arguments: object) -> str:
    return Catalog([("a.base", BASE, "en"), ("b.german", GERMAN, "de")], language).translate(Message(id, arguments))


def test_plurals_genders_and_regions() -> None:
    rat = Message("base-rat")
    assert say("en", "base-hit", who=rat, n=1) == "rat hits once."
    assert say("en", "base-hit", who=rat, n=3) == "rat hits 3 times."
    assert say("es", "base-hit", who=rat, n=1) == "La rata golpea una vez."
    assert say("es-AR", "base-hit", who=rat, n=2) == "El ratón golpea 2 veces."


def test_fallback_is_the_mods_own_language_then_english_then_the_id() -> None:
    assert say("es", "base-only") == "English only"
    assert say("es", "german-hello") == "Guten Tag"
    assert say("es", "german-both") == "beides"
    assert say("en", "german-both") == "both"
    assert say("es", "nobody-wrote-this") == "nobody-wrote-this"
    assert say("tlh", "footfall-not-your-turn") == "It is not your turn."


def test_a_missing_argument_or_odd_value_never_raises() -> None:
    assert say("en", "base-hit") == "who hits n times."
    assert say("en", "base-hit", who=("a", 1), n=2) == "('a', 1) hits 2 times."
    assert Catalog().translate("as it is") == "as it is"


def test_a_translation_can_be_a_mod_of_its_own_and_the_last_one_counts() -> None:
    french = Files(fr="base-rat = rat\n")
    better = Files(fr="base-rat = surmulot\n")
    mods = [("a.base", BASE, "en"), ("x.french", french, "fr"), ("y.better", better, "fr")]
    catalogue = Catalog(mods, "fr")
    assert catalogue.translate(Message("base-rat")) == "surmulot"
    assert catalogue.translate(Message("base-only")) == "English only"
    catalogue.set_language("es")
    assert catalogue.translate(Message("base-rat")) == "rata"


def test_what_translations_lack_is_listed_with_its_file() -> None:
    broken = Files(en="good = fine\nthis is not Fluent\n", es="good = bien\nstray = suelto\n")
    found = [str(f) for f in Catalog([("a.base", BASE, "en"), ("c.broken", broken, "en")]).check_translations()]
    assert any("'base-only' has no es translation" in f and "mod/locale/en/a.ftl" in f for f in found)
    assert any("'stray' exists in es, but not in en" in f for f in found)
    assert any("not valid Fluent: this is not Fluent" in f and "a.ftl:2" in f for f in found)
    assert not any("'base-hit'" in f for f in found)


def test_the_frameworks_own_texts_are_whole_in_both_languages() -> None:
    assert [str(f) for f in Catalog().check_translations(("en", "es"))] == []
    assert Catalog(language="es").translate(Message("footfall-no-question")).startswith("No hay")


ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    "path", sorted(ROOT.glob("p*/**/*.ftl")), ids=lambda path: path.relative_to(ROOT).as_posix().replace("/", "-")
)
def test_single_messages_parse_as_in_their_file(path: Path) -> None:
    file = TextFile(path.name, path.read_text(encoding="utf-8"))
    whole = [item for item in file.resource.body if isinstance(item, (ast.Message, ast.Term))]
    sources = file.split()
    assert len(sources) == len({id_of(item) for item in whole})
    for item in whole:
        single = FluentResource(sources[id_of(item)]).body[0]
        assert single.equals(item, ignored_fields=["span", "comment"]), id_of(item)


def id_of(item: ast.Message | ast.Term) -> str:
    return f"-{item.id.name}" if isinstance(item, ast.Term) else item.id.name


ODD = """\
first = one
second =
    .word = { -thing.form }
    .other = {
first
    }
broken = { $a
third = { $n ->
[one] a = b
*[other] { third-part }
}
third-part = { second.other } { -thing }
-thing = thing { "=" }
    .form = form
# again
first = two
  and = three
4th = no
"""


def test_messages_of_an_odd_file_format_as_if_parsed_whole() -> None:
    whole = FluentBundle(["en"], use_isolating=False)
    whole.add_resource(FluentResource(ODD), allow_overrides=True)
    texts = Texts("en", "en", [TextFile("odd.ftl", ODD)])
    for id in ("third", "first", "second", "third-part", "broken", "4th", "and", "none"):
        assert texts.has_message(id) == whole.has_message(id), id
        if whole.has_message(id):
            pattern = whole.get_message(id).value
            text = str(whole.format_pattern(pattern, {"n": 1})[0]) if pattern else id
            assert texts.format_message(id, {"n": 1}) == text, id


def test_players_of_a_server_never_read_a_text_before_what_it_refers_to(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = Texts("en", "en", [TextFile("a.ftl", "goes = Ada goes { to }.\nto = to the { $node }\n")])
    parse, others = text_file._parse_text, list[Future[str]]()

    with ThreadPoolExecutor(1) as other_player:

        def parse_slowly(source: str) -> ast.Resource:
            if source.startswith("to ="):
                others.append(other_player.submit(texts.format_message, "goes", {"node": "Pantry"}))
                wait(others, 0.2)
            return parse(source)

        monkeypatch.setattr(text_file, "_parse_text", parse_slowly)
        assert texts.format_message("goes", {"node": "Attic"}) == "Ada goes to the Attic."
        assert [other.result(5) for other in others] == ["Ada goes to the Pantry."]
