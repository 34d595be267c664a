//! Check of [`Game::is_legal`]: a side that can tell whether a move is legal must agree with its own
//! list and with its own play.
//!
//! Each move of a case is judged before it is played. In positions of the case, listed moves and
//! moves that may be illegal are judged too, the latter against play on a copy. The engine is
//! checked first, but the oracle as well. What the engine says of a move that may be illegal is also
//! compared with what the oracle does: an engine that cannot be copied is judged by that alone.

use std::fmt::Display;

use twinboard_vocabulary::{Game, LegalMoveOf, MoveOf, TryClone, Vocabulary};

use crate::check::compare::broken;
use crate::model::activity::Side;
use crate::model::divergence::{Aspect, Finding, LEGALITY};
use crate::model::random::SplitMix;
use crate::model::watched::WatchedGame;

/// Listed moves, and proposed moves, that each side judges in a position of a campaign.
const SAMPLES: usize = 2;
/// Proposed moves that each side judges in a position of a replay.
const PROPOSED_MAX: usize = 32;

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

/// Number of proposed moves that a side judges in a position.
pub(crate) fn proposals(is_thorough: bool) -> usize {
    if is_thorough { PROPOSED_MAX } else { SAMPLES }
}

/// Lets a side judge a proposed move, against play on a copy. The move is in `trial`, and stays
/// there if it fails.
pub(crate) fn check_proposed<V: Vocabulary>(
    (side, game): (Side, &WatchedGame<'_, V>),
    mv: &MoveOf<V>,
    trial: &mut Option<MoveOf<V>>,
) -> Result<(), Finding> {
    *trial = Some(mv.clone());
    let said = game.is_legal(mv);
    if let Some(mut copy) = said.and_then(|_| game.try_clone()) {
        check_played(side, said, mv, &copy.play(mv))?;
    }
    *trial = None;
    Ok(())
}

/// Compares what the engine says of a proposed move with play on a copy of the oracle. The move is in
/// `trial`, and stays there if they differ.
pub(crate) fn compare_judgments<V: Vocabulary>(
    engine: &WatchedGame<'_, V>,
    oracle: &WatchedGame<'_, V>,
    mv: &MoveOf<V>,
    trial: &mut Option<MoveOf<V>>,
) -> Result<(), Finding> {
    *trial = Some(mv.clone());
    if let Some((said, mut copy)) = engine.is_legal(mv).zip(oracle.try_clone()) {
        let result = copy.play(mv);
        if said != result.is_ok() {
            let engine = if said { "legal" } else { "not legal" };
            let oracle = match result {
                Ok(event) => format!("trying {mv}: accepted: {event}"),
                Err(refusal) => format!("trying {mv}: refused: {refusal}"),
            };
            let engine = format!("trying {mv}: {engine}, says `is_legal`");
            return Err(Finding::Differs { aspect: Aspect::Tried, engine, oracle });
        }
    }
    *trial = None;
    Ok(())
}
