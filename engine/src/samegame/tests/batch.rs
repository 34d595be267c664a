//! Random games of many boards of SameGame at once, equal at every level.

use std::array;

use twinboard_vocabulary::game::below;
use twinboard_vocabulary::random;
use twinboard_vocabulary::samegame::Grid;

use crate::samegame::Board;
use crate::samegame::batch::{self, BOARDS, Level, Playout};

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
