"""Notifications of the board game: each entry, use and drawn card is announced once, after the deed."""

from __future__ import annotations

from footfall.engine.session import Session
from footfall.loader import load
from footfall.plugins.king.changes import PlaceSouls, SwapPlaces
from footfall.plugins.king.events import CardDrawn, ObjectLost, Walked
from footfall.plugins.king.layout import NODE_NAMES
from footfall.sim.bots import choose_random_command, play_turns
from footfall.testing.spy import HookSpy

RULES = load("king", only_mods=()).rules


def test_entries_uses_and_cards_are_announced_once() -> None:
    entries: list[tuple[int, str]] = []
    drawn: list[tuple[int, str, str]] = []
    told: dict[str, list[tuple[object, ...]]] = {"on_enter": [], "core.king:on_card": [], "on_use": []}
    used = 0
    for seed in range(12):
        session = Session.begin(RULES, seed, {"players": 3}, strict=True)
        spies = {hook: HookSpy(session, hook) for hook in told}
        for result in play_turns(session, choose_random_command, 250):
            for event in result.events:
                match event:
                    case Walked(seat=seat, node=node):
                        entries.append((seat, NODE_NAMES[node]))
                    case PlaceSouls(seats=seats, node=node):
                        entries += [(seat, NODE_NAMES[node]) for seat in seats]
                    case SwapPlaces(seat=one, other_seat=other):
                        entries += [(one, ""), (other, "")]
                    case CardDrawn(seat=seat, node=node, card=card):
                        drawn.append((seat, card, NODE_NAMES[node]))
                    case ObjectLost(how="used"):
                        used += 1
        told["on_enter"] += [(event.actor, event.place) for event in spies["on_enter"].events]
        told["core.king:on_card"] += [(e.actor, e.card, e.place) for e in spies["core.king:on_card"].events]
        told["on_use"] += [(event.actor, event.item) for event in spies["on_use"].events]
    assert len(told["on_enter"]) == len(entries) > 100
    assert told["core.king:on_card"] == drawn
    assert len(drawn) > 50
    assert len(told["on_use"]) >= used > 0


def test_listening_changes_no_number() -> None:
    hashes = []
    for spied in (False, True):
        session = Session.begin(RULES, 3, {"players": 3}, strict=True)
        spies = [HookSpy(session, hook) for hook in ("on_enter", "on_use", "core.king:on_card")] if spied else []
        for _ in play_turns(session, choose_random_command, 200):
            pass
        hashes.append(session.hash())
        assert all(len(spy) for spy in spies[::2])
    assert hashes[0] == hashes[1]
