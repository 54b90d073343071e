# Cifras de la página de explicaciones y sus componentes.
king-why-house = pérdida por la Casa
king-why-presence = pérdida por la presencia del Rey
king-why-actions = acciones que quedan, { $seat }
king-why-top = cordura máxima, { $seat }
king-why-profile = las reglas
king-why-round = esta ronda
king-why-fury = su furia
king-why-away = está desterrado
king-why-immune = inmunidad
king-why-role = el papel
king-why-since = sacrificios, veneno y otros efectos desde el principio
king-why-lost = este turno está perdido
king-why-over = el turno ha acabado
king-why-lowest = límite por estar en −5
king-why-marked = límite por la marca del Rey
king-why-ice = límite por hielo
king-why-spent = gastadas
