# Negativas y mensajes del motor.
footfall-answer-first = Primero responde a la pregunta pendiente.
footfall-not-your-turn = No es tu turno.
footfall-unknown-command = Este juego no tiene esa orden.
footfall-course-only = Esta orden se compone de varias órdenes; da esas en su lugar.
footfall-command-failed = La orden ha fallado: { $mod } tiene un error. El registro de mensajes indica la línea.
footfall-no-question = No hay ninguna pregunta pendiente.
footfall-no-such-option = No existe esa opción.
footfall-unchanged = sus valores no se refieren a nada que exista, o no había nada que cambiar
footfall-unchanged-word = una palabra que lee no se refiere a nada que exista
game-title = Juego sin título
footfall-bot = Bot
footfall-bot-random = Al azar
footfall-bot-random-about = Da cualquier orden permitida, todas igual de probables.

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

# La repetición de una partida en curso.
footfall-replay-damaged = La repetición está dañada desde la línea { $line }; solo se usan las órdenes anteriores.
footfall-replay-not-written = No se puede escribir la repetición: { $reason }. La partida continúa y el próximo guardado conserva todas las órdenes.
footfall-replay-kept = La repetición dañada se conserva como { $path }.
footfall-replay-missing = No había repetición junto a la partida guardada; se ha vuelto a escribir a partir de ella.
footfall-replay-short = A la repetición le faltaba{ $count ->
    [one] {" "}una orden que la partida guardada tiene; se ha añadido.
   *[other] n { $count } órdenes que la partida guardada tiene; se han añadido.
 }
footfall-replay-header = El principio de la repetición junto a la partida guardada está dañado; se conserva como { $path }, y la partida continúa desde lo guardado.
footfall-replay-other = La repetición junto a la partida guardada es de otra partida; se conserva como { $path }, y la partida continúa desde lo guardado.
footfall-replay-format = La repetición junto a la partida guardada es de otra versión; se conserva como { $path }, y la partida continúa desde lo guardado.
footfall-replay-diverged = Desde el turno { $turn }, las órdenes registradas no encajan con el estado actual de la partida; { $count ->
    [one] una no se reproduce.
   *[other] { $count } no se reproducen.
 }
footfall-replay-crash = Se omite la orden del turno { $turn } porque hace fallar el juego: { $error }
footfall-replay-replayed = { $count ->
    [one] Se ha reproducido una orden registrada después del último guardado.
   *[other] Se han reproducido { $count } órdenes registradas después del último guardado.
 }
footfall-save-missing = No había partida guardada; se ha reconstruido a partir de su repetición, hasta el turno { $turn }.
footfall-save-rebuilt = La partida guardada está dañada y se conserva como { $path }; se ha reconstruido a partir de su repetición, hasta el turno { $turn }.
footfall-save-not-written = No se puede guardar la partida: { $reason }. Continúa, y sus órdenes quedan en la repetición.
footfall-save-in-replay = No se ha podido guardar la partida en { $path }: { $reason }. Su repetición tiene todas las órdenes; el próximo inicio continúa en el turno { $turn }.
footfall-save-lost = No se han podido escribir ni la partida ni su repetición en { $path }: { $reason }. El próximo inicio continúa cerca del turno { $turn }; las órdenes posteriores se pierden.
