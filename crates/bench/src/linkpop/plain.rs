//! Link and Pop (clauses LP-1 to LP-22 of RULES.md) with arrays.
//!
//! The board lies in the middle of a square array, surrounded by a ring of cells that are empty or
//! walls, depending on the margin. To choose a pair, rays leave every block, row by row, in all
//! directions until they hit a block; in every empty cell they branch to both sides, and there once
//! more. The cheapest pair wins.
//!
//! Optimisations:
//!
//! * arrays of fixed size, one byte for a symbol and one for an attribute, no allocation during the
//!   search for a pair, walls instead of tests for the border;
//! * the search ends at the first pair of cost 1.
//!
//! Omitted: postponing expensive links, and keeping information from one ray or one pop to the
//! next. Programs submitted to the judge are alike: on whole games of 30 × 30 with 2, 6, 13 and 26
//! symbols, the times of a measured submission are in the ratio 3.0 : 21 : 15 : 18, and those of
//! this program 3.1 : 21 : 15 : 18.
//!
//! [`Lean`](super::lean::Lean) searches the cheap links of all blocks first and passes no cell twice.

use twinboard_vocabulary::linkpop::{Attribute, Cell, Margin, Pair, Pop, SIDE_MAX, Setup};

/// Width of the border around the board: the ring, and a wall around that.
const BORDER: usize = 2;
pub(super) const SIDE: usize = SIDE_MAX as usize + 2 * BORDER;

/// Codes of an empty cell and of a wall; letters are greater than both.
pub(super) const EMPTY: u8 = 0;
const WALL: u8 = 1;

/// Steps down, up, right and left, as changes of row and column.
pub(super) const DIRECTIONS: [(isize, isize); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];

/// Row and column in the array.
pub(super) type Place = (usize, usize);

/// A game of Link and Pop.
pub(super) struct Plain {
    rows: usize,
    columns: usize,
    /// Letter of the symbol in each cell, or [`EMPTY`] or [`WALL`].
    pub(super) symbols: [[u8; SIDE]; SIDE],
    attributes: [[Attribute; SIDE]; SIDE],
}

impl Plain {
    /// The game at the start.
    pub(super) fn new(setup: &Setup) -> Self {
        let (rows, columns) = (usize::from(setup.board.rows()), usize::from(setup.board.columns()));
        let mut symbols = [[WALL; SIDE]; SIDE];
        let ring = match setup.margin {
            Margin::Inside => 0,
            Margin::Outside => 1,
        };
        for row in &mut symbols[BORDER - ring..BORDER + rows + ring] {
            row[BORDER - ring..BORDER + columns + ring].fill(EMPTY);
        }
        let mut game =
            Self { rows, columns, symbols, attributes: [[Attribute::Still; SIDE]; SIDE] };
        for (cell, block) in setup.board.blocks() {
            let (row, column) = place(cell);
            game.symbols[row][column] = block.symbol.letter() as u8;
            game.attributes[row][column] = block.attribute;
        }
        game
    }

    /// Pair that the robot pops, with the cost of its link.
    pub(super) fn choice(&self) -> Option<Pop> {
        let mut best: Option<Pop> = None;
        for start in self.blocks() {
            let own = self.cheapest_from(start);
            best = match (best, own) {
                (Some(best), Some(own)) if own.cost >= best.cost => Some(best),
                (_, Some(own)) => Some(own),
                (best, None) => best,
            };
            if best.is_some_and(|best| best.cost == 1) {
                break;
            }
        }
        best
    }

    /// Best pair of a block: lowest cost, then earliest partner.
    fn cheapest_from(&self, start: Place) -> Option<Pop> {
        let mut cheapest: Option<(usize, Place)> = None;
        self.send_rays(start, &mut |points| {
            let last = points.len() - 1;
            let found = (last, points[last]);
            cheapest = Some(cheapest.map_or(found, |known| known.min(found)));
        });
        let (cost, end) = cheapest?;
        Some(Pop { pair: pair(start, end), cost: cost as u8 })
    }

    /// Sends rays of up to three segments from a block. Calls `hit` with the points of each ray
    /// that ends at another block with the same symbol.
    fn send_rays(&self, start: Place, hit: &mut impl FnMut(&[Place])) {
        let mut points = [start; 4];
        for direction in DIRECTIONS {
            self.follow(&mut points, 1, direction, hit);
        }
    }

    /// Continues a ray from the last of its `known` first points.
    fn follow(
        &self,
        points: &mut [Place; 4],
        known: usize,
        direction: (isize, isize),
        hit: &mut impl FnMut(&[Place]),
    ) {
        let mut at = points[known - 1];
        loop {
            at = neighbour(at, direction);
            points[known] = at;
            let there = self.symbols[at.0][at.1];
            if there != EMPTY {
                if there == self.symbols[points[0].0][points[0].1] && at != points[0] {
                    hit(&points[..=known]);
                }
                return;
            }
            if known + 1 < points.len() {
                let (down, right) = direction;
                self.follow(points, known + 1, (right, down), hit);
                self.follow(points, known + 1, (-right, -down), hit);
            }
        }
    }

    /// Pops two blocks and settles the board.
    pub(super) fn pop(&mut self, pair: Pair) {
        for cell in [pair.earlier(), pair.other()] {
            let (row, column) = place(cell);
            self.symbols[row][column] = EMPTY;
        }
        while self.turn() {}
    }

    /// Makes a turn of checking; true if a block moved.
    fn turn(&mut self) -> bool {
        let mut is_moving = false;
        let mut moved = [[false; SIDE]; SIDE];
        for (row, column) in self.places() {
            let (symbol, attribute) = (self.symbols[row][column], self.attributes[row][column]);
            if symbol == EMPTY || moved[row][column] {
                continue;
            }
            let (down, right) = attribute.step();
            let to = neighbour((row, column), (down.into(), right.into()));
            if self.has(to) && self.symbols[to.0][to.1] == EMPTY {
                self.symbols[row][column] = EMPTY;
                self.symbols[to.0][to.1] = symbol;
                self.attributes[to.0][to.1] = attribute;
                moved[to.0][to.1] = true;
                is_moving = true;
            }
        }
        is_moving
    }

    /// Number of remaining blocks.
    pub(super) fn blocks_left(&self) -> usize {
        self.blocks().count()
    }

    /// All places of the board in row-major order.
    pub(super) fn places(&self) -> impl Iterator<Item = Place> + use<> {
        let (rows, columns) = (self.rows, self.columns);
        (BORDER..BORDER + rows)
            .flat_map(move |row| (BORDER..BORDER + columns).map(move |column| (row, column)))
    }

    /// Places that hold a block, in row-major order.
    fn blocks(&self) -> impl Iterator<Item = Place> + '_ {
        self.places().filter(|&(row, column)| self.symbols[row][column] != EMPTY)
    }

    fn has(&self, (row, column): Place) -> bool {
        (BORDER..BORDER + self.rows).contains(&row)
            && (BORDER..BORDER + self.columns).contains(&column)
    }
}

pub(super) fn neighbour(place: Place, (down, right): (isize, isize)) -> Place {
    (place.0.wrapping_add_signed(down), place.1.wrapping_add_signed(right))
}

fn place(cell: Cell) -> Place {
    (usize::from(cell.row) + BORDER, usize::from(cell.column) + BORDER)
}

fn cell((row, column): Place) -> Cell {
    Cell::new((row - BORDER) as u8, (column - BORDER) as u8)
}

pub(super) fn pair(one: Place, other: Place) -> Pair {
    Pair::new(cell(one), cell(other))
}
