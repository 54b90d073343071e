"""The actions of an actor: walk, strike, throw, shoot, listen."""
