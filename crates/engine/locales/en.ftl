# English. A language is a file like this one, with the same messages and the
# same variables; what a word is called in its own language (gender, article)
# can be given as attributes: `.gender` of the value of $enemy is available as
# $enemy_gender.

text = { $text }
list-none = nothing
list-middle = { $left }, { $right }
list-end = { $left } and { $right }

## Players

# A player by seat, or by name; seats are counted from 1. `.inside` stands
# inside a sentence. Where two at a table have the same name, the seat
# distinguishes them. `.person` is "you" for the reader: verbs depend on it.
player-seat = Seat { $number }
    .inside = seat { $number }
    .person = other
player-named = { $name }
    .inside = { $name }
    .person = other
player-alike = { $name } (seat { $number })
    .inside = { $name } (seat { $number })
    .person = other
player-open-seat = Open seat
player-bot = Bot { $number }
    .inside = Bot { $number }
    .person = other
player-you = You
    .inside = you
    .person = you

## Cards

suit-clubs = Clubs
suit-diamonds = Diamonds
suit-hearts = Hearts
suit-spades = Spades
highest-king = King
highest-ace = Ace
rank-ace = Ace
rank-two = Two
rank-three = Three
rank-four = Four
rank-five = Five
rank-six = Six
rank-seven = Seven
rank-eight = Eight
rank-nine = Nine
rank-ten = Ten
rank-jack = Jack
rank-queen = Queen
rank-king = King
rank-companion = Animal Companion
card-ace = Ace of { $suit }
card-companion = Animal Companion of { $suit }
card-two = Two of { $suit }
card-three = Three of { $suit }
card-four = Four of { $suit }
card-five = Five of { $suit }
card-six = Six of { $suit }
card-seven = Seven of { $suit }
card-eight = Eight of { $suit }
card-nine = Nine of { $suit }
card-ten = Ten of { $suit }
card-jack = Jack of { $suit }
card-queen = Queen of { $suit }
card-king = King of { $suit }
card-jester = Jester
card-joker = Joker
medal-bronze = bronze
medal-silver = silver
medal-gold = gold

## What moves do: the co-operative game

effect-played = { $seat_person ->
    [you] You play
   *[other] { $seat } plays
} { $cards }: attack { $attack }.
effect-yielded = { $seat_person ->
    [you] You yield
   *[other] { $seat } yields
}.
effect-immunity_cancelled = The jester cancels the enemy's immunity: { $suit } work against it from now on.
effect-immune = The enemy is immune to { $suit }: no power.
effect-healed = { $count ->
    [0] No card goes
    [one] One card goes
   *[other] { $count } cards go
} from the discard pile under the tavern deck.
effect-drawn = { $seat_person ->
    [you] You draw
   *[other] { $seat } draws
} { $count ->
    [one] one card
   *[other] { $count } cards
}.
effect-drawn-seen = { $seat_person ->
    [you] You draw
   *[other] { $seat } draws
} { $count ->
    [one] one card
   *[other] { $count } cards
}: { $cards }.
effect-shielded = The enemy's attack is lowered by { $amount }, to { $attack }.
effect-damaged = { $amount } damage: the enemy has { $left } of { $health } left.
effect-damaged-doubled = { $half } damage, doubled to { $amount }: the enemy has { $left } of { $health } left.
effect-defeated = The { $enemy } is defeated.
effect-defeated-exactly = The { $enemy } is defeated exactly and goes on top of the tavern deck.
effect-revealed = The { $enemy } is the next enemy.
effect-attacked = { $damage ->
    [0] The enemy cannot harm { $seat_inside }.
   *[other] The enemy attacks { $seat_inside }: { $damage } damage to cover.
}
effect-discarded = { $seat_person ->
    [you] You discard
   *[other] { $seat } discards
} { $cards }, worth { $worth }{ $left ->
    [0] .
   *[other] ; { $left } damage is passed on.
}
effect-passed_over = { $seat_person ->
    [you] You have no cards and are
   *[other] { $seat } has no cards and is
} passed over.
effect-flipped = A jester is flipped, { $left ->
    [0] none is left
    [one] one is left
   *[other] { $left } are left
}; the hand is discarded: { $cards }.
effect-flipped-empty = A jester is flipped, { $left ->
    [0] none is left
    [one] one is left
   *[other] { $left } are left
}; the hand was empty.
effect-named = { $seat_person ->
    [you] You are named
   *[other] { $seat } is named
} to go next.
effect-turn = { $seat_person ->
    [you] It is your turn.
   *[other] It is the turn of { $seat_inside }.
}
effect-conceded = { $seat_person ->
    [you] You concede
   *[other] { $seat } concedes
}: the game is lost.
effect-taken_back = { $seat_person ->
    [you] You take back
   *[other] { $seat } takes back
} move { $number }.
effect-won = The last king is defeated: the game is won.
effect-won-solo = The last king is defeated: the game is won, with a medal of { $medal }.
effect-lost-damage = { $seat_person ->
    [you] You cannot cover
   *[other] { $seat } cannot cover
} the damage: the game is lost.
effect-lost-stuck = { $seat_person ->
    [you] You can neither
   *[other] { $seat } can neither
} play nor yield: the game is lost.

## What moves do: the trick-taking game

effect-card_taken = { $seat_person ->
    [you] You take
   *[other] { $seat } takes
} the { $card }.
effect-passed = { $seat_person ->
    [you] You pass
   *[other] { $seat } passes
}.
effect-turned_down = The { $card } goes face down on the stock.
effect-trump_set = { $seat_person ->
    [you] You make
   *[other] { $seat } makes
} { $suit } trump.
effect-buried = { $seat_person ->
    [you] You bury
   *[other] { $seat } buries
} a card.
effect-buried-seen = { $seat_person ->
    [you] You bury
   *[other] { $seat } buries
} the { $card }.
effect-card_played = { $seat_person ->
    [you] You play
   *[other] { $seat } plays
} the { $card }.
effect-trick_won = { $seat_person ->
    [you] You win the trick with the { $card } and have
   *[other] { $seat } wins the trick with the { $card } and has
} { $tricks ->
    [one] one trick
   *[other] { $tricks } tricks
} now.
effect-kept = { $seat_person ->
    [you] You leave
   *[other] { $seat } leaves
} trump and ranks as they are.
effect-trump_changed = { $seat_person ->
    [you] You change
   *[other] { $seat } changes
} trump to { $suit }.
effect-ranks_reversed = { $seat_person ->
    [you] You reverse
   *[other] { $seat } reverses
} the ranks: { $highest } is highest.
effect-hand_scored = The hand is over and scores { $scored }. The points are now { $points }.
effect-cards_dealt = { $seat_person ->
    [you] You are dealt
   *[other] { $seat } is dealt
} { $count ->
    [one] 1 card
   *[other] { $count } cards
}.
effect-cards_dealt-seen = { $seat_person ->
    [you] You are dealt
   *[other] { $seat } is dealt
} { $count ->
    [one] 1 card
   *[other] { $count } cards
}: { $cards }.
effect-card_turned_up = { $seat_person ->
    [you] You have dealt and turn up
   *[other] { $seat } has dealt and turns up
} the { $card }.
effect-side_conceded = { $seat_person ->
    [you] You concede
   *[other] { $seat } concedes
}.
effect-side_conceded-partners = { $seat_person ->
    [you] You concede
   *[other] { $seat } concedes
}, also for { $partner_inside }.
effect-game_won = { $seat_person ->
    [you] You win
   *[other] { $seat } wins
} the game. The points are { $points }.
effect-game_won-partners = { $seat } and { $partner_inside } win the game. The points are { $points }.
effect-game_shared = The game is shared by { $winners }. The points are { $points }.
# A side inside a sentence: a player, or two partners.
side = { $seat_inside }
side-partners = { $seat_inside } with { $partner_inside }
side-points = { $points } for { $side }

## Signals (R8)

signal-good_play = I have a good play.
signal-not_next = I would rather not go next.
signal-hello = Hello!
signal-well_played = Well played!
signal-said = { $seat }: “{ $sentence }”

## Why a move is refused

refused-over = The game is over.
refused-no-such-seat = { $seat } does not sit at this table.
refused-not-your-turn = It is the turn of { $seat_inside }.
refused-not-in-this-game = This game has no such move.
refused-wrong-phase = The move does not fit this phase of the turn.
refused-not-in-hand = { $card } is not in the hand.
refused-named-twice = { $card } is named twice.
refused-not-together = These cards cannot be played together.
refused-combo-too-high = The combo is worth { $worth }, more than 10.
refused-combos-off = This game is played without combos.
refused-jester-not-alone = A jester is played alone.
refused-too-little = The cards are worth { $worth }, the damage is { $damage }.
refused-whole-hand = The whole hand has to be discarded.
refused-others-yielded = Every other player yielded on their last turn.
refused-solo-yield = A solo game has no yielding.
refused-yielded-last = A solo player may not yield twice running.
refused-no-jester-left = No jester is left to flip.
refused-only-flip = Only flipping a jester is possible.
refused-must-follow = The suit led, { $suit }, has to be followed.
refused-one-card = Exactly one card is played to a trick.
refused-changes-nothing = A change names a suit, reverses the ranks or does both.
refused-trump-already = { $suit } are trump already.
refused-nothing-to-undo = No move can be taken back here: that is for the seat of the last move, if it moved no hidden card.
refused-not-to-be-said-now = That may not be said now.

