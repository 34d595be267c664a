//! A sandbox out of namespaces: a program in it sees and signals only its own processes, reaches no
//! network but its own loopback, and writes to its own folder and to private temporary folders
//! only.
//!
//! ```text
//! caller ── launcher ─┬─ init (PID 1 of the sandbox)
//!                     └─ program
//! ```
//!
//! The launcher enters new namespaces of users, processes, network and IPC. Its children are in the
//! new namespace of processes, and itself is not: no process in there can name it. The first child is
//! *init*. It makes the mounts, in a namespace of its own, adopts orphans, and reaps them. The second
//! child joins these mounts, gives up all capabilities and becomes the program. When init ends, the
//! kernel kills every other process in the sandbox at once.

use std::env;
use std::fs::{self, File};
use std::io::{self, PipeReader, PipeWriter, Read, Write};
use std::os::fd::AsFd;
use std::path::Path;

use nix::sched::{CloneFlags, unshare};
use nix::sys::signal::{SigSet, Signal};
use nix::sys::signalfd::{SfdFlags, SignalFd};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::process::{
    Pid, WaitOptions, getgid, getuid, kill_process, set_parent_process_death_signal, wait,
};
use rustix::stdio::{dup2_stderr, dup2_stdin, dup2_stdout};
use rustix::thread::{
    CapabilitiesSecureBits, CapabilitySet, CapabilitySets, LinkNameSpaceType,
    clear_ambient_capability_set, move_into_link_name_space, remove_capability_from_bounding_set,
    set_capabilities, set_capabilities_secure_bits, set_no_new_privs,
};

use crate::counting::Counting;
use crate::forks;
use crate::isolation::mounts::{self, explain};
use crate::isolation::tasks::{self, Tasks};
use crate::isolation::{Confinement, Level, landlock, loopback, sockets, system_calls};

/// Capabilities that init needs, within the namespace of users. The program has none, so it cannot
/// trace init.
const NEEDED: CapabilitySet = CapabilitySet::SYS_ADMIN
    .union(CapabilitySet::DAC_OVERRIDE)
    .union(CapabilitySet::SYS_CHROOT)
    .union(CapabilitySet::SYS_PTRACE)
    .union(CapabilitySet::SYS_RESOURCE)
    .union(CapabilitySet::SETPCAP);

/// Exit code of init when there were too many processes.
pub(crate) const TOO_MANY_PROCESSES: i32 = 7;

/// Answers of init when the mounts are made; any other is the reason why they are not.
const READY: &[u8] = b"ready";
/// Likewise, but `/proc` does not tell init which processes are in the sandbox.
const READY_WITHOUT_COUNTING: &[u8] = b"ready, without counting";

/// A sandbox, which is empty but for init. Dropping it kills every process in it.
pub(crate) struct Sandbox {
    init: Pid,
    /// Its end is the end of init.
    alive: Option<PipeWriter>,
    counts: bool,
}

impl Sandbox {
    /// Moves this process, which must have a single thread, into the namespaces, and starts init.
    /// The current folder is that of the program. `None` for the weaker levels. Init ends the
    /// sandbox when it has too many processes. It holds all files open that are open now, but the
    /// standard streams.
    pub(crate) fn enter(confinement: Confinement, tasks: Tasks) -> io::Result<Option<Self>> {
        if confinement.level != Level::Sandbox {
            return Ok(None);
        }
        // Another namespace of networks lists others.
        let sockets = sockets::listed();
        let (user, group) = (getuid().as_raw(), getgid().as_raw());
        let all = [
            CloneFlags::CLONE_NEWUSER,
            CloneFlags::CLONE_NEWPID,
            CloneFlags::CLONE_NEWNET,
            CloneFlags::CLONE_NEWIPC,
            CloneFlags::CLONE_NEWUTS,
        ];
        unshare(all.into_iter().collect()).map_err(|error| explain("namespaces", error))?;
        let map = |name: &str, text: String| {
            let path = Path::new("/proc/self").join(name);
            fs::write(path, text).map_err(|error| explain("a namespace of users", error))
        };
        // The user keeps the same number; no other user exists.
        map("setgroups", "deny".to_owned())?;
        map("uid_map", format!("{user} {user} 1"))?;
        map("gid_map", format!("{group} {group} 1"))?;
        // Without it, only programs that talk to themselves over the network fail.
        let _ = loopback::bring_up();
        let (launcher, alive) = io::pipe()?;
        let (mut answers, answer_to) = io::pipe()?;
        let Some(init) = forks::fork()? else {
            // Only the launcher keeps this end open.
            drop(alive);
            forks::work_and_exit(|| init(confinement, tasks, &sockets, &launcher, answer_to))
        };
        drop(answer_to);
        let mut answer = Vec::new();
        answers.read_to_end(&mut answer)?;
        if answer != READY && answer != READY_WITHOUT_COUNTING {
            let reason = String::from_utf8_lossy(&answer);
            let unknown = if reason.is_empty() { "init of the sandbox failed" } else { "" };
            return Err(io::Error::other(format!("{reason}{unknown}")));
        }
        let counts = answer == READY;
        Ok(Some(Self { init, alive: Some(alive), counts }))
    }

    /// Id of the process whose end is the end of all others in the sandbox.
    pub(crate) fn init(&self) -> Pid {
        self.init
    }

    /// True if init ends the sandbox when there are too many processes.
    pub(crate) fn counts(&self) -> bool {
        self.counts
    }

    /// True if no process but init is left, once the program has ended: then the parent of every
    /// other process, or of one of its ancestors, is init.
    pub(crate) fn is_empty(&self) -> bool {
        let init = self.init.as_raw_nonzero();
        let children = fs::read(format!("/proc/{init}/task/{init}/children"));
        children.is_ok_and(|children| children.trim_ascii().is_empty())
    }

