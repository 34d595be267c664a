//! Pops and invariants of a board.

use twinboard_vocabulary::Game;
use twinboard_vocabulary::linkpop::{
    self as vocabulary, Attribute, Block, Cell, Margin, Pair, Setup, Symbol,
};

use super::board::place_of;
use super::{Board, LinkPop};

/// The blocks that remain after pops, with their symbols. In `rows` the letters `u`, `d`, `l`, `r`
/// are moving blocks with that letter as attribute and symbol; capital letters are still blocks.
fn left_after(rows: &[&str], pops: &[[(u8, u8); 2]]) -> Vec<((u8, u8), char)> {
    let block = |cell: Cell| {
        let letter = rows[usize::from(cell.row)].as_bytes()[usize::from(cell.column)];
        let attribute = match letter {
            b'.' => return None,
            b'u' => Attribute::Up,
            b'd' => Attribute::Down,
            b'l' => Attribute::Left,
            b'r' => Attribute::Right,
            _ => Attribute::Still,
        };
        let symbol = Symbol::from_letter(letter.to_ascii_uppercase()).expect("a letter");
        Some(Block { symbol, attribute })
    };
    let board = vocabulary::Board::from_fn(rows.len() as u8, rows[0].len() as u8, block);
    let mut board = Board::from_setup(&Setup { board, margin: Margin::Inside });
    for pair in pops {
        let [one, other] = pair.map(|(row, column)| Cell::new(row, column));
        board.pop(Pair::new(one, other));
    }
    assert_eq!(board.validate(), Ok(()));
    let blocks = board.to_position();
    blocks.blocks().map(|(cell, block)| ((cell.row, cell.column), block.symbol.letter())).collect()
}

/// Two blocks are headed for the place that a third one leaves, and no other block is awake: one of
/// the two follows, so the third one must not slide on alone.
#[test]
fn a_block_follows_into_a_place_that_two_are_headed_for() {
    let first = [(4, 0), (4, 1)];
    let beside = [".......", "..B....", ".rul...", ".......", "AAB...."];
    let left = [((0, 2), 'U'), ((2, 1), 'R'), ((2, 2), 'L')];
    assert_eq!(left_after(&beside, &[first, [(1, 2), (4, 2)]]), left);
    let above_and_below = [".......", "..d....", "..rB...", "..u....", "AA.B..."];
    let left = [((1, 2), 'D'), ((2, 2), 'U'), ((2, 6), 'R')];
    assert_eq!(left_after(&above_and_below, &[first, [(2, 3), (4, 3)]]), left);
}

/// All blocks of a large board move to the left by many cells: the notes about changed places are
/// full several times during a pop.
#[test]
fn a_pop_may_move_hundreds_of_blocks() {
    let block = |cell: Cell| {
        let attribute = if cell.column == 0 { Attribute::Still } else { Attribute::Left };
        (cell.column == 0 || cell.column > 15)
            .then(|| Block { symbol: Symbol::new((cell.row + cell.column) % 5), attribute })
    };
    let board = vocabulary::Board::from_fn(32, 32, block);
    let mut board = Board::from_setup(&Setup { board, margin: Margin::Inside });
    board.pop(Pair::new(Cell::new(3, 31), Cell::new(20, 31)));
    assert_eq!(board.validate(), Ok(()));
    let is_taken = |cell: Cell| board.get(cell).is_some();
    assert!((0..32).all(|row| is_taken(Cell::new(row, 15)) && !is_taken(Cell::new(row, 17))));
}

/// A valid board with moving and still blocks, empty cells and direct pairs. It is drawn from bytes:
/// half of the cells are empty, the others have one of three symbols.
fn valid_board() -> Board {
    let mut draws = (0..=255).cycle().step_by(11);
    let board = vocabulary::Board::from_fn(5, 6, |_| {
        let draw: usize = draws.next()?;
        (draw % 6 > 2).then(|| Block {
            symbol: Symbol::new((draw % 6) as u8 - 3),
            attribute: Attribute::ALL[draw / 6 % 5],
        })
    });
    let board = Board::from_setup(&Setup { board, margin: Margin::Inside });
    assert_eq!(board.validate(), Ok(()));
    board
}

/// Asserts that `validate` notices a change of the valid board.
#[track_caller]
fn assert_noticed(what: &str, change: impl FnOnce(&mut Board)) {
    let mut board = valid_board();
    change(&mut board);
    assert!(board.validate().is_err(), "{what}");
}

#[test]
fn validate_notices_every_change_on_the_board() {
    let start = valid_board();
    let game = |board: &Board| LinkPop { board: board.clone() };
    assert_eq!(game(&start).key(), Some(start.hash()));
    assert_eq!(game(&start).validate(), Ok(()));
    let mut broken = start.clone();
    broken.by_row[1] ^= 2;
    assert!(game(&broken).validate().is_err());
    let cells = (0..5).flat_map(|row| (0..6).map(move |column| Cell::new(row, column)));
    for cell in cells {
        let (row, column) = (usize::from(cell.row) + 1, usize::from(cell.column) + 1);
        assert_noticed(&format!("{cell} in its row"), |it| it.by_row[row] ^= 1 << column);
        assert_noticed(&format!("{cell} in its column"), |it| it.by_column[column] ^= 1 << row);
        let what = format!("{cell} with a code that is not a block");
        assert_noticed(&what, |it| it.codes[place_of(cell)] = 7);
        let mut board = start.clone();
        board.direct_pairs.candidates[row] ^= 1 << column;
        // After the first direct pair, blocks without a partner may be candidates, too.
        let is_single =
            start.get(cell).is_some() && start.direct_partner(row as u32, column as u32).is_none();
        let is_later = start.first_direct_pair().is_some_and(|(first, _)| place_of(cell) > first);
        assert_eq!(board.validate().is_ok(), is_single && is_later, "{cell} as a candidate");
    }
}

#[test]
fn validate_notices_every_change_off_the_board() {
    // The line and the column after the walls are checked, too.
    for row in 0..=7 {
        for column in 0..=8 {
            if (1..=5).contains(&row) && (1..=6).contains(&column) {
                continue;
            }
            let place = format!("({row}, {column})");
            assert_noticed(&format!("the place {place}"), |it| {
                let code = &mut it.codes[row * super::lines::ROW + column];
                *code = u8::from(*code == 0);
            });
            assert_noticed(&format!("{place} in its row"), |it| it.by_row[row] ^= 1 << column);
            let what = format!("{place} in its column");
            assert_noticed(&what, |it| it.by_column[column] ^= 1 << row);
        }
    }
}
