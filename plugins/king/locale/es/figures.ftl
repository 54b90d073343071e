# Cifras: de qué se compone un número de la mesa.
king-why-house = el precio de la Casa
king-why-presence = el precio de la presencia del Rey
king-why-actions = acciones que quedan, asiento { $seat }
king-why-top = cordura máxima, asiento { $seat }
king-why-profile = el perfil
king-why-round = esta ronda
king-why-fury = su furia
king-why-role = el papel
king-why-since = perdido y ganado desde entonces
king-why-lost = este turno está perdido
king-why-over = el turno ha acabado
king-why-lowest = la cordura al mínimo permite
king-why-marked = la marca del Rey permite
king-why-ice = el hielo permite
king-why-spent = gastadas
