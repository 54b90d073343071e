"""``footfall mods index``: the indexes that mods are found in."""

from __future__ import annotations

import datetime

import click
import msgspec

from footfall.sharing.pins import add_pin, load_pins, remove_pin
from footfall.sharing.signatures import describe_key, read_public_key
from footfall.sharing.sources import read_new_index

from ..options import check_profile_name
from ..output import CliError, Report, echo, prints_report, require_consent, wants_json
from .changing import report_failures


@click.command("add")
@click.argument("address", metavar="URL|FOLDER")
@click.option("--key", default="", metavar="KEY|FILE", help="The publisher's public key, if you know it.")
@click.option("--name", default="", help="How to call it. Default: the last part of its address.")
@click.option("--yes", is_flag=True, help="Trust the key that it names, without a prompt.")
@prints_report
def add(address: str, key: str, name: str, yes: bool) -> Report:
    """Add an index: an https address, a folder, or http to this machine.

    The key that signs it is pinned: later, only an index that the same key signed is used.
    """
    if name:
        check_profile_name(name, "an index")
    with report_failures():
        new = read_new_index(address, name, read_public_key(key) if key else "", datetime.date.today())
        pin = new.pin
        is_shown = not wants_json()
        if pin.key and not key:
            if is_shown:
                echo(f"{pin.address} is signed by {describe_key(pin.key)}")
                echo("Compare these words with what its publisher says elsewhere: nothing else proves them now.")
            advice = "; to trust this key, add --yes, or give it with --key"
            require_consent("Are they the same?", yes=yes, advice=advice, default=False)
        elif not pin.key and is_shown:
            echo(f"{pin.address} is not signed: what is in that folder is believed")
        add_pin(pin, new.data, new.signature)
    data = {"index": msgspec.to_builtins(pin)}
    return Report(data, [f"added: {pin.name}; to look into it: footfall mods search"])


@click.command("list")
@prints_report
def list_indexes() -> Report:
    """List the indexes, with their keys in words."""
    with report_failures():
        pins = load_pins()
    lines = [f"{pin.name}  {pin.address}  {describe_key(pin.key) if pin.key else 'not signed'}" for pin in pins]
    lines = lines or ["there is no index; to add one: footfall mods index add ADDRESS"]
    return Report({"indexes": msgspec.to_builtins(pins)}, lines)


@click.command("remove")
@click.argument("name")
@prints_report
def remove(name: str) -> Report:
    """Forget an index and its key. Mods that were installed from it stay."""
    with report_failures():
        if not remove_pin(name):
            known = ", ".join(pin.name for pin in load_pins()) or "none"
            raise CliError(f"there is no index {name!r}; indexes: {known}")
    return Report({"removed": name}, [f"removed: {name}"], indent=None)
