//! Nothing hidden leaks: answers are searched for every card that the caller
//! may not know, and for the seed.

use std::collections::BTreeSet;

use regicide::engine::{
    Game as _, GameKind, Hash, Options, Position, Seat, Seed, Setup, Silent, Stream, Variant, Viewer,
};
use serde_json::{Value, json};

use crate::client::{Answer, Client};
use crate::games::{id, player};
use crate::server::Setting;

/// Cards in a text: two characters in quotes or after a blank, as moves and
/// lists spell them.
fn cards(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::String(text) => {
            let words = text.split(|c: char| !c.is_ascii_alphanumeric());
            found.extend(
                words.filter(|word| word.parse::<regicide::engine::Card>().is_ok()).map(str::to_owned),
            );
        }
        Value::Array(items) => items.iter().for_each(|item| cards(item, found)),
        Value::Object(fields) => fields.values().for_each(|field| cards(field, found)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

fn cards_of(value: &Value) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    cards(value, &mut found);
    found
}

/// What callers know, kept from what they were allowed to see.
struct Known {
    public: BTreeSet<String>,
    own: Vec<BTreeSet<String>>,
    secrets: Vec<String>,
}

impl Known {
    fn new(players: u8, seed: &Seed) -> Self {
        let secrets = vec![seed.as_str().to_owned(), format!("{:?}", seed.key().stream(0))];
        Self { public: BTreeSet::new(), own: vec![BTreeSet::new(); players.into()], secrets }
    }

    /// Adds what the rules show of a position: to all, and to each seat.
    fn learn(&mut self, position: &Position) {
        let view = |viewer| serde_json::to_value(position.view(viewer)).unwrap();
        self.public.extend(cards_of(&view(Viewer::Spectator)));
        for (seat, own) in Seat::all(4).zip(&mut self.own) {
            own.extend(cards_of(&view(Viewer::Seat(seat))));
        }
    }

    #[track_caller]
    fn check(&self, seat: Option<usize>, answer: &Answer) {
        for secret in &self.secrets {
            assert!(!answer.text.contains(secret.as_str()), "the seed leaks: {}", answer.text);
        }
        let nothing = BTreeSet::new();
        let own = seat.map_or(&nothing, |seat| &self.own[seat]);
        // The positions of enemies are named in problems and views alike.
        for card in cards_of(&answer.json()) {
            assert!(self.public.contains(&card) || own.contains(&card), "{card} leaks: {}", answer.text);
        }
    }
}

/// One table, played at random over HTTP and in the test's own engine at once.
struct Table<'a> {
    client: &'a Client,
    game: String,
    seats: Vec<Client>,
    position: Position,
    known: Known,
    dice: Stream,
}

impl<'a> Table<'a> {
    async fn open(client: &'a Client, number: u64, kind: GameKind, players: u8, options: Options) -> Self {
        let setup = Setup::new(kind, players, &options).unwrap();
        let seed: Seed = format!("hidden-table-{number}").parse().unwrap();
        let mut body = serde_json::to_value(&options).unwrap();
        for (field, value) in
            [("game", json!(kind)), ("players", json!(players)), ("seed", json!(seed.as_str()))]
        {
            body[field] = value;
        }
        let created = client.create(&body).await;
        let seats = (0..players.into()).map(|seat| player(client, &created, seat)).collect();
        let position = Position::deal(&setup, seed.key());
        let dice = Seed::key(&format!("dice-{number}").parse().unwrap()).stream(0);
        let mut known = Known::new(players, &seed);
        known.learn(&position);
        Self { client, game: id(&created).to_owned(), seats, position, known, dice }
    }

    /// What can be asked about a running game.
    fn questions(&self) -> [String; 8] {
        let path = format!("/v1/games/{}", self.game);
        let at = self.position.seq() / 2;
        [
            path.clone(),
            format!("{path}?at={at}"),
            format!("{path}/moves"),
            format!("{path}/legal-moves"),
            format!("{path}/audit"),
            format!("{path}/replay"),
            format!("{path}/record"),
            "/v1/games?limit=3".to_owned(),
        ]
    }

