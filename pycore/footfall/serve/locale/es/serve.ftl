# Las páginas del servidor.
footfall-serve-play = Jugar
footfall-serve-continue = Continuar
footfall-serve-several = Jugar con otros, cada uno en su navegador
footfall-serve-new-table = Mesa nueva
footfall-serve-players = Jugadores
footfall-serve-other-seats = Los otros asientos
footfall-serve-sit = Ocupar { $kind ->
    [bot] el asiento del bot
   *[free] el asiento
} { $seat }
footfall-serve-watch = Mirar
footfall-serve-delay = { $seconds ->
    [0] Lo ves todo al mismo tiempo que los jugadores.
    [one] Lo ves todo un segundo después que los jugadores.
   *[other] Lo ves todo { $seconds } segundos después que los jugadores.
}
footfall-serve-watching = Estás mirando. { $count ->
    [one] Juega
   *[other] Juegan
} { $name }; lo ves { $seconds ->
    [0] mientras ocurre.
    [one] un segundo más tarde.
   *[other] { $seconds } segundos más tarde.
}
footfall-serve-appears = Estás mirando. La partida aparece { $seconds ->
    [0] enseguida.
    [one] dentro de un segundo.
   *[other] dentro de { $seconds } segundos como mucho.
}
footfall-serve-no-keys = Las teclas y los clics no hacen nada aquí.
footfall-serve-looking = La partida de otra persona.
footfall-serve-nameless = Alguien sin nombre
footfall-serve-name = Tu nombre
footfall-serve-save-name = Guardar
footfall-serve-name-use = Lo leen los demás en una mesa, y quienes te miran jugar.
footfall-serve-save-story = Guardar la historia
footfall-serve-save-page = Guardar la partida como página
footfall-serve-last-story = Historia de la última partida
footfall-serve-last-page = Última partida como página
footfall-serve-you = tú
footfall-serve-free = asiento libre
footfall-serve-bot = bot
footfall-serve-taken = ocupado
footfall-serve-host = { $name } (invita)
footfall-serve-lobby = Todos los juegos
footfall-serve-lost = Se perdió la conexión; se intenta de nuevo. La partida espera.
footfall-serve-again = La conexión ha vuelto; la partida sigue.
footfall-serve-refused = Este asiento está ocupado, o la mesa ya no existe. Elige otro asiento, o mira la partida.
footfall-serve-no-game = Este servidor no tiene ningún juego con ese nombre; arriba, «Todos los juegos» muestra los que tiene.
footfall-serve-no-page = Aquí no existe esa página; arriba, «Todos los juegos» lleva a los juegos.
footfall-serve-saved = Todas las partidas están guardadas. El servidor ha terminado.
footfall-serve-open = Abre esta dirección en un navegador. Quien la tenga puede jugar. Ctrl-C guarda todas las partidas y termina.
footfall-serve-no-tls = Sin TLS, otras personas de la red pueden leer la dirección y las partidas: consulta docs/page.md.
footfall-serve-no-key = A esta dirección le falta la clave: abre la dirección entera que ha mostrado el servidor.
footfall-serve-wrong-key = La clave de esta dirección no es la del servidor, que tiene otra cada vez que empieza: abre la última dirección que ha mostrado.
footfall-serve-full = El servidor está lleno. Inténtalo más tarde.
footfall-serve-ended = Esta pantalla se cerró. La partida está guardada.
footfall-serve-closed = El servidor ha cerrado esta partida; está guardada.
footfall-serve-crash = Se ha producido un error en la partida. Cuando vuelvas, seguirá desde justo antes de la última orden.
footfall-serve-files = No se puede abrir o guardar la partida. El dueño del servidor puede ver el motivo en los mensajes del servidor.
footfall-serve-help = En un navegador
footfall-serve-help-buttons = a los botones que hay bajo el juego, y de vuelta
footfall-serve-help-browser = y otras teclas parecidas son del navegador
footfall-serve-help-leave = salir; la partida se guarda siempre, y arriba están todos los juegos
footfall-serve-help-touch = con un clic o un toque se elige o se viaja; solo el dueño del servidor puede cambiar mods, archivos y ajustes
footfall-serve-keyboard = Teclas
footfall-serve-typed = Lo que escribes
footfall-serve-key-esc = Escape: atrás
footfall-serve-key-left = izquierda
footfall-serve-key-up = arriba
footfall-serve-key-down = abajo
footfall-serve-key-right = derecha
footfall-serve-key-enter = Intro: elegir
footfall-serve-key-tab = Tabulador: siguiente
footfall-serve-screen = El juego. Aquí funcionan sus teclas; F6 pasa a los botones y vuelve.
footfall-serve-whole = Pantalla entera
footfall-serve-name-saved = Tu nombre está guardado.
