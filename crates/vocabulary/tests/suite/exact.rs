//! Exact texts of the built-in rule sets: round trips of arbitrary values, and malformed texts with
//! their messages.

#![allow(clippy::needless_pass_by_value)] // quickcheck hands properties their values

use std::fmt::Debug;

use quickcheck_macros::quickcheck;
use twinboard_vocabulary::linkpop::{self, LinkPop};
use twinboard_vocabulary::paint::{self, Paint};
use twinboard_vocabulary::samegame::{self, SameGame};
use twinboard_vocabulary::{ExactText, ParseError, Vocabulary};

/// The text that `write` appends.
fn written(write: impl FnOnce(&mut String)) -> String {
    let mut text = String::from("before ");
    write(&mut text);
    text.split_off("before ".len())
}

fn legal_move<V: Vocabulary>(exact: &impl ExactText<V>, legal: &V::LegalMove) -> String {
    let text = written(|out| exact.write_legal_move(legal, out));
    assert_eq!(exact.read_legal_move(&text).as_ref(), Ok(legal), "{text}");
    text
}

fn event<V: Vocabulary>(exact: &impl ExactText<V>, event: &V::Event) -> String {
    let text = written(|out| exact.write_event(event, out));
    assert_eq!(exact.read_event(&text).as_ref(), Ok(event), "{text}");
    text
}

fn position<V: Vocabulary>(exact: &impl ExactText<V>, position: &V::Position) -> String {
    let text = written(|out| exact.write_position(position, out));
    assert_eq!(exact.read_position(&text).as_ref(), Ok(position), "{text}");
    text
}

fn refusals<V: Vocabulary>(exact: &impl ExactText<V>, all: &[V::Refusal], names: &str) {
    assert_eq!(all.len(), names.split(' ').count());
    for (&refusal, name) in all.iter().zip(names.split(' ')) {
        assert_eq!(written(|out| exact.write_refusal(refusal, out)), name);
        assert_eq!(exact.read_refusal(name), Ok(refusal));
    }
}

fn outcomes<V: Vocabulary>(exact: &impl ExactText<V>, all: &[V::Outcome], names: &str) {
    assert_eq!(all.len(), names.split(' ').count());
    for (&outcome, name) in all.iter().zip(names.split(' ')) {
        assert_eq!(written(|out| exact.write_outcome(outcome, out)), name);
        assert_eq!(exact.read_outcome(name), Ok(outcome));
    }
}

/// Expects a message for each text, given by its line, its column and what is found there, if it has
/// a place, and by what is expected.
#[track_caller]
fn fails<T: Debug>(read: impl Fn(&str) -> Result<T, ParseError>, table: &[(&str, &str, &str)]) {
    for (text, found, expected) in table {
        let place = found.split_once(' ').and_then(|(place, found)| {
            let (line, column) = place.split_once(':')?;
            Some(format!("line {line}, column {column}: {found}, "))
        });
        let message = place.unwrap_or_default() + expected;
        match read(text) {
            Ok(value) => panic!("{text:?} reads as {value:?}"),
            Err(error) => assert_eq!(error.to_string(), message, "{text:?}"),
        }
    }
}

/// Reads a text in every way. No way may panic, and a value that is read survives a round trip.
fn read_in_every_way<V: Vocabulary>(exact: &impl ExactText<V>, text: &str) {
    if let Ok(value) = exact.read_legal_move(text) {
        legal_move(exact, &value);
    }
    if let Ok(value) = exact.read_event(text) {
        event(exact, &value);
    }
    if let Ok(value) = exact.read_position(text) {
        position(exact, &value);
    }
    let _ = (exact.read_refusal(text), exact.read_outcome(text));
}

/// Texts made of pieces of exact texts, many of them well-formed at their beginning.
#[quickcheck]
fn no_text_is_too_strange_to_be_read(pieces: Vec<u8>) {
    const PIECES: &str = " | | |\n|\n|,|-|-|/|0|1|2|0,1|1,0|1,1|128|256|9999999999|.|#|B|AU|\
                          first to move\n|é|A ";
    let all: Vec<&str> = PIECES.split('|').collect();
    let piece = |&number: &u8| all[usize::from(number) % all.len()];
    let text: String = pieces.iter().map(piece).collect();
    for text in [text.clone(), format!("A 0,0-0,1{text}"), format!("1 1,1{text}")] {
        read_in_every_way(&samegame::Exact, &text);
        read_in_every_way(&linkpop::Exact, &text);
        read_in_every_way(&paint::Exact, &text);
    }
}

