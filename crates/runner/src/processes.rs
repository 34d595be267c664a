//! Finds, counts and kills the processes that a program has started.

use std::fs::File;
use std::io;
use std::os::fd::OwnedFd;
use std::sync::LazyLock;
use std::thread;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::process::{Pid, WaitOptions, WaitStatus, setpriority_process, setsid, wait};

/// Limit for killing all processes. SIGKILL acts at once unless a process is stuck in the kernel.
const KILL_TIMEOUT: Duration = Duration::from_secs(20);

/// Longest wait for the notice that init has ended.
const NOTICE_TIMEOUT: Timespec = Timespec { tv_sec: 0, tv_nsec: 10_000_000 };

/// Limit for stopping all processes before they are killed.
const STOP_TIMEOUT: Duration = Duration::from_secs(10);

/// Pause between two rounds of signals. It is short because a fork bomb grows during it.
const RETRY_INTERVAL: Duration = Duration::from_micros(100);

/// The children of this process.
#[derive(Debug)]
pub(crate) struct Children {
    /// The program.
    pub(crate) program: Pid,
    /// Init of the sandbox, if there is one.
    pub(crate) init: Option<Pid>,
    /// Exit status of the program, if it has ended.
    pub(crate) program_end: Option<WaitStatus>,
    /// Exit status of init, if it has ended.
    pub(crate) init_end: Option<WaitStatus>,
    /// True if no child is left. On Linux orphans become children, so no descendant is left either.
    pub(crate) none_left: bool,
    /// Their ids, in a file that was opened before the program could keep this process from opening
    /// any; `None` if the system has no such file.
    listed: Option<File>,
    /// Becomes readable when init ends; `None` if there is none, or if the system does not tell.
    init_notice: Option<OwnedFd>,
}

impl Children {
    pub(crate) fn new(program: Pid, init: Option<Pid>) -> Self {
        let listed = list_of_children();
        let init_notice = init.and_then(exit_notice);
        let (program_end, init_end, none_left) = (None, None, false);
        Self { program, init, program_end, init_end, none_left, listed, init_notice }
    }

    /// Reaps all children that have ended.
    pub(crate) fn reap(&mut self) -> io::Result<()> {
        loop {
            match wait(WaitOptions::NOHANG) {
                // A program that asks its parent to trace it is stopped by every signal, and lives.
                Ok(Some((_, status))) if status.stopped() || status.continued() => {}
                Ok(Some((pid, status))) if pid == self.program => self.program_end = Some(status),
                Ok(Some((pid, status))) if Some(pid) == self.init => self.init_end = Some(status),
                Ok(Some(_)) | Err(Errno::INTR) => {}
                Ok(None) => return Ok(()),
                Err(Errno::CHILD) => {
                    self.none_left = true;
                    return Ok(());
                }
                Err(error) => return Err(error.into()),
            }
        }
    }
}

/// Processes that signals of this process reach.
#[derive(Clone, Copy)]
pub(crate) enum Reach {
    /// Those of a sandbox that has been ended: the kernel kills them all at once.
    Sandbox,
    /// Its descendants only, which the kernel kills all at once, too.
    Confined,
    /// All of the user, so that the descendants have to be looked for and killed one by one.
    AllOfUser,
    /// Likewise, but the program has set limits to this process, so that it can hardly look.
    Starved,
}

/// Kills all processes of the program, round after round until none is left: a process forked
/// during one round is found in the next.
pub(crate) fn kill_all(children: &mut Children, reach: Reach) -> io::Result<()> {
    let started = Instant::now();
    let program = children.program;
    loop {
        children.reap()?;
        if children.none_left && is_group_gone(program) {
            return Ok(());
        }
        if started.elapsed() > KILL_TIMEOUT {
            return Err(io::Error::other("processes of the program could not be ended"));
        }
        match reach {
            Reach::Sandbox => {}
            Reach::Confined if kill_confined() => {}
            Reach::Confined | Reach::AllOfUser => {
                let stops_first = started.elapsed() < STOP_TIMEOUT;
                kill_descendants(program, stops_first);
                // Succeeds only for root; see `begin_session`.
                let _ = setpriority_process(None, -20);
            }
            Reach::Starved => kill_children(program, children.listed.as_ref()),
        }
        match &children.init_notice {
            // With init all of the sandbox has ended, and there is nothing to do before.
            Some(notice) if matches!(reach, Reach::Sandbox) && children.init_end.is_none() => {
                let _ = poll(&mut [PollFd::new(notice, PollFlags::IN)], Some(&NOTICE_TIMEOUT));
            }
            _ => thread::sleep(RETRY_INTERVAL),
        }
    }
}

