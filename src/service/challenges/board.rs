//! Leaderboards and figures.
//!
//! A rank is one more than the number of better results, so equal results share
//! one. It is counted from how many results have which score, never by walking
//! the board.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::own::organises;
use super::{ChallengeInfo, ENEMIES, OF_A_RANK, date, is_ranked};
use crate::engine::{Merit, Message, Seat, Setup};
use crate::service::Service;
use crate::service::create::invalid;
use crate::service::error::Error;
use crate::service::list::{page, page_limit};
use crate::service::token::Token;
use crate::store::{
    Admission, Challenge, ChallengeStatus, Direction, Member, Place, RankedResult, StoreError,
};
use crate::words::Language;

/// How many neighbours a player sees on either side.
const NEIGHBOURS: u32 = 3;
/// How many results that do not count are shown.
const VOID: u32 = 100;

/// Whose results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum BoardName {
    /// Of people.
    #[default]
    People,
    /// Of games in which a bot played.
    Bots,
}

/// Which part of a board to show.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct BoardQuery {
    /// Whose results.
    #[serde(default)]
    #[param(inline)]
    pub board: BoardName,
    /// Where the page before ended (`next_cursor`).
    #[param(pattern = "^[0-9]{1,9}\\.[0-9a-f]{32}\\.[0-3]$")]
    pub cursor: Option<String>,
    /// How many results at the most, 100 by default.
    #[param(minimum = 1, maximum = 100)]
    pub limit: Option<u32>,
}

/// Whose figures to show.
#[derive(Clone, Copy, Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct StatsQuery {
    /// Whose results.
    #[serde(default)]
    #[param(inline)]
    pub board: BoardName,
}

/// A page of a challenge's results, best first.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Leaderboard {
    /// The challenge.
    pub challenge: ChallengeInfo,
    /// Whose results.
    pub board: BoardName,
    /// How far the board can be trusted to hold each person once, in the
    /// language asked for.
    pub note: String,
    /// Whether the board is final: the challenge is over, and all attempts are
    /// ranked by now.
    pub complete: bool,
    /// How many results the board has.
    pub results: u64,
    /// The results of this page.
    pub entries: Vec<BoardEntry>,
    /// Where the next page goes on (`cursor`), if there is one.
    pub next_cursor: Option<String>,
    /// The caller's own result, with a player's token.
    pub own: Option<OwnRank>,
    /// Results that do not count, and why: at most 100.
    pub void: Vec<VoidEntry>,
}

/// A result on a board.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct BoardEntry {
    /// 1 for the best; equal results share a rank. Nothing where results are
    /// listed without being ranked.
    #[schema(minimum = 1)]
    pub rank: Option<u64>,
    /// Who reached it.
    pub players: Vec<BoardPlayer>,
    /// What was reached.
    pub result: Merit,
    /// Seconds from the game's creation to its last move, with the time that a
    /// team waited for its players: shown, never ranked.
    pub seconds: f64,
    /// The game, once the challenge is over.
    pub game: Option<Uuid>,
}

/// Who reached a result.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct BoardPlayer {
    /// The player.
    pub player: Uuid,
    /// The display name, unless the player is gone or it is hidden.
    pub name: Option<String>,
}

/// A caller's own result.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct OwnRank {
    /// The result.
    #[serde(flatten)]
    pub entry: BoardEntry,
    /// How many of the other results this one beats, in per cent, rounded down;
    /// 100 if there are none.
    #[schema(minimum = 0, maximum = 100)]
    pub percentile: Option<u64>,
    /// The results around it, best first, itself among them.
    pub neighbours: Vec<BoardEntry>,
}

/// A result that does not count.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct VoidEntry {
    /// Who reached it.
    pub players: Vec<BoardPlayer>,
    /// The game, once the challenge is over.
    pub game: Option<Uuid>,
    /// Why it does not count.
    pub reason: String,
}

/// Figures of a challenge, ready for a bar chart.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Stats {
    /// Whose results.
    pub board: BoardName,
    /// Daily challenges: the day.
    pub date: Option<NaiveDate>,
    /// How many results.
    pub played: u64,
    /// How many of them are wins.
    pub won: u64,
    /// Co-operative game: how many results for each number of enemies
    /// defeated, from 0 to 12.
    pub enemies_defeated: Vec<EnemiesBar>,
    /// Co-operative game: before which rank of royals games ended that were
    /// not won.
    pub ended_at: Vec<RoyalsBar>,
}

/// How many results have a number of enemies defeated.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct EnemiesBar {
    /// The number of enemies.
    #[schema(minimum = 0, maximum = 12)]
    pub enemies: u8,
    /// How many results.
    pub results: u64,
}

/// How many games ended before a rank of royals.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct RoyalsBar {
    /// The rank.
    pub royals: Royals,
    /// How many results.
    pub results: u64,
}

/// The royals, four of each, in the order in which they come (R3.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Royals {
    /// The first four.
    Jacks,
    /// The next.
    Queens,
    /// The last.
    Kings,
}

