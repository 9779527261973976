//! Proposals: to concede, or to take the last move back, by agreement of the people at
//! the table (R11.2).

use chrono::TimeDelta;
use regicide_engine::engine::{Concession, Game as _, Move, Seat, deserialize_some};
use regicide_engine::i18n::Language;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::Play;
use super::moves::Validated;
use crate::service::auth::idempotency::{IdempotencyKey, Reply, ReplyCipher, request_hash};
use crate::service::error::Error;
use crate::service::games::ends::standing;
use crate::service::games::loaded_game::{LoadedGame, Role};
use crate::service::games::view::{GameView, MadeMove};
use crate::service::runtime::token::Token;
use crate::service::runtime::work::blocking;
use regicide_store::{MoveKey, OpenProposal, Proposal, ProposalKind};

/// A proposal to be made, or to be accepted if it is open already.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(examples(json!({"type": "undo", "expected_seq": 3})))]
pub struct Propose {
    /// Its subject.
    #[serde(rename = "type")]
    pub kind: ProposalKind,
    /// The number of moves that the caller has seen. If others were made since, the
    /// request is refused with 409.
    #[serde(default, deserialize_with = "deserialize_some")]
    #[schema(minimum = 0, maximum = 7151)]
    pub expected_seq: Option<u32>,
}

/// The result of a proposal.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ProposalAnswer {
    /// All agree: the move is in the log.
    Made(MadeMove),
    /// Other seats have to accept it.
    Open(ProposedGame),
}

/// A game with an open proposal.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ProposedGame {
    /// The game, with its proposal.
    pub game: GameView,
}

enum Agreement {
    /// All agree, and this entry carries the proposal out.
    Complete(Box<Validated>),
    Open(Proposal),
}

impl Play {
    /// Makes a proposal, or accepts the open one with its subject. The key of a request
    /// that carries it out is in the log, as those of moves.
    pub async fn propose(
        &self,
        id: Uuid,
        token: Option<&Token>,
        request: &Propose,
        key: Option<&IdempotencyKey>,
        language: Language,
    ) -> Result<Reply, Error> {
        let hash = request_hash(&format!("propose {id}"), request);
        let move_key = key.map(|key| key.for_move(hash));
        let propose = async |cipher: &ReplyCipher<'_>| {
            let mut loaded = self.games.loaded_game(id).await?;
            let seat = self.games.seat_of(&loaded, token).await?;
            if let Some(seq) = loaded.earlier(move_key)? {
                let made = move || Ok::<_, Error>(loaded.at_move(seq)?.full(seat, language));
                let made = blocking(seq as usize, made).await?;
                return Ok(Reply { repeated: true, ..reply_in_log(id, made) });
            }
            match loaded.agree(seat, request, move_key)? {
                Agreement::Complete(validated) => {
                    let player_token = token.and_then(|token| loaded.player_token(seat, token));
                    let stored = self.append(loaded, validated, player_token).await?;
                    Ok(reply_in_log(id, stored.full(seat, language)))
                }
                Agreement::Open(proposal) => {
                    let version = loaded.game.version;
                    loaded.state_mut().game.proposal = Some(proposal.clone());
                    let game = loaded.view(Role::Seat(seat));
                    let reply = Reply::new(id, &ProposalAnswer::Open(ProposedGame { game }));
                    let answer = cipher.answer(&reply);
                    let games = &self.core.store.games;
                    games.set_proposal(id, version, Some(&proposal), answer.as_ref()).await?;
                    Ok(reply)
                }
            }
        };
        let reply = self.auth.once_retried(None, key, hash, propose).await?;
        if reply.repeated && !reply.in_log {
            self.games.seat_of(&self.games.loaded_game(id).await?, token).await?;
        }
        Ok(reply)
    }

    /// Closes the open proposal, if there is one: its proposer withdraws it, another player
    /// declines it.
    pub async fn close_proposal(&self, id: Uuid, token: Option<&Token>) -> Result<GameView, Error> {
        self.core
            .retry_stale(async || {
                let mut loaded = self.games.loaded_game(id).await?;
                let seat = self.games.seat_of(&loaded, token).await?;
                loaded.require_running()?;
                if loaded.proposal().is_some() {
                    let version = loaded.game.version;
                    self.core.store.games.set_proposal(id, version, None, None).await?;
                    loaded.state_mut().game.proposal = None;
                }
                Ok(loaded.view(Role::Seat(seat)))
            })
            .await
    }
}

