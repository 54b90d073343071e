"""The combat panel: the creatures in view and their stats in a fight, and the next blows (R-PANEL)."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from footfall.api import Message
from footfall.api.grid import Actor, chebyshev_distance
from footfall.api.scene import Line, Panel, Span, Tint

from ..actions.exchange import BlowForecast, forecast_blow
from ..actors.enemies import are_enemies
from ..actors.identification import disguise_of
from ..actors.stats import dice_of, effective_defense, effective_stat, effective_to_hit
from ..model.phase import Phase
from ..model.records import Dice, is_thing
from ..model.state import Mood
from ..senses.known_map import creatures_in_view
from ..senses.sight import actor_name, player_sees
from ..turns.phases import is_helpless


class CombatRow(msgspec.Struct, frozen=True):
    """One visible creature; totals include the caches (R-PANEL-2).

    Attributes:
        aggravated: shown as ``(!)`` (R-PANEL-3).
        strength: added to `dice`.
    """

    actor: int
    name: Message
    aggravated: bool
    distance: int
    hp: int
    stamina: int
    defense: int
    strength: int
    dice: Dice
    to_hit: int
    armor: int


def list_combat_rows(phase: Phase) -> list[CombatRow]:
    """The visible creatures, nearest first, ties in order of arrival."""
    player = phase.player
    visible = [other for other in phase.actors if other is not player and player_sees(phase, other.at)]
    return [
        _build_row(phase, other) for other in sorted(visible, key=lambda o: (chebyshev_distance(o.at, player.at), o.id))
    ]


def _build_row(phase: Phase, other: Actor) -> CombatRow:
    mind, fighter = phase.stealth.minds.get(other.id), phase.stealth.fighters.get(other.id)
    return CombatRow(
        other.id,
        actor_name(phase, other),
        mind is not None and mind.mood is Mood.AGGRAVATED,
        chebyshev_distance(other.at, phase.player.at),
        other.hp,
        fighter.stamina if fighter is not None else 0,
        effective_defense(phase, other),
        effective_stat(phase, other, "strength"),
        dice_of(phase, other),
        effective_to_hit(phase, other),
        effective_stat(phase, other, "armor"),
    )


MAX_OPPONENTS = 3
"""Maximum number of opponents on the panel."""


def build_fight_panel(phase: Phase) -> tuple[Panel, ...]:
    """The panel, if an enemy in view is adjacent."""
    player = phase.player
    opponents = sorted(
        (other for other in creatures_in_view(phase) if _is_opponent(phase, other)), key=lambda other: other.id
    )
    if not opponents:
        return ()
    lines = [line for other in opponents[:MAX_OPPONENTS] for line in _describe_exchange(phase, player, other)]
    stamina = phase.fighter.stamina
    if stamina:
        lines.append(Line((Span(Message("stealth-fight-stamina", {"after": stamina - 1}), Tint.DIM),)))
    else:
        lines.append(Line((Span(Message("stealth-fight-exhausted"), Tint.BAD),)))
    return (Panel(Message("stealth-fight"), tuple(lines)),)


def _is_opponent(phase: Phase, other: Actor) -> bool:
    return (
        chebyshev_distance(phase.player.at, other.at) == 1
        and are_enemies(phase, phase.player, other)
        and not is_thing(phase, other)
        and disguise_of(phase, other) is None
    )


def _describe_exchange(phase: Phase, player: Actor, other: Actor) -> Iterator[Line]:
    """A line for each side."""
    name = Span(actor_name(phase, other), Tint.FOE)
    ours, theirs = forecast_blow(phase, player, other), forecast_blow(phase, other, player)
    yield Line((name, Span(" "), _describe_blow("you", ours, Tint.GOOD if ours.unaware else Tint.TEXT)))
    if is_helpless(phase, other):
        yield Line((Span("  "), Span(Message("stealth-fight-helpless"), Tint.GOOD)))
    else:
        yield Line((Span("  "), _describe_blow("it", theirs, Tint.BAD if theirs.high >= player.hp else Tint.TEXT)))


def _describe_blow(side: str, blow: BlowForecast, tint: Tint) -> Span:
    return Span(Message(f"stealth-fight-{side}", blow.facts), tint, Message(f"stealth-fight-{side}-words", blow.facts))
