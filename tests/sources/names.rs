//! The names that a source file uses: full paths of modules and items, macros,
//! and `async`. Code for tests only is left out.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{Attribute, Item, Macro, Meta, Path, Signature, UseTree};

/// Full paths such as `crate::engine::Card` or `std::fs::read`, macros such as
/// `println!`, and `async` where something is asynchronous.
pub(crate) type Names = BTreeSet<String>;

/// The names that a file uses.
pub(crate) fn names(module: &[String], file: &syn::File) -> Names {
    let mut collector = Collector { module: module.to_vec(), ..Collector::default() };
    collector.visit_file(file);
    collector.resolved()
}

/// True if an item is compiled for tests only.
pub(crate) fn for_tests(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| match &attribute.meta {
        Meta::List(list) => list.path.is_ident("cfg") && list.tokens.to_string() == "test",
        Meta::Path(path) => path.is_ident("test"),
        Meta::NameValue(_) => false,
    })
}

/// The segments of a path as they are written.
pub(crate) fn segments(path: &Path) -> Vec<String> {
    path.segments.iter().map(|segment| segment.ident.to_string()).collect()
}

#[derive(Default)]
struct Collector {
    /// The module whose code is read: the file's, or one inside it.
    module: Vec<String>,
    /// Imports of the file: the path of each imported name.
    imports: BTreeMap<String, (Vec<String>, Vec<String>)>,
    /// Paths as they are written, each with its module.
    paths: Vec<(Vec<String>, Vec<String>)>,
    others: Names,
}

impl Collector {
    fn add(&mut self, path: Vec<String>) {
        self.paths.push((self.module.clone(), path));
    }

    fn add_import(&mut self, tree: &UseTree, prefix: &[String]) {
        let join = |name: String| [prefix, &[name]].concat();
        match tree {
            UseTree::Path(path) => self.add_import(&path.tree, &join(path.ident.to_string())),
            UseTree::Group(group) => group.items.iter().for_each(|tree| self.add_import(tree, prefix)),
            UseTree::Glob(_) => self.add(join("*".to_owned())),
            UseTree::Name(name) => {
                let name = name.ident.to_string();
                let own = prefix.last().cloned().unwrap_or_default();
                let (name, path) =
                    if name == "self" { (own, prefix.to_vec()) } else { (name.clone(), join(name)) };
                self.import(name, path);
            }
            UseTree::Rename(rename) => {
                let name = rename.ident.to_string();
                let path = if name == "self" && !prefix.is_empty() { prefix.to_vec() } else { join(name) };
                self.import(rename.rename.to_string(), path);
            }
        }
    }

    fn import(&mut self, name: String, path: Vec<String>) {
        self.imports.insert(name, (self.module.clone(), path.clone()));
        self.add(path);
    }

