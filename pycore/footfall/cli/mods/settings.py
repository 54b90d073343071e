"""``footfall mods set``, ``on`` and ``off``: the user's choices for new games."""

import json
from typing import Any

import click

from footfall.diagnostics.findings import suggest
from footfall.loader import Mod, Setting, find_defaults
from footfall.loader.json_file import parse_json_or_text
from footfall.loader.profiles import user_choices

from ..mod_lookup import find_mod
from ..output import CliError, Report, prints_report, report_write_errors
from ..tables import build_table


@click.command("set")
@click.argument("mod")
@click.argument("setting", required=False)
@click.argument("value", required=False)
@click.option("--unset", is_flag=True, help="Reset to the mod's default.")
@prints_report
def set_setting(mod: str, setting: str | None, value: str | None, unset: bool) -> Report:
    """Set a SETTING of MOD to VALUE for new games. Without SETTING, lists the settings.

    Existing games keep their values. The option --set of other commands takes precedence.
    """
    target = find_mod(mod)
    settings = target.manifest.settings
    if setting is None:
        return _list_settings(target)
    name = setting.removeprefix(f"{target.id}.")
    if name not in settings:
        known = ", ".join(settings) or "none"
        raise CliError(f"{target.id} has no setting {name!r}{suggest(name, settings)}; it has: {known}")
    if unset == (value is not None):
        raise click.UsageError("give either VALUE or --unset")
    full = f"{target.id}.{name}"
    choice = None if value is None else _parse_value(full, settings[name], value)
    with report_write_errors(user_choices.choices_path()):
        user_choices.set_setting(full, choice)
    chosen = user_choices.load_choices().settings
    current = find_defaults(target.manifest, chosen)[name] if choice is None else choice
    note = "" if choice is not None else " (the default)"
    data = {"setting": full, "value": current, "chosen": choice is not None}
    return Report(data, [f"{full} = {json.dumps(current)}{note} in new games"], indent=None)


def _parse_value(full: str, setting: Setting, text: str) -> Any:
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
    if setting.min is None and setting.max is None:
        return kind
    low = "" if setting.min is None else f" from {setting.min}"
    return f"{kind}{low}" + ("" if setting.max is None else f" to {setting.max}")


def _list_settings(mod: Mod) -> Report:
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
    cells = []
    for row in rows:
        value = json.dumps(row["value"]) + ("" if row["chosen"] else " (default)")
        cells.append((row["setting"], value, row["takes"], row["scope"], row["label"]))
    titles = ("setting", "value", "takes", "scope", "description")
    lines = [build_table(titles, cells) if rows else f"{mod.id} has no settings"]
    return Report({"mod": mod.id, "settings": rows}, lines)


def _switch_mod(mod: str, on: bool) -> Report:
    target = find_mod(mod)
    if target.is_first_party:
        raise CliError(f"{target.id} is part of Footfall and always on")
    with report_write_errors(user_choices.choices_path()):
        user_choices.switch_mod(target.id, None if on == target.is_on_by_default else on)
    lines = [f"{target.id} will be {'on' if on else 'off'} from the next start"]
    return Report({"mod": target.id, "on": on}, lines, indent=None)


@click.command("on")
@click.argument("mod")
@prints_report
def enable_mod(mod: str) -> Report:
    """Enable MOD from the next start."""
    return _switch_mod(mod, True)


@click.command("off")
@click.argument("mod")
@prints_report
def disable_mod(mod: str) -> Report:
    """Disable MOD from the next start. --mods PATH still loads it for one command."""
    return _switch_mod(mod, False)
