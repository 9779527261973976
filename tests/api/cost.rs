//! What requests cost the database, and what they answer without it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use async_trait::async_trait;
use awc::http::Method;
use chrono::{DateTime, Utc};
use regicide::store::{
    Answer, Append, Appended, Claim, ClaimState, Exported, Filter, Finish, Game, Mark, NewGame, Player,
    PlayerChange, PlayerStore, SeatState, Store, StoreError, StoredKey, Summary, TokenHash,
};
use serde_json::json;
use uuid::Uuid;

use crate::client::Client;
use crate::games::{id, player};
use crate::server::Setting;

crate::on_both_databases!(
    a_move_in_a_kept_game_is_one_write_and_in_another_a_read_more,
    without_the_database_the_service_asks_to_try_again,
    figures_are_served_on_an_address_of_their_own,
);

/// A store that counts what is asked of it, and can be taken away.
struct Watched {
    store: Arc<dyn Store>,
    asked: AtomicUsize,
    away: AtomicBool,
}

impl Watched {
    fn new(store: Arc<dyn Store>) -> Arc<Self> {
        Arc::new(Self { store, asked: AtomicUsize::new(0), away: AtomicBool::new(false) })
    }

    fn ask(&self) -> Result<&dyn Store, StoreError> {
        self.asked.fetch_add(1, Ordering::SeqCst);
        if self.away.load(Ordering::SeqCst) {
            return Err(StoreError::Unavailable(Arc::new(sqlx::Error::PoolTimedOut)));
        }
        Ok(&*self.store)
    }

    /// How often the store was asked since the last look.
    fn asked(&self) -> usize {
        self.asked.swap(0, Ordering::SeqCst)
    }
}

#[async_trait]
impl PlayerStore for Watched {
    async fn create_player(&self, player: &Player, answer: Option<&Answer>) -> Result<bool, StoreError> {
        self.ask()?.create_player(player, answer).await
    }

    async fn player(&self, id: Uuid) -> Result<Option<Player>, StoreError> {
        self.ask()?.player(id).await
    }

    async fn player_with(&self, token: &TokenHash) -> Result<Option<Player>, StoreError> {
        self.ask()?.player_with(token).await
    }

    async fn change_player(
        &self,
        id: Uuid,
        was: &TokenHash,
        change: PlayerChange<'_>,
        answer: Option<&Answer>,
    ) -> Result<bool, StoreError> {
        self.ask()?.change_player(id, was, change, answer).await
    }

    async fn finishes(&self, player: Uuid) -> Result<Vec<Finish>, StoreError> {
        self.ask()?.finishes(player).await
    }
}

#[async_trait]
impl Store for Watched {
    async fn migrate(&self) -> Result<(), StoreError> {
        self.ask()?.migrate().await
    }

    async fn ready(&self) -> Result<(), StoreError> {
        self.ask()?.ready().await
    }

    async fn create_game(&self, game: &NewGame, answer: Option<&Answer>) -> Result<bool, StoreError> {
        self.ask()?.create_game(game, answer).await
    }

    async fn game(&self, id: Uuid) -> Result<Option<Game>, StoreError> {
        self.ask()?.game(id).await
    }

    async fn past_game(&self, id: Uuid) -> Result<Option<Game>, StoreError> {
        self.ask()?.past_game(id).await
    }

    async fn mark(&self, id: Uuid) -> Result<Option<Mark>, StoreError> {
        self.ask()?.mark(id).await
    }

    async fn append(&self, append: &Append) -> Result<Appended, StoreError> {
        self.ask()?.append(append).await
    }

    async fn set_seat(
        &self,
        game: Uuid,
        version: u32,
        seat: &SeatState,
        answer: Option<&Answer>,
    ) -> Result<bool, StoreError> {
        self.ask()?.set_seat(game, version, seat, answer).await
    }

    async fn cancel(&self, game: Uuid, version: u32, at: DateTime<Utc>) -> Result<bool, StoreError> {
        self.ask()?.cancel(game, version, at).await
    }

    async fn list(&self, filter: &Filter, limit: u32) -> Result<Vec<Summary>, StoreError> {
        self.ask()?.list(filter, limit).await
    }

    async fn export(&self, after: i64, limit: u32) -> Result<Vec<Exported>, StoreError> {
        self.ask()?.export(after, limit).await
    }

    async fn game_ids(&self, after: Uuid, limit: u32) -> Result<Vec<Uuid>, StoreError> {
        self.ask()?.game_ids(after, limit).await
    }

