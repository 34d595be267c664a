//! The mounts of this process: which of them a path reaches, and the flags that each must keep.

use std::collections::{HashMap, HashSet};
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, Read};
use std::os::unix::ffi::OsStringExt;
use std::path::{Path, PathBuf};

use rustix::mount::MountFlags;

/// A line of `mountinfo` (`man 5 proc_pid_mountinfo`):
///
/// ```text
/// 36 35 98:0 /root /mount/point rw,noatime master:1 - ext4 /dev/sda1 rw
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Mount {
    id: u64,
    parent: u64,
    /// Numbers of the device, which name the file system.
    device: Vec<u8>,
    /// Folder or file of the file system that is mounted.
    root: PathBuf,
    /// Path at which it is mounted.
    pub(crate) point: PathBuf,
    /// Flags of the mount. In a namespace of an ordinary user the kernel refuses to drop one.
    pub(crate) flags: MountFlags,
}

impl Mount {
    fn parse(line: &[u8]) -> Option<Self> {
        let mut fields = line.split(|&byte| byte == b' ');
        let mut number = || std::str::from_utf8(fields.next()?).ok()?.parse().ok();
        let (id, parent) = (number()?, number()?);
        let device = fields.next()?.to_vec();
        let (root, point) = (unescape(fields.next()?), unescape(fields.next()?));
        let flags = fields.next()?.split(|&byte| byte == b',').map(flag);
        Some(Self { id, parent, device, root, point, flags: flags.collect() })
    }
}

fn flag(option: &[u8]) -> MountFlags {
    match option {
        b"ro" => MountFlags::RDONLY,
        b"nosuid" => MountFlags::NOSUID,
        b"nodev" => MountFlags::NODEV,
        b"noexec" => MountFlags::NOEXEC,
        b"noatime" => MountFlags::NOATIME,
        b"nodiratime" => MountFlags::NODIRATIME,
        b"relatime" => MountFlags::RELATIME,
        b"nosymfollow" => MountFlags::NOSYMFOLLOW,
        _ => MountFlags::empty(),
    }
}

/// The mounts that paths reach. A mount is out of reach if another one covers it, or a folder
/// above it.
#[derive(Debug)]
pub(crate) struct MountTable {
    mounts: Vec<Mount>,
}

impl MountTable {
    /// The mounts of this process.
    pub(crate) fn read() -> io::Result<Self> {
        Ok(Self::parse(&read("/proc/self/mountinfo")?))
    }

    fn parse(text: &[u8]) -> Self {
        let lines = text.split(|&byte| byte == b'\n');
        let all: Vec<_> = lines.filter_map(Mount::parse).collect();
        let by_id: HashMap<u64, &Mount> = all.iter().map(|mount| (mount.id, mount)).collect();
        // The paths at which something is mounted on a mount.
        let on: HashSet<(u64, &OsStr)> =
            all.iter().map(|mount| (mount.parent, mount.point.as_os_str())).collect();
        let has = |mount: u64, path: &Path| on.contains(&(mount, path.as_os_str()));
        let is_covered = |mount: &Mount| has(mount.id, &mount.point);
        let is_below_cover =
            |mount: &Mount| mount.point.ancestors().skip(1).any(|above| has(mount.parent, above));
        let mut mounts = Vec::new();
        for mount in &all {
            // The mount and those on which it lies.
            let chain = std::iter::successors(Some(mount), |mount| {
                by_id.get(&mount.parent).copied().filter(|parent| parent.id != mount.id)
            });
            let mut chain = chain.take(all.len());
            if !is_covered(mount) && !chain.any(is_below_cover) {
                mounts.push(mount.clone());
            }
        }
        Self { mounts }
    }

    /// Paths at which a folder or file of a file system is mounted, and not the whole one.
    pub(crate) fn parts(&self) -> impl Iterator<Item = &Path> {
        let parts = self.mounts.iter().filter(|mount| mount.root != Path::new("/"));
        parts.map(|mount| &*mount.point)
    }

    /// All mounts within reach.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Mount> {
        self.mounts.iter()
    }

    /// The mount in which this path lies, which must have no links in it.
    pub(crate) fn of(&self, path: &Path) -> Option<&Mount> {
        let above = self.mounts.iter().filter(|mount| path.starts_with(&mount.point));
        above.max_by_key(|mount| mount.point.as_os_str().len())
    }

    /// All paths of the file or folder at this path, which must have no links in it: the same one
    /// may be mounted at several places.
    pub(crate) fn paths(&self, path: &Path) -> Vec<PathBuf> {
        let Some(mount) = self.of(path) else { return vec![path.to_owned()] };
        let below = path.strip_prefix(&mount.point).unwrap_or(path);
        let file = mount.root.join(below);
        let same = self.mounts.iter().filter(|other| other.device == mount.device);
        let same = same.filter_map(|other| {
            let below = file.strip_prefix(&other.root).ok()?;
            let path = join(&other.point, below);
            // Else something is mounted over it.
            (self.of(&path)?.id == other.id).then_some(path)
        });
        same.collect()
    }
}

