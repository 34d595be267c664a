//! The running engines of a command, and how they end.

use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::{Duration, Instant};
use std::{io, thread};

use twinboard_harness::report::visible;
use twinboard_protocol::{Channel, LastWords};
use twinboard_registration::processes::{GRACE, describe, last_words};
use twinboard_runner::{End, Run, Session, Signal};

use super::interrupt::Interrupt;
use crate::process::{self, Cpu};

/// Time for a thread that uses an engine to be done with it, once a signal has ended the work.
const USE_GRACE: Duration = Duration::from_secs(1);

/// Longest wait in which a thread holds an engine: it looks then whether the command ends.
const SLICE: Duration = Duration::from_millis(20);

/// Signals that ask the command to end its work.
const STOP_SIGNALS: [&str; 3] = ["SIGINT", "SIGTERM", "SIGHUP"];

#[derive(Debug)]
pub(crate) struct Running {
    /// Its command as the user wrote it.
    engine: String,
    limit: Duration,
    /// `None` once it is closed.
    session: Mutex<Option<Session>>,
    /// True if the engine has been asked for more than it has answered.
    has_unanswered_requests: AtomicBool,
    /// True once the command ends the engine: a thread that still plays gets an error then.
    ends: AtomicBool,
}

impl Running {
    /// The session for a thread that plays.
    fn used(&self) -> io::Result<MutexGuard<'_, Option<Session>>> {
        let session = locked(&self.session);
        if self.ends.load(Relaxed) { Err(io::ErrorKind::NotConnected.into()) } else { Ok(session) }
    }

    fn has_ended(&self) -> bool {
        self.session.try_lock().is_ok_and(|session| session.is_none())
    }

    /// Takes the session from a thread that may play. That has it no longer than a [`SLICE`], or
    /// the time limit of an answer while the engine does not read; after a signal nobody waits so
    /// long.
    fn take(&self, interrupt: &Interrupt) -> Option<Session> {
        self.ends.store(true, Relaxed);
        let asked = Instant::now();
        loop {
            let patience = if interrupt.has_come() { USE_GRACE } else { self.limit + USE_GRACE };
            match self.session.try_lock() {
                Ok(mut session) => return session.take(),
                Err(TryLockError::Poisoned(session)) => return session.into_inner().take(),
                Err(TryLockError::WouldBlock) if asked.elapsed() > patience => return None,
                Err(TryLockError::WouldBlock) => thread::sleep(Duration::from_millis(1)),
            }
        }
    }
}

/// The standard streams of an engine that the runner started.
pub(super) struct Streams {
    pub(super) running: Arc<Running>,
    pub(super) conversations: Arc<Conversations>,
    pub(super) interrupt: Interrupt,
    pub(super) cpu: Cpu,
    pub(super) binds_main: bool,
}

impl Channel for Streams {
    /// Binds the thread to the CPU of the process. The main thread stays free unless it plays:
    /// threads that it starts would be bound, too.
    fn adopt(&mut self) {
        if self.binds_main || thread::current().name() != Some("main") {
            self.cpu.bind();
        }
    }

    fn send(&mut self, bytes: &[u8], deadline: Instant) -> io::Result<()> {
        self.running.used()?.as_mut().ok_or(io::ErrorKind::NotConnected)?.send(bytes, deadline)
    }

    fn receive(&mut self, buffer: &mut [u8], deadline: Instant) -> io::Result<usize> {
        loop {
            let slice = deadline.min(Instant::now() + SLICE);
            let mut session = self.running.used()?;
            let session = session.as_mut().ok_or(io::ErrorKind::NotConnected)?;
            match session.receive(buffer, slice) {
                Err(error) if error.kind() == io::ErrorKind::TimedOut && slice < deadline => {}
                received => return received,
            }
        }
    }

    fn cpu_use(&self) -> Option<(Duration, bool)> {
        self.running.used().ok()?.as_ref()?.cpu_use()
    }

    fn set_unanswered(&mut self, has_unanswered_requests: bool) {
        self.running.has_unanswered_requests.store(has_unanswered_requests, Relaxed);
    }

    /// Ends the engine after a breach.
    fn close(&mut self) -> LastWords {
        // At the end of the command it is ended as one that has kept the protocol.
        let session = self.running.used().ok().and_then(|mut session| session.take());
        let Some(session) = session else { return LastWords::default() };
        match session.close(GRACE) {
            Ok(Run { end: End::Signalled(signal), .. })
                if is_stop(signal) && self.interrupt.is_imminent() =>
            {
                LastWords { failure: Some("interrupted".into()), ..LastWords::default() }
            }
            end => last_words(end),
        }
    }

    /// Ends an engine that has kept the protocol until now, and keeps the breach if it does not exit
    /// as EP-9 says.
    fn finish(&mut self) {
        // `finish_all` waits for this lock, so it sees the breach.
        let mut session = locked(&self.running.session);
        if let Some(session) = session.take() {
            self.conversations.end(&self.running, session, &self.interrupt);
        }
    }
}

