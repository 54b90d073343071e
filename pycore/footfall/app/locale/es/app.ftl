# El visor de repeticiones.
footfall-watch-keys = Repetición
footfall-watch-on = siguiente
footfall-watch-back = atrás
footfall-watch-far-on = 10 adelante
footfall-watch-far-back = 10 atrás
footfall-watch-begin = inicio
footfall-watch-end = final
footfall-watch-play = reproducir
footfall-watch-play-on = seguir jugando
footfall-watch-advice = consejero
footfall-watch-practice = comparar tu práctica
footfall-watch-round = qué puede pasar con cada elección
footfall-watch-short-play-on = jugar
footfall-watch-short-round = jugadas
footfall-watch-short-practice = comparar
footfall-watch-faster = más rápido
footfall-watch-slower = más lento
footfall-watch-pace = Velocidad { $pace } de { $of }.
footfall-watch-next-alarm = siguiente detección
footfall-watch-last-alarm = detección anterior
footfall-watch-next-hurt = siguiente revés
footfall-watch-last-hurt = revés anterior
footfall-watch-next-arrival = siguiente capítulo
footfall-watch-last-arrival = capítulo anterior
footfall-watch-no-alarm = No hay más detecciones hacia ese lado.
footfall-watch-no-hurt = No hay más reveses hacia ese lado.
footfall-watch-no-arrival = No hay más capítulos hacia ese lado.
footfall-watch-ended = Aquí la partida ya ha terminado. Vuelve atrás para seguir jugando.
footfall-watch-plays = El consejero juega desde aquí; la página se abre sola.
footfall-watch-compares = Se juegan de nuevo las dos partidas para compararlas; la página se abre sola.
footfall-watch-which = ¿Cuál de tus prácticas comparar?
footfall-watch-attempt = hasta el turno { $turn }: { $is_over ->
    [yes] { $end }
   *[no] sigue
}
footfall-round-plays = Se vuelve a jugar esta ronda; la página se abre sola. ESC lo detiene.
footfall-round-stopped = Detenido: no se han calculado las probabilidades de esta ronda.
footfall-watch-at = REPETICIÓN { $at } de { $of }
footfall-watch-go-to-turn = ir a un turno
footfall-watch-which-turn = ¿Qué turno?
footfall-watch-no-turn = Un turno es un número.
footfall-watch-first = Este es el principio de la repetición.
footfall-watch-last = Este es el final de la repetición.
footfall-watch-drift = Footfall { $version } grabó esta partida con otras reglas: desde el turno { $turn }, la partida se aparta de la grabación.
footfall-watch-command = ORDEN
footfall-watch-by-hand = (tú)
footfall-watch-changes = CAMBIOS
footfall-watch-why = PORQUÉ
footfall-watch-ending = EL FINAL
footfall-watch-page = orden
footfall-watch-page-title = ORDEN, CAMBIOS Y PORQUÉ
footfall-watch-none = Aún no se ha dado ninguna orden.
footfall-watch-answer = respuesta
footfall-watch-answer-to = respuesta a «{ $question }»
footfall-watch-unnamed = una orden de { $mod }
footfall-watch-here = aquí
footfall-watch-cell = a { $distance } al { $compass }
footfall-watch-compass-n = norte
footfall-watch-compass-ne = nordeste
footfall-watch-compass-e = este
footfall-watch-compass-se = sudeste
footfall-watch-compass-s = sur
footfall-watch-compass-sw = sudoeste
footfall-watch-compass-w = oeste
footfall-watch-compass-nw = noroeste

# Recarga en caliente.
footfall-hot-done = { $mod }: recargado ({ $milliseconds } ms).
footfall-hot-failed = { $mod }: la versión nueva ha fallado, sigue la anterior: { $error }
footfall-hot-back = { $mod }: la versión nueva ha fallado; se restaura la anterior y se deshace la orden: { $error }

