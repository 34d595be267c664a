//! Check of [`Game::is_legal`]: a side that can tell whether a move is legal must agree with its own
//! list and with its own play.
//!
//! Each move of a case is judged before it is played. In positions of the case, listed moves and
//! moves that may be illegal are judged too, the latter against play on copies
//! (`crates/harness/src/check/lockstep/trials.rs`).

use std::fmt::Display;

use twinboard_vocabulary::{Game, LegalMoveOf, MoveOf, Vocabulary};

use crate::check::compare::broken;
use crate::model::activity::Side;
use crate::model::divergence::{Finding, LEGALITY};
use crate::model::random::SplitMix;
use crate::model::watched::WatchedGame;

/// Listed moves that each side judges in a position of a campaign.
const SAMPLES: usize = 2;

/// Compares what `side` said of a move with the result of playing it.
pub(crate) fn check_played<E>(
    side: Side,
    said: Option<bool>,
    mv: &impl Display,
    result: &Result<E, impl Display>,
) -> Result<(), Finding> {
    contradiction(said, mv, result).map_or(Ok(()), |detail| Err(broken(side, LEGALITY, detail)))
}

/// Describes the contradiction between what a side said of a move and the result of playing it.
pub(super) fn contradiction<E>(
    said: Option<bool>,
    mv: &impl Display,
    result: &Result<E, impl Display>,
) -> Option<String> {
    match (said, result) {
        (Some(false), Ok(_)) => {
            Some(format!("{mv}: not legal, says `is_legal`, but it is accepted"))
        }
        (Some(true), Err(refusal)) => {
            Some(format!("{mv}: legal, says `is_legal`, but it is refused: {refusal}"))
        }
        _ => None,
    }
}

/// Lets a side judge moves of the agreed list, all of them if `is_thorough`. The move being judged
/// is in `trial`, and stays there if it fails.
pub(crate) fn check_listed<V: Vocabulary>(
    (side, game): (Side, &WatchedGame<'_, V>),
    legal: &[LegalMoveOf<V>],
    is_thorough: bool,
    random: &mut SplitMix,
    trial: &mut Option<MoveOf<V>>,
) -> Result<(), Finding> {
    let listed = if is_thorough { legal.len() } else { SAMPLES.min(legal.len()) };
    for index in 0..listed {
        let sampled = (random.next_u64() % legal.len() as u64) as usize;
        let legal = &legal[if is_thorough { index } else { sampled }];
        let mv = trial.insert(V::to_move(legal));
        if game.is_legal(mv) == Some(false) {
            let detail = format!("{mv}: not legal, says `is_legal`, but it is listed");
            return Err(broken(side, LEGALITY, detail));
        }
        *trial = None;
    }
    Ok(())
}
