//! The exit codes of each command, for its help.

use std::fmt::Write;

use clap::Command;

/// The meaning of the codes for some commands; empty if a command has no such code.
struct Row {
    /// Names, such as `diff` or `exhaust merge`.
    commands: &'static [&'static str],
    success: &'static str,
    found: &'static str,
    /// Besides bad usage and input.
    bad_input: &'static str,
    undecided: &'static str,
}

/// The codes in the help of the whole program.
const ALL: Row = Row {
    commands: &[],
    success: "success",
    found: "a divergence was found, or a check failed",
    bad_input: "nothing was compared",
    undecided: "undecided: a limit ended the work before its answer",
};

const ROWS: &[Row] = &[
    Row {
        commands: &["verify"],
        success: "no divergence",
        found: "divergence, a clause that a long campaign never reached, a stale known difference",
        bad_input: "no case compared, or a file of the corpus that cannot be read",
        undecided: "",
    },
    Row {
        commands: &["fuzz"],
        success: "no divergence; with --merge, merged",
        found: "as verify; with --merge, an input that fails",
        bad_input: "no input executed, or none of them a case that both sides support; with --merge, no \
                    input in the folders",
        undecided: "",
    },
    Row {
        commands: &["diff"],
        success: "no divergence",
        found: "divergence",
        bad_input: "no case compared, or a file that cannot be read",
        undecided: "",
    },
    Row {
        commands: &["show", "to-test"],
        success: "shown, printed",
        found: "the side panics",
        bad_input: "no case, or a set-up that the oracle does not support",
        undecided: "",
    },
    Row {
        commands: &["shrink"],
        success: "no case diverges",
        found: "the smaller case was printed",
        bad_input: "no case compared",
        undecided: "",
    },
    Row {
        commands: &["exhaust", "exhaust merge"],
        success: "all set-ups played",
        found: "divergence",
        bad_input: "no set-up compared; a position with too many moves",
        undecided: "--time or --positions-max ended it",
    },
    Row {
        commands: &["perft"],
        success: "the counts are equal",
        found: "a count or position differs",
        bad_input: "nothing counted, or an engine gives no count",
        undecided: "--time or --positions-max ended it; an engine was late, or may have refused a \
                    position",
    },
    Row {
        commands: &["check"],
        success: "no failure",
        found: "a failure, or the judges disagree",
        bad_input: "no case checked, or a program that cannot be started",
        undecided: "",
    },
    Row {
        commands: &["solve"],
        success: "the value is proved, with --all that of each move",
        found: "",
        bad_input: "",
        undecided: "not proved",
    },
    Row {
        commands: &["match", "tournament"],
        success: "all games played, or the test has decided",
        found: "the judges disagree, or a built-in player panicked",
        bad_input: "",
        undecided: "games are left, but nobody interrupted",
    },
    Row {
        commands: &["selftest"],
        success: "every fault detected",
        found: "a fault that no check detects",
        bad_input: "a control that fails",
        undecided: "",
    },
    Row {
        commands: &["play"],
        success: "answered",
        found: "the side panics",
        bad_input: "",
        undecided: "",
    },
    Row {
        commands: &["generate", "new", "engine-template", "completions"],
        success: "written",
        found: "",
        bad_input: "an output that cannot be written",
        undecided: "",
    },
    Row {
        commands: &["check-env"],
        success: "every promise that was checked is kept",
        found: "a broken promise",
        bad_input: "a package or game that is not there",
        undecided: "nothing could be checked",
    },
    Row { commands: &["doctor"], success: "in any case", found: "", bad_input: "", undecided: "" },
];

/// The codes of a command with their meanings; `None` for a command that has none. The empty name
/// is the whole program.
pub(crate) fn of(command: &str) -> Option<Vec<(&'static str, String)>> {
    let row = match command {
        "" => &ALL,
        name => ROWS.iter().find(|row| row.commands.contains(&name))?,
    };
    let usage = ["bad usage or input", row.bad_input];
    let usage = usage.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("; ");
    let all = [
        ("0", row.success.to_owned()),
        ("1", row.found.to_owned()),
        ("2", usage),
        ("3", row.undecided.to_owned()),
        ("130", "ended by Ctrl-C before any of these; 143 by SIGTERM, 129 by SIGHUP".to_owned()),
    ];
    Some(all.into_iter().filter(|(_, meaning)| !meaning.is_empty()).collect())
}

/// The name of a command below another one, such as `stats` below `corpus`.
pub(crate) fn name_below(name: &str, below: &Command) -> String {
    format!("{name} {}", below.get_name()).trim_start().to_owned()
}

/// Adds the exit codes to the help of a command and of those below it. `name` is the name of the
/// command as in [`of`].
pub(crate) fn add(command: Command, name: &str) -> Command {
    let command = command.mut_subcommands(|below| {
        let name = name_below(name, &below);
        add(below, &name)
    });
    let Some(codes) = of(name) else { return command };
    let mut help = "Exit codes:".to_owned();
    for (code, meaning) in codes {
        let _ = write!(help, "\n  {code:<3}  {meaning}");
    }
    command.after_help(help)
}
