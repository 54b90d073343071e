"""Every change on the board has an event with a line in the log: keys destroyed, moves, gains and losses."""

from __future__ import annotations

from typing import Any

import pytest
from case_format import read_case
from case_runner import CaseRunner

from footfall.engine.bots import BotContext
from footfall.engine.declarations.rules import Rules
from footfall.engine.model import Event
from footfall.engine.session import Session
from footfall.loader import load
from footfall.plugins.king import changes as c, events as e
from footfall.plugins.king.state import Board, board_of
from footfall.sim.bots import find_bot, list_legal_commands

LOADED = load("core.king", only_mods=[])


def list_destroyed_keys(event: Event) -> int:
    match event:
        case e.SoulBroke(keys=keys) | e.MonsterPlaced(keys=keys) | e.LootRecovered(lost_keys=keys):
            return keys
    return 0


def list_moved(event: Event) -> tuple[int, ...]:
    match event:
        case e.Walked(seat=seat):
            return (seat,)
        case c.PlaceSouls(seats=seats) | e.MonsterPlaced(seats=seats):
            return seats
        case c.SwapPlaces(seat=one, other_seat=other):
            return one, other
    return ()


def list_raised(event: Event) -> list[int]:
    match event:
        case e.SanityGained(amounts=amounts) | e.TurnEnded(gains=amounts):
            return [seat for seat, amount in amounts if amount]
        case e.Sacrificed(seat=seat):
            return [seat]
    return []


def list_lowered(event: Event) -> list[int]:
    match event:
        case e.SanityLost(amounts=amounts) | e.SoulsFell(amounts=amounts):
            return [seat for seat, _ in amounts]
        case e.SoulBroke(seat=seat) | e.Sacrificed(seat=seat) | e.MaximumLowered(seat=seat):
            return [seat]
        case e.ObjectLost(seat=seat) | e.Robbed(seat=seat):  # a key ring
            return [seat]
    return []


def note(board: Board) -> tuple[int, list[int], list[int]]:
    return board.keys_destroyed, [soul.node for soul in board.souls], [soul.sanity for soul in board.souls]


def check_told(before: Any, after: Any, events: list[Event]) -> None:
    assert after[0] - before[0] == sum(map(list_destroyed_keys, events)), "keys destroyed"
    moved = {seat for event in events for seat in list_moved(event)}
    raised = {seat for event in events for seat in list_raised(event)}
    lowered = {seat for event in events for seat in list_lowered(event)}
    for seat, (was, now) in enumerate(zip(before[1], after[1], strict=True)):
        assert was == now or seat in moved, f"the move of P{seat + 1}"
    for seat, (was, now) in enumerate(zip(before[2], after[2], strict=True)):
        assert now <= was or seat in raised, f"the gain of P{seat + 1}"
        assert now >= was or seat in lowered, f"the loss of P{seat + 1}"


@pytest.mark.parametrize("profile", ["strict_p0", "full_game"])
def test_every_change_of_the_board_has_an_event(rules: Rules, profile: str) -> None:
    kinds = set()
    for seed in range(12):
        session = Session.begin(rules, seed, {"profile": profile, "players": 4, "contact_effects": True}, strict=True)
        bot = find_bot(rules, ("footfall:random", "core.king:goal")[seed % 2])
        while session.state.outcome is None and len(session.commands) < 500:
            assert session.state.question is not None
            before = note(board_of(session.state))
            choice = BotContext(session, bot.id, session.state.question.actor)
            result = session.submit(bot.decide(choice, list_legal_commands(session)))
            check_told(before, note(board_of(session.state)), list(result.events))
        kinds |= {(line.message.id, line.kind) for line in session.log}
    assert {("king-log-gained", "good"), ("king-log-lost", "bad")} <= kinds
    assert not {("king-log-gained", "bad"), ("king-log-lost", "good")} & kinds


def tell(rules: Rules, language: str, **case: Any) -> list[str]:
    """Returns the log lines of a case in a language."""
    read = read_case({"id": "T", "expect": {}, **case})
    run = CaseRunner(rules, read.given, read.dice)
    for action in read.action:
        run.act(action)
    catalog = LOADED.catalog if language == "en" else load("core.king", only_mods=[], language=language).catalog
    return [catalog.translate(message) for message in (entry.message for entry in run.session.log)]


