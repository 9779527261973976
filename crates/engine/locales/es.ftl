# Español, con las palabras del reglamento. El género de una carta (.gender)
# sirve para la concordancia: el de $enemy se pide como $enemy_gender.

text = { $text }
list-none = nada
list-middle = { $left }, { $right }
list-end = { $left } y { $right }

## Jugadores

# Un jugador por su asiento, contado desde 1, o por su nombre: al principio de
# una frase, en medio (.inside), tras «a» (.to) y tras «de» (.of). De quien lee,
# .person es «you»: de ello depende el verbo.
player-seat = El asiento { $number }
    .inside = el asiento { $number }
    .to = al asiento { $number }
    .of = del asiento { $number }
    .person = other
player-named = { $name }
    .inside = { $name }
    .to = a { $name }
    .of = de { $name }
    .person = other
player-alike = { $name } (asiento { $number })
    .inside = { $name } (asiento { $number })
    .to = a { $name } (asiento { $number })
    .of = de { $name } (asiento { $number })
    .person = other
player-open-seat = Asiento libre
player-bot = Bot { $number }
    .inside = Bot { $number }
    .to = a Bot { $number }
    .of = de Bot { $number }
    .person = other
player-you = Tú
    .inside = tú
    .to = a ti
    .of = de ti
    .person = you

## Cartas

suit-clubs = tréboles
suit-diamonds = diamantes
suit-hearts = corazones
suit-spades = picas
highest-king = el rey
highest-ace = el as
rank-ace = As
rank-two = Dos
rank-three = Tres
rank-four = Cuatro
rank-five = Cinco
rank-six = Seis
rank-seven = Siete
rank-eight = Ocho
rank-nine = Nueve
rank-ten = Diez
rank-jack = Sota
rank-queen = Reina
rank-king = Rey
rank-companion = Compañero animal
card-ace = as de { $suit }
    .gender = m
card-companion = compañero animal de { $suit }
    .gender = m
card-two = dos de { $suit }
    .gender = m
card-three = tres de { $suit }
    .gender = m
card-four = cuatro de { $suit }
    .gender = m
card-five = cinco de { $suit }
    .gender = m
card-six = seis de { $suit }
    .gender = m
card-seven = siete de { $suit }
    .gender = m
card-eight = ocho de { $suit }
    .gender = m
card-nine = nueve de { $suit }
    .gender = m
card-ten = diez de { $suit }
    .gender = m
card-jack = sota de { $suit }
    .gender = f
card-queen = reina de { $suit }
    .gender = f
card-king = rey de { $suit }
    .gender = m
card-jester = comodín
    .gender = m
card-joker = comodín
    .gender = m
medal-bronze = bronce
medal-silver = plata
medal-gold = oro

## Lo que hace una jugada: el juego cooperativo

effect-played = { $seat_person ->
    [you] Juegas
   *[other] { $seat } juega
} { $cards }: ataque { $attack }.
effect-yielded = { $seat_person ->
    [you] Pasas
   *[other] { $seat } pasa
}.
effect-immunity_cancelled = El comodín anula la inmunidad del enemigo: desde ahora le afectan { $suit ->
    [picas] las picas
   *[other] los { $suit }
}.
effect-immune = El enemigo es inmune a { $suit ->
    [picas] las picas
   *[other] los { $suit }
}: no hay poder.
effect-healed = { $count ->
    [0] Ninguna carta pasa
    [one] Una carta pasa
   *[other] { $count } cartas pasan
} de la pila de descarte al fondo del mazo de la posada.
effect-drawn = { $seat_person ->
    [you] Robas
   *[other] { $seat } roba
} { $count ->
    [one] una carta
   *[other] { $count } cartas
}.
effect-drawn-seen = { $seat_person ->
    [you] Robas
   *[other] { $seat } roba
} { $count ->
    [one] una carta
   *[other] { $count } cartas
}: { $cards }.
effect-shielded = El ataque del enemigo baja { $amount }, hasta { $attack }.
effect-damaged = { $amount } de daño: al enemigo le quedan { $left } de { $health }.
effect-damaged-doubled = { $half } de daño, doblado a { $amount }: al enemigo le quedan { $left } de { $health }.
effect-defeated = { $enemy_gender ->
    [f] La { $enemy } queda derrotada
   *[m] El { $enemy } queda derrotado
}.
effect-defeated-exactly = { $enemy_gender ->
    [f] La { $enemy } queda derrotada
   *[m] El { $enemy } queda derrotado
} con daño exacto y va encima del mazo de la posada.
effect-revealed = { $enemy_gender ->
    [f] La { $enemy } es la siguiente enemiga
   *[m] El { $enemy } es el siguiente enemigo
}.
effect-attacked = { $damage ->
    [0] { $seat_person ->
        [you] El enemigo no puede dañarte.
       *[other] El enemigo no puede dañar { $seat_to }.
    }
   *[other] { $seat_person ->
        [you] El enemigo te ataca: { $damage } de daño por encajar.
       *[other] El enemigo ataca { $seat_to }: { $damage } de daño por encajar.
    }
}
effect-discarded = { $seat_person ->
    [you] Descartas
   *[other] { $seat } descarta
} { $cards }, con valor { $worth }{ $left ->
    [0] .
   *[other] ; { $left ->
    [one] queda 1
   *[other] quedan { $left }
} de daño para quien sigue.
}
effect-passed_over = { $seat_person ->
    [you] No tienes cartas y pierdes el turno
   *[other] { $seat } no tiene cartas y pierde el turno
}.
effect-flipped = Se da la vuelta a un comodín, { $left ->
    [0] no queda ninguno
    [one] queda uno
   *[other] quedan { $left }
}; se descarta la mano: { $cards }.
effect-flipped-empty = Se da la vuelta a un comodín, { $left ->
    [0] no queda ninguno
    [one] queda uno
   *[other] quedan { $left }
}; la mano estaba vacía.
effect-named = { $seat_person ->
    [you] Jugarás
   *[other] { $seat } jugará
} el siguiente turno.
effect-turn = { $seat_person ->
    [you] Te toca.
   *[other] Es el turno { $seat_of }.
}
effect-conceded = { $seat_person ->
    [you] Te rindes
   *[other] { $seat } se rinde
}: la partida está perdida.
effect-taken_back = { $seat_person ->
    [you] Deshaces
   *[other] { $seat } deshace
} la jugada { $number }.
effect-won = El último rey queda derrotado: la partida está ganada.
effect-won-solo = El último rey queda derrotado: la partida está ganada, con medalla de { $medal }.
effect-lost-damage = { $seat_person ->
    [you] No puedes encajar
   *[other] { $seat } no puede encajar
} el daño: la partida está perdida.
effect-lost-stuck = { $seat_person ->
    [you] No puedes jugar
   *[other] { $seat } no puede jugar
} ni pasar: la partida está perdida.

## Lo que hace una jugada: el juego de bazas

effect-card_taken = { $seat_person ->
    [you] Tomas
   *[other] { $seat } toma
} { $card_gender ->
    [f] la { $card }
   *[m] el { $card }
}.
effect-passed = { $seat_person ->
    [you] Pasas
   *[other] { $seat } pasa
}.
effect-turned_down = { $card_gender ->
    [f] La { $card }
   *[m] El { $card }
} va boca abajo encima del mazo.
effect-trump_set = { $seat_person ->
    [you] Eliges
   *[other] { $seat } elige
} triunfo: { $suit }.
effect-buried = { $seat_person ->
    [you] Entierras
   *[other] { $seat } entierra
} una carta.
effect-buried-seen = { $seat_person ->
    [you] Entierras
   *[other] { $seat } entierra
} { $card_gender ->
    [f] la { $card }
   *[m] el { $card }
}.
effect-card_played = { $seat_person ->
    [you] Juegas
   *[other] { $seat } juega
} { $card_gender ->
    [f] la { $card }
   *[m] el { $card }
}.
effect-trick_won = { $seat_person ->
    [you] Ganas
   *[other] { $seat } gana
} la baza con { $card_gender ->
    [f] la { $card }
   *[m] el { $card }
} y ya { $seat_person ->
    [you] tienes
   *[other] tiene
} { $tricks ->
    [one] una baza
   *[other] { $tricks } bazas
}.
effect-kept = { $seat_person ->
    [you] Dejas
   *[other] { $seat } deja
} el triunfo y el orden como están.
effect-trump_changed = { $seat_person ->
    [you] Cambias
   *[other] { $seat } cambia
} el triunfo a { $suit }.
effect-ranks_reversed = { $seat_person ->
    [you] Inviertes
   *[other] { $seat } invierte
} el orden: { $highest } es lo más alto.
effect-hand_scored = La mano ha terminado y suma { $scored }. Los puntos son ahora { $points }.
effect-cards_dealt = { $seat_person ->
    [you] Recibes
   *[other] { $seat } recibe
} { $count ->
    [one] 1 carta
   *[other] { $count } cartas
}.
effect-cards_dealt-seen = { $seat_person ->
    [you] Recibes
   *[other] { $seat } recibe
} { $count ->
    [one] 1 carta
   *[other] { $count } cartas
}: { $cards }.
effect-card_turned_up = { $seat_person ->
    [you] Has repartido y descubres
   *[other] { $seat } ha repartido y descubre
} { $card_gender ->
    [f] la { $card }
   *[m] el { $card }
}.
effect-side_conceded = { $seat_person ->
    [you] Te rindes
   *[other] { $seat } se rinde
}.
effect-side_conceded-partners = { $seat_person ->
    [you] Te rindes
   *[other] { $seat } se rinde
}, también { $partner_person ->
    [you] en tu nombre
   *[other] en nombre { $partner_of }
}.
effect-game_won = { $seat_person ->
    [you] Ganas
   *[other] { $seat } gana
} la partida. Los puntos son { $points }.
effect-game_won-partners = { $seat_person ->
    [you] Ganas
   *[other] { $seat } gana
} la partida { $partner_person ->
    [you] contigo
   *[other] con { $partner_inside }
}. Los puntos son { $points }.
effect-game_shared = Comparten la partida { $winners }. Los puntos son { $points }.
# Un bando en medio de una frase, y tras «para» (.after): un jugador o una pareja.
side = { $seat_inside }
    .after = { $seat_person ->
        [you] ti
       *[other] { $seat_inside }
    }
side-partners = { $partner_person ->
    [you] { $seat_inside } contigo
   *[other] { $seat_inside } con { $partner_inside }
}
    .after = { $seat_person ->
        [you] ti con { $partner_inside }
       *[other] { side-partners }
    }
side-points = { $points } para { $side_after }

## Señales (R8)

signal-good_play = Tengo una buena jugada.
signal-not_next = Prefiero no ser quien sigue.
signal-hello = ¡Hola!
signal-well_played = ¡Bien jugado!
signal-said = { $seat }: «{ $sentence }»

## Por qué se rechaza una jugada

refused-over = La partida ha terminado.
refused-no-such-seat = { $seat } no está en esta mesa.
refused-not-your-turn = Es el turno { $seat_of }.
refused-not-in-this-game = Este juego no tiene esa jugada.
refused-wrong-phase = La jugada no corresponde a esta fase del turno.
refused-not-in-hand = { $card } no está en la mano.
refused-named-twice = { $card } se nombra dos veces.
refused-not-together = Estas cartas no se pueden jugar juntas.
refused-combo-too-high = La combinación vale { $worth }, más de 10.
refused-combos-off = En esta partida no hay combinaciones.
refused-jester-not-alone = El comodín se juega solo.
refused-too-little = Las cartas valen { $worth }, el daño es { $damage }.
refused-whole-hand = Hay que descartar toda la mano.
refused-others-yielded = Todos los demás pasaron en su último turno.
refused-solo-yield = Jugando a solas no se puede pasar.
refused-yielded-last = Jugando a solas no se puede pasar dos veces seguidas.
refused-no-jester-left = No queda ningún comodín al que dar la vuelta.
refused-only-flip = Solo se puede dar la vuelta a un comodín.
refused-must-follow = Hay que servir el palo de salida, { $suit }.
refused-one-card = A la baza se juega exactamente una carta.
refused-changes-nothing = Un cambio nombra un palo, invierte el orden o ambas cosas.
refused-trump-already = El triunfo ya es { $suit }.
refused-nothing-to-undo = Aquí no se puede deshacer ninguna jugada: eso es para el asiento de la última, si no movió ninguna carta oculta.
refused-not-to-be-said-now = Eso no se puede decir ahora.

