# Español, con las palabras del reglamento. El género de una carta (.gender)
# sirve para la concordancia: el de $enemy se pide como $enemy_gender.

text = { $text }
list-none = nada
list-middle = { $left }, { $right }
list-end = { $left } y { $right }

## Cartas

suit-clubs = tréboles
suit-diamonds = diamantes
suit-hearts = corazones
suit-spades = picas
rank-king = el rey
rank-ace = el as
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

effect-played = El asiento { $seat } juega { $cards }: ataque { $attack }.
effect-yielded = El asiento { $seat } pasa.
effect-immunity_cancelled = El comodín anula la inmunidad del enemigo: desde ahora le afectan { $suit ->
    [picas] las picas
   *[other] los { $suit }
}.
effect-immune = El enemigo es inmune a { $suit ->
    [picas] las picas
   *[other] los { $suit }
}: no hay poder.
effect-healed = { $count ->
    [one] Una carta pasa
   *[other] { $count } cartas pasan
} de la pila de descarte al fondo del mazo de posada.
effect-drawn = El asiento { $seat } roba { $count ->
    [one] una carta
   *[other] { $count } cartas
}.
effect-drawn-seen = El asiento { $seat } roba { $count ->
    [one] una carta
   *[other] { $count } cartas
}: { $cards }.
effect-shielded = El ataque del enemigo baja { $amount }, hasta { $attack }.
effect-damaged = { $amount } de daño: el enemigo lleva { $total } de { $health }.
effect-damaged-doubled = { $half } de daño, doblado a { $amount }: el enemigo lleva { $total } de { $health }.
effect-defeated = { $enemy_gender ->
    [f] La { $enemy } queda derrotada
   *[m] El { $enemy } queda derrotado
}.
effect-defeated-exactly = { $enemy_gender ->
    [f] La { $enemy } queda derrotada
   *[m] El { $enemy } queda derrotado
} con daño exacto y va encima del mazo de posada.
effect-revealed = { $enemy_gender ->
    [f] La { $enemy } es la siguiente enemiga
   *[m] El { $enemy } es el siguiente enemigo
}.
effect-attacked = { $damage ->
    [0] El enemigo no puede dañar al asiento { $seat }.
   *[other] El enemigo ataca al asiento { $seat }: { $damage } de daño por cubrir.
}
effect-discarded = El asiento { $seat } descarta { $cards }, con valor { $worth }{ $left ->
    [0] .
   *[other] ; quedan { $left } de daño para quien sigue.
}
effect-passed_over = El asiento { $seat } no tiene cartas y se le salta.
effect-flipped = Se voltea un comodín, { $left ->
    [0] no queda ninguno
    [one] queda uno
   *[other] quedan { $left }
}; se descarta la mano: { $cards }.
effect-named = El asiento { $seat } jugará el siguiente turno.
effect-turn = Es el turno del asiento { $seat }.
effect-conceded = El asiento { $seat } se rinde: la partida está perdida.
effect-won = El último rey queda derrotado: la partida está ganada.
effect-won-solo = El último rey queda derrotado: la partida está ganada, con medalla de { $medal }.
effect-lost-damage = El asiento { $seat } no puede cubrir el daño: la partida está perdida.
effect-lost-stuck = El asiento { $seat } no puede jugar ni pasar: la partida está perdida.

## Lo que hace una jugada: el juego de bazas

