//! Many games that are played at the same time.

use std::thread;

use numpy::{Element, PyArray1, PyArray2, PyArrayMethods as _, PyReadonlyArray1, ToPyArray as _};
use pyo3::prelude::*;
use regicide_engine::encoding::{self, Actions, IllegalAction, Reward, Table};
use regicide_engine::engine::{self, GameKind, Key, Seat, Seed, Stream, Viewer};

use crate::history::{History, MOVE_SIZE, read_length};
use crate::setup::Setup;
use crate::table::{observation_size, read_reward};
use crate::threads;
use crate::values::{Texts, Whole, read_seed, type_error, value_error};

/// Fewer tables than these are played sooner than a thread starts.
const LEAST_ON_A_THREAD: usize = 128;

/// The most tables at once.
const MOST_TABLES: usize = 1 << 20;

/// The most numbers in the observations of all tables.
const MOST_NUMBERS: usize = 1 << 32;

/// Thousands of games at once, dealt anew when they are over.
///
/// Each array has a row for each table, and is the caller's own: take it once for each step. The rewards,
/// `terminated`, `truncated` and `won` are those of the last step; observations, masks and `to_act` are those of
/// the next move, which is the first of another deal where a game has ended.
///
/// Game number `g` at table `t` is the deal `{seed}-{t}-{g}`, or the deals that are named in turn.
#[pyclass(skip_from_py_object, module = "regicide_engine.env")]
#[derive(Clone)]
pub(crate) struct Tables {
    deals: Deals,
    slots: Vec<Slot>,
    threads: usize,
    shown: Shown,
}

/// Observations of all tables, a row for each. Python gets copies: these are written
/// to while its lock is released.
#[derive(Clone)]
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

/// The deals to play.
#[derive(Clone)]
struct Deals {
    setup: engine::Setup,
    reward: Reward,
    seed: String,
    /// Played in turn, where there are any.
    named: Vec<Seed>,
    tables: usize,
    /// The number of moves that follow an observation.
    history: usize,
}

/// A place for one game after the other.
#[derive(Clone)]
struct Slot {
    number: usize,
    /// How many games were dealt here.
    dealt: usize,
    deal: Seed,
    /// All that were played since the deal.
    actions: Vec<usize>,
    /// The moves since the deal, if moves follow an observation.
    history: History,
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

    /// The length of an observation with its moves.
    fn observation_size(&self) -> usize {
        observation_size(self.setup.kind()) + self.history * MOVE_SIZE
    }
}

impl Slot {
    fn new(deals: &Deals, number: usize, key: &Key) -> Self {
        let deal = deals.seed(number, 0);
        Self {
            number,
            dealt: 1,
            actions: Vec::new(),
            history: History::default(),
            table: deals.table(&deal),
            deal,
            chance: key.stream(number as u64),
        }
    }

    fn deal_next(&mut self, deals: &Deals) {
        self.deal = deals.seed(self.number, self.dealt);
        self.table = deals.table(&self.deal);
        self.actions.clear();
        self.history = History::default();
        self.dealt += 1;
    }

    fn play(&mut self, deals: &Deals, action: usize) -> Result<encoding::Step, IllegalAction> {
        if deals.history > 0
            && let Some(seat) = self.table.to_act()
        {
            let view = self.table.position().view(Viewer::Seat(seat));
            if let Some(mv) = Actions::new(&deals.setup, &view, seat).to_move(action) {
                self.history = self.history.and(seat, mv);
            }
        }
        let step = self.table.play(action)?;
        self.actions.push(action);
        Ok(step)
    }
}

/// The state of a table: games dealt, actions since the deal, random words drawn.
type SlotState = (usize, Vec<usize>, u128);

/// The state from which tables are restored.
type State =
    (Setup, String, Vec<String>, String, usize, Vec<SlotState>, Vec<f32>, Vec<(bool, bool)>, Vec<bool>);

