//! Reading records from files and streams, one at a time.

use std::fs::{self, File};
use std::io::{self, BufRead as _, BufReader, IsTerminal as _, Read};
use std::os::fd::AsFd as _;
use std::path::PathBuf;

use regicide_engine::engine::Message;
use regicide_engine::i18n::Language;
use regicide_engine::json::{First, first};
use regicide_engine::record::{ReadError, RecordFile};
use regicide_system::text_file::without_mark;

use super::failures::{Failure, NamedError, NoRecord, named};
use super::interrupt::Interrupt;
use super::output::Output;
use super::progress::Progress;

/// The bytes of the largest record, as over HTTP.
const MAX_RECORD: usize = 1 << 20;
/// The bytes after which a line is too long for a file of records: the rest of the file
/// is not read.
const MAX_LINE: usize = 4 * MAX_RECORD;
/// The number of bytes that are read at once.
const CHUNK: usize = 1 << 16;
/// The id of the message that lines are not a record, or that a file has none.
const NO_OBJECT: &str = "command-no-object";
const NO_RECORD: &str = "command-no-record";
/// The bytes of a byte order mark.
const MARK: usize = 3;

/// The text of one record, or the message why it cannot be read; or the lines between two
/// records.
pub struct Piece {
    /// The line of the stream that it begins in, from 1.
    pub line: u64,
    text: Result<String, &'static str>,
    /// True if it begins with a brace.
    is_object: bool,
}

impl Piece {
    /// The record, or the reason why it is invalid. Lines are counted in the whole file.
    pub fn record(self, language: Language) -> Result<RecordFile, String> {
        let text = self.text.map_err(|what| language.text(&Message::new(what)))?;
        RecordFile::from_json(&text).map_err(|error| {
            let message = error.describe(language);
            let ReadError::Malformed(cause) = error else { return message };
            let place = |line: u64| format!("line {line} column {}", cause.column());
            let line = cause.line() as u64;
            message.replace(&place(line), &place(self.line + line.saturating_sub(1)))
        })
    }
}

/// The named files; standard input if there are none, unless it is a terminal.
fn named_or_input(files: &[PathBuf], out: &Output) -> Result<Vec<PathBuf>, Failure> {
    if !files.is_empty() {
        return Ok(files.to_vec());
    }
    if io::stdin().is_terminal() {
        return Err(out.failure(&Message::new("command-no-input")));
    }
    Ok(vec![PathBuf::from("-")])
}

/// Opens a file for reading; `-` is standard input.
fn open(file: &PathBuf) -> Result<File, NamedError> {
    let opened = if file.as_os_str() == "-" {
        io::stdin().as_fd().try_clone_to_owned().map(File::from)
    } else {
        File::open(file)
    };
    opened.map_err(|error| named(file.display(), error))
}

/// The record files of a command, which it reads until a signal comes.
pub struct Inputs {
    files: Vec<PathBuf>,
    pub interrupt: Interrupt,
    pub progress: Progress,
}

impl Inputs {
    /// The named files; standard input if there are none, unless it is a terminal. Their
    /// size is the total of the progress if all are regular files.
    pub fn new(files: &[PathBuf], interrupt: Interrupt, out: &Output) -> Result<Self, Failure> {
        let files = named_or_input(files, out)?;
        // A named pipe is not opened: to close it would end its writer.
        let size = |file: &PathBuf| {
            let is_input = file.as_os_str() == "-";
            let found = if is_input { open(file).ok()?.metadata() } else { fs::metadata(file) };
            found.ok().filter(fs::Metadata::is_file).map(|file| file.len())
        };
        let progress = match files.iter().map(size).sum() {
            Some(bytes) => Progress::of_input(bytes, "progress-records", out),
            None => Progress::of("progress-records", out),
        };
        Ok(Self { files, interrupt, progress })
    }

    /// All records with their files, up to a file that cannot be read or a signal.
    pub fn records(&self) -> impl Iterator<Item = Result<(String, Piece), NamedError>> {
        let found = self.files.iter().flat_map(move |file| {
            let (pieces, error) = match open(file) {
                Ok(file) => (Some(Records::new(Input { file, of: self })), None),
                Err(error) => (None, Some(Err(error))),
            };
            let name = file.display().to_string();
            let pieces = pieces.into_iter().flatten().map(move |piece| {
                piece.map(|piece| (name.clone(), piece)).map_err(|error| named(&name, error))
            });
            pieces.chain(error)
        });
        found.take_while(|_| self.interrupt.check().is_ok())
    }
}

