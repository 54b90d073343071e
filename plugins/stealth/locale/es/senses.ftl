# Criaturas según sus sentidos, y cosas y lugares de sonido

stealth-creature-hearkener = escuchante
    .gender = m
stealth-creature-hearkener-about = No tiene ojos; está quieto y escucha, y oye más lejos que nadie. Los ruidos fuertes le hieren los oídos: tras un silbido cercano o un tarro roto, no oye nada durante un rato.
stealth-creature-starer = miralejos
    .gender = m
stealth-creature-starer-about = Un gran ojo y ningún oído. A su espalda puedes hacer todo el ruido que quieras. Parpadea con un chasquido húmedo, y por un momento no ve nada.
stealth-creature-trailhound = sabueso
    .gender = m
stealth-creature-trailhound-about = No ve lejos, pero sigue el rastro por donde has andado. El agua no guarda rastro. Si se le da carne, se echa a dormir.
stealth-creature-lamp-moth = polilla de farol
    .gender = f
stealth-creature-lamp-moth-about = Ciega a todo menos a un farol encendido, contra el que bate las alas hasta que vienen otros. Apaga el farol.
stealth-creature-clicker = chascador
    .gender = m
stealth-creature-clicker-about = Chasquea, y va adonde el eco suena raro. El musgo no da eco, ni el agua, ni quien está tras una columna.
stealth-creature-mockfoot = remedapasos
    .gender = m
stealth-creature-mockfoot-about = Repite tus pasos, más fuerte de lo que los diste, y otros vienen a buscarlo. No hagas ruido, y no tendrá nada que repetir.
stealth-creature-dusk-dog = perro del ocaso
    .gender = m
stealth-creature-dusk-dog-about = Duermen muy juntos, y si uno despierta, despiertan todos. El último de la jauría huye.
stealth-creature-stalker = acechador
    .gender = m
stealth-creature-stalker-about = Cuando te ha encontrado, te sigue a cierta distancia hasta verte malherido. Cúrate, o sal de su vista.
stealth-creature-groundling = temblador
    .gender = m
stealth-creature-groundling-about = Ciego, sordo y lento. Siente cada pisada en el suelo, también a través de las paredes, pero ninguna sobre musgo, ni mientras estás quieto.
stealth-creature-gong = gong
    .gender = m
stealth-creature-gong-about = Golpéalo, o lánzale algo, y todos los que lo oigan vendrán a mirar.
stealth-creature-cracked-bell = campana rajada
    .gender = f
stealth-creature-cracked-bell-about = Zumba sin parar. A su lado todos oyen mal, y tú también.
stealth-creature-music-box-playing = caja de música que suena
    .gender = f
stealth-creature-music-box-playing-about = Suena hasta que se le acaba la cuerda. Quien la oye viene a mirar. Después puedes recogerla.
stealth-item-music-box = caja de música
    .gender = f
stealth-item-music-box-about = Con cuerda, suena donde la dejas y atrae a quienes la oyen.
stealth-effect-deafened = sordera
    .gender = f
stealth-effect-blinking = ojos cerrados
    .gender = m
stealth-effect-dinned = un zumbido en los oídos
    .gender = m
stealth-tile-hush-moss = musgo callado, que se traga los sonidos
stealth-tile-ringing-stone = piedra sonora, ruidosa al pisar; los sonidos llegan lejos

stealth-gong-struck = El gong resuena por todo el piso.
stealth-gong-rings = El gong resuena por todo el piso.
stealth-cracked-bell-touched = La campana tiembla bajo tu mano, y sigue zumbando.
stealth-cracked-bell-drones = Una campana rajada te zumba en los oídos: oyes mucho menos mientras está cerca.
stealth-music-box-plays = Das cuerda a la caja de música y la dejas en el suelo. Empieza a sonar.
stealth-hearkener-cowers = { $creature-gender ->
    [f] La { $creature }
   *[m] El { $creature }
} se tapa los oídos.
stealth-trailhound-sleeps = { $creature-gender ->
    [f] La { $creature }
   *[m] El { $creature }
} come y se echa a dormir.
stealth-does-wind = Suena donde la dejas, y atrae a quienes la oyen.

stealth-sound-inhale = respiraciones largas
stealth-sound-shuffle = pies que se arrastran
stealth-sound-slither = algo que se desliza
stealth-sound-blink = un chasquido húmedo
stealth-sound-claws = garras en la piedra
stealth-sound-sniff = olfateo
stealth-sound-flutter = alas contra el cristal
stealth-sound-click = chasquidos rápidos
stealth-sound-mock = tus propios pasos
stealth-sound-patter = pies descalzos
stealth-sound-whimper = gemidos
stealth-sound-yelp = gañidos
stealth-sound-pad = pisadas suaves
stealth-sound-rumble = el suelo que tiembla
stealth-sound-gong = un gong
stealth-sound-drone = un zumbido
stealth-sound-tune = una melodía tenue
