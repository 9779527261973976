//! Trees over tiles, compared with the definition of RFC 6962 itself.

use regicide_engine::engine::Hash;
use regicide_engine::tlog::{
    Tile, TileKind, TileSet, WIDTH, decode_bundle, empty_root, encode_bundle, is_consistent, is_included,
    leaf_hash, node_hash, tiles_of_consistency, tiles_of_inclusion, tiles_of_root,
};

/// More than a tile of tiles, with something left at each level.
const LARGE: u64 = 66_053;

fn entry(index: u64) -> String {
    format!("entry {index}")
}

/// The hash of a list of entries, by the definition (L2.1).
fn root_by_definition(leaves: &[Hash]) -> Hash {
    match leaves {
        [] => empty_root(),
        [leaf] => *leaf,
        _ => {
            let (left, right) = leaves.split_at(leaves.len().next_power_of_two() / 2);
            node_hash(root_by_definition(left), root_by_definition(right))
        }
    }
}

fn leaves(size: u64) -> Vec<Hash> {
    (0..size).map(|index| leaf_hash(entry(index).as_bytes())).collect()
}

/// The hashes of a tile, by the definition.
fn tile_by_definition(tile: Tile, leaves: &[Hash]) -> Vec<Hash> {
    let TileKind::Hashes(level) = tile.kind else { panic!("no hashes are in a bundle") };
    let span = 256_usize.pow(level.into());
    let first = usize::try_from(tile.number).unwrap() * 256 * span;
    let spans = leaves[first..].chunks_exact(span).take(tile.width.into());
    spans.map(root_by_definition).collect()
}

/// Only the tiles that are named.
fn set(tiles: Vec<Tile>, leaves: &[Hash]) -> TileSet {
    let mut set = TileSet::default();
    for tile in tiles {
        set.insert(tile, tile_by_definition(tile, leaves));
    }
    set
}

#[test]
fn l2_1_the_root_of_every_size_is_that_of_the_definition() {
    let leaves = leaves(600);
    for size in 0..=600 {
        let known = &leaves[..usize::try_from(size).unwrap()];
        let root = set(tiles_of_root(size), known).root(size);
        assert_eq!(root, Some(root_by_definition(known)), "{size}");
    }
}

#[test]
fn l4_3_every_entry_is_proved_in_every_tree_and_nothing_else_is() {
    let leaves = leaves(50);
    for size in 1..=50 {
        let known = &leaves[..usize::try_from(size).unwrap()];
        let root = root_by_definition(known);
        for index in 0..size {
            let proof = set(tiles_of_inclusion(index, size), known).inclusion(index, size).unwrap();
            let holds =
                |text: &str, index, size, root| is_included(text.as_bytes(), index, size, root, &proof);
            assert!(holds(&entry(index), index, size, root), "{index} of {size}");
            assert!(!holds(&entry(index + 1), index, size, root), "another entry");
            assert!(!holds(&entry(index), index, size, empty_root()), "another root");
            assert!(!holds(&entry(index), size, size, root), "an index outside");
            for other in (0..size).filter(|other| *other != index) {
                assert!(!holds(&entry(index), other, size, root), "{index} as {other} of {size}");
            }
            let longer = [proof.clone(), vec![root]].concat();
            assert!(!is_included(entry(index).as_bytes(), index, size, root, &longer));
            if let Some((_, shorter)) = proof.split_last() {
                assert!(!is_included(entry(index).as_bytes(), index, size, root, shorter));
            }
        }
    }
}

#[test]
fn l4_3_growth_is_proved_from_every_size_to_every_size() {
    let leaves = leaves(50);
    let root = |size: u64| root_by_definition(&leaves[..usize::try_from(size).unwrap()]);
    let other = root_by_definition(&leaves[1..]);
    for new in 0..=50 {
        for old in 0..=new {
            let known = &leaves[..usize::try_from(new).unwrap()];
            let proof = set(tiles_of_consistency(old, new), known).consistency(old, new).unwrap();
            assert!(is_consistent((old, root(old)), (new, root(new)), &proof), "{old} to {new}");
            assert!(!is_consistent((old, other), (new, root(new)), &proof), "{old} to {new} from elsewhere");
            assert!(!is_consistent((old, root(old)), (new, other), &proof) || old == 0, "to elsewhere");
            let longer = [proof.clone(), vec![other]].concat();
            assert!(!is_consistent((old, root(old)), (new, root(new)), &longer));
            if old < new && old > 0 {
                assert!(!is_consistent((new, root(new)), (old, root(old)), &proof), "{new} back to {old}");
                let mut exchanged = proof;
                exchanged[0] = other;
                assert!(!is_consistent((old, root(old)), (new, root(new)), &exchanged));
            }
        }
    }
}

