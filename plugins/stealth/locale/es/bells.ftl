# Recorridos, campanas y grados de victoria.
stealth-start-first = Primer descenso
stealth-start-first-about = Ocho pisos, de 60 a 90 minutos. La Campana Muda cuelga en el piso 7; una de cobre, en el 3: vuelve con cualquiera de las dos.
stealth-start-whole = Toda la cripta
stealth-start-whole-about = Dieciséis pisos. La Campana Muda cuelga en el piso 15; también vale la pena volver con las de los pisos 3, 7 y 11.
stealth-start-daily = El descenso del día
stealth-start-daily-about = Ocho pisos, los mismos hoy para todos los que juegan con las mismas reglas.
stealth-welcome-first = El anciano dice que la Campana cuelga en el piso 7, y otra menor en el 3. Saca una de ellas. Lo que hay en su cofre ▣ es tuyo: camina hacia él.
stealth-welcome-whole = El anciano dice que la Campana cuelga en el piso 15, y otras menores en el 3, el 7 y el 11. Saca una de ellas. Lo que hay en su cofre ▣ es tuyo: camina hacia él.
stealth-item-copper-bell = Campana de Cobre
    .gender = f
stealth-item-silver-bell = Campana de Plata
    .gender = f
stealth-item-golden-bell = Campana de Oro
    .gender = f
stealth-won-copper = Sacas la Campana de Cobre al desierto. Es pequeña, pero es tuya.
stealth-won-silver = Sacas la Campana de Plata al desierto. El anciano la ha esperado media vida.
stealth-won-gold = Sacas la Campana de Oro al desierto. Solo hay una campana más abajo.
stealth-over-won-copper = Has vuelto con la Campana de Cobre: una victoria menor, de tercer grado.
stealth-over-won-silver = Has vuelto con la Campana de Plata: una victoria de segundo grado.
stealth-over-won-gold = Has vuelto con la Campana de Oro: una victoria de primer grado, a falta de la gran campana.
stealth-item-cloth = { $count ->
    [one] tira de tela
   *[other] { $count } tiras de tela
}
stealth-item-beeswax = { $count ->
    [one] trozo de cera de abeja
   *[other] { $count } trozos de cera de abeja
}
stealth-about-bell = Si la llevas a casa, ganas la partida. Por el camino suena cada { $period } turnos, con ruido { $loudness }, y hay criaturas que vienen por ella.
stealth-does-muffle = Amortigua una campana: suena { $low } menos.
stealth-bell-struck = La campana se suelta y suena. Todo el que puede oír la ha oído.
stealth-bell-rings = Suena la campana que llevas.
stealth-bell-muffled = Envuelves la campana.
stealth-sound-hum = el zumbido de una campana
stealth-sound-bell = una campana
stealth-sound-stairs = pasos en las escaleras
