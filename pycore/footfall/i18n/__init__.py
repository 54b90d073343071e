"""The message catalog: Fluent texts of the framework, the games and the mods."""