effect-card_taken = El asiento { $seat } toma { $card_gender ->
    [f] la { $card }
   *[m] el { $card }
}.
effect-passed = El asiento { $seat } pasa.
effect-turned_down = { $card_gender ->
    [f] La { $card }
   *[m] El { $card }
} va boca abajo encima del mazo.
effect-trump_set = El asiento { $seat } elige triunfo: { $suit }.
effect-buried = El asiento { $seat } entierra una carta.
effect-buried-seen = El asiento { $seat } entierra { $card_gender ->
    [f] la { $card }
   *[m] el { $card }
}.
effect-card_played = El asiento { $seat } juega { $card_gender ->
    [f] la { $card }
   *[m] el { $card }
}.
effect-trick_won = El asiento { $seat } gana la baza con { $card_gender ->
    [f] la { $card }
   *[m] el { $card }
} y ya tiene { $tricks ->
    [one] una baza
   *[other] { $tricks } bazas
}.
effect-kept = El asiento { $seat } deja el triunfo y el orden como están.
effect-trump_changed = El asiento { $seat } cambia el triunfo a { $suit }.
effect-ranks_reversed = El asiento { $seat } invierte el orden: { $highest } es lo más alto.
effect-hand_scored = La mano ha terminado. Suma, bando por bando: { $scored }; los puntos son { $points }.
effect-cards_dealt = El asiento { $seat } recibe { $count } cartas.
effect-cards_dealt-seen = El asiento { $seat } recibe { $count } cartas: { $cards }.
effect-card_turned_up = El asiento { $seat } ha repartido y descubre { $card_gender ->
    [f] la { $card }
   *[m] el { $card }
}.
effect-side_conceded = El asiento { $seat } se rinde en nombre del bando { $side }.
effect-game_won = El bando { $side } gana la partida; los puntos son { $points }.
effect-game_shared = La partida queda compartida; los puntos son { $points }.

## Por qué se rechaza una jugada

refused-over = La partida ha terminado.
refused-no-such-seat = El asiento { $seat } no está en esta mesa.
refused-not-your-turn = Es el turno del asiento { $seat }.
refused-not-in-this-game = Este juego no tiene esa jugada.
refused-wrong-phase = La jugada no corresponde a esta fase del turno.
refused-not-in-hand = { $card } no está en la mano.
refused-named-twice = { $card } se nombra dos veces.
refused-not-together = Estas cartas no se pueden jugar juntas.
refused-combo-too-high = El combo vale { $worth }, más de 10.
refused-combos-off = En esta partida no hay combos.
refused-jester-not-alone = El comodín se juega solo.
refused-too-little = Las cartas valen { $worth }, el daño es { $damage }.
refused-whole-hand = Hay que descartar toda la mano.
refused-others-yielded = Todos los demás pasaron en su último turno.
refused-solo-yield = Jugando a solas no se puede pasar.
refused-yielded-last = Jugando a solas no se puede pasar dos veces seguidas.
refused-no-jester-left = No queda ningún comodín que voltear.
refused-only-flip = Solo se puede voltear un comodín.
refused-must-follow = Hay que servir el palo de salida, { $suit }.
refused-one-card = A la baza se juega exactamente una carta.
refused-changes-nothing = Un cambio nombra un palo, invierte el orden o ambas cosas.
refused-trump-already = El triunfo ya es { $suit }.

## Por qué un texto no es una jugada

misspelt-unknown-word = No existe esa jugada: empieza por play, yield, discard, next, flip, concede, take, pass, trump, bury, keep o change.
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
setup-option-of-tricks = La opción es del juego de bazas.
setup-option-of-regicide = La opción es del juego cooperativo.
seed-malformed = Una semilla son de 1 a 64 caracteres de A-Z a-z 0-9 . _ ~ -

## Registros

bad-move = Jugada { $seq }: { $fault }
fault-number = Lleva el número { $number }.
fault-time = Su hora no está en UTC o es más fina que un microsegundo.
fault-too-many = Un historial tiene como máximo { $most } jugadas.
record-unknown-format = El formato { $format } no se conoce, solo { $known }.
record-unknown-game = El juego { $game } no se conoce.
record-unknown-rules = La versión { $version } de las reglas no se conoce.
record-malformed = No es un archivo de registro.
check-setup = { $field }: { $reason } ({ $rule })
check-it-is = Es { $found }.
check-no-end = Las jugadas se detienen antes del final.
check-names = Hay { $count } nombres.
check-no-key = No se conoce la clave que la hizo.
check-bad-signature = No es la de esa clave para esta partida.

## Problemas

