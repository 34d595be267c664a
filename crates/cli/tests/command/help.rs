//! Colours and escape codes.

use predicates::prelude::*;
use predicates::str::contains;

use super::support::{folder, sample, text, twinboard};

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
