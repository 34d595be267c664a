//! The commands, one module each, with their arguments at its top.
//!
//! Doc comments of commands and options are the help that users read: an imperative sentence for a
//! command, a noun phrase with the default in brackets for an option. The completions of shells are
//! made of the same source.

mod bridge;
mod check;
mod check_env;
mod checkout;
mod completions;
mod diff;
mod engine_template;
mod exhaust;
mod fuzz;
mod generate;
mod new;
mod perft;
pub(crate) mod planted;
mod play;
mod probe;
mod rules;
mod selftest;
mod show;
mod shrink;
mod solve;
mod to_test;
mod tournament;
mod verify;

use clap::{Parser, Subcommand};

use crate::cases::case_file::CaseFile;
use crate::output::tally::Conclusion;
use crate::output::{Exit, Failure};
use crate::session::Session;

/// Play board games on a bitboard engine and on a naive oracle, and report every difference.
#[derive(Parser)]
#[command(version)]
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
    /// is 45s or longer, a clause of the rules that was never reached is a failure, too.
    ///
    /// The targets are built from the sources in the current folder, with libFuzzer on stable Rust.
    /// This takes a C++ compiler.
    ///
    /// With --engine the targets play an engine in another process, and code that runs there guides
    /// the fuzzer as well, if the engine reports it (docs/fuzzing.md).
    ///
    /// Example: `twinboard fuzz --time 10m --keep` fuzzes every target for ten minutes and adds the
    /// cases that reach new code to the corpus.
    Fuzz(fuzz::Fuzz),
    /// Play many cases on each engine and the oracle in lockstep and report divergences.
    ///
    /// The engine is the fast implementation of a rule set, the oracle the naive one. A case is a
    /// set-up with the moves played from it; a step is one of these moves.
    ///
    /// Each rule set plays its corpus, then generated cases and mutations of corpus cases, on all
    /// CPUs. The same seed gives the same cases on every machine. With --cases, the result does not
    /// depend on the number of threads either. If the time is 60s or longer, a clause of the rules
    /// that was never reached is a failure, too, if the rule set counts them (games in words do not).
    ///
    /// A divergence ends the campaign of its engine, unless --findings asks for more; the other
    /// engines are still played. It is shrunk to a minimal case that still fails, printed, and saved
    /// as a text file in the folder of --out. `twinboard diff FILE` replays it. If several engines
    /// play, the report says which of them agree, and a table ends the output. A success without a
    /// warning is three lines.
    ///
    /// Example: `twinboard verify --seed 7 --cases 1000` plays the corpus and the same 1000 cases
    /// every time.
    Verify(verify::Verify),
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
    Exhaust(exhaust::Exhaust),
    /// Enumerate all legal moves to a depth on both sides independently, and compare.
    ///
    /// The walk starts at the end of the first case of FILE. For each depth it prints the number of
    /// sequences of legal moves (nodes), the number of distinct positions reached, and a digest of
    /// these positions that does not depend on their order. If the sides differ, the case that
    /// leads there is shrunk, printed, and saved as a text file.
    Perft(perft::Perft),
    /// Replay case files in lockstep and report every divergence.
    Diff(diff::Diff),
    /// Draw a case step by step, as the oracle plays it.
    ///
    /// `diff --html FILE` draws both sides.
    Show(show::Show),
    /// Shrink a failing case to a smaller one that still fails, and print it.
    Shrink(shrink::Shrink),
    /// Print a case as a regression test and a corpus entry, with the oracle's answer.
    ToTest(to_test::ToTest),
    /// Check a solution program, written in any language, against the oracle.
    ///
    /// The program gets cases as from the judge: many in one input, on its standard input. The
    /// corpus comes first, then generated cases. A wrong answer, a crash or a timeout is shrunk to
    /// a minimal input that still causes it, which is printed and saved along with both answers.
    /// No process of the program survives its run. Players of a two-player game are refereed by
    /// `match`.
    ///
    /// Example: `twinboard check RULESET --limit 1s -- python3 solution.py`
    Check(check::Check),
    /// Answer judge input with the engine or the oracle.
    ///
    /// Each case is answered as soon as it has been read. Input that breaks the format ends the
    /// command with an error that names line and column; earlier answers have been printed by then.
    ///
    /// In a two-player game the answer is a move for the player to move. As the program of a
    /// contest, without FILE and --stdio, the command reads the board from a file in the current
    /// folder and writes its move to another one; otherwise the move goes to standard output. The
    /// best move found so far is written when the time is up.
    Play(play::Play),
    /// Generate random input in the format of the judge.
    ///
    /// A seed gives equal input on every machine, with equal options. With --count N the seeds are
    /// N consecutive numbers, one for each input.
    Generate(generate::Generate),
    /// Prove the value of a position of a two-player game and find the best move.
    ///
    /// A value printed as proved holds against every reply of the opponent. If the time does not
    /// suffice for a proof, the output says so, and the exit code is 3. Ctrl-C ends the search and
    /// prints the results so far.
    Solve(solve::Solve),
    /// Play a match between two players on many boards, with two games on each board.
    ///
    /// Each player moves first in one game of a board. A player is a built-in one or any command. A
    /// command is started for every move in a folder with the board as its only file, and writes
    /// its move to another file; with --stdio it uses its standard streams. Its time, memory,
    /// output and processes are limited, and no process survives a move. Every game is saved as a
    /// case file, which `show` draws. The result is the Elo difference with its confidence
    /// interval. Ctrl-C prints the results so far.
    #[command(
        override_usage = "twinboard match [OPTIONS] RULESET --a <PLAYER> --b <PLAYER>\n       \
         twinboard match [OPTIONS] --resume <DIR>"
    )]
    Match(tournament::Match),
    /// Play a round-robin tournament, with two games on each board for every pair of players.
    ///
    /// A win is worth 3 points, a draw 1.5 points for each player. Players and limits are those of
    /// `match`. The results are the standings, with Elo differences and their confidence intervals,
    /// and a cross table.
    #[command(
        override_usage = "twinboard tournament [OPTIONS] RULESET --player <PLAYER>...\n       \
         twinboard tournament [OPTIONS] --resume <DIR>"
    )]
    Tournament(tournament::Tournament),
    /// Activate planted faults one at a time and report which checks detect each.
    ///
    /// Builds a second program from the sources in the current folder, with the faults compiled in.
    /// Without an active fault every check must pass. Then each fault is checked by the properties
    /// of `cargo test`, by `verify`, `exhaust` and a short `fuzz`. The table states the time
    /// that each check took, with shrinking, the number of cases, and the size of the shrunk case. A
    /// fault that no check detects is a failure. Ctrl-C ends the command and prints the faults that
    /// are done.
    Selftest(selftest::Selftest),
    /// Create a small, complete project for a rule set of your own.
    ///
    /// The project has an engine, an oracle, tests, a corpus, a fuzz target, a CI workflow and a
    /// README. It compiles, its tests pass, and they detect a fault that is planted in its engine.
    New(new::New),
    /// Create an engine in another language, to start from.
    ///
    /// Writes two files: a kit, which speaks the engine protocol (docs/engine-protocol.md), and an
    /// engine that uses it. Where the rule set has a template of its own, the engine reads and prints
    /// its texts, and the rules are yours to write. Else it plays the game that `new` creates; replace
    /// its five functions by those of your game. Existing files are never overwritten.
    EngineTemplate(engine_template::EngineTemplate),
    /// Check the promises of an environment in Python, which need no oracle.
    ///
    /// Its list of actions is compared with its mask, copies and saved states against the original, views
    /// of players against each other, and so on (docs/environments.md). A finding is shrunk and printed
    /// as a script in the package's own calls. The environment is not isolated.
    ///
    /// Example: `twinboard check-env env:openspiel:hex --time 1m`.
    CheckEnv(check_env::CheckEnv),
    /// Print the rules of a game, with the form of set-ups and moves.
    Rules(rules::Rules),
    /// Print a completion script for a shell.
    Completions(completions::Completions),
    /// Play the cases of standard input in lockstep, in a child process that the command can kill.
    #[command(hide = true)]
    Probe(probe::Probe),
    /// Speak the engine protocol for an engine that speaks another one.
    #[command(hide = true)]
    Bridge(bridge::Bridge),
}

