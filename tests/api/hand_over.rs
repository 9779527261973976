//! Seats that change hands in a running game (R11.3).

use awc::http::Method;
use chrono::TimeDelta;
use futures_util::future::join;
use serde_json::{Value, json};

use crate::audited::audit;
use crate::bots::with_bots;
use crate::client::{Answer, Client};
use crate::day::{begin as begin_attempt, today};
use crate::games::{id, player};
use crate::live::reader::{Form, Reader};
use crate::players::{come, path};
use crate::server::Setting;

crate::on_both_databases!(
    a_player_leaves_and_comes_back,
    a_guest_comes_back_with_the_old_token,
    an_absent_player_is_replaced_after_the_turn_limit,
    an_open_seat_of_a_running_game_is_for_the_invited_player,
    a_former_seat_sees_nothing_on_any_path,
    whoever_made_most_moves_counts_the_game,
    an_absent_partner_does_not_hold_an_attempt,
    attempts_keep_their_seats,
    a_deleted_player_leaves_an_open_seat,
    the_last_person_stays,
    a_turn_limit_is_for_several_players,
    a_game_begins_once,
    of_a_late_move_and_a_replacement_one_is_made,
    a_repeated_request_shows_no_hand_that_was_given_up,
    webhooks_follow_the_present_seats,
    an_invitation_takes_an_overdue_seat,
    whoever_loses_a_seat_gets_an_event,
    moves_that_were_taken_back_count_for_no_one,
    the_move_of_a_bot_is_not_taken_back_by_whoever_follows,
    a_seat_token_takes_no_second_seat,
    a_seat_changes_hands_a_limited_number_of_times_by_choice,
    four_people_finish_their_game_on_three_instances,
);

/// A game of these players' seats, with a limit of an hour.
async fn table(setting: &Setting, setup: Value, names: &[&str]) -> (String, Vec<Client>, Vec<Value>) {
    let (mut people, mut infos) = (Vec::new(), Vec::new());
    for name in names {
        let (info, person) = come(&setting.client, name).await;
        infos.push(info);
        people.push(person);
    }
    let mut setup = setup;
    setup["players"] = json!(names.len());
    setup["open_seats"] = json!(names.len() - 1);
    setup["turn_limit"] = json!(3600);
    let created = people[0].post("/v1/games", &setup).await.expect(201);
    let game = id(&created).to_owned();
    let code = created["spectator_code"].as_str();
    for person in &people[1..] {
        let body = code.map_or_else(|| json!({}), |code| json!({"invitation": code}));
        person.post(&format!("/v1/games/{game}/seats"), &body).await.expect(201);
    }
    (game, people, infos)
}

async fn seat_bot(who: &Client, game: &str, seat: usize) -> Answer {
    who.post(&format!("/v1/games/{game}/seats/{seat}/bot"), &json!({"level": "novice"})).await
}

async fn open(who: &Client, game: &str, seat: usize) -> Answer {
    who.request(Method::DELETE, &format!("/v1/games/{game}/seats/{seat}")).send().await
}

async fn take(who: &Client, game: &str, body: &Value) -> Answer {
    who.post(&format!("/v1/games/{game}/seats"), body).await
}

async fn to_act(who: &Client, game: &str) -> usize {
    usize::try_from(who.view(game).await["to_act"].as_u64().unwrap()).unwrap()
}

/// The first legal move of the seat to act.
async fn step(people: &[Client], game: &str) {
    let seat = to_act(&people[0], game).await;
    let view = people[seat].view(game).await;
    let text = view["legal_moves"][0]["text"].clone();
    people[seat].make(game, text).await.expect(201);
}

/// R11.3: on two instances, with both kinds of game.
async fn a_player_leaves_and_comes_back(setting: Setting) {
    let other = setting.instance_with(|_| ());
    for setup in [json!({}), json!({"visibility": "private"}), json!({"kind": "regicide-tricks"})] {
        let (game, people, infos) = table(&setting, setup, &["Ada", "Ben", "Cy"]).await;
        step(&people, &game).await;
        let hand = people[1].view(&game).await["table"].clone();
        let left = seat_bot(&other.with_token_of(&people[1]), &game, 1).await.expect(201);
        assert_eq!(json!([left["seat"], left["status"]]), json!([null, "running"]));
        assert_eq!(left["seats"][1]["bot_level"], "novice");
        assert_eq!(
            left["former_players"],
            json!([{"seat": 1, "until": 1, "player_id": infos[1]["id"], "name": "Ben", "bot_level": null}])
        );
        // The seat is for no one else.
        let (_, dora) = come(&setting.client, "Dora").await;
        let none = take(&dora, &game, &json!({})).await;
        assert!([403, 409].contains(&none.status.as_u16()), "{}", none.text);
        take(&people[2], &game, &json!({})).await.problem(409, "seated_already");
        let back = take(&people[1], &game, &json!({})).await.expect(201);
        assert_eq!(back["seat"], 1);
        assert_eq!(back["game"]["table"]["hand"], hand["hand"]);
        assert_eq!(back["game"]["former_players"].as_array().unwrap().len(), 2);
    }
    assert_eq!(audit(&setting).status.code(), Some(0));
}

