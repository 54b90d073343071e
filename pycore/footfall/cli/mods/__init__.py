"""``footfall mods``: the group of commands that create, check and manage mods."""

from __future__ import annotations

import click

from .approve import approve_mod, revoke_approval
from .check import check_mod
from .conflicts import show_conflicts
from .doctor import run_doctor
from .list import list_mods
from .lock import lock_mods
from .new import create_mod
from .order import show_order
from .pack import pack_mod
from .profile import profile_mods
from .run import run_mod
from .settings import disable_mod, enable_mod, set_setting
from .test import run_tests


@click.group("mods", short_help="Create, check and manage mods.")
def mods_group() -> None:
    """Create, check, test and manage mods."""


for command in (
    create_mod,
    check_mod,
    pack_mod,
    show_conflicts,
    approve_mod,
    revoke_approval,
    list_mods,
    run_tests,
    run_mod,
    profile_mods,
    show_order,
    run_doctor,
    lock_mods,
    set_setting,
    enable_mod,
    disable_mod,
):
    mods_group.add_command(command)
