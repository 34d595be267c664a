//! Finds, counts and kills the processes that a program has started.

use std::io;
use std::thread;
use std::time::{Duration, Instant};

use rustix::io::Errno;
use rustix::process::{Pid, WaitOptions, WaitStatus, setpriority_process, setsid, wait};

use crate::isolation::sandbox::Sandbox;

/// Limit for killing all processes. SIGKILL acts at once unless a process is stuck in the kernel.
const KILL_TIMEOUT: Duration = Duration::from_secs(20);

/// Pause between two rounds of signals. It is short because a fork bomb grows during it.
const RETRY_INTERVAL: Duration = Duration::from_micros(100);

/// State of the children of this process.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reaped {
    /// Exit status of the program itself, if it has ended.
    pub(crate) program: Option<WaitStatus>,
    /// True if no child is left. On Linux orphans become children, so no descendant is left either.
    pub(crate) none_left: bool,
}

/// Reaps all children that have ended.
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

/// Kills all processes of the program, round after round until none is left: a process forked
/// during one round is found in the next. In a sandbox, the kernel kills all of them at once.
pub(crate) fn kill_all(program: Pid, sandbox: Option<&Sandbox>) -> io::Result<()> {
    let started = Instant::now();
    if let Some(sandbox) = sandbox {
        sandbox.end();
    }
    loop {
        if reap(program)?.none_left && is_group_gone(program) {
            return Ok(());
        }
        if started.elapsed() > KILL_TIMEOUT {
            return Err(io::Error::other("processes of the program could not be ended"));
        }
        if sandbox.is_none() {
            kill_descendants(program);
            // Succeeds only for root; see `begin_session`.
            let _ = setpriority_process(None, -20);
        }
        thread::sleep(RETRY_INTERVAL);
    }
}

/// Keeps other processes of the user from reading the memory and the open files of this one.
pub(crate) fn hide() -> io::Result<()> {
    #[cfg(target_os = "linux")]
    rustix::process::set_dumpable_behavior(rustix::process::DumpableBehavior::NotDumpable)?;
    Ok(())
}

/// Begins a session of the launcher, which Ctrl-C does not reach: that signal is for the caller.
///
/// Linux divides processor time among sessions, and a program can create any number of them. So
/// the launcher asks for the highest priority. Only root gets it; for all other users the system
/// limits the number of processes.
pub(crate) fn begin_session() {
    let _ = setsid();
    let _ = std::fs::write("/proc/self/autogroup", "-20");
}

#[cfg(target_os = "linux")]
pub(crate) use self::linux::{adopt_orphans, count, newest};
#[cfg(target_os = "linux")]
use self::linux::{is_group_gone, kill_descendants};

#[cfg(target_os = "linux")]
mod linux {
    use std::fs;
    use std::io;

    use rustix::process::{
        Pid, Signal, getpgrp, getpid, kill_process, kill_process_group, set_child_subreaper,
    };

    /// Makes this process the subreaper of its descendants.
    pub(crate) fn adopt_orphans() -> io::Result<()> {
        Ok(set_child_subreaper(Some(getpid()))?)
    }

    /// Number of descendants of this process.
    pub(crate) fn count(_program: Pid) -> usize {
        descendants().map_or(0, |descendants| descendants.len())
    }

    /// Id of the process or thread that was started last in the system. If it is unchanged, no
    /// process has been started meanwhile, and there is no need to count.
    pub(crate) fn newest() -> Option<u64> {
        fs::read_to_string("/proc/loadavg").ok()?.split_ascii_whitespace().nth(4)?.parse().ok()
    }

    /// Always true: without children there are no descendants.
    pub(super) fn is_group_gone(_program: Pid) -> bool {
        true
    }

    pub(super) fn kill_descendants(program: Pid) {
        // The kernel signals a group atomically: no process in it can fork meanwhile. This kills
        // most processes before the slower search for the others.
        let _ = kill_process_group(program, Signal::KILL);
        let Ok(descendants) = descendants() else { return };
        // A process that has left our session cannot be in our group.
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
            // An error means that the process has ended meanwhile.
            let _ = Pid::from_raw(process.pid).map(|pid| kill_process(pid, Signal::KILL));
        }
    }

    /// Process as listed in `/proc`.
    #[derive(Clone, Copy)]
    struct Process {
        pid: i32,
        parent: i32,
        group: i32,
    }

    /// All descendants of this process, in breadth-first order.
    fn descendants() -> io::Result<Vec<Process>> {
        let mut all = Vec::new();
        for entry in fs::read_dir("/proc")? {
            let name = entry?.file_name();
            let pid = name.to_str().and_then(|name| name.parse().ok());
            // A process whose file cannot be read has ended meanwhile.
            all.extend(pid.and_then(read_process));
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

    /// Reads a process from `/proc`. Its name is in brackets and can contain any characters, so the
    /// fields start after the last closing bracket.
    fn read_process(pid: i32) -> Option<Process> {
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
pub(crate) use self::group::{adopt_orphans, count, newest};
#[cfg(not(target_os = "linux"))]
use self::group::{is_group_gone, kill_descendants};

/// Fallback for systems without subreapers: the process group of the program.
#[cfg(not(target_os = "linux"))]
mod group {
    use std::io;

    use rustix::process::{Pid, Signal, kill_process_group, test_kill_process_group};

    /// Does nothing: there are no subreapers.
    pub(crate) fn adopt_orphans() -> io::Result<()> {
        Ok(())
    }

    /// Always 0: there is no cheap way to count. Only the system's own limit applies.
    pub(crate) fn count(_program: Pid) -> usize {
        0
    }

    /// Always `None`: unknown.
    pub(crate) fn newest() -> Option<u64> {
        None
    }

    pub(super) fn is_group_gone(program: Pid) -> bool {
        test_kill_process_group(program).is_err()
    }

    pub(super) fn kill_descendants(program: Pid) {
        let _ = kill_process_group(program, Signal::KILL);
    }
}
