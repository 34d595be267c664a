//! Snapshots of a game: position, outcome and sorted legal moves.

use std::ops::ControlFlow;

use twinboard_vocabulary::{Game, LegalMoveOf};

use crate::model::rules::View;

/// The state of a game; its legal moves are listed if there are at most `limit`. `capacity` is the
/// initial one of the list.
pub(crate) fn view_of<G: Game>(game: &G, limit: usize, capacity: usize) -> View<G::Vocabulary> {
    let (position, outcome) = (game.position(), game.outcome());
    View { position, outcome, legal: legal_moves(game, limit, capacity) }
}

/// All legal moves, sorted; `None` if there are more than `limit`, and no more than one beyond
/// `limit` has been visited then.
pub(crate) fn legal_moves<G: Game>(
    game: &G,
    limit: usize,
    capacity: usize,
) -> Option<Vec<LegalMoveOf<G::Vocabulary>>> {
    let mut legal = Vec::with_capacity(capacity);
    let listing = game.visit_legal_moves(&mut |mv| {
        if legal.len() == limit {
            return ControlFlow::Break(());
        }
        legal.push(mv.clone());
        ControlFlow::Continue(())
    });
    legal.sort_unstable();
    listing.is_continue().then_some(legal)
}
