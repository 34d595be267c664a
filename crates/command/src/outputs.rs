//! Output files and folders of one command line: none may replace another one, or a file that the
//! command reads.

use std::path::Path;

use clap::ArgMatches;

use crate::failure::Failure;
use crate::files;
use crate::text::shown;

/// Options with a file to write, by their ids.
const WRITTEN: [&str; 7] = ["transcript", "json", "html", "svg", "junit", "certificate", "output"];

/// Arguments with files to read, by their ids. The checkpoint of `--resume` is also written.
const READ: [&str; 5] = ["resume", "file", "files", "known", "boards"];

/// Fails if two arguments of a command name the same file, or `--out` names a file, so that work
/// would be lost at its end.
pub(crate) fn check(matches: &ArgMatches) -> Result<(), Failure> {
    if let Some((_, matches)) = matches.subcommand() {
        check(matches)?;
    }
    let is_file = |path: &&Path| path.exists() && !path.is_dir();
    if let Some(folder) = paths(matches, "out").find(is_file) {
        return Err(Failure::Usage(format!("--out {} is not a folder", shown(folder))));
    }
    let mut outputs: Vec<(String, &Path)> = Vec::new();
    for id in WRITTEN {
        let option = format!("--{id}");
        for path in paths(matches, id) {
            let same = outputs.iter().find(|(_, other)| {
                files::are_same(path, other) || path == *other && files::is_standard_stream(path)
            });
            if let Some((other, _)) = same {
                let path = shown(path);
                return Err(Failure::Usage(format!("{other} and {option} both write {path}")));
            }
            // A case may be replaced by its smaller form.
            if id != "output" {
                spare_inputs(matches, &option, path)?;
            }
            outputs.push((option.clone(), path));
        }
    }
    Ok(())
}

fn spare_inputs(matches: &ArgMatches, option: &str, output: &Path) -> Result<(), Failure> {
    for id in READ {
        for input in paths(matches, id) {
            if files::are_same(output, input) {
                let output = shown(output);
                let input = if id.starts_with("file") { "FILE".into() } else { format!("--{id}") };
                return Err(Failure::Usage(format!(
                    "{option} would overwrite {output} of {input}"
                )));
            }
        }
    }
    Ok(())
}

/// The paths given for an argument; none if the command does not have it.
fn paths<'a>(matches: &'a ArgMatches, id: &str) -> impl Iterator<Item = &'a Path> {
    matches.try_get_raw(id).ok().flatten().into_iter().flatten().map(Path::new)
}
