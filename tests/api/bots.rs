//! House bots at the tables.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use awc::http::Method;
use regicide_engine::bots::{Level, choose, house_move};
use regicide_engine::engine::{
    Game as _, GameKind, Ignore, Move, Options, Position, Ruleset, Seat, Seed, Setup,
};
use serde_json::{Value, json};

use crate::audited::audit;
use crate::challenges::{attempts, organise};
use crate::client::Client;
use crate::day::{begin, today};
use crate::figures::{figure, until_figure, until_sum};
use crate::games::{id, player};
use crate::live::reader::{Form, Reader};
use crate::players::{come, path as path_of};
use crate::process::Process;
use crate::server::{OPERATOR, Setting};

crate::on_both_databases!(
    bots_play_both_games_to_their_end,
    a_person_plays_with_bots,
    two_instances_make_each_move_once,
    another_instance_moves_for_a_killed_one,
    bots_agree_to_concede,
    a_bot_is_seated_and_taken_off_until_the_game_begins,
    the_seat_of_a_bot_has_no_token,
    a_rematch_and_a_fork_have_bots,
    an_attempt_with_a_bot_stands_on_the_board_of_bots,
    a_trick_taking_attempt_ranks_no_house_bot,
    a_challenge_for_invited_players_takes_no_bot,
    a_bot_that_cannot_move_is_counted_as_one_failure,
    a_bot_whose_choice_fails_moves_otherwise,
    without_any_choice_the_first_legal_move_is_made,
    a_search_beyond_its_time_limit_delays_no_other_game,
    invalid_requests_are_rejected,
);

/// Another instance, which moves bots, and its figures.
pub(crate) fn with_bots(setting: &Setting) -> (Client, Client) {
    setting.instance_with_figures_and(|config| config.settings.bot_threads = 2)
}

/// Follows a game to its end; all events.
async fn until_over(client: &Client, game: &str) -> Vec<Value> {
    let mut reader = Reader::open(client, &format!("/v1/games/{game}/events"), Form::Lines, None).await;
    let mut events = Vec::new();
    loop {
        let event = reader.event().await;
        let is_last = event["type"] == "end";
        events.push(event);
        if is_last {
            return events;
        }
    }
}

/// Waits until so many moves are made.
async fn until_move(client: &Client, game: &str, seq: u64) -> Value {
    let mut reader = Reader::open(client, &format!("/v1/games/{game}/events"), Form::Lines, None).await;
    loop {
        let event = reader.event().await;
        if event["game"]["seq"].as_u64().unwrap() >= seq {
            return event["game"].clone();
        }
    }
}

const MOVES: &str = "regicide_bot_moves_total";
const WAITING: &str = "regicide_bot_turns_waiting";
const FALLBACKS: &str = "regicide_bot_fallbacks_total";
const FAILURES: &str = "regicide_bot_failures_total";

async fn bots_play_both_games_to_their_end(setting: Setting) {
    let (client, figures) = with_bots(&setting);
    for (kind, options) in [("regicide", json!({})), ("regicide-tricks", json!({"target": 10}))] {
        let body = json!({
            "kind": kind, "players": 3, "bots": ["novice", "novice", "novice"], "options": options,
        });
        let before = figure(&figures, MOVES).await.unwrap();
        let created = client.create(&body).await;
        assert_eq!(created["tokens"], json!([]), "no seat has a token");
        let events = until_over(&client, id(&created)).await;
        let game = &events.last().unwrap()["game"];
        assert_eq!(game["status"], "finished");
        let made: Vec<u64> = events.iter().filter_map(|event| event["made"]["seq"].as_u64()).collect();
        let first = game["seq"].as_u64().unwrap() - made.len() as u64 + 1;
        assert!(made.iter().copied().eq(first..=game["seq"].as_u64().unwrap()), "{made:?}");
        until_figure(&figures, MOVES, before + game["seq"].as_u64().unwrap()).await;

        let path = format!("/v1/games/{}", id(&created));
        let record = client.get(&format!("{path}/record")).await.expect(200);
        assert_eq!(record["player_ids"], json!(["bot-novice", "bot-novice", "bot-novice"]));
        assert_eq!(record["names"][1], "Bot (novice)");
        let verdict = client.post("/v1/verification", &record).await.expect(200);
        assert_eq!(verdict["consistent"], true, "{verdict}");
        assert_eq!(client.get(&format!("{path}/audit")).await.expect(200)["holds"], true);
    }
    assert_eq!(figure(&figures, FAILURES).await, Some(0));
}