## Why a text is no move

misspelt-unknown-word = There is no such move: it starts with play, yield, discard, next, flip, concede, undo, take, pass, trump, bury, keep or change.
misspelt-spaces = A move is spelt with single spaces and only with what belongs to it.
misspelt-no-cards = The move names no card.
misspelt-too-many-cards = The move names more than 8 cards.
misspelt-card = A card is a rank out of A23456789TJQK and a suit out of CDHS, or X1 or X2.
misspelt-seat = A seat is a number from 0 to 3.
misspelt-suit = A suit is C, D, H or S.
misspelt-bury-one = Exactly one card is buried.

## Why a set-up is refused

setup-one-to-four-players = The game is for one to four players.
setup-two-to-four-players = The game is for two to four players.
setup-first-player-not-here = The first player does not sit at this table.
setup-first-dealer-not-here = The first dealer does not sit at this table.
setup-solo-yield-for-one = solo_yield is for one player.
setup-variant-twice = A variant is named twice.
setup-shared-damage-for-several = shared_damage needs two or more players.
setup-two-jokers-or-none = The game is played with two jokers or none.
setup-partners-for-four = Partners need four players.
setup-target-range = The target is 10 to 100 points.
setup-option-of-another-game = The game does not have this option.
seed-malformed = A seed is 1 to 64 characters out of A-Z a-z 0-9 . _ ~ -

## Records

bad-move = Move { $seq }: { $fault }
fault-number = It has the number { $number }.
fault-time = Its time is no time of RFC 3339, not in UTC, or finer than a microsecond.
fault-earlier-time = Its time is earlier than that of a move before it.
fault-later-time = Its time has not come yet.
fault-seat = There is no seat { $seat }.
fault-too-many = A log holds at most { $most } moves.
record-unknown-format = The format { $format } is not known, only { $known } is.
record-unknown-kind = The game { $kind } is not known.
unknown-rules = The rules { $rules } are unknown.
record-malformed = It is no record file.
check-setup = { $field }: { $reason } ({ $rule })
check-it-is = It is { $found }.
check-no-end = The moves stop before the end.
check-not-closed = The time of closing does not fit: it is no time or before a move, or the record has a result, a game that ended by its moves, or no challenge.
check-names = There are { $count } names.
check-players = There are { $count } ids of players.
check-former-order = The changes of hands are not in order.
check-former-until = A seat changed hands after move { $until }, which is not there.
check-no-key = The key that has made it is not known.
check-bad-signature = It is not the key's for this game.

# Why the transparency log does not confirm a record.
log-no-key = No key of the log is known.
log-no-proof = The record has no proof that the log holds it.
log-no-statement = The record lacks a field that the log holds of a game.
log-malformed = It is no proof, checkpoint or receipt of a log.
log-other-origin = It is of another log.
log-not-signed = No known key of the log has signed it.
log-bad-signature = A signature on the checkpoint does not hold.
log-no-quorum = The witnesses that have signed the checkpoint ({ $found }) are not enough for the policy.
log-not-included = The log does not hold this game at this index.
log-not-grown = It is not shown that this is the log of the checkpoint that was kept.
log-no-contradiction = What is signed does not contradict itself.
log-late = The game was logged at { $at }, more than a day from its end: it may have been changed before.
receipt-late = The game was logged at { $at }, later than its receipt promises.
receipt-other = The receipt is of another game, or of another end of this one.
receipt-broken-other = The log has another entry of the game than the promised one: { $entry }.
log-no-time = The end of the game has no time, so it is unknown whether the game was logged in time.
challenge-late = The commitment was logged at { $at }, after the challenge had opened.
challenge-other = It is no game of this challenge.
challenge-other-time = A move was not made while the challenge was open.
challenge-not-logged = The log does not have the commitment yet.
challenge-unknown = The service has no such challenge.

# The sources that confirm a record, and the facts that they cover.
coverage-nothing = Nothing from elsewhere confirms this record.
coverage-contradicted = Something known from elsewhere contradicts this record.
coverage-commitment = The commitment known from elsewhere confirms the seed, and nothing else: neither moves nor players.
coverage-chain = The hash known from elsewhere confirms set-up, seed and all moves with their times; not who played, nor whether it was ranked.
coverage-receipt = The receipt of the service confirms that it has promised to log this set-up, seed, end, these players and all moves with their times.
coverage-signed = The service's signature confirms set-up, seed, all moves with their times, how it ended, that this was { $played }, and the players by seat: { $players }. It does not confirm names, url and comments.
coverage-signed-guests = The service's signature confirms set-up, seed, all moves with their times, how it ended, and that this was { $played }. It names no players, and does not confirm names, url and comments.
coverage-until = { $player } until move { $until }, then
coverage-logged = It is in the log { $origin } since { $at }, entry { $entry } of { $size }, { $witnesses ->
        [0] confirmed by no witness
        [one] confirmed by { $witnesses } witness
       *[other] confirmed by { $witnesses } witnesses
    }: set-up, seed, moves, end and players cannot have been changed since without notice.
coverage-logged-without-players = It is in the log { $origin } since { $at }, entry { $entry } of { $size }, { $witnesses ->
        [0] confirmed by no witness
        [one] confirmed by { $witnesses } witness
       *[other] confirmed by { $witnesses } witnesses
    }: set-up, seed, moves and end cannot have been changed since without notice. Who played is not confirmed: a player was deleted since, or the record names others.
played-ranked = a ranked game, attempt { $attempt } at the challenge { $challenge }
played-casual = a casual game, on no board
played-practice = a practice game, whose deal was not secret
played-practice-attempt = an unranked game, attempt { $attempt } at the challenge { $challenge }
played-fork = a fork of the game { $game } after move { $seq }
played-import = an import, played elsewhere

## Problems

# Each has the situation (.description), the reason (.why) and the remedy (.remedy).

problem-malformed_body = The body is malformed
    .description = The body of the request was not read.
    .why = It is not JSON, a field is missing or unknown, or a value has another type.
    .remedy = Correct the field that is named in the answer; the OpenAPI document has all.
problem-malformed_query = The query is malformed
    .description = The query of the address was not read.
    .why = A parameter is missing or unknown, or its value has another type.
    .remedy = Correct the parameter that is named in the answer; the OpenAPI document has all.
problem-malformed_header = A header is malformed
    .description = A header of the request was not read.
    .why = Idempotency-Key is empty, longer than 200 characters, or has characters other than visible ASCII, or a precondition cannot be read.
    .remedy = Send the header that field names in its proper form.
problem-invalid_value = A value is invalid
    .description = A value of the right type was refused.
    .why = It is out of its range, or the text of a move is no move.
    .remedy = Change the value that field names; detail has the reason.
problem-idempotency_key_weak = The idempotency key could be guessed
    .description = The request was refused because of its Idempotency-Key.
    .why = No token was sent, so any client that guesses the key could read the answer, and the key is too easy to guess.
    .remedy = Send a random UUID, or at least 32 random characters out of A-Z a-z 0-9 - and _.
problem-token_missing = A token is needed
    .description = The request was refused because its sender is unknown.
    .why = Only the holder of a token may do this, and no token was sent.
    .remedy = Send the token in the header Authorization: Bearer TOKEN.
problem-token_unknown = The token is unknown
    .description = The token of the request was not accepted.
    .why = It was never given out here, it was replaced or revoked, or its seat was freed.
    .remedy = Send the right token. A lost token cannot be given out again.
problem-forbidden = The token does not allow this
    .description = The token is known, but does not allow the request.
    .why = Another seat, another player, the owner or the operator may do this.
    .remedy = Use a token that allows it; detail names its holder.
problem-cors_refused = A web page may not send this request
    .description = A web page in a browser sent a request, or was about to, and the service refused.
    .why = The page's origin is not among those that the operator allows, or its request has a method or a header that the service does not take; cause names it.
    .remedy = Open the client that the operator allows, or ask the operator to allow the origin.
problem-embargoed = It belongs to a challenge that is not over
    .description = The content is not shown yet.
    .why = It belongs to a challenge that still runs, and would reveal its deal.
    .remedy = Wait until the challenge ends, at its ends_at.
problem-invitation_needed = An invitation is needed
    .description = No attempt was begun, or no seat taken.
    .why = The challenge is for invited players, or the seat is held for another player, and no unused invitation code was sent.
    .remedy = Ask the organiser of the challenge or the owner of the game for a code, and send it as invitation.
problem-webhooks_off = The service has no webhooks
    .description = The request was not carried out.
    .why = The operator of the service has not switched webhooks on.
    .remedy = Follow the player's events instead, or ask the operator.
problem-no_such_path = There is nothing at this path
    .description = The service has nothing at this address.
    .why = The path is misspelt, or belongs to another version.
    .remedy = Take the paths from the OpenAPI document at /openapi.json.
problem-no_such_game = There is no such game
    .description = The game was not found.
    .why = No game has this id, or it has not the form of an id.
    .remedy = Check the id; it stands in the answer that created the game.
problem-no_such_player = There is no such player
    .description = The player was not found.
    .why = No player has this id, or the player was deleted.
    .remedy = Check the id; it stands in the answer that created the player.
problem-no_such_challenge = There is no such challenge
    .description = The challenge was not found.
    .why = No challenge has this id, or the one of this day is not published yet.
    .remedy = Check the id or the date, or wait until it is published.
