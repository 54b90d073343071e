"""Commands that take many turns: travel, explore, rest. They read only what the character knows."""