async fn a_person_plays_with_bots(setting: Setting) {
    let (client, _) = with_bots(&setting);
    let bots = json!([null, "novice", "novice", "steady"]);
    let created =
        client.create(&json!({"players": 4, "bots": bots, "names": ["Ada"], "seed": "four-seats"})).await;
    assert_eq!(created["tokens"].as_array().unwrap().len(), 1);
    let game = id(&created);
    let seats = &created["game"]["seats"];
    assert_eq!((&seats[0]["bot_level"], &seats[3]["bot_level"]), (&Value::Null, &json!("steady")));
    assert_eq!(seats[3]["name"], "Bot (steady)");
    let listed = client.get("/v1/games").await.expect(200);
    assert_eq!(listed["items"][0]["seats"], *seats, "marked in lists");

    let ada = player(&client, &created, 0);
    let mut reader = Reader::open(&ada, &format!("/v1/games/{game}/events"), Form::Lines, None).await;
    let mut narration = String::new();
    let mut answered = None;
    loop {
        let event = reader.event().await;
        narration += &event["made"]["narration"].to_string();
        if event["type"] == "end" {
            break;
        }
        let shown = &event["game"];
        // Events of moves that were made in quick succession all show the game
        // after the last of them: one turn is answered once.
        if let Some(mv) = shown["legal_moves"].as_array().and_then(|legal| legal.first())
            && answered.as_ref() != Some(&shown["seq"])
        {
            assert_eq!(shown["to_act"], 0);
            ada.make(game, mv["text"].clone()).await.expect(201);
            answered = Some(shown["seq"].clone());
        }
    }
    for bot in 2..=4 {
        assert!(narration.contains(&format!("It is the turn of Bot {bot}")), "{narration}");
    }
    assert!(!narration.contains("Bot ("), "{narration}");
}

async fn two_instances_make_each_move_once(setting: Setting) {
    let instances = [with_bots(&setting), with_bots(&setting)];
    let mut games = Vec::new();
    for number in 0..4 {
        let bots = json!(["novice", "novice"]);
        games.push(instances[number % 2].0.create(&json!({"players": 2, "bots": bots})).await);
    }
    let mut moves = 0;
    for (number, created) in games.iter().enumerate() {
        let events = until_over(&instances[(number + 1) % 2].0, id(created)).await;
        moves += events.last().unwrap()["game"]["seq"].as_i64().unwrap();
    }
    assert_eq!(setting.rows("moves").await, moves);
    let [(_, one), (_, other)] = &instances;
    // A move that is not stored is not counted.
    until_sum(&[one, other], MOVES, moves.try_into().unwrap()).await;
}

async fn another_instance_moves_for_a_killed_one(setting: Setting) {
    // It waits so long that it is killed before its bot moves.
    let (process, there, _) = Process::start_with(setting.url(), &[("REGICIDE_BOT_PAUSE_MS", "60000")]);
    let created = there.create(&json!({"players": 2, "bots": [null, "novice"], "seed": "banana"})).await;
    let game = id(&created);
    let ada = player(&there, &created, 0);
    let mv = ada.view(game).await["legal_moves"][0]["text"].clone();
    let mut made = ada.make(game, mv).await.expect(201);
    while made["game"]["to_act"] == 0 {
        let mv = made["game"]["legal_moves"][0]["text"].clone();
        made = ada.make(game, mv).await.expect(201);
    }
    assert_eq!(made["game"]["to_act"], 1);
    drop(process);
    let (client, _) = with_bots(&setting);
    until_move(&client, game, made["seq"].as_u64().unwrap() + 1).await;
}

async fn bots_agree_to_concede(setting: Setting) {
    let (client, _) = with_bots(&setting);
    let alone = client.create(&json!({"players": 2, "bots": [null, "novice"]})).await;
    player(&client, &alone, 0).concede(id(&alone)).await.expect(201);
    assert_eq!(client.view(id(&alone)).await["status"], "finished");

    // The queue of bots does not run meanwhile.
    let client = &setting.client;
    let created = client.create(&json!({"players": 3, "bots": [null, "novice"]})).await;
    let people = [player(client, &created, 0), player(client, &created, 1)];
    let pending = people[0].concede(id(&created)).await.expect(201);
    assert_eq!(pending["game"]["proposal"]["accepted"], json!([0]));
    people[1].concede(id(&created)).await.expect(201);
    let game = client.view(id(&created)).await;
    assert_eq!((&game["status"], &game["result"]["outcome"]), (&json!("finished"), &json!("lost")));
}

