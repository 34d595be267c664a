//! Unix sockets at paths outside of a sandbox: a read-only mount does not keep a program from
//! connecting to them, so each is covered.

use std::collections::{BTreeSet, HashMap};
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use rustix::fs::{AtFlags, CWD, FileType, StatxFlags, statx};
use rustix::io::Errno;
use rustix::mount::mount_bind;

use crate::isolation::mount_table::{self, MountTable};

/// Paths of the sockets of this namespace of networks, each ended by a zero byte. Nothing tells
/// which folder a relative path starts at, so it is left out.
pub(crate) fn listed() -> Vec<u8> {
    // Without the list, the sockets that are mounted are covered.
    let list = mount_table::read("/proc/net/unix").unwrap_or_default();
    let paths: BTreeSet<_> = list.split(|&byte| byte == b'\n').filter_map(path).collect();
    paths.into_iter().flat_map(|path| path.iter().copied().chain([0])).collect()
}

/// The path in a line of the list; the fields before it have no slash, and abstract names start
/// with `@`.
fn path(line: &[u8]) -> Option<&[u8]> {
    let at = line.iter().position(|&byte| byte == b'/')?;
    line[..at].ends_with(b" ").then_some(&line[at..])
}

/// The sockets in this output of [`listed`], wherever they are mounted, and those that are mounted
/// themselves, as containers have them.
pub(crate) fn within_reach(listed: &[u8], table: &MountTable) -> BTreeSet<PathBuf> {
    let mut folders = HashMap::new();
    let mut found: BTreeSet<_> = table.parts().map(Path::to_owned).collect();
    for path in listed.split(|&byte| byte == 0).map(|path| Path::new(OsStr::from_bytes(path))) {
        let (Some(folder), Some(name)) = (path.parent(), path.file_name()) else { continue };
        let folder = folders.entry(folder).or_insert_with(|| fs::canonicalize(folder).ok());
        found.extend(folder.iter().flat_map(|folder| table.paths(&folder.join(name))));
    }
    found.retain(|path| is_socket(path));
    found
}

/// Covers these sockets, if they still are within reach. The path must be that of a device.
pub(crate) fn cover(sockets: &BTreeSet<PathBuf>, device: &Path) -> io::Result<()> {
    for socket in sockets.iter().filter(|socket| is_socket(socket)) {
        match mount_bind(device, socket) {
            // It has just been removed, or replaced, which another user may do with his own.
            Ok(()) | Err(Errno::NOENT | Errno::NOTDIR | Errno::ACCESS) => {}
            Err(error) => {
                let message = format!("{}: {}", socket.display(), io::Error::from(error));
                return Err(io::Error::new(error.kind(), message));
            }
        }
    }
    Ok(())
}

/// True for a socket. A server that does not answer is not asked.
fn is_socket(path: &Path) -> bool {
    let flags = AtFlags::SYMLINK_NOFOLLOW | AtFlags::NO_AUTOMOUNT | AtFlags::STATX_DONT_SYNC;
    let status = statx(CWD, path, flags, StatxFlags::TYPE);
    status.is_ok_and(|status| FileType::from_raw_mode(status.stx_mode.into()) == FileType::Socket)
}

#[cfg(test)]
mod tests {
    use super::path;

    #[test]
    fn the_list_has_paths_and_abstract_names() {
        let start = "0000000000000000: 00000002 00000000 00010000 0001 01 ";
        for (rest, expected) in [
            ("   12", None),
            ("12345 /run/a b", Some("/run/a b")),
            ("  123 @/tmp/abstract", None),
            ("12345 relative/path", None),
            ("12345 ./path", None),
        ] {
            let line = format!("{start}{rest}");
            assert_eq!(path(line.as_bytes()), expected.map(str::as_bytes), "{line}");
        }
        assert_eq!(path(b"Num       RefCount Protocol Flags    Type St Inode Path"), None);
    }
}
