//! Ctrl-C, SIGTERM and SIGHUP: the first ends the work with a report, the second ends the process.

use std::io;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use crate::output::Exit;

/// Added to the number of a signal, it is the exit code of a process that the signal ended, as
/// shells report it: 130 for SIGINT, which is Ctrl-C, 143 for SIGTERM and 129 for SIGHUP.
const ENDED_BY: u8 = 128;

/// Time that a handler needs on a busy machine.
const GRACE: Duration = Duration::from_millis(100);

/// The signals that ask the command to end its work.
#[derive(Clone, Default)]
pub(crate) struct Interrupt {
    /// The number of the first signal; 0 without one.
    first: Arc<AtomicUsize>,
}

impl Interrupt {
    /// Returns a flag that the first Ctrl-C or SIGTERM sets.
    pub(crate) fn catch(&self) -> Arc<AtomicBool> {
        let stop = Arc::new(AtomicBool::new(false));
        // Without a handler the signal ends the process by default.
        let _ = handle(&stop, &self.first);
        stop
    }

    /// True if a signal has come.
    pub(crate) fn has_come(&self) -> bool {
        self.first.load(Relaxed) != 0
    }

    /// True if a signal has come or comes within a moment. It reaches other processes at the same time, whose end
    /// may be seen before the handler has run; so this waits for it for a moment.
    pub(crate) fn is_imminent(&self) -> bool {
        let asked = Instant::now();
        while !self.has_come() {
            if asked.elapsed() > GRACE {
                return false;
            }
            thread::sleep(Duration::from_millis(1));
        }
        true
    }

    /// The exit code of the process. Work that was interrupted is no success, since it is
    /// incomplete.
    pub(crate) fn exit_code(&self, exit: Exit) -> ExitCode {
        match (exit, self.first.load(Relaxed)) {
            (Exit::Success | Exit::Undecided, signal @ 1..) => {
                ExitCode::from(ENDED_BY + signal as u8)
            }
            _ => exit.into(),
        }
    }
}

/// Leaves the reaction to Ctrl-C to the parent process: it has no effect here.
pub(crate) fn ignore() {
    let _ = handle(&Arc::default(), &Arc::default());
}

#[cfg(unix)]
fn handle(stop: &Arc<AtomicBool>, first: &Arc<AtomicUsize>) -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::flag::{register, register_conditional_shutdown, register_usize};
    use twinboard_runner::Signal;

    for signal in [SIGINT, SIGTERM, SIGHUP] {
        // `nohup` lets work go on after the end of the terminal, and a shell has a job in the
        // background ignore Ctrl-C.
        if Signal(signal).is_ignored() == Some(true) {
            continue;
        }
        // They act in this order, so the second signal finds the flag set by the first.
        register_conditional_shutdown(signal, i32::from(ENDED_BY) + signal, Arc::clone(stop))?;
        register_usize(signal, Arc::clone(first), signal as usize)?;
        register(signal, Arc::clone(stop))?;
    }
    Ok(())
}

#[cfg(not(unix))]
fn handle(stop: &Arc<AtomicBool>, first: &Arc<AtomicUsize>) -> io::Result<()> {
    /// The number of SIGINT on other systems.
    const CTRL_C: usize = 2;

    let (stop, first) = (Arc::clone(stop), Arc::clone(first));
    let set = ctrlc::set_handler(move || {
        first.store(CTRL_C, Relaxed);
        if stop.swap(true, Relaxed) {
            std::process::exit(i32::from(ENDED_BY) + CTRL_C as i32);
        }
    });
    set.map_err(io::Error::other)
}
