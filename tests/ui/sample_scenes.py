"""Scenes of all games on the way of bots, with what is special about each, for proofs that read them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import pairwise
from typing import Any, NamedTuple, NoReturn

from footfall.api import Message
from footfall.api.scene import Line, Panel, Scene, Span
from footfall.app.game_view import GameView
from footfall.engine.bots import BotContext, list_legal_commands
from footfall.engine.session import Session
from footfall.loader import LoadResult, load
from footfall.sim.bots import find_bot


class Play(NamedTuple):
    """A kind of game to take scenes from; `share` of them, one after every `stride` commands."""

    game: str
    options: Mapping[str, Any]
    bot: str
    share: int
    stride: int


PLAYS = (
    Play("core.stealth", {"course": "first"}, "newcomer", 20, 61),
    Play("core.stealth", {"floor": 5}, "brawler", 20, 17),
    Play("core.stealth", {"floor": 9}, "sneak", 15, 23),
    Play("core.stealth", {"floor": 12}, "brawler", 10, 7),
    Play("core.stealth", {"course": "guided"}, "random", 5, 29),
    Play("core.king", {}, "goal", 10, 13),
    Play("core.king", {"profile": "full_game"}, "greedy", 5, 11),
    Play("core.delve", {}, "party", 8, 37),
    Play("core.delve", {"mode": "table"}, "party", 7, 5),
)


class SampleScene(NamedTuple):
    """A scene to look into, with the texts to read it in."""

    name: str
    scene: Scene
    loaded: LoadResult


@cache
def load_game(game: str, language: str) -> LoadResult:
    return load(game, only_mods=(), language=language)


def take_scenes(count: int, first: int, language: str) -> Iterator[SampleScene]:
    """Plays games with seeds from `first` on and yields `count` scenes, in shares by kind of game."""
    total = sum(play.share for play in PLAYS)
    bounds = [round(count * sum(play.share for play in PLAYS[:n]) / total) for n in range(len(PLAYS) + 1)]
    for play, (begin, end) in zip(PLAYS, pairwise(bounds), strict=True):
        loaded, seed, wanted = load_game(play.game, language), first, end - begin
        while wanted:
            for at, scene in _play_game(play, loaded, seed):
                if not wanted:
                    break
                wanted -= 1
                name = f"{play.game} {dict(play.options)} {play.bot} seed {seed} command {at}"
                yield SampleScene(name, scene, loaded)
            seed += 1


class SampleView(GameView):
    """A view that offers another game."""

    can_restart = True


def _play_game(play: Play, loaded: LoadResult, seed: int) -> Iterator[tuple[int, Scene]]:
    """Yields the scenes of a game: at a stride, twice with each trait, and at the end."""
    session = Session.begin(loaded.rules, seed, play.options)
    view = SampleView(session, loaded.catalog.translate, screens={"mods": _refuse})
    bot, contexts = find_bot(loaded.rules, play.bot), dict[int, BotContext]()
    seen = Counter[str]()
    for at in range(1, 60 * play.stride):
        options = list_legal_commands(session)
        if not options or session.state.question is None:
            break
        seat = session.state.question.actor
        context = contexts.setdefault(seat, BotContext(session, bot.id, seat))
        view.submit_directly(bot.decide(context, options))
        scene = view.build_scene()
        traits = [trait for trait in list_traits(scene) if seen[trait] < 2]
        seen.update(traits)
        if at % play.stride == seed % play.stride or traits or session.state.outcome is not None:
            yield at, scene


def _refuse(*_: object) -> NoReturn:
    raise AssertionError("a bot opens no screen")


def list_traits(scene: Scene) -> Iterator[str]:
    """Yields what is special about a scene."""
    yield from {thing.awareness for thing in scene.things if thing.awareness not in ("", "none")}
    if scene.answers:
        yield "question"
    if scene.farewell:
        yield "end"
    if len(scene.choices.get("inventory", ())) >= 8:
        yield "many items"
    if scene.flashes:
        yield "flashes"
    if any(percept.age == 0 for percept in scene.percepts):
        yield "sounds"
    if any(percept.estimate is None for percept in scene.percepts):
        yield "sounds from the unknown"
    yield from {f"effect {effect}" for effect in EFFECTS if effect in _list_message_ids(scene.panels)}


EFFECTS = ("poisoned", "blind", "confused", "paralysed", "lamp")


def _list_message_ids(value: Any) -> set[str]:
    """Returns the last words of the ids of all messages in a value."""
    if isinstance(value, Message):
        return {value.id.rpartition("-")[2]} | _list_message_ids(list(value.args.values()))
    if isinstance(value, (tuple, list)):
        return {id for item in value for id in _list_message_ids(item)}
    if isinstance(value, (Panel, Line, Span)):
        return _list_message_ids([getattr(value, name) for name in value.__struct_fields__])
    return set()