/// A file that is read until a signal comes.
struct Input<'a> {
    file: File,
    of: &'a Inputs,
}

impl Read for Input<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.of.interrupt.wait_for(&self.file)?;
        let read = self.file.read(buffer)?;
        self.of.progress.read(read);
        Ok(read)
    }
}

/// The only record of a file.
pub(super) fn only(file: &PathBuf, out: &Output) -> Result<RecordFile, Failure> {
    let name = file.display().to_string();
    let mut pieces = Records::new(open(file)?);
    let mut next = || pieces.next().transpose().map_err(|error| named(&name, error));
    let Some(first) = next()? else { return Err(named(&name, no_record(NO_RECORD)).into()) };
    let line = first.line;
    let record = first.record(out.language()).map_err(|what| format!("{name}:{line}: {what}"))?;
    let Some(Piece { line, text, .. }) = next()? else { return Ok(record) };
    let what = text.err().unwrap_or("command-one-record");
    Err(format!("{name}:{line}: {}", out.text(&Message::new(what))).into())
}

fn no_record(reason: &'static str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, NoRecord(reason))
}

/// The JSON objects of a stream: one after the other, each in one line or in many. At
/// most the largest record and a chunk are in memory. A stream without any object is an
/// error: its lines are not invalid records.
pub struct Records<R> {
    input: BufReader<R>,
    line: u64,
    /// The bytes that were read and may belong to a record not yet returned.
    buffer: Vec<u8>,
    /// The position in the buffer where the next record begins.
    start: usize,
    /// The number of bytes that were skipped in the current line.
    skipped: usize,
    /// True if nothing more is read.
    has_ended: bool,
    /// True if nothing was read yet.
    is_new: bool,
    /// The piece after the lines before the first record.
    next: Option<Piece>,
}

impl<R: Read> Records<R> {
    pub fn new(input: R) -> Self {
        let input = BufReader::with_capacity(CHUNK, input);
        Self {
            input,
            line: 1,
            buffer: Vec::new(),
            start: 0,
            skipped: 0,
            has_ended: false,
            is_new: true,
            next: None,
        }
    }

    /// The bytes that were read and not consumed.
    fn rest(&self) -> &[u8] {
        &self.buffer[self.start..]
    }

    /// Reads a chunk; false at the end of the stream, or if the buffer is full.
    fn read_more(&mut self) -> io::Result<bool> {
        if self.rest().len() > MAX_RECORD {
            return Ok(false);
        }
        self.buffer.drain(..self.start);
        self.start = 0;
        let chunk = self.input.fill_buf()?;
        let read = chunk.len();
        self.buffer.extend_from_slice(chunk);
        self.input.consume(read);
        Ok(read > 0)
    }

    /// Removes this many bytes from the buffer.
    fn take(&mut self, length: usize) -> Vec<u8> {
        let taken = self.rest()[..length].to_vec();
        self.start += length;
        self.line += taken.iter().map(|&byte| u64::from(byte == b'\n')).sum::<u64>();
        let end = taken.iter().rposition(|&byte| byte == b'\n');
        self.skipped = end.map_or(self.skipped + length, |end| length - end - 1);
        taken
    }

    /// Returns true if the current line is too long for a file of records.
    const fn is_endless(&self) -> bool {
        self.skipped > MAX_LINE
    }

    fn skip_whitespace(&mut self) -> io::Result<()> {
        loop {
            let blanks = self.rest().iter().take_while(|byte| b" \t\n\r".contains(byte)).count();
            self.take(blanks);
            if !self.rest().is_empty() || self.is_endless() || !self.read_more()? {
                return Ok(());
            }
        }
    }

    /// Skips lines up to one that begins with a brace.
    fn skip_text(&mut self) -> io::Result<()> {
        loop {
            self.skip_line()?;
            self.skip_whitespace()?;
            if self.is_endless() || matches!(self.rest().first(), None | Some(b'{')) {
                return Ok(());
            }
        }
    }

    fn skip_line(&mut self) -> io::Result<()> {
        loop {
            let end = self.rest().iter().position(|&byte| byte == b'\n');
            self.take(end.unwrap_or(self.rest().len()));
            if end.is_some() || self.is_endless() || !self.read_more()? {
                return Ok(());
            }
        }
    }

