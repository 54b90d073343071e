# Descripciones de las cosas que se señalan, la leyenda, las lecciones.

king-words-seat = { $seat }
king-words-active = { $seat }, a quien le toca
king-words-soul = { $seat } { $role }{ $active ->
    [yes] , a quien le toca
   *[no] {""}
}
king-words-box = { $cards ->
    [one] 1 carta
   *[other] { $cards } cartas
}
king-words-top = { $card } encima
king-words-king = el Rey
king-words-threshold = el Umbral

king-about-node = Sala { $room } del piso { $floor }.
king-about-box = { $cards ->
    [0] Aquí no quedan cartas.
    [one] Una carta, boca abajo. Se roba al buscar o al entrar en la sala.
   *[other] { $cards } cartas, boca abajo. Al buscar, o al entrar en la sala, se roba la de encima.
}
king-about-box-moves = Al final de la ronda esta caja pasa { king-to }.
king-about-top = { $cards ->
    [one] La última carta está
   *[other] La de encima de { $cards } cartas está
} boca arriba: { $card }.
king-about-next = Debajo: { $card }.
king-about-threshold = El Umbral: todos escapan si todas las almas están aquí al terminar una ronda, después de que actúe el Rey, con { $keys } llaves en mano.
king-about-king = El Rey de Amarillo. Nadie puede meditar en su pasillo. Al final de cada ronda, un dado de cuatro caras (d4) lo mueve y uno de seis (d6) dice qué hace.
king-about-fury = Su daño se duplica durante el resto de la partida.
king-about-soul = { $seat }, { $role }: cordura { $sanity } de { $top }, { $actions ->
    [one] le queda { $actions } acción
   *[other] le quedan { $actions } acciones
}, llaves { $keys } de { $limit }.
king-about-carries = Lleva: { $objects }.
king-about-false-king = El Falso Rey: al final de la ronda, si falla la prueba, todas las almas del piso pierden cordura.
king-about-lowest = En −5: { $actions ->
    [one] 1 acción por turno.
   *[other] { $actions } acciones por turno.
}
king-about-status = { $status }, { $left ->
    [one] 1 ronda más:
   *[other] { $left } rondas más:
} { $about }
king-about-skips = Pierde el próximo turno.
king-about-iced = Hielo en este piso: 1 acción por turno.
king-about-marked = Lleva la marca del Rey: 1 acción en el próximo turno.
king-about-groomed = Bien arreglada: los eventos amarillos no le hacen nada hasta el final de la ronda.
king-about-stunned-monster = Aturdimiento: { $stun ->
    [one] 1 ronda más.
   *[other] { $stun } rondas más.
}
king-about-loot = Ha robado: { $objects }.
king-about-hidden-room = Una sala especial, boca abajo. Quien entra le da la vuelta.
king-about-ruins = Las ruinas de una sala especial.
king-about-pedlar-deck = El buhonero tiene { $count ->
    [one] 1 carta.
   *[other] { $count } cartas.
}

## Estados.

king-about-poisoned = Al final de la ronda la cordura máxima baja 1, para siempre.
king-about-clarity = Recupera 1 de cordura al final de cada turno. Quien renuncia a ella se libra de todos los estados.
king-about-cursed = Al final de la ronda las demás almas de este piso pierden 1 de cordura.
king-about-paranoia = No puede entrar donde haya otra alma, y ninguna otra puede entrar donde está.
king-about-vanity = Cada pérdida de cordura aumenta en 1.
king-about-enlightened = Una acción más en cada turno.
king-about-trapped = Solo puede intentar liberarse: d6 + cordura, 3 o más. También acaba cuando pasan sus rondas.
king-about-stunned = No tiene acciones en el próximo turno.

## Papeles.

king-about-healer = Puede sanar, por 1 de cordura: los demás recuperan 2, estén donde estén, y reciben Claridad o Iluminación.
king-about-tank = Nadie más puede meditar en el mismo lugar.
king-about-high-roller = Tira dos dados para el primer evento de un turno. Le caben dos llaves.
king-about-scout = El primer movimiento de un turno es gratis. En las escaleras, si d6 + cordura es menor que 3, el Explorador queda aturdido.
king-about-brawler = Golpea gratis, y puede devolver el golpe al final de la ronda.
king-about-psychic = Ve las dos primeras cartas al entrar en una sala, y puede cambiar su orden.

