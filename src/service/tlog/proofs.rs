//! Proofs that an entry is in the log (L4).

use std::cmp::Reverse;

use regicide_engine::tlog::ProofRequest;
use uuid::Uuid;

use super::Tlog;
use super::files::cosigned;
use crate::service::error::Error;
use crate::service::games::loaded_game::Role;
use crate::service::runtime::token::Token;
use crate::service::runtime::work::count_tiles;
use regicide_store::{SignedCheckpoint, TlogEntry};

/// The number of checkpoints with cosignatures of which a proof is made by the one with the most.
const CANDIDATES: u32 = 20;

/// A requested proof.
#[derive(Clone, Copy, Debug, Default)]
pub struct WantedProof {
    /// The size of another checkpoint, which the proof shows to be of the same log.
    pub since: Option<u64>,
}

impl Tlog {
    /// A proof that a game is in the log, for its seats and for callers with access to the game's
    /// record.
    pub async fn game_proof(
        &self,
        id: Uuid,
        token: Option<&Token>,
        wanted: WantedProof,
    ) -> Result<String, Error> {
        let loaded = self.games.past_game(id).await?;
        // A proof shows no card: the seats have it before their challenge ends.
        let is_own = loaded.is_over() && matches!(self.games.viewer(&loaded, token).await, Ok(Role::Seat(_)));
        if !is_own {
            self.games.require_past(&loaded, token).await?;
        }
        self.proof_of_game(id, wanted).await
    }

    /// A proof that a game is in the log, for a caller whose access was checked.
    pub(in crate::service) async fn proof_of_game(
        &self,
        id: Uuid,
        wanted: WantedProof,
    ) -> Result<String, Error> {
        self.proof(self.core.store.tlog.entry_of_game(id).await?, wanted).await
    }

    /// A proof that a challenge's commitment is in the log.
    pub async fn challenge_proof(&self, id: Uuid, wanted: WantedProof) -> Result<String, Error> {
        self.core.store.challenges.read(id).await?.ok_or(Error::NoSuchChallenge)?;
        self.proof(self.core.store.tlog.entry_of_challenge(id).await?, wanted).await
    }

    /// A proof by the first checkpoint that has the entry; by one of the next, if more
    /// witnesses have signed that (L4.1).
    async fn proof(&self, logged: Option<TlogEntry>, wanted: WantedProof) -> Result<String, Error> {
        let logged = logged.ok_or(Error::NotLogged)?;
        if let Some(since) = wanted.since
            && self.core.store.tlog.checkpoints(1).await?.first().is_none_or(|last| last.size < since)
        {
            return Err(Error::NotLogged);
        }
        let checkpoints = self.core.store.tlog.checkpoints_with(logged.position, CANDIDATES).await?;
        let (Some(first), Some(last)) = (checkpoints.first(), checkpoints.last()) else {
            return Err(Error::NotLogged);
        };
        let cosignatures = self.core.store.tlog.cosignatures(first.number, last.number).await?;
        let count = |signed: &SignedCheckpoint| {
            cosignatures.iter().filter(|cosignature| cosignature.checkpoint == signed.number).count()
        };
        let most = checkpoints.iter().max_by_key(|signed| (count(signed), Reverse(signed.at)));
        let checkpoint = most.unwrap_or(first);
        let request = ProofRequest { index: logged.position, size: checkpoint.size, since: wanted.since };
        let tiles = request.tiles();
        count_tiles(tiles.len());
        let tiles = self.core.store.tlog.tiles(&tiles).await?;
        let proof = request.prove(&tiles, logged.players, cosigned(checkpoint, &cosignatures));
        Ok(proof.expect("its tiles were read").to_string())
    }
}
