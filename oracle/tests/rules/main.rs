//! The oracles, compared with games worked out by hand from the rules.

mod linkpop;
mod paint;
mod samegame;

use std::ops::ControlFlow;

use twinboard_vocabulary::Game;
use twinboard_vocabulary::game::{LegalMoveOf, MoveOf, RefusalOf};

/// All listed moves, in the order of the listing.
fn listed<G: Game>(game: &G) -> Vec<LegalMoveOf<G::Vocabulary>> {
    let mut moves = Vec::new();
    let flow = game.visit_legal_moves(&mut |mv| {
        moves.push(mv.clone());
        ControlFlow::Continue(())
    });
    assert_eq!(flow, ControlFlow::Continue(()), "the visitor never breaks off");
    moves
}

/// All listed moves, sorted.
fn legal_moves<G: Game>(game: &G) -> Vec<LegalMoveOf<G::Vocabulary>> {
    let mut moves = listed(game);
    moves.sort();
    moves
}

/// Asserts that a move is refused for this reason and changes nothing, not even the player to move.
#[track_caller]
fn assert_refused<G: Game + Clone>(
    game: &G,
    mv: &MoveOf<G::Vocabulary>,
    refusal: RefusalOf<G::Vocabulary>,
) {
    let mut played = game.clone();
    assert_eq!(played.play(mv), Err(refusal), "{mv}");
    assert_eq!(played.position(), game.position(), "{mv}: a refusal changed the position");
}
