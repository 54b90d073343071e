"""Never returns from its import."""

while True:
    pass
