# Textos de la interfaz.

# Cabecera
footfall-ui-turn = turno { $turn }
footfall-ui-run-stopped = Detenido. Pulsa Ctrl-C otra vez para salir.
footfall-ui-alert = CUIDADO
footfall-ui-seed = semilla { $seed }
footfall-ui-too-small = Esta pantalla tiene { $width } columnas y { $height } filas; el juego necesita al menos { $min_width } por { $min_height }. Agranda la pantalla o elige una letra más pequeña, o pulsa Ctrl-C para salir.

# Paneles
footfall-ui-more = { $count ->
    [one] … 1 línea más
   *[other] … { $count } líneas más
}
footfall-ui-more-below = { footfall-ui-more }: AV PÁG
footfall-ui-earlier = { $count ->
    [one] … 1 línea antes de estas: { $key }
   *[other] … { $count } líneas antes de estas: { $key }
}
footfall-ui-examine = EXAMINAR
footfall-ui-examine-hint = Mira alrededor para saber más.
footfall-ui-nothing-known = Nada que conozcas.

# Banda de oído
footfall-ui-hearing = OÍDO
footfall-ui-silence = No oyes nada fuera de tu vista.
footfall-ui-heard = { $what }, { $loud }, { $where }, { $when }.
footfall-ui-times = { $what } ×{ $count }
footfall-ui-now = ahora
footfall-ui-ago = { $turns ->
    [one] hace 1 turno
   *[other] hace { $turns } turnos
}
footfall-ui-loud-1 = al límite del oído
footfall-ui-loud-2 = con poco ruido
footfall-ui-loud-3 = con claridad
footfall-ui-loud-4 = con fuerza
footfall-ui-loud-5 = con mucha fuerza
footfall-ui-compass-n = N
footfall-ui-compass-ne = NE
footfall-ui-compass-e = E
footfall-ui-compass-se = SE
footfall-ui-compass-s = S
footfall-ui-compass-sw = SO
footfall-ui-compass-w = O
footfall-ui-compass-nw = NO
footfall-ui-from-n = al norte
footfall-ui-from-ne = al nordeste
footfall-ui-from-e = al este
footfall-ui-from-se = al sudeste
footfall-ui-from-s = al sur
footfall-ui-from-sw = al sudoeste
footfall-ui-from-w = al oeste
footfall-ui-from-nw = al noroeste
footfall-ui-from-here = aquí mismo

# Páginas
footfall-ui-help-title = TECLAS  semilla { $seed }
footfall-ui-messages = Mensajes
footfall-ui-place = { $first } a { $last } de { $count }
footfall-ui-page-up = página arriba
footfall-ui-page-down = página abajo
footfall-ui-close-hint = [ESC] cierra, flechas, [PGUP] y [PGDN] desplazan
footfall-ui-close-details-hint = [ESC] cierra, flechas, [PGUP] y [PGDN] desplazan, una letra muestra más
footfall-ui-detail-use = { $key }: { $label }
footfall-ui-no-page = No existe esa página.
footfall-ui-keys = Teclas
footfall-ui-facts = En palabras
footfall-ui-click = clic
footfall-ui-screen = Pantalla

# Teclas de la interfaz
footfall-ui-help = ver las teclas
footfall-ui-look = mirar alrededor
footfall-ui-risk = mostrar dónde te descubrirían
footfall-ui-risk-legend = Riesgo:
footfall-ui-risk-reach = tus pasos
footfall-ui-risk-interest = vienen a mirar
footfall-ui-risk-off = ocultar
footfall-ui-save = guardar
footfall-ui-quit = guardar y salir
footfall-ui-leave = salir
footfall-ui-larger = ampliar (ventana)
footfall-ui-smaller = reducir (ventana)
footfall-ui-short-look = mirar
footfall-ui-short-risk = riesgo
footfall-ui-short-help = ayuda

# Preguntas
footfall-ui-answer = ¿Qué eliges?
footfall-ui-direction-hint = tecla de dirección, [ESC] cancela
footfall-ui-cell-hint = mueve el cursor, [TAB] siguiente, [ENTER] aquí, [ESC] cancela
footfall-ui-choice-hint = una tecla, o flechas e [ENTER]; [ESC] cancela
footfall-ui-text-hint = escribe; [ENTER] termina, [ESC] cancela
footfall-ui-key-hint = cualquier tecla menos [ESC], que cancela
footfall-ui-answer-hint = una tecla, o flechas e [ENTER]
footfall-ui-no-stop = Aquí no hay nada a lo que saltar.
footfall-ui-look-hint = mueve el cursor, [TAB] siguiente, [ESC] termina
footfall-ui-over-hint = [ESC] salir, [d] últimas decisiones, [w] repetición (sigue desde cualquier turno, consejero)
footfall-ui-need-choice = Esa tecla no está en la lista. ESC cancela.
footfall-ui-need-answer = Esa tecla no responde a esta pregunta.
footfall-ui-need-first = Antes, { $key }: la partida sigue.
footfall-ui-and-key = { $first }, { $key }
footfall-ui-need-key = Esta tecla no hace nada aquí. Teclas que sí: { $keys }.
footfall-ui-no-use = Esta tecla no hace nada aquí. ? muestra las que sirven.
footfall-ui-need-direction = Esa tecla no es una dirección. ESC cancela.
footfall-ui-not-a-target = Ahí no hay nada a lo que apuntar.
footfall-ui-nothing-to-choose = No hay nada que elegir.
footfall-ui-no-map = Este juego no tiene mapa que señalar.
footfall-ui-saved = Guardado.
footfall-ui-not-saved = No se ha podido guardar la partida: { $reason }.
footfall-ui-not-begun = No se ha empezado otra partida: { $reason }. Esta continúa.

