//! Boards of linkpop: their representation, descriptions and drawings.

use twinboard_vocabulary::linkpop::{
    Attribute, Block, Board, Cell, Link, LinkPop, Pair, Point, Popped, Symbol,
};
use twinboard_vocabulary::{Picture, Vocabulary};

fn block(name: &str) -> Option<Block> {
    let [symbol, attribute] = *name.as_bytes() else { return None };
    let attribute = Attribute::from_letter(attribute).expect("one of five letters");
    Some(Block { symbol: Symbol::new(symbol - b'A'), attribute })
}

/// A board of blocks such as `AS`; dots are empty cells.
fn board<const R: usize, const C: usize>(rows: [[&str; C]; R]) -> Board {
    let cells = rows.as_flattened().iter().map(|name| block(name));
    Board::new(R as u8, C as u8, cells.collect()).expect("the sides are in limits")
}

fn pair(one: (u8, u8), other: (u8, u8)) -> Pair {
    Pair::new(Cell::new(one.0, one.1), Cell::new(other.0, other.1))
}

fn drawn(pictures: &[Picture]) -> Vec<String> {
    pictures.iter().map(ToString::to_string).collect()
}

#[test]
fn every_attribute_has_its_letter_and_its_step() {
    let known = [
        (Attribute::Up, 'U', (-1, 0)),
        (Attribute::Down, 'D', (1, 0)),
        (Attribute::Left, 'L', (0, -1)),
        (Attribute::Right, 'R', (0, 1)),
        (Attribute::Still, 'S', (0, 0)),
    ];
    assert_eq!(known.map(|(attribute, ..)| attribute), Attribute::ALL);
    for (attribute, letter, step) in known {
        assert_eq!((attribute.letter(), attribute.step()), (letter, step));
        assert_eq!(Attribute::from_letter(letter as u8), Some(attribute));
    }
    assert_eq!(Attribute::from_letter(b'A'), None);
    let letters = (0..Symbol::COUNT).map(|index| Symbol::new(index).letter());
    assert!(letters.eq('A'..='Z'));
    assert!((0..Symbol::COUNT).all(|index| Symbol::new(index).index() == index));
}

#[test]
fn cells_are_in_the_order_of_the_text() {
    let mut board = board([["AU", ".", "BD"], [".", "CL", "DS"]]);
    let cells = [((0, 0), "AU"), ((0, 2), "BD"), ((1, 1), "CL"), ((1, 2), "DS")];
    let cells = cells.map(|((row, column), name)| (Cell::new(row, column), block(name).unwrap()));
    assert!(board.blocks().eq(cells));
    assert!(cells.iter().all(|(cell, block)| board.get(*cell) == Some(*block)));
    assert_eq!(board.get(Cell::new(1, 0)), None);
    board.set(Cell::new(1, 0), block("ES"));
    board.set(Cell::new(0, 2), None);
    assert_eq!(board, self::board([["AU", ".", "."], ["ES", "CL", "DS"]]));
    let next = board.renamed(|symbol| Symbol::new(symbol.index() + 1));
    assert_eq!(next, self::board([["BU", ".", "."], ["FS", "DL", "ES"]]));
    let has = |row, column| board.has(Cell::new(row, column));
    assert!(has(1, 2) && !has(2, 0) && !has(0, 3) && !has(2, 3));
}

#[test]
fn the_story_of_a_pop_is_its_link_and_each_turn_but_the_last() {
    let before = board([["AS", "BS", "AS"], ["CU", ".", "DL"], [".", "EU", "."]]);
    let ring = [Point::new(0, 0), Point::new(-1, 0), Point::new(-1, 2), Point::new(0, 2)];
    // Turn 1: C moves up, D to the left. Turn 2: D moves to the left again, E up.
    let turns = [vec![(1, 0), (1, 2)], vec![(1, 1)], vec![(2, 1)]];
    let turns =
        turns.map(|turn| turn.iter().map(|&(row, column)| Cell::new(row, column)).collect());
    let event = Popped {
        pair: pair((0, 0), (0, 2)),
        symbol: Symbol::new(0),
        link: Link::new(&ring),
        turns: turns.to_vec(),
    };
    let story = drawn(&LinkPop::story(&before, &event));
    let linked = "  |     + --  +
0 |    AS BS AS
1 |    CU  . DL
2 |     . EU  .
  |
  +---------------
        0  1  2
(0,0)-(-1,0)-(-1,2)-(0,2)
";
    let turn = |rows: &str, turn| {
        format!("{rows}2 |  . EU  .\n  +---------\n     0  1  2\nturn {turn} of 3\n")
    };
    let first = turn("0 | CU BS  .\n1 |  . DL  .\n", 1);
    let second = turn("0 | CU BS  .\n1 | DL  .  .\n", 2);
    assert_eq!(story, [linked, &first, &second]);
}

#[test]
fn a_link_inside_of_the_board_is_drawn_without_the_ring() {
    let before = board([["AS", ".", "."], ["BS", "BS", "."], [".", ".", "."], ["BS", "AS", "."]]);
    let across = [Point::new(0, 0), Point::new(0, 2), Point::new(3, 2), Point::new(3, 1)];
    let event = Popped {
        pair: pair((0, 0), (3, 1)),
        symbol: Symbol::new(0),
        link: Link::new(&across),
        turns: Vec::new(),
    };
    let linked = "0 | AS --  +
1 | BS BS  |
2 |  .  .  |
3 | BS AS  +
  +---------
     0  1  2
(0,0)-(0,2)-(3,2)-(3,1)
";
    assert_eq!(drawn(&LinkPop::story(&before, &event)), [linked]);
}
