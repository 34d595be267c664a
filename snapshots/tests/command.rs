//! What the command says: its help texts, and what it complains of.
//!
//! The command is run as a process, for its standard streams and its exit code are what is kept
//! here. Cargo gives the path of an executable only to the tests of its own package; so this
//! executable is both, the tests and the command: it turns into the command when [`COMMAND`] is
//! set.

use std::env;
use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};

use insta::assert_snapshot;
use libtest_mimic::{Arguments, Trial};
use twinboard_snapshots::{marked, page, place, reference, settings, visible};

/// Set in the environment of a process that is to be the command.
const COMMAND: &str = "TWINBOARD_SNAPSHOTS_COMMAND";
/// Help texts are wrapped at this width, whatever the terminal.
const COLUMNS: &str = "100";

/// Usage that is complained of: the name of the snapshot, the arguments, what is wrong.
const USAGE: &[(&str, &str, &str)] = &[
    ("nothing-to-do", "", "Nothing is asked for."),
    ("unknown-command", "paly samegame", "There is no such command."),
    ("unknown-rule-set", "play chess", "There is no such rule set."),
    ("no-rule-set", "play", "The rule set is left out."),
    ("unknown-side", "play samegame --with referee", "There is no such side."),
    ("file-not-there", "play samegame no-such-file.txt", "There is no such file."),
    ("folder-for-a-file", "show cases", "A folder is no case file."),
    ("no-such-case", "show cases/samegame/three-grids.txt --case 4", "The file has three cases."),
    ("time-and-cases", "verify --time 5s --cases 3", "A campaign has one budget."),
    ("unreadable-time", "verify --time soon", "That is no time."),
    ("no-time", "verify --time 0", "A campaign has to have some time."),
    ("no-threads", "verify --threads 0", "Somebody has to do the work."),
    (
        "one-file-unreadable",
        "diff no-such-file.txt cases/samegame/three-grids.txt",
        "A file that cannot be read does not keep the others from being replayed.",
    ),
];

fn main() -> ExitCode {
    if env::var_os(COMMAND).is_some() {
        return twinboard::main();
    }
    let arguments = Arguments::from_args();
    let trials = help().chain(usage()).chain(malformed()).collect();
    libtest_mimic::run(&arguments, trials).exit_code()
}

/// The name of a test, as of a function.
fn sentence(words: &str) -> String {
    words.replace([' ', '-'], "_")
}

/// What came of running the command.
struct Ran {
    arguments: String,
    exit: Option<i32>,
    stdout: String,
    stderr: String,
}

impl Ran {
    /// The command with these arguments, which have no blanks in them.
    fn new(arguments: &str) -> Self {
        let mut command = Command::new(env::current_exe().expect("this process has a path"));
        // What a usage line calls the command.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::arg0(&mut command, "twinboard");
        command.args(arguments.split_whitespace()).stdin(Stdio::null());
        command.env(COMMAND, "1").env("COLUMNS", COLUMNS);
        command.env("NO_COLOR", "1").env_remove("CLICOLOR_FORCE");
        let output = command.output().expect("this executable can be started");
        let text = |bytes| String::from_utf8(bytes).expect("what is printed is text");
        Self {
            arguments: arguments.to_owned(),
            exit: output.status.code(),
            stdout: text(output.stdout),
            stderr: text(output.stderr),
        }
    }

    /// As it would stand in a terminal, the two streams apart.
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

/// The help text of the command, and of each command that it names.
fn help() -> impl Iterator<Item = Trial> {
    let whole = Ran::new("--help").stdout;
    let commands = whole.lines().skip_while(|line| *line != "Commands:").skip(1);
    let commands = commands.take_while(|line| !line.is_empty());
    // The lines that a description goes on in are indented further.
    let names = commands.filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    let names = names.filter(|name| !name.is_empty() && *name != "help").map(str::to_owned);
    let names: Vec<String> = names.collect();
    assert!(names.iter().any(|name| name == "verify"), "the commands are listed:\n{whole}");
    let with_arguments = names.into_iter().map(|name| (name.clone(), format!("{name} --help")));
    let all = [("twinboard".to_owned(), "--help".to_owned())].into_iter().chain(with_arguments);
    all.map(|(name, arguments)| {
        Trial::test(sentence(&format!("the help of {name} reads as before")), move || {
            let ran = Ran::new(&arguments);
            assert_eq!((ran.exit, ran.stderr.as_str()), (Some(0), ""), "help is no error");
            let description = format!("twinboard {arguments}, {COLUMNS} columns wide");
            // Between paragraphs clap prints lines of blanks.
            let text: Vec<&str> = ran.stdout.lines().map(str::trim_end).collect();
            let text = reference(text.join("\n"));
            settings("help", &description).bind(|| assert_snapshot!(name, text));
            Ok(())
        })
    })
}

fn usage() -> impl Iterator<Item = Trial> {
    USAGE.iter().map(|&(name, arguments, description)| {
        Trial::test(sentence(&format!("usage {name} is complained of as before")), move || {
            let ran = Ran::new(arguments);
            assert_eq!(ran.exit, Some(2), "bad usage\n{}", ran.transcript());
            settings("usage", description).bind(|| assert_snapshot!(name, page(ran.transcript())));
            Ok(())
        })
    })
}

/// Every file of `malformed/<rule set>/`, given to `twinboard play`.
fn malformed() -> impl Iterator<Item = Trial> {
    let folders = games::all().into_iter().map(|subject| subject.name());
    let files = folders.flat_map(|rule_set| {
        let folder = Path::new("malformed").join(rule_set);
        let files = fs::read_dir(&folder).map(|files| {
            let files = files.map(|file| file.expect("the folder can be read").path());
            files.collect::<Vec<_>>()
        });
        let mut files = files.unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        files.retain(|path| path.extension().is_some_and(|extension| extension == "txt"));
        files.sort();
        assert!(!files.is_empty(), "{} has nothing in it", folder.display());
        files.into_iter().map(move |path| (rule_set, path))
    });
    files.map(|(rule_set, path)| {
        let (folder, name) = place(rule_set, &path);
        let sentence = sentence(&format!("{rule_set} {name} is complained of as before"));
        Trial::test(sentence, move || {
            let input = path.to_str().expect("names are plain").replace('\\', "/");
            let ran = Ran::new(&format!("play {rule_set} {input}"));
            assert_eq!(ran.exit, Some(2), "malformed input\n{}", ran.transcript());
            let mut settings =
                settings(&format!("malformed/{folder}"), "What `twinboard play` makes of it.");
            settings.set_input_file(fs::canonicalize(&path).expect("the file is there"));
            settings.bind(|| assert_snapshot!(name, page(ran.transcript())));
            Ok(())
        })
    })
}
