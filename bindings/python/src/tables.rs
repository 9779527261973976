//! Many games that are played at the same time.

use std::thread;

use numpy::{PyArray1, PyArray2, PyArrayMethods as _, PyReadonlyArray1};
use pyo3::prelude::*;
use regicide::encoding::{self, Reward, Table};
use regicide::engine::{self, Key, Seat, Seed, Stream};

use crate::setup::Setup;
use crate::table::{observation_size, read_reward};
use crate::threads;
use crate::values::{read_seed, value_error};

/// Fewer tables than these are played sooner than a thread starts.
const LEAST_ON_A_THREAD: usize = 128;

/// Tables that are dealt anew when their game is over. What they show is in
/// arrays, which the next step overwrites.
#[pyclass(module = "regicide.env")]
pub(crate) struct Tables {
    deals: Deals,
    slots: Vec<Slot>,
    threads: usize,
    #[pyo3(get)]
    observations: Py<PyArray2<u8>>,
    #[pyo3(get)]
    masks: Py<PyArray2<u8>>,
    #[pyo3(get)]
    to_act: Py<PyArray1<i8>>,
    #[pyo3(get)]
    rewards: Py<PyArray2<f32>>,
    #[pyo3(get)]
    terminated: Py<PyArray1<bool>>,
    #[pyo3(get)]
    truncated: Py<PyArray1<bool>>,
    #[pyo3(get)]
    won: Py<PyArray2<bool>>,
}

/// Which deals are played.
struct Deals {
    setup: engine::Setup,
    reward: Reward,
    seed: String,
    /// Played in turn, where there are any.
    named: Vec<Seed>,
    tables: usize,
}

/// A place for one game after the other.
struct Slot {
    number: usize,
    /// How many games were dealt here.
    dealt: usize,
    deal: Seed,
    table: Table,
    /// For random moves.
    chance: Stream,
}

impl Deals {
    fn seed(&self, table: usize, game: usize) -> Seed {
        match self.named.len() {
            0 => format!("{}-{table}-{game}", self.seed).parse().expect("the seed is short"),
            named => self.named[(table + game * self.tables) % named].clone(),
        }
    }

    fn table(&self, deal: &Seed) -> Table {
        Table::new(self.setup, self.reward, deal)
    }
}

impl Slot {
    fn new(deals: &Deals, number: usize, key: &Key) -> Self {
        let deal = deals.seed(number, 0);
        Self { number, dealt: 1, table: deals.table(&deal), deal, chance: key.stream(number as u64) }
    }

    fn deal_next(&mut self, deals: &Deals) {
        self.deal = deals.seed(self.number, self.dealt);
        self.table = deals.table(&self.deal);
        self.dealt += 1;
    }
}

#[pymethods]
impl Tables {
    #[new]
    #[pyo3(signature = (setup, count, *, seed = "tables", deals = Vec::new(), reward = "progress", threads = None))]
    fn new(
        py: Python<'_>,
        setup: &Setup,
        count: usize,
        seed: &str,
        deals: Vec<String>,
        reward: &str,
        threads: Option<usize>,
    ) -> PyResult<Self> {
        if count == 0 {
            return Err(value_error("there is no table"));
        }
        let commitment = read_seed(seed)?.commitment();
        if seed.len() > 32 {
            return Err(value_error("the seed of tables has 32 characters at most"));
        }
        let named = deals.iter().map(|deal| read_seed(deal)).collect::<PyResult<_>>()?;
        let deals = Deals {
            setup: setup.0,
            reward: read_reward(reward)?,
            seed: seed.to_owned(),
            named,
            tables: count,
        };
        let key = Key::labelled("regicide/tables/v1", &commitment.0);
        let slots = (0..count).map(|number| Slot::new(&deals, number, &key)).collect();
        let (kind, players) = (setup.0.kind(), usize::from(setup.0.players()));
        let mut tables = Self {
            deals,
            slots,
            threads: threads::count(threads),
            observations: PyArray2::zeros(py, [count, observation_size(kind)], false).unbind(),
            masks: PyArray2::zeros(py, [count, encoding::actions(kind)], false).unbind(),
            to_act: PyArray1::zeros(py, [count], false).unbind(),
            rewards: PyArray2::zeros(py, [count, players], false).unbind(),
            terminated: PyArray1::zeros(py, [count], false).unbind(),
            truncated: PyArray1::zeros(py, [count], false).unbind(),
            won: PyArray2::zeros(py, [count, players], false).unbind(),
        };
        tables.each(py, &vec![(); count], |_, slot, (), out| out.show(slot))?;
        Ok(tables)
    }

    fn __len__(&self) -> usize {
        self.slots.len()
    }

    #[getter]
    fn setup(&self) -> Setup {
        Setup(self.deals.setup)
    }

    /// The seed of the deal that is played at each table.
    fn seeds(&self) -> Vec<&str> {
        self.slots.iter().map(|slot| slot.deal.as_str()).collect()
    }

