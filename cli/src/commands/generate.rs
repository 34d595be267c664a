//! `twinboard generate`.

use std::hash::{BuildHasher, RandomState};
use std::path::Path;

use harness::inputs::{Generator, ParameterValues};

use crate::args::Generate;
use crate::failure::{Exit, Failure};
use crate::{files, output, registry};

pub(crate) fn run(options: &Generate) -> Result<Exit, Failure> {
    let generator = registry::generator(&options.rule_set).expect("the arguments have only these");
    let chosen = generator
        .choose(&options.chosen.0)
        .map_err(|unfit| Failure::Usage(format!("{unfit}, for {}", options.rule_set)))?;
    // Of half the length: people copy it.
    let fresh = || RandomState::new().hash_one(0) >> 32;
    let seed = options.seed.unwrap_or_else(fresh);
    match &options.out {
        Some(folder) => write(&generator, &chosen, seed, options.count, folder)?,
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

/// Writes a file for each seed, and prints its path as soon as it is there.
fn write(
    generator: &Generator,
    chosen: &ParameterValues,
    first: u64,
    count: u64,
    folder: &Path,
) -> Result<(), Failure> {
    let last = first.checked_add(count - 1).ok_or_else(|| {
        Failure::Usage(format!(
            "there are no {count} seeds from {first} on: the last is {}",
            u64::MAX
        ))
    })?;
    for seed in first..=last {
        let path = folder.join(format!("{}.txt", generator.name(chosen, seed)));
        files::write(&path, generator.generate(chosen, seed))?;
        output::print(format!("{}\n", path.display()))?;
    }
    output::print_error_line(match count {
        1 => format!("seed {first}"),
        _ => format!("seeds {first} to {last}"),
    });
    Ok(())
}
