//! `twinboard completions`: prints a completion script for a shell.

use clap::builder::PossibleValuesParser;
use clap::{Arg, Args, Command};
use clap_complete::{Shell, generate};

use crate::output::{self, Exit, Failure};
use crate::session::Session;

#[derive(Args)]
pub(crate) struct Completions {
    /// Shell that the script is for.
    #[arg(value_name = "SHELL")]
    pub(crate) shell: Shell,
}

pub(crate) fn run(
    options: &Completions,
    session: &Session,
    parser: &Command,
) -> Result<Exit, Failure> {
    let mut script = Vec::new();
    // A script would offer hidden commands as well.
    let all = parser.get_subcommands();
    let names = Names::of(session);
    let shown = all.filter(|command| !command.is_hide_set()).cloned();
    let shown = shown.map(|command| names.add(command));
    let version = env!("CARGO_PKG_VERSION");
    let mut shown = Command::new(session.short_name()).version(version).subcommands(shown);
    generate(options.shell, &mut shown, session.short_name(), &mut script);
    output::print(names.with_files(options.shell, &String::from_utf8_lossy(&script)))?;
    Ok(Exit::Success)
}

/// Options whose values are engines.
const ENGINES: [&str; 2] = ["engine", "oracle"];
/// Options whose values are players of a two-player game.
const PLAYERS: [&str; 3] = ["player", "a", "b"];

/// The built-in names that a script offers where the command takes a program as well.
struct Names<'a> {
    engines: Vec<&'a str>,
    players: Vec<&'a str>,
}

impl<'a> Names<'a> {
    fn of(session: &'a Session) -> Self {
        let engines = session.rule_sets.iter().flat_map(|one| {
            let registered = one.subject().has_engine().then(|| one.name());
            registered.into_iter().chain(one.other_engines())
        });
        let contests = session.rule_sets.iter().filter_map(|one| one.two_players());
        let players = contests.flat_map(|contest| contest.built_in()).map(|player| player.name);
        Self { engines: engines.collect(), players: players.collect() }
    }

    /// The names for an option; none for others than those of engines and players.
    fn for_option(&self, option: &Arg) -> &[&'a str] {
        match option.get_long() {
            Some(long) if ENGINES.contains(&long) => &self.engines,
            Some(long) if PLAYERS.contains(&long) => &self.players,
            _ => &[],
        }
    }

    /// Declares the names as the values of the options, for a command that parses nothing.
    fn add(&self, command: Command) -> Command {
        let command = command.mut_args(|option| match self.for_option(&option) {
            [] => option,
            names => option
                .value_parser(PossibleValuesParser::new(names.iter().map(|&it| it.to_owned()))),
        });
        command.mut_subcommands(|command| self.add(command))
    }

    /// A script that offers files, too, where a name or a program is expected. That for bash does so
    /// by itself; those for zsh and fish offer only the values that are declared.
    fn with_files(&self, shell: Shell, script: &str) -> String {
        match shell {
            Shell::Zsh => {
                let values = [("COMMAND", &self.engines), ("PLAYER", &self.players)];
                values.iter().fold(script.to_owned(), |script, (value, names)| {
                    let names = names.join(" ");
                    let both = format!(":{value}:{{compadd -- {names}; _files}}'");
                    script.replace(&format!(":{value}:({names})'"), &both)
                })
            }
            Shell::Fish => {
                let is_named = |line: &str| {
                    ENGINES
                        .iter()
                        .chain(&PLAYERS)
                        .any(|option| line.contains(&format!(" -l {option} ")))
                };
                let lines = script.split_inclusive('\n').map(|line| {
                    let count = usize::from(is_named(line));
                    line.replacen(" -r -f -a ", " -r -F -a ", count)
                });
                lines.collect()
            }
            _ => script.to_owned(),
        }
    }
}
