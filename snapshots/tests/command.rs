//! The messages of the command: help texts, and errors for bad usage and malformed input.
//!
//! The command runs as a process, because the snapshots contain its standard streams and exit code.
//! Cargo passes the path of an executable only to the tests of its own package; so this executable
//! is both the tests and the command: it runs the command if [`COMMAND`] is set.

use std::env;
use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};

use insta::assert_snapshot;
use libtest_mimic::{Arguments, Trial};
use twinboard_snapshots::{marked, page, place, reference, settings, visible};

/// Environment variable that makes this executable run the command.
const COMMAND: &str = "TWINBOARD_SNAPSHOTS_COMMAND";
/// Width at which help texts are wrapped, independent of the terminal.
const COLUMNS: &str = "100";

/// Bad usage: name of the snapshot, arguments, and the description in the header of the snapshot.
const USAGE: &[(&str, &str, &str)] = &[
    ("nothing-to-do", "", "Nothing is asked for."),
    ("unknown-command", "paly samegame", "There is no such command."),
    ("unknown-rule-set", "play checkers", "There is no such rule set."),
    ("no-rule-set", "play", "The rule set is left out."),
    ("unknown-side", "play samegame --with referee", "There is no such side."),
    ("file-not-there", "play samegame no-such-file.txt", "There is no such file."),
    ("folder-for-a-file", "show cases", "A folder is no case file."),
    ("no-such-case", "show cases/samegame/three-grids.txt --case 4", "The file has three cases."),
    ("time-and-cases", "verify --time 5s --cases 3", "A campaign has one budget."),
    ("unreadable-time", "verify --time soon", "That is no time."),
    ("no-time", "verify --time 0", "A campaign has to have some time."),
    ("no-threads", "verify --threads 0", "A campaign needs at least one thread."),
    (
        "one-file-unreadable",
        "diff no-such-file.txt cases/samegame/three-grids.txt",
        "A file that cannot be read does not keep the others from being replayed.",
    ),
];

fn main() -> ExitCode {
    if env::var_os(COMMAND).is_some() {
        return twinboard_cli::main();
    }
    let arguments = Arguments::from_args();
    let trials = help().chain(usage()).chain(malformed()).collect();
    libtest_mimic::run(&arguments, trials).exit_code()
}

/// A description of a test as an identifier.
fn identifier(description: &str) -> String {
    description.replace([' ', '-'], "_")
}

/// Result of running the command.
struct Run {
    arguments: String,
    exit: Option<i32>,
    stdout: String,
    stderr: String,
}

impl Run {
    /// Runs the command with these arguments, which are separated by blanks and contain none.
    fn new(arguments: &str) -> Self {
        let mut command = Command::new(env::current_exe().expect("this process has a path"));
        // Usage lines show argument 0.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::arg0(&mut command, "twinboard");
        command.args(arguments.split_whitespace()).stdin(Stdio::null());
        command.env(COMMAND, "1").env("COLUMNS", COLUMNS);
        command.env("NO_COLOR", "1").env_remove("CLICOLOR_FORCE");
        let output = command.output().expect("this executable can be started");
        let text = |bytes| String::from_utf8(bytes).expect("output is UTF-8");
        Self {
            arguments: arguments.to_owned(),
            exit: output.status.code(),
            stdout: text(output.stdout),
            stderr: text(output.stderr),
        }
    }

    /// Command line, exit code and both streams.
    fn transcript(&self) -> String {
        let Self { arguments, stdout, stderr, .. } = self;
        let exit = self.exit.map_or("none".into(), |code| code.to_string());
        let line = format!("$ twinboard {arguments}");
        format!(
            "{}\n\nexit code: {exit}\n\nstandard output:\n{}\n\nstandard error:\n{}",
            line.trim_end(),
            marked(stdout).trim_end(),
            if stderr.is_empty() { "(nothing)".into() } else { visible(stderr) },
        )
    }
}

/// Tests of the help text of the program, and of each command listed in it.
fn help() -> impl Iterator<Item = Trial> {
    let overview = Run::new("--help").stdout;
    let commands = overview.lines().skip_while(|line| *line != "Commands:").skip(1);
    let commands = commands.take_while(|line| !line.is_empty());
    // Continuation lines of a description are indented further.
    let names = commands.filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    let names = names.filter(|name| !name.is_empty() && *name != "help").map(str::to_owned);
    let names: Vec<String> = names.collect();
    assert!(names.iter().any(|name| name == "verify"), "no list of commands:\n{overview}");
    let with_arguments = names.into_iter().map(|name| (name.clone(), format!("{name} --help")));
    let all = [("twinboard".to_owned(), "--help".to_owned())].into_iter().chain(with_arguments);
    all.map(|(name, arguments)| {
        Trial::test(identifier(&format!("the help of {name} is unchanged")), move || {
            let run = Run::new(&arguments);
            assert_eq!((run.exit, run.stderr.as_str()), (Some(0), ""), "help is not an error");
            let description = format!("twinboard {arguments}, {COLUMNS} columns wide");
            // Lines between paragraphs contain blanks, which clap prints.
            let text: Vec<&str> = run.stdout.lines().map(str::trim_end).collect();
            let text = reference(text.join("\n"));
            settings("help", &description).bind(|| assert_snapshot!(name, text));
            Ok(())
        })
    })
}

/// Tests of the error for each bad usage.
fn usage() -> impl Iterator<Item = Trial> {
    USAGE.iter().map(|&(name, arguments, description)| {
        Trial::test(identifier(&format!("the error for usage {name} is unchanged")), move || {
            let run = Run::new(arguments);
            assert_eq!(run.exit, Some(2), "bad usage\n{}", run.transcript());
            settings("usage", description).bind(|| assert_snapshot!(name, page(run.transcript())));
            Ok(())
        })
    })
}

/// Tests of the error of `twinboard play` for each file of `malformed/<rule set>/`.
fn malformed() -> impl Iterator<Item = Trial> {
    let folders = twinboard_cli::subjects().into_iter().map(|subject| subject.name());
    let files = folders.flat_map(|rule_set| {
        let folder = Path::new("malformed").join(rule_set);
        let files = fs::read_dir(&folder).map(|files| {
            let files = files.map(|file| file.expect("the folder can be read").path());
            files.collect::<Vec<_>>()
        });
        let mut files = files.unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        files.retain(|path| path.extension().is_some_and(|extension| extension == "txt"));
        files.sort();
        assert!(!files.is_empty(), "{} is empty", folder.display());
        files.into_iter().map(move |path| (rule_set, path))
    });
    files.map(|(rule_set, path)| {
        let (folder, name) = place(rule_set, &path);
        let test = identifier(&format!("the error for {rule_set} {name} is unchanged"));
        Trial::test(test, move || {
            let input = path.to_str().expect("names are UTF-8").replace('\\', "/");
            let run = Run::new(&format!("play {rule_set} {input}"));
            assert_eq!(run.exit, Some(2), "malformed input\n{}", run.transcript());
            let mut settings =
                settings(&format!("malformed/{folder}"), "What `twinboard play` makes of it.");
            settings.set_input_file(fs::canonicalize(&path).expect("the file exists"));
            settings.bind(|| assert_snapshot!(name, page(run.transcript())));
            Ok(())
        })
    })
}
