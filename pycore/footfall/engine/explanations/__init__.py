"""Records of causes, descriptions in words, and the scene of a session."""
