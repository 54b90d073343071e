"""The Rust kernels, with the signatures of footfall.kernels.reference."""

from collections.abc import Callable
from typing import Any

from footfall.kernels.reference import *  # noqa: F403

def build_info() -> dict[str, str]:
    """version, profile ("release" or "debug") and simd, the vector instructions in use."""

def generate_signing_key(password: str | None, comment: str, /) -> tuple[str, str]:
    """A new key pair: the public key, and the text of the secret key file."""

def derive_public_key(secret: str, password: str | None, /) -> str:
    """The public key of a secret key file."""

def sign_bytes(data: bytes, secret: str, password: str | None, comment: str, /) -> str:
    """The signature file of bytes."""

def verify_signature(data: bytes, signature: str, public: str, /) -> str:
    """Checks a signature; returns its trusted comment."""

class ChanceOdds:
    """The program of a rule of chance and the fields of its outcome whose odds are asked."""

    def __new__(cls, data: bytes, fields: list[str], /) -> ChanceOdds:
        """Raises ValueError for bytes that are not a program, or a field that its outcome does not have."""

    def count(
        self, facts: tuple[Any, ...], foresee: Callable[[int, tuple[Any, ...]], Any] | None, /
    ) -> list[tuple[tuple[int, ...], int, int]] | None:
        """Counts the odds for facts in the order of the program's inputs.

        Args:
            foresee: gives for the index of a fold and the fields of its event what listeners propose: a list for each
                term of (kind, value, divisor), the kinds being 0 set, 1 add, 2 multiply.

        Returns:
            For each outcome its values, and its share as numerator and denominator; None if a number is too large.
        """

class RuleProgram:
    """A verified program of a rule; `footfall.expressions.program` describes its bytes."""

    def __new__(cls, data: bytes, /) -> RuleProgram:
        """Raises ValueError with the place for bytes that are not a program."""

    @property
    def limits(self) -> tuple[int, int]:
        """The number of instructions, which no run exceeds, and the bound of the cost."""

    def run(self, load: Callable[[int], Any], roll: Callable[[int, int], int], /) -> list[tuple[int, int]]:
        """Runs the program: `load` gives the value of an input by index, `roll` a die between two bounds.

        Returns:
            Index and value of each output.
        """