/// How many results of a board have which score.
struct Counts(Vec<(u32, u64)>);

impl Counts {
    fn sum(&self, wanted: impl Fn(u32) -> bool) -> u64 {
        self.0.iter().filter(|(score, _)| wanted(*score)).map(|(_, results)| results).sum()
    }

    fn all(&self) -> u64 {
        self.sum(|_| true)
    }

    fn rank(&self, score: u32) -> u64 {
        1 + self.sum(|other| other > score)
    }

    fn percentile(&self, score: u32) -> u64 {
        let others = self.all().saturating_sub(1);
        (100 * self.sum(|other| other < score)).checked_div(others).unwrap_or(100)
    }
}

impl Service {
    /// A page of a challenge's board, with the caller's own place.
    ///
    /// # Errors
    /// [`Error::Sealed`] while the challenge runs for those who have not
    /// finished their own attempt; a cursor or a limit that does not do; an
    /// unknown challenge or token; or the store's.
    pub async fn leaderboard(
        &self,
        id: Uuid,
        token: Option<&Token>,
        query: &BoardQuery,
        language: Language,
    ) -> Result<Leaderboard, Error> {
        let limit = page_limit(query.limit)?;
        let from = query.cursor.as_deref().map(read_cursor).transpose()?;
        let challenge = self.stored_challenge(id).await?;
        let (complete, own) = self.look_at_board(&challenge, token).await?;
        let bots = query.board == BoardName::Bots;
        let counts = Counts(self.store.counts(id, bots).await?);
        let found = if complete && token.is_none() {
            self.store.final_board(id, bots, from, limit + 1, &counts.0).await?
        } else {
            self.store.board(id, bots, from, Direction::Down, limit + 1).await?
        };
        let (found, next_cursor) = page(found, limit, |last| cursor(last.place));
        let board = Board { challenge: &challenge, counts: &counts, over: self.is_over(&challenge) };
        let own = match own.filter(|own| own.bots == bots && own.void_reason.is_none()) {
            None => None,
            Some(own) => Some(self.own_rank(&board, &own).await?),
        };
        let entries = found.iter().map(|result| board.entry(result)).collect::<Result<_, _>>()?;
        let void = self.store.void_results(id, bots, VOID).await?;
        Ok(Leaderboard {
            challenge: ChallengeInfo::new(&challenge, self.now()),
            board: query.board,
            note: language.say(&note(&challenge)),
            complete,
            results: counts.all(),
            entries,
            next_cursor,
            own,
            void: void.into_iter().map(|result| board.void(result)).collect(),
        })
    }

    /// Figures of a challenge.
    ///
    /// # Errors
    /// As [`Service::leaderboard`].
    pub async fn stats(&self, id: Uuid, token: Option<&Token>, query: StatsQuery) -> Result<Stats, Error> {
        let challenge = self.stored_challenge(id).await?;
        self.look_at_board(&challenge, token).await?;
        let counts = Counts(self.store.counts(id, query.board == BoardName::Bots).await?);
        let merit = |score| read_score(challenge.setup, score);
        let enemies = |score| merit(score).and_then(|merit| merit.enemies_defeated());
        let won = |score| merit(score).is_some_and(|merit| merit.won());
        let ranks = [Royals::Jacks, Royals::Queens, Royals::Kings];
        let coop = !challenge.setup.ranks_seats();
        let enemies_defeated = (0..=ENEMIES).filter(|_| coop).map(|number| {
            let results = counts.sum(|score| enemies(score) == Some(number));
            EnemiesBar { enemies: number, results }
        });
        let ended_at = (0_u8..).zip(ranks).filter(|_| coop).map(|(index, royals)| {
            let here =
                |score| enemies(score).is_some_and(|enemies| enemies / OF_A_RANK == index) && !won(score);
            RoyalsBar { royals, results: counts.sum(here) }
        });
        Ok(Stats {
            board: query.board,
            date: date(&challenge),
            played: counts.all(),
            won: counts.sum(won),
            enemies_defeated: enemies_defeated.collect(),
            ended_at: ended_at.collect(),
        })
    }

    fn is_over(&self, challenge: &Challenge) -> bool {
        challenge.status(self.now()) == ChallengeStatus::Over
    }

    /// Whether the board is complete, and the caller's own result on it, for
    /// those who may look.
    ///
    /// While the challenge runs these are its organiser, operators, and players
    /// whose own result stands: whoever can still play learns nothing from it.
    async fn look_at_board(
        &self,
        challenge: &Challenge,
        token: Option<&Token>,
    ) -> Result<(bool, Option<RankedResult>), Error> {
        let over = self.is_over(challenge);
        let complete = over && self.settle_all(challenge).await?;
        let Some(token) = token else {
            return if over { Ok((complete, None)) } else { Err(Error::Sealed("error-board-sealed")) };
        };
        if organises(challenge, token) || self.is_operator(token) {
            return Ok((complete, None));
        }
        let (player, _) = self.player_of(token).await?;
        let own = self.own_result(challenge, player).await?;
        if over || own.is_some() { Ok((complete, own)) } else { Err(Error::Sealed("error-board-sealed")) }
    }