problem-malformed_body = El cuerpo está mal formado
problem-malformed_query = La consulta está mal formada
problem-malformed_header = Una cabecera está mal formada
problem-invalid_value = Un valor no sirve
problem-idempotency_key_weak = La clave de idempotencia se podría adivinar
problem-token_missing = Hace falta un token
problem-token_unknown = El token no se conoce aquí
problem-forbidden = El token no permite esto
problem-sealed = Pertenece a un desafío que no ha terminado
problem-invitation_needed = El desafío es para jugadores invitados
problem-no_such_path = No hay nada en esta ruta
problem-no_such_game = No existe esa partida
problem-no_such_player = No existe ese jugador
problem-no_such_challenge = No existe ese desafío
problem-no_such_result = No existe ese resultado
problem-no_such_move = No existe esa jugada
problem-method_not_allowed = La ruta no admite el método
problem-not_acceptable = Ninguna forma aceptable
problem-seq_conflict = La partida ha avanzado
problem-contended = Otros fueron más rápidos
problem-game_not_begun = La partida no ha empezado
problem-game_begun = La partida ya ha empezado
problem-game_over = La partida no admite más jugadas
problem-game_not_over = La partida no ha terminado
problem-seat_taken = El asiento está ocupado
problem-seated_already = El jugador ya tiene un asiento
problem-no_open_seat = No hay ningún asiento libre
problem-challenge_not_open = El desafío aún no está abierto
problem-challenge_closed = El desafío está cerrado
problem-attempted_already = No queda ningún intento
problem-attempt_out_of_turn = El intento anterior no ha terminado
problem-log_full = El historial está lleno
problem-idempotency_key_running = La primera petición sigue en curso
problem-body_too_large = El cuerpo es demasiado grande
problem-unsupported_media_type = El cuerpo no se declara como JSON
problem-illegal_move = La jugada va contra las reglas
problem-invalid_setup = Lo elegido no encaja con el juego
problem-invalid_record = El registro no se sostiene
problem-idempotency_key_reused = La clave de idempotencia se usó para otra cosa
problem-too_many_requests = Demasiadas peticiones desde esta dirección
problem-internal = Algo ha fallado aquí
problem-stored_game_corrupt = La partida guardada está dañada
problem-unavailable = El servicio no está disponible ahora

## Detalles de los problemas

