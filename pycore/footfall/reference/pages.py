"""All pages of the reference."""

from __future__ import annotations

import inspect
import json
import typing
from collections.abc import Callable, Iterator

import click
import msgspec

from footfall.api import events
from footfall.content.codes import codes
from footfall.content.conditions import LIST_TESTS, TESTS
from footfall.content.docstrings import summary
from footfall.content.jsonschema import OPERANDS, WHEN
from footfall.content.records import RecordKind
from footfall.engine.rules import HookKind
from footfall.loader import Loaded, load
from footfall.loader.contract import CONTRACT, Spec
from footfall.loader.manifest import About, Conflict, Effects, Manifest, Order, Setting

from .api import API, api_page, exported, first, methods
from .words import cell, lacking, prose, structs_in, table_of

MADE = "<!-- Made by `footfall docs --out docs/reference`. Change what it is made from, not this page. -->"


def pages(command: click.Command) -> dict[str, str]:
    """Every page by file name.

    Args:
        command: the command line, of which one page is made.
    """
    makers: dict[str, tuple[str, str, Callable[[], Iterator[str]]]] = {
        "manifest.md": ("The manifest", "every key of `mod.toml`", manifest_page),
        "records.md": ("Records", "every kind of record of every game, and its fields", records_page),
        "patches.md": ("Patches", "operations and conditions", patches_page),
        "settings.md": ("Settings", "what can be set in each game", settings_page),
        "hooks.md": ("Hooks", "when each is asked, what it is handed and may return", hooks_page),
        "api.md": ("The modding API", "what a mod may import", api_page),
        "commands.md": ("The command line", "every command and option", lambda: commands_page(command)),
        "codes.md": ("Codes", "what `footfall mods check` and the loader find", codes_page),
    }
    out = {name: _page(title, make()) for name, (title, _, make) in makers.items()}
    index = ["| page | |", "|---|---|"]
    index += [f"| [{title}]({name}) | {text} |" for name, (title, text, _) in makers.items()]
    out["README.md"] = _page("Reference", iter(index))
    return dict(sorted(out.items()))


def _page(title: str, lines: Iterator[str]) -> str:
    return "\n".join([f"# {title}", "", MADE, "", *lines]).rstrip() + "\n"


def _loaded() -> list[Loaded]:
    """Every game that comes with Footfall, those first that others build on."""
    games = load(None, only=()).games
    return [load(id, only=()) for id in sorted(games, key=lambda id: (len(games[id].rules), id))]


def _kinds() -> dict[str, list[RecordKind]]:
    """The kinds of record of each game, each under the first game that has it."""
    seen: set[str] = set()
    out = {}
    for each in _loaded():
        assert each.game is not None
        new = [kind for name, kind in each.rules.records.types.items() if name not in seen]
        seen |= {kind.name for kind in new}
        out[each.game.id] = new
    return out


# Manifest, records, patches, settings.

MANIFEST = (About, Setting, Conflict, Order, Effects)


def manifest_page() -> Iterator[str]:
    """``mod.toml``."""
    yield from (prose(summary(Manifest)), "", "Only `id` and `version` of `[mod]` must be there.", "")
    for heading, kind in (
        ("[mod]", About),
        ("[settings.name]", Setting),
        ("[conflicts]", Conflict),
        ("[order]", Order),
        ("[effects]", Effects),
    ):
        yield from (f"## {heading}", "", prose(summary(kind)), "", *table_of(kind), "")
        if kind is About:
            yield from (
                "## [requires] and [optional]",
                "",
                'Mod id = range of versions: `"core.stealth" = ">=0.1,<1"`. What is required must be there; both',
                "come before the mod. `footfall` itself may be named as if it were a mod.",
                "",
            )


