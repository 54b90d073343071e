"""The why page: the numbers on the screen and recent events, with all contributions."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from footfall.api import Figure, Message, Tell, grid
from footfall.app.why_page import build_why_page
from footfall.cli import main
from footfall.engine.bots import BotContext, list_legal_commands
from footfall.engine.explanations.tracing import ChangeRecord, Tracer
from footfall.engine.model import Cause
from footfall.engine.session import Session
from footfall.loader import load
from footfall.plugins import stealth
from footfall.plugins.king.screen.figures import list_figures as king_figures
from footfall.plugins.stealth.actions.commands import Wait
from footfall.plugins.stealth.scene.pages import list_figures
from footfall.sim.bots import find_bot
from footfall.testing import scene


def total_of(figure: Figure) -> int:
    """Applies the shares of a figure in order."""
    value = 0
    for share in figure.shares:
        if share.amount.startswith("= "):
            value = int(share.amount[2:])
        elif not any(sign.isdigit() for sign in share.amount.split("-")[0]) or "-" not in share.amount[1:]:
            value += int(share.amount)
    return value


RAW = re.compile(r"on_\w+|core\.|\.(py|toml)\b|[{}]")
"""Names of hooks, ids, files and structures."""


@pytest.mark.parametrize("seed", [3, 12])
def test_the_shares_of_every_figure_make_it_up(seed: int) -> None:
    rules = load("stealth", only_mods=()).rules
    session = Session.begin(rules, seed, {"floor": 2})
    bot = find_bot(rules, "brawler")
    context = BotContext(session, bot.id, grid.get_world(session.state).player)
    seen = 0
    for _ in range(60):
        if session.state.outcome is not None:
            break
        for figure in list_figures(session.context()):
            if "-" in figure.value.lstrip("-") or "damage" in str(figure.name):
                continue  # dice
            seen += 1
            assert total_of(figure) == int(figure.value), figure
        session.submit(bot.decide(context, list_legal_commands(session)))
    assert seen > 500


def test_hearing_sharpened_by_waiting_names_the_waiting() -> None:
    """D-41; without its share the number would be called a minimum."""
    rules = load("stealth", only_mods=(), settings={"core.stealth.listen.mode": True}).rules
    session = Session.begin(rules, 3, {"floor": 2})
    for _ in range(4):
        session.submit(Wait(actor=1))
    (hearing,) = (figure for figure in list_figures(session.context()) if figure.name == Message("stealth-why-foh"))
    assert hearing.shares[-1].source == Message("stealth-why-listening")
    assert total_of(hearing) == int(hearing.value)


def test_a_letter_explains_a_number(typed: Callable[..., Any]) -> None:
    played = typed("W b", "stealth", "--seed", 3)
    assert "Current numbers" in played.screens[1]
    assert "stealth:" in played.screens[1]
    assert "to-hit:" in played.screens[1]
    assert "base value" in played.screens[2]
    assert not RAW.search(played.screens[2].split("EXAMINE")[0])


def test_a_modder_sees_where_a_number_is_written(typed: Callable[..., Any], home: Path) -> None:
    """The line that wrote it last, also if another number of the creature is patched."""
    folder = home / "mods" / "strong"
    (folder / "content").mkdir(parents=True)
    (folder / "mod.toml").write_text('[mod]\nid = "you.strong"\nname = "Strong"\nversion = "1.0.0"\napi = "1"\n')
    patch = '[patch.creature."core.stealth:adept"]\n\nset.stats.strength = 4\n'
    (folder / "content" / "strong.toml").write_text(patch)
    played = typed("W g ESC i", "stealth", "--seed", 3, "--console", "--mods", folder.parent)
    patched, plain = (" ".join("".join(re.findall("│(.*)│", played.screens[n])).split()) for n in (2, 4))
    assert re.search(r"strength: 4.*4 base value \(you\.strong strong/content/strong\.toml:3\)", patched)
    place = re.search(r"base value .*\(core\.stealth\b.* stealth/(content/\w+\.toml):(\d+)\)", plain)
    assert place is not None, plain
    lines = (Path(stealth.__file__).parent / place[1]).read_text().splitlines()
    assert re.search(r"\bfoh = ", lines[int(place[2]) - 1])


LOUD = """
from footfall.api import add, hook, set_to
MOD = "you.loud"