error-no-such-game = No hay ninguna partida con este identificador.
error-no-such-player = No hay ningún jugador con este identificador.
error-no-such-challenge = No existe ese desafío, o aún no se ha publicado.
error-no-such-result = Ningún resultado de esta partida está en una clasificación.
error-no-such-cursor = La exportación no contiene ninguna partida con este identificador.
error-no-such-move = La partida tiene { $seq ->
    [one] una jugada
   *[other] { $seq } jugadas
}.
error-no-such-code = No existe ese código.
error-token-missing = Esto necesita un token: de un asiento, de un jugador, o de quien creó la partida o el desafío.
error-token-unknown = El token no abre nada aquí.
error-seq-conflict = La partida va por la jugada { $actual }, no por la { $expected }.
error-contended = La partida cambió mientras se juzgaba la petición.
error-not-begun = La partida no ha empezado: hay asientos libres.
error-begun = La partida ya ha empezado.
error-over = La partida no admite más jugadas: ha terminado.
error-abandoned = La partida no admite más jugadas: está abandonada.
error-cancelled = La partida no admite más jugadas: fue cancelada.
error-closed = La partida no admite más jugadas: su desafío ha terminado.
error-sealed = La partida pertenece a un desafío que sigue en curso: hasta que termine, solo la ven sus propios jugadores, y solo lo que se ve desde sus asientos.
error-board-sealed = Mientras el desafío sigue en curso, su clasificación está abierta a quienes han terminado su propio intento.
error-challenge-not-open = El desafío aún no está abierto.
error-challenge-closed = Ya no se puede empezar ninguna partida de este desafío.
error-attempted-already = El jugador ya ha tenido este intento.
error-attempt-out-of-turn = Los intentos se hacen uno tras otro: todos los anteriores deben haber terminado.
error-invitation-needed = Este desafío es para jugadores invitados: hace falta un código de invitación sin usar.
error-not-over = La partida aún no ha terminado.
error-seat-taken = El asiento está ocupado.
error-seated-already = Un jugador tiene como mucho un asiento en una partida.
error-no-open-seat = No hay ningún asiento libre.
error-log-full = Un historial tiene como máximo { $most } jugadas.
error-key-reused = Esta Idempotency-Key se usó para otra petición.
error-key-running = La primera petición con esta Idempotency-Key sigue en curso.
error-key-weak = Sin token, una Idempotency-Key debe llevar 128 bits al azar: use un UUID de la versión 4.
error-unavailable = La base de datos no responde; inténtelo de nuevo en breve.
error-corrupt = Lo que hay guardado de esta partida no concuerda.
error-internal = Algo ha fallado aquí; ha quedado anotado.
error-not-ready = La base de datos no responde o su esquema no encaja.
error-stopping = El servicio se está deteniendo.
forbidden-free-seat = Solo quien ocupa el asiento o quien creó la partida puede liberarlo.
forbidden-cancel = Solo quien creó la partida puede cancelarla.
forbidden-no-seat = El token de quien creó la partida no es el de un asiento.
forbidden-name-hidden = Un operador ha ocultado este nombre; no se puede cambiar.
unfit-more-names = Hay más nombres que asientos.
unfit-more-open-seats = Hay más asientos libres que asientos.
unfit-open-seat-named = Un asiento libre recibe el nombre de quien lo ocupa.
unfit-nobody-sits-there = Nadie ocupa ese asiento.
unfit-no-such-seat = La partida no tiene ese asiento.
unfit-over-there = La partida ha terminado ahí: no se podría jugar nada.
unfit-two-seeds = Un desafío tiene una semilla pública o palabras para una secreta, no ambas.
unfit-for-anyone = El desafío es para cualquiera: no necesita invitaciones.
invalid-name = Un nombre son de 1 a 40 caracteres imprimibles, sin espacios en los extremos.
invalid-limit = El límite es de 1 a { $most }.
invalid-players = Las partidas son para 1 a 4 personas.
invalid-range = El número es de { $least } a { $most }.
unfit-opens-at = Un desafío se abre ahora o más tarde, como mucho dentro de 366 días.
unfit-closes-at = Un desafío se cierra después de abrirse, y como mucho 366 días más tarde.
invalid-seed-words = Las palabras son de 1 a 31 caracteres.
invalid-cursor = El cursor no es de los que ha dado esta clasificación.
invalid-month = Un mes se escribe como 2026-11.
invalid-reason = Un motivo son de 1 a 200 caracteres imprimibles, sin espacios en los extremos.
malformed-body = El cuerpo no es JSON de la forma que se pide.
malformed-query = La consulta no se puede leer.
malformed-path = La ruta no contiene un identificador, o una fecha.
body-too-large = Un cuerpo tiene aquí como máximo { $most } bytes.
content-type-other = Content-Type no es application/json.
content-type-missing = Falta Content-Type: debe ser application/json.
too-many-requests = Esta dirección ha preguntado demasiadas veces; espere un poco.
token-no-bearer = Authorization debe ser "Bearer" y un token.
key-malformed = La clave son de 1 a 200 caracteres ASCII imprimibles.
not-acceptable = La API habla application/json.
no-such-path = No hay nada en { $path }.
method-not-allowed = { $path } no admite { $method }.

## Desafíos

share-daily = Regicide { $day }, { $players ->
    [one] un jugador
   *[other] { $players } jugadores
}
merit-won = 12/12, { $moves ->
    [one] una jugada
   *[other] { $moves } jugadas
}
merit-defeated = { $enemies }/12
merit-points = { $points ->
    [one] un punto
   *[other] { $points } puntos
}
merit-points-won = { $points ->
    [one] un punto
   *[other] { $points } puntos
}: victoria
board-note-anyone = Los jugadores son anónimos: nada impide que una persona tenga dos identidades, y así dos intentos clasificados.
board-note-invited = Con invitación: cada jugador fue admitido con un código de un solo uso.
board-note-public-seed = La semilla fue pública desde el principio: los resultados se listan, pero no se clasifican.

## La mesa, dibujada para las personas

