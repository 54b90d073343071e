wishes-alone = Nadie responde.
wishes-thunder = Truenos.