    /// Plays an action at every table; an illegal one is refused before any is
    /// played.
    fn step(&mut self, py: Python<'_>, actions: PyReadonlyArray1<'_, i64>) -> PyResult<()> {
        let actions = actions.as_slice()?.to_vec();
        if actions.len() != self.slots.len() {
            return Err(value_error(format!(
                "there are {} tables and {} actions",
                self.slots.len(),
                actions.len()
            )));
        }
        let masks = self.masks.bind(py).readonly();
        let width = encoding::actions(self.deals.setup.kind());
        for (table, (&action, mask)) in actions.iter().zip(masks.as_slice()?.chunks(width)).enumerate() {
            let place = usize::try_from(action).ok();
            if place.and_then(|place| mask.get(place)) != Some(&1) {
                return Err(value_error(format!("the action {action} is no legal move at table {table}")));
            }
        }
        drop(masks);
        self.each(py, &actions, |deals, slot, &action, out| {
            // The mask may have been written to by the caller.
            let Ok(step) = slot.table.play(usize::try_from(action).unwrap_or(usize::MAX)) else { return };
            out.rewards.copy_from_slice(&step.rewards[..out.rewards.len()]);
            (*out.terminated, *out.truncated) = (step.terminated, step.truncated);
            for (won, seat) in out.won.iter_mut().zip(Seat::all(deals.setup.players())) {
                *won = slot.table.result(seat).won;
            }
            if step.terminated || step.truncated {
                slot.deal_next(deals);
            }
            out.show(slot);
        })
    }

    /// A legal action for every table, by chance.
    fn random_actions<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let masks = self.masks.bind(py).readonly();
        let width = encoding::actions(self.deals.setup.kind());
        let mut actions = Vec::with_capacity(self.slots.len());
        for (slot, mask) in self.slots.iter_mut().zip(masks.as_slice()?.chunks(width)) {
            let legal: u32 = mask.iter().map(|&legal| u32::from(legal)).sum();
            let mut left = slot.chance.below(legal.max(1));
            let chosen = mask.iter().position(|&legal| {
                let is_it = legal == 1 && left == 0;
                left = left.wrapping_sub(u32::from(legal));
                is_it
            });
            actions.push(chosen.and_then(|action| i64::try_from(action).ok()).unwrap_or_default());
        }
        Ok(PyArray1::from_vec(py, actions))
    }
}

/// Where one table shows itself.
struct Out<'a> {
    observation: &'a mut [u8],
    mask: &'a mut [u8],
    to_act: &'a mut i8,
    rewards: &'a mut [f32],
    terminated: &'a mut bool,
    truncated: &'a mut bool,
    won: &'a mut [bool],
}

impl Out<'_> {
    fn show(&mut self, slot: &Slot) {
        slot.table.observe_to_act(self.observation, self.mask);
        let seat = slot.table.to_act().map(u8::from);
        *self.to_act = seat.and_then(|seat| i8::try_from(seat).ok()).unwrap_or(-1);
    }
}

impl Tables {
    /// Does something at every table, each with one of `inputs`.
    fn each<T: Sync>(
        &mut self,
        py: Python<'_>,
        inputs: &[T],
        work: impl Fn(&Deals, &mut Slot, &T, &mut Out<'_>) + Sync,
    ) -> PyResult<()> {
        let mut observations = self.observations.bind(py).readwrite();
        let mut masks = self.masks.bind(py).readwrite();
        let mut to_act = self.to_act.bind(py).readwrite();
        let mut rewards = self.rewards.bind(py).readwrite();
        let mut terminated = self.terminated.bind(py).readwrite();
        let mut truncated = self.truncated.bind(py).readwrite();
        let mut won = self.won.bind(py).readwrite();
        let setup = &self.deals.setup;
        let players = usize::from(setup.players());
        let outs = (observations.as_slice_mut()?.chunks_mut(observation_size(setup.kind())))
            .zip(masks.as_slice_mut()?.chunks_mut(encoding::actions(setup.kind())))
            .zip(to_act.as_slice_mut()?)
            .zip(rewards.as_slice_mut()?.chunks_mut(players))
            .zip(terminated.as_slice_mut()?)
            .zip(truncated.as_slice_mut()?)
            .zip(won.as_slice_mut()?.chunks_mut(players))
            .map(|((((((observation, mask), to_act), rewards), terminated), truncated), won)| Out {
                observation,
                mask,
                to_act,
                rewards,
                terminated,
                truncated,
                won,
            });
        let mut places: Vec<_> = self.slots.iter_mut().zip(inputs).zip(outs).collect();
        let deals = &self.deals;
        let on_a_thread = places.len().div_ceil(self.threads).max(LEAST_ON_A_THREAD);
        py.detach(|| {
            thread::scope(|scope| {
                for part in places.chunks_mut(on_a_thread) {
                    let work = &work;
                    let all = move || {
                        for ((slot, input), out) in part {
                            work(deals, slot, input, out);
                        }
                    };
                    scope.spawn(all);
                }
            });
        });
        Ok(())
    }
}
