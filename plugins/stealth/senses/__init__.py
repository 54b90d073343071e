"""What is seen, heard and remembered, and what the log says of it."""