/// R11.3: the former token opens nothing, but gives the seat back.
async fn a_guest_comes_back_with_the_old_token(setting: Setting) {
    let client = &setting.client;
    let created =
        client.create(&json!({"players": 2, "names": ["Ada", "Ben"], "visibility": "private"})).await;
    let (game, [ada, ben]) = (id(&created), [0, 1].map(|seat| player(client, &created, seat)));
    let hand = ben.view(game).await["table"]["hand"].clone();
    let left = open(&ben, game, 1).await.expect(200);
    assert_eq!(
        json!([left["status"], left["seats"][1]["open"], left["seat"]]),
        json!(["running", true, null])
    );
    ben.get(&format!("/v1/games/{game}")).await.problem(401, "token_unknown");
    assert_eq!(ada.view(game).await["status"], "running");
    let old = json!({"guest_token": ben.token()});
    take(client, game, &json!({})).await.problem(403, "invitation_needed");
    take(client, game, &json!({"guest_token": ada.token()})).await.problem(401, "token_missing");
    take(client, game, &json!({"guest_token": ben.token(), "seat": 1})).await.problem(422, "invalid_setup");
    seat_bot(&ada, game, 1).await.expect(201);
    let back = take(client, game, &old).await.expect(201);
    assert_eq!(json!([back["seat"], back["game"]["seats"][1]["name"]]), json!([1, "Ben"]));
    assert_eq!(back["game"]["table"]["hand"], hand);
    let ben_again = client.with_token(back["token"].as_str().unwrap());
    ben.get(&format!("/v1/games/{game}")).await.problem(401, "token_unknown");
    take(client, game, &old).await.problem(422, "invalid_setup");

    // As a player from now on.
    open(&ben_again, game, 1).await.expect(200);
    let (info, as_player) = come(client, "Benjamin").await;
    let back = take(&as_player, game, &old).await.expect(201);
    assert_eq!(back["game"]["seats"][1]["player_id"], info["id"]);
}

/// R11.3.
async fn an_absent_player_is_replaced_after_the_turn_limit(setting: Setting) {
    let other = setting.instance_with(|_| ());
    for setup in [json!({}), json!({"kind": "regicide-tricks", "visibility": "private"})] {
        let (game, people, _) = table(&setting, setup, &["Ada", "Ben", "Cy"]).await;
        step(&people, &game).await;
        let view = people[0].view(&game).await;
        assert_eq!(view["turn_limit"], 3600);
        let absent = to_act(&people[0], &game).await;
        let [next, last] = [(absent + 1) % 3, (absent + 2) % 3];
        let (waiting, again) = (&people[next], other.with_token_of(&people[last]));
        seat_bot(waiting, &game, absent).await.problem(409, "turn_not_over");
        setting.clock.pass(TimeDelta::seconds(3599));
        open(waiting, &game, absent).await.problem(409, "turn_not_over");
        setting.clock.pass(TimeDelta::seconds(1));
        seat_bot(waiting, &game, last).await.problem(409, "turn_not_over");
        let (_, eve) = come(&setting.client, "Eve").await;
        seat_bot(&eve, &game, absent).await.problem(403, "forbidden");
        let open_at = open(&again, &game, absent).await.expect(200);
        assert_eq!(json!([open_at["turn_ends_at"], open_at["seats"][absent]["open"]]), json!([null, true]));
        let none = take(&eve, &game, &json!({})).await;
        assert!([403, 409].contains(&none.status.as_u16()), "{}", none.text);
        people[absent].make(&game, "yield").await.problem(403, "forbidden");
        let bot = seat_bot(waiting, &game, absent).await.expect(201);
        assert_eq!(bot["seats"][absent]["bot_level"], "novice");
        assert_eq!(bot["seat"], next, "as the caller sees it");
        // Back, with a whole turn.
        let back = take(&people[absent], &game, &json!({})).await.expect(201);
        let end = back["game"]["turn_ends_at"].as_str().unwrap().to_owned();
        assert!(end.as_str() > view["turn_ends_at"].as_str().unwrap());
        seat_bot(waiting, &game, absent).await.problem(409, "turn_not_over");
        let listed = people[absent].get("/v1/games?status=running").await.expect(200);
        let found = listed["items"].as_array().unwrap().iter().find(|one| one["id"] == *game);
        if let Some(found) = found {
            assert_eq!(json!([found["turn_ends_at"], found["turn_limit"]]), json!([end, 3600]));
        }
        step(&people, &game).await;
    }
    assert_eq!(audit(&setting).status.code(), Some(0));
}

async fn an_open_seat_of_a_running_game_is_for_the_invited_player(setting: Setting) {
    let (game, people, infos) = table(&setting, json!({}), &["Ada", "Ben", "Cy"]).await;
    let invitations = format!("/v1/games/{game}/invitations");
    people[1].post(&invitations, &json!({"for_seats": [2]})).await.problem(409, "turn_not_over");
    people[1].post(&invitations, &json!({"for_seats": [1]})).await.problem(409, "seat_taken");
    open(&people[2], &game, 2).await.expect(200);
    let (_, dora) = come(&setting.client, "Dora").await;
    take(&dora, &game, &json!({})).await.problem(403, "invitation_needed");
    dora.post(&invitations, &json!({"for_seats": [2]})).await.problem(403, "forbidden");
    let invited = people[1].post(&invitations, &json!({"for_seats": [2]})).await.expect(201);
    let code = json!({"invitation": invited["invitations"][0]["code"]});
    take(&dora, &game, &json!({"invitation": "another"})).await.problem(403, "invitation_needed");
    let taken = take(&dora, &game, &code).await.expect(201);
    assert_eq!(json!([taken["seat"], taken["game"]["seats"][2]["name"]]), json!([2, "Dora"]));
    take(&people[2], &game, &json!({})).await.problem(409, "no_open_seat");
    take(&people[2], &game, &code).await.problem(409, "no_open_seat");

    // Of a player: shown among the player's invitations. One who has left cannot have another seat.
    open(&people[1], &game, 1).await.expect(200);
    let (eve_info, eve) = come(&setting.client, "Eve").await;
    let body = json!({"for_seats": [1], "player_id": eve_info["id"]});
    people[0].post(&invitations, &body).await.expect(201);
    let page = eve.get(&format!("{}/events?wait=0", path(&eve_info))).await.expect(200);
    assert_eq!(page["items"][0]["type"], "invitation");
    assert_eq!(take(&eve, &game, &json!({})).await.expect(201)["seat"], 1);
    let body = json!({"for_seats": [1], "player_id": infos[2]["id"]});
    people[0].post(&invitations, &body).await.problem(409, "turn_not_over");
    open(&eve, &game, 1).await.expect(200);
    let invited = people[0].post(&invitations, &json!({"for_seats": [1]})).await.expect(201);
    let code = json!({"invitation": invited["invitations"][0]["code"]});
    take(&people[2], &game, &code).await.problem(403, "forbidden");
    assert_eq!(take(&people[1], &game, &json!({})).await.expect(201)["seat"], 1, "who had it comes first");
}

