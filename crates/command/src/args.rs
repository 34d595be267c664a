//! The command line: its commands, their options, and the help texts.
//!
//! Doc comments of commands and options are the help that users read: an imperative sentence for a
//! command, a noun phrase with the default in brackets for an option. The manual pages and the
//! completions of shells are made of the same source.

mod against;
mod case_files;
mod check;
mod drawing;
mod engine;
mod engine_template;
mod exhaust;
mod fuzz;
mod generate;
mod isolation;
mod new;
mod number;
mod play;
mod selftest;
mod solve;
mod talk;
mod tournament;

use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand};
use clap_complete::Shell;
use twinboard_harness::shard::Shard;

pub(crate) use against::Against;
pub(crate) use case_files::{CaseFile, Diff, RuleSetOption, Show, Shrink, ToTest};
pub(crate) use check::Check;
pub(crate) use drawing::{Html, StepOption, Svg};
pub(crate) use engine::{EngineOptions, command_line};
pub(crate) use engine_template::{EngineTemplate, Language};
pub(crate) use exhaust::{Exhaust, ExhaustCommand, ExhaustMerge};
pub(crate) use fuzz::{Fuzz, Sanitizer};
pub(crate) use generate::Generate;
pub(crate) use isolation::{IsolationOption, available, isolation_used};
pub(crate) use new::New;
use number::{at_least, between, whole};
pub(crate) use play::{Play, SideName};
pub(crate) use selftest::{CheckName, Corpus, CorpusCommand, CorpusStats, Selftest};
pub(crate) use solve::{Analyse, Certify, Solve};
pub(crate) use talk::Talk;
pub(crate) use tournament::{Arena, Match, NAME_MAX, PlayerArgument, Tournament};

use crate::settings::Settings;
use crate::subjects::{self, AnySubject};

/// Exit codes, in the help of the whole program and of each command that checks something.
const EXIT_CODES: &str = "Exit codes: 0 success; 1 a divergence was found, or a check failed; 2 bad usage or input; 130 \
     interrupted by Ctrl-C, 143 by SIGTERM.";

