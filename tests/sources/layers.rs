//! Each layer uses only those above it in the table of ARCHITECTURE.md.

use std::collections::{BTreeMap, BTreeSet};

use crate::names::Names;
use crate::source::{Source, all};

/// The layers in order, and what else the code of each must not use: a path or
/// crate (with all below it, and crates whose name begins with it), a macro,
/// or `async`.
const LAYERS: [(&str, &[&str]); 12] = [
    ("engine", &PURE),
    ("solver", &PURE),
    ("bots", &PURE),
    ("encoding", &PURE),
    ("i18n", &["crate::engine::regicide", "crate::engine::tricks"]),
    ("json", &["crate::engine", "async", "chrono", "std::fs", "std::io", "std::net"]),
    ("tlog", &TLOG),
    ("record", &[]),
    ("store", &[]),
    ("service", &["actix", "regicide_offline", "sqlx"]),
    (
        "api",
        &["regicide_engine::engine::regicide", "regicide_engine::engine::tricks", "regicide_offline", "sqlx"],
    ),
    ("cli", &[]),
];

/// Names that pure code may not use.
const PURE: [&str; 15] = [
    "async",
    "chrono",
    "serde_json",
    "std::env",
    "std::fs",
    "std::io",
    "std::net",
    "std::process",
    "std::thread",
    "std::time",
    "print!",
    "println!",
    "eprint!",
    "eprintln!",
    "dbg!",
];

/// Names that the transparency log may not use: it does no input or output, and has no game.
const TLOG: [&str; 7] = [
    "async",
    "std::fs",
    "std::net",
    "std::thread",
    "std::time",
    "crate::engine::regicide",
    "crate::engine::tricks",
];

/// An exception that pure code may use: no result depends on it.
const HARMLESS: &str = "std::thread::yield_now";

/// The files of the crate and of the command, and packages of their own, which have no
/// dependency on the server: they are no layers.
const ROOTS: [&str; 4] = ["lib", "main", "system", "offline"];

/// True if `name` is `unknown` or something in it.
fn is_part_of(name: &str, unknown: &str) -> bool {
    name.strip_prefix(unknown).is_some_and(|rest| {
        rest.is_empty() || rest.starts_with("::") || (rest.starts_with('_') && !unknown.contains("::"))
    })
}

/// True if a layer may not use a name.
fn is_forbidden(layer: &str, name: &str) -> bool {
    let place = |wanted: &str| LAYERS.iter().position(|(layer, _)| *layer == wanted);
    let own = place(layer).expect("a layer of the list");
    let mut path = name.split("::");
    let below = path.next() == Some("crate")
        && match path.next() {
            // The crate itself under another name would let everything through.
            None | Some("*") => true,
            Some(module) => place(module).is_some_and(|other| other > own),
        };
    below || name != HARMLESS && LAYERS[own].1.iter().any(|unknown| is_part_of(name, unknown))
}

/// The forbidden names that a layer's code uses.
fn violations(layer: &str, names: &Names) -> Vec<String> {
    names.iter().filter(|name| is_forbidden(layer, name)).cloned().collect()
}

#[test]
fn each_layer_uses_only_those_above_it() {
    let mut found = Vec::new();
    for source in all() {
        let layer = source.module.first().map_or("lib", String::as_str);
        if ROOTS.contains(&layer) {
            continue;
        }
        assert!(LAYERS.iter().any(|(known, _)| *known == layer), "{layer} is no layer of the list");
        found
            .extend(violations(layer, &source.names()).iter().map(|name| format!("{}: {name}", source.path)));
    }
    assert!(found.is_empty(), "names from below, or from outside:\n{}", found.join("\n"));
}

/// Modules that use each other in a circle, or use those that do: each with the modules that it
/// uses.
fn circles(mut imports: BTreeMap<String, BTreeSet<String>>) -> BTreeMap<String, BTreeSet<String>> {
    loop {
        let known: BTreeSet<String> = imports.keys().cloned().collect();
        imports.retain(|module, used| {
            used.retain(|other| other != module && known.contains(other));
            !used.is_empty()
        });
        if imports.len() == known.len() {
            return imports;
        }
    }
}

/// Files of the store's root: they extend `Store`.
const OF_ROOT: [&str; 3] = ["lib", "readiness", "schema"];

/// The parts of a layer (its folders and files), with the parts that each uses. The root uses
/// all of them.
fn parts(layer: &str, sources: &[Source]) -> BTreeMap<String, BTreeSet<String>> {
    let of_layer = || sources.iter().filter(|source| source.module.first().is_some_and(|it| it == layer));
    let part =
        |source: &Source| source.module.get(1).filter(|part| !OF_ROOT.contains(&part.as_str())).cloned();
    let known: BTreeSet<String> = of_layer().filter_map(part).collect();
    let mut parts = BTreeMap::from([("root".to_owned(), known.clone())]);
    for (source, part) in of_layer().filter_map(|source| Some((source, part(source)?))) {
        let used = source.names().into_iter().filter_map(|name| {
            let path = name.strip_prefix("crate::")?;
            let own = path.strip_prefix(layer).and_then(|path| path.strip_prefix("::"));
            // The store is a package: its paths may begin there.
            let first = own.or(Some(path).filter(|_| layer == "store"))?.split("::").next()?;
            Some(if known.contains(first) { first.to_owned() } else { "root".to_owned() })
        });
        parts.entry(part).or_default().extend(used);
    }
    parts
}

#[test]
fn parts_of_a_layer_use_each_other_in_one_direction() {
    let sources = all();
    for (layer, part, uses) in
        [("store", "games", "seats"), ("service", "play", "games"), ("api", "routes", "state")]
    {
        let parts = parts(layer, &sources);
        assert!(parts[part].contains(uses), "these are not the imports: {parts:?}");
        assert_eq!(circles(parts), BTreeMap::new(), "{layer}");
    }
}

