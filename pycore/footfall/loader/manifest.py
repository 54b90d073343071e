"""Manifests: ``mod.toml``, and the constants of a mod that is one Python file. Reading one imports nothing."""

import ast
import re
from collections.abc import Mapping
from typing import Any, Literal, TypeVar

import msgspec

from footfall.api.hookspecs import API_VERSION
from footfall.content.schemas.constraints import describe_wrong_word
from footfall.content.schemas.schema import schema_of
from footfall.diagnostics.findings import suggest
from footfall.diagnostics.toml import TomlDocument, TomlError, find_value_problem
from footfall.diagnostics.validation import split_validation_error

from .files.names import DEVICES
from .versions import is_version, is_version_range

_DEVICE = "|".join(sorted(name for name in DEVICES if name.isascii() and name.isalnum()))
MOD_ID_PATTERN = re.compile(
    rf"(?!(?:.*\.)?(?:{_DEVICE})(?:\.|\Z))[a-z][a-z0-9]*(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)+"
)
"""A mod id: at least author and name, of lowercase letters, digits and single hyphens; no part is a device's name,
because files and folders are named after ids."""

FRAMEWORK_ID = "footfall"
"""Allowed in ``[requires]`` like the id of a mod."""


class ManifestError(ValueError):
    """A manifest that is not valid.

    Attributes:
        location: ``file:line``.
        fix: the remedy, or ``""``.
        mod: the mod's id, if it could be read.
    """

    def __init__(self, text: str, location: str, fix: str = "", mod: str = "") -> None:
        super().__init__(text)
        self.location = location
        self.fix = fix
        self.mod = mod