impl Command {
    pub(crate) fn run(self, session: &Session, parser: &clap::Command) -> Result<Exit, Failure> {
        // Success of these commands says something about games, so it follows from a tally.
        let concluded = match self {
            Self::Fuzz(options) => fuzz::run(&options, session),
            Self::Verify(options) => verify::run(&options, session),
            Self::Exhaust(options) => exhaust::run(&options, session),
            Self::Perft(options) => perft::run(&options, session),
            Self::Diff(options) => diff::run(&options, session),
            Self::Show(options) => show::run(&options, session),
            Self::Shrink(options) => shrink::run(&options, session),
            Self::ToTest(options) => to_test::run(&options, session),
            Self::Check(options) => check::run(&options, session),
            Self::Solve(options) => solve::run(&options, session),
            Self::Match(options) => tournament::run_match(&options, session),
            Self::Tournament(options) => tournament::run(&options, session),
            Self::Selftest(options) => selftest::run(&options, session),
            Self::Probe(options) => probe::run(&options, session),
            Self::Bridge(options) => return bridge::run(options, session),
            Self::CheckEnv(options) => return check_env::run(&options),
            Self::Play(options) => return play::run(&options, session),
            Self::Generate(options) => return generate::run(&options, session),
            Self::New(options) => return new::run(&options),
            Self::EngineTemplate(options) => return engine_template::run(&options, session),
            Self::Rules(options) => return rules::run(&options, session),
            Self::Completions(options) => return completions::run(&options, parser),
        };
        concluded.map(Conclusion::exit)
    }

