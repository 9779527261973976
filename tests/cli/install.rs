//! Companions of the program: version, completions, man pages.

use regicide_engine::engine::Ruleset;

use crate::commands::{regicide, stdout};

pub(crate) const COMMANDS: [&str; 21] = [
    "serve",
    "migrate",
    "health",
    "play",
    "verify",
    "replay",
    "difficulty",
    "simulate",
    "analyse",
    "solve",
    "export",
    "import",
    "log",
    "audit",
    "pack",
    "keys",
    "admin",
    "openapi",
    "schema",
    "completions",
    "man",
];

#[test]
fn the_version_names_the_rules() {
    let version = stdout(&regicide(&["--version"], ""));
    assert!(version.starts_with(&format!("regicide {} (", env!("CARGO_PKG_VERSION"))), "{version}");
    for ruleset in Ruleset::all().filter(|ruleset| ruleset.version() < 200) {
        assert!(version.contains(&ruleset.to_string()), "{version}");
    }
}

#[test]
fn every_command_has_completions_and_a_man_page() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = stdout(&regicide(&["completions", shell], ""));
        for command in COMMANDS {
            assert!(script.contains(command), "{shell}: {command}");
        }
    }
    let folder = tempfile::tempdir().unwrap();
    let pages = folder.path().join("man/man1");
    let output = regicide(&["man", pages.to_str().unwrap()], "");
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    for command in COMMANDS {
        let page = std::fs::read_to_string(pages.join(format!("regicide-{command}.1"))).unwrap();
        assert!(page.contains("SYNOPSIS"), "{command}");
    }
    for page in pages.read_dir().unwrap() {
        let name = page.unwrap().file_name().into_string().unwrap();
        // Subcommands have pages such as `regicide-log-mirror.1`.
        let command = name.trim_end_matches(".1").split('-').nth(1);
        assert!(command.is_none_or(|command| COMMANDS.contains(&command)), "{name}");
    }
    let program = std::fs::read_to_string(pages.join("regicide.1")).unwrap();
    assert!(program.contains("Exit status"), "{program}");
    for (command, values) in [
        ("play", "[--kind regicide|regicide-tricks]"),
        ("play", "[--variants mulligan|no_combos|shared_damage]"),
        ("serve", "[--log-format human|json]"),
        ("replay", "[--at N]"),
        ("completions", " bash|elvish|fish|powershell|zsh"),
        ("admin-close-game", "--reason REASON"),
    ] {
        let page = std::fs::read_to_string(pages.join(format!("regicide-{command}.1"))).unwrap();
        let page = page.replace('\\', "");
        let (_, synopsis) = page.split_once("SYNOPSIS").unwrap();
        let (synopsis, _) = synopsis.split_once(".SH").unwrap();
        assert!(synopsis.contains(values), "{command}: {synopsis}");
    }
    let nowhere = regicide(&["man", "/dev/null/pages"], "");
    assert_eq!(nowhere.status.code(), Some(2));
}
