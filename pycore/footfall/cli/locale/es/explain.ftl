# Lo que cambia un mod, en frases: footfall mods show --changes.

explain-when = Cuando { $when }: { $does }.
explain-always = Siempre: { $does }.
explain-both = { $first }; { $then }
explain-reason = { $does } («{ $reason }»)

# Condiciones.
explain-and = { $first } y { $then }
explain-or = { $first } o { $then }
explain-group = ({ $inner })
explain-is-eq = { $first } es { $then }
explain-is-ne = { $first } no es { $then }
explain-is-lt = { $first } es menor que { $then }
explain-is-le = { $first } es como mucho { $then }
explain-is-gt = { $first } es mayor que { $then }
explain-is-ge = { $first } es al menos { $then }
explain-is-in = { $first } es uno de { $values }
explain-is-not-in = { $first } no es ninguno de { $values }
explain-holds = se cumple { $first }
explain-holds-not = no se cumple { $first }
explain-word-true = verdadero
explain-word-false = falso

# Efectos.
explain-set = { $term } pasa a ser { $value }
explain-add = suma { $value } a { $term }
explain-take = resta { $value } a { $term }
explain-mul = multiplica { $term } por { $value }
explain-answer = responde { $name }
explain-skip = el paso { $name } no se ejecuta
explain-replaces = en lugar del paso { $name }
explain-deny = lo prohíbe: «{ $text }»
explain-dice = { $dice }; entonces { $does }
explain-only-if = solo si { $when }
explain-roll = { $name } es un dado de { $low } a { $high }
explain-chance = { $name } se cumple en { $part } de { $whole } casos
explain-do-tell = escribe «{ $text }» en el registro
explain-do-remember = recuerda { $value } como { $name }
explain-do = { $deed } ({ $values })

# El resto de un mod.
explain-in-game = En { $game }:
explain-at = en { $place }
explain-no-change = no cambia nada.
explain-python = Tiene código Python para { $hooks }, que no se explica aquí.
explain-added = añade { $kind } { $id }:
explain-removed = quita { $kind } { $id }.
explain-changed = cambia { $kind } { $id }:
explain-field = { $field } es { $after }
explain-field-instead = { $field } es { $after } en vez de { $before }
explain-nothing = nada
explain-setting = tiene el ajuste { $name }: { $label } ({ $value } si no lo cambias).
explain-texts = tiene { $count ->
    [one] un texto
   *[other] { $count } textos
 } en { $language }.
explain-reading = ofrece la lectura { $name }: { $text }
explain-deed = ofrece la acción { $name }: { $text }
explain-hook = pregunta al hook { $name }: { $text }
explain-pick =
    { $most ->
        [1] para un { $item } de { $items }: { $does }
       *[other] para hasta { $most } { $item } de { $items }: { $does }
    }
explain-pick-where = { $items } donde { $where }
explain-pick-by = { $items }, primero el menor { $by }
