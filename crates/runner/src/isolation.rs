//! Levels of isolation, and the choice of one.

use std::fmt;

use serde::{Deserialize, Serialize};

#[cfg(target_os = "linux")]
pub(crate) mod landlock;
#[cfg(target_os = "linux")]
mod loopback;
#[cfg(target_os = "linux")]
mod mount_table;
#[cfg(target_os = "linux")]
mod mounts;
#[cfg(target_os = "linux")]
pub(crate) mod sandbox;
#[cfg(target_os = "linux")]
mod sockets;
#[cfg(target_os = "linux")]
mod system_calls;
#[cfg(unix)]
pub(crate) mod tasks;

#[cfg(all(unix, not(target_os = "linux")))]
pub(crate) mod sandbox {
    //! Other systems have no namespaces.

    use std::io;
    use std::path::Path;

    use rustix::process::Pid;

    use crate::isolation::tasks::Tasks;
    use crate::isolation::{Confinement, Level};

    pub(crate) const TOO_MANY_PROCESSES: i32 = 7;

    pub(crate) enum Sandbox {}

    impl Sandbox {
        pub(crate) fn enter(confinement: Confinement, _tasks: Tasks) -> io::Result<Option<Self>> {
            if confinement.level == Level::Limits { Ok(None) } else { Err(unsupported()) }
        }

        pub(crate) fn init(&self) -> Pid {
            match *self {}
        }

        pub(crate) fn counts(&self) -> bool {
            match *self {}
        }

        pub(crate) fn is_empty(&self) -> bool {
            match *self {}
        }

        pub(crate) fn end(&mut self, _has_ended: bool) {
            match *self {}
        }
    }

    pub(crate) fn join(_init: u64, _folder: &Path, _owns_folder: bool) -> io::Result<()> {
        Err(unsupported())
    }

    fn unsupported() -> io::Error {
        io::Error::new(io::ErrorKind::Unsupported, "programs are isolated on Linux only")
    }
}

#[cfg(all(unix, not(target_os = "linux")))]
pub(crate) mod landlock {
    //! Other systems have no Landlock.

    use std::io;
    use std::path::Path;

    pub(crate) fn confine_signals() -> bool {
        false
    }

    pub(crate) fn restrict(_folder: Option<&Path>) -> io::Result<()> {
        Err(io::Error::new(io::ErrorKind::Unsupported, "there is Landlock on Linux only"))
    }
}

/// Degree to which a program is kept apart from the rest of the system, from the weakest to the
/// strongest. `docs/isolation.md` has the promises of each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Level {
    /// Limits only. The program can do what the user can.
    Limits,
    /// In addition, Landlock lets it write to its folder only, and use no TCP port; newer kernels
    /// also stop signals to other processes. On `x86_64` and `aarch64` a filter of system calls
    /// refuses exotic sockets, such as vsock, Unix sockets but pairs, memory of System V, leases and
    /// the user's keys; other architectures have no filter, here and in the sandbox.
    Landlock,
    /// Namespaces: the program sees and signals its own processes only, reaches no network but its
    /// own loopback, writes to its own folder and to a private `/tmp` only, and dies as a whole. The
    /// filter of system calls is there, too, and so is Landlock, where the kernel has it.
    Sandbox,
}

impl Level {
    /// Name as in the options and results of the command.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Limits => "limits",
            Self::Landlock => "landlock",
            Self::Sandbox => "sandbox",
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A level of isolation, and the access to the folder of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Confinement {
    pub(crate) level: Level,
    /// True if the program may write to its folder.
    pub(crate) owns_folder: bool,
}

/// The best level that this machine gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Available {
    /// The level.
    pub level: Level,
    /// Better levels, each with the reason why it is missing.
    pub missing: Vec<(Level, String)>,
}