    /// Macros are not parsed, so their paths are read from their tokens.
    /// `prefix` is the path before a group, as in `crate::{a, b}`.
    fn add_tokens(&mut self, tokens: TokenStream, prefix: &[String]) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            at += 1;
            match token {
                TokenTree::Group(group) => self.add_tokens(group.stream(), prefix),
                TokenTree::Ident(ident) => {
                    let mut path = [prefix, &[ident.to_string()]].concat();
                    while is_path_separator(&tokens[at..]) {
                        match tokens.get(at + 2) {
                            Some(TokenTree::Ident(next)) => path.push(next.to_string()),
                            Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Brace => {
                                self.add_tokens(group.stream(), &path);
                            }
                            _ => break,
                        }
                        at += 3;
                    }
                    self.add_token_path(path, &tokens[at..]);
                }
                TokenTree::Punct(_) | TokenTree::Literal(_) => {}
            }
        }
    }

    fn add_token_path(&mut self, path: Vec<String>, rest: &[TokenTree]) {
        let called =
            matches!(rest, [TokenTree::Punct(mark), TokenTree::Group(_), ..] if mark.as_char() == '!');
        if called && let Some(name) = path.last() {
            self.others.insert(format!("{name}!"));
        }
        if path == ["async"] || path == ["await"] {
            self.others.insert("async".to_owned());
        }
        if path.len() > 1 {
            self.add(path);
        }
    }

    /// The full paths: `self`, `super` and imported names replaced.
    fn resolved(self) -> Names {
        let paths = self.paths.iter().map(|(module, path)| self.resolve(module, path, 0).join("::"));
        paths.chain(self.others.iter().cloned()).collect()
    }

    fn resolve(&self, module: &[String], path: &[String], depth: u8) -> Vec<String> {
        let Some((first, rest)) = path.split_first() else { return Vec::new() };
        match first.as_str() {
            "crate" | "" => path.to_vec(),
            "self" | "super" => {
                let kept = if first == "self" { module.len() } else { module.len().saturating_sub(1) };
                if rest.first().is_some_and(|next| next == "super") {
                    return self.resolve(&module[..kept], rest, depth);
                }
                [&["crate".to_owned()], &module[..kept], rest].concat()
            }
            name => match self.imports.get(name) {
                // An import may begin with another import; `use a::a` ends here.
                Some((module, import)) if depth < 8 && import.as_slice() != [name.to_owned()] => {
                    let depth = if import.first() == Some(first) { 8 } else { depth + 1 };
                    [self.resolve(module, import, depth).as_slice(), rest].concat()
                }
                _ => path.to_vec(),
            },
        }
    }
}

fn is_path_separator(tokens: &[TokenTree]) -> bool {
    matches!(tokens, [TokenTree::Punct(a), TokenTree::Punct(b), ..] if a.as_char() == ':' && b.as_char() == ':')
}

fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

impl<'ast> Visit<'ast> for Collector {
    fn visit_item(&mut self, item: &'ast Item) {
        if !for_tests(attributes(item)) {
            visit::visit_item(self, item);
        }
    }

    fn visit_impl_item_fn(&mut self, method: &'ast syn::ImplItemFn) {
        if !for_tests(&method.attrs) {
            visit::visit_impl_item_fn(self, method);
        }
    }

    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        self.module.push(item.ident.to_string());
        visit::visit_item_mod(self, item);
        self.module.pop();
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        self.add_import(&item.tree, &[]);
    }

    fn visit_path(&mut self, path: &'ast Path) {
        if path.segments.len() > 1 {
            self.add(segments(path));
        }
        visit::visit_path(self, path);
    }

    /// `pub(crate)` and `pub(in path)` use nothing.
    fn visit_visibility(&mut self, _: &'ast syn::Visibility) {}

    fn visit_attribute(&mut self, attribute: &'ast Attribute) {
        self.add(segments(attribute.path()));
        if let Meta::List(list) = &attribute.meta {
            self.add_tokens(list.tokens.clone(), &[]);
        }
    }

    fn visit_macro(&mut self, call: &'ast Macro) {
        let path = segments(&call.path);
        self.others.extend(path.last().map(|name| format!("{name}!")));
        self.add_tokens(call.tokens.clone(), &[]);
        visit::visit_macro(self, call);
    }

    fn visit_signature(&mut self, signature: &'ast Signature) {
        if signature.asyncness.is_some() {
            self.others.insert("async".to_owned());
        }
        visit::visit_signature(self, signature);
    }

    fn visit_expr_async(&mut self, block: &'ast syn::ExprAsync) {
        self.others.insert("async".to_owned());
        visit::visit_expr_async(self, block);
    }

    fn visit_expr_await(&mut self, expression: &'ast syn::ExprAwait) {
        self.others.insert("async".to_owned());
        visit::visit_expr_await(self, expression);
    }

    fn visit_expr_closure(&mut self, closure: &'ast syn::ExprClosure) {
        if closure.asyncness.is_some() {
            self.others.insert("async".to_owned());
        }
        visit::visit_expr_closure(self, closure);
    }
}
