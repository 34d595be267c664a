//! Taking down what a game shows, its legal moves among it.

use std::ops::ControlFlow;

use board::{Game, LegalMoveOf};

use crate::pulse::Action;
use crate::rules::View;

/// What a game shows now, its legal moves if they are at most `most`; there is `room` for so many at
/// first. `beat` is told of everything it is asked.
pub(crate) fn view_of<G: Game>(
    game: &G,
    most: usize,
    room: usize,
    beat: impl Fn(Action),
) -> View<G::Vocabulary> {
    beat(Action::Position);
    let position = game.position();
    beat(Action::Outcome);
    let outcome = game.outcome();
    beat(Action::LegalMoves);
    let legal = legal_moves(game, most, room, || beat(Action::LegalMoves));
    View { position, outcome, legal }
}

/// So many legal moves are listed between two beats of a pulse.
const BETWEEN_BEATS: usize = 1024;

/// All legal moves, sorted; `None` if they are more than `most`. A long list takes its time, so `beat`
/// is called now and then.
pub(crate) fn legal_moves<G: Game>(
    game: &G,
    most: usize,
    room: usize,
    beat: impl Fn(),
) -> Option<Vec<LegalMoveOf<G::Vocabulary>>> {
    let mut legal = Vec::with_capacity(room);
    let listing = game.visit_legal_moves(&mut |mv| {
        if legal.len() == most {
            return ControlFlow::Break(());
        }
        legal.push(mv.clone());
        if legal.len().is_multiple_of(BETWEEN_BEATS) {
            beat();
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

    use board::{Game, Vocabulary};

    use super::{BETWEEN_BEATS, legal_moves, view_of};
    use crate::pulse::Action;

    /// A game in which all numbers of a range are moves, and none of them changes anything.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    struct Numbers;

    impl Vocabulary for Numbers {
        const NAME: &'static str = "numbers";
        type Setup = usize;
        type Move = usize;
        type LegalMove = usize;
        type Event = usize;
        type Refusal = Infallible;
        type Position = usize;
        type Outcome = bool;

        fn is_over(outcome: bool) -> bool {
            outcome
        }
    }

    #[derive(Clone)]
    struct Player {
        moves: Range<usize>,
        /// How many moves it has shown.
        shown: Cell<usize>,
    }

    impl Game for Player {
        type Vocabulary = Numbers;

        /// The largest comes first.
        fn visit_legal_moves(
            &self,
            visit: &mut dyn FnMut(&usize) -> ControlFlow<()>,
        ) -> ControlFlow<()> {
            self.moves.clone().rev().try_for_each(|number| {
                self.shown.set(self.shown.get() + 1);
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
        Player { moves: 0..moves, shown: Cell::new(0) }
    }

    #[test]
    fn a_long_list_is_sorted_and_beats_while_it_is_made() {
        let game = player(5000);
        // How many moves had been shown at each beat.
        let beats = RefCell::new(Vec::new());
        let legal = legal_moves(&game, 5000, 0, || beats.borrow_mut().push(game.shown.get()));
        assert_eq!(legal, Some((0..5000).collect()));
        let beats = beats.into_inner();
        assert!(beats.len() >= 3, "{beats:?}");
        for (before, after) in [0].iter().chain(&beats).zip(beats.iter().chain(&[5000])) {
            assert!((1..=BETWEEN_BEATS).contains(&(after - before)), "{beats:?}");
        }
    }

    #[test]
    fn a_list_that_is_too_long_is_none_and_no_further_move_is_asked_for() {
        for (moves, most) in [(1, 0), (4, 3), (5000, 4999), (5000, 1024), (usize::MAX, 2000)] {
            let game = player(moves);
            assert_eq!(legal_moves(&game, most, 0, || ()), None, "{moves}");
            assert_eq!(game.shown.get(), most + 1, "{moves}");
        }
        for moves in [0, 1, 3, 1024, 5000] {
            let legal = legal_moves(&player(moves), moves, 0, || ());
            assert_eq!(legal.map(|legal| legal.len()), Some(moves));
        }
    }

    #[test]
    fn a_view_beats_before_everything_it_asks() {
        let beats = RefCell::new(Vec::new());
        let view = view_of(&player(5000), 4000, 0, |action| beats.borrow_mut().push(action));
        assert_eq!((view.position, view.outcome, view.legal), (5000, false, None));
        let beats = beats.into_inner();
        assert_eq!(beats[..3], [Action::Position, Action::Outcome, Action::LegalMoves]);
        assert!(beats.len() > 3 && beats[3..].iter().all(|beat| *beat == Action::LegalMoves));
    }
}
