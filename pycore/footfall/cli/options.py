"""Options of several commands, and the game that they load."""

import functools
import json
import os
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar, cast

import click
import msgspec

from footfall.diagnostics.files import expand_home, format_path
from footfall.diagnostics.findings import Finding
from footfall.engine.compiled.native import COMPILED_MODES, COMPILED_VARIABLE
from footfall.engine.session import Session
from footfall.i18n.catalog import find_system_language
from footfall.loader import LoadError, LoadResult, load
from footfall.loader.discovery import LOST_CODES
from footfall.loader.isolation.trust import TRUST_VARIABLE, Trust, TrustError, resolve_trust
from footfall.loader.json_file import parse_json_or_text
from footfall.loader.load import describe_named_faults
from footfall.loader.profiles import user_choices
from footfall.loader.profiles.pointer import (
    PROFILE_VARIABLE,
    ProfileError,
    get_profile_name,
    is_profile_name,
    read_pointer,
)

from .output import CliError, print_findings, print_notes, report_errors
from .playing import play_with_mods, redirect_mod_output

F = TypeVar("F", bound=Callable[..., Any])
ANY_PATH = click.Path(path_type=Path)


def current_trust() -> Trust:
    """Returns the trust level of the running command.

    Raises:
        click.UsageError: ``FOOTFALL_TRUST`` has an invalid value.
    """
    try:
        return resolve_trust(Trust.APPROVED)
    except TrustError as error:
        raise click.UsageError(str(error)) from None


def check_variables(context: click.Context) -> None:
    """Checks the environment variables that every command reads, and sets the trust level.

    Raises:
        click.UsageError: ``FOOTFALL_TRUST`` or ``FOOTFALL_COMPILED`` has an invalid value.
    """
    value = os.environ.get(COMPILED_VARIABLE)
    if value and value not in COMPILED_MODES:
        raise click.UsageError(f"{COMPILED_VARIABLE}={value}: allowed values: {', '.join(COMPILED_MODES)}")
    set_trust(context, current_trust())


def set_variable(context: click.Context, name: str, value: str) -> None:
    """Sets an environment variable for this command and its child processes."""
    before = os.environ.get(name)

    def restore() -> None:
        if before is None:
            os.environ.pop(name, None)
        else:
            os.environ[name] = before

    context.call_on_close(restore)
    os.environ[name] = value


def set_trust(context: click.Context, trust: Trust) -> None:
    """Sets the trust level of this command and its child processes; never lowers ``FOOTFALL_TRUST=all``."""
    if os.environ.get(TRUST_VARIABLE, "").strip().lower() != Trust.ALL.value:
        set_variable(context, TRUST_VARIABLE, trust.value)


def _apply_profile(context: click.Context, parameter: click.Parameter, value: str) -> None:
    if not value:
        return
    set_variable(context, PROFILE_VARIABLE, value)
    try:
        get_profile_name(read_pointer())
    except ProfileError:
        context.close()  # a command whose options are wrong is not run, and closes nothing
        raise


def check_profile_name(name: str, owner: str = "a profile") -> None:
    """Checks a name that the user gives to a profile or an index.

    Raises:
        CliError: it is not a valid name.
    """
    if not is_profile_name(name):
        raise CliError(f"{name!r} is not a name for {owner}: lowercase letters, digits and hyphens")


trust_option = click.option(
    "--trust",
    is_flag=True,
    expose_value=False,
    callback=lambda context, _, value: set_trust(context, Trust.NAMED) if value else None,
    help="Run the Python code of the named mods without approval, this once.",
)

profile_option = click.option(
    "--profile",
    expose_value=False,
    metavar="NAME",
    callback=_apply_profile,
    help="Use the installed mods and choices of this profile, this once.",
)

game_option = click.option("--game", default="stealth", show_default=True, help="The game whose mods are loaded.")


def screen_option(function: F) -> F:
    """``--screen``."""
    from footfall.ui.frontend import AUTO, FRONTENDS  # only here: most commands need no screen

    return click.option(
        "--screen",
        type=click.Choice([AUTO, *FRONTENDS]),
        default=AUTO,
        help="Where to play. auto, the default: a window if there is a display, else the terminal;"
        " plain: lines of text for screen readers.",
    )(function)