@hook.on_move(before="you.soft")
def loud(event):
    return [set_to("noise", 3, "boots"), add("noise", 1, "bells")]
"""
SOFT = """
from footfall.api import hook, set_to
MOD = "you.soft"

@hook.on_move
def soft(event):
    return [set_to("noise", 2, "felt")]
"""
WILD = """
from footfall.api import hook
MOD = "you.wild"

@hook.on_move
def wild(event):
    return 1 / 0
"""


@pytest.fixture
def mods(home: Path) -> Path:
    folder = home / "mods"
    folder.mkdir()
    for name, code in (("loud", LOUD), ("soft", SOFT), ("wild", WILD)):
        (folder / f"{name}.py").write_text(code)
    return folder


def test_an_event_lists_the_part_of_each_mod(typed: Callable[..., Any], mods: Path) -> None:
    played = typed("l h W A", "stealth", "--seed", 3, "--console", "--mods", mods)
    page, detail = played.screens[3], played.screens[4]
    assert "Recent events" in page
    assert "on_move" in detail
    assert "noise: base 1" in detail
    assert "=3  you.loud: overridden by you.soft" in detail
    assert "+1  you.loud: bells" in detail
    assert "=2  you.soft: felt" in detail
    assert "noise = 3" in detail
    assert "you.wild failed: ZeroDivisionError" in detail


def test_the_part_of_each_mod_is_told_in_words(typed: Callable[..., Any], mods: Path) -> None:
    detail = typed("l h W A", "stealth", "--seed", 3, "--mods", mods).screens[4]
    assert "=3 noise: you.loud, overridden by you.soft" in detail
    assert "+1 noise: you.loud, bells" in detail
    assert "=2 noise: you.soft, felt" in detail
    assert "you.wild failed" in detail


def test_a_blow_is_explained_by_its_roll() -> None:
    loaded = load("stealth", only_mods=())
    session = Session.begin(loaded.rules, 3, {"floor": 5}, tracer=Tracer())
    bot = find_bot(loaded.rules, "brawler")
    context = BotContext(session, bot.id, 1)
    reasons: list[Any] = []
    while len(session.commands) < 200 and (options := list_legal_commands(session)):
        session.submit(bot.decide(context, options))
        _, choices = build_why_page(session, 1, raw=False)
        reasons += [line for choice in choices for line in choice.detail if "stealth-blow" in getattr(line, "id", "")]
    assert {reason.id for reason in reasons} == {"stealth-blow-hits", "stealth-blow-misses"}
    for reason in reasons:
        numbers = reason.args
        assert (numbers["die"] + numbers["to_hit"] > numbers["defense"]) == (reason.id == "stealth-blow-hits")
        assert not RAW.search(loaded.catalog.translate(reason))


def test_a_notice_by_something_unseen_opens_what_is_known() -> None:
    loaded = load("stealth", only_mods=())
    session = Session.begin(loaded.rules, 1, {"floor": 4}, tracer=Tracer())
    bot = find_bot(loaded.rules, "sneak")
    context = BotContext(session, bot.id, 1)
    unseen: list[Any] = []
    while not unseen and (options := list_legal_commands(session)):
        session.submit(bot.decide(context, options))
        _, choices = build_why_page(session, 1, raw=False)
        unseen = [choice for choice in choices if getattr(choice.label, "id", "").startswith("stealth-unseen-")]
    assert unseen
    for language, words in (("en", ("noise", "once it is in view")), ("es", ("ruido", "se dicen cuando"))):
        loaded.catalog.set_language(language)
        opened = " ".join(map(loaded.catalog.translate, unseen[0].detail))
        assert all(word in opened for word in words), opened


def test_an_event_with_nothing_to_explain_says_so_and_the_page_stays(typed: Callable[..., Any]) -> None:
    """The key of the risk layer leaves the page open as well."""
    played = typed("w W v A ESC W", "stealth", "--seed", 3)
    page, risk, detail, again = played.screens[2:6]
    assert "Recent events" in page
    assert "Recent events" in risk
    assert "There are no further details." in detail
    assert "Recent events" in again
    assert "nothing more" not in again
    assert "Recent events" not in played.screens[6]


@pytest.mark.proof(0)
def test_spanish(typed: Callable[..., Any]) -> None:
    played = typed("W b", "stealth", "--seed", 3, "--lang", "es")
    assert "Números actuales" in played.screens[1]
    assert "valor base" in played.screens[2]


def test_the_figures_of_the_board_game_add_up_too() -> None:
    rules = load("king", only_mods=()).rules
    session = Session.begin(rules, 4, {"players": 3})
    bot = find_bot(rules, "goal")
    contexts = {n: BotContext(session, bot.id, n) for n in range(3)}
    named = set()
    for _ in range(120):
        question = session.state.question
        if question is None:
            break
        for figure in king_figures(session.context()):
            assert total_of(figure) == int(figure.value), figure
            named |= {share.source.id for share in figure.shares if isinstance(share.source, Message)}
        session.submit(bot.decide(contexts[question.actor], list_legal_commands(session)))
    assert "king-name-keyring" in named  # a ring gives maximum sanity


@pytest.mark.proof(0)
def test_the_command_line_explains_the_game_in_progress(typed: Callable[..., Any], mods: Path) -> None:
    typed("l h .", "stealth", "--seed", 3, "--mods", mods)

    def explain(*words: Any) -> str:
        result = CliRunner().invoke(main, ["why", *map(str, words), "--mods", str(mods)])
        assert result.exit_code == 1, "you.wild fails in the turn"
        assert "you.wild: on_move failed" in result.stderr
        return result.stdout

    words = explain("stealth", "--turn", 1)
    assert "=3 noise: you.loud, overridden by you.soft" in words
    assert not RAW.search(words.partition("\n")[2])
    output = explain("stealth", "--turn", 1, "--raw")
    assert output.startswith("turn 1 of core.stealth, seed 3")
    assert "noise: base 1" in output
    assert "=3 you.loud" in output
    assert "dropped: set again by you.soft" in output
    assert "dropped: you.wild on_move" in output
    figures = explain("stealth", "--numbers", "--raw")
    assert "to-hit: " in figures
    assert "creatures.toml:" in figures
    data = json.loads(explain("stealth", "--turn", 1, "--json"))
    numbers = [fold for trace in data["why"] for fold in trace["numbers"] if fold["hook"] == "on_move"]
    assert numbers[0]["parts"][0]["overridden_by"] == "you.soft"
    assert CliRunner().invoke(main, ["why", "nothing"]).exit_code == 1


def test_a_delve_explains_the_numbers_of_its_heroes(typed: Callable[..., Any]) -> None:
    played = typed("W b", "delve", "--seed", 3)
    assert "Current numbers" in played.screens[1]
    assert "base value" in played.screen


def test_neighboring_events_that_are_alike_are_one_line_with_a_count() -> None:
    """Steps of each turn filled the page, and hid what came of them."""
    session = Session.begin(load("stealth", only_mods=()).rules, 3, {"floor": 2}, strict=True)
    session.tracer = Tracer()
    steps, news = Message("stealth-heard", {"sound": "steps", "from": "north"}), Message("stealth-edge-named")
    more = Message("stealth-edge-calm")
    cause = Cause("core.stealth", "report")
    told = [[steps], [steps], [steps, news, more], [steps]]
    for entry, lines in enumerate(told):
        for line in lines:
            change = Tell(line, "sound" if line is steps else "warn")
            session.tracer.changes.append(ChangeRecord(0, change, cause, entry, line))
    _, choices = build_why_page(session, 1, raw=False)
    labels = [choice.label for choice in choices if choice.letter.isupper()]
    assert labels == [steps, news, Message("footfall-why-times", {"what": steps, "count": 2})]
    assert choices[-2].detail == (more,)


def test_who_comes_into_view_is_an_event_too() -> None:
    """P-WHY-10: no entry tells it."""
    game = scene(
        "@......\n######.\n##....E",
        actors={
            "@": {"stats": {"stealth": 30, "fov": 9}},
            "E": {"mind": {"ai": "guard", "mood": "calm"}, "stats": {"foh": 12, "fov": 4, "perception": 0}},
        },
    )
    game.do({"type": "core.stealth:whistle"})
    game.do(".", times=4)
    panel, _ = build_why_page(game.session, game.find_id("@"), raw=False)
    told = [span.text.id for line in panel.lines for span in line.spans if isinstance(span.text, Message)]
    assert told.count("stealth-edge-comes-noise") == 1
