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

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::ops::{ControlFlow, Range};

    use twinboard_vocabulary::Game;

    use super::legal_moves;
    use crate::model::tests::Numbers;

    /// A game whose legal moves are the numbers of a range; moves change nothing.
    #[derive(Clone)]
    struct Player {
        moves: Range<usize>,
        /// Number of moves visited so far.
        visited: Cell<usize>,
    }

    impl Game for Player {
        type Vocabulary = Numbers;

        /// In descending order, so that sorting matters.
        fn visit_legal_moves(
            &self,
            visit: &mut dyn FnMut(&usize) -> ControlFlow<()>,
        ) -> ControlFlow<()> {
            self.moves.clone().rev().try_for_each(|number| {
                self.visited.set(self.visited.get() + 1);
                visit(&number)
            })
        }

        fn play(&mut self, mv: &usize) -> Result<usize, &'static str> {
            Ok(*mv)
        }

        fn position(&self) -> usize {
            self.moves.len()
        }

        fn outcome(&self) -> bool {
            self.moves.is_empty()
        }
    }

    fn player(moves: usize) -> Player {
        Player { moves: 0..moves, visited: Cell::new(0) }
    }

    #[test]
    fn listing_stops_at_the_first_move_beyond_the_limit() {
        for (moves, limit) in [(1, 0), (4, 3), (5000, 4999), (5000, 1024), (usize::MAX, 2000)] {
            let game = player(moves);
            assert_eq!(legal_moves(&game, limit, 0), None, "{moves}");
            assert_eq!(game.visited.get(), limit + 1, "{moves}");
        }
        for moves in [0, 1, 3, 1024, 5000] {
            let legal = legal_moves(&player(moves), moves, 0);
            assert_eq!(legal.map(|legal| legal.len()), Some(moves));
        }
    }
}
