//! Boards and steps drawn from bytes. The features of a board are drawn first ("swarm testing",
//! Groce et al. 2012), so that rare shapes come often.

use arbitrary::{Result, Unstructured};
use twinboard_vocabulary::linkpop::{
    Attribute, Block, Board, Cell, Margin, Pick, Pop, SIDE_MAX, Setup, Step, Symbol,
};

/// Draws a set-up; its margin too, unless the setting fixes it.
pub(super) fn setup(margin: Option<Margin>, u: &mut Unstructured<'_>) -> Result<Setup> {
    let (rows, columns) = size(u)?;
    let style = Style::draw(usize::from(rows) * usize::from(columns), u)?;
    let mut cells: Vec<Option<Block>> = Vec::new();
    for index in 0..usize::from(rows) * usize::from(columns) {
        let beside = (index % usize::from(columns) > 0).then(|| cells[index - 1]).flatten();
        cells.push(style.cell(beside, u)?);
    }
    let board = Board::new(rows, columns, cells).expect("sizes are drawn within the limits");
    Ok(Setup { board, margin: draw_margin(margin, u)? })
}

fn draw_margin(fixed: Option<Margin>, u: &mut Unstructured<'_>) -> Result<Margin> {
    match fixed {
        Some(margin) => Ok(margin),
        None => Ok(*u.choose(&Margin::ALL)?),
    }
}

/// Rows and columns. Both limits, the judge's 30 and the 32 of case files, come often. Large boards
/// are rare: a step on one takes the oracle as long as hundreds on a small one. So are tiny ones:
/// they are over before anything happens, and `exhaust` plays them all.
fn size(u: &mut Unstructured<'_>) -> Result<(u8, u8)> {
    let (rows, columns) = match u.int_in_range(0..=1023_u16)? {
        0..=15 => (1..=2, 1..=4),
        16..=59 => (1..=1, 8..=SIDE_MAX),
        60..=103 => (8..=SIDE_MAX, 1..=1),
        104..=153 => (2..=3, 24..=SIDE_MAX),
        154..=203 => (24..=SIDE_MAX, 2..=3),
        204..=559 => (3..=4, 3..=5),
        560..=859 => (4..=6, 4..=7),
        860..=979 => (6..=10, 6..=10),
        980..=1009 => (10..=16, 10..=16),
        1010..=1014 => (17..=26, 17..=26),
        1015 | 1016 => (30..=30, 30..=30),
        1017 | 1018 => (SIDE_MAX..=SIDE_MAX, SIDE_MAX..=SIDE_MAX),
        1019 | 1020 => (24..=SIDE_MAX, 8..=SIDE_MAX),
        _ => (8..=SIDE_MAX, 24..=SIDE_MAX),
    };
    Ok((u.int_in_range(rows)?, u.int_in_range(columns)?))
}

/// The features of a board, from which its cells are drawn.
struct Style {
    symbols: Vec<Symbol>,
    attributes: Vec<Attribute>,
    /// Empty cells per 256 cells.
    empty: u16,
    /// Blocks per 256 that take the attribute of their left neighbour.
    alike: u16,
}

impl Style {
    fn draw(cells: usize, u: &mut Unstructured<'_>) -> Result<Self> {
        let empty = empty(cells, u)?;
        let alike = *u.choose(&[0, 0, 0, 100, 200])?;
        let blocks = cells * usize::from(256 - empty) / 256;
        Ok(Self { symbols: symbols(blocks, u)?, attributes: attributes(u)?, empty, alike })
    }

    fn cell(&self, beside: Option<Block>, u: &mut Unstructured<'_>) -> Result<Option<Block>> {
        if self.empty > 0 && u.int_in_range(0..=255_u16)? < self.empty {
            return Ok(None);
        }
        let is_alike = self.alike > 0 && u.int_in_range(0..=255_u16)? < self.alike;
        if let Some(block) = beside.filter(|_| is_alike) {
            // Chains of blocks that move in the same direction.
            return Ok(Some(Block { symbol: *u.choose(&self.symbols)?, ..block }));
        }
        Ok(Some(Block {
            symbol: *u.choose(&self.symbols)?,
            attribute: *u.choose(&self.attributes)?,
        }))
    }
}

/// Empty cells per 256: none, as on the judge's boards, or some, as in the middle of a game.
fn empty(cells: usize, u: &mut Unstructured<'_>) -> Result<u16> {
    let kind = u.int_in_range(0..=7_u8)?;
    Ok(match (kind, cells) {
        (0..=3, _) => 0,
        // Only the first pops are played on a large board, so large boards often start near their
        // end.
        (_, 250..) => u.int_in_range(224..=248)?,
        (4, _) => 20,
        (7, 64..) => u.int_in_range(128..=224)?,
        // The end of a game: few blocks, often with one symbol and links of equal costs, so that
        // tie rules decide what the robot pops (LP-20). Rare, because such games are short.
        (7, 9..) if u.int_in_range(0..=3_u8)? == 0 => u.int_in_range(128..=224)?,
        _ => u.int_in_range(20..=112)?,
    })
}

