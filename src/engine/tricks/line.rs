//! The position line (T14).

use std::fmt;

use super::position::Position;

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ", self.stock)?;
        write_or_dash(f, self.turned_up.open())?;
        let mut separator = ' ';
        for seat in self.seats() {
            write!(f, "{separator}{}", self.hands[seat.index()])?;
            separator = '|';
        }
        f.write_str(" ")?;
        write_or_dash(f, self.buried)?;
        write!(f, " {} {}", self.trick, self.leader)?;
        let mut separator = ' ';
        for seat in self.seats() {
            write!(f, "{separator}{}", self.tricks[seat.index()])?;
            separator = ',';
        }
        f.write_str(" ")?;
        write_or_dash(f, self.trump)?;
        let Self { highest, points, dealer, phase, turn, seq, .. } = self;
        write!(f, ":{highest} {points} {dealer} {phase} {turn} {seq}")
    }
}

fn write_or_dash(f: &mut fmt::Formatter<'_>, value: Option<impl fmt::Display>) -> fmt::Result {
    match value {
        Some(value) => value.fmt(f),
        None => f.write_str("-"),
    }
}

#[cfg(test)]
mod tests {
    use crate::engine::tricks::table;

    #[test]
    fn t14_the_line_has_thirteen_fields() {
        let lines = [
            "4D8H 9D 7C2D|6CKC - - 0 0,0 -:K 0,0 0 take 0 0",
            "9D4D8H - 7C2D|6CKC - - 0 0,0 -:K 21,22 0 trump 0 2",
            "4D8H - 7C2D|6CKC 9D 8S 1 3,4 H:A 21,22 0 play 1 40",
            "- - -|- KH - 1 2,7 C:K 45,53 0 over 1 411",
        ];
        for line in lines {
            assert_eq!(table::set(table::of(2), line).to_string(), line);
        }
    }

    #[test]
    fn t14_tricks_go_by_seat_and_points_by_side() {
        let line = "- - 7C|6C|AC|9S X1 - 1 2,2,3,1 C:K 45,13 0 change 1 411";
        assert_eq!(table::set(table::partners(), line).to_string(), line);
    }
}
