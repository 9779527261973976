//! The specification and what cites it: every clause is cited by a test, and
//! every citation leads to a clause and a file that exist.

use std::path::Path;

use proc_macro2::{TokenStream, TokenTree};
use syn::visit::Visit;
use syn::{Attribute, ItemFn, LitStr, Macro};

use crate::spec::{Clause, Kind, clauses, is_id};
use crate::{sources, texts};

/// The tests of a file, each with all that may cite a clause in it: its name,
/// its doc comment, and the texts in its code, such as messages of assertions.
#[derive(Default)]
struct Tests {
    cited: Vec<String>,
    /// Functions that a macro turns into tests, and what they cite.
    listed: Vec<String>,
    functions: Vec<(String, String)>,
}

impl<'ast> Visit<'ast> for Tests {
    fn visit_item_fn(&mut self, function: &'ast ItemFn) {
        let name = function.sig.ident.to_string();
        let mut texts = Texts(name.to_uppercase().replace('_', "."));
        texts.visit_item_fn(function);
        let is_test =
            |attribute: &Attribute| attribute.path().segments.last().is_some_and(|last| last.ident == "test");
        if function.attrs.iter().any(is_test) {
            self.cited.push(texts.0);
        } else {
            self.functions.push((name, texts.0));
        }
    }

    fn visit_macro(&mut self, call: &'ast Macro) {
        if call.path.segments.last().is_some_and(|last| last.ident == "on_both_databases") {
            self.listed.extend(call.tokens.clone().into_iter().map(|token| token.to_string()));
        }
    }
}

/// The string literals of a function, with its doc comment.
struct Texts(String);

impl Texts {
    fn add(&mut self, text: &LitStr) {
        self.0 = format!("{}\n{}", self.0, text.value());
    }

    fn add_all(&mut self, tokens: TokenStream) {
        for token in tokens {
            match token {
                TokenTree::Group(group) => self.add_all(group.stream()),
                TokenTree::Literal(literal) => {
                    if let Ok(text) = syn::parse_str(&literal.to_string()) {
                        self.add(&text);
                    }
                }
                TokenTree::Ident(_) | TokenTree::Punct(_) => {}
            }
        }
    }
}

impl<'ast> Visit<'ast> for Texts {
    fn visit_lit_str(&mut self, text: &'ast LitStr) {
        self.add(text);
    }

    fn visit_macro(&mut self, call: &'ast Macro) {
        self.add_all(call.tokens.clone());
    }
}

/// Texts of the tests of a source, which can cite clauses.
fn cited_by_tests(text: &str) -> Vec<String> {
    let mut tests = Tests::default();
    tests.visit_file(&syn::parse_file(text).unwrap());
    let Tests { mut cited, listed, functions } = tests;
    cited.extend(functions.into_iter().filter(|(name, _)| listed.contains(name)).map(|(_, cited)| cited));
    cited
}

/// True if a text names a clause, and not just one with a longer number.
fn cites(text: &str, clause: &str) -> bool {
    text.match_indices(clause).any(|(at, _)| {
        let rest = &text[at + clause.len()..];
        let goes_on = rest.starts_with(|next: char| next.is_ascii_digit())
            || (rest.starts_with('.') && rest[1..].starts_with(|next: char| next.is_ascii_digit()));
        !goes_on && !text[..at].ends_with(char::is_alphanumeric)
    })
}

#[test]
fn every_clause_is_cited_by_a_test_that_runs() {
    let tests: Vec<String> = ["crates", "src", "tests"]
        .into_iter()
        .flat_map(sources)
        // These name clauses only as examples.
        .filter(|(path, _)| !path.ends_with("sources/clauses.rs"))
        .flat_map(|(_, text)| cited_by_tests(&text))
        .collect();
    let mut missing = clauses();
    missing
        .retain(|clause| clause.kind != Kind::Section && !tests.iter().any(|text| cites(text, &clause.id)));
    let missing: Vec<_> = missing.into_iter().map(|clause| clause.id).collect();
    assert!(missing.is_empty(), "no test cites {missing:?}");
}

