//! Enumeration of the set-ups of a shape, once up to the names of symbols.

use twinboard_harness::Enumerate;
use twinboard_harness::exhaust::{Bounds, Shape};
use twinboard_vocabulary::Vocabulary as _;
use twinboard_vocabulary::linkpop::{
    Attribute, Block, Board, LinkPop, Margin, Pick, Setup, Step, Symbol,
};

use super::LinkPopRules;

impl Enumerate<LinkPop> for LinkPopRules {
    fn setups(&self, shape: Shape, symbols: u8) -> Box<dyn Iterator<Item = Setup> + Send> {
        Box::new(setups(shape, symbols, self.margin))
    }

    fn setups_at_least(&self, shape: Shape, symbols: u8) -> u64 {
        count(shape, symbols, self.margin)
    }

    fn usual_bounds(&self) -> Bounds {
        Bounds::new([(2, 2), (1, 4), (4, 1)], 3)
    }

    /// The margin and the cells, row by row from the top, with symbols renamed in the order in
    /// which they appear.
    fn canonical_key(&self, setup: &Setup, position: &Board) -> String {
        let mut names: Vec<Symbol> = Vec::new();
        for (_, block) in position.blocks() {
            if !names.contains(&block.symbol) {
                names.push(block.symbol);
            }
        }
        let renamed = position.renamed(|symbol| {
            let name = names.iter().position(|&known| known == symbol);
            Symbol::new(name.expect("it is on the board") as u8)
        });
        format!("{}\n{}", setup.margin, LinkPop::text(&renamed))
    }

    /// The robot's step, and the pops of any two cells of the board or just beyond its last row and
    /// column.
    fn all_moves(&self, setup: &Setup) -> Vec<Step> {
        let (rows, columns) = (u64::from(setup.board.rows()), u64::from(setup.board.columns()));
        let picks =
            (0..=rows).flat_map(|row| (0..=columns).map(move |column| Pick { row, column }));
        let picks: Vec<Pick> = picks.collect();
        let pops = picks.iter().flat_map(|&one| picks.iter().map(move |&two| Step::Pop(one, two)));
        pops.chain([Step::Robot]).collect()
    }
}

/// All set-ups of a shape with at most `symbols` symbols, named in the order in which they appear,
/// with every attribute, with empty cells, and with both margins unless one is given. Empty if no
/// board has this shape.
fn setups(shape: Shape, symbols: u8, margin: Option<Margin>) -> impl Iterator<Item = Setup> + Send {
    let Shape { rows, columns } = shape;
    let symbols = symbols.min(Symbol::COUNT).into();
    let is_board = Board::new(rows, columns, vec![None; shape.cells()]).is_some();
    let start = is_board.then(|| vec![0; shape.cells()]);
    let all = std::iter::successors(start, move |contents| following(contents, symbols));
    all.flat_map(move |contents| {
        let cells = contents.iter().map(|&content| cell(content)).collect();
        let board = Board::new(rows, columns, cells).expect("the shape is one of a board");
        let margins = Margin::ALL.into_iter().filter(move |m| margin.is_none_or(|only| only == *m));
        margins.map(move |margin| Setup { board: board.clone(), margin })
    })
}

/// Number of set-ups of a shape, at most [`u64::MAX`].
fn count(shape: Shape, symbols: u8, margin: Option<Margin>) -> u64 {
    let Shape { rows, columns } = shape;
    let symbols = usize::from(symbols.min(Symbol::COUNT));
    let is_board = Board::new(rows, columns, vec![None; shape.cells()]).is_some();
    let attributes = Attribute::ALL.len() as u64;
    // The number of boards with each number of symbols, from 0.
    let mut counts = vec![0_u64; symbols + 1];
    counts[0] = if margin.is_some() { 1 } else { Margin::ALL.len() as u64 } * u64::from(is_board);
    for _ in 0..shape.cells() {
        for used in (0..=symbols).rev() {
            let known = counts[used].saturating_mul(1 + attributes * used as u64);
            let before = used.checked_sub(1).map_or(0, |before| counts[before]);
            counts[used] = known.saturating_add(before.saturating_mul(attributes));
        }
    }
    counts.into_iter().fold(0, u64::saturating_add)
}

/// The cell that a number encodes: 0 is an empty cell, then come the attributes of A, of B, and so
/// on.
fn cell(content: usize) -> Option<Block> {
    let number = content.checked_sub(1)?;
    let count = Attribute::ALL.len();
    let symbol = Symbol::new((number / count) as u8);
    Some(Block { symbol, attribute: Attribute::ALL[number % count] })
}

/// The next contents, in lexicographic order, in which every symbol is at most one later than all
/// symbols before it. `None` after the last.
fn following(contents: &[usize], symbols: usize) -> Option<Vec<usize>> {
    let count = Attribute::ALL.len();
    let may_rise = |index: &usize| {
        let before = contents[..*index].iter().map(|content| content.div_ceil(count)).max();
        contents[*index] < (before.unwrap_or(0) + 1).min(symbols) * count
    };
    let index = (0..contents.len()).rev().find(may_rise)?;
    let mut next = contents.to_vec();
    next[index] += 1;
    next[index + 1..].fill(0);
    Some(next)
}

#[cfg(test)]
mod tests {
    use twinboard_vocabulary::linkpop::Margin;

    use twinboard_harness::exhaust::Shape;

    use super::{count, setups};

    #[test]
    fn the_count_is_that_of_the_list() {
        for (rows, columns) in [(1, 1), (1, 4), (2, 2), (0, 2), (255, 1)] {
            for symbols in 0..4 {
                for margin in [None, Some(Margin::Outside)] {
                    let shape = Shape { rows, columns };
                    let listed = setups(shape, symbols, margin).count() as u64;
                    assert_eq!(count(shape, symbols, margin), listed, "{shape:?}, {symbols}");
                }
            }
        }
        assert_eq!(count(Shape { rows: 5, columns: 5 }, 26, None), u64::MAX);
    }
}
