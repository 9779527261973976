//! Nothing hidden leaks: every response about a running game is searched for cards that
//! the caller may not see, and for the game's secrets.
//!
//! The cards that a caller may see are derived here from the position lines alone, not
//! from the views under test.

mod cards;
mod planted;
mod search;
mod secrets;
mod seen;

use awc::http::header::HeaderMap;
use awc::http::{Method, StatusCode};
use futures_util::future::join_all;
use regicide_engine::engine::{
    Game as _, GameKind, Hash, Ignore, Options, Position, Ruleset, Seed, Setup, Stream, Variant,
};
use serde_json::{Value, json};

use self::cards::{Cards, named};
use self::search::Search;
use self::secrets::Secrets;
use self::seen::Seen;
use crate::client::{Answer, Client};
use crate::games::{id, player};
use crate::live::reader::{Form, Reader};
use crate::players::come;
use crate::server::{OPERATOR, Setting};

/// A request about a game that changes nothing.
struct Question {
    method: Method,
    path: String,
    body: Option<String>,
}

/// The response to the creator of a game without its tokens: they are random, and may
/// look like cards.
fn without_tokens<'a>(answer: Answer, clients: impl Iterator<Item = &'a Client>) -> Answer {
    let text = clients.fold(answer.text.clone(), |text, player| text.replace(player.token(), ""));
    Answer { text, ..answer }
}

/// An event of a stream, to be searched as an answer is.
fn as_answer(event: &Value) -> Answer {
    Answer { status: StatusCode::OK, headers: HeaderMap::new(), text: event.to_string() }
}

/// One table, played at random over HTTP and in the test's own engine at once.
struct Table<'a> {
    client: &'a Client,
    game: String,
    /// A game that waits, and shows no card: it is followed together with this one.
    waiting: String,
    seats: Vec<Client>,
    /// The player on the first seat, by id and with the player's own token.
    ada: (String, Client),
    /// A caller with the code of a private game: every second one is private.
    guest: Option<Client>,
    /// Callers without a seat: another player, the operator, a seat of another game.
    others: [Client; 3],
    position: Position,
    seen: Seen,
    secrets: Secrets,
    dice: Stream,
    /// Streams of the game, each with the seat whose token opened it.
    streams: Vec<(Option<usize>, Reader)>,
}

impl<'a> Table<'a> {
    async fn open(client: &'a Client, number: u64, kind: GameKind, players: u8, options: Options) -> Self {
        let rules = Setup::new(Ruleset::current(kind), players, &options).unwrap();
        let variants = options.variants.as_ref().map_or(0, Vec::len);
        // No seed is part of another: finished games show theirs.
        let seed: Seed = format!("hidden-{kind}-{players}-{variants}-{number}.").parse().unwrap();
        let visibility = ["public", "private"][usize::from(!number.is_multiple_of(2))];
        let body = json!({
            "kind": kind, "players": players, "seed": seed.as_str(), "options": options, "visibility": visibility,
        });
        let (ada, as_ada) = come(client, "Ada").await;
        let elsewhere = client.create(&json!({"players": 1, "visibility": "unlisted"})).await;
        let waiting = client.create(&json!({"players": 2, "open_seats": 1, "visibility": "unlisted"})).await;
        let others =
            [come(client, "Eve").await.1, client.with_token(OPERATOR), player(client, &elsewhere, 0)];
        let answer = as_ada.post("/v1/games", &body).await;
        let position = Position::deal(&rules, seed.key());
        let start = position.to_string();
        let mut secrets = Secrets::new(seed.as_str());
        secrets.add_position(&start);
        let dice = Seed::key(&format!("dice-{number}").parse().unwrap()).stream(0);
        let created = answer.json();
        let seats: Vec<_> = (0..players.into()).map(|seat| player(client, &created, seat)).collect();
        let guest = created["spectator_code"].as_str().map(|code| client.with_token(code));
        assert_eq!(guest.is_some(), visibility == "private");
        let game = id(&created).to_owned();
        let ada = (ada["id"].as_str().unwrap().to_owned(), as_ada);
        let mut table = Self {
            client,
            game,
            waiting: id(&waiting).to_owned(),
            seats,
            ada,
            guest,
            others,
            position,
            seen: Seen::new(kind, &start),
            secrets,
            dice,
            streams: Vec::new(),
        };
        table.check(Some(0), "", &without_tokens(answer, table.seats.iter().chain(&table.guest)));
        for (seat, player) in table.seats.iter().enumerate() {
            table.secrets.add_token(seat, player.token());
        }
        table.secrets.add_token(0, table.ada.1.token());
        table
    }

