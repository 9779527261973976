//! Differences of commands on a terminal.

use std::fs::File;
use std::io::Read as _;
use std::process::{Child, Command, Stdio};

use rustix::fs::{Mode, OFlags};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

use crate::games::games;

/// A terminal whose other side the test is.
struct Terminal(File);

impl Terminal {
    fn open() -> Self {
        let terminal = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&terminal).unwrap();
        unlockpt(&terminal).unwrap();
        Self(terminal.into())
    }

    /// The terminal as a stream of a command.
    fn stream(&self) -> Stdio {
        let name = ptsname(&self.0, Vec::new()).unwrap();
        let flags = OFlags::RDWR | OFlags::NOCTTY;
        File::from(rustix::fs::open(name.as_c_str(), flags, Mode::empty()).unwrap()).into()
    }

    /// The shown text up to a given one; all of it if that never comes.
    fn shown(&mut self, text: &str) -> String {
        let (mut shown, mut chunk) = (String::new(), [0; 4096]);
        while !shown.contains(text) {
            // At the end of the command, reading is an error.
            let Ok(read @ 1..) = self.0.read(&mut chunk) else { break };
            shown += &String::from_utf8_lossy(&chunk[..read]);
        }
        shown
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
        std::io::Write::write_all(&mut child.stdin.take().unwrap(), games()[0].1.as_bytes()).unwrap();
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
