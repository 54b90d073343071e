"""Diagnostics about mods: findings, codes, severities, files and line numbers."""
