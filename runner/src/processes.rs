//! The processes that a program has started, and how all of them are ended.

use std::io;
use std::thread;
use std::time::{Duration, Instant};

use rustix::io::Errno;
use rustix::process::{Pid, WaitOptions, WaitStatus, setpriority_process, setsid, wait};

/// For how long it is tried to end processes. The kernel ends them at once, unless they hang in it.
const KILL_TIMEOUT: Duration = Duration::from_secs(20);

/// Between two tries, for processes that are about to end anyway. What is still forked grows in it.
const RETRY_INTERVAL: Duration = Duration::from_micros(100);

/// What has become of the children of this process.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reaped {
    /// How the program itself ended, if it has.
    pub(crate) program: Option<WaitStatus>,
    /// Whether there is no child left. On Linux orphans are children too, so there is nothing left.
    pub(crate) none_left: bool,
}

/// Asks for all children that have ended, so that no zombies stay.
pub(crate) fn reap(program: Pid) -> io::Result<Reaped> {
    let mut reaped = Reaped { program: None, none_left: false };
    loop {
        match wait(WaitOptions::NOHANG) {
            Ok(Some((pid, status))) if pid == program => reaped.program = Some(status),
            Ok(Some(_)) | Err(Errno::INTR) => {}
            Ok(None) => return Ok(reaped),
            Err(Errno::CHILD) => {
                reaped.none_left = true;
                return Ok(reaped);
            }
            Err(error) => return Err(error.into()),
        }
    }
}

/// Ends all that the program has started, again and again until nothing is left: what is forked
/// while it is looked for is found the next time.
pub(crate) fn kill_all(program: Pid) -> io::Result<()> {
    let started = Instant::now();
    loop {
        if reap(program)?.none_left && is_group_gone(program) {
            return Ok(());
        }
        if started.elapsed() > KILL_TIMEOUT {
            return Err(io::Error::other("processes of the program could not be ended"));
        }
        kill_descendants(program);
        // For root, as above.
        let _ = setpriority_process(None, -20);
        thread::sleep(RETRY_INTERVAL);
    }
}

/// Begins a session, to which Ctrl-C does not come: it is for whoever wants the program run.
///
/// Linux shares the processor among sessions, and a program may flood it with sessions of its own.
/// This one asks for more than others get. Only root is given that, but the number of processes is
/// limited by the system for all others.
pub(crate) fn begin_session() {
    let _ = setsid();
    let _ = std::fs::write("/proc/self/autogroup", "-20");
}

#[cfg(target_os = "linux")]
pub(crate) use self::linux::{adopt_orphans, count};
#[cfg(target_os = "linux")]
use self::linux::{is_group_gone, kill_descendants};

#[cfg(target_os = "linux")]
mod linux {
    use std::fs;
    use std::io;

    use rustix::process::{
        Pid, Signal, getpgrp, getpid, kill_process, kill_process_group, set_child_subreaper,
    };

    /// Makes this process the parent of all orphans among its descendants.
    pub(crate) fn adopt_orphans() -> io::Result<()> {
        Ok(set_child_subreaper(Some(getpid()))?)
    }

    /// How many processes there are below this one.
    pub(crate) fn count(_program: Pid) -> usize {
        descendants().map_or(0, |descendants| descendants.len())
    }

    /// No child is left, so no descendant is.
    pub(super) fn is_group_gone(_program: Pid) -> bool {
        true
    }

    pub(super) fn kill_descendants(program: Pid) {
        // A group is ended at one stroke: nothing in it can be forked meanwhile. So most of what
        // there is has ended before the rest is looked for.
        let _ = kill_process_group(program, Signal::KILL);
        let Ok(descendants) = descendants() else { return };
        // Whoever has left our session can only be in groups of its own.
        let own_group = getpgrp().as_raw_nonzero().get();
        let mut groups: Vec<i32> = descendants.iter().map(|process| process.group).collect();
        groups.sort_unstable();
        groups.dedup();
        for group in groups.into_iter().filter(|&group| group != own_group) {
            if let Some(group) = Pid::from_raw(group) {
                let _ = kill_process_group(group, Signal::KILL);
            }
        }
        for process in descendants.iter().filter(|process| process.group == own_group) {
            // It may have ended by now.
            let _ = Pid::from_raw(process.pid).map(|pid| kill_process(pid, Signal::KILL));
        }
    }

    /// A process, by what the kernel says of it.
    #[derive(Clone, Copy)]
    struct Process {
        pid: i32,
        parent: i32,
        group: i32,
    }

    /// All processes below this one.
    fn descendants() -> io::Result<Vec<Process>> {
        let mut all = Vec::new();
        for entry in fs::read_dir("/proc")? {
            let name = entry?.file_name();
            let pid = name.to_str().and_then(|name| name.parse().ok());
            // Those that cannot be read have ended since.
            all.extend(pid.and_then(process));
        }
        all.sort_unstable_by_key(|process| process.parent);
        let mut found: Vec<Process> = Vec::new();
        let mut parent = getpid().as_raw_nonzero().get();
        for next in 0.. {
            let from = all.partition_point(|process| process.parent < parent);
            found.extend(all[from..].iter().take_while(|process| process.parent == parent));
            let Some(process) = found.get(next) else { break };
            parent = process.pid;
        }
        Ok(found)
    }

    /// What there is to know of a process; its name may hold any characters, but for the last
    /// bracket.
    fn process(pid: i32) -> Option<Process> {
        let stat = fs::read(format!("/proc/{pid}/stat")).ok()?;
        let end = stat.iter().rposition(|&byte| byte == b')')?;
        let fields = std::str::from_utf8(&stat[end + 1..]).ok()?;
        let mut fields = fields.split_ascii_whitespace().skip(1);
        Some(Process {
            pid,
            parent: fields.next()?.parse().ok()?,
            group: fields.next()?.parse().ok()?,
        })
    }
}

#[cfg(not(target_os = "linux"))]
pub(crate) use self::group::{adopt_orphans, count};
#[cfg(not(target_os = "linux"))]
use self::group::{is_group_gone, kill_descendants};

/// The weaker form: the process group of the program.
#[cfg(not(target_os = "linux"))]
mod group {
    use std::io;

    use rustix::process::{Pid, Signal, kill_process_group, test_kill_process_group};

    /// There is no way.
    pub(crate) fn adopt_orphans() -> io::Result<()> {
        Ok(())
    }

    /// Nobody can say it in short; the limit of the system has to do.
    pub(crate) fn count(_program: Pid) -> usize {
        0
    }

    pub(super) fn is_group_gone(program: Pid) -> bool {
        test_kill_process_group(program).is_err()
    }

    pub(super) fn kill_descendants(program: Pid) {
        let _ = kill_process_group(program, Signal::KILL);
    }
}
