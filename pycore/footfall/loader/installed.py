"""Whether installed distributions offer entry points, without `importlib.metadata`, which is slow to import."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from importlib.machinery import PathFinder

_FOLDERS = (".dist-info", ".egg-info")
"""Endings of the folders that describe a distribution."""


def has_entry_points(group: str) -> bool:
    """Returns whether `importlib.metadata` may find entry points of a group.

    False is certain. Other places than folders of ``sys.path`` (archives, other finders) count as True.
    """
    if any(finder is not PathFinder and hasattr(finder, "find_distributions") for finder in sys.meta_path):
        return True
    return any(_has_group(root or ".", f"[{group}]".encode()) for root in sys.path)


def _has_group(root: str, header: bytes) -> bool:
    """Whether a folder of ``sys.path``, or an archive there, may hold a distribution with a group."""
    try:
        names = os.listdir(root)
    except NotADirectoryError:
        return True
    except OSError:
        return False
    folders = [name for name in names if name.lower().endswith(_FOLDERS)]
    folders += ["EGG-INFO"] if root.lower().endswith(".egg") else []
    for folder in folders:
        with suppress(OSError), open(os.path.join(root, folder, "entry_points.txt"), "rb") as file:
            if header in file.read():
                return True
    return False