problem-no_such_result = There is no such result
    .description = No result was changed.
    .why = The game that was named has no result on a board, or none that was taken off.
    .remedy = Name a game whose result stands on the board, or was taken off by the caller.
problem-no_such_solution = There is no such solution
    .description = There is no solution to show.
    .why = No win of this challenge's deal was searched for before it was published, or none that reaches the goal was found.
    .remedy = Read winnable in the challenge: it has all that is known.
problem-no_such_move = There is no such move
    .description = The move was not found.
    .why = The game has fewer moves than the request names.
    .remedy = Send a number up to seq, which is the number of moves made.
problem-no_such_invitation = There is no such invitation
    .description = The invitation was not found.
    .why = The challenge has no invitation with this id.
    .remedy = List the invitations to the challenge, and take an id from there.
problem-no_such_webhook = There is no such webhook
    .description = The webhook was not found.
    .why = The player has no webhook with this id, or it was deleted.
    .remedy = List the player's webhooks.
problem-not_logged = The log does not have it
    .description = There is no proof that the transparency log has it.
    .why = An entry is made some seconds after the end of a game or the publication of a challenge, and the next checkpoint follows within a minute. Imports, and games that ended neither by the rules nor by a deadline, are never logged.
    .remedy = Send the request again in a minute.
problem-no_analysis = The game is not analysed
    .description = There is no analysis.
    .why = The solver and the comparison with the bot are for the co-operative game, and the service analyses no game of more than 500 moves.
    .remedy = Read the replay of the game instead.
problem-method_not_allowed = The path does not support the method
    .description = Nothing was done.
    .why = The path is right, but it has no such method.
    .remedy = Use one of the methods in the header Allow.
problem-not_acceptable = No acceptable form
    .description = The answer has no form that the request accepts.
    .why = The header Accept takes neither JSON nor NDJSON.
    .remedy = Accept application/json, or leave the header out.
problem-request_timeout = The request was sent too slowly
    .description = The request was given up, and the connection was closed.
    .why = Its headers or its body did not arrive in time.
    .remedy = Send the request again at once; check the network if it happens again.
problem-seq_conflict = The game has gone on
    .description = The move was not made.
    .why = The game is at another move than expected_seq: others have moved in the meantime, or an earlier request was carried out.
    .remedy = Read the game, choose a move again, and send its seq as expected_seq.
problem-contended = Others were faster
    .description = Nothing was changed.
    .why = Others changed the same thing at the same time, again and again.
    .remedy = Send the same request again after a short random time.
problem-game_not_begun = The game has not begun
    .description = The game takes no moves yet.
    .why = Some of its seats are still open.
    .remedy = Wait until all seats are taken.
problem-game_begun = The game has begun
    .description = Nothing was changed.
    .why = All seats were taken: the game cannot be cancelled, and its seats change hands by R11.3 only.
    .remedy = Concede the game, or leave it.
problem-turn_not_over = The player still has time
    .description = Nothing was changed.
    .why = A seat changes hands when it is to act and its turn limit has passed (R11.3).
    .remedy = Wait until “turn_ends_at” of the game has passed.
problem-game_over = The game takes no more moves
    .description = The move was not made.
    .why = The game is finished, abandoned, cancelled, or closed with its challenge.
    .remedy = Stop sending moves; the game can be replayed now.
problem-game_not_over = The game is not over
    .description = The content is not shown yet.
    .why = Replay, record and forks would reveal what is hidden while the game runs.
    .remedy = Wait until the game is over.
problem-seat_taken = The seat is taken
    .description = The seat was not given.
    .why = Another request took it first.
    .remedy = Choose another seat, or any.
problem-seated_already = The player has a seat already
    .description = No seat was given.
    .why = The player has a seat in this game already.
    .remedy = Use the player's own token in this game.
problem-webhook_exists = The URL has a webhook already
    .description = No webhook was registered.
    .why = The owner has a webhook with an equal URL: it differs at most in letter case of the host, a default port or a fragment.
    .remedy = Change the webhook that exists, or delete it first.
problem-no_advice = There is no advice now
    .description = Nothing was computed.
    .why = Advice is for the seat to act, in games that never count: outside of challenges, with a seed that a client gave, or a fork.
    .remedy = Wait for the seat's turn, or play the deal as a fork when the game is over.
problem-agreement_required = Other players have to agree
    .description = The game goes on as it is.
    .why = With several people at the table, the game is conceded, and a move taken back, when all of them agree (R11.2).
    .remedy = Propose it: POST /v1/games/ID/proposal.
problem-proposal_open = Another proposal is open
    .description = The open proposal has another subject, and a game has at most one.
    .why = The players decide on one proposal at a time (R11.2).
    .remedy = Accept the open proposal, or decline it with DELETE /v1/games/ID/proposal, and propose again.
problem-cannot_undo = The move cannot be taken back
    .description = The game goes on as it is.
    .why = A move can be taken back outside of challenges, alone in a private game or by agreement of all people at the table, and only if a person made it and it moved no hidden card: it drew, healed and turned up nothing, flipped no jester and ended no hand.
    .remedy = Play on, or fork the game when it is over.
problem-no_open_seat = No seat is open
    .description = No seat was given.
    .why = All seats of the game are taken.
    .remedy = Look for another game with open seats, or watch this one.
problem-challenge_not_open = The challenge is not open yet
    .description = No attempt was begun.
    .why = The challenge is published, but has not opened.
    .remedy = Wait until its opens_at.
problem-challenge_closed = The challenge is closed
    .description = No attempt was begun.
    .why = The time in which games of this challenge can be begun or joined is over.
    .remedy = Practise its deal after its ends_at, or take another challenge.
problem-attempted_already = No attempt is left
    .description = No attempt was begun.
    .why = The player has used all attempts of this challenge, or had this one already.
    .remedy = Practise its deal after its ends_at, or take another challenge.
problem-attempt_out_of_turn = The attempt before is not over
    .description = No attempt was begun.
    .why = Attempts are made one after the other, and one before this one is not over.
    .remedy = End or concede the earlier attempt first.
problem-log_full = The log is full
    .description = The move was not made.
    .why = The game has as many moves as a log can hold; the last place is for a move that ends the game.
    .remedy = Concede the game, or begin another.
problem-idempotency_key_running = The first request is still running
    .description = It is not known yet what came of the first request.
    .why = A request with the same Idempotency-Key is still being carried out.
    .remedy = Send the same request again after the seconds in Retry-After.
problem-precondition_failed = A precondition does not hold
    .description = The request was not carried out, and nothing was changed.
    .why = Tags here are weak, so If-Match holds only as *. What a request changes is there, so If-None-Match: * does not hold, and it counts as modified just now.
    .remedy = Send the request without the header that field names; send expected_seq with moves.
problem-body_too_large = The body is too large
    .description = The body was not read to its end.
    .why = It is larger than this path takes.
    .remedy = Send less; the limits stand in docs/reference/api.md.
problem-unsupported_media_type = The body is not plain JSON
    .description = The body was not read.
    .why = It is not declared as JSON, or it is compressed.
    .remedy = Send Content-Type: application/json, and no Content-Encoding.
problem-misdirected_request = The service does not answer for this host
    .description = The request was refused because of the host that it names.
    .why = The service listens for its own machine only, so it answers for local hosts and for that of its public URL. Otherwise a foreign web page could use it under a name of its own.
    .remedy = Use the address that the operator has published. The operator of a service behind a proxy sets REGICIDE_PUBLIC_URL and lets the proxy pass on Host.
problem-illegal_move = The move is against the rules
    .description = The move was not made, and the game is as it was.
    .why = The move is against the clause of the rules that rule names.
    .remedy = Read the clause at the address in clause, and choose one of the moves at the address in legal_moves_url.
problem-illegal_signal = The rules do not allow this signal now
    .description = The signal was not given.
    .why = At this moment it is against the clause of the rules that rule names.
    .remedy = Read the clause at the address in clause; allowed in the answer to GET on the same path has the signals that may be given now.
problem-too_many_signals = The game has no room for another signal
    .description = The signal was not given.
    .why = The game has as many signals as are kept of a game.
    .remedy = Play on without signals.
problem-misleading_name = The name could mislead
    .description = The name was not taken.
    .why = It has stacked marks, characters without a meaning, mixed scripts, or too many characters, so that people could misread it; or it looks like a name that the service uses itself, such as Seat 2 or You.
    .remedy = Choose another name, in letters of one script, with 40 characters at most.
problem-too_many_webhooks = The player has too many webhooks
    .description = The webhook was not registered.
    .why = The player has as many webhooks as a player may have.
    .remedy = Delete one that is not needed.
problem-invalid_setup = The choices do not fit the game
    .description = Nothing was created.
    .why = Options, seats or names do not fit the game or each other.
    .remedy = Change what field names; /v1/rules lists the options of each game.
problem-invalid_record = The record does not hold
    .description = The record was not taken.
    .why = It is of an unknown kind, or something in it contradicts the rules or itself.
    .remedy = Do not import it. Verify it at /v1/verification to see all that is wrong.
problem-idempotency_key_reused = The idempotency key was used otherwise
    .description = Nothing was done.
    .why = The Idempotency-Key came with another request before, so this one is not its repetition.
    .remedy = Send another key with another request.
problem-too_many_requests = Too many requests
    .description = The request was not processed.
    .why = The address or the token has used up its budget for requests of this kind, or the address has too many connections.
    .remedy = Wait for the seconds in Retry-After; RateLimit and RateLimit-Policy have the remaining budget.