    /// The rule set of the first case file of the command. Fails if the only one breaks its format,
    /// before an engine is started for it.
    pub(crate) fn rule_set_of_case(
        &self,
        session: &Session,
    ) -> Result<Option<&'static str>, Failure> {
        let (file, rules) = match self {
            Self::Diff(it) if it.files.len() > 1 => {
                return Ok(CaseFile::rule_set(&it.files[0], &it.rules, session).unwrap_or_default());
            }
            Self::Diff(it) => (it.files.first(), &it.rules),
            Self::Shrink(it) => (Some(&it.case.file), &it.case.rules),
            Self::Perft(it) => (it.file.as_ref(), &it.rules),
            _ => return Ok(None),
        };
        file.map_or(Ok(None), |file| CaseFile::rule_set(file, rules, session))
    }
}

#[cfg(test)]
mod tests {
    use std::any::TypeId;
    use std::path::PathBuf;

    use clap::CommandFactory;

    use super::super::args::{READ, WRITTEN};
    use super::Arguments;

    /// Folders, and files that only their command knows.
    const OTHERS: [&str; 7] = ["out", "merge", "programs", "working", "program", "folder", "path"];

    fn check_paths(command: &clap::Command) {
        for argument in command.get_arguments() {
            let id = argument.get_id().as_str();
            let is_path = argument.get_value_parser().type_id() == TypeId::of::<PathBuf>();
            let is_known = [&READ[..], &WRITTEN, &OTHERS].concat().contains(&id);
            assert!(!is_path || is_known, "{id} of {}", command.get_name());
        }
        command.get_subcommands().for_each(check_paths);
    }

    #[test]
    fn the_arguments_are_consistent() {
        Arguments::command().debug_assert();
        check_paths(&Arguments::command());
    }
}