## Por qué un texto no es una jugada

misspelt-unknown-word = No existe esa jugada: empieza por play, yield, discard, next, flip, concede, undo, take, pass, trump, bury, keep o change.
misspelt-spaces = Una jugada se escribe con espacios simples y solo con lo que le corresponde.
misspelt-no-cards = La jugada no nombra ninguna carta.
misspelt-too-many-cards = La jugada nombra más de 8 cartas.
misspelt-card = Una carta es un valor de A23456789TJQK y un palo de CDHS, o X1 o X2.
misspelt-seat = Un asiento es un número de 0 a 3.
misspelt-suit = Un palo es C, D, H o S.
misspelt-bury-one = Se entierra exactamente una carta.

## Por qué se rechaza una preparación

setup-one-to-four-players = El juego es para una a cuatro personas.
setup-two-to-four-players = El juego es para dos a cuatro personas.
setup-first-player-not-here = Quien debe empezar no está en esta mesa.
setup-first-dealer-not-here = Quien debe repartir primero no está en esta mesa.
setup-solo-yield-for-one = solo_yield es para una sola persona.
setup-variant-twice = Una variante se nombra dos veces.
setup-shared-damage-for-several = shared_damage necesita dos o más personas.
setup-two-jokers-or-none = Se juega con dos comodines o con ninguno.
setup-partners-for-four = Para jugar en parejas hacen falta cuatro personas.
setup-target-range = La meta es de 10 a 100 puntos.
setup-option-of-another-game = El juego no tiene esta opción.
seed-malformed = Una semilla son de 1 a 64 caracteres de A-Z a-z 0-9 . _ ~ -

## Registros

bad-move = Jugada { $seq }: { $fault }
fault-number = Lleva el número { $number }.
fault-time = Su hora no es una hora de RFC 3339, no está en UTC o es más fina que un microsegundo.
fault-earlier-time = Su hora es anterior a la de una jugada previa.
fault-later-time = Su hora aún no ha llegado.
fault-seat = No hay asiento { $seat }.
fault-too-many = Un historial tiene como máximo { $most } jugadas.
record-unknown-format = El formato { $format } no se conoce, solo { $known }.
record-unknown-kind = El juego { $kind } no se conoce.
unknown-rules = Las reglas { $rules } no se conocen aquí.
record-malformed = No es un archivo de registro.
check-setup = { $field }: { $reason } ({ $rule })
check-it-is = Es { $found }.
check-no-end = Las jugadas se detienen antes del final.
check-not-closed = La hora de cierre no encaja: no es una hora o es anterior a una jugada, o el archivo trae un resultado, una partida acabada por sus jugadas o ningún reto.
check-names = Hay { $count } nombres.
check-players = Hay { $count } ids de jugadores.
check-former-order = Los cambios de jugador no están en orden.
check-former-until = Un asiento cambió de jugador tras la jugada { $until }, que no existe.
check-no-key = No se conoce la clave que la hizo.
check-bad-signature = No es la de esa clave para esta partida.

# Por qué el registro de transparencia no confirma una partida.
log-no-key = No se conoce ninguna clave del registro de transparencia.
log-no-proof = El archivo no trae la prueba de que el registro de transparencia la contiene.
log-no-statement = Al archivo le falta un campo que el registro de transparencia guarda de una partida.
log-malformed = No es una prueba, un punto de control ni un recibo de un registro de transparencia.
log-other-origin = Es de otro registro de transparencia.
log-not-signed = No lo ha firmado ninguna clave conocida del registro.
log-bad-signature = Una firma del punto de control no es válida.
log-no-quorum = Los testigos que han firmado el punto de control ({ $found }) no bastan según la política.
log-not-included = El registro de transparencia no contiene esta partida con ese índice.
log-not-grown = No se demuestra que este sea el registro del punto de control guardado.
log-no-contradiction = Lo firmado no se contradice.
log-late = La partida entró en el registro el { $at }, a más de un día de su final: puede haberse cambiado antes.
receipt-late = La partida entró en el registro el { $at }, más tarde de lo que promete su recibo.
receipt-other = El recibo es de otra partida, o de otro final de esta.
receipt-broken-other = El registro tiene otra entrada de la partida que la prometida: { $entry }.
log-no-time = El final de la partida no tiene hora: no se sabe si la partida entró a tiempo en el registro.
challenge-late = El compromiso entró en el registro el { $at }, después de abrirse el reto.
challenge-other = No es una partida de este reto.
challenge-other-time = Una jugada no se hizo mientras el reto estaba abierto.
challenge-not-logged = El registro aún no tiene el compromiso.
challenge-unknown = El servicio no tiene ese reto.

# Qué confirma un registro y qué abarca.
coverage-nothing = Nada ajeno confirma este registro.
coverage-contradicted = Algo conocido por otra vía contradice este registro.
coverage-commitment = El compromiso conocido por otra vía confirma la semilla y nada más: ni las jugadas ni los jugadores.
coverage-chain = El resumen conocido por otra vía confirma la preparación, la semilla y todas las jugadas con sus horas; no quién jugó ni si contaba para la clasificación.
coverage-receipt = El recibo del servicio confirma que prometió registrar esta preparación, esta semilla, el final, estos jugadores y todas las jugadas con sus horas.
coverage-signed = La firma del servicio confirma la preparación, la semilla, todas las jugadas con sus horas, cómo acabó, que esta fue { $played } y los jugadores por asiento: { $players }. No confirma los nombres, la url ni los comentarios.
coverage-signed-guests = La firma del servicio confirma la preparación, la semilla, todas las jugadas con sus horas, cómo acabó y que esta fue { $played }. No nombra a ningún jugador, y no confirma los nombres, la url ni los comentarios.
coverage-until = { $player } hasta la jugada { $until }, después
coverage-logged = Está en el registro { $origin } desde { $at }, entrada { $entry } de { $size }, { $witnesses ->
        [0] sin ningún testigo que lo confirme
        [one] confirmado por { $witnesses } testigo
       *[other] confirmado por { $witnesses } testigos
    }: la preparación, la semilla, las jugadas, el final y los jugadores no pueden haberse cambiado después sin que se note.
coverage-logged-without-players = Está en el registro { $origin } desde { $at }, entrada { $entry } de { $size }, { $witnesses ->
        [0] sin ningún testigo que lo confirme
        [one] confirmado por { $witnesses } testigo
       *[other] confirmado por { $witnesses } testigos
    }: la preparación, la semilla, las jugadas y el final no pueden haberse cambiado después sin que se note. No confirma quién jugó: un jugador se eliminó después o el archivo nombra a otros.
played-ranked = una partida clasificatoria, intento { $attempt } del reto { $challenge }
played-casual = una partida libre, en ninguna clasificación
played-practice = una partida de práctica, cuyo reparto se podía conocer
played-practice-attempt = una partida sin clasificación, intento { $attempt } del reto { $challenge }
played-fork = una bifurcación de la partida { $game } tras la jugada { $seq }
played-import = una importación, jugada en otro lugar

## Problemas

# Cada uno dice qué ha pasado (.description), por qué y qué hacer (.remedy).

problem-malformed_body = El cuerpo está mal formado
    .description = El cuerpo de la petición no se leyó.
    .why = No es JSON, falta o sobra un campo, o un valor es de otro tipo.
    .remedy = Corrija el campo que nombra la respuesta; el documento OpenAPI los tiene todos.
problem-malformed_query = La consulta está mal formada
    .description = La consulta de la dirección no se leyó.
    .why = Falta o sobra un parámetro, o su valor es de otro tipo.
    .remedy = Corrija el parámetro que nombra la respuesta; el documento OpenAPI los tiene todos.
problem-malformed_header = Una cabecera está mal formada
    .description = Una cabecera de la petición no se leyó.
    .why = Idempotency-Key está vacía, pasa de 200 caracteres o tiene caracteres que no son ASCII visible, o una condición previa no puede leerse.
    .remedy = Envíe en su forma correcta la cabecera que nombra field.
problem-invalid_value = Un valor no sirve
    .description = Se rechazó un valor del tipo correcto.
    .why = Está fuera de su intervalo, o el texto de una jugada no es una jugada.
    .remedy = Cambie el valor que nombra field; detail da el motivo.
problem-idempotency_key_weak = La clave de idempotencia se podría adivinar
    .description = La petición se rechazó por su Idempotency-Key.
    .why = No se envió token, así que quien adivine la clave podría leer la respuesta, y la clave es demasiado fácil.
    .remedy = Envíe un UUID al azar, o al menos 32 caracteres al azar de A-Z a-z 0-9 - y _.
problem-token_missing = Hace falta un token
    .description = La petición se rechazó porque no se conoce a su remitente.
    .why = Solo puede hacerlo quien tiene un token, y no se envió ninguno.
    .remedy = Envíe el token en la cabecera Authorization: Bearer TOKEN.
problem-token_unknown = El token no se conoce aquí
    .description = El token de la petición no se aceptó.
    .why = Nunca se dio aquí, fue sustituido o revocado, o su asiento quedó libre.
    .remedy = Envíe el token correcto. Un token perdido no se puede volver a dar.
problem-forbidden = El token no permite esto
    .description = El token se conoce, pero no permite lo que se pidió.
    .why = Puede hacerlo otro asiento, otro jugador, el dueño o el operador.
    .remedy = Use un token que lo permita; detail nombra a su titular.
problem-cors_refused = Una página web no puede enviar esta petición
    .description = Una página web en un navegador envió una petición, o iba a hacerlo, y el servicio se negó.
    .why = El origen de la página no está entre los que permite el operador, o su petición tiene un método o una cabecera que el servicio no acepta; cause lo nombra.
    .remedy = Abra el cliente que permite el operador, o pida al operador que permita el origen.
problem-embargoed = Pertenece a un reto que no ha terminado
    .description = Lo que se pidió no se muestra todavía.
    .why = Pertenece a un reto en curso y revelaría su reparto.
    .remedy = Espere a que termine el reto, en su ends_at.
problem-invitation_needed = Hace falta una invitación
    .description = No se empezó ningún intento, o no se ocupó ningún asiento.
    .why = El reto es para invitados, o el asiento está reservado, y no se envió un código de invitación sin usar.
    .remedy = Pida un código a quien organiza el reto o a quien creó la partida, y envíelo como invitation.
problem-webhooks_off = El servicio no tiene webhooks
    .description = La petición no se llevó a cabo.
    .why = El operador del servicio no ha activado los webhooks.
    .remedy = Siga los eventos del jugador, o pregunte al operador.
problem-no_such_path = No hay nada en esta ruta
    .description = El servicio no tiene nada en esta dirección.
    .why = La ruta está mal escrita o es de otra versión.
    .remedy = Tome las rutas del documento OpenAPI en /openapi.json.
problem-no_such_game = No existe esa partida
    .description = No se encontró la partida.
    .why = Ninguna partida tiene este id, o no tiene forma de id.
    .remedy = Compruebe el id; está en la respuesta que creó la partida.