problem-head_too_large = The request's headers are too large
    .description = The request was not read, and the connection was closed.
    .why = Its first line and headers are larger than the service takes.
    .remedy = Send fewer or shorter headers.
problem-malformed_request = The request cannot be read
    .description = The bytes that arrived could not be read as an HTTP/1.1 request, and the connection was closed.
    .why = The request line is not valid, Host is missing, or Content-Length is not a number.
    .remedy = Use an HTTP library, or mend the client that writes requests by itself.
problem-internal = Something went wrong here
    .description = It is not known whether the request was carried out.
    .why = The service made an error, which is in its log.
    .remedy = Send the request again with its Idempotency-Key. If it fails again, report its X-Request-Id to the operator.
problem-invalid_position = The text is no position line
    .description = Nothing was analysed.
    .why = The text is not spelt as in docs/spec/record.md S4, or does not fit the number of players and the options.
    .remedy = Send the position line as it stands in a record or in the output of regicide replay, with the set-up of its game.
problem-unknown_rules = The version of the rules is unknown
    .description = Nothing was done.
    .why = The request names a version of the rules that this service does not have.
    .remedy = Send the request to a newer version of the service, or name a version that GET /v1/rules has.
problem-stored_game_corrupt = The stored game is corrupt
    .description = The game cannot be shown or go on.
    .why = The stored game is inconsistent; the service does not guess its content.
    .remedy = Report the X-Request-Id of the answer to the operator.
problem-stored_rules_unknown = The stored rules are unknown
    .description = The game or challenge cannot be shown.
    .why = A newer version of the service has stored it, with rules that this one does not have.
    .remedy = Send the request again after the service was upgraded.
problem-unavailable = The service is not available now
    .description = It is not known whether the request was carried out.
    .why = The database does not answer in time, the service is busy or stopping, or its clock is wrong.
    .remedy = Wait for the seconds in Retry-After, then send the request again with its Idempotency-Key.
problem-log_refused = The log has gone back
    .description = No checkpoint of the transparency log is given.
    .why = A checkpoint was signed that has entries which the database does not have, as after it was restored from a backup.
    .remedy = Ask the operator, who can take the entries from a copy of the log; keep the last checkpoint that you have.
problem-analyses_busy = Many analyses are being computed
    .description = The analysis was not begun.
    .why = Each instance computes one analysis at a time, and only a few may wait.
    .remedy = Wait for the seconds in Retry-After, then send the request again.

page-happened = Situation
page-why = Reason
page-remedy = Remedy
page-example = Example
page-status = Status
page-code = Code

## Details of problems

error-no-such-game = There is no game with this id.
error-no-such-player = There is no player with this id.
error-no-such-challenge = There is no such challenge, or it is not published yet.
error-no-such-result = No result of this game is on a board.
error-no-such-invitation = The challenge has no invitation with this id.
error-no-removed-result = No result of this game can be restored: an organiser restores what the organiser took off the board.
error-no-such-webhook = The player has no webhook with this id.
error-webhooks-off = Webhooks are switched off at this service.
error-too-many-webhooks = A player has at most { $most } webhooks.
error-webhook-exists = A webhook with this URL exists.
error-too-many-deliveries = Too many messages were sent for this player, or to this host.
error-not-logged = No checkpoint of the transparency log has it yet, or is as large as the one that was named.
error-no-such-log-file = The transparency log has no such file.
error-log-refused = No checkpoint is given: { $reason }.
error-no-such-cursor = The export holds no game with this id.
error-no-such-move = The game has { $seq ->
    [one] one move
   *[other] { $seq } moves
}.
error-no-such-code = There is no such code.
error-no-such-clause = There is no such clause of the rules.
error-token-missing = This needs a token: of a player, of a seat or of the operator.
error-token-unknown = The token is unknown or revoked, or its seat was freed.
error-seq-conflict = The game is at move { $actual }, not at { $expected }.
error-contended = The game changed while the request was processed.
error-not-begun = The game has not begun: seats are open.
error-begun = The game has begun.
error-turn-not-over = The seat is another player's, whose turn has not come or is not over.
error-over = The game takes no more moves: it is finished.
error-abandoned = The game takes no more moves: it is abandoned.
error-cancelled = The game takes no more moves: it was cancelled.
error-closed = The game takes no more moves: its challenge has ended.
error-embargoed = The game belongs to a challenge that still runs: until it ends, only its own players see it, and only what their seats can see.
error-solution-embargoed = The solution is public when the challenge is over.
error-board-embargoed = While the challenge runs, its board is open to players who have finished their own attempt.
error-no-such-solution = No such win of this challenge's deal was known.
error-challenge-not-open = The challenge is not open yet.
error-challenge-closed = No game of this challenge can be begun any more.
error-attempted-already = The player has had this attempt already.
error-attempt-out-of-turn = Attempts are made one after the other: all before this one have to be over.
error-invitation-needed = This challenge is for invited players: an unused invitation code is needed.
error-not-over = The game is not over yet.
error-analyses-busy = Many analyses are being computed already, or three for this address. Try again later.
error-seat-taken = The seat is taken.
error-seated-already = A player has one seat in a game at the most.
error-cannot-undo = No move can be taken back. It can outside of challenges only, alone only in a private game, and only if a person made it and it moved no hidden card.
error-agreement-required = The other people at the table have to agree: propose it (POST /v1/games/ID/proposal).
error-proposal-open = Another proposal is open: it has to be accepted or declined first.
error-no-open-seat = No seat is open.
error-seat-held = The seat is held for another player: the code of an invitation to it, or the invited player's token, is needed.
error-log-full = A log holds at most { $most } moves.
error-too-many-signals = A game has at most { $most } signals.
error-key-reused = This Idempotency-Key was used for another request.
error-key-running = The first request with this Idempotency-Key is still running.
error-precondition-failed = The precondition does not hold: nothing was changed.
precondition-malformed = The precondition has to be `*`, tags in quotation marks, or a date of HTTP.
error-key-weak = Without a token an Idempotency-Key has to carry 128 random bits: use a UUID, or at least 32 random characters out of A-Z a-z 0-9 - and _.
error-unavailable = The database does not answer; try again soon.
error-stored-rules-unknown = This is played by the rules { $rules }, which this instance does not support.
error-corrupt = The stored game is inconsistent.
error-internal = Something went wrong here; it has been logged.
error-not-ready = The database does not answer, or its schema does not fit.
error-stopping = The service is stopping.
forbidden-free-seat = This takes the token of the seat, of its player or of the game's owner.
forbidden-cancel = Only the game's owner can cancel it: the player who created it, or the seat that its creator took.
forbidden-invite = Only the game's owner can invite to its seats: the player who created it, or the seat that its creator took.
forbidden-seat-bot = Only the game's owner can seat bots in it: the player who created it, or the seat that its creator took.
forbidden-other-player = Only the player can list the games in which they are to act, with their own token.
forbidden-not-this-player = This takes the player's own token.
forbidden-no-player = This takes a player's token: POST /v1/players gives one.
forbidden-organise = Challenges are made with a player's token: POST /v1/players gives one.
forbidden-invite-to-challenge = This takes the token of the player who made the challenge, or the operator's.
forbidden-operator = This takes the operator's token; to take a result off a challenge's board, or restore it, that of the player who made it does, too.
forbidden-no-seat = This takes the token of a seat in this game, or of a player who sits there.
forbidden-other-seat = You had another seat in this game and have seen its cards.
forbidden-private = The game is private: it is for its players and for holders of its code.
forbidden-name-hidden = An operator has hidden this name; it cannot be changed.
cors-refused = The service does not take such requests from web pages of this origin.
misdirected-request = The service does not answer for the host { $host }.
unfit-more-names = There are more names than players.
unfit-more-bots = There are more bots than players.
unfit-more-open-seats = There are more open seats than players.
unfit-no-seat-to-join = All seats are open for others, so there is none for the player whose token was sent.
unfit-no-owner = Without a player's token the game needs a seat whose holder can cancel it: leave one seat neither open nor a bot's.
unfit-owner-leaves = This seat owns the game and cannot be left; cancel the game instead.
unfit-last-person = You are the last person at the table; concede the game instead.
unfit-too-many-changes = The seats of this game have changed hands as often as they may.
unfit-turn-limit = It takes two or more players, and 60 to 1,209,600 seconds.
unfit-expires-at = It has to lie in the future, at most 30 days from now.
unfit-challenge-invites = The game belongs to a challenge for invited players, which has invitations of its own.
unfit-to-act-not-running = Only running games have a seat to act.
unfit-open-seat-named = An open seat gets its name from the player who takes it.
unfit-bot-on-open-seat = A seat is either open or a bot's.
unfit-bot-named = A bot has a name of its own.
unfit-bot-not-invited = The challenge is for invited players, and bots are not invited.
unfit-private-challenge = A challenge is public or unlisted. `admission` limits the players who may take part.
unfit-no-bot-there = No bot sits there.
unfit-seat-open = The seat is open already.
unfit-one-seat-for-player = A player is invited to one seat.
unfit-too-many-held-seats = As many seats as may be are held for the player.
unfit-too-many-keys = there are 40 keys already, the most that a transparency log can be signed with
unfit-too-many-noted-games = The player has notes on as many games as may be.
unfit-one-note-for-position = A position has one note.
unfit-guest-token = This is not the token of a seat that was taken without a player, in a game that is no attempt; or a seat or an invitation was sent with it.
unfit-no-such-player = There is no such player, or the player was deleted.
unfit-no-such-seat = The game has no such seat.
unfit-over-there = The game is over there: nothing could be played.
unfit-winnable-seed = Only a seed that the service makes can be chosen so that its deal is known to be winnable.
unfit-not-together = This is only for the co-operative game.
unfit-two-seeds = A challenge has a public seed or words for a secret one, not both.
unfit-for-anyone = The challenge is for anyone: it needs no invitations.
unfit-names-beyond-codes = There are more names than codes.
error-misleading-name = A name has no stacked or loose marks, is written in one script (or in Latin and another one that is neither Cyrillic nor Greek), and has 40 characters at the most once compatible ones are replaced.
error-reserved-name = The name is one that the service uses itself, for a seat, a reader, a house bot or another, or looks like one. Choose another.
house-bot-novice = Bot (novice)
house-bot-steady = Bot (steady)
house-bot-strong = Bot (strong)
# Names that no player may take, besides those that the texts above and below use: each
# as it is; those that are followed by the number of a seat; and what may stand before
# that number.
reserved-names = Spectator, Operator, The operator, Organiser, The organiser, Organizer, The organizer, Service, The service, Deleted player, Nameless
reserved-numbered = Player, The player, The seat
reserved-number-words = number, num, no, nr, n
invalid-name = A name is 1 to 40 printable characters without blanks at its ends.
invalid-event-id = No event has this id.
invalid-nodes = The budget is 1 to { $most } nodes.
invalid-limit = The limit is 1 to { $most }.
invalid-players = Games are for 1 to 4 players.
invalid-range = The number is { $least } to { $most }.
invalid-webhook-url = The URL is an absolute one of `https`, with at most { $most } characters.
invalid-webhook-credentials = The URL must not have a user name or a password.
invalid-webhook-port = The port is 443, or 1024 or more.
invalid-webhook-address = The host is no public address.
invalid-webhook-events = At least one event is named, each once.
invalid-webhook-event-owner = Players receive all events but `public_game`, the operator receives `public_game`, `daily` and `results`.
unfit-webhook-event-game = A webhook for one game receives `turn`, `game_begun` and `game_over`.
unfit-webhook-mention = Messages for Discord mention one user or one role, others none.
unfit-webhook-keys = Messages by Web Push need the keys of the browser's subscription, others have none.
unfit-webhook-push-game = Messages by Web Push are of all games of the player.
invalid-webhook-language = The service has no texts in this language.
invalid-move-forms = A move is given either as `move` or as `text`.
unfit-opens-at = A challenge opens now or later, at most 366 days from now.
unfit-closes-at = A challenge closes after it opens, and at most 366 days later.
invalid-seed-words = The words are 1 to 31 characters.
invalid-cursor = The cursor is none that this board gave.
invalid-month = A month is written like 2026-11.
invalid-reason = A reason is 1 to 200 printable characters without blanks at its ends.
malformed-body = The body is not valid JSON.
malformed-query = The query cannot be read.
unknown-field = There is no `{ $field }` here. There is: { $known }.
unknown-field-like = There is no `{ $field }` here. Is `{ $known }` meant?
unknown-parameter = There is no `{ $field }` here: no parameters are taken.
field-missing = `{ $field }` is missing.
field-twice = `{ $field }` occurs twice.
wanted-body = The body has to be a JSON object.
wanted-object = `{ $field }` has to be an object.
wanted-list = `{ $field }` has to be a list.
wanted-list-of = `{ $field }` has to be a list of { $least } to { $most } items.
wanted-boolean = `{ $field }` has to be true or false.
wanted-number-between = `{ $field }` has to be a whole number from { $least } to { $most }.
wanted-choice = `{ $field }` has to be one of { $choices }.
wanted-text = `{ $field }` has to be a text.
wanted-text-of = `{ $field }` has to be a text of { $least } to { $most } characters.
wanted-pattern = `{ $field }` has to be a text of the form { $pattern }.
wanted-id = `{ $field }` has to be an id: a UUID such as 01a1fd5f-2107-73f1-a7ae-926ec2d71501.
wanted-time = `{ $field }` has to be a time as in RFC 3339, such as 2026-11-20T18:00:00Z.
wanted-date = `{ $field }` has to be a day, such as 2026-11-20.
body-too-large = A body holds at most { $most } bytes here.
content-type-other = Content-Type is not application/json.
content-type-missing = Content-Type is missing: it has to be application/json.
content-encoding = Bodies are not compressed here: leave out Content-Encoding.
too-many-requests = Too many requests of this address or token; wait a little.
too-many-codes = Too many wrong codes were sent from here, or for this game or challenge. Wait, and check the code.
too-much-computing = Bots, searches and analyses have computed as much for this address or token as they may for now. Try again later; a new game needs less with weaker or fewer bots.
too-many-bot-games = As many games of this address or player with house bots go on as may. Finish or concede one; one in which nothing was done for an hour does not count.
too-many-connections = There are too many connections; try again a little later.
too-many-connections-of-one = This address has too many connections: close some.
malformed-request = This is no HTTP/1.1 request.
head-too-large = A request's line and headers hold at most 128 KiB.
head-too-slow = The request's headers did not arrive in time.
body-too-slow = The request's body did not arrive in time.
answer-too-slow = The answer took too long. If the request was to change something, send it again with its Idempotency-Key.
token-no-bearer = Authorization has to be "Bearer" and a token.
key-malformed = The key is 1 to 200 printable ASCII characters.
not-acceptable = The API speaks application/json.
no-such-path = There is nothing at { $path }.
method-not-allowed = { $path } does not take { $method }.

