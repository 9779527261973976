//! Regicide: the rules of the card game, portable records of games, a solver
//! and bots. Plain computation: no I/O, no clock, no threads.
//!
//! A game is its set-up, its seed and its moves; everything else is computed:
//!
//! ```
//! use regicide::engine::{Effect, Game, GameKind, Options, Position, Ruleset, Seed, Setup};
//! use regicide::i18n::Language;
//! use regicide::record::{Entry, Expected, RecordFile, verify};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let setup = Setup::new(Ruleset::current(GameKind::Regicide), 2, &Options::default())?;
//! let seed: Seed = "banana".parse()?;
//! let mut position = Position::deal(&setup, seed.key());
//! let mut entries = Vec::new();
//! while let Some(seat) = position.to_act() {
//!     let mut legal = Vec::new();
//!     position.for_each_legal(|mv| legal.push(mv));
//!     let mv = legal[0];
//!     let mut effects: Vec<Effect> = Vec::new();
//!     position = position.play(seat, &mv, &mut effects)?;
//!     entries.push(Entry { seq: position.seq(), seat, mv, at: None });
//!     for effect in effects {
//!         println!("{}", Language::default().text(&effect.message(&setup)));
//!     }
//! }
//!
//! let record = serde_json::to_string(&RecordFile::new(&setup, &seed, entries))?;
//! let verdict = verify(&RecordFile::from_json(&record)?, &Expected::default(), Language::default());
//! assert!(verdict.consistent);
//! assert_eq!(verdict.moves_valid, position.seq());
//! # Ok(())
//! # }
//! ```
//!
//! The layers, each knowing only those before it, are [`engine`], [`solver`],
//! [`bots`], [`i18n`] and [`record`].

pub mod bots;
pub mod engine;
pub mod i18n;
pub mod record;
pub mod solver;
