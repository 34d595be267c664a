//! Plays a single game.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use twinboard_runner::Runner;
use twinboard_vocabulary::SystemFailure;
use twinboard_vocabulary::two_player::Player;

use crate::budget::MoveBudget;
use crate::contest::{Bot, Contest, Disagreement, GameState, Judgement, Play};
use crate::error::RefereeError;
use crate::foul::{Crash, Foul};
use crate::pauses::Pauses;
use crate::program::{Program, Reply};
use crate::record::{Record, Times};

/// Resources and limits shared by all games of a tournament.
pub(crate) struct Context<'a> {
    pub(crate) contest: &'a dyn Contest,
    /// Runs programs; `None` if no player is a program.
    pub(crate) runner: Option<Runner>,
    /// Parent of the temporary folders in which programs run.
    pub(crate) scratch: &'a Path,
    /// Time limit of a move.
    pub(crate) time: Duration,
    /// Number of threads that a built-in player may use.
    pub(crate) threads: usize,
    /// Cancels all games when set.
    pub(crate) stop: &'a AtomicBool,
    /// Pauses of this process, for which a player may not be responsible.
    pub(crate) pauses: &'a Pauses,
}

/// Player of one game.
pub(crate) enum ActivePlayer<'a> {
    Bot(Box<dyn Bot>),
    Program(&'a Program),
}

/// Result of a game.
struct Ending {
    winner: Option<Player>,
    foul: Option<Foul>,
    errors: String,
}

/// Plays a game; `None` if it was cancelled. `record` has the fields that are known in advance; the
/// others are filled in.
pub(crate) fn play(
    context: &Context<'_>,
    board: &str,
    mut players: [ActivePlayer<'_>; 2],
    mut record: Record,
) -> Result<Option<Record>, RefereeError> {
    // `Tournament::new` has read the text successfully before.
    let mut play = context.contest.start(board.as_bytes()).map_err(|error| RefereeError::Io {
        doing: "read the board".into(),
        error: io::Error::other(error.to_string()),
    })?;
    let ending = loop {
        if context.stop.load(Relaxed) {
            return Ok(None);
        }
        // A player without a legal move is not asked.
        match catch_panics(play.as_mut(), |play| play.state())? {
            GameState::Playing => {}
            GameState::Won(seat) => break Ending::by_rule(Some(seat)),
            GameState::Drawn => break Ending::by_rule(None),
        }
        let (seat, board) = catch_panics(play.as_mut(), |play| Ok((play.turn(), play.board())))?;
        let Some(reply) = ask(context, &mut players[seat.index()], &board, &mut record)? else {
            return Ok(None);
        };
        record.times[seat.index()].add(reply.time);
        match judge(play.as_mut(), reply.answer)? {
            None => record.moves += 1,
            Some(foul) => break Ending { errors: reply.errors, ..Ending::by_foul(seat, foul) },
        }
    };
    let Ending { winner, foul, errors } = ending;
    Ok(Some(Record { winner, foul, errors, case: play.case(), ..record }))
}

impl Ending {
    fn by_rule(winner: Option<Player>) -> Self {
        Self { winner, foul: None, errors: String::new() }
    }

    fn by_foul(seat: Player, foul: Foul) -> Self {
        Self { winner: Some(seat.other()), foul: Some(foul), errors: String::new() }
    }
}

/// Calls the judges. A panic in one of them counts as a disagreement, unless the system lacks
/// something.
pub(crate) fn catch_panics<T>(
    play: &mut dyn Play,
    call: impl FnOnce(&mut dyn Play) -> Result<T, Disagreement>,
) -> Result<T, Disagreement> {
    let result = catch_unwind(AssertUnwindSafe(|| call(&mut *play)));
    result.unwrap_or_else(|panic| {
        if panic.is::<SystemFailure>() {
            resume_unwind(panic);
        }
        let about = format!("one of them panicked: {}", message(panic.as_ref()));
        Err(Disagreement { about, case: play.case() })
    })
}

/// Judges an answer and plays it if it is valid; `None` means no foul.
pub(crate) fn judge(
    play: &mut dyn Play,
    answer: Result<Vec<u8>, Foul>,
) -> Result<Option<Foul>, Disagreement> {
    let answer = match answer {
        Ok(answer) => answer,
        Err(foul) => return Ok(Some(foul)),
    };
    match catch_panics(play, |play| play.answer(&answer))? {
        Judgement::Played => Ok(None),
        Judgement::Invalid { clause, reason } => Ok(Some(Foul::Invalid { clause, reason })),
        Judgement::Unreadable(reason) => Ok(Some(Foul::Unreadable { reason })),
        Judgement::NoMove => {
            let about = "there is a move, but the answer that there is none was accepted".into();
            Err(Disagreement { about, case: play.case() })
        }
    }
}

/// Asks a player for a move; `None` if the game was cancelled.
fn ask(
    context: &Context<'_>,
    player: &mut ActivePlayer<'_>,
    board: &str,
    record: &mut Record,
) -> Result<Option<Reply>, RefereeError> {
    let reply = ask_again_after_a_pause(context, record, || match player {
        ActivePlayer::Bot(bot) => Ok(ask_bot(context, bot.as_mut(), board)),
        ActivePlayer::Program(program) => {
            let runner = context.runner.as_ref().expect("there is a runner if there are programs");
            program.ask(board, runner, context.scratch)
        }
    });
    match reply {
        Ok(reply) => Ok(Some(reply)),
        Err(_) if context.stop.load(Relaxed) => Ok(None),
        Err(error) => Err(RefereeError::Io { doing: "run a player".into(), error }),
    }
}

/// Asks a player, and once more if it is late only because this process stood still: a program in a
/// new folder, like the first time. In a sandbox a program cannot use a pause that it caused, as
/// nothing is left of its first run; without one, the count of repeated moves shows it.
fn ask_again_after_a_pause(
    context: &Context<'_>,
    record: &mut Record,
    mut ask: impl FnMut() -> io::Result<Reply>,
) -> io::Result<Reply> {
    let before = context.pauses.so_far();
    let reply = ask()?;
    if reply.answer != Err(Foul::Late) || context.stop.load(Relaxed) {
        return Ok(reply);
    }
    let paused = context.pauses.settled().saturating_sub(before);
    if reply.time.saturating_sub(paused) > context.time {
        return Ok(reply);
    }
    record.repeated += 1;
    ask()
}

/// Asks a built-in player under the rules for programs: a late answer is a foul, and a panic is a
/// crash.
fn ask_bot(context: &Context<'_>, bot: &mut dyn Bot, board: &str) -> Reply {
    let started = Instant::now();
    let budget = MoveBudget {
        deadline: started + context.time,
        threads: context.threads,
        stop: context.stop,
    };
    let answer = catch_unwind(AssertUnwindSafe(|| bot.answer(board, &budget)));
    let time = started.elapsed();
    let answer = match answer {
        _ if time > context.time => Err(Foul::Late),
        Ok(answer) => Ok(answer.into_bytes()),
        Err(panic) => Err(Foul::Crash(Crash::Panic(message(panic.as_ref())))),
    };
    Reply { answer, time, errors: String::new(), output: Vec::new(), left: 0 }
}

fn message(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default()
}

/// Record of a game that has not begun.
pub(crate) fn unplayed(game: usize, board: &str, players: [&str; 2]) -> Record {
    Record {
        game,
        board: board.to_owned(),
        players: players.map(str::to_owned),
        winner: None,
        foul: None,
        errors: String::new(),
        moves: 0,
        repeated: 0,
        times: [Times::default(); 2],
        file: String::new(),
        case: String::new(),
    }
}