## Challenges

webhook-game = { $kind } ({ $names })
webhook-turn = { $game }: it is your turn. { $link }
webhook-turn-of = { $game }: it is the turn of { $name_inside }. { $link }
webhook-game-begun = { $game }: the game is full and has begun. It is the turn of { $name_inside }. { $link }
webhook-game-won = { $game }: the game is won. { $link }
webhook-game-lost = { $game }: the game is lost, with { $enemies } of 12 enemies defeated. { $link }
webhook-game-points = { $game }: the game is won by { $names }, { $points }. { $link }
webhook-game-cancelled = { $game }: the game was cancelled. { $link }
webhook-seat-lost = { $game }: another player has handed over your seat. While it is open or a bot's, you can take it back. { $link }
webhook-invitation = { $game }: a seat is held for you. { $link }
webhook-invitation-by = { $game }: { $name } holds a seat for you. { $link }
webhook-rematch = { $game }: a rematch waits for you. { $link }
webhook-rematch-by = { $game }: { $name } offers you a rematch. { $link }
webhook-results = { $challenge }: the results are public. { $results ->
    [one] There is one result.
   *[other] There are { $results } results.
} { $link }
webhook-results-own = { $challenge }: the results are public. Yours is place { $place } of { $results } ({ $score }). { $link }
webhook-daily = The daily challenges of { $day } are open. { $link }
webhook-public-waiting = { $game }: a public game waits for players. { $link }
webhook-public-begun = { $game }: a public game has begun. { $link }
webhook-public-over = { $game }: a public game is over. { $link }
webhook-test = This is a test: messages arrive here. { $link }
webhook-title-turn = Your turn
webhook-title-game-over = The game is over
webhook-title-seat-lost = You lost your seat
webhook-title-game-begun = The game has begun
webhook-title-invitation = Invitation
webhook-title-rematch = Rematch
webhook-title-results = Results
webhook-title-daily = Daily challenge
webhook-title-public-game = Public game
webhook-title-test = Test
share-streak = { $days ->
        [one] 1 day in a row
       *[other] { $days } days in a row
    }
share-daily = Regicide { $day }, { $players ->
    [one] one player
   *[other] { $players } players
}
score-won = 12/12, { $moves ->
    [one] one move
   *[other] { $moves } moves
}
score-defeated = { $enemies }/12
score-points = { $points ->
    [one] one point
   *[other] { $points } points
}
score-points-won = { $points ->
    [one] one point
   *[other] { $points } points
}: won
board-note-anyone = Players are anonymous: nothing keeps a person from having two identities, and so two ranked attempts.
board-note-invited = Invited: each player was admitted by a single-use code.
board-note-public-seed = The seed was public from the start: results are listed, not ranked.

## The table, drawn for people

table-enemy = Enemy
table-no-enemy = none left
table-enemy-stands = { $card }  damage { $damage } of { $health }  attack { $attack } (shield { $shield })  immune to nothing
table-enemy-stands-immune = { $card }  damage { $damage } of { $health }  attack { $attack } (shield { $shield })  immune to { $suit }
table-castle = Castle deck
table-table = Table
table-hand = { $cards }
table-hand-to-act = > { $cards }
table-hidden = { $count ->
    [one] one card
   *[other] { $count } cards
}
table-seat = Seat { $seat }
table-tavern = Tavern deck
table-discard-pile = Discard pile
table-jesters-left = Jesters left
table-trump = Trump
table-trump-is = { $suit }, { $highest } highest
table-trump-open = not settled, { $highest } highest
table-points = Points
table-turned-up = Turned up
table-turned-up-open = { $card }, open
table-turned-up-taken = { $card }, taken by { $seat_inside }
table-turned-up-stock = { $card }, turned down
table-trick = Trick
table-trick-led = { $cards }, led by { $seat_inside }
table-hand-tricks = { $cards }  (tricks { $tricks })
table-buried = Buried
table-stock = Stock
next-regicide-play = { $seat } plays.
next-regicide-discard = { $seat } covers { $damage } damage.
next-regicide-next = { $seat } names who goes next.
next-regicide-won = The game is won.
next-regicide-lost = The game is lost.
next-tricks-take = { $seat } takes the card or passes.
next-tricks-trump = { $seat } names the trump suit.
next-tricks-bury = { $seat } buries a card.
next-tricks-play = { $seat } plays a card.
next-tricks-change = { $seat } may change trump and ranks.
next-tricks-over = The game is over.

