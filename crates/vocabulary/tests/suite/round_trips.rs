//! Set-ups and moves of the built-in rule sets survive a round trip through their text.

use std::collections::HashSet;
use std::fmt::{Debug, Display};
use std::str::FromStr;

use twinboard_vocabulary::two_player::Player;
use twinboard_vocabulary::{ParseError, Vocabulary, linkpop, paint, samegame};

fn reads_back<T>(text: &str)
where
    T: FromStr<Err: Into<ParseError> + Debug> + Display + PartialEq + Debug,
{
    let value: T = text.parse().unwrap_or_else(|error| panic!("{text:?}: {error:?}"));
    assert_eq!(value.to_string(), text);
}

fn fails<T: FromStr<Err = ParseError> + Debug>(text: &str, expected: &str) {
    let error = text.parse::<T>().expect_err(text).to_string();
    assert!(error.contains(expected), "{text:?}: {error}");
}

#[test]
fn set_ups_and_moves_read_back() {
    reads_back::<samegame::Grid>("2 3\n1 0 1\n9 9 2\n");
    reads_back::<linkpop::Setup>("1 2\nAD ..\n0 0\n");
    reads_back::<linkpop::Setup>("1 1\nZS\n0 0\nmargin outside\n");
    reads_back::<paint::Board>("2\n# 12\nB 0\n");
    let no_colour = "line 3, column 3: found `x`, expected a colour";
    fails::<samegame::Grid>("2 3\n1 0 1\n9 x 2\n", no_colour);
    fails::<samegame::Grid>("1 1\n0\n1 1\n", "a set-up and nothing else");
    fails::<linkpop::Setup>("1 1\nAD\n0 0\nrobot\n", "a set-up and nothing else");
    fails::<paint::Board>("1\n7\n1\n0 0\n", "the board is complete");
    fails::<paint::Board>("", "N, the side of the board");
    reads_back::<samegame::Selection>("select 0 18446744073709551615");
    reads_back::<linkpop::Step>("robot");
    reads_back::<linkpop::Step>("pop 0 1 2 18446744073709551615");
    reads_back::<paint::Move>("no cells");
    reads_back::<paint::Move>("(0,1) (0,1) (18446744073709551615,3)");
    fails::<samegame::Selection>("select 0 0", "not both 0");
    fails::<samegame::Selection>("select 1", "`select`, a row and a column");
    fails::<samegame::Selection>("select 1 2 3", "line 1, column 12: found `3`, expected the end");
    fails::<linkpop::Step>("pop 1 2 3", "the column of a cell to pop");
    fails::<linkpop::Step>("jump", "found `jump`, expected a step");
    fails::<paint::Move>("(0,1) (2)", "cells such as");
    fails::<paint::Move>("", "cells such as");
}

/// Of each shape, the position with the first content in all cells, and those with another one in
/// one cell: this number of different positions, whose texts differ.
fn assert_told_apart<V: Vocabulary, S, C: Copy>(
    shapes: &[S],
    cells: usize,
    contents: &[C],
    position: impl Fn(&S, Vec<C>) -> V::Position,
    count: usize,
) {
    let mut positions = HashSet::new();
    for shape in shapes {
        for cell in 0..cells {
            positions.extend(contents.iter().map(|&content| {
                let mut all = vec![contents[0]; cells];
                all[cell] = content;
                position(shape, all)
            }));
        }
    }
    let texts: HashSet<String> = positions.iter().map(V::text).collect();
    assert_eq!((positions.len(), texts.len()), (count, count));
}

/// The digests of perft and exhaust are made of these texts (PF-3).
#[test]
fn every_part_of_a_position_is_in_its_text() {
    let shapes = [(2, 3), (3, 2), (1, 6), (6, 1)];
    let contents: Vec<_> = (0..samegame::COLOURS).map(Some).chain([None]).collect();
    let of_samegame = |&(rows, columns): &_, all: Vec<_>| {
        let mut cells = all.into_iter();
        samegame::Position::from_fn(rows, columns, |_| cells.next().unwrap())
    };
    let count = 4 * (6 * 10 + 1);
    assert_told_apart::<samegame::SameGame, _, _>(&shapes, 6, &contents, of_samegame, count);

    let block = |symbol, attribute| {
        Some(linkpop::Block { symbol: linkpop::Symbol::new(symbol), attribute })
    };
    let blocks: Vec<_> = (0..linkpop::Symbol::COUNT)
        .flat_map(|symbol| linkpop::Attribute::ALL.map(|attribute| block(symbol, attribute)))
        .chain([None])
        .collect();
    let of_linkpop = |&(rows, columns): &_, all| linkpop::Board::new(rows, columns, all).unwrap();
    let count = 4 * (6 * 130 + 1);
    assert_told_apart::<linkpop::LinkPop, _, _>(&shapes, 6, &blocks, of_linkpop, count);

    let mut squares: Vec<_> = (0..=paint::NUMBER_MAX).map(paint::Square::Number).collect();
    squares.extend([paint::Square::Empty, paint::Square::Painted]);
    let count = 2 * (4 * (squares.len() - 1) + 1);
    let of_paint =
        |&to_move: &_, all| paint::Position { board: paint::Board::new(2, all).unwrap(), to_move };
    assert_told_apart::<paint::Paint, _, _>(&Player::ALL, 4, &squares, of_paint, count);
}