## Cartas.

king-card-table = { $card }, según d6 + cordura: { $rows }.
king-card-status = A quien la roba: { $status } durante { $left ->
    [one] 1 ronda.
   *[other] { $left } rondas.
}
king-card-object = { $card }, al usarlo: { $effects }.
king-card-use = { $card }: { $effects }.
king-drawn-of = { $card }: { $about }
king-drawn-ignored = No hace nada, gracias al salón.
king-drawn-table = { $dice ->
    [one] Dado
   *[other] Dos dados
} { $rows }.
king-drawn-sure = En todo caso: { $effects }.
king-drawn-row = { $sums }: { $effects }
king-row-to = hasta { $to }: { $effects }
king-row-rest = más: { $effects }
king-row-any = { $effects }
king-row-and = { $first }; { $next }
king-effect-and = { $first }, { $next }
king-effect-nothing = nada
king-effect-lose = −{ $amount } de cordura
king-effect-gain = +{ $amount } de cordura
king-effect-mirror = la cordura cambia de signo{ $from ->
    [none] {""}
   *[other] , de { $from } a { $to }
}
king-effect-zero = la cordura pasa a 0
king-effect-lose-turn = pierde el próximo turno
king-effect-end-turn = termina el turno
king-effect-status = { $status } durante { $left ->
    [one] 1 ronda
   *[other] { $left } rondas
}
king-effect-clear = terminan todos los estados
king-effect-take = la carta { $card }
king-effect-theft = pierde un objeto
king-effect-guest = otra alma viene aquí, +{ $amount } de cordura para las dos
king-effect-swap = { $here ->
    [yes] el alma { $step ->
        [1] siguiente
       *[other] anterior
    } está en el mismo lugar: no pasa nada
   *[no] cambia de lugar con el alma { $step ->
        [1] siguiente
       *[other] anterior
    }
}
king-effect-floors = { $step ->
    [1] sube un piso, al mismo lugar (del más alto, al más bajo)
    [2] sube dos pisos, al mismo lugar (tras el más alto, el más bajo)
    [-1] baja un piso, al mismo lugar (del más bajo, al más alto)
   *[-2] baja dos pisos, al mismo lugar (tras el más bajo, el más alto)
}
king-effect-rage = el daño del Rey se duplica durante el resto de la partida
king-effect-king-comes = viene el Rey, −{ $amount } de cordura para todo el piso
king-effect-banish = el Rey queda desterrado durante { $rounds ->
    [one] 1 ronda
   *[other] { $rounds } rondas
}
king-effect-shop = el buhonero muestra dos cartas por { $price } de cordura, de las que se guarda una, o compra un objeto
king-effect-figure = { $monster }{ $kind ->
    [GOBLIN] {" "}viene y roba llaves y objetos
    [SPIDER] {" "}viene y atrapa almas
    [BABY_SPIDER] {" "}viene y aturde almas
    [ICE_QUEEN] {" "}viene: en esta ronda nadie de este piso se mueve
   *[other] {" "}viene
}
king-effect-freeze = 1 acción como mucho en este piso
king-effect-tue-tue = se oye al Tue-Tue (−1 de cordura, la segunda vez −2, la tercera hasta −5)
king-effect-step = una regla de un mod

