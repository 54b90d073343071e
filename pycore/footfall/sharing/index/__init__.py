"""Static indexes of packed mods: the file, its builder, its pages, and the results of tests."""
