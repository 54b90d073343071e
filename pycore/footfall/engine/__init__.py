"""The engine: any turn-based game as ``state + command -> changes -> events``."""