def records_page() -> Iterator[str]:
    """Kinds of record."""
    yield "How records are written, inherited and patched: [Data](../modding/data.md). Every record may also have"
    yield "`inherits`, `template` and `when`."
    told: set[type] = set()
    for game, kinds in _kinds().items():
        if kinds:
            yield from ("", f"## Of {game}", "")
            yield "Kinds: " + ", ".join(f"[`{kind.name}`](#{kind.name})" for kind in kinds)
        for kind in kinds:
            yield from (
                "",
                f"### {kind.name}",
                "",
                prose(summary(kind.type)),
                "",
                *table_of(kind.type, ("id",)),
            )
            for part in structs_in(kind.type):
                if part not in told:
                    told.add(part)
                    yield from ("", f"#### {part.__name__}", "", prose(summary(part)), "", *table_of(part))


def patches_page() -> Iterator[str]:
    """The patch language."""
    yield 'A patch is a table `[patch.kind."id"]`; the id may be a pattern with `*` and `?`. Its keys mirror the'
    yield "record. With examples: [Data](../modding/data.md)."
    yield from (
        "",
        "| key | |",
        "|---|---|",
        "| `when` | Whether it applies at all, asked before anything is read. |",
    )
    yield from (f"| `{name}` | {cell(text)} |" for name, text in OPERANDS.items())
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
        *(f"| `{name}` | {cell(text)} |" for name, text in TESTS.items()),
    )
    yield from ("", "## Tests of a list", "", "A list, an item that it must have, or a table of these.", "")
    yield from ("| test | holds if |", "|---|---|")
    yield from (f"| `{name}` | {cell(text)} |" for name, text in LIST_TESTS.items())
    yield from ("", "## when", "", prose(WHEN["description"]), "", "| key | holds if |", "|---|---|")
    yield from (f"| `{name}` | {cell(each['description'])} |" for name, each in WHEN["properties"].items())


def settings_page() -> Iterator[str]:
    """Settings of the games."""
    yield "`footfall run stealth --set core.stealth.hit.die=8`; a mod reads them by `play.setting(name)`, records by"
    yield "`when.settings`. A setting of scope `world` is kept in the save."
    told: set[str] = set()
    for each in _loaded():
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
            yield f"| `{name}` | {setting.type} | {default} | {choices or bounds} | {cell(setting.label)} |"


# Hooks.

_RETURNS = {
    HookKind.FOLD: "a list of terms (`set_to`, `add`, `mul`) and changes",
    HookKind.NOTIFY: "a list of changes",
    HookKind.VOTE: "`ALLOW`, `PASS` or `Deny(Message(...))`",
    HookKind.FIRST: "an answer, or None to leave it to others",
    HookKind.CHAIN: "a list of `Step`",
    HookKind.COLLECT: "a list of what is provided",
}


def hooks_page() -> Iterator[str]:
    """The contract of hooks."""
    yield "How hooks are written, filtered and ordered: [Hooks](../modding/hooks.md). `footfall hooks NAME` prints one,"
    yield "and who implements it."
    yield from ("", "| hook | kind | |", "|---|---|---|")
    for name, spec in CONTRACT.items():
        yield f"| [`{name}`](#{name}) | {spec.kind.value} | {cell(_doc(spec).splitlines()[0])} |"
    for name, spec in CONTRACT.items():
        yield from ("", f"## {name}", "", *_hook(spec))
    yield from ("", "## Events", "")
    for name in events.__all__:
        kind = getattr(events, name)
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
            yield from (f"### {name}", "", prose(summary(kind)), "")
            if msgspec.structs.fields(kind):
                yield from (*table_of(kind), "")


def _doc(spec: Spec) -> str:
    return inspect.getdoc(spec.function) or ""


def _hook(spec: Spec) -> Iterator[str]:
    event = typing.get_type_hints(spec.function, localns={"Play": object}).get("event")
    body, _, example = _doc(spec).partition("Example: ")
    yield from (prose(" ".join(body.split())), "")
    facts = [f"kind **{spec.kind.value}**", f"returns {_RETURNS[spec.kind]}"]
    facts += [f"terms {', '.join(f'`{term}`' for term in spec.terms)}"] if spec.terms else []
    facts += [f"event [{event.__name__}](#{event.__name__.lower()})"] if event is not None else []
    facts += [f"since {spec.since}"] if spec.since else []
    yield "; ".join(facts) + "."
    if example:
        code = example.strip().removeprefix("``").removesuffix("``")
        yield from ("", "```python", code.replace("``", ""), "```")