#[test]
fn names_are_those_of_the_protocol_and_told_where_one_is_wrong() {
    use linkpop::Refusal as Pop;
    use paint::Player::{First, Second};
    use samegame::Refusal::{EmptyCell, NoSuchCell, SingleCell};

    let names = "no-such-cell empty-cell single-cell";
    refusals(&samegame::Exact, &[NoSuchCell, EmptyCell, SingleCell], names);
    let all = [samegame::Outcome::Playing, samegame::Outcome::Won, samegame::Outcome::Stuck];
    outcomes(&samegame::Exact, &all, "playing won stuck");
    let off_board = [Pop::FirstOffBoard, Pop::SecondOffBoard, Pop::SameCell];
    let others = [Pop::FirstEmpty, Pop::SecondEmpty, Pop::DifferentSymbols, Pop::NoLink];
    let all = [&off_board[..], &others, &[Pop::NothingToPop]].concat();
    let names = "first-off-board second-off-board same-cell first-empty second-empty \
                 different-symbols no-link nothing-to-pop";
    refusals(&linkpop::Exact, &all, names);
    let all = [linkpop::Outcome::Playing, linkpop::Outcome::Cleared, linkpop::Outcome::Stuck];
    outcomes(&linkpop::Exact, &all, "playing cleared stuck");
    let names = "game-over no-cells off-board repeated painted not-connected no-number \
                 several-numbers wrong-count touches-paint";
    refusals(&paint::Exact, &paint::Refusal::ALL, names);
    let lost = [First, Second].map(paint::Outcome::Lost);
    let all = [&[paint::Outcome::Playing, paint::Outcome::Drawn], &lost[..]].concat();
    outcomes(&paint::Exact, &all, "playing drawn first-lost second-lost");
    let expected = "expected one of no-such-cell, empty-cell, single-cell";
    let wrong =
        [("no such cell", "1:1 found `no`", expected), ("", "1:1 the input ends", expected)];
    fails(|text| samegame::Exact.read_refusal(text), &wrong);
    let expected = "expected one of playing, won, stuck";
    fails(|text| samegame::Exact.read_outcome(text), &[("Won", "1:1 found `Won`", expected)]);
    let expected = "expected one of playing, drawn, first-lost, second-lost";
    fails(|text| paint::Exact.read_outcome(text), &[("lost", "1:1 found `lost`", expected)]);
    let expected = "expected one of playing, cleared, stuck";
    let wrong = ("cleared ", "1:1 found `cleared`", expected);
    fails(|text| linkpop::Exact.read_outcome(text), &[wrong]);
}

// SameGame.

#[quickcheck]
fn groups_survive_a_round_trip(colour: u8, first: (u8, u8), mut cells: Vec<(u8, u8)>) {
    cells.push(first);
    cells.sort_unstable();
    cells.dedup();
    let cell = |&(row, column): &(u8, u8)| samegame::Cell::new(row.max(1), column.max(1));
    let mut cells: Vec<_> = cells.iter().map(cell).collect();
    cells.sort_unstable();
    cells.dedup();
    let group = samegame::Group::new(colour, cells);
    assert_eq!(legal_move(&samegame::Exact, &group), event(&samegame::Exact, &group));
}

#[quickcheck]
fn grids_survive_a_round_trip(rows: u8, columns: u8, bytes: Vec<u8>) {
    let (rows, columns) = (rows % samegame::ROWS_MAX + 1, columns % samegame::COLUMNS_MAX + 1);
    let mut bytes = bytes.into_iter().chain([samegame::Position::EMPTY, 3, 10]).cycle();
    let count = usize::from(rows) * usize::from(columns);
    let bytes = bytes.by_ref().take(count).collect();
    let grid = samegame::Position::from_bytes(rows, columns, bytes);
    position(&samegame::Exact, &grid);
    let coloured = grid.recoloured(|colour| colour);
    let coloured = samegame::Position::from_fn(rows, columns, |cell| {
        coloured.get(cell).map(|colour| colour % samegame::COLOURS)
    });
    assert_eq!(position(&samegame::Exact, &coloured), SameGame::text(&coloured));
}

