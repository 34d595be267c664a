//! The arguments that `match` and `tournament` share, and those of their tests and players.

use std::num::NonZeroU32;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, value_parser};
use twinboard_referee::statistics::Sprt;

use crate::args::duration;
use crate::output::results::{Html, Results};
use crate::session::isolation::ProgramOptions;

/// The sequential test that ends a match early.
#[derive(Args)]
pub(crate) struct Test {
    /// Play until a sequential probability ratio test decides between two hypotheses: A is
    /// stronger than B by ELO0 (H0) or by ELO1 (H1), such as 0,20 or -10,0. The generalised
    /// log-likelihood ratio (LLR) is evaluated after each board, in order, from the tenth on.
    #[arg(long, value_name = "ELO0,ELO1", value_parser = hypotheses)]
    #[arg(allow_hyphen_values = true, conflicts_with = "resume")]
    pub(crate) sprt: Option<[f64; 2]>,
    /// Probability of accepting H1 although H0 is true.
    #[arg(long, value_name = "SHARE", value_parser = error_probability, default_value = "0.05")]
    #[arg(requires = "sprt", conflicts_with = "resume")]
    pub(crate) alpha: f64,
    /// Probability of accepting H0 although H1 is true.
    #[arg(long, value_name = "SHARE", value_parser = error_probability, default_value = "0.05")]
    #[arg(requires = "sprt", conflicts_with = "resume")]
    pub(crate) beta: f64,
}

impl Test {
    pub(crate) fn sprt(&self) -> Option<Sprt> {
        let [elo0, elo1] = self.sprt?;
        Some(Sprt { elo0, elo1, alpha: self.alpha, beta: self.beta })
    }
}

/// Parses two Elo differences that a test can tell apart.
fn hypotheses(text: &str) -> Result<[f64; 2], String> {
    let numbers = text.split(',').map(|number| number.trim().parse::<f64>());
    let numbers = numbers.collect::<Result<Vec<_>, _>>().unwrap_or_default();
    let [elo0, elo1] = numbers[..].try_into().map_err(|_| "expected two numbers such as 0,20")?;
    let sprt = Sprt { elo0, elo1, alpha: 0.05, beta: 0.05 };
    sprt.checked().map(|_| [elo0, elo1]).map_err(|error| error.to_string())
}

/// Parses an error probability that a test can have.
fn error_probability(text: &str) -> Result<f64, String> {
    let probability = text.parse().map_err(|_| "expected a number such as 0.05")?;
    let sprt = Sprt { elo0: 0.0, elo1: 1.0, alpha: probability, beta: probability };
    sprt.checked().map(|_| probability).map_err(|error| error.to_string())
}

/// The boards, limits and files of the games.
#[derive(Args)]
pub(crate) struct Arena {
    /// Board files, or folders of them, instead of random boards.
    #[arg(long, value_name = "PATH", num_args = 1.., conflicts_with_all = ["group", "seeds"])]
    pub(crate) boards: Vec<PathBuf>,
    /// Groups of random boards, such as 2 or 1..3 [default: all].
    #[arg(long, value_name = "GROUPS", value_parser = Numbers::parse)]
    pub(crate) group: Option<Numbers>,
    /// Seeds of the random boards of each group, such as 7, 1..4 or 2,5,8..11.
    #[arg(long, value_name = "SEEDS", value_parser = Numbers::parse, default_value = "1..3")]
    pub(crate) seeds: Numbers,
    /// Wall-clock time limit for a move.
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "1s")]
    pub(crate) time: Duration,
    /// Board on standard input and move on standard output of commands, instead of files.
    #[arg(long)]
    pub(crate) stdio: bool,
    /// Limit on the address space of each process of a command, in MiB [default: half of the
    /// machine's memory]. Some runtimes reserve far more than they use.
    #[arg(long, value_name = "MIB")]
    pub(crate) memory: Option<NonZeroU32>,
    #[command(flatten)]
    pub(crate) programs: ProgramOptions,
    /// Seed of the built-in players [default: 1].
    #[arg(long, value_name = "SEED", default_value_t = 1, hide_default_value = true)]
    #[arg(allow_negative_numbers = true)]
    pub(crate) seed: u64,
    /// Number of games played at the same time [default: number of CPUs minus one].
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=1024))]
    pub(crate) jobs: Option<u16>,
    /// Number of search threads of a built-in player [default: 1].
    #[arg(long, value_name = "N", default_value_t = 1, hide_default_value = true)]
    #[arg(value_parser = value_parser!(u16).range(1..=1024))]
    pub(crate) threads: u16,
    /// Folder for the games, resumed if begun there before [default: new, in twinboard-out].
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Folder of games to resume, with their settings and the programs of the same paths.
    #[arg(long, value_name = "DIR")]
    #[arg(conflicts_with_all = ["rule_set", "boards", "group", "seeds", "time", "stdio"])]
    #[arg(conflicts_with_all = ["memory", "seed", "out"])]
    pub(crate) resume: Option<PathBuf>,
    /// Print each game when it has ended. A match does so in any case if its output is a file or a
    /// pipe.
    #[arg(long, short)]
    pub(crate) verbose: bool,
    #[command(flatten)]
    pub(crate) page: Html,
    #[command(flatten)]
    pub(crate) results: Results,
}