# Commands and codes.


def commands_page(command: click.Command) -> Iterator[str]:
    """Every command, from the command line itself."""
    yield "Exit codes: 0 done, 1 it went wrong or something was found, 2 wrong usage."
    for path, each in _commands("footfall", command):
        yield from ("", f"## {path}", "")
        usage = each.collect_usage_pieces(click.Context(each))
        if not isinstance(each, click.Group):
            yield from (f"`{path} {' '.join(usage)}`", "")
        yield prose(" ".join((each.help or "").split()))
        options = [p for p in each.params if isinstance(p, click.Option)]
        if options:
            yield from ("", "| option | |", "|---|---|")
        for option in options:
            yield f"| {_option(option)} | {cell(option.help or '')}{_default(option)} |"


def _commands(path: str, command: click.Command) -> Iterator[tuple[str, click.Command]]:
    yield path, command
    if isinstance(command, click.Group):
        for name in sorted(command.commands):
            yield from _commands(f"{path} {name}", command.commands[name])


def _option(option: click.Option) -> str:
    value = (
        "" if option.is_flag or option.count else f" {option.make_metavar(click.Context(click.Command('x')))}"
    )
    return ", ".join(f"`{name}{value}`" for name in (*option.opts, *option.secondary_opts)).replace(
        "|", "\\|"
    )


def _default(option: click.Option) -> str:
    shown = option.show_default and option.default not in (None, False, ())
    return f" Default: `{option.default}`." if shown else ""


def codes_page() -> Iterator[str]:
    """Every code of a finding."""
    yield "`footfall mods check` prints the number and the name, messages of the loader the name. `--fix` mends those"
    yield "with a star. `# noqa: FF403` at the end of a line excuses that line."
    yield from ("", "| code | name | |", "|---|---|---|")
    for code in codes().values():
        star = " \\*" if code.mended else ""
        yield f"| [{code.number}](#{code.number.lower()}-{code.name}) | `{code.name}`{star} | {cell(code.what)} |"
    for code in codes().values():
        yield from ("", f"## {code.number} {code.name}", "", prose(code.what), "", prose(code.why), "")
        yield f"**To mend it:** {prose(code.mend)}" + (" `--fix` can." if code.mended else "")


# What has no words.


def undocumented(command: click.Command) -> list[str]:
    """Everything in the reference that nobody has said anything about."""
    out: list[str] = []
    for kind in MANIFEST:
        out += lacking(kind)
    for kinds in _kinds().values():
        for each in kinds:
            for part in (each.type, *structs_in(each.type)):
                out += lacking(part, ("id",) if part is each.type else ())
    for name, spec in CONTRACT.items():
        if not _doc(spec):
            out.append(f"hook {name}: no docstring")
    for name in events.__all__:
        kind = getattr(events, name)
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct) and not summary(kind):
            out.append(f"event {name}: no docstring")
    for loaded in _loaded():
        out += [f"setting {name}: no label" for name, setting in loaded.settings.items() if not setting.label]
    for module, _ in API:
        for name, value in exported(module):
            out += [] if first(value) else [f"{module.__name__}.{name}: no docstring"]
            calls = methods(value) if isinstance(value, type) else ()
            out += [
                f"{module.__name__}.{name}.{called}: no docstring"
                for called, member in calls
                if not first(member)
            ]
    for path, one in _commands("footfall", command):
        if not one.help:
            out.append(f"{path}: no help")
        for option in one.params:
            if isinstance(option, click.Option) and not option.help:
                out.append(f"{path} {option.opts[0]}: no help")
    return sorted(set(out))
