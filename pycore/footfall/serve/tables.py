"""The tables of a server: games in play, each in threads of its own, with a screen for each player.

A table opens when its player comes, and closes some time after the last one has left. The game is in its files at any
moment, so it continues where it stopped.
"""

import hashlib
import secrets
import sys
import threading
import traceback
from collections.abc import Callable, Mapping
from contextlib import ExitStack, suppress
from datetime import datetime
from pathlib import Path
from time import monotonic
from typing import Any

import msgspec

from footfall.app.appearance import load_look
from footfall.app.files.paths import save_path, use_guest_folder
from footfall.app.files.resume import has_saved_game, resume_session
from footfall.app.files.run_files import UnsavedGameError
from footfall.app.launcher import GameCrashedError
from footfall.app.screens.title import StartChoice, StartKind
from footfall.app.seats import ONLOOKER, SeatedPlayer, SeatView, SharedGame
from footfall.app.startup import SaveInUseError, choose_seed, lock_save
from footfall.disk import replace_file
from footfall.engine.declarations.game import BOTS_OPTION
from footfall.engine.model import Message
from footfall.engine.saves.save import SaveError
from footfall.engine.session import Session
from footfall.loader import LoadResult
from footfall.loader.isolation.watchdog import watch_for_hangs
from footfall.sim.bots import UnknownBotError, find_bot
from footfall.ui.loop import run_ui_loop
from footfall.ui.settings import UiSettings, keep_usable_keys

from .guest_launcher import GuestLauncher, LoadGame, copy_in_language
from .guests import Guest
from .screens import PageScreen
from .table_choices import list_table_choices

STOP_SECONDS = 10.0
"""Seconds that a game may take to save and end."""


class Table:
    """A game in play.

    Attributes:
        id: its name in addresses.
        game: the name of the game.
        folder: its saves, replays and results.
        screens: the screens by seat; a game of one player has the seat 0.
    """

    def __init__(self, id: str, game: str, folder: Path, translate: Callable[[Message | str], str]) -> None:
        self.id, self.game, self.folder, self._translate = id, game, folder, translate
        self.screens: dict[int, PageScreen] = {}
        self._threads: dict[int, threading.Thread] = {}
        self._lock = threading.Lock()

    @property
    def is_open(self) -> bool:
        """Whether a thread of the game runs."""
        return self.count_open() > 0

    def count_open(self) -> int:
        """Returns the number of screens whose threads run."""
        return sum(thread.is_alive() for thread in [*self._threads.values()])

    def is_playing(self, seat: int) -> bool:
        """Whether the thread of a seat runs."""
        return (thread := self._threads.get(seat)) is not None and thread.is_alive()

    @property
    def title(self) -> str:
        """Title and status of the game, which all of its screens show."""
        views = [screen.view for screen in [*self.screens.values()]]
        return next((view.title or "" for view in views if view is not None), "")

    @property
    def quiet_seconds(self) -> float:
        """Seconds since the last player left; 0 while one is there."""
        screens = [*self.screens.values()]
        if any(screen.has_player for screen in screens):
            return 0.0
        return monotonic() - max((screen.quiet_since for screen in screens), default=0.0)

    def open_screen(self, seat: int, language: str) -> PageScreen:
        """Returns the screen of a seat; begins its thread if it does not run."""
        with self._lock:
            if not self.is_playing(seat):
                screen = self.screens[seat] = PageScreen(self.game if isinstance(self, SingleTable) else self.id)
                thread = threading.Thread(
                    target=self._run, args=(seat, screen, language), name=f"table {self.id}:{seat}", daemon=True
                )
                self._threads[seat] = thread
                thread.start()
            return self.screens[seat]

    def _run(self, seat: int, screen: PageScreen, language: str) -> None:
        """Plays until the player leaves; an error ends this table and no other."""
        line = ""
        try:
            self.play(seat, screen, language)
        except (GameCrashedError, SaveInUseError, UnsavedGameError, SaveError, OSError) as error:
            print(f"footfall: table {self.id} ({self.game}): {error}", file=sys.stderr)
            line = self._translate(
                Message(f"footfall-serve-{'crash' if isinstance(error, GameCrashedError) else 'files'}")
            )
        except Exception:
            traceback.print_exc()
            line = self._translate(Message("footfall-serve-crash"))
        finally:
            screen.end_turn()
            screen.close(line)

    def play(self, seat: int, screen: PageScreen, language: str) -> None:
        """Plays at a seat until its player leaves."""
        raise NotImplementedError

    def close(self) -> None:
        """Asks the game to save and end."""
        for screen in tuple(self.screens.values()):
            screen.close(self._translate(Message("footfall-serve-closed")))

    def join(self) -> None:
        """Waits until it has ended."""
        for thread in tuple(self._threads.values()):
            thread.join(STOP_SECONDS)