# La página del porqué.
footfall-hint = consejo
footfall-hint-advice = El consejero haría esto:{" "}
footfall-hint-title = CONSEJO
footfall-why = porqué
footfall-why-title = PORQUÉ: pulsa una letra para ver más
footfall-why-numbers = Números actuales
footfall-why-events = Sucesos recientes
footfall-why-figure = { $name }: { $value }
footfall-why-share = { $amount }  { $what }
footfall-why-share-from = { $amount }  { $what }  ({ $where })
footfall-why-fold = { $hook }
footfall-why-base = { $term }: base { $value }
footfall-why-link = { $what }  { $mod }  ({ $where })
footfall-why-link-reason = { $what }  { $mod }: { $reason }  ({ $where })
footfall-why-link-dropped = { $what }  { $mod }: anulado por { $by }
footfall-why-result = { $term } = { $value }
footfall-why-answer = { $hook }, { $mod }: { $answer }  ({ $where })
footfall-why-change = { $change }  por { $mod }, { $via }
footfall-why-change-at = { $change }  por { $mod }, { $via }  ({ $where })
footfall-why-lost = { $mod } ha fallado: { $error }  ({ $where })
footfall-why-part = { $what } { $term }: { $mod }
footfall-why-part-reason = { $what } { $term }: { $mod }, { $reason }
footfall-why-part-dropped = { $what } { $term }: { $mod }, anulado por { $by }
footfall-why-chance = { $what }: { $mod } ({ $dice })
footfall-why-dice = { $first }; { $then }
footfall-why-die = { $kind ->
    [chance] { $name } { $face }, como mucho { $part } de { $high }
   *[die] { $name } { $face }, de { $low } a { $high }
}
footfall-why-mod-failed = { $mod } falló y no tuvo efecto.
footfall-why-no-changes = do.{ $deed } de { $via } no hizo nada: { $reason }  ({ $mod } { $where })
footfall-why-times = { $what } ×{ $count }
footfall-why-unsaid = Algo que el registro no menciona.
footfall-why-nothing = Aún no se ha registrado nada.

# La pantalla de mods.
footfall-mods-title = MODS
footfall-mods-when = para el próximo inicio y las partidas nuevas
footfall-mods-keys = Mods
footfall-mods-key-up = anterior
footfall-mods-key-down = siguiente
footfall-mods-key-page-up = página arriba
footfall-mods-key-page-down = página abajo
footfall-mods-key-first = primera línea
footfall-mods-key-last = última línea
footfall-mods-key-switch = activar o desactivar
footfall-mods-key-enter = ajustes
footfall-mods-key-less = reducir
footfall-mods-key-more = aumentar
footfall-mods-key-back = atrás
footfall-mods-list = Mods { $at } de { $count }
footfall-mods-mod = mod
footfall-mods-version = versión
footfall-mods-state = estado
footfall-mods-on = activo
footfall-mods-off = inactivo
footfall-mods-then-on = activo en el próximo inicio
footfall-mods-then-off = inactivo en el próximo inicio
footfall-mods-elsewhere = activo, pero no en este juego
footfall-mods-broken = inactivo: error
footfall-mods-waits = inactivo: sin aprobar
footfall-mods-about = Acerca del mod
footfall-mods-settings = Ajustes para partidas nuevas ({ $count })
footfall-mods-problems = Problemas
footfall-mods-differences = Cambios desde que se guardó la partida
footfall-mods-saves = Partidas guardadas
footfall-mods-here = { $value } en esta partida
footfall-mods-scope-world = partidas nuevas
footfall-mods-scope-startup = próximo inicio
footfall-mods-scope-player = inmediato
footfall-mods-after = después de { $mod } ({ $why })
footfall-mods-before = antes de { $mod } ({ $why })
footfall-mods-save-good = { $game }, turno { $turn }: lista para jugar
footfall-mods-save-other = { $game }, turno { $turn }: se puede jugar con otras versiones de { $mods }
footfall-mods-save-without = { $game }, turno { $turn }: se puede jugar sin { $mods }; su contenido se conserva en la partida
footfall-mods-save-bad = { $game }: dañada
footfall-mods-no-saves = Ninguna.
footfall-mods-part-of-it = { $mod } es parte de Footfall y siempre está activo.
footfall-mods-no-settings = Este mod no tiene ajustes.
footfall-mods-type-it = Este se cambia en la línea de órdenes: footfall mods set { $mod } { $setting } VALOR
footfall-mods-not-kept = No se ha podido guardar el cambio: { $error }

