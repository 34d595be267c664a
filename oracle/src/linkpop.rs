//! Link and Pop, clause by clause (LP-1 to LP-22 of RULES.md, and the step `robot` of LP-30).
//!
//! The board is a vector of rows, each a vector of cells from the left. Links are found by walking:
//! from a block straight on in all four directions, cell by cell, until a block is in the way; then
//! to both sides from every cell that was passed, unless a link has bent there before; then once
//! more. The blocks in the way are the ends of links of one, two and three segments.
//!
//! Nothing is cached: each listing of pairs walks from every block again and passes many cells
//! several times. `cargo bench-twinboard linkpop` compares it with a plain program.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use twinboard_vocabulary::Game;
use twinboard_vocabulary::game::below;
use twinboard_vocabulary::linkpop::{
    self as vocabulary, Attribute, Block, Board, Cell, Link, Margin, Outcome, Pair, Pick, Point,
    Pop, Popped, Refusal, Setup, Step, Turn,
};

/// Content of a cell: a block, or `None` if it is empty (LP-1).
type Content = Option<Block>;

/// Cells of a row, from column 0, the leftmost (LP-1).
type Row = Vec<Content>;

/// Change of row and column by a step in this direction. Rows count downwards (LP-1).
type Direction = (i8, i8);

const UP: Direction = (-1, 0);
const DOWN: Direction = (1, 0);
const LEFT: Direction = (0, -1);
const RIGHT: Direction = (0, 1);

/// LP-5: a link has one, two or three segments.
const COST_MAX: u8 = 3;

/// LP-5: the two directions of a segment after a bend.
fn sideways(direction: Direction) -> [Direction; 2] {
    if direction == UP || direction == DOWN { [LEFT, RIGHT] } else { [UP, DOWN] }
}

/// Beginning of a link: all segments but the last, of which only the direction is known (LP-5).
#[derive(Clone, Copy)]
struct Path {
    /// The start and the bends: the first `segments` points. The others mean nothing.
    points: [Point; COST_MAX as usize],
    /// Number of segments, the last one included.
    segments: usize,
    /// Direction of the last segment.
    direction: Direction,
}

impl Path {
    /// A path whose first segment is its last one.
    fn begin(from: Point, direction: Direction) -> Self {
        Self { points: [from; COST_MAX as usize], segments: 1, direction }
    }

    /// The point from which the last segment leads on.
    fn last(&self) -> Point {
        self.points[self.segments - 1]
    }

    /// The path that bends at `point`.
    fn bend(&self, point: Point, direction: Direction) -> Self {
        let mut points = self.points;
        points[self.segments] = point;
        Self { points, segments: self.segments + 1, direction }
    }

    /// The link whose last segment leads to `end`.
    fn end(&self, end: Point) -> Link {
        Link::new(&[&self.points[..self.segments], &[end]].concat())
    }
}

/// Lines of cells of the largest board (LP-3), and one of the ring on either side (LP-6).
const LINES_MAX: usize = vocabulary::SIDE_MAX as usize + 2;

/// Flags of the points at which links have bent, by row, then by column, both from the ring.
type Bent = [[bool; LINES_MAX]; LINES_MAX];

/// Flags before any link has bent.
const NOWHERE_BENT: Bent = [[false; LINES_MAX]; LINES_MAX];

/// A game of Link and Pop, played to the letter of the rules.
///
/// ```
/// use twinboard_vocabulary::Game;
/// use twinboard_vocabulary::linkpop::{Attribute, Block, Board, Margin, Outcome, Setup, Symbol};
/// use twinboard_oracle::LinkPop;
///
/// // `AS BS AS`: only the margin outside has a link around the B (LP-6).
/// let board = Board::from_fn(1, 3, |cell| {
///     let symbol = Symbol::from_letter(b"ABA"[usize::from(cell.column)])?;
///     Some(Block { symbol, attribute: Attribute::Still })
/// });
/// let outcome = |margin| {
///     LinkPop::set_up(&Setup { board: board.clone(), margin }).unwrap().outcome()
/// };
/// assert_eq!(outcome(Margin::Inside), Outcome::Stuck);
/// assert_eq!(outcome(Margin::Outside), Outcome::Playing);
/// ```
#[derive(Clone, Debug)]
pub struct LinkPop {
    /// n, the number of rows (LP-1).
    rows: u8,
    /// m, the number of columns (LP-1).
    columns: u8,
    /// The rows from the top: always n of them with m cells each, however many are empty.
    board: Vec<Row>,
    /// Margin: decides if a link may leave the board (LP-6).
    margin: Margin,
}

