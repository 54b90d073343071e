"""Sources of die faces: a numbered stream, and the game master's own dice.

Table dice form one ordered stream, the *leader stream*: the n-th face depends on the seed and n alone. The game master
rolls from another stream, so rulings never shift the players' dice.
"""

from collections.abc import Callable, Sequence
from typing import Protocol

from footfall.api import Change, DiceStream, Proposal, stream_key
from footfall.api.grid import kernels

SIDES = 12
"""Every die is a d12."""

LEADER_STREAM = "leader"
"""Name of the leader stream among this plugin's table streams."""

LEADER_KEY = stream_key("core.delve", LEADER_STREAM)
GAME_MASTER_KEY = stream_key("core.delve", "master")
LOOK_KEY = stream_key("core.delve", "look")
_MASK = (1 << 64) - 1


class FaceSource(Protocol):
    """A source of faces."""

    def roll_face(self, table: str) -> int:
        """Returns the next face, 1 to 12; `table` names the roll."""

    def draw_card(self, table: str, remaining: Sequence[int]) -> int:
        """Draws one of the remaining cards of a deck; it counts as one face."""

    def decide_total(self, table: str, roller: int, faces: tuple[int, ...], bonus: int = 0, zone: int = -1) -> int:
        """The total of faces and a bonus of the rules; mods may change that of a session."""
        return sum(faces) + bonus


class SessionDice(FaceSource):
    """The leader stream of a session.

    Attributes:
        ask_mods: the total that mods decide on; None if none is to be asked.
        proposed: their deeds.
    """

    def __init__(self, stream: DiceStream) -> None:
        self.stream = stream
        self.ask_mods: Callable[[str, int, tuple[int, ...], int, int], int] | None = None
        self.proposed: list[Change | Proposal] = []

    def roll_face(self, table: str) -> int:
        """See `FaceSource.roll_face`."""
        return self.stream.roll(1, SIDES)

    def draw_card(self, table: str, remaining: Sequence[int]) -> int:
        """See `FaceSource.draw_card`."""
        return remaining[self.stream.roll(1, len(remaining)) - 1]

    def decide_total(self, table: str, roller: int, faces: tuple[int, ...], bonus: int = 0, zone: int = -1) -> int:
        """See `FaceSource.decide_total`."""
        return sum(faces) + bonus if self.ask_mods is None else self.ask_mods(table, roller, faces, bonus, zone)


class SeededDice(FaceSource):
    """The leader stream of a seed, from any index; gives the same faces outside a session as in one.

    Attributes:
        index: number of faces consumed so far.
    """

    def __init__(self, seed: int, index: int = 0, key: int = LEADER_KEY) -> None:
        self.seed = seed & _MASK
        self.key = key
        self.index = index

    def roll_face(self, table: str) -> int:
        """See `FaceSource.roll_face`."""
        index = self.index
        self.index = index + 1
        return kernels.draw(self.seed, self.key, 0, index, SIDES) + 1

    def draw_card(self, table: str, remaining: Sequence[int]) -> int:
        """See `FaceSource.draw_card`."""
        self.index += 1
        return remaining[kernels.draw(self.seed, self.key, 0, self.index - 1, len(remaining))]


class GameMasterRandom:
    """The game master's stream, indexed by step of the delve, so it needs no stored position."""

    def __init__(self, seed: int) -> None:
        self.seed = seed & _MASK
        self.step = 0
        self.draw_count = 0

    def begin_step(self, step: int) -> None:
        """Selects the numbers of a step (the current length of the journal)."""
        self.step = step
        self.draw_count = 0

    def draw_below(self, n: int) -> int:
        """A uniform integer from 0 to ``n - 1``."""
        self.draw_count += 1
        return kernels.draw(self.seed, GAME_MASTER_KEY, self.step, self.draw_count, n)

    def draw_outside_steps(self, step: int, n: int) -> int:
        """A uniform integer from 0 to ``n - 1``, independent of the draws of any step."""
        return kernels.draw(self.seed, GAME_MASTER_KEY, step, 0, n)
