//! Each layer uses only those above it in the table of ARCHITECTURE.md.

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
    ("api", &["regicide::engine::regicide", "regicide::engine::tricks", "regicide_offline", "sqlx"]),
    ("cli", &[]),
];

/// The parts of the service and of the API in order.
const PARTS: [(&str, &[&str]); 2] = [
    (
        "service",
        &[
            "error",
            "several",
            "names",
            "runtime",
            "settings",
            "pages",
            "core",
            "auth",
            "games",
            "challenges",
            "players",
            "live",
            "play",
            "bots",
            "signing",
            "tlog",
            "export",
            "webhooks",
            "operators",
            "analysis",
            "audit",
        ],
    ),
    (
        "api",
        &[
            "respond",
            "web_client",
            "state",
            "extract",
            "http",
            "live",
            "picture",
            "routes",
            "openapi",
            "server",
        ],
    ),
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
const TLOG: [&str; 8] = [
    "async",
    "chrono",
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

/// The violations in a file of the engine or another layer.
fn planted(path: &str, text: &str) -> Vec<String> {
    let source = Source::new(path, text);
    violations(&source.module[0], &source.names())
}

/// The names in a file that are neither of its own part of a layer nor of one before it.
fn violations_of_parts(source: &Source) -> Vec<String> {
    let layer = source.module.first().map_or("lib", String::as_str);
    let parts = PARTS.iter().find(|(known, _)| *known == layer);
    let Some((part, (_, parts))) = source.module.get(1).zip(parts) else { return Vec::new() };
    let place = |part: &str| parts.iter().position(|known| *known == part);
    let own = place(part).unwrap_or_else(|| panic!("{layer}/{part} is no part of the list"));
    let is_forbidden = |name: &String| {
        let rest = name.strip_prefix("crate::").and_then(|name| name.strip_prefix(layer));
        let used = rest.and_then(|rest| rest.strip_prefix("::")?.split("::").next());
        // A name that the layer exports could be of any part.
        used.is_some_and(|used| place(used).is_none_or(|used| used > own))
    };
    source.names().into_iter().filter(is_forbidden).collect()
}

#[test]
fn each_part_of_a_layer_uses_only_those_before_it() {
    let found: Vec<_> = all()
        .iter()
        .flat_map(|source| {
            violations_of_parts(source).into_iter().map(|name| format!("{}: {name}", source.path))
        })
        .collect();
    assert!(found.is_empty(), "{found:#?}");
    for (path, text) in [
        ("api/extract/mod.rs", "use crate::api::routes::table;"),
        ("api/extract/mod.rs", "use super::openapi;"),
        ("api/extract/mod.rs", "fn f() { crate::api::http::trace::trace(); }"),
        ("api/extract/mod.rs", "use crate::api::Config;"),
        ("service/games/view.rs", "use crate::service::Service;"),
        ("service/games/view.rs", "use crate::service::play::Play;"),
    ] {
        assert_eq!(violations_of_parts(&Source::new(path, text)).len(), 1, "{text}");
    }
    for (path, text) in [
        ("api/extract/body.rs", "use super::auth::Caller;\nuse crate::api::state::Api;"),
        ("service/play/moves.rs", "use super::Play;\nuse crate::service::games::view::GameView;"),
    ] {
        assert_eq!(violations_of_parts(&Source::new(path, text)), [""; 0]);
    }
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
    let found = planted("api/moves.rs", "use regicide::engine;\nfn f() { engine::tricks::deal(); }");
    assert_eq!(found, ["regicide::engine::tricks::deal"]);
    let found = planted("api/moves.rs", "use regicide::engine as rules;\nuse rules::regicide as coop;");
    assert_eq!(found, ["regicide::engine::regicide"]);
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
