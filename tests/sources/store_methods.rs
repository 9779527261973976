//! Every method of the store is called by its tests, which run on both
//! databases.

use std::collections::BTreeSet;
use std::path::Path;

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use syn::{ImplItem, Item, TraitItem, Type, Visibility};

use crate::source::all;
use crate::sources;

/// The public asynchronous methods of `Store`, and those of traits called so.
fn methods(items: &[Item]) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for item in items {
        match item {
            Item::Impl(block) if block.trait_.is_none() && is_store(&block.self_ty) => {
                for item in &block.items {
                    if let ImplItem::Fn(method) = item
                        && matches!(method.vis, Visibility::Public(_))
                        && method.sig.asyncness.is_some()
                        && method.sig.receiver().is_some()
                    {
                        found.insert(method.sig.ident.to_string());
                    }
                }
            }
            Item::Trait(item) if item.ident.to_string().ends_with("Store") => {
                for item in &item.items {
                    if let TraitItem::Fn(method) = item {
                        found.insert(method.sig.ident.to_string());
                    }
                }
            }
            Item::Mod(module) => {
                found.extend(module.content.iter().flat_map(|(_, items)| methods(items)));
            }
            _ => {}
        }
    }
    found
}

fn is_store(name: &Type) -> bool {
    matches!(name, Type::Path(path) if path.path.segments.last().is_some_and(|last| last.ident == "Store"))
}

/// The names of all methods that are called: `.name(…)` or `.name::<…>(…)`.
fn calls(tokens: TokenStream, found: &mut BTreeSet<String>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    for (at, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Group(group) => calls(group.stream(), found),
            TokenTree::Punct(dot) if dot.as_char() == '.' => {
                if let (Some(TokenTree::Ident(name)), Some(next)) = (tokens.get(at + 1), tokens.get(at + 2))
                    && is_call(next)
                {
                    found.insert(name.to_string());
                }
            }
            _ => {}
        }
    }
}

fn is_call(next: &TokenTree) -> bool {
    match next {
        TokenTree::Group(group) => group.delimiter() == Delimiter::Parenthesis,
        TokenTree::Punct(colon) => colon.as_char() == ':',
        TokenTree::Ident(_) | TokenTree::Literal(_) => false,
    }
}

fn calls_in(text: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    calls(text.parse().unwrap(), &mut found);
    found
}

#[test]
fn every_method_of_the_store_is_called_by_its_tests() {
    let sources_of_store = all().into_iter().filter(|source| source.module[0] == "store");
    let methods: BTreeSet<_> = sources_of_store.flat_map(|source| methods(&source.file.items)).collect();
    assert!(methods.len() > 40 && methods.contains("append_move"), "these are not the methods: {methods:?}");
    let tests = sources("tests/store");
    assert!(tests.iter().all(|(path, _)| path.starts_with(Path::new(env!("CARGO_MANIFEST_DIR")))));
    let called: BTreeSet<_> = tests.iter().flat_map(|(_, text)| calls_in(text)).collect();
    let missing: Vec<_> = methods.difference(&called).collect();
    assert!(missing.is_empty(), "no test in tests/store calls {missing:?}");
}

#[test]
fn methods_are_found_in_every_block_of_the_store() {
    let file = syn::parse_file(
        "impl Store {
            pub async fn game(&self) {}
            async fn private(&self) {}
            pub(super) async fn inner(&self) {}
            pub fn plain(&self) {}
            pub async fn open(url: &str) -> Self {}
        }
        impl super::Store { pub async fn append(&self) {} }
        impl Other { pub async fn other(&self) {} }
        impl Clone for Store { fn clone(&self) -> Self { panic!() } }
        mod players { impl Store { pub async fn player(&self) {} } }
        pub trait PlayerStore { async fn rename(&self); fn count(&self); }
        pub trait Reader { async fn read(&self); }",
    );
    let found = methods(&file.unwrap().items);
    assert_eq!(Vec::from_iter(found), ["append", "count", "game", "player", "rename"]);
}

#[test]
fn calls_are_found_in_code_and_nowhere_else() {
    let found = calls_in(
        "// store.comment()
        fn f() {
            let text = \"store.text()\";
            store.game(id).await;
            store\n.append::<A>(id);
            assert!(list(store.rank(1)), \"store.message()\");
            field.name; function(1); Store::path(&store);
        }",
    );
    assert_eq!(Vec::from_iter(found), ["append", "game", "rank"]);
}
