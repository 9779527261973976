//! Parts of a game's state for readers, as JSON: made once for all with one view of
//! it.

use std::sync::Arc;

use parking_lot::Mutex;
use regicide_engine::engine::Viewer;
use regicide_engine::i18n::Language;
use serde::{Serialize, Serializer};
use serde_json::value::{RawValue, to_raw_value};

/// JSON that several events can share.
#[derive(Clone, Debug)]
pub struct SharedJson(Arc<RawValue>);

/// A part of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// The game, with the table after this number of moves.
    Game(u32),
    /// The move with this number, narrated in a language.
    Move(u32, Language),
    /// The move with this number, without words.
    MinimalMove(u32),
}

/// Parts of one state, each for viewers with one view of it: all spectators, or a
/// seat.
#[derive(Default)]
pub(super) struct ShownParts(Mutex<Vec<(Part, Viewer, SharedJson)>>);

impl Serialize for SharedJson {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl SharedJson {
    pub(super) fn of(shown: &impl Serialize) -> Self {
        Self(to_raw_value(shown).expect("answers are plain data").into())
    }
}

impl ShownParts {
    /// A part for a viewer, made by `make` unless it is cached.
    pub(super) fn get<T: Serialize>(
        &self,
        part: Part,
        viewer: Viewer,
        make: impl FnOnce() -> T,
    ) -> SharedJson {
        let is_wanted = |(known, by, _): &&_| *known == part && *by == viewer;
        if let Some((.., shown)) = self.0.lock().iter().find(is_wanted) {
            return shown.clone();
        }
        let shown = SharedJson::of(&make());
        self.0.lock().push((part, viewer, shown.clone()));
        shown
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_is_made_once_for_each_viewer() {
        let (parts, mut made) = (ShownParts::default(), 0);
        let seat = |number: u8| Viewer::Seat(number.try_into().unwrap());
        for viewer in [Viewer::Spectator, seat(0), seat(1)] {
            let moves = Language::all().map(|language| Part::Move(2, language));
            for part in [Part::Game(1), Part::Game(2), Part::MinimalMove(2)].into_iter().chain(moves) {
                let text = format!("{viewer:?} {part:?}");
                for _ in 0..3 {
                    let shown = parts.get(part, viewer, || {
                        made += 1;
                        text.clone()
                    });
                    assert_eq!(serde_json::to_value(&shown).unwrap(), text);
                }
            }
        }
        assert_eq!(made, 3 * (3 + Language::all().count()));
    }
}
