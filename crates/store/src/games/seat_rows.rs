//! The seats of a game in the format of their statement (`SEATS_POSTGRES` and `SEATS_SQLITE` in
//! `statements.rs`).

use regicide_engine::engine::Seat;
use uuid::Uuid;

use super::bytes::{Bytes, cut_off, number, time};
use crate::database::Invalid;
use crate::seats::{Invitee, SeatInvitation, SeatState};
use crate::token::{SeatPlayer, TokenHash};

/// The values that a row has, by their bits in its first number and in their order.
const TOKEN: u8 = 1;
const PLAYER: u8 = 2;
const PLAYER_TOKEN: u8 = 4;
const INVITATION: u8 = 8;
const INVITED_PLAYER: u8 = 16;
const NAME: u8 = 32;

/// The seats of a game with this number of players, in their order.
pub(super) fn seat_states(bytes: &[u8], players: u8) -> Result<Vec<SeatState>, Invalid> {
    let mut bytes = Bytes(bytes);
    let mut seats = Vec::with_capacity(usize::from(players));
    while !bytes.is_empty() {
        seats.push(seat_state(&mut bytes)?);
    }
    seats.sort_unstable_by_key(|seat| seat.seat);
    if !seats.iter().map(|seat| seat.seat).eq(Seat::all(players)) {
        return Err(Invalid::new("its seats are not those of its players"));
    }
    Ok(seats)
}

fn seat_state(bytes: &mut Bytes<'_>) -> Result<SeatState, Invalid> {
    let [line, name] = [bytes.line()?, bytes.line()?];
    let mut cells = line.split(' ').map(|cell| Some(cell).filter(|cell| *cell != "-"));
    let mut cell = || cells.next().ok_or_else(cut_off);
    let present: u8 = number(cell()?.unwrap_or_default())?;
    let seat = Seat::try_from(number::<u8>(cell()?.unwrap_or_default())?).map_err(Invalid::new)?;
    let open = cell()? == Some("1");
    let until = cell()?.map(time).transpose()?;
    let bot = cell()?.map(|level| level.parse().map_err(Invalid::new)).transpose()?;
    if cells.next().is_some() {
        return Err(Invalid::new("a seat has too many values"));
    }
    let token = bytes.optional(present & TOKEN)?;
    let player = bytes.optional(present & PLAYER)?;
    let player_token = bytes.optional(present & PLAYER_TOKEN)?;
    let code = bytes.optional(present & INVITATION)?;
    let invited_player = bytes.optional(present & INVITED_PLAYER)?;
    let player = player.zip(player_token);
    let invitee = code.map(|code| Invitee::Code(TokenHash(code)));
    let invitee = invitee.or(invited_player.map(|id| Invitee::Player(Uuid::from_bytes(id))));
    Ok(SeatState {
        seat,
        name: (present & NAME != 0).then(|| name.to_owned()),
        open,
        token: token.map(TokenHash),
        player: player.map(|(id, token)| SeatPlayer { id: Uuid::from_bytes(id), token: TokenHash(token) }),
        invitation: invitee.zip(until).map(|(invitee, until)| SeatInvitation { invitee, until }),
        bot,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOTHING: &str = "0 0 0 - -\n\n";

    #[test]
    fn seats_are_read_in_any_order() {
        let player = Uuid::from_u128(7);
        let full = [
            b"63 1 1 5 strong\nAda Lovelace\n",
            &[1; 32][..],
            player.as_bytes(),
            &[2; 32],
            &[b'\n'; 32],
            player.as_bytes(),
        ];
        let seats = seat_states(&[&full.concat(), NOTHING.as_bytes()].concat(), 2).unwrap();
        assert_eq!((seats[0].open, &seats[0].name, seats[0].token), (false, &None, None));
        let seat = &seats[1];
        assert_eq!((seat.open, seat.name.as_deref()), (true, Some("Ada Lovelace")));
        assert_eq!(seat.token, Some(TokenHash([1; 32])));
        assert_eq!(seat.player, Some(SeatPlayer { id: player, token: TokenHash([2; 32]) }));
        let invitation = seat.invitation.unwrap();
        assert_eq!(invitation.invitee, Invitee::Code(TokenHash([b'\n'; 32])));
        assert_eq!(invitation.until.timestamp_micros(), 5);
        assert_eq!(seat.bot, Some(regicide_engine::bots::Level::Strong));
    }

    #[test]
    fn damage_is_invalid() {
        assert!(seat_states(NOTHING.as_bytes(), 1).is_ok());
        for (damage, bytes) in [
            ("no seat", ""),
            ("one too many", "0 0 0 - -\n\n0 1 0 - -\n\n"),
            ("one that is there twice", "0 0 0 - -\n\n0 0 0 - -\n\n"),
            ("another number", "0 1 0 - -\n\n"),
            ("no such seat", "0 4 0 - -\n\n"),
            ("no such level", "0 0 0 - best\n\n"),
            ("no such time", "0 0 0 9223372036854775807 -\n\n"),
            ("too few values", "0 0 0 -\n\n"),
            ("too many values", "0 0 0 -\n\n"),
            ("no bits", "- 0 0 - -\n\n"),
            ("no name", "0 0 0 - -\n"),
            ("a line in a name", "32 0 0 - -\nAda\nBen\n"),
            ("a token that is missing", "1 0 0 - -\n\n"),
            ("a short player", "2 0 0 - -\n\n123456789012345"),
        ] {
            assert!(seat_states(bytes.as_bytes(), 1).is_err(), "{damage}");
        }
    }
}
