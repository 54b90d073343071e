"""The rules: commands and their handlers, turns and rounds, cards, figures, rooms."""
