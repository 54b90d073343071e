"""Creatures attend to the noises of a turn: they go to look, or wake (P-INQ-1, 2); those that stand still shift."""

from collections.abc import Iterable

from footfall.api import ActorId, Change, Context, Message, Proposal, Reaction, Step, Tell, events
from footfall.api.chance import play_chance
from footfall.api.grid import Actor, Noise, chebyshev_distance, compute_hearing_map

from ..actors.stats import effective_stat, sense_ranges
from ..actors.surroundings import list_actors_near
from ..generate.floor_factory import find_free_cell
from ..hook_events import Inquiring
from ..model.phase import Phase, get_phase
from ..model.play_state import HOME, LOST, Inquiry, Lost, SetInquiry
from ..model.state import HEARD_SOUND_TURNS, Mood
from ..senses.ambience import list_familiar_noises
from ..senses.sight import actor_name, player_sees
from ..senses.sounds import STEP_SOUND, emit_noise, find_reach, is_thrown
from ..turns.phases import ATTEND, is_helpless, is_soothed
from .context import TurnContext
from .inquiries import SEARCH_TURNS, ask_patience
from .noticing import STRIKING_LOUDNESS, StirFacts, stir
from .reasons import give_waking_reason
from .senses import MIN_HEARING_MAP_REACH
from .tactics import BEHAVIORS
from .turn import remember

PAIR_DISTANCE, SWEEP = 8, 4
"""Cells within which a companion joins a search, and cells beyond the place at which it searches (P-WATCH-3)."""

ORDINARY = frozenset(("step", "door"))
"""Kinds of noise that hostile creatures expect of each other (P-INQ-1)."""


def attend(ctx: Context) -> list[Change | Proposal]:
    """Lets the creatures of the floor attend to the noises since the last report that nothing explains."""
    phase = get_phase(ctx)
    noises = [noise for noise in phase.world.unreported if is_striking(phase, noise, phase.level.id)]
    changes = make_shift(phase, list_lurkers(phase))
    for id in phase.index.by_side.get("hostile", ()) if noises else ():
        mind = phase.stealth.minds.get(id)
        if mind is not None and mind.mood is not Mood.AGGRAVATED and BEHAVIORS[mind.ai].follows_noises:
            changes += _attend_to_best(phase, phase.world.actors[id], noises)
    return changes


def make_shift(phase: Phase, ids: Iterable[ActorId]) -> list[Change | Proposal]:
    """The noises of creatures that shift (P-AMB-3)."""
    return [emit_noise(phase, phase.world.actors[id], STEP_SOUND) for id in ids]


