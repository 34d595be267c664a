//! Reading and writing files, with `-` for the standard streams.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use board::InputError;

use crate::failure::Failure;

/// The largest case file: far more than the largest case needs.
const CASE_FILE_MAX: u64 = 64 * 1024 * 1024;

/// A stream to read from, and what it is called in messages.
pub(crate) fn open(path: Option<&Path>) -> Result<(String, Box<dyn Read>), Failure> {
    match path.filter(|path| *path != Path::new("-")) {
        None => Ok(("standard input".into(), Box::new(io::stdin().lock()))),
        Some(path) => {
            let file = File::open(path).map_err(|error| Failure::File {
                path: path.into(),
                doing: "open",
                error,
            })?;
            Ok((path.display().to_string(), Box::new(file)))
        }
    }
}

/// The whole of a case file, and what it is called in messages.
pub(crate) fn read(path: &Path) -> Result<(String, Vec<u8>), Failure> {
    let (name, stream) = open(Some(path))?;
    let mut text = Vec::new();
    let read = stream.take(CASE_FILE_MAX + 1).read_to_end(&mut text);
    read.map_err(|error| Failure::Input { name: name.clone(), error: InputError::Io(error) })?;
    if text.len() as u64 > CASE_FILE_MAX {
        return Err(Failure::Usage(format!("{name} is larger than a case file can be (64 MiB)")));
    }
    Ok((name, text))
}

/// Writes a file whole or not at all: a full disk leaves no half of it behind.
pub(crate) fn write(path: &Path, text: &str) -> Result<(), Failure> {
    let folder = match path.parent() {
        Some(parent) if parent != Path::new("") => parent.to_owned(),
        _ => PathBuf::from("."),
    };
    let written = fs::create_dir_all(&folder).and_then(|()| {
        let mut file = tempfile::NamedTempFile::new_in(&folder)?;
        file.write_all(text.as_bytes())?;
        file.as_file().sync_all()?;
        file.persist(path)?;
        Ok(())
    });
    written.map_err(|error| Failure::File { path: path.into(), doing: "write", error })
}
