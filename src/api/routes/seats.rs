//! Seats: taking, freeing and handing them over.

use actix_web::web::Path;
use actix_web::{HttpResponse, delete, post};
use regicide_engine::engine::Seat;
use serde::Deserialize;
use uuid::Uuid;

use crate::api::extract::auth::{Caller, Key};
use crate::api::extract::body::{Json, NoBody};
use crate::api::respond::{Answer, json_no_store, replied};
use crate::service::bots::SeatBot;
use crate::service::games::GameView;
use crate::service::play::{InviteToSeats, Joined, SeatInvitations, TakeSeat};
use utoipa_actix_web::scope;
use utoipa_actix_web::service_config::ServiceConfig;

/// The routes below a game.
pub(super) fn of_game(config: &mut ServiceConfig<'_>) {
    config
        .service(scope("/seats").service(take_seat).service(free_seat).service(seat_bot).service(unseat_bot))
        .service(invite_to_seats);
}

/// Take an open seat
///
/// The answer has the seat's secret token. With a player's token the seat is that player's,
/// whose token is valid for it, too. The game begins when all seats are taken. A reserved
/// seat needs its invitation's code, or the token of the player that it is held for. A guest
/// who has become a player keeps the seat by `guest_token`, also in the list of finished games.
///
/// In a running game outside of challenges (R11.3), an open seat is for the invited player
/// alone. A player who had the seat takes it back from a bot, or while it is open, with their
/// token; others with the former token as `guest_token`.
#[utoipa::path(
    tag = "seats",
    params(Key),
    responses(
        (status = 201, description = "The seat and its token", body = Joined),
        (status = 403, description = "`invitation_needed`: the seat is held for another player; or `forbidden`: an attempt at a challenge takes a player's token; or the player had another seat of the game"),
        (status = 409, description = "`seat_taken`, `seated_already`, `no_open_seat`, `game_over`"),
        (status = 422, description = "`misleading_name`, `invalid_setup`"),
    ),
    security((), ("token" = [])),
)]
#[post("")]
pub(crate) async fn take_seat(caller: Caller, id: Path<Uuid>, body: Json<TakeSeat>) -> Answer {
    let key = caller.key().await?;
    let reply = caller.api.service.play.take_seat(*id, caller.token.as_ref(), &body, key.as_ref()).await?;
    Ok(replied(HttpResponse::Created(), reply))
}

/// Invite to seats
///
/// With the token of the game's owner, before all seats are taken; later, for open seats of a
/// running game outside of challenges, with the token of any seat (R11.3). Each of the seats is
/// held until its code in the answer is used, once, or the invitation expires. With
/// `player_id`, a player who invites has a seat held for another one, who is notified by
/// events and webhooks, and takes it with their own token. Another invitation to a seat,
/// or freeing it, revokes the previous one. While the game runs, a seat that the caller may
/// hand over is opened by it.
#[utoipa::path(
    tag = "seats",
    params(Key),
    responses(
        (status = 201, description = "The invitations", body = SeatInvitations),
        (status = 403, description = "`forbidden`: neither its owner's token nor, while it runs, that of a seat; or, with `player_id`, not a player's"),
        (status = 409, description = "`seat_taken`, `turn_not_over`, `seated_already`, `game_begun`, `game_over`"),
        (status = 422, description = "`invalid_setup`"),
    ),
    security(("token" = [])),
)]
#[post("/invitations")]
pub(crate) async fn invite_to_seats(caller: Caller, id: Path<Uuid>, body: Json<InviteToSeats>) -> Answer {
    let (token, key) = caller.token_and_key()?;
    let reply = caller.api.service.play.invite_to_seats(*id, token, &body, key.as_ref()).await?;
    Ok(replied(HttpResponse::Created(), reply))
}

/// Seat a house bot
///
/// With the token of the game's owner, on an open seat, before all seats are
/// taken. The bot moves by itself, and its seat has no token; an invitation to
/// the seat is void.
///
/// In a running game outside of challenges (R11.3): with the token of the seat itself, whose
/// player leaves; with that of another seat, where the seat is open, or is to act and
/// `turn_ends_at` has passed.
#[utoipa::path(
    tag = "seats",
    params(
        ("seat" = Seat, Path, description = "The seat", minimum = 0, maximum = 3),
        Key,
    ),
    responses(
        (status = 201, description = "The game with the bot", body = GameView),
        (status = 403, description = "`forbidden`: neither its owner's token nor, while it runs, that of a seat"),
        (status = 409, description = "`seat_taken`, `game_begun`, `turn_not_over`, `game_over`, `challenge_closed`"),
        (status = 422, description = "`invalid_setup`: among others, no one else is at the table"),
    ),
    security(("token" = [])),
)]
#[post("/{seat}/bot")]
pub(crate) async fn seat_bot(caller: Caller, path: Path<SeatPath>, body: Json<SeatBot>) -> Answer {
    let (token, key) = caller.token_and_key()?;
    let reply = caller.api.service.bots.seat(path.id, path.seat, token, &body, key.as_ref()).await?;
    Ok(replied(HttpResponse::Created(), reply))
}

/// Remove a house bot
///
/// With the token of the game's owner, before all seats are taken. The seat is open again. In a
/// running game, with the token of any seat, if the bot is in a person's place (R11.3).
#[utoipa::path(
    tag = "seats",
    params(("seat" = Seat, Path, description = "The seat", minimum = 0, maximum = 3)),
    responses(
        (status = 200, description = "The game without the bot", body = GameView),
        (status = 403, description = "`forbidden`: neither its owner's token nor, while it runs, that of a seat"),
        (status = 409, description = "`game_begun` or `game_over`"),
        (status = 422, description = "`invalid_setup`: no bot sits there"),
    ),
    security(("token" = [])),
)]
#[delete("/{seat}/bot")]
pub(crate) async fn unseat_bot(caller: Caller, path: Path<SeatPath>, _: NoBody) -> Answer {
    let view = caller.api.service.bots.unseat(path.id, path.seat, caller.token.as_ref()).await?;
    Ok(json_no_store(&mut HttpResponse::Ok(), &view))
}

#[derive(Debug, Deserialize)]
pub(crate) struct SeatPath {
    id: Uuid,
    seat: Seat,
}

/// Free a seat
///
/// Before all seats are taken: the token of the seat or its player leaves it, that of the
/// player that it is held for declines the invitation, that of the game's owner frees it and
/// revokes an invitation. The seat that owns a game cannot be left: cancel the game.
///
/// In a running game outside of challenges (R11.3), the token of the seat or its player leaves
/// it, and that of another seat opens the one to act once `turn_ends_at` has passed. The game
/// stays `running`; no move is made there until the seat is taken or given to a bot.
#[utoipa::path(
    tag = "seats",
    params(("seat" = Seat, Path, description = "The seat", minimum = 0, maximum = 3)),
    responses(
        (status = 200, description = "The game with the seat open", body = GameView),
        (status = 403, description = "`forbidden`: neither the seat's token nor that of the game's owner or, while it runs, of a seat"),
        (status = 409, description = "`game_begun`, `turn_not_over` or `game_over`"),
        (status = 422, description = "`invalid_setup`: the seat is open, it owns the game, or no one else is at the table"),
    ),
    security(("token" = [])),
)]
#[delete("/{seat}")]
pub(crate) async fn free_seat(caller: Caller, path: Path<SeatPath>, _: NoBody) -> Answer {
    let view = caller.api.service.play.free_seat(path.id, path.seat, caller.token.as_ref()).await?;
    Ok(json_no_store(&mut HttpResponse::Ok(), &view))
}
