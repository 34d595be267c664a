//! The mounts of a sandbox: nothing of the user's is writable but the folder of the program, if it
//! owns that.

use std::env;
use std::ffi::{CStr, CString};
use std::fs::{self, DirEntry, File};
use std::io;
use std::ops::ControlFlow;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::symlink;
use std::path::Path;

use nix::sched::{CloneFlags, unshare};
use rustix::fs::CWD;
use rustix::io::Errno;
use rustix::mount::{
    MountFlags, MountPropagationFlags, MoveMountFlags, OpenTreeFlags, mount, mount_change,
    mount_move, mount_remount, move_mount, open_tree,
};

use crate::isolation::landlock::{self, DEVICES};
use crate::isolation::mount_table::MountTable;
use crate::isolation::sockets;
use crate::isolation::tasks::Tasks;

/// Links in `/dev` that shells and scripts rely on.
const LINKS: [(&str, &str); 4] = [
    ("/proc/self/fd", "fd"),
    ("/proc/self/fd/0", "stdin"),
    ("/proc/self/fd/1", "stdout"),
    ("/proc/self/fd/2", "stderr"),
];

/// Options of a file system in memory. Its size is not part of the limit of memory. An inode takes
/// a kilobyte or more of the kernel's memory, which is not part of the size.
const SIZE: &CStr = c"mode=0755,size=256m,nr_inodes=32k";

/// Flags of all mounts.
const RESTRICTED: MountFlags = MountFlags::NOSUID.union(MountFlags::NODEV);

/// Makes everything read-only but `/tmp`, `/dev/shm` and `/run`, which are private and disappear
/// with the sandbox, and the current folder if the program owns it. `listed` are the sockets to
/// cover. False if `/proc` has the processes of the whole machine.
pub(crate) fn make(owns_folder: bool, listed: &[u8], tasks: Tasks) -> io::Result<bool> {
    let folder = env::current_dir().map_err(|error| explain("the folder of the program", error))?;
    unshare(CloneFlags::CLONE_NEWNS).map_err(|error| explain("a namespace of mounts", error))?;
    let private = MountPropagationFlags::PRIVATE | MountPropagationFlags::REC;
    mount_change("/", private).map_err(|error| explain("private mounts", error))?;
    let table = MountTable::read().map_err(|error| explain("the table of mounts", error))?;
    let sockets = sockets::within_reach(listed, &table);
    // Copies of what stays as it is, before everything else changes.
    let devices = DEVICES.map(|name| (name, copy(&Path::new("/dev").join(name))));
    let is_limited = limit_namespaces(tasks).is_ok();
    make_read_only(&table)?;
    // Read-only, and so is what is mounted below.
    let own = copy(&folder)?;
    let has_own_proc = cover_proc(&table, is_limited, tasks)?;
    cover_tmp(&table)?;
    cover_dev(devices)?;
    if Path::new("/run").is_dir() {
        mount_empty("/run")?;
    }
    if folder != Path::new("/") {
        // The folder is missing if it is below one that is empty now. Else, the copy is one of
        // what covers it: a private `/tmp` has other sockets and pipes than that of the user.
        let is_there = folder.is_dir();
        let own = if owns_folder || !is_there { own } else { copy(&folder)? };
        fs::create_dir_all(&folder)?;
        attach(&own, &folder)?;
        let mut flags = table.of(&folder).map_or(MountFlags::empty(), |mount| mount.flags);
        flags.set(MountFlags::RDONLY, !owns_folder || flags.contains(MountFlags::RDONLY));
        mount_remount(&folder, flags | MountFlags::BIND | RESTRICTED, c"")
            .map_err(|error| explain(&folder.display(), error))?;
        if !owns_folder && !is_there {
            // It is the real one, in a folder where programs may write into pipes. An overlay has
            // pipes of its own; not every file system can be below one.
            fs::create_dir("/dev/none")?;
            let _ = mount_overlay(&folder, &folder, c"lowerdir=.:/dev/none", MountFlags::RDONLY);
        }
    }
    sockets::cover(&sockets, Path::new("/dev/null"))?;
    Ok(has_own_proc)
}

/// Makes every mount within reach read-only and removes its devices.
fn make_read_only(table: &MountTable) -> io::Result<()> {
    for mount in table.iter() {
        let flags = mount.flags | MountFlags::BIND | MountFlags::RDONLY | RESTRICTED;
        match mount_remount(&mount.point, flags, c"") {
            // Nothing is mounted at this path any more, or it leads through folders that are
            // closed: the mount is out of reach for the program, too.
            Ok(()) | Err(Errno::NOENT | Errno::INVAL | Errno::ACCESS | Errno::NOTDIR) => {}
            Err(error) => return Err(explain(&mount.point.display(), error)),
        }
    }
    Ok(())
}

/// Forbids nested namespaces, in which a program would have capabilities again, and limits the
/// tasks. Both files of any `/proc` are about the namespaces of this process.
fn limit_namespaces(tasks: Tasks) -> io::Result<()> {
    fs::write("/proc/sys/user/max_user_namespaces", "0")?;
    tasks.limit_ids();
    Ok(())
}

