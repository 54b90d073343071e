"""Parts in another language: the agenda loop, compiled rules and steps, and listeners in Python for them."""
