//! Layout of texts for a terminal with at least 24 lines of 80 columns.

use regicide_engine::engine::{Diagram, Message, PlayerName};

use super::output::Output;

pub(super) const HEIGHT: usize = 24;
const WIDTH: usize = 80;

/// The unit of the width of cells.
const CELL: usize = 10;

/// A text in lines that fit, broken at spaces; all but the first are indented.
pub(super) fn wrapped(text: &str, indent: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for (place, word) in text.split(' ').enumerate() {
        let line = lines.last_mut().expect("there is a first line");
        if place == 0 {
            line.push_str(word);
        } else if line.chars().count() + 1 + word.chars().count() <= WIDTH {
            *line += " ";
            line.push_str(word);
        } else {
            lines.push(" ".repeat(indent) + word);
        }
    }
    lines
}

/// Cells side by side, in lines that fit.
pub(super) fn flow(cells: &[String]) -> Vec<String> {
    let mut lines: Vec<Vec<String>> = Vec::new();
    let mut room = 0;
    for cell in cells {
        // A space separates two cells.
        let width = (cell.chars().count() + 1).next_multiple_of(CELL);
        if width > room {
            lines.push(Vec::new());
            room = WIDTH.max(width);
        }
        room -= width;
        let line = lines.last_mut().expect("there is room in a line");
        line.push(format!("{cell:width$}"));
    }
    lines.iter().map(|line| line.concat().trim_end().to_owned()).collect()
}

/// A diagram with its labels in a column.
pub(super) fn drawn(diagram: Diagram, names: &[PlayerName], out: &Output) -> Vec<String> {
    let translated = |message: Message| out.text(&message.naming(names));
    let rows: Vec<_> =
        diagram.rows.into_iter().map(|(label, text)| (translated(label), translated(text))).collect();
    let width = rows.iter().map(|(label, _)| label.chars().count()).max().unwrap_or_default();
    let row = |(label, text): (String, String)| wrapped(&format!("{label:width$}  {text}"), width + 2);
    rows.into_iter().flat_map(row).chain([translated(diagram.next)]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_broken_at_spaces_and_keep_their_columns() {
        let words = format!("label  {}", ["word"; 20].join(" "));
        let lines = wrapped(&words, 7);
        assert_eq!(
            lines,
            [format!("label  {}", ["word"; 14].join(" ")), "       word word word word word word".to_owned()]
        );
        let long = "x".repeat(100);
        assert_eq!(wrapped(&long, 2), [long]);
    }

    #[test]
    fn cells_take_the_room_that_they_need() {
        let cells = ["a".repeat(9), "b".repeat(10), "c".repeat(49), "d".to_owned(), "e".repeat(90)];
        let lines = flow(&cells);
        assert_eq!(lines[0], format!("{} {:20}{}", cells[0], cells[1], cells[2]));
        assert_eq!(lines[1..], [cells[3].clone(), cells[4].clone()]);
        assert_eq!(flow(&[]), Vec::<String>::new());
    }
}