async fn a_bot_is_seated_and_taken_off_until_the_game_begins(setting: Setting) {
    let (client, _) = with_bots(&setting);
    let created = client.create(&json!({"players": 3, "open_seats": 2, "names": ["Ada"]})).await;
    let game = id(&created);
    let owner = player(&client, &created, 0);
    let seat = |number: u8| format!("/v1/games/{game}/seats/{number}");
    let bot = |number: u8| format!("{}/bot", seat(number));
    let strong = json!({"level": "strong"});
    let mut reader = Reader::open(&client, &format!("/v1/games/{game}/events"), Form::Lines, None).await;
    assert_eq!(reader.event().await["type"], "view");

    client.post(&bot(1), &strong).await.problem(401, "token_missing");
    let stranger = player(&client, &client.create(&json!({"players": 1})).await, 0);
    stranger.post(&bot(1), &strong).await.problem(403, "forbidden");
    owner.post(&bot(0), &strong).await.problem(409, "seat_taken");
    owner.post(&bot(3), &strong).await.problem(422, "invalid_setup");
    let request = || owner.request(Method::POST, &bot(1)).header("idempotency-key", "once");
    let seated = request().json(&strong).await.expect(201);
    assert_eq!(request().json(&strong).await.expect(201), seated);
    assert_eq!((&seated["seats"][1]["bot_level"], &seated["status"]), (&json!("strong"), &json!("waiting")));
    let event = reader.event().await;
    assert_eq!(event["type"], "seats");
    assert_eq!(event["game"]["seats"][1]["name"], "Bot (strong)");

    for path in [seat(1), bot(1)] {
        stranger.delete(&path).await.problem(403, "forbidden");
    }
    for number in [0, 2, 3] {
        assert_eq!(owner.delete(&bot(number)).await.problem(422, "invalid_setup")["field"], "seat");
    }
    let freed = owner.delete(&bot(1)).await.expect(200);
    assert_eq!((&freed["seats"][1]["bot_level"], &freed["seats"][1]["open"]), (&Value::Null, &json!(true)));
    assert_eq!(reader.event().await["game"]["seats"][1]["open"], true);

    // The last seat begins the game.
    owner.post(&bot(1), &strong).await.expect(201);
    assert_eq!(owner.delete(&seat(1)).await.expect(200)["seats"][1]["open"], true, "like any seat");
    owner.post(&bot(1), &json!({"level": "novice"})).await.expect(201);
    client.post(&format!("/v1/games/{game}/seats"), &json!({"name": "Ben"})).await.expect(201);
    for path in [seat(1), bot(1)] {
        owner.delete(&path).await.problem(409, "game_begun");
    }
    owner.post(&bot(1), &strong).await.problem(409, "game_begun");
    let mv = owner.view(game).await["legal_moves"][0]["text"].clone();
    let seq = owner.make(game, mv).await.expect(201)["seq"].as_u64().unwrap();
    if client.view(game).await["to_act"] == 1 {
        until_move(&client, game, seq + 1).await;
    }

    // A bot that takes the last seat moves if it goes first.
    let body = json!({"players": 2, "open_seats": 1, "options": {"first": 1}});
    let created = client.create(&body).await;
    let owner = player(&client, &created, 0);
    let path = format!("/v1/games/{}/seats/1/bot", id(&created));
    owner.post(&path, &json!({"level": "novice"})).await.expect(201);
    until_move(&client, id(&created), 1).await;
}

async fn the_seat_of_a_bot_has_no_token(Setting { client, .. }: Setting) {
    let created = client.create(&json!({"players": 3, "bots": [null, "novice"], "open_seats": 1})).await;
    let game = id(&created);
    let seats = format!("/v1/games/{game}/seats");
    client.post(&seats, &json!({"seat": 1})).await.problem(409, "seat_taken");
    let owner = player(&client, &created, 0);
    owner
        .post(&format!("/v1/games/{game}/invitations"), &json!({"for_seats": [1]}))
        .await
        .problem(409, "seat_taken");
    client.post(&seats, &json!({})).await.expect(201);
    client.post(&seats, &json!({})).await.problem(409, "no_open_seat");
    let operator = client.with_token(OPERATOR);
    let revoke = json!({"type": "revoke_seat_token", "game_id": game, "seat": 1});
    operator.post("/v1/admin/actions", &revoke).await.problem(404, "no_such_game");
    for token in ["", "novice", "Bot (novice)"] {
        client.with_token(token).get(&format!("/v1/games/{game}")).await.problem(401, "token_unknown");
    }
}

