//! Leaderboards.

use std::fmt;
use std::sync::Arc;

use regicide_engine::engine::{Message, Score, Seat};
use regicide_engine::i18n::Language;
use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::Challenges;
use super::attempts::read_score;
use super::stats::{Counts, Stats};
use super::{ChallengeInfo, is_ranked};
use crate::service::error::Error;
use crate::service::games::list::{PAGE, page, page_limit};
use crate::service::runtime::shared_reads::SharedReads;
use crate::service::runtime::token::Token;
use crate::service::runtime::work::count_lines;
use regicide_store::{
    Admission, BoardPosition, BoardReader, Challenge, ChallengeStatus, FirstAttempt, Member, NEIGHBOURS,
    OwnResult, RankedResult,
};

/// The limit on results in the lists of those that were taken off.
const REMOVED: u32 = 100;

/// A board: results of people or of bots.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum BoardName {
    /// Results of people.
    #[default]
    People,
    /// Results of games in which a bot played.
    Bots,
}

impl BoardName {
    pub(super) const fn is_of_bots(self) -> bool {
        matches!(self, Self::Bots)
    }
}

/// A page of a board.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct BoardQuery {
    /// The board.
    #[serde(default)]
    pub board: BoardName,
    /// The `next` of the previous page.
    #[param(pattern = "^[0-9]{1,9}\\.[0-9a-f]{32}\\.[0-3]$")]
    pub after: Option<String>,
    /// The maximum number of results, 100 by default.
    #[param(minimum = 1, maximum = 100)]
    pub limit: Option<u32>,
}

/// A page of a challenge's results, best first.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Leaderboard {
    /// The challenge.
    pub challenge: ChallengeInfo,
    /// The board.
    pub board: BoardName,
    /// A note on whether one person can appear on the board several times, in the
    /// requested language.
    #[schema(examples(
        "Players are anonymous: nothing keeps a person from having two identities, and so two ranked attempts."
    ))]
    pub note: String,
    /// True if the board is final: the challenge is over, and all attempts are
    /// ranked.
    pub complete: bool,
    /// The number of results on the board.
    pub results: u64,
    /// The results of this page.
    #[schema(value_type = Vec<BoardEntry>)]
    pub items: Box<RawValue>,
    /// To be sent as `after` for the next page; `null` on the last.
    pub next: Option<String>,
    /// Results that do not count, with the reasons: at most 100.
    #[schema(value_type = Vec<VoidEntry>)]
    pub void: Box<RawValue>,
    /// Results that did not count and were restored, with the reasons: at most 100.
    #[schema(value_type = Vec<VoidEntry>)]
    pub restored: Box<RawValue>,
    // The last field: all readers of a page share the text before it.
    /// The caller's own result, with a player's token.
    pub own: Option<OwnRank>,
}

/// A result on a board.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct BoardEntry {
    /// 1 for the best; equal results share a place. `null` where results are listed
    /// without being ranked.
    #[schema(minimum = 1)]
    pub place: Option<u64>,
    /// The players who reached it.
    pub team: Vec<BoardPlayer>,
    /// The score.
    pub score: Score,
    /// Seconds from the game's creation to its last move, with the time that a
    /// team waited for its players: shown, never ranked.
    pub seconds: f64,
    /// The game, once the challenge is over; for its organiser and operators
    /// from the start.
    pub game_id: Option<Uuid>,
}

/// A player on a board.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct BoardPlayer {
    /// The player.
    pub player_id: Uuid,
    /// The display name, unless the player is deleted or it is hidden.
    pub name: Option<String>,
    /// True if the name looks like that of another player on the whole board (UTS
    /// 39), or of more than a hundred players: distinguish them by their ids.
    pub lookalike: bool,
}

/// A caller's own result.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct OwnRank {
    /// The result.
    #[serde(flatten)]
    pub entry: BoardEntry,
    /// The percentage of the other results that this one beats, rounded down; 100 if
    /// there are none.
    #[schema(minimum = 0, maximum = 100)]
    pub percentile: Option<u64>,
    /// The results around it, best first, including itself; empty if all of them are
    /// among the `items` of this page.
    pub neighbours: Vec<BoardEntry>,
}

/// A result that was taken off a board.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct VoidEntry {
    /// The players who reached it.
    pub team: Vec<BoardPlayer>,
    /// The game, once the challenge is over; for its organiser and operators
    /// from the start.
    pub game_id: Option<Uuid>,
    /// The reason why it does not count, or did not before it was restored.
    #[schema(examples("Two accounts."))]
    pub reason: String,
    /// True if the organiser took it off, who can restore it; false if an operator did.
    pub by_organiser: bool,
}

