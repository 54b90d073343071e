"""Hooks that mods publish behave like those of the framework."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from footfall.api import Deny
from footfall.cli import main
from footfall.engine.explanations.tracing import Tracer
from footfall.engine.session import Session
from footfall.loader import LoadResult

SPECS = '''
    """The hooks of the weather."""
    from collections.abc import Iterable
    from footfall.api import HookKind, Context, FoldReturn, NotifyReturn, Step, VoteReturn, events, publish

    class Raining(events.HookEvent, frozen=True):
        strength: int
        place: str = ""

    @publish(HookKind.FOLD, "wetness", since="1.0")
    def on_rain(event: Raining, ctx: Context) -> FoldReturn:
        """Rain falls on an actor, once per turn.

        Example: ``return [add("wetness", -1, "a roof")]``
        """

    @publish(HookKind.NOTIFY)
    def on_rainbow(event: Raining, ctx: Context) -> NotifyReturn:
        """The rain has ended."""

    @publish(HookKind.VOTE)
    def can_rain(event: Raining, ctx: Context) -> VoteReturn:
        """Whether it may rain."""

    @publish(HookKind.FIRST)
    def decide_cloud(event: Raining, ctx: Context) -> str | None:
        """The kind of cloud."""

    @publish(HookKind.COLLECT)
    def provide_clouds() -> Iterable[str] | None:
        """Names of clouds."""

    @publish(HookKind.CHAIN)
    def on_storm(event: events.Recipe) -> Iterable[Step]:
        """Steps of a storm."""
'''
WEATHER = """
    from footfall.api import Remember, Step, hook
    from .hookspecs import Raining

    ID = "you.weather"

    def thunder(ctx):
        return [Remember(ID, "thunder", ctx.recall("thunder", 0) + 1)]

    @hook.of(ID, "on_storm")
    def own(event):
        return [Step(ID + ":thunder", thunder)]

    @hook
    def on_turn_end(event, ctx):
        rain = Raining(event.number, "field")
        if ctx.vote(ID + ":can_rain", rain) is not None:
            return [Remember(ID, "dry", True)]
        wet = ctx.fold(ID + ":on_rain", rain, {"wetness": rain.strength})
        cloud = ctx.decide(ID + ":decide_cloud", rain)
        notified = ctx.notify(ID + ":on_rainbow", rain)
        storm = ctx.push_chain(ID + ":on_storm", ID)
        return [
            Remember(ID, "wetness", wet["wetness"]),
            Remember(ID, "cloud", cloud),
            Remember(ID, "clouds", ctx.collect(ID + ":provide_clouds")),
            *[change for p in (*wet.proposals, *notified) for change in p.changes],
            *storm,
        ]
"""
ROOF = """
    from footfall.api import ALLOW, Deny, Message, Remember, Step, add, hook, mul

    OF = "you.weather"

    @hook.of(OF, "on_rain", min_strength=2)
    def roof(event, ctx):
        return [mul("wetness", 10), add("wetness", 1, "a leak"), Remember("you.roof", "seen", event.strength)]

    @hook.of(OF, "on_rainbow")
    def glad(event):
        return [Remember("you.roof", "glad", True)]

    @hook.of(OF, "can_rain")
    def rain(event):
        return ALLOW

    @hook.of(OF, "decide_cloud")
    def cloud(event):
        return "cirrus"

    @hook.of(OF, "provide_clouds")
    def clouds():
        yield "cirrus"
        yield "nimbus"

    @hook.of(OF, "on_storm")
    def drip(event):
        return [Step("you.roof:drip", lambda ctx: [Remember("you.roof", "drip", 1)], after="you.weather:thunder")]