impl LinkPop {
    /// LP-1: the cell at a point: the board has rows 0 to n - 1 and columns 0 to m - 1.
    fn cell(&self, point: Point) -> Option<Cell> {
        let row = u8::try_from(point.row).ok()?;
        let column = u8::try_from(point.column).ok()?;
        (row < self.rows && column < self.columns).then(|| Cell::new(row, column))
    }

    /// LP-1: all cells of the board in row-major order: the higher row first, and within a row the
    /// cell further left first.
    fn cells(&self) -> impl Iterator<Item = Cell> {
        (0..self.rows).flat_map(|row| (0..self.columns).map(move |column| Cell::new(row, column)))
    }

    /// LP-1: the block in a cell, or `None` if the cell is empty.
    fn content(&self, cell: Cell) -> Content {
        self.board[usize::from(cell.row)][usize::from(cell.column)]
    }

    /// LP-1: puts a block into a cell, or leaves it empty.
    fn put(&mut self, cell: Cell, content: Content) {
        self.board[usize::from(cell.row)][usize::from(cell.column)] = content;
    }

    /// LP-1: every block with its cell, in row-major order of the cells.
    fn blocks(&self) -> impl Iterator<Item = (Cell, Block)> {
        self.cells().filter_map(|cell| Some((cell, self.content(cell)?)))
    }

    /// LP-2 and LP-7: true if two cells hold different blocks with the same symbol. Attributes do
    /// not matter.
    fn is_match(&self, first: Cell, second: Cell) -> bool {
        match (self.content(first), self.content(second)) {
            (Some(one), Some(other)) => first != second && one.symbol == other.symbol,
            _ => false,
        }
    }

    /// LP-6: true if a point lies in the ring of cells around the board: in row -1 or n or in
    /// column -1 or m.
    fn is_in_the_ring(&self, point: Point) -> bool {
        let rows = -1..=i16::from(self.rows);
        let columns = -1..=i16::from(self.columns);
        let is_near = rows.contains(&point.row.into()) && columns.contains(&point.column.into());
        is_near && self.cell(point).is_none()
    }

    /// LP-4 and LP-6: true if a link may pass a point or bend there. On the board the cell must be
    /// empty. The cells around the board are all empty, but a link may run through them only with
    /// the margin outside.
    fn is_open(&self, point: Point) -> bool {
        match self.cell(point) {
            Some(cell) => self.content(cell).is_none(),
            None => self.margin == Margin::Outside && self.is_in_the_ring(point),
        }
    }

    /// LP-4: walks along the last segment of a path. Shows the points that it passes, and returns
    /// the first that it cannot pass.
    fn walk(&self, path: &Path, mut pass: impl FnMut(Point)) -> Point {
        let mut point = ahead(path.last(), path.direction);
        while self.is_open(point) {
            pass(point);
            point = ahead(point, path.direction);
        }
        point
    }

    /// LP-4 to LP-7: all blocks that can be popped together with the block at `start` over a link
    /// of at most `cost_max` segments, in row-major order, each with such a link from `start`.
    ///
    /// Links of fewer segments are tried first and the first link found is kept, so it has the
    /// least cost.
    fn links_from(&self, start: Cell, cost_max: u8) -> BTreeMap<Cell, Link> {
        let mut links = BTreeMap::new();
        let mut complete = |path: &Path| {
            let met = self.walk(path, |_| ());
            if let Some(end) = self.cell(met).filter(|&end| self.is_match(start, end)) {
                links.entry(end).or_insert_with(|| path.end(met));
            }
        };
        let straight =
            [UP, DOWN, LEFT, RIGHT].map(|direction| Path::begin(start.into(), direction));
        straight.iter().for_each(&mut complete);
        if cost_max == 1 {
            return links;
        }
        let mut bent = NOWHERE_BENT;
        let mut paths = straight.to_vec();
        for _ in 2..=cost_max {
            let mut longer = Vec::new();
            for path in paths {
                self.walk(&path, |point| {
                    // Where another link has bent, with no more segments, a bend adds nothing. If
                    // both came along the same line, they go on in the same ways. If not, this one
                    // would go on along the other's last segment or back along it: what lies there
                    // is the start, or is met with no more segments.
                    if is_first_bend(&mut bent, point) {
                        longer.extend(sideways(path.direction).map(|side| path.bend(point, side)));
                    }
                });
            }
            longer.iter().for_each(&mut complete);
            paths = longer;
        }
        links
    }