/// A page of a board as it is shared by its readers: without the caller's own place,
/// and without the note, which is in the reader's language.
pub struct BoardPage {
    pub(in crate::service) stats: Stats,
    pub(crate) leaderboard: Leaderboard,
    note: Message,
    board: Board,
    /// The results of the page, with their entries: of readers who have one of them the
    /// own rank is known.
    entries: Vec<(BoardPosition, BoardEntry)>,
}

/// The key of a page: board and place, and whether it is for those who run the
/// challenge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PageKey {
    pub(in crate::service) challenge: Uuid,
    pub(in crate::service) board: BoardName,
    after: Option<Cursor>,
    limit: u32,
    is_runner: bool,
}

pub(in crate::service) type BoardPages = SharedReads<PageKey, Result<Arc<BoardPage>, Error>>;

/// A request for a page of a board, by a reader who is known.
pub struct BoardRequest {
    pub key: PageKey,
    own: Option<OwnResult>,
}

/// A reader who may see a page of a board.
pub struct PermittedReader {
    own: Option<OwnRank>,
}

impl PermittedReader {
    /// The own rank.
    #[must_use]
    pub const fn own(&self) -> Option<&OwnRank> {
        self.own.as_ref()
    }
}

/// The reader of a board.
struct Reader {
    /// True for the challenge's organiser and operators.
    is_runner: bool,
    own: Option<OwnResult>,
}

impl PageKey {
    /// The first page for readers without special access.
    pub(in crate::service) const fn first(challenge: Uuid, board: BoardName) -> Self {
        Self { challenge, board, after: None, limit: PAGE, is_runner: false }
    }
}

impl Challenges {
    /// Reads who requests a page of a challenge's board. Whether the caller may see it is
    /// known with the page: [`Self::permitted`].
    pub async fn board_request(
        &self,
        id: Uuid,
        token: Option<&Token>,
        query: &BoardQuery,
    ) -> Result<BoardRequest, Error> {
        let limit = page_limit(query.limit)?;
        let after = query.after.as_deref().map(Cursor::read).transpose()?;
        let Reader { is_runner, own } = self.board_reader(id, token).await?;
        let key = PageKey { challenge: id, board: query.board, after, limit, is_runner };
        Ok(BoardRequest { key, own })
    }

    /// A page of a board, as a coalesced read.
    pub async fn shared_board_page(&self, key: PageKey) -> Result<Arc<BoardPage>, Error> {
        self.board_pages.read(key, Box::pin(self.board_page(key))).await
    }

    /// The caller who requested a page of a board and may see it.
    ///
    /// # Errors
    /// [`Error::Embargoed`] if the caller may not see it.
    pub async fn permitted(
        &self,
        request: &BoardRequest,
        page: &BoardPage,
    ) -> Result<PermittedReader, Error> {
        if !page.board.shows_games && request.own.is_none() {
            return Err(embargoed());
        }
        let is_on_board = |own: &&OwnResult| own.bots == request.key.board.is_of_bots() && !own.is_void;
        let Some(own) = request.own.as_ref().filter(is_on_board) else {
            return Ok(PermittedReader { own: None });
        };
        let found = match page.with_neighbours(request.key, own.place) {
            Some(entry) => Some((entry.clone(), Vec::new())),
            None => self.entry_and_neighbours(&page.board, own).await?,
        };
        let Board { challenge, counts, .. } = &page.board;
        let percentile = is_ranked(challenge).then(|| counts.percentile(own.place.score));
        let own = found.map(|(entry, neighbours)| OwnRank { entry, percentile, neighbours });
        Ok(PermittedReader { own })
    }

    async fn board_page(&self, key: PageKey) -> Result<Arc<BoardPage>, Error> {
        let PageKey { challenge: id, board: name, after, limit, is_runner } = key;
        let challenge = self.stored(id).await?;
        let is_over = self.is_over(&challenge).await?;
        let complete = is_over && self.rank_for_read(&challenge).await?;
        let from = match after {
            Some(cursor) => Some(self.position_of(&challenge, cursor).await?),
            None => None,
        };
        let bots = name.is_of_bots();
        let counts = self.score_counts(id, name).await?;
        let board = Board { challenge, counts, name, shows_games: is_over || is_runner };
        // The board hardly changes any more: a replica may be read.
        let found = if complete && !is_runner {
            self.core.store.boards.read_final(id, bots, from, limit + 1, &board.counts.0).await?
        } else {
            self.core.store.boards.read(id, bots, from, limit + 1).await?
        };
        let (results, next) = page(found, limit, |last| Cursor::new(last).to_string());
        let removed = self.core.store.boards.removed_results(id, bots, REMOVED).await?;
        let mut entries = board.entries(&results)?;
        let (mut void, mut restored) = board.removed(removed);
        let teams = entries.iter_mut().map(|entry| &mut entry.team);
        let teams = teams.chain(void.iter_mut().chain(&mut restored).map(|entry| &mut entry.team));
        self.mark_lookalikes(&board, teams).await?;
        let leaderboard = Leaderboard {
            challenge: ChallengeInfo::new(&board.challenge, self.core.now().await?),
            board: name,
            note: String::new(),
            complete,
            results: board.counts.all(),
            items: to_raw(&entries),
            next,
            void: to_raw(&void),
            restored: to_raw(&restored),
            own: None,
        };
        count_lines(results.len());
        let stats = Stats::new(&board.challenge, name, complete, &board.counts);
        let note = note(&board.challenge);
        let entries = results.iter().map(|result| result.place).zip(entries).collect();
        Ok(Arc::new(BoardPage { stats, leaderboard, note, board, entries }))
    }