    /// Kills all processes in the sandbox. `has_ended` is true if init has been reaped, so that its
    /// id may be that of another process.
    pub(crate) fn end(&mut self, has_ended: bool) {
        if !has_ended {
            // Where signals are refused, the end of the stream still ends init.
            let _ = kill_process(self.init, rustix::process::Signal::KILL);
        }
        self.alive = None;
    }
}

/// Gives up the standard streams, which are those of the launcher, and capabilities that init does
/// not need.
fn keep_needed() -> io::Result<()> {
    let null = File::options().read(true).write(true).open("/dev/null")?;
    dup2_stdin(&null)?;
    dup2_stdout(&null)?;
    dup2_stderr(&null)?;
    let none = CapabilitySet::empty();
    let sets = CapabilitySets { effective: NEEDED, permitted: NEEDED, inheritable: none };
    set_capabilities(None, sets).map_err(|error| explain("capabilities", error))
}

/// Body of init: makes the mounts, answers, and reaps orphans until the launcher ends or closes its
/// end of a pipe, or until there are too many processes. `sockets` are those to cover.
fn init(
    confinement: Confinement,
    tasks: Tasks,
    sockets: &[u8],
    launcher: &PipeReader,
    mut answer_to: PipeWriter,
) -> bool {
    let made = keep_needed();
    let made = made.and_then(|()| mounts::make(confinement.owns_folder, sockets, tasks));
    // Whatever may be refused is done before the answer: later, the end of init would be taken for
    // that of the program.
    let made = made.and_then(|has_own_proc| Ok((has_own_proc, notice_of_orphans()?)));
    let answer = match &made {
        Ok((true, _)) => READY.to_vec(),
        Ok((false, _)) => READY_WITHOUT_COUNTING.to_vec(),
        Err(error) => error.to_string().into(),
    };
    let answered = answer_to.write_all(&answer);
    // The launcher reads until the end of the stream.
    drop(answer_to);
    let (Ok((counts, ended)), Ok(())) = (made, answered) else { return false };
    let counting = counts.then(|| Counting::new(tasks.processes));
    reap_orphans(launcher, &ended, counting).is_ok()
}

/// Readable when a child has ended. Init ends with the launcher from now on.
fn notice_of_orphans() -> io::Result<SignalFd> {
    set_parent_process_death_signal(Some(rustix::process::Signal::KILL))?;
    let mut children = SigSet::empty();
    children.add(Signal::SIGCHLD);
    children.thread_block()?;
    let flags = SfdFlags::SFD_NONBLOCK | SfdFlags::SFD_CLOEXEC;
    SignalFd::with_flags(&children, flags).map_err(|error| explain("signals as a file", error))
}

fn reap_orphans(
    launcher: &PipeReader,
    ended: &SignalFd,
    mut counting: Option<Counting>,
) -> io::Result<()> {
    loop {
        if let Some(counting) = &mut counting
            && counting.is_due()
            && counting.finds_too_many(tasks::count)
        {
            // Nothing that the program does makes init end like this.
            std::process::exit(TOO_MANY_PROCESSES);
        }
        let mut fds = [PollFd::new(launcher, PollFlags::IN), PollFd::new(ended, PollFlags::IN)];
        let timeout = counting.as_ref().map(|counting| Timespec::try_from(counting.pause()));
        let timeout = timeout.transpose().map_err(io::Error::other)?;
        match poll(&mut fds, timeout.as_ref()) {
            Ok(_) | Err(Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
        // The launcher writes nothing, so this is its end.
        if !fds[0].revents().is_empty() {
            return Ok(());
        }
        while let Ok(Some(_)) = ended.read_signal() {}
        while let Ok(Some(_)) | Err(Errno::INTR) = wait(WaitOptions::NOHANG) {}
    }
}

/// Moves this process to the mounts of init, a process of the launcher's namespace, and gives up
/// all capabilities for good.
pub(crate) fn join(init: u64, folder: &Path, owns_folder: bool) -> io::Result<()> {
    let mounts = File::open(format!("/proc/{init}/ns/mnt"))?;
    move_into_link_name_space(mounts.as_fd(), Some(LinkNameSpaceType::Mount))?;
    env::set_current_dir(folder)?;
    // Root would get all capabilities back with the next program.
    let bits = [
        CapabilitiesSecureBits::NO_ROOT,
        CapabilitiesSecureBits::NO_ROOT_LOCKED,
        CapabilitiesSecureBits::NO_SETUID_FIXUP,
        CapabilitiesSecureBits::NO_SETUID_FIXUP_LOCKED,
        CapabilitiesSecureBits::KEEP_CAPS_LOCKED,
        CapabilitiesSecureBits::NO_CAP_AMBIENT_RAISE,
        CapabilitiesSecureBits::NO_CAP_AMBIENT_RAISE_LOCKED,
    ];
    set_capabilities_secure_bits(bits.into_iter().collect())?;
    clear_ambient_capability_set()?;
    for capability in CapabilitySet::all().iter() {
        match remove_capability_from_bounding_set(capability) {
            // The kernel is older than the capability.
            Ok(()) | Err(Errno::INVAL) => {}
            Err(error) => return Err(error.into()),
        }
    }
    let none = CapabilitySet::empty();
    set_capabilities(None, CapabilitySets { effective: none, permitted: none, inheritable: none })?;
    set_no_new_privs(true)?;
    landlock::restrict_writing(folder, owns_folder)?;
    system_calls::restrict(Level::Sandbox)
}
