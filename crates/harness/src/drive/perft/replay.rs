//! Work on one game under a watchdog, and games that are played once more.

use std::time::Duration;

use twinboard_vocabulary::{Game, MoveOf};

use super::plan::Start;
use super::positions::WalkError;
use crate::drive::watch::{self, Hang};
use crate::model::activity::Activity;
use crate::model::guard;
use crate::model::rules::RuleSet;
use crate::model::watched::{WatchedGame, WatchedSide};

/// Runs `work` under a watchdog and catches its panics.
pub(super) fn watched<T: Send + 'static, M>(
    step_limit: Duration,
    work: impl FnOnce(&Activity) -> T + Send + 'static,
) -> Result<T, WalkError<M>> {
    let watched = watch::watched(step_limit, move |activity| {
        guard::catch_panic(|| work(activity)).map_err(|panic| (activity.stage(), panic))
    });
    match watched {
        Ok(Ok(done)) => Ok(done),
        Ok(Err((stage, panic))) => Err(WalkError::Panicked { path: Vec::new(), stage, panic }),
        Err(Hang { stage, .. }) => Err(WalkError::Hung { path: Vec::new(), stage }),
    }
}

/// Sets up a game and plays the moves of the case and of a path of the walk. Refused moves are
/// ignored. `None` if the set-up is not supported.
pub(super) fn replay<'a, R: RuleSet>(
    start: &Start<R>,
    side: &WatchedSide<'a, R::Vocabulary>,
    path: &[MoveOf<R::Vocabulary>],
    activity: &Activity,
) -> Option<WatchedGame<'a, R::Vocabulary>> {
    activity.set_step(0);
    let mut game = side.set_up(&start.case.setup)?;
    for (index, mv) in start.case.moves.iter().chain(path).enumerate() {
        activity.set_step(index + 1);
        let _ = game.play(mv);
    }
    Some(game)
}
