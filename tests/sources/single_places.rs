//! Actions that one file only may contain.

use syn::visit::{self, Visit};

use crate::names::segments;
use crate::source::{Source, all};

/// Finds patterns and comparisons that distinguish the games.
#[derive(Default)]
struct GameChoices(usize);

fn is_game(path: &syn::Path) -> bool {
    let path = segments(path);
    path.len() > 1 && path.last().is_some_and(|name| name == "Regicide" || name == "Tricks")
}

impl<'ast> Visit<'ast> for GameChoices {
    fn visit_pat(&mut self, pattern: &'ast syn::Pat) {
        let path = match pattern {
            syn::Pat::Path(pattern) => Some(&pattern.path),
            syn::Pat::TupleStruct(pattern) => Some(&pattern.path),
            syn::Pat::Struct(pattern) => Some(&pattern.path),
            _ => None,
        };
        self.0 += usize::from(path.is_some_and(is_game));
        visit::visit_pat(self, pattern);
    }

    fn visit_expr_binary(&mut self, comparison: &'ast syn::ExprBinary) {
        let is_game = |side: &syn::Expr| matches!(side, syn::Expr::Path(path) if is_game(&path.path));
        let equality = matches!(comparison.op, syn::BinOp::Eq(_) | syn::BinOp::Ne(_));
        self.0 += usize::from(equality && (is_game(&comparison.left) || is_game(&comparison.right)));
        visit::visit_expr_binary(self, comparison);
    }

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        let compares = ["matches", "assert_eq", "assert_ne"].iter().any(|name| call.path.is_ident(name));
        let text: String = call.tokens.to_string().split_whitespace().collect();
        self.0 += usize::from(compares && (text.contains("::Tricks") || text.contains("::Regicide")));
    }

    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        if !crate::names::for_tests(&item.attrs) {
            visit::visit_item_mod(self, item);
        }
    }
}

fn chooses_a_game(source: &Source) -> bool {
    let mut choices = GameChoices::default();
    choices.visit_file(&source.file);
    choices.0 > 0
}

#[test]
fn a_game_is_chosen_in_one_place() {
    let mut files: Vec<String> = all().into_iter().filter(chooses_a_game).map(|source| source.path).collect();
    files.sort();
    let is_home =
        |path: &str| path.starts_with("engine/any/") || ["bots/any.rs", "encoding/any.rs"].contains(&path);
    let elsewhere: Vec<_> = files.iter().filter(|path| !is_home(path)).collect();
    assert!(!files.is_empty() && elsewhere.is_empty(), "{elsewhere:?}");
}

#[test]
fn every_way_to_choose_a_game_is_found() {
    for text in [
        "fn f() { match game { GameKind::Tricks => 1, _ => 2 } }",
        "fn f() { match game { Self::Regicide(game) => 1, _ => 2 } }",
        "fn f() { if let Outcome::Tricks { .. } = outcome {} }",
        "fn f() { if kind == GameKind::Tricks {} }",
        "fn f() { matches!(kind, GameKind::Tricks) }",
    ] {
        assert!(chooses_a_game(&Source::new("api/games.rs", text)), "{text}");
    }
    let made = Source::new("api/games.rs", "fn f() { Position::Tricks(deal()) }");
    assert!(!chooses_a_game(&made), "to make one is no choice");
}

#[test]
fn time_and_randomness_are_read_from_the_system_in_one_file_each() {
    for (call, home) in [
        ("chrono::Utc::now", vec!["system/clock.rs"]),
        ("std::time::SystemTime::now", vec![]),
        ("getrandom::fill", vec!["system/entropy.rs"]),
    ] {
        let sources = all().into_iter().filter(|source| source.names().contains(call));
        assert_eq!(sources.map(|source| source.path).collect::<Vec<_>>(), home, "{call}");
    }
}
