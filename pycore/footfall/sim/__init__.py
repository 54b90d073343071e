"""Simulation: bots play many games, and the results are summarized, compared and plotted."""
