"""Schemas of record types: their nodes, checks of values, and JSON Schema."""
