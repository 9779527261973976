//! The specification and what cites it: every clause is cited where it is
//! carried out or tested, and every citation leads to a clause and a file that
//! exist.

use std::path::Path;

use crate::spec::{Clause, Kind, clauses, is_id};
use crate::{sources, texts};

/// Whether a text names a clause, and not just one whose number goes on.
fn cites(text: &str, clause: &str) -> bool {
    text.match_indices(clause).any(|(at, _)| {
        let rest = &text[at + clause.len()..];
        let goes_on = rest.starts_with(|next: char| next.is_ascii_digit())
            || (rest.starts_with('.') && rest[1..].starts_with(|next: char| next.is_ascii_digit()));
        !goes_on
    })
}

/// A source, and the names of its functions: tests cite clauses there, as in
/// `r5_1_an_exact_kill`.
fn with_names(text: &str) -> String {
    let functions = text.lines().filter_map(|line| line.trim_start().strip_prefix("fn "));
    let names: String = functions.map(|name| name.to_uppercase().replace('_', ".") + "\n").collect();
    format!("{text}\n{names}")
}

#[test]
fn every_clause_is_cited() {
    let all = ["crates", "src", "tests"].into_iter().flat_map(sources);
    // These name clauses only as examples.
    let others = all.filter(|(path, _)| !path.ends_with("clauses.rs") && !path.ends_with("support/spec.rs"));
    let texts: Vec<String> = others.map(|(_, text)| with_names(&text)).collect();
    let mut wanted = clauses();
    wanted.retain(|clause| clause.kind != Kind::Section && !texts.iter().any(|text| cites(text, &clause.id)));
    let missing: Vec<_> = wanted.into_iter().map(|clause| clause.id).collect();
    assert!(missing.is_empty(), "not cited anywhere: {missing:?}");
}

/// What a text cites: names of Markdown files, and ids of clauses.
fn citations(text: &str) -> Vec<&str> {
    let part_of_name = |each: char| each.is_ascii_alphanumeric() || "._/-".contains(each);
    let words = text.split(|each| !part_of_name(each)).map(|word| word.trim_end_matches(['.', '-']));
    words.filter(|word| !word.is_empty()).collect()
}

fn is_file(word: &str) -> bool {
    Path::new(word).extension().is_some_and(|extension| extension == "md") && word.len() > 3
}

/// What does not lead anywhere in a file of the project. A clause right behind
/// the name of a file has to stand in that file.
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
            if !link.contains("://") && !from.join(target.trim_start_matches('/')).exists() {
                broken.push(format!("{}: {link}", path.display()));
            }
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}
