//! docs/reference/encoding.md agrees with the library.

use regicide_engine::encoding::{Field, actions, fields};
use regicide_engine::engine::GameKind;

fn page() -> String {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(root.join("docs/reference/encoding.md")).unwrap()
}

/// The parts of the page about each game, in the order of the kinds.
fn parts<'a>(page: &'a str, after: &str) -> Vec<&'a str> {
    let section = page.split(after).nth(1).unwrap();
    let section = section.split("\n## ").next().unwrap();
    section.split("\nCo-operative game").nth(1).unwrap().split("\nTrick-taking game").collect()
}

/// The cells of a part's table.
fn rows(part: &str) -> Vec<Vec<&str>> {
    let lines = part.lines().filter(|line| line.starts_with('|')).skip(2);
    lines.map(|line| line.trim_matches('|').split('|').map(str::trim).collect()).collect()
}

#[test]
fn the_fields_of_observations_are_the_documented_ones() {
    let page = page();
    for (&kind, part) in GameKind::ALL.iter().zip(parts(&page, "\n## Observations\n")) {
        let mut start = 0;
        let mut documented = Vec::new();
        for row in rows(part) {
            let (name, len) = (row[0].trim_matches('`').to_owned(), row[1].parse::<usize>().unwrap());
            documented.push((name, start, len));
            start += len;
        }
        let own = |field: Field| (field.name.to_owned(), field.start, field.len);
        assert_eq!(documented, fields(kind).into_iter().map(own).collect::<Vec<_>>(), "{kind}");
    }
}

#[test]
fn the_actions_are_the_documented_ones() {
    let page = page();
    for (&kind, part) in GameKind::ALL.iter().zip(parts(&page, "\n## Actions\n")) {
        let mut numbers = Vec::new();
        for row in rows(part) {
            let bounds: Vec<usize> =
                row[0].split([' ', ',']).filter_map(|number| number.parse().ok()).collect();
            numbers.extend(bounds[0]..=*bounds.last().unwrap());
        }
        assert_eq!(numbers, (0..actions(kind)).collect::<Vec<_>>(), "{kind}");
        assert!(part.lines().next().unwrap().contains(&format!("{} actions", actions(kind))), "{part}");
    }
}
