"""The front ends: window, terminal, plain lines."""