table-enemy = Enemigo
table-no-enemy = no queda ninguno
table-enemy-stands = { $card }  daño { $damage } de { $health }  ataque { $attack } (escudo { $shield })  inmune a nada
table-enemy-stands-immune = { $card }  daño { $damage } de { $health }  ataque { $attack } (escudo { $shield })  inmune a { $suit }
table-castle = Mazo de castillo
table-table = Mesa
table-seat = Asiento { $seat }
table-tavern = Mazo de posada
table-discard-pile = Pila de descarte
table-jesters-left = Comodines restantes
table-trump = Triunfo
table-trump-is = { $suit }, { $highest } es lo más alto
table-trump-open = por decidir, { $highest } es lo más alto
table-points = Puntos
table-turned-up = Carta descubierta
table-turned-up-open = { $card }, por tomar
table-turned-up-taken = { $card }, tomada por el asiento { $seat }
table-turned-up-stock = { $card }, boca abajo en el mazo
table-trick = Baza
table-trick-led = { $cards }, sale el asiento { $seat }
table-hand-tricks = { $cards }  (bazas { $tricks })
table-buried = Enterrada
table-stock = Mazo
next-regicide-play = Juega el asiento { $seat }.
next-regicide-discard = El asiento { $seat } cubre { $damage } de daño.
next-regicide-next = El asiento { $seat } decide quién sigue.
next-regicide-won = La partida está ganada.
next-regicide-lost = La partida está perdida.
next-tricks-take = El asiento { $seat } toma la carta o pasa.
next-tricks-trump = El asiento { $seat } elige el triunfo.
next-tricks-bury = El asiento { $seat } entierra una carta.
next-tricks-play = El asiento { $seat } juega una carta.
next-tricks-change = El asiento { $seat } puede cambiar el triunfo y el orden.
next-tricks-over = La partida ha terminado.

## Las órdenes

command-seed = semilla { $seed }, compromiso { $commitment }
command-seat = asiento { $seat }: { $name }
command-seat-name = { $name } (asiento { $seat })
command-seat-unnamed = asiento { $seat }
command-moves-there = El registro tiene { $count } jugadas.
command-after = Tras la jugada { $seq }:
command-position = posición
command-digest = resumen
command-held = correcto, { $moves } jugadas, { $end }, { $authenticity }
command-failed = NO SE SOSTIENE, { $what }
command-failed-check = { $check }: { $detail }
command-failed-move = { $check }: { $detail } ({ $rule }); las { $moves } jugadas anteriores son buenas
command-sum = { $records } registros: { $held } se sostienen, { $failed } no
command-audit-failed = NO SE SOSTIENE, { $checks }; { $moves } jugadas son buenas
command-audited = { $games } partidas con { $moves } jugadas: { $held } se sostienen, { $failed } no; { $rate } jugadas por segundo
command-ended = hasta el final
command-no-end = sin final
command-authenticated = autenticado
command-unauthenticated = sin autenticar
command-contradicted = contradicho
command-no-object = Aquí no empieza ningún objeto JSON.
command-cut-off = El registro está cortado.
command-too-long = El registro tiene más de 1 MiB.
command-no-text = El registro no es texto UTF-8.

## Los juegos como datos

game-regicide = Regicide
    .description = De una a cuatro personas, juntas, contra doce miembros de la realeza.
power-regicide-C = Dobla el daño de la jugada (R4.8).
power-regicide-D = Roba tantas cartas como el ataque, por turnos (R4.7).
power-regicide-H = Lleva tantas cartas como el ataque de la pila de descarte al fondo del mazo de posada (R4.6).
power-regicide-S = Baja el ataque del enemigo tanto como el ataque de la jugada (R4.9).
phase-regicide-play = Ataque
    .description = A quien le toca ataca al enemigo o pasa.
phase-regicide-discard = Cubrir el daño
    .description = A quien le toca cubre con cartas el daño del enemigo.
phase-regicide-next = Decidir quién sigue
    .description = Tras un comodín, quien lo jugó decide quién juega después.
phase-regicide-won = Ganada
    .description = El último rey ha caído: todos han ganado.
phase-regicide-lost = Perdida
    .description = La partida está perdida para todos.
move-regicide-play = Jugar
    .description = Pone en la mesa una carta, una carta con un compañero animal o un combo.
