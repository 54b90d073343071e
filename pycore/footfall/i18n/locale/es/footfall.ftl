# Negativas y mensajes del motor.
footfall-answer-first = Primero responde a la pregunta pendiente.
footfall-not-your-turn = No es tu turno.
footfall-unknown-command = Este juego no tiene esa orden.
footfall-course-only = Esta orden se compone de varias órdenes; da esas en su lugar.
footfall-command-failed = La orden ha fallado: { $mod } tiene un error. El registro de mensajes indica la línea.
footfall-no-question = No hay ninguna pregunta pendiente.
footfall-no-such-option = No existe esa opción.
game-title = Juego sin título
footfall-bot = Programa
footfall-bot-random = Al azar

# Diferencias entre una partida guardada y los mods actuales.
footfall-difference-missing = Falta el mod { $subject } { $then }; { $count ->
    [0] no hay contenido suyo en el mundo.
    [one] un objeto suyo se conserva en la partida.
   *[other] { $count } objetos suyos se conservan en la partida.
 }
footfall-difference-returned = El mod { $subject } ha vuelto{ $count ->
    [0] .
    [one] , con un objeto.
   *[other] , con { $count } objetos.
 }
footfall-difference-new = El mod { $subject } { $now } es nuevo.
footfall-difference-version = El mod { $subject } ha cambiado de { $then } a { $now }.
footfall-difference-files = Los archivos del mod { $subject } { $now } han cambiado.
footfall-difference-migrated = Los datos del mod { $subject } han sido migrados por { $now }.
footfall-difference-setting = El ajuste { $subject } sigue siendo { $then } en esta partida; en las nuevas es { $now }.
footfall-difference-order = El orden de los mods ha cambiado: { $now }.

footfall-console-off = La consola está desactivada; para activarla: footfall play --console

# The replay of a game in play.
footfall-replay-damaged = La repetición está dañada desde la línea { $line }; solo se usan las órdenes anteriores.
footfall-replay-not-written = No se puede escribir la repetición: { $reason }. La partida continúa y el próximo guardado conserva todas las órdenes.