/// R12: every path and stream, with the seat's token and its player's, on two instances.
async fn a_former_seat_sees_nothing_on_any_path(setting: Setting) {
    let other = setting.instance_with(|_| ());
    let created = setting.client.create(&json!({"players": 2, "visibility": "private"})).await;
    let (game, [ada, guest]) =
        (id(&created).to_owned(), [0, 1].map(|seat| player(&setting.client, &created, seat)));
    let there = other.with_token_of(&guest);
    let events = format!("/v1/games/{game}/events");
    let mut reader = Reader::open(&there, &events, Form::Lines, None).await;
    assert_eq!(reader.event().await["game"]["seat"], 1);
    open(&guest, &game, 1).await.expect(200);
    let last = reader.event().await;
    assert_eq!(json!([last["type"], last.get("game")]), json!(["closed", null]), "{last}");
    for client in [&guest, &there] {
        for path in
            ["", "?seq=0", "/moves", "/legal-moves", "/signals", "/events?wait=0", "/table.png", "/record"]
        {
            client.get(&format!("/v1/games/{game}{path}")).await.problem(401, "token_unknown");
        }
        client.make(&game, "yield").await.problem(401, "token_unknown");
        client.propose(&game, "concede").await.problem(401, "token_unknown");
    }
    let seats = ada.view(&game).await["seats"].clone();
    assert_eq!(json!([seats[1]["open"], seats[1]["name"]]), json!([true, null]));

    // A player who has left a public game is a spectator; a private one is closed to them.
    for visibility in ["public", "private"] {
        let (game, people, _) = table(&setting, json!({"visibility": visibility}), &["Ada", "Ben"]).await;
        let before = people[1].view(&game).await;
        assert_ne!(before["table"]["hand"], Value::Null, "{before}");
        let mut reader = Reader::open(
            &other.with_token_of(&people[1]),
            &format!("/v1/games/{game}/events"),
            Form::Lines,
            None,
        )
        .await;
        reader.event().await;
        seat_bot(&people[1], &game, 1).await.expect(201);
        let event = reader.event().await;
        let view = people[1].get(&format!("/v1/games/{game}")).await;
        if visibility == "private" {
            assert_eq!(event["type"], "closed", "{event}");
            view.problem(403, "forbidden");
        } else {
            for game in [event["game"].clone(), view.expect(200)] {
                assert_eq!(json!([game["seat"], game["legal_moves"]]), json!([null, null]));
                assert_eq!(game["table"]["hand"], Value::Null);
            }
        }
        people[1].make(&game, "yield").await.problem(403, "forbidden");
    }
}

async fn finished(setting: &Setting, info: &Value) -> Value {
    setting.client.get(&path(info)).await.expect(200)["game_stats"][0]["finished"].clone()
}

async fn whoever_made_most_moves_counts_the_game(setting: Setting) {
    let (with_bots, _) = with_bots(&setting);
    for (early, late) in [(3, 1), (1, 3), (1, 1)] {
        let client = &setting.client;
        let (ben_info, ben) = come(client, "Ben").await;
        let (cy_info, cy) = come(client, "Cy").await;
        let created = client
            .create(&json!({"kind": "regicide-tricks", "players": 2, "open_seats": 1, "names": ["Ada"]}))
            .await;
        let (game, ada) = (id(&created).to_owned(), player(client, &created, 0));
        take(&ben, &game, &json!({})).await.expect(201);
        let mut people = [ada, ben];
        for _ in 0..early * 2 {
            advance(&people, &game).await;
        }
        open(&people[1], &game, 1).await.expect(200);
        let invited =
            people[0].post(&format!("/v1/games/{game}/invitations"), &json!({"for_seats": [1]})).await;
        let code = json!({"invitation": invited.expect(201)["invitations"][0]["code"]});
        take(&cy, &game, &code).await.expect(201);
        let ben = std::mem::replace(&mut people[1], cy);
        for _ in 0..late * 2 {
            advance(&people, &game).await;
        }
        people[0].concede(&game).await.expect(201);
        let record = client.get(&format!("/v1/games/{game}/record")).await.expect(200);
        let made = |of: &dyn Fn(u64) -> bool| {
            let moves = record["moves"].as_array().unwrap().iter();
            moves
                .filter(|one| {
                    one["seat"] == 1 && one["text"] != "concede" && of(one["seq"].as_u64().unwrap())
                })
                .count()
        };
        let until = record["former_players"][0]["until"].as_u64().unwrap();
        let (by_ben, by_cy) = (made(&|seq| seq <= until), made(&|seq| seq > until));
        let counted = |most: bool| if most { json!(1) } else { Value::Null };
        assert_eq!(finished(&setting, &ben_info).await, counted(by_ben > by_cy), "{by_ben} {by_cy}");
        assert_eq!(
            finished(&setting, &cy_info).await,
            counted(by_cy > by_ben || by_ben + by_cy == 0),
            "{by_ben} {by_cy}"
        );
        assert_eq!(record["player_ids"], json!([null, cy_info["id"]]));
        let ids = async |info: &Value, query: &str| {
            let list = client.get(&format!("{}/games{query}", path(info))).await.expect(200);
            let items = list["items"].as_array().unwrap().iter();
            items.map(|one| json!([one["id"], one["seat"], one["former_seat"]])).collect::<Vec<_>>()
        };
        for query in ["", "?status=finished", "?is_won=true", "?limit=1&kind=regicide-tricks"] {
            let expected = if by_ben > by_cy { vec![json!([game, null, 1])] } else { Vec::new() };
            assert_eq!(ids(&ben_info, query).await, expected, "{query}");
        }
        assert_eq!(ids(&cy_info, "").await, [json!([game, 1, null])]);
        for none in ["?status=running", "?is_won=false"] {
            assert_eq!(ids(&ben_info, none).await, Vec::<Value>::new(), "{none}");
        }
        let replay = client.get(&format!("/v1/games/{game}/replay?limit=1")).await.expect(200);
        let shown = client.get(&format!("/v1/games/{game}")).await.expect(200);
        assert_eq!(replay["former_players"], shown["former_players"]);
        assert_eq!(replay["former_players"][0]["name"], "Ben");
        assert_eq!(
            record["former_players"],
            json!([{"seat": 1, "until": until, "player_id": ben_info["id"]}])
        );
        let verdict = client.post("/v1/verification", &record).await.expect(200);
        assert_eq!(verdict["consistent"], true, "{verdict}");
        ben.get(&path(&ben_info)).await.expect(200);
    }
    drop(with_bots);
    assert_eq!(audit(&setting).status.code(), Some(0));
}

