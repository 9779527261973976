//! Differences of commands on a terminal.

use std::fs::File;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, Command, Stdio};

use rustix::fs::{Mode, OFlags};
use rustix::process::{Pid, Signal, kill_process};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use sqlx::{Connection as _, SqliteConnection};

use crate::games::games;
use crate::transparency::{Written, entries, serve_before};

/// A terminal whose other side the test is.
struct Terminal {
    file: File,
    /// The text that was read and not yet returned.
    rest: String,
}

impl Terminal {
    fn open() -> Self {
        let terminal = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&terminal).unwrap();
        unlockpt(&terminal).unwrap();
        Self { file: terminal.into(), rest: String::new() }
    }

    /// The terminal as a stream of a command.
    fn stream(&self) -> Stdio {
        let name = ptsname(&self.file, Vec::new()).unwrap();
        let flags = OFlags::RDWR | OFlags::NOCTTY;
        File::from(rustix::fs::open(name.as_c_str(), flags, Mode::empty()).unwrap()).into()
    }

    fn types(&mut self, keys: &str) {
        self.file.write_all(keys.as_bytes()).unwrap();
    }

    /// The shown text up to a given one; all of it if that never comes.
    fn shown(&mut self, text: &str) -> String {
        let mut chunk = [0; 4096];
        loop {
            if let Some(found) = self.rest.find(text) {
                let after = self.rest.split_off(found + text.len());
                return std::mem::replace(&mut self.rest, after);
            }
            // At the end of the command, reading is an error.
            let Ok(read @ 1..) = self.file.read(&mut chunk) else { return std::mem::take(&mut self.rest) };
            self.rest += &String::from_utf8_lossy(&chunk[..read]);
        }
    }
}

fn program(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_regicide"));
    command.args(arguments).env("TERM", "xterm").env_remove("NO_COLOR");
    command.env_remove("LC_ALL").env_remove("LC_MESSAGES").env_remove("LANG");
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    command
}

fn start(command: &mut Command, terminal: &Terminal) -> Child {
    let child = command.stderr(terminal.stream()).spawn().unwrap();
    // The last copy of the stream is the command's own.
    command.stderr(Stdio::null());
    child
}

