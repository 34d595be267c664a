//! Defaults of [`RuleSet`], tested with a rule set that overrides none of them.

use std::cell::Cell;
use std::ops::{ControlFlow, Range};

use arbitrary::Unstructured;
use twinboard_vocabulary::Game;

use super::{
    Characters, Enumerate, RuleSet, Shrink, TextShrink, legal_moves, weight, without_last_character,
};
use crate::model::case::Case;
use crate::model::proposals::propose_alone;
use crate::model::rules::CaseOf;
use crate::model::shape::Shape;
use crate::model::tests::{Numbers, vocabulary_of};

/// A rule set with the required items only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Bare;

vocabulary_of!(u64, Bare);

impl RuleSet for Bare {
    type Vocabulary = Self;

    fn generate_setup(&self, u: &mut Unstructured<'_>) -> arbitrary::Result<u64> {
        u.arbitrary()
    }
}

#[test]
fn weight_compares_size_then_moves_then_complexity() {
    let weight = |setup, moves| weight(&Bare, &Case::new(setup, moves));
    assert_eq!(weight(123, vec![1; 9]).0, 3);
    assert!(weight(99, vec![1; 99]) < weight(100, vec![]));
    assert!(weight(10, vec![1]) < weight(11, vec![1]));
    assert!(weight(10, vec![1]) < weight(10, vec![2]));
}

/// The case after shrinking with this test.
fn shrunk(case: CaseOf<Bare>, fails: fn(&CaseOf<Bare>) -> bool) -> CaseOf<Bare> {
    crate::model::shrink::shrink(&Bare, case, &mut |case| fails(case))
}

#[test]
fn cases_shrink_by_their_text() {
    let case = Case::new(987_654_321, vec![9, 8_000, 7]);
    let all = shrunk(case.clone(), |_| true);
    assert_eq!((all.setup, all.moves.len()), (0, 0), "{all:?}");
    let long = shrunk(case.clone(), |case| case.setup > 999 && case.moves.iter().any(|&n| n > 50));
    assert_eq!(long.setup, 1_000);
    assert!((51..60).contains(&long.moves[0]) && long.moves.len() == 1, "{long:?}");
    assert_eq!(Shrink::<Bare>::canonical(&TextShrink, &case), case);
}

/// A row of characters; moves name columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Named;

vocabulary_of!(String, Named);

#[test]
fn moves_may_follow_the_columns_that_they_name() {
    let moves = vec!["take 5 at 6".to_owned(), "take 1".to_owned()];
    let case = Case::<Named>::new("abcdef".into(), moves);
    let smaller: Vec<_> = TextShrink.smaller(&case).filter(|case| case.setup == "def").collect();
    let moves = smaller.iter().map(|case| case.moves.join(", "));
    let expected = [
        "take 5 at 6, take 1",
        "take 2 at 6, take 1",
        "take 5 at 3, take 1",
        "take 2 at 3, take 1",
    ];
    assert!(moves.eq(expected), "{smaller:?}");
}

#[test]
fn characters_draw_and_enumerate_set_ups() {
    let bytes = crate::model::random::case_bytes(1, 0);
    let mut u = Unstructured::new(&bytes);
    for _ in 0..100 {
        let text: String = Characters("ab").draw(&mut u, 1..=2, 3..=3).unwrap();
        let mut lines = text.lines();
        assert!(lines.all(|line| line.len() == 3 && line.trim_matches(['a', 'b']).is_empty()));
        assert!((1..=2).contains(&text.lines().count()));
    }
    assert!(Characters("x").draw::<u64>(&mut u, 1..=1, 1..=1).is_err());
    let all = |shape| Enumerate::<Named>::setups(&Characters("ab"), shape, 9).collect::<Vec<_>>();
    assert_eq!(all(Shape { rows: 2, columns: 1 }), ["a\na", "b\na", "a\nb", "b\nb"]);
    assert_eq!(all(Shape { rows: 3, columns: 2 }).len(), 1 << 6);
    let row = Shape { rows: 1, columns: 2 };
    assert_eq!(Enumerate::<Bare>::setups(&Characters("17"), row, 2).count(), 4);
}

#[test]
fn set_ups_and_moves_change_by_their_text() {
    let bytes = crate::model::random::case_bytes(1, 0);
    let mut u = Unstructured::new(&bytes);
    let (mut setups, mut moves) = (Vec::new(), Vec::new());
    while !u.is_empty() {
        let mut case = Case::<Bare>::new(123_456, vec![]);
        Bare.mutate_setup(&mut case, &mut u).unwrap();
        setups.push(case.setup);
        moves.push(propose_alone(&Bare, &0, Some(&7), &mut u).unwrap());
    }
    assert!(setups.iter().filter(|&&setup| setup != 123_456).count() > 50, "{setups:?}");
    for number in [0, 6, 8, u64::MAX] {
        assert!(moves.contains(&number), "{number} is not among {moves:?}");
    }
    let left_to_the_harness = Err(arbitrary::Error::IncorrectFormat);
    assert_eq!(Bare.propose(&0, Some(&7), &mut u), left_to_the_harness);
    assert!(propose_alone(&Bare, &0, None, &mut u).is_err(), "no legal move to change");
}

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

#[test]
fn a_move_without_its_last_character_is_a_move() {
    let shortened = |mv: &str| without_last_character(&mv.to_owned());
    assert_eq!(shortened("a7a8q").as_deref(), Some("a7a8"));
    // Nothing would be left, or a blank at the end.
    assert_eq!([shortened("4"), shortened("6 2")], [None, None]);
}