class PresetDefault(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A default that a preset gives another setting: a row of ``[settings.name.presets.value]``.

    Attributes:
        default: the default value under the preset.
        reason: why the two defaults differ, shown in the reference.
    """

    default: bool | int | float | str
    reason: str = ""


class Setting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A setting that a mod offers.

    Attributes:
        type: ``"bool"``, ``"int"``, ``"float"`` or ``"str"``.
        default: the default value.
        min, max: inclusive bounds of a number.
        choices: the only values allowed, if any are listed.
        scope: ``"startup"``, ``"world"`` (kept in the save) or ``"player"``.
        label: its name on settings screens.
        presets: by value of this setting, defaults of other settings of the mod by name. Values chosen for those
            settings themselves take precedence.
    """

    type: Literal["bool", "int", "float", "str"]
    default: bool | int | float | str
    min: int | float | None = None
    max: int | float | None = None
    choices: tuple[bool | int | float | str, ...] = ()
    scope: Literal["startup", "world", "player"] = "world"
    label: str = ""
    presets: dict[str, dict[str, PresetDefault]] = {}

    def find_problem(self, value: Any) -> str:
        """Returns why `value` is not allowed, or ``""``."""
        kind = {"bool": bool, "int": int, "float": (int, float), "str": str}[self.type]
        if not isinstance(value, kind) or (self.type != "bool" and isinstance(value, bool)):  # type: ignore[arg-type]
            return f"{value!r} is not of type {self.type}"
        if problem := find_value_problem(value):
            return problem
        if self.choices and value not in self.choices:
            return f"{value!r} is not one of {', '.join(map(repr, self.choices))}"
        if self.type in ("int", "float"):
            if self.min is not None and value < self.min:
                return f"{value} is below the minimum {self.min}"
            if self.max is not None and value > self.max:
                return f"{value} is above the maximum {self.max}"
        return ""


class ModConflict(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A mod that is incompatible with this one.

    Attributes:
        version: range of incompatible versions.
        reason: the reason, shown to players.
    """

    version: str = "*"
    reason: str = ""


class ModInfo(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The ``[mod]`` table.

    Attributes:
        id: ``author.name``; never changes.
        version: version of the mod, such as ``1.2.0``.
        api: version of the modding API it was written for.
        name: its name on screens and in lists.
        summary: one sentence about it.
        authors: its authors.
        license: its license, such as ``"MIT"``.
        issues: address for bug reports, shown in errors of the mod.
        games: rule plugins it works with (``"stealth"`` or ``"core.stealth"``); empty: any.
        entry: Python package or module in the folder; ``"."``: the folder itself; ``""``: no code.
        enabled: if false, the mod is disabled until it is requested by path or id.
        language: the language in which its texts are complete.
    """

    id: str
    version: str
    api: str = API_VERSION
    name: str = ""
    summary: str = ""
    authors: tuple[str, ...] = ()
    license: str = ""
    issues: str = ""
    games: tuple[str, ...] = ()
    entry: str = ""
    enabled: bool = True
    language: str = "en"


class OrderRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The ``[order]`` table, which orders mods without requiring them.

    Attributes:
        after, before: ids of mods, which may be absent.
    """

    after: tuple[str, ...] = ()
    before: tuple[str, ...] = ()


class Effects(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The ``[effects]`` table.

    Attributes:
        changes_world: false for a mod that affects only the presentation and never changes a state hash.
        is_kept_in_saves: whether a save made with the mod needs it.
    """

    changes_world: bool = msgspec.field(name="world", default=True)
    is_kept_in_saves: bool = msgspec.field(name="saves", default=True)


class Manifest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A whole manifest."""

    mod: ModInfo
    requires: dict[str, str] = {}
    optional: dict[str, str] = {}
    conflicts: dict[str, ModConflict] = {}
    order: OrderRules = OrderRules()
    effects: Effects = Effects()
    settings: dict[str, Setting] = {}


def find_defaults(manifest: Manifest, chosen: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the default of each setting of a mod, by its name within the mod.

    Args:
        chosen: values by full name that the user or a save chose; those of settings with presets decide.
    """
    defaults: dict[str, Any] = {name: setting.default for name, setting in manifest.settings.items()}
    for name, setting in manifest.settings.items():
        value = chosen.get(f"{manifest.mod.id}.{name}", setting.default)
        defaults |= {other: preset.default for other, preset in setting.presets.get(str(value), {}).items()}
    return defaults


def read_manifest(name: str, source: bytes) -> tuple[Manifest, TomlDocument]:
    """Reads and checks ``mod.toml``.

    Args:
        name: path of the file as messages show it.

    Raises:
        ManifestError: the manifest is not valid; the error has the line and the fix.
    """
    try:
        document = TomlDocument(name, source)
    except TomlError as error:
        raise ManifestError(f"not valid TOML: {error}", error.locate(name)) from None
    data = dict(document.data)
    if isinstance(data.get("settings"), dict):
        data["settings"] = dict(_flatten_settings("", data["settings"]))
    if "mod" not in data:
        raise ManifestError("there is no [mod] table", name, "start with [mod], id = ..., version = ...")
    about = data["mod"] if isinstance(data["mod"], dict) else {}
    mod = str(about.get("id", ""))
    if isinstance(data.get("settings"), dict):  # one by one, because msgspec does not name the keys of tables
        for name, table in data["settings"].items():
            _convert(table, Setting, document, mod, ("settings", *_find_setting_path(document, name)))
    manifest = _convert(data, Manifest, document, mod)
    _check_manifest(manifest, document)
    return manifest, document


_TABLES: dict[str, Any] = {"mod": ModInfo, "order": OrderRules, "effects": Effects, "settings": Setting}
S = TypeVar("S", bound=msgspec.Struct)


def _convert(data: Any, kind: type[S], document: TomlDocument, mod: str, above: tuple[str, ...] = ()) -> S:
    """Converts a part of the manifest; an error names the line."""
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        text, path = split_validation_error(error)
    unknown = re.search(r"unknown field (\S+)", text)
    table = (*above, *path)
    if unknown:
        struct: Any = _TABLES.get(table[0], kind) if table else kind
        text = f"unknown key {unknown[1]!r}{suggest(unknown[1], struct.__struct_encode_fields__)}"
        path = (*path, unknown[1])
    elif missing := re.search(r"missing required field (\S+)", text):
        text = f"the key {missing[1]!r} is missing"
    elif text.startswith("Invalid enum value"):
        text = describe_wrong_word(text, schema_of(kind), path)
    place = f"[{'.'.join(table)}] " if table else ""
    raise ManifestError(place + text, document.locate(*above, *path), "", mod)


def _flatten_settings(prefix: str, table: Mapping[str, Any]) -> Any:
    """Yields settings by dotted name, whether the file has a quoted key or nested tables."""
    for key, value in table.items():
        if isinstance(value, dict) and value and all(isinstance(v, dict) for v in value.values()):
            yield from _flatten_settings(f"{prefix}{key}.", value)
        else:
            yield prefix + key, value


def find_id_fault(id: str) -> str:
    """Returns why a text is not a mod id, as the end of a sentence, or ``""``."""
    if MOD_ID_PATTERN.fullmatch(id):
        return ""
    if device := next((part for part in id.split(".") if part in DEVICES), ""):
        return f"has the part {device}, which is that of a device on Windows"
    return "is not author.name in lowercase letters, digits and hyphens"


def _check_manifest(manifest: Manifest, document: TomlDocument) -> None:
    about = manifest.mod

    def make_error(text: str, *path: str, fix: str = "") -> ManifestError:
        return ManifestError(text, document.locate(*path), fix, about.id)

    if find_id_fault(about.id):
        better = re.sub(r"[^a-z0-9.]+", "-", about.id.lower()).strip("-.")
        better = better if "." in better else f"yourname.{better or 'mod'}"
        raise make_error(f"id {about.id!r} {find_id_fault(about.id)}", "mod", "id", fix=f'id = "{better}"')
    if not is_version(about.version):
        raise make_error(f"{about.version!r} is not a version", "mod", "version", fix='version = "0.1.0"')
    if about.api != API_VERSION:
        raise make_error(
            f"it needs version {about.api} of the modding API; this Footfall has version {API_VERSION}",
            "mod",
            "api",
            fix="install a matching version of the mod or of Footfall",
        )
    for table in ("requires", "optional"):
        for id, versions in getattr(manifest, table).items():
            _check_requirement(make_error, table, id, versions)
            if id == about.id:
                raise make_error("it requires itself", table, id, fix="remove that line")
    for id, conflict in manifest.conflicts.items():
        _check_requirement(make_error, "conflicts", id, conflict.version)
    for table in ("after", "before"):
        for id in getattr(manifest.order, table):
            if not MOD_ID_PATTERN.fullmatch(id):
                raise make_error(f"{id!r} is not a mod id", "order", table)
    for name, setting in manifest.settings.items():
        path = ("settings", *_find_setting_path(document, name))
        if problem := setting.find_problem(setting.default):
            raise make_error(f"setting {name!r}: its default {problem}", *path, "default")
        path = (*path, "presets")
        for value, defaults in setting.presets.items():
            if value not in setting.choices:
                text = f"setting {name!r}: there are presets for {value!r}, which is not one of its choices"
                raise make_error(text, *path, value, fix=f"choices: {', '.join(map(repr, setting.choices)) or 'none'}")
            for other, preset in defaults.items():
                problem = _find_preset_problem(manifest.settings, other, preset)
                if problem:
                    raise make_error(f"setting {name!r}: {problem}", *path, value, other)


def _find_preset_problem(settings: Mapping[str, Setting], name: str, preset: PresetDefault) -> str:
    """Returns why a preset cannot give a setting its default, or ``""``."""
    if name not in settings:
        return f"a preset names setting {name!r}, which the mod does not have{suggest(name, settings)}"
    if settings[name].presets:
        return f"a preset names setting {name!r}, which has presets itself"
    problem = settings[name].find_problem(preset.default)
    return f"the preset of {name!r}: {problem}" if problem else ""


def _check_requirement(make_error: Any, table: str, id: str, versions: str) -> None:
    if not MOD_ID_PATTERN.fullmatch(id) and id != FRAMEWORK_ID:
        raise make_error(f"{id!r} is not a mod id", table, id)
    if not is_version_range(versions):
        raise make_error(f"{versions!r} is not a version range", table, id, fix=f'"{id}" = ">=1.0,<2"')


def _find_setting_path(document: TomlDocument, setting: str) -> tuple[str, ...]:
    return (setting,) if setting in document.data.get("settings", {}) else tuple(setting.split("."))


def read_single_manifest(name: str, source: bytes) -> Manifest | None:
    """Reads the manifest of a one-file mod from its constants ``MOD``, ``VERSION`` and ``GAMES``.

    Returns:
        The manifest, or None if the file has no ``MOD`` and therefore is not a mod.

    Raises:
        ManifestError: the file is not valid Python, or a constant is not valid.
    """
    try:
        tree = ast.parse(source, filename=name)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        line = getattr(error, "lineno", None) or 1
        text = "it is nested too deeply" if isinstance(error, (RecursionError, MemoryError)) else str(error)
        raise ManifestError(f"not valid Python: {getattr(error, 'msg', text)}", f"{name}:{line}") from None
    constants: dict[str, Any] = {}
    lines: dict[str, int] = {}
    for node in tree.body:
        if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
            key = node.targets[0].id
            if key in ("MOD", "VERSION", "GAMES"):
                lines[key] = node.lineno
                try:
                    constants[key] = ast.literal_eval(node.value)
                except (ValueError, TypeError, RecursionError, MemoryError):
                    text = f"{key} must be a literal"
                    raise ManifestError(text, f"{name}:{node.lineno}", f'{key} = "..."') from None
    if "MOD" not in constants:
        return None
    games = constants.get("GAMES", ())
    data = {
        "mod": {
            "id": constants["MOD"],
            "version": constants.get("VERSION", "0.0.0"),
            "games": [games] if isinstance(games, str) else list(games),
            "entry": ".",
        }
    }
    constant_of = {"id": "MOD", "version": "VERSION", "games": "GAMES"}
    try:
        manifest = msgspec.convert(data, Manifest)
    except msgspec.ValidationError as error:
        text, path = split_validation_error(error)
        key = constant_of.get(path[-1] if path else "", "MOD")
        raise ManifestError(f"{key}: {text}", f"{name}:{lines.get(key, 1)}") from None
    try:
        _check_manifest(manifest, TomlDocument(name, b""))
    except ManifestError as error:
        raise ManifestError(str(error), f"{name}:{lines['MOD']}", error.fix, error.mod) from None
    return manifest
