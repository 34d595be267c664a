//! Numbers that are alive, the steps that they need, and the validation of both.

use twinboard_vocabulary::paint::{self as vocabulary, Cell, Move, Square};

use super::super::board::{Form, either};
use super::super::rows::Rows;
use super::super::search::SearchSet;
use super::super::set::Table;
use super::super::state::State;
use super::super::word::Word;
use super::{forms, game, legal_moves, setup};
use crate::paint::Board;

/// Steps that are known of a number may be fewer than those that a search near it finds: around
/// paint, the shortest way may leave the part of the board that is searched first.
#[test]
fn an_undone_move_leaves_valid_steps_behind() {
    let board = setup(&[
        "11 11 # 11 # # # # #",
        "# 11 B 11 8 11 11 # #",
        "B B 11 B B # # # #",
        "11 B B B # # # # #",
        "11 11 # # # # # # #",
        "# # 11 # # # # # B",
        "# # # 11 # # # 11 B",
        "9 11 # # 11 11 B # B",
        "# # 11 B B B B B B",
    ]);
    let mut board = Board::from_setup(&board);
    let moves = ["45 46 47 52 53 54 55 61 62 65 72", "04 05 06 07 08 16 17 18 26 27 28"];
    let mut played = Vec::new();
    for mv in moves {
        let cells = mv.split(' ').map(str::as_bytes);
        let cells = cells.map(|cell| Cell::new(cell[0] - b'0', cell[1] - b'0'));
        let area = board.check(&Move::new(cells)).unwrap();
        played.push(board.play(&area));
    }
    for undo in played.iter().rev() {
        board.undo(undo);
        board.validate().unwrap();
    }
}

/// The complaint of `validate` about a board that was changed.
fn complaint<S: SearchSet>(board: &vocabulary::Board, spoil: &dyn Fn(&mut State<S>)) -> String {
    let mut state = State::from_setup(board);
    state.validate().expect("the board is valid");
    spoil(&mut state);
    state.validate().expect_err("the spoilt board is invalid")
}

fn assert_complaints<S: SearchSet>() {
    let board = setup(&["2 # #", "# # #", "# # B"]);
    let cell = Cell::new;
    let cases: [(&dyn Fn(&mut State<S>), &str); 9] = [
        (&|state| state.sets.free.insert(cell(0, 3)), "is off the board and free"),
        (&|state| state.sets.numbers.insert(cell(2, 2)), "a number and is painted"),
        (&|state| state.values.set(cell(0, 0), 21), "holds 21, which no cell may"),
        (&|state| state.sets.usable.remove(cell(0, 1)), "usable, but is not marked"),
        (&|state| state.sets.usable.insert(cell(2, 1)), "marked as usable, but"),
        (
            &|state| {
                state.sets.living.remove(cell(0, 0));
                state.sets.suspects.remove(cell(0, 0));
            },
            "a live number, but is not",
        ),
        (&|state| state.sets.suspects.insert(cell(1, 1)), "(1,1) is a suspect without"),
        (&|state| state.sets.living.insert(cell(1, 0)), "(1,0) is marked as alive and holds no"),
        (&|state| state.sets.key ^= 1, "the hash is"),
    ];
    for (spoil, expected) in cases {
        let complaint = complaint(&board, spoil);
        assert!(complaint.contains(expected), "{complaint}");
    }
}

#[test]
fn validation_names_each_violated_invariant() {
    assert_complaints::<Word>();
    assert_complaints::<Rows>();
    let board = setup(&["2 # #", "# # #", "# # B"]);
    let complaint = complaint::<Rows>(&board, &|state| state.by_steps.swap(0, 1));
    assert!(complaint.contains("finds 1 cells in Some(0) steps"), "{complaint}");
}

fn steps_needed(board: &Board, number: Cell) -> Option<u32> {
    either!(&board.0, state => state.steps_needed(number, &state.open()))
}

/// In a ring the last cell is reached from both sides at once.
#[test]
fn a_ring_around_a_number_has_one_set_of_all_its_cells() {
    for (row, column) in [(0, 0), (0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1), (2, 2)] {
        for side in [3, 4, 11, 30] {
            for (top, left) in [(0, 0), (side - 3, side - 3)] {
                let setup = vocabulary::Board::from_fn(side, |cell| {
                    let inside = (top..top + 3).contains(&cell.row)
                        && (left..left + 3).contains(&cell.column);
                    match (cell.row.wrapping_sub(top), cell.column.wrapping_sub(left)) {
                        _ if !inside => Square::Number(0),
                        (1, 1) => Square::Number(0),
                        at if at == (row, column) => Square::Number(8),
                        _ => Square::Empty,
                    }
                });
                let number = Cell::new(top + row, left + column);
                for board in forms(&setup) {
                    assert_eq!(board.count_areas(number, 9), Some(1), "{setup:?}");
                    assert_eq!(board.ball(number).len(), 8, "{setup:?}");
                    assert_eq!(steps_needed(&board, number), Some(4), "{setup:?}");
                }
            }
        }
    }
}

/// Without the cell above the ring, which is chosen first, all others are needed; two paths meet in
/// one of them, from both sides or from above and below.
#[test]
fn remaining_cells_can_be_reached_from_both_sides_at_once() {
    let beside = game(&["0 # 0 0", "# 8 # 0", "# 0 # 0", "# # # 0"]);
    assert_eq!(legal_moves(&beside).len(), 1 + 7);
    let above_and_below = game(&[
        "0 #  0 0 0 0",
        "# #  # 0 0 0",
        "# 0  # 0 0 0",
        "# 0  # 0 0 0",
        "12 0 # 0 0 0",
        "# #  # 0 0 0",
    ]);
    assert_eq!(legal_moves(&above_and_below).len(), 1 + 10);
}