/// Whole numbers in an array or a list. `numpy` would cut the fractions of others.
fn read_actions(actions: &Bound<'_, PyAny>) -> PyResult<Vec<i64>> {
    let array = actions.py().import("numpy")?.call_method1("asarray", (actions,))?;
    let kind: String = array.getattr("dtype")?.getattr("kind")?.extract()?;
    if !["i", "u"].contains(&kind.as_str()) {
        let found = array.getattr("dtype")?;
        return Err(type_error(format!(
            "expected an action, which is a whole number, for each table, got {found}"
        )));
    }
    if array.getattr("ndim")?.extract::<usize>()? != 1 {
        return Err(value_error("expected a list of actions, one for each table"));
    }
    Ok(array.call_method1("astype", ("int64",))?.extract::<PyReadonlyArray1<'_, i64>>()?.as_array().to_vec())
}

#[pymethods]
impl Tables {
    #[new]
    #[pyo3(
        signature = (
            setup, count, *, seed = "tables", deals = Texts::default(), reward = "progress", history = Whole(0),
            threads = None
        ),
        text_signature = "(setup, count, *, seed='tables', deals=(), reward='progress', history=0, threads=None)"
    )]
    #[expect(clippy::too_many_arguments, reason = "options by name")]
    fn new(
        py: Python<'_>,
        setup: &Setup,
        count: Whole,
        seed: &str,
        deals: Texts,
        reward: &str,
        history: Whole,
        threads: Option<usize>,
    ) -> PyResult<Self> {
        let count = usize::try_from(count.0).ok().filter(|count| (1..=MOST_TABLES).contains(count));
        let count = count.ok_or_else(|| value_error(format!("there are 1 to {MOST_TABLES} tables")))?;
        let commitment = read_seed(seed)?.commitment();
        if seed.len() > 32 {
            return Err(value_error("the seed of tables has 32 characters at most"));
        }
        let named = deals.0.iter().map(|deal| read_seed(deal)).collect::<PyResult<_>>()?;
        let deals = Deals {
            setup: setup.0,
            reward: read_reward(reward)?,
            seed: seed.to_owned(),
            named,
            tables: count,
            history: read_length(history)?,
        };
        if count * deals.observation_size() > MOST_NUMBERS {
            return Err(value_error("there are too many tables for so long a history"));
        }
        let key = Key::labelled("regicide/tables/v1", &commitment.0);
        let slots = (0..count).map(|number| Slot::new(&deals, number, &key)).collect();
        let (kind, players) = (setup.0.kind(), usize::from(setup.0.players()));
        let shown = Shown {
            observations: vec![0; count * deals.observation_size()],
            masks: vec![0; count * encoding::actions(kind)],
            to_act: vec![0; count],
            rewards: vec![0.0; count * players],
            terminated: vec![false; count],
            truncated: vec![false; count],
            won: vec![false; count * players],
        };
        let mut tables = Self { deals, slots, threads: threads::count(threads), shown };
        tables.show_all(py);
        Ok(tables)
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone()
    }

    /// For `pickle`: tables where the same was played, with the results of the last step.
    #[staticmethod]
    #[expect(clippy::too_many_arguments, reason = "the parts of a pickle")]
    fn _at(
        py: Python<'_>,
        setup: &Setup,
        seed: &str,
        deals: Texts,
        reward: &str,
        history: Whole,
        slots: Vec<SlotState>,
        rewards: Vec<f32>,
        ended: Vec<(bool, bool)>,
        won: Vec<bool>,
    ) -> PyResult<Self> {
        let count = i64::try_from(slots.len()).unwrap_or(i64::MAX);
        let mut tables = Self::new(py, setup, Whole(count), seed, deals, reward, history, None)?;
        for (slot, (dealt, actions, drawn)) in tables.slots.iter_mut().zip(slots) {
            slot.dealt = dealt;
            slot.deal = tables.deals.seed(slot.number, dealt.saturating_sub(1));
            slot.table = tables.deals.table(&slot.deal);
            for action in actions {
                slot.play(&tables.deals, action).map_err(value_error)?;
            }
            slot.chance = slot.chance.clone().after(drawn);
        }
        let shown = &mut tables.shown;
        let lengths = (shown.rewards.len(), shown.terminated.len(), shown.won.len());
        if (rewards.len(), ended.len(), won.len()) != lengths {
            return Err(value_error("the state of the tables is incomplete"));
        }
        (shown.rewards, shown.won) = (rewards, won);
        (shown.terminated, shown.truncated) = ended.into_iter().unzip();
        tables.show_all(py);
        Ok(tables)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, State)> {
        let named = self.deals.named.iter().map(|deal| deal.as_str().to_owned()).collect();
        let slot = |slot: &Slot| (slot.dealt, slot.actions.clone(), slot.chance.drawn());
        let ended = self.shown.terminated.iter().copied().zip(self.shown.truncated.iter().copied());
        let state = (
            self.setup(),
            self.deals.seed.clone(),
            named,
            self.deals.reward.to_string(),
            self.deals.history,
            self.slots.iter().map(slot).collect(),
            self.shown.rewards.clone(),
            ended.collect(),
            self.shown.won.clone(),
        );
        Ok((py.get_type::<Self>().getattr("_at")?, state))
    }

    fn __len__(&self) -> usize {
        self.slots.len()
    }

    /// The set-up of all tables.
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
    fn step(&mut self, py: Python<'_>, actions: &Bound<'_, PyAny>) -> PyResult<()> {
        let actions = read_actions(actions)?;
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
                let step = slot.play(deals, action).expect("the mask has its legal actions");
                out.rewards.copy_from_slice(&step.rewards[..out.rewards.len()]);
                (*out.terminated, *out.truncated) = (step.terminated, step.truncated);
                for (won, seat) in out.won.iter_mut().zip(Seat::all(deals.setup.players())) {
                    *won = slot.table.result(seat).won;
                }
                if step.terminated || step.truncated {
                    slot.deal_next(deals);
                }
                out.show(deals, slot);
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

    /// The observation of the seat to act at each table, with its last moves.
    #[getter]
    fn observations<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u8>>> {
        self.rows(py, &self.shown.observations)
    }

    /// 1 for every action that is legal at each table.
    #[getter]
    fn masks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u8>>> {
        self.rows(py, &self.shown.masks)
    }

    /// The seat to act at each table.
    #[getter]
    fn to_act<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i8>> {
        self.shown.to_act.to_pyarray(py)
    }

    /// The rewards of the last step, by table and seat.
    #[getter]
    fn rewards<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f32>>> {
        self.rows(py, &self.shown.rewards)
    }

    /// True where the last step ended a game.
    #[getter]
    fn terminated<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        self.shown.terminated.to_pyarray(py)
    }

    /// True where the last step stopped a game, because its log holds no more moves.
    #[getter]
    fn truncated<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        self.shown.truncated.to_pyarray(py)
    }

    /// True where the game that has just ended is won, by table and seat.
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
    fn show(&mut self, deals: &Deals, slot: &Slot) {
        let seat = slot.table.to_act();
        let (observation, moves) = self.observation.split_at_mut(observation_size(deals.setup.kind()));
        slot.table.observe_to_act(observation, self.mask);
        slot.history.write(deals.setup.players(), seat.unwrap_or_default(), moves);
        *self.to_act = seat.and_then(|seat| i8::try_from(u8::from(seat)).ok()).unwrap_or(-1);
    }
}

impl Tables {
    /// Writes the observations of all tables.
    fn show_all(&mut self, py: Python<'_>) {
        let inputs = vec![(); self.slots.len()];
        py.detach(|| self.each(&inputs, |deals, slot, (), out| out.show(deals, slot)));
    }

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
        let outs = (shown.observations.chunks_mut(self.deals.observation_size()))
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
