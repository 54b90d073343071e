"""``footfall mods index``: the indexes that mods are found in."""

from __future__ import annotations

import datetime
import json
import sys

import click
import msgspec

from footfall.loader.profiles.pointer import is_profile_name
from footfall.sharing.pins import add_pin, load_pins, remove_pin
from footfall.sharing.signatures import describe_key, read_public_key
from footfall.sharing.sources import read_new_index

from ..lazy_group import LazyGroup
from ..options import CliError
from ..output import echo
from .changing import report_failures

COMMANDS = {
    "add": ("indexes:add", "Add an index."),
    "list": ("indexes:list_indexes", "List the indexes."),
    "remove": ("indexes:remove", "Forget an index."),
}


@click.group("index", cls=LazyGroup, subcommands=COMMANDS, package=__package__)
def index_group() -> None:
    """The indexes that mods are found in, in the order in which they are asked."""


@click.command("add")
@click.argument("address", metavar="URL|FOLDER")
@click.option("--key", default="", metavar="KEY|FILE", help="The publisher's public key, if you know it.")
@click.option("--name", default="", help="How to call it. Default: the last part of its address.")
@click.option("--yes", is_flag=True, help="Trust the key that it names, without a prompt.")
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
def add(address: str, key: str, name: str, yes: bool, as_json: bool) -> None:
    """Add an index: an https address, a folder, or http to this machine.

    The key that signs it is pinned: later, only what the same key signed is used.
    """
    if name and not is_profile_name(name):
        raise CliError(f"{name!r} is no name for an index: lowercase letters, digits and hyphens")
    with report_failures():
        new = read_new_index(address, name, read_public_key(key) if key else "", datetime.date.today())
        pin = new.pin
        if pin.key and not key:
            if not as_json:
                echo(f"{pin.address} is signed by {describe_key(pin.key)}")
                echo("Compare these words with what its publisher says elsewhere: nothing else proves them now.")
            if not yes:
                if as_json or not sys.stdin.isatty():
                    raise CliError("nothing was changed; to trust this key, add --yes, or give it with --key")
                if not click.confirm("Are they the same?", default=False, err=True):
                    raise CliError("nothing was changed")
        elif not pin.key and not as_json:
            echo(f"{pin.address} is not signed: what is in that folder is believed")
        add_pin(pin, new.data, new.signature)
    if as_json:
        echo(json.dumps({"index": msgspec.to_builtins(pin)}, indent=2, ensure_ascii=False))
    else:
        echo(f"added: {pin.name}; to look into it: footfall mods search")


@click.command("list")
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
def list_indexes(as_json: bool) -> None:
    """List the indexes, with their keys in words."""
    with report_failures():
        pins = load_pins()
    if as_json:
        echo(json.dumps({"indexes": msgspec.to_builtins(pins)}, indent=2, ensure_ascii=False))
        return
    for pin in pins:
        echo(f"{pin.name}  {pin.address}  {describe_key(pin.key) if pin.key else 'not signed'}")
    if not pins:
        echo("there is no index; to add one: footfall mods index add ADDRESS")


@click.command("remove")
@click.argument("name")
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
def remove(name: str, as_json: bool) -> None:
    """Forget an index and its key. What was installed from it stays."""
    with report_failures():
        if not remove_pin(name):
            known = ", ".join(pin.name for pin in load_pins()) or "none"
            raise CliError(f"there is no index {name!r}; indexes: {known}")
    echo(json.dumps({"removed": name}) if as_json else f"removed: {name}")
