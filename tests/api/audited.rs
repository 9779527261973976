//! `regicide audit`, as people call it.

use std::process::Output;

use chrono::{SecondsFormat, TimeDelta};
use regicide_engine::record::Chain;
use regicide_server::service::runtime::Clock as _;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::client::Client;
use crate::day::{begin, play, today};
use crate::games::{id, player};
use crate::players::{come, path};
use crate::process;
use crate::server::{OPERATOR, Setting};

crate::on_both_databases!(
    a_whole_database_is_audited,
    data_derived_from_games_is_audited,
    results_and_attempts_are_immutable,
    an_import_with_wrong_times_is_refused,
    comments_of_an_import_are_not_stored,
    an_import_from_the_future_is_refused_and_a_stored_one_reported,
);

pub(crate) fn audit(setting: &Setting) -> Output {
    process::run(setting.url(), &["audit", "--lang", "en"])
}

pub(crate) fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

async fn a_whole_database_is_audited(setting: Setting) {
    let client = &setting.client;
    let nothing = stdout(&audit(&setting));
    assert!(nothing.starts_with("The database has no games: nothing was audited.\n0 games"), "{nothing}");
    let mut games = Vec::new();
    for number in 0..300 {
        let body = json!({"players": 2, "seed": format!("audited-{number}"), "visibility": "unlisted"});
        let created = client.create(&body).await;
        player(client, &created, 0).make(id(&created), "yield").await.expect(201);
        games.push(id(&created).to_owned());
    }
    let output = audit(&setting);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(stdout(&output).starts_with("300 games with 300 moves: 300 hold, 0 do not; "), "{output:?}");

    for statement in setting.without_triggers() {
        setting.execute(statement).await.unwrap();
    }
    setting.execute("update moves set move = 'nonsense' where game_id = (select id from games where seed = 'audited-7')").await.unwrap();
    setting
        .execute("update moves set move = 'flip' where game_id = (select id from games where seed = 'audited-280')")
        .await
        .unwrap();
    // A legal move at a time at which it could have been made.
    setting
        .execute(
            "update moves set at = at + 1 where game_id = (select id from games where seed = 'audited-42')",
        )
        .await
        .unwrap();
    let on = if setting.url().starts_with("sqlite") { "" } else { " on games" };
    setting.execute(&format!("drop trigger games_keep_identity{on}")).await.unwrap();
    setting.execute("update games set rules = 7 where seed = 'audited-150'").await.unwrap();
    let output = audit(&setting);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let stdout = stdout(&output);
    let mut lines: Vec<&str> = stdout.lines().collect();
    assert!(lines.pop().unwrap().starts_with("300 games with 297 moves: 296 hold, 4 do not"), "{stdout}");
    lines.sort_unstable();
    let of_chain = format!("{}: FAILED, chain; 1 move is good; chain of move 1 stored as ", games[42]);
    let (chain, lines): (Vec<&str>, Vec<&str>) = lines.iter().partition(|line| line.starts_with(&of_chain));
    assert_eq!(chain.len(), 1, "{stdout}");
    let expected = [
        format!(
            "{}: FAILED, rows; 0 moves are good; move 1: There is no such move: it starts with play, yield, \
             discard, next, flip, concede, undo, take, pass, trump, bury, keep or change.",
            games[7]
        ),
        format!(
            "{}: not checked: it is played by the rules regicide/7, which this program does not have",
            games[150]
        ),
        format!(
            "{}: FAILED, legality; 0 moves are good; move 1, flip, is refused by R9.1: No jester is left to \
             flip.",
            games[280]
        ),
    ];
    assert_eq!(lines, expected);

    let nowhere = process::run("postgres://127.0.0.1:1/none", &["audit"]);
    assert_eq!(nowhere.status.code(), Some(2));
}

