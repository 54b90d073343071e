good-company-stay = Not alone, not now.
good-company-dusk = Candles are lit; voices carry through the house.
good-company-barred = Together they bar the door.
good-company-whisper = A friend has a fear to tell. Do you listen?
good-company-listen = Listen
good-company-refuse = Not now
good-company-heard = A fear that is shared weighs less on one of the two.