/// A protocol error after the last game, which belongs to no case: an engine writes
/// something after its last answer (EP-4), or does not exit with code 0 at the end of its input
/// (EP-9).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LateBreach {
    pub(crate) engine: String,
    pub(crate) message: String,
}

impl LateBreach {
    fn of(running: &Running, message: String) -> Self {
        Self { engine: running.engine.clone(), message }
    }
}

#[derive(Debug, Default)]
pub(crate) struct Conversations {
    running: Mutex<Vec<Arc<Running>>>,
    /// True once the engines are ended: no other is started then.
    are_over: AtomicBool,
    /// Those so far, each once.
    late_breaches: Mutex<Vec<LateBreach>>,
}

impl Conversations {
    /// Adds an engine with its command and the time limit of its answers; it is closed at the end
    /// of the command.
    /// Fails if the engines of the command have been ended: only a thread that was abandoned plays on.
    pub(crate) fn add(
        &self,
        session: Session,
        engine: &str,
        limit: Duration,
    ) -> io::Result<Arc<Running>> {
        let mut all = locked(&self.running);
        if self.are_over.load(Relaxed) {
            return Err(io::Error::other("the command ends"));
        }
        let running = Arc::new(Running {
            engine: engine.to_owned(),
            limit,
            session: Mutex::new(Some(session)),
            has_unanswered_requests: AtomicBool::new(false),
            ends: AtomicBool::new(false),
        });
        all.retain(|one| !one.has_ended());
        all.push(Arc::clone(&running));
        Ok(running)
    }

    fn end(&self, running: &Running, mut session: Session, interrupt: &Interrupt) {
        let grace = if running.has_unanswered_requests.load(Relaxed) {
            // It may take the time for each answer that the protocol gives it, and exits then.
            session.end_input();
            let mut buffer = [0; 1 << 12];
            while !interrupt.has_come()
                && session
                    .receive(&mut buffer, Instant::now() + running.limit)
                    .is_ok_and(|count| count > 0)
            {}
            GRACE
        } else {
            let deadline = Instant::now() + GRACE;
            let surplus = surplus(&mut session, deadline);
            if let Some(line) = surplus.filter(|_| !interrupt.is_imminent()) {
                let message = format!("the engine wrote `{line}` after its last answer (EP-4)");
                self.add_breach(LateBreach::of(running, message));
            }
            deadline.saturating_duration_since(Instant::now())
        };
        let message = match session.close(grace) {
            // One that is killed here may just be slow to exit.
            Ok(Run { end: End::Exited(0) | End::Late, .. }) => return,
            Ok(Run { end: End::Signalled(signal), .. })
                if is_stop(signal) && interrupt.is_imminent() =>
            {
                return;
            }
            Ok(Run { end, errors, .. }) => {
                let Some(end) = describe(&end) else { return };
                let errors = String::from_utf8_lossy(&errors);
                let last = errors.lines().rev().find(|line| !line.trim().is_empty());
                let last = last.map(|line| format!("; its last words: {}", visible(line)));
                let last = last.unwrap_or_default();
                format!("the engine {end} at the end of its input; expected code 0 (EP-9){last}")
            }
            Err(error) => format!("cannot end the engine: {error}"),
        };
        self.add_breach(LateBreach::of(running, message));
    }

    /// Adds a protocol error after the last game.
    fn add_breach(&self, breach: LateBreach) {
        let mut all = locked(&self.late_breaches);
        if !all.contains(&breach) {
            all.push(breach);
        }
    }

    /// Ends all engines that still run, and returns the late breaches of the command. No
    /// process of an engine is left then, and no launcher, unless a thread still holds it.
    /// No engine can be started any more.
    pub(crate) fn finish_all(&self, interrupt: &Interrupt) -> Vec<LateBreach> {
        let running: Vec<_> = {
            let mut running = locked(&self.running);
            self.are_over.store(true, Relaxed);
            running.drain(..).collect()
        };
        thread::scope(|scope| {
            for running in &running {
                let finish = move || {
                    if let Some(session) = running.take(interrupt) {
                        self.end(running, session, interrupt);
                    }
                };
                if process::thread().spawn_scoped(scope, finish).is_err() {
                    finish();
                }
            }
        });
        locked(&self.late_breaches).clone()
    }

    /// Forgets the late breaches, of which another process tells.
    pub(crate) fn forget_late_breaches(&self) {
        locked(&self.late_breaches).clear();
    }
}

/// The first line that an engine writes after its last reply, as it is quoted. Its input is ended, and
/// it has until the deadline to exit.
fn surplus(session: &mut Session, deadline: Instant) -> Option<String> {
    session.end_input();
    let mut buffer = [0; 1 << 7];
    let count = session.receive(&mut buffer, deadline).ok().filter(|&count| count > 0)?;
    let line = buffer[..count].split(|&byte| byte == b'\n').next()?;
    Some(visible(&String::from_utf8_lossy(line)))
}

/// A thread that panicked left nothing half done here.
pub(super) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn is_stop(signal: i32) -> bool {
    Signal(signal).name().is_some_and(|name| STOP_SIGNALS.contains(&name))
}
