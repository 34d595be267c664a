//! Completions for shells, and the manual pages; both are made of the same source as the help.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::Path;
use std::process::Command;

use predicates::prelude::*;
use predicates::str::{contains, is_empty};

use super::support::{folder, lossy, text, twinboard};

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

/// The text of a page without escaped hyphens and changes of font.
fn plain(page: &str) -> String {
    page.replace("\\-", "-").replace("\\fB", "").replace("\\fI", "").replace("\\fR", "")
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

#[test]
fn completions_offer_built_in_engines_and_players_beside_files() {
    let bash = printed(&["completions", "bash"]);
    for (option, names) in [
        ("--engine", "samegame samegame-batch samegame-list linkpop paint"),
        ("--oracle", "samegame samegame-batch samegame-list linkpop paint"),
        ("--player", "random greedy optimal"),
        ("--a", "random greedy optimal"),
    ] {
        let offered = format!("{option})\n                    COMPREPLY=($(compgen -W \"{names}\"");
        assert!(bash.contains(&offered), "{option}");
    }
    // Where nothing matches, bash offers files.
    assert!(bash.contains(" -o bashdefault -o default twinboard\n"));
    let zsh = printed(&["completions", "zsh"]);
    assert!(zsh.contains(":PLAYER:{compadd -- random greedy optimal; _files}'"));
    assert!(!zsh.contains(":COMMAND:(") && zsh.contains(":COMMAND:{compadd -- samegame "));
    let fish = printed(&["completions", "fish"]);
    let line = fish.lines().find(|line| line.contains(" -l engine ")).unwrap();
    assert!(line.ends_with(r#" -r -F -a "samegame\t''"#), "{line}");
}

#[cfg(unix)]
#[test]
fn bash_completes_the_name_of_an_engine() {
    let script = printed(&["completions", "bash"]);
    let ask = "COMP_WORDS=(twinboard verify --engine samegame-b); COMP_CWORD=3
_twinboard twinboard samegame-b --engine; echo \"${COMPREPLY[*]}\"";
    let bash = assert_cmd::Command::new("bash").write_stdin(format!("{script}\n{ask}\n")).assert();
    bash.success().stdout("samegame-batch\n");
}

#[cfg(unix)]
#[test]
fn bash_can_read_its_completions() {
    let script = printed(&["completions", "bash"]);
    let checked = assert_cmd::Command::new("bash").arg("-n").write_stdin(script).ok();
    assert!(checked.is_ok(), "{checked:?}");
}

#[test]
fn the_manual_page_names_every_command_and_option_that_the_help_lists() {
    let page = plain(&printed(&["man"]));
    assert!(page.contains("\n.SH NAME\ntwinboard"), "{page}");
    for command in commands() {
        let heading = format!(".SH \"TWINBOARD {}\"\n", command.to_uppercase());
        let part = page.split(&heading).nth(1).unwrap_or_else(|| panic!("{command}\n{page}"));
        let part = part.split("\n.SH ").next().unwrap();
        let part = part.split("\n.SS OPTIONS\n").nth(1).expect("the page has a section OPTIONS");
        for option in options(&command) {
            assert!(part.contains(&option), "{command} {option}\n{part}");
        }
    }
    assert!(!page.contains("probe"), "the page names a hidden command");
    assert!(page.contains("\n.SH EXIT STATUS\n.TP\n0\nsuccess\n.TP\n1\na divergence was found"));
}

#[test]
fn a_page_for_each_command_is_written_into_a_folder() {
    let folder = folder(&[]);
    let out = folder.path().join("share/man1");
    assert_eq!(printed(&["man", "--out", text(&out)]), "");
    let names = fs::read_dir(&out).unwrap().map(|file| file.unwrap().file_name());
    let names: BTreeSet<_> = names.map(|name| name.into_string().unwrap()).collect();
    let expected = commands().into_iter().map(|command| format!("twinboard-{command}.1"));
    let nested = ["twinboard.1", "twinboard-exhaust-merge.1"];
    assert_eq!(names, expected.chain(nested.map(str::to_owned)).collect());
    for name in &names {
        let page = plain(&fs::read_to_string(out.join(name)).unwrap());
        assert!(page.is_ascii(), "{name} needs more than plain groff");
        assert!(!page.contains("-help(1)"), "{name} refers to a page that is not there");
        let status = page.split("\n.SH EXIT STATUS\n").nth(1);
        assert!(status.is_some_and(|rest| rest.starts_with(".TP\n0\n")), "{name}: {page}");
        let others = page.split("\n.SH SEE ALSO\n").nth(1).unwrap_or_else(|| panic!("{name}"));
        assert!(others.starts_with("twinboard"), "{name}: {others}");
        for other in others
            .lines()
            .filter_map(|line| line.strip_suffix(',').unwrap_or(line).strip_suffix("(1)"))
        {
            assert!(names.contains(&format!("{other}.1")), "{name} refers to {other}");
        }
    }
    assert_groff_has_no_warning(&out, &names);
    for command in commands() {
        let page = fs::read_to_string(out.join(format!("twinboard-{command}.1"))).unwrap();
        let page = plain(&page);
        let part = page.split("\n.SH OPTIONS\n").nth(1).expect("the page has a section OPTIONS");
        for option in options(&command) {
            assert!(part.contains(&option), "{command} {option}\n{page}");
        }
    }
}

/// Formats the pages as a system with plain groff does.
fn assert_groff_has_no_warning(folder: &Path, names: &BTreeSet<String>) {
    let mut groff = Command::new("groff");
    groff.args(["-man", "-Tascii", "-ww", "-z"]).args(names).current_dir(folder);
    match groff.output() {
        Ok(done) => assert_eq!((done.status.success(), lossy(&done.stderr)), (true, String::new())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            eprintln!("not tried: warnings of groff, which is not installed");
        }
        Err(error) => panic!("groff: {error}"),
    }
}

#[test]
fn pages_that_cannot_be_written_are_an_error() {
    let folder = folder(&[("file", b"")]);
    let below = folder.path().join("file/man");
    let done = twinboard(&["man", "--out", text(&below)]).assert().code(2);
    done.stdout(is_empty()).stderr(contains(format!("cannot write {}", text(&below))));
    let done = twinboard(&["completions", "tcsh"]).assert().code(2);
    done.stderr(contains("invalid value 'tcsh'").and(contains("zsh")));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    use std::process::Stdio;

    use super::support::process;

    for arguments in [&["man"][..], &["completions", "fish"]] {
        let full = fs::File::options().write(true).open("/dev/full").unwrap();
        let done = process(arguments).stdout(full).stderr(Stdio::piped()).output().unwrap();
        assert_eq!(done.status.code(), Some(2), "{arguments:?}");
        assert!(lossy(&done.stderr).contains("cannot write to standard output"), "{arguments:?}");
    }
}
