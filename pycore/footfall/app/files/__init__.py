"""The files of games: saves, replays, stories and results of finished games, and their paths."""
