//! SameGame on bitboards, in cases whose result is known without a second implementation.

use std::collections::HashMap;
use std::ops::ControlFlow;

use super::support::Random;
use twinboard_engine::samegame::{Board, CellSet, SameGame};
use twinboard_vocabulary::Game;
use twinboard_vocabulary::samegame::{Cell, Grid, Group, Position, Selection};

const ALL_COLOURS: [u8; 10] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];

fn select(row: u64, column: u64) -> Selection {
    Selection::new(row, column).unwrap()
}

fn legal_moves(game: &SameGame) -> Vec<Group> {
    let mut legal = Vec::new();
    let shown = game.visit_legal_moves(&mut |group| {
        legal.push(group.clone());
        ControlFlow::Continue(())
    });
    assert!(shown.is_continue());
    legal
}

/// A path of width 1 that winds through all columns, four times to the end and back.
///
/// ```text
///   0 0 0 0 0 0
///   2 2 2 2 2 0
///   0 0 0 0 0 0
///   0 1 1 1 1 1
///   0 0 0 0 0 0
/// ```
#[test]
fn a_winding_path_is_one_group_of_its_length() {
    for columns in [2, 4, 5, 15, 16, 17, 40, 41, 63, 64] {
        let cells = (0..16_u8).flat_map(|row| {
            (0..columns).map(move |column| match row % 4 {
                1 if column > 0 => 1,
                3 if column + 1 < columns => 2,
                _ => 0,
            })
        });
        let grid = Grid::new(16, columns, cells.collect()).unwrap();
        let game = SameGame::set_up(&grid).unwrap();
        let path = legal_moves(&game).into_iter().find(|group| group.colour() == 0).unwrap();
        assert_eq!(path.size(), 8 * usize::from(columns) + 8, "{columns} columns");
        for at in [(1, 1), (15, u64::from(columns))] {
            assert_eq!(game.clone().play(&select(at.0, at.1)).as_ref(), Ok(&path));
        }
    }
}

#[test]
fn removal_of_any_set_of_cells_keeps_the_order_within_columns() {
    type Columns = Vec<Vec<u8>>;
    /// The columns from left to right without the removed cells; empty columns are left out.
    fn columns<const W: usize>(board: &Board<W, 4>, gone: &CellSet<W>) -> Columns {
        let rows = |column| (1..=16).map(move |row| Cell::new(row, column));
        let column = |column| {
            let cells = rows(column).filter(|&cell| !gone.contains(cell));
            cells.filter_map(|cell| board.get(cell)).collect::<Vec<_>>()
        };
        let columns = (1..=Board::<W, 4>::COLUMNS_MAX).map(column);
        columns.filter(|column| !column.is_empty()).collect()
    }
    let mut random = Random(12);
    for round in 0..600 {
        let (rows, width) = (random.number(1, 16), random.number(1, 20));
        let grid = random.grid(rows, width, &ALL_COLOURS);
        let mut board = Board::<5, 4>::from_grid(&grid).unwrap();
        // From few cells to nearly all, and in every third round complete columns.
        let share = random.number(1, 99);
        let mut gone = CellSet::EMPTY;
        for column in 1..=20 {
            let whole = round % 3 == 0 && random.number(0, 99) < share;
            for row in 1..=16 {
                if whole || random.number(0, 99) < share {
                    gone.insert(Cell::new(row, column));
                }
            }
        }
        let expected = columns(&board, &gone);
        board.remove(&gone);
        assert_eq!(board.validate(), Ok(()));
        assert_eq!(columns(&board, &CellSet::EMPTY), expected);
    }
}

#[test]
fn different_positions_have_different_keys_in_all_bits() {
    let mut keys: HashMap<u64, Position> = HashMap::new();
    let mut random = Random(14);
    let mut ones = [0_u32; 64];
    for _ in 0..2_000 {
        let (rows, columns) = (random.number(1, 6), random.number(1, 9));
        let mut game = SameGame::set_up(&random.grid(rows, columns, &[0, 1, 8])).unwrap();
        loop {
            let (key, position) = (game.key().unwrap(), game.position());
            let known = keys.entry(key).or_insert_with(|| {
                (0..64).for_each(|bit| ones[bit] += (key >> bit & 1) as u32);
                position.clone()
            });
            assert_eq!(*known, position);
            let Some(group) = game.sample_legal_move(&mut || random.next_u64()) else {
                break;
            };
            game.play(&group.first().into()).unwrap();
        }
    }
    // Each bit is set in half of the keys, up to five standard deviations.
    let positions = f64::from(keys.len() as u32);
    let deviation = positions.sqrt() / 2.0;
    for (bit, &ones) in ones.iter().enumerate() {
        let off = (f64::from(ones) - positions / 2.0).abs();
        assert!(off < 5.0 * deviation, "bit {bit} is set in {ones} of {positions} keys");
    }
}

#[test]
fn a_draw_ends_with_numbers_that_are_not_random() {
    let board = Board::<4, 3>::from_grid(&Random(19).grid(15, 15, &[0, 1])).unwrap();
    for constant in [u64::MAX, 0x0123_4567_89AB_CDEF] {
        assert!(board.sample_group(|| constant).is_some());
    }
}

#[test]
fn boards_of_one_colour_have_different_keys() {
    // Regression: folding a word of ones with any number gives ones, so such boards had equal keys.
    let mut seen = HashMap::new();
    for (rows, columns) in (1..=16).flat_map(|rows| (1..=64).map(move |columns| (rows, columns))) {
        for colour in 0..10 {
            let cells = usize::from(rows) * usize::from(columns);
            let grid = Grid::new(rows, columns, vec![colour; cells]).expect("within the limits");
            let board = Board::<16, 4>::from_grid(&grid).expect("every grid fits");
            let earlier = seen.insert(board.hash(), (rows, columns, colour));
            assert_eq!(earlier, None, "{rows} rows, {columns} columns, colour {colour}");
        }
    }
}
