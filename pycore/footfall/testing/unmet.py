"""What the kit raises when something is not as a test says."""


class Unmet(AssertionError):
    """An expectation does not hold."""