/// Covers `/proc` with one that has the processes of the sandbox only.
/// It is read-only, as root may write to parts of it even without capabilities. False if the
/// machine's stays.
fn cover_proc(table: &MountTable, is_limited: bool, tasks: Tasks) -> io::Result<bool> {
    let there = table.of(Path::new("/proc")).map_or(MountFlags::empty(), |mount| mount.flags);
    let flags = RESTRICTED | MountFlags::NOEXEC;
    // The kernel may insist on the flags of the other one.
    let mut flags = [flags, (there - MountFlags::RDONLY) | flags, there | flags].into_iter();
    let mounted =
        flags.try_fold(Errno::PERM, |_, flags| match mount("proc", "/proc", "proc", flags, None) {
            Ok(()) => ControlFlow::Break(flags),
            Err(error) => ControlFlow::Continue(error),
        });
    let flags = match mounted {
        ControlFlow::Break(flags) => flags,
        // Parts of the other one are covered, as containers do, and the kernel refuses one without
        // covers. Then the other one stays, read-only: Landlock keeps a program from looking into
        // the processes that it sees there.
        ControlFlow::Continue(Errno::PERM) if landlock::restricts_writing() => return Ok(false),
        ControlFlow::Continue(error) => return Err(explain("/proc", error)),
    };
    if !is_limited {
        // In a container, only a new `/proc` is writable.
        let _ = limit_namespaces(tasks);
    }
    mount_remount("/proc", flags | MountFlags::BIND | MountFlags::RDONLY, c"")
        .map_err(|error| explain("/proc", error))?;
    Ok(true)
}

/// Covers `/tmp` with a copy that is written to memory, so that programs find what is there.
fn cover_tmp(table: &MountTable) -> io::Result<()> {
    // Nothing can be created on a read-only root.
    let Ok(tmp) = fs::canonicalize("/tmp") else { return Ok(()) };
    let failed = |error: io::Error| explain("a private /tmp", error);
    // `/dev` is covered afterwards, and hides this.
    mount_empty("/dev")?;
    let folders = ["/dev/upper", "/dev/work"];
    for folder in folders {
        fs::create_dir(folder).map_err(failed)?;
    }
    let layers = c"lowerdir=.,upperdir=/dev/upper,workdir=/dev/work,userxattr";
    if mount_overlay(&tmp, &tmp, layers, MountFlags::empty()).is_ok() {
        return Ok(());
    }
    // The kernel refuses an overlay over mounts, and some file systems.
    for folder in folders {
        fs::remove_dir_all(folder).map_err(failed)?;
    }
    for entry in fs::read_dir(&tmp).map_err(failed)? {
        // An entry that cannot be shown, as it is gone or closed to this user, is missing.
        let _ = entry.and_then(|entry| show(&entry, table));
    }
    mount_move("/dev", &tmp).map_err(|error| failed(error.into()))
}

/// Shows an entry of `/tmp`, read-only, in the file system that will cover `/tmp`.
fn show(entry: &DirEntry, table: &MountTable) -> io::Result<()> {
    let from = entry.path();
    let to = Path::new("/dev").join(entry.file_name());
    let kind = entry.file_type()?;
    if kind.is_dir() {
        fs::create_dir(&to)?;
        // Only an overlay has sockets, pipes and locks of its own. A server that does not answer
        // would not even let this process enter.
        let is_mounted = table.iter().any(|mount| mount.point.starts_with(&from));
        // Without an upper layer there must be two lower ones.
        let layers = CString::new([b"lowerdir=.:", to.as_os_str().as_bytes()].concat())?;
        if !is_mounted && mount_overlay(&from, &to, &layers, MountFlags::RDONLY).is_ok() {
            return Ok(());
        }
        attach(&copy(&from)?, &to)
    } else if kind.is_file() {
        File::create(&to)?;
        attach(&copy(&from)?, &to)
    } else if kind.is_symlink() {
        symlink(fs::read_link(&from)?, &to)
    } else {
        Ok(())
    }
}

/// Mounts an overlay whose lower layer is this folder, called `.` in the option: another name might
/// have characters with a meaning.
fn mount_overlay(lower: &Path, at: &Path, layers: &CStr, flags: MountFlags) -> io::Result<()> {
    env::set_current_dir(lower)?;
    let mounted = mount("overlay", at, "overlay", flags | RESTRICTED, Some(layers));
    env::set_current_dir("/")?;
    Ok(mounted?)
}

/// Covers `/dev` with one that has these devices only, those which are missing left out.
fn cover_dev(devices: [(&str, io::Result<OwnedFd>); DEVICES.len()]) -> io::Result<()> {
    mount_empty("/dev")?;
    for (name, device) in devices {
        let device = match device {
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            device => device?,
        };
        let path = Path::new("/dev").join(name);
        File::create(&path)?;
        attach(&device, &path)?;
    }
    for (target, name) in LINKS {
        symlink(target, Path::new("/dev").join(name))?;
    }
    fs::create_dir("/dev/shm")
}

fn mount_empty(path: &str) -> io::Result<()> {
    mount("tmpfs", path, "tmpfs", RESTRICTED, Some(SIZE)).map_err(|error| explain(path, error))
}

/// A copy of the mounts at and below a path.
fn copy(path: &Path) -> io::Result<OwnedFd> {
    let flags = OpenTreeFlags::OPEN_TREE_CLONE
        | OpenTreeFlags::OPEN_TREE_CLOEXEC
        | OpenTreeFlags::AT_RECURSIVE;
    open_tree(CWD, path, flags).map_err(|error| explain(&path.display(), error))
}

fn attach(tree: &impl AsFd, path: &Path) -> io::Result<()> {
    move_mount(tree, c"", CWD, path, MoveMountFlags::MOVE_MOUNT_F_EMPTY_PATH)
        .map_err(|error| explain(&path.display(), error))
}

/// The error of a step, with its name.
pub(super) fn explain(
    step: &(impl std::fmt::Display + ?Sized),
    error: impl Into<io::Error>,
) -> io::Error {
    let error = error.into();
    io::Error::new(error.kind(), format!("{step}: {error}"))
}
