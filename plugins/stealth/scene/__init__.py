"""The player's screen: what the character sees, hears, remembers and carries."""

from __future__ import annotations

from footfall.api import Context, Message
from footfall.api.grid import current_level, find_loudness
from footfall.api.scene import Cells, Choice, PromptKind, Scene, Span

from ..actions.stamina import is_in_melee
from ..actors.actor_index import player_of
from ..actors.floor import is_in_daylight
from ..actors.stats import LAMP, effective_stat, exposed_stealth
from ..model.courses import course_of
from . import cells, chances, lists, pages, previews, sidebar
from .cautions import list_cautions
from .ending import describe_end
from .hints import list_hint_texts, list_hints
from .lessons import list_lessons
from .ripples import has_called, list_ripples


def build_scene(ctx: Context) -> Scene:
    """The current scene."""
    _, level, _ = current_level(ctx)
    player = player_of(ctx)
    question = ctx.state.question
    answers: tuple[Choice, ...] = ()
    prompt = None
    if question is not None and question.kind != "turn":
        prompt = question.prompt
        answers = tuple(lists.describe_answer(ctx, question.kind, option) for option in question.options)
    is_aimed = any(isinstance(answer.value, tuple) for answer in answers)
    return Scene(
        title=_describe_place(ctx, level.floor - 1),
        alert=Message("stealth-melee") if is_in_melee(ctx, player) else None,
        status=_build_status(ctx),
        cells=_build_map(ctx),
        percepts=cells.list_percepts(ctx),
        panels=sidebar.build_panels(ctx),
        pages=pages.build_pages(ctx),
        page_keys={
            key: page for key, page in pages.PAGE_KEYS.items() if page != "combat" or ctx.setting("ui.combat_panel")
        },
        notes=cells.describe_cells(ctx),
        things=lists.list_things(ctx),
        ask_odds=lambda: chances.list_odds(ctx),
        ask_outlook=lambda cell: (*chances.describe_outlook(ctx, cell), *chances.describe_mod_chances(ctx, cell)),
        ask_preview=lambda command: previews.preview_command(ctx, command),
        confirmations=list_cautions(ctx),
        lessons=list_lessons(ctx),
        hints=list_hints(ctx),
        hint_texts=list_hint_texts(ctx),
        choices=lists.list_choices(ctx),
        actor=player.id,
        prompt=prompt,
        answers=answers,
        answer_kind=PromptKind.CELL if is_aimed else PromptKind.CHOICE,
        farewell=describe_end(ctx),
    )


def _describe_place(ctx: Context, depth: int) -> Message:
    course = course_of(ctx)
    if course is not None and course.stations:
        return Message(course.title)
    return Message("stealth-title-depth", {"floor": depth}) if depth else Message("stealth-title-desert")


def _build_map(ctx: Context) -> Cells:
    shown = cells.build_cells(ctx)
    shown.ask_ripples = lambda: list_ripples(ctx)
    shown.rings_reach = has_called(ctx)
    return shown


def _build_status(ctx: Context) -> tuple[Span, ...]:
    """The status line: noise, STEALTH minus noise, and light."""
    world, level, ground = current_level(ctx)
    player = player_of(ctx)
    loudness = find_loudness(world, player.id)
    bar = "■" * loudness + "·" * max(0, 5 - loudness)
    fov = effective_stat(ctx, player, "fov")
    if is_in_daylight(level, ground, player.at):
        light = Message("stealth-light-day")
    else:
        light = Message("stealth-light-lit" if LAMP in player.effects else "stealth-light-dark", {"fov": fov})
    return (
        Span(Message("stealth-you-make", {"noise": loudness, "bar": bar})),
        Span(Message("stealth-stealth", {"stealth": exposed_stealth(ctx, player)})),
        Span(light),
    )