class SingleTable(Table):
    """The games of one guest, one after another, with the title screen between them."""

    def __init__(self, guest: Guest, game: str, load: LoadGame, translate: Callable[[Message | str], str]) -> None:
        id = hashlib.sha256(f"{guest.id} {game}".encode()).hexdigest()[:12]  # onlookers find it after a restart
        super().__init__(id, game, guest.folder, translate)
        self.guest, self._load = guest, load

    def play(self, seat: int, screen: PageScreen, language: str) -> None:
        """Plays until the guest leaves from the title screen."""
        with use_guest_folder(self.folder):
            launcher = GuestLauncher(self.game, self._load, screen, self.folder, language)
            with lock_save(launcher.path):
                if launcher.take_mark():
                    launcher.run(StartChoice(StartKind.CONTINUE), has_title=False)
                    launcher.prepare()
                if not screen.is_closed:
                    launcher.run(StartChoice(StartKind.CONTINUE), has_title=True)


class TableRecord(msgspec.Struct):
    """A table of several players as it is on disk.

    Attributes:
        game: name of the game.
        players: for each seat the id of a guest, the id of a bot, or ``""`` while it is free.
        options: the setup options that its host has chosen.
        date: day and time of its beginning where the server runs.
    """

    game: str
    players: list[str]
    options: dict[str, Any] = {}
    date: str = ""


TABLE_FILE = "table.json"

BOT_MARK = ":"
"""A sign in the ids of bots, and in no id of a guest."""


