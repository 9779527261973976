//! Leaderboards.

use std::fmt;
use std::iter;

use regicide::engine::{Message, Score, Seat};
use regicide::i18n::Language;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::custom::runs;
use super::stats::{Counts, Stats};
use super::{ChallengeInfo, is_ranked};
use crate::service::Service;
use crate::service::bearer::Bearer;
use crate::service::error::Error;
use crate::service::games::list::{page, page_limit};
use crate::service::runtime::token::Token;
use crate::service::runtime::work::count_lines;
use crate::store::{
    Admission, BoardPosition, Challenge, ChallengeStatus, Direction, Member, RankedResult, StoreError,
};

/// How many neighbours a player sees on either side.
const NEIGHBOURS: u32 = 3;
/// How many results that do not count are shown.
const VOID: u32 = 100;

/// Whose results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum BoardName {
    /// Of people.
    #[default]
    People,
    /// Of games in which a bot played.
    Bots,
}

impl BoardName {
    pub(super) const fn is_of_bots(self) -> bool {
        matches!(self, Self::Bots)
    }
}

/// Which part of a board to show.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct BoardQuery {
    /// Whose results.
    #[serde(default)]
    pub board: BoardName,
    /// Where the page before ended: its `next`.
    #[param(pattern = "^[0-9]{1,9}\\.[0-9a-f]{32}\\.[0-3]$")]
    pub after: Option<String>,
    /// How many at the most, 100 by default.
    #[param(minimum = 1, maximum = 100)]
    pub limit: Option<u32>,
}

/// A page of a challenge's results, best first.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Leaderboard {
    /// The challenge.
    pub challenge: ChallengeInfo,
    /// Whose results.
    pub board: BoardName,
    /// Whether a person can appear on the board several times, in the
    /// language asked for.
    #[schema(examples(
        "Players are anonymous: nothing keeps a person from having two identities, and so two ranked attempts."
    ))]
    pub note: String,
    /// Whether the board is final: the challenge is over, and all attempts are
    /// ranked by now.
    pub complete: bool,
    /// How many results the board has.
    pub results: u64,
    /// The results of this page.
    pub items: Vec<BoardEntry>,
    /// To be sent as `after` for the next page; nothing on the last.
    pub next: Option<String>,
    /// The caller's own result, with a player's token.
    pub own: Option<OwnRank>,
    /// Results that do not count, and why: at most 100.
    pub void: Vec<VoidEntry>,
}

/// A result on a board.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct BoardEntry {
    /// 1 for the best; equal results share a place. Nothing where results are
    /// listed without being ranked.
    #[schema(minimum = 1)]
    pub place: Option<u64>,
    /// Who reached it.
    pub team: Vec<BoardPlayer>,
    /// What was reached.
    pub score: Score,
    /// Seconds from the game's creation to its last move, with the time that a
    /// team waited for its players: shown, never ranked.
    pub seconds: f64,
    /// The game, once the challenge is over; for its organiser and operators
    /// from the start.
    pub game_id: Option<Uuid>,
}

/// Who reached a result.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct BoardPlayer {
    /// The player.
    pub player_id: Uuid,
    /// The display name, unless the player is gone or it is hidden.
    pub name: Option<String>,
    /// Whether the name looks like that of another player on the whole board
    /// (UTS 39), or of more than a hundred players: tell them apart by their
    /// ids.
    pub lookalike: bool,
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
    pub team: Vec<BoardPlayer>,
    /// The game, once the challenge is over; for its organiser and operators
    /// from the start.
    pub game_id: Option<Uuid>,
    /// Why it does not count.
    #[schema(examples("Two accounts."))]
    pub reason: String,
}

impl Leaderboard {
    /// Every player that is shown, as often as it is.
    fn players(&mut self) -> impl Iterator<Item = &mut BoardPlayer> {
        let own = self.own.iter_mut().flat_map(|own| iter::once(&mut own.entry).chain(&mut own.neighbours));
        let entries = self.items.iter_mut().chain(own).flat_map(|entry| &mut entry.team);
        entries.chain(self.void.iter_mut().flat_map(|void| &mut void.team))
    }
}

impl Service {
    /// A page of a challenge's board, with the caller's own place.
    pub async fn leaderboard(
        &self,
        id: Uuid,
        token: Option<&Token>,
        query: &BoardQuery,
        language: Language,
    ) -> Result<Leaderboard, Error> {
        let limit = page_limit(query.limit)?;
        let cursor = query.after.as_deref().map(Cursor::read).transpose()?;
        let challenge = self.stored_challenge(id).await?;
        let Access { complete, shows_games, own } = self.board_access(&challenge, token).await?;
        let from = match cursor {
            Some(cursor) => Some(self.position_of(&challenge, cursor).await?),
            None => None,
        };
        let counts = Counts(self.store.score_counts(id, query.board.is_of_bots()).await?);
        let is_final = complete && token.is_none();
        let (challenge, counts, name) = (&challenge, &counts, query.board);
        let board = Board { challenge, counts, name, shows_games, complete, is_final };
        let leaderboard = self.board_page(&board, from, limit, own).await?;
        count_lines(leaderboard.items.len());
        Ok(Leaderboard { note: language.text(&note(challenge)), ..leaderboard })
    }

