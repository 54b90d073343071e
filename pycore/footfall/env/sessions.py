"""Games side by side, played by sessions: the same results as by compiled rules, for every game and every mod."""

from typing import Any, TypeAlias, cast

import numpy as np
import numpy.typing as npt

from footfall import kernels
from footfall.engine.codec import decode_state, encode_canonical, encode_snapshot
from footfall.engine.declarations.environments import Interpreter, Parts, SeatedInterpreter
from footfall.engine.saves.container import MISFITS
from footfall.engine.saves.validate import check_state
from footfall.engine.session import Session

from .arrays import GameArrays
from .content import EnvironmentContent

DISABLED, NEXT_STEP, SAME_STEP = range(3)
"""The numbers of `AUTORESET_MODES`."""


OWN_STATES: set[int] = set()
"""Hashes of states that this process wrote, which need no check; the key of the hashes is secret."""

MAX_OWN_STATES = 100_000


class GameSlot:
    """The slot of one game.

    Attributes:
        session: its running game; None before the first.
        has_ended: whether the game is over, or was cut short.
        has_played: whether it took the last action.
        score: the value of its state.
        legal: the mask of the running game.
        row, mask: the bytes of its observation and its mask in the arrays.
        parts: the segments of its observation.
    """

    def __init__(self) -> None:
        self.session: Session | None = None
        self.interpreter: Interpreter | None = None
        self.has_ended = self.has_played = False
        self.score = 0.0
        self.legal = bytearray()
        self.row: Any = None
        self.parts: Parts = {}
        self.mask: Any = None


Play: TypeAlias = tuple[int, int, GameSlot, Session, Interpreter]
"""The number of a game, its action, its slot, and the session and the interpreter of the slot."""