    fn piece(&mut self) -> io::Result<Option<Piece>> {
        if self.has_ended {
            return Ok(None);
        }
        let piece = self.next_piece()?;
        self.has_ended = self.is_endless();
        let line = self.line;
        if !self.has_ended {
            return Ok(piece);
        }
        let is_object = piece.is_some_and(|piece| piece.is_object);
        Ok(Some(Piece { line, text: Err("command-long-line"), is_object }))
    }

    /// The first piece, of a stream that holds a record.
    fn first_piece(&mut self) -> io::Result<Option<Piece>> {
        while self.rest().len() < MARK && self.read_more()? {}
        self.start = self.rest().len() - without_mark(self.rest())?.len();
        let first = self.piece()?;
        let Some(Piece { text: Err(reason), is_object: false, .. }) = first else {
            return if first.is_some() { Ok(first) } else { Err(no_record(NO_RECORD)) };
        };
        self.next = self.piece()?;
        match &self.next {
            Some(next) if next.is_object => Ok(first),
            Some(_) | None => Err(no_record(if reason == NO_OBJECT { NO_RECORD } else { reason })),
        }
    }

    fn next_piece(&mut self) -> io::Result<Option<Piece>> {
        self.skip_whitespace()?;
        let line = self.line;
        let Some(&first) = self.rest().first() else { return Ok(None) };
        if first != b'{' {
            self.skip_text()?;
            return Ok(Some(Piece { line, text: Err(NO_OBJECT), is_object: false }));
        }
        let text = match self.object_length()? {
            Some(length) => {
                let text = self.take(length);
                // A line may hold any number of records.
                self.skipped = 0;
                Ok(text)
            }
            None => self.invalid_object()?,
        };
        let text = text.and_then(|text| match text.len() {
            ..=MAX_RECORD => String::from_utf8(text).map_err(|_| "command-no-text"),
            _ => Err("command-too-long"),
        });
        Ok(Some(Piece { line, text, is_object: true }))
    }

    /// The length of the object that the buffer begins with, in bytes; `None`
    /// if it is not valid JSON or longer than the buffer.
    fn object_length(&mut self) -> io::Result<Option<usize>> {
        loop {
            match first(self.rest()) {
                First::Whole(length) => return Ok(Some(length)),
                First::CutOff if self.read_more()? => {}
                First::CutOff | First::Malformed => return Ok(None),
            }
        }
    }

    /// Skips an invalid object. It ends before the next line that
    /// begins with a brace, so that a truncated record does not hide the
    /// records after it.
    fn invalid_object(&mut self) -> io::Result<Result<Vec<u8>, &'static str>> {
        let mut text = Vec::new();
        loop {
            let rest = self.rest();
            let next = rest.windows(2).position(|pair| pair == b"\n{");
            // The last byte may be the line break before that brace.
            let taken = self.take(next.map_or(rest.len().saturating_sub(1), |at| at + 1));
            // The rest of a text that is too long is not needed.
            text.extend(taken.into_iter().take((MAX_RECORD + 1).saturating_sub(text.len())));
            if next.is_some() || self.is_endless() {
                break;
            }
            if !self.read_more()? {
                text.extend(self.take(self.rest().len()));
                break;
            }
        }
        let cut_off = first(&text) == First::CutOff;
        let whole_text = text.len() <= MAX_RECORD;
        Ok(if cut_off && whole_text { Err("command-cut-off") } else { Ok(text) })
    }
}

impl<R: Read> Iterator for Records<R> {
    type Item = io::Result<Piece>;

    fn next(&mut self) -> Option<Self::Item> {
        let piece = if std::mem::take(&mut self.is_new) {
            self.first_piece()
        } else {
            self.next.take().map_or_else(|| self.piece(), |piece| Ok(Some(piece)))
        };
        piece.transpose()
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

    /// The message id of a stream without a record.
    fn missing(input: impl Read) -> &'static str {
        let mut pieces = Records::new(input);
        let error = pieces.next().unwrap().err().unwrap();
        assert!(pieces.next().is_none());
        error.get_ref().unwrap().downcast_ref::<NoRecord>().unwrap().0
    }

