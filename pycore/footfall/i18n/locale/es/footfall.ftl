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

footfall-console-off = La consola está apagada: footfall play --console
