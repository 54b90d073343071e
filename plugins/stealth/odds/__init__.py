"""What the screen may say of what creatures will notice."""