class SessionGames:
    """Games played by sessions; see `footfall.engine.declarations.environments.CompiledGames`."""

    def __init__(self, content: EnvironmentContent, count: int, has_observations: bool = True) -> None:
        self.slots = [GameSlot() for _ in range(count)]
        self._content = content
        self._rules = content.load_result.rules
        self._observes = has_observations
        self._blank, self._count = bytes(2 * content.layout.length), len(content.layout.actions)
        # Compiled games write canonical states, and sessions read and write the same ones.
        self._encode = encode_snapshot if content.environment.compile is None else encode_canonical

    def reset(self, conditions: Any, chosen: npt.NDArray[np.bool_], arrays: GameArrays) -> None:
        """See `CompiledGames`."""
        arrays.terminated[chosen] = arrays.truncated[chosen] = arrays.refused[chosen] = False
        arrays.reward[chosen] = 0
        for game in np.flatnonzero(chosen).tolist():
            self.begin(game, arrays)

    def check(self, conditions: Any, actions: list[int]) -> tuple[list[int], list[Play]]:
        """Returns the games that begin again, and those that play.

        Raises:
            ValueError: the number of a game, and the reason why it does not take its action.
        """
        autoreset, _, is_strict, _ = conditions
        over: list[int] = []
        playing: list[Play] = []
        for game, (slot, action) in enumerate(zip(self.slots, actions, strict=True)):
            if slot.has_ended:
                if autoreset == DISABLED:
                    raise ValueError(game, "has ended: reset it")
                over.append(game)
            elif slot.session is None or slot.interpreter is None:
                raise ValueError(game, "has not begun: call reset first")
            elif not 0 <= action < self._count:
                raise ValueError(game, "has no such action")
            elif is_strict and not slot.legal[action]:
                raise ValueError(game, "does not allow this action now: its mask is 0")
            else:
                playing.append((game, action, slot, slot.session, slot.interpreter))
        return over, playing

    def step(self, conditions: Any, actions: npt.NDArray[np.int32], arrays: GameArrays) -> None:
        """See `CompiledGames`."""
        over, playing = self.check(conditions, actions.tolist())
        autoreset, max_steps, _, _ = conditions
        lengths = arrays.lengths
        for array in arrays.step_results:
            array.fill(0)
        for game in over:
            self.begin(game, arrays)
        for game, action, slot, session, interpreter in playing:
            lengths[game] = lengths.item(game) + 1
            command = interpreter.find_command(action) if slot.legal[action] else None
            slot.has_played = command is not None and session.submit(command).refusal is None
        # After all commands: either loop keeps its code and tables in the caches of the processor.
        for game, _, slot, session, _ in playing:
            if slot.has_played:
                self.show(game, arrays)
            else:
                arrays.refused[game] = True
            has_outcome = session.state.outcome is not None
            slot.has_ended = has_outcome or 0 < max_steps <= lengths.item(game)
            if not slot.has_ended:
                continue
            (arrays.terminated if has_outcome else arrays.truncated)[game] = True
            if autoreset == SAME_STEP:
                arrays.final_obs[game] = arrays.obs[game]
                self.begin(game, arrays)

    def begin(self, game: int, arrays: GameArrays) -> None:
        """Begins the game of the next episode."""
        seed, episode = int(arrays.seeds[game]), int(arrays.episodes[game])
        if episode:
            seed = kernels.mix(seed, episode)
        session = Session.begin(self._rules, seed, self._content.options, quiet=True)
        arrays.episodes[game] = episode + 1
        arrays.lengths[game] = 0
        self.place(game, session, arrays)

    def place(self, game: int, session: Session, arrays: GameArrays) -> None:
        """Puts a running game into a place."""
        content, slot = self._content, self.slots[game]
        slot.session = session
        if slot.row is None:
            slot.row, slot.mask = arrays.obs[game].data.cast("B"), arrays.mask[game].data.cast("B")
            slot.parts = content.layout.name_parts(arrays.obs[game])
        slot.interpreter = content.environment.open(session.context(), content.layout, content.switches)
        slot.has_ended = session.state.outcome is not None
        slot.score = slot.interpreter.compute_score()
        self.show(game, arrays)

    def show(self, game: int, arrays: GameArrays) -> None:
        """Writes the observation, the mask, the seat and the reward of a game."""
        slot = self.slots[game]
        session, interpreter = slot.session, slot.interpreter
        assert session is not None, "only a running game is shown"
        assert interpreter is not None, "a game has both"
        if self._observes:
            slot.row[:] = self._blank
            interpreter.write_observation(slot.parts)
        mask = slot.legal = bytearray(self._count)
        question = session.state.question
        if question is not None:
            interpreter.write_mask(mask)
            if self._content.layout.seats > 1:
                arrays.seat[game] = self.get_seats(game).find_seat() if self._content.seats else question.actor
        slot.mask[:] = mask
        score = interpreter.compute_score()
        if score != slot.score:
            arrays.reward[game], slot.score = score - slot.score, score

    def get_seats(self, game: int) -> SeatedInterpreter:
        """Returns the interpreter of a game whose players have knowledge of their own.

        Raises:
            ValueError: it has not begun.
        """
        interpreter = self.slots[game].interpreter
        if interpreter is None:
            raise ValueError(game, "has not begun: call reset first")
        return cast(SeatedInterpreter, interpreter)

    def write(self, game: int) -> bytes:
        """Returns the state of a game."""
        session = self.slots[game].session
        if session is None:
            raise ValueError(game, "has not begun: call reset first")
        state = self._encode(session.state)
        if len(OWN_STATES) >= MAX_OWN_STATES:
            OWN_STATES.clear()
        OWN_STATES.add(hash(state))
        return state

    def read(self, game: int, state: bytes, seed: int | None, arrays: GameArrays) -> None:
        """Goes on from a state, with other dice if there is a seed.

        Raises:
            ValueError: the bytes are not a state of this game.
        """
        try:
            read = decode_state(state, self._rules.saves.parts)
            if hash(state) not in OWN_STATES:
                check_state(read, self._rules)
        except MISFITS as error:
            raise ValueError(str(error)) from None
        if seed is not None:
            read.seed = seed
        self.place(game, Session(self._rules, read, quiet=True), arrays)
