"""The mods that a saved game misses and an index has, offered before the game is resumed."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from footfall.app.files.resume import read_saved_header
from footfall.app.profile_change import list_obtainable, open_profile
from footfall.engine.model import Message
from footfall.engine.saves.save import SaveError
from footfall.sharing.plans import plan_install

from ..options import CliError
from ..output import echo
from .approve import prompt_for_approvals
from .changing import FAILURES, run_plan


def offer_missing_mods(path: Path) -> Message | None:
    """Offers to install what the save at `path` misses, if there is a terminal; otherwise says how.

    Returns:
        What the log of the game says about mods that were not installed, or None.
    """
    try:
        header = read_saved_header(path)
        profile, base, shelf = open_profile(offline=True)
        rows = list_obtainable(shelf, [header])
        if not rows:
            return None
        names = ", ".join(f"{id} {version}" for id, version, _ in rows)
        echo(f"the saved game needs {names}, which an index has", err=True)
        if sys.stdin.isatty() and sys.stderr.isatty() and click.confirm("Install it now?", default=True, err=True):
            plan = plan_install(shelf, base, [(id, version) for id, version, _ in rows])
            run_plan(profile, shelf, plan, ask=len(plan.steps) > len(rows), yes=False, as_json=False)
            prompt_for_approvals(())
            return None
        words = " ".join(f"{id}@{version}" for id, version, _ in rows)
        echo(f"to install: footfall mods install {words}", err=True)
        return Message("footfall-mods-save-offer", {"mods": names})
    except (*FAILURES, SaveError, CliError, OSError) as error:  # the game goes on without them
        echo(f"note: {error}", err=True)
        return None
