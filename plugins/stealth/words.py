"""The words that events of this game hold, for rules as data; mods may add others."""

from footfall.api import Ref, Words

from .actions.fight import Manner
from .actors.stats import LAMP
from .senses import sounds

_MANNERS = tuple(manner.value for manner in Manner)
_SOUNDS = tuple(sound.kind for sound in vars(sounds).values() if isinstance(sound, sounds.SoundKind))

LISTS = (
    Words("manner", _MANNERS, is_open=True),
    Words("sound", _SOUNDS, is_open=True),
    Words("status", (LAMP,), refs=(Ref("effect"),)),
    Words("used", refs=(Ref("item"),)),
    # An effect that kills is named without its mod.
    Words("cause", (*_MANNERS, "rule", "hunger", "lightning", "fire", "burnt-out"), True, (Ref("effect", "*"),)),
)
