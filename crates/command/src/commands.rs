//! The commands, one module each.

mod analyse;
mod bench;
mod certify;
mod check;
mod checkout;
mod completions;
mod corpus_stats;
mod diff;
mod doctor;
mod engine_template;
mod exhaust;
mod fuzz;
mod generate;
mod man;
mod new;
mod perft;
mod play;
mod probe;
mod selftest;
mod show;
mod shrink;
mod solve;
mod talk;
mod to_test;
mod tournament;
mod verify;

use crate::args::{Arguments, Command};
use crate::failure::{Exit, Failure};

/// Runs the command that the arguments name.
pub(crate) fn run(arguments: Arguments) -> Result<Exit, Failure> {
    match arguments.command {
        Command::Play(options) => play::run(&options),
        Command::Solve(options) => solve::run(&options),
        Command::Certify(options) => certify::run(&options),
        Command::Analyse(options) => analyse::run(&options),
        Command::Fuzz(options) => fuzz::run(&options),
        Command::Verify(options) => verify::run(&options),
        Command::Diff(options) => diff::run(&options),
        Command::Shrink(options) => shrink::run(&options),
        Command::ToTest(options) => to_test::run(&options),
        Command::Show(options) => show::run(&options),
        Command::Generate(options) => generate::run(&options),
        Command::Match(options) => tournament::run_match(&options),
        Command::Tournament(options) => tournament::run(&options),
        Command::Perft(options) => perft::run(&options),
        Command::Exhaust(options) => exhaust::run(&options),
        Command::Check(options) => check::run(&options),
        Command::Corpus(options) => corpus_stats::run(&options),
        Command::Selftest(options) => selftest::run(&options),
        Command::Bench(options) => bench::run(&options),
        Command::Doctor(options) => doctor::run(&options),
        Command::Completions(options) => completions::run(&options),
        Command::New(options) => new::run(&options),
        Command::EngineTemplate(options) => engine_template::run(&options),
        Command::Talk(options) => talk::run(&options),
        Command::Man(options) => man::run(&options),
        Command::Probe(options) => probe::run(&options),
    }
}
