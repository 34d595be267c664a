//! Link and Pop (clauses LP-1 to LP-22 of RULES.md) with arrays.
//!
//! The board lies in the middle of a square of cells, with a ring around it that is empty or walled
//! off, as the margin asks. To choose a pair, rays go out from every block, row by row: four of
//! them, then four from every cell that was passed for the first time, then once more. The cheapest
//! pair wins, and of equally cheap ones the first that is met.
//!
//! What it does to save time:
//!
//! * arrays of a fixed size, one byte for a symbol and one for an attribute, nothing allocated;
//! * once a pair is known, the other blocks look for cheaper ones only, and after one of cost 1
//!   nobody looks any further;
//! * a cell is left alone once a ray has come to it with as few bends.
//!
//! What it does not do: keep anything from one pop to the next. Every choice begins anew, which is
//! what programs do that were sent to the judge.

use std::ops::ControlFlow;

use board::Game;
use board::linkpop::{
    self as words, Attribute, Block, Board, Cell, Link, Margin, Outcome, Pair, Pick, Point, Pop,
    Popped, Refusal, SIDE_MAX, Setup, Step,
};

/// The board and the ring around it.
const SIDE: usize = SIDE_MAX as usize + 2;
/// What stands in an empty cell, and in one that cannot be passed.
const EMPTY: u8 = 0;
const WALL: u8 = 1;

const DIRECTIONS: [(isize, isize); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];

/// A place in the square: the cell of row r and column c is at (r + 1, c + 1).
type Place = (usize, usize);

/// A game of Link and Pop.
#[derive(Clone, Debug)]
pub struct LinkPop {
    rows: usize,
    columns: usize,
    /// The letters of the symbols.
    symbols: [[u8; SIDE]; SIDE],
    attributes: [[Attribute; SIDE]; SIDE],
}

/// The cells that rays from a block have come to.
struct Rays {
    /// By place, with how many segments; 0 if not at all.
    cost: [[u8; SIDE]; SIDE],
    /// From which place the last segment came there.
    from: [[Place; SIDE]; SIDE],
    passed: Vec<Place>,
}

