"""Imports of optional packages (extras)."""

from importlib import import_module
from typing import Any

from footfall.diagnostics import UserError


class MissingExtraError(UserError, RuntimeError):
    """A package is not installed; the text names the extra that contains it."""


def import_extra(module: str, extra: str, purpose: str) -> Any:
    """Imports a package of an extra.

    Args:
        purpose: subject of the error message, such as ``"plots"``.

    Raises:
        MissingExtraError: the package is not installed.
    """
    try:
        return import_module(module)
    except ImportError as error:
        if error.name is not None and error.name.partition(".")[0] != module.partition(".")[0]:
            raise
        package = module.partition(".")[0]
        raise MissingExtraError(f"{purpose} needs {package}: python -m pip install 'footfall[{extra}]'") from None


def is_installed(module: str) -> bool:
    """Whether a package is installed."""
    try:
        import_module(module)
    except ImportError:
        return False
    return True
