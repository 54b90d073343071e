"""Actions of other creatures in view that change the odds of one of them in the coming round (P-ODDS-3).

They may hurt the character, which is noise; fight, or cry out, which draws creatures; or be a nearer target.
Whether they do is unknown: each possibility is one `Incident`.
"""

from collections.abc import Sequence
from typing import NamedTuple

from footfall.api.grid import Cell

from ..senses.sounds import CRY_SOUND
from .exposure import HURT, Call, Noise
from .outlooks import NOT_HURT, Incident

CRY = Noise(CRY_SOUND.loudness, CRY_SOUND.kind)


class Threat(NamedTuple):
    """The possible actions of one other creature.

    Attributes:
        at: its array index.
        strikes: the first of its actions in which it may strike: 0 or 1.
        places: array indices of the cells from which it may do so; none if it cannot in the round.
        may_hurt: its blow may do damage to the character.
        may_cry: it may cry out; it surely does if `is_sure_to_cry`.
    """

    at: Cell
    strikes: int = 0
    places: tuple[Cell, ...] = ()
    may_hurt: bool = False
    may_cry: bool = False
    is_sure_to_cry: bool = False


def list_calls(at: Cell, own: tuple[Call, ...], threats: Sequence[Threat]) -> list[Call]:
    """All noises of `list_incidents`."""
    blows = [Call(HURT, place) for threat in threats for place in threat.places]
    wounds = [Call(HURT, at) for threat in threats if threat.may_hurt and threat.places]
    return [*own, *blows, *wounds, *[Call(CRY, threat.at) for threat in threats if threat.may_cry]]


def list_incidents(at: Cell, own: tuple[Call, ...], threats: Sequence[Threat], is_loud: bool) -> tuple[Incident, ...]:
    """The possible actions of others, each once.

    Args:
        at: array index of the character after its action.
        own: noises of the character's action that draw creatures.
        threats: the others.
        is_loud: the character makes as much noise as if it were hurt.
    """
    rounds: list[tuple[int, tuple[Call, ...]]] = [(NOT_HURT, ())]
    wound = Call(HURT, at)
    for threat in threats:
        hurts = (*(() if is_loud else range(threat.strikes, NOT_HURT)), NOT_HURT) if threat.may_hurt else ()
        for place in threat.places:
            blow = Call(HURT, place)
            rounds.append((NOT_HURT, (blow,)))
            rounds += [(earlier, (blow, wound)) for earlier in hurts]
    criers = [threat for threat in threats if threat.may_cry]
    cries = tuple([Call(CRY, threat.at) for threat in criers])
    sure = tuple([Call(CRY, threat.at) for threat in criers if threat.is_sure_to_cry])
    choices = dict.fromkeys((sure, cries))
    return tuple([Incident(hurts, (*own, *fray, *cry)) for hurts, fray in rounds for cry in choices])
