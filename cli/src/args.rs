//! The arguments of the command.

mod against;
mod case_files;
mod check;
mod exhaust;
mod fuzz;
mod generate;
mod new;
mod play;
mod selftest;
mod solve;
mod tournament;

use std::ffi::OsString;
use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand};
use clap_complete::Shell;

pub(crate) use against::Against;
pub(crate) use case_files::{CaseFile, Diff, RuleSetOption, Show, Shrink, ToTest};
pub(crate) use check::Check;
pub(crate) use exhaust::Exhaust;
pub(crate) use fuzz::{Fuzz, Sanitizer};
pub(crate) use generate::Generate;
pub(crate) use new::New;
pub(crate) use play::{Play, SideName};
pub(crate) use selftest::{CheckName, Corpus, CorpusCommand, CorpusStats, Selftest};
pub(crate) use solve::{Analyse, Solve};
pub(crate) use tournament::{Arena, Match, NAME_MAX, PlayerArgument, Tournament};

use crate::settings::Settings;
use crate::subjects::{self, AnySubject};

/// Plays board games twice, on a bitboard engine and on a naive oracle, and reports every
/// difference.
#[derive(Parser)]
#[command(
    version,
    after_help = "Exit codes: 0 all is well; 1 a divergence was found, or a check failed; 2 bad usage or input."
)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Fuzz engine and oracle in lockstep, guided by the code that is reached: the main job.
    ///
    /// The fuzz targets are built with libFuzzer on stable Rust; cargo-fuzz is installed below the
    /// target folder if it is missing. The corpus that is checked in is replayed first, then all
    /// targets run. A difference is shrunk to the smallest case that still shows it, printed, and
    /// saved as a text file. Run it where the sources are.
    Fuzz(Fuzz),
    /// Answer input as the judge expects it.
    ///
    /// Each case is answered as soon as it has been read. Input that breaks the format is an error
    /// that names the place; what was answered before it stays printed.
    ///
    /// In a game for two the answer is a move for whoever is to move. As a contest's program it reads
    /// the board from a file in this folder and writes its move into another one; with FILE or
    /// --stdio the move goes to standard output. It is in time whatever the search does.
    Play(Play),
    /// Prove what a position of a game for two is worth, and find the best moves.
    ///
    /// What is printed as proved holds whatever the opponent does. What could not be proved in time
    /// is said to be so. Ctrl-C ends the search with what is known so far.
    Solve(Solve),
    /// Look for mistakes in a saved game of two: which moves kept the value of the game, and which
    /// gave something away.
    ///
    /// Each position is solved, from the last one back. Ctrl-C ends it with what is known so far.
    Analyse(Analyse),
    /// Play many cases on engine and oracle in lockstep and stop at the first difference.
    ///
    /// First the corpus, then fresh cases and cases made from those of the corpus, on all cores.
    /// The same seed gives the same cases on any machine; with --cases also the same result with
    /// any number of threads. A difference is shrunk to the smallest case that still shows it,
    /// printed, and saved as a text file.
    Verify(Verify),
    /// Check a solution program of your own, in any language, against the oracle.
    ///
    /// The program is fed with cases that the judge could give, as the judge does: many in one input,
    /// on its standard input. First the corpus, then generated ones. An answer that is wrong, a crash
    /// or a run that takes too long is looked into until the smallest input is found that still shows
    /// it, which is printed and saved beside both answers. Nothing that the program starts outlives
    /// it.
    Check(Check),
    /// Replay case files in lockstep and report each difference.
    Diff(Diff),
    /// Make a failing case smaller for as long as it still fails, and print it.
    Shrink(Shrink),
    /// Print the test and the corpus entry that keep a case for good, with the oracle's answer.
    ToTest(ToTest),
    /// Draw a case step by step, as the oracle plays it.
    Show(Show),
    /// Draw input at random, as the judge would send it.
    ///
    /// The same seed and the same choices give the same input on every machine. With --count there
    /// is one input for each of the seeds that follow each other.
    Generate(Generate),
    /// Let two players meet on many boards, each moving first once on each.
    ///
    /// A player is a built-in one or any command. A command is run anew for every move, in a fresh
    /// folder with the board in a file, and must leave its move in another file; or it talks by its
    /// standard streams (--stdio). It is never trusted: its time, memory, output and processes are
    /// limited, and nothing that it starts survives it. Every game is kept as a case file, which
    /// `show` draws. It ends with the difference of Elo and its interval, from the pairs of games on
    /// each board; Ctrl-C ends it with what was played so far.
    Match(Match),
    /// Let every player meet every other on many boards, each moving first once on each.
    ///
    /// A win gives 3 points, a draw 1.5 to each. Players and limits are those of `match`. It ends with
    /// standings, in which there are differences of Elo with their intervals, and with a cross table.
    Tournament(Tournament),
    /// Walk all legal moves to a depth on engine and oracle, each on its own, and compare.
    ///
    /// The walk starts where the first case of the file ends. For each depth it prints how many
    /// sequences of legal moves there are (nodes), how many distinct positions they lead to, and a
    /// digest of these positions that does not depend on their order. Where the sides differ, the
    /// case that leads there is shrunk, printed, and saved as a text file.
    Perft(Perft),
    /// Go through every set-up within bounds, and every position behind each, on both sides.
    ///
    /// Set-ups are taken once up to the names of colours or symbols, and up to the turns of the board
    /// where the rules know them; so are positions. Every move of each is played on engine and oracle, compared, and
    /// held to all invariants. The figures and the digest are the same with any number of threads.
    /// Ctrl-C ends it with what is done.
    Exhaust(Exhaust),
    /// Plant known faults, one at a time, and see which checks notice each.
    ///
    /// It is built from source with the faults in it, beside the normal command. Without a fault no check
    /// may complain. Then each fault goes through the properties that `cargo test` looks at, `verify`,
    /// `exhaust` and a short `fuzz`. The table says when each check noticed it, after how many cases, and
    /// how large the case is in the end. A fault that nothing notices makes the command fail. Ctrl-C ends
    /// it with the faults that are done.
    Selftest(Selftest),
    /// What the cases of the corpus are good for.
    Corpus(Corpus),
    /// Measure how fast engine, oracle and plain programs are beside each other.
    ///
    /// They do the same work by turns, in one process. Figures in brackets are quartiles of the
    /// rounds. Ratios travel from machine to machine, times do not. Ctrl-C ends it with what was
    /// measured so far.
    Bench(Bench),
    /// Start a rule set of your own: write a small, complete project.
    ///
    /// It has an engine, an oracle, tests, a corpus, a fuzz target, a workflow for CI and a README; it
    /// compiles, its tests pass, and they find a slip that is planted in it.
    New(New),
    /// Print a script that teaches a shell to complete this command.
    Completions(Completions),
    /// Print the manual page, or write a page for each command.
    Man(Man),
    /// Play one case from standard input in lockstep; for the command itself, which can end it.
    #[command(hide = true)]
    Probe(Probe),
    /// Run one program within limits and end whatever it leaves; for the command itself.
    #[command(hide = true)]
    Launch(Launch),
}