/// A move of the seat to act: a yield if it may, else the first legal one.
async fn advance(people: &[Client], game: &str) {
    let view = people[0].view(game).await;
    let Some(seat) = view["to_act"].as_u64() else { return };
    let person = &people[usize::try_from(seat).unwrap()];
    let view = person.view(game).await;
    let Some(legal) = view["legal_moves"].as_array() else { return };
    let text = legal.iter().find(|one| one["text"] == "yield").unwrap_or(&legal[0])["text"].clone();
    person.make(game, text).await.expect(201);
}

/// C3: the seats stay, and the attempt ends as it stands.
async fn an_absent_partner_does_not_hold_an_attempt(setting: Setting) {
    let challenge = today(&setting.client, 3).await;
    let mut people = Vec::new();
    for name in ["Ada", "Ben", "Cy"] {
        people.push(come(&setting.client, name).await.1);
    }
    let game = begin_attempt(&people[0], &challenge).await;
    for person in &people[1..] {
        take(person, &game, &json!({})).await.expect(201);
    }
    assert_eq!(people[0].view(&game).await["turn_limit"], 3600);
    // Not by the seat to act, however old the proposal is.
    let own = people[0].concede(&game).await.expect(201);
    assert_eq!(own["type"], "open");
    setting.clock.pass(TimeDelta::hours(1));
    assert_eq!(people[0].concede(&game).await.expect(201)["type"], "open");
    let absent = 1;
    while to_act(&people[0], &game).await != absent {
        advance(&people, &game).await;
    }
    seat_bot(&people[0], &game, absent).await.problem(409, "game_begun");
    setting.clock.pass(TimeDelta::minutes(59));
    assert_eq!(people[2].concede(&game).await.expect(201)["type"], "open");
    setting.clock.pass(TimeDelta::minutes(1));
    let ended = people[2].concede(&game).await.expect(201);
    assert_eq!(
        json!([ended["type"], ended["game"]["status"], ended["seat"]]),
        json!(["made", "finished", 0])
    );

    // Two of three are away.
    let mut people = Vec::new();
    for name in ["Dora", "Eve", "Finn"] {
        people.push(come(&setting.client, name).await.1);
    }
    let game = begin_attempt(&people[0], &challenge).await;
    for person in &people[1..] {
        take(person, &game, &json!({})).await.expect(201);
    }
    while to_act(&people[0], &game).await != absent {
        advance(&people, &game).await;
    }
    setting.clock.pass(TimeDelta::minutes(30));
    assert_eq!(people[0].concede(&game).await.expect(201)["type"], "open");
    setting.clock.pass(TimeDelta::minutes(30));
    assert_eq!(people[0].concede(&game).await.expect(201)["type"], "open", "Finn has half an hour");
    setting.clock.pass(TimeDelta::minutes(30));
    assert_eq!(people[0].concede(&game).await.expect(201)["type"], "made");
    assert_eq!(audit(&setting).status.code(), Some(0));
}

/// C3: in the games of a challenge that runs.
async fn attempts_keep_their_seats(setting: Setting) {
    let challenge = today(&setting.client, 2).await;
    let [(_, ada), (_, ben)] = [come(&setting.client, "Ada").await, come(&setting.client, "Ben").await];
    let game = begin_attempt(&ada, &challenge).await;
    take(&ben, &game, &json!({})).await.expect(201);
    for seat in [0, 1] {
        seat_bot(&ada, &game, seat).await.problem(409, "game_begun");
        open(&ada, &game, seat).await.problem(409, "game_begun");
    }
    seat_bot(&ben, &game, 1).await.problem(403, "forbidden");
    open(&ben, &game, 1).await.problem(409, "game_begun");
    let body = json!({"for_seats": [1]});
    ada.post(&format!("/v1/games/{game}/invitations"), &body).await.problem(409, "game_begun");
}