# El buscador de la pantalla de mods.
footfall-mods-key-browse = buscar e instalar
footfall-mods-save-offer = Un índice ofrece { $mods } para una partida guardada: elige «buscar e instalar» y pulsa m.
footfall-browse-title = BUSCAR MODS
footfall-browse-in = perfil { $profile }
footfall-browse-busy = ESPERA
footfall-browse-all = Mods de los índices { $at } de { $count }
footfall-browse-found = «{ $words }»: { $at } de { $count }
footfall-browse-here = instalada
footfall-browse-here-retracted = { $version }, retirada
footfall-browse-here-pinned = { $version }, fijada
footfall-browse-empty = No hay nada. Para añadir un índice: footfall mods index add DIRECCIÓN
footfall-browse-do = Para hacerlo: INTRO, o un clic aquí
footfall-browse-actions = Más
footfall-browse-notes = Notas
footfall-browse-preview = Esto cambiará
footfall-more = y { $count } más
footfall-browse-kind-data = solo datos
footfall-browse-kind-rules = reglas como datos
footfall-browse-kind-python = con código Python, que necesita tu aprobación
footfall-browse-reach = su código Python tiene acceso a: { $reach }
footfall-browse-needs = requiere { $mods }
footfall-browse-retracted = retirado por quien lo publica: { $why }
footfall-browse-step-install = instalar { $mod } { $after }
footfall-browse-step-update = actualizar { $mod } { $before } → { $after }
footfall-browse-step-downgrade = volver a una versión anterior de { $mod }: { $before } → { $after }
footfall-browse-step-replace = reemplazar { $mod } { $before } por otros archivos de la misma versión
footfall-browse-step-remove = quitar { $mod } { $before }
footfall-browse-key-up = anterior
footfall-browse-key-down = siguiente
footfall-browse-key-page-up = página arriba
footfall-browse-key-page-down = página abajo
footfall-browse-key-first = primera línea
footfall-browse-key-last = última línea
footfall-browse-key-get = instalar o actualizar
footfall-browse-key-remove = quitar
footfall-browse-key-update = actualizar todo
footfall-browse-key-missing = lo que les falta a las partidas guardadas
footfall-browse-key-undo = deshacer
footfall-browse-key-back = atrás
footfall-browse-key-search = buscar
footfall-browse-key-profile = perfil
footfall-browse-which-words = Buscar:
footfall-browse-which-profile = ¿Qué perfil?
footfall-browse-ask = Estos son los cambios. Pulsa otra vez la misma tecla para hacerlos; ESC cancela.
footfall-browse-nothing = No hay nada que hacer.
footfall-browse-not-here = { $mod } no está instalado.
footfall-browse-done = { $count ->
    [one] Hecho, para el próximo inicio y las partidas nuevas.
   *[other] Hecho: { $count } cambios, para el próximo inicio y las partidas nuevas.
}
footfall-browse-approve = Hecho. El código Python queda inactivo hasta que lo apruebes: footfall mods approve { $mods }
footfall-browse-undone = Deshecho: { $what }
footfall-browse-profile = En uso desde el próximo inicio: { $profile }
footfall-browse-failed = { $error }
footfall-browse-stopped = Detenido. La descarga se reanudará donde quedó.

# Pantallas superpuestas.
footfall-screens = Más
footfall-open-mods = mods
footfall-open-console = consola de modder

footfall-mods-retracted = Quien publica { $mod } ha retirado { $version }: { $why }
footfall-approval-waits = { $count ->
    [one] Un mod con Python espera tu aprobación: footfall mods approve
   *[other] { $count } mods con Python esperan tu aprobación: footfall mods approve
}

