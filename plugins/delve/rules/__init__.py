"""The rules: exploring, searching, clues, counters, sight, ways out, and the bots."""
