//! Reading and writing of files; the path `-` means standard input or output.

use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};
use twinboard_vocabulary::InputError;

use crate::output::failure::Failure;
use crate::output::text::shown;

/// Maximum size of a case file in bytes, far above the largest case.
pub(crate) const CASE_FILE_MAX: u64 = 64 * 1024 * 1024;

/// True if a path means standard input or output.
pub(crate) fn is_standard_stream(path: &Path) -> bool {
    path == Path::new("-")
}

/// Standard output or error under the name of a device. What they were redirected to may be a file,
/// which is not replaced.
#[cfg(unix)]
fn standard_device(path: &Path) -> Option<io::Result<File>> {
    use std::os::fd::AsFd;

    let device = match path.to_str()? {
        "/dev/stdout" | "/dev/fd/1" | "/proc/self/fd/1" => {
            io::stdout().as_fd().try_clone_to_owned()
        }
        "/dev/stderr" | "/dev/fd/2" | "/proc/self/fd/2" => {
            io::stderr().as_fd().try_clone_to_owned()
        }
        _ => return None,
    };
    Some(device.map(File::from))
}

/// True if a path is standard output or error under the name of a device.
pub(crate) fn is_standard_device(path: &Path) -> bool {
    standard_device(path).is_some()
}

#[cfg(not(unix))]
fn standard_device(_: &Path) -> Option<io::Result<File>> {
    None
}

/// Creates a file to write to; a device is opened.
pub(crate) fn create(path: &Path) -> io::Result<File> {
    standard_device(path).unwrap_or_else(|| File::create(path))
}

/// True for a file that may be executed.
#[cfg(unix)]
pub(crate) fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    fs::metadata(path).is_ok_and(|file| file.is_file() && file.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
pub(crate) fn is_executable(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|file| file.is_file())
}

/// Lets all users execute a file that may read it.
pub(crate) fn make_executable(path: &Path) -> Result<(), Failure> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;

        let made = fs::metadata(path).and_then(|metadata| {
            let mode = metadata.permissions().mode();
            fs::set_permissions(path, fs::Permissions::from_mode(mode | (mode & 0o444) >> 2))
        });
        made.map_err(Failure::file("write", path))?;
    }
    #[cfg(not(unix))]
    let _ = (path, fs::metadata::<&Path>);
    Ok(())
}

/// Opens a file, or standard input. Returns its name in messages, and the stream.
pub(crate) fn open(path: Option<&Path>) -> Result<(String, Box<dyn Read>), Failure> {
    match path.filter(|path| !is_standard_stream(path)) {
        None => Ok(("standard input".into(), Box::new(io::stdin().lock()))),
        Some(path) => {
            let file = File::open(path).map_err(Failure::file("open", path))?;
            Ok((shown(path), Box::new(file)))
        }
    }
}

/// Fails as [`read`] would if a file that is named is not there. A pipe or device is not opened,
/// since that may wait, or take from it what is read later.
pub(crate) fn check_readable(path: &Path) -> Result<(), Failure> {
    let is_pipe = || path.metadata().is_ok_and(|found| !found.is_file());
    if is_standard_stream(path) || is_pipe() { Ok(()) } else { open(Some(path)).map(drop) }
}

/// Reads a whole case file. Returns its name in messages, and its bytes.
pub(crate) fn read(path: &Path) -> Result<(String, Vec<u8>), Failure> {
    let (name, stream) = open(Some(path))?;
    let text = read_whole(stream, &name, ("case files", CASE_FILE_MAX))?;
    Ok((name, text))
}

/// Reads a whole file that is open; `limit` as for [`read_whole`].
pub(crate) fn read_file(
    file: &mut File,
    path: &Path,
    limit: (&str, u64),
) -> Result<Vec<u8>, Failure> {
    let found = file.metadata().map_err(Failure::file("read", path))?;
    if found.len() > limit.1 {
        return Err(too_large(&shown(path), limit));
    }
    read_whole(file, &shown(path), limit)
}

/// Reads a text that this program has saved. `limit` as for [`read_whole`]. Anything but a plain
/// file, which may have no end, is refused.
pub(crate) fn read_saved(path: &Path, limit: (&str, u64)) -> Result<String, Failure> {
    let mut file = open_plain(path, OpenOptions::new().read(true))?;
    let text = read_file(&mut file, path, limit)?;
    String::from_utf8(text).map_err(|_| usage!("{} is not UTF-8", shown(path)))
}

