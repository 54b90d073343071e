"""All pages of the reference."""

from __future__ import annotations

import inspect
import json
import typing
from collections.abc import Callable, Iterator

import click
import msgspec

from footfall.api import events
from footfall.content.conditions import LIST_TESTS, VALUE_TESTS
from footfall.content.jsonschema import PATCH_TABLES, WHEN_SCHEMA
from footfall.content.record_types import RecordKind
from footfall.diagnostics.codes import load_codes
from footfall.diagnostics.docstrings import parse_summary
from footfall.engine.rules import HookKind
from footfall.loader import LoadResult, load
from footfall.loader.contract import CONTRACT, HookSpec
from footfall.loader.manifest import Effects, Manifest, ModConflict, ModInfo, OrderRules, Setting

from .api_page import API_MODULES, list_exports, list_methods, read_first_sentence, render_api_page
from .typenames import list_structs, list_undocumented_fields, render_cell, render_field_table, render_prose

GENERATED_NOTICE = (
    "<!-- Made by `footfall docs --out docs/reference`. Change what it is made from, not this page. -->"
)


def render_pages(command: click.Command) -> dict[str, str]:
    """Every page by file name.

    Args:
        command: the command line, of which one page is made.
    """
    makers: dict[str, tuple[str, str, Callable[[], Iterator[str]]]] = {
        "manifest.md": ("The manifest", "every key of `mod.toml`", render_manifest_page),
        "records.md": ("Records", "every kind of record of every game, and its fields", render_records_page),
        "patches.md": ("Patches", "operations and conditions", render_patches_page),
        "settings.md": ("Settings", "what can be set in each game", render_settings_page),
        "hooks.md": ("Hooks", "when each is asked, what it is handed and may return", render_hooks_page),
        "api.md": ("The modding API", "what a mod may import", render_api_page),
        "commands.md": (
            "The command line",
            "every command and option",
            lambda: render_commands_page(command),
        ),
        "codes.md": ("Codes", "what `footfall mods check` and the loader find", render_codes_page),
    }
    out = {name: _render_page(title, make()) for name, (title, _, make) in makers.items()}
    index = ["| page | |", "|---|---|"]
    index += [f"| [{title}]({name}) | {text} |" for name, (title, text, _) in makers.items()]
    out["README.md"] = _render_page("Reference", iter(index))
    return dict(sorted(out.items()))


def _render_page(title: str, lines: Iterator[str]) -> str:
    return "\n".join([f"# {title}", "", GENERATED_NOTICE, "", *lines]).rstrip() + "\n"


def _load_games() -> list[LoadResult]:
    """Every game that comes with Footfall, those first that others build on."""
    games = load(None, only=()).games
    return [load(id, only=()) for id in sorted(games, key=lambda id: (len(games[id].rule_mods), id))]


def _collect_record_kinds() -> dict[str, list[RecordKind]]:
    """The kinds of record of each game, each under the first game that has it."""
    seen: set[str] = set()
    out = {}
    for each in _load_games():
        assert each.game is not None
        new = [kind for name, kind in each.rules.records.record_kinds.items() if name not in seen]
        seen |= {kind.name for kind in new}
        out[each.game.id] = new
    return out


# Manifest, records, patches, settings.

MANIFEST_TYPES = (ModInfo, Setting, ModConflict, OrderRules, Effects)


def render_manifest_page() -> Iterator[str]:
    """``mod.toml``."""
    yield from (
        render_prose(parse_summary(Manifest)),
        "",
        "Only `id` and `version` of `[mod]` must be there.",
        "",
    )
    for heading, kind in (
        ("[mod]", ModInfo),
        ("[settings.name]", Setting),
        ("[conflicts]", ModConflict),
        ("[order]", OrderRules),
        ("[effects]", Effects),
    ):
        yield from (f"## {heading}", "", render_prose(parse_summary(kind)), "", *render_field_table(kind), "")
        if kind is ModInfo:
            yield from (
                "## [requires] and [optional]",
                "",
                'Mod id = range of versions: `"core.stealth" = ">=0.1,<1"`. What is required must be there; both',
                "come before the mod. `footfall` itself may be named as if it were a mod.",
                "",
            )


