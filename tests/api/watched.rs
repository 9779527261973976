//! A store that counts what is asked of it, and can be taken away.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use regicide::engine::Seat;
use regicide::store::{
    Act, AdminStore, Answer, Append, Appended, Attempt, BoardStore, Challenge, ChallengeFilter,
    ChallengeStore, Claim, ClaimState, DailyKey, Direction, Entrant, Exported, Filter, Finish, Game,
    Invitation, Mark, NewGame, Place, Player, PlayerChange, PlayerStore, RankedResult, Ranking, SeatState,
    Settlement, Standing, StandingFilter, Store, StoreError, StoredKey, Summary, TeamChange, TokenHash,
};
use uuid::Uuid;

/// A store that counts what is asked of it, and can be taken away.
pub(crate) struct Watched {
    store: Arc<dyn Store>,
    asked: AtomicUsize,
    pub(crate) away: AtomicBool,
}

impl Watched {
    pub(crate) fn new(store: Arc<dyn Store>) -> Arc<Self> {
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
    pub(crate) fn asked(&self) -> usize {
        self.asked.swap(0, Ordering::SeqCst)
    }
}

/// Implements a trait: each method asks the store's own.
macro_rules! ask {
    ($Trait:ident { $($name:ident($($arg:ident: $Arg:ty),*) -> $Answer:ty;)+ }) => {
        #[async_trait]
        impl $Trait for Watched {
            $(async fn $name(&self, $($arg: $Arg),*) -> Result<$Answer, StoreError> {
                self.ask()?.$name($($arg),*).await
            })+
        }
    };
}

ask!(PlayerStore {
    create_player(player: &Player, answer: Option<&Answer>) -> bool;
    player(id: Uuid) -> Option<Player>;
    player_with(token: &TokenHash) -> Option<Player>;
    change_player(id: Uuid, was: &TokenHash, change: PlayerChange<'_>, answer: Option<&Answer>) -> bool;
    finishes(player: Uuid, now: DateTime<Utc>) -> Vec<Finish>;
});

ask!(ChallengeStore {
    daily_keys() -> Vec<DailyKey>;
    add_daily_key(key: &DailyKey, act: Option<&Act>) -> bool;
    add_challenge(challenge: &Challenge, key: Option<u32>, answer: Option<&Answer>) -> bool;
    challenge(id: Uuid) -> Option<Challenge>;
    challenges_of_days(first: i32, last: i32) -> Vec<Challenge>;
    list_challenges(filter: &ChallengeFilter, limit: u32) -> Vec<Challenge>;
    invite(challenge: Uuid, codes: &[TokenHash], answer: Option<&Answer>) -> bool;
    admits(challenge: Uuid, player: Uuid, code: Invitation) -> bool;
    attempts(challenge: Uuid, player: Uuid) -> Vec<Attempt>;
    start_attempt(game: &NewGame, entry: &Entrant, answer: Option<&Answer>) -> bool;
});

ask!(BoardStore {
    unsettled(challenge: Uuid, now: DateTime<Utc>, limit: u32) -> Vec<Uuid>;
    rank(settlement: &Settlement) -> Ranking;
    counts(challenge: Uuid, bots: bool) -> Vec<(u32, u64)>;
    board(challenge: Uuid, bots: bool, from: Option<Place>, direction: Direction, limit: u32) -> Vec<RankedResult>;
    final_board(challenge: Uuid, bots: bool, from: Option<Place>, limit: u32, counts: &[(u32, u64)]) -> Vec<RankedResult>;
    results(challenge: Uuid, game: Uuid) -> Vec<RankedResult>;
    void_results(challenge: Uuid, bots: bool, limit: u32) -> Vec<RankedResult>;
    standings(filter: StandingFilter, limit: u32) -> Vec<Standing>;
    standing(period: i32, players: u8, player: Uuid) -> Option<Standing>;
    tally_all(now: DateTime<Utc>, limit: u32) -> bool;
});

ask!(AdminStore {
    void(challenge: Uuid, game: Uuid, reason: &str, act: &Act) -> bool;
    hide_challenge(challenge: Uuid, act: &Act) -> bool;
    mark_bot(player: Uuid, bot: bool, act: &Act) -> bool;
    hide_name(player: Uuid, act: &Act) -> bool;
    revoke_player(player: Uuid, token: &TokenHash, act: &Act) -> bool;
    revoke_seat(game: Uuid, seat: Seat, token: &TokenHash, act: &Act) -> bool;
    close_game(game: Uuid, at: DateTime<Utc>, act: &Act) -> bool;
    acts(after: Uuid, limit: u32) -> Vec<Act>;
});

ask!(Store {
    migrate() -> ();
    ready() -> ();
    create_game(game: &NewGame, answer: Option<&Answer>) -> bool;
    game(id: Uuid) -> Option<Game>;
    past_game(id: Uuid) -> Option<Game>;
    mark(id: Uuid) -> Option<Mark>;
    append(append: &Append) -> Appended;
    set_seat(game: Uuid, version: u32, seat: &SeatState, team: Option<&TeamChange>, answer: Option<&Answer>) -> bool;
    cancel(game: Uuid, version: u32, at: DateTime<Utc>) -> bool;
    list(filter: &Filter, limit: u32) -> Vec<Summary>;
    export(after: i64, limit: u32, now: DateTime<Utc>) -> Vec<Exported>;
    game_ids(after: Uuid, limit: u32) -> Vec<Uuid>;
    games_between(after: Uuid, last: Uuid) -> Vec<Result<Game, StoreError>>;
    signing_keys() -> Vec<StoredKey>;
    add_signing_key(key: &StoredKey) -> bool;
    export_position(id: Uuid) -> Option<i64>;
    claim(claim: &Claim, now: DateTime<Utc>, stale: DateTime<Utc>, expired: DateTime<Utc>) -> ClaimState;
    release(claim: &Claim) -> ();
});