GOBLIN_STUNNED = {
    "given": {
        "players": {"P1": {"at": "F1_R1", "sanity": 3, "role": "BRAWLER", "keys": 1, "objects": ["BLUNT", "VIAL"]}},
        "monsters": [{"id": "M1", "type": "GOBLIN", "at": "F1_R1", "loot_keys": 2, "loot_objects": ["COMPASS"]}],
    },
    "action": [{"type": "USE_BLUNT", "actor": "P1"}],
}
ARMORY_RUINED = {
    "given": {
        "players": {"P1": {"at": "F1_R1", "sanity": 3}},
        "boxes": {"F1_R1": ["MONSTER:GOBLIN"]},
        "armoury": ["KEY", "VIAL"],
        "specials": {"F1_R2": {"type": "ARMOURY"}},
    },
    "action": [{"type": "SEARCH", "actor": "P1"}],
}
SHORTER_BANISHMENT = {
    "given": {
        "players": {"P1": {"at": "F1_R1", "sanity": 3}},
        "boxes": {"F1_R1": ["EVENT:YELLOW_FURY"]},
        "king": {"floor": 3, "banish": 3},
    },
    "dice": [{"for": "event", "value": 6}],
    "action": [{"type": "SEARCH", "actor": "P1"}],
}
SWAP = {
    "given": {
        "players": {"P1": {"at": "F1_R1", "sanity": 3}, "P2": {"at": "F2_P", "sanity": 3}},
        "boxes": {"F1_R1": ["EVENT:FACE_SWAP"]},
    },
    "dice": [{"for": "event", "value": 6}],
    "action": [{"type": "SEARCH", "actor": "P1"}],
}

SWAP_ALONE = {
    **SWAP,
    "given": {
        "players": {"P1": {"at": "F1_R1", "sanity": 3}, "P2": {"at": "F1_R1", "sanity": 3}},
        "boxes": {"F1_R1": ["EVENT:FACE_SWAP"]},
    },
}
MEAL = {
    "given": {
        "players": {"P1": {"at": "F1_R1", "sanity": -3}, "P2": {"at": "F2_P", "sanity": 3}},
        "boxes": {"F1_R1": ["EVENT:SERVED_MEAL"]},
    },
    "dice": [{"for": "event", "value": 3}],
    "action": [{"type": "SEARCH", "actor": "P1"}],
}
SWAP_ALONE_TEXT = (
    "P1 draws in the Kitchen: Face Swap. In any case: the previous soul is in the same place, so nothing happens."
)
SWAP_ALONE_ES = (
    "P1 roba una carta en la Cocina: Cambio de caras. "
    "En todo caso: el alma anterior está en el mismo lugar: no pasa nada."
)

PURCHASE = {
    "given": {
        "players": {"P1": {"at": "F1_R1", "sanity": 3}},
        "specials": {"F1_R1": {"type": "PEDLAR"}},
        "pedlar_deck": ["VIAL", "RING"],
    },
    "action": [{"type": "PEDLAR_BUY", "actor": "P1"}],
}

BOUGHT_KEY = {
    **PURCHASE,
    "given": {**PURCHASE["given"], "pedlar_deck": ["KEY", "RING"]},
    "action": [*PURCHASE["action"], {"type": "ANSWER", "actor": "P1", "option": "KEY"}],
}

BOUGHT_RING = {
    **PURCHASE,
    "given": {**PURCHASE["given"], "pedlar_deck": ["KEYRING", "RING"]},
    "action": [*PURCHASE["action"], {"type": "ANSWER", "actor": "P1", "option": "KEYRING"}],
}
DOORS = {
    "given": {
        "players": {"P1": {"at": "F1_R1", "sanity": 3}, "P2": {"at": "F2_P", "sanity": 3}},
        "specials": {"F1_R1": {"type": "YELLOW_DOORS"}},
    },
    "action": [{"type": "YELLOW_DOORS", "actor": "P1", "target": "P2"}],
}
SALON = {
    "given": {"players": {"P1": {"at": "F1_R1", "sanity": 3}}, "specials": {"F1_R1": {"type": "BEAUTY_SALON"}}},
    "action": [{"type": "SALON", "actor": "P1"}],
}
ROBBERY = {
    "given": {
        "players": {"P1": {"at": "F1_R1", "sanity": 0, "keys": 1, "objects": ["VIAL"]}},
        "boxes": {"F1_R1": ["OMEN:GOBLIN"]},
    },
    "dice": [{"for": "omen", "value": 1}],
    "action": [{"type": "SEARCH", "actor": "P1"}],
}