problem-no_such_player = No existe ese jugador
    .description = No se encontró al jugador.
    .why = Ningún jugador tiene este id, o fue borrado.
    .remedy = Compruebe el id; está en la respuesta que creó al jugador.
problem-no_such_challenge = No existe ese reto
    .description = No se encontró el reto.
    .why = Ningún reto tiene este id, o el de ese día aún no se publicó.
    .remedy = Compruebe el id o la fecha, o espere a que se publique.
problem-no_such_result = No existe ese resultado
    .description = No se cambió ningún resultado.
    .why = La partida nombrada no tiene ningún resultado en una clasificación, o ninguno retirado.
    .remedy = Nombre una partida cuyo resultado esté en la clasificación, o que usted haya retirado.
problem-no_such_solution = No existe esa solución
    .description = No hay ninguna solución que mostrar.
    .why = Nadie buscó una victoria del reparto de este reto antes de publicarlo, o no se encontró ninguna que alcance el objetivo.
    .remedy = Lea winnable en el reto: tiene todo lo que se sabe.
problem-no_such_move = No existe esa jugada
    .description = No se encontró la jugada.
    .why = La partida tiene menos jugadas que las que nombra la petición.
    .remedy = Pida un número hasta seq, que es el número de jugadas hechas.
problem-no_such_invitation = No existe esa invitación
    .description = No se encontró la invitación.
    .why = El reto no tiene ninguna invitación con este id.
    .remedy = Liste las invitaciones del reto y tome un id de ahí.
problem-no_such_webhook = No existe ese webhook
    .description = No se encontró el webhook.
    .why = El jugador no tiene ningún webhook con este id, o fue borrado.
    .remedy = Consulte la lista de webhooks del jugador.
problem-not_logged = El registro de transparencia no la tiene
    .description = No hay prueba de que el registro de transparencia la contenga.
    .why = La entrada se hace unos segundos después del final de una partida o de la publicación de un reto, y el siguiente punto de control llega en menos de un minuto. Las partidas importadas, y las que no acabaron ni según las reglas ni al vencer un plazo, no se registran nunca.
    .remedy = Pregunte de nuevo dentro de un minuto.
problem-no_analysis = La partida no se analiza
    .description = No hay análisis.
    .why = El programa de búsqueda y la comparación con el bot son para el juego cooperativo, y el servicio no analiza partidas de más de 500 jugadas.
    .remedy = Pida en su lugar la repetición de la partida.
problem-method_not_allowed = La ruta no admite el método
    .description = No se hizo nada.
    .why = La ruta es correcta, pero no admite este método.
    .remedy = Use uno de los métodos de la cabecera Allow.
problem-not_acceptable = Ninguna forma aceptable
    .description = La respuesta no se pudo dar en ninguna forma pedida.
    .why = La cabecera Accept no admite ni JSON ni NDJSON.
    .remedy = Acepte application/json u omita la cabecera.
problem-request_timeout = La petición llegó demasiado despacio
    .description = Se abandonó la petición y se cerró la conexión.
    .why = Sus cabeceras o su cuerpo no llegaron a tiempo.
    .remedy = Envíe la petición otra vez; si se repite, revise la red.
problem-seq_conflict = La partida ha avanzado
    .description = La jugada no se hizo.
    .why = La partida está en otra jugada que expected_seq: otros jugaron entretanto, o una petición anterior sí se cumplió.
    .remedy = Mire la partida, decida de nuevo y envíe su seq como expected_seq.
problem-contended = Otros fueron más rápidos
    .description = No se cambió nada.
    .why = Otros cambiaron lo mismo a la vez, una y otra vez.
    .remedy = Envíe la misma petición tras una pausa corta y al azar.
problem-game_not_begun = La partida no ha empezado
    .description = La partida aún no admite jugadas.
    .why = Quedan asientos libres.
    .remedy = Espere a que se ocupen todos los asientos.
problem-game_begun = La partida ya ha empezado
    .description = No se cambió nada.
    .why = Se ocuparon todos los asientos: la partida no se puede anular y sus asientos solo cambian de manos según R11.3.
    .remedy = Ríndase o deje la partida.
problem-turn_not_over = Todavía le queda tiempo
    .description = No se cambió nada.
    .why = Un asiento cambia de manos cuando le toca jugar y ha pasado su límite de turno (R11.3).
    .remedy = Espere hasta que pase «turn_ends_at» de la partida.
problem-game_over = La partida no admite más jugadas
    .description = La jugada no se hizo.
    .why = La partida está terminada, abandonada, anulada o cerrada con su reto.
    .remedy = No envíe más jugadas; ahora se puede ver su repetición.
problem-game_not_over = La partida no ha terminado
    .description = Lo que se pidió no se muestra todavía.
    .why = La repetición, el registro y las bifurcaciones revelarían lo oculto mientras se juega.
    .remedy = Espere a que la partida termine.
problem-seat_taken = El asiento está ocupado
    .description = No se dio el asiento.
    .why = Otra persona lo ocupó antes.
    .remedy = Pida otro asiento, o uno cualquiera.
problem-seated_already = El jugador ya tiene un asiento
    .description = No se dio ningún asiento.
    .why = El jugador ya tiene un asiento en esta partida.
    .remedy = Use el token del propio jugador en esta partida.
problem-webhook_exists = La URL ya tiene un webhook
    .description = No se registró ningún webhook.
    .why = El propietario tiene un webhook con una URL igual: difiere como mucho en mayúsculas del servidor, un puerto por defecto o un fragmento.
    .remedy = Cambie el webhook que existe o bórrelo antes.
problem-no_advice = Ahora no hay consejo
    .description = No se ha calculado nada.
    .why = El consejo es para el asiento al que le toca, en partidas que nunca cuentan: fuera de los retos, con una semilla que dio un cliente, o bifurcadas.
    .remedy = Espere al turno del asiento, o juegue el reparto en una bifurcación cuando termine la partida.
problem-agreement_required = Los demás tienen que estar de acuerdo
    .description = La partida sigue como está.
    .why = Con varias personas en la mesa, la partida se rinde, y una jugada se deshace, cuando todas están de acuerdo (R11.2).
    .remedy = Propóngalo: POST /v1/games/ID/proposal.
problem-proposal_open = Hay otra propuesta abierta
    .description = La propuesta abierta es sobre otra cosa, y una partida tiene como mucho una.
    .why = Se decide sobre una propuesta cada vez (R11.2).
    .remedy = Acepte la propuesta abierta, o rechácela con DELETE /v1/games/ID/proposal, y proponga de nuevo.
problem-cannot_undo = La jugada no se puede deshacer
    .description = La partida sigue como está.
    .why = Una jugada se puede deshacer fuera de los retos, a solas en una partida privada o de acuerdo entre todas las personas de la mesa, y solo si la hizo una persona y no movió ninguna carta oculta: no robó, curó ni descubrió nada, no volteó un comodín ni terminó una mano.
    .remedy = Siga jugando, o bifurque la partida cuando termine.
problem-no_open_seat = No hay ningún asiento libre
    .description = No se dio ningún asiento.
    .why = Todos los asientos de la partida están ocupados.
    .remedy = Busque otra partida con asientos libres o mire esta.
problem-challenge_not_open = El reto aún no está abierto
    .description = No se empezó ningún intento.
    .why = El reto está publicado, pero no se ha abierto.
    .remedy = Espere hasta su opens_at.
problem-challenge_closed = El reto está cerrado
    .description = No se empezó ningún intento.
    .why = Pasó el tiempo para empezar partidas de este reto o unirse a ellas.
    .remedy = Practique su reparto después de su ends_at, o elija otro reto.
problem-attempted_already = No queda ningún intento
    .description = No se empezó ningún intento.
    .why = El jugador ya usó todos los intentos de este reto, o ya hizo este.
    .remedy = Practique su reparto después de su ends_at, o elija otro reto.
problem-attempt_out_of_turn = El intento anterior no ha terminado
    .description = No se empezó ningún intento.
    .why = Los intentos se hacen uno tras otro, y uno anterior no ha terminado.
    .remedy = Termine antes el intento anterior o ríndase en él.
problem-log_full = El historial está lleno
    .description = La jugada no se hizo.
    .why = La partida tiene tantas jugadas como caben; el último lugar es para una jugada que la termine.
    .remedy = Ríndase o empiece otra partida.
problem-idempotency_key_running = La primera petición sigue en curso
    .description = Aún no se sabe qué fue de la primera petición.
    .why = Una petición con la misma Idempotency-Key sigue en curso.
    .remedy = Envíe la misma petición tras los segundos de Retry-After.
problem-precondition_failed = No se cumple una condición previa
    .description = La petición no se llevó a cabo, y no se cambió nada.
    .why = Las etiquetas son débiles, así que If-Match solo se cumple como *. Lo que se cambia existe, así que If-None-Match: * no se cumple, y cuenta como recién modificado.
    .remedy = Envíe la petición sin la cabecera que nombra field; envíe expected_seq con las jugadas.
problem-body_too_large = El cuerpo es demasiado grande
    .description = El cuerpo no se leyó entero.
    .why = Es mayor que lo que admite esta ruta.
    .remedy = Envíe menos; los límites están en docs/reference/api.md.
problem-unsupported_media_type = El cuerpo no es JSON sin comprimir
    .description = El cuerpo no se leyó.
    .why = No está declarado como JSON, o está comprimido.
    .remedy = Envíe Content-Type: application/json, sin Content-Encoding.
problem-misdirected_request = El servicio no responde por este servidor
    .description = La petición se rechazó por el servidor que nombra.
    .why = El servicio solo escucha en su propia máquina, así que responde por los nombres locales y por el de su URL pública. De otro modo, una página web ajena podría usarlo con un nombre propio.
    .remedy = Use la dirección que ha publicado el operador. El operador de un servicio detrás de un proxy define REGICIDE_PUBLIC_URL y hace que el proxy transmita Host.
problem-illegal_move = La jugada va contra las reglas
    .description = La jugada no se hizo y la partida sigue igual.
    .why = La jugada va contra la cláusula de las reglas que nombra rule.
    .remedy = Lea la cláusula en la dirección de clause y elija una jugada de la dirección de legal_moves_url.
problem-illegal_signal = Las reglas no permiten decir eso ahora
    .description = La señal no se dio.
    .why = En este momento va contra la cláusula de las reglas que nombra rule.
    .remedy = Lea la cláusula en la dirección de clause; allowed, en la respuesta a GET en la misma ruta, tiene lo que se puede decir ahora.
problem-too_many_signals = En la partida no caben más señales
    .description = La señal no se dio.
    .why = La partida tiene tantas señales como se guardan de una partida.
    .remedy = Siga jugando sin señales.
problem-misleading_name = El nombre podría inducir a error
    .description = El nombre no se aceptó.
    .why = Tiene marcas apiladas, caracteres sin asignar, escrituras mezcladas o demasiados caracteres, y se podría leer mal; o se parece a un nombre que usa el propio servicio, como Asiento 2 o Tú.
    .remedy = Elija otro nombre, con letras de una sola escritura y 40 caracteres como mucho.
problem-too_many_webhooks = El jugador tiene demasiados webhooks
    .description = El webhook no se registró.
    .why = El jugador tiene tantos webhooks como puede tener un jugador.
    .remedy = Borre uno que no haga falta.
problem-invalid_setup = Lo elegido no encaja con el juego
    .description = No se creó nada.
    .why = Las opciones, los asientos o los nombres no encajan con el juego o entre sí.
    .remedy = Cambie lo que nombra field; /v1/rules enumera las opciones de cada juego.
