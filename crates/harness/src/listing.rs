//! Snapshots of a game: position, outcome and sorted legal moves.

use std::ops::ControlFlow;

use twinboard_vocabulary::{Game, LegalMoveOf};

use crate::activity::Action;
use crate::rules::View;

/// The state of a game; its legal moves are listed if there are at most `most`. `room` is the
/// initial capacity of the list. `on_action` is called before each query and during a long listing.
pub(crate) fn view_of<G: Game>(
    game: &G,
    most: usize,
    room: usize,
    on_action: impl Fn(Action),
) -> View<G::Vocabulary> {
    on_action(Action::Position);
    let position = game.position();
    on_action(Action::Outcome);
    let outcome = game.outcome();
    on_action(Action::LegalMoves);
    let legal = legal_moves(game, most, room, || on_action(Action::LegalMoves));
    View { position, outcome, legal }
}

/// Legal moves listed between two calls of `on_action`: a listing of any length shows progress to
/// the watchdog.
const MOVES_PER_CALL: usize = 1024;

/// All legal moves, sorted; `None` if there are more than `most`, and no more than one beyond
/// `most` has been visited then. `on_action` is called every [`MOVES_PER_CALL`] moves.
pub(crate) fn legal_moves<G: Game>(
    game: &G,
    most: usize,
    room: usize,
    on_action: impl Fn(),
) -> Option<Vec<LegalMoveOf<G::Vocabulary>>> {
    let mut legal = Vec::with_capacity(room);
    let listing = game.visit_legal_moves(&mut |mv| {
        if legal.len() == most {
            return ControlFlow::Break(());
        }
        legal.push(mv.clone());
        if legal.len().is_multiple_of(MOVES_PER_CALL) {
            on_action();
        }
        ControlFlow::Continue(())
    });
    legal.sort_unstable();
    listing.is_continue().then_some(legal)
}

#[cfg(test)]
mod tests {
    use std::cell::{Cell, RefCell};
    use std::convert::Infallible;
    use std::ops::{ControlFlow, Range};

    use twinboard_vocabulary::Game;

    use super::{MOVES_PER_CALL, legal_moves, view_of};
    use crate::activity::Action;
    use crate::tests::Numbers;

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

        fn play(&mut self, mv: &usize) -> Result<usize, Infallible> {
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
    fn a_long_list_is_sorted_and_reports_progress() {
        let game = player(5000);
        // Number of moves visited before each call of `on_action`.
        let calls = RefCell::new(Vec::new());
        let legal = legal_moves(&game, 5000, 0, || calls.borrow_mut().push(game.visited.get()));
        assert_eq!(legal, Some((0..5000).collect()));
        let calls = calls.into_inner();
        assert!(calls.len() >= 3, "{calls:?}");
        for (before, after) in [0].iter().chain(&calls).zip(calls.iter().chain(&[5000])) {
            assert!((1..=MOVES_PER_CALL).contains(&(after - before)), "{calls:?}");
        }
    }

    #[test]
    fn listing_stops_at_the_first_move_beyond_the_limit() {
        for (moves, most) in [(1, 0), (4, 3), (5000, 4999), (5000, 1024), (usize::MAX, 2000)] {
            let game = player(moves);
            assert_eq!(legal_moves(&game, most, 0, || ()), None, "{moves}");
            assert_eq!(game.visited.get(), most + 1, "{moves}");
        }
        for moves in [0, 1, 3, 1024, 5000] {
            let legal = legal_moves(&player(moves), moves, 0, || ());
            assert_eq!(legal.map(|legal| legal.len()), Some(moves));
        }
    }

    #[test]
    fn a_view_reports_progress_before_each_query() {
        let calls = RefCell::new(Vec::new());
        let view = view_of(&player(5000), 4000, 0, |action| calls.borrow_mut().push(action));
        assert_eq!((view.position, view.outcome, view.legal), (5000, false, None));
        let calls = calls.into_inner();
        assert_eq!(calls[..3], [Action::Position, Action::Outcome, Action::LegalMoves]);
        assert!(calls.len() > 3 && calls[3..].iter().all(|action| *action == Action::LegalMoves));
    }
}
