//! `twinboard generate`: generates random input in the format of the judge.

use std::hash::{BuildHasher, RandomState};
use std::path::{Path, PathBuf};

use clap::Args;
use twinboard_harness::inputs::{Generator, ParameterValues};

use crate::args::declared::Declared;
use crate::args::number::{at_least, whole};
use crate::output::text::shown;
use crate::output::{self, Exit, Failure, files};
use crate::session::Session;

#[derive(Args)]
pub(crate) struct Generate {
    /// Rule set.
    #[arg(value_name = "RULESET")]
    pub(crate) rule_set: String,
    #[command(flatten)]
    pub(crate) chosen: Declared<u64>,
    /// Seed for generating the input, a whole number [default: a random one, which is printed].
    #[arg(long, value_name = "SEED", value_parser = whole::<u64>, allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,
    /// Number of inputs, with consecutive seeds.
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
    // 32 bits only, since people copy seeds by hand.
    let random = || RandomState::new().hash_one(0) >> 32;
    let seed = options.seed.unwrap_or_else(random);
    match &options.out {
        Some(folder) => write(&generator, &chosen, seed, options, folder)?,
        None if options.count == 1 => {
            output::print_error_line(format!("seed {seed}"));
            output::print(generator.generate(&chosen, seed))?;
        }
        None => {
            let message = format!("{} inputs need a folder: add --out DIR", options.count);
            return Err(Failure::Usage(message));
        }
    }
    Ok(Exit::Success)
}

/// Writes a file for each seed, and prints its path at once.
fn write(
    generator: &Generator,
    chosen: &ParameterValues,
    first: u64,
    options: &Generate,
    folder: &Path,
) -> Result<(), Failure> {
    let count = options.count;
    let last = first.checked_add(count - 1).ok_or_else(|| {
        Failure::Usage(format!(
            "{count} seeds from {first} on exceed the largest seed, {}",
            u64::MAX
        ))
    })?;
    for seed in first..=last {
        let path = folder.join(format!("{}.txt", generator.name(chosen, seed)));
        let input = generator.generate(chosen, seed);
        if !options.force && files::differs(&path, input.as_bytes()) {
            let path = shown(&path);
            return Err(Failure::Usage(format!(
                "{path} has other contents than this input; overwrite it with --force"
            )));
        }
        files::keep(&path, input)?;
        output::print(format!("{}\n", shown(&path)))?;
    }
    output::print_error_line(match count {
        1 => format!("seed {first}"),
        _ => format!("seeds {first} to {last}"),
    });
    Ok(())
}
