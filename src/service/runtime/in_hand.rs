//! What waits or goes on at an instance: one task for each id, of a game or of a
//! webhook.

use std::collections::HashMap;

use tokio::task::{Id, JoinSet};
use uuid::Uuid;

/// How many ids an instance has in hand at the most. The next look finds the
/// others.
const MOST: usize = 10_000;

#[derive(Default)]
pub(in crate::service) struct InHand {
    /// Whether an id was taken again since its task has begun.
    ids: HashMap<Uuid, bool>,
    tasks: JoinSet<()>,
    /// The id of each task, which is known of a task that panicked, too.
    id_of: HashMap<Id, Uuid>,
}

#[derive(Debug, PartialEq, Eq)]
pub(in crate::service) struct Ended {
    pub(in crate::service) id: Uuid,
    pub(in crate::service) has_another: bool,
    /// What cut it off, if something did.
    pub(in crate::service) panic: Option<String>,
}

impl InHand {
    pub(in crate::service) fn has(&self, id: Uuid) -> bool {
        self.ids.contains_key(&id)
    }

    /// Begins the task of an id, or notes that it has another one.
    pub(in crate::service) fn take<T: Future<Output = ()> + Send + 'static>(
        &mut self,
        id: Uuid,
        task: impl FnOnce() -> T,
    ) {
        if let Some(has_another) = self.ids.get_mut(&id) {
            *has_another = true;
        } else if self.ids.len() < MOST {
            self.ids.insert(id, false);
            self.id_of.insert(self.tasks.spawn(task()).id(), id);
        }
    }

    /// Waits for the next task that ends; nothing if there is none.
    pub(in crate::service) async fn ended(&mut self) -> Option<Ended> {
        let (task, panic) = match self.tasks.join_next_with_id().await? {
            Ok((task, ())) => (task, None),
            Err(error) => (error.id(), Some(error.to_string())),
        };
        let id = self.id_of.remove(&task)?;
        let has_another = self.ids.remove(&id)?;
        Some(Ended { id, has_another, panic })
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
        assert_eq!((ended.id, ended.has_another), (failing, false));
        assert!(ended.panic.unwrap().contains("as it must"));
        assert!(in_hand.has(other) && !in_hand.has(failing));
        go.send(()).expect("the other turn goes on");
        let ended = in_hand.ended().await.unwrap();
        assert_eq!(ended, Ended { id: other, has_another: false, panic: None });
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
        assert_eq!(ended, Ended { id: game, has_another: true, panic: None });
        assert!(!in_hand.has(game));
    }
}