#[test]
fn a_citation_outside_of_tests_does_not_count() {
    let text = "
        /// R1
        fn r2_helper() {}
        // R3
        #[test]
        fn r4_2_a_rule() { assert!(true, \"R5 {}\", 1); /* R6 */ }
        /// By R7.
        #[tokio::test]
        async fn other() {}
        async fn r8_on_both() {}
        on_both_databases!(r8_on_both);
    ";
    let cited = cited_by_tests(text).join("\n");
    let found: Vec<u8> = (1..=8).filter(|number| cites(&cited, &format!("R{number}"))).collect();
    assert_eq!(found, [5, 7, 8]);
    assert!(cites(&cited, "R4.2"));
}

/// Possible citations in a text: names of Markdown files, and ids of clauses.
fn citations(text: &str) -> Vec<&str> {
    let part_of_name = |each: char| each.is_ascii_alphanumeric() || "._/-".contains(each);
    let words = text.split(|each| !part_of_name(each)).map(|word| word.trim_end_matches(['.', '-']));
    words.filter(|word| !word.is_empty()).collect()
}

fn is_file(word: &str) -> bool {
    Path::new(word).extension().is_some_and(|extension| extension == "md") && word.len() > 3
}

/// Citations in a file of the project that lead nowhere. A clause right behind the name of
/// a file has to stand in that file.
fn broken(path: &Path, text: &str, clauses: &[Clause]) -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = path.parent().unwrap_or(root);
    let mut broken = Vec::new();
    for line in text.lines() {
        let mut file = None;
        for word in citations(line) {
            if is_file(word) {
                // A path of the service: its pages lie where they do in the project.
                let word = word.trim_start_matches('/');
                file = [root, folder].map(|from| from.join(word)).into_iter().find(|file| file.exists());
                if file.is_none() {
                    broken.push(format!("{}: there is no file {word}", path.display()));
                }
                continue;
            }
            let stands = |clause: &Clause| {
                clause.id == word
                    && file.as_ref().is_none_or(|file| file.canonicalize().unwrap().ends_with(clause.file))
            };
            if is_id(word) && !clauses.iter().any(stands) {
                let place = file.as_deref().unwrap_or(Path::new("docs/spec")).display();
                broken.push(format!("{}: there is no clause {word} in {place}", path.display()));
            }
            file = None;
        }
    }
    broken
}

#[test]
fn every_citation_leads_to_a_file_and_a_clause() {
    let clauses = clauses();
    let broken: Vec<String> = texts().iter().flat_map(|(path, text)| broken(path, text, &clauses)).collect();
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

#[test]
fn a_citation_that_leads_nowhere_is_found() {
    let clauses = clauses();
    let found = |text: &str| broken(Path::new("src/lib.rs"), text, &clauses).len();
    for good in [
        "docs/spec/record.md S5.1, R4.2 and T14",
        "(R10.4)",
        "R4.",
        "[the record](docs/spec/record.md) S2.4",
        "`UTF-8` S3x 7S, AS4",
    ] {
        assert_eq!(found(good), 0, "{good}");
    }
    for bad in
        ["R4.14", "docs/spec/other.md", "docs/spec/record.md R4.2", "docs/spec/records.md S3", "T15", "S9"]
    {
        assert_eq!(found(bad), 1, "{bad}");
    }
}

/// Links of Markdown pages, relative to the page.
#[test]
fn every_link_in_the_documentation_leads_to_a_file() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut broken = Vec::new();
    for (path, text) in texts().into_iter().filter(|(path, _)| is_file(&path.to_string_lossy())) {
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let target = link.split('#').next().unwrap_or_default();
            let from = if target.starts_with('/') { root } else { path.parent().unwrap_or(root) };
            let file = from.join(target.trim_start_matches('/'));
            // The service's page of a file.
            let is_page = target.starts_with("/docs/") && file.with_added_extension("md").exists();
            if !link.contains("://") && !file.exists() && !is_page {
                broken.push(format!("{}: {link}", path.display()));
            }
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}