    /// LP-7: all pairs that can be popped over a link of at most `cost_max` segments, in the order
    /// of LP-20: by the earlier block, then by the other. Each comes with a link of the least cost
    /// from the earlier block to the other.
    fn pairs(&self, cost_max: u8) -> impl Iterator<Item = (Pair, Link)> {
        self.blocks().flat_map(move |(earlier, _)| {
            let links = self.links_from(earlier, cost_max).into_iter();
            // A pair is listed from its earlier block only.
            let links = links.filter(move |&(other, _)| earlier < other);
            links.map(move |(other, link)| (Pair::new(earlier, other), link))
        })
    }

    /// LP-8 and LP-9: the cell that a step names, if it is on the board: its row is less than n and
    /// its column less than m.
    fn named_cell(&self, pick: Pick) -> Option<Cell> {
        let row = u8::try_from(pick.row).ok()?;
        let column = u8::try_from(pick.column).ok()?;
        (row < self.rows && column < self.columns).then(|| Cell::new(row, column))
    }

    /// LP-8 to LP-14, in this order: the pair that a pop names and a link of the least cost, or the
    /// first reason to refuse it.
    fn named_pair(&self, first: Pick, second: Pick) -> Result<(Pair, Link), Refusal> {
        let first = self.named_cell(first).ok_or(Refusal::FirstOffBoard)?;
        let second = self.named_cell(second).ok_or(Refusal::SecondOffBoard)?;
        if first == second {
            return Err(Refusal::SameCell);
        }
        let first_block = self.content(first).ok_or(Refusal::FirstEmpty)?;
        let second_block = self.content(second).ok_or(Refusal::SecondEmpty)?;
        if first_block.symbol != second_block.symbol {
            return Err(Refusal::DifferentSymbols);
        }
        let pair = Pair::new(first, second);
        let links = self.links_from(pair.earlier(), COST_MAX);
        let link = links.get(&pair.other()).ok_or(Refusal::NoLink)?;
        Ok((pair, *link))
    }

    /// LP-15: both blocks disappear at once, then turns of checking follow.
    fn pop(&mut self, pair: Pair) -> Vec<Turn> {
        self.put(pair.earlier(), None);
        self.put(pair.other(), None);
        self.settle()
    }

    /// LP-16: a turn of checking: every block that stands on the board now is checked once, in
    /// row-major order of the cells where the blocks stand now. Returns the cells that blocks left.
    ///
    /// Only its own check moves a block, so each one is still in its listed cell when its check
    /// comes. And no block is checked twice, wherever it moved, because the list is complete before
    /// the first one moves (LP-18).
    fn turn(&mut self) -> Turn {
        let standing: Vec<(Cell, Block)> = self.blocks().collect();
        let mut moved = Turn::new();
        for (cell, block) in standing {
            if self.check(cell, block) {
                moved.push(cell);
            }
        }
        moved
    }

    /// LP-17: the block in a cell moves one cell in the direction of its attribute if that cell is
    /// on the board and empty at this moment; otherwise it stays. Returns true if it moved.
    fn check(&mut self, cell: Cell, block: Block) -> bool {
        let direction = match block.attribute {
            Attribute::Up => UP,
            Attribute::Down => DOWN,
            Attribute::Left => LEFT,
            Attribute::Right => RIGHT,
            Attribute::Still => return false,
        };
        let Some(target) = self.cell(ahead(cell.into(), direction)) else {
            return false;
        };
        if self.content(target).is_some() {
            return false;
        }
        self.put(cell, None);
        self.put(target, Some(block));
        true
    }

