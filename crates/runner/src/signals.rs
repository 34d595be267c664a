//! Names of signals, and the reactions to them that this process inherits.

use std::fmt;

/// A signal that ended a program, as it is printed: `SIGSEGV (11)`, or `signal 34` if it has no
/// name.
///
/// ```
/// # #[cfg(target_os = "linux")]
/// assert_eq!(twinboard_runner::Signal(11).to_string(), "SIGSEGV (11)");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Signal(pub i32);

impl Signal {
    /// The name, such as `SIGSEGV`. Numbers differ between systems, names do not.
    #[must_use]
    pub fn name(self) -> Option<&'static str> {
        #[cfg(unix)]
        let name =
            nix::sys::signal::Signal::try_from(self.0).ok().map(nix::sys::signal::Signal::as_str);
        #[cfg(not(unix))]
        let name = None;
        name
    }

    /// True if this process ignores the signal, as its parent may have wanted; `None` if the system
    /// does not say.
    #[must_use]
    pub fn is_ignored(self) -> Option<bool> {
        let bit = u32::try_from(self.0).ok()?.checked_sub(1)?;
        Some(ignored()?.checked_shr(bit)? & 1 == 1)
    }

    /// The meaning of a signal that often ends programs, in the words of shells.
    #[must_use]
    pub fn meaning(self) -> Option<&'static str> {
        Some(match self.name()? {
            "SIGILL" => "illegal instruction",
            "SIGABRT" => "aborted",
            "SIGBUS" => "bus error",
            "SIGFPE" => "arithmetic error, such as a division by zero",
            "SIGKILL" => "killed",
            "SIGSEGV" => "segmentation fault",
            "SIGPIPE" => "broken pipe",
            "SIGXCPU" => "CPU time limit exceeded",
            "SIGSYS" => "system call that is not permitted",
            _ => return None,
        })
    }
}

/// The mask of the signals that this process ignores, signal 1 in its lowest bit; `None` if the system
/// does not say.
fn ignored() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let (_, rest) = status.split_once("SigIgn:")?;
    u64::from_str_radix(rest.split_whitespace().next()?, 16).ok()
}

/// Resets SIGCHLD to its default. A shell or server that ignores it passes that on, and then the exit
/// codes of all child processes are lost. Launchers and runners call this by themselves.
pub fn reset_sigchld() {
    #[cfg(unix)]
    {
        use signal_hook::consts::SIGCHLD;

        static ONCE: std::sync::Once = std::sync::Once::new();
        ONCE.call_once(|| {
            if Signal(SIGCHLD).is_ignored().unwrap_or(true) {
                handle_without_effect(SIGCHLD);
            }
        });
    }
}

/// Gives the programs that this thread starts from now on the default reaction to signals that the
/// parent of this process has it ignore or block, as a shell does for a job in the background: a program
/// inherits both, and no handler. Signals that were ignored still have no effect here.
///
/// Signals of the terminal stay ignored, because reading and writing there would be tried for ever, and
/// so does SIGPIPE, which the standard library resets for every program. Launchers call it by
/// themselves; a test calls it if it sends signals to what it starts.
pub fn reset_signals() {
    handle_ignored_signals();
}

/// Does that, and returns true if signals were ignored.
pub(crate) fn handle_ignored_signals() -> bool {
    #[cfg(unix)]
    {
        use nix::sys::signal::SigSet;
        use signal_hook::consts::{FORBIDDEN, SIGPIPE, SIGTSTP, SIGTTIN, SIGTTOU};

        let _ = SigSet::empty().thread_set_mask();
        let stays = |signal: &i32| {
            [SIGPIPE, SIGTSTP, SIGTTIN, SIGTTOU].contains(signal) || FORBIDDEN.contains(signal)
        };
        let mask = ignored().unwrap_or_default();
        let ignored = (1..=64).filter(|signal| mask >> (signal - 1) & 1 == 1);
        ignored.filter(|signal| !stays(signal) && handle_without_effect(*signal)).count() > 0
    }
    #[cfg(not(unix))]
    false
}

/// Installs a handler that does nothing, in place of ignoring the signal. False if that fails.
#[cfg(unix)]
fn handle_without_effect(signal: i32) -> bool {
    signal_hook::flag::register(signal, std::sync::Arc::default()).is_ok()
}

impl fmt::Display for Signal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name() {
            Some(name) => write!(f, "{name} ({})", self.0),
            None => write!(f, "signal {}", self.0),
        }
    }
}