    /// A page of a board, with the caller's own place but without the note.
    async fn board_page(
        &self,
        board: &Board<'_>,
        from: Option<BoardPosition>,
        limit: u32,
        own: Option<RankedResult>,
    ) -> Result<Leaderboard, Error> {
        let (id, bots) = (board.challenge.id, board.name.is_of_bots());
        let found = if board.is_final {
            self.store.final_board(id, bots, from, limit + 1, &board.counts.0).await?
        } else {
            self.store.board(id, bots, from, Direction::Down, limit + 1).await?
        };
        let (found, next) = page(found, limit, |last| Cursor::new(last).to_string());
        let own = match own.filter(|own| own.bots == bots && own.void_reason.is_none()) {
            None => None,
            Some(own) => Some(self.own_rank(board, &own).await?),
        };
        let entries = found.iter().map(|result| board.entry(result)).collect::<Result<_, _>>()?;
        let void = self.store.voided_results(id, bots, VOID).await?;
        let mut leaderboard = Leaderboard {
            challenge: ChallengeInfo::new(board.challenge, self.now().await?),
            board: board.name,
            note: String::new(),
            complete: board.complete,
            results: board.counts.all(),
            items: entries,
            next,
            own,
            void: void.into_iter().map(|result| board.void(result)).collect(),
        };
        let shown = leaderboard.players().filter(|shown| shown.name.is_some()).map(|shown| shown.player_id);
        let alike = self.store.lookalikes_on_board(id, bots, &shown.collect()).await?;
        for shown in leaderboard.players() {
            shown.lookalike = shown.name.is_some() && alike.contains(&shown.player_id);
        }
        Ok(leaderboard)
    }

    /// Figures and first page of a board as all see them who may see it now,
    /// without anybody's own place and, while the challenge runs, without games.
    pub(in crate::service) async fn shared_board(
        &self,
        id: Uuid,
        name: BoardName,
    ) -> Result<SharedBoard, Error> {
        let challenge = self.stored_challenge(id).await?;
        let shows_games = self.is_over(&challenge).await?;
        let complete = shows_games && self.rank_some(&challenge).await?;
        let counts = Counts(self.store.score_counts(id, name.is_of_bots()).await?);
        let (challenge, counts) = (&challenge, &counts);
        let stats = Stats::new(challenge, name, complete, counts);
        let board = Board { challenge, counts, name, shows_games, complete, is_final: complete };
        let leaderboard = self.board_page(&board, None, page_limit(None)?, None).await?;
        Ok(SharedBoard { stats, leaderboard, note: note(challenge) })
    }

    async fn is_over(&self, challenge: &Challenge) -> Result<bool, Error> {
        Ok(challenge.status(self.now().await?) == ChallengeStatus::Over)
    }

    /// What of the board is shown to those who may look.
    ///
    /// While the challenge runs these are its organiser, operators, and players
    /// whose own result is final, so that nobody who can still play sees it.
    pub(in crate::service) async fn board_access(
        &self,
        challenge: &Challenge,
        token: Option<&Token>,
    ) -> Result<Access, Error> {
        let over = self.is_over(challenge).await?;
        let complete = over && self.rank_some(challenge).await?;
        let (mut shows_games, mut own) = (over, None);
        if let Some(token) = token {
            let bearer = self.bearer(token).await?;
            shows_games |= runs(&bearer, challenge);
            own = match bearer {
                Bearer::Player(player, _) => self.own_result(challenge, player.id).await?,
                Bearer::Seat | Bearer::Operator => None,
            };
        }
        if shows_games || own.is_some() {
            Ok(Access { complete, shows_games, own })
        } else {
            Err(Error::Embargoed("error-board-embargoed"))
        }
    }

    /// What a player's first attempt has come to, if that stands.
    async fn own_result(&self, challenge: &Challenge, player: Uuid) -> Result<Option<RankedResult>, Error> {
        let attempts = self.store.attempts(challenge.id, player, self.now().await?).await?;
        let first = attempts.iter().find(|attempt| attempt.number == 1 && attempt.status.is_over());
        let Some(first) = first else { return Ok(None) };
        let results = if first.ranked {
            self.store.results_of_game(challenge.id, first.game).await?
        } else {
            let mut loaded = self.loaded_game(first.game).await?;
            self.results_of_first(challenge, &mut loaded).await?
        };
        let own = |result: &RankedResult| !challenge.setup.ranks_seats() || result.place.seat == first.seat;
        Ok(results.into_iter().find(own))
    }

