"""The lobby: the games, tables and texts that the first page lists for a guest, as plain data."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from footfall.app.files.resume import has_saved_game
from footfall.engine.model import Message
from footfall.loader import LoadResult
from footfall.ui.drawing.text_layout import Translator

from .guests import Guest, Guests
from .tables import BOT_MARK, SharedTable, SingleTable, TableRegistry

WORDS = (
    *("play", "continue", "several", "new-table", "players", "with-bots", "sit", "watch", "nobody", "delay"),
    *("name", "save-name", "name-saved", "lobby", "lost", "full", "ended", "keyboard", "screen", "whole"),
)
"""The texts of the pages, by the ends of their message ids."""


class OfferedGame(msgspec.Struct):
    """A game that a guest may play alone, and with others if it has `counts` of seats."""

    id: str
    title: str
    tagline: str
    is_saved: bool
    counts: tuple[int, ...]
    bots: tuple[str, ...]


class OfferedSeat(msgspec.Struct):
    """A seat of a table: the name of its player, and whether a guest may take it."""

    name: str
    is_free: bool


class OfferedTable(msgspec.Struct):
    """A table of several players: its seats, and the number of the guest's own seat."""

    id: str
    game: str
    seats: tuple[OfferedSeat, ...]
    seat: int | None


class WatchedTable(msgspec.Struct):
    """A game in play: the title of its screen, and the name of its player."""

    id: str
    game: str
    title: str
    name: str


class Lobby(msgspec.Struct):
    """The data of the first page; its texts are in the language of the guest."""

    name: str
    language: str
    games: list[OfferedGame]
    tables: list[OfferedTable]
    open_tables: list[WatchedTable]
    texts: Mapping[str, str]


def build_lobby(tables: TableRegistry, guests: Guests, guest: Guest, language: str) -> Lobby:
    """Returns the lobby of a guest."""
    spoken = {name: tables.speak(name, language) for name in tables.games}
    translate = next(iter(spoken.values())).catalog.translate
    return Lobby(
        name=guest.name,
        language=language,
        games=[offer_game(name, loaded, guest) for name, loaded in spoken.items()],
        tables=[
            OfferedTable(
                table.id,
                table.game,
                tuple(offer_seat(player, guest, guests, translate) for player in table.record.players),
                table.find_seat(guest),
            )
            for table in tables.list_shared()
        ],
        open_tables=[
            WatchedTable(table.id, table.game, table.title, table.guest.name if isinstance(table, SingleTable) else "")
            for table in tables.list_open()
            if isinstance(table, SharedTable) or (isinstance(table, SingleTable) and table.guest.id != guest.id)
        ],
        texts={word: translate(Message(f"footfall-serve-{word}")) for word in WORDS},
    )


def offer_game(name: str, loaded: LoadResult, guest: Guest) -> OfferedGame:
    """Returns a game as the lobby lists it."""
    rules, translate = loaded.rules, loaded.catalog.translate
    look = rules.game.presentation
    return OfferedGame(
        id=name,
        title=translate(look.title),
        tagline="" if look.tagline is None else translate(look.tagline),
        is_saved=has_saved_game(guest.folder / "saves" / f"{rules.game.id}.save"),
        counts=() if look.seats is None else look.seats.counts,
        bots=() if look.seats is None else tuple(sorted(rules.bots)),
    )


def offer_seat(player: str, guest: Guest, guests: Guests, translate: Translator) -> OfferedSeat:
    """Returns a seat as the lobby lists it."""
    kind = "you" if player == guest.id else "free" if not player else "bot" if BOT_MARK in player else "taken"
    name = guests.open(player).name if kind == "taken" else ""
    return OfferedSeat(name or translate(Message(f"footfall-serve-{kind}")), kind in ("free", "bot"))
