"""The dungeon laid zone by zone from dice tables."""
