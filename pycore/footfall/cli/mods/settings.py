"""``footfall mods set``, ``on`` and ``off``: what the user chooses about mods, for all new games."""

from __future__ import annotations

import json
from typing import Any

import click
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from footfall.diagnostics.findings import suggest
from footfall.loader import Mod, Setting, user_choices

from ..mod_lookup import find_mod
from ..options import CliError

NO_BOUNDS = (None, None)


@click.command("set")
@click.argument("mod")
@click.argument("setting", required=False)
@click.argument("value", required=False)
@click.option("--unset", is_flag=True, help="Back to the mod's default.")
@click.option("--json", "as_json", is_flag=True, help="Machine-readable.")
def set_setting(mod: str, setting: str | None, value: str | None, unset: bool, as_json: bool) -> None:
    """Choose the VALUE of a SETTING of MOD for all new games; without them: list its settings.

    A game that was begun keeps the values it was begun with; --set of a command wins over what is chosen here.
    """
    found = find_mod(mod)
    offered = found.manifest.settings
    if setting is None:
        _list_settings(found, as_json)
        return
    name = setting.removeprefix(f"{found.id}.")
    if name not in offered:
        known = ", ".join(offered) or "none"
        raise CliError(f"{found.id} has no setting {name!r}{suggest(name, offered)}; it has: {known}")
    if unset == (value is not None):
        raise click.UsageError("give a VALUE, or --unset")
    full = f"{found.id}.{name}"
    chosen = None if value is None else _parse_value(full, offered[name], value)
    try:
        user_choices.set_setting(full, chosen)
    except OSError as error:
        raise CliError(f"{user_choices.choices_path()} cannot be written ({error.strerror})") from None
    now = offered[name].default if chosen is None else chosen
    if as_json:
        click.echo(json.dumps({"setting": full, "value": now, "chosen": chosen is not None}))
    else:
        click.echo(f"{full} = {json.dumps(now)}{' (its default)' if chosen is None else ''} in new games")


def _parse_value(full: str, setting: Setting, text: str) -> Any:
    """The value that a text stands for.

    Raises:
        Trouble: the setting does not take it.
    """
    value: Any = text
    if setting.type != "str":
        words = {"on": True, "off": False, "yes": True, "no": False} if setting.type == "bool" else {}
        try:
            value = words[text.lower()] if text.lower() in words else json.loads(text)
        except json.JSONDecodeError:
            value = text
    wrong = setting.find_problem(value)
    if wrong:
        raise CliError(f"{full}: {wrong}; it takes {_describe_accepted(setting)}")
    return float(value) if setting.type == "float" else value


def _describe_accepted(setting: Setting) -> str:
    if setting.choices:
        return "one of " + ", ".join(json.dumps(each) for each in setting.choices)
    if setting.type == "bool":
        return "true or false"
    kind = {"int": "a whole number", "float": "a number", "str": "text"}[setting.type]
    if (setting.min, setting.max) == NO_BOUNDS:
        return kind
    low = "" if setting.min is None else f" from {setting.min}"
    return f"{kind}{low}" + ("" if setting.max is None else f" to {setting.max}")


def _list_settings(mod: Mod, as_json: bool) -> None:
    kept = user_choices.load_choices().settings
    rows = [
        {
            "setting": name,
            "value": kept.get(f"{mod.id}.{name}", setting.default),
            "default": setting.default,
            "chosen": f"{mod.id}.{name}" in kept,
            "takes": _describe_accepted(setting),
            "scope": setting.scope,
            "label": setting.label,
        }
        for name, setting in mod.manifest.settings.items()
    ]
    if as_json:
        click.echo(json.dumps({"mod": mod.id, "settings": rows}, indent=2, ensure_ascii=False))
        return
    if not rows:
        click.echo(f"{mod.id} has no settings")
        return
    table = Table(box=None, pad_edge=False)
    for column in ("setting", "value", "takes", "scope", "what it is"):
        table.add_column(column, overflow="fold")
    for row in rows:
        mark = "" if row["chosen"] else " (default)"
        cells = (row["setting"], json.dumps(row["value"]) + mark, row["takes"], row["scope"], row["label"])
        table.add_row(*(escape(str(cell)) for cell in cells))
    Console().print(table)


def _set_enabled(mod: str, on: bool, as_json: bool) -> None:
    found = find_mod(mod)
    if found.is_first_party:
        raise CliError(f"{found.id} comes with Footfall: it is on in the games that are made of it")
    usual = found.info.enabled
    try:
        user_choices.switch_mod(found.id, None if on == usual else on)
    except OSError as error:
        raise CliError(f"{user_choices.choices_path()} cannot be written ({error.strerror})") from None
    if as_json:
        click.echo(json.dumps({"mod": found.id, "on": on}))
    else:
        click.echo(f"{found.id} is {'on' if on else 'off'} from the next start on")


@click.command("on")
@click.argument("mod")
@click.option("--json", "as_json", is_flag=True, help="Machine-readable.")
def enable_mod(mod: str, as_json: bool) -> None:
    """Switch MOD on, if it was off."""
    _set_enabled(mod, True, as_json)


@click.command("off")
@click.argument("mod")
@click.option("--json", "as_json", is_flag=True, help="Machine-readable.")
def disable_mod(mod: str, as_json: bool) -> None:
    """Switch MOD off without taking it away; --mods PATH brings it back for once."""
    _set_enabled(mod, False, as_json)