/// Two days of daily challenges: Ada plays both, once with Cleo, and Ben one.
/// Cleo turns out to be a bot when all is counted.
async fn two_days(setting: &Setting) -> [String; 3] {
    let client = &setting.client;
    let (as_player, ada) = come(client, "Ada").await;
    let (_, ben) = come(client, "Ben").await;
    let (cleo, as_cleo) = come(client, "Cleo").await;
    let day = today(client, 1).await;
    let [first, second] = [begin(&ada, &day).await, begin(&ben, &day).await];
    play(&[&ada], &first, 3).await;
    ada.concede(&first).await.expect(201);
    ben.concede(&second).await.expect(201);
    let team = begin(&ada, &today(client, 2).await).await;
    as_cleo.post(&format!("/v1/games/{team}/seats"), &json!({})).await.expect(201);
    ada.concede(&team).await.expect(201);
    as_cleo.concede(&team).await.expect(201);

    setting.clock.set("2026-11-21T10:00:00Z");
    let next = today(client, 1).await;
    begin(&ada, &next).await;
    setting.clock.set("2026-11-22T10:00:00Z");
    board(client, &next).await;
    let table = client.get("/v1/standings?min_results=0&by=streak").await.expect(200);
    assert_eq!((&table["complete"], &table["items"][0]["streak"]["longest"]), (&json!(true), &json!(2)));
    let mark = json!({"type": "mark_bot", "player_id": cleo["id"], "bot": true});
    client.with_token(OPERATOR).post("/v1/admin/actions", &mark).await.expect(201);
    let profile = client.get(&path(&as_player)).await.expect(200);
    assert_eq!(profile["game_stats"][0]["finished"], 1);
    [first, second, team]
}

async fn board(client: &Client, challenge: &str) -> Value {
    client.get(&format!("/v1/challenges/{challenge}/leaderboard")).await.expect(200)
}

/// Drops triggers, so that rows can be changed behind the database's back.
pub(crate) async fn drop_triggers(setting: &Setting, triggers: &[(&str, &str)]) {
    for (trigger, table) in triggers {
        let on = if setting.url().starts_with("sqlite") { String::new() } else { format!(" on {table}") };
        setting.execute(&format!("drop trigger {trigger}{on}")).await.unwrap();
    }
}

/// A change of one game's rows, the change back, and the failed checks in between; the game
/// is Ben's or, of the team, Cleo's.
const OF_A_GAME: [(&str, &str, &str, &str, &str); 17] = [
    ("results set score = score + 2097152", "results set score = score - 2097152", "Ben", "game", "board"),
    ("results set micros = micros + 1", "results set micros = micros - 1", "Ben", "game", "board"),
    ("results set bots = 0", "results set bots = 1", "Cleo", "game", "board"),
    (
        "seats set counts_from = counts_from + 1",
        "seats set counts_from = counts_from - 1",
        "Ben",
        "game_id",
        "seats",
    ),
    ("seats set kind = 'regicide-tricks'", "seats set kind = 'regicide'", "Ben", "game_id", "seats"),
    ("seats set players = 4", "seats set players = 1", "Ben", "game_id", "seats"),
    ("seats set won = 1", "seats set won = 0", "Cleo", "game_id", "seats"),
    ("seats set medal = 'gold'", "seats set medal = null", "Ben", "game_id", "seats"),
    ("seats set enemies = enemies + 1", "seats set enemies = enemies - 1", "Cleo", "game_id", "seats"),
    ("seats set moves = moves + 1", "seats set moves = moves - 1", "Ben", "game_id", "seats"),
    ("attempts set ranked = 0", "attempts set ranked = 1", "Ben", "game", "board"),
    ("attempts set seat = 1", "attempts set seat = 0", "Ben", "game", "attempts"),
    ("attempts set number = 2", "attempts set number = 1", "Ben", "game", "attempts"),
    (
        "games set finished_at = finished_at + 1",
        "games set finished_at = finished_at - 1",
        "Ben",
        "id",
        "finished_at",
    ),
    (
        "games set created_at = created_at - 99000000",
        "games set created_at = created_at + 99000000",
        "Ben",
        "id",
        "created_at, board",
    ),
    ("games set seed_by = 'client'", "games set seed_by = 'service'", "Ben", "id", "seats, challenge"),
    ("games set ends_at = ends_at + 1", "games set ends_at = ends_at - 1", "Ben", "id", "seats, challenge"),
];