/// A player as given on the command line: `greedy`, `./bot --fast` or `NAME=./bot`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PlayerArgument {
    /// The name before `=`.
    pub(crate) name: Option<String>,
    /// The name of a built-in player, or a program and its arguments, split as a shell does.
    pub(crate) words: Vec<String>,
}

impl PlayerArgument {
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let words = shell_words::split(text).map_err(|error| error.to_string())?;
        let mut words = words.into_iter();
        let first = words.next().filter(|word| !word.is_empty());
        let first = first.ok_or("expected a built-in player or a command")?;
        let is_name = |name: &str| {
            let fits = |c: char| c.is_alphanumeric() || "-_.+".contains(c);
            !name.is_empty() && name.chars().all(fits) && name.chars().count() <= NAME_MAX
        };
        let (name, first) = match first.split_once('=') {
            Some((name, rest)) if is_name(name) => (Some(name.to_owned()), rest.to_owned()),
            Some((name, _)) if !name.contains(['/', '\\']) => {
                return Err(format!(
                    "`{name}` is not a name: expected up to {NAME_MAX} letters, digits, -, _, + and dots"
                ));
            }
            _ => (None, first),
        };
        // A blank after `=` is allowed.
        let first = if first.is_empty() { words.next() } else { Some(first) };
        let first = first.ok_or("expected a command after `=`")?;
        Ok(Self { name, words: std::iter::once(first).chain(words).collect() })
    }
}

/// Maximum length of a player's name, in characters.
pub(crate) const NAME_MAX: usize = 40;

/// Distinct whole numbers, in the given order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Numbers(pub(crate) Vec<u64>);

/// Maximum count of numbers: far more boards than there is time for.
const NUMBERS_MAX: u64 = 100_000;

impl Numbers {
    fn parse(text: &str) -> Result<Self, String> {
        let mut numbers = Vec::new();
        for part in text.split(',') {
            let (first, last) = part.split_once("..").unwrap_or((part, part));
            let number = |text: &str| {
                let number = text.trim().parse();
                number.map_err(|_| "expected numbers such as 7, 1..4 or 2,5,8..11".to_owned())
            };
            let (first, last): (u64, u64) = (number(first)?, number(last)?);
            if first > last {
                return Err(format!("the range {first}..{last} is empty"));
            }
            if (last - first).saturating_add(numbers.len() as u64) >= NUMBERS_MAX {
                return Err(format!("more than {NUMBERS_MAX} numbers"));
            }
            for number in first..=last {
                if numbers.contains(&number) {
                    return Err(format!("{number} is given twice"));
                }
                numbers.push(number);
            }
        }
        Ok(Self(numbers))
    }
}

#[cfg(test)]
mod tests {
    use super::{Numbers, PlayerArgument};

    #[test]
    fn players_are_names_or_commands_split_as_by_a_shell() {
        let parse = |text: &str| {
            let player = PlayerArgument::parse(text)?;
            Ok::<_, String>((player.name.unwrap_or_default(), player.words.join("|")))
        };
        for (text, name, words) in [
            ("greedy", "", "greedy"),
            ("./my_player", "", "./my_player"),
            ("mine=./my_player --deep 3", "mine", "./my_player|--deep|3"),
            ("mine= ./my_player", "mine", "./my_player"),
            ("python3 'my bot.py' \"a b\" c\\ d", "", "python3|my bot.py|a b|c d"),
            ("bot-2.1=java -Dx=y Bot", "bot-2.1", "java|-Dx=y|Bot"),
            ("./odd=name", "", "./odd=name"),
            ("sh -c 'x=1; exec ./bot'", "", "sh|-c|x=1; exec ./bot"),
        ] {
            assert_eq!(parse(text), Ok((name.to_owned(), words.to_owned())), "{text}");
        }
        for text in ["", "  ", "''", "a=", "b='x", "=x", "ab?=x", &format!("{}=x", "n".repeat(41))]
        {
            assert!(parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn numbers_are_listed_singly_or_as_inclusive_ranges() {
        let parse = |text: &str| Numbers::parse(text).map(|numbers| numbers.0);
        assert_eq!(parse("7"), Ok(vec![7]));
        assert_eq!(parse("1..4"), Ok(vec![1, 2, 3, 4]));
        assert_eq!(parse("5,2..3, 9"), Ok(vec![5, 2, 3, 9]));
        let last = u64::MAX;
        assert_eq!(parse(&format!("{}..{last}", last - 1)), Ok(vec![last - 1, last]));
        for text in ["", "x", "1..", "..3", "4..1", "1,1", "1..3,2", "-1", "0..100000", "1.5"] {
            assert!(parse(text).is_err(), "{text}");
        }
    }
}