#[test]
fn a_large_tree_needs_few_tiles() {
    let leaves = leaves(LARGE);
    let root = root_by_definition(&leaves);
    assert_eq!(set(tiles_of_root(LARGE), &leaves).root(LARGE), Some(root));
    for index in [0, 255, 256, 65_535, 65_536, 65_999, LARGE - 1] {
        let tiles = tiles_of_inclusion(index, LARGE);
        assert!(tiles.len() <= 5, "{index}: {tiles:?}");
        let proof = set(tiles, &leaves).inclusion(index, LARGE).unwrap();
        assert!(is_included(entry(index).as_bytes(), index, LARGE, root, &proof), "{index}");
    }
    for old in [1, 255, 256, 257, 40_000, 65_536, 66_000, LARGE] {
        let proof = set(tiles_of_consistency(old, LARGE), &leaves).consistency(old, LARGE).unwrap();
        let old_root = root_by_definition(&leaves[..usize::try_from(old).unwrap()]);
        assert!(is_consistent((old, old_root), (LARGE, root), &proof), "{old}");
    }
    let missing = TileSet::default();
    assert_eq!((missing.root(5), missing.inclusion(3, 5), missing.consistency(3, 5)), (None, None, None));
}

#[test]
fn l3_1_tiles_have_the_names_of_the_specification() {
    let path = |kind, number, size| Tile::within(kind, number, size).map(|tile| tile.to_string());
    let hashes = |level, number, size| path(TileKind::Hashes(level), number, size);
    // The example of C2SP's page: 70,000 entries.
    assert_eq!(hashes(0, 272, 70_000).as_deref(), Some("tile/0/272"));
    assert_eq!(hashes(0, 273, 70_000).as_deref(), Some("tile/0/273.p/112"));
    assert_eq!(hashes(1, 0, 70_000).as_deref(), Some("tile/1/000"));
    assert_eq!(hashes(1, 1, 70_000).as_deref(), Some("tile/1/001.p/17"));
    assert_eq!(hashes(2, 0, 70_000).as_deref(), Some("tile/2/000.p/1"));
    assert_eq!(hashes(0, 274, 70_000), None);
    assert_eq!(hashes(3, 0, 70_000), None);
    assert_eq!(hashes(0, 1_234_067, u64::MAX >> 4).as_deref(), Some("tile/0/x001/x234/067"));
    assert_eq!(path(TileKind::Entries, 1, 300).as_deref(), Some("tile/entries/001.p/44"));
    let all: Vec<Tile> = Tile::all_since(0, 70_000).collect();
    assert_eq!(all.len(), 274 + 2 + 1 + 274);
    for tile in all {
        assert_eq!(tile.to_string().parse(), Ok(tile));
    }
    let new: Vec<String> = Tile::all_since(69_900, 70_000).map(|tile| tile.to_string()).collect();
    assert_eq!(new, ["tile/0/273.p/112", "tile/1/001.p/17", "tile/2/000.p/1", "tile/entries/273.p/112"]);
    for wrong in [
        "",
        "tile",
        "tile/0",
        "tile/0/",
        "tile/0/1",
        "tile/0/0001",
        "tile/0/x000/001",
        "tile/0/000.p/0",
        "tile/0/000.p/256",
        "tile/0/000.p/01",
        "tile/00/000",
        "tile/8/000",
        "tile/+1/000",
        "tile/0/x1/000",
        "tile/0/+01",
        "tile/entries/-01",
        "/tile/0/000",
        "tile/0/000/",
        "tile/0/001/002",
        "tile/other/000",
        "tile/0/x999/x999/x999/x999/x999/x999/x999/999",
    ] {
        assert!(wrong.parse::<Tile>().is_err(), "{wrong}");
    }
}

#[test]
fn a_bundle_that_ends_within_an_entry_is_none() {
    let entries = ["game 1", "", "commitment 2"];
    let bundle = encode_bundle(entries);
    let read = decode_bundle(&bundle).unwrap();
    assert_eq!(read, entries.map(str::as_bytes));
    for length in 0..bundle.len() {
        let read = decode_bundle(&bundle[..length]);
        assert!(read.is_none_or(|read| read.len() < entries.len()), "{length}");
    }
    assert_eq!(decode_bundle(&[0]), None);
    assert_eq!(WIDTH, 256);
}