/// The same for rows that are not of one game.
const OF_OTHER_ROWS: [(&str, &str, &str, &str); 10] = [
    (
        "board_counts set results = results + 1",
        "board_counts set results = results - 1",
        "board ",
        "FAILED, count",
    ),
    ("standings set played = played + 1", "standings set played = played - 1", "standing ", "FAILED, played"),
    ("standings set won = won + 1", "standings set won = won - 1", "standing ", "FAILED, won"),
    ("standings set period = -period", "standings set period = -period", "standing ", "FAILED, days"),
    ("standings set period = -period", "standings set period = -period", "standing ", "FAILED, missing"),
    (
        "standings set average = average + 1",
        "standings set average = average - 1",
        "standing ",
        "FAILED, average",
    ),
    ("standings set streak = streak + 1", "standings set streak = streak - 1", "standing ", "FAILED, streak"),
    (
        "standings set longest_streak = longest_streak + 1",
        "standings set longest_streak = longest_streak - 1",
        "standing ",
        "FAILED, longest_streak",
    ),
    (
        "standings set last_day = last_day + 1",
        "standings set last_day = last_day - 1",
        "standing ",
        "FAILED, last_day",
    ),
    ("standings set bot = 1 - bot", "standings set bot = 1 - bot", "standing ", "FAILED, bot"),
];

async fn data_derived_from_games_is_audited(setting: Setting) {
    let [first, second, team] = two_days(&setting).await;
    let output = audit(&setting);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(
        stdout(&output).contains("4 hold, 0 do not; ") && stdout(&output).ends_with(": 0\n"),
        "{output:?}"
    );

    drop_triggers(
        &setting,
        &[
            ("results_keep_score", "results"),
            ("results_not_deleted", "results"),
            ("attempts_keep_identity", "attempts"),
            ("attempts_stay_ranked", "attempts"),
            ("attempts_ranked_not_deleted", "attempts"),
            ("seats_keep_end", "seats"),
            ("games_keep_identity", "games"),
            ("games_keep_end", "games"),
            ("challenges_keep_identity", "challenges"),
        ],
    )
    .await;
    let of_ben = "(select game_id from seats join players on players.id = player where players.name = 'Ben')";
    let solo = format!("(select challenge from games where id = {of_ben})");
    let line = |game: &str, checks: &str| format!("{game}: FAILED, {checks};");
    let in_team =
        "(select game_id from seats join players on players.id = player where players.name = 'Cleo')";
    drop_triggers(&setting, &[("games_keep_challenge", "games")]).await;
    for (change, back, name, column, checks) in OF_A_GAME {
        let game = if name == "Ben" { &second } else { &team };
        let which = format!(
            "(select game_id from seats join players on players.id = player where players.name = '{name}')"
        );
        setting.execute(&format!("update {change} where {column} = {which}")).await.unwrap();
        let output = audit(&setting);
        assert_eq!(output.status.code(), Some(1), "{change}: {output:?}");
        assert!(stdout(&output).contains(&line(game, checks)), "{change}: {output:?}");
        setting.execute(&format!("update {back} where {column} = {which}")).await.unwrap();
    }
    // Rows that are not of one game.
    for (change, back, row, checks) in OF_OTHER_ROWS {
        setting.execute(&format!("update {change}")).await.unwrap();
        let output = audit(&setting);
        assert_eq!(output.status.code(), Some(1), "{change}: {output:?}");
        assert!(
            stdout(&output).lines().any(|line| line.starts_with(row) && line.contains(checks)),
            "{change}: {output:?}"
        );
        setting.execute(&format!("update {back}")).await.unwrap();
    }
    let clean = audit(&setting);
    assert_eq!(clean.status.code(), Some(0), "{clean:?}");

    // Changes that cannot be undone.
    setting.execute(&format!("update challenges set seed = 'another' where id = {solo}")).await.unwrap();
    setting.execute(&format!("update attempts set game = {of_ben} where game = {in_team}")).await.unwrap();
    let output = audit(&setting);
    let found = stdout(&output);
    assert!(
        found
            .lines()
            .any(|line| line.starts_with("challenge ") && line.ends_with(": FAILED, commitment, seed")),
        "{output:?}"
    );
    assert!(found.contains(&line(&team, "attempts, board")), "{output:?}");
    assert!(found.contains(&line(&first, "challenge")), "{output:?}");
    assert!(found.contains(&format!("attempt {second}: FAILED, game")), "{output:?}");
    // The audit over HTTP has the same verdict.
    let audited = setting.client.get(&format!("/v1/games/{team}/audit")).await.expect(200);
    assert_eq!(audited["holds"], false);
}