#[test]
fn malformed_texts_of_samegame() {
    let next = "expected a blank and the next cell, or the end of the line";
    let cell = "expected a cell: row and column from 1, such as 1,2";
    let table = [
        ("", "1:1 the input ends", "expected a colour, 0 to 9"),
        ("x", "1:1 found `x`", "expected a colour, 0 to 9"),
        ("256 1,1", "1:1 found `256`", "expected a colour, 0 to 9"),
        ("-1 1,1", "1:1 found `-1`", "expected a colour, 0 to 9"),
        ("0", "1:2 the line ends", "expected a blank and the first cell"),
        ("0 ", "1:3 the line ends", cell),
        ("0  1,1", "1:3 found ` `", cell),
        ("0 1", "1:4 the line ends", cell),
        ("0 1,", "1:5 the line ends", cell),
        ("0 0,1", "1:3 found `0,1`", cell),
        ("0 1,0", "1:5 found `0`", cell),
        ("0 1,256", "1:5 found `256`", cell),
        ("0 99999999999999999999,1", "1:3 found `99999999999999999999,1`", cell),
        ("0 1,1 ", "1:7 the line ends", cell),
        ("0 1,1 1;2", "1:8 found `;2`", cell),
        ("0 1,1,1", "1:6 found `,1`", next),
        ("0 1,1é 1,2", "1:6 found `é`", next),
        ("0 1,1\n", "1:6 the line ends", next),
        ("0 1,2 1,1 1,2", "", "expected each cell of a group once"),
        ("0 1,1 1,2 1,3 1,4 1,5 1,6 1,7 1,8 1,1", "", "expected each cell of a group once"),
    ];
    fails(|text| samegame::Exact.read_legal_move(text), &table);
    fails(|text| samegame::Exact.read_event(text), &table);

    let size = "expected 1 to 16 rows of 1 to 64 cells";
    let cell = "expected a colour, 0 to 9, or `.`";
    let (high, wide) = ("0\n".repeat(17), format!("0{}\n", " 0".repeat(64)));
    let table = [
        ("", "", size),
        (&high, "", size),
        (&wide, "", size),
        ("\n", "1:1 the line ends", cell),
        ("0 x\n", "1:3 found `x`", cell),
        ("0 255\n", "1:3 found `255`", cell),
        ("0 1\n2\n", "2:2 the line ends", "expected a blank and the next of 2 cells"),
        ("0\n2 1\n", "2:2 found ` `", "expected the end of the row after 1 cell"),
        ("0 1\n2 .", "2:4 the line ends", "expected the end of the row after 2 cells"),
        ("0 1\n\n", "2:1 the line ends", cell),
        ("0 1 \n", "1:5 the line ends", cell),
        ("..\n", "1:2 found `.`", "expected the end of the row after 1 cell"),
    ];
    fails(|text| samegame::Exact.read_position(text), &table);
}

// Link and Pop.

fn block(number: u8) -> Option<linkpop::Block> {
    let attribute = *linkpop::Attribute::ALL.get(usize::from(number) % 6)?;
    Some(linkpop::Block { symbol: linkpop::Symbol::new(number % 26), attribute })
}

#[quickcheck]
fn boards_survive_a_round_trip(rows: u8, columns: u8, numbers: Vec<u8>) {
    let mut numbers = numbers.into_iter().chain([5, 3, 9]).cycle();
    let (rows, columns) = (rows % linkpop::SIDE_MAX + 1, columns % linkpop::SIDE_MAX + 1);
    let board = linkpop::Board::from_fn(rows, columns, |_| numbers.next().and_then(block));
    assert_eq!(position(&linkpop::Exact, &board), LinkPop::text(&board));
}

#[quickcheck]
fn pops_survive_a_round_trip(one: (u8, u8), other: (u8, u8), cost: u8) {
    if one == other {
        return;
    }
    let cell = |(row, column): (u8, u8)| linkpop::Cell::new(row, column);
    let pair = linkpop::Pair::new(cell(one), cell(other));
    legal_move(&linkpop::Exact, &linkpop::Pop { pair, cost });
}

#[quickcheck]
fn popped_pairs_survive_a_round_trip(
    symbol: u8,
    ends: [(i8, i8); 2],
    corners: Vec<(i8, i8)>,
    turns: Vec<Vec<(u8, u8)>>,
) -> bool {
    let ends = ends.map(|(row, column)| (row & i8::MAX, column & i8::MAX));
    let [one, other] = ends.map(|(row, column)| linkpop::Cell::new(row as u8, column as u8));
    if one == other {
        return true;
    }
    let corners = corners.into_iter().take(2);
    let points: Vec<_> = [ends[0]].into_iter().chain(corners).chain([ends[1]]).collect();
    let points: Vec<_> =
        points.into_iter().map(|(row, column)| linkpop::Point::new(row, column)).collect();
    let turn = |turn: Vec<(u8, u8)>| {
        turn.into_iter().map(|(row, column)| linkpop::Cell::new(row, column)).collect()
    };
    let popped = linkpop::Popped {
        pair: linkpop::Pair::new(one, other),
        symbol: linkpop::Symbol::new(symbol % linkpop::Symbol::COUNT),
        link: linkpop::Link::new(&points),
        turns: turns.into_iter().map(turn).collect(),
    };
    !event(&linkpop::Exact, &popped).is_empty()
}

