"""The hook contract, the implementations of mods, and the dispatchers that call them."""
