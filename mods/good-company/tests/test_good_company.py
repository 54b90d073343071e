"""Company comforts who enters it, and keeps the desperate from leaving."""

from footfall.api import events
from footfall.plugins.king.hook_events import Answering, SanityChange, Totaling
from footfall.plugins.king.hookspecs import Arriving, Costing, Drawing


def begin(footfall_begin, sanity: int, nodes: tuple[int, ...]):
    game = footfall_begin("king", options={"players": len(nodes)})
    souls = game.session.state.parts["core.king"].souls
    for soul, node in zip(souls, nodes, strict=True):
        soul.node = node
    souls[0].sanity = sanity
    return game.session.context("core.king")


def test_the_desperate_stay(footfall_begin) -> None:
    for sanity, nodes, denied in ((-3, (1, 1), True), (-3, (1, 2), False), (0, (1, 1), False)):
        ctx = begin(footfall_begin, sanity, nodes)
        assert (ctx.vote("can_enter", events.Entering(0, "1.2")) is not None) is denied


def test_company_comforts(footfall_begin) -> None:
    for sanity, nodes, count in ((-1, (1, 1), 1), (-1, (1, 2), 0), (0, (1, 1), 0)):
        ctx = begin(footfall_begin, sanity, nodes)
        assert len(ctx.notify("on_enter", events.Entering(0, "1.1"))) == count


def test_each_round_ends_with_candles(footfall_begin) -> None:
    game = footfall_begin("king", options={"players": 2})
    game.play_turns(60)
    assert "good-company-dusk" in {line.message.id for line in game.session.log}


def test_company_makes_healing_cheaper_and_bars_the_door(footfall_begin) -> None:
    for nodes, cost, barred in (((1, 1, 1), 0, True), ((1, 2, 3), 1, False)):
        ctx = begin(footfall_begin, 0, nodes)
        ctx.state.parts["core.king"].round = 6
        assert ctx.fold("core.king:on_cost", Costing(0, "heal-others", "F1_R2", ""), {"cost": 1})["cost"] == cost
        assert (ctx.vote("core.king:can_arrive", Arriving(0, "GOBLIN", "F1_R2")) is not None) is barred


def test_company_helps_to_escape(footfall_begin) -> None:
    for nodes, purpose, total in (((1, 1), "escape", 5), ((1, 2), "escape", 4), ((1, 1), "stairs", 4)):
        rolled = Totaling(0, purpose, 3, 1, 4, 5)
        assert begin(footfall_begin, 0, nodes).fold("core.king:on_total", rolled, {"total": 4})["total"] == total


def test_who_listens_to_a_friend_pays_for_it(footfall_begin) -> None:
    for nodes, asked in (((1, 1), 1), ((1, 2), 0)):
        assert len(begin(footfall_begin, 2, nodes).notify("on_turn_start", events.Turn(0, 4))) == asked
    for answer, heard in (("good-company-listen", 1), ("good-company-refuse", 0)):
        event = Answering(0, "good-company-whisper", answer, "", -1)
        assert len(begin(footfall_begin, 2, (1, 1)).notify("core.king:on_answer", event)) == heard


def test_company_looks_away_from_the_corpse(footfall_begin) -> None:
    for nodes, spared in (((1, 1), True), ((1, 2), False)):
        ctx = begin(footfall_begin, 0, nodes)
        corpse = Drawing(0, "CORPSE", "F1_R1")
        assert (ctx.vote("core.king:can_resolve", corpse) is not None) is spared
        assert len(ctx.notify("core.king:on_draw", corpse)) == spared


def test_company_warns_of_a_great_loss(footfall_begin) -> None:
    for nodes, amount, warned in (((1, 1), 3, 1), ((1, 1), 2, 0), ((1, 2), 3, 0)):
        ctx = begin(footfall_begin, 0, nodes)
        assert len(ctx.notify("core.king:on_threat", SanityChange(0, amount, "house"))) == warned
