"""The report of an end of round says what its events say, in their order."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from king_cases import QUIET_CONFIG, STAIRS, play_case

from footfall.api.session_scene import build_session_scene
from footfall.engine.bots import BotContext
from footfall.engine.core_changes import Finish
from footfall.engine.declarations.rules import Rules
from footfall.engine.model import Event, Message
from footfall.engine.saves import save
from footfall.engine.session import Session
from footfall.loader import load
from footfall.plugins.king import changes as c, events as e
from footfall.plugins.king.screen.labels import name_node
from footfall.plugins.king.state import board_of
from footfall.sim.bots import find_bot, list_legal_commands

LOADED = load("core.king", only_mods=[])
SOURCES = {
    "house": "the House",
    "presence": "the King's presence",
    "king": "the King",
    "fall": "another soul's fall",
    "curse": "a curse",
    "poison": "poison",
    "false_king": "the False King",
}
DEEDS = (
    "he reorders the boxes.",
    "he takes sanity.",
    "he slows the souls on his floor.",
    "he drives the souls on his floor to the stairs.",
    "he calls the souls to him.",
    "he demands objects.",
)
BOXES = {
    "ring": "Every box moves on to the next room.",
    "floors": "The boxes of each floor rotate.",
    "shuffle": "Every box is shuffled.",
}


def name_loot(keys: int, objects: tuple[str, ...]) -> str:
    return ", ".join([*([count(keys, "key")] if keys else []), *map(name, objects)]) or "nothing"


def node_name(node: int) -> str:
    return LOADED.catalog.translate(name_node(node))


def read_report(session: Session) -> list[str]:
    """Returns the lines of the report on the screen."""

    def translate(text: Any) -> str:
        return text if isinstance(text, str) else LOADED.catalog.translate(text)

    panel = build_session_scene(session).pages["report"]
    return [translate(line.spans[0].text) for line in panel.lines]


def name(word: str) -> str:
    return LOADED.catalog.translate(Message(f"king-name-{word.lower().replace('_', '-')}"))


def seats(numbers: Any) -> str:
    return ", ".join(f"P{number + 1}" for number in numbers)


def count(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}"


def write_line(event: Event, king: int, banish: int) -> str:
    """Writes an event as the report should say it; ``""`` for one that it leaves out.

    `banish`: the rounds for which the King on floor `king` was away as the round ended.
    """
    match event:
        case e.SanityLost(amounts=amounts, source=source) | e.SoulsFell(amounts=amounts, source=source):
            text = ", ".join(f"P{seat + 1} −{amount}" for seat, amount in amounts)
            return f"{text} ({SOURCES.get(source) or name(source)})" if text else ""
        case e.SoulBroke(seat=seat, keys=keys, objects=objects):
            loot = name_loot(keys, objects)
            return f"P{seat + 1} is at −5 and loses{' ' if loot == 'nothing' else ': '}{loot}."
        case e.Sacrificed(seat=seat, mode=mode):
            given = {"SANITY_MAX": "1 maximum sanity", "OBJECT_SLOT": "an object slot"}[mode]
            return f"P{seat + 1} gives up {given} and stands at 0 instead of falling."
        case c.KeepKingAway():
            back = f": he is back on floor {king + 1} in the next round"
            return f"The King is away{'' if banish > 1 else back}."
        case e.KingCame(origin=origin, floor=floor, how="roulette", d4=d4):
            assert 1 <= d4 <= 4
            way = f"takes the King from floor {origin + 1} to" if origin != floor else "keeps the King on"
            return f"A roll of {d4} {way} floor {floor + 1}."
        case c.ActKing(d6=d6):
            return f"The King rolls {d6}: {DEEDS[d6 - 1]}"
        case c.Mark(seats=marked):
            return f"{seats(marked)} {'has' if len(marked) == 1 else 'have'} 1 action in the next turn."
        case c.PlaceSouls(seats=moved, node=node):
            return f"{seats(moved)} {'is' if len(moved) == 1 else 'are'} taken to the {node_name(node)}."
        case e.ObjectLost(seat=seat, card=card, how="discarded" | "used" as how):
            return f"P{seat + 1} {'discards' if how == 'discarded' else 'uses'}: {name(card)}."
        case e.MonsterPlaced(kind=kind, node=node, seats=dragged, has_ruined_room=ruined, keys=keys):
            along = f" and takes {seats(dragged)} along" if dragged else ""
            lost = f", with {count(keys, 'key')}" if keys else ""
            ruins = f" The special room there is destroyed{lost}." if ruined else ""
            return f"{name(kind)} moves to the {node_name(node)}{along}.{ruins}"
        case e.LootRecovered(seat=seat, objects=objects, keys=keys, lost_objects=lost_objects, lost_keys=lost_keys):
            loot = name_loot(keys, objects)
            back = f"P{seat + 1} takes back{' ' if loot == 'nothing' else ': '}{loot}."
            return f"{back} Destroyed: {name_loot(lost_keys, lost_objects)}."
        case e.MonsterStunned(kind=kind, is_gone=True):
            return f"{name(kind)} is gone."
        case e.MonsterStunned(kind=kind, left=left):
            return f"{name(kind)}: stunned for {count(left, 'round')}."
        case e.Afflicted(seats=hit, status=status, left=left):
            if status == "STUNNED":
                return f"{seats(hit)}: Stunned, so the next turn is lost."
            return f"{seats(hit)}: {name(status)} for {count(left, 'round')}."
        case e.Robbed(seat=seat, objects=objects, keys=keys):
            loot = name_loot(keys, objects)
            return f"Nothing is stolen from P{seat + 1}." if loot == "nothing" else f"Stolen from P{seat + 1}: {loot}."
        case e.MaximumLowered(seat=seat, top=top):
            return f"Poison lowers the maximum sanity of P{seat + 1} to {top}."
        case e.StatusesEnded(endings=ended):
            told = [f"P{seat + 1}: {name(status)} is over" for seat, status in ended if status != "STUNNED"]
            return f"{', '.join(told)}." if told else ""
        case e.FalseKingTested(seat=seat, total=total, threshold=threshold):
            result = "nothing happens." if total > threshold else "every soul on the floor loses sanity."
            return f"P{seat + 1} is tested as the False King: {total} against {threshold} — {result}"
        case c.TurnStairs(rooms=rooms):
            names = [node_name(5 * floor + room) for floor, room in enumerate(rooms)]
            dice = ", ".join(map(str, rooms))
            return "The stairs roll {}: they are now in the {}, the {} and the {}.".format(dice, *names)
        case e.BoxesTurned(how=how):
            return BOXES[how]
    assert type(event).__name__ in ("LogRoll", "QuestionAsked"), f"{event} is not in the report"
    return ""


def write_report(events: list[Event], king: int, banish: int) -> list[str]:
    """Writes the report that the events of an end of round ask for."""
    return [text for event in events if (text := write_line(event, king, banish))]


OPTIONS: tuple[dict[str, Any], ...] = (
    {},
    {"house_immune": ("P2", "TANK"), "contact_effects": True},
    {"crown_source": "sanctuary", "king_d6_1": "shuffle", "fk_base": -2},
    {"house_loss": 0, "max_rounds": 12, "trade": True},
)


@pytest.mark.proof(3)
@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("profile", ["strict_p0", "full_game"])
def test_the_report_is_what_the_events_say(rules: Rules, profile: str, options: dict[str, Any]) -> None:
    """K-END-0b, K-END-0c, K-END-0f, K-END-0g: after every command of an end of round, questions in it included."""
    seen, checked = set(), 0
    for seed in range(16):
        players = {"profile": profile, "players": 2 + seed % 3, **options}
        session = Session.begin(rules, seed, players, strict=True)
        bots = [find_bot(rules, id) for id in (("footfall:random",), ("core.king:goal", "footfall:random"))[seed % 2]]
        events: list[Event] | None = None
        banish = 0
        while session.state.outcome is None and len(session.commands) < 400:
            assert session.state.question is not None
            actor = session.state.question.actor
            bot = bots[actor % len(bots)]
            command = bot.decide(BotContext(session, bot.id, actor), list_legal_commands(session))
            changed, away = False, board_of(session.state).banish
            for event in session.submit(command).events:
                if isinstance(event, e.KingBanished):
                    away = event.rounds
                elif isinstance(event, e.RoundEnded):
                    events, changed, banish = [], True, away
                elif isinstance(event, (e.RoundStarted, Finish)):
                    last, events = events, None
                elif events is not None:
                    events.append(event)
                    changed = True
                    seen.add(type(event))
            if changed:
                want = write_report(last if events is None else events, board_of(session.state).king, banish)
                assert read_report(session) == want, f"seed {seed}, command {len(session.commands)}"
                checked += 1
    assert checked > 100
    assert {e.KingCame, c.ActKing, c.TurnStairs, e.BoxesTurned, e.SoulBroke, e.MonsterPlaced} <= seen


def test_blocks_stand_in_the_order_of_the_profile(rules: Rules) -> None:
    """K-END-0b, K-END-2c, D-01: presence on the old floor before the roulette, in full_game on the new one after it."""
    came = "A roll of 1 takes the King from floor 1 to floor 2."
    for profile, order in (
        ("strict_p0", ("P1 −2 (the King's presence)", came)),
        ("full_game", (came, "P2 −2 (the King's presence)")),
    ):
        dice = "roulette 1, effect 3, " + STAIRS
        trial = play_case(rules, "P1 F1_R1 4; P2 F2_R1 4", "END", dice=dice, profile=profile, round=4)
        report = read_report(trial.session)
        assert (*report[1:3], report[4]) == (*order, "P2 has 1 action in the next turn.")


def test_the_last_round_has_its_report(rules: Rules) -> None:
    """K-END-0f: the King was there, though no round follows."""
    config = {"max_rounds": 2}
    trial = play_case(rules, "P1 F1_P 3; P2 F2_P 3", "END", dice="roulette 2, effect 2, " + STAIRS, config=config)
    assert trial.session.state.outcome == "TIMEOUT"
    assert "The King rolls 2: he takes sanity." in read_report(trial.session)


def test_presence_after_a_fury(rules: Rules) -> None:
    """D-49, K-END-2a: 2 doubled, on the screen before and in the report after."""
    trial = play_case(
        rules,
        "P1 F2_P 5; P2 F2_P 5",
        dice="roulette 3, effect 3, " + STAIRS,
        profile="strict_p0",
        king=2,
        round=4,
        fury=True,
    )
    assert read_costs(trial.session) == "End of round: all −1; the King's floor: −4 more"
    trial.end_round()
    assert "P1 −4, P2 −4 (the King's presence)" in read_report(trial.session)


def read_costs(session: Session) -> str:
    """Returns the line of the King's panel about the end of this round."""
    panel = build_session_scene(session).panels[-2]
    return LOADED.catalog.translate(panel.lines[0].spans[0].text)


