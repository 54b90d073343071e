"""How creatures think: a chain target, senses, lose, plan, engage, act of small functions (R-AI-17)."""