/// File descriptor that becomes readable when this process ends (Linux only).
#[cfg(target_os = "linux")]
pub(crate) fn exit_notice(process: Pid) -> Option<OwnedFd> {
    rustix::process::pidfd_open(process, rustix::process::PidfdFlags::empty()).ok()
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn exit_notice(_process: Pid) -> Option<OwnedFd> {
    None
}

/// Number of processors that this process may use. The first call takes some time.
pub(crate) fn processors() -> u64 {
    static COUNT: LazyLock<u64> =
        LazyLock::new(|| thread::available_parallelism().map_or(1, usize::from) as u64);
    *COUNT
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
pub(crate) use self::linux::{
    adopt_orphans, check_system, count, has_single_thread, kernel, newest,
};
#[cfg(target_os = "linux")]
use self::linux::{
    is_group_gone, kill_children, kill_confined, kill_descendants, list_of_children,
};

#[cfg(target_os = "linux")]
mod linux {
    use std::fs::{self, File};
    use std::io;
    use std::os::unix::fs::FileExt;

    use rustix::io::Errno;
    use rustix::process::{
        Pid, Signal, getpgrp, getpid, getppid, kill_process, kill_process_group,
        set_child_subreaper, test_kill_process,
    };

    /// Makes this process the subreaper of its descendants.
    pub(crate) fn adopt_orphans() -> io::Result<()> {
        Ok(set_child_subreaper(Some(getpid()))?)
    }

    /// Checks that what started processes can be found and killed.
    pub(crate) fn check_system() -> io::Result<()> {
        let own = getpid();
        // Else, ids would be mistaken for those of other processes.
        let listed = fs::read_link("/proc/self").ok();
        let listed = listed.and_then(|path| path.to_str()?.parse::<i32>().ok());
        if listed != Some(own.as_raw_nonzero().get()) {
            return Err(io::Error::other(
                "/proc does not have the processes of this namespace: mount it, as by `unshare \
                 --mount-proc`",
            ));
        }
        test_kill_process(own)
            .map_err(|error| io::Error::other(format!("signals are refused: {error}")))
    }

    /// True if this process has no thread but this one.
    pub(crate) fn has_single_thread() -> io::Result<bool> {
        let named = |error| io::Error::other(format!("/proc/self/task: {error}"));
        Ok(fs::read_dir("/proc/self/task").map_err(named)?.count() == 1)
    }

    /// A file with the ids of the children of this process, which has a single thread.
    pub(super) fn list_of_children() -> Option<File> {
        let own = getpid().as_raw_nonzero();
        File::open(format!("/proc/self/task/{own}/children")).ok()
    }

    /// Kills the children of this process, without opening a file or reserving memory: the next
    /// round finds their children among its own.
    pub(super) fn kill_children(program: Pid, listed: Option<&File>) {
        let _ = kill_process_group(program, Signal::KILL);
        let Some(children) = listed else { return };
        let mut ids = [0; 4096];
        let Ok(count) = children.read_at(&mut ids, 0) else { return };
        let end = ids[..count].iter().rposition(|&byte| byte == b' ').unwrap_or(0);
        for id in ids[..end].split(|&byte| byte == b' ') {
            let id = str::from_utf8(id).ok().and_then(|id| id.parse().ok());
            let _ = id.and_then(Pid::from_raw).map(|id| kill_process(id, Signal::KILL));
        }
    }

    /// Version of the kernel, such as `(6, 18)`; `None` if it cannot be read.
    pub(crate) fn kernel() -> Option<(u32, u32)> {
        let system = rustix::system::uname();
        let mut numbers = system.release().to_str().ok()?.split(|c: char| !c.is_ascii_digit());
        let mut next = || numbers.next()?.parse().ok();
        Some((next()?, next()?))
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

    /// Kills all processes that a signal of this one reaches, which must be descendants only: the
    /// kernel does it at once, and no process can fork meanwhile. False if signals reach further.
    pub(super) fn kill_confined() -> bool {
        // The caller is not a descendant. It is the same user's, so only Landlock protects it.
        let is_confined =
            getppid().is_some_and(|caller| test_kill_process(caller) == Err(Errno::PERM));
        is_confined && nix::sys::signal::kill(ALL_OTHERS, nix::sys::signal::SIGKILL).is_ok()
    }

    /// All processes but this one.
    const ALL_OTHERS: nix::unistd::Pid = nix::unistd::Pid::from_raw(-1);

    /// Kills the descendants of this process that it finds. If they are many and `stops_first` is
    /// set, a round only stops those that run: a stopped process does not fork, and unlike a killed
    /// one it keeps its place within the system limit on processes. So a fork bomb that has reached
    /// the limit cannot grow again, and the round after the last one is stopped kills all.
    pub(super) fn kill_descendants(program: Pid, stops_first: bool) {
        // The kernel signals a group atomically: no process in it can fork meanwhile. This kills
        // most processes before the slower search for the others.
        let _ = kill_process_group(program, Signal::KILL);
        let Ok(descendants) = descendants() else { return };
        // After vfork, a process is in state D until its child has called exec, which a stopped one
        // never does.
        let is_running =
            |process: &&Process| !matches!(process.state, b'T' | b't' | b'D' | b'Z' | b'X');
        let running = descendants.iter().filter(is_running).count();
        let is_stopping = stops_first && descendants.len() > STOPPED_FROM && running > 0;
        let signal = if is_stopping { Signal::STOP } else { Signal::KILL };
        // A process that has left our session cannot be in our group.
        let own_group = getpgrp().as_raw_nonzero().get();
        let mut groups: Vec<i32> = descendants.iter().map(|process| process.group).collect();
        groups.sort_unstable();
        groups.dedup();
        for group in groups.into_iter().filter(|&group| group != own_group) {
            if let Some(group) = Pid::from_raw(group) {
                let _ = kill_process_group(group, signal);
            }
        }
        for process in descendants.iter().filter(|process| process.group == own_group) {
            // An error means that the process has ended meanwhile.
            let _ = Pid::from_raw(process.pid).map(|pid| kill_process(pid, signal));
        }
    }

    /// Number of processes from which on they are stopped before they are killed.
    const STOPPED_FROM: usize = 64;

    /// Process as listed in `/proc`.
    #[derive(Clone, Copy)]
    struct Process {
        pid: i32,
        /// A letter, as `ps` shows it.
        state: u8,
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
        let mut fields = fields.split_ascii_whitespace();
        Some(Process {
            pid,
            state: *fields.next()?.as_bytes().first()?,
            parent: fields.next()?.parse().ok()?,
            group: fields.next()?.parse().ok()?,
        })
    }
}

#[cfg(not(target_os = "linux"))]
pub(crate) use self::group::{
    adopt_orphans, check_system, count, has_single_thread, kernel, newest,
};
#[cfg(not(target_os = "linux"))]
use self::group::{
    is_group_gone, kill_children, kill_confined, kill_descendants, list_of_children,
};

/// Fallback for systems without subreapers: the process group of the program.
#[cfg(not(target_os = "linux"))]
mod group {
    use std::fs::File;
    use std::io;

    use rustix::process::{Pid, Signal, kill_process_group, test_kill_process_group};

    /// Does nothing: there are no subreapers.
    pub(crate) fn adopt_orphans() -> io::Result<()> {
        Ok(())
    }

    /// Signals need no permission.
    pub(crate) fn check_system() -> io::Result<()> {
        Ok(())
    }

    /// Always true: there is no way to tell.
    pub(crate) fn has_single_thread() -> io::Result<bool> {
        Ok(true)
    }

    /// Always `None`: there is no such file.
    pub(super) fn list_of_children() -> Option<File> {
        None
    }

    /// Always `None`: not Linux.
    pub(crate) fn kernel() -> Option<(u32, u32)> {
        None
    }

    /// Always 0: there is no cheap way to count. Only the system's own limit applies.
    pub(crate) fn count(_program: Pid) -> usize {
        0
    }

    /// Always `None`: unknown.
    pub(crate) fn newest() -> Option<u64> {
        None
    }

    /// Signals are confined on Linux only.
    pub(super) fn kill_confined() -> bool {
        false
    }

    pub(super) fn is_group_gone(program: Pid) -> bool {
        test_kill_process_group(program).is_err()
    }

    pub(super) fn kill_children(program: Pid, _listed: Option<&File>) {
        kill_descendants(program, false);
    }

    pub(super) fn kill_descendants(program: Pid, _stops_first: bool) {
        let _ = kill_process_group(program, Signal::KILL);
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::os::unix::process::{CommandExt, ExitStatusExt};
    use std::process::{Child, Command};

    use rustix::process::Pid;

    use super::kill_descendants;

    /// The letter of the state, as `ps` shows it.
    fn state(child: &Child) -> Option<char> {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", child.id())).unwrap();
        stat.rsplit_once(") ").unwrap().1.chars().next()
    }

    #[test]
    fn many_processes_are_all_stopped_before_the_first_is_killed() {
        let mut sleep = Command::new("sleep");
        sleep.arg("60").process_group(0);
        let mut all: Vec<Child> = (0..100).map(|_| sleep.spawn().unwrap()).collect();
        // The group of the program is killed at once.
        let leader = Pid::from_child(&all[0]);
        kill_descendants(leader, true);
        for child in &mut all[1..] {
            // A signal takes effect when the process gets a processor.
            while state(child).is_some_and(|state| state != 'T' && state != 'Z') {
                std::thread::sleep(std::time::Duration::from_millis(1));
            }
            assert_eq!(state(child), Some('T'));
        }
        kill_descendants(leader, true);
        for child in &mut all {
            assert_eq!(child.wait().unwrap().signal(), Some(9));
        }
    }
}