# La consola de modder.
footfall-console = CONSOLA
footfall-console-title = Consola de modder
footfall-console-keys = Consola
footfall-console-set-die = fijar un dado de la próxima orden
footfall-console-trace = seguir un hook
footfall-console-evaluate = ver el valor de una expresión
footfall-console-reload = recargar los mods cambiados
footfall-console-leave = volver al juego
footfall-console-which-purpose = ¿Qué dado?
footfall-console-which-value = ¿Qué valor?
footfall-console-which-hook = ¿Qué hook?
footfall-console-which-expression = ¿Qué expresión?
footfall-console-value = { $expression } = { $value }
footfall-console-bad-expression = Esto no es una expresión: { $problem }
footfall-console-die = próximo dado para { $purpose }: { $value }
footfall-console-any = el próximo dado, sea cual sea su uso
footfall-console-traced = se sigue: { $hook }
footfall-console-unchanged = No ha cambiado ningún archivo de los mods.
footfall-console-write-rule = escribir una regla
footfall-console-save-rule = guardar la regla en un mod
footfall-console-which-rule = Regla (TAB completa):
footfall-console-which-mod = ¿En qué mod?
footfall-console-rule = { $rule }
footfall-console-rule-mistake = ! { $problem }
footfall-console-rule-tried = desde entonces se preguntó a { $hook } { $calls } veces, y la regla se habría aplicado { $applied } veces.
footfall-console-rule-last = la última: { $values }
footfall-console-rule-save = k la guarda en un mod tuyo.
footfall-console-rule-none = Todavía no hay ninguna regla correcta que guardar.
footfall-console-rule-unsaved = no se puede escribir { $path }: { $problem }
footfall-trace = Traza: { $line }

footfall-no-scene = No se puede dibujar la pantalla; el registro dice por qué. La partida se puede guardar.
footfall-problem = { $problem }
footfall-setting-problem = { $problem }. Se usa el valor por defecto.
footfall-no-sound = Sin sonido: { $reason }

# Después del final de una partida.
footfall-names = nombres
footfall-names-title = NOMBRES
footfall-map-keep = guardar el mapa: imagen y texto
footfall-saved = guardado en el turno { $turn }: { $path }
footfall-ended = { $outcome } Turno { $turn }, semilla { $seed }. Repetición: { $path }
footfall-story-title = LA HISTORIA
footfall-story-label = historia
footfall-story-turn = Turno { $turn }:
footfall-story-at = historia: { $path }
footfall-map-practice = Mapa de una partida de práctica.
footfall-map-kept = { $is_practice ->
    [yes] Mapa de esta partida de práctica guardado
   *[no] Mapa guardado
}: { $path } y { $text }.
footfall-map-not-kept = No se puede escribir el mapa: { $reason }
footfall-decisions = últimas decisiones
footfall-decisions-title = ÚLTIMAS DECISIONES
footfall-reasons = las razones de los bots
footfall-reasons-title = QUÉ HICIERON LOS BOTS, Y POR QUÉ
footfall-reasons-because = porque { $reason }
footfall-open-last-turns = ver los últimos turnos
footfall-watch-close = cerrar
footfall-page-title = { $game }, semilla { $seed }
footfall-page-turn = Turno { $turn }
footfall-page-screen = Partida grabada. Flecha derecha: paso siguiente; flecha izquierda: paso atrás; interrogación: todas las teclas.
footfall-page-controls = Repetición
footfall-page-news-title = Novedades
footfall-page-why-title = Por qué
footfall-page-help = Las flechas o los botones recorren la partida; toca el mapa para avanzar, o su lado izquierdo para retroceder. Un enlace que termina en #turn=20 abre el turno 20. Un paso es una orden. Un turno es una unidad de tiempo del juego: una orden puede durar cero, uno o varios turnos.
footfall-page-about-title = Sobre esta partida
footfall-page-slider = Posición
footfall-page-keys = todas las teclas
footfall-page-sound = sonido
footfall-page-whole = pantalla entera
footfall-page-step = paso
footfall-page-of = de
footfall-page-copy = copiar enlace
footfall-page-copied = Se ha copiado el enlace a este paso.
footfall-page-copied-file = Se ha copiado el enlace a este paso. El enlace solo abre este archivo en este equipo: para compartirlo, envía el archivo y el final del enlace, desde #.
footfall-page-copy-self = Este navegador no permite copiar; copia tú el enlace:
footfall-page-beyond = La partida terminó antes. Este es su último paso.
footfall-page-no-turn = El enlace no indica ningún turno. Este es el comienzo.
footfall-page-noscript = Esta página muestra una partida grabada con JavaScript, que está desactivado en este navegador. No carga nada de la red.
footfall-page-alarm = detección
footfall-page-hurt = revés
footfall-page-arrival = capítulo
footfall-page-pace = velocidad
footfall-page-game = Juego
footfall-page-seed = Semilla
footfall-page-options = Opciones
footfall-page-outcome = Final
footfall-page-version = Footfall
footfall-page-mods = Mods y sus hashes
footfall-page-unfinished = sin terminar
footfall-last-turns-begin = Empieza aquí: { $point }
footfall-last-turns-failed = No se pueden mostrar los últimos turnos: { $reason }.