async fn results_and_attempts_are_immutable(setting: Setting) {
    two_days(&setting).await;
    for statement in [
        "update results set score = score + 2097152",
        "update results set micros = 0",
        "delete from results",
        "update attempts set player = game",
        "update attempts set ranked = 0 where ranked = 1",
        "delete from attempts",
        "update seats set enemies = 12 where ended = 1",
        "update challenges set in_standings = 0 where in_standings = 2",
    ] {
        assert!(setting.execute(statement).await.is_err(), "{statement}");
    }
    setting.execute("update results set void_reason = 'why'").await.unwrap();
    assert!(setting.execute("update results set void_reason = null").await.is_err());
}

/// An import cannot make later audits of a database fail.
async fn an_import_with_wrong_times_is_refused(setting: Setting) {
    let client = &setting.client;
    let created = client.create(&json!({"players": 1})).await;
    let own = player(client, &created, 0);
    play(&[&own], id(&created), 2).await;
    own.concede(id(&created)).await.expect(201);
    let mut record = client.get(&format!("/v1/games/{}/record", id(&created))).await.expect(200);
    for field in ["chain", "signature"] {
        record.as_object_mut().unwrap().remove(field);
    }
    record["moves"][1]["at"] = json!("2026-11-20T11:00:00.000000Z");
    let refused = client.post("/v1/records", &record).await.problem(422, "invalid_record");
    assert_eq!(refused["rule"], "S5.6", "{refused}");
    record["moves"][0]["at"] = json!("2026-11-20T10:59:59Z");
    client.post("/v1/records", &record).await.expect(201);
    let output = audit(&setting);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
}

/// S6.14.
async fn comments_of_an_import_are_not_stored(Setting { client, .. }: Setting) {
    let record = |comments: Value| {
        json!({
            "format": "regicide-record/1", "kind": "regicide", "rules": 1, "players": 1, "seed": "banana",
            "moves": [{"seq": 1, "seat": 0, "text": "concede"}], "comments": comments,
        })
    };
    let good = record(json!([{"seq": 0, "text": "A hard deal."}]));
    assert_eq!(client.post("/v1/verification", &good).await.expect(200)["consistent"], true);
    let imported = client.post("/v1/records", &good).await.expect(201);
    let kept = client.get(&format!("/v1/games/{}/record", id(&imported))).await.expect(200);
    assert!(kept.get("comments").is_none(), "{kept}");
    for path in ["/v1/verification", "/v1/records"] {
        let long = record(json!([{"seq": 0, "text": "x".repeat(1001)}]));
        let problem = client.post(path, &long).await.problem(400, "malformed_body");
        assert_eq!(problem["field"], "comments[0].text", "{problem}");
    }
}

