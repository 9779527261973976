//! Analyses of games that are over, and of records and positions that are sent.

use std::io::Write as _;
use std::process::{Command, Stdio};

use awc::http::Method;
use chrono::TimeDelta;
use futures_util::future::join_all;
use regicide_engine::bots::review::Budgets;
use regicide_engine::engine::regicide::{Position, RulesVersion, Setup};
use regicide_engine::engine::{Game as _, Move, Options, Seat, Seed};
use regicide_engine::record::RecordFile;
use regicide_engine::solver::{Goal, Line, NODES, SearchResult, solve};
use serde_json::{Value, json};

use crate::client::{Answer, Client};
use crate::day::{begin, today};
use crate::games::{id, player};
use crate::players::come;
use crate::server::Setting;

crate::on_both_databases!(
    the_analysis_of_a_lost_game_names_the_move_after_which_no_win_was_found,
    only_public_co_operative_games_are_analysed,
    a_lost_or_unreadable_analysis_is_computed_again,
    a_position_is_won_by_a_line_proven_lost_or_not_found,
    invalid_analysis_requests_are_rejected,
    concurrent_analyses_of_an_address_are_limited,
    one_decision_is_analysed_as_in_the_whole,
    one_decision_costs_its_own_time,
);

/// Small enough for tests, and enough for the end of a game.
const BUDGETS: Budgets = Budgets { nodes: 20_000, worlds: 40 };

/// A deal for four whose win is found at once.
const DEAL: &str = "deal-1";

/// So many moves before its win, the game takes a bad turn.
const LAST_MOVES: usize = 12;

/// The path to which records and positions are sent.
const SENT: &str = "/v1/analysis";

fn path(game: &str) -> String {
    format!("/v1/games/{game}/analysis")
}

fn instance(setting: &Setting) -> Client {
    setting.instance_with(|config| config.settings.analysis = BUDGETS)
}

/// The moves of a win, as the solver finds it.
fn win(deal: &Position) -> Line {
    let SearchResult::Won(line) = solve(deal, Goal::Win, NODES, |_| true).result else {
        panic!("{DEAL} can be won")
    };
    line
}

/// A game that is played well until close to its end, and lost from there on: each player
/// yields where that is legal.
fn lost_game() -> Line {
    let setup = Setup::new(RulesVersion::CURRENT, 4, &Options::default()).unwrap();
    let mut position = Position::deal(&setup, DEAL.parse::<Seed>().unwrap().key());
    let mut moves = win(&position);
    moves.truncate(moves.len() - LAST_MOVES);
    for (seat, mv) in &moves {
        position.advance(*seat, mv, &mut regicide_engine::engine::Ignore).unwrap();
    }
    while let Some(seat) = position.to_act() {
        let mut legal = Vec::new();
        position.for_each_legal(|mv| legal.push(mv));
        let mv = legal.iter().find(|mv| **mv == Move::Yield).unwrap_or(&legal[0]);
        position.advance(seat, mv, &mut regicide_engine::engine::Ignore).unwrap();
        moves.push((seat, *mv));
    }
    moves
}

/// Plays a game of four over HTTP.
async fn played(client: &Client, moves: &[(Seat, Move)]) -> String {
    let names = json!(["Ada", "Ben", "Cleo", "Dan"]);
    let created = client.create(&json!({"players": 4, "seed": DEAL, "names": names})).await;
    let game = id(&created).to_owned();
    let seats: Vec<_> = (0..4).map(|seat| player(client, &created, seat)).collect();
    for (seat, mv) in moves {
        seats[seat.index()].make(&game, mv.to_string()).await.expect(201);
    }
    game
}

/// Repeats the request until the analysis is complete.
async fn poll(game: &Value, request: impl AsyncFn() -> Answer) -> Value {
    let mut before = Vec::new();
    loop {
        let answer = request().await;
        if answer.status.as_u16() == 200 {
            let all = answer.json();
            assert_eq!((&all["complete"], &all["percent"]), (&json!(true), &json!(100)));
            for known in &before {
                agrees(known, &all);
            }
            return all;
        }
        assert_eq!(answer.header("retry-after"), Some("2"));
        assert_eq!(answer.header("etag"), None);
        let known = answer.expect(202);
        assert_eq!((&known["game_id"], &known["complete"]), (game, &json!(false)));
        assert!((0..100).contains(&known["percent"].as_u64().unwrap()), "{known}");
        before.push(known);
    }
}