async fn a_deleted_player_leaves_an_open_seat(setting: Setting) {
    let (game, people, infos) = table(&setting, json!({}), &["Ada", "Ben", "Cy"]).await;
    let ben = &infos[1];
    let (gone, gone_people, gone_infos) = table(&setting, json!({}), &["Dora", "Eve"]).await;
    seat_bot(&people[1], &game, 1).await.expect(201);
    assert_eq!(people[0].view(&game).await["former_players"][0]["name"], "Ben");
    people[1].request(Method::DELETE, &path(ben)).send().await.expect(200);
    let former = people[0].view(&game).await["former_players"][0].clone();
    assert_eq!(former, json!({"seat": 1, "until": 0, "player_id": null, "name": null, "bot_level": null}));

    gone_people[1].request(Method::DELETE, &path(&gone_infos[1])).send().await.expect(200);
    let view = gone_people[0].view(&gone).await;
    assert_eq!(json!([view["status"], view["seats"][1]["open"]]), json!(["running", true]));
    gone_people[0].concede(&gone).await.expect(201);
    assert_eq!(gone_people[0].view(&gone).await["status"], "finished", "no one else has to agree");
    assert_eq!(audit(&setting).status.code(), Some(0));
}

async fn the_last_person_stays(setting: Setting) {
    let client = &setting.client;
    let alone = client.create(&json!({"players": 1})).await;
    open(&player(client, &alone, 0), id(&alone), 0).await.problem(422, "invalid_setup");
    let with_bot = client.create(&json!({"players": 2, "bots": [null, "novice"]})).await;
    let (game, ada) = (id(&with_bot), player(client, &with_bot, 0));
    seat_bot(&ada, game, 0).await.problem(422, "invalid_setup");
    // A bot from the beginning has no one's seat.
    open(&ada, game, 1).await.problem(409, "game_begun");
    let path = format!("/v1/games/{game}/seats/1/bot");
    ada.request(Method::DELETE, &path).send().await.problem(409, "game_begun");
    open(&ada, game, 3).await.problem(422, "invalid_setup");

    let (game, people, _) = table(&setting, json!({}), &["Ada", "Ben"]).await;
    open(&people[0], &game, 0).await.expect(200);
    open(&people[1], &game, 1).await.problem(422, "invalid_setup");
    people[1].concede(&game).await.expect(201);
    take(&people[0], &game, &json!({})).await.problem(409, "game_over");
}

async fn a_turn_limit_is_for_several_players(setting: Setting) {
    let client = &setting.client;
    for (setup, status) in [
        (json!({"players": 1, "turn_limit": 60}), 422),
        (json!({"players": 2, "turn_limit": 59}), 422),
        (json!({"players": 2, "turn_limit": 1_209_601}), 422),
        (json!({"players": 2, "turn_limit": 1_209_600}), 201),
    ] {
        let answer = client.post("/v1/games", &setup).await;
        assert_eq!(answer.status.as_u16(), status, "{setup}: {}", answer.text);
    }
    let created = client.create(&json!({"players": 2, "turn_limit": 90})).await;
    let people = [0, 1].map(|seat| player(client, &created, seat));
    for person in &people {
        person.concede(id(&created)).await.expect(201);
    }
    let rematch =
        people[0].post(&format!("/v1/games/{}/rematches", id(&created)), &json!({})).await.expect(201);
    assert_eq!(rematch["game"]["turn_limit"], 90);
    assert_eq!(rematch["game"]["turn_ends_at"], Value::Null, "it waits for others");
    let (_, ada) = come(client, "Ada").await;
    let solo = today(client, 1).await;
    ada.post(&format!("/v1/challenges/{solo}/attempts"), &json!({"turn_limit": 60}))
        .await
        .problem(422, "invalid_setup");
}

/// The turn begins when the last seat is taken, and the stream of public games has one beginning.
async fn a_game_begins_once(setting: Setting) {
    let client = &setting.client;
    let created = client.create(&json!({"players": 2, "open_seats": 1, "turn_limit": 60})).await;
    let (game, ada) = (id(&created).to_owned(), player(client, &created, 0));
    setting.clock.pass(TimeDelta::minutes(10));
    let taken = take(client, &game, &json!({})).await.expect(201);
    let ben = client.with_token(taken["token"].as_str().unwrap());
    open(&ben, &game, 1).await.expect(200);
    assert_ne!(taken["game"]["turn_ends_at"], Value::Null);
    seat_bot(&ben, &game, 0).await.problem(401, "token_unknown");
    assert_eq!(setting.rows("former_players").await, 1);
    take(client, &game, &json!({"guest_token": ben.token()})).await.expect(201);
    assert_eq!(ada.view(&game).await["status"], "running");
}

/// The last move of the absent player and the replacement, at once on two instances.
async fn of_a_late_move_and_a_replacement_one_is_made(setting: Setting) {
    let other = setting.another_instance().await;
    for _ in 0..8 {
        let (game, people, _) = table(&setting, json!({}), &["Ada", "Ben"]).await;
        setting.clock.pass(TimeDelta::hours(1));
        let legal = people[0].view(&game).await["legal_moves"][0]["text"].clone();
        let ben = other.with_token_of(&people[1]);
        let (moved, replaced) = join(people[0].make(&game, legal), seat_bot(&ben, &game, 0)).await;
        let view = people[1].view(&game).await;
        let is_bot = view["seats"][0]["bot_level"] == "novice";
        assert_eq!(replaced.status == 201, is_bot, "{}", replaced.text);
        assert_eq!(moved.status == 201, !is_bot, "{}", moved.text);
        assert_eq!(view["seq"], u8::from(!is_bot));
        assert_eq!(view["former_players"].as_array().unwrap().len(), usize::from(is_bot));
    }
    assert_eq!(audit(&setting).status.code(), Some(0));
}