def test_a_banished_king_costs_nothing(rules: Rules) -> None:
    """K-END-0c: neither before nor after."""
    trial = play_case(rules, "P1 F1_P 3; P2 F2_P 3", dice=STAIRS, banish=1, round=4)
    assert read_costs(trial.session) == "End of round: all −1"
    trial.end_round()
    assert read_report(trial.session)[1] == "The King is away: he is back on floor 1 in the next round."
    assert read_costs(trial.session) == "End of round: all −1; the floor he comes to: −2 more"


def test_who_is_immune_loses_nothing_on_the_screen(rules: Rules) -> None:
    """K-END-1: neither before nor after."""
    config = {"house_immune": "P2"}
    trial = play_case(rules, "P1 F1_P 3; P2 F2_P 3", dice=STAIRS, banish=1, config=config)
    assert read_costs(trial.session) == "End of round: P1 −1"
    trial.end_round()
    assert read_report(trial.session)[0] == "P1 −1 (the House)"


def test_deeds_name_only_whom_they_hit(rules: Rules) -> None:
    """K-KING-D6-2, K-KING-D6-6, D-03: who is on the False King's floor is spared in full_game."""
    for d6, hit in ((2, "P1 −1 (the King)"), (5, "P1 is taken to the Middle Corridor."), (6, "P1 discards: Vial.")):
        trial = play_case(
            rules,
            "P1 F1_P 3 [VIAL]; P2 F3_P 3 [VIAL]; P3 F3_R1 3",
            "END",
            dice=f"roulette 1, effect {d6}, fk 6, " + STAIRS,
            config=QUIET_CONFIG,
            false_king={"holder": "P2", "since": 2},
        )
        lines = read_report(trial.session)
        assert lines[2] == hit
        assert lines[3].startswith("P2 is tested as the False King")