"""
REQUIRES = '[requires]\n"you.weather" = "*"\n'


@pytest.fixture
def weather(write: Callable[..., Path], duel: Callable[..., LoadResult]) -> Callable[..., LoadResult]:
    """The publisher, and mods that implement its hooks."""

    def go(**mods: str) -> LoadResult:
        write("you.weather", WEATHER, files={"hookspecs.py": SPECS})
        for name, code in mods.items():
            write(f"you.{name}", code, REQUIRES)
        return duel()

    return go


def play_turns(loaded: LoadResult, turns: int = 3, **keywords: Any) -> Session:
    session = Session.begin(loaded.rules, 5, **keywords)
    (strike,) = loaded.rules.commands
    for _ in range(turns):
        session.submit(strike(actor=0))
    return session


def test_all_six_kinds_can_be_published_and_called(weather: Callable[..., LoadResult]) -> None:
    loaded = weather(roof=ROOF)
    assert [str(f) for f in loaded.findings] == []
    session = play_turns(loaded, strict=True)
    assert session.state.memory["you.weather"] == {
        "wetness": 40,
        "cloud": "cirrus",
        "clouds": ("cirrus", "nimbus"),
        "thunder": 3,
    }
    assert session.state.memory["you.roof"] == {"seen": 3, "glad": True, "drip": 1}
    assert loaded.rules.hooks.chains["you.weather:on_storm", "you.weather"] == ("you.weather:thunder", "you.roof:drip")


def test_a_denied_vote_takes_effect(weather: Callable[..., LoadResult]) -> None:
    code = """
        from footfall.api import Deny, Message, hook

        @hook.of("you.weather", "can_rain", place="field")
        def never(event):
            return Deny(Message("dry"))
    """
    session = play_turns(weather(desert=code))
    assert session.state.memory["you.weather"] == {"dry": True}
    assert Deny is not None


def test_published_hooks_follow_mod_order_and_before_and_after(weather: Callable[..., LoadResult]) -> None:
    template = """
        from footfall.api import hook, set_to

        @hook.of("you.weather", "on_rain"{order})
        def rain(event):
            return [set_to("wetness", {n})]
    """
    loaded = weather(
        a=template.format(order="", n=1),
        b=template.format(order="", n=2),
        c=template.format(order=", before='you.a'", n=3),
    )
    assert [impl.mod for impl in loaded.hooks["you.weather:on_rain"]] == ["you.b", "you.c", "you.a"]
    assert play_turns(loaded, 1).state.memory["you.weather"]["wetness"] == 1


def test_a_raising_implementation_loses_only_its_own_proposals(weather: Callable[..., LoadResult]) -> None:
    bad = """
        from footfall.api import hook

        @hook.of("you.weather", "on_rain")
        def rain(event):
            return 1 / 0

        @hook.of("you.weather", "provide_clouds")
        def clouds():
            raise KeyError("none")
    """
    loaded = weather(bad=bad, roof=ROOF)
    (finding,) = loaded.findings
    assert finding.code == "bad-answer"
    session = play_turns(loaded)
    assert session.state.memory["you.weather"]["wetness"] == 40
    assert session.state.memory["you.weather"]["clouds"] == ("cirrus", "nimbus")
    assert [p.via for p in session.problems] == ["you.weather:on_rain"] * 3
    assert ("you.bad", "you.weather:on_rain") in session.suspended


def test_a_trace_names_the_mods_of_a_published_fold(weather: Callable[..., LoadResult]) -> None:
    session = play_turns(weather(roof=ROOF), tracer=Tracer())
    assert session.tracer is not None
    fold = [fold for fold in session.tracer.folds if fold.hook == "you.weather:on_rain"][-1]
    assert fold is not None
    assert any("you.roof" in line and "a leak" in line for line in fold.explain("wetness"))


def test_without_the_publisher_an_implementation_is_unused(
    write: Callable[..., Path], duel: Callable[..., LoadResult]
) -> None:
    write("you.roof", ROOF)
    loaded = duel()
    assert {f.code for f in loaded.findings} == {"no-publisher"}
    assert "you.roof" in loaded.rules.mods
    assert play_turns(loaded).problems == []


def test_a_misspelled_published_hook_has_a_suggestion(weather: Callable[..., LoadResult]) -> None:
    code = """
        from footfall.api import hook

        @hook.of("you.weather", "on_rains")
        def rain(event):
            return None
    """
    loaded = weather(odd=code)
    (finding,) = loaded.findings
    assert finding.code == "misspelt-hook"
    assert "did you mean 'you.weather:on_rain'" in finding.text
    assert "you.odd" not in loaded.rules.mods


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ('@publish(HookKind.VOTE)\ndef on_x(event: E, ctx: Context) -> VoteReturn:\n    """A."""', "starts with can_"),
        ("@publish(HookKind.VOTE)\ndef can_x(event: E, ctx: Context) -> VoteReturn:\n    pass", "has no docstring"),
        (
            '@publish(HookKind.FOLD)\ndef on_x(event: E, ctx: Context) -> FoldReturn:\n    """A."""',
            "a fold needs terms",
        ),
        ('@publish(HookKind.VOTE)\ndef can_x(event: E) -> VoteReturn:\n    """A."""', "takes (event, ctx)"),
        (
            '@publish(HookKind.VOTE)\ndef can_x(event: int, ctx: Context) -> VoteReturn:\n    """A."""',
            "is not a struct",
        ),
        (
            '@publish(HookKind.VOTE)\ndef can_x(event: "No", ctx: Context) -> VoteReturn:\n    """A."""',
            "cannot be resolved",
        ),
        ('@publish("vote")\ndef can_x(event: E, ctx: Context) -> VoteReturn:\n    """A."""', "is not a kind of hook"),
    ],
)
def test_invalid_hooks_are_not_published(
    write: Callable[..., Path], duel: Callable[..., LoadResult], code: str, said: str
) -> None:
    head = "from footfall.api import HookKind, Context, FoldReturn, VoteReturn, events, publish\n"
    head += "class E(events.HookEvent, frozen=True):\n    n: int = 0\n\n"
    folder = write("you.weather", "from . import hookspecs\n")
    (folder / "hookspecs.py").write_text(head + code + "\n", encoding="utf-8")
    loaded = duel()
    (finding,) = loaded.findings
    assert finding.code == "bad-hookspec"
    assert said in finding.text
    assert "hookspecs.py:" in finding.location
    assert "you.weather" not in loaded.rules.mods


def test_the_command_line_lists_and_explains_them(weather: Callable[..., LoadResult]) -> None:
    weather(roof=ROOF)
    duel = Path(__file__).parent.parent / "data" / "mods" / "duel"

    def run(*words: str) -> str:
        result = CliRunner().invoke(main, ["hooks", *words, "--game", "duel", "--mods", str(duel)])
        assert result.exit_code == 0, result.output
        return result.output

    assert "you.weather:on_rain" in run()
    output = run("you.weather:on_rain")
    assert "kind: fold  terms: wetness" in output
    assert "published by you.weather since 1.0" in output
    assert "you.roof" in output
    assert "Rain falls on an actor" in output


def test_mods_check_knows_published_hooks(tmp_path: Path) -> None:
    folder = tmp_path / "weather"
    folder.mkdir()
    (folder / "mod.toml").write_text('[mod]\nid = "you.weather"\nversion = "1.0"\nentry = "."\n')
    code = """
        from footfall.api import HookKind, Context, FoldReturn, events, publish

        class Hearing(events.HookEvent, frozen=True):
            strength: int

        @publish(HookKind.FOLD, "wetness")
        def on_heart(event: Hearing, ctx: Context) -> FoldReturn:
            "Rain."

        def on_hear(event):
            return None
    """
    (folder / "__init__.py").write_text(textwrap.dedent(code))
    output = CliRunner().invoke(main, ["mods", "check", str(folder)]).output
    assert "on_hear has the name of a hook" in output
    assert "on_heart" not in output