    /// Everything, asked by everybody.
    async fn search(&self) {
        for question in &self.questions() {
            for (seat, player) in self.seats.iter().enumerate() {
                self.known.check(Some(seat), &player.get(question).await);
            }
            self.known.check(None, &self.client.get(question).await);
        }
        let forks = format!("/v1/games/{}/forks", self.game);
        self.known.check(None, &self.client.post(&forks, &json!({"seq": 0})).await);
    }

    /// One question at random, asked by a player or a spectator.
    async fn ask(&mut self) {
        let questions = self.questions();
        let question = &questions[self.dice.below(8) as usize];
        let who = self.dice.below(u32::try_from(self.seats.len()).unwrap() + 1) as usize;
        let client = self.seats.get(who).unwrap_or(self.client);
        self.known.check(Some(who).filter(|&who| who < self.seats.len()), &client.get(question).await);
    }

    /// A move that is not the seat's to make.
    async fn move_out_of_turn(&mut self) {
        let seat = self.position.to_act().unwrap();
        let other = (seat.index() + 1) % self.seats.len();
        if other != seat.index() {
            let refused = self.seats[other].make(&self.game, "yield").await;
            assert!(refused.status.is_client_error());
            self.known.check(Some(other), &refused);
        }
    }

    /// One legal move at random.
    async fn step(&mut self) {
        let seat = self.position.to_act().unwrap();
        let mut legal = Vec::new();
        self.position.for_each_legal(|mv| legal.push(mv));
        let pick = self.dice.below(u32::try_from(legal.len()).unwrap()) as usize;
        let before = self.position;
        self.position = before.play(seat, &legal[pick], &mut Silent).unwrap();
        let hidden = legal[pick].is_hidden();
        for (index, own) in self.known.own.iter_mut().enumerate() {
            if !hidden || index == seat.index() {
                own.extend(cards_of(&json!(legal[pick].to_string())));
            }
        }
        if !hidden {
            self.known.public.extend(cards_of(&json!(legal[pick].to_string())));
        }
        let mut told = Vec::new();
        before.play(seat, &legal[pick], &mut told).unwrap();
        for effect in told {
            let seen = |viewer| cards_of(&serde_json::to_value(effect.seen_by(viewer)).unwrap());
            self.known.public.extend(seen(Viewer::Spectator));
            for (place, own) in Seat::all(4).zip(&mut self.known.own) {
                own.extend(seen(Viewer::Seat(place)));
            }
        }
        self.known.learn(&self.position);
        let made = self.seats[seat.index()].make(&self.game, legal[pick].to_string()).await;
        assert_eq!(made.status.as_u16(), 201, "{}", made.text);
        if self.position.outcome().is_none() {
            self.known.check(Some(seat.index()), &made);
        }
    }
}

/// Whether a game is over, or long enough: the trick-taking game goes on for
/// hundreds of moves, and every hand is like the first.
fn is_done(table: &Table<'_>) -> bool {
    table.position.outcome().is_some() || table.position.seq() >= 40
}

/// A game about which everything is asked by everybody, again and again.
async fn play_and_search(client: &Client, number: u64, kind: GameKind, players: u8, options: Options) {
    let mut table = Table::open(client, number, kind, players, options).await;
    while !is_done(&table) {
        if table.position.seq() % 5 == 0 {
            table.search().await;
        }
        table.move_out_of_turn().await;
        table.step().await;
    }
    if table.position.outcome().is_some() {
        let view = client.view(&table.game).await;
        assert_eq!(view["revealed"]["position"], table.position.to_string());
        assert_eq!(view["revealed"]["digest"], Hash::of(table.position.to_string().as_bytes()).to_string());
    }
}

crate::on_both_databases!(no_answer_about_a_running_game_holds_what_is_hidden);

async fn no_answer_about_a_running_game_holds_what_is_hidden(Setting { client, .. }: Setting) {
    let variants = vec![Variant::Mulligan, Variant::SharedDamage];
    let variants = Options { variants: Some(variants), ..Options::default() };
    for number in 0..4 {
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
async fn nor_does_any_of_thousands_of_games_answer_a_question_with_it() {
    let setting = Setting::in_memory().await;
    for number in 1000..1500 {
        for players in 1..=4 {
            let options = Options::default();
            let mut table = Table::open(&setting.client, number, GameKind::Regicide, players, options).await;
            while !is_done(&table) {
                table.ask().await;
                table.step().await;
            }
        }
    }
}
