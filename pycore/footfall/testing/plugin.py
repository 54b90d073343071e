"""The pytest plugin: active once Footfall is installed, but only inside mod folders.

There it collects ``*.scenario.toml`` files as tests (everywhere with the ini option ``footfall_scenarios``), and its
fixtures load the mod that contains the test. Heavy imports are deferred until they are needed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from .game_under_test import GameUnderTest
    from .scenario import Scenario

INI_OPTION = "footfall_scenarios"
"""Ini option that collects scenario files everywhere."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds the ini option."""
    text = "collect *.scenario.toml files as Footfall scenarios everywhere, not only in mod folders"
    parser.addini(INI_OPTION, text, type="bool", default=False)


def pytest_configure(config: pytest.Config) -> None:
    """Keeps pytest from recompiling all of Footfall to rewrite assertions, as it does for packages with plugins."""
    getattr(config.pluginmanager.rewrite_hook, "_must_rewrite", set()).discard("footfall")


class ScenarioItem(pytest.Item):
    """One scenario as a test."""

    def __init__(self, *, scenario: Scenario, **keywords: Any) -> None:
        super().__init__(**keywords)
        self.scenario = scenario

    def runtest(self) -> None:
        """Plays the scenario."""
        from .scenario_player import run_scenario

        run_scenario(self.scenario)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Formats a failure without a traceback through the kit."""
        from .dice import ExpectationError, WrongDieError
        from .scenario import ScenarioError

        if isinstance(excinfo.value, (ExpectationError, WrongDieError, ScenarioError)):
            return f"{self.path}: {excinfo.value}"
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """Returns the location of the scenario."""
        return self.path, None, self.scenario.case.id


class ScenarioFile(pytest.File):
    """A file of scenarios."""

    def collect(self) -> Iterator[ScenarioItem]:
        """Yields the scenarios of the file.

        Raises:
            CollectError: the file is invalid.
        """
        from .scenario import ScenarioError, read_scenarios

        try:
            scenarios = read_scenarios(self.path)
        except ScenarioError as error:
            raise self.CollectError(str(error)) from None
        for scenario in scenarios:
            yield ScenarioItem.from_parent(self, name=scenario.case.id, scenario=scenario)


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> ScenarioFile | None:
    """Collects scenario files."""
    if not file_path.name.endswith(".scenario.toml"):
        return None
    if parent.config.getini(INI_OPTION) or find_mod_folder(file_path) is not None:
        return ScenarioFile.from_parent(parent, path=file_path)
    return None


def find_mod_folder(path: Path) -> Path | None:
    """Returns the folder of the mod that contains a file: the nearest parent with a ``mod.toml``."""
    return next((folder for folder in path.parents if (folder / "mod.toml").is_file()), None)


@pytest.fixture
def footfall_mod(request: pytest.FixtureRequest) -> Path:
    """Folder of the mod that contains the test."""
    folder = find_mod_folder(request.path)
    if folder is None:
        pytest.fail(f"{request.path} belongs to no mod: no parent folder has a mod.toml", pytrace=False)
    return folder


def add_mod(make: Callable[..., GameUnderTest], folder: Path) -> Callable[..., GameUnderTest]:
    """Returns a function of the kit that loads a mod before those that a test names."""

    def make_with_mod(*arguments: Any, mods: Any = (), **keywords: Any) -> GameUnderTest:
        return make(*arguments, mods=(folder, *mods), **keywords)

    return make_with_mod


@pytest.fixture
def footfall_scene(footfall_mod: Path) -> Callable[..., GameUnderTest]:
    """`footfall.testing.scene` with the mod that contains the test."""
    from .game_under_test import scene

    return add_mod(scene, footfall_mod)


@pytest.fixture
def footfall_begin(footfall_mod: Path) -> Callable[..., GameUnderTest]:
    """`footfall.testing.begin` with the mod that contains the test."""
    from .game_under_test import begin

    return add_mod(begin, footfall_mod)


@pytest.fixture
def footfall_branch(footfall_mod: Path) -> Callable[..., GameUnderTest]:
    """`footfall.testing.branch` with the mod that contains the test."""
    from .game_under_test import branch

    return add_mod(branch, footfall_mod)
