//! A third implementation of Link and Pop for the tests, derived from RULES.md alone.
//!
//! Links are found by a search over places *and* directions with the least number of segments for
//! each, an algorithm that neither side uses. Settling goes over the board cell by cell and skips
//! blocks that have moved, as LP-18 allows.

use std::collections::{BTreeMap, VecDeque};

use twinboard_harness::Case;
use twinboard_harness::random::SplitMix;
use twinboard_vocabulary::linkpop::LinkPop as Vocabulary;
use twinboard_vocabulary::linkpop::{
    Attribute, Block, Board, Cell, Margin, Pair, Pop, Setup, Symbol,
};

pub(crate) type LinkPopCase = Case<Vocabulary>;

/// Parses a board as case files write it, row by row.
pub(crate) fn board(rows: &[&str]) -> Board {
    let columns = rows[0].split_whitespace().count();
    let text = format!("{} {columns}\n{}\n0 0\n", rows.len(), rows.join("\n"));
    text.parse::<Setup>().expect("a board").board
}

/// Rings of cells around the board that links may use here. One is enough by LP-6; with a second
/// ring the search would notice if it were not.
const RINGS: i16 = 2;

const DIRECTIONS: [(i16, i16); 4] = [(-1, 0), (0, 1), (1, 0), (0, -1)];

/// Row and column of a place on the board or around it.
type Place = (i16, i16);

/// The cells of a board and the space around it, with the margin that decides where links may run.
struct Space<'a> {
    board: &'a Board,
    margin: Margin,
}

impl Space<'_> {
    fn cell(&self, (row, column): Place) -> Option<Cell> {
        let cell = Cell::new(u8::try_from(row).ok()?, u8::try_from(column).ok()?);
        self.board.has(cell).then_some(cell)
    }

    fn is_free(&self, place: Place) -> bool {
        let (rows, columns) = (i16::from(self.board.rows()), i16::from(self.board.columns()));
        match self.cell(place) {
            Some(cell) => self.board.get(cell).is_none(),
            None => {
                self.margin == Margin::Outside
                    && (-RINGS..rows + RINGS).contains(&place.0)
                    && (-RINGS..columns + RINGS).contains(&place.1)
            }
        }
    }

    fn index(&self, (row, column): Place, direction: usize) -> usize {
        let width = i16::from(self.board.columns()) + 2 * RINGS;
        let place = (row + RINGS) * width + column + RINGS;
        usize::try_from(place).expect("it is in the space") * 4 + direction
    }

    /// The least number of segments to every other block, without a limit.
    fn segments_from(&self, start: Cell) -> BTreeMap<Cell, u32> {
        let (rows, columns) = (i16::from(self.board.rows()), i16::from(self.board.columns()));
        let states = (rows + 2 * RINGS) * (columns + 2 * RINGS) * 4;
        let mut segments_to = vec![u32::MAX; usize::try_from(states).expect("a small number")];
        let mut found = BTreeMap::new();
        let mut queue = VecDeque::new();
        let start = (i16::from(start.row), i16::from(start.column));
        for direction in 0..4 {
            segments_to[self.index(start, direction)] = 1;
            queue.push_back((start, direction));
        }
        while let Some((place, direction)) = queue.pop_front() {
            let segments = segments_to[self.index(place, direction)];
            // Going straight on costs nothing, so it is put at the front of the queue.
            let ahead = (place.0 + DIRECTIONS[direction].0, place.1 + DIRECTIONS[direction].1);
            if self.is_free(ahead) {
                let known = &mut segments_to[self.index(ahead, direction)];
                if segments < *known {
                    *known = segments;
                    queue.push_front((ahead, direction));
                }
            } else if let Some(end) = self.cell(ahead).filter(|_| ahead != start) {
                let known = found.entry(end).or_insert(segments);
                *known = segments.min(*known);
            }
            if place == start {
                continue;
            }
            for turned in [(direction + 1) % 4, (direction + 3) % 4] {
                let known = &mut segments_to[self.index(place, turned)];
                if segments + 1 < *known {
                    *known = segments + 1;
                    queue.push_back((place, turned));
                }
            }
        }
        found
    }
}

/// LP-7: every pair that can be popped with the least cost of a link, in the order of pairs.
pub(crate) fn pops(board: &Board, margin: Margin) -> Vec<Pop> {
    let space = Space { board, margin };
    let mut pops = Vec::new();
    for (earlier, block) in board.blocks() {
        let partners: Vec<Cell> = board
            .blocks()
            .filter(|&(cell, other)| earlier < cell && other.symbol == block.symbol)
            .map(|(cell, _)| cell)
            .collect();
        if partners.is_empty() {
            continue;
        }
        let segments = space.segments_from(earlier);
        for other in partners {
            if let Some(&cost) = segments.get(&other).filter(|&&cost| cost <= 3) {
                pops.push(Pop { pair: Pair::new(earlier, other), cost: cost as u8 });
            }
        }
    }
    pops
}

/// LP-16 to LP-18: one turn of checking, cell by cell. Returns the cells from which blocks moved.
pub(crate) fn turn(board: &mut Board) -> Vec<Cell> {
    let mut has_moved = Vec::new();
    let mut left = Vec::new();
    for row in 0..board.rows() {
        for column in 0..board.columns() {
            let cell = Cell::new(row, column);
            let Some(block) = board.get(cell).filter(|_| !has_moved.contains(&cell)) else {
                continue;
            };
            let (row, column) = (i16::from(row), i16::from(column));
            let to = match block.attribute {
                Attribute::Up => (row - 1, column),
                Attribute::Down => (row + 1, column),
                Attribute::Left => (row, column - 1),
                Attribute::Right => (row, column + 1),
                Attribute::Still => continue,
            };
            let to = Space { board, margin: Margin::Inside }.cell(to);
            if let Some(to) = to.filter(|&to| board.get(to).is_none()) {
                board.set(cell, None);
                board.set(to, Some(block));
                has_moved.push(to);
                left.push(cell);
            }
        }
    }
    left
}

/// LP-15 and LP-19: the board after a pop, and the moves of each turn.
pub(crate) fn after(board: &Board, pair: Pair) -> (Board, Vec<Vec<Cell>>) {
    let mut board = board.clone();
    board.set(pair.earlier(), None);
    board.set(pair.other(), None);
    let mut turns = Vec::new();
    loop {
        let moved = turn(&mut board);
        if moved.is_empty() {
            return (board, turns);
        }
        turns.push(moved);
    }
}

/// A random board with `symbols` symbols and `empty` percent of empty cells.
pub(crate) fn random_board(
    (rows, columns): (u8, u8),
    symbols: u64,
    empty: u64,
    random: &mut SplitMix,
) -> Board {
    Board::from_fn(rows, columns, |_| {
        let mut below = |bound: u64| (random.next_u64() >> 32) % bound;
        if below(100) < empty {
            return None;
        }
        let attribute = Attribute::ALL[below(5) as usize];
        Some(Block { symbol: Symbol::new(below(symbols) as u8), attribute })
    })
}