problem-invalid_record = El registro no se sostiene
    .description = El registro no se aceptó.
    .why = Es de un tipo desconocido, o algo en él contradice las reglas o a sí mismo.
    .remedy = No lo importe. Verifíquelo en /v1/verification para ver qué falla.
problem-idempotency_key_reused = La clave de idempotencia se usó para otra cosa
    .description = No se hizo nada.
    .why = La Idempotency-Key llegó antes con otra petición: esta no es su repetición.
    .remedy = Envíe otra clave con cada petición distinta.
problem-too_many_requests = Demasiadas peticiones
    .description = La petición no se miró.
    .why = La dirección o el token agotó su cuota de peticiones de este tipo, o la dirección tiene demasiadas conexiones.
    .remedy = Espere los segundos de Retry-After; RateLimit y RateLimit-Policy indican lo que queda.
problem-head_too_large = Las cabeceras de la petición son demasiado grandes
    .description = La petición no se leyó y la conexión se cerró.
    .why = Su primera línea y sus cabeceras pasan del máximo.
    .remedy = Envíe menos cabeceras o más cortas.
problem-malformed_request = La petición no se puede leer
    .description = Lo que llegó no se pudo leer como petición HTTP/1.1, y la conexión se cerró.
    .why = La línea de petición no es válida, falta Host o Content-Length no es un número.
    .remedy = Use una biblioteca de HTTP o corrija el cliente que escribe las peticiones.
problem-internal = Algo ha fallado aquí
    .description = No se sabe si la petición se cumplió.
    .why = El servicio cometió un error, que está en su registro.
    .remedy = Envíe la petición otra vez con su Idempotency-Key. Si vuelve a fallar, dé su X-Request-Id al operador.
problem-invalid_position = El texto no es una línea de posición
    .description = No se analizó nada.
    .why = El texto no está escrito según docs/spec/record.md S4, o no encaja con el número de jugadores y las opciones.
    .remedy = Envíe la línea de posición como está en un registro o en la salida de regicide replay, con la configuración de su partida.
problem-unknown_rules = La versión de las reglas no se conoce
    .description = No se hizo nada.
    .why = La petición nombra una versión de las reglas que este servicio no conoce.
    .remedy = Pregunte a una versión más nueva del servicio o nombre una que se conozca.
problem-stored_game_corrupt = La partida guardada está dañada
    .description = La partida no se puede mostrar ni continuar.
    .why = Lo guardado de ella no concuerda, y el servicio no adivina cómo era.
    .remedy = Dé al operador el X-Request-Id de la respuesta.
problem-stored_rules_unknown = Las reglas de lo guardado no se conocen
    .description = La partida o el reto no se puede mostrar.
    .why = Lo guardó una versión más nueva del servicio, con reglas que esta no conoce.
    .remedy = Pregunte otra vez cuando se actualice el servicio.
problem-unavailable = El servicio no está disponible ahora
    .description = No se sabe si la petición se cumplió.
    .why = La base de datos no responde a tiempo, el servicio está ocupado o se detiene, o su reloj está mal.
    .remedy = Espere los segundos de Retry-After y envíe la petición otra vez con su Idempotency-Key.
problem-log_refused = El registro de transparencia ha retrocedido
    .description = No se da ningún punto de control del registro de transparencia.
    .why = Se firmó un punto de control con entradas que la base de datos no tiene, como tras restaurarla de una copia de seguridad.
    .remedy = Pregunte al operador, que puede tomar las entradas de una copia del registro; guarde el último punto de control que tenga.
problem-analyses_busy = Se están calculando muchos análisis
    .description = El análisis no se inició.
    .why = Cada instancia calcula un análisis a la vez, y solo unos pocos pueden esperar.
    .remedy = Espere los segundos indicados en Retry-After y vuelva a pedirlo.

page-happened = Qué ha pasado
page-why = Por qué
page-remedy = Qué hacer
page-example = Ejemplo
page-status = Estado
page-code = Código

## Detalles de los problemas

