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
footfall-difference-missing = Falta el mod { $subject } { $then }; { $count ->
    [0] no hay nada suyo en el mundo.
    [one] una cosa suya espera su regreso.
   *[other] { $count } cosas suyas esperan su regreso.
 }
footfall-difference-returned = El mod { $subject } ha vuelto{ $count ->
    [0] .
    [one] , y con él una cosa.
   *[other] , y con él { $count } cosas.
 }
footfall-difference-new = El mod { $subject } { $now } es nuevo.
footfall-difference-version = El mod { $subject }: { $then } es ahora { $now }.
footfall-difference-files = El mod { $subject } { $now }: sus archivos han cambiado.
footfall-difference-migrated = El mod { $subject }: puesto al día por { $now }.
footfall-difference-setting = El ajuste { $subject } sigue siendo { $then } en esta partida; las nuevas tienen { $now }.
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

# La pantalla de mods.
footfall-mods-title = MODS
footfall-mods-when = para el próximo inicio y las partidas nuevas
footfall-mods-keys = Mods
footfall-mods-key-up = el anterior
footfall-mods-key-down = el siguiente
footfall-mods-key-page-up = página arriba
footfall-mods-key-page-down = página abajo
footfall-mods-key-switch = activar o desactivar
footfall-mods-key-enter = sus ajustes
footfall-mods-key-less = menos
footfall-mods-key-more = más
footfall-mods-key-back = atrás
footfall-mods-list = Mods { $at } de { $count }
footfall-mods-mod = mod
footfall-mods-version = versión
footfall-mods-state = ahora
footfall-mods-on = activo
footfall-mods-off = inactivo
footfall-mods-then-on = activo en el próximo inicio
footfall-mods-then-off = inactivo en el próximo inicio
footfall-mods-elsewhere = activo, no en este juego
footfall-mods-broken = inactivo: tiene un error
footfall-mods-waits = inactivo: aún sin aprobar
footfall-mods-about = Sobre él
footfall-mods-settings = Ajustes para partidas nuevas ({ $count })
footfall-mods-problems = Qué va mal
footfall-mods-differences = Esta partida se guardó con otros
footfall-mods-saves = Partidas guardadas
footfall-mods-here = { $value } en esta partida
footfall-mods-scope-world = partidas nuevas
footfall-mods-scope-startup = próximo inicio
footfall-mods-scope-player = enseguida
footfall-mods-after = después de { $mod } ({ $why })
footfall-mods-before = antes de { $mod } ({ $why })
footfall-mods-save-good = { $game }, turno { $turn }: se puede jugar tal cual
footfall-mods-save-other = { $game }, turno { $turn }: se puede jugar; otras versiones de { $mods }
footfall-mods-save-without = { $game }, turno { $turn }: se puede jugar; lo de { $mods } espera
footfall-mods-save-bad = { $game }: dañada
footfall-mods-no-saves = No hay ninguna.
footfall-mods-part-of-it = { $mod } viene con Footfall y siempre está.
footfall-mods-no-settings = No tiene ajustes.
footfall-mods-type-it = Este se escribe: footfall mods set { $mod } { $setting } VALOR
footfall-mods-not-kept = No se pudo guardar: { $error }
footfall-screens = Más
footfall-open-mods = mods
footfall-open-console = consola de modder

footfall-approval-waits = { $count ->
    [one] Un mod con Python espera tu aprobación: footfall mods approve
   *[other] { $count } mods con Python esperan tu aprobación: footfall mods approve
}

# La consola de modder.
footfall-console = CONSOLA
footfall-console-title = Consola de modder
footfall-console-keys = Consola
footfall-console-set-die = un dado de la próxima orden
footfall-console-trace = seguir un hook
footfall-console-reload = tomar los archivos cambiados
footfall-console-leave = volver al juego
footfall-console-which-purpose = ¿Qué dado?
footfall-console-which-value = ¿Qué saca?
footfall-console-which-hook = ¿Qué hook?
footfall-console-die = próximo dado para { $purpose }: { $value }
footfall-console-any = el próximo, sea para lo que sea
footfall-console-traced = se sigue: { $hook }
footfall-console-off = La consola está apagada: footfall play --console
footfall-console-unchanged = No ha cambiado ningún archivo de un mod.
footfall-trace = Traza: { $line }

footfall-problem = { $problem }