/// A partial analysis agrees with the complete one: the verdicts, once there is one, and
/// the first decisions.
fn agrees(known: &Value, all: &Value) {
    assert_eq!(known["method"], all["method"]);
    let (decisions, first) = (known["decisions"].as_array().unwrap(), &known["spans"][0]["first_seq"]);
    if *first == json!(0) {
        for field in ["spans", "last_won_seq", "turning_point_seq", "line"] {
            assert_eq!(known[field], all[field]);
        }
    } else {
        assert_eq!((&known["last_won_seq"], &known["turning_point_seq"]), (&Value::Null, &Value::Null));
        assert_eq!((known["line"].is_null(), known["marks"].as_array().unwrap().len()), (true, 0));
        let has_verdicts = all["spans"] != json!([]);
        assert!(decisions.is_empty() || !has_verdicts, "the verdicts come first");
    }
    assert_eq!(decisions.as_slice(), &all["decisions"].as_array().unwrap()[..decisions.len()]);
}

async fn analysed(client: &Client, game: &str) -> Value {
    poll(&json!(game), async || client.get(&path(game)).await).await
}

/// The complete analysis of a record or position that is sent.
async fn analysed_as_sent(client: &Client, body: &Value) -> Value {
    poll(&Value::Null, async || client.post(SENT, body).await).await
}

