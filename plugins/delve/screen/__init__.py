"""The screen: scenes, the guide, the journal in words, the map at the table."""
