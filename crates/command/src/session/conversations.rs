//! The running engines of a command, and how they end.

use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError, Weak};
use std::thread;
use std::time::{Duration, Instant};

use twinboard_protocol::LastWords;
use twinboard_registration::processes::{GRACE, describe, last_words};
use twinboard_runner::{End, Session, SessionEnd, Signal};

use super::interrupt::Interrupt;
use crate::process::stack;

/// Time for a thread that uses an engine to be done with it at the end of the command.
const USE_GRACE: Duration = Duration::from_secs(1);

/// Signals that ask the command to end its work.
const STOP_SIGNALS: [&str; 3] = ["SIGINT", "SIGTERM", "SIGHUP"];

/// An engine; `None` once it is closed.
pub(crate) type Running = Mutex<Option<Session>>;

/// The running engines of a command.
#[derive(Debug, Default)]
pub(crate) struct Conversations {
    running: Mutex<Vec<Weak<Running>>>,
    /// Sentences about engines that broke EP-9, each once.
    breaches: Mutex<Vec<String>>,
}

impl Conversations {
    /// Adds an engine, which is closed at the end of the command.
    pub(crate) fn add(&self, session: Session) -> Arc<Running> {
        let running = Arc::new(Mutex::new(Some(session)));
        let mut all = locked(&self.running);
        all.retain(|one| one.strong_count() > 0);
        all.push(Arc::downgrade(&running));
        running
    }

    /// Ends an engine after a breach.
    pub(crate) fn close(running: &Running, interrupt: &Interrupt) -> LastWords {
        let Some(session) = locked(running).take() else { return LastWords::default() };
        match session.close(GRACE) {
            Ok(SessionEnd { end: End::Signalled(signal), .. })
                if is_stop(signal) && interrupt.is_imminent() =>
            {
                LastWords { failure: Some("interrupted".into()), ..LastWords::default() }
            }
            end => last_words(end),
        }
    }

    /// Ends an engine that has kept the protocol until now, and keeps the breach if it does not
    /// exit as EP-9 says.
    pub(crate) fn finish(&self, running: &Running, interrupt: &Interrupt) {
        let session = locked(running).take();
        if let Some(session) = session {
            self.end(session, interrupt);
        }
    }

    fn end(&self, session: Session, interrupt: &Interrupt) {
        let breach = match session.close(GRACE) {
            // One that is killed here may just be slow to exit.
            Ok(SessionEnd { end: End::Exited(0) | End::Late, .. }) => return,
            Ok(SessionEnd { end: End::Signalled(signal), .. })
                if is_stop(signal) && interrupt.is_imminent() =>
            {
                return;
            }
            Ok(SessionEnd { end, .. }) => {
                let Some(end) = describe(&end) else { return };
                format!("the engine {end} at the end of its input; expected code 0 (EP-9)")
            }
            Err(error) => format!("cannot end the engine: {error}"),
        };
        let mut breaches = locked(&self.breaches);
        if !breaches.contains(&breach) {
            breaches.push(breach);
        }
    }

    /// Ends all engines that still run, and returns the breaches of EP-9 of all that ended. No
    /// process of an engine is left then, and no launcher, unless a thread does not let go of it.
    pub(crate) fn finish_all(&self, interrupt: &Interrupt) -> Vec<String> {
        let running: Vec<_> =
            locked(&self.running).drain(..).filter_map(|it| it.upgrade()).collect();
        thread::scope(|scope| {
            for running in &running {
                let finish = move || {
                    if let Some(session) = take_soon(running) {
                        self.end(session, interrupt);
                    }
                };
                if stack::thread().spawn_scoped(scope, finish).is_err() {
                    finish();
                }
            }
        });
        std::mem::take(&mut locked(&self.breaches))
    }
}

/// Takes an engine as soon as no thread uses it; `None` if one does for long, as a thread may that
/// was abandoned.
fn take_soon(running: &Running) -> Option<Session> {
    let asked = Instant::now();
    loop {
        match running.try_lock() {
            Ok(mut running) => return running.take(),
            Err(TryLockError::Poisoned(running)) => return running.into_inner().take(),
            Err(TryLockError::WouldBlock) if asked.elapsed() > USE_GRACE => return None,
            Err(TryLockError::WouldBlock) => thread::sleep(Duration::from_millis(1)),
        }
    }
}

/// A thread that panicked left nothing half done here.
pub(super) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The session of an engine that runs.
pub(super) fn session(running: &mut Option<Session>) -> io::Result<&mut Session> {
    running.as_mut().ok_or_else(|| io::ErrorKind::NotConnected.into())
}

fn is_stop(signal: i32) -> bool {
    Signal(signal).name().is_some_and(|name| STOP_SIGNALS.contains(&name))
}
