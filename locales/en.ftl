# English. A language is a file like this one, with the same messages and the
# same variables; what a word is called in its own language (gender, article)
# can be given as attributes: `.gender` of what $enemy stands for can be asked
# for as $enemy_gender.

text = { $text }
list-none = nothing
list-middle = { $left }, { $right }
list-end = { $left } and { $right }

## Cards

suit-clubs = Clubs
suit-diamonds = Diamonds
suit-hearts = Hearts
suit-spades = Spades
rank-king = King
rank-ace = Ace
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

effect-played = Seat { $seat } plays { $cards }: attack { $attack }.
effect-yielded = Seat { $seat } yields.
effect-immunity_cancelled = The jester cancels the enemy's immunity: { $suit } work against it from now on.
effect-immune = The enemy is immune to { $suit }: no power.
effect-healed = { $count ->
    [one] One card goes
   *[other] { $count } cards go
} from the discard pile under the tavern deck.
effect-drawn = Seat { $seat } draws { $count ->
    [one] one card
   *[other] { $count } cards
}.
effect-drawn-seen = Seat { $seat } draws { $count ->
    [one] one card
   *[other] { $count } cards
}: { $cards }.
effect-shielded = The enemy's attack is lowered by { $amount }, to { $attack }.
effect-damaged = { $amount } damage: the enemy has taken { $total } of { $health }.
effect-damaged-doubled = { $half } damage, doubled to { $amount }: the enemy has taken { $total } of { $health }.
effect-defeated = The { $enemy } is defeated.
effect-defeated-exactly = The { $enemy } is defeated exactly and goes on top of the tavern deck.
effect-revealed = The { $enemy } is the next enemy.
effect-attacked = { $damage ->
    [0] The enemy cannot harm seat { $seat }.
   *[other] The enemy attacks seat { $seat }: { $damage } damage to cover.
}
effect-discarded = Seat { $seat } discards { $cards }, worth { $worth }{ $left ->
    [0] .
   *[other] ; { $left } damage is passed on.
}
effect-passed_over = Seat { $seat } has no cards and is passed over.
effect-flipped = A jester is flipped, { $left ->
    [0] none is left
    [one] one is left
   *[other] { $left } are left
}; the hand is discarded: { $cards }.
effect-named = Seat { $seat } is named to go next.
effect-turn = It is the turn of seat { $seat }.
effect-conceded = Seat { $seat } concedes: the game is lost.
effect-won = The last king is defeated: the game is won.
effect-won-solo = The last king is defeated: the game is won, with a medal of { $medal }.
effect-lost-damage = Seat { $seat } cannot cover the damage: the game is lost.
effect-lost-stuck = Seat { $seat } can neither play nor yield: the game is lost.

## What moves do: the trick-taking game

effect-card_taken = Seat { $seat } takes the { $card }.
effect-passed = Seat { $seat } passes.
effect-turned_down = The { $card } goes face down on the stock.
effect-trump_set = Seat { $seat } makes { $suit } trump.
effect-buried = Seat { $seat } buries a card.
effect-buried-seen = Seat { $seat } buries the { $card }.
effect-card_played = Seat { $seat } plays the { $card }.
effect-trick_won = Seat { $seat } wins the trick with the { $card } and has { $tricks ->
    [one] one trick
   *[other] { $tricks } tricks
} now.
effect-kept = Seat { $seat } leaves trump and ranks as they are.
effect-trump_changed = Seat { $seat } changes trump to { $suit }.
effect-ranks_reversed = Seat { $seat } reverses the ranks: { $highest } is highest.
effect-hand_scored = The hand is over. It scores, side by side: { $scored }; the points are { $points }.
effect-cards_dealt = Seat { $seat } is dealt { $count } cards.
effect-cards_dealt-seen = Seat { $seat } is dealt { $count } cards: { $cards }.
effect-card_turned_up = Seat { $seat } has dealt and turns up the { $card }.
effect-side_conceded = Seat { $seat } concedes for side { $side }.
effect-game_won = Side { $side } wins the game; the points are { $points }.
effect-game_shared = The game is shared; the points are { $points }.

## Why a move is refused

refused-over = The game is over.
refused-no-such-seat = Seat { $seat } does not sit at this table.
refused-not-your-turn = It is the turn of seat { $seat }.
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

## Why a text is no move

