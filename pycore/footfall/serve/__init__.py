"""Serves games to browsers: each game runs its UI loop in a thread, and pages follow its screen over sockets."""