def list_lurkers(phase: Phase) -> list[ActorId]:
    """The calm creatures in the character's earshot that it neither sees nor has heard of late (P-AMB-3)."""
    player, minds = phase.player, phase.stealth.minds
    heard = {sound.source for sound in phase.stealth.heard_sounds if phase.turn - sound.turn <= HEARD_SOUND_TURNS}
    heard |= {noise.source for noise in phase.world.noises}
    reach = max(0, 10 * effective_stat(phase, player, "foh")) if phase.is_player_here else 0
    near = [
        (other.id, phase.array_index(other.at))
        for other in list_actors_near(phase, player.at, reach // phase.least_sound_cost)
        if other.side == "hostile" and other.id not in heard and (mind := minds.get(other.id)) is not None
        if mind.mood is Mood.CALM and BEHAVIORS[mind.ai].follows_noises and not player_sees(phase, other.at)
    ]
    if not near:
        return []
    field = compute_hearing_map(phase.ground, phase.array_index(player.at), max(MIN_HEARING_MAP_REACH, reach))
    return [id for id, index in near if 0 <= field.item(index) <= reach]


def is_striking(phase: Phase, noise: Noise, level: int) -> bool:
    """Whether a noise is louder than ordinary, and not one that creatures or places make of themselves (P-INQ-1)."""
    if noise.loudness < STRIKING_LOUDNESS or noise.level != level or noise.kind in list_familiar_noises(phase.ctx):
        return False
    source = phase.world.actors.get(noise.source)
    return noise.kind not in ORDINARY or source is None or source.side != "hostile"


def _attend_to_best(phase: Phase, actor: Actor, noises: list[Noise]) -> list[Change | Proposal]:
    """Lets a creature attend to the loudest noise that it hears; the nearest of several, then the earliest."""
    queued: list[Change | Proposal] = []
    best: tuple[int, int, Noise] | None = None
    for noise in noises:
        if noise.source == actor.id:
            continue
        distance, changes = _hear(phase, actor, noise)
        queued += changes
        if distance is not None and (best is None or (-noise.loudness, distance) < best[:2]):
            best = (-noise.loudness, distance, noise)
    return queued if best is None else [*queued, *begin_inquiry(phase, actor, best[2])]


def _hear(phase: Phase, actor: Actor, noise: Noise) -> tuple[int | None, list[Proposal]]:
    """The sound distance of a noise if a creature hears it, and the changes that mods queue."""
    reach = max(MIN_HEARING_MAP_REACH, 10 * sense_ranges(phase, actor)[1])
    asks_hearing = phase.asks_hearing_of(actor)
    if not asks_hearing and chebyshev_distance(actor.at, noise.at) * phase.least_sound_cost > reach:
        return None, []
    farthest = 10 * sum(phase.level.shape) if asks_hearing else reach
    field = compute_hearing_map(phase.ground, phase.array_index(noise.at), farthest)
    distance = int(field[phase.array_index(actor.at)])
    if distance < 0:
        return None, []
    event = events.Hearing(actor.id, noise.source, noise.kind, noise.loudness, distance, -1)
    reach, queued = find_reach(phase, actor, event)
    return distance if distance <= reach else None, queued


def begin_inquiry(phase: Phase, actor: Actor, noise: Noise) -> list[Change | Proposal]:
    """Sends a creature to a noise, if it can act; a sleeper only if it stirs."""
    if is_helpless(phase, actor) or is_soothed(phase, actor):
        return []
    turn = TurnContext(phase, actor, False)
    if turn.mind.mood is Mood.ASLEEP:
        stirred = play_chance(phase.ctx, stir, StirFacts(noise.loudness), turn.changes)
        if not stirred.is_waking:
            return []
        if noise.source == phase.world.player or is_thrown(noise):
            give_waking_reason(turn, "noise", stirred.roll, noise.loudness, 0)
        turn.mind.mood = Mood.CALM
    turn.heard_noise = noise
    distance = chebyshev_distance(actor.at, noise.at)
    event = Inquiring(actor.id, noise.source, noise.kind, noise.loudness, distance, noise.at)
    patience, queued = ask_patience(phase, event, turn.mind.is_marked)
    turn.changes += queued
    if patience:
        turn.inquiry = Inquiry(noise.at, noise.kind, patience)
    return remember(turn)


def join_search(ctx: Context, actor: int) -> list[Change]:
    """Lets the nearest calm companion sweep beyond the place where a creature has lost the character (P-WATCH-3)."""
    phase = get_phase(ctx)
    world, minds, inquiries = phase.world, phase.stealth.minds, phase.play.inquiries
    searcher, inquiry = phase.find_actor(actor), inquiries.get(actor)
    if searcher is None or inquiry is None or searcher.side != "hostile" or minds[actor].last_seen != inquiry.at:
        return []
    companions = [
        (chebyshev_distance(searcher.at, other.at), other.id)
        for other in list_actors_near(phase, searcher.at, PAIR_DISTANCE)
        if other.side == "hostile" and other.id != actor and (mind := minds.get(other.id)) is not None
        if mind.mood is Mood.CALM and BEHAVIORS[mind.ai].follows_noises
        if other.id not in inquiries or inquiries[other.id].kind == HOME
    ]
    distance, id = min(companions, default=(PAIR_DISTANCE + 1, 0))
    if distance > min(PAIR_DISTANCE, sense_ranges(phase, world.actors[id])[1] if id else 0):
        return []
    (y, x), (from_y, from_x), (height, width) = inquiry.at, searcher.at, phase.level.shape
    beyond = y + SWEEP * ((y > from_y) - (y < from_y)), x + SWEEP * ((x > from_x) - (x < from_x))
    row, column = phase.array_index(beyond)
    is_inside = 0 <= row < height and 0 <= column < width
    place = find_free_cell(ctx, phase.level, beyond) if is_inside and phase.tile(beyond).walkable else inquiry.at
    changes: list[Change] = [SetInquiry(id, Inquiry(place, LOST, SEARCH_TURNS))]
    if player_sees(phase, world.actors[id].at) and not ctx.quiet:
        changes.append(Tell(Message("stealth-edge-joins", {"creature": actor_name(phase, world.actors[id])}), "warn"))
    return changes


JOIN_STEP = "core.stealth:join-search"

STEPS = (Step(ATTEND, attend), Step(JOIN_STEP, join_search))

REACTIONS = (Reaction(Lost, JOIN_STEP),)