_OPTIONS: dict[str, Callable[[Any], Any]] = {
    "course": click.option(
        "--course",
        metavar="NAME",
        help="The way through the game. Stealth: first (eight floors), whole (sixteen), daily.",
    ),
    "seed": click.option("--seed", type=int, help="The seed; equal seeds give equal games."),
    "set": click.option(
        "--set",
        "settings",
        multiple=True,
        metavar="NAME=VALUE",
        help="Set a world setting by its full name (core.stealth.rules=classic). Repeatable.",
    ),
    "option": click.option(
        "--option",
        "options",
        multiple=True,
        metavar="NAME=VALUE",
        help="Set a setup option of the game (players=3). Repeatable.",
    ),
    "lang": click.option("--lang", metavar="CODE", help="Language: en or es. Default: that of the system."),
    "strict": click.option("--strict", "is_strict", is_flag=True, help="Stop at the first failure of a mod."),
    "mods": click.option(
        "--mods", "mod_paths", multiple=True, type=ANY_PATH, help="Also load this mod or folder of mods. Repeatable."
    ),
    "profile": profile_option,
    "trust": trust_option,
}

SETUP = ("seed", "set", "option")
"""Options of a new game."""

PLAY = ("lang", "strict")
"""Options of every command that loads a game."""

MODS = (*PLAY, "mods", "profile", "trust")
"""Options of the commands that load mods in addition to those that are on."""


def game_options(*names: str) -> Callable[[F], F]:
    """Adds options to a command; it receives their values as one `GameOptions`, the parameter ``setup``.

    The course becomes one of its `options`. Decorators with options of the command stand above this one.
    """

    def add(function: F) -> F:
        @functools.wraps(function)
        def run(*args: Any, **keywords: Any) -> Any:
            values = {field: keywords.pop(field) for field in fields}
            course = values.pop("course", None)
            if course is not None:
                values["options"] = (*values["options"], f"course={json.dumps(course)}")
            return function(*args, setup=GameOptions(**values), **keywords)

        decorated: Any = run
        for name in reversed(names):
            decorated = _OPTIONS[name](decorated)
        fields = [option.name for option in decorated.__click_params__ if option.expose_value]
        return cast(F, decorated)

    return add


