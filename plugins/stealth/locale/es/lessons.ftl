# Lecciones: una línea de 76 columnas como mucho, una sola vez.
stealth-lesson-start = El cofre ▣ trae equipo. { $key } lleva a las escaleras; { $second } enseña las teclas.
stealth-lesson-dark = Solo ves una casilla. { $key } enciende el farol: verás más, y más te verán.
stealth-lesson-noise = Cada paso hace ruido, como se ve arriba. Una espera ({ $key }) no hace ninguno.
stealth-lesson-shift = Al esperar cambias de postura en los turnos acabados en 0 o 5: suena a paso.
stealth-lesson-bell = Ahora lleva la campana a casa: { $key } sube y sale. Suena al andar.
stealth-lesson-hum = Una campana zumba en este piso: de cada sonido (♪) se dice de dónde llega.
stealth-lesson-secret = ▒ es una pared hueca: { $key } y una dirección la rompen con ruido.
stealth-lesson-heard = Oyes algo: de cada sonido (♪) se dice de dónde llega. { $key } espera.
stealth-lesson-door = Una puerta: { $key } a su lado escucha. Si la empujas, se abre con ruido.
stealth-lesson-locked = Cerrada con llave: la de su color está en un piso superior.
stealth-lesson-sleeper = z duerme. Un golpe por sorpresa daña mucho más; de cerca puede despertar.
stealth-lesson-unaware = ° no te ha visto: { $key } muestra dónde te vería. Acércate a oscuras.
stealth-lesson-backstab = ↯ Tienes un golpe antes de que te descubra, y hace más daño.
stealth-lesson-sheltered = Junto a una pared cuesta más descubrirte.
stealth-lesson-hunted = ! te persigue. Sin luz ni ruido te pierde: { $key } cierra una puerta.
stealth-lesson-wary = ? te ha perdido, ¿ aún busca; solo puedes sorprender a quien tiene ↯.
stealth-lesson-melee = CUERPO A CUERPO: { $key } afina golpe y guardia por 1 aguante; retroceder da 1.
stealth-lesson-breathless = Sin aliento no puedes golpear: ahora { $key } da aguante; o apártate.
stealth-lesson-container = Camina hacia un cofre, una mesa o un estante para ver qué hay. Hace ruido.
stealth-lesson-underfoot = { $key } recoge lo que hay aquí; { $second } enseña lo que llevas.
stealth-lesson-unworn = Llevas algo que ponerte: { $key } te lo pone.
stealth-lesson-unknown = Desconocido: { $second } lo prueba, lejos de enemigos; { $key } lo lanza, y puede sanar.
stealth-lesson-loud = La grava : suena, el musgo " no. Mira dónde pisas.
stealth-lesson-hurt = Las heridas se cierran despacio ({ $key } descansa); junto a un fuego, deprisa.
stealth-lesson-hungry = El hambre acaba matando: { $key } come lo que llevas.
stealth-lesson-stairs = La bajada: { $key } lleva hasta ella y, al repetir, baja.
stealth-lesson-unnoticed = Baja sin que te descubran y tendrás temple abajo ({ $key }). Matar no da nada.
stealth-lesson-explore = { $key } explora por su cuenta hasta que pase algo.

# Lo mismo en palabras, para quien las oye: lecciones que nombran signos o la pantalla.
stealth-lesson-noise-words = Cada paso hace ruido; las noticias dicen cuánto. Una espera ({ $key }) no hace ninguno.
stealth-lesson-secret-words = Una pared hueca: { $key } y una dirección la rompen con ruido.
stealth-lesson-sleeper-words = Una criatura duerme. Un golpe por sorpresa daña mucho más; de cerca puede despertar.
stealth-lesson-unaware-words = Una criatura no te ha visto: { $key } dice dónde te vería. Acércate a oscuras.
stealth-lesson-hunted-words = Una criatura te persigue. Sin luz ni ruido te pierde: { $key } cierra una puerta.
stealth-lesson-wary-words = Una criatura te ha perdido o aún te busca; solo puedes sorprender a quien nunca te ha descubierto.
stealth-lesson-loud-words = La grava suena, el musgo no. Mira dónde pisas.