/// A move that has yet to be made: games would end and expire by it.
async fn an_import_from_the_future_is_refused_and_a_stored_one_reported(setting: Setting) {
    let client = &setting.client;
    let record = |at: &str| {
        json!({
            "format": "regicide-record/1", "kind": "regicide", "rules": 1, "players": 1, "seed": "later",
            "moves": [{"seq": 1, "seat": 0, "text": "flip"}, {"seq": 2, "seat": 0, "text": "concede", "at": at}],
        })
    };
    let send = async |at: &str| client.post("/v1/records", &record(at)).await;
    let now = setting.clock.now();
    for late in [now + TimeDelta::seconds(61), "9999-12-31T23:59:59Z".parse().unwrap()] {
        let refused = send(&late.to_rfc3339_opts(SecondsFormat::Micros, true)).await;
        let refused = refused.problem(422, "invalid_record");
        assert_eq!(refused["seq"], 1, "{refused}");
        assert!(
            refused["detail"].as_str().unwrap().contains("Move 2: Its time has not come yet"),
            "{refused}"
        );
    }
    let near = (now + TimeDelta::seconds(59)).to_rfc3339_opts(SecondsFormat::Micros, true);
    let imported = send(&near).await.expect(201);
    let about = format!("/v1/games/{}/audit", id(&imported));
    assert_eq!(client.get(&about).await.expect(200)["holds"], true);

    // As it could be stored before.
    let mut late = setting.store.games.read(id(&imported).parse().unwrap()).await.unwrap().unwrap();
    let mut chain = Chain::start(&late.setup, late.commitment);
    late.moves[1].entry.at = Some("9999-12-31T23:59:59Z".parse().unwrap());
    for row in &mut late.moves {
        chain = chain.then(&row.entry, &late.seed);
        row.h = chain.hash();
    }
    late.id = Uuid::from_u128(late.id.as_u128() + 1);
    setting.store.games.create(&late, None).await.unwrap();
    let audited = client.get(&format!("/v1/games/{}/audit", late.id)).await.expect(200);
    let times = audited["checks"].as_array().unwrap().iter().find(|check| check["name"] == "times").unwrap();
    assert_eq!((&times["holds"], &times["seq"]), (&json!(false), &json!(2)), "{audited}");
}

/// Pages of a SQLite file that hold rows of games are overwritten; some rows
/// can still be read, and all are named.
#[actix_web::test]
async fn games_on_damaged_pages_are_reported() {
    let setting = Setting::sqlite().await;
    let client = &setting.client;
    let mut games = Vec::new();
    for number in 0..200 {
        let body = json!({"players": 1, "seed": format!("damaged-{number:03}-{}", "x".repeat(40))});
        games.push(id(&client.create(&body).await).to_owned());
    }
    setting.execute("pragma wal_checkpoint(truncate)").await.unwrap();
    let file = setting.url().strip_prefix("sqlite://").unwrap();
    let mut bytes = std::fs::read(file).unwrap();
    let size = usize::from(u16::from_be_bytes([bytes[16], bytes[17]]));
    // A page of a table's rows begins with 13.
    let holds = |page: &[u8], text: &[u8]| page[0] == 13 && page.windows(text.len()).any(|part| part == text);
    let mut damaged = 0;
    for page in bytes.chunks_mut(size).skip(1) {
        if holds(page, b"damaged-005") || holds(page, b"damaged-100") || holds(page, b"damaged-199") {
            page[..64].fill(255);
            damaged += 1;
        }
    }
    assert_eq!(damaged, 3);
    std::fs::write(file, bytes).unwrap();
    let output = audit(&setting);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let found = stdout(&output);
    for number in [5, 100, 199] {
        assert!(found.contains(&format!("{}: FAILED, rows;", games[number])), "{output:?}");
    }
    let named = games.iter().filter(|game| found.contains(game.as_str())).count();
    let [held, failed] = [games.len() - named, named];
    assert!(found.contains(&format!("200 games with 0 moves: {held} hold, {failed} do not")), "{output:?}");
    assert!((3..150).contains(&named), "{named}");
    assert!(found.lines().any(|line| line.starts_with("database: FAILED, ")), "{output:?}");
}