/// Play board games on a bitboard engine and on a naive oracle, and report every difference.
#[derive(Parser)]
#[command(version, after_help = EXIT_CODES)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Fuzz the engine and the oracle in lockstep, guided by code coverage.
    ///
    /// Each fuzz target replays the checked-in corpus, then runs until its time is up. A divergence
    /// is shrunk to a minimal case that still fails, printed, and saved as a text file. If the time
    /// is 60s or longer, a clause of the rules that was never reached is a failure, too.
    ///
    /// The targets are built from the sources in the current folder, with libFuzzer on stable Rust.
    /// This takes a C++ compiler. For a sanitizer cargo-fuzz is installed below the target folder
    /// if it is missing.
    ///
    /// Example: `twinboard fuzz --time 10m --keep` fuzzes every target for ten minutes and adds the
    /// cases that reach new code to the corpus.
    #[command(after_help = EXIT_CODES)]
    Fuzz(Fuzz),
    /// Play many cases on the engine and the oracle in lockstep and stop at the first divergence.
    ///
    /// The engine is the fast implementation of a rule set, the oracle the naive one. A case is a
    /// set-up with the moves played from it; a step is one of these moves.
    ///
    /// Each rule set plays its corpus, then generated cases and mutations of corpus cases, on all
    /// CPUs. The same seed gives the same cases on every machine. With --cases, the result does not
    /// depend on the number of threads either. If the time is 60s or longer, a clause of the rules
    /// that was never reached is a failure, too.
    ///
    /// A divergence ends the campaign of its rule set; the other rule sets are still played. It is
    /// shrunk to a minimal case that still fails, printed, and saved as a text file in the folder
    /// of --out. `twinboard diff FILE` replays it.
    ///
    /// Example: `twinboard verify --seed 7 --cases 1000` plays the corpus and the same 1000 cases
    /// every time.
    #[command(after_help = EXIT_CODES)]
    Verify(Verify),
    /// Enumerate all set-ups within bounds, and all positions reached from them, on both sides.
    ///
    /// Set-ups that differ only in the names of colours or symbols, or by a symmetry of the board
    /// that the rules allow, are played once; so are positions. Every move is played on the engine
    /// and the oracle, compared, and checked against all invariants. Counts and digest do not
    /// depend on the number of threads. Ctrl-C ends the enumeration and prints the finished boards.
    ///
    /// With --shard K/N, N machines share the work. Each walks all positions on the engine alone,
    /// and plays its part of them on both sides. `exhaust merge FILE…` adds up their results, which
    /// are equal to those of one run.
    #[command(after_help = EXIT_CODES)]
    Exhaust(Exhaust),
    /// Enumerate all legal moves to a depth on both sides independently, and compare.
    ///
    /// The walk starts at the end of the first case of FILE. For each depth it prints the number of
    /// sequences of legal moves (nodes), the number of distinct positions reached, and a digest of
    /// these positions that does not depend on their order. If the sides differ, the case that
    /// leads there is shrunk, printed, and saved as a text file.
    #[command(after_help = EXIT_CODES)]
    Perft(Perft),
    /// Replay case files in lockstep and report every divergence.
    #[command(after_help = EXIT_CODES)]
    Diff(Diff),
    /// Draw a case step by step, as the oracle plays it.
    Show(Show),
    /// Shrink a failing case to a smaller one that still fails, and print it.
    Shrink(Shrink),
    /// Print a case as a regression test and a corpus entry, with the oracle's answer.
    ToTest(ToTest),
    /// Check a solution program, written in any language, against the oracle.
    ///
    /// The program gets cases as from the judge: many in one input, on its standard input. The
    /// corpus comes first, then generated cases. A wrong answer, a crash or a timeout is shrunk to
    /// a minimal input that still causes it, which is printed and saved along with both answers.
    /// No process of the program survives its run. In a two-player game the program is asked for
    /// single moves.
    ///
    /// Example: `twinboard check RULESET --limit 1s -- python3 solution.py`
    #[command(after_help = EXIT_CODES)]
    Check(Check),
    /// Answer judge input with the engine or the oracle.
    ///
    /// Each case is answered as soon as it has been read. Input that breaks the format ends the
    /// command with an error that names line and column; earlier answers have been printed by then.
    ///
    /// In a two-player game the answer is a move for the player to move. As the program of a
    /// contest, without FILE and --stdio, the command reads the board from a file in the current
    /// folder and writes its move to another one; otherwise the move goes to standard output. The
    /// best move found so far is written when the time is up.
    Play(Play),
    /// Generate random input in the format of the judge.
    ///
    /// A seed gives equal input on every machine, with equal options. With --count N the seeds are
    /// N consecutive numbers, one for each input.
    Generate(Generate),
    /// Prove the value of a position of a two-player game and find the best moves.
    ///
    /// A value printed as proved holds against every reply of the opponent. If the time does not
    /// suffice for a proof, the output says so. Ctrl-C ends the search and prints the results so
    /// far.
    Solve(Solve),
    /// Check a certificate of `solve` by the rules alone.
    ///
    /// The oracle plays every move of every claim; nothing of the solver is used. If that proves
    /// the value, the certificate is certified. If claims are assumed, or were checked only in
    /// part, it is not refuted. A claim that does not hold is drawn, with the move that refutes it.
    /// Ctrl-C ends the check and prints the results so far.
    #[command(after_help = EXIT_CODES)]
    Certify(Certify),
    /// Find the mistakes in a saved two-player game.
    ///
    /// Each position is solved, starting from the last. The table states whether a move kept the
    /// value of its position, lost a win or lost a draw; mistakes are drawn with a better move.
    /// Ctrl-C ends the analysis and prints the results so far.
    Analyse(Analyse),
    /// Play a match between two players on many boards, with two games on each board.
    ///
    /// Each player moves first in one game of a board. A player is a built-in one or any command. A
    /// command is started for every move in a folder with the board as its only file, and writes
    /// its move to another file; with --stdio it uses its standard streams. Its time, memory,
    /// output and processes are limited, and no process survives a move. Every game is saved as a
    /// case file, which `show` draws. The result is the Elo difference with its confidence
    /// interval. Ctrl-C prints the results so far.
    Match(Match),
    /// Play a round-robin tournament, with two games on each board for every pair of players.
    ///
    /// A win is worth 3 points, a draw 1.5 points for each player. Players and limits are those of
    /// `match`. The results are the standings, with Elo differences and their confidence intervals,
    /// and a cross table.
    Tournament(Tournament),
    /// Measure the speed of engine, oracle and plain programs relative to each other.
    ///
    /// The contenders do the same work in turns, in one process. Figures in brackets are quartiles
    /// over the rounds. Ratios are comparable between machines, times are not. Ctrl-C ends the
    /// measurement and prints the results so far.
    Bench(Bench),
    /// Activate planted faults one at a time and report which checks detect each.
    ///
    /// Builds a second program from the sources in the current folder, with the faults compiled in.
    /// Without an active fault every check must pass. Then each fault is checked by the properties
    /// of `cargo test`, by `verify`, `exhaust` and a short `fuzz`. The table states the time until
    /// each check detected the fault, the number of cases, and the size of the shrunk case. A fault
    /// that no check detects is a failure. Ctrl-C ends the command and prints the faults that are
    /// done.
    #[command(after_help = EXIT_CODES)]
    Selftest(Selftest),
    /// Evaluate the cases of the corpus.
    Corpus(Corpus),
    /// Create a small, complete project for a rule set of your own.
    ///
    /// The project has an engine, an oracle, tests, a corpus, a fuzz target, a CI workflow and a
    /// README. It compiles, its tests pass, and they detect a fault that is planted in its engine.
    New(New),
    /// Create an engine in another language, to start from.
    ///
    /// Writes two files: a kit, which speaks the engine protocol (docs/engine-protocol.md), and an
    /// engine that uses it. The engine works at once and plays the game that `new` creates; replace
    /// its five functions by those of your game. Existing files are never overwritten.
    EngineTemplate(EngineTemplate),
    /// Play the harness's part in a conversation with an engine, by hand.
    ///
    /// Starts an engine that speaks the engine protocol (docs/engine-protocol.md), sends the
    /// requests of standard input, a line each, and prints the answers. The numbers of requests and
    /// games are added, so type `moves 100` or `play robot`. A breach of the protocol is reported
    /// as in `verify --engine`, and ends the command with exit code 1.
    Talk(Talk),
    /// Show what this machine gives: the isolation of programs, compilers, and other tools.
    ///
    /// Each line names the commands that need a tool, and, if it is missing, the way to get it. The
    /// exit code is 0 in any case.
    Doctor(Results),
    /// Print a completion script for a shell.
    Completions(Completions),
    /// Print the manual page, or write one page for each command.
    Man(Man),
    /// Play the cases of standard input in lockstep, in a child process that the command can kill.
    #[command(hide = true)]
    Probe(Probe),
}