/// The answer about a move whose key is in the log: it is computed again for a repeated request.
fn reply_in_log(id: Uuid, made: MadeMove) -> Reply {
    Reply { in_log: true, ..Reply::new(id, &ProposalAnswer::Made(made)) }
}

impl LoadedGame {
    fn proposal(&self) -> Option<OpenProposal> {
        self.game.open_proposal(self.status())
    }

    /// The seat whose move can be taken back, alone or by agreement (R11.2).
    pub(crate) fn undo_seat(&self) -> Option<Seat> {
        let seat = self.history().undo_seat().filter(|_| self.game.is_casual())?;
        (!self.is_of_bot(seat)).then_some(seat)
    }

    /// True if a bot made the last move, which was of this seat.
    fn is_of_bot(&self, seat: Seat) -> bool {
        if self.game.former_players.is_empty() {
            return self.bot_at(seat).is_some();
        }
        let log: Vec<_> = self.log().iter().map(|row| row.entry).collect();
        let made = standing(&log).last().map_or(0, |entry| entry.seq);
        self.game.bot_behind(seat, made).is_some()
    }

    /// True if a move requires the agreement of several people (R11).
    pub(super) fn requires_agreement(&self, mv: &Move) -> bool {
        let concedes_for_all =
            || *mv == Move::Concede && self.position().concession() == Concession::WhenAllAgree;
        self.game.people() > 1 && (*mv == Move::Undo || concedes_for_all())
    }

    /// True if a seat need not accept a concession: the one to act, whose time is over, and while
    /// it is away, all that have not answered for as long (R11.3).
    fn is_absent(&self, seat: Seat, proposal: &Proposal) -> bool {
        let to_act = self.position().to_act().filter(|to_act| !proposal.accepted.contains(to_act));
        let limit = self.game.turn_limit.map(|limit| TimeDelta::seconds(limit.into()));
        let is_old = || limit.is_some_and(|limit| proposal.at + limit <= self.now);
        proposal.kind == ProposalKind::Concede
            && self.is_turn_over()
            && to_act.is_some_and(|to_act| to_act == seat || is_old())
    }

    /// The open proposal, or a new one, with the agreement of a seat.
    fn agree(&self, seat: Seat, request: &Propose, key: Option<MoveKey>) -> Result<Agreement, Error> {
        self.require_running()?;
        self.require_seq(request.expected_seq)?;
        let mv = request.kind.entry();
        let (open, in_agreement) = (self.proposal().map(|open| open.proposal), self.requires_agreement(&mv));
        if in_agreement && open.as_ref().is_some_and(|open| open.kind != request.kind) {
            return Err(Error::ProposalOpen);
        }
        let open = open.filter(|_| in_agreement);
        let new =
            || Proposal { kind: request.kind, seat, seq: self.seq(), accepted: Vec::new(), at: self.now };
        let mut proposal = open.unwrap_or_else(new);
        if !proposal.accepted.contains(&seat) {
            proposal.accepted.push(seat);
        }
        let validated = self.validate(proposal.seat, mv, key)?;
        let mut waiting_for = proposal.waiting_for(&self.game.seats);
        waiting_for.retain(|seat| !self.is_absent(*seat, &proposal));
        let is_open = in_agreement && !waiting_for.is_empty();
        Ok(if is_open { Agreement::Open(proposal) } else { Agreement::Complete(Box::new(validated)) })
    }
}
