//! The oracle of SameGame, compared with games worked out by hand from the rules.
//!
//! Grids are drawn with the top row first and one character for each cell, `.` for an empty one.
//! Selections and cells are `(row, column)` with row 1 at the bottom.

use twinboard_oracle::SameGame;
use twinboard_vocabulary::Game as _;
use twinboard_vocabulary::samegame::{Cell, Grid, Group, Outcome, Position, Refusal, Selection};

use super::{assert_refused, legal_moves};

/// Example of the statement.
const EXAMPLE: [&str; 3] = ["13522", "22351", "12355"];

fn start(picture: &[&str]) -> SameGame {
    let rows = picture.len() as u8;
    let columns = picture[0].len() as u8;
    let from_the_bottom = picture.iter().rev();
    let colours = from_the_bottom.flat_map(|row| row.bytes().map(|digit| digit - b'0'));
    let grid = Grid::new(rows, columns, colours.collect()).expect("the picture is a grid");
    SameGame::set_up(&grid).expect("every grid can be set up")
}

fn select(row: u64, column: u64) -> Selection {
    Selection::new(row, column).expect("not the pair 0 0")
}

fn play(game: &mut SameGame, row: u64, column: u64) -> Result<Group, Refusal> {
    game.play(&select(row, column))
}

fn group(colour: u8, cells: &[(u8, u8)]) -> Group {
    let cells = cells.iter().map(|&(row, column)| Cell::new(row, column));
    Group::new(colour, cells)
}

fn drawn(position: &Position) -> Vec<String> {
    let glyph = |content: Option<u8>| content.map_or('.', |colour| char::from(b'0' + colour));
    (1..=position.rows()).rev().map(|row| position.row(row).map(glyph).collect()).collect()
}

#[track_caller]
fn assert_shows(game: &SameGame, picture: &[&str]) {
    assert_eq!(drawn(&game.position()), picture);
}

#[track_caller]
fn assert_refuses(game: &SameGame, row: u64, column: u64, refusal: Refusal) {
    assert_refused(game, &select(row, column), refusal);
}

#[test]
fn exactly_the_cells_that_the_statement_calls_single_are_refused() {
    let game = start(&EXAMPLE);
    let single = [(1, 1), (2, 5), (3, 1), (3, 2), (3, 3)];
    for row in 1..=3 {
        for column in 1..=5 {
            if single.contains(&(row, column)) {
                assert_refuses(&game, row, column, Refusal::SingleCell);
            } else {
                assert!(play(&mut game.clone(), row, column).is_ok());
            }
        }
    }
}

#[test]
fn numbers_beyond_the_grid_and_empty_cells_are_refused() {
    let game = start(&EXAMPLE);
    // The grid has 3 rows and 5 columns, so (5,3) is beyond it and (3,5) is not.
    let below = [(0, 1), (0, 5), (1, 0), (3, 0), (0, 99), (99, 0)];
    for (row, column) in below.into_iter().chain([(4, 1), (1, 6), (4, 6), (5, 3)]) {
        assert_refuses(&game, row, column, Refusal::NoSuchCell);
    }
    assert!(play(&mut game.clone(), 3, 5).is_ok());
    let mut game = start(&["1233", "1222", "1111"]);
    play(&mut game, 1, 1).unwrap();
    assert_shows(&game, &["....", "233.", "222."]);
    for (row, column) in [(3, 1), (3, 3), (1, 4), (2, 4), (3, 4)] {
        assert_refuses(&game, row, column, Refusal::EmptyCell);
    }
    // The grid keeps its size, however little is left of it.
    assert_refuses(&game, 4, 1, Refusal::NoSuchCell);
    assert_refuses(&game, 1, 5, Refusal::NoSuchCell);
}

#[test]
fn colour_0_is_a_colour_and_not_an_empty_cell() {
    let mut game = start(&["010", "000", "919"]);
    assert_eq!(game.outcome(), Outcome::Playing);
    let removed = play(&mut game, 3, 3);
    let zeros = [(2, 1), (3, 1), (2, 2), (2, 3), (3, 3)];
    assert_eq!(removed, Ok(group(0, &zeros)));
    assert_shows(&game, &["...", ".1.", "919"]);
}

#[test]
fn cells_drop_and_columns_close_up_in_their_order() {
    // Column 1 loses rows 2, 4 and 5; the 3, the 4 and the 6 come together in that order.
    let several_gaps = ["69", "18", "11", "41", "11", "31"];
    // Row 1 joins the 1s, so one selection empties columns 2, 4 and 6 and leaves 1, 3, 5 and 7.
    let emptied_apart = ["2131415", "6111116"];
    for (before, (row, column), after) in [
        (&several_gaps[..], (1, 2), &["..", "..", "..", "6.", "49", "38"][..]),
        (&emptied_apart, (2, 4), &["2..5...", "6346..."]),
        // The first column closes up, too.
        (&["123", "132"], (1, 1), &["23.", "32."]),
        // Columns close up after the dropping and keep their heights.
        (&["4181", "1115", "3161"], (3, 2), &["..1.", "485.", "361."]),
        // Regions of columns that meet are joined.
        (&["212", "313"], (1, 2), &["22.", "33."]),
    ] {
        let mut game = start(before);
        play(&mut game, row, column).unwrap();
        assert_shows(&game, after);
    }
    let joined = [group(3, &[(1, 1), (1, 2)]), group(2, &[(2, 1), (2, 2)])];
    assert_eq!(legal_moves(&start(&["22", "33"])), joined);
}

#[test]
fn every_group_is_listed_once_with_all_its_cells() {
    let game = start(&EXAMPLE);
    let mut expected = [
        group(2, &[(2, 1), (1, 2), (2, 2)]),
        group(3, &[(1, 3), (2, 3)]),
        group(5, &[(1, 4), (2, 4), (1, 5)]),
        group(2, &[(3, 4), (3, 5)]),
    ];
    expected.sort();
    assert_eq!(legal_moves(&game), expected);
}