#[derive(Args)]
pub(crate) struct Verify {
    /// Rule sets to play [default: all].
    #[arg(value_name = "RULESET", value_parser = rule_set())]
    pub(crate) rule_sets: Vec<AnySubject>,
    #[command(flatten)]
    pub(crate) settings: Settings,
    /// Seed for generating cases, a whole number [default: a random one, which is printed].
    #[arg(long, value_name = "SEED", value_parser = whole::<u64>, allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,
    /// Time for each rule set, such as 90s or 5m, with its corpus and without shrinking [default:
    /// 60s]. Other built-in engines of the rule set have a part of it.
    #[arg(long, value_name = "TIME", value_parser = duration, conflicts_with = "cases")]
    pub(crate) time: Option<Duration>,
    /// Number of cases to generate for each rule set after its corpus, including mutations, instead
    /// of --time. Other built-in engines of the rule set play an eighth as many.
    #[arg(long, value_name = "N", value_parser = whole::<u64>)]
    pub(crate) cases: Option<u64>,
    /// Shard K of N: play every N-th case only, of the corpus and of those of --seed.
    ///
    /// Together, the shards play the cases of one run with the same --seed and --cases, and no case
    /// twice. With --time, each shard plays as many of its cases as it can.
    #[arg(long, value_name = "K/N", requires = "seed")]
    pub(crate) shard: Option<Shard>,
    #[command(flatten)]
    pub(crate) threads: Threads,
    /// Folder of case files to play instead of the built-in corpus.
    ///
    /// Subfolders are searched, too. If some of them are named after rule sets, each rule set plays
    /// the files of its own folder, and other files are ignored. Otherwise the rule set of a file
    /// is detected from its path and its text, unless only one rule set is played.
    #[arg(long, value_name = "DIR")]
    pub(crate) corpus: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) page: Html,
    #[command(flatten)]
    pub(crate) engine: EngineOptions,
    #[command(flatten)]
    pub(crate) reporting: Reporting,
}

#[derive(Args)]
pub(crate) struct Threads {
    /// Number of worker threads [default: number of CPUs].
    #[arg(long, value_name = "N", value_parser = between::<u16>(1, 1024))]
    threads: Option<u16>,
}

impl Threads {
    pub(crate) fn count(&self) -> usize {
        or_cpus(self.threads)
    }
}

/// The given number, or the number of CPUs that this process may use.
fn or_cpus(count: Option<u16>) -> usize {
    let cpus = || thread::available_parallelism().map_or(1, usize::from);
    count.map_or_else(cpus, usize::from)
}

/// Options of all commands that play cases and report what fails.
#[derive(Args)]
pub(crate) struct Reporting {
    /// Folder in which failing cases are saved.
    #[arg(long, value_name = "DIR", default_value = "twinboard-out")]
    pub(crate) out: PathBuf,
    #[command(flatten)]
    pub(crate) results: Results,
    #[command(flatten)]
    pub(crate) limits: StepLimit,
}

