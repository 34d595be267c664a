//! Sets, constructors, edges and groups against naive versions that work cell by cell.

#![expect(clippy::needless_pass_by_value, reason = "quickcheck gives values away")]

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{Hash, Hasher};

use quickcheck_macros::quickcheck;
use twinboard_vocabulary::Game;
use twinboard_vocabulary::samegame::{Cell, Grid, Position, Selection};

use super::{Board, CellSet, SameGame};

/// A cell within the room of three words or a little beyond it.
fn cell((row, column): (u8, u8)) -> Cell {
    Cell::new(1 + row % 18, 1 + column % 14)
}

fn fits(cell: Cell) -> bool {
    cell.row() <= 16 && cell.column() <= 12
}

type Pairs = Vec<(u8, u8)>;

/// These cells as a `CellSet` and as a set of the standard library.
fn both(pairs: &Pairs) -> (CellSet<3>, BTreeSet<Cell>) {
    let cells = pairs.iter().copied().map(cell);
    (cells.clone().collect(), cells.filter(|&cell| fits(cell)).collect())
}

#[quickcheck]
fn a_set_has_the_inserted_cells(puts: Pairs, asked: Pairs) -> bool {
    let (set, expected) = both(&puts);
    let all_asked = asked.iter().chain(&puts).copied().map(cell);
    let ranks = 0..expected.len() + 2;
    set.iter().eq(expected.iter().copied())
        && set.len() == expected.len()
        && set.is_empty() == expected.is_empty()
        && set.first() == expected.first().copied()
        && ranks.clone().all(|rank| set.nth(rank) == expected.iter().nth(rank).copied())
        && all_asked.clone().all(|cell| set.contains(cell) == expected.contains(&cell))
        && all_asked.clone().all(|cell| set.clone().insert(cell) == fits(cell))
        && all_asked
            .clone()
            .all(|cell| CellSet::<3>::of(cell) == fits(cell).then(|| [cell].into_iter().collect()))
        && format!("{set:?}") == {
            let names: Vec<String> = expected.iter().map(ToString::to_string).collect();
            format!("{{{}}}", names.join(", "))
        }
}

#[quickcheck]
fn set_operations_agree_with_the_standard_library(one: Pairs, other: Pairs) -> bool {
    let ((one, of_one), (other, of_other)) = (both(&one), both(&other));
    let set = |cells: BTreeSet<&Cell>| cells.into_iter().copied().collect::<CellSet<3>>();
    one.union(other) == set(of_one.union(&of_other).collect())
        && one.intersection(other) == set(of_one.intersection(&of_other).collect())
        && one.difference(other) == set(of_one.difference(&of_other).collect())
        && one.is_disjoint(&other) == of_one.is_disjoint(&of_other)
        && one.difference(other).is_disjoint(&other)
}

/// Settled columns of colours, each from the bottom up.
fn columns(draws: &[Vec<u8>]) -> BTreeMap<Cell, u8> {
    let draws = draws.iter().filter(|column| !column.is_empty()).take(12).zip(1..);
    let cells = draws.flat_map(|(column, at)| {
        // Long runs of few colours, so that regions extend over several words.
        let colours = column.iter().take(16).map(|draw| draw % 16 / 6);
        colours.zip(1..).map(move |(colour, row)| (Cell::new(row, at), colour))
    });
    cells.collect()
}

fn board(cells: &BTreeMap<Cell, u8>) -> Option<Board<3, 3>> {
    Board::from_position(&Position::from_fn(16, 12, |cell| cells.get(&cell).copied()))
}

fn neighbours(cell: Cell) -> impl Iterator<Item = Cell> {
    let (row, column) = (cell.row(), cell.column());
    let all = [(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)];
    all.into_iter().filter(|&(row, column)| row > 0 && column > 0).map(|(r, c)| Cell::new(r, c))
}

/// The region of a cell by a walk from neighbour to neighbour (SG-4).
fn region(cells: &BTreeMap<Cell, u8>, start: Cell) -> BTreeSet<Cell> {
    let mut region = BTreeSet::from([start]);
    let mut open = vec![start];
    while let Some(cell) = open.pop() {
        let equal = neighbours(cell).filter(|next| cells.get(next) == Some(&cells[&start]));
        open.extend(equal.filter(|&next| region.insert(next)));
    }
    region
}

/// A hasher that records a single number.
#[derive(Default)]
struct OneNumber(Option<u64>);

impl Hasher for OneNumber {
    fn write(&mut self, bytes: &[u8]) {
        unreachable!("{bytes:?} in place of a number");
    }

    fn write_u64(&mut self, number: u64) {
        assert_eq!(self.0.replace(number), None, "a second number");
    }

