# Por qué un bot eligió una acción o una respuesta.

king-reason-trapped = ha caído en una trampa
king-reason-spend = tiene algo que ahora compensa
king-reason-rite = dos almas en la cámara letal pueden ganar una llave con su rito
king-reason-way-out = ya hay suficientes llaves, { $keys } de { $needed }: todas las almas van al Umbral
king-reason-keep-key = no puede llevar más llaves y lleva la suya al Umbral
king-reason-retreat = con cordura { $sanity } va a un pasillo sin el Rey, donde el descanso da más
king-reason-rest = con cordura { $sanity } tiene que descansar
king-reason-spare = no hay nada mejor que hacer, y descansar siempre ayuda
king-reason-no-rest = espera a los demás; en el pasillo del Rey no se puede meditar
king-reason-nothing = no queda nada que ayude
king-reason-search = la caja de aquí es desconocida y puede tener una llave
king-reason-search-seen = conoce la primera carta de aquí y la quiere
king-reason-search-last = no hay mejor sala
king-reason-seek = ninguna caja promete más por su distancia y las almas que ya hay allí, y puede tener una llave
king-reason-seek-seen = lleva a una sala cuya primera carta conoce y quiere
king-reason-with-card = { $why }; allí está boca arriba { $card }
king-reason-trials = en { $trials } partidas de prueba sacó { $score } de 1000, el mejor resultado de { $options } opciones
king-reason-sacrifice = lo que entrega vale menos de lo que perdería
king-reason-overflow = es lo que el buhonero paga peor
king-reason-discard = es lo que el buhonero paga peor
king-reason-foresee = así sale la mejor de las dos cartas
king-reason-peek = la caja desconocida más llena es la que más dice
king-reason-rumour = la caja desconocida más llena es la que más dice
king-reason-reaction = un monstruo aturdido no hace daño
king-reason-pedlar = de las cartas ofrecidas es la más útil
king-reason-accept = no tiene nada que valga la pena salvar
