//! The clauses of the specification, read from `docs/spec`.

use std::path::Path;

/// The files that have clauses, and the letter that their ids begin with.
pub(crate) const FILES: [(&str, char); 6] = [
    ("docs/spec/rules.md", 'R'),
    ("docs/spec/tricks.md", 'T'),
    ("docs/spec/record.md", 'S'),
    ("docs/spec/challenges.md", 'C'),
    ("docs/spec/solver.md", 'W'),
    ("docs/spec/log.md", 'L'),
];

/// A clause, or a section with clauses.
#[derive(Clone, Debug)]
pub(crate) struct Clause {
    /// The file, from the root of the project.
    pub(crate) file: &'static str,
    /// Its id, such as `R4.2` or `R4`.
    pub(crate) id: String,
    /// Its kind.
    pub(crate) kind: Kind,
}

/// The meaning of an id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A section that has clauses of its own.
    Section,
    /// A clause, or a section without parts.
    Clause,
    /// A clause below the heading `Notation`: it describes texts, not the play.
    Notation,
}

/// True if a text is an id such as `R4` or `R4.2`, in a file of any letter.
pub(crate) fn is_id(text: &str) -> bool {
    let Some(numbers) = text.strip_prefix(FILES.map(|(_, letter)| letter)) else { return false };
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    numbers.split('.').count() <= 2 && numbers.split('.').all(is_number)
}

/// All clauses and sections of all files, in their order.
pub(crate) fn clauses() -> Vec<Clause> {
    FILES.into_iter().flat_map(|(file, letter)| read(file, letter)).collect()
}

/// Sections are headings (`## R4 A turn`), clauses items of a list (`- R4.2 A
/// play is …`).
fn read(file: &'static str, letter: char) -> Vec<Clause> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    let text = std::fs::read_to_string(path).expect("the specification is part of the project");
    let mut found: Vec<Clause> = Vec::new();
    let mut kind = Kind::Clause;
    for line in text.lines() {
        if line == "## Notation" {
            kind = Kind::Notation;
        }
        let Some(rest) = line.strip_prefix("## ").or_else(|| line.strip_prefix("- ")) else { continue };
        let id = rest.split(' ').next().unwrap_or_default();
        if !is_id(id) || !id.starts_with(letter) {
            continue;
        }
        if let Some((section, _)) = id.split_once('.') {
            let above = found.iter_mut().find(|clause| clause.id == section);
            above.expect("a clause stands in its section").kind = Kind::Section;
        }
        found.push(Clause { file, id: id.to_owned(), kind });
    }
    assert!(!found.is_empty(), "{file} has no clauses");
    found
}