king-about-sanity-max = Pierde para siempre 1 de cordura máxima; conserva llaves y objetos.
king-about-object-slot = Pierde para siempre un espacio de objetos; conserva las llaves y los demás objetos.
king-about-accept = El alma queda en −5, pierde todas las llaves y objetos, y las demás almas pierden 1 de cordura.
king-about-compass = Brújula: al pasillo de este piso, gratis.
king-about-blunt = Arma contundente: por 1 acción, gratis para la Peleadora, aturde al monstruo del mismo lugar que llegó primero.
king-about-stairs-treasure = Escalera de mano: hasta el final del turno también se puede ir a la misma sala un piso más arriba o más abajo. Tres usos.
king-about-keyring = Llavero: cabe una llave más, y la cordura máxima sube 1.
king-about-ring = Anillo: un tesoro. El buhonero paga 3 de cordura por él.
king-about-scroll = Pergamino: un tesoro. El buhonero paga 3 de cordura por él.
king-about-pendant = Colgante: un tesoro. El buhonero paga 3 de cordura por él.
king-about-crown = Corona: quien la lleva es el Falso Rey.
king-about-chambers-book = Libro de Chambers: un cuento unido a él destierra al Rey.
king-about-key = Con llaves suficientes en las manos, todas las almas escapan por el Umbral.
king-about-tale-repairer = Un cuento: unido al Libro, destierra al Rey.
king-about-tale-mask = Un cuento: unido al Libro, destierra al Rey.
king-about-tale-dragon = Un cuento: unido al Libro, destierra al Rey.
king-about-tale-sign = Un cuento: unido al Libro, destierra al Rey.

## Figuras.

king-about-spider = Araña: atrapa a quien la saca y luego caza en su piso. A quien alcanza al final de la ronda lo atrapa.
king-about-baby-spider = Arañita: caza en su piso. A quien alcanza al final de la ronda lo aturde. Un golpe acaba con ella.
king-about-goblin = Duende: roba llaves y objetos y huye. Un golpe devuelve lo que pueda llevar quien golpea.
king-about-sack-man = Viejo del Saco: arrastra a su víctima. Un golpe la libera.
king-about-ice-queen = Reina Helada: en la ronda en que llega, nadie de este piso puede moverse; después, 1 acción por turno.
king-about-ice-servant = Sirviente de hielo: 1 acción por turno en este piso. Un golpe acaba con él.
king-about-tue-tue = Tue-Tue, un ave de mal agüero: el primero que se oye cuesta 1 de cordura, el segundo 2, el tercero toda.

## Salas especiales.

king-about-pedlar = Buhonero: se compra por { $loss } de cordura, o se venden objetos a cambio de cordura.
king-about-armoury = Armería: guarda { $capacity } objetos, que cualquier alma puede tomar.
king-about-tavern = Taberna: una vez por turno, por { $loss } de cordura, se miran las primeras cartas de dos salas.
king-about-yellow-doors = Puertas de Amarillo: por { $cost ->
    [one] 1 acción
   *[other] { $cost } acciones
}, se llega hasta otra alma, que pierde { $loss } de cordura.
king-about-beauty-salon = Salón de Belleza: por { $cost ->
    [one] 1 acción
   *[other] { $cost } acciones
}, los eventos amarillos no hacen nada a esta alma hasta el final de la ronda.
king-about-chapel = Capilla: por { $cost ->
    [one] 1 acción
   *[other] { $cost } acciones
}, se recupera d6 + { $gain } de cordura.
king-about-lethal-chamber = Cámara Letal: una vez por partida, dos almas pueden ganar una llave a cambio de cordura.

## La leyenda.