#[test]
fn long_commands_show_progress() {
    for (language, counted) in [("en", "0 records, "), ("es", "0 registros, ")] {
        let mut terminal = Terminal::open();
        // Nothing is counted: the records have not come yet.
        let mut child = start(&mut program(&["verify", "-", "--lang", language]), &terminal);
        let shown = terminal.shown(counted);
        assert!(shown.contains(counted), "{shown:?}");
        child.stdin.take().unwrap().write_all(games()[0].1.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{output:?}");
    }
}

#[test]
fn standard_input_from_a_terminal_is_refused() {
    for command in ["verify", "import"] {
        let folder = tempfile::tempdir().unwrap();
        let run = |arguments: &[&str], input: Stdio| {
            program(arguments)
                .current_dir(folder.path())
                .stdin(input)
                .stderr(Stdio::piped())
                .output()
                .unwrap()
        };
        run(&["migrate"], Stdio::null());
        let terminal = Terminal::open();
        let output = run(&[command], terminal.stream());
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        assert!(String::from_utf8_lossy(&output.stderr).contains("No file is named"), "{output:?}");
    }
}

#[test]
fn logs_are_coloured_unless_disabled() {
    for (set, is_coloured) in [(None, true), (Some(""), true), (Some("1"), false)] {
        let folder = tempfile::tempdir().unwrap();
        let mut terminal = Terminal::open();
        let mut command = program(&["serve", "--listen", "127.0.0.1:0"]);
        if let Some(set) = set {
            command.env("NO_COLOR", set);
        }
        let mut child = start(command.current_dir(folder.path()).env("RUST_LOG", "info"), &terminal);
        let shown = terminal.shown("listening");
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(shown.contains("listening"), "{shown:?}");
        assert_eq!(shown.contains('\u{1b}'), is_coloured, "NO_COLOR={set:?}: {shown:?}");
    }
}

/// The first move of a game with the seed `banana`, an exact kill.
const KILL: &str = "play 5C 5D";

/// A game with lines from a terminal or a pipe, and the file of its record.
fn playing(input: Stdio, output: Stdio, folder: &tempfile::TempDir) -> (Child, std::path::PathBuf) {
    let file = folder.path().join("game.json");
    let mut command = program(&["play", "--seed", "banana", "--out", file.to_str().unwrap()]);
    let child = command.stdin(input).stdout(output).stderr(Stdio::null()).spawn().unwrap();
    (child, file)
}

fn moves_in(file: &std::path::Path) -> usize {
    let record: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
    record["moves"].as_array().unwrap().len()
}

#[test]
fn typed_lines_are_edited_and_remembered_and_ctrl_c_keeps_the_game() {
    let folder = tempfile::tempdir().unwrap();
    for end in ["\u{3}", "\u{4}", "quit\r"] {
        let mut terminal = Terminal::open();
        let (mut child, file) = playing(terminal.stream(), terminal.stream(), &folder);
        terminal.shown("quit):");
        // With a correction by Backspace.
        terminal.types("play 5C 5X\u{7f}D\r");
        assert!(terminal.shown("the next enemy").ends_with("the next enemy"));
        terminal.shown("quit):");
        // The arrow key up brings the line back.
        terminal.types("\u{1b}[A\r");
        terminal.shown("Refused");
        terminal.shown("quit):");
        terminal.types(end);
        let shown = terminal.shown("game.json");
        assert!(shown.contains("The record is in "), "{shown}");
        assert!(child.wait().unwrap().success());
        assert_eq!(moves_in(&file), 1, "{end:?}");
        std::fs::remove_file(file).unwrap();
    }
}

/// The signals that interrupt a command, with its exit status.
const SIGNALS: [(Signal, i32); 2] = [(Signal::INT, 130), (Signal::TERM, 143)];

#[test]
fn signals_keep_a_game_that_is_piped() {
    for (signal, _) in SIGNALS {
        a_signal_keeps_a_game(signal);
    }
}

fn a_signal_keeps_a_game(signal: Signal) {
    let folder = tempfile::tempdir().unwrap();
    let (mut child, file) = playing(Stdio::piped(), Stdio::piped(), &folder);
    let mut typed = child.stdin.take().unwrap();
    writeln!(typed, "{KILL}").unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    assert!(lines.any(|line| line.contains("the next enemy")));
    kill_process(Pid::from_child(&child), signal).unwrap();
    assert!(lines.any(|line| line.contains("The record is in ")));
    assert!(child.wait().unwrap().success());
    assert_eq!(moves_in(&file), 1);
}

#[test]
fn an_interrupted_simulation_keeps_and_reports_its_games() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.ndjson");
    let mut terminal = Terminal::open();
    let arguments = ["simulate", "--players", "1", "--bots", "novice", "--games", "1000000"];
    let arguments = [&arguments[..], &["--out", file.to_str().unwrap()]].concat();
    let mut child = start(&mut program(&arguments), &terminal);
    let shown = terminal.shown(" left");
    assert!(shown.contains("/1000000 games, "), "{shown:?}");
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    let mut printed = String::new();
    child.stdout.take().unwrap().read_to_string(&mut printed).unwrap();
    assert!(terminal.shown("Interrupted").contains("Interrupted"));
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let games = std::fs::read_to_string(&file).unwrap();
    assert!(games.ends_with("}\n"), "records are whole");
    assert!(printed.contains(&format!(" of {} game", games.lines().count())), "{printed}");
}

/// A record on one line.
fn line() -> String {
    let record: serde_json::Value = serde_json::from_str(&games()[0].1).unwrap();
    format!("{record}\n")
}

