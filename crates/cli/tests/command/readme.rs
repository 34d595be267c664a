//! Console blocks of README.md and `docs/`, compared with the output of their commands.
//!
//! Commands run in a shell, in an empty folder, one after the other. A line with nothing but `…`
//! ends the part of the output that is compared. Figures of a campaign differ from run to run, so its
//! lines are compared without them.

use std::env;

use crate::prelude::*;

/// Cargo's part of a command with a planted fault; the tests have the program already.
const PLANTED: &str = "cargo run -p twinboard-cli --example planted_twinboard --";
const ELISION: &str = "…";

/// A command of a console block, without `$ `, and the lines shown below it.
#[derive(Debug, PartialEq)]
struct Shown {
    command: String,
    output: Vec<String>,
}

/// Commands of a console block. A command goes on in the next line after a backslash.
fn commands(block: &str) -> Vec<Shown> {
    let mut all: Vec<Shown> = Vec::new();
    for line in block.replace("\\\n", "").lines() {
        if let Some(command) = line.strip_prefix("$ ") {
            all.push(Shown { command: command.to_owned(), output: Vec::new() });
        } else {
            let last = all.last_mut().expect("a console block begins with a command");
            last.output.push(line.to_owned());
        }
    }
    all
}

/// The console block whose first command begins like this.
fn block(document: &str, beginning: &str) -> Vec<Shown> {
    let content = fs::read_to_string(repository().join(document)).unwrap();
    let blocks = content.split("\n```console\n").skip(1);
    let blocks = blocks.filter_map(|rest| rest.split_once("\n```").map(|(block, _)| block));
    let mut blocks = blocks.filter(|block| block.starts_with(&format!("$ {beginning}")));
    let block = blocks.next();
    let block = block.unwrap_or_else(|| panic!("{document} has no block with `$ {beginning}`"));
    assert_eq!(blocks.next(), None, "two blocks of {document} begin with `$ {beginning}`");
    commands(block)
}

/// The lines to compare: those shown before an elision, and as many of those that were printed.
/// Without an elision all of both.
fn compared<'a>(shown: &'a [String], printed: &'a str) -> (Vec<&'a str>, Vec<&'a str>) {
    let printed = printed.lines();
    let shown: Vec<&str> = shown.iter().map(String::as_str).collect();
    match shown.iter().position(|line| line.trim() == ELISION) {
        Some(end) => (shown[..end].to_vec(), printed.take(end).collect()),
        None => (shown, printed.collect()),
    }
}

/// A command that runs the example from where the tests have it.
fn built(command: &str) -> String {
    if !command.contains(PLANTED) {
        return command.to_owned();
    }
    let planted = planted_process("none", "");
    command.replace(PLANTED, &format!("'{}'", planted.get_program().display()))
}

/// Runs a command in a shell that finds `twinboard`; returns standard output and standard error as
/// a terminal shows them.
fn run(command: &str, folder: &Path) -> String {
    let twinboard = Path::new(env!("CARGO_BIN_EXE_twinboard")).parent().unwrap();
    let path = format!("{}:{}", text(twinboard), env::var("PATH").unwrap_or_default());
    let mut shell = Command::new("sh");
    shell.args(["-c", &format!("exec 2>&1\n{command}")]).current_dir(folder).env("PATH", path);
    for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "RUST_BACKTRACE"] {
        shell.env_remove(name);
    }
    lossy(&run_to_end(shell).output().unwrap().stdout)
}

/// Fails with the first line that differs, and with the output to paste.
fn assert_same<T: AsRef<str>>(document: &str, command: &str, shown: &[T], printed: &[T]) {
    assert!(!shown.is_empty(), "{document} shows no output of\n$ {command}\n");
    let line = |lines: &[T], at: usize| lines.get(at).map_or("(none)", AsRef::as_ref).to_owned();
    let most = shown.len().max(printed.len());
    if let Some(at) = (0..most).find(|&at| line(shown, at) != line(printed, at)) {
        panic!(
            "{document} shows other output of\n$ {command}\n\nline {}\n  shown    {}\n  \
             printed  {}\n\nall that is printed\n{}\n",
            at + 1,
            line(shown, at),
            line(printed, at),
            printed.iter().map(AsRef::as_ref).collect::<Vec<_>>().join("\n")
        );
    }
}

/// Runs all commands of a block and compares.
fn assert_shown(document: &str, beginning: &str, folder: &Path) {
    for Shown { command, output } in block(document, beginning) {
        let printed = run(&built(&command), folder);
        let (shown, printed) = compared(&output, &printed);
        assert_same(document, &command, &shown, &printed);
    }
}