#[derive(Args)]
pub(crate) struct Verify {
    /// The rule sets; all of them if none is named.
    #[arg(value_name = "RULESET", value_parser = rule_set())]
    pub(crate) rule_sets: Vec<AnySubject>,
    #[command(flatten)]
    pub(crate) settings: Settings,
    /// What the cases follow from; a new seed every time if it is left out.
    #[arg(long, value_name = "SEED")]
    pub(crate) seed: Option<u64>,
    /// For how long each rule set is played, for example 90s or 5m [default: 60s].
    #[arg(long, value_name = "TIME", value_parser = duration, conflicts_with = "cases")]
    pub(crate) time: Option<Duration>,
    /// How many cases are drawn after the corpus, instead of a time.
    #[arg(long, value_name = "N")]
    pub(crate) cases: Option<u64>,
    #[command(flatten)]
    pub(crate) threads: Threads,
    /// A folder of case files to be played instead of the corpus that is built in.
    ///
    /// Its subfolders are searched too. If some of them bear the names of rule sets, each rule set
    /// gets what is in its own. Else files are told apart by their paths and texts.
    #[arg(long, value_name = "DIR")]
    pub(crate) corpus: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) reporting: Reporting,
}

#[derive(Args)]
pub(crate) struct Threads {
    /// On how many threads; as many as there are processors if it is left out.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

impl Threads {
    /// How many there are to be.
    pub(crate) fn count(&self) -> usize {
        or_processors(self.threads)
    }
}

/// So many, or as many as there are processors.
fn or_processors(count: Option<u16>) -> usize {
    let processors = || thread::available_parallelism().map_or(1, usize::from);
    count.map_or_else(processors, usize::from)
}

/// What becomes of what is found.
#[derive(Args)]
pub(crate) struct Reporting {
    /// Where failing cases are saved.
    #[arg(long, value_name = "DIR", default_value = "twinboard-out")]
    pub(crate) out: PathBuf,
    #[command(flatten)]
    pub(crate) results: Results,
    #[command(flatten)]
    pub(crate) limits: StepLimit,
}

#[derive(Args)]
pub(crate) struct Results {
    /// Where the result is written as JSON; with `-` that is standard output, and what is there
    /// for people goes to standard error.
    #[arg(long, value_name = "FILE")]
    pub(crate) json: Option<PathBuf>,
}

#[derive(Args)]
pub(crate) struct StepLimit {
    /// When a side that does not come back from a step is given up.
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "5s")]
    pub(crate) step_limit: Duration,
}