class SharedTable(Table):
    """A game of several guests, each with a seat.

    Attributes:
        record: the players.
    """

    def __init__(
        self,
        folder: Path,
        record: TableRecord,
        load: LoadGame,
        name_guest: Callable[[str], str],
        translate: Callable[[Message | str], str],
    ) -> None:
        super().__init__(folder.name, record.game, folder, translate)
        self.record, self._load, self._name_guest = record, load, name_guest
        self._shared: SharedGame | None = None
        self._files_lock = threading.Lock()
        self._players = 0

    @property
    def title(self) -> str:
        """Title and status of the game, without the words for a seat."""
        shared = self._shared
        return "" if shared is None else shared.title

    def record_arrival(self, seat: int) -> None:
        """Tells the game, if it is open, that the player of a seat has come, or has another name."""
        if (shared := self._shared) is not None:
            shared.record_arrival(seat, self._name_guest(self.record.players[seat]))

    def record_departure(self, seat: int) -> None:
        """Notes that the player of a seat has left, unless one of their pages follows again."""
        screen = self.screens.get(seat)
        if (shared := self._shared) is not None and (screen is None or not screen.has_player):
            shared.record_departure(seat)

    def write(self) -> None:
        """Writes the record."""
        replace_file(self.folder / TABLE_FILE, [msgspec.json.encode(self.record)])

    def find_seat(self, guest: Guest) -> int | None:
        """Returns the seat of a guest, or None."""
        return self.record.players.index(guest.id) if guest.id in self.record.players else None

    def take_seat(self, seat: int, guest: Guest) -> bool:
        """Gives a guest a seat that is free or a bot's; returns False if it is another's, or they have one."""
        with self._files_lock:
            if not 0 <= seat < len(self.record.players) or self.find_seat(guest) not in (None, seat):
                return False
            player = self.record.players[seat]
            if player == guest.id:
                return True
            if player and BOT_MARK not in player:
                return False
            self.record.players[seat] = guest.id
            self.write()
            if self._shared is not None:
                with self._shared.lock:
                    self._shared.bots.pop(seat, None)
            return True

    def play(self, seat: int, screen: PageScreen, language: str) -> None:
        """Shows the game to a seat until its player leaves; the last to leave closes the files."""
        with use_guest_folder(self.folder):
            loaded = copy_in_language(self._load(self.game, {}), language)
            path = save_path(loaded.rules.game.id)
            with self._files_lock:
                if self._shared is None:
                    with ExitStack() as stack:  # a game that cannot be opened releases the lock of its save
                        stack.enter_context(lock_save(path))
                        self._shared = self._open_game(loaded, path)
                        self._save_lock = stack.pop_all()
                shared = self._shared
                self._players += 1
            if seat != ONLOOKER:
                self.record_arrival(seat)
            end_calls = shared.call_on_change(screen.wake)
            try:
                view = SeatView(shared, seat, loaded.catalog.translate)
                settings = load_look(UiSettings(language=language), loaded)
                screen.take_settings(settings)
                with watch_for_hangs():
                    run_ui_loop(screen, view, keep_usable_keys(settings, view.build_scene()))
            except Exception:
                if shared.is_broken:
                    self.close()
                raise
            finally:
                end_calls()
                with self._files_lock:
                    self._players -= 1
                    if not self._players:
                        self._leave_game(shared)

    def _leave_game(self, shared: SharedGame) -> None:
        """Closes the files: those of a broken game as they are, to be resumed before the command that broke it."""
        self._shared = None
        try:
            if shared.is_broken:
                shared.files.close()
            else:
                shared.files.finish()
        finally:
            self._save_lock.close()

    def _open_game(self, loaded: LoadResult, path: Path) -> SharedGame:
        """Begins or resumes the game, and lets bots play up to a person's turn."""
        rules = loaded.rules
        is_new = not has_saved_game(path)
        with watch_for_hangs():
            if is_new:
                seats = rules.game.presentation.seats
                assert seats is not None
                options = {**self.record.options, seats.option: len(self.record.players)}
                session = Session.begin(rules, choose_seed(rules, options), options)
            else:
                session, _ = resume_session(loaded, path, False)
            game = SharedGame(session, loaded, path, is_new=is_new)
            for seat, player in enumerate(self.record.players):
                if BOT_MARK in player:
                    with suppress(UnknownBotError):
                        game.bots[seat] = find_bot(rules, player)
                elif player:
                    game.people[seat] = SeatedPlayer(self._name_guest(player))
            game.announce_table()
            game.let_bots_play()
        return game


class FullError(Exception):
    """As many games are open as the server may have."""