## The commands

command-seed = seed { $seed }, commitment { $commitment }
command-seat = seat { $seat }: { $name }
command-seat-name = { $name } (seat { $seat })
command-seat-unnamed = seat { $seat }
command-moves-there = The record has { $count ->
    [one] 1 move
   *[other] { $count } moves
}.
command-after = After move { $seq }:
command-position = position
command-digest = digest
command-held = ok, { $moves ->
    [one] 1 move
   *[other] { $moves } moves
}, { $end }, { $authenticity }
command-failed = FAILED, { $what }
command-other-end = another record of this game, before it, ends in another way
command-failed-check = { $check }: { $detail }
command-failed-move = { $check }: { $detail } ({ $rule }); { $moves ->
    [one] 1 move before it is good
   *[other] { $moves } moves before it are good
}
command-sum = { $records ->
    [one] 1 record
   *[other] { $records } records
}: { $held ->
    [one] 1 holds
   *[other] { $held } hold
}, { $failed ->
    [one] 1 does not
   *[other] { $failed } do not
}
command-not-audited = not checked: it is played by the rules { $rules }, which this program does not have
command-audit-empty = The database has no games: nothing was audited.
command-audit-failed = FAILED, { $checks }; { $moves ->
    [one] 1 move is good
   *[other] { $moves } moves are good
}
command-audit-refused = move { $seq }, { $move }, is refused by { $clause }: { $reason }
command-audit-differs = { $check }{ $seq ->
    [0] {""}
   *[other] {" "}of move { $seq }
} stored as { $stored }, computed as { $computed }
command-older-schema = The schema lacks migration { $migration }: it is read as it is.
command-schema-too-old = The schema lacks migration { $migration }, and what this program reads: { $error }. Audit a copy to which `regicide migrate` was applied.
command-audit-row-failed = FAILED, { $checks }
command-audited = { $games ->
    [one] 1 game
   *[other] { $games } games
} with { $moves ->
    [one] 1 move
   *[other] { $moves } moves
}: { $held ->
    [one] 1 holds
   *[other] { $held } hold
}, { $failed ->
    [one] 1 does not
   *[other] { $failed } do not
}; { $rate ->
    [one] 1 move
   *[other] { $rate } moves
} a second; other rows that do not hold: { $rows }
command-ended = to the end
command-no-end = no end
command-closed = closed by the deadline
command-receipt =
    { $state ->
        [kept] The promise was kept: the log had the game by { $by }.
        [logged] The log has the game, promised for { $by }; this copy was made later and does not show since when.
        [broken] The promise was broken: the log did not have the game by { $by }.
       *[open] The promise is open: the log has to have the game by { $by }.
    }
command-interrupted = Interrupted. The results cover what was done until then.
command-interrupted-resumable = Interrupted. What was done is kept; the command continues when it is repeated.
command-challenge = Challenge { $id }: ok, its commitment is entry { $entry } of the log, there by { $at }, confirmed by { $witnesses ->
    [0] no witness
    [one] 1 witness
   *[other] { $witnesses } witnesses
}
command-service-policy = { $url }: a log of { $size ->
    [one] 1 entry
   *[other] { $size } entries
}. The service vouches for itself: keep its policy and checkpoint, and compare them with those of others.
command-authenticated = authenticated: { $coverage }
command-unauthenticated = unauthenticated
command-contradicted = contradicted
command-no-object = No JSON object begins here.
command-cut-off = The record is cut off.
command-too-long = The record is larger than 1 MiB.
command-long-line = The line is longer than 4 MiB: this is no file of records, and its rest is not read.
command-no-text = The record is no UTF-8 text.
open-files-too-few = The process may open { $files } files, but needs { $needed }: { $others } for the database, threads and the like, the others for connections of clients. Raise the limit (ulimit -n, or LimitNOFILE= of systemd), or lower REGICIDE_DATABASE_CONNECTIONS and REGICIDE_WORKERS.
command-no-record = There is no record.
command-one-record = Another record begins here, but only one is wanted. Give it alone: a line of the file, or its start with head -n 1.
command-no-input = No file is named, and nothing is piped in. Name a file, or - to type the record.
command-file-exists = { $file } exists already; --force overwrites it.
command-no-database = There is no database { $database }. Name one with --database-url or DATABASE_URL; `regicide migrate` makes one.
command-database-unusable = { $database } cannot be used: { $error }. Name a database with --database-url or DATABASE_URL; `regicide migrate` brings its schema up to date.
command-server-unusable = The database cannot be used: { $error }. Name a database with --database-url or DATABASE_URL; `regicide migrate` brings its schema up to date.
command-database-fault = The database { $database } cannot be used: { $reason }.
command-database-lost = The database cannot be used any more: { $reason }.
database-unknown-host = there is no host with that name
database-no-answer = the server does not answer
database-not-postgres = the server there does not answer as Postgres does
database-authentication = the server refuses the user or the password
database-unknown = the server has no database with that name
database-too-many-connections = the server has as many connections as it takes
database-not-serving = the server is starting or stopping
database-no-permission = the user lacks a permission
database-read-only = it is read-only
database-locked = another process holds a lock on it
database-not-sqlite = the file is no SQLite database
database-no-folder = there is no such folder
command-migrated = The database is up to date.
command-packed = { $games ->
    [one] One log was packed.
   *[other] { $games } logs were packed.
}
command-key = { $id } { $key } from { $from }
command-man-pages = The man pages are in { $folder }.
command-ready = ready
command-not-ready = { $address } is not ready: { $answer }
command-live = live
command-not-live = { $address } does not answer: { $answer }
serve-address-in-use = { $address } is in use: stop what listens there, or choose another address with --listen or --metrics-listen.
serve-not-listening = { $address } cannot be listened on: { $reason }. Choose another address with --listen or --metrics-listen.
progress-games = games
progress-records = records
progress-entries = entries
progress-nodes = nodes
progress-deals = deals
progress-steps = steps
progress-left = { $time } left
progress-migration = the schema is migrated
system-not-found = there is no such file or folder
system-permission-denied = permission denied
system-already-exists = it exists already
system-is-folder = it is a folder
system-no-folder = a part of the path is no folder
system-storage-full = no space is left on the device
system-file-too-large = the file may not become larger
system-broken-pipe = its reader has closed it
system-address-in-use = the address is in use
system-address-not-available = this machine does not have the address
system-connection-refused = the connection is refused: nothing listens there
system-connection-reset = the connection was closed
system-timed-out = there is no answer
system-no-text = it is no UTF-8 text
system-utf-16 = The file is UTF-16; save it as UTF-8.
system-no-regular-file = it is no regular file
system-read-only = the file system is read-only
system-other = the system reports error { $code }
command-exported = { $records ->
    [one] 1 record
   *[other] { $records } records
}; to go on after the last: --after { $last }
command-exported-none = There are no more records.
command-imported = { $records ->
    [one] 1 record
   *[other] { $records } records
}: { $imported } imported, { $present } there already, { $refused } refused
command-import-refused = REFUSED, { $what }

## A game against the terminal

play-begun = Commitment: { $commitment }
play-turn = Seat { $seat } is to act. Its hand comes next: is only its player looking? Press Enter.
play-legal = Choices, by number or by text:
play-attacks = Choices, by number or by text, with their damage (* defeats the enemy):
play-covers = { $damage } to cover. Choices, by number or by text, with what they are worth:
play-others = { $count ->
    [one] 1 more choice
   *[other] { $count } more choices
}: a text names the cards.
play-prompt = Your move (or help, concede, quit):
play-number = There is no move { $number } in the list.
play-refused = Refused: { $reason } ({ $clause })
play-help = A number or a text makes a move; concede gives up; undo takes a move back that moved no hidden card; quit stops, and the game so far can be kept with --out. Cards are rank and suit: A 2 3 4 5 6 7 8 9 T J Q K and C D H S; jesters and jokers are X1 and X2.
play-bots = { $bots } bots are named for { $seats } other seats: name one, or one for each seat.
play-over = The game is over. Its seed was { $seed }.
play-written = The record is in { $file }.

## Deals that can be won

