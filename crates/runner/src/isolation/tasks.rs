//! Limits on the processes and threads in a sandbox.
//!
//! A fork bomb whose processes are each in a session of their own gets the whole machine, since the
//! scheduler divides it among sessions: with a thousand of them, the process that has to end them
//! gets a thousandth. So the kernel refuses more tasks than a program may need, and init of the
//! sandbox counts: when it ends, the others end, too, and nobody else has to run for that.

use std::fs;
use std::io;

use crate::processes;

/// Version of Linux from which on the tasks of a user are counted for each namespace of users.
const COUNTS_IN_NAMESPACE: (u32, u32) = (5, 14);

/// Version of Linux from which on each namespace of processes has its own greatest id.
const IDS_OF_NAMESPACE: (u32, u32) = (6, 14);

/// Threads of a program beyond one for each process, and those for each processor of the machine:
/// runtimes start more threads on larger ones.
const SPARE_THREADS: u64 = 32;
const THREADS_OF_PROCESSOR: u64 = 16;

/// Ids that are not used a second time.
const RESERVED_IDS: u64 = 300;

/// Limit on the tasks in a sandbox.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Tasks {
    /// Number of processes.
    pub(crate) processes: u32,
}

impl Tasks {
    pub(crate) fn of(processes: u32) -> Self {
        Self { processes }
    }

    /// Number of processes and threads, those of the sandbox itself included.
    fn all(self) -> u64 {
        u64::from(self.processes) + SPARE_THREADS + processes::processors() * THREADS_OF_PROCESSOR
    }

    /// The limit for the user, whose tasks elsewhere do not count; `None` on an older kernel, where
    /// they do. Root has no such limit.
    pub(crate) fn of_user(self) -> Option<u64> {
        has(COUNTS_IN_NAMESPACE).then(|| self.all())
    }

    /// Limits the ids of the sandbox, and with them the tasks of root as well. Called by init,
    /// as the file is about the namespace of the process that opens it.
    pub(crate) fn limit_ids(self) {
        // An older kernel has one greatest id for the whole system, which root would change.
        if has(IDS_OF_NAMESPACE) {
            // Fails if the machine has fewer ids than that anyway.
            let _ = fs::write("/proc/sys/kernel/pid_max", (RESERVED_IDS + self.all()).to_string());
        }
    }
}

fn has(version: (u32, u32)) -> bool {
    processes::kernel().is_some_and(|kernel| kernel >= version)
}

/// Number of processes in the sandbox of this process but itself, those included that wait to be
/// reaped. Its own `/proc` lists no others.
pub(crate) fn count() -> io::Result<usize> {
    let mut count: usize = 0;
    for entry in fs::read_dir("/proc")? {
        // The name of a process is its number.
        count += usize::from(entry?.file_name().as_encoded_bytes()[0].is_ascii_digit());
    }
    Ok(count.saturating_sub(1))
}