# La pantalla de título.
footfall-title-keys = Pantalla de título
footfall-title-back = volver
footfall-title-type-seed = escribir la semilla
footfall-title-which-seed = Semilla (vacía: cualquiera)
footfall-title-menu-main = ¿Qué quieres hacer?
footfall-title-menu-courses = ¿Qué modo?
footfall-title-menu-seed = La semilla de la próxima partida
footfall-title-menu-replays = ¿Qué partida quieres ver?
footfall-title-menu-language = Idioma
footfall-title-menu-replace = Se perderá la partida guardada.
footfall-title-continue = Continuar la partida guardada (turno { $turn })
footfall-title-continue-course = Continuar la partida guardada: { $title } (turno { $turn })
footfall-title-new = Partida nueva
footfall-title-begin = Empezar: { $title }
footfall-title-learn = ¿Es tu primera vez? { $title }
footfall-title-current = { $name } (actual)
footfall-title-courses = Otros modos
footfall-title-seed = Semilla: { $seed }
footfall-title-any-seed = cualquiera
footfall-title-about-seed = Con la misma semilla, la partida es la misma. Escribe un número e INTRO. ESC: volver.
footfall-title-bad-seed = Una semilla es un número de 0 a { $most }.
footfall-title-recorded = { $game }{ $won ->
    [yes] , ganada
    [no] , perdida
    [done] , terminada
   *[unknown] {""}
}{ $turns ->
    [none] {""}
    [unknown] , semilla { $seed }
   *[other] , turno { $turns }, semilla { $seed }
}, { $date }
footfall-title-replays = Repeticiones de partidas terminadas
footfall-title-mods = Mods
footfall-title-settings = Ajustes
footfall-title-language = Idioma
footfall-title-leave = Salir
footfall-title-replace = Empezar otra partida
footfall-title-keep = Conservarla
footfall-title-choice = { $name }: { $value }
footfall-title-and = { $first }, { $next }
footfall-title-seat = { $name }
footfall-setup-and = { $first }; { $last }
footfall-title-player = Quién juega
footfall-title-person = tú
footfall-title-done = Listo

# La pantalla de ajustes.
footfall-settings = AJUSTES
footfall-settings-keys = Ajustes
footfall-open-settings = ajustes
footfall-settings-file = Se guarda en { $path }
footfall-settings-play-language = idioma
footfall-settings-play-lessons = consejos para jugadores nuevos
footfall-settings-play-motion = movimiento
footfall-settings-play-sound = sonido
footfall-settings-sound-volume = volumen de todos los sonidos
footfall-settings-sound-own = volumen de tus propios sonidos
footfall-settings-sound-others = volumen de criaturas y avisos
footfall-settings-sound-room = volumen del lugar: aire, hogueras, goteras
footfall-settings-volume = { $percent ->
    [0] silencio
   *[other] { $percent } %
}
footfall-settings-play-bot_stops = parar tras cada turno de un bot
footfall-settings-look-palette = paleta
footfall-settings-look-tiles = imágenes en el mapa
footfall-settings-signs = ninguna: signos
footfall-settings-terminal-color = colores del terminal
footfall-settings-window-cell = altura de las letras en la ventana
footfall-settings-on = sí
footfall-settings-off = no
footfall-settings-automatic = automático
footfall-settings-value = { $value ->
    [auto] automático
    [none] ninguno
   *[other] { $value }
}
footfall-settings-clash-ask = { $key } es la tecla de «{ $taken }». ¿También para «{ $action }»?
footfall-settings-swap = intercambiar las teclas
footfall-settings-leave = dejarlas como están
footfall-settings-clash = en conflicto
footfall-settings-held = fijado por { $option } en esta ejecución
footfall-settings-key-up = arriba
footfall-settings-key-down = abajo
footfall-settings-key-page-up = página arriba
footfall-settings-key-page-down = página abajo
footfall-settings-key-first = primera línea
footfall-settings-key-last = última línea
footfall-settings-key-less = valor anterior
footfall-settings-key-more = valor siguiente
footfall-settings-key-reset = valor por defecto
footfall-settings-key-bind = teclas nuevas
footfall-settings-key-add = añadir una tecla
footfall-settings-key-back = cerrar
footfall-settings-which-key = Pulsa la tecla para «{ $action }».
footfall-settings-one-more-key = Pulsa otra tecla más para «{ $action }».
footfall-settings-no-key = { $key } no es el nombre de una tecla.
footfall-settings-not-written = No se pudo guardar: { $reason }.