solve-won = { $seed }: won in { $moves ->
    [one] 1 move
   *[other] { $moves } moves
} ({ $nodes ->
    [one] 1 node
   *[other] { $nodes } nodes
})
solve-lost = { $seed }: proven lost ({ $nodes ->
    [one] 1 node
   *[other] { $nodes } nodes
})
solve-unknown = { $seed }: undecided ({ $nodes ->
    [one] 1 node
   *[other] { $nodes } nodes
})
solve-sum = { $deals ->
    [one] 1 deal
   *[other] { $deals } deals
}: { $won } won, { $lost } proven lost, { $unknown } undecided
solve-undecided = { $count ->
    [one] A deal is
   *[other] { $count } deals are
} undecided within { $nodes } nodes each.
solve-gold-for-one = Gold is for one player.
no-advice-counts = A game that can count gives no advice: only games whose deal could be known do, outside of challenges.
no-advice-turn = Another seat is to act. Only the seat to act gets advice.
solve-together = Only the co-operative game can be solved and analysed.
analysis-too-long = Games of more than 500 moves are not analysed by the service; regicide analyse does it.
position-field-count = A position line of this game has { $count } fields, separated by single spaces.
position-field = The field { $field } of the position line is wrong.
position-card = The position line has { $card } twice, or the game does not have it.
position-spelling = The position line is not spelt canonically.
analysis-span-won = { $count ->
    [one] position { $first }
   *[other] positions { $first } to { $last }
}: a win was known
analysis-span-lost = { $count ->
    [one] position { $first }
   *[other] positions { $first } to { $last }
}: proven lost
analysis-span-not-found = { $count ->
    [one] position { $first }
   *[other] positions { $first } to { $last }
}: no win was found
analysis-always-won = A win was known in every position of the game.
analysis-never-won = The deal was lost: no line of moves wins it.
analysis-never-found = No win of this deal was found.
analysis-no-win-after = { $seat }: { $move }. Before this move a win was known; after it none was found.
analysis-lost-by = { $seat }: { $move }. Before this move a win was known; after it no line of moves wins.
analysis-instead = A line that wins goes on with { $move } here.
analysis-lost-from = From here on no line of moves wins.
analysis-no-mistake = With the information that { $seat } had, no move was better: that was bad luck.
analysis-mistake = { $seat }: { $move }. Of the deals that { $seat } could expect, the strong bot won { $share } % after this move, and { $most } % after { $better }.

## The games as data

game-regicide = Regicide
    .description = One to four players together against twelve royals.
power-regicide-C = Double the damage of the play (R4.8).
power-regicide-D = Draw as many cards as the attack, in turn (R4.7).
power-regicide-H = Put as many cards as the attack from the discard pile under the tavern deck (R4.6).
power-regicide-S = Lower the enemy's attack by the attack of the play (R4.9).
phase-regicide-play = Attack
    .description = The seat to act attacks the enemy or yields.
phase-regicide-discard = Cover the damage
    .description = The seat to act covers the enemy's damage with cards.
phase-regicide-next = Name the next player
    .description = After a jester its player names the seat that goes next.
phase-regicide-won = Won
    .description = The last king is defeated: all players have won.
phase-regicide-lost = Lost
    .description = The game is lost for all players.
move-regicide-play = Play
    .description = Puts one card, a pair with a companion, or a combo on the table.
move-regicide-yield = Yield
    .description = Attacks with nothing and takes the enemy's damage.
move-regicide-discard = Discard
    .description = Covers damage with cards of the hand.
move-regicide-next = Name the next player
    .description = Names the seat that goes next.
move-regicide-flip = Flip a jester
    .description = Solo: swaps the hand for a new one, at the price of a jester.
move-regicide-concede = Concede
    .description = Gives the game up; all players have to agree.
variant-regicide-mulligan = New hand without diamonds
    .description = A hand dealt without a diamond is dealt again, up to ten times.
variant-regicide-no_combos = No combos
    .description = Cards of one rank cannot be played together.
variant-regicide-shared_damage = Shared damage
    .description = Damage too great for one player's hand is passed on to the next.
option-regicide-first = First player
    .description = The seat that goes first; it has to be one of the game's.
option-regicide-solo_yield = Yielding alone
    .description = Whether a solo player may yield; never twice running.
score-regicide-won = Won
    .description = All twelve enemies are defeated: all players win.
score-regicide-gold = Gold
    .description = A solo win with no jester flipped.
score-regicide-silver = Silver
    .description = A solo win with one jester flipped.
score-regicide-bronze = Bronze
    .description = A solo win with both jesters flipped.
game-regicide-tricks = Regicide, the trick-taking game
    .description = Two to four players take tricks; the winner of a trick may change trump, the order of ranks, or both.
power-regicide-tricks-C = No power; it can be trump.
power-regicide-tricks-D = No power; it can be trump.
power-regicide-tricks-H = No power; it can be trump.
power-regicide-tricks-S = No power; it can be trump.
phase-regicide-tricks-take = Take or pass
    .description = The seat to act takes the turned-up card or leaves it.
phase-regicide-tricks-trump = Name trump
    .description = The seat to act names the trump suit.
phase-regicide-tricks-bury = Bury
    .description = The player who took the card puts one of ten out of play.
phase-regicide-tricks-play = Play
    .description = The seat to act plays a card to the trick.
phase-regicide-tricks-change = Change
    .description = The trick's winner may change trump, ranks or both.
phase-regicide-tricks-over = Over
    .description = The game is over.
move-regicide-tricks-take = Take
    .description = Takes the turned-up card.
move-regicide-tricks-pass = Pass
    .description = Leaves the turned-up card.
move-regicide-tricks-trump = Name trump
    .description = Names the trump suit.
move-regicide-tricks-bury = Bury
    .description = Puts a card out of play, face down.
move-regicide-tricks-play = Play
    .description = Plays a card to the trick.
move-regicide-tricks-keep = Keep
    .description = Leaves trump and ranks as they are.
move-regicide-tricks-change = Change
    .description = Changes trump, reverses the ranks, or both.
move-regicide-tricks-concede = Concede
    .description = Gives the game up for the whole side, at once.
option-regicide-tricks-first = First dealer
    .description = The first dealer; it has to be one of the game's seats.
option-regicide-tricks-jokers = Jokers
    .description = How many jokers are in the deck.
option-regicide-tricks-partners = Partners
    .description = Whether those who sit opposite each other are partners.
option-regicide-tricks-target = Target
    .description = The points that end the game.
score-regicide-tricks-trick = A trick
    .description = The side with most tricks of a hand scores each of them; so do all that tie for most.
score-regicide-tricks-all_tricks = All tricks
    .description = A side that takes all nine tricks of a hand scores this instead.
score-regicide-tricks-won = Won
    .description = The side that alone has most points, once a side has the target.

## The rules of the co-operative game, in our own words

clause-R1 = Enemies come from the castle deck, cards are drawn from the tavern deck, what is used up lies on the discard pile. Cards played against the present enemy lie on the table. A companion is an ace.
clause-R2-1 = A card is written as rank and suit: A 2 3 4 5 6 7 8 9 T J Q K and C D H S. The jesters are X1 and X2.
clause-R2-2 = An ace is worth 1, number cards what they show, a jack 10, a queen 15, a king 20, a jester 0: in attack as in covering damage.
clause-R2-3 = A jack has attack 10 and health 20, a queen 15 and 30, a king 20 and 40.
clause-R2-4 = Cards are ordered clubs, diamonds, hearts, spades, each from ace to king, then the jesters.
clause-R3-1 = With 1, 2, 3 or 4 players there are 0, 0, 1 or 2 jesters in the tavern deck, and a full hand has 8, 7, 6 or 5 cards.
clause-R3-2 = The castle deck has the jacks on top, then the queens, then the kings, each four shuffled. The top card is the first enemy.
clause-R3-3 = The tavern deck is aces to tens of all suits and the jesters, shuffled.
clause-R3-4 = Cards are dealt one at a time, clockwise from the first player, until all hands are full. The first player is chosen with the game; otherwise the first seat begins.
clause-R3-5 = A seed decides all these orders.
clause-R4-1 = A turn: play or yield, powers, damage to the enemy, damage from the enemy. Then the next player clockwise.
clause-R4-2 = A play is one card, a companion with one other card that is no jester, a combo, or a jester alone.
clause-R4-3 = A combo is two to four cards of one rank from 2 to 5, worth 10 or less together; no companion goes with it.
clause-R4-4 = The attack is the sum of the cards' values.
clause-R4-5 = Each suit in the play gives its power once, with the whole attack, unless the enemy is immune. Powers cannot be declined. Hearts come first, then diamonds, then the black suits.
clause-R4-6 = Hearts: the discard pile is shuffled and as many of its cards as the attack go under the tavern deck. The cards of the play are not among them.
clause-R4-7 = Diamonds: as many cards as the attack are drawn one at a time, clockwise from the player; full hands are skipped.
clause-R4-8 = Clubs: the damage of the play counts double.
clause-R4-9 = Spades: the enemy's attack is lowered by the attack of the play for as long as it stands. All spades add up.
clause-R4-10 = The damage is added to what the enemy has taken. At its health or above it is defeated.
clause-R4-11 = An enemy that still stands attacks with what the spades have left of its attack. At 0 nothing happens.
clause-R4-12 = The player discards cards of the hand worth at least the damage. The order in which they are named is kept.
clause-R4-13 = A player whose whole hand is worth less than the damage loses the game for all.
clause-R5-1 = An enemy defeated with exactly its health goes on top of the tavern deck, otherwise to the discard pile.
clause-R5-2 = Then all cards on the table go to the discard pile, in the order played.
clause-R5-3 = The next enemy is turned up, without damage, shield or cancelled immunity.
clause-R5-4 = Who defeated the enemy takes no damage and has another turn.
clause-R5-5 = A royal in the hand is a card like another: its value, its suit's power, a companion with it.
clause-R5-6 = The last king defeated: the game is won.
clause-R6-1 = An enemy is immune to the power of its own suit. The cards still count as damage.
clause-R6-2 = A jester cancels the immunity for as long as this enemy stands. Nothing else happens in that turn.
clause-R6-3 = Spades played before the jester against a spades enemy lower its attack from then on. Other suits are not made up for.
clause-R6-4 = The jester's player then names who goes next: any seat, the own one included.
clause-R6-5 = The jester goes to the discard pile with the other cards and can come back.
clause-R7-1 = Who yields goes straight to the enemy's damage.
clause-R7-2 = Nobody may yield if all others yielded on their last turn.
clause-R7-3 = Alone there is no yielding, unless the game was created so that it is allowed: then not twice running.
clause-R7-4 = Who can neither play nor yield loses the game for all.
clause-R8-1 = Nobody says or hints what is in a hand. What lies open may be talked about.
clause-R8-2 = Between a jester and the naming of the next player, each may signal a good play or the wish not to go next.
clause-R8-3 = These signals, and those of R8.4, are all that the service lets players say.
clause-R8-4 = With two or more players, each may say hello before the first move, and well played for a week after the end.
clause-R9-1 = Alone, two jesters lie beside the game. One may be flipped before playing or before covering damage: the hand is discarded and refilled to at most 8 cards. It cancels no immunity.
clause-R9-2 = While a jester is left, a hand too small for the damage has not lost yet: it must be flipped.
clause-R9-3 = A solo win with no, one or two jesters flipped is gold, silver or bronze.
clause-R10-1 = New hand without diamonds: a hand dealt without a diamond goes back, the tavern deck is shuffled and the hand dealt again, at most ten times.
clause-R10-2 = Shared damage: who cannot cover the damage alone discards the whole hand, and the next player covers the rest. The game is lost only if all hands together are too small.
clause-R10-3 = No combos: cards of one rank cannot be played together.
clause-R10-4 = Options that do not fit the game or the number of players are refused.
clause-R11-1 = A player may concede at any time. With several people at the table, the game is lost when all have agreed.
clause-R11-2 = To concede, or to take the last move back, is proposed: it happens when all people at the table have accepted. Each may decline.
clause-R11-3 = Outside of challenges a player may leave a running game. If the seat to act has let its turn limit pass, the others may give it to a house bot or invite another person to it. A former holder may take the seat back from a bot.
clause-R11-4 = In a game that never counts, such as one for practice, the player whose turn it is may see the move that a house bot would make with the same information.
clause-R12-1 = Everybody sees the enemy, the table, the discard pile, all moves, and how many cards each hand and deck holds.
clause-R12-2 = A player also sees the own hand and the cards drawn to it.
clause-R12-3 = Nobody sees the order of the decks, the hands of others, or the seed.
clause-R12-4 = Once the game is over everything is public.