async fn a_repeated_request_shows_no_hand_that_was_given_up(setting: Setting) {
    let (game, people, _) = table(&setting, json!({}), &["Ada", "Ben", "Cy"]).await;
    open(&people[2], &game, 2).await.expect(200);
    let send = async |seat: usize| {
        let request = people[1].request(Method::POST, &format!("/v1/games/{game}/seats/{seat}/bot"));
        let key = format!("0123456789abcdef0123456789abcde{seat}");
        request.header("idempotency-key", &key).json(&json!({"level": "steady"})).await.expect(201)
    };
    assert_ne!(send(2).await["table"]["hand"], Value::Null);
    assert_eq!(send(1).await["seat"], Value::Null);
    for seat in [1, 2] {
        let again = send(seat).await;
        assert_eq!(json!([again["seat"], again["table"]["hand"]]), json!([null, null]));
    }
    // A guest of a private game, whose token is void by now.
    let created = setting.client.create(&json!({"players": 2, "visibility": "private"})).await;
    let guest = player(&setting.client, &created, 1);
    for _ in 0..2 {
        let request = guest.request(Method::POST, &format!("/v1/games/{}/seats/1/bot", id(&created)));
        let key = "0123456789abcdef0123456789abcde9";
        let left = request.header("idempotency-key", key).json(&json!({"level": "steady"})).await.expect(201);
        assert_eq!(json!([left["seat"], left["table"]["hand"]]), json!([null, null]));
    }
    assert_eq!(setting.rows("former_players").await, 3);
}

/// The turn of a seat is its present player's, and no webhook gets a game that its player has left.
async fn webhooks_follow_the_present_seats(setting: Setting) {
    let (game, people, infos) =
        table(&setting, json!({"visibility": "private"}), &["Ada", "Ben", "Cy"]).await;
    let turns = async |seat: usize| {
        let page = people[seat].get(&format!("{}/events?wait=0", path(&infos[seat]))).await.expect(200);
        page["items"].as_array().unwrap().len()
    };
    let first = to_act(&people[0], &game).await;
    assert_eq!(turns(first).await, 1);
    open(&people[first], &game, first).await.expect(200);
    assert_eq!(turns(first).await, 0);
    // Another player declines, which changes neither the turn nor a proposal.
    let (info, dora) = come(&setting.client, "Dora").await;
    let other = &people[(first + 1) % 3];
    let body = json!({"for_seats": [first], "player_id": info["id"]});
    other.post(&format!("/v1/games/{game}/invitations"), &body).await.expect(201);
    other.concede(&game).await.expect(201);
    assert_eq!(open(&dora, &game, first).await.expect(200)["seats"][first]["invited_until"], Value::Null);
    assert_eq!(other.view(&game).await["proposal"]["type"], "concede");
    let listed = people[first].get(&format!("{}/games", path(&infos[first]))).await.expect(200);
    let item = &listed["items"][0];
    assert_eq!(json!([item["id"], item["seat"], item["former_seat"]]), json!([game, null, first]));
    take(&people[first], &game, &json!({})).await.expect(201);
    assert_eq!(turns(first).await, 1);
}

/// On two instances: the overdue seat is opened and held by one request, or stays as it is.
async fn an_invitation_takes_an_overdue_seat(setting: Setting) {
    let other = setting.instance_with(|_| ());
    for setup in [json!({}), json!({"kind": "regicide-tricks", "visibility": "private"})] {
        let (game, people, infos) = table(&setting, setup, &["Ada", "Ben"]).await;
        let absent = to_act(&people[0], &game).await;
        let (waiting, left) = (&people[1 - absent], &people[absent]);
        let invitations = format!("/v1/games/{game}/invitations");
        let invite = async |body: &Value| {
            let there = other.with_token_of(waiting);
            let request = there.request(Method::POST, &invitations);
            let key = format!("{}{}", infos[0]["id"].as_str().unwrap(), body["player_id"].is_null());
            request.header("idempotency-key", &key).json(body).await
        };
        let (dora_info, dora) = come(&setting.client, "Dora").await;
        let by_code = json!({"for_seats": [absent]});
        waiting.post(&invitations, &by_code).await.problem(409, "turn_not_over");
        setting.clock.pass(TimeDelta::hours(1));
        dora.post(&invitations, &by_code).await.problem(403, "forbidden");
        let unknown = json!({"for_seats": [absent], "player_id": uuid::Uuid::nil()});
        waiting.post(&invitations, &unknown).await.problem(422, "invalid_setup");
        let both = json!({"for_seats": [0, 1]});
        waiting.post(&invitations, &both).await.problem(409, "seat_taken");
        assert_eq!(waiting.view(&game).await["former_players"], json!([]), "nothing has changed");
        let body = json!({"for_seats": [absent], "player_id": dora_info["id"]});
        for _ in 0..2 {
            assert_eq!(invite(&body).await.expect(201)["invitations"], json!([]));
        }
        let view = waiting.view(&game).await;
        assert_eq!(view["former_players"].as_array().unwrap().len(), 1);
        assert_eq!(
            json!([
                view["seats"][absent]["open"],
                view["seats"][absent]["invited_player_id"],
                view["status"]
            ]),
            json!([true, dora_info["id"], "running"])
        );
        left.make(&game, "yield").await.problem(403, "forbidden");
        assert_eq!(take(&dora, &game, &json!({})).await.expect(201)["seat"], absent);
        let mut people = [dora, waiting.clone()];
        people.rotate_left(absent);
        step(&people, &game).await;
    }
    assert_eq!(audit(&setting).status.code(), Some(0));
}

