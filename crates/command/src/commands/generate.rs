//! `twinboard generate`: generates random input in the format of the judge.

use std::path::{Path, PathBuf};

use clap::{Args, value_parser};
use twinboard_harness::guard;
use twinboard_harness::inputs::{Generator, ParameterValues};

use crate::args::{Parameters, random_seed};
use crate::output::text::shown;
use crate::output::{self, Exit, Failure, files};
use crate::session::Session;

#[derive(Args)]
pub(crate) struct Generate {
    /// Rule set.
    #[arg(value_name = "RULESET")]
    pub(crate) rule_set: String,
    #[command(flatten)]
    pub(crate) chosen: Parameters,
    /// Seed for generating the input, a whole number [default: a random one, which is printed].
    #[arg(long, value_name = "SEED", allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,
    /// Number of inputs, with consecutive seeds.
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..), requires = "out")]
    pub(crate) count: Option<u64>,
    /// Folder for the inputs, a file for each; its name states the seed and all parameters. A file
    /// with other contents is not overwritten [default: standard output].
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
}

pub(crate) fn run(options: &Generate, session: &Session) -> Result<Exit, Failure> {
    let generator = session
        .registration(&options.rule_set)
        .expect("only registered names parse")
        .input_generator();
    let chosen = generator
        .choose(&options.chosen.0)
        .map_err(|error| usage!("{error} for {}", options.rule_set))?;
    let seed = options.seed.unwrap_or_else(random_seed);
    if let Some(folder) = &options.out {
        write(&generator, &chosen, seed, options, folder)?;
    } else {
        let input = input(&generator, &chosen, seed)?;
        print_seeds(seed, seed);
        output::print(input)?;
    }
    Ok(Exit::Success)
}

fn input(generator: &Generator, chosen: &ParameterValues, seed: u64) -> Result<String, Failure> {
    let failed = |why: &str| {
        usage!("the rule set {} cannot make the input of seed {seed}: {why}", generator.rule_set)
    };
    match guard::catch(|| generator.generate(chosen, seed)) {
        Ok(input) if input.is_empty() => Err(failed("`generate_setup` gave no set-up")),
        Ok(input) => Ok(input),
        Err(panic) => Err(failed(&panic)),
    }
}

fn print_seeds(first: u64, last: u64) {
    output::print_error_line(if first == last {
        format!("seed {first}")
    } else {
        format!("seeds {first} to {last}")
    });
}

/// Writes a file for each seed, and prints its path at once.
fn write(
    generator: &Generator,
    chosen: &ParameterValues,
    first: u64,
    options: &Generate,
    folder: &Path,
) -> Result<(), Failure> {
    let (count, largest) = (options.count.unwrap_or(1), u64::MAX);
    let last = first.checked_add(count - 1).ok_or_else(|| {
        usage!("{count} seeds from {first} on exceed the largest seed, {largest}")
    })?;
    for seed in first..=last {
        let path = folder.join(format!("{}.txt", generator.name(chosen, seed)));
        let input = input(generator, chosen, seed)?;
        if files::differs(&path, input.as_bytes()) {
            let path = shown(&path);
            return Err(usage!(
                "{path} has other contents than this input; remove it or choose another folder"
            ));
        }
        files::keep(&path, input)?;
        output::print(format!("{}\n", shown(&path)))?;
    }
    print_seeds(first, last);
    Ok(())
}
