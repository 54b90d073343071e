"""Content: records in TOML, their schema, patches, registry and blame; the message catalogue."""