#[test]
fn a_link_through_the_ring_and_turns_without_moves_are_read() {
    for text in ["A 0,0--1,0--1,3-0,3 / 2,1 3,1 / 3,1", "Z 1,1-1,2", "B 0,0-0,1 / / 1,1 /"] {
        let popped = linkpop::Exact.read_event(text).expect(text);
        assert_eq!(event(&linkpop::Exact, &popped), text);
    }
}

#[test]
fn malformed_texts_of_linkpop() {
    let cell = "expected a cell: row and column from 0, such as 0,1";
    let table = [
        ("", "1:1 the input ends", cell),
        ("0,-1 0,0 1", "1:3 found `-1`", cell),
        ("0,256 0,0 1", "1:3 found `256`", cell),
        ("0,0", "1:4 the line ends", "expected a blank and the other cell"),
        ("0,0 0,0 1", "1:5 found `0,0`", "expected another cell than the first"),
        ("0,0 0,1", "1:8 the line ends", "expected a blank and the cost"),
        ("0,0 0,1 ", "1:9 the line ends", "expected the cost, 1 to 3"),
        ("0,0 0,1 300", "1:9 found `300`", "expected the cost, 1 to 3"),
        ("0,0 0,1 1 2", "1:10 found ` `", "expected the end of the legal move"),
    ];
    fails(|text| linkpop::Exact.read_legal_move(text), &table);

    let point = "expected a point of the link: row and column from -1, such as 0,-1";
    let next_point = "expected `-` and the next point of the link";
    let next_move = "expected a blank and the next cell or `/`, or the end of the line";
    let link = "expected a link between two cells of the board";
    let table = [
        ("", "1:1 the input ends", "expected a symbol, A to Z"),
        ("a 0,0-0,1", "1:1 found `a`", "expected a symbol, A to Z"),
        ("A", "1:2 the line ends", "expected a blank and the link"),
        ("AB 0,0-0,1", "1:2 found `B`", "expected a blank and the link"),
        ("A ", "1:3 the line ends", point),
        ("A 0,0", "1:6 the line ends", next_point),
        ("A 0,0 0,1", "1:6 found ` `", next_point),
        ("A 0,0-", "1:7 the line ends", point),
        ("A 0,0---1,0", "1:7 found `--1,0`", point),
        ("A 0,0-128,0", "1:7 found `128,0`", point),
        ("A 0,0--129,0", "1:7 found `-129,0`", point),
        ("A 0,0-0,0", "1:3 found `0,0-0,0`", link),
        ("A 0,0--1,0", "1:3 found `0,0--1,0`", link),
        ("A 0,0-0,1-0,2-0,3-0,4", "1:18 found `-0,4`", next_move),
        ("A 0,0-0,1 ", "1:11 the line ends", "expected `/` before the moves of a turn"),
        ("A 0,0-0,1 1,1", "1:11 found `1,1`", "expected `/` before the moves of a turn"),
        ("A 0,0-0,1/ 1,1", "1:10 found `/`", next_move),
        ("A 0,0-0,1 /1,1", "1:12 found `1,1`", next_move),
        ("A 0,0-0,1 / x", "1:13 found `x`", cell),
        ("A 0,0-0,1 / 1,1  1,2", "1:17 found ` `", cell),
        ("A 0,0-0,1 / 1,1-1,2", "1:16 found `-1,2`", next_move),
    ];
    fails(|text| linkpop::Exact.read_event(text), &table);

    let size = "expected 1 to 32 rows of 1 to 32 cells";
    let block = "expected a block (a letter A to Z and one of U D L R S) or `.`";
    let (high, wide) = (".\n".repeat(33), format!(".{}\n", " .".repeat(32)));
    let table = [
        ("", "", size),
        (&high, "", size),
        (&wide, "", size),
        ("AU A\n", "1:4 found `A`", block),
        ("AU UA\n", "1:4 found `UA`", block),
        ("AU au\n", "1:4 found `au`", block),
        ("AUX .\n", "1:3 found `X`", "expected a blank and the next of 2 cells"),
        (". ..\n", "1:4 found `.`", "expected the end of the row after 2 cells"),
        ("AU .\nBS\n", "2:3 the line ends", "expected a blank and the next of 2 cells"),
        ("AU", "1:3 the line ends", "expected the end of the row after 1 cell"),
    ];
    fails(|text| linkpop::Exact.read_position(text), &table);
}

