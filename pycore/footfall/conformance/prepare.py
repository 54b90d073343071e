"""Finds the mod and the games to test it in, and builds their harnesses."""

from collections.abc import Mapping, Sequence

from footfall.diagnostics import UserError
from footfall.engine.declarations.game import Game
from footfall.loader import LoadError, LoadResult, Mod, Severity, Trust, discover, load, select_active_mods
from footfall.loader.isolation.trust import can_run, get_mod_argument, resolve_trust
from footfall.loader.selection import add_required
from footfall.testing.scenario import GameStart, ScenarioError, add_requirements, load_fixture

from .harness import ConformanceRequest, Harness


class NoGameError(UserError):
    """There is no game to test the mod in; the text states the reason."""


def prepare_harnesses(request: ConformanceRequest) -> list[Harness]:
    """Builds a harness for each game to test: the requested one, or the mod's own, or the first it names; else all.

    Raises:
        NoGameError: there is no such mod, or it is active in no game.
    """
    try:
        named = [*request.other_mods, *add_requirements([request.path])]
    except ScenarioError as error:
        raise NoGameError(str(error)) from None
    available, findings = discover(named)
    path = request.path.resolve()
    mod = next((mod for mod in available.values() if mod.files.path.resolve() == path), None)
    if mod is None:
        reasons = [str(f) for f in findings if str(request.path) in str(f)]
        raise NoGameError("\n".join(reasons) or f"{request.path}: there is no mod")
    loaded = load(None, mods=named, trust=resolve_trust(Trust.NAMED))
    if mod.id not in {active.id for active in loaded.mods}:
        reasons = [str(f) for f in loaded.findings if f.mod == mod.id or f.disables_mod]
        raise NoGameError("\n".join(reasons) or f"{mod.id} is off")
    others = [other.id for other in loaded.mods]
    games = _select_games(request, mod, list_active_games(loaded, mod.id))
    return [_build_harness(request, mod, game, available, others) for game in games]


def list_active_games(loaded: LoadResult, mod: str) -> list[Game]:
    """The games in which a mod is active."""
    mods, games = loaded.mods, loaded.games
    return [
        game for game in games.values() if any(active.id == mod for active in select_active_mods(game, mods, games))
    ]


def _select_games(request: ConformanceRequest, mod: Mod, games: Sequence[Game]) -> Sequence[Game]:
    if request.game:
        matches = [game for game in games if request.game in (game.id, game.id.rpartition(".")[2])]
        if not matches:
            active = ", ".join(game.id for game in games) or "none"
            raise NoGameError(f"{mod.id} is not active in a game {request.game!r}; it is active in: {active}")
        return matches[:1]
    if not games:
        raise NoGameError(f"{mod.id} is active in no game; its manifest names: {', '.join(mod.info.games)}")
    own = [game for game in games if game.id == mod.id or mod.id in game.rule_mods]
    named = [game for name in mod.info.games for game in games if name in (game.id, game.id.rpartition(".")[2])]
    return [*own, *named][:1] or games


def _build_harness(
    request: ConformanceRequest, mod: Mod, game: Game, available: Mapping[str, Mod], other_ids: Sequence[str]
) -> Harness:
    trust = resolve_trust(Trust.NAMED)
    ids = add_required([mod.id, game.id, *game.rule_mods], available)
    required = {id: available[id] for id in ids if id != mod.id and not available[id].is_first_party}
    for id, other in required.items():
        if not can_run(other, trust):
            fix = f"footfall mods approve {get_mod_argument(other)}"
            raise NoGameError(f"{mod.id} requires {id}, which is not approved: {fix}")
    paths = tuple(other.files.path for other in required.values())
    mods = [*paths, request.path]
    try:
        result = load(game.id, mods=mods, only_mods=(), settings=request.settings, trust=trust)
    except LoadError as error:
        raise NoGameError(str(error)) from None
    if mod.id not in result.rules.mods:
        raise NoGameError("\n".join(str(f) for f in result.findings if f.mod == mod.id) or f"{mod.id} is off")
    findings = tuple(f for f in result.findings if f.severity > Severity.NOTE)
    active = load(game.id, mods=[*request.other_mods, *mods], only_mods=other_ids, trust=trust).rules.mods
    other_mods = tuple(id for id in active if id not in result.rules.mods)
    return Harness(request, mod, game, result, findings, other_mods, read_starts(game), paths)


def read_starts(game: Game) -> tuple[GameStart, ...]:
    """Returns the ``starts`` of the game's ``testing.toml``, or the default one."""
    try:
        return load_fixture(game.id).starts or (GameStart(),)
    except ScenarioError:  # the game has no testing.toml
        return (GameStart(),)