    #[test]
    fn a_stream_without_an_object_is_an_error() {
        for text in ["", "\u{feff}", " \r\n", "[]", "null\n7\n\n8"] {
            assert_eq!(missing(text.as_bytes()), NO_RECORD, "{text:?}");
        }
        assert_eq!(pieces("\u{feff}7\n{}"), [(1, Err(NO_OBJECT)), (2, Ok("{}".to_owned()))]);
    }

    #[test]
    fn a_truncated_line_does_not_hide_later_records() {
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
    fn text_without_an_object_is_reported_and_skipped() {
        let found = pieces("nonsense {\n{\"a\":1}\n{\"cut");
        assert!(found[0].1.is_err());
        assert_eq!(found[1], (2, Ok("{\"a\":1}".to_owned())));
        assert_eq!(found[2], (3, Err("command-cut-off")));
    }

    #[test]
    fn an_object_truncated_in_a_string_does_not_hide_the_next_line() {
        let found = pieces("{\"a\":\"cut\n{\"b\":1}\n");
        assert_eq!(found[1], (2, Ok("{\"b\":1}".to_owned())));
    }

    #[test]
    fn an_endless_line_ends_the_file() {
        for byte in [0, b' ', b'x', b'['] {
            assert_eq!(missing(io::repeat(byte)), "command-long-line", "{byte}");
        }
        let endless = b"{}\n{\"format\":\"".chain(io::repeat(b'x'));
        let found: Vec<_> = Records::new(endless).map(|piece| piece.unwrap().text).collect();
        assert_eq!(found, [Ok("{}".to_owned()), Err("command-long-line")]);
        // The number of lines, and of records in a line, is not limited.
        let count = MAX_LINE / 1024 + 1;
        let (record, line) = (format!("{{\"a\":\"{}\"}}", "x".repeat(1024)), "x".repeat(1024) + "\n");
        let many = record.repeat(count) + "\n" + &line.repeat(count);
        assert_eq!(pieces(&many).len(), count + 1);
    }

    #[test]
    fn objects_are_found_wherever_a_read_ends() {
        /// Returns one byte at a time.
        struct Slow<'a>(&'a [u8]);
        impl Read for Slow<'_> {
            fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
                self.0.read(&mut buffer[..1])
            }
        }
        let text = "\n {\"a\":\"ü}\"}x\n\n{\"b\":[\n{\"c\":{\n}}  {}\n";
        let whole = pieces(text);
        let slow =
            Records::new(Slow(text.as_bytes())).map(|piece| piece.map(|piece| (piece.line, piece.text)));
        assert_eq!(slow.collect::<io::Result<Vec<_>>>().unwrap(), whole);
        let lines: Vec<(u64, bool)> = whole.iter().map(|(line, text)| (*line, text.is_ok())).collect();
        assert_eq!(lines, [(2, true), (2, false), (4, false), (5, true), (6, true)]);
    }

    #[test]
    fn invalid_json_in_braces_is_left_to_the_reader() {
        let found = pieces("{\"a\":1,}\n{\"b\":1}\n");
        assert_eq!(found[0], (1, Ok("{\"a\":1,}\n".to_owned())));
        assert_eq!(found[1], (2, Ok("{\"b\":1}".to_owned())));
        let bytes = b"{\"a\":\"\xff\"}\n{}".as_slice();
        let found: Vec<_> = Records::new(bytes).map(|piece| piece.unwrap().text).collect();
        assert_eq!(found, [Err("command-no-text"), Ok("{}".to_owned())]);
    }

    #[test]
    fn a_record_that_is_too_large_is_not_kept() {
        let text = format!("{{\"a\":\"{}\"}}\n{{}}", "x".repeat(MAX_RECORD));
        let found = pieces(&text);
        assert!(found[0].1.is_err());
        assert_eq!(found[1], (2, Ok("{}".to_owned())));
        let long = "x".repeat(MAX_RECORD - 8);
        assert!(pieces(&format!("{{\"a\":\"{long}\"}}"))[0].1.is_ok());
        assert_eq!(pieces(&format!("{{\"a\":\"{long}x\"}}"))[0].1, Err("command-too-long"));
        let endless = format!("{{\"a\":\"{}\n{{}}", "x".repeat(3 * MAX_RECORD));
        let found = pieces(&endless);
        assert_eq!(found, [(1, Err("command-too-long")), (2, Ok("{}".to_owned()))]);
    }
}
