//! SameGame on bitboards, in cases whose result is known without a second implementation.

mod support;

use std::collections::{BTreeMap, HashMap};
use std::ops::ControlFlow;

use support::Random;
use twinboard_engine::samegame::{Board, CellSet, ListedBoard, SameGame};
use twinboard_vocabulary::Game;
use twinboard_vocabulary::samegame::{Cell, Grid, Group, Outcome, Position, Refusal, Selection};

const ALL_COLOURS: [u8; 10] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];

/// The grid of a drawing: top row first, a digit a cell.
fn grid(rows: &[&str]) -> Grid {
    let cells = rows.iter().rev().flat_map(|row| row.bytes().map(|digit| digit - b'0'));
    Grid::new(rows.len() as u8, rows[0].len() as u8, cells.collect()).unwrap()
}

/// The drawing of a position: top row first, a dot for an empty cell.
fn drawn(position: &Position) -> Vec<String> {
    let rows = (1..=position.rows()).rev();
    let cell = |held: Option<u8>| held.map_or('.', |colour| char::from(b'0' + colour));
    rows.map(|row| {
        let columns = 1..=position.columns();
        columns.map(|column| cell(position.get(Cell::new(row, column)))).collect()
    })
    .collect()
}

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

#[test]
fn the_example_of_the_statement_is_won_in_five_selections() {
    let mut game = SameGame::set_up(&grid(&["13522", "22351", "12355"])).unwrap();
    assert_eq!(legal_moves(&game).len(), 4);
    let steps: [((u64, u64), usize, [&str; 3]); 5] = [
        ((3, 5), 2, ["135..", "22351", "12355"]),
        ((2, 2), 3, ["..5..", "1.351", "13355"]),
        ((1, 2), 3, [".....", "1.51.", "1555."]),
        ((1, 2), 4, [".....", "1....", "11..."]),
        ((1, 1), 3, [".....", ".....", "....."]),
    ];
    for ((row, column), size, after) in steps {
        assert_eq!(game.outcome(), Outcome::Playing);
        let removed = game.play(&select(row, column)).unwrap();
        assert_eq!(removed.size(), size);
        assert_eq!(drawn(&game.position()), after);
        assert_eq!(game.validate(), Ok(()));
    }
    assert_eq!(game.outcome(), Outcome::Won);
    assert_eq!(legal_moves(&game), []);
}

#[test]
fn large_numbers_are_not_truncated_to_rows_of_the_grid() {
    let mut game = SameGame::set_up(&grid(&["11"])).unwrap();
    for large in [1 << 8, 1 << 16, 1 << 32, 1 << 63] {
        for (row, column) in [(large + 1, 1), (1, large + 1), (u64::MAX, 1), (1, u64::MAX)] {
            assert_eq!(game.play(&select(row, column)), Err(Refusal::NoSuchCell));
        }
    }
    assert!(game.play(&select(1, 1)).is_ok());
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
fn columns_close_up_over_the_border_of_words() {
    // Columns 2 to 7, of two words, disappear; 8 and 9, of words 1 and 2, move next to column 1.
    let mut game = SameGame::set_up(&grid(&["311111123", "211111132"])).unwrap();
    game.play(&select(1, 4)).unwrap();
    assert_eq!(drawn(&game.position()), ["323......", "232......"]);
    assert_eq!(game.validate(), Ok(()));
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
fn a_loaded_position_equals_the_played_one() {
    let mut random = Random(13);
    for (rows, columns) in [(3, 4), (7, 9), (15, 15), (16, 16)] {
        let grid = random.grid(rows, columns, &[0, 2, 4, 6]);
        let mut board = Board::<4, 3>::from_grid(&grid).unwrap();
        let mut game = SameGame::set_up(&grid).unwrap();
        while let Some(group) = board.sample_group(|| random.next_u64()) {
            board.play(&group);
            game.play(&group.first().into()).unwrap();
            let position = game.position();
            assert_eq!(Board::<4, 3>::from_position(&position), Some(board));
            // The key does not depend on the type of the board.
            let wide = Board::<16, 4>::from_position(&position).unwrap();
            assert_eq!(wide.hash(), board.hash());
            assert_eq!(wide.cells_left(), board.cells_left());
        }
        assert_eq!(board.has_moves(), game.outcome() == Outcome::Playing);
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
fn groups_are_drawn_uniformly() {
    let grids = [
        grid(&["13522", "22351", "12355"]),
        // Two candidates in one group, so that some draws are rejected.
        grid(&["2000011", "2010110", "0000210", "0111221"]),
        Random(16).grid(15, 15, &[0, 1, 2, 3, 4]),
        Random(17).grid(16, 64, &ALL_COLOURS),
        Random(18).grid(2, 40, &[8, 9]),
    ];
    for (seed, grid) in (1_u64..).zip(&grids) {
        let game = SameGame::set_up(grid).unwrap();
        let mut counts: BTreeMap<Group, u32> =
            legal_moves(&game).into_iter().map(|group| (group, 0)).collect();
        let (groups, draws_per_group) = (counts.len() as u32, 1_000);
        let mut random = Random(seed);
        for _ in 0..groups * draws_per_group {
            let group = game.sample_legal_move(&mut || random.next_u64()).unwrap();
            *counts.get_mut(&group).expect("a legal move") += 1;
        }
        // Pearson's chi-square: its mean is the degrees of freedom, its variance twice that.
        let expected = f64::from(draws_per_group);
        let chi_square: f64 =
            counts.values().map(|&count| (f64::from(count) - expected).powi(2) / expected).sum();
        let freedom = f64::from(groups - 1);
        let bound = freedom + 4.0 * (2.0 * freedom).sqrt();
        assert!(chi_square < bound, "{groups} groups: chi-square {chi_square:.1} > {bound:.1}");
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

/// Plays random games and compares the list that is kept with a new one after every move.
fn keeps_its_list<const W: usize, const P: usize>(random: &mut Random) {
    let colours = &ALL_COLOURS[..usize::from(random.number(1, Board::<W, P>::COLOURS))];
    let grid = {
        let (rows, columns) = (random.number(1, 16), random.number(1, 4 * W as u8));
        random.grid(rows, columns, colours)
    };
    let mut listed = ListedBoard::new(Board::<W, P>::from_grid(&grid).unwrap());
    loop {
        let mut kept = listed.groups().to_vec();
        kept.sort_by_key(twinboard_engine::samegame::Group::first);
        assert_eq!(kept, listed.board().groups().collect::<Vec<_>>(), "{:?}", listed.board());
        let Some(last) = kept.len().checked_sub(1) else { return };
        listed.play(usize::from(random.number(0, u8::try_from(last).unwrap_or(u8::MAX))));
    }
}

#[test]
fn a_listed_board_keeps_the_list_of_all_groups() {
    let mut random = Random(11);
    for _ in 0..100 {
        keeps_its_list::<4, 3>(&mut random);
        keeps_its_list::<2, 2>(&mut random);
        keeps_its_list::<16, 4>(&mut random);
    }
}