DOORS_TEXT = "P1 uses a special room. Yellow Doors: for 1 action, go to another soul, who loses 1 sanity."
DOORS_ES = (
    "P1 usa una sala especial. Puertas de Amarillo: por 1 acción, se llega hasta otra alma, que pierde 1 de cordura."
)
SALON_TEXT = (
    "P1 uses a special room. Beauty Salon: for 1 action, yellow events do nothing to this soul until the round ends."
)
OMEN = "P1 draws in the Kitchen: Omen: Goblin. Die 1: Goblin comes and steals keys and objects; 2-6: an object is lost."
OMEN_ES = (
    "P1 roba una carta en la Cocina: Presagio: Duende. "
    "Dado 1: Duende viene y roba llaves y objetos; 2-6: pierde un objeto."
)

DRAWN_KEY_ES = "P1 roba una carta en la Cocina: una llave de la casa, ¡1 de 4!"
DRAWN_KEY = {
    "given": {"players": {"P1": {"at": "F1_R1", "sanity": 3}}, "boxes": {"F1_R1": ["KEY"]}},
    "action": [{"type": "SEARCH", "actor": "P1"}],
}
IDLE = {
    "given": {"players": {"P1": {"at": "F1_R1", "sanity": 3}, "P2": {"at": "F2_P", "sanity": 3}}},
    "action": [{"type": "END_TURN", "actor": "P1"}],
}


@pytest.mark.parametrize(
    ("case", "english", "spanish"),
    [
        (SWAP_ALONE, SWAP_ALONE_TEXT, SWAP_ALONE_ES),
        (MEAL, "P1 −2 (a served meal): P1 stops at −5", "P1 −2 (Comida servida): P1 se detiene en −5"),
        (
            GOBLIN_STUNNED,
            "P1 takes back: Compass. Destroyed: 2 keys.",
            "P1 recupera: Brújula. Destruido: 2 llaves.",
        ),
        (
            ARMORY_RUINED,
            "Goblin moves to the Pantry. The special room there is destroyed, with 1 key.",
            "El Duende se mueve a la Despensa. La sala especial queda destruida, con 1 llave.",
        ),
        (SHORTER_BANISHMENT, "The King is banished for 3 rounds.", ""),
        (
            PURCHASE,
            "Peddler: for 2 sanity P1 is shown two cards, and keeps one.",
            "Buhonero: por 2 de cordura muestra dos cartas a P1, que se queda una.",
        ),
        (DOORS, DOORS_TEXT, DOORS_ES),
        (SALON, SALON_TEXT, ""),
        (ROBBERY, OMEN, OMEN_ES),
        (ROBBERY, "Stolen from P1: 1 key, Vial.", "Le roban a P1: 1 llave, Vial."),
        (
            BOUGHT_RING,
            "P1 receives an object. Key Ring: room for one more key, and 1 more maximum sanity.",
            "P1 obtiene un objeto. Llavero: cabe una llave más, y la cordura máxima sube 1.",
        ),
        (BOUGHT_KEY, "P1 gains a key (Peddler): 1 of 4!", "P1 gana una llave (Buhonero): ¡1 de 4!"),
        (DRAWN_KEY, "P1 draws in the Kitchen: a key of the house, 1 of 4!", DRAWN_KEY_ES),
        (SWAP, "P1 and P2 swap places.", "P1 y P2 intercambian sus lugares."),
        (IDLE, "P1 does nothing this turn.", ""),
    ],
    ids=[
        "swap-alone",
        "meal",
        "K-MON-GOBLIN",
        "K-MON-3",
        "K-BANISH-3",
        "K-ROOM-PEDLAR",
        "DOORS",
        "SALON",
        "OMEN",
        "ROBBERY",
        "KEYRING",
        "KEY",
        "DRAWN_KEY",
        "FACE_SWAP",
        "idle",
    ],
)
def test_the_log_tells_it_in_both_languages(rules: Rules, case: Any, english: str, spanish: str) -> None:
    assert english in tell(rules, "en", **case)
    if spanish:
        assert spanish in tell(rules, "es", **case)
