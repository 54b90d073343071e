"""The odds of being noticed, as the screen may show them."""
