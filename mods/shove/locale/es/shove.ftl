shove-key = empujar a una criatura
shove-where = ¿En qué dirección empujas?
shove-nobody = Ahí no hay nadie.
shove-no-room = No hay sitio detrás.
shove-done = Haces retroceder a tu enemigo.
shove-fails = Empujas, pero nada se mueve.