/// Some of the letters, any of them: A and Z are as common as the others. Except for one board of
/// sixteen, few enough that there are several pairs.
fn symbols(blocks: usize, u: &mut Unstructured<'_>) -> Result<Vec<Symbol>> {
    let kind = u.int_in_range(0..=15_u8)?;
    let count = match kind {
        0 => 1,
        1..=4 => 2,
        5..=8 => 3,
        9..=11 => u.int_in_range(4..=8)?,
        12 | 13 => u.int_in_range(8..=17)?,
        _ => Symbol::COUNT,
    };
    let blocks_of_one = if kind == 15 { 2 } else { 5 };
    let count = count.min((blocks / blocks_of_one).clamp(1, 255) as u8);
    let mut all: Vec<Symbol> = (0..Symbol::COUNT).map(Symbol::new).collect();
    for chosen in 0..usize::from(count) {
        let other = u.int_in_range(chosen..=all.len() - 1)?;
        all.swap(chosen, other);
    }
    all.truncate(count.into());
    Ok(all)
}

/// Some of the attributes; repeated ones are more frequent.
fn attributes(u: &mut Unstructured<'_>) -> Result<Vec<Attribute>> {
    use Attribute::{Down, Left, Right, Still, Up};
    Ok(match u.int_in_range(0..=11_u8)? {
        0 => vec![*u.choose(&Attribute::ALL)?],
        1 => vec![Left, Right],
        2 => vec![Up, Down],
        3 => vec![Left, Down, Still],
        4 => vec![Right, Up, Still],
        5 => vec![Left, Left, Left, Up, Down],
        6 => vec![Right, Right, Right, Up, Down],
        7 => vec![Up, Down, Left, Right],
        _ => Attribute::ALL.to_vec(),
    })
}

/// Mutates a set-up.
pub(super) fn change(
    setup: &mut Setup,
    margin: Option<Margin>,
    u: &mut Unstructured<'_>,
) -> Result<()> {
    let board = &setup.board;
    let mut changed = board.clone();
    match u.int_in_range(0..=9_u8)? {
        0 => setup.margin = draw_margin(margin, u)?,
        1 => changed.set(any_cell(board, u)?, None),
        2 | 3 => {
            let block = Block {
                symbol: Symbol::new(u.int_in_range(0..=Symbol::COUNT - 1)?),
                attribute: *u.choose(&Attribute::ALL)?,
            };
            // A symbol that is on the board already has partners.
            let there: Vec<Symbol> = board.blocks().map(|(_, block)| block.symbol).collect();
            let symbol = if there.is_empty() { block.symbol } else { *u.choose(&there)? };
            changed.set(any_cell(board, u)?, Some(Block { symbol, ..block }));
        }
        4 => {
            let cell = any_cell(board, u)?;
            let attribute = *u.choose(&Attribute::ALL)?;
            changed.set(cell, board.get(cell).map(|block| Block { attribute, ..block }));
        }
        5 | 6 => {
            let (one, other) = (any_cell(board, u)?, any_cell(board, u)?);
            changed.set(one, board.get(other));
            changed.set(other, board.get(one));
        }
        7 => changed = with_other_rows(board, u)?,
        8 => changed = with_other_columns(board, u)?,
        _ => {
            let (from, to) = (any_symbol(u)?, any_symbol(u)?);
            changed = board.renamed(|symbol| match symbol {
                _ if symbol == from => to,
                _ if symbol == to => from,
                _ => symbol,
            });
        }
    }
    setup.board = changed;
    Ok(())
}

/// With a row twice, or without it; the board itself where that is not possible.
fn with_other_rows(board: &Board, u: &mut Unstructured<'_>) -> Result<Board> {
    let rows = board.rows();
    let row = u.int_in_range(0..=rows - 1)?;
    let Some((count, from)) = twice_or_gone(row, rows, u.arbitrary()?) else {
        return Ok(board.clone());
    };
    let cell = |cell: Cell| board.get(Cell::new(from(cell.row), cell.column));
    Ok(Board::from_fn(count, board.columns(), cell))
}

/// With a column twice, or without it; the board itself where that is not possible.
fn with_other_columns(board: &Board, u: &mut Unstructured<'_>) -> Result<Board> {
    let columns = board.columns();
    let column = u.int_in_range(0..=columns - 1)?;
    let Some((count, from)) = twice_or_gone(column, columns, u.arbitrary()?) else {
        return Ok(board.clone());
    };
    let cell = |cell: Cell| board.get(Cell::new(cell.row, from(cell.column)));
    Ok(Board::from_fn(board.rows(), count, cell))
}

