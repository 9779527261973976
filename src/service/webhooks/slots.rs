//! Permits to send messages: round-robin among owners, and few for a receiver that
//! is slow.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, Utc};
use parking_lot::Mutex;
use tokio::sync::oneshot;
use url::{Position, Url};
use uuid::Uuid;

use super::budget::DeliveryBudget;
use regicide_store::WebhookForm;

/// The limits on concurrent messages of an instance: in all, to one receiver, and to
/// receivers that did not answer promptly the last time.
const SLOTS: usize = 32;
const PER_RECEIVER: usize = 4;
const UNPROVEN: usize = 16;

/// The time within which a receiver answers promptly.
const PROMPT: Duration = Duration::from_secs(1);

/// The number of prompt receivers that are remembered.
const REMEMBERED: usize = 10_000;

#[derive(Default)]
pub(super) struct DeliverySlots {
    pub(super) budget: DeliveryBudget,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// The number of messages in flight to each receiver, by host and port.
    receivers: HashMap<String, usize>,
    used: usize,
    unproven: usize,
    prompt: HashSet<String>,
    /// The deliveries that wait, by owner; the next owner is the first.
    waiting: VecDeque<(Uuid, VecDeque<Waiting>)>,
}

struct Waiting {
    receiver: String,
    slot: oneshot::Sender<Slot>,
}

/// A permit to send a message, until it is dropped.
pub(super) struct Slot {
    slots: Arc<DeliverySlots>,
    receiver: String,
    is_prompt: bool,
}

impl DeliverySlots {
    /// Waits for a permit.
    ///
    /// # Errors
    /// The number of seconds until there is a budget: a message without one does not
    /// wait here.
    pub(super) async fn take(
        self: &Arc<Self>,
        now: DateTime<Utc>,
        owner: Uuid,
        (form, url): (WebhookForm, &Url),
    ) -> Result<Slot, u64> {
        self.budget.check(now, owner, (form, url))?;
        let receiver = url[Position::BeforeHost..Position::BeforePath].to_owned();
        let (slot, granted) = oneshot::channel();
        self.state.lock().wait(owner, Waiting { receiver, slot });
        self.grant();
        Ok(granted.await.expect("a waiting delivery stays until it is granted"))
    }

    /// The number of deliveries that wait for a permit.
    pub(super) fn waiting(&self) -> usize {
        self.state.lock().waiting.iter().map(|(_, deliveries)| deliveries.len()).sum()
    }

    /// Grants all free permits. A permit whose task has just ended is dropped here,
    /// and so granted again: not while the state is locked.
    fn grant(self: &Arc<Self>) {
        loop {
            let Some((Waiting { receiver, slot }, is_prompt)) = self.state.lock().next() else { return };
            drop(slot.send(Slot { slots: self.clone(), receiver, is_prompt }));
        }
    }
}

impl State {
    fn wait(&mut self, owner: Uuid, delivery: Waiting) {
        match self.waiting.iter_mut().find(|(waiting, _)| *waiting == owner) {
            Some((_, deliveries)) => deliveries.push_back(delivery),
            None => self.waiting.push_back((owner, VecDeque::from([delivery]))),
        }
    }

    /// Takes the next delivery that may be sent, and true if its receiver is prompt.
    /// Its owner becomes the last one.
    fn next(&mut self) -> Option<(Waiting, bool)> {
        self.waiting.retain_mut(|(_, deliveries)| {
            deliveries.retain(|delivery| !delivery.slot.is_closed());
            !deliveries.is_empty()
        });
        let may_be_sent = |delivery: &Waiting| {
            self.receivers.get(&delivery.receiver).is_none_or(|used| *used < PER_RECEIVER)
                && (self.unproven < UNPROVEN || self.prompt.contains(&delivery.receiver))
        };
        let (place, of_owner) = self.waiting.iter().enumerate().find_map(|(place, (_, deliveries))| {
            let of_owner = deliveries.iter().position(may_be_sent).filter(|_| self.used < SLOTS)?;
            Some((place, of_owner))
        })?;
        let (owner, mut deliveries) = self.waiting.remove(place)?;
        let delivery = deliveries.remove(of_owner)?;
        if !deliveries.is_empty() {
            self.waiting.push_back((owner, deliveries));
        }
        let is_prompt = self.prompt.contains(&delivery.receiver);
        *self.receivers.entry(delivery.receiver.clone()).or_default() += 1;
        self.used += 1;
        self.unproven += usize::from(!is_prompt);
        Some((delivery, is_prompt))
    }
}

