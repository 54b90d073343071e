"""The commands of the player's character."""
