//! A move in a game for two, as a contest asks a program for it: in time, whatever the search does.

use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use harness::Side;
use referee::{Analyst, Budget, Contest};

use crate::args::Play;
use crate::failure::{Exit, Failure};
use crate::{clock, files, output};

/// A contest allows a second from the start of a program to its end. What is left is for starting
/// it, for writing the answer, and for others who keep the machine busy.
const TIME: Duration = Duration::from_millis(800);

/// What the one who searches tells the one who watches the time.
enum News {
    /// This is the best answer so far.
    Better(String),
    /// There will be none that is better.
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
    let (name, text) = files::read(file)?;
    let play = contest.start(&text).map_err(|error| Failure::Input { name, error })?;
    let deadline = clock::later(clock::started(), options.time.unwrap_or(TIME));
    let threads = options.threads.map_or(1, usize::from);
    let none = analyst.no_move();
    let news = search(analyst, play.board(), deadline, threads)?;
    let message = "in the search, before there was any answer".into();
    let answer = best_in_time(&news, deadline, none)
        .ok_or(Failure::Panic { side: Side::Engine, message })?;
    if in_files {
        files::write_unsynced(Path::new(names.answer), answer)?;
    } else {
        let mut output = output::raw();
        output
            .write_all(answer.as_bytes())
            .and_then(|()| output.flush())
            .map_err(Failure::Output)?;
    }
    // The end of the process ends a search that did not come back.
    Ok(Exit::Success)
}

/// Searches beside whoever reads the news.
fn search(
    mut analyst: Box<dyn Analyst>,
    board: String,
    deadline: Instant,
    threads: usize,
) -> Result<Receiver<News>, Failure> {
    let (tell, news) = mpsc::channel();
    let searching = move || {
        let stop = AtomicBool::new(false);
        let budget = Budget { deadline, threads, stop: &stop };
        // Nobody listens any more when it is too late.
        analyst.advise(&board, &budget, &mut |rated| {
            let _ = tell.send(News::Better(rated.answer));
        });
        // To forget all that it remembers may take longer than there is time.
        let _ = tell.send(News::Done);
    };
    let started = thread::Builder::new().stack_size(referee::contest::STACK).spawn(searching);
    started
        .map_err(|error: io::Error| Failure::Usage(format!("cannot start to search: {error}")))?;
    Ok(news)
}

/// The best answer at the deadline, or before if it cannot become better. The first one is waited
/// for in any case: it comes at once, and no answer is worse than a late one. `None` if whoever
/// searches has died before.
fn best_in_time(news: &Receiver<News>, deadline: Instant, none: String) -> Option<String> {
    let mut best = None;
    loop {
        let next = match best {
            None => news.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Some(_) => news.recv_timeout(deadline.saturating_duration_since(Instant::now())),
        };
        match next {
            Ok(News::Better(answer)) => best = Some(answer),
            Ok(News::Done) => return best.or(Some(none)),
            Err(_) => return best,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::thread;
    use std::time::{Duration, Instant};

    use super::{News, best_in_time};

    /// Far longer than any of this takes.
    const LONG: Duration = Duration::from_mins(5);

    fn better(answer: &str) -> News {
        News::Better(answer.into())
    }

    #[test]
    fn a_search_that_does_not_come_back_is_not_waited_for() {
        let (tell, news) = mpsc::channel();
        tell.send(better("first")).unwrap();
        tell.send(better("second")).unwrap();
        let started = Instant::now();
        let answer = best_in_time(&news, started + Duration::from_millis(20), "none".into());
        assert_eq!(answer.unwrap(), "second");
        assert!(started.elapsed() >= Duration::from_millis(20), "until then it can get better");
        drop(tell);
    }

    #[test]
    fn a_search_that_is_done_or_has_died_is_not_waited_for_either() {
        let started = Instant::now();
        let (tell, news) = mpsc::channel();
        tell.send(better("first")).unwrap();
        tell.send(News::Done).unwrap();
        assert_eq!(best_in_time(&news, started + LONG, "none".into()).unwrap(), "first");
        tell.send(News::Done).unwrap();
        assert_eq!(best_in_time(&news, started + LONG, "none".into()).unwrap(), "none");
        tell.send(better("last")).unwrap();
        drop(tell);
        assert_eq!(best_in_time(&news, started + LONG, "none".into()).unwrap(), "last");
        let (tell, news) = mpsc::channel();
        drop(tell);
        assert_eq!(best_in_time(&news, started + LONG, "none".into()), None, "there is no answer");
        assert!(started.elapsed() < LONG);
    }

    #[test]
    fn the_first_answer_is_waited_for_even_if_it_is_late() {
        let (tell, news) = mpsc::channel();
        let late = thread::spawn(move || {
            thread::sleep(Duration::from_millis(50));
            tell.send(better("first")).unwrap();
            tell
        });
        assert_eq!(best_in_time(&news, Instant::now(), "none".into()).unwrap(), "first");
        drop(late.join().unwrap());
    }
}