class TableRegistry:
    """All tables of a server.

    Attributes:
        games: the games by name, as all guests share them.
        shared: the tables of several players by id.
    """

    def __init__(
        self,
        folder: Path,
        games: Mapping[str, LoadResult],
        load: LoadGame,
        name_guest: Callable[[str], str],
        limit: int,
    ) -> None:
        """Reads the tables of several players, without opening them.

        Args:
            folder: the folder of the tables of several players.
            load: loads a game once more, with other world settings.
            name_guest: returns the name of a guest by id.
            limit: screens that may be open at once.
        """
        self.games, self._folder, self._load, self._name_guest, self._limit = games, folder, load, name_guest, limit
        self._single: dict[tuple[str, str], SingleTable] = {}
        self.shared: dict[str, SharedTable] = {}
        self._worlds: dict[str, LoadResult] = {}
        self._in_language: dict[tuple[str, str], LoadResult] = {}
        self._lock = threading.Lock()
        for file in sorted(folder.glob(f"*/{TABLE_FILE}")):
            with suppress(OSError, msgspec.MsgspecError):
                record = msgspec.json.decode(file.read_bytes(), type=TableRecord)
                if record.game in games:
                    self.shared[file.parent.name] = self._build_shared(file.parent, record)

    def load(self, game: str, world: Mapping[str, Any]) -> LoadResult:
        """Returns a game with values of world settings; each is loaded once."""
        loaded = self.games[game]
        if {**loaded.rules.settings, **world} == loaded.rules.settings:
            return loaded
        key = f"{game} {sorted(world.items())}"
        with self._lock:
            if key not in self._worlds:
                self._worlds[key] = self._load(game, world)
            return self._worlds[key]

    def _build_shared(self, folder: Path, record: TableRecord) -> SharedTable:
        translate = self.games[record.game].catalog.translate
        return SharedTable(folder, record, self.load, self._name_guest, translate)

    def get_in_language(self, game: str, language: str) -> LoadResult:
        """Returns a game with texts in a language."""
        key = (game, language)
        if key not in self._in_language:
            self._in_language[key] = copy_in_language(self.games[game], language)
        return self._in_language[key]

    def list_open(self) -> list[Table]:
        """Returns the tables in play."""
        return [table for table in (*self._single.values(), *self.shared.values()) if table.is_open]

    def find(self, id: str) -> Table | None:
        """Returns a table that is in play, or one of several players, or None."""
        return next((table for table in (*self._single.values(), *self.shared.values()) if table.id == id), None)

    def open_single(self, guest: Guest, game: str, language: str) -> PageScreen:
        """Returns the screen of a guest's own game.

        Raises:
            FullError: too many are open.
        """
        table = self._single.get((guest.id, game))
        if table is None:
            table = SingleTable(guest, game, self.load, self.games[game].catalog.translate)
            self._single[guest.id, game] = table
        return self.open_screen(table, 0, language)

    def open_screen(self, table: Table, seat: int, language: str) -> PageScreen:
        """Returns the screen of a seat; begins its thread.

        Raises:
            FullError: too many are open.
        """
        if not table.is_playing(seat) and self.count_open() >= self._limit:
            raise FullError
        return table.open_screen(seat, language)

    def count_open(self) -> int:
        """Returns the number of screens whose threads run."""
        return sum(table.count_open() for table in (*self._single.values(), *self.shared.values()))

    def create_shared(self, guest: Guest, game: str, chosen: Mapping[str, str]) -> SharedTable | None:
        """Creates a table for several players, whose first seat is the guest's; None if the game does not offer it.

        Args:
            chosen: values of `list_table_choices`, as texts; those that are not named have their defaults.

        Raises:
            FullError: there are too many tables.
            OSError: it cannot be written.
        """
        rules = self.games[game].rules
        seats, choices = rules.game.presentation.seats, list_table_choices(rules)
        offered = {(choice.option, str(each.value)): each.value for choice in choices for each in choice.values}
        if seats is None or not chosen.items() <= offered.keys():
            return None
        if len(self.shared) >= self._limit:
            raise FullError
        options = {option: offered[option, text] for option, text in chosen.items()}
        count, bot = options.pop(seats.option, seats.counts[0]), options.pop(BOTS_OPTION, "")
        players = [guest.id, *[bot] * (count - 1)]
        record = TableRecord(game, players, options, f"{datetime.now():%Y-%m-%d %H:%M}")
        table = self._build_shared(self._folder / secrets.token_hex(6), record)
        table.write()
        self.shared[table.id] = table
        return table

    def close_quiet(self, seconds: float) -> None:
        """Closes the tables that have had no player for a while."""
        for table in self.list_open():
            if table.quiet_seconds > seconds:
                table.close()
        for key, single in [*self._single.items()]:
            if not single.is_open:
                self._single.pop(key, None)

    def close(self) -> None:
        """Saves and closes all games."""
        tables = self.list_open()
        for table in tables:
            table.close()
        for table in tables:
            table.join()
