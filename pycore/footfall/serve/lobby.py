"""The lobby: the games, tables and texts that the first page lists for a guest, as plain data."""

from collections.abc import Mapping

import msgspec

from footfall.app.files.resume import has_saved_game
from footfall.app.names import name_seat
from footfall.app.setup_choices import SetupChoices
from footfall.engine.model import Message
from footfall.loader import LoadResult

from .exports import list_last_files
from .guests import Guest, Guests
from .table_choices import list_table_choices
from .tables import BOT_MARK, SharedTable, SingleTable, Table, TableRegistry

WORDS = (
    *("play", "several", "new-table", "watch"),
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


class OfferedChoice(msgspec.Struct):
    """A choice of a table's host: setup option and name, the proposed value, and all values with name and summary."""

    option: str
    label: str
    proposal: str
    values: tuple[tuple[str, str, str], ...]


class OfferedTable(msgspec.Struct):
    """A game for several browsers, and the choices of its host."""

    game: str
    title: str
    choices: tuple[OfferedChoice, ...]


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
    games = {name: tables.get_in_language(name, language) for name in tables.games}
    translate = next(iter(games.values())).catalog.translate
    return Lobby(
        name=guest.name,
        language=language,
        games=[build_game_row(name, loaded, guest) for name, loaded in games.items()],
        offers=[offer for name, loaded in games.items() if (offer := build_offer(name, loaded)) is not None],
        tables=[
            row
            for table in [*tables.shared.values()]
            if (row := build_table_row(table, games[table.game], guest, guests)).links
        ],
        views=[
            build_view_row(table, games[table.game], guests, delay)
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
    choices, translate = [], loaded.catalog.translate
    for choice in list_table_choices(loaded.rules):
        proposal = choice.values[0].value if choice.proposal is None else choice.proposal
        values = tuple(
            (str(each.value), translate(each.label), " ".join(map(translate, each.details))) for each in choice.values
        )
        choices.append(OfferedChoice(choice.option, translate(choice.label), str(proposal), values))
    return OfferedTable(name, translate(loaded.rules.game.presentation.title), tuple(choices)) if choices else None


def build_table_row(table: SharedTable, loaded: LoadResult, guest: Guest, guests: Guests) -> LobbyRow:
    """Builds the row of a table: its rules and beginning, who has its seats, and links to those the guest may take."""
    translate, own = loaded.catalog.translate, table.find_seat(guest)
    names, links = [], []
    for at, player in enumerate(table.record.players):
        kind = "you" if player == guest.id else "free" if not player else "bot" if BOT_MARK in player else "taken"
        name = guests.open(player).name if kind == "taken" else ""
        name = name or translate(Message(f"footfall-serve-{kind}"))
        names.append(f"{at + 1}: {name if at else translate(Message('footfall-serve-host', {'name': name}))}")
        if own == at or (own is None and kind != "taken"):
            sit = Message(f"footfall-serve-{'continue' if own == at else 'sit'}", {"kind": kind, "seat": at + 1})
            links.append((translate(sit), f"/play#/seat/{table.id}/{at}"))
    game = loaded.rules.game
    files = () if own is None else list_last_files(table.id, game.id, table.folder, translate)
    setup = SetupChoices(loaded.rules, {**game.options, **table.record.options})
    rules = (translate(setup.describe(choice)) for choice in setup.list_rules())
    title = (translate(game.presentation.title), *rules, table.record.date)
    return LobbyRow(" · ".join(filter(None, title)), ", ".join(names), (*links, *files))


def build_view_row(table: Table, loaded: LoadResult, guests: Guests, delay: float) -> LobbyRow:
    """Builds the row of a game in play for onlookers."""
    translate, names = loaded.catalog.translate, list[str]()
    if isinstance(table, SingleTable):
        names = [table.guest.name or translate(Message("footfall-serve-nameless"))]
    elif isinstance(table, SharedTable):
        people = [(at, id) for at, id in enumerate(table.record.players) if id and BOT_MARK not in id]
        names = [guests.open(id).name or translate(name_seat(loaded.rules, at)) for at, id in people]
    who = ", ".join(names)
    facts = {"name": who, "count": len(names), "seconds": round(delay)}
    watch = translate(Message("footfall-serve-watch")), f"/play#/watch/{table.id}"
    title = table.title or translate(loaded.rules.game.presentation.title)
    return LobbyRow(title, who, (watch,), translate(Message("footfall-serve-watching", facts)))
