//! Many games that are played at the same time.

use std::thread;

use numpy::{
    AllowTypeChange, Element, PyArray1, PyArray2, PyArrayLike1, PyArrayMethods as _, ToPyArray as _,
};
use pyo3::prelude::*;
use regicide_engine::encoding::{self, Reward, Table};
use regicide_engine::engine::{self, GameKind, Key, Seat, Seed, Stream};

use crate::setup::Setup;
use crate::table::{observation_size, read_reward};
use crate::threads;
use crate::values::{read_seed, value_error};

/// Fewer tables than these are played sooner than a thread starts.
const LEAST_ON_A_THREAD: usize = 128;

/// The most tables at once.
const MOST_TABLES: usize = 1 << 20;

/// Tables that are dealt anew when their game is over.
#[pyclass(module = "regicide_engine.env")]
pub(crate) struct Tables {
    deals: Deals,
    slots: Vec<Slot>,
    threads: usize,
    shown: Shown,
}

/// Observations of all tables, a row for each. Python gets copies: these are written
/// to while its lock is released.
struct Shown {
    observations: Vec<u8>,
    masks: Vec<u8>,
    to_act: Vec<i8>,
    rewards: Vec<f32>,
    terminated: Vec<bool>,
    truncated: Vec<bool>,
    won: Vec<bool>,
}

impl Shown {
    /// The mask of each table.
    fn masks_of(&self, kind: GameKind) -> impl Iterator<Item = &[u8]> {
        self.masks.chunks(encoding::actions(kind))
    }
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
        if !(1..=MOST_TABLES).contains(&count) {
            return Err(value_error(format!("there are 1 to {MOST_TABLES} tables")));
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
        let shown = Shown {
            observations: vec![0; count * observation_size(kind)],
            masks: vec![0; count * encoding::actions(kind)],
            to_act: vec![0; count],
            rewards: vec![0.0; count * players],
            terminated: vec![false; count],
            truncated: vec![false; count],
            won: vec![false; count * players],
        };
        let mut tables = Self { deals, slots, threads: threads::count(threads), shown };
        py.detach(|| tables.each(&vec![(); count], |_, slot, (), out| out.show(slot)));
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
    fn step(&mut self, py: Python<'_>, actions: PyArrayLike1<'_, i64, AllowTypeChange>) -> PyResult<()> {
        let actions: Vec<i64> = actions.as_array().iter().copied().collect();
        if actions.len() != self.slots.len() {
            let (tables, actions) = (self.slots.len(), actions.len());
            return Err(value_error(format!("there are {tables} tables and {actions} actions")));
        }
        let mut chosen = Vec::with_capacity(actions.len());
        for (table, (action, mask)) in
            actions.into_iter().zip(self.shown.masks_of(self.deals.setup.kind())).enumerate()
        {
            let legal = usize::try_from(action).ok().filter(|&action| mask.get(action) == Some(&1));
            let illegal = || value_error(format!("the action {action} is no legal move at table {table}"));
            chosen.push(legal.ok_or_else(illegal)?);
        }
        py.detach(|| {
            self.each(&chosen, |deals, slot, &action, out| {
                let step = slot.table.play(action).expect("the mask has its legal actions");
                out.rewards.copy_from_slice(&step.rewards[..out.rewards.len()]);
                (*out.terminated, *out.truncated) = (step.terminated, step.truncated);
                for (won, seat) in out.won.iter_mut().zip(Seat::all(deals.setup.players())) {
                    *won = slot.table.result(seat).won;
                }
                if step.terminated || step.truncated {
                    slot.deal_next(deals);
                }
                out.show(slot);
            });
        });
        Ok(())
    }

    /// A legal action for every table, by chance.
    fn random_actions<'py>(&mut self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        let masks = self.shown.masks_of(self.deals.setup.kind());
        let chosen = self.slots.iter_mut().zip(masks).map(|(slot, mask)| {
            let legal: u32 = mask.iter().map(|&legal| u32::from(legal)).sum();
            let mut left = slot.chance.below(legal.max(1));
            let action = mask.iter().position(|&legal| {
                let is_it = legal == 1 && left == 0;
                left = left.wrapping_sub(u32::from(legal));
                is_it
            });
            action.and_then(|action| i64::try_from(action).ok()).unwrap_or_default()
        });
        PyArray1::from_vec(py, chosen.collect())
    }

    #[getter]
    fn observations<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u8>>> {
        self.rows(py, &self.shown.observations)
    }

    #[getter]
    fn masks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u8>>> {
        self.rows(py, &self.shown.masks)
    }

    #[getter]
    fn to_act<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i8>> {
        self.shown.to_act.to_pyarray(py)
    }

    #[getter]
    fn rewards<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f32>>> {
        self.rows(py, &self.shown.rewards)
    }

    #[getter]
    fn terminated<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        self.shown.terminated.to_pyarray(py)
    }

    #[getter]
    fn truncated<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        self.shown.truncated.to_pyarray(py)
    }

    #[getter]
    fn won<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<bool>>> {
        self.rows(py, &self.shown.won)
    }
}

/// The row into which one table writes its observation.
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
    /// An array with a row for each table.
    fn rows<'py, T: Element>(&self, py: Python<'py>, numbers: &[T]) -> PyResult<Bound<'py, PyArray2<T>>> {
        let tables = self.slots.len();
        numbers.to_pyarray(py).reshape([tables, numbers.len() / tables])
    }

    /// Does something at every table, each with one of `inputs`.
    fn each<T: Sync>(&mut self, inputs: &[T], work: impl Fn(&Deals, &mut Slot, &T, &mut Out<'_>) + Sync) {
        let setup = &self.deals.setup;
        let players = usize::from(setup.players());
        let shown = &mut self.shown;
        let outs = (shown.observations.chunks_mut(observation_size(setup.kind())))
            .zip(shown.masks.chunks_mut(encoding::actions(setup.kind())))
            .zip(&mut shown.to_act)
            .zip(shown.rewards.chunks_mut(players))
            .zip(&mut shown.terminated)
            .zip(&mut shown.truncated)
            .zip(shown.won.chunks_mut(players))
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
        thread::scope(|scope| {
            for part in places.chunks_mut(on_a_thread) {
                let work = &work;
                scope.spawn(move || {
                    for ((slot, input), out) in part {
                        work(deals, slot, input, out);
                    }
                });
            }
        });
    }
}