/// The output of `regicide analyse` on a record.
fn offline(record: &Value) -> Vec<Value> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_regicide"));
    let (nodes, worlds) = (BUDGETS.nodes.to_string(), BUDGETS.worlds.to_string());
    command.args(["analyse", "-", "--json", "--nodes", &nodes, "--worlds", &worlds]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    write!(child.stdin.take().unwrap(), "{record}").unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The lines of one type, without saying so.
fn of_type(lines: &[Value], kind: &str) -> Value {
    let lines = lines.iter().filter(|line| line["type"] == kind).cloned();
    lines.map(|mut line| line.as_object_mut().unwrap().remove("type").map(|_| line).unwrap()).collect()
}

/// A list without the JSON forms of moves, called as on the command line.
fn with_texts(list: &Value) -> Value {
    let mut list = list.clone();
    for item in list.as_array_mut().unwrap() {
        for name in ["player_move", "bot_move"] {
            let text = item[name]["text"].take();
            item[name] = json!({"text": text, "worlds": item[name]["worlds"], "won": item[name]["won"]});
        }
    }
    list
}

async fn the_analysis_of_a_lost_game_names_the_move_after_which_no_win_was_found(setting: Setting) {
    let client = instance(&setting);
    let moves = lost_game();
    let game = played(&client, &moves).await;
    // Many requests at once.
    let about = path(&game);
    for answer in join_all((0..5).map(|_| client.get(&about))).await {
        assert!([200, 202].contains(&answer.status.as_u16()), "{}", answer.text);
    }
    let analysis = analysed(&client, &game).await;
    assert_eq!(analysis["method"]["nodes"], BUDGETS.nodes);

    let turning_point = analysis["turning_point_seq"].as_u64().unwrap();
    let last_won = usize::try_from(turning_point).unwrap() - 1;
    assert!(last_won >= moves.len().min(30), "it was won until close to its end: {last_won}");
    assert_eq!(analysis["last_won_seq"], last_won);
    let (seat, mv) = moves[last_won];
    let mark =
        &analysis["marks"].as_array().unwrap().iter().find(|mark| mark["seq"] == turning_point).unwrap();
    let name = ["Ada", "Ben", "Cleo", "Dan"][seat.index()];
    assert!(mark["text"].as_str().unwrap().starts_with(&format!("{name}: {mv}. Before this move a win")));
    let spans = analysis["spans"].as_array().unwrap();
    assert_eq!(spans[0], json!({"first_seq": 0, "last_seq": last_won, "verdict": "won"}));
    assert_eq!(spans.last().unwrap()["last_seq"], moves.len());

    // The line wins from there.
    let fork = client.post(&format!("/v1/games/{game}/forks"), &json!({"seq": last_won})).await.expect(201);
    for step in analysis["line"].as_array().unwrap() {
        let seat = usize::try_from(step["seat"].as_u64().unwrap()).unwrap();
        player(&client, &fork, seat).make(id(&fork), step["text"].clone()).await.expect(201);
    }
    assert_eq!(client.view(id(&fork)).await["result"]["outcome"], "won");

    // The command computes the same from the record.
    let record = client.get(&format!("/v1/games/{game}/record")).await.expect(200);
    let output = offline(&record);
    assert_eq!(of_type(&output, "span"), analysis["spans"]);
    assert_eq!(of_type(&output, "mark"), analysis["marks"]);
    assert_eq!(of_type(&output, "decision"), with_texts(&analysis["decisions"]));
    assert_eq!(output.last().unwrap()["turning_point_seq"], turning_point);

    // And from this service, which does not look at its own games.
    let mut body = json!({"type": "record", "record": record});
    let answered = analysed_as_sent(&client, &body).await;
    let mut without_game = analysis.clone();
    without_game["game_id"] = Value::Null;
    assert_eq!(answered, without_game);
    let spanish = client.request(Method::POST, SENT).header("accept-language", "es").json(&body).await;
    assert!(spanish.expect(200).to_string().contains("Antes de esta jugada se conocía una victoria"));
    // Names do not change the analysis: the stored one is shown with these.
    body["record"]["names"] = json!(["Eve", "Fay", "Gus", "Hal"]);
    let renamed = client.post(SENT, &body).await.expect(200).to_string();
    let name = ["Eve", "Fay", "Gus", "Hal"][seat.index()];
    assert!(renamed.contains(&format!("{name}: {mv}. Before this move a win")), "{renamed}");

    // It is kept: another instance has it at once, in another language, too.
    let other = instance(&setting);
    let answer = other.get(&path(&game)).await;
    let tag = answer.header("etag").unwrap().to_owned();
    assert_eq!(answer.expect(200), analysis);
    let unchanged = other.request(Method::GET, &path(&game)).header("if-none-match", &tag).send().await;
    assert_eq!(unchanged.status.as_u16(), 304);
    let spanish = other.request(Method::GET, &path(&game)).header("accept-language", "es").send().await;
    assert_eq!(spanish.header("content-language"), Some("es"));
    assert!(spanish.text.contains("Antes de esta jugada se conocía una victoria"), "{}", spanish.text);
}

async fn only_public_co_operative_games_are_analysed(setting: Setting) {
    let client = instance(&setting);
    let running = client.create(&json!({"players": 1})).await;
    client.get(&path(id(&running))).await.problem(409, "game_not_over");
    player(&client, &running, 0).get(&path(id(&running))).await.problem(409, "game_not_over");

    let cancelled = client.create(&json!({"players": 2, "open_seats": 1})).await;
    let owner = player(&client, &cancelled, 0);
    owner.delete(&format!("/v1/games/{}", id(&cancelled))).await.expect(200);
    client.get(&path(id(&cancelled))).await.problem(409, "game_not_over");

    let (_, ada) = come(&client, "Ada").await;
    let embargoed = begin(&ada, &today(&client, 1).await).await;
    ada.concede(&embargoed).await.expect(201);
    for caller in [&client, &ada] {
        caller.get(&path(&embargoed)).await.problem(403, "embargoed");
    }

    let tricks = client.create(&json!({"kind": "regicide-tricks", "players": 2})).await;
    client.get(&path(id(&tricks))).await.problem(409, "game_not_over");
    player(&client, &tricks, 0).concede(id(&tricks)).await.expect(201);
    client.get(&path(id(&tricks))).await.problem(404, "no_analysis");
    client.get(&path("nonsense")).await.problem(404, "no_such_game");
}

async fn a_lost_or_unreadable_analysis_is_computed_again(setting: Setting) {
    let client = instance(&setting);
    let created = client.create(&json!({"players": 1, "seed": "analysed"})).await;
    let game = id(&created);
    let ada = player(&client, &created, 0);
    ada.concede(game).await.expect(201);
    let analysis = analysed(&client, game).await;
    // A killed instance leaves no analysis, or a damaged one.
    for damage in ["delete from analyses", "update analyses set findings = '{'"] {
        setting.execute(damage).await.unwrap();
        client.get(&path(game)).await.expect(202);
        assert_eq!(analysed(&client, game).await, analysis);
    }
    // With other budgets other things are found.
    let poorer = setting
        .instance_with(|config| config.settings.analysis = Budgets { nodes: BUDGETS.nodes / 2, ..BUDGETS });
    poorer.get(&path(game)).await.expect(202);
    assert_eq!(analysed(&poorer, game).await["method"]["nodes"], BUDGETS.nodes / 2);

    for statement in setting.without_triggers() {
        setting.execute(statement).await.unwrap();
    }
    setting.execute("update moves set move = 'flip'").await.unwrap();
    instance(&setting).get(&path(game)).await.problem(500, "stored_game_corrupt");
}

/// A request about a position.
fn position(players: u8, line: &str) -> Value {
    json!({"type": "position", "players": players, "seed": DEAL, "position": line})
}

async fn a_position_is_won_by_a_line_proven_lost_or_not_found(setting: Setting) {
    let client = instance(&setting);
    let setup = Setup::new(RulesVersion::CURRENT, 4, &Options::default()).unwrap();
    let key = DEAL.parse::<Seed>().unwrap().key();
    let mut reached = Position::deal(&setup, key);
    let dealt = reached.to_string();
    let moves = win(&reached);
    for (seat, mv) in &moves[..moves.len() - LAST_MOVES] {
        reached.advance(*seat, mv, &mut regicide_engine::engine::Ignore).unwrap();
    }

    let won = analysed_as_sent(&client, &position(4, &reached.to_string())).await;
    assert_eq!(won["spans"], json!([{"first_seq": 0, "last_seq": 0, "verdict": "won"}]));
    assert_eq!((&won["last_won_seq"], &won["turning_point_seq"]), (&json!(0), &Value::Null));
    assert_eq!((&won["decisions"], &won["marks"]), (&json!([]), &json!([])));
    for step in won["line"].as_array().unwrap() {
        let seat = serde_json::from_value(step["seat"].clone()).unwrap();
        let mv: Move = step["text"].as_str().unwrap().parse().unwrap();
        reached.advance(seat, &mv, &mut regicide_engine::engine::Ignore).unwrap();
    }
    assert!(reached.to_string().contains(" won "), "{reached}");

    let lost = position(1, "- - - - 2C KS:0:0:immune play 0 n 0 90");
    let lost = analysed_as_sent(&client, &lost).await;
    assert_eq!(lost["spans"][0]["verdict"], "lost");
    assert_eq!((&lost["line"], &lost["last_won_seq"]), (&Value::Null, &Value::Null));

    let mut deal = position(4, &dealt);
    deal["nodes"] = json!(1);
    let unknown = analysed_as_sent(&client, &deal).await;
    assert_eq!(unknown["spans"][0]["verdict"], "not_found");
    assert_eq!(unknown["method"]["nodes"], 1);
}

async fn invalid_analysis_requests_are_rejected(setting: Setting) {
    let client = instance(&setting);
    let send = async |body: &Value| client.post(SENT, body).await;
    let record = json!({
        "format": "regicide-record/1", "kind": "regicide", "rules": 1, "players": 1, "seed": DEAL, "moves": [],
    });
    let with = |field: &str, value: Value| {
        let mut record = record.clone();
        record[field] = value;
        json!({"type": "record", "record": record})
    };
    let moves = |count: u32| (1..=count).map(|seq| json!({"seq": seq, "seat": 0, "text": "flip"})).collect();

    let bad = send(&with("moves", moves(3))).await.problem(422, "invalid_record");
    assert_eq!((&bad["seq"], &bad["rule"]), (&json!(2), &json!("R9.1")));
    send(&with("commitment", json!("0".repeat(64)))).await.problem(422, "invalid_record");
    send(&with("moves", moves(501))).await.problem(404, "no_analysis");
    for (field, value, code) in [
        ("format", json!("regicide-record/9"), "invalid_record"),
        ("kind", json!("chess"), "invalid_record"),
        ("rules", json!(77), "unknown_rules"),
    ] {
        let problem = send(&with(field, value)).await.problem(422, code);
        assert_eq!(problem["field"], format!("record.{field}"));
    }
    send(&with("options", json!({"variants": ["mulligan", "mulligan"]})))
        .await
        .problem(422, "invalid_record");
    send(&with("seed", json!(""))).await.problem(422, "invalid_record");
    send(&with("comment", json!("not in a record"))).await.problem(400, "malformed_body");
    let mut tricks = with("kind", json!("regicide-tricks"));
    tricks["record"]["players"] = json!(2);
    send(&tricks).await.problem(404, "no_analysis");

    let line = "- - - - 2C KS:0:0:immune play 0 n 0 90";
    let set = |field: &str, value: Value| {
        let mut request = position(1, line);
        request[field] = value;
        request
    };
    for wrong in
        ["", "-", "- - - - 2C2C KS:0:0:immune play 0 n 0 90", "- - - - 2C KS:0:0:immune play 3 n 0 90"]
    {
        let problem = send(&set("position", json!(wrong))).await.problem(422, "invalid_position");
        assert_eq!(problem["field"], "position", "{problem}");
    }
    let spanish = client.request(Method::POST, SENT).header("accept-language", "es");
    let problem = spanish.json(&set("position", json!("-"))).await.problem(422, "invalid_position");
    assert!(problem["detail"].as_str().unwrap().starts_with("Una línea de posición"), "{problem}");
    send(&set("players", json!(5))).await.problem(422, "invalid_setup");
    let problem = send(&set("options", json!({"jokers": 2}))).await.problem(422, "invalid_setup");
    assert_eq!(problem["field"], "options.jokers");
    send(&set("rules", json!(77))).await.problem(422, "unknown_rules");
    send(&set("seed", json!("no seed"))).await.problem(400, "invalid_value");
    send(&set("comment", json!(1))).await.problem(400, "malformed_body");
    for nodes in [0, 5_000_001] {
        let problem = send(&set("nodes", json!(nodes))).await.problem(400, "invalid_value");
        assert_eq!(problem["field"], "nodes");
    }
    let tricks =
        json!({"type": "position", "kind": "regicide-tricks", "players": 2, "seed": DEAL, "position": "-"});
    send(&tricks).await.problem(404, "no_analysis");
    send(&json!({"type": "game"})).await.problem(400, "malformed_body");
    send(&set("position", json!("2C".repeat(40_000)))).await.problem(413, "body_too_large");
    client.get(SENT).await.problem(405, "method_not_allowed");
}

async fn concurrent_analyses_of_an_address_are_limited(setting: Setting) {
    let client = setting.instance_with(|config| {
        config.settings.analysis = BUDGETS;
        config.proxies = "127.0.0.1".parse().unwrap();
    });
    let send = async |body: &Value, from: &str| {
        client.request(Method::POST, SENT).header("x-forwarded-for", from).json(body).await
    };
    let setup = regicide_engine::engine::Setup::Regicide(
        Setup::new(RulesVersion::CURRENT, 4, &Options::default()).unwrap(),
    );
    // They take seconds.
    let long = |without: usize| {
        let moves = lost_game();
        let moves = moves[..moves.len() - without].iter().map(|(_, mv)| *mv);
        let record = RecordFile::of_line(&setup, &DEAL.parse().unwrap(), moves);
        json!({"type": "record", "record": record})
    };
    let longs = [0, 1, 2].map(long);
    let short = position(1, "- - - - 2C KS:0:0:immune play 0 n 0 90");
    let created = client.create(&json!({"players": 1})).await;
    player(&client, &created, 0).concede(id(&created)).await.expect(201);
    let get = async |from: &str| {
        let path = path(id(&created));
        client.request(Method::GET, &path).header("x-forwarded-for", from).send().await
    };
    for body in &longs {
        send(body, "10.0.0.1").await.expect(202);
    }
    let busy = send(&short, "10.0.0.1").await;
    assert!(busy.header("retry-after").is_some());
    busy.problem(503, "analyses_busy");
    get("10.0.0.1").await.problem(503, "analyses_busy");
    send(&longs[0], "10.0.0.1").await.expect(202);
    get("10.0.0.2").await.expect(202);
    // A stranger waits for a piece of each, not for all of them.
    poll(&json!(id(&created)), async || get("10.0.0.2").await).await;
    poll(&Value::Null, async || send(&short, "10.0.0.3").await).await;
    send(&longs[2], "10.0.0.1").await.expect(202);
    // No client requests them any more.
    setting.clock.pass(TimeDelta::seconds(21));
    send(&short, "10.0.0.1").await.expect(200);
    send(&long(3), "10.0.0.1").await.expect(202);
    send(&long(4), "10.0.0.1").await.expect(202);
    // A client that comes back gets it all the same.
    poll(&Value::Null, async || send(&longs[0], "10.0.0.1").await).await;
}

/// The request for one decision of a game up to some move.
fn decision(moves: &[(Seat, Move)], up_to: usize, seq: u64) -> Value {
    let made = moves[..up_to].iter().zip(1..);
    let made: Vec<_> =
        made.map(|((seat, mv), seq)| json!({"seq": seq, "seat": seat, "text": mv.text()})).collect();
    let record = json!({
        "format": "regicide-record/1", "kind": "regicide", "rules": 1, "players": 4, "seed": DEAL, "moves": made,
    });
    json!({"type": "record", "record": record, "decision_seq": seq})
}

async fn one_decision_is_analysed_as_in_the_whole(setting: Setting) {
    let client = instance(&setting);
    let moves = lost_game();
    let mut whole = decision(&moves, moves.len(), 1);
    whole.as_object_mut().unwrap().remove("decision_seq");
    let whole = analysed_as_sent(&client, &whole).await;
    let decisions = whole["decisions"].as_array().unwrap();
    for expected in [&decisions[0], &decisions[decisions.len() / 2], decisions.last().unwrap()] {
        let seq = expected["seq"].as_u64().unwrap();
        // Later moves make no difference.
        for up_to in [usize::try_from(seq).unwrap(), moves.len()] {
            let one = analysed_as_sent(&client, &decision(&moves, up_to, seq)).await;
            assert_eq!(one["decisions"], json!([expected]));
            for field in ["spans", "marks"] {
                assert_eq!(one[field], json!([]), "{field}");
            }
            for field in ["line", "last_won_seq", "turning_point_seq"] {
                assert_eq!(one[field], Value::Null, "{field}");
            }
            assert_eq!(
                (&one["method"]["nodes"], &one["method"]["worlds"]),
                (&json!(0), &json!(BUDGETS.worlds))
            );
        }
    }
    // An integer of JSON Schema.
    let mut written = decision(&moves, moves.len(), 0);
    written["decision_seq"] = json!(decisions[0]["seq"].as_f64());
    assert_eq!(analysed_as_sent(&client, &written).await["decisions"], json!([decisions[0]]));
    for seq in [0, moves.len() as u64 + 1] {
        client.post(SENT, &decision(&moves, moves.len(), seq)).await.problem(404, "no_such_move");
    }
    for wrong in [json!("1"), json!(1.5), json!(-1), json!(null)] {
        let mut malformed = decision(&moves, 1, 1);
        malformed["decision_seq"] = wrong;
        client.post(SENT, &malformed).await.problem(400, "malformed_body");
    }
}

async fn one_decision_costs_its_own_time(setting: Setting) {
    let client = setting.instance_with(|config| {
        config.settings.analysis = Budgets { nodes: 1_500_000, worlds: 1 };
        config.allowances.compute_seconds_per_hour = 1;
    });
    let moves = lost_game();
    // 4 hundredths of a second each, whatever the length of the game.
    for seq in 1..=25 {
        let request = decision(&moves, moves.len(), seq);
        analysed_as_sent(&client, &request).await;
        client.post(SENT, &request).await.expect(200);
    }
    client.post(SENT, &decision(&moves, moves.len(), 26)).await.problem(429, "too_many_requests");
}