/// Copies a folder of files of the repository to the same place below `root`.
fn copy(files: &str, root: &Path) {
    fs::create_dir_all(root.join(files)).unwrap();
    for file in fs::read_dir(repository().join(files)).unwrap() {
        let file = file.unwrap();
        fs::copy(file.path(), root.join(files).join(file.file_name())).unwrap();
    }
}

#[test]
fn the_divergence_in_the_readme_is_what_the_command_reports() {
    let folder = folder(&[]);
    copy("snapshots/cases/samegame", folder.path());
    assert_shown("README.md", "TWINBOARD_PLANTED=", folder.path());
}

#[test]
fn outputs_in_the_guides_are_what_the_commands_print() {
    for (document, beginning) in [
        ("docs/checking-a-program.md", "printf "),
        ("docs/checking-a-program.md", "twinboard generate linkpop "),
        ("docs/playing-paint.md", "twinboard generate paint "),
    ] {
        assert_shown(document, beginning, folder(&[]).path());
    }
}

/// Lines with `n` for each figure and single blanks. The number of clauses, behind a slash, is none.
fn without_figures<'a>(lines: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    let word = |word: &str| {
        let number = word.trim_matches(|c: char| "();:,+".contains(c)).split('/').next().unwrap();
        let is_number = number.contains(|c: char| c.is_ascii_digit())
            && number.chars().all(|c| c.is_ascii_digit() || ",.".contains(c));
        if is_number { word.replacen(number, "n", 1) } else { word.to_owned() }
    };
    let line = |line: &str| line.split_whitespace().map(word).collect::<Vec<_>>().join(" ");
    lines.into_iter().map(line).collect()
}

/// The names of our fuzz targets.
fn targets(manifest: &str) -> Vec<String> {
    let parsed: toml::Table = manifest.parse().unwrap();
    let bins = parsed["bin"].as_array().unwrap().iter();
    bins.map(|bin| bin["name"].as_str().unwrap().to_owned()).collect()
}

/// A clone of the repository with scripts in place of these fuzz targets.
fn clone(manifest: &str, targets: &[String]) -> TempDir {
    const SCRIPT: &str = "#!/bin/sh
echo '#64 INITED cov: 1000 ft: 2000 corp: 10/3Kb exec/s: 0 rss: 20Mb' >&2
echo '#70 NEW cov: 1010 ft: 2100 corp: 12/4Kb lim: 9 exec/s: 99 rss: 20Mb L: 1/1 MS: 1 X-' >&2
echo 'twinboard-telemetry {\"executions\":40,\"by_accepted\":[1,1,37],\"clauses\":[5]}' >&2
case $* in *merge*) echo 'MERGE-OUTER: successful in 1 attempt(s)' >&2;; esac
";
    let clone = folder(&[("fuzz/Cargo.toml", manifest.as_bytes())]);
    fs::create_dir(clone.path().join("bin")).unwrap();
    for target in targets {
        write_program(clone.path().join("bin").join(target), SCRIPT);
    }
    for rule_set in twinboard_cli::subjects() {
        copy(&format!("corpus/{}/sample", rule_set.name()), clone.path());
    }
    clone
}

#[test]
fn the_table_in_the_readme_has_the_columns_and_rows_of_a_fuzz_run() {
    let manifest = fs::read_to_string(repository().join("fuzz/Cargo.toml")).unwrap();
    let targets = targets(&manifest);
    let clone = clone(&manifest, &targets);
    let printed = printed(&run_in(&clone, "fuzz --programs bin --time 1s", 0));
    // Warnings about clauses follow the table.
    let printed = without_figures(printed.lines().take(1 + targets.len()));
    let Shown { command, output } = block("README.md", "cargo twinboard fuzz").swap_remove(0);
    let shown = without_figures(compared(&output, "").0);
    assert_same("README.md", &command, &shown, &printed);
}

#[test]
fn the_campaign_in_the_guide_is_what_the_command_prints() {
    const GUIDE: &str = "docs/fuzzing.md";
    let short = "verify samegame --cases 50 --seed 1 --threads 2";
    let printed = printed(&twinboard(short).assert().success());
    let printed = without_figures(printed.lines());
    let Shown { command, output } = block(GUIDE, "cargo twinboard verify samegame").swap_remove(0);
    let shown = without_figures(output.iter().map(String::as_str));
    assert_same(GUIDE, &command, &shown, &printed);
}