/// The number of lines after `line` is doubled or removed, and the map from new lines to old ones.
/// `None` if a board cannot have that many.
fn twice_or_gone(line: u8, lines: u8, twice: bool) -> Option<(u8, impl Fn(u8) -> u8)> {
    let count = if twice { lines + 1 } else { lines - 1 };
    let from = move |new: u8| {
        if twice { new - u8::from(new > line) } else { new + u8::from(new >= line) }
    };
    (1..=SIDE_MAX).contains(&count).then_some((count, from))
}

/// A board of another size with the same blocks: in the same cells, with one more column at the
/// right, or in the same row-major order with rows and columns exchanged. A hash that leaves out
/// the size confuses the two.
pub(super) fn reshaped(board: &Board) -> Option<Board> {
    let (rows, columns) = (board.rows(), board.columns());
    if rows != columns && board.blocks().count().is_multiple_of(2) {
        return Board::new(columns, rows, board.cells().to_vec());
    }
    let with_column = |row: &[Option<Block>]| row.iter().copied().chain([None]).collect::<Vec<_>>();
    let cells = board.cells().chunks(columns.into()).flat_map(with_column).collect();
    Board::new(rows, columns + 1, cells)
}

fn any_symbol(u: &mut Unstructured<'_>) -> Result<Symbol> {
    Ok(Symbol::new(u.int_in_range(0..=Symbol::COUNT - 1)?))
}

fn any_cell(board: &Board, u: &mut Unstructured<'_>) -> Result<Cell> {
    Ok(Cell::new(u.int_in_range(0..=board.rows() - 1)?, u.int_in_range(0..=board.columns() - 1)?))
}

/// A step that may be the robot's, be accepted, or be refused for any reason.
pub(super) fn step(board: &Board, legal: Option<&Pop>, u: &mut Unstructured<'_>) -> Result<Step> {
    let one: Pick = match legal {
        Some(pop) if u.arbitrary()? => pop.pair.earlier().into(),
        _ => any_cell(board, u)?.into(),
    };
    let other: Pick = any_cell(board, u)?.into();
    let off = |pick: Pick, u: &mut Unstructured<'_>| off_board(board, pick, u);
    let (one, other) = match u.int_in_range(0..=15_u8)? {
        0 | 1 => return Ok(Step::Robot),
        2 => (off(one, u)?, other),
        3 => (one, off(other, u)?),
        4 => (off(one, u)?, off(other, u)?),
        5 => (one, one),
        6 => {
            let off = off(one, u)?;
            (off, off)
        }
        // Two blocks, with the same symbol if the board has such a pair.
        7..=10 => same_symbol(board, u)?.unwrap_or((one, other)),
        11 | 12 => {
            let blocks: Vec<Cell> = board.blocks().map(|(cell, _)| cell).collect();
            if blocks.is_empty() {
                (one, other)
            } else {
                ((*u.choose(&blocks)?).into(), (*u.choose(&blocks)?).into())
            }
        }
        _ => (one, other),
    };
    Ok(if u.arbitrary()? { Step::Pop(one, other) } else { Step::Pop(other, one) })
}

/// A cell off the board: just beyond an edge, or with numbers whose low bits name a cell.
fn off_board(board: &Board, pick: Pick, u: &mut Unstructured<'_>) -> Result<Pick> {
    let Pick { row, column } = pick;
    let (rows, columns) = (u64::from(board.rows()), u64::from(board.columns()));
    Ok(match u.int_in_range(0..=6_u8)? {
        0 => Pick { row: rows, column },
        1 => Pick { row, column: columns },
        2 => Pick { row: rows, column: columns },
        3 => Pick { row: row + (1 << *u.choose(&[5, 8, 16, 32, 63])?), column },
        4 => Pick { row, column: column + (1 << *u.choose(&[5, 8, 16, 32, 63])?) },
        5 => Pick { row: u64::MAX, column },
        _ => Pick { row, column: u64::MAX },
    })
}

fn same_symbol(board: &Board, u: &mut Unstructured<'_>) -> Result<Option<(Pick, Pick)>> {
    let blocks: Vec<(Cell, Block)> = board.blocks().collect();
    if blocks.is_empty() {
        return Ok(None);
    }
    let (one, block) = *u.choose(&blocks)?;
    let others: Vec<Cell> = blocks
        .iter()
        .filter(|&&(cell, other)| cell != one && other.symbol == block.symbol)
        .map(|&(cell, _)| cell)
        .collect();
    if others.is_empty() {
        return Ok(None);
    }
    Ok(Some((one.into(), (*u.choose(&others)?).into())))
}