/// Opens a file that this program keeps, perhaps through a link. A pipe, which might wait for its
/// other end, and a device are refused.
pub(crate) fn open_plain(path: &Path, options: &mut OpenOptions) -> Result<File, Failure> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        // Something else may take the place of the file between a look at it and this call.
        options.custom_flags(rustix::fs::OFlags::NONBLOCK.bits().cast_signed());
    }
    if fs::metadata(path).is_ok_and(|found| !found.is_file()) {
        return Err(no_plain_file(path));
    }
    let file = options.open(path).map_err(Failure::file("open", path))?;
    let found = file.metadata().map_err(Failure::file("read", path))?;
    if found.is_file() { Ok(file) } else { Err(no_plain_file(path)) }
}

fn no_plain_file(path: &Path) -> Failure {
    usage!("{} is no plain file", shown(path))
}

/// Reads a stream to its end. `limit` is the kind of file in messages, and its maximum size in
/// bytes: a device or a pipe may have no end.
fn read_whole(stream: impl Read, name: &str, limit: (&str, u64)) -> Result<Vec<u8>, Failure> {
    let mut text = Vec::new();
    let read = stream.take(limit.1 + 1).read_to_end(&mut text);
    read.map_err(|error| Failure::Input { name: name.into(), error: InputError::Io(error) })?;
    if text.len() as u64 > limit.1 { Err(too_large(name, limit)) } else { Ok(text) }
}

fn too_large(name: &str, (kind, max): (&str, u64)) -> Failure {
    usage!("{name} exceeds the size limit of {kind}, {} MiB", max >> 20)
}

/// True if there is something else than this text at a path. Devices and pipes are not read.
pub(crate) fn differs(path: &Path, text: &[u8]) -> bool {
    fs::metadata(path).is_ok_and(|found| {
        let may_be_equal = found.is_file() && found.len() == text.len() as u64;
        !may_be_equal || fs::read(path).is_ok_and(|found| found != text)
    })
}

/// SHA-256 of a file, in hexadecimal.
pub(crate) fn sha256(path: &Path) -> io::Result<String> {
    let mut file = File::open(path)?;
    let mut hash = Sha256::new();
    let mut buffer = vec![0; 1 << 16];
    loop {
        match file.read(&mut buffer)? {
            0 => return Ok(hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()),
            length => hash.update(&buffer[..length]),
        }
    }
}

/// Writes a file atomically, so that a full disk leaves no partial file, and syncs it to disk.
/// Creates its folder if necessary.
pub(crate) fn write(path: &Path, text: impl AsRef<[u8]>) -> Result<(), Failure> {
    put(path, text.as_ref(), File::sync_all)
}

/// Like [`write`], but without waiting for the disk: for answers with a deadline.
pub(crate) fn write_unsynced(path: &Path, text: impl AsRef<[u8]>) -> Result<(), Failure> {
    put(path, text.as_ref(), |_| Ok(()))
}

/// Like [`write`], for a file whose name this program has chosen. A link there is replaced, and not
/// the file that it leads to; a pipe and a device are refused.
pub(crate) fn keep(path: &Path, text: impl AsRef<[u8]>) -> Result<(), Failure> {
    let is_ours = |found: fs::Metadata| found.is_file() || found.is_symlink();
    if !fs::symlink_metadata(path).map_or(true, is_ours) {
        return Err(no_plain_file(path));
    }
    replace(path, text.as_ref(), File::sync_all).map_err(Failure::file("write", path))
}

fn put(path: &Path, text: &[u8], sync: fn(&File) -> io::Result<()>) -> Result<(), Failure> {
    if let Some(device) = standard_device(path) {
        let written = device.and_then(|mut device| device.write_all(text));
        return written.map_err(Failure::file("write", path));
    }
    let written = match fs::metadata(path) {
        // A device or a pipe is written to and not replaced by a new file.
        Ok(existing) if !existing.is_file() => fs::write(path, text),
        // Through a link, the file that it points to is replaced.
        Ok(_) => path.canonicalize().and_then(|path| replace(&path, text, sync)),
        Err(_) => replace(path, text, sync),
    };
    written.map_err(Failure::file("write", path))
}