async fn a_rematch_and_a_fork_have_bots(setting: Setting) {
    let (client, _) = with_bots(&setting);
    let (_, ada) = come(&client, "Ada").await;
    let created = ada.create(&json!({"players": 2, "bots": ["novice"], "options": {"first": 1}})).await;
    let game = id(&created);
    assert_eq!(created["game"]["seats"][1]["name"], "Ada", "who creates it sits where no bot does");
    ada.concede(game).await.expect(201);
    let rematch = ada.post(&format!("/v1/games/{game}/rematches"), &json!({})).await.expect(201);
    let seats = &rematch["game"]["seats"];
    assert_eq!((&rematch["game"]["status"], &seats[0]["bot_level"]), (&json!("running"), &json!("novice")));

    let fork = json!({"seq": 0, "bots": [null, "steady"]});
    let fork = client.post(&format!("/v1/games/{game}/forks"), &fork).await.expect(201);
    assert_eq!(fork["game"]["seats"][1]["bot_level"], "steady");
    assert_eq!(fork["game"]["seats"][0]["bot_level"], Value::Null, "bots sit where they are requested");
    until_move(&client, id(&fork), 1).await;
}

async fn an_attempt_with_a_bot_stands_on_the_board_of_bots(setting: Setting) {
    let (client, _) = with_bots(&setting);
    let challenge = today(&client, 2).await;
    let (ada_id, ada) = come(&client, "Ada").await;
    let game = begin(&ada, &challenge).await;
    let path = format!("/v1/games/{game}/seats/1/bot");
    let (_, ben) = come(&client, "Ben").await;
    ben.post(&path, &json!({"level": "novice"})).await.problem(403, "forbidden");
    ada.post(&path, &json!({"level": "novice"})).await.expect(201);
    ada.concede(&game).await.expect(201);

    let operator = client.with_token(OPERATOR);
    let board = async |name: &str| {
        operator.get(&format!("/v1/challenges/{challenge}/leaderboard?board={name}")).await.expect(200)
    };
    assert_eq!(board("people").await["items"], json!([]));
    let entries = board("bots").await["items"].clone();
    assert_eq!(entries.as_array().unwrap().len(), 1);
    assert_eq!(entries[0]["team"][0]["player_id"], ada_id["id"]);

    // That a player is a bot, or is none, changes nothing: the game has one.
    for bot in [true, false] {
        let mark = json!({"type": "mark_bot", "player_id": ada_id["id"], "bot": bot});
        operator.post("/v1/admin/actions", &mark).await.expect(201);
        assert_eq!(board("people").await["items"], json!([]));
    }
    setting.clock.pass(chrono::TimeDelta::days(2));
    let profile = client.get(&path_of(&ada_id)).await.expect(200);
    assert_eq!(profile["streak"]["longest"], 1, "the day is counted");
    let audited = audit(&setting);
    assert_eq!(audited.status.code(), Some(0), "{audited:?}");
}

async fn a_trick_taking_attempt_ranks_no_house_bot(setting: Setting) {
    let (client, _) = with_bots(&setting);
    let more = json!({"kind": "regicide-tricks", "players": 2, "options": {"target": 10}});
    let (challenge, _) = organise(&client, more).await;
    let (_, ada) = come(&client, "Ada").await;
    let game = begin(&ada, &challenge).await;
    ada.post(&format!("/v1/games/{game}/seats/1/bot"), &json!({"level": "novice"})).await.expect(201);
    ada.concede(&game).await.expect(201);
    let bots = ada.get(&format!("/v1/challenges/{challenge}/leaderboard?board=bots")).await.expect(200);
    assert_eq!((&bots["results"], &bots["own"]["place"]), (&json!(1), &json!(1)));
    assert_eq!(bots["items"][0]["team"][0]["name"], "Ada");
    let audited = audit(&setting);
    assert_eq!(audited.status.code(), Some(0), "{audited:?}");
}

async fn a_challenge_for_invited_players_takes_no_bot(Setting { client, .. }: Setting) {
    let (challenge, admin) = organise(&client, json!({"admission": "invited", "players": 2})).await;
    let made = admin.post(&format!("/v1/challenges/{challenge}/invitations"), &json!({"count": 1})).await;
    let code = json!({"invitation": made.expect(201)["codes"][0]});
    let (_, ada) = come(&client, "Ada").await;
    let started = ada.post(&attempts(&challenge), &code).await.expect(201);
    let path = format!("/v1/games/{}/seats/1/bot", id(&started));
    ada.post(&path, &json!({"level": "novice"})).await.problem(422, "invalid_setup");
}