    async fn games_between(
        &self,
        after: Uuid,
        last: Uuid,
    ) -> Result<Vec<Result<Game, StoreError>>, StoreError> {
        self.ask()?.games_between(after, last).await
    }

    async fn signing_keys(&self) -> Result<Vec<StoredKey>, StoreError> {
        self.ask()?.signing_keys().await
    }

    async fn add_signing_key(&self, key: &StoredKey) -> Result<bool, StoreError> {
        self.ask()?.add_signing_key(key).await
    }

    async fn export_position(&self, id: Uuid) -> Result<Option<i64>, StoreError> {
        self.ask()?.export_position(id).await
    }

    async fn claim(
        &self,
        claim: &Claim,
        now: DateTime<Utc>,
        stale: DateTime<Utc>,
        expired: DateTime<Utc>,
    ) -> Result<ClaimState, StoreError> {
        self.ask()?.claim(claim, now, stale, expired).await
    }

    async fn release(&self, claim: &Claim) -> Result<(), StoreError> {
        self.ask()?.release(claim).await
    }
}

async fn a_move_in_a_kept_game_is_one_write_and_in_another_a_read_more(setting: Setting) {
    let watched = Watched::new(setting.store.clone());
    let client = setting.instance_on(watched.clone());
    let created = client.create(&json!({"players": 1, "seed": "banana"})).await;
    assert_eq!(watched.asked(), 1);
    let path = format!("/v1/games/{}/moves", id(&created));
    let make = async |client: &Client, mv: &str, seq: u32| {
        let ada = player(client, &created, 0);
        let request = ada.request(Method::POST, &path).header("idempotency-key", mv);
        request.json(&json!({"move": mv, "expected_seq": seq})).await.status.as_u16()
    };
    assert_eq!((make(&client, "play 5C 5D", 0).await, watched.asked()), (201, 1));
    assert_eq!((make(&client, "play 5C 5D", 0).await, watched.asked()), (201, 1), "a repeat writes nothing");
    assert_eq!((make(&client, "play 2D", 0).await, watched.asked()), (409, 1));
    client.view(id(&created)).await;
    assert_eq!(watched.asked(), 1);

    let other = setting.instance_on(watched.clone());
    assert_eq!((make(&other, "concede", 1).await, watched.asked()), (201, 2), "it has never met the game");
    assert_eq!((make(&client, "play 2D", 1).await, watched.asked()), (409, 2), "what it kept is refuted");
    let player = client.post("/v1/players", &json!({"name": "Ada"})).await.expect(201);
    let open = client.create(&json!({"players": 1, "open_seats": 1, "seed": "banana"})).await;
    let ada = client.with_token(player["token"].as_str().unwrap());
    ada.post(&format!("/v1/games/{}/seats", id(&open)), &json!({})).await.expect(201);
    watched.asked();
    ada.view(id(&open)).await;
    watched.asked();
    ada.make(id(&open), "play 2D").await.expect(201);
    assert_eq!(watched.asked(), 1, "a player's token costs no look at the player");
    client.view(id(&created)).await;
    assert_eq!(watched.asked(), 1);
}

async fn without_the_database_the_service_asks_to_try_again(setting: Setting) {
    let watched = Watched::new(setting.store.clone());
    let client = setting.instance_on(watched.clone());
    let created = client.create(&json!({"players": 1})).await;
    watched.away.store(true, Ordering::SeqCst);
    let path = format!("/v1/games/{}", id(&created));
    for path in [path.as_str(), "/v1/games", "/v1/records", "/readyz"] {
        let away = client.get(path).await;
        assert_eq!(away.header("retry-after"), Some("1"), "{path}");
        away.problem(503, "unavailable");
    }
    client.post("/v1/games", &json!({"players": 1})).await.problem(503, "unavailable");
    client.get("/healthz").await.expect(200);
    client.get("/v1/rules").await.expect(200);
    watched.away.store(false, Ordering::SeqCst);
    client.get("/readyz").await.expect(200);
}

async fn figures_are_served_on_an_address_of_their_own(setting: Setting) {
    let (client, figures) = setting.instance_with_figures();
    let created = client.create(&json!({"players": 1})).await;
    player(&client, &created, 0).make(id(&created), "concede").await.expect(201);
    client.get("/metrics").await.problem(404, "no_such_path");
    let text = figures.get("/metrics").await.text;
    assert!(
        text.contains("regicide_games_created_total 1") && text.contains("regicide_moves_total 1"),
        "{text}"
    );
    let counted =
        "regicide_http_requests_total{method=\"POST\",route=\"/v1/games/{id}/moves\",status=\"201\"} 1";
    assert!(text.contains(counted), "{text}");
}