# Confirmaciones y fin de la partida
footfall-ui-restart = empezar otra partida
footfall-ui-sure-quit = ¿Salir de la partida? Queda guardada.
footfall-ui-sure-quit-unsaved = ¿Salir de la partida? No se ha podido guardar: { $reason }.
footfall-ui-sure-restart = { $is_over ->
    [yes] ¿Empezar otra partida?
   *[no] ¿Abandonar esta partida?
}
footfall-ui-anew = una partida nueva
footfall-ui-again = la misma semilla
footfall-ui-yes = sí{ $key ->
    [s] {""}
   *[other] {" "}(o s)
}
footfall-ui-yes-key = s
footfall-ui-left = { $is_answer ->
    [yes] No se hace nada.
   *[no] Esa tecla no responde: la pregunta se cierra y no se hace nada.
}
footfall-ui-no = no
footfall-ui-over-board-hint = [x] mirar lo que hay detrás
footfall-ui-over-map-hint = [K] guardar el mapa
footfall-ui-over-story-hint = [t] la historia
footfall-ui-over-again-hint = [ESC] salir, [R] otra partida, [d] últimas decisiones, [w] repetición (sigue desde cualquier turno, consejero), [M] mensajes
footfall-ui-over-practice-hint = [BACKSPACE] deshace tu última orden, [ESC] vuelve a la repetición, [d] últimas decisiones
footfall-ui-over-seed = Semilla { $seed }.
footfall-ui-over-morgue = { $path ->
    [none] Los botones de abajo guardan la historia, y la partida como página.
   *[other] La historia está en { $path }
}
footfall-ui-morgue-facts = Turno { $turn }, semilla { $seed }, versión { $version }.
footfall-ui-morgue-map = EL ÚLTIMO MAPA
footfall-ui-morgue-again = PARA VERLO OTRA VEZ, O VOLVER A INTENTARLO
footfall-ui-no-morgue = No se ha podido escribir la historia: { $reason }.

