//! Errors keep what caused them, log lines show it, and no panic ends a task.

use std::collections::BTreeSet;

use syn::visit::{self, Visit};

use crate::names::for_tests;
use crate::source::{Source, all};

/// Error types of others whose names do not end in `Error`.
const FOREIGN: [&str; 1] = ["UnknownRuleset"];

fn attribute<'a>(attributes: &'a [syn::Attribute], name: &str) -> Option<&'a syn::Attribute> {
    attributes.iter().find(|attribute| attribute.path().is_ident(name))
}

fn is_error(attributes: &[syn::Attribute]) -> bool {
    attribute(attributes, "derive").is_some_and(|derive| text(derive).contains("thiserror::Error"))
}

/// Tokens without spaces.
fn text(tokens: &impl quote::ToTokens) -> String {
    tokens.to_token_stream().to_string().split_whitespace().collect()
}

/// The fields of errors that hold an error without marking it as the source.
#[derive(Default)]
struct LostSources {
    errors: BTreeSet<String>,
    found: Vec<String>,
}

impl LostSources {
    fn check(&mut self, of: &syn::Ident, attributes: &[syn::Attribute], fields: &syn::Fields) {
        let passes_on = |attribute: &syn::Attribute| text(attribute).contains("transparent");
        if attribute(attributes, "error").is_some_and(passes_on) {
            return;
        }
        for field in fields {
            let is_source = ["source", "from"].iter().any(|name| attribute(&field.attrs, name).is_some())
                || field.ident.as_ref().is_some_and(|name| name == "source");
            let kind = text(&field.ty);
            let names = kind.split(|character: char| !character.is_alphanumeric());
            let holds = names
                .into_iter()
                .any(|name| name.ends_with("Error") || self.errors.contains(name) || FOREIGN.contains(&name));
            if holds && !is_source {
                self.found.push(format!("{of}: {kind}"));
            }
        }
    }
}

impl<'ast> Visit<'ast> for LostSources {
    fn visit_item_enum(&mut self, item: &'ast syn::ItemEnum) {
        if is_error(&item.attrs) {
            for variant in &item.variants {
                self.check(&variant.ident, &variant.attrs, &variant.fields);
            }
        }
    }

    fn visit_item_struct(&mut self, item: &'ast syn::ItemStruct) {
        if is_error(&item.attrs) {
            self.check(&item.ident, &item.attrs, &item.fields);
        }
    }
}

/// Log lines with an error without what caused it.
#[derive(Default)]
struct BareErrors(Vec<String>);

impl<'ast> Visit<'ast> for BareErrors {
    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        let path = text(&call.path);
        if ["error", "warn", "info", "debug", "trace"].iter().any(|level| path == format!("tracing::{level}"))
        {
            let fields: String = call.tokens.to_string().split_whitespace().collect();
            let is_bare = fields.replace("error=%causes(", "").contains("error=")
                || fields.contains("%error")
                || fields.contains("?error");
            if is_bare {
                self.0.push(fields);
            }
        }
    }

    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        if !for_tests(&item.attrs) {
            visit::visit_item_mod(self, item);
        }
    }
}

/// Tasks whose panic nothing would catch.
#[derive(Default)]
struct BareTasks(Vec<String>);

impl<'ast> Visit<'ast> for BareTasks {
    fn visit_expr_call(&mut self, call: &'ast syn::ExprCall) {
        if text(&call.func) == "tokio::spawn" {
            let task = call.args.first().map(text).unwrap_or_default();
            if !["caught(", "supervise("].iter().any(|catches| task.starts_with(catches)) {
                self.0.push(task);
            }
        }
        visit::visit_expr_call(self, call);
    }

    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        if !for_tests(&item.attrs) {
            visit::visit_item_mod(self, item);
        }
    }
}

fn bare_tasks(source: &Source) -> Vec<String> {
    let mut found = BareTasks::default();
    found.visit_file(&source.file);
    found.0
}

#[test]
fn a_panic_in_any_task_is_caught() {
    // Commands wait for their tasks.
    let of_service = all().into_iter().filter(|source| source.module.first().is_none_or(|top| top != "cli"));
    let found: Vec<_> = of_service.flat_map(|source| bare_tasks(&source)).collect();
    assert!(found.is_empty(), "{found:#?}");
    let planted = "fn f() { tokio::spawn(async { work().await }); }";
    assert_eq!(bare_tasks(&Source::new("store/a.rs", planted)).len(), 1);
}

fn bare_errors(source: &Source) -> Vec<String> {
    let mut found = BareErrors::default();
    found.visit_file(&source.file);
    found.0
}

fn lost_sources(source: &Source) -> Vec<String> {
    let mut found = LostSources::default();
    found.visit_file(&source.file);
    found.found
}

#[test]
fn every_error_keeps_its_source() {
    let found: Vec<_> = all().iter().flat_map(lost_sources).collect();
    assert!(found.is_empty(), "{found:#?}");
    let planted = "#[derive(Debug, thiserror::Error)] enum A { #[error(\"no\")] B(io::Error) }";
    assert_eq!(lost_sources(&Source::new("store/a.rs", planted)).len(), 1);
}

#[test]
fn every_log_line_shows_what_caused_an_error() {
    let found: Vec<_> = all().iter().flat_map(bare_errors).collect();
    assert!(found.is_empty(), "{found:#?}");
    for planted in [
        "fn f() { tracing::warn!(%error, \"no\"); }",
        "fn f() { tracing::error!(error = %self, \"no\"); }",
        "fn f() { result.inspect_err(|error| tracing::warn!(?error, \"no\")); }",
    ] {
        assert_eq!(bare_errors(&Source::new("store/a.rs", planted)).len(), 1, "{planted}");
    }
}
