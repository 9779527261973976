//! Every clause of the rules and of the record's description is cited where
//! it is carried out or tested.

use crate::sources;

/// Sections with the number of their clauses; 0 for one without parts.
const CLAUSES: [(&str, u32); 33] = [
    ("R1", 0),
    ("R2", 4),
    ("R3", 5),
    ("R4", 13),
    ("R5", 6),
    ("R6", 5),
    ("R7", 4),
    ("R8", 3),
    ("R9", 3),
    ("R10", 4),
    ("R11", 1),
    ("R12", 4),
    ("S1", 4),
    ("S2", 5),
    ("S3", 0),
    ("S4", 0),
    ("S5", 4),
    ("S6", 0),
    ("S7", 0),
    ("T1", 0),
    ("T2", 0),
    ("T3", 0),
    ("T4", 0),
    ("T5", 0),
    ("T6", 0),
    ("T7", 0),
    ("T8", 0),
    ("T9", 0),
    ("T10", 0),
    ("T11", 0),
    ("T12", 0),
    ("T13", 0),
    ("T14", 0),
];

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
    let all = ["src", "tests"].into_iter().flat_map(sources);
    let others = all.filter(|(path, _)| !path.ends_with("clauses.rs"));
    let texts: Vec<String> = others.map(|(_, text)| with_names(&text)).collect();
    let mut missing = Vec::new();
    for (section, parts) in CLAUSES {
        let clauses = (1..=parts).map(|part| format!("{section}.{part}"));
        let clauses: Vec<String> = if parts == 0 { vec![section.to_owned()] } else { clauses.collect() };
        missing.extend(clauses.into_iter().filter(|clause| !texts.iter().any(|text| cites(text, clause))));
    }
    assert!(missing.is_empty(), "not cited anywhere: {missing:?}");
}
