//! What an engine promises of its legal moves.

use std::ops::ControlFlow;

use board::{Game, LegalMoveOf, Vocabulary};

use crate::listing::view_of;
use crate::random::SplitMix;
use crate::rules::View;

/// So many moves are played and taken back.
const TAKEN_BACK: usize = 3;

/// Whoever breaks off is not asked again, and the listing says so.
pub(super) fn breaks_off<E: Game>(engine: &E, view: &View<E::Vocabulary>) -> Result<(), String> {
    let mut asked = 0;
    let listing = engine.visit_legal_moves(&mut |_| {
        asked += 1;
        ControlFlow::Break(())
    });
    let expected = usize::from(view.legal.as_ref().is_none_or(|legal| !legal.is_empty()));
    if asked == expected && listing.is_break() == (expected == 1) {
        return Ok(());
    }
    Err(format!("broken off at the first move, it asked {asked} times and said {listing:?}"))
}

/// Counts the legal moves of the kind of one of them, with room for them all and with too little.
/// The error has that move.
pub(super) fn kinds_are_counted<E: Game>(
    engine: &E,
    view: &View<E::Vocabulary>,
    random: &mut SplitMix,
) -> Result<(), (LegalMoveOf<E::Vocabulary>, String)> {
    let Some(legal) = view.legal.as_deref().filter(|legal| !legal.is_empty()) else {
        return Ok(());
    };
    let like = &legal[board::game::below(&mut || random.next_u64(), legal.len() as u64) as usize];
    let same =
        |other: &&LegalMoveOf<E::Vocabulary>| E::Vocabulary::same_kind(&view.position, like, other);
    let listed = legal.iter().filter(same).count() as u64;
    for (most, expected) in [(u64::MAX, Some(listed)), (listed, Some(listed)), (listed - 1, None)] {
        let counted = engine.count_kind(like, most);
        if counted != expected {
            let say = |count: Option<u64>| {
                count.map_or_else(|| format!("more than {most}"), |count| count.to_string())
            };
            let detail = format!(
                "{listed} of the kind of {like} are listed; asked for at most {most}, it counts {}",
                say(counted),
            );
            return Err((like.clone(), detail));
        }
    }
    Ok(())
}

/// Plays a few drawn moves on a copy and takes them back.
pub(super) fn moves_can_be_taken_back<E: Game>(
    engine: &E,
    view: &View<E::Vocabulary>,
    most: usize,
    random: &mut SplitMix,
) -> Result<(), String> {
    let Some(mut copy) = engine.try_clone() else { return Ok(()) };
    if !copy.play_and_take_back(&[]) {
        return Ok(());
    }
    let Some(mut ahead) = engine.try_clone() else { return Ok(()) };
    let mut moves = Vec::new();
    for _ in 0..TAKEN_BACK {
        let Some(legal) = ahead.sample_legal_move(&mut || random.next_u64()) else { break };
        moves.push(E::Vocabulary::to_move(&legal));
        let _ = ahead.play(&moves[moves.len() - 1]);
    }
    let can = copy.play_and_take_back(&moves);
    let now = view_of(&copy, most, view.legal.as_ref().map_or(0, Vec::len), |_| ());
    let differs = if !can {
        "it cannot be done any more".to_owned()
    } else if now.position != view.position {
        format!("the position is\n{}", E::Vocabulary::picture(&now.position))
    } else if copy.key() != engine.key() {
        "the key is another one".to_owned()
    } else if now.outcome != view.outcome {
        format!("the outcome is: {}", now.outcome)
    } else if now.legal != view.legal {
        "other moves are legal".to_owned()
    } else if let Err(detail) = copy.validate() {
        detail
    } else {
        return Ok(());
    };
    let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
    Err(format!("after {} and back, {differs}", moves.join(", then ")))
}

pub(super) fn one_key_in_both_orders<E: Game>(
    engine: &E,
    one: &LegalMoveOf<E::Vocabulary>,
    other: &LegalMoveOf<E::Vocabulary>,
) -> Result<(), String> {
    let after = |first, second| {
        let mut copy = engine.try_clone()?;
        let played = copy.play(&E::Vocabulary::to_move(first)).is_ok();
        (played && copy.play(&E::Vocabulary::to_move(second)).is_ok()).then_some(copy)
    };
    let (Some(this), Some(that)) = (after(one, other), after(other, one)) else {
        return Ok(());
    };
    if this.key() == that.key() || this.position() != that.position() {
        return Ok(());
    }
    Err(format!(
        "the same position has another key after {one}, then {other}, than the other way round"
    ))
}