/// Fails as [`write`] would, and changes nothing: a temporary file is made where that would make one.
/// A pipe and a device are not opened.
pub(crate) fn check_writable(path: &Path) -> Result<(), Failure> {
    let is_special = |found: &fs::Metadata| !found.is_file() && !found.is_dir();
    if is_standard_stream(path) || path.metadata().is_ok_and(|found| is_special(&found)) {
        return Ok(());
    }
    try_to_write(path).map_err(Failure::file("write", path))
}

fn try_to_write(path: &Path) -> io::Result<()> {
    // No file is called `new/` or `new/..`.
    let [whole, name] = [Some(path.as_os_str()), path.file_name()]
        .map(|text| text.map_or(&[][..], OsStr::as_encoded_bytes));
    if path.is_dir() || name.is_empty() || !whole.ends_with(name) {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    if let Err(error) = path.symlink_metadata()
        && error.kind() != io::ErrorKind::NotFound
    {
        return Err(error);
    }
    let path = without_links(path);
    let folder = path.ancestors().skip(1).find(|above| above.exists());
    new_file().tempfile_in(folder.unwrap_or(&path)).map(drop)
}

/// True if two paths lead to the same file, or will once it is created. Folders, devices and pipes
/// are no files here: several outputs may go to a null device.
pub(crate) fn are_same(one: &Path, other: &Path) -> bool {
    let is_file = |path: &Path| {
        !is_standard_stream(path) && path.metadata().map_or(true, |found| found.is_file())
    };
    is_file(one)
        && is_file(other)
        && (without_links(one) == without_links(other) || is_one(one, other))
}

/// True if two paths lead to one file or folder that exists, perhaps by two hard links.
#[cfg(unix)]
fn is_one(path: &Path, other: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;

    let place = |path: &Path| path.metadata().ok().map(|found| (found.dev(), found.ino()));
    place(path).is_some_and(|found| place(other) == Some(found))
}

#[cfg(not(unix))]
fn is_one(_: &Path, _: &Path) -> bool {
    false
}

/// True if a path leads into a folder, or will once both are created.
pub(crate) fn is_below(path: &Path, folder: &Path) -> bool {
    without_links(path).starts_with(without_links(folder))
}

/// The absolute path of a file or folder without links, as far as it exists.
fn without_links(path: &Path) -> PathBuf {
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let found = path.ancestors().find_map(|above| {
        let rest = path.strip_prefix(above).ok()?;
        Some(above.canonicalize().ok()?.join(rest))
    });
    found.unwrap_or(path)
}

/// A path relative to the current folder if it is below that, else unchanged.
pub(crate) fn from_here(path: &Path) -> PathBuf {
    let here = std::env::current_dir().unwrap_or_default();
    path.strip_prefix(here).unwrap_or(path).to_owned()
}

/// Writes a temporary file in the same folder and renames it to `path`.
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

/// A temporary file with the permissions of any new file; by default only its owner may read it.
fn new_file() -> tempfile::Builder<'static, 'static> {
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // The system subtracts the user's umask.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::{keep, read_saved, write};

    #[cfg(unix)]
    #[test]
    fn a_link_is_followed_but_replaced_by_a_file_that_is_kept_and_a_pipe_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let [file, link, pipe] = ["file", "link", "pipe"].map(|name| folder.path().join(name));
        fs::write(&file, "first").unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        write(&link, "the user's").unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "the user's");
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        keep(&link, "ours").unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "the user's");
        assert_eq!(fs::read_to_string(&link).unwrap(), "ours");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status().unwrap();
        assert!(made.success());
        assert!(keep(&pipe, "ours").is_err());
        assert!(read_saved(&pipe, ("files", 1)).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn written_files_have_the_permissions_of_other_new_files() {
        use std::os::unix::fs::PermissionsExt;

        let folder = tempfile::tempdir().unwrap();
        let (ours, other) = (folder.path().join("ours"), folder.path().join("other"));
        write(&ours, "").unwrap();
        fs::write(&other, "").unwrap();
        let mode = |path| fs::metadata(path).unwrap().permissions().mode();
        assert_eq!(mode(&ours), mode(&other));
    }
}
