//! Every method of the store is called by its tests, which run on both
//! databases.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use syn::{ImplItem, Item, Type, Visibility};

use crate::source::all;
use crate::sources;

/// A method, with the field of `Store` that has it, or with the name before its call.
type Method = (String, String);

/// The public asynchronous methods of `Store` and of the types of its public fields.
fn methods<'a>(items: impl Iterator<Item = &'a Item> + Clone) -> BTreeSet<Method> {
    let fields = items.clone().flat_map(|item| match item {
        Item::Struct(item) if item.ident == "Store" => item.fields.iter().collect(),
        _ => Vec::new(),
    });
    let fields = fields.filter(|field| matches!(field.vis, Visibility::Public(_)));
    let named = |field: &syn::Field| Some((type_name(&field.ty)?, field.ident.as_ref()?.to_string()));
    let mut owners: BTreeMap<String, String> = fields.filter_map(named).collect();
    owners.insert("Store".to_owned(), "store".to_owned());
    let mut found = BTreeSet::new();
    for item in items {
        let Item::Impl(block) = item else { continue };
        let owner = type_name(&block.self_ty).and_then(|name| owners.get(&name));
        let (Some(owner), None) = (owner, &block.trait_) else { continue };
        for item in &block.items {
            if let ImplItem::Fn(method) = item
                && matches!(method.vis, Visibility::Public(_))
                && method.sig.asyncness.is_some()
                && method.sig.receiver().is_some()
            {
                found.insert((owner.clone(), method.sig.ident.to_string()));
            }
        }
    }
    found
}

fn type_name(name: &Type) -> Option<String> {
    let Type::Path(path) = name else { return None };
    path.path.segments.last().map(|last| last.ident.to_string())
}

/// All calls of methods, `.name(…)` or `.name::<…>(…)`, each with the name before the dot.
fn calls(tokens: TokenStream, found: &mut BTreeSet<Method>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    for (at, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Group(group) => calls(group.stream(), found),
            TokenTree::Punct(dot) if dot.as_char() == '.' => {
                if let (Some(TokenTree::Ident(name)), Some(next)) = (tokens.get(at + 1), tokens.get(at + 2))
                    && is_call(next)
                    && let Some(TokenTree::Ident(owner)) = at.checked_sub(1).map(|before| &tokens[before])
                {
                    found.insert((owner.to_string(), name.to_string()));
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

fn calls_in(text: &str) -> BTreeSet<Method> {
    let mut found = BTreeSet::new();
    calls(text.parse().unwrap(), &mut found);
    found
}

#[test]
fn every_method_of_the_store_is_called_by_its_tests() {
    let sources_of_store: Vec<_> = all().into_iter().filter(|source| source.module[0] == "store").collect();
    let methods = methods(sources_of_store.iter().flat_map(|source| &source.file.items));
    let append = ("moves".to_owned(), "append".to_owned());
    assert!(methods.len() > 40 && methods.contains(&append), "these are not the methods: {methods:?}");
    let tests = sources("tests/store");
    assert!(tests.iter().all(|(path, _)| path.starts_with(Path::new(env!("CARGO_MANIFEST_DIR")))));
    let called: BTreeSet<_> = tests.iter().flat_map(|(_, text)| calls_in(text)).collect();
    // The store itself has several names in the tests.
    let is_called = |(owner, name): &Method| match owner.as_str() {
        "store" => called.iter().any(|(_, called)| called == name),
        _ => called.contains(&(owner.clone(), name.clone())),
    };
    let missing: Vec<_> = methods.iter().filter(|method| !is_called(method)).collect();
    assert!(missing.is_empty(), "no test in tests/store calls {missing:?}");
}

/// `owner.name` of each.
fn dotted(methods: &BTreeSet<Method>) -> Vec<String> {
    methods.iter().map(|(owner, name)| format!("{owner}.{name}")).collect()
}

#[test]
fn methods_are_found_in_every_block_of_the_store() {
    let file = syn::parse_file(
        "pub struct Store { pub games: games::Games, moves: Moves }
        impl Store {
            pub async fn ready(&self) {}
            async fn private(&self) {}
            pub(super) async fn inner(&self) {}
            pub fn plain(&self) {}
            pub async fn open(url: &str) -> Self {}
        }
        impl super::Games { pub async fn read(&self) {} }
        impl Games { pub async fn list(&self) {} }
        impl Moves { pub async fn append(&self) {} }
        impl Other { pub async fn other(&self) {} }
        impl Clone for Store { fn clone(&self) -> Self { panic!() } }",
    );
    let found = methods(file.unwrap().items.iter());
    assert_eq!(dotted(&found), ["games.list", "games.read", "store.ready"]);
}

#[test]
fn calls_are_found_in_code_and_nowhere_else() {
    let found = calls_in(
        "// store.comment()
        fn f() {
            let text = \"store.text()\";
            store.games.read(id).await;
            store\n.moves\n.append::<A>(id);
            assert!(list(store.boards.rank(1)), \"store.message()\");
            field.name; function(1); Store::path(&store);
        }",
    );
    assert_eq!(dotted(&found), ["boards.rank", "games.read", "moves.append"]);
}