#[test]
fn a_signal_ends_the_reading_of_records_with_the_results_until_then() {
    let folder = tempfile::tempdir().unwrap();
    let migrated = program(&["migrate"]).current_dir(folder.path()).output().unwrap();
    assert!(migrated.status.success(), "{migrated:?}");
    for (command, (signal, status)) in ["verify", "import"].into_iter().zip(SIGNALS) {
        let mut terminal = Terminal::open();
        let mut child = start(program(&[command, "-"]).current_dir(folder.path()), &terminal);
        let mut input = child.stdin.take().unwrap();
        input.write_all(line().as_bytes()).unwrap();
        // The bar shows that the signals are caught; the input has not ended.
        assert!(terminal.shown(" records, ").ends_with(" records, "));
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
        kill_process(Pid::from_child(&child), signal).unwrap();
        assert!(lines.any(|line| line.starts_with("1 record")), "{command}");
        assert!(terminal.shown("Interrupted").ends_with("Interrupted"));
        assert_eq!(child.wait().unwrap().code(), Some(status), "{command}");
    }
}

#[test]
fn the_size_of_files_is_the_total_of_their_records() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.ndjson");
    std::fs::write(&file, line().repeat(20_000)).unwrap();
    let mut terminal = Terminal::open();
    let mut command = program(&["verify", file.to_str().unwrap()]);
    let mut child = start(command.stdout(Stdio::null()), &terminal);
    let shown = terminal.shown(" left");
    assert!(shown.contains(" records, ") && shown.contains(" %, ") && shown.ends_with(" left"), "{shown:?}");
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
}

#[test]
fn an_interrupted_measurement_reports_its_games() {
    let mut terminal = Terminal::open();
    let arguments = ["difficulty", "--seed", "banana", "--games", "100000", "--players", "4"];
    let mut child = start(&mut program(&arguments), &terminal);
    terminal.shown(" left");
    kill_process(Pid::from_child(&child), Signal::TERM).unwrap();
    let mut printed = String::new();
    child.stdout.take().unwrap().read_to_string(&mut printed).unwrap();
    assert!(printed.contains(" enemies defeated on average, "), "{printed}");
    assert_eq!(child.wait().unwrap().code(), Some(143));
}

#[test]
fn a_signal_ends_a_request_to_a_service_that_does_not_answer() {
    let folder = tempfile::tempdir().unwrap();
    let service = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", service.local_addr().unwrap());
    for arguments in [&["log", "mirror", &url, "copy"][..], &["log", "watch", &url, "copy"]] {
        for (signal, status) in SIGNALS {
            let mut command = program(arguments);
            let child = command.current_dir(folder.path()).stderr(Stdio::piped()).spawn().unwrap();
            let _request = service.accept().unwrap();
            kill_process(Pid::from_child(&child), signal).unwrap();
            let output = child.wait_with_output().unwrap();
            assert_eq!(output.status.code(), Some(status), "{arguments:?}: {output:?}");
            assert!(String::from_utf8_lossy(&output.stderr).contains("continues when it is repeated"));
        }
    }
}

/// Games of bots, as records.
fn played(games: u32) -> String {
    let arguments = ["simulate", "--players", "1", "--bots", "novice", "--out", "-"];
    let output = program(&[&arguments[..], &["--games", &games.to_string()]].concat()).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// A folder with a database of these records.
fn database_of(records: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("games.ndjson"), records).unwrap();
    for arguments in [&["migrate"][..], &["import", "games.ndjson"]] {
        let output = program(arguments).current_dir(folder.path()).output().unwrap();
        assert!(output.status.success(), "{output:?}");
    }
    folder
}