    #[track_caller]
    fn check(&self, viewer: Option<usize>, request: &str, answer: &Answer) {
        let requested: Cards = named(request);
        let search = Search { seen: &self.seen, secrets: &self.secrets, viewer, requested: &requested };
        let leaks = search.leaks(answer);
        assert!(leaks.is_empty(), "{leaks:?} to {viewer:?} after {request} in {}", answer.text);
    }

    /// The requests that read a game.
    fn questions(&self) -> Vec<Question> {
        let at = self.seen.seq() / 2;
        let about = [
            format!("?seq={at}"),
            format!("/moves?after={at}&limit=3"),
            "/events?wait=0".to_owned(),
            format!("/events?after=0.{at}.0&wait=0"),
            format!("/events?after=0.{at}.0&wait=0&minimal=true"),
        ];
        let operations = regicide_server::api::document()["paths"].as_object().unwrap().iter();
        let reads = operations.filter(|(path, item)| !path.ends_with("/events") && item.get("get").is_some());
        // A picture has no text: `pictures.rs` compares its pixels.
        let reads = reads.filter_map(|(path, _)| path.strip_prefix("/v1/games/{id}"));
        let reads = reads.filter(|path| *path != "/table.png");
        let about = reads.map(str::to_owned).chain(about);
        let mut paths: Vec<String> = about.map(|path| format!("/v1/games/{}{path}", self.game)).collect();
        assert!(paths.len() > 10, "{paths:?}");
        paths.extend(["/v1/events?after=0&wait=0".to_owned(), format!("{}&wait=0", self.chosen())]);
        paths.push(format!("/v1/players/{}/events?wait=0", self.ada.0));
        paths.extend(["/v1/games?limit=3", "/v1/games?status=running"].map(str::to_owned));
        let of_ada = ["?limit=3", "?turn=me", "?status=running"];
        paths.extend(of_ada.map(|query| format!("/v1/players/{}/games{query}", self.ada.0)));
        let question = |path| Question { method: Method::GET, path, body: None };
        paths.into_iter().map(question).collect()
    }

