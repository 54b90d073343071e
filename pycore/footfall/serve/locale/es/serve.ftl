# Las páginas del servidor.
footfall-serve-play = Jugar
footfall-serve-continue = Continuar
footfall-serve-several = Jugar con otros
footfall-serve-new-table = Mesa nueva
footfall-serve-players = Jugadores
footfall-serve-other-seats = Los otros asientos
footfall-serve-sit = Ocupar el asiento
footfall-serve-watch = Mirar
footfall-serve-delay = { $seconds ->
    [0] Ves cada momento a la vez que los jugadores.
    [one] Ves cada momento un segundo más tarde que los jugadores.
   *[other] Ves cada momento { $seconds } segundos más tarde que los jugadores.
}
footfall-serve-watching = Estás mirando. { $count ->
    [one] Juega
   *[other] Juegan
} { $name }; lo ves { $seconds ->
    [0] según ocurre.
    [one] un segundo más tarde.
   *[other] { $seconds } segundos más tarde.
}
footfall-serve-appears = Estás mirando. La partida aparece { $seconds ->
    [0] enseguida.
    [one] dentro de un segundo.
   *[other] dentro de { $seconds } segundos como mucho.
}
footfall-serve-no-keys = Las teclas y los clics no hacen nada aquí.
footfall-serve-looking = Una partida que juega otra persona.
footfall-serve-nameless = Alguien sin nombre
footfall-serve-name = Tu nombre
footfall-serve-save-name = Guardar
footfall-serve-you = tú
footfall-serve-free = asiento libre
footfall-serve-bot = ordenador
footfall-serve-taken = ocupado
footfall-serve-lobby = Todos los juegos
footfall-serve-lost = Se perdió la conexión; se intenta de nuevo. La partida espera.
footfall-serve-again = La conexión ha vuelto; la partida sigue.
footfall-serve-refused = Este sitio está ocupado, o la mesa ya no existe. Toma otro sitio, o mira la partida.
footfall-serve-full = Ahora no hay sitio. Inténtalo más tarde.
footfall-serve-ended = Esta pantalla se cerró. La partida está guardada.
footfall-serve-closed = El servidor ha cerrado esta partida; está guardada.
footfall-serve-crash = La partida falló. Al volver, sigue antes de la última orden.
footfall-serve-files = No se puede abrir o guardar la partida. El dueño del servidor encuentra la razón en su salida.
footfall-serve-help = En un navegador
footfall-serve-help-buttons = a los botones bajo el juego, y vuelta
footfall-serve-help-browser = y similares son del navegador
footfall-serve-help-leave = salir; la partida está siempre guardada, y arriba están todos los juegos
footfall-serve-help-touch = un clic o toque elige o viaja; los mods, archivos y ajustes son del dueño del servidor
footfall-serve-keyboard = Teclas
footfall-serve-typed = Lo que escribes
footfall-serve-key-esc = Escape: atrás
footfall-serve-key-left = izquierda
footfall-serve-key-up = arriba
footfall-serve-key-down = abajo
footfall-serve-key-right = derecha
footfall-serve-key-enter = Intro: elegir
footfall-serve-key-tab = Tabulador: siguiente
footfall-serve-screen = El juego. Aquí funcionan sus teclas; F6 lleva a los botones y vuelve.
footfall-serve-whole = Pantalla entera
footfall-serve-name-saved = Tu nombre está guardado.
