"""The choices before a game: the rules, the number of players, and the soul of each seat."""

from collections.abc import Iterator, Mapping
from typing import Any

from footfall.api import Message, SetupChoice, SetupValue

from .records import GameRecords
from .screen.card_words import list_about
from .screen.labels import label_for
from .setup import DRAWN
from .state import MAX_SEATS, MIN_SEATS

FIRST_PROFILE = "first_game"
"""The profile that is proposed to a new player: a group of bots wins most of its games."""


def list_setup_choices(records: Any, settings: Mapping[str, Any], options: Mapping[str, Any]) -> Iterator[SetupChoice]:
    """Yields the choices of a new game."""
    own = GameRecords(records)
    profiles = []
    for id in sorted(own.profiles, key=lambda id: id != FIRST_PROFILE):  # a mod's has no texts
        name = f"king-profile-{id.replace('_', '-')}"
        about = (Message(f"{name}-about"),)
        profiles.append(SetupValue(id, id.rpartition(":")[2]) if ":" in id else SetupValue(id, Message(name), about))
    yield SetupChoice("profile", Message("king-choose-profile"), tuple(profiles), proposal=FIRST_PROFILE)
    numbers = range(MAX_SEATS, MIN_SEATS - 1, -1)
    players = tuple(SetupValue(count, str(count)) for count in numbers)
    yield SetupChoice("players", Message("king-choose-players"), players)
    drawn = SetupValue(DRAWN, Message("king-choose-drawn"))
    roles = [role for role, record in own.roles.items() if record.is_drawn]
    souls = (drawn, *(SetupValue(role, label_for(role), tuple(list_about(role))) for role in roles))
    for seat in range(options["players"]):
        yield SetupChoice("party", Message("king-choose-soul"), souls, seat)