error-no-such-game = No hay ninguna partida con este id.
error-no-such-player = No hay ningún jugador con este id.
error-no-such-challenge = No existe ese reto, o aún no se ha publicado.
error-no-such-result = Ningún resultado de esta partida está en una clasificación.
error-no-such-invitation = El reto no tiene ninguna invitación con este id.
error-no-removed-result = Ningún resultado de esta partida se puede restituir: quien organiza restituye lo que quitó de la clasificación.
error-no-such-webhook = El jugador no tiene ningún webhook con este id.
error-webhooks-off = Los webhooks están desactivados en este servicio.
error-too-many-webhooks = Un jugador tiene como máximo { $most } webhooks.
error-webhook-exists = Ya existe un webhook con esta URL.
error-too-many-deliveries = Se han enviado demasiados mensajes para este jugador, o a este servidor.
error-not-logged = Ningún punto de control del registro de transparencia la tiene aún, o es tan grande como el indicado.
error-no-such-log-file = El registro de transparencia no tiene ese archivo.
error-log-refused = No se da ningún punto de control: { $reason }.
error-no-such-cursor = La exportación no contiene ninguna partida con este id.
error-no-such-move = La partida tiene { $seq ->
    [one] una jugada
   *[other] { $seq } jugadas
}.
error-no-such-code = No existe ese código.
error-no-such-clause = No existe esa cláusula de las reglas.
error-token-missing = Esto necesita un token: de un jugador, de un asiento o del operador.
error-token-unknown = El token no abre nada aquí.
error-seq-conflict = La partida va por la jugada { $actual }, no por la { $expected }.
error-contended = La partida cambió mientras se procesaba la petición.
error-not-begun = La partida no ha empezado: hay asientos libres.
error-begun = La partida ya ha empezado.
error-turn-not-over = El asiento es de otra persona, cuyo turno no ha llegado o no ha terminado.
error-over = La partida no admite más jugadas: ha terminado.
error-abandoned = La partida no admite más jugadas: está abandonada.
error-cancelled = La partida no admite más jugadas: fue anulada.
error-closed = La partida no admite más jugadas: su reto ha terminado.
error-embargoed = La partida pertenece a un reto que sigue en curso: hasta que termine, solo la ven sus propios jugadores, y solo lo que se ve desde sus asientos.
error-solution-embargoed = La solución es pública cuando termina el reto.
error-board-embargoed = Mientras el reto sigue en curso, su clasificación está abierta a quienes han terminado su propio intento.
error-no-such-solution = No se conocía ninguna victoria así del reparto de este reto.
error-challenge-not-open = El reto aún no está abierto.
error-challenge-closed = Ya no se puede empezar ninguna partida de este reto.
error-attempted-already = El jugador ya ha tenido este intento.
error-attempt-out-of-turn = Los intentos se hacen uno tras otro: todos los anteriores deben haber terminado.
error-invitation-needed = Este reto es para jugadores invitados: hace falta un código de invitación sin usar.
error-not-over = La partida aún no ha terminado.
error-analyses-busy = Ya se están calculando muchos análisis, o algunos pedidos desde aquí. Vuelva a pedirlo más tarde.
error-seat-taken = El asiento está ocupado.
error-seated-already = Un jugador tiene como mucho un asiento en una partida.
error-cannot-undo = No se puede deshacer ninguna jugada. Solo se puede fuera de los retos, a solas solo en una partida privada, y solo si la hizo una persona y no movió ninguna carta oculta.
error-agreement-required = Las demás personas de la mesa tienen que estar de acuerdo: propóngalo (POST /v1/games/ID/proposal).
error-proposal-open = Hay otra propuesta abierta: primero hay que aceptarla o rechazarla.
error-no-open-seat = No hay ningún asiento libre.
error-seat-held = El asiento está reservado para otra persona: hace falta el código de una invitación a él o el token de quien está invitado.
error-log-full = Un historial tiene como máximo { $most } jugadas.
error-too-many-signals = Una partida tiene como máximo { $most } señales.
error-key-reused = Esta Idempotency-Key se usó para otra petición.
error-key-running = La primera petición con esta Idempotency-Key sigue en curso.
error-precondition-failed = La condición previa no se cumple: no se cambió nada.
precondition-malformed = La condición previa tiene que ser `*`, etiquetas entre comillas o una fecha de HTTP.
error-key-weak = Sin token, una Idempotency-Key debe llevar 128 bits al azar: use un UUID, o al menos 32 caracteres al azar de A-Z a-z 0-9 - y _.
error-unavailable = La base de datos no responde; inténtelo de nuevo en breve.
error-stored-rules-unknown = Esto se juega con las reglas { $rules }, que esta instancia no conoce.
error-corrupt = Lo que hay guardado de esta partida no concuerda.
error-internal = Algo ha fallado aquí; ha quedado anotado.
error-not-ready = La base de datos no responde o su esquema no encaja.
error-stopping = El servicio se está deteniendo.
forbidden-free-seat = Hace falta el token del asiento, de su jugador o del dueño de la partida.
forbidden-cancel = Solo el dueño de la partida puede anularla: el jugador que la creó, o el asiento que ocupó quien la creó.
forbidden-invite = Solo el dueño de la partida puede invitar a sus asientos: el jugador que la creó, o el asiento que ocupó quien la creó.
forbidden-seat-bot = Solo el dueño de la partida puede sentar bots en ella: el jugador que la creó, o el asiento que ocupó quien la creó.
forbidden-other-player = Solo cada jugador, con su propio token, puede ver en qué partidas le toca jugar.
forbidden-not-this-player = Hace falta el token propio del jugador.
forbidden-no-player = Hace falta el token de un jugador: lo da POST /v1/players.
forbidden-organise = Los retos se crean con el token de un jugador: lo da POST /v1/players.
forbidden-invite-to-challenge = Hace falta el token del jugador que creó el reto, o el del operador.
forbidden-operator = Hace falta el token del operador; para quitar un resultado de la clasificación de un reto, o restituirlo, basta el del jugador que lo creó.
forbidden-no-seat = Hace falta el token de un asiento de esta partida, o de un jugador que lo ocupe.
forbidden-other-seat = Tuvo otro asiento en esta partida y ha visto sus cartas.
forbidden-private = La partida es privada: es para quien juega en ella o tiene su código.
forbidden-name-hidden = Un operador ha ocultado este nombre; no se puede cambiar.
cors-refused = El servicio no acepta estas peticiones de páginas web de este origen.
misdirected-request = El servicio no responde por el servidor { $host }.
unfit-more-names = Hay más nombres que asientos.
unfit-more-bots = Hay más bots que asientos.
unfit-more-open-seats = Hay más asientos libres que asientos.
unfit-no-seat-to-join = Todos los asientos quedan libres para otros y no hay ninguno para el jugador cuyo token se envió.
unfit-no-owner = Sin el token de un jugador, alguien que pueda anular la partida tiene que sentarse: deje un asiento que no esté libre ni sea de un bot.
unfit-owner-leaves = Este asiento es el dueño de la partida y no se puede dejar; anule la partida.
unfit-last-person = Es la última persona de la mesa; ríndase en su lugar.
unfit-too-many-changes = Los asientos de esta partida han cambiado de manos tantas veces como pueden.
unfit-turn-limit = Requiere dos o más jugadores, y de 60 a 1 209 600 segundos.
unfit-expires-at = Tiene que estar en el futuro, como mucho a 30 días de ahora.
unfit-challenge-invites = La partida pertenece a un reto para jugadores invitados, que tiene sus propias invitaciones.
unfit-to-act-not-running = Solo en partidas en curso le toca jugar a alguien.
unfit-open-seat-named = Un asiento libre recibe el nombre de quien lo ocupa.
unfit-bot-on-open-seat = Un asiento está libre o es de un bot.
unfit-bot-named = Un bot tiene su propio nombre.
unfit-bot-not-invited = El reto es para jugadores invitados, y los bots no lo son.
unfit-private-challenge = Un reto es público o no listado. Quién participa se elige con `admission`.
unfit-no-bot-there = Ningún bot ocupa ese asiento.
unfit-seat-open = Nadie ocupa ese asiento.
unfit-one-seat-for-player = A un jugador se le invita a un solo asiento.
unfit-too-many-held-seats = Ya hay tantos asientos reservados para el jugador como puede haber.
unfit-too-many-keys = ya hay 40 claves, el máximo con el que puede firmarse un registro de transparencia
unfit-too-many-noted-games = El jugador tiene notas en tantas partidas como puede haber.
unfit-one-note-for-position = Una posición tiene una sola nota.
unfit-guest-token = No es el token de un asiento ocupado sin jugador, en una partida que no es un intento; o se envió con un asiento o una invitación.
unfit-no-such-player = Ese jugador no existe o fue borrado.
unfit-no-such-seat = La partida no tiene ese asiento.
unfit-over-there = La partida ha terminado ahí: no se podría jugar nada.
unfit-winnable-seed = Solo una semilla que hace el servicio puede elegirse para que se sepa que su reparto se puede ganar.
unfit-not-together = Esto solo se sabe del juego cooperativo.
unfit-two-seeds = Un reto tiene una semilla pública o palabras para una secreta, no ambas.
unfit-for-anyone = El reto es para cualquiera: no necesita invitaciones.
unfit-names-beyond-codes = Hay más nombres que códigos.
error-misleading-name = Un nombre no lleva marcas apiladas ni sueltas, se escribe en un solo alfabeto (o en el latino y otro que no sea cirílico ni griego) y tiene como máximo 40 caracteres tras sustituir los compatibles.
error-reserved-name = Es un nombre que usa el propio servicio, para un asiento, quien lee, un bot de la casa u otro, o se le parece. Elige otro.
house-bot-novice = Bot (novato)
house-bot-steady = Bot (sólido)
house-bot-strong = Bot (fuerte)
# Nombres que ningún jugador puede llevar, además de los que usan los demás textos: cada
# uno tal cual; los que llevan detrás el número de un asiento; y lo que puede ir delante
# de ese número.
reserved-names = Espectador, Espectadora, Operador, El operador, Operadora, La operadora, Organizador, El organizador, Organizadora, La organizadora, Servicio, El servicio, Jugador borrado, Jugador eliminado, Sin nombre
reserved-numbered = Jugador, El jugador, Jugadora, La jugadora, Al asiento, Del asiento
reserved-number-words = número, núm, no, nro, n
invalid-name = Un nombre son de 1 a 40 caracteres imprimibles, sin espacios en los extremos.
invalid-event-id = Ningún evento tiene este id.
invalid-nodes = El presupuesto es de 1 a { $most } nodos.
invalid-limit = El límite es de 1 a { $most }.
invalid-players = Las partidas son para 1 a 4 personas.
invalid-range = El número es de { $least } a { $most }.
invalid-webhook-url = La URL es absoluta, de `https`, con { $most } caracteres como máximo.
invalid-webhook-credentials = La URL no debe tener nombre de usuario ni contraseña.
invalid-webhook-port = El puerto es 443, o 1024 o mayor.
invalid-webhook-address = El servidor no tiene una dirección pública.
invalid-webhook-events = Se nombra al menos un evento, cada uno una vez.
invalid-webhook-event-owner = A los jugadores se les avisa de todo menos de `public_game`; al operador, de `public_game`, `daily` y `results`.
unfit-webhook-event-game = Un webhook de una sola partida recibe `turn`, `game_begun` y `game_over`.
unfit-webhook-mention = Los mensajes para Discord mencionan a un usuario o a un rol; los demás, a ninguno.
unfit-webhook-keys = Los mensajes por Web Push necesitan las claves de la suscripción del navegador; los demás no tienen.
unfit-webhook-push-game = Los mensajes por Web Push son de todas las partidas del jugador.
invalid-webhook-language = El servicio no tiene textos en este idioma.
invalid-move-forms = Una jugada se indica con `move` o con `text`, una de las dos.
unfit-opens-at = Un reto se abre ahora o más tarde, como mucho dentro de 366 días.
unfit-closes-at = Un reto se cierra después de abrirse, y como mucho 366 días más tarde.
invalid-seed-words = Las palabras son de 1 a 31 caracteres.
invalid-cursor = El cursor no es de los que ha dado esta clasificación.
invalid-month = Un mes se escribe como 2026-11.
invalid-reason = Un motivo son de 1 a 200 caracteres imprimibles, sin espacios en los extremos.
malformed-body = El cuerpo no es JSON válido.
malformed-query = La consulta no se puede leer.
unknown-field = Aquí no existe `{ $field }`. Existe: { $known }.
unknown-field-like = Aquí no existe `{ $field }`. ¿Se trata de `{ $known }`?
unknown-parameter = Aquí no existe `{ $field }`: no se admiten parámetros.
field-missing = Falta `{ $field }`.
field-twice = `{ $field }` está dos veces.
wanted-body = El cuerpo tiene que ser un objeto JSON.
wanted-object = `{ $field }` tiene que ser un objeto.
wanted-list = `{ $field }` tiene que ser una lista.
wanted-list-of = `{ $field }` tiene que ser una lista de { $least } a { $most } elementos.
wanted-boolean = `{ $field }` tiene que ser true o false.
wanted-number-between = `{ $field }` tiene que ser un número entero de { $least } a { $most }.
wanted-choice = `{ $field }` tiene que ser uno de { $choices }.
wanted-text = `{ $field }` tiene que ser un texto.
wanted-text-of = `{ $field }` tiene que ser un texto de { $least } a { $most } caracteres.
wanted-pattern = `{ $field }` tiene que ser un texto de la forma { $pattern }.
wanted-id = `{ $field }` tiene que ser un identificador: un UUID como 01a1fd5f-2107-73f1-a7ae-926ec2d71501.
wanted-time = `{ $field }` tiene que ser una hora como en RFC 3339, por ejemplo 2026-11-20T18:00:00Z.
wanted-date = `{ $field }` tiene que ser un día, por ejemplo 2026-11-20.
body-too-large = Un cuerpo tiene aquí como máximo { $most } bytes.
content-type-other = Content-Type no es application/json.
content-type-missing = Falta Content-Type: debe ser application/json.
content-encoding = Aquí los cuerpos no se comprimen: omita Content-Encoding.
too-many-requests = Demasiadas peticiones de esta dirección o de este token; espere un poco.
too-many-codes = Se enviaron demasiados códigos equivocados desde aquí, o para esta partida o este reto. Espere y compruebe el código.
too-much-computing = Los bots, las búsquedas y los análisis ya han calculado para esta dirección o este token tanto como pueden por ahora. Inténtelo más tarde; una partida nueva necesita menos con bots más débiles o menos bots.
too-many-bot-games = Ya hay en curso tantas partidas de esta dirección o de este jugador con bots de la casa como se permiten. Termine una o ríndase en ella; no cuenta la que lleva una hora sin actividad.
too-many-connections = Hay demasiadas conexiones; inténtelo de nuevo un poco más tarde.
too-many-connections-of-one = Esta dirección tiene demasiadas conexiones: cierre algunas.
malformed-request = Esto no es una petición HTTP/1.1.
head-too-large = La línea y las cabeceras de una petición ocupan como máximo 128 KiB.
head-too-slow = Las cabeceras de la petición no llegaron a tiempo.
body-too-slow = El cuerpo de la petición no llegó a tiempo.
answer-too-slow = La respuesta tardó demasiado. Si la petición iba a cambiar algo, envíela otra vez con su Idempotency-Key.
token-no-bearer = Authorization debe ser "Bearer" y un token.
key-malformed = La clave son de 1 a 200 caracteres ASCII imprimibles.
not-acceptable = La API habla application/json.
no-such-path = No hay nada en { $path }.
method-not-allowed = { $path } no admite { $method }.

## Retos

webhook-game = { $kind } ({ $names })
webhook-turn = { $game }: es su turno. { $link }
webhook-turn-of = { $game }: es el turno de { $name_inside }. { $link }
webhook-game-begun = { $game }: la partida está completa y ha empezado. Es el turno de { $name_inside }. { $link }
webhook-game-won = { $game }: la partida está ganada. { $link }
webhook-game-lost = { $game }: la partida está perdida, con { $enemies } de 12 enemigos derrotados. { $link }
webhook-game-points = { $game }: victoria de { $names }, { $points }. { $link }
webhook-game-cancelled = { $game }: la partida se canceló. { $link }
webhook-seat-lost = { $game }: otra persona ha cedido su asiento. Mientras esté libre o lo ocupe un bot, puede recuperarlo. { $link }
webhook-invitation = { $game }: hay un asiento reservado para usted. { $link }
webhook-invitation-by = { $game }: { $name } le reserva un asiento. { $link }
webhook-rematch = { $game }: le espera una revancha. { $link }
webhook-rematch-by = { $game }: { $name } le ofrece una revancha. { $link }
webhook-results = { $challenge }: los resultados son públicos. { $results ->
    [one] Hay un resultado.
   *[other] Hay { $results } resultados.
} { $link }
webhook-results-own = { $challenge }: los resultados son públicos. El suyo es el puesto { $place } de { $results } ({ $score }). { $link }
webhook-daily = Los retos del día { $day } están abiertos. { $link }
webhook-public-waiting = { $game }: una partida pública espera jugadores. { $link }
webhook-public-begun = { $game }: una partida pública ha empezado. { $link }
webhook-public-over = { $game }: una partida pública ha terminado. { $link }
webhook-test = Esto es una prueba: los mensajes llegan aquí. { $link }
webhook-title-turn = Le toca
webhook-title-game-over = La partida ha terminado
webhook-title-seat-lost = Ha perdido su asiento
webhook-title-game-begun = La partida ha empezado
webhook-title-invitation = Invitación
webhook-title-rematch = Revancha
webhook-title-results = Resultados
webhook-title-daily = Reto diario
webhook-title-public-game = Partida pública
webhook-title-test = Prueba
share-streak = { $days ->
        [one] 1 día seguido
       *[other] { $days } días seguidos
    }
share-daily = Regicide { $day }, { $players ->
    [one] un jugador
   *[other] { $players } jugadores
}
score-won = 12/12, { $moves ->
    [one] una jugada
   *[other] { $moves } jugadas
}
score-defeated = { $enemies }/12
score-points = { $points ->
    [one] un punto
   *[other] { $points } puntos
}
score-points-won = { $points ->
    [one] un punto
   *[other] { $points } puntos
}: victoria
board-note-anyone = Los jugadores son anónimos: nada impide que una persona tenga dos identidades, y así dos intentos que cuentan para la clasificación.
board-note-invited = Con invitación: cada jugador fue admitido con un código de un solo uso.
board-note-public-seed = La semilla fue pública desde el principio: los resultados se muestran, pero no se clasifican.

## La mesa, dibujada para las personas

