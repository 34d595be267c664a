//! Names of signals.

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

impl fmt::Display for Signal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name() {
            Some(name) => write!(f, "{name} ({})", self.0),
            None => write!(f, "signal {}", self.0),
        }
    }
}