def test_amounts_are_what_was_lost_and_gained(rules: Rules) -> None:
    """K-SANITY-5.1, A-11: neither overshoot nor more than the maximum."""
    trial = play_case(rules, "P1 F1_P 4 [VIAL]; P2 F1_P -3", "USE P1 VIAL", profile="strict_p0", round=7, king=1)
    assert "P1 +1 (Vial): now 5 of 5" in [LOADED.catalog.translate(line.message) for line in trial.session.log]
    trial.act({"type": "LOSE", "amounts": {"P2": 9}})
    assert any("P2 −2 (" in LOADED.catalog.translate(line.message) for line in trial.session.log)


def test_a_loaded_game_has_its_report(rules: Rules, tmp_path: Path) -> None:
    """The log of a save holds it; a log without it says so."""
    session = Session.begin(rules, 3, {"profile": "full_game"}, strict=True)
    bot = find_bot(rules, "footfall:random")
    while session.state.parts["core.king"].round < 5:
        session.submit(bot.decide(BotContext(session, bot.id, 0), list_legal_commands(session)))
    save.save(session, tmp_path / "save", "1")
    again = save.load(rules, tmp_path / "save")
    assert read_report(again) == read_report(session) != []
    again.log.clear()
    panel = build_session_scene(again).pages["report"]
    assert LOADED.catalog.translate(panel.lines[0].spans[0].text) == "The log no longer contains it."
