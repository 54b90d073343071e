good-company-stay = Not alone, not now.
good-company-dusk = Candles are lit; voices carry through the house.
good-company-barred = Together they bar the door.
