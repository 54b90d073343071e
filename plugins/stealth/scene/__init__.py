"""What the player is shown: only what the character sees, hears, remembers and carries."""

from __future__ import annotations

from footfall.api import Message, Play
from footfall.api.grid import here, loudness
from footfall.api.scene import Choice, Scene, Span

from ..chronicle import chronicle_of
from ..melee import in_melee
from ..player import player_of
from ..sight import in_daylight
from ..state import stealth_of
from ..totals import LAMP, stealth, total
from . import cells, lists, pages, sidebar
from .cautions import cautions
from .hints import hints
from .lessons import lessons


def scene(play: Play) -> Scene:
    """The Scene of this moment."""
    world, level, ground = here(play)
    player = player_of(play)
    question = play.state.question
    answers: tuple[Choice, ...] = ()
    prompt = None
    if question is not None and question.kind != "turn":
        prompt = question.prompt
        answers = tuple(lists.answer(play, question.kind, option) for option in question.options)
    melee = in_melee(play, player)
    made = loudness(world, player.id)
    shown = Scene(
        title=Message("stealth-title", {"floor": level.floor - 1}),
        alert=Message("stealth-melee") if melee else None,
        status=(
            Span(Message("stealth-you-make", {"noise": made, "bar": "■" * made + "·" * max(0, 5 - made)})),
            Span(Message("stealth-stealth", {"stealth": stealth(play, player) - made})),
            Span(
                Message(
                    "stealth-light",
                    {
                        "light": "day"
                        if in_daylight(level, ground, player.at)
                        else "lit"
                        if LAMP in player.effects
                        else "dark",
                        "fov": total(play, player, "fov"),
                    },
                )
            ),
        ),
        cells=cells.cells(play),
        percepts=cells.percepts(play),
        panels=sidebar.panels(play),
        pages=pages.pages(play),
        page_keys={
            key: page
            for key, page in pages.KEYS.items()
            if page != "combat" or play.setting("ui.combat_panel")
        },
        notes=cells.notes(play),
        cautions=cautions(play),
        lessons=lessons(play),
        hints=hints(play),
        choices=lists.choices(play),
        actor=player.id,
        prompt=prompt,
        answers=answers,
        turn=stealth_of(play.state).turn,
        over=_over(play),
    )
    return shown


def _over(play: Play) -> tuple[Message, ...]:
    outcome = play.state.outcome
    if outcome is None:
        return ()
    _, level, _ = here(play)
    killer = chronicle_of(play.state).killer
    return (
        Message(f"stealth-over-{outcome}"),
        *((Message("stealth-over-by", {"killer": Message(killer)}),) if killer else ()),
        Message("stealth-over-facts", {"floor": level.floor - 1, "turns": stealth_of(play.state).turn}),
    )
