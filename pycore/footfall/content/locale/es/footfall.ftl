# Las negativas y los avisos propios del motor.
footfall-answer-first = Primero responde a la pregunta pendiente.
footfall-not-your-turn = No es tu turno.
footfall-unknown-command = Este juego no conoce esa orden.
footfall-course-only = Eso lleva muchos turnos: se juega como las órdenes a las que da lugar.
footfall-command-failed = No ha funcionado: { $mod } tiene un error. El registro de problemas indica la línea.
footfall-no-question = No hay ninguna pregunta que responder.
footfall-no-such-option = No existe esa opción.
game-title = Juego sin título
footfall-bot = Programa
footfall-bot-random = Al azar

footfall-watch-keys = Ver
footfall-watch-on = una orden adelante
footfall-watch-back = una orden atrás
footfall-watch-far-on = diez órdenes adelante
footfall-watch-far-back = diez órdenes atrás
footfall-watch-begin = al principio
footfall-watch-end = al final
footfall-watch-at = REPETICIÓN { $at } de { $of }
footfall-watch-first = Este es el principio.
footfall-watch-last = Este es el final.
footfall-watch-command = ORDEN
footfall-watch-changes = CAMBIOS
footfall-watch-why = PORQUÉ

# En qué difiere una partida guardada de los mods con que se carga.
footfall-difference-missing = Falta { $subject } { $then }; { $count ->
    [0] no hay nada suyo en el mundo.
    [one] una cosa suya espera su regreso.
   *[other] { $count } cosas suyas esperan su regreso.
 }
footfall-difference-returned = { $subject } ha vuelto{ $count ->
    [0] .
    [one] , y con él una cosa.
   *[other] , y con él { $count } cosas.
 }
footfall-difference-new = { $subject } { $now } es nuevo.
footfall-difference-version = { $subject }: { $then } es ahora { $now }.
footfall-difference-files = { $subject } { $now }: sus archivos han cambiado.
footfall-difference-migrated = { $subject }: puesto al día por { $now }.
footfall-difference-setting = { $subject } sigue siendo { $then } en esta partida; las nuevas tienen { $now }.
footfall-difference-order = Los mods van ahora en otro orden: { $now }.

footfall-hot-done = { $mod }: los archivos nuevos están en uso ({ $milliseconds } ms).
footfall-hot-failed = { $mod } queda como estaba: { $error }
footfall-hot-back = { $mod } vuelve a la versión anterior, y con ella la orden: { $error }
# La página del porqué.
footfall-why = porqué
footfall-why-title = EL PORQUÉ: una letra dice más
footfall-why-numbers = Los números de ahora
footfall-why-events = Lo que ha pasado
footfall-why-figure = { $name }: { $value }
footfall-why-share = { $amount }  { $what }
footfall-why-share-from = { $amount }  { $what }  ({ $where })
footfall-why-turn = { $turn }
footfall-why-fold = { $hook }: { $event }
footfall-why-base = { $term } { $value } para empezar
footfall-why-link = { $what }  { $mod }  ({ $where })
footfall-why-link-reason = { $what }  { $mod }: { $reason }  ({ $where })
footfall-why-link-dropped = { $what }  { $mod }: no cuenta, { $by } lo fijó de nuevo
footfall-why-result = { $term } es { $value }
footfall-why-answer = { $hook }, { $mod }: { $answer }  ({ $where })
footfall-why-change = { $change }  por { $mod }, { $via }
footfall-why-change-at = { $change }  por { $mod }, { $via }  ({ $where })
footfall-why-lost = { $mod } queda fuera: { $error }  ({ $where })
footfall-why-nothing = Aún no ha pasado nada que se haya anotado.
