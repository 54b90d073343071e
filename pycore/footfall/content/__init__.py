"""Content: records in TOML, with their schema, patches, conditions, conflicts and history."""
