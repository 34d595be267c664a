//! Help texts, usage errors and colours.

use std::collections::BTreeMap;

use predicates::prelude::*;
use predicates::str::{contains, is_empty};

use super::support::{folder, lossy, sample, text, twinboard};

/// The help of the program, and the names of the commands that it lists.
fn overview() -> (String, Vec<String>) {
    let help = twinboard(&["--help"]).assert().success().stderr(is_empty());
    let help = String::from_utf8(help.get_output().stdout.clone()).unwrap();
    let list = help.split_once("Commands:\n").expect("commands are listed").1;
    let list = list.lines().take_while(|line| !line.is_empty());
    // Continuation lines of a description are indented further.
    let names = list.filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    let names = names.filter(|name| !name.is_empty()).map(str::to_owned).collect();
    (help, names)
}

#[test]
fn every_command_has_help_with_a_sentence_for_each_option() {
    let (_, commands) = overview();
    for command in commands.iter().filter(|name| *name != "help") {
        let help = twinboard(&[command, "--help"]).assert().success().stderr(is_empty());
        let help = String::from_utf8(help.get_output().stdout.clone()).unwrap();
        assert!(help.contains(&format!("Usage: twinboard {command}")), "{help}");
        // Descriptions and possible values are indented further.
        let is_option = |line: &&str| line.starts_with("  -") || line.starts_with("      -");
        let options = help.lines().filter(is_option);
        assert!(options.clone().count() > 0, "{help}");
        for option in options {
            let described = option.trim().split("  ").count() > 1;
            let below = help.split(option).nth(1).and_then(|rest| rest.lines().nth(1));
            let described = described || below.is_some_and(|line| !line.trim().is_empty());
            assert!(described, "{option} of {command} has no help");
        }
    }
}

/// The exit codes in the help of a command, by code.
fn exit_codes(command: &str) -> BTreeMap<String, String> {
    let mut arguments: Vec<&str> = command.split_whitespace().collect();
    arguments.push("--help");
    let help = twinboard(&arguments).env("COLUMNS", "500").assert().success();
    let help = lossy(&help.get_output().stdout);
    let codes = help.split("\nExit codes:\n").nth(1).unwrap_or_else(|| panic!("{help}"));
    let codes = codes.lines().filter_map(|line| line.trim_start().split_once("  "));
    codes.map(|(code, meaning)| (code.to_owned(), meaning.trim_start().to_owned())).collect()
}

#[test]
fn every_command_has_its_exit_codes_in_its_help() {
    let (_, commands) = overview();
    let commands = commands.iter().map(String::as_str).filter(|name| *name != "help");
    for command in commands.chain(["exhaust merge"]) {
        let codes = exit_codes(command);
        for code in ["0", "2", "130"] {
            assert!(codes.contains_key(code), "{command}: {codes:?}");
        }
    }
}

#[test]
fn piped_output_has_no_colours_unless_they_are_forced() {
    let bad = folder(&[("bad.txt", b"2 2 x")]);
    let bad = bad.path().join("bad.txt");
    let sample = sample();
    for arguments in [&["show", text(&sample)][..], &["diff", text(&bad)], &["fly"]] {
        let done = twinboard(arguments).assert();
        done.stdout(contains("\x1b").not()).stderr(contains("\x1b").not());

        let forced = twinboard(arguments).env("CLICOLOR_FORCE", "1").output().unwrap();
        let written = [forced.stdout, forced.stderr].concat();
        assert!(written.contains(&b'\x1b'), "{arguments:?} has no colours at all");

        let done = twinboard(arguments).env("CLICOLOR_FORCE", "1").env("NO_COLOR", "1").assert();
        done.stdout(contains("\x1b").not()).stderr(contains("\x1b").not());
    }
}

#[cfg(unix)]
#[test]
fn escape_codes_in_the_names_of_files_do_not_reach_the_terminal() {
    let odd = "\u{1b}[2J";
    let name = |text: &str| format!("{odd}{text}");
    let (good, bad, none) = (name("good.txt"), name("bad.txt"), name("none.txt"));
    let board = b"2\n1 #\n# #\n";
    let folder = folder(&[(&good, &board[..]), (&bad, b"2 2 x"), (&name("corpus/bad"), b"x")]);
    let (corpus, out) = (name("corpus"), name("out"));
    let commands: &[&[&str]] = &[
        &["diff", &good, &bad, &none],
        &["show", &bad, "--rules", "samegame"],
        &["play", "samegame", &none],
        &["solve", "paint", &good, "--json", &good],
        &["verify", "samegame", "--cases", "0", "--corpus", &corpus],
        &["verify", "samegame", "--cases", "1", "--json", &name("missing/x"), "--html", &corpus],
        &["match", "paint", "--a", "random", "--b", "greedy", "--boards", &good, "--out", &out],
        &["match", "--resume", &none],
        &["match", "paint", "--a", &name("bot"), "--b", &name("bin/bot")],
        &["generate", "paint", "--group", "1", "--out", &out],
        &["exhaust", "samegame", "--shapes", "1x1", "--resume", &bad],
    ];
    for arguments in commands {
        let mut command = super::support::process(arguments);
        let done = command.current_dir(folder.path()).env("CLICOLOR_FORCE", "1").output().unwrap();
        let printed = String::from_utf8([done.stdout, done.stderr].concat()).unwrap();
        assert!(!printed.contains(odd), "{arguments:?}: {printed:?}");
        assert!(printed.contains(r"\u{1b}[2J"), "{arguments:?}: {printed:?}");
    }
}

#[test]
fn escape_codes_of_the_input_do_not_reach_the_terminal() {
    let clear_the_screen = "2 2\n3 \x1b[2J\n";
    let done = twinboard(&["play", "samegame"])
        .write_stdin(clear_the_screen)
        .env("CLICOLOR_FORCE", "1")
        .assert();
    done.code(2).stderr(contains("\x1b[2J").not());
}
