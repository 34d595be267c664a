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

    /// True if the parent process has this process ignore the signal; `None` if the system does not
    /// tell.
    #[must_use]
    pub fn is_ignored(self) -> Option<bool> {
        let status = std::fs::read_to_string("/proc/self/status").ok()?;
        let (_, rest) = status.split_once("SigIgn:")?;
        // The mask of the signals that are ignored, in hexadecimal.
        let mask = u64::from_str_radix(rest.split_whitespace().next()?, 16).ok()?;
        let bit = u32::try_from(self.0).ok()?.checked_sub(1)?;
        Some(mask.checked_shr(bit)? & 1 == 1)
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

/// Undoes that the parent process ignores the ends of its children, as some shells and servers do:
/// this process would inherit it, and the exit codes of all programs would be lost. Launchers and
/// runners call it by themselves.
pub fn heed_children() {
    #[cfg(unix)]
    {
        use signal_hook::consts::SIGCHLD;

        static ONCE: std::sync::Once = std::sync::Once::new();
        ONCE.call_once(|| {
            if Signal(SIGCHLD).is_ignored().unwrap_or(true) {
                // Programs that are started have no handler, and do not ignore the signal either.
                let _ = signal_hook::flag::register(SIGCHLD, std::sync::Arc::default());
            }
        });
    }
}

impl fmt::Display for Signal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name() {
            Some(name) => write!(f, "{name} ({})", self.0),
            None => write!(f, "signal {}", self.0),
        }
    }
}