#[derive(Args)]
pub(crate) struct Results {
    /// File for the results as JSON; with `-` they go to standard output, and the text output to
    /// standard error.
    #[arg(long, value_name = "FILE")]
    pub(crate) json: Option<PathBuf>,
}

#[derive(Args)]
pub(crate) struct StepLimit {
    /// Time limit for a single step; a side that exceeds it is reported as hung.
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "5s")]
    pub(crate) step_limit: Duration,
}

#[derive(Args)]
pub(crate) struct Perft {
    #[command(flatten)]
    pub(crate) case: CaseFile,
    /// Depth in moves; at 0 only the position at the end of the case is counted.
    #[arg(long, short, value_name = "D", value_parser = whole::<u32>)]
    pub(crate) depth: u32,
    /// Also print the counts below each first move, in the order of the moves.
    #[arg(long)]
    pub(crate) divide: bool,
    #[command(flatten)]
    pub(crate) against: Against,
    /// Limit on the distinct positions that each side stores, over all depths.
    ///
    /// A run with more positions prints the finished depths and ends with an error. A position
    /// takes 1 to 2 kB of memory for both sides together, and 5 kB on the largest boards.
    #[arg(
        long,
        value_name = "N",
        default_value_t = 500_000,
        value_parser = at_least::<u32>(1)
    )]
    pub(crate) positions_max: u32,
    #[command(flatten)]
    pub(crate) threads: Threads,
    #[command(flatten)]
    pub(crate) engine: EngineOptions,
    #[command(flatten)]
    pub(crate) reporting: Reporting,
}

#[derive(Args)]
pub(crate) struct Bench {
    /// Rule sets to measure [default: all].
    #[arg(value_name = "RULESET", value_parser = rule_set())]
    pub(crate) rule_sets: Vec<AnySubject>,
    /// Time for each workload [default: 40s divided among all workloads].
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) time: Option<Duration>,
    /// Seed for generating the inputs.
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    #[arg(value_parser = whole::<u64>, allow_negative_numbers = true)]
    pub(crate) seed: u64,
    /// Measure solvers instead: the share of positions of random games whose value is proved within
    /// a time limit.
    ///
    /// Each position is solved with an empty cache. The kinds of positions, by moves left and by
    /// live numbers, take turns, so that an interrupted run has measured nearly as many of each.
    #[arg(long, conflicts_with = "time")]
    pub(crate) horizon: bool,
    /// With --horizon: number of positions of each kind.
    #[arg(long, value_name = "N", default_value_t = 20, requires = "horizon")]
    #[arg(value_parser = whole::<u32>)]
    pub(crate) positions: u32,
    /// With --horizon: CPU time limit for each position.
    #[arg(
        long,
        value_name = "TIME",
        value_parser = duration,
        default_value = "1s",
        requires = "horizon"
    )]
    pub(crate) limit: Duration,
    #[command(flatten)]
    pub(crate) page: Html,
    #[command(flatten)]
    pub(crate) engine: EngineOptions,
    #[command(flatten)]
    pub(crate) results: Results,
}

#[derive(Args)]
pub(crate) struct Completions {
    /// Shell that the script is for.
    #[arg(value_name = "SHELL")]
    pub(crate) shell: Shell,
}

#[derive(Args)]
pub(crate) struct Man {
    /// Folder for one page per command, instead of a single page on standard output.
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
}

#[derive(Args)]
pub(crate) struct Probe {
    #[arg(value_parser = rule_set())]
    pub(crate) rule_set: AnySubject,
    #[command(flatten)]
    pub(crate) engine: EngineOptions,
    #[command(flatten)]
    pub(crate) limits: StepLimit,
}

/// Parses the name of a rule set; help lists the registered names.
fn rule_set() -> impl TypedValueParser<Value = AnySubject> {
    let all = subjects::all();
    let names = PossibleValuesParser::new(all.iter().map(|subject| subject.name()));
    names.try_map(|name| subjects::named(&name).ok_or("no such rule set"))
}

/// Parses a time with units, such as `1m 30s` or `250ms`, or a number of seconds, such as `0.05`.
fn duration(text: &str) -> Result<Duration, String> {
    let number = text.strip_suffix('s').unwrap_or(text);
    let is_number = number.chars().all(|c| c.is_ascii_digit() || c == '.');
    let seconds = number.parse().ok().filter(|_| is_number);
    let time = match seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()) {
        Some(seconds) => seconds,
        None => humantime::parse_duration(text)
            .map_err(|_| "expected a time such as 90s, 5m or 1h".to_owned())?,
    };
    if time.is_zero() { Err("expected a time above 0".into()) } else { Ok(time) }
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
    fn times_have_units_or_are_in_seconds() {
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
