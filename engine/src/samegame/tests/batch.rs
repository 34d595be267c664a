//! Random games of many boards of SameGame at once: equal at every level, and as probable as an
//! enumeration says.

use std::array;
use std::collections::BTreeMap;

use twinboard_vocabulary::game::below;
use twinboard_vocabulary::random;
use twinboard_vocabulary::samegame::Grid;

use crate::samegame::Board;
use crate::samegame::batch::{self, BOARDS, Level, Playout};

/// The levels of this CPU.
fn levels() -> impl Iterator<Item = Level> {
    Level::ALL.into_iter().filter(|level| {
        if !level.is_available() {
            println!("not tested on this CPU: {level}");
        }
        level.is_available()
    })
}

fn board<const W: usize, const P: usize>(text: &str) -> Board<W, P> {
    Board::from_grid(&text.parse().unwrap()).unwrap()
}

/// Random boards of random sizes and numbers of colours.
fn boards<const W: usize, const P: usize>(mut state: u64) -> [Board<W, P>; BOARDS] {
    let mut up_to = |max: u8| below(&mut || random::next(&mut state), max.into()) as u8;
    array::from_fn(|_| {
        let (rows, columns) = (1 + up_to(16), 1 + up_to(4 * W as u8));
        let colours = 1 + up_to(Board::<W, P>::COLOURS);
        let cells = (0..u16::from(rows) * u16::from(columns)).map(|_| up_to(colours)).collect();
        Board::from_grid(&Grid::new(rows, columns, cells).unwrap()).unwrap()
    })
}

#[test]
fn the_games_are_the_same_at_every_level_and_beside_any_other_board() {
    let some = boards::<4, 3>(5);
    let games = batch::playouts(&some, 9, 7);
    assert_eq!(games.len(), 7 * BOARDS);
    for level in levels() {
        assert_eq!(batch::playouts_at(level, &some, 9, 7), games, "{level}");
    }
    assert_eq!(batch::playouts(&some[..1], 9, 7), games[..7]);
    assert_ne!(batch::playouts(&some, 10, 7), games, "the seed matters");
}

#[test]
fn totals_of_games_without_a_choice_are_known() {
    let empty: Board<1, 3> = Board::EMPTY;
    let single = board("1 3\n1 2 1\n");
    let one_group = board("2 3\n1 1 1\n1 2 1\n");
    let games = batch::playouts(&[empty, single, one_group], 1, 2);
    let (over, stuck) = (Playout::default(), Playout { cells_left: 3, ..Playout::default() });
    let played = Playout { moves: 1, cells_left: 1, squares: 25 };
    assert_eq!(games, [over, over, stuck, stuck, played, played]);
    assert_eq!(batch::playouts::<1, 3>(&[], 1, 2), []);
    assert_eq!(batch::playouts(&[single], 1, 0), []);
}

/// Sum of (observed − expected)² / expected.
fn chi_square(observed: impl Iterator<Item = (f64, f64)>) -> f64 {
    observed.map(|(observed, expected)| (observed - expected).powi(2) / expected).sum()
}

/// A value that chi-square exceeds with a probability of 10⁻⁹, by its degrees of freedom (Wilson
/// and Hilferty, The Distribution of Chi-Square, 1931).
fn bound(degrees: f64) -> f64 {
    let variance = 2.0 / (9.0 * degrees);
    degrees * (1.0 - variance + 6.0 * variance.sqrt()).powi(3)
}

/// Adds the probabilities of all games from `board` to those of their totals.
fn enumerate(
    board: &Board<1, 3>,
    before: Playout,
    probability: f64,
    all: &mut BTreeMap<Totals, f64>,
) {
    let groups: Vec<_> = board.groups().collect();
    if groups.is_empty() {
        let cells_left = board.cells_left() as u16;
        *all.entry((before.moves, cells_left, before.squares)).or_default() += probability;
    }
    for group in &groups {
        let mut after = *board;
        after.play(group);
        let squares = before.squares + (group.size() * group.size()) as u32;
        let next = Playout { moves: before.moves + 1, squares, cells_left: 0 };
        enumerate(&after, next, probability / groups.len() as f64, all);
    }
}

/// Moves, cells left and sum of squares.
type Totals = (u16, u16, u32);

#[test]
fn playouts_have_the_probabilities_of_an_enumeration_of_all_games() {
    let board = board("4 4\n0 1 0 1\n1 1 0 0\n0 0 1 1\n1 0 0 1\n");
    let mut all = BTreeMap::new();
    enumerate(&board, Playout::default(), 1.0, &mut all);
    assert!(all.len() > 5, "{all:?}");
    for level in levels() {
        let n = 100_000;
        let mut seen: BTreeMap<Totals, f64> = BTreeMap::new();
        for game in batch::playouts_at(level, &[board], 3, n) {
            *seen.entry((game.moves, game.cells_left, game.squares)).or_default() += 1.0;
        }
        assert!(seen.keys().all(|totals| all.contains_key(totals)), "{seen:?} of {all:?}");
        let counts = all.iter().map(|(totals, probability)| {
            (seen.get(totals).copied().unwrap_or(0.0), probability * n as f64)
        });
        let value = chi_square(counts);
        assert!(value < bound(all.len() as f64 - 1.0), "{level}: {value}, {seen:?} of {all:?}");
    }
}
