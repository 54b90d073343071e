"""Rules that a modder types in the console: completed, checked at once, tried on the last turn, saved into a mod."""

import re
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from footfall.diagnostics.findings import Finding
from footfall.disk import make_folder, replace_file
from footfall.engine.declarations.rules import HookKind
from footfall.engine.host import Host
from footfall.engine.model import Message
from footfall.engine.session import Session
from footfall.loader import LoadResult
from footfall.loader.files.mod_files import FolderFiles
from footfall.loader.hooks.implementations import Implementation
from footfall.loader.isolation.trust import is_own, mark_own
from footfall.loader.rules.conditions import evaluate_expression
from footfall.loader.rules.typed_rule import RuleCompletion, TypedRule, bind_typed_rule

FILE = "content/typed.toml"
"""The file of a mod into which rules are saved."""

NEW_MOD, NEW_FOLDER = "you.typed", Path("mods/typed")
"""The mod that is made for a rule if the modder has none."""

MANIFEST = """[mod]
id = "{id}"
version = "0.1.0"
name = "Typed"
summary = "Rules that were typed in the console."
authors = ["You"]
license = "MIT"
api = "1"
games = ["{game}"]
"""


class TypedRules:
    """The rule that is being written.

    Attributes:
        typed: the last rule that was typed, with its mistakes.
        calls: calls of its hook since then.
        applied: calls in which it would have applied.
        last: its expressions with their values in the last such call.
    """

    def __init__(
        self, get_session: Callable[[], Session], get_loaded: Callable[[], LoadResult], reload: Callable[[str], Message]
    ) -> None:
        """Begins without a rule.

        Args:
            reload: loads the mods that have changed, and one that is new; returns the result as a message.
        """
        self.get_session, self.get_loaded, self.reload = get_session, get_loaded, reload
        self.typed: TypedRule | None = None
        self.calls, self.applied, self.last = 0, 0, ""

    def complete(self, text: str) -> list[str]:
        """Returns possible completions."""
        session, loaded = self.get_session(), self.get_loaded()
        if loaded.vocabulary is None:
            return []
        settings = dict(session.state.settings)
        return RuleCompletion(self._choose_mod(), loaded.vocabulary, session.rules.records, settings).complete(text)

    def write(self, text: str) -> None:
        """Checks a rule."""
        session, loaded = self.get_session(), self.get_loaded()
        assert loaded.vocabulary is not None
        mod, records = self._choose_mod(), session.rules.records
        taken = {table.name for table in records.rules if table.mod == mod}
        number = next(n for n in range(1, 10_000) if f"typed{n}" not in taken)
        settings = dict(session.state.settings)
        self.typed = bind_typed_rule(text, mod, f"typed{number}", loaded.vocabulary, records, settings)
        if self.typed.listener is not None:
            self.watch(self.typed.listener)

    def evaluate(self, expression: str) -> str:
        """Returns the value of an expression of rules now.

        Raises:
            ValueError: the expression has no value; the message tells the reason.
        """
        vocabulary = self.get_loaded().vocabulary
        if vocabulary is None:
            raise ValueError("the rules of this game cannot be read")
        return evaluate_expression(expression, vocabulary, self.get_session())

    def list_targets(self) -> dict[str, Path]:
        """Returns the folders of the modder's own mods in this game, by id; without any, that of a new mod."""
        loaded, session = self.get_loaded(), self.get_session()
        active = [mod for mod in loaded.mods if mod.id in session.rules.mods and not mod.is_first_party]
        own = {mod.id: Path(mod.files.path) for mod in active if isinstance(mod.files, FolderFiles) and is_own(mod)}
        return own or {NEW_MOD: NEW_FOLDER}

    def _choose_mod(self) -> str:
        return next(iter(self.list_targets()))

    def describe(self) -> list[Message]:
        """Returns the state of the rule: each mistake, or how often it would have applied since it was typed."""
        typed = self.typed
        if typed is None:
            return []
        if typed.listener is None:
            mistakes = [line for finding in typed.findings for line in _describe(finding).splitlines()]
            return [Message("footfall-console-rule-mistake", {"problem": line}) for line in mistakes]
        lines = [Message("footfall-console-rule", {"rule": line}) for line in typed.source.splitlines()]
        facts = {"hook": typed.listener.hook, "calls": self.calls, "applied": self.applied}
        tried = [Message("footfall-console-rule-tried", facts)]
        tried += [Message("footfall-console-rule-last", {"values": self.last})] if self.last else []
        return [*lines, *tried, Message("footfall-console-rule-save")]

    def watch(self, listener: Implementation) -> None:
        """Counts from now on in which calls of its hook a rule would apply; it changes nothing."""
        session, rule = self.get_session(), listener.rule
        dispatch, typed = session.dispatch.get(listener.hook), self.typed
        self.calls, self.applied, self.last = 0, 0, ""
        if rule is None or listener.kind is HookKind.CHAIN:
            return

        def call(event: Any, host: Host) -> list[Any]:
            results = dispatch(event, host) if dispatch is not None else []
            if self.typed is typed and not session.is_foreseeing:
                self.calls += 1
                values = rule.read_values(event, session.context())
                with suppress(Exception):  # a reading that fails does so in the game, where it is reported
                    holds = all(c.is_met(event) for c in listener.conditions)
                    if holds and listener.listener.call(event, session.context()) is not None:
                        self.applied += 1
                        self.last = rule.describe_values(values)
            return results

        session.dispatch = {**session.dispatch, listener.hook: call}
        session.reactions = session.rules.list_reactions(session.dispatch)

    def save(self, mod: str) -> Message:
        """Writes the rule into a mod, and loads it into the game."""
        typed = self.typed
        folder = self.list_targets().get(mod)
        if typed is None or typed.listener is None or folder is None:
            return Message("footfall-console-rule-none")
        try:
            make_folder(folder / "content")
            if not (folder / "mod.toml").exists():
                game = self.get_session().rules.game.id.rpartition(".")[2]
                replace_file(folder / "mod.toml", [MANIFEST.format(id=mod, game=game).encode()])
                mark_own(folder, mod)
            path = folder / FILE
            before = path.read_bytes() if path.exists() else b"# Rules that were typed in the console.\n"
            replace_file(path, [before.rstrip(b"\n") + b"\n\n" + typed.source.encode()])
        except OSError as error:
            facts = {"path": str(error.filename or folder), "problem": error.strerror or str(error)}
            return Message("footfall-console-rule-unsaved", facts)
        self.typed = None
        return self.reload(mod)


def _describe(finding: Finding) -> str:
    """Returns a mistake in one line, with its words if it has some."""
    text = re.sub(r"^\S+ rule '\w+', ", "", finding.text)
    fix = finding.fix if finding.fix.startswith(("words:", "terms:", "deeds:", "keys:", "values:", "write")) else ""
    return f"{text}\n{fix}" if "\n" in fix else f"{text} ({fix})" if fix else text
