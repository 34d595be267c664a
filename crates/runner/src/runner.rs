//! The settings under which programs run.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use serde::{Deserialize, Serialize};

use crate::environment::Added;
use crate::isolation::Level;
use crate::launcher::{OWN_BY_KERNEL, own_executable};
use crate::run::Limits;

#[cfg(unix)]
use crate::isolation::Confinement;

/// Folders that are empty in a sandbox, apart from a few devices.
const PRIVATE: [&str; 2] = ["/dev", "/run"];

/// Runs programs within limits. One runner can be used by several threads at once.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Runner {
    pub(crate) launcher: OsString,
    pub(crate) arguments: Vec<OsString>,
    pub(crate) limits: Limits,
    level: Level,
    owns_folder: bool,
    pub(crate) environment: Added,
    #[serde(skip)]
    pub(crate) stop: Option<Arc<AtomicBool>>,
}

impl Runner {
    /// A runner whose launcher is this process's own executable. Called with `arguments` and some
    /// more, the executable must pass those additional ones to
    /// [`launch`](crate::launch).
    ///
    /// # Errors
    ///
    /// If the path of the executable cannot be determined.
    pub fn of_this_program(arguments: &[&str], limits: Limits) -> io::Result<Self> {
        Ok(Self::of_program(own_executable()?, arguments, limits))
    }

    /// A runner whose launcher is another executable, see
    /// [`of_this_program`](Self::of_this_program).
    #[must_use]
    pub fn of_program(launcher: PathBuf, arguments: &[&str], limits: Limits) -> Self {
        let arguments = arguments.iter().map(OsString::from).collect();
        Self {
            launcher: launcher.into_os_string(),
            arguments,
            limits,
            level: Level::Limits,
            owns_folder: true,
            environment: Added::new(),
            stop: None,
        }
    }

    /// The runner as text, of which another process makes one that starts the same launcher
    /// ([`from_json`](Self::from_json)). The stop flag is no part of it.
    ///
    /// # Panics
    ///
    /// Never: plain data can be written.
    #[must_use]
    pub fn to_json(&self) -> String {
        let mut this = self.clone();
        // In the other process the name of this one's executable means another file.
        if this.launcher == OWN_BY_KERNEL {
            this.launcher = format!("/proc/{}/exe", std::process::id()).into();
        }
        serde_json::to_string(&this).expect("plain data can be written")
    }

    /// The runner of [`to_json`](Self::to_json).
    ///
    /// # Errors
    ///
    /// For any other text.
    pub fn from_json(text: &str) -> serde_json::Result<Self> {
        serde_json::from_str(text)
    }

    /// Isolates programs at this level. [`available`](Self::available) finds the best one.
    #[must_use]
    pub fn with_level(self, level: Level) -> Self {
        Self { level, ..self }
    }

    /// Keeps isolated programs from writing to the folder in which they run.
    #[must_use]
    pub fn with_read_only_folder(self) -> Self {
        Self { owns_folder: false, ..self }
    }

    /// Adds a variable to the environment of programs, or replaces one.
    ///
    /// Without this they get `PATH`, `LANG`, `LC_*`, `TERM` and `TZ` of this process, and the
    /// folder in which they run as `HOME`; see [`is_passed`](crate::is_passed). A name that is
    /// empty or contains `=`, and a null byte, make every run fail.
    #[must_use]
    pub fn with_env(mut self, name: impl Into<OsString>, value: impl Into<OsString>) -> Self {
        self.environment.push((name.into(), value.into()));
        self
    }

    /// Level of isolation of each run and session.
    #[must_use]
    pub fn level(&self) -> Level {
        self.level
    }

    /// The folder that keeps a program from seeing the file at this absolute path, if it runs in
    /// `folder`: in a sandbox, `/dev` and `/run` have nothing of the user's but the folder of the
    /// program.
    #[must_use]
    pub fn hides(&self, path: &Path, folder: Option<&Path>) -> Option<&'static str> {
        // A folder `/` is covered as any other one.
        let is_own = folder.is_some_and(|own| own != Path::new("/") && path.starts_with(own));
        let is_hidden = self.level == Level::Sandbox && !is_own;
        PRIVATE.into_iter().find(|private| is_hidden && path.starts_with(private))
    }

    /// Cancels runs and interrupts sessions as soon as this flag is set; it is polled every 50
    /// milliseconds.
    #[must_use]
    pub fn with_stop(self, stop: Arc<AtomicBool>) -> Self {
        Self { stop: Some(stop), ..self }
    }

    /// A copy whose runs and sessions cannot be cancelled.
    #[must_use]
    pub fn without_stop(&self) -> Self {
        Self { stop: None, ..self.clone() }
    }

    /// A copy with other limits.
    #[must_use]
    pub fn with_limits(&self, limits: Limits) -> Self {
        Self { limits, ..self.clone() }
    }

    /// Limits of each run and session.
    #[must_use]
    pub fn limits(&self) -> Limits {
        self.limits
    }

    #[cfg(unix)]
    pub(crate) fn confinement(&self) -> Confinement {
        Confinement { level: self.level, owns_folder: self.owns_folder }
    }
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};
    use std::time::Duration;

    use super::Runner;
    use crate::isolation::Level;
    use crate::run::Limits;

    #[test]
    fn another_process_makes_the_same_runner_of_its_text() {
        let limits = Limits { time: Duration::MAX, memory: 1 << 30, output: 7, processes: 3 };
        let runner = Runner::of_program("/bin/launcher".into(), &["a b", ""], limits)
            .with_level(Level::Landlock)
            .with_read_only_folder()
            .with_env("NAME", "a = b")
            .with_env("EMPTY", "");
        let text = runner.to_json();
        let same = Runner::from_json(&text).expect("the text of a runner");
        assert_eq!(format!("{same:?}"), format!("{runner:?}"));
        for length in 0..text.len() {
            assert!(Runner::from_json(&text[..length]).is_err(), "{length}");
        }
        // The executable of this process has another name there.
        let own = Runner::of_this_program(&[], limits).unwrap().to_json();
        let own = Runner::from_json(&own).unwrap().launcher;
        assert_ne!(own, "/proc/self/exe");
        assert!(Path::new(&own).exists());
    }

    #[test]
    fn a_sandbox_hides_what_is_private_but_the_folder_of_the_program() {
        let limits = Limits { time: Duration::MAX, memory: 0, output: 0, processes: 1 };
        let runner = Runner::of_program(PathBuf::new(), &[], limits);
        let path = Path::new("/run/user/bot");
        assert_eq!(runner.hides(path, None), None);
        let sandbox = runner.with_level(Level::Sandbox);
        assert_eq!(sandbox.hides(path, None), Some("/run"));
        assert_eq!(sandbox.hides(path, Some(Path::new("/run/user"))), None);
        assert_eq!(sandbox.hides(path, Some(Path::new("/"))), Some("/run"));
        assert_eq!(sandbox.hides(Path::new("/dev/shm/bot"), None), Some("/dev"));
        assert_eq!(sandbox.hides(Path::new("/runs/bot"), None), None);
    }
}