table-enemy = Enemigo
table-no-enemy = no queda ninguno
table-enemy-stands = { $card }  daño { $damage } de { $health }  ataque { $attack } (escudo { $shield })  inmune a nada
table-enemy-stands-immune = { $card }  daño { $damage } de { $health }  ataque { $attack } (escudo { $shield })  inmune a { $suit }
table-castle = Mazo del castillo
table-table = Mesa
table-hand = { $cards }
table-hand-to-act = > { $cards }
table-hidden = { $count ->
    [one] una carta
   *[other] { $count } cartas
}
table-seat = Asiento { $seat }
table-tavern = Mazo de la posada
table-discard-pile = Pila de descarte
table-jesters-left = Comodines restantes
table-trump = Triunfo
table-trump-is = { $suit }, { $highest } es lo más alto
table-trump-open = por decidir, { $highest } es lo más alto
table-points = Puntos
table-turned-up = Carta descubierta
table-turned-up-open = { $card }, por tomar
table-turned-up-taken = { $card }, tomada por { $seat_inside }
table-turned-up-stock = { $card }, boca abajo en el mazo
table-trick = Baza
table-trick-led = { $cards }, sale { $seat_inside }
table-hand-tricks = { $cards }  (bazas { $tricks })
table-buried = Enterrada
table-stock = Mazo
next-regicide-play = Juega { $seat_inside }.
next-regicide-discard = { $seat } encaja { $damage } de daño.
next-regicide-next = { $seat } decide quién sigue.
next-regicide-won = La partida está ganada.
next-regicide-lost = La partida está perdida.
next-tricks-take = { $seat } toma la carta o pasa.
next-tricks-trump = { $seat } elige el triunfo.
next-tricks-bury = { $seat } entierra una carta.
next-tricks-play = { $seat } juega una carta.
next-tricks-change = { $seat } puede cambiar el triunfo y el orden.
next-tricks-over = La partida ha terminado.

## Las órdenes

command-seed = semilla { $seed }, compromiso { $commitment }
command-seat = asiento { $seat }: { $name }
command-seat-name = { $name } (asiento { $seat })
command-seat-unnamed = asiento { $seat }
command-moves-there = El registro tiene { $count ->
    [one] 1 jugada
   *[other] { $count } jugadas
}.
command-after = Tras la jugada { $seq }:
command-position = posición
command-digest = resumen
command-held = correcto, { $moves ->
    [one] 1 jugada
   *[other] { $moves } jugadas
}, { $end }, { $authenticity }
command-failed = NO SE SOSTIENE, { $what }
command-other-end = otro registro de esta partida, antes de este, acaba de otra manera
command-failed-check = { $check }: { $detail }
command-failed-move = { $check }: { $detail } ({ $rule }); { $moves ->
    [one] la jugada anterior es buena
   *[other] las { $moves } jugadas anteriores son buenas
}
command-sum = { $records ->
    [one] 1 registro
   *[other] { $records } registros
}: { $held ->
    [one] 1 se sostiene
   *[other] { $held } se sostienen
}, { $failed } no
command-not-audited = sin comprobar: se juega con las reglas { $rules }, que no se conocen aquí
command-audit-empty = La base de datos no tiene partidas: no se auditó nada.
command-audit-failed = NO SE SOSTIENE, { $checks }; { $moves ->
    [one] 1 jugada es buena
   *[other] { $moves } jugadas son buenas
}
command-audit-refused = la jugada { $seq }, { $move }, la rechaza { $clause }: { $reason }
command-audit-differs = { $check }{ $seq ->
    [0] {""}
   *[other] {" "}de la jugada { $seq }
} guardado como { $stored }, calculado como { $computed }
command-older-schema = Al esquema le falta la migración { $migration }: se lee tal como está.
command-schema-too-old = Al esquema le falta la migración { $migration }, y lo que lee este programa: { $error }. Audite una copia a la que se aplicó `regicide migrate`.
command-audit-row-failed = NO SE SOSTIENE, { $checks }
command-audited = { $games ->
    [one] 1 partida
   *[other] { $games } partidas
} con { $moves ->
    [one] 1 jugada
   *[other] { $moves } jugadas
}: { $held ->
    [one] 1 se sostiene
   *[other] { $held } se sostienen
}, { $failed } no; { $rate ->
    [one] 1 jugada
   *[other] { $rate } jugadas
} por segundo; otras filas que no se sostienen: { $rows }
command-ended = hasta el final
command-no-end = sin final
command-closed = cerrada al vencer el plazo
command-receipt =
    { $state ->
        [kept] La promesa se cumplió: el registro ya tenía la partida el { $by }, el plazo prometido.
        [logged] El registro tiene la partida, prometida para el { $by }; esta copia se hizo después y no muestra desde cuándo.
        [broken] La promesa se incumplió: el { $by }, al vencer el plazo, el registro no tenía la partida.
       *[open] La promesa sigue abierta: el registro debe tener la partida a más tardar el { $by }.
    }
command-interrupted = Interrumpido. Los resultados abarcan lo que se hizo hasta entonces.
command-interrupted-resumable = Interrumpido. Lo hecho se conserva; la orden continúa al repetirla.
command-challenge = Reto { $id }: correcto, su compromiso es la entrada { $entry } del registro, donde está desde el { $at }, y lo { $witnesses ->
    [0] confirma ningún testigo
    [one] confirma 1 testigo
   *[other] confirman { $witnesses } testigos
}
command-service-policy = { $url }: un registro de { $size ->
    [one] 1 entrada
   *[other] { $size } entradas
}. El servicio responde por sí mismo: guarda su política y el punto de control, y compáralos con los de otros.
command-authenticated = autenticado: { $coverage }
command-unauthenticated = sin autenticar
command-contradicted = contradicho
command-no-object = Aquí no empieza ningún objeto JSON.
command-cut-off = El registro está cortado.
command-too-long = El registro tiene más de 1 MiB.
command-long-line = La línea tiene más de 4 MiB: no es un archivo de registros, y el resto no se lee.
command-no-text = El registro no es texto UTF-8.
open-files-too-few = El proceso puede abrir { $files } archivos, pero necesita { $needed }: { $others } para la base de datos, los hilos y similares, los demás para conexiones de clientes. Suba el límite (ulimit -n, o LimitNOFILE= de systemd) o baje REGICIDE_DATABASE_CONNECTIONS y REGICIDE_WORKERS.
command-no-record = No hay ningún registro.
command-one-record = Aquí empieza otro registro, pero solo se quiere uno. Indique uno solo: una línea del archivo, o su comienzo con head -n 1.
command-no-input = No se nombra ningún archivo, y nada llega por una tubería. Nombre un archivo, o - para escribir el registro.
command-file-exists = { $file } ya existe; --force lo sobrescribe.
command-no-database = No hay ninguna base de datos { $database }. Nombre una con --database-url o DATABASE_URL; `regicide migrate` la crea.
command-database-unusable = { $database } no se puede usar: { $error }. Nombre una base de datos con --database-url o DATABASE_URL; `regicide migrate` actualiza su esquema.
command-server-unusable = La base de datos no se puede usar: { $error }. Nombre una base de datos con --database-url o DATABASE_URL; `regicide migrate` actualiza su esquema.
command-database-fault = La base de datos { $database } no se puede usar: { $reason }.
command-database-lost = La base de datos ya no se puede usar: { $reason }.
database-unknown-host = no hay ningún servidor con ese nombre
database-no-answer = el servidor no responde
database-not-postgres = lo que escucha allí no responde como Postgres
database-authentication = el servidor rechaza el usuario o la contraseña
database-unknown = el servidor no tiene ninguna base de datos con ese nombre
database-too-many-connections = el servidor no admite más conexiones
database-not-serving = el servidor se está iniciando o deteniendo
database-no-permission = al usuario le falta un permiso
database-read-only = es de solo lectura
database-locked = otro proceso la tiene bloqueada
database-not-sqlite = el archivo no es una base de datos SQLite
database-no-folder = no existe esa carpeta
command-migrated = La base de datos está al día.
command-packed = { $games ->
    [one] Se empaquetó un registro.
   *[other] Se empaquetaron { $games } registros.
}
command-key = { $id } { $key } desde { $from }
command-man-pages = Las páginas del manual están en { $folder }.
command-ready = listo
command-not-ready = { $address } no está listo: { $answer }
command-live = en marcha
command-not-live = { $address } no responde: { $answer }
serve-address-in-use = { $address } está en uso: detenga lo que escucha allí, o elija otra dirección con --listen o --metrics-listen.
serve-not-listening = No se puede escuchar en { $address }: { $reason }. Elija otra dirección con --listen o --metrics-listen.
progress-games = partidas
progress-records = registros
progress-entries = entradas
progress-nodes = nodos
progress-deals = repartos
progress-steps = pasos
progress-left = quedan { $time }
progress-migration = se migra el esquema
system-not-found = no existe ese archivo o carpeta
system-permission-denied = permiso denegado
system-already-exists = ya existe
system-is-folder = es una carpeta
system-no-folder = una parte de la ruta no es una carpeta
system-storage-full = no queda espacio en el dispositivo
system-file-too-large = el archivo no puede crecer más
system-broken-pipe = ya nadie lo lee
system-address-in-use = la dirección está en uso
system-address-not-available = esta máquina no tiene la dirección
system-connection-refused = la conexión se rechaza: nada escucha allí
system-connection-reset = la conexión se cerró
system-timed-out = no hay respuesta
system-no-text = no es texto UTF-8
system-utf-16 = El archivo está en UTF-16; guárdelo como UTF-8.
system-no-regular-file = no es un archivo normal
system-read-only = el sistema de archivos es de solo lectura
system-other = el sistema informa del error { $code }
command-exported = { $records ->
    [one] 1 registro
   *[other] { $records } registros
}; para seguir tras el último: --after { $last }
command-exported-none = No hay más registros.
command-imported = { $records ->
    [one] 1 registro
   *[other] { $records } registros
}: { $imported ->
    [one] 1 importado
   *[other] { $imported } importados
}, { $present ->
    [one] 1 ya estaba
   *[other] { $present } ya estaban
}, { $refused ->
    [one] 1 rechazado
   *[other] { $refused } rechazados
}
command-import-refused = RECHAZADO, { $what }

## Una partida en el terminal

play-begun = Compromiso: { $commitment }
play-turn = Le toca al asiento { $seat }. A continuación se ve su mano: ¿mira solo su jugador? Pulse Intro.
play-legal = Opciones, por número o por texto:
play-attacks = Opciones, por número o por texto, con su daño (* derrota al enemigo):
play-covers = { $damage } por encajar. Opciones, por número o por texto, con lo que valen:
play-others = { $count ->
    [one] 1 opción más
   *[other] { $count } opciones más
}: un texto nombra las cartas.
play-prompt = Su jugada (o help, concede, quit):
play-number = No hay ninguna jugada { $number } en la lista.
play-refused = Rechazada: { $reason } ({ $clause })
play-help = Un número o un texto hace una jugada; concede es rendirse; undo deshace una jugada que no movió ninguna carta oculta; quit termina, y con --out se guarda la partida hasta ahí. Las cartas son valor y palo: A 2 3 4 5 6 7 8 9 T J Q K y C D H S; los comodines son X1 y X2.
play-bots = Se nombran { $bots } bots para { $seats } asientos más: nombre uno, o uno por asiento.
play-over = La partida ha terminado. Su semilla era { $seed }.
play-written = El registro está en { $file }.

## Repartos que se pueden ganar