    fn finish(&self) -> u64 {
        self.0.expect("a number was hashed")
    }
}

#[quickcheck]
fn a_board_finds_and_counts_its_cells(draws: Vec<Vec<u8>>) -> bool {
    let cells = columns(&draws);
    let board = board(&cells).expect("settled cells");
    let of = |colour: u8| cells.iter().filter(move |cell| *cell.1 == colour).map(|cell| *cell.0);
    let columns: BTreeSet<u8> = cells.keys().map(|cell| cell.column()).collect();
    let mut hasher = OneNumber::default();
    Hash::hash(&board, &mut hasher);
    board.occupied().iter().eq(cells.keys().copied())
        && board.cells_left() == cells.len()
        && usize::from(board.columns_left()) == columns.len()
        && board.is_won() == cells.is_empty()
        && (0..=10).all(|colour| board.cells_of(colour).iter().eq(of(colour)))
        && hasher.finish() == board.hash()
}

#[quickcheck]
fn edges_regions_and_groups_agree_with_a_walk(draws: Vec<Vec<u8>>) -> bool {
    let cells = columns(&draws);
    let board = board(&cells).expect("settled, and within the room of the board");
    let edges = board.edges();
    let same = |one: Cell, other: Cell| cells.get(&one) == cells.get(&other);
    let of = |is_in: &dyn Fn(Cell) -> bool| -> CellSet<3> {
        cells.keys().copied().filter(|&cell| is_in(cell)).collect()
    };
    let above = of(&|cell| same(cell, Cell::new(cell.row() + 1, cell.column())));
    let right = of(&|cell| same(cell, Cell::new(cell.row(), cell.column() + 1)));
    let of_cells = cells.keys().all(|&cell| {
        let region = region(&cells, cell);
        let is_region = |set: CellSet<3>| set.iter().eq(region.iter().copied());
        let group = board.group_at(cell);
        group.is_some() == (region.len() > 1)
            && group.is_none_or(|group| {
                is_region(*group.cells())
                    && group.size() == region.len()
                    && group.colour() == cells[&cell]
                    && Some(&group.first()) == region.first()
            })
    });
    let firsts: BTreeSet<Cell> = cells
        .keys()
        .map(|&cell| region(&cells, cell))
        .filter(|region| region.len() > 1)
        .filter_map(|region| region.first().copied())
        .collect();
    let empty = (1..=16).map(|row| Cell::new(row, 1 + board.columns_left()));
    edges.above == above.words
        && edges.right == right.words
        && of_cells
        && empty.clone().all(|cell| board.group_at(cell).is_none())
        && firsts.iter().all(|&first| edges.first_candidates().contains(first))
        && board.groups().map(|group| group.first()).eq(firsts)
}

#[test]
fn boards_are_made_of_settled_cells_within_their_room_only() {
    let made = |rows, columns, cells: &[(u8, u8, u8)]| {
        Board::<2, 2>::from_fn(rows, columns, |cell| {
            let here = |&&(row, column, _): &&(u8, u8, u8)| Cell::new(row, column) == cell;
            cells.iter().find(here).map(|&(_, _, colour)| colour)
        })
    };
    let lying = [(1, 1, 0), (2, 1, 2), (1, 2, 1)];
    let board = made(16, 8, &lying).expect("rows, columns and colours just fit");
    for row in 1..=18 {
        for column in 1..=10 {
            let here = lying.iter().find(|&&(r, c, _)| (r, c) == (row, column));
            assert_eq!(board.get(Cell::new(row, column)), here.map(|&(_, _, colour)| colour));
        }
    }
    assert_eq!(made(2, 2, &lying), Some(board), "the size of the grid is irrelevant");
    assert_eq!(made(17, 8, &lying), None, "too many rows");
    assert_eq!(made(16, 9, &lying), None, "too many columns");
    assert_eq!(made(2, 2, &[(1, 1, 3)]), None, "a colour without a code");
    assert_eq!(made(2, 2, &[(2, 1, 0)]), None, "above an empty cell");
    assert_eq!(made(2, 2, &[(1, 2, 0)]), None, "right of an empty column");
    assert_eq!(made(2, 2, &[]), Some(Board::EMPTY));
    let of_grid = |rows: u8, columns: u8, colour: u8| {
        let cells = usize::from(rows) * usize::from(columns);
        Board::<2, 2>::from_grid(&Grid::new(rows, columns, vec![colour; cells]).expect("a grid"))
    };
    let full = |columns| {
        made(
            16,
            columns,
            &(0..16 * columns).map(|cell| (1 + cell % 16, 1 + cell / 16, 2)).collect::<Vec<_>>(),
        )
    };
    assert_eq!(of_grid(16, 8, 2), full(8), "columns and colours just fit");
    assert_eq!(of_grid(1, 9, 0), None, "too many columns");
    assert_eq!(of_grid(1, 1, 3), None, "a colour without a code");
}