#[derive(Args)]
pub(crate) struct Perft {
    #[command(flatten)]
    pub(crate) case: CaseFile,
    /// How many moves deep; 0 is the position that the walk starts from.
    #[arg(long, short, value_name = "D")]
    pub(crate) depth: u32,
    /// Print the figures behind every first move too, in the order of the moves.
    #[arg(long)]
    pub(crate) divide: bool,
    #[command(flatten)]
    pub(crate) against: Against,
    /// The most distinct positions that each side keeps, all depths together. The walk ends with
    /// an error where there are more; what has been counted is printed.
    ///
    /// A position takes 1 to 2 kB for both sides together, and 5 kB on the largest boards.
    #[arg(
        long,
        value_name = "N",
        default_value_t = 500_000,
        value_parser = clap::value_parser!(u32).range(1..)
    )]
    pub(crate) positions_max: u32,
    #[command(flatten)]
    pub(crate) threads: Threads,
    #[command(flatten)]
    pub(crate) reporting: Reporting,
}

#[derive(Args)]
pub(crate) struct Bench {
    /// The rule sets; all of them if none is named.
    #[arg(value_name = "RULESET", value_parser = rule_set())]
    pub(crate) rule_sets: Vec<AnySubject>,
    /// For how long each workload is measured [default: 40s, shared by all workloads].
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) time: Option<Duration>,
    /// What the inputs follow from.
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Measure solvers instead: of how many positions of random games the value is proved within a
    /// limit.
    ///
    /// Each position is solved from nothing. They come by the moves that the random game has left
    /// and by the numbers that are alive, in turn, so what Ctrl-C ends has nearly as many of each.
    #[arg(long, conflicts_with = "time")]
    pub(crate) horizon: bool,
    /// How many positions of each kind.
    #[arg(long, value_name = "N", default_value_t = 20, requires = "horizon")]
    pub(crate) positions: u32,
    /// How much time of the processor each position may take.
    #[arg(
        long,
        value_name = "TIME",
        value_parser = duration,
        default_value = "1s",
        requires = "horizon"
    )]
    pub(crate) limit: Duration,
    #[command(flatten)]
    pub(crate) results: Results,
}

#[derive(Args)]
pub(crate) struct Completions {
    /// The shell.
    #[arg(value_name = "SHELL")]
    pub(crate) shell: Shell,
}

#[derive(Args)]
pub(crate) struct Man {
    /// A folder where a page for each command is written, instead of one page for all of them on
    /// standard output.
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
}

#[derive(Args)]
pub(crate) struct Launch {
    /// What the command says to itself.
    #[arg(value_name = "ORDER", trailing_var_arg = true, allow_hyphen_values = true)]
    pub(crate) order: Vec<OsString>,
}

#[derive(Args)]
pub(crate) struct Probe {
    #[arg(value_parser = rule_set())]
    pub(crate) rule_set: AnySubject,
    #[command(flatten)]
    pub(crate) limits: StepLimit,
}

/// The name of a rule set.
fn rule_set() -> impl TypedValueParser<Value = AnySubject> {
    let all = subjects::all();
    let names = PossibleValuesParser::new(all.iter().map(|subject| subject.name()));
    names.try_map(|name| subjects::named(&name).ok_or("no such rule set"))
}

/// A time with its unit, or a number of seconds.
fn duration(text: &str) -> Result<Duration, String> {
    let number = text.strip_suffix('s').unwrap_or(text);
    let is_number = number.chars().all(|c| c.is_ascii_digit() || c == '.');
    let seconds = number.parse().ok().filter(|_| is_number);
    let time = match seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()) {
        Some(seconds) => seconds,
        None => humantime::parse_duration(text)
            .map_err(|_| "a time is expected, such as 90s, 5m or 1h".to_owned())?,
    };
    if time.is_zero() { Err("a time above 0 is expected".into()) } else { Ok(time) }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use clap::CommandFactory;

    use super::{Arguments, duration};

    #[test]
    fn the_arguments_are_consistent() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn a_time_has_a_unit_or_is_in_seconds() {
        assert_eq!(duration("90"), Ok(Duration::from_secs(90)));
        assert_eq!(duration("1m 30s"), Ok(Duration::from_secs(90)));
        assert_eq!(duration("250ms"), Ok(Duration::from_millis(250)));
        assert_eq!(duration("0.05"), Ok(Duration::from_millis(50)));
        assert_eq!(duration("1.5s"), Ok(Duration::from_millis(1500)));
        for wrong in ["0", "0.0", ".", "-1", "1e3", "inf", "NaN", "1.2.3", "1,5", ""] {
            assert!(duration(wrong).is_err(), "{wrong}");
        }
        assert!(duration("soon").is_err());
    }
}
