//! Records out of a stream, one at a time.

use std::io::{self, BufRead};

/// The most that one record holds, in bytes, as over HTTP.
const LIMIT: usize = 1 << 20;

/// What is said of an object that does not end.
const CUT_OFF: &str = "command-cut-off";

/// A record's text, or why there is none, and the line that it begins at.
pub(super) struct Piece {
    pub(super) line: u64,
    pub(super) text: Result<String, &'static str>,
}

/// The JSON objects of a stream: one after the other, each on one line or on
/// many. No more than one of them is held in memory.
pub(super) struct Records<R> {
    input: R,
    line: u64,
    /// What was read of an object that turned out to be cut off, from its next
    /// line that may begin another one; the last byte first.
    again: Vec<u8>,
}

/// How far an object has been read.
#[derive(Default)]
struct Scan {
    depth: u32,
    in_string: bool,
    escaped: bool,
}

impl Scan {
    /// Looks at one byte; true if it is the last of an object.
    fn ends_at(&mut self, byte: u8) -> bool {
        if self.in_string {
            // No string holds a line break: the object was cut off, and the
            // next line may well begin a good one.
            if byte == b'\n' {
                return true;
            }
            self.in_string = self.escaped || byte != b'"';
            self.escaped = !self.escaped && byte == b'\\';
            return false;
        }
        match byte {
            b'"' => self.in_string = true,
            b'{' | b'[' => self.depth += 1,
            b'}' | b']' => {
                self.depth = self.depth.saturating_sub(1);
                return self.depth == 0;
            }
            _ => {}
        }
        false
    }
}

impl<R: BufRead> Records<R> {
    pub(super) const fn new(input: R) -> Self {
        Self { input, line: 1, again: Vec::new() }
    }

    /// The next byte, if there is one.
    fn byte(&mut self) -> io::Result<Option<u8>> {
        let byte = if self.again.is_empty() {
            let byte = self.input.fill_buf()?.first().copied();
            self.input.consume(usize::from(byte.is_some()));
            byte
        } else {
            self.again.pop()
        };
        self.line += u64::from(byte == Some(b'\n'));
        Ok(byte)
    }

    fn piece(&mut self) -> io::Result<Option<Piece>> {
        let mut first = self.byte()?;
        while first.is_some_and(|byte| byte.is_ascii_whitespace()) {
            first = self.byte()?;
        }
        let Some(first) = first else { return Ok(None) };
        let line = self.line;
        if first != b'{' {
            self.skip_line()?;
            return Ok(Some(Piece { line, text: Err("command-no-object") }));
        }
        let mut scan = Scan::default();
        let mut text = vec![first];
        let mut length = 1_usize;
        let mut done = scan.ends_at(first);
        while !done {
            let Some(byte) = self.byte()? else { break };
            done = scan.ends_at(byte);
            length += 1;
            if length <= LIMIT {
                text.push(byte);
            }
            if length == LIMIT && !done && self.resume(&text) {
                return Ok(Some(Piece { line, text: Err(CUT_OFF) }));
            }
        }
        if !done && length <= LIMIT && self.resume(&text) {
            return Ok(Some(Piece { line, text: Err(CUT_OFF) }));
        }
        if length > LIMIT {
            return Ok(Some(Piece { line, text: Err("command-too-long") }));
        }
        Ok(Some(Piece { line, text: String::from_utf8(text).map_err(|_| "command-no-text") }))
    }

    /// Reads an object that does not end again from its next line that begins
    /// one: a line that was cut off must not swallow the records behind it.
    fn resume(&mut self, text: &[u8]) -> bool {
        let Some(at) = text.windows(2).position(|pair| pair == b"\n{") else { return false };
        let rest = &text[at + 1..];
        self.line -= rest.iter().map(|&byte| u64::from(byte == b'\n')).sum::<u64>();
        self.again.extend(rest.iter().rev());
        true
    }

    fn skip_line(&mut self) -> io::Result<()> {
        while self.byte()?.is_some_and(|byte| byte != b'\n') {}
        Ok(())
    }
}

impl<R: BufRead> Iterator for Records<R> {
    type Item = io::Result<Piece>;

    fn next(&mut self) -> Option<Self::Item> {
        self.piece().transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces(text: &str) -> Vec<(u64, Result<String, &'static str>)> {
        Records::new(text.as_bytes())
            .map(|piece| piece.map(|piece| (piece.line, piece.text)).unwrap())
            .collect()
    }

    #[test]
    fn a_line_that_is_cut_off_does_not_swallow_those_behind_it() {
        let found = pieces("{\"a\":[\n{\"b\":\n{\"c\":1}\n{\"d\":[\n{\"e\":1}");
        let texts: Vec<_> = found.into_iter().map(|(line, text)| (line, text.ok())).collect();
        let good = |text: &str| Some(text.to_owned());
        let expected = [(1, None), (2, None), (3, good("{\"c\":1}")), (4, None), (5, good("{\"e\":1}"))];
        assert_eq!(texts, expected);
        let many = format!("{{\"a\":[\n{}", "{\"b\":1}\n".repeat(200_000));
        assert_eq!(pieces(&many).len(), 200_001);
    }

    #[test]
    fn objects_are_found_on_one_line_or_on_many() {
        let text = "{\"a\":1}\n\n{\n  \"b\": \"}{\\\"\"\n}{\"c\":[{}]}\n";
        let found: Vec<_> = pieces(text).into_iter().map(|(line, text)| (line, text.unwrap())).collect();
        assert_eq!(found[0], (1, "{\"a\":1}".to_owned()));
        assert_eq!(found[1], (3, "{\n  \"b\": \"}{\\\"\"\n}".to_owned()));
        assert_eq!(found[2], (5, "{\"c\":[{}]}".to_owned()));
    }

    #[test]
    fn what_is_no_object_is_said_and_passed_over() {
        let found = pieces("nonsense {\n{\"a\":1}\n{\"cut");
        assert!(found[0].1.is_err());
        assert_eq!(found[1], (2, Ok("{\"a\":1}".to_owned())));
        assert_eq!(found[2], (3, Ok("{\"cut".to_owned())));
    }

    #[test]
    fn an_object_cut_off_in_a_text_does_not_take_the_next_line_with_it() {
        let found = pieces("{\"a\":\"cut\n{\"b\":1}\n");
        assert_eq!(found[1], (2, Ok("{\"b\":1}".to_owned())));
    }

    #[test]
    fn a_record_that_is_too_large_is_not_kept() {
        let text = format!("{{\"a\":\"{}\"}}\n{{}}", "x".repeat(LIMIT));
        let found = pieces(&text);
        assert!(found[0].1.is_err());
        assert_eq!(found[1], (2, Ok("{}".to_owned())));
    }
}