#[test]
fn a_signal_ends_an_export_with_its_continuation() {
    let games = 600;
    let folder = database_of(&played(games));
    for (signal, status) in SIGNALS {
        let mut command = program(&["export"]);
        let mut child = command.current_dir(folder.path()).stderr(Stdio::piped()).spawn().unwrap();
        // The first line shows that the signals are caught; then the output is not read, and is
        // longer than a pipe holds.
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let mut printed = String::new();
        output.read_line(&mut printed).unwrap();
        kill_process(Pid::from_child(&child), signal).unwrap();
        output.read_to_string(&mut printed).unwrap();
        let last: serde_json::Value = serde_json::from_str(printed.lines().last().unwrap()).unwrap();
        assert!((1..games as usize).contains(&printed.lines().count()));
        let last = format!("--after {}", last["id"].as_str().unwrap());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(status), "{output:?}");
        assert!(String::from_utf8_lossy(&output.stderr).contains(&last), "{output:?}");
    }
}

/// Unfinished imports that are not packed, without moves, from a day long ago.
const UNPACKED: &str = "
    create temp table numbers as
        with recursive up as (select 1 as n union all select n + 1 from up where n < 600) select n from up;
    create temp table new_games as select games.*, n from games, numbers;
    update new_games set id = unhex(printf('%032x', n)), packed = 0, finished_at = null, result = null,
        export_position = null;
    alter table new_games drop column n;
    insert into games select * from new_games;
    create temp table new_seats as select seats.*, n from seats, numbers;
    update new_seats set game_id = unhex(printf('%032x', n));
    alter table new_seats drop column n;
    insert into seats select * from new_seats";

#[tokio::test]
async fn a_signal_ends_packing_after_a_step() {
    let record = played(1);
    for (signal, status) in SIGNALS {
        let folder = database_of(&record);
        let url = format!("sqlite://{}", folder.path().join("regicide.db").display());
        let mut database = SqliteConnection::connect(&url).await.unwrap();
        sqlx::raw_sql(UNPACKED).execute(&mut database).await.unwrap();
        // The first step waits for this transaction.
        let other = database.begin_with("begin immediate").await.unwrap();
        let mut terminal = Terminal::open();
        let child = start(program(&["pack"]).current_dir(folder.path()), &terminal);
        let shown = terminal.shown(" left");
        assert!(shown.contains("0/600 games, "), "{shown:?}");
        kill_process(Pid::from_child(&child), signal).unwrap();
        other.rollback().await.unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(status), "{output:?}");
        let printed = String::from_utf8(output.stdout).unwrap();
        assert_eq!(printed, "200 logs were packed.\n");
    }
}

#[test]
fn a_mirror_shows_the_entries_of_the_log() {
    let log = Written::new();
    log.write(&entries(600));
    // The service does not answer requests for the last entries.
    let url = serve_before(&log, |path| {
        while path.starts_with("/log/tile/entries/002") {
            std::thread::park();
        }
        None
    });
    let folder = tempfile::tempdir().unwrap();
    let mut terminal = Terminal::open();
    let mut command = program(&["log", "mirror", &url, "copy"]);
    let mut child = start(command.current_dir(folder.path()), &terminal);
    let shown = terminal.shown(" left");
    assert!(shown.contains("/600 entries, "), "{shown:?}");
    kill_process(Pid::from_child(&child), Signal::TERM).unwrap();
    assert!(terminal.shown("continues when it is repeated").contains("Interrupted"));
    assert_eq!(child.wait().unwrap().code(), Some(143));
}

#[test]
fn an_interrupted_search_reports_its_nodes() {
    let mut terminal = Terminal::open();
    let nodes = u64::MAX.to_string();
    // A deal that is neither won nor proven lost for long.
    let arguments = ["solve", "--seed", "deal-2", "--gold", "--nodes", &nodes];
    let mut child = start(&mut program(&arguments), &terminal);
    assert!(terminal.shown(" nodes, ").ends_with(" nodes, "));
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    let mut printed = String::new();
    child.stdout.take().unwrap().read_to_string(&mut printed).unwrap();
    assert!(printed.contains("deal-2: undecided (") && printed.contains("1 deal: 0 won"), "{printed}");
    assert_eq!(child.wait().unwrap().code(), Some(130));
}