class GameOptions(msgspec.Struct, frozen=True):
    """The mods, settings and options with which a command loads a game and begins to play.

    Attributes:
        mod_paths: mods and folders of mods to load in addition to those that are on.
        is_strict: whether the first failure of a mod ends the game.
        lang: a language, or None.
        seed: the seed of a new game, or None.
        options: setup options of a new game as ``name=value``.
        settings: world settings as ``name=value``.
    """

    mod_paths: tuple[Path, ...] = ()
    is_strict: bool = False
    lang: str | None = None
    seed: int | None = None
    options: tuple[str, ...] = ()
    settings: tuple[str, ...] = ()

    @property
    def option_values(self) -> dict[str, Any]:
        """The setup options by name."""
        return parse_pairs(self.options, "option")

    @property
    def setting_values(self) -> dict[str, Any]:
        """The world settings by name."""
        return parse_pairs(self.settings, "set")

    def load(
        self,
        game: str | None,
        *,
        preferred_language: str = "",
        quiet: bool = False,
        safe_mode: bool = False,
        keeps_unknown: bool = False,
        keeps_off: bool = False,
        choices: user_choices.UserChoices | None = None,
    ) -> LoadResult:
        """Loads the mods and prints their findings to standard error.

        Args:
            preferred_language: used if the options name none; by default that of the system.
            safe_mode: load no mods except the named ones.
            keeps_unknown: whether unknown settings are accepted; the caller reports them.
            keeps_off: whether named mods may be off.
            choices: mods switched on or off, and settings; None for the user's choices.

        Raises:
            CliError: the game cannot be loaded, an option is wrong, a named mod is off, or there is no profile of the
                name that was asked for.
        """
        if missing := [path for path in self.mod_paths if not path.exists()]:
            raise CliError(f"--mods {missing[0]}: there is no such file or folder")
        with report_errors(LoadError), redirect_mod_output():
            loaded = _load_restored(
                game,
                mods=self.mod_paths,
                only_mods=() if safe_mode else None,
                strict=self.is_strict,
                language=self.lang or preferred_language or find_system_language(),
                settings=self.setting_values,
                choices=user_choices.load_choices() if choices is None else choices,
            )
        findings = [f for f in loaded.findings if not (f.code == "no-setting" and keeps_unknown)]
        if fault := self._find_fault(findings) or ("" if keeps_off else describe_named_faults(loaded, self.mod_paths)):
            raise CliError(fault)
        known = loaded.catalog.list_languages()
        if self.lang is not None and self.lang.partition("-")[0] not in known and self.lang not in known:
            raise CliError(f"--lang {self.lang}: there are no texts in this language; known: {', '.join(known)}")
        if not quiet:
            print_findings(findings)
        if self.options:
            from footfall.app.setup_choices import find_meant_option  # only here: commands without options need it not

            if meant := find_meant_option(loaded.rules, self.option_values, loaded.catalog.translate):
                raise CliError(f"{game} has no setup option {meant}")
        return loaded

    def _find_fault(self, findings: Iterable[Finding]) -> str:
        """Describes a finding that contradicts an option; ``""`` if there is none."""
        codes = {"no-setting", "bad-setting"} | ({"bad-profile"} if os.environ.get(PROFILE_VARIABLE) else set())
        if errors := [finding.text.replace("; it is ignored", "") for finding in findings if finding.code in codes]:
            return "\n".join(errors)
        files = {format_path(expand_home(p).absolute()) for p in self.mod_paths if not expand_home(p).is_dir()}
        faults = (f for f in findings if f.mod in files and f.code in ("no-manifest", "bad-files"))
        return next((f"--mods {fault.mod}: {fault.text}; {fault.fix}" for fault in faults), "")

    def begin(
        self, loaded: LoadResult, seed: int, options: Mapping[str, Any] | None = None, **keywords: Any
    ) -> Session:
        """Begins a new game with these options, or with other setup options.

        Raises:
            CliError: a setup option is unknown or has a wrong value, or a mod failed in a strict session.
        """
        with report_errors(ValueError), play_with_mods():
            values = self.option_values if options is None else options
            return Session.begin(loaded.rules, seed, values, strict=self.is_strict, **keywords)


def _load_restored(game: str | None, **words: Any) -> LoadResult:
    """Loads the mods; once more if contents that the store lost are in an index on this computer."""
    failure: LoadError | None = None
    try:
        loaded = load(game, **words)
        findings: Iterable[Finding] = loaded.findings
    except LoadError as error:
        failure, findings = error, error.findings
    if any(finding.code in LOST_CODES for finding in findings):
        from footfall.app.profile_change import open_profile  # only here: a game in play needs no index
        from footfall.sharing.index.format import IndexFileError

        with suppress(ProfileError, IndexFileError, OSError):
            notes = open_profile(offline=True)[2].sources.notes
            print_notes(notes)
            if notes:
                return load(game, **words)
    if failure is not None:
        raise failure
    return loaded


def parse_pairs(items: Iterable[str], option: str) -> dict[str, Any]:
    """Parses ``name=value`` items; a value is JSON if it parses as such, else text.

    Raises:
        click.UsageError: an item without ``=``.
    """
    return {name: parse_json_or_text(text) for name, text in split_pairs(items, option).items()}


def split_pairs(items: Iterable[str], option: str, form: str = "VALUE") -> dict[str, str]:
    """Splits ``name=text`` items.

    Raises:
        click.UsageError: an item without ``=``.
    """
    pairs = {}
    for item in items:
        name, equals, text = item.partition("=")
        if not equals or not name:
            raise click.UsageError(f"--{option} takes NAME={form}, got {item!r}")
        pairs[name] = text
    return pairs