impl LinkPop {
    /// The game at the start.
    #[must_use]
    pub fn new(setup: &Setup) -> Self {
        let (rows, columns) = (setup.board.rows().into(), setup.board.columns().into());
        let mut symbols = [[WALL; SIDE]; SIDE];
        let ring = match setup.margin {
            Margin::Inside => WALL,
            Margin::Outside => EMPTY,
        };
        for (row, line) in symbols.iter_mut().enumerate().take(rows + 2) {
            for (column, cell) in line.iter_mut().enumerate().take(columns + 2) {
                let inside = (1..=rows).contains(&row) && (1..=columns).contains(&column);
                *cell = if inside { EMPTY } else { ring };
            }
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

    /// The pair that the robot pops, with its link.
    #[must_use]
    pub fn choice(&self) -> Option<(Pair, Link)> {
        let mut best: Option<(u8, Place, Place)> = None;
        let mut rays = Rays::new();
        let mut link = None;
        for row in 1..=self.rows {
            for column in 1..=self.columns {
                let limit = best.map_or(3, |(cost, ..)| cost - 1);
                if limit == 0 {
                    return best.zip(link).map(|((_, one, other), link)| (pair(one, other), link));
                }
                if self.symbols[row][column] <= WALL {
                    continue;
                }
                self.send_rays((row, column), limit, &mut rays, &mut |rays, cost, other, from| {
                    if best.is_none_or(|(least, _, partner)| {
                        cost < least || (cost == least && other < partner)
                    }) {
                        best = Some((cost, (row, column), other));
                        link = Some(rays.link((row, column), from, other));
                    }
                });
            }
        }
        best.zip(link).map(|((_, one, other), link)| (pair(one, other), link))
    }

    /// Sends rays of up to `limit` segments from a block; `hit` hears of every block with the same
    /// symbol that a ray comes to, with the number of its segments and where the last one began.
    fn send_rays(
        &self,
        start: Place,
        limit: u8,
        rays: &mut Rays,
        hit: &mut dyn FnMut(&Rays, u8, Place, Place),
    ) {
        let symbol = self.symbols[start.0][start.1];
        rays.clear();
        let mut begin = 0;
        rays.passed.push(start);
        for cost in 1..=limit {
            let end = rays.passed.len();
            for index in begin..end {
                let from = rays.passed[index];
                for direction in DIRECTIONS {
                    let mut at = from;
                    while let Some(next) = next(at, direction) {
                        at = next;
                        let there = self.symbols[at.0][at.1];
                        if there != EMPTY {
                            if there == symbol && at != start {
                                hit(rays, cost, at, from);
                            }
                            break;
                        }
                        let known = rays.cost[at.0][at.1];
                        if known == 0 {
                            rays.cost[at.0][at.1] = cost;
                            rays.from[at.0][at.1] = from;
                            rays.passed.push(at);
                        } else if known < cost {
                            // Whatever lies behind has been reached from there.
                            break;
                        }
                    }
                }
            }
            begin = end;
        }
    }

    /// Pops two blocks and settles the board; gives what moved in each turn.
    pub fn pop(&mut self, pair: Pair) -> Vec<Vec<Cell>> {
        for cell in [pair.earlier(), pair.other()] {
            let (row, column) = place(cell);
            self.symbols[row][column] = EMPTY;
        }
        let mut turns = Vec::new();
        loop {
            let turn = self.turn();
            if turn.is_empty() {
                return turns;
            }
            turns.push(turn);
        }
    }

    fn turn(&mut self) -> Vec<Cell> {
        let mut moved = [[false; SIDE]; SIDE];
        let mut turn = Vec::new();
        for row in 1..=self.rows {
            for column in 1..=self.columns {
                if self.symbols[row][column] == EMPTY || moved[row][column] {
                    continue;
                }
                let attribute = self.attributes[row][column];
                let (down, right) = attribute.step();
                let to = (
                    row.wrapping_add_signed(down.into()),
                    column.wrapping_add_signed(right.into()),
                );
                let on_board =
                    (1..=self.rows).contains(&to.0) && (1..=self.columns).contains(&to.1);
                if on_board && self.symbols[to.0][to.1] == EMPTY {
                    self.symbols[to.0][to.1] = self.symbols[row][column];
                    self.attributes[to.0][to.1] = attribute;
                    self.symbols[row][column] = EMPTY;
                    moved[to.0][to.1] = true;
                    turn.push(cell((row, column)));
                }
            }
        }
        turn
    }

    /// All pairs that can be popped, with their costs, in the order of the earlier blocks.
    fn pops(&self) -> Vec<Pop> {
        let mut pops: Vec<Pop> = Vec::new();
        let mut rays = Rays::new();
        for row in 1..=self.rows {
            for column in 1..=self.columns {
                if self.symbols[row][column] <= WALL {
                    continue;
                }
                let first = pops.len();
                self.send_rays((row, column), 3, &mut rays, &mut |_, cost, other, _| {
                    let pair = pair((row, column), other);
                    let is_known = pops[first..].iter().any(|pop| pop.pair == pair);
                    if other > (row, column) && !is_known {
                        pops.push(Pop { pair, cost });
                    }
                });
            }
        }
        pops
    }

    fn place(&self, pick: Pick) -> Option<Place> {
        let row = usize::try_from(pick.row).ok().filter(|&row| row < self.rows)?;
        let column = usize::try_from(pick.column).ok().filter(|&column| column < self.columns)?;
        Some((row + 1, column + 1))
    }

    fn chosen(&self, step: &Step) -> Result<(Pair, Link), Refusal> {
        let Step::Pop(first, second) = *step else {
            return self.choice().ok_or(Refusal::NothingToPop);
        };
        let first = self.place(first).ok_or(Refusal::FirstOffBoard)?;
        let second = self.place(second).ok_or(Refusal::SecondOffBoard)?;
        let symbol = |place: Place| self.symbols[place.0][place.1];
        if first == second {
            return Err(Refusal::SameCell);
        }
        if symbol(first) == EMPTY {
            return Err(Refusal::FirstEmpty);
        }
        if symbol(second) == EMPTY {
            return Err(Refusal::SecondEmpty);
        }
        if symbol(first) != symbol(second) {
            return Err(Refusal::DifferentSymbols);
        }
        let (earlier, later) = (first.min(second), first.max(second));
        let mut link = None;
        self.send_rays(earlier, 3, &mut Rays::new(), &mut |rays, _, other, from| {
            if other == later && link.is_none() {
                link = Some(rays.link(earlier, from, other));
            }
        });
        link.map(|link| (pair(earlier, later), link)).ok_or(Refusal::NoLink)
    }

    fn is_empty(&self) -> bool {
        let mut cells = self.symbols[1..=self.rows].iter().flat_map(|row| &row[1..=self.columns]);
        cells.all(|&symbol| symbol == EMPTY)
    }
}

impl Rays {
    #[expect(clippy::large_stack_arrays, reason = "a few kilobytes over what the lint allows")]
    fn new() -> Self {
        Self { cost: [[0; SIDE]; SIDE], from: [[(0, 0); SIDE]; SIDE], passed: Vec::new() }
    }

    fn clear(&mut self) {
        for &(row, column) in &self.passed {
            self.cost[row][column] = 0;
        }
        self.passed.clear();
    }

    /// The link whose last segment goes from `from` to `end`.
    fn link(&self, start: Place, from: Place, end: Place) -> Link {
        let mut points = vec![point(end)];
        let mut at = from;
        while at != start {
            points.push(point(at));
            at = self.from[at.0][at.1];
        }
        points.push(point(start));
        points.reverse();
        Link::new(&points)
    }
}

fn next(at: Place, (down, right): (isize, isize)) -> Option<Place> {
    let row = at.0.checked_add_signed(down).filter(|&row| row < SIDE)?;
    let column = at.1.checked_add_signed(right).filter(|&column| column < SIDE)?;
    Some((row, column))
}

fn place(cell: Cell) -> Place {
    (usize::from(cell.row) + 1, usize::from(cell.column) + 1)
}

fn cell(place: Place) -> Cell {
    Cell::new(place.0 as u8 - 1, place.1 as u8 - 1)
}

fn point(place: Place) -> Point {
    Point::new(place.0 as i8 - 1, place.1 as i8 - 1)
}

fn pair(one: Place, other: Place) -> Pair {
    Pair::new(cell(one), cell(other))
}

impl Game for LinkPop {
    type Words = words::LinkPop;

    fn set_up(setup: &Setup) -> Option<Self> {
        Some(Self::new(setup))
    }

    fn visit_legal_moves(&self, visit: &mut dyn FnMut(&Pop) -> ControlFlow<()>) -> ControlFlow<()> {
        self.pops().iter().try_for_each(visit)
    }

    fn play(&mut self, step: &Step) -> Result<Popped, Refusal> {
        let (pair, link) = self.chosen(step)?;
        let symbol = self.position().get(pair.earlier()).ok_or(Refusal::FirstEmpty)?.symbol;
        Ok(Popped { pair, symbol, link, turns: self.pop(pair) })
    }

    fn position(&self) -> Board {
        Board::from_fn(self.rows as u8, self.columns as u8, |cell| {
            let (row, column) = place(cell);
            let symbol = words::Symbol::from_letter(self.symbols[row][column])?;
            Some(Block { symbol, attribute: self.attributes[row][column] })
        })
    }

    fn outcome(&self) -> Outcome {
        match (self.is_empty(), self.choice()) {
            (true, _) => Outcome::Cleared,
            (false, Some(_)) => Outcome::Playing,
            (false, None) => Outcome::Stuck,
        }
    }
}
