"""Bells, stairs, stations and scores."""