    /// What a player's first attempt has come to, if that stands.
    async fn own_result(&self, challenge: &Challenge, player: Uuid) -> Result<Option<RankedResult>, Error> {
        let attempts = self.store.attempts(challenge.id, player).await?;
        let Some(first) = attempts.iter().find(|attempt| attempt.number == 1) else { return Ok(None) };
        let results = self.results_of_first(challenge, first.game).await?;
        let own = |result: &RankedResult| !challenge.setup.ranks_seats() || result.place.seat == first.seat;
        Ok(results.into_iter().find(own))
    }

    async fn own_rank(&self, board: &Board<'_>, own: &RankedResult) -> Result<OwnRank, Error> {
        let (id, bots, place) = (board.challenge.id, own.bots, Some(own.place));
        let mut around = self.store.board(id, bots, place, Direction::Up, NEIGHBOURS).await?;
        around.reverse();
        around.push(own.clone());
        around.extend(self.store.board(id, bots, place, Direction::Down, NEIGHBOURS).await?);
        Ok(OwnRank {
            entry: board.entry(own)?,
            percentile: is_ranked(board.challenge).then(|| board.counts.percentile(own.place.score)),
            neighbours: around.iter().map(|result| board.entry(result)).collect::<Result<_, _>>()?,
        })
    }
}

/// What it takes to show a result.
struct Board<'a> {
    challenge: &'a Challenge,
    counts: &'a Counts,
    over: bool,
}

impl Board<'_> {
    fn entry(&self, result: &RankedResult) -> Result<BoardEntry, Error> {
        let Place { score, game, .. } = result.place;
        let merit = read_score(self.challenge.setup, score)
            .ok_or_else(|| StoreError::Corrupt { game, what: format!("the score {score}") })?;
        #[expect(clippy::cast_precision_loss, reason = "a game takes less than 2^52 microseconds")]
        let seconds = result.micros as f64 / 1e6;
        Ok(BoardEntry {
            rank: is_ranked(self.challenge).then(|| self.counts.rank(score)),
            players: self.players(result),
            result: merit,
            seconds,
            game: self.over.then_some(game),
        })
    }

    fn void(&self, result: RankedResult) -> VoidEntry {
        VoidEntry {
            players: self.players(&result),
            game: self.over.then_some(result.place.game),
            reason: result.void_reason.unwrap_or_default(),
        }
    }

    /// All who sat there, or the one whose seat is ranked.
    fn players(&self, result: &RankedResult) -> Vec<BoardPlayer> {
        let one = self.challenge.setup.ranks_seats().then_some(result.place.seat);
        let meant = |member: &&Member| one.is_none_or(|seat| seat == member.seat);
        let shown = |member: &Member| BoardPlayer { player: member.player, name: member.name.clone() };
        result.members.iter().filter(meant).map(shown).collect()
    }
}

fn read_score(setup: Setup, score: u32) -> Option<Merit> {
    Merit::of_score(setup.kind(), score)
}

/// How far the board can be trusted to hold each person once.
fn note(challenge: &Challenge) -> Message {
    Message::new(match (is_ranked(challenge), challenge.admission) {
        (false, _) => "board-note-public-seed",
        (true, Admission::Anyone) => "board-note-anyone",
        (true, Admission::Invited) => "board-note-invited",
    })
}

fn cursor(place: Place) -> String {
    format!("{}.{}.{}", place.score, place.game.simple(), place.seat)
}

/// # Errors
/// If it is no cursor.
fn read_cursor(text: &str) -> Result<Place, Error> {
    let read = || {
        let mut parts = text.split('.');
        let score = parts.next()?.parse().ok()?;
        let game = parts.next()?.parse().ok()?;
        let seat = parts.next()?.parse::<u8>().ok().and_then(|seat| Seat::try_from(seat).ok())?;
        parts.next().is_none().then_some(Place { score, game, seat })
    };
    read().ok_or_else(|| invalid("cursor", Message::new("invalid-cursor")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_results_share_a_rank() {
        let counts = Counts(vec![(9, 1), (7, 2), (3, 1)]);
        assert_eq!([9, 7, 3].map(|score| counts.rank(score)), [1, 2, 4]);
        assert_eq!([9, 7, 3].map(|score| counts.percentile(score)), [100, 33, 0]);
        assert_eq!(Counts(vec![(5, 1)]).percentile(5), 100);
    }

    #[test]
    fn a_cursor_is_read_as_it_was_written() {
        let place = Place { score: 77, game: Uuid::max(), seat: Seat::default() };
        assert_eq!(read_cursor(&cursor(place)).unwrap(), place);
        for text in ["", "1", "1.x.0", "1.00000000000000000000000000000000.4", "-1.0.0"] {
            assert!(read_cursor(text).is_err(), "{text}");
        }
    }
}