/// Reads a file of `/proc`, whose length is unknown, with few system calls.
pub(crate) fn read(path: &str) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::with_capacity(64 << 10);
    File::open(path)?.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Joins paths without a slash at the end.
fn join(folder: &Path, below: &Path) -> PathBuf {
    if below.as_os_str().is_empty() { folder.to_owned() } else { folder.join(below) }
}

/// A path of `mountinfo`, where white space and backslashes are octal numbers.
fn unescape(text: &[u8]) -> PathBuf {
    let mut bytes = Vec::new();
    let mut rest = text;
    while let Some((&byte, after)) = rest.split_first() {
        let digits = after.get(..3).filter(|_| byte == b'\\');
        let escaped =
            digits.and_then(|digits| u8::from_str_radix(std::str::from_utf8(digits).ok()?, 8).ok());
        bytes.push(escaped.unwrap_or(byte));
        rest = if escaped.is_some() { &after[3..] } else { after };
    }
    PathBuf::from(OsString::from_vec(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(text: &str) -> Vec<PathBuf> {
        MountTable::parse(text.as_bytes()).iter().map(|mount| mount.point.clone()).collect()
    }

    #[test]
    fn paths_of_mounts_are_unescaped_and_flags_are_kept() {
        for (text, path) in [
            ("/plain", "/plain"),
            (r"/with\040blank", "/with blank"),
            (r"/tab\011\134", "/tab\t\\"),
            (r"/line\012\043", "/line\n#"),
            (r"/end\04", r"/end\04"),
        ] {
            assert_eq!(unescape(text.as_bytes()), Path::new(path), "{text}");
        }
        let line = b"5 1 0:9 / /a ro,nosuid,noexec,nodiratime,relatime shared:1 - ext4 /dev/a rw";
        let expected = MountFlags::RDONLY
            | MountFlags::NOSUID
            | MountFlags::NOEXEC
            | MountFlags::NODIRATIME
            | MountFlags::RELATIME;
        assert_eq!(Mount::parse(line).unwrap().flags, expected);
    }

    #[test]
    fn mounts_out_of_reach_are_left_out() {
        let stacked = "1 0 0:1 / / rw - a a rw\n\
                       2 1 0:2 / /dev rw - a a rw\n\
                       3 2 0:3 / /dev/pts rw - a a rw\n\
                       4 3 0:4 / /dev/pts rw,noexec - a a rw\n";
        assert_eq!(points(stacked), ["/", "/dev", "/dev/pts"].map(PathBuf::from));
        let top = MountTable::parse(stacked.as_bytes());
        assert_eq!(top.of(Path::new("/dev/pts/0")).unwrap().flags, MountFlags::NOEXEC);
        // The newer one may have the lower number, and come first.
        let moved = "3 4 0:3 / /a rw - a a rw\n\
                     4 1 0:4 / /a rw,noexec - a a rw\n\
                     1 0 0:1 / / rw - a a rw\n";
        assert_eq!(points(moved), ["/a", "/"].map(PathBuf::from));
        assert!(MountTable::parse(moved.as_bytes()).of(Path::new("/a")).unwrap().flags.is_empty());
        let below = "1 0 0:1 / / rw - a a rw\n\
                     2 1 0:2 / /a/b rw - a a rw\n\
                     3 2 0:3 / /a/b/c rw - a a rw\n\
                     4 1 0:4 / /a rw - a a rw\n";
        assert_eq!(points(below), ["/", "/a"].map(PathBuf::from));
        // The kernel has no such circle.
        assert_eq!(points("1 2 0:1 / /a rw - a a rw\n2 1 0:1 / /b rw - a a rw").len(), 2);
    }

    #[test]
    fn a_file_has_a_path_in_each_mount_of_it() {
        let table = MountTable::parse(
            b"1 0 0:1 / / rw - a a rw\n\
              2 1 0:1 /home /data rw - a a rw\n\
              3 1 0:1 /home/u/socket /s rw - a a rw\n\
              4 1 0:2 / /other rw - a a rw\n\
              5 1 0:1 / /all rw - a a rw\n\
              6 5 0:3 / /all/home rw - a a rw\n",
        );
        let expected = ["/home/u/socket", "/data/u/socket", "/s"].map(PathBuf::from);
        assert_eq!(table.paths(Path::new("/data/u/socket")), expected);
        assert_eq!(table.paths(Path::new("/other/x")), [PathBuf::from("/other/x")]);
    }
}