move-regicide-yield = Pasar
    .description = No ataca con nada y recibe el daño del enemigo.
move-regicide-discard = Descartar
    .description = Cubre el daño con cartas de la mano.
move-regicide-next = Decidir quién sigue
    .description = Nombra el asiento que juega después.
move-regicide-flip = Voltear un comodín
    .description = A solas: cambia la mano por otra al precio de un comodín.
move-regicide-concede = Rendirse
    .description = Abandona la partida; deben pedirlo todos.
variant-regicide-mulligan = Mulligan
    .description = Una mano repartida sin diamantes se reparte de nuevo, hasta diez veces.
variant-regicide-no_combos = Sin combos
    .description = No se pueden jugar juntas cartas del mismo valor.
variant-regicide-shared_damage = Daño compartido
    .description = El daño que una mano no puede cubrir pasa a quien sigue.
option-regicide-first = Quién empieza
    .description = El asiento que juega primero; debe ser uno de la partida.
option-regicide-solo_yield = Pasar a solas
    .description = Si se puede pasar jugando a solas; nunca dos veces seguidas.
score-regicide-won = Victoria
    .description = Los doce enemigos quedan derrotados: ganan todos.
score-regicide-gold = Oro
    .description = Victoria a solas sin voltear ningún comodín.
score-regicide-silver = Plata
    .description = Victoria a solas tras voltear un comodín.
score-regicide-bronze = Bronce
    .description = Victoria a solas tras voltear los dos comodines.
game-regicide-tricks = Regicide, el juego de bazas
    .description = De dos a cuatro personas ganan bazas; quien gana una puede darle la vuelta al orden de las cosas.
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
    .description = Si los asientos 0 y 2 juegan contra 1 y 3.
option-regicide-tricks-target = Meta
    .description = Los puntos que terminan la partida.
score-regicide-tricks-trick = Una baza
    .description = El bando con más bazas de una mano suma cada una; también todos los que empatan.
score-regicide-tricks-all_tricks = Todas las bazas
    .description = El bando que gana las nueve bazas de una mano suma esto en su lugar.
score-regicide-tricks-won = Victoria
    .description = El bando que en solitario tiene más puntos cuando alguno llega a la meta.

## Las reglas del juego cooperativo, con nuestras palabras