    async fn position_of(&self, challenge: &Challenge, cursor: Cursor) -> Result<BoardPosition, Error> {
        let attempts = self.store.attempts(challenge.id, cursor.player, self.now().await?).await?;
        let first = attempts.iter().find(|attempt| attempt.number == 1).ok_or(Error::NoSuchPlayer)?;
        Ok(BoardPosition { score: cursor.score, game: first.game, seat: cursor.seat })
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

/// What a caller may see of a board.
pub(in crate::service) struct Access {
    pub(super) complete: bool,
    /// Whether its games are named: once the challenge is over, and to those who
    /// run it.
    shows_games: bool,
    pub(super) own: Option<RankedResult>,
}

/// A board as all see it who may.
pub(in crate::service) struct SharedBoard {
    pub(in crate::service) stats: Stats,
    /// Its first page, without the note.
    pub(in crate::service) leaderboard: Leaderboard,
    /// The note, for each reader's language.
    pub(in crate::service) note: Message,
}

struct Board<'a> {
    challenge: &'a Challenge,
    counts: &'a Counts,
    name: BoardName,
    shows_games: bool,
    complete: bool,
    /// Whether it will hardly change any more, so that a replica may be asked.
    is_final: bool,
}

impl Board<'_> {
    fn entry(&self, result: &RankedResult) -> Result<BoardEntry, Error> {
        let BoardPosition { score, game, .. } = result.place;
        let reached = Score::from_value(self.challenge.setup.ruleset(), score)
            .ok_or_else(|| StoreError::corrupt_result(game, format_args!("the score {score}")))?;
        #[expect(clippy::cast_precision_loss, reason = "a game takes less than 2^52 microseconds")]
        let seconds = result.micros as f64 / 1e6;
        Ok(BoardEntry {
            place: is_ranked(self.challenge).then(|| self.counts.rank(score)),
            team: self.players(result),
            score: reached,
            seconds,
            game_id: self.shows_games.then_some(game),
        })
    }

    fn void(&self, result: RankedResult) -> VoidEntry {
        VoidEntry {
            team: self.players(&result),
            game_id: self.shows_games.then_some(result.place.game),
            reason: result.void_reason.unwrap_or_default(),
        }
    }

    /// All players of the game, or the one whose seat is ranked.
    fn players(&self, result: &RankedResult) -> Vec<BoardPlayer> {
        let one = self.challenge.setup.ranks_seats().then_some(result.place.seat);
        let meant = |member: &&Member| one.is_none_or(|seat| seat == member.seat);
        let shown = |member: &Member| BoardPlayer {
            player_id: member.player,
            name: member.name.clone(),
            lookalike: false,
        };
        result.members.iter().filter(meant).map(shown).collect()
    }
}

/// Whether a person can appear on the board several times.
fn note(challenge: &Challenge) -> Message {
    Message::new(match (is_ranked(challenge), challenge.admission) {
        (false, _) => "board-note-public-seed",
        (true, Admission::Anyone) => "board-note-anyone",
        (true, Admission::Invited) => "board-note-invited",
    })
}

/// Where a page of a board ends. It contains a player, who is on the page,
/// and not the game: that is embargoed while the challenge runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Cursor {
    score: u32,
    player: Uuid,
    seat: Seat,
}

impl Cursor {
    /// After a result. Each has a member, and a member has one first attempt.
    fn new(result: &RankedResult) -> Self {
        let BoardPosition { score, seat, .. } = result.place;
        let player = result.members.first().map_or(Uuid::nil(), |member| member.player);
        Self { score, player, seat }
    }

    fn read(text: &str) -> Result<Self, Error> {
        let read = || {
            let mut parts = text.split('.');
            let score = parts.next()?.parse().ok()?;
            let player = parts.next()?.parse().ok()?;
            let seat = parts.next()?.parse::<u8>().ok().and_then(|seat| Seat::try_from(seat).ok())?;
            parts.next().is_none().then_some(Self { score, player, seat })
        };
        read().ok_or_else(|| Error::invalid("after", Message::new("invalid-cursor")))
    }
}

impl fmt::Display for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.score, self.player.simple(), self.seat)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_is_read_as_it_was_written() {
        let cursor = Cursor { score: 77, player: Uuid::max(), seat: Seat::default() };
        assert_eq!(Cursor::read(&cursor.to_string()).unwrap(), cursor);
        for text in ["", "1", "1.x.0", "1.00000000000000000000000000000000.4", "-1.0.0"] {
            assert!(Cursor::read(text).is_err(), "{text}");
        }
    }
}
