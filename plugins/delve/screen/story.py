"""The turning points of a finished expedition; its log tells the rest."""

from collections import Counter
from collections.abc import Iterable

from footfall.api import Context, Event, Message
from footfall.api.scene import Story

from ..expedition import expedition_of, tables_for
from .journal_text import describe_player, describe_zone

MEDIAN_ROOM = 10
"""By this room half of all delves with the standard guard have a quest room: 45.2 % by room 9, 54.3 % by room 10."""


def tell_story(played: Iterable[tuple[Context, tuple[Event, ...]]]) -> Story:
    """Tells the turning points of an expedition: its dice, the last combat at the table, the quest room."""
    last: Context | None = None
    fights: list[Message] = []
    before: list[int] = []
    for number, (ctx, _) in enumerate(played):
        last, fighting = ctx, expedition_of(ctx.state).delve.fighting
        if fresh := [zone for zone in fighting if zone not in before]:
            zone = describe_zone(expedition_of(ctx.state).delve, tables_for(ctx), fresh[-1])
            args = {"zone": zone, "turn": str(ctx.count_turns(ctx.state.turn)), "command": number}
            fights.append(Message("delve-story-fight", args))
        before = [*fighting]
    if last is None:
        return Story()
    expedition, book = expedition_of(last.state), tables_for(last)
    delve, is_walking = expedition.delve, expedition.is_walking
    dice = Counter(note.roller for note in delve.journal for roll in note.rolls for _ in roll.faces)
    found = sum(note.kind == "found" for note in delve.journal)
    points = [Message("delve-story-dice", {"dice": dice.total(), "secret": found, "turn": delve.turn})]
    if not is_walking and len(delve.heroes) > 1 and dice:
        seat, most = dice.most_common(1)[0]
        points.append(Message("delve-story-most", {"player": describe_player(delve, seat), "dice": most}))
    rooms = [zone for zone in delve.zones if zone.type and not zone.is_hidden]
    quest = next((n for n, zone in enumerate(rooms, 1) if book.rooms[zone.type].counts == "quest"), 0)
    if quest:
        points.append(Message("delve-story-quest", {"room": quest, "median": MEDIAN_ROOM}))
    points += [] if is_walking else fights[-1:]  # on foot the base game names the last safe turn
    return Story(tuple(points))