// Paint.

#[quickcheck]
fn painted_cells_survive_a_round_trip(number: u8, at: (u8, u8), cells: Vec<(u8, u8)>) -> bool {
    let mut cells: Vec<_> =
        cells.into_iter().chain([at]).map(|(row, column)| paint::Cell::new(row, column)).collect();
    cells.sort_unstable();
    cells.dedup();
    let cells = paint::LegalMove::new(cells);
    let text = legal_move(&paint::Exact, &cells);
    let painted = paint::Painted { cells, number, at: paint::Cell::new(at.0, at.1) };
    event(&paint::Exact, &painted).len() > text.len()
}

#[quickcheck]
fn squares_survive_a_round_trip(side: u8, numbers: Vec<u8>, to_move: bool) {
    let mut numbers = numbers.into_iter().chain([30, 20, 21]).cycle();
    let board = paint::Board::from_fn(side % paint::SIDE_MAX + 1, |_| match numbers.next() {
        Some(number) if number % 23 <= paint::NUMBER_MAX => paint::Square::Number(number % 23),
        Some(number) if number % 2 == 0 => paint::Square::Painted,
        _ => paint::Square::Empty,
    });
    let to_move = paint::Player::ALL[usize::from(to_move)];
    let painted = paint::Position { board, to_move };
    assert_eq!(position(&paint::Exact, &painted), Paint::text(&painted));
}

#[test]
fn malformed_texts_of_paint() {
    let cell = "expected a cell: row and column from 0, such as 0,1";
    let next = "expected a blank and the next cell, or the end of the line";
    let once = "expected each cell of a move once";
    let table = [
        ("", "1:1 the input ends", cell),
        ("(0,0)", "1:1 found `(0,0)`", cell),
        ("0,256", "1:3 found `256`", cell),
        ("0,0,0", "1:4 found `,0`", next),
        ("0,0  0,1", "1:5 found ` `", cell),
        ("0,0 ", "1:5 the line ends", cell),
        ("0,0 0,1 0,0", "", once),
    ];
    fails(|text| paint::Exact.read_legal_move(text), &table);
    let table = [
        ("", "1:1 the input ends", "expected the painted number"),
        ("# 0,0", "1:1 found `#`", "expected the painted number"),
        ("300 0,0", "1:1 found `300`", "expected the painted number"),
        ("2", "1:2 the line ends", "expected a blank and the cell of the number"),
        ("2 ", "1:3 the line ends", cell),
        ("2 0,0 0,x", "1:9 found `x`", cell),
        ("2 0,0 0,0", "", once),
    ];
    fails(|text| paint::Exact.read_event(text), &table);

    let square = "expected a cell: #, B or a number, 0 to 20";
    let player = "expected the line `first to move` or `second to move`, then the end";
    let (wide, size) =
        (format!("#{}\n", " #".repeat(30)), "expected 1 to 30 rows with equally many cells");
    let next = "expected a blank and the next of 2 cells";
    let table = [
        ("", "1:1 the input ends", square),
        (&wide, "", size),
        ("# 21\n", "1:3 found `21`", square),
        ("# .\n", "1:3 found `.`", square),
        ("# В\n", "1:3 found `В`", square),
        ("##\n", "1:2 found `#`", "expected the end of the row after 1 cell"),
        ("# 1\nfirst to move\n", "2:1 found `first`", square),
        ("# 1\n2\nfirst to move\n", "2:2 the line ends", next),
        ("#\n", "2:1 the input ends", player),
        ("#\n#\nfirst to move\n", "2:1 found `#`", player),
        ("#\nthird to move\n", "2:1 found `third`", player),
        ("#\nfirst to move", "2:1 found `first`", player),
        ("#\nfirst to move\n\n", "2:1 found `first`", player),
    ];
    fails(|text| paint::Exact.read_position(text), &table);
}

#[test]
fn quantities_are_those_of_the_set_up() {
    let grid = "2 3\n1 0 1\n4 4 2\n".parse().unwrap();
    let expected = [("rows", 2), ("columns", 3), ("colours", 5)];
    assert_eq!(SameGame::quantities(&grid), expected);
    for (margin, outside) in [("inside", 0), ("outside", 1)] {
        let setup = format!("1 2\nAD ..\n0 0\nmargin {margin}\n").parse().unwrap();
        let expected = [("rows", 1), ("columns", 2), ("outside", outside)];
        assert_eq!(LinkPop::quantities(&setup), expected);
    }
    assert_eq!(Paint::quantities(&"2\n# 12\nB 0\n".parse().unwrap()), [("side", 2)]);
}