solve-won = { $seed }: ganado en { $moves ->
    [one] 1 jugada
   *[other] { $moves } jugadas
} ({ $nodes ->
    [one] 1 nodo
   *[other] { $nodes } nodos
})
solve-lost = { $seed }: perdido, está demostrado ({ $nodes ->
    [one] 1 nodo
   *[other] { $nodes } nodos
})
solve-unknown = { $seed }: sin decidir ({ $nodes ->
    [one] 1 nodo
   *[other] { $nodes } nodos
})
solve-sum = { $deals ->
    [one] 1 reparto
   *[other] { $deals } repartos
}: { $won ->
    [one] 1 ganado
   *[other] { $won } ganados
}, { $lost ->
    [one] 1 perdido con demostración
   *[other] { $lost } perdidos con demostración
}, { $unknown } sin decidir
solve-undecided = { $count ->
    [one] Un reparto queda
   *[other] { $count } repartos quedan
} sin decidir con { $nodes } nodos para cada uno.
solve-gold-for-one = El oro es para un solo jugador.
no-advice-counts = Una partida que puede contar no da consejo: solo lo dan aquellas cuyo reparto se podía conocer, fuera de los retos.
no-advice-turn = Le toca a otro asiento. Solo recibe consejo el asiento al que le toca.
solve-together = Solo se puede resolver y analizar el juego cooperativo.
analysis-too-long = El servicio no analiza partidas de más de 500 jugadas; regicide analyse lo hace.
position-field-count = Una línea de posición de este juego tiene { $count } campos, separados por un espacio.
position-field = El campo { $field } de la línea de posición es incorrecto.
position-card = La línea de posición tiene { $card } dos veces, o el juego no la tiene.
position-spelling = La línea de posición no está escrita en su forma canónica.
analysis-span-won = { $count ->
    [one] posición { $first }
   *[other] posiciones { $first } a { $last }
}: se conocía una victoria
analysis-span-lost = { $count ->
    [one] posición { $first }: perdida, está demostrado
   *[other] posiciones { $first } a { $last }: perdidas, está demostrado
}
analysis-span-not-found = { $count ->
    [one] posición { $first }
   *[other] posiciones { $first } a { $last }
}: no se encontró ninguna victoria
analysis-always-won = En todas las posiciones de la partida se conocía una victoria.
analysis-never-won = El reparto estaba perdido: ninguna sucesión de jugadas lo gana.
analysis-never-found = No se encontró ninguna victoria de este reparto.
analysis-no-win-after = { $seat }: { $move }. Antes de esta jugada se conocía una victoria; después no se encontró ninguna.
analysis-lost-by = { $seat }: { $move }. Antes de esta jugada se conocía una victoria; después ninguna sucesión de jugadas gana.
analysis-instead = Una sucesión que gana sigue aquí con { $move }.
analysis-lost-from = Desde aquí ninguna sucesión de jugadas gana.
analysis-no-mistake = Por lo que { $seat } podía saber, ninguna jugada era mejor: fue mala suerte.
analysis-mistake = { $seat }: { $move }. De los repartos que { $seat } podía esperar, el bot fuerte ganó el { $share } % tras esta jugada y el { $most } % tras { $better }.

## Los juegos como datos

game-regicide = Regicide
    .description = De una a cuatro personas, juntas, contra doce enemigos.
power-regicide-C = Dobla el daño de la jugada (R4.8).
power-regicide-D = Roba tantas cartas como el ataque, por turnos (R4.7).
power-regicide-H = Lleva tantas cartas como el ataque de la pila de descarte al fondo del mazo de la posada (R4.6).
power-regicide-S = Baja el ataque del enemigo tanto como el ataque de la jugada (R4.9).
phase-regicide-play = Ataque
    .description = A quien le toca ataca al enemigo o pasa.
phase-regicide-discard = Encajar el daño
    .description = A quien le toca encaja con cartas el daño del enemigo.
phase-regicide-next = Decidir quién sigue
    .description = Tras un comodín, quien lo jugó decide quién juega después.
phase-regicide-won = Ganada
    .description = El último rey ha caído: todos han ganado.
phase-regicide-lost = Perdida
    .description = La partida está perdida para todos.
move-regicide-play = Jugar
    .description = Pone en la mesa una carta, una carta con un compañero animal o una combinación.
move-regicide-yield = Pasar
    .description = No ataca con nada y recibe el daño del enemigo.
move-regicide-discard = Descartar
    .description = Encaja el daño con cartas de la mano.
move-regicide-next = Decidir quién sigue
    .description = Nombra el asiento que juega después.
move-regicide-flip = Dar la vuelta a un comodín
    .description = A solas: cambia la mano por otra al precio de un comodín.
move-regicide-concede = Rendirse
    .description = Abandona la partida; deben pedirlo todos.
variant-regicide-mulligan = Mano nueva sin diamantes
    .description = Una mano repartida sin diamantes se reparte de nuevo, hasta diez veces.
variant-regicide-no_combos = Sin combinaciones
    .description = No se pueden jugar juntas cartas del mismo valor.
variant-regicide-shared_damage = Daño compartido
    .description = El daño que una mano no puede encajar pasa a quien sigue.
option-regicide-first = Quién empieza
    .description = El asiento que juega primero; debe ser uno de la partida.
option-regicide-solo_yield = Pasar a solas
    .description = Si se puede pasar jugando a solas; nunca dos veces seguidas.
score-regicide-won = Victoria
    .description = Los doce enemigos quedan derrotados: ganan todos.
score-regicide-gold = Oro
    .description = Victoria a solas sin dar la vuelta a ningún comodín.
score-regicide-silver = Plata
    .description = Victoria a solas tras dar la vuelta a un comodín.
score-regicide-bronze = Bronce
    .description = Victoria a solas tras dar la vuelta a los dos comodines.
game-regicide-tricks = Regicide, el juego de bazas
    .description = De dos a cuatro personas ganan bazas; quien gana una puede cambiar el triunfo, el orden de las cartas o ambos.
power-regicide-tricks-C = Sin poder; puede ser triunfo.
power-regicide-tricks-D = Sin poder; puede ser triunfo.
power-regicide-tricks-H = Sin poder; puede ser triunfo.
power-regicide-tricks-S = Sin poder; puede ser triunfo.
phase-regicide-tricks-take = Tomar o pasar
    .description = A quien le toca toma la carta descubierta o la deja.
phase-regicide-tricks-trump = Elegir triunfo
    .description = A quien le toca elige el palo de triunfo.
phase-regicide-tricks-bury = Enterrar
    .description = Quien tomó la carta retira una de sus diez.
phase-regicide-tricks-play = Jugar
    .description = A quien le toca juega una carta a la baza.
phase-regicide-tricks-change = Cambiar
    .description = Quien ganó la baza puede cambiar el triunfo, el orden o ambos.
phase-regicide-tricks-over = Terminada
    .description = La partida ha terminado.
move-regicide-tricks-take = Tomar
    .description = Toma la carta descubierta.
move-regicide-tricks-pass = Pasar
    .description = Deja la carta descubierta.
move-regicide-tricks-trump = Elegir triunfo
    .description = Nombra el palo de triunfo.
move-regicide-tricks-bury = Enterrar
    .description = Retira una carta del juego, boca abajo.
move-regicide-tricks-play = Jugar
    .description = Juega una carta a la baza.
move-regicide-tricks-keep = Dejar
    .description = Deja el triunfo y el orden como están.
move-regicide-tricks-change = Cambiar
    .description = Cambia el triunfo, invierte el orden o ambas cosas.
move-regicide-tricks-concede = Rendirse
    .description = Abandona la partida por todo el bando, al instante.
option-regicide-tricks-first = Quién reparte primero
    .description = Quien reparte primero; debe ser un asiento de la partida.
option-regicide-tricks-jokers = Comodines
    .description = Cuántos comodines hay en la baraja.
option-regicide-tricks-partners = Parejas
    .description = Si quienes se sientan enfrente son pareja.
option-regicide-tricks-target = Meta
    .description = Los puntos que terminan la partida.
score-regicide-tricks-trick = Una baza
    .description = El bando con más bazas de una mano suma cada una; también todos los que empatan.
score-regicide-tricks-all_tricks = Todas las bazas
    .description = El bando que gana las nueve bazas de una mano suma esto en su lugar.
score-regicide-tricks-won = Victoria
    .description = El bando que en solitario tiene más puntos cuando alguno llega a la meta.

## Las reglas del juego cooperativo, con nuestras palabras

clause-R1 = Los enemigos salen del mazo del castillo, las cartas se roban del mazo de la posada y lo gastado queda en la pila de descarte. En la mesa están las cartas jugadas contra el enemigo en liza. Un compañero animal es un as.
clause-R2-1 = Una carta se escribe con valor y palo: A 2 3 4 5 6 7 8 9 T J Q K y C D H S. Los comodines son X1 y X2.
clause-R2-2 = Un as vale 1, las cartas numeradas lo que muestran, una sota 10, una reina 15, un rey 20 y un comodín 0, tanto al atacar como al encajar daño.
clause-R2-3 = Una sota tiene ataque 10 y vida 20, una reina 15 y 30, un rey 20 y 40.
clause-R2-4 = El orden es tréboles, diamantes, corazones, picas, cada palo del as al rey, y después los comodines.
clause-R3-1 = Con 1, 2, 3 o 4 personas hay 0, 0, 1 o 2 comodines en el mazo de la posada, y la mano completa tiene 8, 7, 6 o 5 cartas.
clause-R3-2 = El mazo del castillo tiene encima las sotas, luego las reinas y luego los reyes, cada grupo barajado. La carta de encima es el primer enemigo.
clause-R3-3 = El mazo de la posada son los ases a dieces de todos los palos y los comodines, barajados.
clause-R3-4 = Se reparte de una en una, en el sentido de las agujas del reloj desde quien empieza, hasta llenar las manos. Quien empieza se elige al crear la partida; si no, empieza el primer asiento.
clause-R3-5 = Una semilla decide todos estos órdenes.
clause-R4-1 = Un turno: jugar o pasar, poderes, daño al enemigo, daño del enemigo. Después sigue el siguiente en el sentido de las agujas del reloj.
clause-R4-2 = Se juega una carta, un compañero animal con otra carta que no sea comodín, una combinación, o un comodín solo.
clause-R4-3 = Una combinación tiene de dos a cuatro cartas del mismo valor, de 2 a 5, que juntas valen 10 o menos; sin compañero animal.
clause-R4-4 = El ataque es la suma de los valores de las cartas.
clause-R4-5 = Cada palo jugado da su poder una vez, con todo el ataque, salvo que el enemigo sea inmune. No se puede renunciar a los poderes. Primero corazones, luego diamantes, luego los palos negros.
clause-R4-6 = Corazones: se baraja la pila de descarte y tantas cartas como el ataque van al fondo del mazo de la posada. Las cartas de la jugada no cuentan.
clause-R4-7 = Diamantes: se roban tantas cartas como el ataque, de una en una, desde quien juega y por turnos; las manos llenas se saltan.
clause-R4-8 = Tréboles: el daño de la jugada cuenta doble.
clause-R4-9 = Picas: el ataque del enemigo baja tanto como el ataque de la jugada mientras siga en pie. Todas las picas se suman.
clause-R4-10 = El daño se suma al que el enemigo lleva. Si llega a su vida, queda derrotado.
clause-R4-11 = Un enemigo que sigue en pie ataca con lo que las picas le han dejado. Con 0 no pasa nada.
clause-R4-12 = Se descartan cartas de la mano que valgan al menos el daño. Se conserva el orden en que se nombran.
clause-R4-13 = Quien tiene una mano que vale menos que el daño pierde la partida para todos.
clause-R5-1 = Un enemigo derrotado con daño exacto va encima del mazo de la posada; si no, a la pila de descarte.
clause-R5-2 = Después, las cartas de la mesa van a la pila de descarte, en el orden jugado.
clause-R5-3 = Se descubre el siguiente enemigo, sin daño, sin escudo y con su inmunidad.
clause-R5-4 = Quien derrotó al enemigo no recibe daño y juega otro turno.
clause-R5-5 = Una figura en la mano es una carta más: su valor, el poder de su palo y un compañero animal con ella.
clause-R5-6 = Con el último rey derrotado la partida está ganada.
clause-R6-1 = Un enemigo es inmune al poder de su propio palo. Las cartas cuentan igualmente como daño.
clause-R6-2 = Un comodín anula la inmunidad mientras este enemigo siga en pie. En ese turno no pasa nada más.
clause-R6-3 = Las picas jugadas antes del comodín contra un enemigo de picas bajan su ataque desde entonces. Los demás palos no se compensan.
clause-R6-4 = Quien jugó el comodín decide después quién sigue: cualquier asiento, también el propio.
clause-R6-5 = El comodín va a la pila de descarte con las demás cartas y puede volver.
clause-R7-1 = Quien pasa va directamente al daño del enemigo.
clause-R7-2 = Nadie puede pasar si todos los demás pasaron en su último turno.
clause-R7-3 = A solas no se pasa, salvo que la partida se haya creado para que se pueda: entonces, nunca dos veces seguidas.
clause-R7-4 = Quien no puede jugar ni pasar pierde la partida para todos.
clause-R8-1 = Nadie dice ni insinúa qué hay en una mano. De lo que está a la vista se puede hablar.
clause-R8-2 = Entre un comodín y la elección de quien sigue, cada cual puede señalar una buena jugada o el deseo de no seguir.
clause-R8-3 = Estas señales, y las de R8.4, son todo lo que el servicio deja decir.
clause-R8-4 = Con dos jugadores o más, cada cual puede saludar antes de la primera jugada, y decir que se ha jugado bien hasta una semana después del final.
clause-R9-1 = A solas hay dos comodines aparte. Se puede dar la vuelta a uno antes de jugar o de encajar el daño: se descarta la mano y se roba hasta 8 cartas. No anula ninguna inmunidad.
clause-R9-2 = Mientras quede un comodín, una mano que no encaja el daño aún no ha perdido: hay que darle la vuelta.
clause-R9-3 = Una victoria a solas con cero, uno o dos comodines a los que se dio la vuelta es de oro, plata o bronce.
clause-R10-1 = Mano nueva sin diamantes: una mano repartida sin diamantes vuelve al mazo de la posada, se baraja y se reparte de nuevo, diez veces como máximo.
clause-R10-2 = Daño compartido: quien no puede encajar el daño descarta toda la mano y quien sigue encaja el resto. Solo se pierde si todas las manos juntas no bastan.
clause-R10-3 = Sin combinaciones: no se pueden jugar juntas cartas del mismo valor.
clause-R10-4 = Se rechazan las opciones que no corresponden al juego o el número de personas.
clause-R11-1 = Cualquiera puede rendirse en todo momento. Con varias personas en la mesa, la partida se pierde cuando todas están de acuerdo.
clause-R11-2 = Rendirse, o deshacer la última jugada, se propone: ocurre cuando lo han aceptado todas las personas de la mesa. Cada una puede rechazarlo.
clause-R11-3 = Fuera de los retos se puede dejar una partida en curso. Si el asiento al que le toca deja pasar su límite de turno, las demás personas pueden dárselo a un bot de la casa o invitar a alguien. Quien tuvo un asiento puede recuperarlo de un bot.
clause-R11-4 = En una partida que nunca cuenta, como una de práctica, quien tiene el turno puede ver la jugada que haría un bot de la casa con la misma información.
clause-R12-1 = Todos ven el enemigo, la mesa, la pila de descarte, todas las jugadas y cuántas cartas tienen cada mano y cada mazo.
clause-R12-2 = Cada cual ve además su mano y las cartas que roba.
clause-R12-3 = Nadie ve el orden de los mazos, las manos ajenas ni la semilla.
clause-R12-4 = Cuando la partida termina, todo es público.

