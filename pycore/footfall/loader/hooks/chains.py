"""Chains: the named steps of several mods in one order. A recipe names one of several chains of a hook."""

from collections.abc import Iterable, Sequence
from copy import deepcopy

import msgspec

from footfall.diagnostics.findings import Finding, suggest
from footfall.engine.declarations.rules import Step
from footfall.engine.guards.problem_log import describe_error

from .implementations import HookResultError


class ChainError(ValueError):
    """A step whose anchor or name is not valid."""


class MissingStepError(ChainError):
    """A step whose anchor does not exist."""

    def __init__(self, subject: str, anchor: str, known: Iterable[str]) -> None:
        self.subject, self.anchor, self.known = subject, anchor, tuple(known)
        steps = ", ".join(self.known) or "none"
        super().__init__(f"{subject}, but there is no such step{suggest(anchor, self.known)}; steps: {steps}")


class ChainFault(msgspec.Struct):
    """A mod's mistake in one hook, in the chains of one or more recipes.

    Attributes:
        is_rule: whether the mod implements the hook by a rule as data.
    """

    error: BaseException
    is_rule: bool = False
    recipes: list[str] = msgspec.field(default_factory=list)

    def add_recipe(self, recipe: str, error: BaseException) -> None:
        """Adds another recipe with the same mistake."""
        self.recipes.append(recipe)
        if isinstance(self.error, MissingStepError) and isinstance(error, MissingStepError):
            known = dict.fromkeys((*self.error.known, *error.known))
            self.error = MissingStepError(error.subject, error.anchor, known)

    def make_finding(self, mod: str, hook: str, place: str) -> Finding:
        """Returns the mistake as one finding that names all its recipes."""
        fix = "if the step is for some recipes only, test event.name"
        if self.is_rule:
            fix = 'correct the name; if the rule is for some recipes only, name them: recipe = ["..."]'
        elif isinstance(self.error, HookResultError):
            fix = f'return [Step("{mod}:name", function)]'
        text = f"{hook} of {', '.join(map(repr, self.recipes))}: {describe_chain_error(self.error)}"
        return Finding("chain", mod, f"{text}; none of its steps are added there", place, fix)


def describe_chain_error(error: BaseException) -> str:
    """Returns the fault of the steps of a mod, in one line."""
    return str(error) if isinstance(error, (ChainError, HookResultError)) else describe_error(error)


def get_fault_key(error: BaseException) -> str:
    """Returns a text that is equal for one mistake in several chains."""
    return error.subject if isinstance(error, MissingStepError) else describe_chain_error(error)


class Chain(msgspec.Struct):
    """A chain under construction, mod by mod in mod order.

    A step without an anchor is appended. ``after=X`` places it after `X` and after the steps already placed there;
    ``before=X`` places it directly before `X`. So the steps of two mods at one anchor run in mod order. The names of
    replaced and skipped steps remain valid anchors.
    """

    names: list[str] = msgspec.field(default_factory=list)
    _skipped: set[str] = msgspec.field(default_factory=set)
    _replaced_by: dict[str, str] = msgspec.field(default_factory=dict)
    _placed_after: dict[str, str] = msgspec.field(default_factory=dict)

    def extend(self, steps: Sequence[Step]) -> None:
        """Adds all steps of one mod, or none.

        Raises:
            ChainError: an anchor or a name is not valid; the chain is unchanged.
        """
        draft, waiting = deepcopy(self), list(steps)
        while waiting:
            later = [step for step in waiting if not draft._insert(step)]
            if len(later) == len(waiting):
                step = later[0]
                anchor = step.before or step.after or step.replaces or step.name
                relation = "before" if step.before else "after" if step.after else "replaces"
                subject = f"skip of {anchor!r}" if step.skip else f"step {step.name!r} has {relation}={anchor!r}"
                raise MissingStepError(subject, anchor, self.names)
            waiting = later
        for field in self.__struct_fields__:
            setattr(self, field, getattr(draft, field))

    def list_steps(self) -> tuple[str, ...]:
        """Returns the names of the steps, in order."""
        return tuple(name for name in self.names if name not in self._skipped)

    def _find_index(self, name: str) -> int | None:
        while name in self._replaced_by:
            name = self._replaced_by[name]
        return self.names.index(name) if name in self.names else None

    def _insert(self, step: Step) -> bool:
        """Places a step; returns False if its anchor is not there yet."""
        anchor = step.before or step.after or step.replaces or (step.name if step.skip else None)
        at = len(self.names) if anchor is None else self._find_index(anchor)
        if at is None:
            return False
        options = [w for w in ("before", "after", "replaces") if getattr(step, w)] + ["skip"] * step.skip
        if len(options) > 1:
            raise ChainError(f"step {step.name!r} has {' and '.join(options)}; only one is allowed")
        if step.skip:
            self._skipped.add(self.names[at])
            return True
        if step.name in self.names or step.name in self._replaced_by:
            raise ChainError(f"there is already a step {step.name!r}")
        if step.replaces:
            self._replaced_by[self.names[at]] = self.names[at] = step.name
            return True
        if step.after:
            self._placed_after[step.name] = after = self.names[at]
            at += 1
            while at < len(self.names) and self._is_placed_after(self.names[at], after):
                at += 1
        self.names.insert(at, step.name)
        return True

    def _is_placed_after(self, name: str, anchor: str) -> bool:
        while name in self._placed_after:
            name = self._placed_after[name]
            while name in self._replaced_by:
                name = self._replaced_by[name]
            if name == anchor:
                return True
        return False
