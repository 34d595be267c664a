//! `twinboard generate`: generates random input in the format of the judge.

use std::fs;
use std::hash::{BuildHasher, RandomState};
use std::path::Path;

use twinboard_harness::inputs::{Generator, ParameterValues};

use crate::args::Generate;
use crate::failure::{Exit, Failure};
use crate::text::shown;
use crate::{files, output, registry};

pub(crate) fn run(options: &Generate) -> Result<Exit, Failure> {
    let generator = registry::generator(&options.rule_set).expect("only registered names parse");
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
        if !options.force && fs::read(&path).is_ok_and(|found| found != input.as_bytes()) {
            let path = shown(&path);
            return Err(Failure::Usage(format!(
                "{path} has other contents than this input; overwrite it with --force"
            )));
        }
        files::write(&path, input)?;
        output::print(format!("{}\n", shown(&path)))?;
    }
    output::print_error_line(match count {
        1 => format!("seed {first}"),
        _ => format!("seeds {first} to {last}"),
    });
    Ok(())
}
