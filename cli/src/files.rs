//! Reading and writing files, with `-` for the standard streams.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use board::InputError;

use crate::failure::Failure;

/// The largest case file: far more than the largest case needs.
const CASE_FILE_MAX: u64 = 64 * 1024 * 1024;

/// Whether a path stands for standard input or output.
pub(crate) fn is_standard_stream(path: &Path) -> bool {
    path == Path::new("-")
}

/// A stream to read from, and what it is called in messages.
pub(crate) fn open(path: Option<&Path>) -> Result<(String, Box<dyn Read>), Failure> {
    match path.filter(|path| !is_standard_stream(path)) {
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

/// Writes a file whole or not at all, so that a full disk leaves no half of it behind. The folder
/// is made if it is not there.
pub(crate) fn write(path: &Path, text: impl AsRef<[u8]>) -> Result<(), Failure> {
    put(path, text.as_ref(), File::sync_all)
}

/// The same for who has to be quick: the system may take its time to bring it to the disk.
pub(crate) fn write_at_once(path: &Path, text: impl AsRef<[u8]>) -> Result<(), Failure> {
    put(path, text.as_ref(), |_| Ok(()))
}

fn put(path: &Path, text: &[u8], sync: fn(&File) -> io::Result<()>) -> Result<(), Failure> {
    let written = match fs::metadata(path) {
        // A device or a pipe must be written to; a new file must not take its place.
        Ok(there) if !there.is_file() => fs::write(path, text),
        // Nor must one take the place of a link.
        Ok(_) => path.canonicalize().and_then(|path| replace(&path, text, sync)),
        Err(_) => replace(path, text, sync),
    };
    written.map_err(|error| Failure::File { path: path.into(), doing: "write", error })
}

/// A path as the user would write it from where they are.
pub(crate) fn from_here(path: &Path) -> PathBuf {
    let here = std::env::current_dir().unwrap_or_default();
    path.strip_prefix(here).unwrap_or(path).to_owned()
}

/// Puts a new file in the place of the old one, if there is any.
fn replace(path: &Path, text: &[u8], sync: fn(&File) -> io::Result<()>) -> io::Result<()> {
    let folder = match path.parent() {
        Some(parent) if parent != Path::new("") => parent.to_owned(),
        _ => PathBuf::from("."),
    };
    fs::create_dir_all(&folder)?;
    let mut file = new_file().tempfile_in(&folder)?;
    file.write_all(text)?;
    sync(file.as_file())?;
    file.persist(path)?;
    Ok(())
}

/// A temporary file that may be read by those who may read other new files.
fn new_file() -> tempfile::Builder<'static, 'static> {
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // Less what the user's mask forbids.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::write;

    #[test]
    fn a_file_is_written_over_and_its_folder_is_made() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a/b/file");
        write(&path, "first").unwrap();
        write(&path, "second").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "second");
        assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_is_written_through() {
        let folder = tempfile::tempdir().unwrap();
        let (file, link) = (folder.path().join("file"), folder.path().join("link"));
        fs::write(&file, "first").unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        write(&link, "second").unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "second");
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    }

    #[cfg(unix)]
    #[test]
    fn a_written_file_can_be_read_by_whoever_reads_other_new_files() {
        use std::os::unix::fs::PermissionsExt;

        let folder = tempfile::tempdir().unwrap();
        let (ours, other) = (folder.path().join("ours"), folder.path().join("other"));
        write(&ours, "").unwrap();
        fs::write(&other, "").unwrap();
        let mode = |path| fs::metadata(path).unwrap().permissions().mode();
        assert_eq!(mode(&ours), mode(&other));
    }
}