#[test]
fn a_circle_is_found() {
    let imports = |list: &[(&str, &str)]| {
        let mut imports = BTreeMap::<String, BTreeSet<String>>::new();
        for (module, used) in list {
            imports.entry((*module).to_owned()).or_default().insert((*used).to_owned());
            imports.entry((*used).to_owned()).or_default();
        }
        imports
    };
    assert!(circles(imports(&[("a", "b"), ("b", "c"), ("a", "c"), ("c", "c")])).is_empty());
    assert_eq!(circles(imports(&[("a", "b"), ("b", "c"), ("c", "b"), ("c", "d")])).len(), 3);
}

/// The violations in a file of the engine or another layer.
fn planted(path: &str, text: &str) -> Vec<String> {
    let source = Source::new(path, text);
    violations(&source.module[0], &source.names())
}

#[test]
fn an_import_from_below_is_found_however_it_is_written() {
    for text in [
        "use crate::store::Store;",
        "use crate::{engine::Card, store::Store};",
        "use crate::{\n    engine::Card,\n    store::{\n        self,\n        model::{Game, Mark},\n    },\n};",
        "use crate::store as shelf;",
        "pub use crate::store::*;",
        "fn f() {\n    use crate::store;\n}",
        "mod inner { use crate::store::Store; }",
        "use super::super::store::Store;",
        "use super::{super::store::Store, Card};",
        "mod inner { use super::super::super::store::Store; }",
        "use self::super::super::store::Store;",
        "fn f() { crate::store::open(); }",
        "fn f() -> super::super::store::Game { panic!() }",
        "fn f() { let all = vec![crate::store::open()]; }",
        "fn f() { println(crate\n    ::store\n    ::open()); }",
        "#[derive(crate::store::Row)] struct A;",
        "macro_rules! open { () => { $crate::store::open() }; }",
        "macro_rules! open { () => { use crate::{engine::Card, store::{Store}}; }; }",
        "impl crate::store::Store for () {}",
    ] {
        let found = planted("engine/card.rs", text);
        assert!(found.iter().any(|name| name.starts_with("crate::store")), "{text}: {found:?}");
    }
}

#[test]
fn the_crate_under_another_name_is_found() {
    for text in
        ["use crate as root;", "use crate::{self as root};", "use super::super as root;", "use crate::*;"]
    {
        assert_eq!(planted("engine/regicide.rs", text).len(), 1, "{text}");
    }
}

#[test]
fn a_path_that_begins_with_an_import_is_followed() {
    let found = planted("api/moves.rs", "use regicide_engine::engine;\nfn f() { engine::tricks::deal(); }");
    assert_eq!(found, ["regicide_engine::engine::tricks::deal"]);
    let found =
        planted("api/moves.rs", "use regicide_engine::engine as rules;\nuse rules::regicide as coop;");
    assert_eq!(found, ["regicide_engine::engine::regicide"]);
    let found = planted("engine/seed.rs", "use std::{fs, io::{self, Read}};\nfn f() { fs::read(\"x\"); }");
    assert_eq!(found, ["std::fs", "std::fs::read", "std::io", "std::io::Read"]);
}

#[test]
fn crates_macros_and_async_are_found() {
    let found = planted("service/games/log.rs", "use regicide_offline::output::Output;");
    assert_eq!(found, ["regicide_offline::output::Output"]);
    for (text, name) in [
        ("use chrono::DateTime;", "chrono::DateTime"),
        ("use serde_json::{Map, Value};", "serde_json::Map"),
        ("#[derive(chrono::Row)] struct A;", "chrono::Row"),
        ("#[serde_json::derived] fn f() {}", "serde_json::derived"),
        ("fn f() { serde_json::to_string(&1); }", "serde_json::to_string"),
        ("async fn f() {}", "async"),
        ("fn f() { async { 1 }; }", "async"),
        ("fn f() { spawn(async || 1); }", "async"),
        ("trait A { async fn f(); }", "async"),
        ("fn f() { vec![async { 1 }]; }", "async"),
        ("fn f() { std::println!(\"x\"); }", "println!"),
        ("fn f() { if true { dbg!(1); } }", "dbg!"),
        ("macro_rules! f { () => { eprintln!() }; }", "eprintln!"),
    ] {
        let found = planted("engine/seed.rs", text);
        assert!(found.iter().any(|found| found == name), "{text}: {found:?}");
    }
}

#[test]
fn names_that_a_layer_may_use_are_accepted() {
    for (path, text) in [
        ("engine/regicide/deal.rs", "use super::super::card::Card;\nuse crate::engine::{game, seed::Seed};"),
        (
            "engine/seed.rs",
            "//! crate::store, tokio\nfn f() { let tokio = \"sqlx::query println! async fn\"; }",
        ),
        ("engine/seed.rs", "pub(in crate::store) fn f() {}"),
        ("engine/seed.rs", "#[cfg(test)] mod tests { use std::fs; fn f() { println!() } }"),
        (
            "engine/seed.rs",
            "#[cfg(test)] use std::fs;\nimpl A { #[cfg(test)] fn f() { std::fs::read(\"\"); } }",
        ),
        ("service/moves.rs", "use crate::{engine::Card, store::Store};\nasync fn f() {}"),
        (
            "cli/serve.rs",
            "use crate::{api, store};\nuse regicide_offline::output::Output;\nfn f() { println!() }",
        ),
    ] {
        assert_eq!(planted(path, text), [""; 0], "{text}");
    }
}
