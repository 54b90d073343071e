"""What an actor does in its turn: walk, strike, throw, shoot, listen."""