misspelt-unknown-word = There is no such move: it starts with play, yield, discard, next, flip, concede, take, pass, trump, bury, keep or change.
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
setup-option-of-tricks = The option belongs to the trick-taking game.
setup-option-of-regicide = The option belongs to the co-operative game.
seed-malformed = A seed is 1 to 64 characters out of A-Z a-z 0-9 . _ ~ -

## Records

bad-move = Move { $seq }: { $fault }
fault-number = It has the number { $number }.
fault-time = Its time is not in UTC or finer than a microsecond.
fault-too-many = A log holds at most { $most } moves.
record-unknown-format = The format { $format } is not known, only { $known } is.
record-unknown-game = The game { $game } is not known.
record-unknown-rules = Version { $version } of the rules is not known.
record-malformed = It is no record file.
check-setup = { $field }: { $reason } ({ $rule })
check-it-is = It is { $found }.
check-no-end = The moves stop before the end.
check-names = There are { $count } names.
check-no-key = The key that has made it is not known.
check-bad-signature = It is not the key's for this game.

## Problems

problem-malformed_body = The body is malformed
problem-malformed_query = The query is malformed
problem-malformed_header = A header is malformed
problem-invalid_value = A value does not do
problem-idempotency_key_weak = The idempotency key could be guessed
problem-token_missing = A token is needed
problem-token_unknown = The token is not known here
problem-forbidden = The token does not allow this
problem-sealed = It belongs to a challenge that is not over
problem-invitation_needed = The challenge is for invited players
problem-no_such_path = There is nothing at this path
problem-no_such_game = There is no such game
problem-no_such_player = There is no such player
problem-no_such_challenge = There is no such challenge
problem-no_such_result = There is no such result
problem-no_such_move = There is no such move
problem-method_not_allowed = The path does not know the method
problem-not_acceptable = No acceptable form
problem-seq_conflict = The game has gone on
problem-contended = Others were faster
problem-game_not_begun = The game has not begun
problem-game_begun = The game has begun
problem-game_over = The game takes no more moves
problem-game_not_over = The game is not over
problem-seat_taken = The seat is taken
problem-seated_already = The player has a seat already
problem-no_open_seat = No seat is open
problem-challenge_not_open = The challenge is not open yet
problem-challenge_closed = The challenge is closed
problem-attempted_already = No attempt is left
problem-attempt_out_of_turn = The attempt before is not over
problem-log_full = The log is full
problem-idempotency_key_running = The first request is still running
problem-body_too_large = The body is too large
problem-unsupported_media_type = The body is not declared as JSON
problem-illegal_move = The move is against the rules
problem-invalid_setup = The choices do not fit the game
problem-invalid_record = The record does not hold
problem-idempotency_key_reused = The idempotency key was used otherwise
problem-too_many_requests = Too many requests from this address
problem-internal = Something went wrong here
problem-stored_game_corrupt = The stored game is corrupt
problem-unavailable = The service is not available now

## Details of problems