async fn a_bot_that_cannot_move_is_counted_as_one_failure(setting: Setting) {
    let client = &setting.client;
    let created = client.create(&json!({"players": 2, "bots": [null, "novice"], "seed": "banana"})).await;
    let ada = player(client, &created, 0);
    let game = id(&created);
    let mv = ada.view(game).await["legal_moves"][0]["text"].clone();
    let mut made = ada.make(game, mv).await.expect(201);
    while made["game"]["to_act"] == 0 {
        let mv = made["game"]["legal_moves"][0]["text"].clone();
        made = ada.make(game, mv).await.expect(201);
    }
    for statement in setting.without_triggers() {
        setting.execute(statement).await.unwrap();
    }
    setting.execute("update moves set move = 'play AC' where seq = 1").await.unwrap();
    let (other, figures) = with_bots(&setting);
    until_figure(&figures, FAILURES, 1).await;
    // Other games go on, and the failed bot is not tried again.
    let created = other.create(&json!({"players": 2, "bots": ["novice", "novice"]})).await;
    until_over(&other, id(&created)).await;
    assert_eq!(figure(&figures, FAILURES).await, Some(1));
}

/// A game of two bots that was played to its end.
async fn played_by_bots(client: &Client, levels: [&str; 2]) -> Value {
    let created = client.create(&json!({"players": 2, "bots": levels})).await;
    until_over(client, id(&created)).await.pop().unwrap()["game"].clone()
}

async fn a_bot_whose_choice_fails_moves_otherwise(setting: Setting) {
    let (client, figures) = setting.instance_with_figures_and(|config| {
        config.settings.bot_threads = 1;
        config.settings.chooser = |level, knowledge, seed| match level {
            Level::Novice => regicide_engine::bots::choose(level, knowledge, seed),
            Level::Steady => Move::Take,
            Level::Strong => panic!("as it must"),
        };
    });
    let game = played_by_bots(&client, ["strong", "steady"]).await;
    assert_eq!(game["status"], "finished");
    let moves = game["seq"].as_u64().unwrap();
    until_figure(&figures, FALLBACKS, moves).await;
    assert_eq!((figure(&figures, MOVES).await, figure(&figures, FAILURES).await), (Some(moves), Some(0)));
    played_by_bots(&client, ["novice", "novice"]).await;
    assert_eq!(figure(&figures, FALLBACKS).await, Some(moves));
}

async fn without_any_choice_the_first_legal_move_is_made(setting: Setting) {
    let (client, figures) = setting.instance_with_figures_and(|config| {
        config.settings.bot_threads = 1;
        config.settings.chooser = |_, _, _| panic!("as it must");
    });
    let game = played_by_bots(&client, ["novice", "strong"]).await;
    assert_eq!(game["status"], "finished");
    until_figure(&figures, FALLBACKS, game["seq"].as_u64().unwrap()).await;
}

async fn a_search_beyond_its_time_limit_delays_no_other_game(setting: Setting) {
    let (client, figures) = setting.instance_with_figures_and(|config| {
        config.settings.bot_threads = 1;
        config.settings.bot_limit = std::time::Duration::from_millis(100);
        config.settings.chooser = |level, knowledge, seed| match level {
            Level::Novice | Level::Steady => regicide_engine::bots::choose(level, knowledge, seed),
            Level::Strong => loop {
                std::thread::park();
            },
        };
    });
    let game = played_by_bots(&client, ["strong", "novice"]).await;
    assert_eq!(game["status"], "finished");
    assert!(figure(&figures, FALLBACKS).await.unwrap() > 0);
    assert_eq!(played_by_bots(&client, ["novice", "novice"]).await["status"], "finished");
}

async fn invalid_requests_are_rejected(Setting { client, .. }: Setting) {
    for (body, field) in [
        (json!({"players": 2, "bots": [null, null, "novice"]}), "bots"),
        (json!({"players": 2, "bots": [null, "novice"], "open_seats": 1}), "bots"),
        (json!({"players": 2, "bots": [null, "novice"], "names": [null, "Ben"]}), "names"),
    ] {
        let problem = client.post("/v1/games", &body).await.problem(422, "invalid_setup");
        assert_eq!(problem["field"], field, "{problem}");
    }
    let unknown = json!({"players": 2, "bots": [null, "godlike"]});
    client.post("/v1/games", &unknown).await.problem(400, "malformed_body");
    let (_, ada) = come(&client, "Ada").await;
    let no_seat = json!({"players": 2, "bots": ["novice", "novice"], "join": true});
    ada.post("/v1/games", &no_seat).await.problem(422, "invalid_setup");
    let watched = ada.create(&json!({"players": 2, "bots": ["novice", "novice"]})).await;
    assert_eq!((&watched["tokens"], &watched["game"]["seat"]), (&json!([]), &Value::Null));
}

