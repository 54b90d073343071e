"""``footfall mods``: the group of commands that create, check and manage mods."""

from __future__ import annotations

import click

from ..workshop import run_mod
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
from .settings import disable_mod, enable_mod, set_setting
from .test import run_tests


@click.group()
def mods() -> None:
    """What mods there are; begin one, pack one."""


mods.add_command(create_mod)
mods.add_command(check_mod)
mods.add_command(pack_mod)
mods.add_command(show_conflicts)
mods.add_command(approve_mod)
mods.add_command(revoke_approval)
for command in (
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
    mods.add_command(command)
