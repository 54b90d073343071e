"""The lobby: the games, tables and texts that the first page lists for a guest, as plain data."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from footfall.app.files.resume import has_saved_game
from footfall.engine.bots import Bot
from footfall.engine.model import Message
from footfall.loader import LoadResult
from footfall.ui.drawing.text_layout import Translator

from .guests import Guest, Guests
from .tables import BOT_MARK, SharedTable, SingleTable, Table, TableRegistry

WORDS = (
    *("play", "continue", "several", "new-table", "players", "other-seats", "free", "bot", "watch"),
    *("name", "save-name", "name-saved", "lobby", "lost", "again", "full", "refused", "ended"),
    *("keyboard", "typed", "screen", "whole"),
    *("delay", "appears", "looking", "no-keys"),
    *(f"key-{key}" for key in ("esc", "left", "up", "down", "right", "enter", "tab")),
)
"""The texts of the pages, by the ends of their message ids."""


MAX_QUIET = 20.0
"""Seconds after which a game that its players have left is not listed for onlookers."""


class OfferedGame(msgspec.Struct):
    """A game that a guest may play alone, and with others if it has `counts` of seats; `label` is that of its link.

    Attributes:
        bots: their ids, each with its name and summary.
    """

    id: str
    title: str
    tagline: str
    label: str
    is_saved: bool
    counts: tuple[int, ...]
    bots: tuple[tuple[str, str], ...]


class OfferedSeat(msgspec.Struct):
    """A seat of a table: the name of its player, and whether a guest may take it."""

    name: str
    is_free: bool


class OfferedTable(msgspec.Struct):
    """A table of several players: its seats, and for each one that the guest may take, the label of its link."""

    id: str
    title: str
    seats: tuple[OfferedSeat, ...]
    links: tuple[tuple[str, int], ...]


class WatchedTable(msgspec.Struct):
    """A game in play: the title of its screen, the names of its players, and the line above it for onlookers."""

    id: str
    title: str
    name: str
    notice: str


class Lobby(msgspec.Struct):
    """The data of the first page; its texts are in the language of the guest."""

    name: str
    language: str
    games: list[OfferedGame]
    tables: list[OfferedTable]
    open_tables: list[WatchedTable]
    texts: Mapping[str, str]


def build_lobby(tables: TableRegistry, guests: Guests, guest: Guest, language: str, delay: float) -> Lobby:
    """Returns the lobby of a guest; onlookers are `delay` seconds behind."""
    spoken = {name: tables.speak(name, language) for name in tables.games}
    translate = next(iter(spoken.values())).catalog.translate
    return Lobby(
        name=guest.name,
        language=language,
        games=[build_game_entry(name, loaded, guest) for name, loaded in spoken.items()],
        tables=[build_table_entry(table, spoken[table.game], guest, guests) for table in tables.list_shared()],
        open_tables=[
            build_view_entry(table, spoken[table.game], guests, delay)
            for table in tables.list_open()
            if table.quiet_seconds < MAX_QUIET and (not isinstance(table, SingleTable) or table.guest.id != guest.id)
        ],
        texts={word: translate(Message(f"footfall-serve-{word}", {"seconds": round(delay)})) for word in WORDS},
    )


def build_game_entry(name: str, loaded: LoadResult, guest: Guest) -> OfferedGame:
    """Builds the entry of a game in the lobby."""
    rules, translate = loaded.rules, loaded.catalog.translate
    look = rules.game.presentation
    is_saved = has_saved_game(guest.folder / "saves" / f"{rules.game.id}.save")
    return OfferedGame(
        id=name,
        title=translate(look.title),
        tagline="" if look.tagline is None else translate(look.tagline),
        label=translate(Message(f"footfall-serve-{'continue' if is_saved else 'play'}")),
        is_saved=is_saved,
        counts=() if look.seats is None else look.seats.counts,
        bots=()
        if look.seats is None
        else tuple((id, describe_bot(rules.bots[id], translate)) for id in sorted(rules.bots)),
    )


def describe_bot(bot: Bot, translate: Translator) -> str:
    """Returns the name of a bot and how it plays."""
    return ". ".join(translate(words) for words in (bot.label, bot.summary) if words is not None)


def build_table_entry(table: SharedTable, loaded: LoadResult, guest: Guest, guests: Guests) -> OfferedTable:
    """Builds the entry of a table of several players."""
    translate, own = loaded.catalog.translate, table.find_seat(guest)
    seats = tuple(build_seat_entry(player, guest, guests, translate) for player in table.record.players)
    take = translate(Message("footfall-serve-sit"))
    links = [(f"{take} {at + 1}", at) for at, seat in enumerate(seats) if seat.is_free]
    links = links if own is None else [(translate(Message("footfall-serve-continue")), own)]
    return OfferedTable(table.id, translate(loaded.rules.game.presentation.title), seats, tuple(links))


def build_seat_entry(player: str, guest: Guest, guests: Guests, translate: Translator) -> OfferedSeat:
    """Builds the entry of a seat."""
    kind = "you" if player == guest.id else "free" if not player else "bot" if BOT_MARK in player else "taken"
    name = guests.open(player).name if kind == "taken" else ""
    return OfferedSeat(name or translate(Message(f"footfall-serve-{kind}")), kind in ("free", "bot"))


def build_view_entry(table: Table, loaded: LoadResult, guests: Guests, delay: float) -> WatchedTable:
    """Builds the entry of a game in play for onlookers."""
    translate = loaded.catalog.translate
    players = [table.guest] if isinstance(table, SingleTable) else []
    if isinstance(table, SharedTable):
        players = [guests.open(player) for player in table.record.players if player and BOT_MARK not in player]
    names = ", ".join(player.name or translate(Message("footfall-serve-nameless")) for player in players)
    facts = {"name": names, "count": len(players), "seconds": round(delay)}
    notice = translate(Message("footfall-serve-watching", facts))
    return WatchedTable(table.id, table.title or translate(loaded.rules.game.presentation.title), names, notice)