def render_records_page() -> Iterator[str]:
    """Kinds of record."""
    yield "How records are written, inherited and patched: [Data](../modding/data.md). Every record may also have"
    yield "`inherits`, `template` and `when`."
    told: set[type] = set()
    for game, kinds in _collect_record_kinds().items():
        if kinds:
            yield from ("", f"## Of {game}", "")
            yield "Kinds: " + ", ".join(f"[`{kind.name}`](#{kind.name})" for kind in kinds)
        for kind in kinds:
            yield from (
                "",
                f"### {kind.name}",
                "",
                render_prose(parse_summary(kind.type)),
                "",
                *render_field_table(kind.type, ("id",)),
            )
            for part in list_structs(kind.type):
                if part not in told:
                    told.add(part)
                    yield from (
                        "",
                        f"#### {part.__name__}",
                        "",
                        render_prose(parse_summary(part)),
                        "",
                        *render_field_table(part),
                    )


def render_patches_page() -> Iterator[str]:
    """The patch language."""
    yield 'A patch is a table `[patch.kind."id"]`; the id may be a pattern with `*` and `?`. Its keys mirror the'
    yield "record. With examples: [Data](../modding/data.md)."
    yield from (
        "",
        "| key | |",
        "|---|---|",
        "| `when` | Whether it applies at all, asked before anything is read. |",
    )
    yield from (f"| `{name}` | {render_cell(text)} |" for name, text in PATCH_TABLES.items())
    yield from (
        "",
        "## Tests of a value",
        "",
        "In `where`, `expect` and `when.settings`: a value, or a table of these.",
        "",
    )
    yield from (
        "| test | holds for |",
        "|---|---|",
        *(f"| `{name}` | {render_cell(text)} |" for name, text in VALUE_TESTS.items()),
    )
    yield from ("", "## Tests of a list", "", "A list, an item that it must have, or a table of these.", "")
    yield from ("| test | holds if |", "|---|---|")
    yield from (f"| `{name}` | {render_cell(text)} |" for name, text in LIST_TESTS.items())
    yield from (
        "",
        "## when",
        "",
        render_prose(WHEN_SCHEMA["description"]),
        "",
        "| key | holds if |",
        "|---|---|",
    )
    yield from (
        f"| `{name}` | {render_cell(each['description'])} |"
        for name, each in WHEN_SCHEMA["properties"].items()
    )


def render_settings_page() -> Iterator[str]:
    """Settings of the games."""
    yield "`footfall run stealth --set core.stealth.hit.die=8`; a mod reads them by `ctx.setting(name)`, records by"
    yield "`when.settings`. A setting of scope `world` is kept in the save."
    told: set[str] = set()
    for each in _load_games():
        assert each.game is not None
        rows = [(name, setting) for name, setting in each.settings.items() if name not in told]
        told |= {name for name, _ in rows}
        if rows:
            yield from (
                "",
                f"## Of {each.game.id}",
                "",
                "| setting | type | default | | |",
                "|---|---|---|---|---|",
            )
        for name, setting in rows:
            bounds = " to ".join(str(n) for n in (setting.min, setting.max) if n is not None)
            choices = ", ".join(f"`{json.dumps(c)}`" for c in setting.choices)
            default = f"`{json.dumps(setting.default)}`"
            yield f"| `{name}` | {setting.type} | {default} | {choices or bounds} | {render_cell(setting.label)} |"


# Hooks.

_RETURN_TEXTS = {
    HookKind.FOLD: "a list of terms (`set_to`, `add`, `mul`) and changes",
    HookKind.NOTIFY: "a list of changes",
    HookKind.VOTE: "`ALLOW`, `PASS` or `Deny(Message(...))`",
    HookKind.FIRST: "an answer, or None to leave it to others",
    HookKind.CHAIN: "a list of `ScenarioStep`",
    HookKind.COLLECT: "a list of what is provided",
}


def render_hooks_page() -> Iterator[str]:
    """The contract of hooks."""
    yield "How hooks are written, filtered and ordered: [Hooks](../modding/hooks.md). `footfall hooks NAME` prints one,"
    yield "and who implements it."
    yield from ("", "| hook | kind | |", "|---|---|---|")
    for name, spec in CONTRACT.items():
        yield f"| [`{name}`](#{name}) | {spec.kind.value} | {render_cell(_get_doc(spec).splitlines()[0])} |"
    for name, spec in CONTRACT.items():
        yield from ("", f"## {name}", "", *_render_hook(spec))
    yield from ("", "## Events", "")
    for name in events.__all__:
        kind = getattr(events, name)
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
            yield from (f"### {name}", "", render_prose(parse_summary(kind)), "")
            if msgspec.structs.fields(kind):
                yield from (*render_field_table(kind), "")


def _get_doc(spec: HookSpec) -> str:
    return inspect.getdoc(spec.function) or ""