# El modo de texto: líneas para lectores de pantalla. $key es la tecla antes de la letra de un dato.
footfall-ui-plain-welcome = Pulsa { $key } y luego una letra para saber más: h dónde estás, n qué hay cerca, p tu estado, k las teclas útiles ahora, r las novedades otra vez. El signo de interrogación (?) muestra todas las teclas.
footfall-ui-plain-long-line = Se ha ignorado la línea de { $count } caracteres: una línea de teclas puede tener { $most } como máximo.
footfall-ui-plain-no-key = «{ $word }» no es el nombre de una tecla: se ha ignorado el resto de su línea. Varias letras seguidas son pasos, una tecla repetida o datos.
footfall-ui-plain-no-use = «{ $key }» no hace nada aquí. El signo de interrogación (?) muestra las que sirven.
footfall-ui-plain-facts = Después de { $key }: { $keys }. El signo de interrogación (?) las explica.
footfall-ui-plain-fact-h = dónde estás y qué hay en cada dirección
footfall-ui-plain-fact-n = qué hay cerca
footfall-ui-plain-fact-o = la probabilidad de que te descubran, por acción
footfall-ui-plain-fact-s = los últimos sonidos
footfall-ui-plain-fact-p = tu estado y todos los paneles
footfall-ui-plain-fact-k = las teclas útiles ahora
footfall-ui-plain-fact-d = detalles de la lista o página abierta, o de los paneles
footfall-ui-plain-fact-m = qué hay cerca, y el suelo que conoces, fila por fila
footfall-ui-plain-fact-v = dónde te descubrirían y hasta dónde se oyen tus pasos, fila por fila
footfall-ui-plain-fact-r = las novedades otra vez
footfall-ui-plain-more = { $count ->
    [one] 1 cosa más. Punto y coma, y luego n, las dice todas.
   *[other] { $count } cosas más. Punto y coma, y luego n, las dice todas.
}
footfall-ui-plain-no-hints = Ahora no hay ninguna tecla que destacar.
footfall-ui-no-details = No hay más detalles.
footfall-ui-plain-run = { $ground } ({ $count } casillas)
footfall-ui-plain-memory = Lo que no está a la vista se dice tal como lo recuerdas.
footfall-ui-plain-row = esta fila
footfall-ui-plain-range = de { $first } a { $last }
footfall-ui-plain-risk = Allí te descubren:
footfall-ui-plain-interest = Vienen a mirar:
footfall-ui-plain-reach = Tus pasos se oyen:
footfall-ui-plain-about = origen aproximado: { $where }
footfall-ui-plain-muffled-1 = tras una esquina
footfall-ui-plain-muffled-2 = a través de una puerta
footfall-ui-plain-muffled-3 = a través de las paredes
footfall-ui-plain-flash-hit = Un golpe ha acertado: { $where }.
footfall-ui-plain-flash-hurt = Te han herido.
footfall-ui-plain-flash-notice = Algo te ha descubierto: { $where }.
footfall-ui-plain-flash-lost = Algo te ha perdido la pista: { $where }.
footfall-ui-plain-noticed = Las criaturas a la vista ya te han descubierto.
footfall-ui-plain-odds-stay = { $label }: { $chance }.
footfall-ui-plain-odds-any = Cualquier paso: { $chance }.
footfall-ui-plain-odds-best = { $label }, el más seguro: { $chance }.
footfall-ui-plain-odds-worst = { $label }, el más arriesgado: { $chance }.
footfall-ui-plain-no-odds = Ninguna criatura a la vista puede descubrirte.
footfall-ui-plain-only-heard = Se oye, sin pronóstico:
footfall-ui-plain-risk-told = La probabilidad de que te descubran se dice { $is_on ->
    [yes] tras cada tecla
   *[no] solo si es alta, o si la pides
}.
footfall-ui-plain-n = norte
footfall-ui-plain-ne = nordeste
footfall-ui-plain-e = este
footfall-ui-plain-se = sudeste
footfall-ui-plain-s = sur
footfall-ui-plain-sw = sudoeste
footfall-ui-plain-w = oeste
footfall-ui-plain-nw = noroeste
footfall-ui-plain-moved = { $turn }, te mueves { $way }. { $nearest }
footfall-ui-plain-arrived = Has llegado.
footfall-ui-plain-litter = { $thing }, { $count } en total, el más cercano, { $where }
footfall-ui-plain-here = aquí
footfall-ui-plain-unknown = desconocido
footfall-ui-plain-nothing-near = No hay nada cerca.
footfall-ui-plain-selected = selección
footfall-ui-plain-option = { $label }, opción { $number } de { $count }
footfall-ui-plain-list = { $key } y luego d: la lista entera.
footfall-ui-plain-close = ESC cierra esta página.
footfall-ui-plain-closed = Cerrado.
footfall-ui-plain-gauge = { $value } de { $maximum }

# El nombre de una tecla, si el teclado español imprime otro.
footfall-ui-key = { $key ->
    [SPACE] ESPACIO
    [ENTER] INTRO
    [BACKSPACE] RETROCESO
    [DEL] SUPR
    [HOME] INICIO
    [END] FIN
    [PGUP] RE PÁG
    [PGDN] AV PÁG
    [UP] ARRIBA
    [DOWN] ABAJO
    [LEFT] IZQUIERDA
    [RIGHT] DERECHA
   *[other] { $key }
}

# Palabras para los signos que son teclas, por su código.
footfall-ui-plain-sign-46 = punto
footfall-ui-plain-sign-44 = coma
footfall-ui-plain-sign-59 = punto y coma
footfall-ui-plain-sign-58 = dos puntos
footfall-ui-plain-sign-63 = interrogación
footfall-ui-plain-sign-33 = exclamación
footfall-ui-plain-sign-60 = menor que
footfall-ui-plain-sign-62 = mayor que
footfall-ui-plain-sign-95 = guion bajo
footfall-ui-plain-sign-43 = más
footfall-ui-plain-sign-45 = guion
footfall-ui-plain-sign-42 = asterisco
footfall-ui-plain-sign-47 = barra
footfall-ui-plain-sign-92 = barra inversa
footfall-ui-plain-sign-124 = barra vertical
footfall-ui-plain-sign-64 = arroba
footfall-ui-plain-sign-35 = almohadilla
footfall-ui-plain-sign-38 = y comercial
footfall-ui-plain-sign-61 = igual
footfall-ui-plain-sign-126 = virgulilla
footfall-ui-plain-sign-94 = acento circunflejo
footfall-ui-plain-sign-37 = tanto por ciento
footfall-ui-plain-sign-36 = dólar
footfall-ui-plain-sign-39 = apóstrofo
footfall-ui-plain-sign-34 = comillas
footfall-ui-plain-sign-96 = acento grave
footfall-ui-plain-sign-40 = abre paréntesis
footfall-ui-plain-sign-41 = cierra paréntesis
footfall-ui-plain-sign-91 = abre corchete
footfall-ui-plain-sign-93 = cierra corchete
footfall-ui-plain-sign-123 = abre llave
footfall-ui-plain-sign-125 = cierra llave

# Paletas
footfall-palette-default = normal
footfall-palette-ember = ascuas: cálida y tenue
footfall-palette-paper = papel: oscuro sobre claro
footfall-palette-contrast = contraste alto