clause-R1 = Los enemigos salen del mazo de castillo, las cartas se roban del mazo de posada y lo gastado queda en la pila de descarte. En la mesa están las cartas jugadas contra el enemigo actual. Un compañero animal es un as.
clause-R2-1 = Una carta se escribe con valor y palo: A 2 3 4 5 6 7 8 9 T J Q K y C D H S. Los comodines son X1 y X2.
clause-R2-2 = Un as vale 1, las cartas numeradas lo que muestran, una sota 10, una reina 15, un rey 20 y un comodín 0, tanto al atacar como al cubrir daño.
clause-R2-3 = Una sota tiene ataque 10 y salud 20, una reina 15 y 30, un rey 20 y 40.
clause-R2-4 = El orden es tréboles, diamantes, corazones, picas, cada palo del as al rey, y después los comodines.
clause-R3-1 = Con 1, 2, 3 o 4 personas hay 0, 0, 1 o 2 comodines en el mazo de posada, y una mano llena tiene 8, 7, 6 o 5 cartas.
clause-R3-2 = El mazo de castillo tiene encima las sotas, luego las reinas y luego los reyes, cada grupo barajado. La carta de encima es el primer enemigo.
clause-R3-3 = El mazo de posada son los ases a dieces de todos los palos y los comodines, barajados.
clause-R3-4 = Se reparte de una en una, en el sentido de las agujas del reloj desde quien empieza, hasta llenar las manos. Quien empieza se elige al crear la partida; si no, el asiento 0.
clause-R3-5 = Una semilla decide todos estos órdenes.
clause-R4-1 = Un turno: jugar o pasar, poderes, daño al enemigo, daño del enemigo. Después sigue el asiento siguiente.
clause-R4-2 = Se juega una carta, un compañero animal con otra carta que no sea comodín, un combo, o un comodín solo.
clause-R4-3 = Un combo son de dos a cuatro cartas del mismo valor, de 2 a 5, que juntas valen 10 o menos; sin compañero animal.
clause-R4-4 = El ataque es la suma de los valores de las cartas.
clause-R4-5 = Cada palo jugado da su poder una vez, con todo el ataque, salvo que el enemigo sea inmune. No se puede renunciar a los poderes. Primero corazones, luego diamantes, luego los palos negros.
clause-R4-6 = Corazones: se baraja la pila de descarte y tantas cartas como el ataque van al fondo del mazo de posada. Las cartas de la jugada no cuentan.
clause-R4-7 = Diamantes: se roban tantas cartas como el ataque, de una en una, desde quien juega y por turnos; las manos llenas se saltan.
clause-R4-8 = Tréboles: el daño de la jugada cuenta doble.
clause-R4-9 = Picas: el ataque del enemigo baja tanto como el ataque de la jugada mientras siga en pie. Todas las picas se suman.
clause-R4-10 = El daño se suma al que el enemigo lleva. Si llega a su salud, queda derrotado.
clause-R4-11 = Un enemigo que sigue en pie ataca con lo que las picas le han dejado. Con 0 no pasa nada.
clause-R4-12 = Se descartan cartas de la mano que valgan al menos el daño. Se conserva el orden en que se nombran.
clause-R4-13 = Quien tiene una mano que vale menos que el daño pierde la partida para todos.
clause-R5-1 = Un enemigo derrotado con daño exacto va encima del mazo de posada; si no, a la pila de descarte.
clause-R5-2 = Después, las cartas de la mesa van a la pila de descarte, en el orden jugado.
clause-R5-3 = Se descubre el siguiente enemigo, que empieza de cero.
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
clause-R7-3 = A solas no se pasa, salvo que la partida se cree con solo_yield once: entonces, nunca dos veces seguidas.
clause-R7-4 = Quien no puede jugar ni pasar pierde la partida para todos.
clause-R8-1 = Nadie dice ni insinúa qué hay en una mano. De lo que está a la vista se puede hablar.
clause-R8-2 = Entre un comodín y la elección de quien sigue, cada cual puede señalar una buena jugada o el deseo de no seguir.
clause-R8-3 = Estas señales son todo lo que el servicio deja decir.
clause-R9-1 = A solas hay dos comodines aparte. Se puede voltear uno antes de jugar o de cubrir el daño: se descarta la mano y se roba hasta 8 cartas. No anula ninguna inmunidad.
clause-R9-2 = Mientras quede un comodín, una mano que no cubre el daño aún no ha perdido: hay que voltearlo.
clause-R9-3 = Una victoria a solas con cero, uno o dos comodines volteados es de oro, plata o bronce.
clause-R10-1 = mulligan: una mano repartida sin diamantes vuelve al mazo de posada, se baraja y se reparte de nuevo, diez veces como máximo.
clause-R10-2 = shared_damage: quien no puede cubrir el daño descarta toda la mano y quien sigue cubre el resto. Solo se pierde si todas las manos juntas no bastan.
clause-R10-3 = no_combos: no se permiten combos.
clause-R10-4 = Se rechazan las opciones que no encajan con el juego o el número de personas.
clause-R11-1 = Cualquiera puede rendirse en todo momento. La partida se pierde cuando todos lo han pedido.
clause-R12-1 = Todos ven el enemigo, la mesa, la pila de descarte, todas las jugadas y cuántas cartas tienen cada mano y cada mazo.
clause-R12-2 = Cada cual ve además su mano y las cartas que roba.
clause-R12-3 = Nadie ve el orden de los mazos, las manos ajenas ni la semilla.
clause-R12-4 = Cuando la partida termina, todo es público.

## Las reglas del juego de bazas, con nuestras palabras

clause-T1 = Se juega con as, 2 a 9 y rey de cuatro palos, y con dos comodines salvo que la partida se cree sin ellos.
clause-T2 = De dos a cuatro personas, cada una por su cuenta; o cuatro en parejas, asientos 0 y 2 contra 1 y 3.
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
