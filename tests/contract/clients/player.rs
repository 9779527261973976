//! Plays a game with the client that openapi-generator makes as rust.

use std::env;
use std::error::Error;

use openapi::apis::configuration::Configuration;
use openapi::apis::{games_api, moves_api, records_api};
use openapi::models::{CreateGame, Effect, GameKind, MakeMove, MoveAnswer, Status};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let mut given = env::args().skip(1);
    let base_path = given.next().unwrap_or_else(|| "http://127.0.0.1:8080".to_owned());
    let game = match given.next().as_deref() {
        Some("regicide-tricks") => GameKind::RegicideTricks,
        _ => GameKind::Regicide,
    };
    let anonymous = Configuration { base_path, ..Configuration::default() };
    let wanted = CreateGame { kind: Some(game), ..CreateGame::new(2) };
    let created = games_api::create_game(&anonymous, wanted, None, None).await?;
    let mut view = created.game;
    let id = view.id.to_string();
    while let Some(seat) = view.to_act {
        let token = created.tokens[usize::try_from(seat)?].token.clone();
        let seat = Configuration { bearer_access_token: Some(token), ..anonymous.clone() };
        let legal = moves_api::list_legal_moves(&seat, &id, None, None).await?;
        let chosen = &legal.items[usize::try_from(legal.seq)? % legal.items.len()];
        let wanted =
            MakeMove { r#move: Some(chosen.r#move.clone()), expected_seq: Some(legal.seq), ..MakeMove::new() };
        let MoveAnswer::MadeMoveAnswer(made) = moves_api::make_move(&seat, &id, wanted, None, None, None).await? else {
            return Err("a move was not made".into());
        };
        for effect in &made.effects {
            match effect {
                Effect::DefeatedEffect(defeated) => println!("{} {}", defeated.card, defeated.exact),
                Effect::TrickWonEffect(won) => println!("{} {:?}", won.seat, won.tricks_won),
                _ => {}
            }
        }
        view = made.game;
    }
    let audit = records_api::audit_game(&anonymous, &id, None, None).await?;
    println!("{} after {} moves: {:?}, audit {}", view.status, view.seq, view.result, audit.holds);
    if audit.holds && view.status == Status::Finished { Ok(()) } else { Err("the game has not ended well".into()) }
}
