//! JSON from outside is read by `regicide_engine::json` alone (docs/spec/record.md S6.2).

use syn::visit::{self, Visit};
use syn::{Attribute, Ident, ItemEnum, ItemStruct, Meta};

use crate::source::{Source, all, below};

/// Readers that accept more than a schema does, and the files that may use them: the
/// strict reader itself, what the service has stored, bodies whose JSON is left as text,
/// and values of Python before they are read strictly.
const LOOSE: [(&str, &[&str]); 9] = [
    ("serde_json::from_str", &["store/", "service/analysis/mod.rs"]),
    ("serde_json::from_slice", &[]),
    ("serde_json::from_reader", &[]),
    ("serde_json::from_value", &[]),
    ("serde_json::Deserializer", &["json/"]),
    ("serde_json::Value::from_str", &[]),
    ("actix_web::web::Json", &["api/extract/body.rs", "api/routes/analysis.rs", "api/routes/records.rs"]),
    ("pythonize::depythonize", &["python/values.rs"]),
    ("serde_wasm_bindgen", &[]),
];

/// The Rust sources of the default packages and of those for other languages.
fn everything() -> Vec<Source> {
    let mut found = all();
    found.extend(below("bindings/js/engine/src", "js/"));
    found.extend(below("bindings/python/src", "python/"));
    found
}

fn loose_readers(source: &Source) -> Vec<String> {
    let names = source.names();
    let is_used = |reader: &str| {
        names.iter().any(|name| {
            name.strip_prefix(reader).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
        })
    };
    let may_use = |files: &[&str]| files.iter().any(|file| source.path.starts_with(file));
    let found = LOOSE.iter().filter(|(reader, files)| is_used(reader) && !may_use(files));
    found.map(|(reader, _)| format!("{}: {reader}", source.path)).collect()
}

/// Types that serde buffers without a tag, and so reads loosely.
#[derive(Default)]
struct Buffered(Vec<String>);

fn holds(attributes: &[Attribute], name: &str, word: &str) -> bool {
    attributes.iter().any(|attribute| match &attribute.meta {
        Meta::List(list) => {
            let tokens = list.tokens.to_string();
            list.path.is_ident(name)
                && tokens.split(|letter: char| !letter.is_alphanumeric()).any(|own| own == word)
        }
        Meta::Path(_) | Meta::NameValue(_) => false,
    })
}

impl Buffered {
    fn add(&mut self, name: &Ident, attributes: &[Attribute], is_buffered: bool) {
        if is_buffered && holds(attributes, "derive", "Deserialize") {
            self.0.push(name.to_string());
        }
    }
}

impl Visit<'_> for Buffered {
    fn visit_item_enum(&mut self, item: &ItemEnum) {
        self.add(&item.ident, &item.attrs, holds(&item.attrs, "serde", "untagged"));
        visit::visit_item_enum(self, item);
    }

    fn visit_item_struct(&mut self, item: &ItemStruct) {
        let is_buffered = item.fields.iter().any(|field| holds(&field.attrs, "serde", "flatten"));
        self.add(&item.ident, &item.attrs, is_buffered);
        visit::visit_item_struct(self, item);
    }
}

fn buffered(source: &Source) -> Vec<String> {
    let mut found = Buffered::default();
    found.visit_file(&source.file);
    found.0.into_iter().map(|name| format!("{}: {name}", source.path)).collect()
}

#[test]
fn s6_2_json_from_outside_is_read_strictly() {
    let sources = everything();
    let loose: Vec<_> = sources.iter().flat_map(loose_readers).collect();
    assert!(loose.is_empty(), "use regicide_engine::json: {loose:?}");
    // These are read from the service's own rows; a record has a type for its result.
    let buffered: Vec<_> = sources.iter().flat_map(buffered).collect();
    assert_eq!(buffered, ["engine/any/outcome.rs: Outcome", "bots/review.rs: Findings"]);
}

#[test]
fn every_loose_reader_is_found() {
    for text in [
        "fn f() { serde_json::from_str::<Options>(text) }",
        "use serde_json::from_slice; fn f() { from_slice(text) }",
        "fn f() { let options: Options = serde_json::from_value(value).unwrap(); }",
        "use serde_json::Deserializer as Reader; fn f() { Reader::from_str(text) }",
        "use serde_json::{Value, de}; fn f() { assert!(serde_json::from_reader(file).is_ok()) }",
        "fn f(body: actix_web::web::Json<Options>) {}",
        "use actix_web::web; fn f(body: web::Json<Options>) {}",
    ] {
        assert_eq!(loose_readers(&Source::new("api/routes/games.rs", text)).len(), 1, "{text}");
    }
    let in_a_test = "#[cfg(test)] mod tests { fn f() { serde_json::from_str(text) } }";
    assert!(loose_readers(&Source::new("api/routes/games.rs", in_a_test)).is_empty());
    let types = "#[derive(Clone, Deserialize)] #[serde(untagged)] enum A { B(u8) }
        #[derive(Deserialize)] struct C { #[serde(flatten)] others: Map }
        #[derive(Serialize)] #[serde(untagged)] enum D { E(u8) }";
    assert_eq!(buffered(&Source::new("a.rs", types)), ["a.rs: A", "a.rs: C"]);
}
