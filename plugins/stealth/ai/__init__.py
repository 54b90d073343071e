"""Creature AI: target, perceive, lose track, engage and act, each a small function (R-AI-17)."""
