"""The session: free refusals, questions, atomic units, contained failures."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from footfall.engine import core_changes
from footfall.engine.bots import list_legal_commands
from footfall.engine.core_changes import Push, Remember, Tell
from footfall.engine.declarations.rules import BoundCommand, CommandSpec, CompiledHooks
from footfall.engine.explanations.descriptions import describe
from footfall.engine.explanations.tracing import Tracer
from footfall.engine.guards.state_guard import find_writers
from footfall.engine.loop import RunawayError
from footfall.engine.model import Answer, Cause, Message
from footfall.engine.plain import MAX_INT, MIN_INT, check_plain
from footfall.engine.session import GameOverError, Session
from footfall.engine.terms import add, mul, set_to

pytestmark = pytest.mark.usefixtures("loops")


def test_a_command_runs_its_steps_in_order(toy):
    session = toy.begin()
    result = session.submit(toy.Dig(depth=2))
    assert [type(event).__name__ for event in result.events] == ["Gained", "LogLineAdded", "QuestionAsked"]
    assert session.state.parts["toy"].coins == sum(session.state.parts["toy"].rolls)
    assert session.state.turn == 1
    assert session.state.question.kind == "turn"
    assert not session.context().is_foreseeing


def test_a_refused_command_is_free(toy):
    session = toy.begin()
    before = session.hash()
    result = session.submit(toy.Dig(depth=0))
    assert result.refusal.rule == "T-1"
    assert session.hash() == before
    assert session.commands == []


def test_a_question_accepts_only_its_answers(toy):
    session = toy.begin()
    session.submit(toy.Beg())
    before = session.hash()
    assert session.submit(toy.Dig()).refusal is not None
    assert session.submit(Answer(choice=3)).refusal.message.id == "footfall-no-such-option"
    assert session.submit(Answer(actor=5, choice=0)).refusal.message.id == "footfall-not-your-turn"
    assert session.hash() == before
    session.submit(Answer(choice=2))
    assert session.state.parts["toy"].coins == 3


def test_an_answer_without_a_question_is_refused(toy):
    assert toy.begin().submit(Answer(choice=0)).refusal is not None


def test_no_command_is_accepted_after_the_end(toy):
    session = toy.begin(options={"coins": 99})
    session.submit(toy.Dig())
    assert session.state.outcome == "rich"
    with pytest.raises(GameOverError):
        session.submit(toy.Dig())


def test_an_error_names_the_unknown_option(toy):
    with pytest.raises(ValueError, match="no setup option 'gold'; it has: coins"):
        toy.begin(options={"gold": 1})


def test_terms_are_set_then_added_then_multiplied(toy):
    session = toy.begin(
        toy.listener("a", lambda event, ctx: [mul("coins", 3, 2), add("coins", 1)]),
        toy.listener("b", lambda event, ctx: set_to("coins", 10)),
        toy.listener("c", lambda event, ctx: mul("coins", 0.5)),
    )
    session.submit(toy.Dig())
    assert session.state.parts["toy"].coins == 8  # (10 + 1) * 3/2 * 1/2 = 8.25


def test_a_raising_listener_loses_only_its_own_change(toy):
    def broken(event, ctx):
        raise ZeroDivisionError("oops")

    good = toy.listener("good", lambda event, ctx: add("coins", 5))
    alone = toy.begin(good)
    both = toy.begin(toy.listener("bad", broken), good)
    alone.submit(toy.Dig())
    result = both.submit(toy.Dig())
    assert both.hash() == alone.hash()
    (problem,) = result.problems
    assert problem.mod == "bad"
    assert "on_pay" in str(problem)
    assert "test_engine_session.py" in problem.location
    assert "ZeroDivisionError: oops" in problem.error


def test_an_error_without_a_message_is_named(toy):
    class MuteError(Exception):
        def __str__(self):
            raise SystemExit

    def fail(event, ctx):
        raise MuteError

    (problem,) = toy.begin(toy.listener("bad", fail)).submit(toy.Dig()).problems
    assert problem.error == "MuteError: its message cannot be shown"


def test_what_python_answers_is_not_certain(toy):
    rules = toy.rules(toy.listener("a", lambda event, ctx: add("coins", 2)))
    for causes in ((), (Cause("a", "on_pay"),)):
        hooks = replace(rules.hooks, listener_causes=causes)
        ctx = Session.begin(replace(rules, hooks=hooks), 7).context()
        foreseen = ctx.foresee("on_pay", toy.Pay(1), {"coins": 1})
        assert foreseen.apply({"coins": 1}) == {"coins": 3}
        assert foreseen.is_certain is not bool(causes)
    assert ctx.foresee("on_rest", toy.Pay(1), {}).is_certain


def test_a_choice_is_among_all_options(toy):
    class Highest:
        def take(self, purpose, low, high):
            return high

    assert toy.begin(dice_source=Highest()).context().choose("which", "abcde") == "e"


@pytest.mark.parametrize(
    ("args", "text"),
    [
        ((), ""),
        ((1, "a"), ", args (1, a)"),
        ((True, False), ", args (yes, no)"),
        (tuple(range(4)), ", args (0, 1, 2, 3)"),
        (tuple(range(5)), ", args 5 items"),
        ((None,), ", args (none)"),
    ],
)
def test_a_change_is_described_by_its_fields(args, text):
    assert describe(Push("toy:rest", args)) == f"push step toy:rest{text}"
    assert describe(Push("toy:rest", args), omit={"step"}) == f"push {text.removeprefix(', ')}".strip()


def test_a_scene_finds_the_command_that_brought_a_turn(toy):
    session = toy.begin()
    given = [toy.Dig(depth=depth) for depth in (1, 2, 3)]
    for command in given:
        session.submit(command)
    find = session.context().find_command
    assert [find(turn) for turn in range(5)] == [None, *given, None]
    del session.commands[0]  # as in a fork
    assert [find(turn) for turn in range(5)] == [None, None, *given[1:], None]


def test_marks_of_another_kind_make_no_room(toy, monkeypatch):
    monkeypatch.setattr(core_changes, "MAX_MARKS", 2)
    monkeypatch.setattr(core_changes, "FREED_MARKS", 1)
    state = toy.begin().state
    keys = ["cell 3.10 gas", "cellar 1 dust", "cell 3.9 gas", "cell 4.1 gas"]
    for key in keys:
        core_changes.KeepMark("toy", key, 1).apply(state)
    assert list(state.memory["toy"]) == ["cell 3.10 gas", "cellar 1 dust", "cell 4.1 gas"]
    core_changes.KeepMark("toy", keys[0], 0).apply(state)
    assert list(state.memory["toy"]) == keys[1::2]


@pytest.mark.parametrize("value", [MIN_INT, MAX_INT])
def test_numbers_of_a_state_have_bounds(value):
    beyond = value + (1 if value > 0 else -1)
    check_plain({"bound": [value, value // 2]})
    with pytest.raises(ValueError, match="does not fit into 64"):
        check_plain({"bound": [beyond]})


def test_a_strict_session_raises(toy):
    session = toy.begin(toy.listener("bad", lambda event, ctx: 1 / 0), strict=True)
    with pytest.raises(ZeroDivisionError):
        session.submit(toy.Dig())


def test_three_errors_suspend_the_hook(toy):
    session = toy.begin(toy.listener("bad", lambda event, ctx: 1 / 0))
    results = [session.submit(toy.Dig()) for _ in range(5)]
    assert [len(result.problems) for result in results] == [1, 1, 1, 0, 0]
    assert results[2].problems[0].is_suspended
    assert ("bad", "on_pay") in session.suspended


@pytest.mark.parametrize(("turns", "is_suspended"), [((0, 1, 19), True), ((0, 1, 20), False), ((1, 30, 31), False)])
def test_errors_count_for_twenty_turns(toy, turns, is_suspended):
    session = toy.begin(toy.listener("bad", lambda event, ctx: 1 / 0))
    first = session.state.turn
    for turn in turns:
        session.state.turn = first + turn
        session.submit(toy.Dig())
    assert (("bad", "on_pay") in session.suspended) is is_suspended


def test_one_mod_is_to_blame_rather_than_two(toy):
    rules = toy.rules(*(toy.listener(mod, lambda event, ctx: None) for mod in "abc"))
    keys = [("a", "x"), ("a", "y"), ("b", "x"), ("c", "x")]
    causes = tuple(Cause(*key) for key in keys)
    rules = replace(rules, hooks=CompiledHooks(listener_causes=causes))
    one, two = set(keys[:2]), set(keys[2:])
    assert set(find_writers(rules, lambda without: one <= without or two <= without)) == set(causes[:2])


def test_commands_that_mods_list_are_legal(toy):
    def bind(mod, list_legal):
        return BoundCommand(CommandSpec(toy.Dig, print, list_legal=list_legal), mod, Cause(mod, "command"))

    lists = {"deep": lambda ctx: [toy.Dig(depth=2)], "odd": lambda ctx: [toy.Beg()], "bad": lambda ctx: 1 / 0}
    rules = toy.rules(*(toy.listener(mod, lambda event, ctx: None) for mod in lists))
    session = Session.begin(replace(rules, self_listed_commands=tuple(map(bind, lists, lists.values()))), 7)
    assert list_legal_commands(session) == [toy.Dig(depth=2)]
    assert [(problem.mod, problem.via) for problem in session.problems] == [
        ("odd", "command (legal)"),
        ("bad", "command (legal)"),
    ]
    assert "list_legal returns Dig, not Beg" in session.problems[0].error


@pytest.mark.parametrize("nonsense", [42, "coins", [add("gold", 1)], [add(["coins"], 1)], [None], object()])
def test_invalid_results_are_dropped_and_reported(toy, nonsense):
    plain = toy.begin()
    session = toy.begin(toy.listener("odd", lambda event, ctx: nonsense))
    plain.submit(toy.Dig())
    assert session.submit(toy.Dig()).problems[0].mod == "odd"
    assert session.hash() == plain.hash()


def test_a_list_of_changes_is_a_unit(toy):
    def half(event, ctx):
        return [Tell(Message("x")), toy.Gain(5), Remember("half", "k", 1), toy.Gain(-1)]

    plain = toy.begin()
    session = toy.begin(toy.listener("half", half))
    plain.submit(toy.Dig())
    result = session.submit(toy.Dig())
    assert "a gain is at least 0" in result.problems[0].error
    assert session.hash() == plain.hash()
    assert [e.message.id for e in session.log] == [e.message.id for e in plain.log]


def test_a_push_of_an_unknown_step_is_contained(toy):
    session = toy.begin(toy.listener("lost", lambda event, ctx: Push("lost:step")))
    assert "lost:step" in session.submit(toy.Dig()).problems[0].error


@pytest.mark.proof(1)
def test_an_endless_chain_of_steps_is_stopped(toy):
    from footfall.engine.declarations.rules import BoundStep
    from footfall.engine.model import Cause

    loop = BoundStep("toy:loop", "toy", lambda ctx: [Push("toy:loop")], Cause("toy", "step"))
    rules = toy.rules(toy.listener("loop", lambda event, ctx: Push("toy:loop")), steps={"toy:loop": loop})
    session = Session.begin(rules, 1)
    (problem,) = session.submit(toy.Dig()).problems
    assert problem.mod == "loop"
    assert "one command led to over 100000 steps, this one among them" in problem.error
    assert session.submit(toy.Dig()).problems == ()
    with pytest.raises(RunawayError, match="this one among them"):
        Session.begin(rules, 1, strict=True).submit(toy.Dig())


def test_dice_are_not_shifted_by_other_mods(toy):
    """A mod that draws, pushes or raises does not shift the numbers of others."""

    def busy(event, ctx):
        ctx.roll("d6", 1, 6)
        return [Push("toy:rest"), Push("toy:rest")]

    plain, noisy = toy.begin(), toy.begin(toy.listener("busy", busy))
    for _ in range(5):
        plain.submit(toy.Dig(depth=3))
        noisy.submit(toy.Dig(depth=3))
    assert plain.state.parts["toy"].rolls == noisy.state.parts["toy"].rolls


def test_dice_depend_on_seed_turn_and_purpose(toy):
    rolls = {}
    for seed in (1, 2):
        session = toy.begin(seed=seed)
        for _ in range(4):
            session.submit(toy.Dig(depth=6))
        rolls[seed] = session.state.parts["toy"].rolls
    assert rolls[1] != rolls[2]
    assert rolls[1][:6] != rolls[1][6:12]
    again = toy.begin(seed=1)
    for _ in range(4):
        again.submit(toy.Dig(depth=6))
    assert again.state.parts["toy"].rolls == rolls[1]


def test_forced_dice_are_used(toy):
    class Queue:
        def take(self, purpose, low, high):
            assert (purpose, low, high) == ("d6", 1, 6)
            return 4

    session = toy.begin(dice_source=Queue())
    session.submit(toy.Dig(depth=2))
    assert session.state.parts["toy"].rolls == [4, 4]


def test_a_trace_lists_every_contribution(toy):
    tracer = Tracer()
    session = toy.begin(
        toy.listener("a", lambda event, ctx: set_to("coins", 3)),
        toy.listener("b", lambda event, ctx: [set_to("coins", 4), add("coins", 2, "luck")]),
        tracer=tracer,
    )
    session.submit(toy.Dig())
    lines = [fold for fold in tracer.folds if fold.hook == "on_pay"][-1].explain("coins")
    assert lines[1] == "  =3 a somewhere:1 dropped: set again by b"
    assert lines[3] == "  +2 b somewhere:1 (luck)"
    assert lines[-1] == "  = 6"
    assert {change.cause.mod for change in tracer.changes} >= {"toy"}


def test_a_trace_keeps_an_answer_that_its_mod_alters_later(toy):
    kept, tracer = [add("coins", 2)], Tracer()
    listeners = toy.listener("a", lambda event, ctx: kept), toy.listener("b", lambda event, ctx: [add("coins", 1)])
    session = toy.begin(*listeners, tracer=tracer)
    session.submit(toy.Dig())
    kept[:] = [add("coins", 7), add("coins", 8)]
    lines = [fold for fold in tracer.folds if fold.hook == "on_pay"][-1].explain("coins")
    assert lines[1:3] == ["  +2 a somewhere:1", "  +1 b somewhere:1"]
    assert [proposal.cause.mod for proposal in tracer.folds[-1].proposals] == ["a", "b"]


def test_tracing_changes_nothing(toy):
    plain, traced = toy.begin(), toy.begin(tracer=Tracer())
    for session in (plain, traced):
        for _ in range(5):
            session.submit(toy.Dig(depth=2))
    assert plain.hash() == traced.hash()


def test_can_act_refuses_or_costs_the_turn(toy):
    from msgspec.structs import replace

    from footfall.engine.host import Listener
    from footfall.engine.model import Deny

    def rules(deny):
        base = toy.rules()

        def dispatch(event, host):
            cause = None
            return [(Listener("law", "can_act", None, cause), deny)] if event.command.depth > 1 else []

        game = replace(base.game, spend_turn=lambda ctx, actor: [Push("toy:rest")])
        return replace(base, game=game, hooks=CompiledHooks({"can_act": dispatch}))

    session = Session.begin(rules(Deny(Message("law-no"))), 1)
    before = session.hash()
    assert session.submit(toy.Dig(depth=2)).refusal.message.id == "law-no"
    assert session.hash() == before
    assert session.submit(toy.Dig(depth=1)).refusal is None

    session = Session.begin(rules(Deny(Message("law-slow"), spends_turn=True)), 1)
    session.submit(toy.Dig(depth=2))
    assert session.state.parts["toy"].rolls == []
    assert [line.message.id for line in session.log] == ["toy-begin", "law-slow", "toy-rest"]


def test_an_exception_in_a_handler_refuses_the_command(toy):
    def broken(ctx, command):
        raise RuntimeError("the shovel broke")

    rules = toy.rules()
    spec = CommandSpec(toy.Beg, broken)
    rules = replace(rules, commands={**rules.commands, toy.Beg: BoundCommand(spec, "toy", Cause("toy", "beg"))})
    session = Session.begin(rules, 7)
    before = session.hash()
    result = session.submit(toy.Beg())
    assert result.refusal.message.id == "footfall-command-failed"
    assert "RuntimeError: the shovel broke" in str(result.problems[0])
    assert session.hash() == before
    assert session.commands == []
