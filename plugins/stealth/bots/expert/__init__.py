"""The expert: plays to win with what the screen shows."""
