//! Tiles: pieces of a log's tree and its entries as static files (C2SP
//! `tlog-tiles`).

use std::fmt;
use std::str::FromStr;

use super::number;
use crate::engine::Hash;

/// How many hashes a complete tile has.
pub const WIDTH: u64 = 256;

/// The folder of bundles of entries.
const BUNDLE_FOLDER: &str = "entries";

/// The highest level of a tile: above it are more entries than 64 bits count.
pub(super) const MAX_LEVEL: u8 = 7;

/// A piece of a tree, or of its entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Tile {
    /// The kind of its content.
    pub kind: TileKind,
    /// Its place among those of its kind.
    pub number: u64,
    /// How many hashes or entries it has, from 1 to 256.
    pub width: u16,
}

/// The kind of a tile's content.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum TileKind {
    /// Hashes of a level: at level 0 of entries, above of complete tiles below.
    Hashes(u8),
    /// Entries themselves.
    Entries,
}

impl TileKind {
    /// The level of its hashes, or of the hashes of its entries.
    fn level(self) -> u32 {
        match self {
            Self::Hashes(level) => level.min(MAX_LEVEL).into(),
            Self::Entries => 0,
        }
    }
}

impl Tile {
    /// The tile with a number in a tree of `size` entries, as wide as it is there;
    /// nothing if it has none.
    pub fn within(kind: TileKind, number: u64, size: u64) -> Option<Self> {
        let before = number.checked_mul(WIDTH)?;
        let width = (size >> (8 * kind.level())).checked_sub(before)?.min(WIDTH);
        let width = u16::try_from(width).ok().filter(|width| *width > 0)?;
        Some(Self { kind, number, width })
    }

    /// Returns true if it can grow no more.
    pub const fn is_complete(&self) -> bool {
        self.width as u64 == WIDTH
    }

    /// The complete tile that it grows to.
    #[must_use]
    pub const fn completed(self) -> Self {
        Self { width: 256, ..self }
    }

    /// The hashes in its file; nothing if there are not as many as it has.
    pub fn hashes_in(&self, file: &[u8]) -> Option<Vec<Hash>> {
        let (hashes, rest) = file.as_chunks();
        let is_whole = rest.is_empty() && hashes.len() == usize::from(self.width);
        is_whole.then(|| hashes.iter().copied().map(Hash).collect())
    }

    /// The entries in its file; nothing if there are not as many as it has.
    pub fn entries_in<'a>(&self, file: &'a [u8]) -> Option<Vec<&'a [u8]>> {
        decode_bundle(file).filter(|entries| entries.len() == usize::from(self.width))
    }

    /// Its file, cut from that of a wider tile with its number.
    pub fn cut_from<'a>(&self, wider: &'a [u8]) -> Option<&'a [u8]> {
        let width = usize::from(self.width);
        let end = match self.kind {
            TileKind::Hashes(_) => width * size_of::<Hash>(),
            TileKind::Entries => decode_bundle(wider)?.iter().take(width).map(|entry| entry.len() + 2).sum(),
        };
        wider.get(..end)
    }

    /// All tiles of a tree of `size` entries, bundles included, that one of
    /// `since` entries does not have as they are.
    pub fn all_since(since: u64, size: u64) -> impl Iterator<Item = Self> {
        let kinds = (0..=MAX_LEVEL).map(TileKind::Hashes).chain([TileKind::Entries]);
        kinds.flat_map(move |kind| Self::since(kind, since, size))
    }

    /// Those of a kind.
    pub fn since(kind: TileKind, since: u64, size: u64) -> impl Iterator<Item = Self> {
        let first = since >> (8 * (kind.level() + 1)).min(63);
        (first..).map_while(move |number| Self::within(kind, number, size))
    }
}

impl fmt::Display for Tile {
    /// Its path, which begins with `tile/`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            TileKind::Hashes(level) => write!(f, "tile/{level}/")?,
            TileKind::Entries => write!(f, "tile/{BUNDLE_FOLDER}/")?,
        }
        let mut groups = vec![self.number % 1000];
        let mut rest = self.number / 1000;
        while rest > 0 {
            groups.push(rest % 1000);
            rest /= 1000;
        }
        let (last, above) = groups.split_first().expect("there is at least one");
        for group in above.iter().rev() {
            write!(f, "x{group:03}/")?;
        }
        write!(f, "{last:03}")?;
        if self.is_complete() { Ok(()) } else { write!(f, ".p/{}", self.width) }
    }
}

/// A text that is no path of a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a tile is tile/LEVEL/NUMBER or tile/entries/NUMBER, perhaps with .p/WIDTH")]
pub struct TilePathError;

impl FromStr for Tile {
    type Err = TilePathError;

    fn from_str(path: &str) -> Result<Self, TilePathError> {
        let read = || {
            let (kind, rest) = path.strip_prefix("tile/")?.split_once('/')?;
            let kind = match kind {
                BUNDLE_FOLDER => TileKind::Entries,
                level => {
                    TileKind::Hashes(number(level)?.try_into().ok().filter(|level| *level <= MAX_LEVEL)?)
                }
            };
            let (rest, width) = match rest.split_once(".p/") {
                Some((rest, width)) => {
                    (rest, number(width)?.try_into().ok().filter(|width| (1..256).contains(width))?)
                }
                None => (rest, 256),
            };
            let mut place: u64 = 0;
            for group in rest.split('/') {
                let digits = group.strip_prefix('x').unwrap_or(group);
                let digit: u64 = digits.parse().ok()?;
                place = place.checked_mul(1000)?.checked_add(digit)?;
            }
            // Only the path that it is written as.
            let found = Self { kind, number: place, width };
            (found.to_string() == path).then_some(found)
        };
        read().ok_or(TilePathError)
    }
}

/// A bundle: each entry behind its length, two bytes with the higher one first.
///
/// # Panics
/// If an entry is longer than two bytes can count.
pub fn encode_bundle<'a>(entries: impl IntoIterator<Item = &'a str>) -> Vec<u8> {
    let mut bundle = Vec::new();
    for entry in entries {
        let length = u16::try_from(entry.len()).expect("entries are short");
        bundle.extend_from_slice(&length.to_be_bytes());
        bundle.extend_from_slice(entry.as_bytes());
    }
    bundle
}

/// The entries of a bundle; nothing if it ends within one.
pub fn decode_bundle(mut bundle: &[u8]) -> Option<Vec<&[u8]>> {
    let mut entries = Vec::new();
    while let Some((length, rest)) = bundle.split_first_chunk() {
        let (entry, rest) = rest.split_at_checked(u16::from_be_bytes(*length).into())?;
        entries.push(entry);
        bundle = rest;
    }
    bundle.is_empty().then_some(entries)
}