impl Slot {
    /// Remembers if the receiver has answered promptly.
    pub(super) fn answered(&self, after: Duration, is_received: bool) {
        let prompt = &mut self.slots.state.lock().prompt;
        if !is_received || after > PROMPT {
            prompt.remove(&self.receiver);
        } else if prompt.len() < REMEMBERED {
            prompt.insert(self.receiver.clone());
        }
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        let mut state = self.slots.state.lock();
        state.used -= 1;
        state.unproven -= usize::from(!self.is_prompt);
        if let Some(used) = state.receivers.get_mut(&self.receiver) {
            *used -= 1;
            if *used == 0 {
                state.receivers.remove(&self.receiver);
            }
        }
        drop(state);
        self.slots.grant();
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::*;

    fn take(
        slots: &Arc<DeliverySlots>,
        owner: u128,
        receiver: &str,
    ) -> impl Future<Output = Slot> + Unpin + use<> {
        let (slots, url) = (slots.clone(), Url::parse(&format!("https://{receiver}/")).unwrap());
        let owner = Uuid::from_u128(owner);
        let mut slot = Box::pin(async move {
            slots.take(DateTime::UNIX_EPOCH, owner, (WebhookForm::Standard, &url)).await.expect("a budget")
        });
        // It waits from now on, unless there is a free permit.
        let granted = (&mut slot).now_or_never();
        Box::pin(async move {
            match granted {
                Some(granted) => granted,
                None => slot.await,
            }
        })
    }

    #[test]
    fn a_slow_receiver_has_few_slots_and_others_are_served() {
        let slots = Arc::<DeliverySlots>::default();
        let mut slow: Vec<_> = (0..400).map(|owner| take(&slots, owner, "slow")).collect();
        let mut granted: Vec<Slot> = slow.iter_mut().filter_map(FutureExt::now_or_never).collect();
        assert_eq!((granted.len(), slots.waiting()), (PER_RECEIVER, 400 - PER_RECEIVER));
        assert!(take(&slots, 1, "other").now_or_never().is_some());
        drop(granted.pop());
        assert!((&mut slow[PER_RECEIVER]).now_or_never().is_some(), "the next one");
    }

    #[test]
    fn many_unproven_receivers_leave_slots_to_prompt_ones() {
        let slots = Arc::<DeliverySlots>::default();
        take(&slots, 1, "prompt").now_or_never().unwrap().answered(PROMPT, true);
        let mut slow: Vec<_> = (0..400).map(|n| take(&slots, n, &format!("{n}.slow"))).collect();
        let granted: Vec<Slot> = slow.iter_mut().filter_map(FutureExt::now_or_never).collect();
        assert_eq!(granted.len(), UNPROVEN);
        let prompt = take(&slots, 1000, "prompt").now_or_never().unwrap();
        prompt.answered(PROMPT * 2, true);
        drop(prompt);
        assert!(take(&slots, 1000, "prompt").now_or_never().is_none(), "it is slow now");
    }

    #[test]
    fn owners_take_turns_and_what_no_longer_waits_is_passed_over() {
        let slots = Arc::<DeliverySlots>::default();
        let mut granted: Vec<Slot> = (0..4).map(|_| take(&slots, 1, "a").now_or_never().unwrap()).collect();
        let mut many: Vec<_> = (0..3).map(|_| take(&slots, 2, "a")).collect();
        let mut other = take(&slots, 3, "a");
        drop(many.remove(0));
        granted.pop();
        let _first = (&mut many[0]).now_or_never().expect("the first one waits no longer");
        granted.pop();
        let _second = (&mut other).now_or_never().expect("another owner is next");
        assert!((&mut many[1]).now_or_never().is_none());
        granted.clear();
        assert!((&mut many[1]).now_or_never().is_some());
        assert_eq!(slots.waiting(), 0);
    }

    #[tokio::test]
    async fn a_delivery_that_panics_gives_its_slot_back() {
        let slots = Arc::<DeliverySlots>::default();
        let panics = (0..PER_RECEIVER).map(|_| {
            let slot = take(&slots, 1, "a:443").now_or_never().expect("it is free");
            tokio::spawn(async move {
                let _slot = slot;
                panic!("as it must")
            })
        });
        let panics: Vec<_> = panics.collect();
        let next = take(&slots, 9, "a:443");
        for each in panics {
            assert!(each.await.is_err_and(|error: tokio::task::JoinError| error.is_panic()));
        }
        drop(next.now_or_never().expect("a slot came back"));
        let state = slots.state.lock();
        assert_eq!((state.used, state.unproven, state.receivers.len()), (0, 0, 0));
    }

    #[test]
    fn what_has_no_budget_does_not_wait_for_a_permit() {
        let slots = Arc::<DeliverySlots>::default();
        let _granted: Vec<_> = (0..4).map(|_| take(&slots, 1, "a").now_or_never().unwrap()).collect();
        let (owner, url) = (Uuid::from_u128(2), Url::parse("https://a/").unwrap());
        let to = (WebhookForm::Standard, &url);
        while slots.budget.take(DateTime::UNIX_EPOCH, owner, to).is_ok() {}
        let refused = slots.take(DateTime::UNIX_EPOCH, owner, to).now_or_never();
        assert_eq!(refused.map(Result::err), Some(Some(60)));
        assert_eq!(slots.waiting(), 0);
    }
}
