"""The player's screen: the sights, sounds, memory and pack of the character."""

from footfall.api import Context, Message
from footfall.api.grid import find_loudness
from footfall.api.scene import PromptKind, Scene, Span, Tint

from ..actions.fight import EXHAUSTED, is_exhausted
from ..actions.listen import has_shifted
from ..actors.stats import LAMP, effective_stat, light_of, net_stealth
from ..actors.surroundings import is_in_daylight
from ..model.courses import course_of
from ..model.phase import Phase, get_phase
from ..model.play_state import is_unnoticed
from ..odds.risk import describe_noise
from ..odds.sightings import list_unseen
from ..odds.watchers import Awareness, awareness_of
from ..senses.known_map import creatures_in_view, list_foes_at_hand
from . import cells, chances, lists, pages, sidebar, sounds
from .chances import bind_questions, list_cautions
from .lessons import list_hint_texts, list_hints, list_lessons
from .pages import describe_end
from .sounds import has_called, list_ripples


def build_scene(ctx: Context) -> Scene:
    """The current scene."""
    phase = get_phase(ctx)
    question = ctx.state.question
    asked = question if question is not None and question.kind != "turn" else None
    answers = () if asked is None else tuple(lists.describe_answer(phase, asked, one) for one in asked.options)
    is_aimed = any(isinstance(answer.value, tuple) for answer in answers)
    left_out = () if ctx.setting("ui.combat_panel") else ("combat",)
    shown, percepts = cells.build_cells(phase), sidebar.list_weighed_percepts(phase)
    shown.ask_ripples, shown.shows_reach = lambda: list_ripples(get_phase(ctx)), has_called(phase)
    return Scene(
        title=_describe_place(phase, phase.level.floor - 1),
        alert=Message("stealth-melee") if list_foes_at_hand(phase) else None,
        status=_build_status(phase),
        cells=shown,
        percepts=percepts,
        sounds=sounds.list_sounds(phase),
        acoustics=sounds.describe_room(phase),
        panels=sidebar.build_panels(phase, percepts),
        pages=pages.build_pages(phase),
        page_keys={key: page for key, page in pages.PAGE_KEYS.items() if page not in left_out},
        notes=cells.describe_cells(phase),
        things=lists.list_things(phase),
        ask_odds=lambda: chances.list_odds(get_phase(ctx)),
        ask_outlook=lambda cell: chances.describe_outlook(get_phase(ctx), cell),
        ask_preview=lambda command: chances.preview_command(get_phase(ctx), command),
        confirmations=list_cautions(phase),
        bindings=() if asked is not None else bind_questions(phase),
        lessons=list_lessons(phase),
        hints=list_hints(phase),
        hint_texts=list_hint_texts(phase),
        choices=lists.list_choices(phase),
        no_choices={"throw": EXHAUSTED.message} if is_exhausted(phase, phase.player) else {},
        actor=phase.player.id if asked is None else asked.actor,
        prompt=lists.describe_prompt(phase, asked) if asked is not None else None,
        answers=answers,
        answer_kind=PromptKind.CELL if is_aimed else PromptKind.CHOICE,
        cursor=lists.choose_first_cell(phase, asked) if asked is not None and is_aimed else None,
        farewell=describe_end(phase),
    )


def _describe_place(phase: Phase, depth: int) -> Message:
    course = course_of(phase.ctx)
    if course is not None and (course.stations or course.task):
        return Message(course.title)
    return Message("stealth-title-depth", {"floor": depth}) if depth else Message("stealth-title-desert")


def _count_waits(phase: Phase) -> tuple[Span, ...]:
    """The waits at a door so far, of those after which one has listened (R-HEAR-6); none elsewhere."""
    listening = phase.stealth.listening
    if not listening.waits or listening.at != phase.player.at or listening.door == listening.at:
        return ()
    return (Span(Message("stealth-listening", {"waits": listening.waits, "of": phase.settings.listen_waits})),)


def _abbreviate(id: str, facts: dict[str, str | int], tint: Tint = Tint.TEXT) -> Span:
    return Span(Message(id, facts), tint, short=Message(f"{id}-short", facts))


LONGEST_BAR = 9
"""Squares that show the loudness of a noise, at most: rules of mods make noises of any loudness."""


def _build_status(phase: Phase) -> tuple[Span, ...]:
    """The status line: noise and how far it carries, STEALTH minus noise, light, and whether the floor is unnoticed."""
    player = phase.player
    loudness = find_loudness(phase.world, player.id)
    bar = "■" * min(loudness, LONGEST_BAR) + "·" * max(0, 5 - loudness)
    facts = describe_noise(phase, loudness)
    facts["shifted"] = "yes" if has_shifted(phase) else "no"
    id = "stealth-you-make" if facts["cells"] else "stealth-silence"
    fov = effective_stat(phase, player, "fov")
    if is_in_daylight(phase, player.at):
        light = Span(Message("stealth-light-day"))
    else:
        source = "lit" if LAMP in player.effects else "other" if light_of(phase, player) else "dark"
        light = _abbreviate(f"stealth-light-{source}", {"fov": fov})
    secrecy = []
    if phase.settings.shipped and phase.level.floor > 1:  # P-PAID-1
        state, tint = ("yes", Tint.GOOD) if is_unnoticed(phase.ctx.state, phase.level.id) else ("no", Tint.DIM)
        moods = {awareness_of(phase, one) for one in creatures_in_view(phase)}
        moods |= {one.awareness for one in list_unseen(phase)}
        told = {line.message.id for line in phase.ctx.log[-20:] if line.turn == phase.ctx.state.turn}
        if state == "yes" and (Awareness.HUNTING in moods or any(id.startswith(pages.WOUND) for id in told)):
            state, tint = "hunted", Tint.HUNTING
        count = phase.play.notice_count - phase.play.floors.notice_count
        secrecy = [_abbreviate("stealth-unnoticed", {"unnoticed": state, "count": count}, tint)]
    return (
        Span(
            Message(id, facts | {"bar": bar}), words=Message(f"{id}-words", facts), short=Message(f"{id}-short", facts)
        ),
        Span(Message("stealth-stealth", {"stealth": net_stealth(phase, player)})),
        light,
        *secrecy,
        *_count_waits(phase),
    )
