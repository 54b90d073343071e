"""Changes of fixtures."""

from __future__ import annotations

from footfall.engine.changes import applies
from footfall.engine.model import Change
from footfall.engine.state import State

from ..entities import Fixture
from ..level import is_inside
from ..state import get_world
from .lookup import check_unused_id, get_level


class AddFixture(Change, frozen=True, tag="world:add-fixture"):
    """Adds a breakable part of the level; its tile is set separately."""

    fixture: Fixture


@applies(AddFixture)
def apply_add_fixture(state: State, change: AddFixture) -> None:
    world, fixture = get_world(state), change.fixture
    if not is_inside(get_level(world, fixture.level), fixture.at):
        raise ValueError(f"cell {fixture.at} is outside level {fixture.level}")
    check_unused_id(world, fixture.id)
    world.fixtures[fixture.id] = fixture
    world.next_id = max(world.next_id, fixture.id + 1)


class SetFixtureHp(Change, frozen=True, tag="world:batter"):
    """Writes the hit points of a fixture; 0 removes it, but not its tile."""

    fixture: int
    hp: int


@applies(SetFixtureHp)
def apply_set_fixture_hp(state: State, change: SetFixtureHp) -> None:
    world = get_world(state)
    if change.fixture not in world.fixtures:
        raise ValueError(f"there is no fixture {change.fixture}")
    if change.hp > 0:
        world.fixtures[change.fixture].hp = change.hp
    else:
        del world.fixtures[change.fixture]
