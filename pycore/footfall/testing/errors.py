"""The error of a failed expectation."""


class ExpectationError(AssertionError):
    """An expectation does not hold."""