    /// Requests that are refused: with nothing, with a card that the caller does not have,
    /// and with malformed content.
    fn mistakes(&self) -> Vec<Question> {
        let path = |path: &str| format!("/v1/games/{}{path}", self.game);
        let get = [
            "?seq=9999",
            "?at=x",
            "/moves?limit=0",
            "/moves?after=-1",
            "/advice?expected_seq=9999",
            "/nothing",
        ];
        let get = get.map(|wrong| Question { method: Method::GET, path: path(wrong), body: None });
        let position = self.position.to_string();
        let cards = named(position.split(' ').next().unwrap_or_default());
        let hidden = cards.first().map_or("5C", String::as_str);
        let bodies = [
            ("/forks", r#"{"seq": 0}"#.to_owned()),
            ("/seats", "{}".to_owned()),
            ("/seats", r#"{"seat": 0, "invitation": "nonsense"}"#.to_owned()),
            ("/invitations", r#"{"for_seats": [0]}"#.to_owned()),
            ("/rematches", String::new()),
            ("/signals", format!(r#"{{"signal": "{hidden}"}}"#)),
            ("/signals", r#"{"signal": "good_play", "expected_seq": 9999}"#.to_owned()),
            ("/moves", r#"{"move":}"#.to_owned()),
            ("/moves", r#"{"text": "dance"}"#.to_owned()),
            ("/moves", r#"{"text": "play"}"#.to_owned()),
            ("/moves", r#"{"move": {"type": "play", "cards": ["ZZ"]}}"#.to_owned()),
            ("/moves", format!(r#"{{"text": "play {hidden} {hidden}"}}"#)),
            ("/moves", format!(r#"{{"text": "discard {hidden}"}}"#)),
            ("/moves", format!(r#"{{"text": "bury {hidden}"}}"#)),
            ("/moves", r#"{"text": "yield", "expected_seq": 9999}"#.to_owned()),
        ];
        let post =
            bodies.map(|(to, body)| Question { method: Method::POST, path: path(to), body: Some(body) });
        let away = [Question { method: Method::DELETE, path: path(""), body: None }];
        get.into_iter().chain(post).chain(away).collect()
    }

    /// Sends a request, and searches the response.
    async fn send(
        &self,
        question: &Question,
        client: &Client,
        viewer: Option<usize>,
        language: &str,
    ) -> Answer {
        let request = client.request(question.method.clone(), &question.path);
        let request = request.header("accept-language", language);
        let answer = match &question.body {
            Some(body) => request.body("application/json", body.as_str()).await,
            None => request.send().await,
        };
        self.check(viewer, &format!("{} {:?}", question.path, question.body), &answer);
        answer
    }

    /// The players with their seats, one of them with either token, and
    /// spectators.
    fn callers(&self) -> Vec<(Option<usize>, &Client)> {
        let players = self.seats.iter().enumerate().map(|(seat, player)| (Some(seat), player));
        let outside = || self.others.iter().chain([self.client]).collect();
        let spectators: Vec<_> = self.guest.as_ref().map_or_else(outside, |guest| vec![guest]);
        let spectators = spectators.into_iter().map(|spectator| (None, spectator));
        players.chain([(Some(0), &self.ada.1)]).chain(spectators).collect()
    }

    /// Callers who may see nothing of the game.
    fn outsiders(&self) -> Vec<&Client> {
        if self.guest.is_some() { self.others.iter().chain([self.client]).collect() } else { Vec::new() }
    }

    /// All requests, sent by callers who may not even see that the game exists.
    async fn search_outside(&self, questions: &[Question]) {
        let own = format!("/v1/games/{}", self.game);
        for outsider in self.outsiders() {
            for question in questions {
                let answer = self.send(question, outsider, None, "en").await;
                let names_it = question.path.contains(&self.game);
                let is_refused = answer.status.is_client_error();
                assert!(is_refused || !names_it, "{}: {}", question.path, answer.text);
                // A refusal may repeat which of several games it is about.
                let repeats_it = answer.text.contains(&self.game);
                let is_one_of_several = names_it && !question.path.starts_with(&own);
                assert_eq!(repeats_it, is_one_of_several, "{}: {}", question.path, answer.text);
            }
        }
    }

    /// The stream of this game and the one that waits.
    fn chosen(&self) -> String {
        format!("/v1/events?game_id={},{}", self.game, self.waiting)
    }

    /// Opens streams of the game by itself and with another, for all callers, in either form.
    async fn follow(&mut self) {
        let paths = [format!("/v1/games/{}/events?", self.game), self.chosen() + "&"];
        let mut streams = Vec::new();
        for (number, (viewer, client)) in self.callers().into_iter().enumerate() {
            for (path, form) in paths.iter().zip([number, number + 1]) {
                let is_minimal = number / 2 % 2 == 0;
                let form = [Form::ServerSent, Form::Lines][form % 2];
                let path = format!("{path}minimal={is_minimal}");
                let mut reader = Reader::open(client, &path, form, None).await;
                let mut has_game = false;
                while !has_game {
                    let event = reader.event().await;
                    self.check(viewer, "", &as_answer(&event));
                    has_game = event["game"]["id"] == *self.game;
                }
                streams.push((viewer, reader));
            }
        }
        self.streams = streams;
    }

    /// Reads the streams up to the last move.
    async fn read_streams(&mut self) {
        let mut streams = std::mem::take(&mut self.streams);
        for (viewer, reader) in &mut streams {
            loop {
                let event = reader.event().await;
                if self.position.outcome().is_none() {
                    self.check(*viewer, "", &as_answer(&event));
                }
                if event["made"]["seq"] == self.seen.seq() {
                    break;
                }
            }
        }
        self.streams = streams;
    }

    /// All requests, sent by all callers.
    async fn search(&self) {
        let language = if self.seen.seq().is_multiple_of(2) { "en" } else { "es" };
        let questions = &self.questions();
        // All at once, as at a real table; one after the other takes twice the time.
        let sent = self.callers().into_iter().map(async |(viewer, client)| {
            for question in questions {
                self.send(question, client, viewer, language).await;
            }
        });
        join_all(sent).await;
        self.search_outside(questions).await;
        let export = self.client.get("/v1/records?limit=5").await;
        let requested = Cards::new();
        let search = Search { seen: &self.seen, secrets: &self.secrets, viewer: None, requested: &requested };
        let leaks = search.leaks_in_export(&export, &self.game);
        assert!(leaks.is_empty(), "{leaks:?}");
    }

    /// All refused requests, sent by all callers in every language.
    async fn make_mistakes(&self) {
        for question in self.mistakes() {
            for (viewer, client) in self.callers() {
                for language in ["en", "es"] {
                    let answer = self.send(&question, client, viewer, language).await;
                    assert!(answer.status.is_client_error(), "{}: {}", question.path, answer.text);
                }
            }
            let stranger = self.client.with_token("opens nothing");
            assert!(self.send(&question, &stranger, None, "en").await.status.is_client_error());
        }
    }

    /// One request at random, sent by a player or a spectator.
    async fn send_at_random(&mut self) {
        let questions = self.questions();
        let question = &questions[self.below(questions.len())];
        let who = self.below(self.callers().len());
        let language = ["en", "es"][self.below(2)];
        let (viewer, client) = self.callers()[who];
        self.send(question, client, viewer, language).await;
    }

    fn below(&mut self, count: usize) -> usize {
        self.dice.below(u32::try_from(count).unwrap()) as usize
    }

    /// A move that is not the seat's to make.
    async fn move_out_of_turn(&mut self) {
        let seat = self.position.to_act().unwrap();
        let other = (seat.index() + 1) % self.seats.len();
        if other != seat.index() {
            let refused = self.seats[other].make(&self.game, "yield").await;
            assert!(refused.status.is_client_error());
            self.check(Some(other), "yield", &refused);
        }
    }

    /// All signals that the players may give now.
    async fn talk(&self) {
        let path = format!("/v1/games/{}/signals", self.game);
        for (seat, player) in self.seats.iter().enumerate() {
            for signal in self.position.signals() {
                let signalled = player.post(&path, &json!({ "signal": signal })).await;
                assert_eq!(signalled.status.as_u16(), 201, "{}", signalled.text);
                self.check(Some(seat), "", &signalled);
            }
        }
    }

    /// One random legal move, after the allowed signals, with both answers to
    /// it.
    async fn step(&mut self) {
        self.talk().await;
        let seat = self.position.to_act().unwrap();
        let mut legal = Vec::new();
        self.position.for_each_legal(|mv| legal.push(mv));
        let pick = self.below(legal.len());
        let text = legal[pick].to_string();
        self.position = self.position.play(seat, &legal[pick], &mut Ignore).unwrap();
        let line = self.position.to_string();
        self.seen.push(seat.index(), &text, &line);
        self.secrets.add_position(&line);
        let path = format!("/v1/games/{}/moves", self.game);
        let language = ["en", "es"][self.below(2)];
        let mut forms = ["return=representation", "return=minimal"];
        forms.rotate_left(self.below(2));
        for form in forms {
            let request = self.seats[seat.index()].request(Method::POST, &path);
            let request = request.header("accept-language", language).header("prefer", form);
            let request = request.header("idempotency-key", &format!("move-{}", self.seen.seq()));
            let made = request.json(&json!({ "text": text })).await;
            assert_eq!(made.status.as_u16(), 201, "{}", made.text);
            if self.position.outcome().is_none() {
                self.check(Some(seat.index()), "", &made);
            }
        }
    }

    /// The last seat is left, its former token is tried on every path and stream, and it is
    /// taken back (R11.3).
    async fn change_hands(&mut self) {
        let seat = self.seats.len() - 1;
        let (former, seats) = (self.seats[seat].clone(), format!("/v1/games/{}/seats", self.game));
        let left = former.request(Method::DELETE, &format!("{seats}/{seat}")).send().await;
        assert_eq!(left.status.as_u16(), 200, "{}", left.text);
        self.check(None, "", &left);
        let streams = std::mem::take(&mut self.streams);
        for (_, mut reader) in streams.into_iter().filter(|(viewer, _)| *viewer == Some(seat)) {
            while let Some(event) = reader.next().await {
                self.check(None, "", &as_answer(&event));
                if event["type"] == "closed" {
                    break;
                }
            }
        }
        let questions = self.questions().into_iter().chain(self.mistakes());
        for question in questions {
            self.send(&question, &former, None, "en").await;
        }
        let answer = self.client.post(&seats, &json!({"guest_token": former.token()})).await;
        assert_eq!(answer.status.as_u16(), 201, "{}", answer.text);
        let again = self.client.with_token(answer.json()["token"].as_str().unwrap());
        self.check(Some(seat), "", &without_tokens(answer, [&again].into_iter()));
        self.secrets.add_token(seat, again.token());
        self.seats[seat] = again;
        self.follow().await;
    }

    /// True if a game is over, or so long that it has shown all that it can: in the
    /// trick-taking game, a whole hand and the beginning of the next.
    fn is_done(&self) -> bool {
        self.position.outcome().is_some() || self.seen.seq() >= 60
    }
}

/// A game in which all callers repeat all requests.
async fn play_and_search(client: &Client, number: u64, kind: GameKind, players: u8, options: Options) {
    let mut table = Table::open(client, number, kind, players, options).await;
    table.follow().await;
    while !table.is_done() {
        if table.seen.seq().is_multiple_of(5) {
            table.search().await;
        }
        if table.seen.seq() == 3 {
            table.make_mistakes().await;
        }
        if table.seen.seq() == 6 && players > 1 {
            table.change_hands().await;
        }
        table.move_out_of_turn().await;
        table.step().await;
        table.read_streams().await;
    }
    if table.position.outcome().is_some() {
        let view = table.seats[0].view(&table.game).await;
        assert_eq!(view["revealed"]["position"], table.position.to_string());
        assert_eq!(view["revealed"]["digest"], Hash::of(table.position.to_string().as_bytes()).to_string());
    }
}

crate::on_both_databases!(no_answer_about_a_running_game_has_hidden_information);

async fn no_answer_about_a_running_game_has_hidden_information(Setting { client, .. }: Setting) {
    let variants = vec![Variant::Mulligan, Variant::SharedDamage];
    let variants = Options { variants: Some(variants), ..Options::default() };
    for number in 0..3 {
        for players in 1..=4 {
            play_and_search(&client, number, GameKind::Regicide, players, Options::default()).await;
        }
        play_and_search(&client, number, GameKind::Regicide, 4, variants.clone()).await;
        for players in 2..=4 {
            play_and_search(&client, number, GameKind::Tricks, players, Options::default()).await;
        }
    }
}

#[actix_web::test]
async fn no_random_request_about_hundreds_of_games_has_hidden_information() {
    let setting = Setting::in_memory().await;
    for number in 1000..1100 {
        for players in 1..=4 {
            let options = Options::default();
            let mut table = Table::open(&setting.client, number, GameKind::Regicide, players, options).await;
            while !table.is_done() {
                table.send_at_random().await;
                table.step().await;
            }
        }
    }
}
