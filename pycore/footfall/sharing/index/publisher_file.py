"""``index.toml``: the remarks of a publisher about an index."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
from packaging.specifiers import InvalidSpecifier

from footfall.diagnostics.files import read_limited_file
from footfall.diagnostics.toml import TomlDocument, TomlError
from footfall.diagnostics.validation import split_validation_error
from footfall.loader.isolation.trust import escape_unprintable
from footfall.loader.versions import is_in_range, parse_specifier

from .format import IndexedVersion, IndexFileError, ModId, TextLine

FILE_NAME = "index.toml"
MAX_BYTES = 1 << 20


class PublisherFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content of ``index.toml``.

    Attributes:
        name: the name of the index.
        retractions: by mod id, reasons by version or version range: ``"<0.2" = "it damages saves"``.
    """

    name: TextLine = ""
    retractions: dict[ModId, dict[str, TextLine]] = msgspec.field(default_factory=dict, name="retracted")


def read_publisher_file(folder: Path) -> PublisherFile:
    """Reads the file of a folder; an empty one if there is none.

    Raises:
        IndexFileError: it is not valid; the text has the line.
        OSError: it cannot be read.
    """
    try:
        source = read_limited_file(folder / FILE_NAME, MAX_BYTES)
    except FileNotFoundError:
        return PublisherFile()
    try:
        document = TomlDocument(FILE_NAME, source)
    except TomlError as error:
        raise IndexFileError(f"{error.locate(FILE_NAME)}: not valid TOML: {error}") from None
    try:
        content = msgspec.convert(document.data, PublisherFile)
    except msgspec.ValidationError as error:
        text, path = split_validation_error(error)
        if unknown := re.search(r"unknown field (\S+)", text):
            text, path = f"unknown key '{unknown[1]}'", (*path, unknown[1])
        raise IndexFileError(f"{document.locate(*path)}: {text}") from None
    for id, reasons in content.retractions.items():
        for versions, reason in reasons.items():
            place = document.locate("retracted", id, versions)
            try:
                parse_specifier(_format_range(versions))
            except InvalidSpecifier:
                text = f"'{escape_unprintable(versions)}' is neither a version such as 0.1.2 nor a range such as <0.2"
                raise IndexFileError(f"{place}: {text}") from None
            if not reason:
                raise IndexFileError(f"{place}: a retraction needs a reason, which players read")
    return content


def find_retraction(content: PublisherFile, id: str, version: IndexedVersion) -> str:
    """Returns why a version is retracted, or ``""``."""
    for versions, reason in content.retractions.get(id, {}).items():
        if is_in_range(version.version, _format_range(versions)):
            return reason
    return ""


def _format_range(text: str) -> str:
    """Returns a range; a version such as ``1.2`` or ``1.*`` means the versions equal to it."""
    return f"=={text}" if text[:1].isalnum() else text
