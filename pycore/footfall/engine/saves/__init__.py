"""Save files and replays: containers, codecs, migrations, and content of missing mods."""