    async fn is_over(&self, challenge: &Challenge) -> Result<bool, Error> {
        Ok(challenge.status(self.core.now().await?) == ChallengeStatus::Over)
    }

    /// Checks that a caller may see a challenge's board, and returns true if that is
    /// complete.
    pub(in crate::service) async fn check_board_access(
        &self,
        challenge: &Challenge,
        token: Option<&Token>,
    ) -> Result<bool, Error> {
        let Reader { is_runner, own } = self.board_reader(challenge.id, token).await?;
        let is_over = self.is_over(challenge).await?;
        if !is_over && !is_runner && own.is_none() {
            return Err(embargoed());
        }
        Ok(is_over && self.rank_for_read(challenge).await?)
    }

    /// While a challenge runs its board is shown to its organiser, operators, and
    /// players whose own result is final, so that no player who can still play sees
    /// it.
    async fn board_reader(&self, challenge: Uuid, token: Option<&Token>) -> Result<Reader, Error> {
        let nobody = Reader { is_runner: false, own: None };
        let Some(token) = token else { return Ok(nobody) };
        if self.auth.is_operator(token) {
            return Ok(Reader { is_runner: true, own: None });
        }
        let look_up = || self.core.store.boards.reader(token.hash(), challenge);
        let mut reader = look_up().await?;
        if let Some(BoardReader { player, first_attempt: FirstAttempt::Unranked, .. }) = reader
            && self.rank_own(challenge, player).await?
        {
            reader = look_up().await?;
        }
        let Some(BoardReader { organises, first_attempt, .. }) = reader else {
            return if token.game().is_some() { Ok(nobody) } else { Err(Error::TokenUnknown) };
        };
        let own = match first_attempt {
            FirstAttempt::Missing | FirstAttempt::Unranked => None,
            FirstAttempt::Ranked(own) => own,
        };
        Ok(Reader { is_runner: organises, own })
    }

    /// Ranks a player's first attempt, if it is over and not ranked; returns true if
    /// it is ranked then.
    async fn rank_own(&self, challenge: Uuid, player: Uuid) -> Result<bool, Error> {
        let challenge = self.stored(challenge).await?;
        let attempts =
            self.core.store.attempts.of_player(challenge.id, player, self.core.now().await?).await?;
        let first = attempts.iter().find(|attempt| attempt.number == 1 && attempt.status.is_over());
        let Some(first) = first else { return Ok(false) };
        let mut loaded = self.games.loaded_game(first.game).await?;
        Ok(!self.results_of_first(&challenge, &mut loaded).await?.is_empty())
    }

    async fn position_of(&self, challenge: &Challenge, cursor: Cursor) -> Result<BoardPosition, Error> {
        let attempts =
            self.core.store.attempts.of_player(challenge.id, cursor.player, self.core.now().await?).await?;
        let first = attempts.iter().find(|attempt| attempt.number == 1).ok_or(Error::NoSuchPlayer)?;
        Ok(BoardPosition { score: cursor.score, game: first.game, seat: cursor.seat })
    }

    /// The entry of a result with those around it, unless it was taken off the board
    /// meanwhile.
    async fn entry_and_neighbours(
        &self,
        board: &Board,
        own: &OwnResult,
    ) -> Result<Option<(BoardEntry, Vec<BoardEntry>)>, Error> {
        let around = self.core.store.boards.around(board.challenge.id, own.bots, own.place).await?;
        let mut neighbours = board.entries(&around)?;
        self.mark_lookalikes(board, neighbours.iter_mut().map(|entry| &mut entry.team)).await?;
        let at = around.iter().position(|result| result.place == own.place);
        Ok(at.map(|at| (neighbours[at].clone(), neighbours)))
    }

