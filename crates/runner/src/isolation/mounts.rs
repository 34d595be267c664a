//! The mounts of a sandbox: nothing of the user's is writable but the folder of the program, if it
//! owns that.

use std::env;
use std::ffi::{CStr, OsString};
use std::fs::{self, File};
use std::io;
use std::os::fd::AsFd;
use std::os::unix::ffi::OsStringExt;
use std::path::{Path, PathBuf};

use nix::sched::{CloneFlags, unshare};
use rustix::fs::CWD;
use rustix::io::Errno;
use rustix::mount::{
    MountFlags, MountPropagationFlags, MoveMountFlags, OpenTreeFlags, mount, mount_bind,
    mount_change, mount_remount, move_mount, open_tree,
};

use crate::isolation::sandbox::explain;

/// Devices that a program finds in `/dev`.
const DEVICES: [&str; 5] = ["null", "zero", "full", "random", "urandom"];

/// Links in `/dev` that shells and scripts rely on.
const LINKS: [(&str, &str); 4] = [
    ("/proc/self/fd", "fd"),
    ("/proc/self/fd/0", "stdin"),
    ("/proc/self/fd/1", "stdout"),
    ("/proc/self/fd/2", "stderr"),
];

/// Options of a file system in memory. Its size is not part of the limit of memory.
const SIZE: &CStr = c"mode=0755,size=256m";

/// Parts of `/proc` that root may write to even without capabilities.
const SYSTEM: [&str; 6] =
    ["/proc/sys", "/proc/sysrq-trigger", "/proc/irq", "/proc/bus", "/proc/acpi", "/proc/fs"];

/// Makes everything read-only but `/tmp`, `/dev/shm` and `/run`, which are private and disappear
/// with the sandbox, and the current folder if the program owns it.
pub(crate) fn make(owns_folder: bool) -> io::Result<()> {
    let folder = env::current_dir().map_err(|error| explain("the folder of the program", error))?;
    unshare(CloneFlags::CLONE_NEWNS).map_err(|error| explain("a namespace of mounts", error))?;
    let private = MountPropagationFlags::PRIVATE | MountPropagationFlags::REC;
    mount_change("/", private).map_err(|error| explain("private mounts", error))?;
    // Copies of what stays as it is, before everything else changes.
    let copy = |path: &Path| {
        let flags = OpenTreeFlags::OPEN_TREE_CLONE
            | OpenTreeFlags::OPEN_TREE_CLOEXEC
            | OpenTreeFlags::AT_RECURSIVE;
        open_tree(CWD, path, flags).map_err(|error| explain(&path.display(), error))
    };
    let own = copy(&folder)?;
    let devices = DEVICES.map(|name| (Path::new("/dev").join(name), name));
    let devices: Vec<_> = devices
        .into_iter()
        .map(|(path, name)| copy(&path).map(|device| (device, name)))
        .collect::<io::Result<_>>()?;
    make_read_only()?;
    let restricted = MountFlags::NOSUID | MountFlags::NODEV;
    mount("proc", "/proc", "proc", restricted | MountFlags::NOEXEC, None)
        .map_err(|error| explain("/proc", error))?;
    // In a nested namespace a program would have capabilities again.
    let _ = fs::write("/proc/sys/user/max_user_namespaces", "0");
    for path in SYSTEM.map(Path::new).into_iter().filter(|path| path.exists()) {
        let read_only = MountFlags::BIND | MountFlags::RDONLY | restricted | MountFlags::NOEXEC;
        mount_bind(path, path)
            .and_then(|()| mount_remount(path, read_only, c""))
            .map_err(|error| explain(&path.display(), error))?;
    }
    make_private_tmp(restricted)?;
    let empty = |path: &str| {
        mount("tmpfs", path, "tmpfs", restricted, Some(SIZE)).map_err(|error| explain(path, error))
    };
    empty("/dev")?;
    for (device, name) in devices {
        let path = Path::new("/dev").join(name);
        File::create(&path)?;
        attach(&device, &path)?;
    }
    for (target, name) in LINKS {
        std::os::unix::fs::symlink(target, Path::new("/dev").join(name))?;
    }
    fs::create_dir("/dev/shm")?;
    if Path::new("/run").is_dir() {
        empty("/run")?;
    }
    if folder == Path::new("/") {
        return Ok(());
    }
    // The folder is missing if it is below one that is private now.
    fs::create_dir_all(&folder)?;
    attach(&own, &folder)?;
    let read_only = if owns_folder { MountFlags::empty() } else { MountFlags::RDONLY };
    let flags = MountFlags::BIND | restricted | read_only;
    mount_remount(&folder, flags, c"").map_err(|error| explain(&folder.display(), error))
}

fn attach(tree: &impl AsFd, path: &Path) -> io::Result<()> {
    move_mount(tree, c"", CWD, path, MoveMountFlags::MOVE_MOUNT_F_EMPTY_PATH)
        .map_err(|error| explain(&path.display(), error))
}

/// Makes every mount read-only and removes its devices.
fn make_read_only() -> io::Result<()> {
    for line in fs::read("/proc/self/mountinfo")?.split(|&byte| byte == b'\n') {
        // 36 35 98:0 /root /mount/point rw,noatime master:1 - ext4 /dev/sda1 rw
        let mut fields = line.split(|&byte| byte == b' ').skip(4);
        let (Some(point), Some(options)) = (fields.next(), fields.next()) else { continue };
        let mut flags = MountFlags::BIND | MountFlags::RDONLY;
        flags |= MountFlags::NOSUID | MountFlags::NODEV;
        // The kernel does not let go of flags from outside.
        if options.split(|&byte| byte == b',').any(|option| option == b"noexec") {
            flags |= MountFlags::NOEXEC;
        }
        let point = unescape(point);
        match mount_remount(&point, flags, c"") {
            // A mount below another one, or of a kind that this user cannot see, is out of reach
            // for the program, too.
            Ok(()) | Err(Errno::NOENT | Errno::INVAL | Errno::ACCESS | Errno::NOTDIR) => {}
            Err(error) => return Err(explain(&point.display(), error)),
        }
    }
    Ok(())
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

/// Covers `/tmp` with a copy that is written to memory, so that programs find what is there.
fn make_private_tmp(restricted: MountFlags) -> io::Result<()> {
    let failed = |error| explain("a private /tmp", error);
    // `/dev` is covered afterwards, and hides this.
    mount("tmpfs", "/dev", "tmpfs", restricted, Some(SIZE)).map_err(failed)?;
    for folder in ["/dev/upper", "/dev/work"] {
        fs::create_dir(folder)?;
    }
    let layers = c"lowerdir=/tmp,upperdir=/dev/upper,workdir=/dev/work,userxattr";
    mount("overlay", "/tmp", "overlay", restricted, Some(layers)).map_err(failed)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::unescape;

    #[test]
    fn paths_of_mounts_are_unescaped() {
        for (text, path) in [
            ("/plain", "/plain"),
            (r"/with\040blank", "/with blank"),
            (r"/tab\011\134", "/tab\t\\"),
            (r"/end\04", r"/end\04"),
        ] {
            assert_eq!(unescape(text.as_bytes()), Path::new(path), "{text}");
        }
    }
}