/// The key must depend on every plane, word and bit.
#[quickcheck]
fn another_cell_or_colour_gives_another_key(draws: Vec<Vec<u8>>, at: usize, colour: u8) -> bool {
    let cells = columns(&draws);
    let before = board(&cells).expect("settled cells");
    let Some((&cell, &old)) = cells.iter().nth(at % cells.len().max(1)) else { return true };
    let changed: BTreeMap<Cell, u8> =
        cells.iter().map(|(&c, &old)| (c, if c == cell { colour % 7 } else { old })).collect();
    let top = cells.keys().rfind(|c| c.column() == cell.column()).copied();
    let lower: BTreeMap<Cell, u8> = cells
        .iter()
        .filter(|&(c, _)| Some(*c) != top || c.row() == 1)
        .map(|(c, v)| (*c, *v))
        .collect();
    let key = |cells: &BTreeMap<Cell, u8>| board(cells).expect("settled cells").hash();
    (key(&changed) == before.hash()) == (colour % 7 == old)
        && (key(&lower) == before.hash()) == (lower.len() == cells.len())
}

/// A board with these codes of colours, settled or not.
fn raw(cells: &[(u8, u8, u64)]) -> Board<2, 4> {
    let mut board = Board::EMPTY;
    for &(row, column, code) in cells {
        let (w, bit) = super::lanes::place(Cell::new(row, column));
        for (p, plane) in board.planes.iter_mut().enumerate() {
            plane[w] |= (code >> p & 1) << bit;
        }
    }
    board
}

#[test]
fn validate_names_every_broken_invariant() {
    for code in 1..=15 {
        let broken = (code > 10).then(|| "a cell has a code above 10".to_owned());
        for column in [1, 4, 5, 8] {
            let mut cells: Vec<_> = (1..column).map(|left| (1, left, 1)).collect();
            cells.push((1, column, code));
            assert_eq!(raw(&cells).validate().err(), broken, "{code} in column {column}");
        }
    }
    let floating = Err("a cell is above an empty one".to_owned());
    assert_eq!(raw(&[(2, 1, 3)]).validate(), floating);
    assert_eq!(raw(&[(1, 1, 3), (16, 1, 3)]).validate(), floating);
    assert_eq!(raw(&[(1, 1, 3), (2, 1, 5), (1, 2, 3), (3, 2, 9)]).validate(), floating);
    let apart = Err("an empty column is to the left of one with cells".to_owned());
    assert_eq!(raw(&[(1, 2, 3)]).validate(), apart);
    assert_eq!(raw(&[(1, 5, 3)]).validate(), apart);
    assert_eq!(raw(&[(1, 1, 3), (1, 2, 3), (1, 3, 3), (1, 5, 3)]).validate(), apart);
    assert_eq!(raw(&[(1, 1, 3), (1, 2, 3), (1, 3, 3), (1, 4, 3), (1, 6, 3)]).validate(), apart);
    let full: Vec<_> = (0..128).map(|cell| (1 + cell % 16, 1 + cell / 16, 10)).collect();
    assert_eq!(raw(&full).validate(), Ok(()));
    assert_eq!(raw(&[]).validate(), Ok(()));
}

/// Equal cells on grids of different sizes are different positions.
#[test]
fn the_key_of_a_position_depends_on_its_cells_and_the_size_of_its_grid() {
    let mut seen = BTreeMap::new();
    for (rows, columns) in (1..=16).flat_map(|rows| (1..=64).map(move |columns| (rows, columns))) {
        // A cell of another colour in the corner; it is the only one left after a move.
        let mut colours = vec![1; usize::from(rows) * usize::from(columns)];
        let last = colours.len() - 1;
        colours[last] = 3;
        let grid = Grid::new(rows, columns, colours).expect("within the limits");
        let mut game = SameGame::set_up(&grid).expect("every grid fits");
        let before = game.key().expect("each position has one");
        assert_eq!(seen.insert(before, (rows, columns)), None, "{rows} x {columns}");
        if last > 1 {
            let first = Selection::new(1, 1).expect("there is such a cell");
            game.play(&first).expect("all cells but one are a group");
            let key = game.key().expect("each position has one");
            assert_eq!(seen.insert(key, (rows, columns)), None, "{rows} x {columns}");
            assert_eq!(game.clone().key(), Some(key));
        }
    }
}
