//! Every time in an answer is written as the hash chain has it
//! (docs/spec/record.md S5.6).

use proc_macro2::Ident;
use syn::visit::{self, Visit};
use syn::{Attribute, Field, ItemStruct, Meta, Type};

use crate::source::all;

/// Structs that become JSON, and their fields that are times but not written
/// so.
#[derive(Default)]
struct Times {
    written: usize,
    other: Vec<String>,
}

/// True if a type names `DateTime`.
struct NamesDateTime(bool);

impl Visit<'_> for NamesDateTime {
    fn visit_ident(&mut self, name: &Ident) {
        self.0 |= name == "DateTime";
    }
}

fn is_time(kind: &Type) -> bool {
    let mut found = NamesDateTime(false);
    found.visit_type(kind);
    found.0
}

/// True if an attribute of this name holds a word.
fn holds(attributes: &[Attribute], name: &str, word: &str) -> bool {
    attributes.iter().any(|attribute| match &attribute.meta {
        Meta::List(list) => list.path.is_ident(name) && list.tokens.to_string().contains(word),
        _ => false,
    })
}

impl Times {
    fn check(&mut self, owner: &Ident, field: &Field) {
        let is_skipped = holds(&field.attrs, "serde", "skip") && !holds(&field.attrs, "serde", "skip_");
        if !is_time(&field.ty) || is_skipped {
            return;
        }
        if holds(&field.attrs, "serde", "record::timestamp") {
            self.written += 1;
        } else {
            let name = field.ident.as_ref().map(Ident::to_string).unwrap_or_default();
            self.other.push(format!("{owner}.{name}"));
        }
    }
}

impl Visit<'_> for Times {
    fn visit_item_struct(&mut self, item: &ItemStruct) {
        if holds(&item.attrs, "derive", "Serialize") {
            item.fields.iter().for_each(|field| self.check(&item.ident, field));
        }
        visit::visit_item_struct(self, item);
    }
}

#[test]
fn s5_6_times_are_written_with_six_decimals() {
    let mut found = Times::default();
    for source in all() {
        found.visit_file(&source.file);
    }
    assert_eq!(found.other, Vec::<String>::new(), "need #[serde(with = \"crate::record::timestamp\")]");
    assert!(found.written > 10, "only {} times are found", found.written);
}

#[test]
fn a_time_that_is_written_otherwise_is_found() {
    let file = syn::parse_file(
        "#[derive(Serialize)] struct A { at: Option<DateTime<Utc>>, other: u8 }
        #[derive(Clone)] struct B { at: DateTime<Utc> }",
    );
    let mut found = Times::default();
    found.visit_file(&file.unwrap());
    assert_eq!(found.other, ["A.at"]);
}