def _render_hook(spec: HookSpec) -> Iterator[str]:
    event = typing.get_type_hints(spec.function, localns={"Context": object}).get("event")
    body, _, example = _get_doc(spec).partition("Example: ")
    yield from (render_prose(" ".join(body.split())), "")
    facts = [f"kind **{spec.kind.value}**", f"returns {_RETURN_TEXTS[spec.kind]}"]
    facts += [f"terms {', '.join(f'`{term}`' for term in spec.terms)}"] if spec.terms else []
    facts += [f"event [{event.__name__}](#{event.__name__.lower()})"] if event is not None else []
    facts += [f"since {spec.since}"] if spec.since else []
    yield "; ".join(facts) + "."
    if example:
        code = example.strip().removeprefix("``").removesuffix("``")
        yield from ("", "```python", code.replace("``", ""), "```")


# Commands and codes.


def render_commands_page(command: click.Command) -> Iterator[str]:
    """Every command, from the command line itself."""
    yield "Exit codes: 0 done, 1 it went wrong or something was found, 2 wrong usage."
    for path, each in _walk_commands("footfall", command):
        yield from ("", f"## {path}", "")
        usage = each.collect_usage_pieces(click.Context(each))
        if not isinstance(each, click.Group):
            yield from (f"`{path} {' '.join(usage)}`", "")
        yield render_prose(" ".join((each.help or "").split()))
        options = [p for p in each.params if isinstance(p, click.Option)]
        if options:
            yield from ("", "| option | |", "|---|---|")
        for option in options:
            yield f"| {_format_option(option)} | {render_cell(option.help or '')}{_format_default(option)} |"


def _walk_commands(path: str, command: click.Command) -> Iterator[tuple[str, click.Command]]:
    yield path, command
    if isinstance(command, click.Group):
        for name in sorted(command.commands):
            yield from _walk_commands(f"{path} {name}", command.commands[name])


def _format_option(option: click.Option) -> str:
    value = (
        "" if option.is_flag or option.count else f" {option.make_metavar(click.Context(click.Command('x')))}"
    )
    return ", ".join(f"`{name}{value}`" for name in (*option.opts, *option.secondary_opts)).replace(
        "|", "\\|"
    )


def _format_default(option: click.Option) -> str:
    shown = option.show_default and option.default not in (None, False, ())
    return f" Default: `{option.default}`." if shown else ""


def render_codes_page() -> Iterator[str]:
    """Every code of a finding."""
    yield "`footfall mods check` prints the number and the name, messages of the loader the name. `--fix` mends those"
    yield "with a star. `# noqa: FF403` at the end of a line excuses that line."
    yield from ("", "| code | name | |", "|---|---|---|")
    for code in load_codes().values():
        star = " \\*" if code.fixable else ""
        yield f"| [{code.number}](#{code.number.lower()}-{code.name}) | `{code.name}`{star} | {render_cell(code.what)} |"
    for code in load_codes().values():
        yield from (
            "",
            f"## {code.number} {code.name}",
            "",
            render_prose(code.what),
            "",
            render_prose(code.why),
            "",
        )
        yield f"**To mend it:** {render_prose(code.fix)}" + (" `--fix` can." if code.fixable else "")


# What has no words.


def list_undocumented(command: click.Command) -> list[str]:
    """Everything in the reference that nobody has said anything about."""
    out: list[str] = []
    for kind in MANIFEST_TYPES:
        out += list_undocumented_fields(kind)
    for kinds in _collect_record_kinds().values():
        for each in kinds:
            for part in (each.type, *list_structs(each.type)):
                out += list_undocumented_fields(part, ("id",) if part is each.type else ())
    for name, spec in CONTRACT.items():
        if not _get_doc(spec):
            out.append(f"hook {name}: no docstring")
    for name in events.__all__:
        kind = getattr(events, name)
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct) and not parse_summary(kind):
            out.append(f"event {name}: no docstring")
    for loaded in _load_games():
        out += [f"setting {name}: no label" for name, setting in loaded.settings.items() if not setting.label]
    for module, _ in API_MODULES:
        for name, value in list_exports(module):
            out += [] if read_first_sentence(value) else [f"{module.__name__}.{name}: no docstring"]
            calls = list_methods(value) if isinstance(value, type) else ()
            out += [
                f"{module.__name__}.{name}.{called}: no docstring"
                for called, member in calls
                if not read_first_sentence(member)
            ]
    for path, one in _walk_commands("footfall", command):
        if not one.help:
            out.append(f"{path}: no help")
        for option in one.params:
            if isinstance(option, click.Option) and not option.help:
                out.append(f"{path} {option.opts[0]}: no help")
    return sorted(set(out))
