//! The turns that wait or go on at an instance: one task a game.

use std::collections::HashMap;

use tokio::task::{Id, JoinSet};
use uuid::Uuid;

/// How many games an instance has in hand at the most. The next look finds the
/// others.
const MAX_GAMES: usize = 10_000;

#[derive(Default)]
pub(super) struct InHand {
    /// Whether another turn of a game was announced since its task has begun.
    games: HashMap<Uuid, bool>,
    tasks: JoinSet<()>,
    /// The game of each task, which is known of a task that panicked, too.
    game_of: HashMap<Id, Uuid>,
}

#[derive(Debug, PartialEq, Eq)]
pub(super) struct Ended {
    pub(super) game: Uuid,
    pub(super) has_another: bool,
    /// What cut it off, if something did.
    pub(super) panic: Option<String>,
}

impl InHand {
    pub(super) fn has(&self, game: Uuid) -> bool {
        self.games.contains_key(&game)
    }

    /// Begins the turn of a game, or notes that it has another one.
    pub(super) fn take<T: Future<Output = ()> + Send + 'static>(
        &mut self,
        game: Uuid,
        turn: impl FnOnce() -> T,
    ) {
        if let Some(has_another) = self.games.get_mut(&game) {
            *has_another = true;
        } else if self.games.len() < MAX_GAMES {
            self.games.insert(game, false);
            self.game_of.insert(self.tasks.spawn(turn()).id(), game);
        }
    }

    /// Waits for the next task that ends; nothing if there is none.
    pub(super) async fn ended(&mut self) -> Option<Ended> {
        let (id, panic) = match self.tasks.join_next_with_id().await? {
            Ok((id, ())) => (id, None),
            Err(error) => (error.id(), Some(error.to_string())),
        };
        let game = self.game_of.remove(&id)?;
        let has_another = self.games.remove(&game)?;
        Some(Ended { game, has_another, panic })
    }
}

#[cfg(test)]
mod tests {
    use tokio::sync::oneshot;

    use super::*;

    #[tokio::test]
    async fn a_turn_that_panics_leaves_the_turns_of_other_games_alone() {
        let mut in_hand = InHand::default();
        let (failing, other) = (Uuid::from_u128(1), Uuid::from_u128(2));
        let (go, wait) = oneshot::channel();
        let (sender, receiver) = oneshot::channel();
        in_hand.take(other, || async {
            wait.await.unwrap();
            sender.send("moved").unwrap();
        });
        in_hand.take(failing, || async { panic!("as it must") });
        let ended = in_hand.ended().await.unwrap();
        assert_eq!((ended.game, ended.has_another), (failing, false));
        assert!(ended.panic.unwrap().contains("as it must"));
        assert!(in_hand.has(other) && !in_hand.has(failing));
        go.send(()).expect("the other turn goes on");
        let ended = in_hand.ended().await.unwrap();
        assert_eq!(ended, Ended { game: other, has_another: false, panic: None });
        assert_eq!(receiver.await, Ok("moved"));
        assert_eq!(in_hand.ended().await, None);
    }

    #[tokio::test]
    async fn a_game_has_one_turn_at_a_time_and_says_if_it_has_another() {
        let mut in_hand = InHand::default();
        let game = Uuid::from_u128(1);
        in_hand.take(game, || async {});
        in_hand.take(game, || async { panic!("it is not begun") });
        let ended = in_hand.ended().await.unwrap();
        assert_eq!(ended, Ended { game, has_another: true, panic: None });
        assert!(!in_hand.has(game));
    }
}
