//! Turns of clients that share something: one has it at a time, and whoever
//! waits gets it after at most one turn of each other client, however much the
//! others have asked for.

use std::collections::VecDeque;
use std::sync::Arc;

use parking_lot::Mutex;
use tokio::sync::oneshot;

/// A queue of clients, each with its own queue of waiting work.
pub(crate) struct FairQueue<K>(Mutex<State<K>>);

struct State<K> {
    is_taken: bool,
    /// Clients with work that waits, the next one first.
    waiting: VecDeque<(K, VecDeque<oneshot::Sender<Turn<K>>>)>,
}

/// A client's turn. When it is dropped the next one begins.
pub(crate) struct Turn<K>(Arc<FairQueue<K>>);

impl<K> Default for FairQueue<K> {
    fn default() -> Self {
        Self(Mutex::new(State { is_taken: false, waiting: VecDeque::new() }))
    }
}

impl<K: PartialEq> FairQueue<K> {
    /// Waits for a turn of a client. Who stops waiting gives it up.
    pub(crate) async fn turn(this: &Arc<Self>, client: K) -> Turn<K> {
        let waiting = {
            let mut state = this.0.lock();
            if !state.is_taken {
                state.is_taken = true;
                return Turn(this.clone());
            }
            let (begin, waiting) = oneshot::channel();
            match state.waiting.iter_mut().find(|(other, _)| *other == client) {
                Some((_, of_client)) => of_client.push_back(begin),
                None => state.waiting.push_back((client, VecDeque::from([begin]))),
            }
            waiting
        };
        waiting.await.expect("each turn begins the next one")
    }
}

impl<K> FairQueue<K> {
    /// Begins the next turn. One that nobody waits for any more ends at once,
    /// and begins the one after it.
    fn go_on(this: &Arc<Self>) {
        let next = {
            let mut state = this.0.lock();
            if let Some((client, mut of_client)) = state.waiting.pop_front() {
                let next = of_client.pop_front();
                if !of_client.is_empty() {
                    state.waiting.push_back((client, of_client));
                }
                next
            } else {
                state.is_taken = false;
                None
            }
        };
        if let Some(begin) = next {
            drop(begin.send(Turn(this.clone())));
        }
    }
}

impl<K> Drop for Turn<K> {
    fn drop(&mut self) {
        FairQueue::go_on(&self.0);
    }
}

#[cfg(test)]
mod tests {
    use std::pin::Pin;

    use futures_util::FutureExt;

    use super::*;

    type Request = Pin<Box<dyn Future<Output = Turn<char>>>>;

    /// A queue, and the turn that a client has.
    fn taken() -> (Arc<FairQueue<char>>, Turn<char>) {
        let queue = Arc::<FairQueue<char>>::default();
        let first = FairQueue::turn(&queue, 'a').now_or_never().expect("nobody has the turn");
        (queue, first)
    }

    /// A piece of work of a client, in the queue.
    fn enter(queue: &Arc<FairQueue<char>>, client: char) -> (char, Request) {
        let queue = queue.clone();
        let mut waiting: Request = Box::pin(async move { FairQueue::turn(&queue, client).await });
        assert!(poll(&mut waiting).is_none(), "the turn is another's");
        (client, waiting)
    }

    fn poll(waiting: &mut Request) -> Option<Turn<char>> {
        waiting.now_or_never()
    }

    /// Ends turns until nobody waits, and says whose they were.
    fn order(first: Turn<char>, mut waiting: Vec<(char, Request)>) -> String {
        let (mut turn, mut order) = (Some(first), String::new());
        while let Some(ended) = turn.take() {
            drop(ended);
            for index in 0..waiting.len() {
                if let Some(begun) = poll(&mut waiting[index].1) {
                    order.push(waiting.remove(index).0);
                    turn = Some(begun);
                    break;
                }
            }
        }
        assert!(waiting.is_empty());
        order
    }

    #[test]
    fn a_stranger_waits_for_one_turn_of_each_other_client() {
        let (queue, first) = taken();
        let waiting = "aaaabbbc".chars().map(|client| enter(&queue, client)).collect();
        assert_eq!(order(first, waiting), "abcababa");
    }

    #[test]
    fn who_stops_waiting_holds_up_nobody() {
        let (queue, first) = taken();
        let gone: Vec<_> = "bbc".chars().map(|client| enter(&queue, client)).collect();
        let stays = enter(&queue, 'd');
        drop(gone);
        // It was begun, and nobody has looked.
        let begun = enter(&queue, 'e');
        assert_eq!(order(first, vec![stays, begun]), "de");
        assert!(!queue.0.lock().is_taken);
    }
}
