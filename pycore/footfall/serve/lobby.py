"""The lobby: the games, tables and texts that the first page lists for a guest, as plain data."""

from collections.abc import Mapping

import msgspec

from footfall.app.files.resume import has_saved_game
from footfall.engine.model import Message
from footfall.loader import LoadResult

from .exports import list_last_files
from .guests import Guest, Guests
from .tables import BOT_MARK, SharedTable, SingleTable, Table, TableRegistry

WORDS = (
    *("play", "several", "new-table", "players", "other-seats", "free", "bot", "watch"),
    *("name", "save-name", "name-use", "name-saved", "lobby", "lost", "again", "full", "refused", "ended"),
    *("keyboard", "typed", "screen", "whole", "no-game", "no-page"),
    *("delay", "appears", "looking", "no-keys"),
    *(f"key-{key}" for key in ("esc", "left", "up", "down", "right", "enter", "tab")),
)
"""The texts of the pages, by the ends of their message ids."""


MAX_QUIET = 20.0
"""Seconds after which a game that its players have left is not listed for onlookers."""


class LobbyRow(msgspec.Struct):
    """A game or a table: its title, the text below it, and links, each with its label and address.

    Attributes:
        notice: the line above a game that is watched.
    """

    title: str
    text: str
    links: tuple[tuple[str, str], ...]
    notice: str = ""


class OfferedTable(msgspec.Struct):
    """A game for several browsers: its numbers of seats, and the ids of its bots, each with its name and summary."""

    game: str
    title: str
    counts: tuple[int, ...]
    bots: tuple[tuple[str, str], ...]


class Lobby(msgspec.Struct):
    """The data of the first page; its texts are in the language of the guest."""

    name: str
    language: str
    games: list[LobbyRow]
    offers: list[OfferedTable]
    tables: list[LobbyRow]
    views: list[LobbyRow]
    texts: Mapping[str, str]


def build_lobby(tables: TableRegistry, guests: Guests, guest: Guest, language: str, delay: float) -> Lobby:
    """Returns the lobby of a guest; onlookers are `delay` seconds behind."""
    spoken = {name: tables.speak(name, language) for name in tables.games}
    translate = next(iter(spoken.values())).catalog.translate
    return Lobby(
        name=guest.name,
        language=language,
        games=[build_game_row(name, loaded, guest) for name, loaded in spoken.items()],
        offers=[offer for name, loaded in spoken.items() if (offer := build_offer(name, loaded)) is not None],
        tables=[
            row
            for table in tables.list_shared()
            if (row := build_table_row(table, spoken[table.game], guest, guests)).links
        ],
        views=[
            build_view_row(table, spoken[table.game], guests, delay)
            for table in tables.list_open()
            if table.quiet_seconds < MAX_QUIET and (not isinstance(table, SingleTable) or table.guest.id != guest.id)
        ],
        texts={word: translate(Message(f"footfall-serve-{word}", {"seconds": round(delay)})) for word in WORDS},
    )


def build_game_row(name: str, loaded: LoadResult, guest: Guest) -> LobbyRow:
    """Builds the row of a game for one browser."""
    game, translate = loaded.rules.game, loaded.catalog.translate
    is_saved = has_saved_game(guest.folder / "saves" / f"{game.id}.save")
    tagline = game.presentation.tagline
    begin = translate(Message(f"footfall-serve-{'continue' if is_saved else 'play'}"))
    return LobbyRow(
        translate(game.presentation.title),
        "" if tagline is None else translate(tagline),
        ((begin, f"/play#/play/{name}"), *list_last_files(name, game.id, guest.folder, translate)),
    )


def build_offer(name: str, loaded: LoadResult) -> OfferedTable | None:
    """Builds the form for a table of several browsers; None for a game without seats."""
    rules, translate = loaded.rules, loaded.catalog.translate
    look = rules.game.presentation
    words = ((id, (bot.label, bot.summary)) for id, bot in sorted(rules.bots.items()))
    bots = tuple((id, ". ".join(translate(word) for word in both if word is not None)) for id, both in words)
    return None if look.seats is None else OfferedTable(name, translate(look.title), look.seats.counts, bots)


def build_table_row(table: SharedTable, loaded: LoadResult, guest: Guest, guests: Guests) -> LobbyRow:
    """Builds the row of a table: who has its seats, and a link for each one that the guest may take."""
    translate, own = loaded.catalog.translate, table.find_seat(guest)
    names, links = [], []
    for at, player in enumerate(table.record.players):
        kind = "you" if player == guest.id else "free" if not player else "bot" if BOT_MARK in player else "taken"
        name = guests.open(player).name if kind == "taken" else ""
        names.append(f"{at + 1}: {name or translate(Message(f'footfall-serve-{kind}'))}")
        if own == at or (own is None and kind != "taken"):
            sit = Message(f"footfall-serve-{'continue' if own == at else 'sit'}", {"kind": kind, "seat": at + 1})
            links.append((translate(sit), f"/play#/seat/{table.id}/{at}"))
    game = loaded.rules.game
    files = () if own is None else list_last_files(table.id, game.id, table.folder, translate)
    return LobbyRow(translate(game.presentation.title), ", ".join(names), (*links, *files))


def build_view_row(table: Table, loaded: LoadResult, guests: Guests, delay: float) -> LobbyRow:
    """Builds the row of a game in play for onlookers."""
    translate = loaded.catalog.translate
    players = [table.guest] if isinstance(table, SingleTable) else []
    if isinstance(table, SharedTable):
        players = [guests.open(player) for player in table.record.players if player and BOT_MARK not in player]
    names = ", ".join(player.name or translate(Message("footfall-serve-nameless")) for player in players)
    facts = {"name": names, "count": len(players), "seconds": round(delay)}
    watch = translate(Message("footfall-serve-watch")), f"/play#/watch/{table.id}"
    title = table.title or translate(loaded.rules.game.presentation.title)
    return LobbyRow(title, names, (watch,), translate(Message("footfall-serve-watching", facts)))