/// With one thread for them, and many games of strong bots alone.
#[actix_web::test]
async fn sqlite_a_person_does_not_wait_for_games_of_bots() {
    static ORDER: Mutex<Vec<Level>> = Mutex::new(Vec::new());
    static CLOSED: AtomicBool = AtomicBool::new(true);
    let setting = Setting::sqlite().await;
    let (client, figures) = setting.instance_with_figures_and(|config| {
        config.settings.bot_threads = 1;
        config.settings.bot_limit = Duration::from_hours(1);
        config.settings.chooser = |level, knowledge, seed| {
            ORDER.lock().unwrap().push(level);
            while level == Level::Strong && CLOSED.load(Ordering::Relaxed) {
                std::thread::yield_now();
            }
            regicide_engine::bots::choose(Level::Novice, knowledge, seed)
        };
    });
    for _ in 0..30 {
        client.create(&json!({"players": 2, "bots": ["strong", "strong"]})).await;
    }
    // One has the thread.
    until_figure(&figures, WAITING, 29).await;
    let body = json!({"players": 2, "bots": [null, "novice"], "options": {"first": 1}});
    let created = client.create(&body).await;
    until_figure(&figures, WAITING, 30).await;
    CLOSED.store(false, Ordering::Relaxed);
    until_move(&client, id(&created), 1).await;
    let order = ORDER.lock().unwrap();
    let before = order.iter().position(|&level| level == Level::Novice).unwrap();
    assert_eq!(before, 1, "only the one that had the thread was first");
}

/// A bot's choice depends only on the cards that its seat was shown: whatever card the
/// dealer has buried unseen, the choice is the same.
#[test]
fn hidden_cards_do_not_change_a_bots_choice() {
    let setup = Setup::new(Ruleset::current(GameKind::Tricks), 3, &Options::default()).unwrap();
    let mut compared = 0;
    for number in 0..200 {
        let seed: Seed = format!("buried-{number}").parse().unwrap();
        let Some((log, buries)) = before_a_card_is_buried(setup, &seed) else { continue };
        let choices: Vec<(Seat, Move)> = buries
            .into_iter()
            .filter_map(|(seat, bury)| {
                let log = [log.clone(), vec![(seat, bury)]].concat();
                let bot = folded(setup, &seed, &log).to_act().filter(|bot| *bot != seat)?;
                let novice = |knowledge: &_, seed| choose(Level::Novice, knowledge, seed);
                let chosen = house_move(&[0; 16], &setup, &seed, log, bot, novice).unwrap();
                Some((bot, chosen))
            })
            .collect();
        if choices.len() > 1 {
            assert!(choices.windows(2).all(|pair| pair[0] == pair[1]), "{seed:?}: {choices:?}");
            compared += 1;
        }
        if compared == 5 {
            break;
        }
    }
    assert_eq!(compared, 5);
}

type Log = Vec<(Seat, Move)>;

fn folded(setup: Setup, seed: &Seed, log: &[(Seat, Move)]) -> Position {
    let deal = Position::deal(&setup, seed.key());
    log.iter().fold(deal, |position, (seat, mv)| position.play(*seat, mv, &mut Ignore).unwrap())
}

/// The moves before a card is buried, and each card that can be buried.
fn before_a_card_is_buried(setup: Setup, seed: &Seed) -> Option<(Log, Log)> {
    let mut log = Vec::new();
    for _ in 0..20 {
        let position = folded(setup, seed, &log);
        let seat = position.to_act()?;
        let mut legal = Vec::new();
        position.for_each_legal(|mv| legal.push(mv));
        if legal[0].is_hidden() {
            return Some((log, legal.into_iter().map(|mv| (seat, mv)).collect()));
        }
        // A player who takes the card later does not lead.
        let takes = legal.contains(&Move::Take) && !log.is_empty();
        let passes = legal.contains(&Move::Pass) && !takes;
        log.push((seat, if passes { Move::Pass } else { legal[0] }));
    }
    None
}