error-no-such-game = There is no game with this id.
error-no-such-player = There is no player with this id.
error-no-such-challenge = There is no such challenge, or it is not published yet.
error-no-such-result = No result of this game is on a board.
error-no-such-cursor = The export holds no game with this id.
error-no-such-move = The game has { $seq ->
    [one] one move
   *[other] { $seq } moves
}.
error-no-such-code = There is no such code.
error-token-missing = This needs a token: of a seat, of a player, or of who created the game or the challenge.
error-token-unknown = The token opens nothing here.
error-seq-conflict = The game is at move { $actual }, not at { $expected }.
error-contended = The game changed while the request was judged.
error-not-begun = The game has not begun: seats are open.
error-begun = The game has begun.
error-over = The game takes no more moves: it is finished.
error-abandoned = The game takes no more moves: it is abandoned.
error-cancelled = The game takes no more moves: it was called off.
error-closed = The game takes no more moves: its challenge has ended.
error-sealed = The game belongs to a challenge that still runs: until it ends, only its own players see it, and only what their seats can see.
error-board-sealed = While the challenge runs, its board is open to players who have finished their own attempt.
error-challenge-not-open = The challenge is not open yet.
error-challenge-closed = No game of this challenge can be begun any more.
error-attempted-already = The player has had this attempt already.
error-attempt-out-of-turn = Attempts are made one after the other: all before this one have to be over.
error-invitation-needed = This challenge is for invited players: an unused invitation code is needed.
error-not-over = The game is not over yet.
error-seat-taken = The seat is taken.
error-seated-already = A player has one seat in a game at the most.
error-no-open-seat = No seat is open.
error-log-full = A log holds at most { $most } moves.
error-key-reused = This Idempotency-Key was used for another request.
error-key-running = The first request with this Idempotency-Key is still running.
error-key-weak = Without a token an Idempotency-Key has to carry 128 random bits: use a UUID of version 4.
error-unavailable = The database does not answer; try again soon.
error-corrupt = What is stored of this game does not hold together.
error-internal = Something went wrong here; it has been logged.
error-not-ready = The database does not answer, or its schema does not fit.
error-stopping = The service is stopping.
forbidden-free-seat = Only the seat's player or the game's creator can free it.
forbidden-cancel = Only the game's creator can call it off.
forbidden-no-seat = The creator's token is not a seat's token.
forbidden-name-hidden = An operator has hidden this name; it cannot be changed.
unfit-more-names = There are more names than players.
unfit-more-open-seats = There are more open seats than players.
unfit-open-seat-named = An open seat gets its name from whoever takes it.
unfit-nobody-sits-there = Nobody sits there.
unfit-no-such-seat = The game has no such seat.
unfit-over-there = The game is over there: nothing could be played.
unfit-two-seeds = A challenge has a public seed or words for a secret one, not both.
unfit-for-anyone = The challenge is for anyone: it needs no invitations.
invalid-name = A name is 1 to 40 printable characters without blanks at its ends.
invalid-limit = The limit is 1 to { $most }.
invalid-players = Games are for 1 to 4 players.
invalid-range = The number is { $least } to { $most }.
unfit-opens-at = A challenge opens now or later, at most 366 days from now.
unfit-closes-at = A challenge closes after it opens, and at most 366 days later.
invalid-seed-words = The words are 1 to 31 characters.
invalid-cursor = The cursor is none that this board gave.
invalid-month = A month is written like 2026-11.
invalid-reason = A reason is 1 to 200 printable characters without blanks at its ends.
malformed-body = The body is no JSON of the form that is wanted.
malformed-query = The query cannot be read.
malformed-path = The path holds no id, or no date.
body-too-large = A body holds at most { $most } bytes here.
content-type-other = Content-Type is not application/json.
content-type-missing = Content-Type is missing: it has to be application/json.
too-many-requests = This address has asked too often; wait a little.
token-no-bearer = Authorization has to be "Bearer" and a token.
key-malformed = The key is 1 to 200 printable ASCII characters.
not-acceptable = The API speaks application/json.
no-such-path = There is nothing at { $path }.
method-not-allowed = { $path } does not take { $method }.

## Challenges

