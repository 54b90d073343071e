"""The house as panels."""

from typing import Any
from footfall.api import Play
from footfall.api.scene import Scene
from footfall.api import Message

BINDINGS: dict[Any, Any] = {}


def scene(play: Play) -> Scene:
    return Scene(title=Message("king-title"))