## Las reglas del juego de bazas, con nuestras palabras

clause-T1 = Se juega con as, 2 a 9 y rey de cuatro palos, y con dos comodines salvo que la partida se cree sin ellos.
clause-T2 = De dos a cuatro personas, cada una por su cuenta; o cuatro en parejas, cada cual con quien tiene enfrente.
clause-T3 = De alto a bajo: K 9 8 7 6 5 4 3 2 A, o invertido A 2 3 4 5 6 7 8 9 K. Cada mano empieza sin invertir. Un comodín está por encima de todo.
clause-T4 = Se barajan todas las cartas, se reparten nueve a cada cual desde el asiento que sigue a quien reparte, y se descubre una. El reparto pasa al asiento siguiente.
clause-T5 = Primero quien reparte y luego los demás pueden tomar la carta descubierta: su palo es triunfo y se entierra una de las diez cartas. Quien toma un comodín nombra el palo. Si todos pasan, lo nombra quien reparte.
clause-T6 = Sale quien reparte; después, quien ganó la última baza. Hay que servir el palo de salida. Un comodín cuenta como triunfo.
clause-T7 = La baza es del triunfo más alto o, sin triunfos, de la carta más alta del palo de salida. De dos comodines gana el primero.
clause-T8 = Quien gana una baza en la que salió otra persona puede cambiar el triunfo, invertir el orden, ambas cosas, o dejarlo todo.
clause-T9 = Tras nueve bazas, el bando con más suma un punto por baza; si empatan varios, cada uno suma las suyas. Las nueve bazas suman 20.
clause-T10 = La partida termina cuando un bando llega a la meta; gana el más alto. Si varios comparten lo más alto, se juega otra mano.
clause-T11 = Las manos, el mazo y la carta enterrada están ocultos hasta el final; lo demás es público.
clause-T12 = Cualquiera puede rendirse en todo momento, por todo su bando. Gana el otro bando; si hay varios, el que tenga más puntos.

## La fuente de noticias

feed-title = Regicide: días y resultados
feed-day = Regicide: el reto del { $date }
feed-day-results = Regicide: resultados del { $date }
feed-challenge-results = Regicide: resultados de { $name }
feed-results-about = Todos los resultados y las partidas ya son públicos.

## Las páginas del cliente web, tal como se muestran sus enlaces

page-home = Regicide
page-home-about = El juego de cartas de los doce enemigos, en tu navegador: a solas o con amigos, con las mismas cartas para todos cada día.
page-daily = Regicide: el reto de hoy
page-daily-about = Las mismas cartas para todos: un solo intento para la clasificación.
page-day = Regicide: el reto del { $date }
page-game = Regicide: { $names }
page-game-waiting = Una partida para { $players }: queda un asiento libre.
page-game-running = Una partida para { $players }, { $moves ->
    [one] una jugada
   *[other] { $moves } jugadas
} hasta ahora. Mírala.
page-game-over = Una partida para { $players }, terminada tras { $moves ->
    [one] una jugada
   *[other] { $moves } jugadas
}. Mira cómo fue.
page-game-table = La mesa tras { $moves ->
    [one] una jugada
   *[other] { $moves } jugadas
}
page-challenge = Regicide: { $name }
page-challenge-about = Un reto para { $players ->
    [one] un jugador
   *[other] { $players } jugadores
}: las mismas cartas para todos.

# Bots

simulate-row = { $players ->
    [one] 1 jugador
   *[other] { $players } jugadores
}, { $bot }: { $won } de { $games ->
    [one] 1 partida ganada
   *[other] { $games } partidas ganadas
}, { $percent } % ({ $low } a { $high })
simulate-row-enemies = { $players ->
    [one] 1 jugador
   *[other] { $players } jugadores
}, { $bot }: { $won } de { $games ->
    [one] 1 partida ganada
   *[other] { $games } partidas ganadas
}, { $percent } % ({ $low } a { $high }); { $mean } enemigos derrotados (± { $margin })
difficulty-together = La dificultad solo se mide en el juego cooperativo.
difficulty-summary = { $level ->
    [none] demasiado pocas partidas para un nivel
    [easy] fácil
    [moderate] media
    [hard] difícil
   *[extreme] extrema
}: { $mean } enemigos derrotados de media, { $won } de { $games ->
    [one] 1 partida ganada
   *[other] { $games } partidas ganadas
}

# Copias de un registro de transparencia.
log-answer = { $url } responde con el estado { $status }: { $detail }
log-no-answer = { $url } no responde ({ $reason }).
log-bad-answer = { $url } responde algo que no es del servicio.
log-no-export = El servicio no tiene exportación de partidas.
log-copy-damaged = { $file } está dañado: esta copia no corresponde a su propio punto de control. Empieza otra en otra carpeta.
log-copy-in-use = { $file } está bloqueado: otro comando está actualizando esta copia.
log-smaller = El punto de control tiene { $new } entradas, pero se guardó uno con { $old }.
log-other-past = El registro de transparencia no continúa el punto de control que se guardó.
log-other-root = Las entradas no llevan a la raíz firmada.
log-missing-file = Al registro de transparencia le falta { $file }, que su punto de control abarca.
log-unfit-file = { $file } no concuerda con el registro de transparencia.
log-bad-policy = { $file }: la línea { $line } no es de una política (C2SP tlog-policy).
log-no-policy = Indica la política para el registro de transparencia con --policy.
log-age = El último punto de control se firmó el { $at }.
log-subject-twice = El registro de transparencia tiene una segunda entrada de una partida o de un reto, en el índice { $index }: { $entry }.
log-split-view = El registro ha firmado un árbol de { $old ->
    [one] 1 entrada
   *[other] { $old } entradas
} y uno de { $new } que no lo continúa.
log-other-end = El servicio ha firmado la partida { $id } con otro final que el del registro.
log-bad-record = El archivo de la partida { $id } no es válido.
log-unsigned-record = El archivo de la partida { $id } no tiene firma.
log-late-record = La partida { $id } entró en el registro más de un día después de su final.
log-not-logged = Al registro le falta la partida { $id }, que terminó más de un día antes de su último punto de control.
log-bad-proof = Ninguna prueba lleva del archivo de la partida { $id } a su entrada en el registro.
log-withdrawn = El servicio ya no exporta la partida { $id }.
log-skipped = El servicio no puede leer la partida { $id }.
log-other-challenge = El registro tiene otro compromiso del reto { $id } que el que da el servicio.
log-late-challenge = El compromiso del reto { $id } entró en el registro después de abrirse el reto.
log-no-challenge = Al registro le falta el compromiso del reto { $id }, que ya se abrió.
log-game-of-player = Una partida del jugador { $player }: { $id }
log-suspicion = SOSPECHA, { $what }
log-evidence-holds = LA PRUEBA ES VÁLIDA. { $what }
log-evidence-fails = La prueba no es válida. { $what }
log-contradiction = CONTRADICCIÓN, { $what } Lo que lo demuestra está en { $file }.
log-mirrored = { $origin }: { $size ->
    [one] 1 entrada
   *[other] { $size } entradas
}, { $new } de ellas nuevas
log-watched = { $origin }: { $size ->
    [one] 1 entrada
   *[other] { $size } entradas
}, { $new } de ellas nuevas; { $verified ->
    [one] 1 partida verificada
   *[other] { $verified } partidas verificadas
}, { $again } otra vez; { $waiting ->
    [0] ninguna espera
    [one] 1 espera
   *[other] { $waiting } esperan
} una entrada; entradas de partidas que ninguna partida pública explica: { $unexplained }
log-nothing-missing = La copia tiene { $copy } entradas y la base de datos { $size }: no falta nada.
log-recovered = { $added ->
    [one] Se añadió 1 entrada
   *[other] Se añadieron { $added } entradas
}, el registro tiene { $size }; { $lost ->
    [0] no se ha perdido nada
    [one] se ha perdido 1 partida o reto, cuya entrada queda
   *[other] se han perdido { $lost } partidas o retos, cuyas entradas quedan
}
log-not-recovered = NO SE AÑADE NADA, { $why }
log-not-in-copy = La copia del registro de transparencia no tiene ninguna entrada de esta partida: es anterior a ella, o la partida no se registró como se dice aquí.
log-not-in-copy-deleted = La copia del registro de transparencia no tiene ninguna entrada de esta partida tal como se dice aquí. Si se borró a un jugador después, la prueba del servicio muestra dónde está: verifica lo que da /v1/games/ID/record?with_proof=true.
