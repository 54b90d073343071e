"""Never comes back from its import."""

while True:
    pass
