//! The arguments of `match` and `tournament`.

use std::num::NonZeroU32;
use std::path::PathBuf;
use std::time::Duration;

use clap::builder::PossibleValuesParser;
use clap::{Args, value_parser};
use referee::statistics::Sprt;

use super::{Results, duration};
use crate::registry;

#[derive(Args)]
pub(crate) struct Match {
    /// The rule set.
    #[arg(value_name = "RULESET", value_parser = rule_set(), required_unless_present = "resume")]
    pub(crate) rule_set: Option<String>,
    /// The one player: the name of a built-in one, or a command, or NAME=COMMAND.
    #[arg(long, value_name = "PLAYER", value_parser = PlayerArgument::parse)]
    #[arg(required_unless_present = "resume", conflicts_with = "resume")]
    pub(crate) a: Option<PlayerArgument>,
    /// The other player.
    #[arg(long, value_name = "PLAYER", value_parser = PlayerArgument::parse)]
    #[arg(required_unless_present = "resume", conflicts_with = "resume")]
    pub(crate) b: Option<PlayerArgument>,
    #[command(flatten)]
    pub(crate) test: Test,
    #[command(flatten)]
    pub(crate) arena: Arena,
}

/// When enough has been played.
#[derive(Args)]
pub(crate) struct Test {
    /// Play until a sequential test decides whether the first player is stronger by ELO0 (H0) or by
    /// ELO1 (H1), such as 0,20 or -10,0. After each board whose two games have ended, in the order of the
    /// boards, it looks at the generalised log-likelihood ratio (LLR); fewer than ten decide nothing.
    #[arg(long, value_name = "ELO0,ELO1", value_parser = hypotheses)]
    #[arg(allow_hyphen_values = true, conflicts_with = "resume")]
    pub(crate) sprt: Option<[f64; 2]>,
    /// How often the test may accept H1 though H0 is true.
    #[arg(long, value_name = "SHARE", value_parser = share_of_errors, default_value = "0.05")]
    #[arg(requires = "sprt")]
    pub(crate) alpha: f64,
    /// How often the test may accept H0 though H1 is true.
    #[arg(long, value_name = "SHARE", value_parser = share_of_errors, default_value = "0.05")]
    #[arg(requires = "sprt")]
    pub(crate) beta: f64,
}

impl Test {
    /// The test that was asked for.
    pub(crate) fn sprt(&self) -> Option<Sprt> {
        let [elo0, elo1] = self.sprt?;
        Some(Sprt { elo0, elo1, alpha: self.alpha, beta: self.beta })
    }
}

/// Two differences of Elo that a test can tell apart.
fn hypotheses(text: &str) -> Result<[f64; 2], String> {
    let numbers = text.split(',').map(|number| number.trim().parse::<f64>());
    let numbers = numbers.collect::<Result<Vec<_>, _>>().unwrap_or_default();
    let [elo0, elo1] =
        numbers[..].try_into().map_err(|_| "two numbers are expected, such as 0,20")?;
    let sprt = Sprt { elo0, elo1, alpha: 0.05, beta: 0.05 };
    sprt.checked().map(|_| [elo0, elo1]).map_err(|unfit| unfit.to_string())
}

/// A probability of error that a test can have.
fn share_of_errors(text: &str) -> Result<f64, String> {
    let share = text.parse().map_err(|_| "a number is expected, such as 0.05")?;
    let sprt = Sprt { elo0: 0.0, elo1: 1.0, alpha: share, beta: share };
    sprt.checked().map(|_| share).map_err(|unfit| unfit.to_string())
}

#[derive(Args)]
pub(crate) struct Tournament {
    /// The rule set.
    #[arg(value_name = "RULESET", value_parser = rule_set(), required_unless_present = "resume")]
    pub(crate) rule_set: Option<String>,
    /// A player: the name of a built-in one, or a command, or NAME=COMMAND. To be given for each
    /// of them.
    #[arg(long = "player", short, value_name = "PLAYER", value_parser = PlayerArgument::parse)]
    #[arg(required_unless_present = "resume", conflicts_with = "resume")]
    pub(crate) players: Vec<PlayerArgument>,
    #[command(flatten)]
    pub(crate) arena: Arena,
}