/// By their stream, on another instance; not of what they do themselves.
async fn whoever_loses_a_seat_gets_an_event(setting: Setting) {
    let other = setting.instance_with(|_| ());
    for visibility in ["public", "private"] {
        let (game, people, infos) =
            table(&setting, json!({"visibility": visibility}), &["Ada", "Ben", "Cy"]).await;
        let absent = to_act(&people[0], &game).await;
        let next = (absent + 1) % 3;
        let mut readers = Vec::new();
        for seat in [absent, next] {
            let there = other.with_token_of(&people[seat]);
            let events = format!("{}/events", path(&infos[seat]));
            readers.push(Reader::open(&there, &events, Form::Lines, None).await);
        }
        assert_eq!(readers[0].event().await["type"], "turn");
        open(&people[next], &game, next).await.expect(200);
        setting.clock.pass(TimeDelta::hours(1));
        seat_bot(&people[(absent + 2) % 3], &game, absent).await.expect(201);
        let event = readers[0].event().await;
        let shown = &event["game"];
        assert_eq!(
            json!([event["type"], shown["id"], shown["seat"], shown["status"], shown["legal_moves"]]),
            json!(["game", game, null, "running", null])
        );
        assert_eq!(shown["former_players"][1]["player_id"], infos[absent]["id"]);
        assert_eq!(shown["table"].is_null(), visibility == "private");
        assert_eq!(shown["table"]["hand"], Value::Null);
        // The next event of the player who has left is another one.
        let created = people[next].create(&json!({"players": 1})).await;
        assert_eq!(readers[1].event().await["game"]["id"], json!(id(&created)));
        // In the list of both.
        for seat in [absent, next] {
            let list =
                people[seat].get(&format!("{}/games?status=running", path(&infos[seat]))).await.expect(200);
            let items = list["items"].as_array().unwrap();
            let found = items.iter().find(|one| one["id"] == *game).unwrap();
            assert_eq!(json!([found["seat"], found["former_seat"]]), json!([null, seat]));
            let none = setting.client.get(&format!("{}/games", path(&infos[seat]))).await.expect(200);
            let is_listed = none["items"].as_array().unwrap().iter().any(|one| one["id"] == *game);
            assert_eq!(is_listed, visibility == "public");
        }
        take(&people[absent], &game, &json!({})).await.expect(201);
        assert_eq!(readers[0].event().await["type"], "game");
        let list = people[absent].get(&format!("{}/games", path(&infos[absent]))).await.expect(200);
        assert_eq!(json!([list["items"][0]["seat"], list["items"][0]["former_seat"]]), json!([absent, null]));
    }
}

/// Each of four loses a device, leaves, returns or is replaced once.
async fn four_people_finish_their_game_on_three_instances(setting: Setting) {
    let (second, _) = with_bots(&setting);
    let third = setting.instance_with(|_| ());
    let (ada_info, ada) = come(&setting.client, "Ada").await;
    let (ben_info, ben) = come(&second, "Ben").await;
    let (eve_info, eve) = come(&third, "Eve").await;
    let options = json!({"target": 10});
    let setup = json!({
        "kind": "regicide-tricks", "players": 4, "open_seats": 3, "turn_limit": 3600, "options": options,
    });
    let created = ada.post("/v1/games", &setup).await.expect(201);
    let game = id(&created).to_owned();
    take(&ben, &game, &json!({})).await.expect(201);
    let joined = take(&third, &game, &json!({"name": "Cy"})).await.expect(201);
    let cy = third.with_token(joined["token"].as_str().unwrap());
    let joined = take(&setting.client, &game, &json!({"name": "Dora"})).await.expect(201);
    let dora = setting.client.with_token(joined["token"].as_str().unwrap());
    let mut people = [Some(ada), Some(ben.clone()), Some(cy.clone()), Some(dora.clone())];
    let mut reader = Reader::open(&second, &format!("/v1/games/{game}/events"), Form::Lines, None).await;
    let (mut answered, mut done) = (None, 0);
    loop {
        let event = reader.event().await;
        if event["type"] == "end" {
            break;
        }
        let view = second.view(&game).await;
        if view["status"] == "finished" {
            continue;
        }
        let seat = usize::try_from(view["to_act"].as_u64().unwrap()).unwrap();
        let seq = view["seq"].as_u64().unwrap();
        match (done, seat) {
            // Ada loses her device: the old token is void, the new one opens the seat elsewhere.
            (0, _) => {
                let old = people[0].take().unwrap();
                let answer = old.post(&format!("{}/token", path(&ada_info)), &json!({})).await.expect(201);
                old.get(&format!("/v1/games/{game}")).await.problem(401, "token_unknown");
                let new = third.with_token(answer["token"].as_str().unwrap());
                assert_eq!(new.view(&game).await["seat"], 0);
                people[0] = Some(new);
                done = 1;
            }
            // Ben leaves, and comes back after a move of the bot.
            (1, 1) => {
                seat_bot(&ben, &game, 1).await.expect(201);
                people[1] = None;
                done = 2;
            }
            (2, _) if seat != 1 => {
                take(&third.with_token_of(&ben), &game, &json!({})).await.expect(201);
                people[1] = Some(ben.clone());
                done = 3;
            }
            // Cy is silent, is replaced, and comes back from another device.
            (3, 2) => {
                setting.clock.pass(TimeDelta::hours(1));
                seat_bot(&dora, &game, 2).await.expect(201);
                people[2] = None;
                done = 4;
            }
            (4, _) if seat != 2 => {
                let old = json!({"guest_token": cy.token()});
                let back = take(&second, &game, &old).await.expect(201);
                people[2] = Some(second.with_token(back["token"].as_str().unwrap()));
                done = 5;
            }
            // Eve takes the place of Dora.
            (5, _) => {
                open(&dora, &game, 3).await.expect(200);
                let by = people[0].as_ref().unwrap();
                let body = json!({"for_seats": [3], "player_id": eve_info["id"]});
                by.post(&format!("/v1/games/{game}/invitations"), &body).await.expect(201);
                take(&eve, &game, &json!({})).await.expect(201);
                people[3] = Some(eve.clone());
                done = 6;
            }
            _ => {}
        }
        let Some(person) = &people[seat] else { continue };
        if answered != Some(seq) {
            let legal = person.view(&game).await["legal_moves"].clone();
            let Some(first) = legal.as_array().and_then(|legal| legal.first()) else { continue };
            person.make(&game, first["text"].clone()).await.expect(201);
            answered = Some(seq);
        }
    }
    assert_eq!(done, 6, "the game was long enough");
    let record = third.get(&format!("/v1/games/{game}/record")).await.expect(200);
    let ids = json!([ada_info["id"], ben_info["id"], null, eve_info["id"]]);
    assert_eq!(record["player_ids"], ids);
    let story: Vec<_> = record["former_players"].as_array().unwrap().iter().collect();
    let who = story.iter().map(|one| json!([one["seat"], one["player_id"]])).collect::<Vec<_>>();
    assert_eq!(
        json!(who),
        json!([[1, ben_info["id"]], [1, "bot-novice"], [2, null], [2, "bot-novice"], [3, null]])
    );
    let verdict = third.post("/v1/verification", &record).await.expect(200);
    assert_eq!(
        json!([verdict["consistent"], verdict["authenticity"]]),
        json!([true, "authenticated"]),
        "{verdict}"
    );
    assert_eq!(audit(&setting).status.code(), Some(0));
}

