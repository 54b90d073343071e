"""A server of the Model Context Protocol, by which a language model plays: look, legal, act, new (extra ``agent``)."""

from threading import Lock
from typing import Any

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError

from .content import NoEnvironmentError, load_environment
from .text import TextError, TextGame

INSTRUCTIONS = (
    "You play a turn-based game. `look` tells all that your character knows, `legal` lists the numbered actions that"
    " you may choose, `act` plays one of them and tells its news, `new` begins another game."
)


class AgentGame:
    """The running game of a server; its methods are the tools."""

    def __init__(self, game: str, task: str, seed: int, choices: dict[str, Any]) -> None:
        self._name, self._choices = game, choices
        self._game = TextGame(load_environment(game, task=task, **choices), seed)
        self._lock = Lock()  # the server calls tools in threads

    def look(self) -> str:
        """Tells all that your character knows: its state, its surroundings, things in view, recent sounds."""
        with self._lock:
            return self._game.look()

    def legal(self) -> str:
        """Lists the actions that you may choose now, by number."""
        with self._lock:
            return self._game.list_legal()

    def act(self, action: int) -> str:
        """Plays the action with this number, and reports its news. An action that may not be chosen changes nothing."""
        with self._lock:
            try:
                return self._game.act(action)
            except TextError as error:
                raise ToolError(str(error)) from None

    def new(self, seed: int, task: str = "") -> str:
        """Begins another game: with this seed, and with this task, or else the task of the game before."""
        with self._lock:
            try:
                content = load_environment(self._name, task=task, **self._choices) if task else self._game.content
                self._game = TextGame(content, seed)
            except (NoEnvironmentError, TextError) as error:
                raise ToolError(str(error)) from None
            return self._game.look()


def build_server(game: str, task: str = "", seed: int = 0, **choices: Any) -> MCPServer[Any]:
    """Returns a server with one game, whose seed is `seed`; the other arguments are those of `load_environment`.

    Raises:
        NoEnvironmentError, LoadError: see `load_environment`.
    """
    running = AgentGame(game, task, seed, choices)
    server: MCPServer[Any] = MCPServer("footfall", instructions=INSTRUCTIONS, log_level="WARNING")
    for tool in (running.look, running.legal, running.act, running.new):
        server.add_tool(tool)
    return server
