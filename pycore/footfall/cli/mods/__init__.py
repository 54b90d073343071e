"""``footfall mods``: the group of commands that create, check and manage mods."""

from __future__ import annotations

import click

from ..lazy_group import LazyGroup

COMMANDS = {
    "new": ("new:create_mod", "Create a mod from template."),
    "check": ("check:check_mod", "Check mods for mistakes."),
    "pack": ("pack:pack_mod", "Pack a mod as zip."),
    "index": ("indexes:index_group", "Add and list indexes."),
    "search": ("search:search_mods", "Find mods in the indexes."),
    "show": ("search:show_mod", "Show a mod's index entry."),
    "install": ("install:install_mods", "Install mods and their requirements."),
    "update": ("update:update_mods", "Update mods, after showing changes."),
    "outdated": ("update:list_outdated", "List mods with newer versions."),
    "pin": ("pins:pin_mod", "Keep a mod's version."),
    "unpin": ("pins:unpin_mods", "Let mods be updated again."),
    "remove": ("remove:remove_mods", "Remove installed mods."),
    "undo": ("remove:undo_change", "Take back the last change."),
    "clean": ("remove:clean_store", "Delete contents nothing needs."),
    "profile": ("profiles:profile_group", "Manage and share mod sets."),
    "collection": ("collection:collection_group", "Make packs of mods."),
    "explain": ("explain:explain_mod", "Say what a mod changes."),
    "conflicts": ("conflicts:show_conflicts", "Show conflicts and their fixes."),
    "approve": ("approve:approve_mod", "Approve a mod's Python code."),
    "revoke": ("approve:revoke_approval", "Withdraw approval of a mod."),
    "list": ("list:list_mods", "List mods in load order."),
    "test": ("test:run_tests", "Run every test of MOD."),
    "run": ("run:run_mod", "Play a game with MOD."),
    "cost": ("cost:measure_mods", "Measure the cost of mods."),
    "order": ("order:show_order", "Show the mod load order."),
    "verify": ("verify:verify_store", "Compare installed mods with hashes."),
    "doctor": ("doctor:run_doctor", "Diagnose the mod setup here."),
    "lock": ("lock:lock_mods", "Write or compare lock files."),
    "set": ("settings:set_setting", "Set or list mod settings."),
    "on": ("settings:enable_mod", "Enable a mod by default."),
    "off": ("settings:disable_mod", "Disable a mod by default."),
}
"""Where each command is, and its summary."""


@click.group("mods", cls=LazyGroup, subcommands=COMMANDS, package=__name__)
def mods_group() -> None:
    """Create, check, test and manage mods."""
