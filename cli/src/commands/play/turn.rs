//! A move of a two-player game in time, as a contest demands it.
//!
//! The search runs on a thread of its own. The main thread holds the clock and the best answer so
//! far, and writes it at the deadline, whatever the search does; the end of the process ends the
//! search.

use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use harness::Side;
use harness::guard::Panic;
use referee::{Analyst, Contest, MoveBudget};

use crate::args::Play;
use crate::failure::{Exit, Failure};
use crate::{clock, files, output};

/// Default time for an answer. A contest allows 1 s from the start of a process to its end; the
/// rest is for starting it, for writing the answer, and for the load of other processes.
const TIME: Duration = Duration::from_millis(800);

/// A message from the search to the main thread.
enum Update {
    /// The best answer so far.
    Better(String),
    /// The search is over; no better answer will follow.
    Done,
}

pub(super) fn run(
    options: &Play,
    contest: &dyn Contest,
    analyst: Box<dyn Analyst>,
) -> Result<Exit, Failure> {
    let names = contest.files();
    let in_files = options.file.is_none() && !options.stdio;
    let file = match &options.file {
        Some(file) => file,
        None => Path::new(if in_files { names.board } else { "-" }),
    };
    let (name, text) = files::read(file).map_err(|failure| match failure {
        Failure::File { error, .. } if in_files && error.kind() == io::ErrorKind::NotFound => {
            Failure::Usage(format!(
                "there is no {} in this folder; expected a board there, in FILE, or on standard \
                 input with --stdio",
                names.board
            ))
        }
        failure => failure,
    })?;
    let play = contest.start(&text).map_err(|error| Failure::Input { name, error })?;
    let deadline = clock::later(clock::started(), options.time.unwrap_or(TIME));
    let threads = options.threads.map_or(1, usize::from);
    let none = analyst.no_move();
    let updates = search(analyst, play.board(), deadline, threads)?;
    let message = "in the search, before the first answer".into();
    let panic = Panic { message, is_declared: false };
    let answer = best_in_time(&updates, deadline, none)
        .ok_or(Failure::Panic { side: Side::Engine, panic })?;
    if in_files {
        files::write_unsynced(Path::new(names.answer), answer)?;
    } else {
        let mut output = output::raw();
        output
            .write_all(answer.as_bytes())
            .and_then(|()| output.flush())
            .map_err(Failure::Output)?;
    }
    // The end of the process ends a search that is still running.
    Ok(Exit::Success)
}

/// Starts the search on a thread of its own. The updates come through the returned channel.
fn search(
    mut analyst: Box<dyn Analyst>,
    board: String,
    deadline: Instant,
    threads: usize,
) -> Result<Receiver<Update>, Failure> {
    let (sender, receiver) = mpsc::channel();
    let searching = move || {
        let stop = AtomicBool::new(false);
        let budget = MoveBudget { deadline, threads, stop: &stop };
        // Sending fails after the deadline, when the receiver is gone.
        analyst.advise(&board, &budget, &mut |rated| {
            let _ = sender.send(Update::Better(rated.answer));
        });
        // Sent before the analyst is dropped, since freeing its memory may take long.
        let _ = sender.send(Update::Done);
    };
    let started = thread::Builder::new().stack_size(referee::contest::STACK).spawn(searching);
    started
        .map_err(|error: io::Error| Failure::Usage(format!("cannot start the search: {error}")))?;
    Ok(receiver)
}

/// The best answer at the deadline, or earlier if the search is over; `none` if the position has no
/// move. Waits for the first answer even beyond the deadline: it comes at once, and no answer is
/// worse than a late one. `None` if the search panicked before.
fn best_in_time(updates: &Receiver<Update>, deadline: Instant, none: String) -> Option<String> {
    let mut best = None;
    loop {
        let next = match best {
            None => updates.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Some(_) => updates.recv_timeout(deadline.saturating_duration_since(Instant::now())),
        };
        match next {
            Ok(Update::Better(answer)) => best = Some(answer),
            Ok(Update::Done) => return best.or(Some(none)),
            Err(_) => return best,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::thread;
    use std::time::{Duration, Instant};

    use super::{Update, best_in_time};

    /// A deadline that no test reaches.
    const LONG: Duration = Duration::from_mins(5);

    fn better(answer: &str) -> Update {
        Update::Better(answer.into())
    }

    #[test]
    fn a_hung_search_is_cut_off_at_the_deadline() {
        let (sender, updates) = mpsc::channel();
        sender.send(better("first")).unwrap();
        sender.send(better("second")).unwrap();
        let started = Instant::now();
        let answer = best_in_time(&updates, started + Duration::from_millis(20), "none".into());
        assert_eq!(answer.unwrap(), "second");
        assert!(started.elapsed() >= Duration::from_millis(20), "a better answer may come");
        drop(sender);
    }

    #[test]
    fn the_answer_comes_at_once_if_the_search_ends_or_panics() {
        let started = Instant::now();
        let (sender, updates) = mpsc::channel();
        sender.send(better("first")).unwrap();
        sender.send(Update::Done).unwrap();
        assert_eq!(best_in_time(&updates, started + LONG, "none".into()).unwrap(), "first");
        sender.send(Update::Done).unwrap();
        assert_eq!(best_in_time(&updates, started + LONG, "none".into()).unwrap(), "none");
        sender.send(better("last")).unwrap();
        drop(sender);
        assert_eq!(best_in_time(&updates, started + LONG, "none".into()).unwrap(), "last");
        let (sender, updates) = mpsc::channel();
        drop(sender);
        assert_eq!(
            best_in_time(&updates, started + LONG, "none".into()),
            None,
            "there is no answer"
        );
        assert!(started.elapsed() < LONG);
    }

    #[test]
    fn a_late_first_answer_is_awaited() {
        let (sender, updates) = mpsc::channel();
        let late = thread::spawn(move || {
            thread::sleep(Duration::from_millis(50));
            sender.send(better("first")).unwrap();
            sender
        });
        assert_eq!(best_in_time(&updates, Instant::now(), "none".into()).unwrap(), "first");
        drop(late.join().unwrap());
    }
}
