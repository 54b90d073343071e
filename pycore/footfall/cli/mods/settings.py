"""``footfall mods set``, ``on`` and ``off``: the user's choices for new games."""

from __future__ import annotations

import json
from typing import Any

import click
from rich.markup import escape
from rich.table import Table

from footfall.diagnostics.findings import suggest
from footfall.loader import Mod, Setting, find_defaults
from footfall.loader.json_file import parse_json_or_text
from footfall.loader.profiles import user_choices

from ..mod_lookup import find_mod
from ..options import CliError
from ..output import echo
from ..safe_console import SafeConsole

NO_BOUNDS = (None, None)


@click.command("set")
@click.argument("mod")
@click.argument("setting", required=False)
@click.argument("value", required=False)
@click.option("--unset", is_flag=True, help="Reset to the mod's default.")
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
def set_setting(mod: str, setting: str | None, value: str | None, unset: bool, as_json: bool) -> None:
    """Set a SETTING of MOD to VALUE for new games. Without SETTING, lists the settings.

    Existing games keep their values. The option --set of other commands takes precedence.
    """
    target = find_mod(mod)
    settings = target.manifest.settings
    if setting is None:
        _list_settings(target, as_json)
        return
    name = setting.removeprefix(f"{target.id}.")
    if name not in settings:
        known = ", ".join(settings) or "none"
        raise CliError(f"{target.id} has no setting {name!r}{suggest(name, settings)}; it has: {known}")
    if unset == (value is not None):
        raise click.UsageError("give either VALUE or --unset")
    full = f"{target.id}.{name}"
    choice = None if value is None else _parse_value(full, settings[name], value)
    try:
        user_choices.set_setting(full, choice)
    except OSError as error:
        raise CliError(f"{user_choices.choices_path()} cannot be written ({error.strerror})") from None
    chosen = user_choices.load_choices().settings
    current = find_defaults(target.manifest, chosen)[name] if choice is None else choice
    if as_json:
        echo(json.dumps({"setting": full, "value": current, "chosen": choice is not None}))
    else:
        note = "" if choice is not None else " (the default)"
        echo(f"{full} = {json.dumps(current)}{note} in new games")


def _parse_value(full: str, setting: Setting, text: str) -> Any:
    """Parses the value of a setting.

    Raises:
        CliError: the setting does not accept the value.
    """
    value: Any = text
    if setting.type != "str":
        words = {"on": True, "off": False, "yes": True, "no": False} if setting.type == "bool" else {}
        value = words[text.lower()] if text.lower() in words else parse_json_or_text(text)
    problem = setting.find_problem(value)
    if problem:
        raise CliError(f"{full}: {problem}; it takes {_describe_accepted(setting)}")
    return float(value) if setting.type == "float" else value


def _describe_accepted(setting: Setting) -> str:
    if setting.choices:
        return "one of " + ", ".join(json.dumps(choice) for choice in setting.choices)
    if setting.type == "bool":
        return "true or false"
    kind = {"int": "a whole number", "float": "a number", "str": "text"}[setting.type]
    if (setting.min, setting.max) == NO_BOUNDS:
        return kind
    low = "" if setting.min is None else f" from {setting.min}"
    return f"{kind}{low}" + ("" if setting.max is None else f" to {setting.max}")


def _list_settings(mod: Mod, as_json: bool) -> None:
    chosen = user_choices.load_choices().settings
    defaults = find_defaults(mod.manifest, chosen)
    rows = [
        {
            "setting": name,
            "value": chosen.get(f"{mod.id}.{name}", defaults[name]),
            "default": defaults[name],
            "chosen": f"{mod.id}.{name}" in chosen,
            "takes": _describe_accepted(setting),
            "scope": setting.scope,
            "label": setting.label,
        }
        for name, setting in mod.manifest.settings.items()
    ]
    if as_json:
        echo(json.dumps({"mod": mod.id, "settings": rows}, indent=2, ensure_ascii=False))
        return
    if not rows:
        echo(f"{mod.id} has no settings")
        return
    table = Table(box=None, pad_edge=False)
    for column in ("setting", "value", "takes", "scope", "description"):
        table.add_column(column, overflow="fold")
    for row in rows:
        mark = "" if row["chosen"] else " (default)"
        cells = (row["setting"], json.dumps(row["value"]) + mark, row["takes"], row["scope"], row["label"])
        table.add_row(*(escape(str(cell)) for cell in cells))
    SafeConsole().print(table)


def _set_enabled(mod: str, on: bool, as_json: bool) -> None:
    target = find_mod(mod)
    if target.is_first_party:
        raise CliError(f"{target.id} is part of Footfall and always on")
    try:
        user_choices.switch_mod(target.id, None if on == target.is_on_by_default else on)
    except OSError as error:
        raise CliError(f"{user_choices.choices_path()} cannot be written ({error.strerror})") from None
    if as_json:
        echo(json.dumps({"mod": target.id, "on": on}))
    else:
        echo(f"{target.id} will be {'on' if on else 'off'} from the next start")


@click.command("on")
@click.argument("mod")
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
def enable_mod(mod: str, as_json: bool) -> None:
    """Enable MOD from the next start."""
    _set_enabled(mod, True, as_json)


@click.command("off")
@click.argument("mod")
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
def disable_mod(mod: str, as_json: bool) -> None:
    """Disable MOD from the next start. --mods PATH still loads it for one command."""
    _set_enabled(mod, False, as_json)
