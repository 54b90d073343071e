"""Collects ``*.scenario.toml`` files as tests: ``pytest_plugins = ["footfall.testing.plugin"]`` in a conftest."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from .dice import WrongDie
from .run import Unmet, run
from .scenario import BadScenario, Scenario, read


class ScenarioItem(pytest.Item):
    """One scenario as a test."""

    def __init__(self, *, scenario: Scenario, **keywords: Any) -> None:
        super().__init__(**keywords)
        self.scenario = scenario

    def runtest(self) -> None:
        """Plays it."""
        run(self.scenario)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """What is wrong, without a traceback through the kit."""
        if isinstance(excinfo.value, (Unmet, WrongDie, BadScenario)):
            return f"{self.path}: {excinfo.value}"
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """Where it stands."""
        return self.path, None, self.scenario.case.id


class ScenarioFile(pytest.File):
    """A file of scenarios."""

    def collect(self) -> Iterator[ScenarioItem]:
        """Its scenarios."""
        for scenario in read(self.path):
            yield ScenarioItem.from_parent(self, name=scenario.case.id, scenario=scenario)


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> ScenarioFile | None:
    """Claims files of scenarios."""
    if file_path.name.endswith(".scenario.toml"):
        return ScenarioFile.from_parent(parent, path=file_path)
    return None