share-daily = Regicide { $day }, { $players ->
    [one] one player
   *[other] { $players } players
}
merit-won = 12/12, { $moves ->
    [one] one move
   *[other] { $moves } moves
}
merit-defeated = { $enemies }/12
merit-points = { $points ->
    [one] one point
   *[other] { $points } points
}
merit-points-won = { $points ->
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
table-turned-up-taken = { $card }, taken by seat { $seat }
table-turned-up-stock = { $card }, turned down
table-trick = Trick
table-trick-led = { $cards }, led by seat { $seat }
table-hand-tricks = { $cards }  (tricks { $tricks })
table-buried = Buried
table-stock = Stock
next-regicide-play = Seat { $seat } plays.
next-regicide-discard = Seat { $seat } covers { $damage } damage.
next-regicide-next = Seat { $seat } names who goes next.
next-regicide-won = The game is won.
next-regicide-lost = The game is lost.
next-tricks-take = Seat { $seat } takes the card or passes.
next-tricks-trump = Seat { $seat } names the trump suit.
next-tricks-bury = Seat { $seat } buries a card.
next-tricks-play = Seat { $seat } plays a card.
next-tricks-change = Seat { $seat } may change trump and ranks.
next-tricks-over = The game is over.

## The commands

command-seed = seed { $seed }, commitment { $commitment }
command-seat = seat { $seat }: { $name }
command-seat-name = { $name } (seat { $seat })
command-seat-unnamed = seat { $seat }
command-moves-there = The record has { $count } moves.
command-after = After move { $seq }:
command-position = position
command-digest = digest
command-held = ok, { $moves } moves, { $end }, { $authenticity }
command-failed = FAILED, { $what }
command-failed-check = { $check }: { $detail }
command-failed-move = { $check }: { $detail } ({ $rule }); { $moves } moves before it are good
command-sum = { $records } records: { $held } hold, { $failed } do not
command-audit-failed = FAILED, { $checks }; { $moves } moves are good
command-audited = { $games } games with { $moves } moves: { $held } hold, { $failed } do not; { $rate } moves a second
command-ended = to the end
command-no-end = no end
command-authenticated = authenticated
command-unauthenticated = unauthenticated
command-contradicted = contradicted
command-no-object = No JSON object begins here.
command-cut-off = The record is cut off.
command-too-long = The record is larger than 1 MiB.
command-no-text = The record is no UTF-8 text.

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
    .description = The last king is defeated: everybody has won.
phase-regicide-lost = Lost
    .description = The game is lost for everybody.
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
    .description = Gives the game up; everybody has to ask for it.
variant-regicide-mulligan = Mulligan
    .description = A hand dealt without a diamond is dealt anew, up to ten times.
variant-regicide-no_combos = No combos
    .description = Cards of one rank cannot be played together.
variant-regicide-shared_damage = Shared damage
    .description = Damage too great for one player's hand is passed on to the next.
option-regicide-first = First player
    .description = The seat that goes first; it has to be one of the game's.
option-regicide-solo_yield = Yielding alone
    .description = Whether a solo player may yield; never twice running.
score-regicide-won = Won
    .description = All twelve enemies are defeated: everybody wins.
score-regicide-gold = Gold
    .description = A solo win with no jester flipped.
score-regicide-silver = Silver
    .description = A solo win with one jester flipped.
score-regicide-bronze = Bronze
    .description = A solo win with both jesters flipped.
game-regicide-tricks = Regicide, the trick-taking game
    .description = Two to four players take tricks; whoever wins one may turn the order of things round.
power-regicide-tricks-C = No power; it can be trump.
power-regicide-tricks-D = No power; it can be trump.
power-regicide-tricks-H = No power; it can be trump.
power-regicide-tricks-S = No power; it can be trump.
phase-regicide-tricks-take = Take or pass
    .description = The seat to act takes the turned-up card or leaves it.
phase-regicide-tricks-trump = Name trump
    .description = The seat to act names the trump suit.
phase-regicide-tricks-bury = Bury
    .description = Who took the card puts one of ten out of play.
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
    .description = Whether seats 0 and 2 play against 1 and 3.
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
clause-R3-4 = Cards are dealt one at a time, clockwise from the first player, until all hands are full. The first player is chosen with the game, else seat 0.
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
clause-R5-3 = The next enemy is turned up and starts anew.
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
clause-R7-3 = Alone there is no yielding, unless the game is created with solo_yield once: then not twice running.
clause-R7-4 = Who can neither play nor yield loses the game for all.
clause-R8-1 = Nobody says or hints what is in a hand. What lies open may be talked about.
clause-R8-2 = Between a jester and the naming of the next player, each may signal a good play or the wish not to go next.
clause-R8-3 = These signals are all that the service lets players say.
clause-R9-1 = Alone, two jesters lie beside the game. One may be flipped before playing or before covering damage: the hand is discarded and drawn anew up to 8 cards. It cancels no immunity.
clause-R9-2 = While a jester is left, a hand too small for the damage has not lost yet: it must be flipped.
clause-R9-3 = A solo win with no, one or two jesters flipped is gold, silver or bronze.
clause-R10-1 = mulligan: a hand dealt without a diamond goes back, the tavern deck is shuffled and the hand dealt anew, at most ten times.
clause-R10-2 = shared_damage: who cannot cover the damage alone discards the whole hand, and the next player covers the rest. The game is lost only if all hands together are too small.
clause-R10-3 = no_combos: combos are not allowed.
clause-R10-4 = Options that do not fit the game or the number of players are refused.
clause-R11-1 = A player may concede at any time. The game is lost when all have asked for it.
clause-R12-1 = Everybody sees the enemy, the table, the discard pile, all moves, and how many cards each hand and deck holds.
clause-R12-2 = A player also sees the own hand and the cards drawn to it.
clause-R12-3 = Nobody sees the order of the decks, the hands of others, or the seed.
clause-R12-4 = Once the game is over everything is public.

## The rules of the trick-taking game, in our own words

clause-T1 = Ace, 2 to 9 and king of four suits are played with, and two jokers unless the game is created without.
clause-T2 = Two to four players, each alone; or four as partners, seats 0 and 2 against 1 and 3.
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
