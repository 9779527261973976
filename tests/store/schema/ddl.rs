//! Reading the statements that SQLite keeps of its schema.

/// A statement without comments, in single spaces.
pub(super) fn squeezed(statement: &str) -> String {
    let code = statement.lines().map(|line| line.split("--").next().unwrap_or_default());
    code.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ")
}

/// The expressions of all checks in a squeezed statement.
pub(super) fn checks(statement: &str) -> Vec<&str> {
    let starts = statement.match_indices("check (").map(|(at, word)| &statement[at + word.len()..]);
    starts.map(until_closed).collect()
}

/// A text up to the parenthesis that closes one opened before it.
fn until_closed(text: &str) -> &str {
    let (mut depth, mut quoted) = (0_u32, false);
    for (at, character) in text.char_indices() {
        match character {
            '\'' => quoted = !quoted,
            '(' if !quoted => depth += 1,
            ')' if !quoted && depth == 0 => return &text[..at],
            ')' if !quoted => depth -= 1,
            _ => {}
        }
    }
    panic!("a parenthesis is not closed: {text}")
}

/// A trigger of SQLite, which always acts on each row.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Trigger<'a> {
    pub(super) table: &'a str,
    /// Timing, event and columns: `before update of a, b`.
    pub(super) event: &'a str,
    pub(super) when: Option<&'a str>,
    pub(super) body: &'a str,
}

impl<'a> Trigger<'a> {
    /// Reads a squeezed statement.
    pub(super) fn parse(statement: &'a str) -> Option<Self> {
        let (head, body) = statement.split_once(" begin ")?;
        let body = body.strip_suffix(" end").unwrap_or(body).trim_end_matches(';');
        let (event, target) = head.split_once(" on ")?;
        let event = event.splitn(4, ' ').nth(3)?;
        let (target, when) = match target.split_once(" when ") {
            Some((target, when)) => (target, Some(when)),
            None => (target, None),
        };
        Some(Self { table: target.split(' ').next()?, event, when, body })
    }
}

#[test]
fn checks_are_found_with_their_whole_expression() {
    let statement = squeezed(
        "CREATE TABLE a (
            b text check (b in ('(', 'x')), -- not a check (c)
            check ((b is null) = (length(b) = 1))
        )",
    );
    assert_eq!(checks(&statement), ["b in ('(', 'x')", "(b is null) = (length(b) = 1)"]);
}

#[test]
fn triggers_are_taken_apart() {
    let statement = squeezed(
        "CREATE TRIGGER t before update of a,
            b on games
        when old.a is not null begin
            select 1;
        end",
    );
    let expected = Trigger {
        table: "games",
        event: "before update of a, b",
        when: Some("old.a is not null"),
        body: "select 1",
    };
    assert_eq!(Trigger::parse(&statement), Some(expected));
}
