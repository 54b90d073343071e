"""What the kit raises when something is not as a test says."""


class ExpectationError(AssertionError):
    """An expectation does not hold."""