king-legend = Leyenda
king-rule-aim = Todos ganan juntos: todas las almas en el Umbral al terminar una ronda, después de que actúe el Rey, con { $keys } llaves en mano. Todos pierden si todas las almas llegan a −5, o si se destruyen { $lost } llaves.
king-rule-turn = Un turno tiene { $actions } acciones: moverse, buscar, meditar (+{ $room } de cordura en una sala, +{ $corridor } en un pasillo), usar una sala especial. Los objetos se usan gratis si no dicen otra cosa.
king-rule-box = Cada sala tiene una caja: un montón de cartas boca abajo, con eventos, objetos, estados y monstruos. { $total } de las cartas son llaves, y { $more } de las del buhonero. Al buscar se roba la primera carta de la caja de la sala.
king-rule-dice = Lo que hace un evento lo decide un dado de seis más la cordura de quien lo roba: a más cordura, menos daño.
king-rule-ring = Al final de la ronda cada caja avanza una sala, con las cartas que se han visto en ella: { $ring }, y vuelta a empezar.
king-ring = { $first }, { $next }
king-rule-enter = Al entrar en una sala también se roba su primera carta. Al entrar en un pasillo desde una sala de su piso se puede mirar la primera carta de una sala.
king-rule-round = Al final de la ronda la Casa quita { $loss } de cordura a todos; { $when ->
    [arrival] el Rey se mueve, quita más en el piso al que llega y actúa
   *[before] el Rey quita más en su piso, se mueve y actúa
}; después vienen los monstruos, los estados y las escaleras, y las cajas avanzan.
king-rule-presence = El Rey quita cordura solo en su piso, y cada vez más: { $presence }.
king-rule-pedlar = El buhonero es una sala especial; una carta también trae su visita. Por { $price } de cordura enseña dos cartas y te quedas una; por objetos paga cordura.
king-presence-step = { $loss } desde la ronda { $round }
king-rule-lowest = Un alma que llega a −5 pierde todas sus llaves y objetos y hace perder 1 de cordura a las demás{ $few ->
    [0] {""}
    [one] ; tiene 1 acción por turno hasta que se recupere
   *[other] ; tiene { $few } acciones por turno hasta que se recupere
}.{ $spared ->
    [yes] {" "}A punto de caer, puede ceder 1 de cordura máxima o un espacio de objeto, y queda en 0.
   *[no] {""}
}
king-sign-souls = almas; una marca señala a quién le toca; el cursor en un lugar dice lo que pueden hacer
king-sign-king = el Rey{ $shown ->
    [0] {""}
   *[other] , con la cordura que quita en su piso al final de la ronda
}
king-sign-monster = un monstruo; z1: aturdido durante una ronda más
king-sign-box = cartas boca abajo; un nombre al lado es la primera carta, boca arriba
king-sign-room = una sala especial, boca abajo o abierta
king-sign-threshold = el Umbral, la salida
king-words-none = {""}
king-sign-stairs = escaleras hacia arriba, hacia abajo, ambas; llevan a las del piso siguiente
king-sign-more = más de lo que cabe en la caja: lo dice el cursor en el lugar

## Lecciones.

king-lesson-start = { $key } muestra cómo se gana y qué significan los signos; las flechas mueven un cursor que dice qué es cada cosa.
king-lesson-move = Pulsa el número de una sala vecina para ir allí; 0 es el pasillo, < y > son las escaleras. { $key } enumera los caminos.
king-lesson-search = { $key } roba la primera carta de la caja ▤ de esta sala. Las llaves están en las cajas.
king-lesson-low = Queda poca cordura: { $key } medita. Un pasillo da más que una sala.
king-lesson-trapped = Has caído en una trampa: con { $key } intentas liberarte. También acaba por sí sola, tras las rondas de la tabla de almas{ $healer ->
    [yes] ; quien sana puede subir tu cordura
   *[no] {""}
}.
king-lesson-monster = Aquí hay un monstruo. Un arma contundente lo aturde; el cursor de las flechas dice qué hace.
king-lesson-use = { $key } usa un objeto de la mano.
king-lesson-stair = Las escaleras están en esta sala; al final de cada ronda cambian de sitio.
king-lesson-king = El Rey está en tu piso y puede quedarse: un piso con él cuesta cordura al final de la ronda. En su pasillo no se puede meditar. { $key } muestra qué hacen sus dados.
king-lesson-report = Ha terminado una ronda: { $key } cuenta lo que ha pasado.
king-lesson-key = Tienes una llave. { $full ->
    [yes] No puedes llevar otra: descansa, deja las cajas a las almas que aún pueden, y ve al Umbral ({ $goal }).
   *[no] Puedes llevar otra.
}
king-lesson-pedlar = El buhonero ofrece un trato: { $key } compra una de sus cartas, { $second } le vende un objeto.
king-lesson-special = Esta es una sala especial: las teclas que se ofrecen dicen qué puedes hacer aquí.
king-lesson-status = Tu estado está en la tabla de las almas: baja hasta allí con las flechas para saber qué significa.
king-lesson-threshold = Ya hay suficientes llaves: ahora todos al Umbral ({ $goal }) antes de que acabe una ronda.
