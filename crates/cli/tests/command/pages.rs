//! Completions for shells, which are made of the same source as the help.

use std::collections::BTreeSet;

use predicates::str::is_empty;

use super::support::{lossy, twinboard};

fn printed(arguments: &[&str]) -> String {
    let done = twinboard(arguments).assert().success().stderr(is_empty());
    lossy(&done.get_output().stdout)
}

/// The commands that the help lists.
fn commands() -> Vec<String> {
    let help = printed(&["--help"]);
    let lines = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let lines = lines.take_while(|line| !line.is_empty());
    let names = lines.filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    let names = names.filter(|name| !name.is_empty() && *name != "help").map(str::to_owned);
    let names: Vec<_> = names.collect();
    assert!(names.len() > 7, "{help}");
    names
}

/// The options that the help of a command lists.
fn options(command: &str) -> BTreeSet<String> {
    let help = printed(&[command, "--help"]);
    let lines = help.lines().map(str::trim_start).filter(|line| line.starts_with('-'));
    let words = lines.flat_map(|line| line.split([' ', ',']));
    let options: BTreeSet<_> =
        words.filter(|word| word.starts_with("--")).map(str::to_owned).collect();
    assert!(options.contains("--help"), "{help}");
    options
}

#[test]
fn completions_offer_every_command_that_the_help_lists_and_no_other() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = printed(&["completions", shell]);
        for command in commands() {
            assert!(script.contains(&command), "{shell} does not know {command}");
        }
        assert!(!script.contains("probe"), "{shell} offers a hidden command");
    }
    let bash = printed(&["completions", "bash"]);
    for command in commands() {
        for option in options(&command) {
            assert!(bash.contains(&option), "{command} {option}");
        }
    }
}

#[cfg(unix)]
#[test]
fn bash_can_read_its_completions() {
    let script = printed(&["completions", "bash"]);
    let checked = assert_cmd::Command::new("bash").arg("-n").write_stdin(script).ok();
    assert!(checked.is_ok(), "{checked:?}");
}