/// R11.3.
async fn moves_that_were_taken_back_count_for_no_one(setting: Setting) {
    let setup = json!({"kind": "regicide-tricks", "visibility": "private"});
    let (game, people, infos) = table(&setting, setup, &["Ada", "Ben"]).await;
    let first = to_act(&people[0], &game).await;
    let (bea, other) = (&people[first], &people[1 - first]);
    let mut hands = [&people[0], &people[1]];
    for _ in 0..3 {
        advance(&hands.map(Client::clone), &game).await;
    }
    seat_bot(bea, &game, first).await.expect(201);
    open(other, &game, first).await.expect(200);
    let (xan_info, xan) = come(&setting.client, "Xan").await;
    let invited = other.post(&format!("/v1/games/{game}/invitations"), &json!({"for_seats": [first]})).await;
    let code = json!({"invitation": invited.expect(201)["invitations"][0]["code"]});
    take(&xan, &game, &code).await.expect(201);
    hands[first] = &xan;
    for _ in 0..4 {
        let seat = to_act(other, &game).await;
        if seat != first {
            break;
        }
        advance(&hands.map(Client::clone), &game).await;
        if xan.view(&game).await["can_undo"] == true {
            xan.propose(&game, "undo").await.expect(201);
            other.propose(&game, "undo").await.expect(201);
        }
    }
    xan.concede(&game).await.expect(201);
    let record = xan.get(&format!("/v1/games/{game}/record")).await.expect(200);
    let moves = record["moves"].as_array().unwrap();
    let by_bea = moves.iter().filter(|one| one["seat"] == first && one["seq"].as_u64() <= Some(3)).count();
    assert!(by_bea > 0);
    assert_eq!(finished(&setting, &infos[first]).await, 1, "{record}");
    assert_eq!(finished(&setting, &xan_info).await, Value::Null);
    assert_eq!(audit(&setting).status.code(), Some(0));
}

/// R11.2.
async fn the_move_of_a_bot_is_not_taken_back_by_whoever_follows(setting: Setting) {
    let (with_bots, _) = with_bots(&setting);
    let setup = json!({"kind": "regicide-tricks", "visibility": "private"});
    let (game, people, _) = table(&setting, setup, &["Ada", "Ben"]).await;
    let first = to_act(&people[0], &game).await;
    let events = format!("/v1/games/{game}/events");
    let mut reader =
        Reader::open(&with_bots.with_token_of(&people[1 - first]), &events, Form::Lines, None).await;
    seat_bot(&people[first], &game, first).await.expect(201);
    while reader.event().await["type"] != "move" {}
    let back = take(&people[first], &game, &json!({})).await.expect(201);
    if back["game"]["to_act"] == 1 - first {
        assert_eq!(back["game"]["can_undo"], false);
        people[first].propose(&game, "undo").await.problem(409, "cannot_undo");
    }
}

async fn a_seat_token_takes_no_second_seat(setting: Setting) {
    let created = setting.client.create(&json!({"players": 3})).await;
    let game = id(&created);
    let people = [0, 1, 2].map(|seat| player(&setting.client, &created, seat));
    open(&people[2], game, 2).await.expect(200);
    let invited = people[0].post(&format!("/v1/games/{game}/invitations"), &json!({"for_seats": [2]})).await;
    let code = json!({"invitation": invited.expect(201)["invitations"][0]["code"]});
    take(&people[0], game, &code).await.problem(409, "seated_already");
    take(&people[1], game, &json!({"guest_token": people[2].token()})).await.problem(409, "seated_already");

    // A guest who became a player leaves nothing but that.
    let (info, ada) = come(&setting.client, "Ada").await;
    take(&ada, game, &json!({"guest_token": people[0].token()})).await.expect(201);
    ada.request(Method::DELETE, &path(&info)).send().await.expect(200);
    let view = people[1].view(game).await;
    assert!(view["former_players"].as_array().unwrap().iter().all(|one| one["name"].is_null()), "{view}");
    take(&setting.client, game, &json!({"guest_token": people[0].token()}))
        .await
        .problem(422, "invalid_setup");
}

async fn a_seat_changes_hands_a_limited_number_of_times_by_choice(setting: Setting) {
    let (game, people, _) = table(&setting, json!({}), &["Ada", "Ben", "Cy"]).await;
    for _ in 0..50 {
        open(&people[1], &game, 1).await.expect(200);
        take(&people[1], &game, &json!({})).await.expect(201);
    }
    open(&people[1], &game, 1).await.problem(422, "invalid_setup");
    let own = to_act(&people[0], &game).await;
    open(&people[own], &game, own).await.expect(200);
    seat_bot(&people[(own + 1) % 3], &game, own).await.expect(201);
}
