//! Colours and escape codes, and completions for shells, which are made of the same source as the
//! help.

use crate::prelude::*;

#[test]
fn piped_output_has_no_colours_unless_they_are_forced() {
    let files = folder(&[("bad.txt", b"2 2 x"), ("good.txt", b"1 1\n0\n0 0\n0 0\n")]);
    for arguments in ["show -r samegame good.txt", "diff bad.txt", "fly"] {
        for (variables, is_coloured) in [
            (&[][..], false),
            (&["CLICOLOR_FORCE"], true),
            (&["CLICOLOR_FORCE", "NO_COLOR"], false),
        ] {
            let mut command = twinboard(arguments);
            command.envs(variables.iter().map(|name| (name, "1"))).current_dir(&files);
            let done = command.output().unwrap();
            let written = [done.stdout, done.stderr].concat();
            assert_eq!(written.contains(&b'\x1b'), is_coloured, "{arguments} with {variables:?}");
        }
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
    for arguments in [
        format!("diff '{good}' '{bad}' '{none}'"),
        format!("show '{bad}' --rules samegame"),
        format!("play samegame '{none}'"),
        format!("solve paint '{good}' --json '{good}'"),
        format!("verify samegame --cases 0 --corpus '{corpus}'"),
        format!("verify samegame --cases 1 --json '{odd}missing/x' --html '{corpus}'"),
        format!("match paint --a random --b greedy --boards '{good}' --out '{out}'"),
        format!("match --resume '{none}'"),
        format!("match paint --a '{odd}bot' --b '{odd}bin/bot'"),
        format!("generate paint --group 1 --out '{out}'"),
        format!("exhaust samegame --shapes 1x1 --resume '{bad}'"),
    ] {
        let mut command = process(&arguments);
        let done = command.current_dir(&folder).env("CLICOLOR_FORCE", "1").output().unwrap();
        let printed = String::from_utf8([done.stdout, done.stderr].concat()).unwrap();
        assert!(!printed.contains(odd), "{arguments:?}: {printed:?}");
        assert!(printed.contains(r"\u{1b}[2J"), "{arguments:?}: {printed:?}");
    }
}

#[test]
fn escape_codes_of_the_input_do_not_reach_the_terminal() {
    let clear_the_screen = "2 2\n3 \x1b[2J\n";
    let mut play = twinboard("play samegame");
    let done = play.write_stdin(clear_the_screen).env("CLICOLOR_FORCE", "1").assert();
    done.code(2).stderr(contains("\x1b[2J").not());
}

#[cfg(unix)]
#[test]
fn bash_can_read_its_completions() {
    let script = printed(&twinboard("completions bash").assert().success().stderr(is_empty()));
    let checked = assert_cmd::Command::new("bash").arg("-n").write_stdin(script).ok();
    assert!(checked.is_ok(), "{checked:?}");
}