# Las estadísticas de las partidas terminadas.
footfall-title-statistics = Estadísticas
footfall-statistics = PARTIDAS TERMINADAS
footfall-statistics-none = Aún no ha terminado ninguna partida.
footfall-statistics-games = partidas
footfall-statistics-won = ganadas
footfall-statistics-turns = turnos
footfall-statistics-value = { $name } { $value }
footfall-statistics-run = { $turns } turnos, semilla { $seed }
footfall-statistics-all = todas
footfall-statistics-no-group = otras
footfall-statistics-tally = POR { $name }
footfall-statistics-best = MEJORES PARTIDAS
footfall-statistics-others = { $count ->
    [one] Una partida terminada de otro juego: footfall stats
   *[other] { $count } partidas terminadas de otros juegos: footfall stats
}
footfall-statistics-problems = SIN CONTAR
footfall-statistics-hint = ESC cierra, las flechas muestran otras partes
footfall-statistics-keys = Estadísticas
footfall-statistics-back = cerrar
footfall-statistics-on = adelante
footfall-statistics-up = atrás
footfall-result-not-written = Esta partida falta en las estadísticas: { $reason }.

# Turnos de los bots
footfall-moments-skip = mostrar ya el final
footfall-moments-keys = Momentos de una orden
footfall-bot-keys = Turnos de los bots
footfall-bot-next = seguir
footfall-bot-person = a tu turno
footfall-bot-played = { $seat } ha jugado: seguir
footfall-bot-round = Fin de ronda: seguir
footfall-bot-missing = { $bot }, que jugaba por { $seat }, ya no existe; ahora juegas tú en su lugar.

footfall-ask-yes = s sí si
footfall-ask-again = Responde { $yes } o n.
footfall-ask-overwrite = La partida guardada (turno { $turn }, semilla { $seed }) se perderá. ¿Empezar otra?
footfall-ask-overwrite-damaged = La partida guardada, dañada ({ $reason }), se perderá. ¿Empezar otra?
footfall-save-kept = La partida guardada se conserva.

# Asientos.
footfall-seat-name = { $seat } ({ $name })
footfall-seat-own = Eres { $seat }
footfall-seat-title = { $is_turn ->
    [no] Hay una pregunta para ti · { $title }
   *[yes] Tu turno · { $title }
}
footfall-seat-asked = { $is_turn ->
    [no] Hay una pregunta para ti.
   *[yes] Es tu turno.
}
footfall-seat-waits = { $state ->
    [free] Esperando a { $seat }: este asiento aún no está ocupado.
    [away] Esperando a { $seat }, que no está.
   *[here] Esperando a { $seat }.
}
footfall-seat-free = { $seat }: este asiento está libre. Quien abra la dirección del servidor puede ocuparlo desde la lista de juegos.
footfall-seat-came = { $seat } ha llegado.
footfall-seat-left = { $seat } se ha ido. El asiento sigue siendo suyo.