    /// Of the names that look like any other, leaves those marked that look like
    /// another name on the board.
    async fn mark_lookalikes<'a>(
        &self,
        board: &Board,
        teams: impl Iterator<Item = &'a mut Vec<BoardPlayer>>,
    ) -> Result<(), Error> {
        let mut marked: Vec<_> = teams.flatten().filter(|player| player.lookalike).collect();
        if marked.is_empty() {
            return Ok(());
        }
        let players = marked.iter().map(|player| player.player_id).collect();
        let (id, bots) = (board.challenge.id, board.name.is_of_bots());
        let alike = self.core.store.players.lookalikes_on_board(id, bots, &players).await?;
        for player in &mut marked {
            player.lookalike = alike.contains(&player.player_id);
        }
        Ok(())
    }
}

fn embargoed() -> Error {
    Error::Embargoed("error-board-embargoed")
}

fn to_raw(entries: &impl Serialize) -> Box<RawValue> {
    to_raw_value(entries).expect("answers are plain data")
}

impl BoardPage {
    /// The entry of the result at a position, if all its neighbours are on this page.
    fn with_neighbours(&self, key: PageKey, place: BoardPosition) -> Option<&BoardEntry> {
        let at = self.entries.iter().position(|(other, _)| *other == place)?;
        let (reach, begins, ends) =
            (NEIGHBOURS as usize, key.after.is_none(), self.leaderboard.next.is_none());
        let are_here = (begins || at >= reach) && (ends || at + reach < self.entries.len());
        are_here.then_some(&self.entries[at].1)
    }

    /// The page, without an own rank, with the note in a language.
    #[must_use]
    pub fn leaderboard(&self, language: Language) -> Leaderboard {
        Leaderboard { note: language.text(&self.note), ..self.leaderboard.clone() }
    }
}

/// The data that a board's results are rendered with.
struct Board {
    challenge: Challenge,
    counts: Counts,
    name: BoardName,
    /// True if its games are named: once the challenge is over, and to those who run
    /// it.
    shows_games: bool,
}

impl Board {
    fn entries(&self, results: &[RankedResult]) -> Result<Vec<BoardEntry>, Error> {
        results.iter().map(|result| self.entry(result)).collect()
    }

    fn entry(&self, result: &RankedResult) -> Result<BoardEntry, Error> {
        let BoardPosition { score, game, .. } = result.place;
        #[expect(clippy::cast_precision_loss, reason = "a game takes less than 2^52 microseconds")]
        let seconds = result.micros as f64 / 1e6;
        Ok(BoardEntry {
            place: is_ranked(&self.challenge).then(|| self.counts.rank(score)),
            team: self.players(result),
            score: read_score(&self.challenge, game, score)?,
            seconds,
            game_id: self.shows_games.then_some(game),
        })
    }

    /// The results that do not count, and those that were restored.
    fn removed(&self, results: Vec<RankedResult>) -> (Vec<VoidEntry>, Vec<VoidEntry>) {
        let (void, restored) = results.into_iter().partition::<Vec<_>, _>(|it| it.void_reason.is_some());
        let organiser = organiser_as_actor(self.challenge.id);
        let entry = |result: RankedResult| VoidEntry {
            team: self.players(&result),
            game_id: self.shows_games.then_some(result.place.game),
            by_organiser: result.void_actor.as_ref() == Some(&organiser),
            reason: result.void_reason.or(result.restored_reason).unwrap_or_default(),
        };
        (void.into_iter().map(entry).collect(), restored.into_iter().map(entry).collect())
    }

    /// All players of the game, or the one whose seat is ranked.
    fn players(&self, result: &RankedResult) -> Vec<BoardPlayer> {
        let one = self.challenge.setup.ranks_seats().then_some(result.place.seat);
        let meant = |member: &&Member| one.is_none_or(|seat| seat == member.seat);
        let shown = |member: &Member| BoardPlayer {
            player_id: member.player,
            name: member.name.clone(),
            lookalike: member.has_lookalike,
        };
        result.members.iter().filter(meant).map(shown).collect()
    }
}

/// The organiser of a challenge in the log of actions.
pub(in crate::service) fn organiser_as_actor(challenge: Uuid) -> String {
    format!("challenge {challenge}")
}

/// The note on whether one person can appear on the board several times.
fn note(challenge: &Challenge) -> Message {
    Message::new(match (is_ranked(challenge), challenge.admission) {
        (false, _) => "board-note-public-seed",
        (true, Admission::Anyone) => "board-note-anyone",
        (true, Admission::Invited) => "board-note-invited",
    })
}

/// The end of a page of a board. It contains a player, who is on the page, and not
/// the game: that is embargoed while the challenge runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Cursor {
    score: u32,
    player: Uuid,
    seat: Seat,
}

impl Cursor {
    /// The cursor after a result. Each result has a member, and a member has one
    /// first attempt.
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