    /// LP-19: turn follows turn until a whole turn moves no block. The result does not include that
    /// last turn.
    fn settle(&mut self) -> Vec<Turn> {
        let mut turns = Vec::new();
        loop {
            let turn = self.turn();
            if turn.is_empty() {
                return turns;
            }
            turns.push(turn);
        }
    }

    /// LP-20: the pair that the robot pops: one with the least cost; among these the first by its
    /// earlier block, then by its other one. LP-30: there may be none.
    ///
    /// Pairs of cost 2 are only looked for when there is none of cost 1, and those of cost 3 when
    /// there is none of cost 2 either.
    fn robots_pair(&self) -> Result<(Pair, Link), Refusal> {
        let first_pair = |cost_max| self.pairs(cost_max).next();
        (1..=COST_MAX).find_map(first_pair).ok_or(Refusal::NothingToPop)
    }
}

/// Marks a point at which a link bends; true if none had bent there before.
fn is_first_bend(bent: &mut Bent, point: Point) -> bool {
    // The ring has row and column -1.
    let index = |line: i8| usize::try_from(line + 1).expect("a link stays within the ring");
    let flag = &mut bent[index(point.row)][index(point.column)];
    !std::mem::replace(flag, true)
}

/// LP-4: the next point in a direction.
fn ahead(from: Point, (down, right): Direction) -> Point {
    Point::new(from.row + down, from.column + right)
}

impl LinkPop {
    /// LP-1 to LP-3: always `Some`, because a [`Board`] is within the limits. LP-15: a game starts
    /// exactly as written, and nothing moves before the first pop.
    #[must_use]
    pub fn set_up(setup: &Setup) -> Option<Self> {
        let board = &setup.board;
        let row =
            |row| (0..board.columns()).map(|column| board.get(Cell::new(row, column))).collect();
        Some(Self {
            rows: board.rows(),
            columns: board.columns(),
            board: (0..board.rows()).map(row).collect(),
            margin: setup.margin,
        })
    }
}

impl Game for LinkPop {
    type Vocabulary = vocabulary::LinkPop;

    /// LP-7: every pair that can be popped, in the order of LP-20, with its cost (LP-5).
    fn visit_legal_moves(&self, visit: &mut dyn FnMut(&Pop) -> ControlFlow<()>) -> ControlFlow<()> {
        for (pair, link) in self.pairs(COST_MAX) {
            visit(&Pop { pair, cost: link.cost() })?;
        }
        ControlFlow::Continue(())
    }

    /// LP-7 to LP-20: a refused step changes nothing (LP-8 to LP-14, LP-30). Any other pops its
    /// pair, then the blocks move.
    fn play(&mut self, step: &Step) -> Result<Popped, Refusal> {
        let (pair, link) = match *step {
            Step::Pop(first, second) => self.named_pair(first, second)?,
            Step::Robot => self.robots_pair()?,
        };
        let block = self.content(pair.earlier()).expect("a pair that can be popped has blocks");
        let turns = self.pop(pair);
        Ok(Popped { pair, symbol: block.symbol, link, turns })
    }

    fn position(&self) -> Board {
        Board::from_fn(self.rows, self.columns, |cell| self.content(cell))
    }

    /// LP-7: a random pair of a random block that has any. An even choice among all pairs would
    /// need the complete list.
    fn sample_legal_move(&self, chance: &mut dyn FnMut() -> u64) -> Option<Pop> {
        let mut cells: Vec<Cell> = self.blocks().map(|(cell, _)| cell).collect();
        while !cells.is_empty() {
            let one = cells.swap_remove(below(chance, cells.len() as u64) as usize);
            let links: Vec<(Cell, Link)> = self.links_from(one, COST_MAX).into_iter().collect();
            if !links.is_empty() {
                let (other, link) = links[below(chance, links.len() as u64) as usize];
                return Some(Pop { pair: Pair::new(one, other), cost: link.cost() });
            }
        }
        None
    }

    /// LP-22: the game is over when no pair can be popped: cleared if no block is left, else stuck.
    fn outcome(&self) -> Outcome {
        if self.pairs(COST_MAX).next().is_some() {
            Outcome::Playing
        } else if self.blocks().next().is_none() {
            Outcome::Cleared
        } else {
            Outcome::Stuck
        }
    }
}