# Partidas de práctica.
footfall-practice-since = PRÁCTICA desde el turno { $turn }
footfall-practice-since-short = PRÁCTICA { $turn }
footfall-practice-keys = Práctica
footfall-practice-back = deshacer
footfall-practice-dice = otros dados
footfall-practice-leave = volver a la repetición
footfall-practice-short-back = deshacer
footfall-practice-short-dice = otros dados
footfall-practice-short-leave = repetición
footfall-practice-taken-back = Deshecho: { $command }.
footfall-practice-begins = Sigues jugando: { $back } deshace, { $dice } otros dados, { $leave } repetición.
footfall-practice-begins-for-bot = Eliges una vez por { $seat }; luego sigue su bot. { $back } deshace, { $leave } repetición.
footfall-practice-first = Aquí empezó la práctica.
footfall-practice-over = La partida ha terminado. Deshaz una orden para seguir.
footfall-practice-for-bot = Esta vez elegiste por { $seat }; su bot sigue.
footfall-practice-diced = A partir de aquí los dados caen de otro modo. No ha pasado ningún turno.

# Comparaciones de dos continuaciones.
footfall-compare-recording = grabada
footfall-compare-practice = tu práctica
footfall-compare-practice-before = tu práctica anterior
footfall-compare-adviser = el consejero
footfall-compare-later = Después, turno { $turn }: { $end }
footfall-compare-bot = { $bot }
footfall-compare-with = con { $mod }
footfall-compare-without = sin { $mod }
footfall-compare-played = en { $file }
footfall-compare-title = DESDE EL TURNO { $turn }
footfall-compare-verdict = { $state ->
    [won] El consejero habría ganado en el turno { $turn }.
    [lost] El consejero habría perdido en el turno { $turn }.
   *[on] El consejero seguiría jugando en el turno { $turn }{ $most ->
        [0] .
       *[other] , con { $value } de { $most } de { $gauge }.
    }
}
footfall-compare-round = Se comparan al final de la ronda { $round }, la última que alcanzaron ambas.
footfall-compare-setbacks = Un revés es una pérdida que cuenta el registro: de vida, de cordura o de objetos.
footfall-compare-same = Ambas son iguales, orden por orden.
footfall-compare-parting = Se separan en el turno { $turn }:
footfall-compare-result = turno { $turn }{ $round ->
    [0] {""}
   *[other] { $state ->
        [round] , final de la ronda { $round }
       *[other] , ronda { $round }
    }
}{ $state ->
    [over] . La partida ha terminado: { $end }
   *[on] , sigue.
}{ $alarm ->
    [0] {""}
    [one] {" "}Percibido una vez.
   *[other] {" "}Percibido { $alarm } veces.
} { $bad } { $bad ->
    [one] revés
   *[other] reveses
}.
footfall-compare-states = Qué es distinto en estos turnos:
footfall-compare-both = { $one }: { $left }; { $other }: { $right }
footfall-compare-silence = {""}
footfall-round-title = Desde el turno { $turn }: resultados de cada elección en la ronda
footfall-round-about = El resto de la ronda se juega como en la grabación, pero con otros dados. Un jugador que ya no puede hacer lo grabado sigue como el bot { $bot }. Un número con un solo valor es seguro.
footfall-round-best = El promedio más alto, { $name }: { $command } ({ $mean }).
footfall-round-best-end = Las mejores probabilidades, { $command }: { $ends }.
footfall-round-ends = ganada en el { $won }, perdida en el { $lost } al final de esta ronda
footfall-round-no-win = Solo ordena por { $name }; no dice nada de la probabilidad de ganar.
footfall-round-exact = «Exacto»: se contaron todas las tiradas posibles. Si no, se jugaron partidas, y los números son aproximados.
footfall-round-any = Con cualquier elección
footfall-round-equal = La elección no cambia estos números.
footfall-round-command = { $command }{ $recorded ->
    [yes] {" "}(lo grabado)
   *[no] {""}
}{ $games ->
    [0] , exacto
   *[other] , de { $games } partidas
}
footfall-round-sure = { $name }: { $value }
footfall-round-values = { $name }: { $values }
footfall-round-spread = { $name }: { $values }; { $mean } en promedio
footfall-round-share = { $value } en el { $percent }
footfall-round-rest = otros valores en el { $percent }
footfall-round-and = { $first }, { $next }
footfall-compare-by-hand = Estas órdenes las elegiste tú; el resto de esos turnos lo eligieron los bots:
footfall-compare-choices = Qué hizo { $name }, y por qué:
