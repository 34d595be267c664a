//! `twinboard generate`: generates random input in the format of the judge.

use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use clap::Args;
use twinboard_harness::guard;
use twinboard_harness::inputs::{Generator, ParameterValues};
use twinboard_vocabulary::InputError;

use crate::args::number::{at_least, random_seed, whole};
use crate::args::parameters::Parameters;
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
    #[arg(long, value_name = "SEED", value_parser = whole::<u64>, allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,
    /// Number of inputs, with consecutive seeds. On standard output they are one input with all
    /// their cases, if the format of the rule set has several cases in an input.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = at_least::<u64>(1))]
    pub(crate) count: u64,
    /// Folder for the inputs, a file for each; its name states the seed and all parameters. A file
    /// with other contents is not overwritten [default: standard output].
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Overwrite files that have other contents, such as an input that was edited.
    #[arg(long, requires = "out")]
    pub(crate) force: bool,
}

pub(crate) fn run(options: &Generate, session: &Session) -> Result<Exit, Failure> {
    let generator = session
        .registration(&options.rule_set)
        .expect("only registered names parse")
        .input_generator();
    let chosen = generator
        .choose(&options.chosen.0)
        .map_err(|error| Failure::Usage(format!("{error} for {}", options.rule_set)))?;
    let seed = options.seed.unwrap_or_else(random_seed);
    if let Some(folder) = &options.out {
        write(&generator, &chosen, seed, options, folder)?;
    } else {
        let last = last_seed(seed, options.count)?;
        let input = stream(session, &generator, &chosen, seed..=last)?;
        print_seeds(seed, last);
        output::print(input)?;
    }
    Ok(Exit::Success)
}

/// The inputs of several seeds as one; a single one as it is generated.
fn stream(
    session: &Session,
    generator: &Generator,
    chosen: &ParameterValues,
    seeds: RangeInclusive<u64>,
) -> Result<String, Failure> {
    if seeds.start() == seeds.end() {
        return input(generator, chosen, *seeds.start());
    }
    let subject = session.subject(generator.rule_set)?;
    let failed = |error: InputError| Failure::Usage(format!("a generated input: {error}"));
    let too_much = || {
        let message = "the inputs have more than 64 MiB, which no command reads as one; with --out \
                       DIR they are files";
        Failure::Usage(message.into())
    };
    let count = (seeds.end() - seeds.start()).saturating_add(1);
    let (mut cases, mut bytes) = (Vec::new(), 0);
    for seed in seeds {
        let input = input(generator, chosen, seed)?;
        bytes += input.len().max(1) as u64;
        // The inputs have nearly the same size, so the first one tells at once.
        let all = if cases.is_empty() { bytes.saturating_mul(count) } else { bytes };
        if all > files::CASE_FILE_MAX {
            return Err(too_much());
        }
        cases.extend(subject.split(input.as_bytes()).map_err(failed)?);
    }
    subject.joined(&cases).map_err(failed)?.ok_or_else(|| {
        let name = generator.rule_set;
        Failure::Usage(format!(
            "an input of {name} has one case: add --out DIR for a file for each"
        ))
    })
}

/// The input of a seed.
fn input(generator: &Generator, chosen: &ParameterValues, seed: u64) -> Result<String, Failure> {
    let failed = |why: &str| {
        Failure::Usage(format!(
            "the rule set {} cannot make the input of seed {seed}: {why}",
            generator.rule_set
        ))
    };
    match guard::catch(|| generator.generate(chosen, seed)) {
        Ok(input) if input.is_empty() => Err(failed("`generate_setup` gave no set-up")),
        Ok(input) => Ok(input),
        Err(panic) => Err(failed(&panic)),
    }
}

/// The last of `count` consecutive seeds.
fn last_seed(first: u64, count: u64) -> Result<u64, Failure> {
    first.checked_add(count - 1).ok_or_else(|| {
        let largest = u64::MAX;
        Failure::Usage(format!("{count} seeds from {first} on exceed the largest seed, {largest}"))
    })
}

/// Prints the seeds to standard error.
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
    let last = last_seed(first, options.count)?;
    for seed in first..=last {
        let path = folder.join(format!("{}.txt", generator.name(chosen, seed)));
        let input = input(generator, chosen, seed)?;
        if !options.force && files::differs(&path, input.as_bytes()) {
            let path = shown(&path);
            return Err(Failure::Usage(format!(
                "{path} has other contents than this input; overwrite it with --force"
            )));
        }
        files::keep(&path, input)?;
        output::print(format!("{}\n", shown(&path)))?;
    }
    print_seeds(first, last);
    Ok(())
}
