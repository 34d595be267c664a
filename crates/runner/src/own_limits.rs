//! The limits of the launcher itself, which a program without a sandbox can lower but not raise.

use std::io;
use std::sync::Mutex;
use std::thread;

use rustix::process::Resource;

use crate::exec::{is_of_system as is_lack, limit, limit_of};

/// Maximum number of threads that are started to see whether there is room for them.
const TRIED: u32 = 64;

/// Number of open files that POSIX guarantees each process.
const FILES_MIN: u64 = 20;

/// Those that a launcher needs for its work; the first is that on open files.
const NEEDED: &[Resource] = &[
    Resource::Nofile,
    Resource::Nproc,
    Resource::Data,
    Resource::Stack,
    #[cfg(target_os = "linux")]
    Resource::As,
];

/// The limits of this process before the program was started.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct OwnLimits([Option<u64>; NEEDED.len()]);

impl OwnLimits {
    pub(crate) fn now() -> Self {
        let mut all = [None; NEEDED.len()];
        for (found, &resource) in all.iter_mut().zip(NEEDED) {
            *found = limit_of(resource).and_then(|limit| limit.current);
        }
        Self(all)
    }

    /// Fails if programs cannot open as many files as each may expect. What fails for that is not
    /// their fault.
    pub(crate) fn check_files(&self) -> io::Result<()> {
        match self.0[0] {
            Some(files) if files < FILES_MIN => Err(io::Error::other(format!(
                "the limit on open files (ulimit -n) is {files}; programs need {FILES_MIN}"
            ))),
            _ => Ok(()),
        }
    }

    /// True if nobody has changed them since.
    pub(crate) fn are_kept(&self) -> bool {
        *self == Self::now()
    }

    /// The error if this user has so many processes and threads that a program with the limit of
    /// `tasks` for the user could not start `processes` of them. It is not responsible if it failed,
    /// since its own have ended.
    pub(crate) fn lack_of_tasks(&self, tasks: u64, processes: u32) -> Option<io::Error> {
        if !self.are_kept() || limit(Resource::Nproc, tasks).is_err() {
            return None;
        }
        let gate = Mutex::new(());
        thread::scope(|scope| {
            // All are there at once.
            let _closed = gate.lock();
            (0..processes.min(TRIED)).find_map(|_| {
                let wait = || drop(gate.lock());
                let started = thread::Builder::new().stack_size(0).spawn_scoped(scope, wait);
                started.err().filter(is_lack)
            })
        })
    }
}