## The rules of the trick-taking game, in our own words

clause-T1 = Ace, 2 to 9 and king of four suits are played with, and two jokers unless the game is created without.
clause-T2 = Two to four players, each alone; or four as partners, each with who sits opposite.
clause-T3 = From high to low: K 9 8 7 6 5 4 3 2 A, or reversed A 2 3 4 5 6 7 8 9 K. Every hand starts unreversed. A joker is above both.
clause-T4 = All cards are shuffled, nine are dealt to each, clockwise from the seat after the dealer, and one is turned up. The deal passes clockwise.
clause-T5 = The dealer first, then the others, may take the turned-up card: its suit is trump, and one of the ten cards is buried. Who takes a joker names the suit. If all pass, the dealer names it.
clause-T6 = The dealer leads, later who won the last trick. The suit led has to be followed. A joker counts as trump.
clause-T7 = The highest trump takes the trick, else the highest card of the suit led. Of two jokers the first wins.
clause-T8 = Who takes a trick led by somebody else may change the trump suit, reverse the ranks, or both, or keep all as it is.
clause-T9 = After nine tricks the side with most scores one point a trick; all that tie for most score theirs. All nine tricks score 20.
clause-T10 = The game ends when a side has the target; the highest wins. If several share the highest, another hand is played.
clause-T11 = Hands, stock and the buried card are hidden until the game is over; all else is public.
clause-T12 = A player may concede at any time, for the whole side. The other side wins; of several, the one with most points.

## The feed

feed-title = Regicide: days and results
feed-day = Regicide: the challenge of { $date }
feed-day-results = Regicide: results of { $date }
feed-challenge-results = Regicide: results of { $name }
feed-results-about = All results and games are public now.

## The web client's pages, as links to them are shown

page-home = Regicide
page-home-about = The card game of twelve royals, in your browser: alone or with friends, with the same cards for everybody every day.
page-daily = Regicide: today's challenge
page-daily-about = The same cards for everybody: one attempt for the board.
page-day = Regicide: the challenge of { $date }
page-game = Regicide: { $names }
page-game-waiting = A game for { $players }: a seat is open.
page-game-running = A game for { $players }, { $moves ->
    [one] one move
   *[other] { $moves } moves
} so far. Watch it.
page-game-over = A game for { $players }, over after { $moves ->
    [one] one move
   *[other] { $moves } moves
}. See how it went.
page-game-table = The table after { $moves ->
    [one] one move
   *[other] { $moves } moves
}
page-challenge = Regicide: { $name }
page-challenge-about = A challenge for { $players ->
    [one] one player
   *[other] { $players } players
}: the same cards for everybody.

# Bots

simulate-row = { $players ->
    [one] 1 player
   *[other] { $players } players
}, { $bot }: { $won } of { $games ->
    [one] 1 game
   *[other] { $games } games
} won, { $percent } % ({ $low } to { $high })
simulate-row-enemies = { $players ->
    [one] 1 player
   *[other] { $players } players
}, { $bot }: { $won } of { $games ->
    [one] 1 game
   *[other] { $games } games
} won, { $percent } % ({ $low } to { $high }); { $mean } enemies defeated (± { $margin })
difficulty-together = Difficulty is measured in the co-operative game only.
difficulty-summary = { $level ->
    [none] Too few games for a level
   *[other] { $level }
}: { $mean } enemies defeated on average, { $won } of { $games ->
    [one] 1 game
   *[other] { $games } games
} won

# Copies of a transparency log.
log-answer = { $url } answers with status { $status }: { $detail }
log-no-answer = { $url } gives no answer ({ $reason }).
log-bad-answer = { $url } answers with something that is not the service's.
log-no-export = The service has no export of records.
log-copy-damaged = { $file } is damaged: this copy does not fit its own checkpoint. Begin a new one in another folder.
log-copy-in-use = { $file } is locked: another command is updating this copy.
log-smaller = The checkpoint has { $new } entries, but one with { $old } was kept.
log-other-past = The transparency log does not go on from the checkpoint that was kept.
log-other-root = The entries do not lead to the root that was signed.
log-missing-file = The transparency log lacks { $file }, which its checkpoint covers.
log-unfit-file = { $file } does not fit the transparency log.
log-bad-policy = { $file }: line { $line } is none of a policy (C2SP tlog-policy).
log-no-policy = Name the policy for the transparency log with --policy.
log-age = The last checkpoint was signed at { $at }.
log-subject-twice = The transparency log has a second entry of a game or challenge, at index { $index }: { $entry }.
log-split-view = The log has signed a tree of { $old ->
    [one] 1 entry
   *[other] { $old } entries
} and one of { $new } that does not go on from it.
log-other-end = The service has signed the game { $id } with another end than the log has.
log-bad-record = The record of the game { $id } does not hold.
log-unsigned-record = The record of the game { $id } has no signature.
log-late-record = The game { $id } was logged more than a day after its end.
log-not-logged = The log lacks the game { $id }, which ended more than a day before its last checkpoint.
log-bad-proof = No proof leads from the record of the game { $id } to its entry in the log.
log-withdrawn = The service no longer exports the game { $id }.
log-skipped = The service cannot read the game { $id }.
log-other-challenge = The log has another commitment of the challenge { $id } than the service gives.
log-late-challenge = The commitment of the challenge { $id } was logged after the challenge had opened.
log-no-challenge = The log lacks the commitment of the challenge { $id }, which has opened.
log-game-of-player = A game of the player { $player }: { $id }
log-suspicion = SUSPICION, { $what }
log-evidence-holds = THE EVIDENCE HOLDS. { $what }
log-evidence-fails = The evidence does not hold. { $what }
log-contradiction = CONTRADICTION, { $what } What shows it is in { $file }.
log-mirrored = { $origin }: { $size ->
    [one] 1 entry
   *[other] { $size } entries
}, { $new } of them new
log-watched = { $origin }: { $size ->
    [one] 1 entry
   *[other] { $size } entries
}, { $new } of them new; { $verified ->
    [one] 1 record verified
   *[other] { $verified } records verified
}, { $again } again; { $waiting ->
    [0] none waits
    [one] 1 waits
   *[other] { $waiting } wait
} for an entry; entries of games that no public game explains: { $unexplained }
log-nothing-missing = The copy has { $copy } entries, and the database { $size }: nothing is missing.
log-recovered = { $added ->
    [one] 1 entry was added
   *[other] { $added } entries were added
}, the log has { $size }; lost { $lost ->
    [0] is nothing
    [one] is 1 game or challenge, whose entry stays
   *[other] are { $lost } games or challenges, whose entries stay
}
log-not-recovered = NOTHING ADDED, { $why }
log-not-in-copy = The copy of the transparency log has no entry of this game: it is older than the game, or the game was not logged as this record has it.
log-not-in-copy-deleted = The copy of the transparency log has no entry of this game as the record has it. If a player was deleted since, the service's proof shows where it is: verify the record of /v1/games/ID/record?with_proof=true.