/// Where and how games are played.
#[derive(Args)]
pub(crate) struct Arena {
    /// Board files, or folders of them, instead of boards drawn at random.
    #[arg(long, value_name = "PATH", num_args = 1.., conflicts_with_all = ["group", "seeds"])]
    pub(crate) boards: Vec<PathBuf>,
    /// The groups of boards that are drawn, such as 2 or 1..3; all if it is left out.
    #[arg(long, value_name = "GROUPS", value_parser = Numbers::parse)]
    pub(crate) group: Option<Numbers>,
    /// The seeds of the boards that are drawn from each group, such as 7, 1..4 or 2,5,8..11.
    #[arg(long, value_name = "SEEDS", value_parser = Numbers::parse, default_value = "1..3")]
    pub(crate) seeds: Numbers,
    /// The time for a move, on the wall clock.
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "1s")]
    pub(crate) time: Duration,
    /// Commands get the board on their standard input and answer on their standard output, instead
    /// of in files.
    #[arg(long)]
    pub(crate) stdio: bool,
    /// The address space of each process of a command, in MiB; half of what the machine has if it is
    /// left out. Some runtimes reserve far more than they use.
    #[arg(long, value_name = "MIB")]
    pub(crate) memory: Option<NonZeroU32>,
    /// What a command may write to each of its streams and files, in KiB.
    #[arg(long, value_name = "KIB", default_value_t = 1024)]
    #[arg(value_parser = value_parser!(u64).range(1..=1 << 20))]
    pub(crate) output_max: u64,
    /// How many processes a command may have at a time.
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = value_parser!(u32).range(1..))]
    pub(crate) processes_max: u32,
    /// What the choices of built-in players follow from.
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    pub(crate) seed: u64,
    /// How many games are played at a time; one fewer than there are processors if it is left out.
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=1024))]
    pub(crate) jobs: Option<u16>,
    /// On how many threads a built-in player may search for a move.
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = value_parser!(u16).range(1..=1024))]
    pub(crate) threads: u16,
    /// The folder where the games are kept; a new one below twinboard-out if it is left out. If the same games were begun there before, they are gone on with.
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Go on with the games that were begun in this folder, with the settings that they have.
    #[arg(long, value_name = "DIR")]
    #[arg(conflicts_with_all = ["rule_set", "boards", "group", "seeds", "time", "stdio"])]
    #[arg(conflicts_with_all = ["memory", "output_max", "processes_max", "seed", "out"])]
    pub(crate) resume: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) results: Results,
}

/// The name of a rule set for two players.
fn rule_set() -> PossibleValuesParser {
    let contests = registry::contests();
    let names = contests.iter().map(|contest| contest.name());
    PossibleValuesParser::new(names)
}

/// A player as it was given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PlayerArgument {
    /// What it is to be called.
    pub(crate) name: Option<String>,
    /// A built-in player, or a program and its arguments.
    pub(crate) words: Vec<String>,
}

impl PlayerArgument {
    fn parse(text: &str) -> Result<Self, String> {
        let words = shell_words::split(text).map_err(|error| error.to_string())?;
        let mut words = words.into_iter();
        let first = words.next().filter(|word| !word.is_empty());
        let first = first.ok_or("a player is expected: a built-in one, or a command")?;
        let is_name = |name: &str| {
            let fits = |c: char| c.is_alphanumeric() || "-_.+".contains(c);
            !name.is_empty() && name.chars().all(fits) && name.chars().count() <= NAME_MAX
        };
        let (name, first) = match first.split_once('=') {
            Some((name, rest)) if is_name(name) => (Some(name.to_owned()), rest.to_owned()),
            Some((name, _)) if !name.contains(['/', '\\']) => {
                return Err(format!(
                    "`{name}` is no name: it has up to {NAME_MAX} letters, digits, -, _, + and dots"
                ));
            }
            _ => (None, first),
        };
        // A blank after `=` is a matter of taste.
        let first = if first.is_empty() { words.next() } else { Some(first) };
        let first = first.ok_or("a command is expected behind `=`")?;
        Ok(Self { name, words: std::iter::once(first).chain(words).collect() })
    }
}

/// How long the name of a player can be.
pub(crate) const NAME_MAX: usize = 40;

/// Whole numbers, in the order in which they were given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Numbers(pub(crate) Vec<u64>);

/// How many there can be: more boards than anybody has time for.
const NUMBERS_MAX: u64 = 100_000;

impl Numbers {
    fn parse(text: &str) -> Result<Self, String> {
        let mut numbers = Vec::new();
        for part in text.split(',') {
            let (first, last) = part.split_once("..").unwrap_or((part, part));
            let number = |text: &str| {
                let number = text.trim().parse();
                number.map_err(|_| "numbers are expected, such as 7, 1..4 or 2,5,8..11".to_owned())
            };
            let (first, last): (u64, u64) = (number(first)?, number(last)?);
            if first > last {
                return Err(format!("{first} is above {last}"));
            }
            if (last - first).saturating_add(numbers.len() as u64) >= NUMBERS_MAX {
                return Err(format!("these are more than {NUMBERS_MAX} numbers"));
            }
            for number in first..=last {
                if numbers.contains(&number) {
                    return Err(format!("{number} is there twice"));
                }
                numbers.push(number);
            }
        }
        Ok(Self(numbers))
    }
}

#[cfg(test)]
mod tests {
    use super::{Numbers, PlayerArgument, hypotheses, share_of_errors};

    #[test]
    fn a_player_is_a_name_or_a_command_in_the_words_of_a_shell() {
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
    fn numbers_are_single_ones_and_ranges_with_both_ends() {
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
    #[test]
    fn a_test_has_two_hypotheses_and_errors_that_are_rare() {
        assert_eq!(hypotheses("0,20"), Ok([0.0, 20.0]));
        assert_eq!(hypotheses("-7.5, -2"), Ok([-7.5, -2.0]));
        for text in ["", "5", "0,1,2", "0;5", "a,b", "5,5", "5,0", "0,1001", "nan,5", "0,inf"] {
            assert!(hypotheses(text).is_err(), "{text}");
        }
        assert_eq!(share_of_errors("0.01"), Ok(0.01));
        for text in ["", "x", "0", "0.5", "-0.1", "5", "nan"] {
            assert!(share_of_errors(text).is_err(), "{text}");
        }
    }
}
