"""Files from a folder or a server, with limits on size and time."""
