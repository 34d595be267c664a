//! Grids and selections drawn from bytes. The features of a grid are drawn first ("swarm testing",
//! Groce et al. 2012), so that rare shapes come often.

use arbitrary::{Result, Unstructured};
use twinboard_harness::Case;
use twinboard_vocabulary::samegame::{
    COLOURS, COLUMNS_MAX, Cell, Grid, Group, Position, ROWS_MAX, SameGame, Selection,
};

/// Draws a grid: its size, its palette, and an arrangement of the colours.
pub(super) fn grid(u: &mut Unstructured<'_>) -> Result<Grid> {
    let (rows, columns) = size(u)?;
    let palette = palette(u)?;
    let colours = texture(rows, columns, &palette, u)?;
    Ok(Grid::new(rows, columns, colours).expect("sizes and colours are drawn within the limits"))
}

/// Rows and columns. Every limit, the judge's 10 × 40 and those of case files, is reached often,
/// and so are the sizes next to it. Tiny grids are rare: they are over before anything happens, and
/// `exhaust` plays them all.
fn size(u: &mut Unstructured<'_>) -> Result<(u8, u8)> {
    let (rows, columns) = match u.int_in_range(0..=127_u8)? {
        0 => (1..=3, 1..=4),
        1..=5 => (1..=1, 24..=COLUMNS_MAX),
        6..=10 => (12..=ROWS_MAX, 1..=2),
        11..=44 => (4..=6, 5..=8),
        45..=77 => (5..=9, 6..=12),
        78..=88 => (15..=15, 15..=15),
        89..=96 => (9..=10, 30..=40),
        97..=104 => (11..=ROWS_MAX, 4..=16),
        105..=112 => (2..=6, 41..=COLUMNS_MAX),
        113..=121 => (11..=ROWS_MAX, 41..=COLUMNS_MAX),
        _ => (ROWS_MAX..=ROWS_MAX, COLUMNS_MAX..=COLUMNS_MAX),
    };
    Ok((u.int_in_range(rows)?, u.int_in_range(columns)?))
}

/// Some of the ten colours: mostly few, so that there are regions; any of them, so that 0 and 9 are
/// as common as the others.
fn palette(u: &mut Unstructured<'_>) -> Result<Vec<u8>> {
    let count = match u.int_in_range(0..=255_u8)? {
        0 => 1,
        1..=24 => 2,
        25..=124 => 3,
        125..=196 => 4,
        197..=236 => 5,
        _ => u.int_in_range(6..=COLOURS)?,
    };
    let mut colours: Vec<u8> = (0..COLOURS).collect();
    for chosen in 0..count {
        let other = u.int_in_range(chosen..=COLOURS - 1)?;
        colours.swap(chosen.into(), other.into());
    }
    colours.truncate(count.into());
    Ok(colours)
}

/// The colours of all cells, in one of several arrangements: diagonals, winding paths, stripes,
/// tiles, one pair, no pair, or random.
fn texture(rows: u8, columns: u8, palette: &[u8], u: &mut Unstructured<'_>) -> Result<Vec<u8>> {
    let cells = usize::from(rows) * usize::from(columns);
    let columns = usize::from(columns);
    let kind = u.int_in_range(0..=127_u8)?;
    // The chance, out of 256, that a cell takes the colour of the cell to the left or below: a high
    // one gives large regions, but few.
    let sticky = *u.choose(if cells < 100 { &[0, 0, 0, 40] } else { &[0_u8, 0, 64, 200] })?;
    let period = u.int_in_range(1..=3_usize)?;
    let mut colours: Vec<u8> = Vec::with_capacity(cells);
    for index in 0..cells {
        let (row, column) = (index / columns, index % columns);
        let cyclic = |number: usize| palette[number % palette.len()];
        let colour = match kind {
            0 => cyclic(row + column),
            13..=15 if rows > 6 => winding(row, column, usize::from(rows), &cyclic),
            16..=18 if columns > 6 => winding(column, row, columns, &cyclic),
            1..=4 => cyclic(row / period),
            5..=8 => cyclic(column / period),
            9..=12 => cyclic(row / (period + 1) + column / (period + 1)),
            _ => {
                let chance: u8 = if sticky > 0 { u.arbitrary()? } else { u8::MAX };
                let below = row.checked_sub(1).map(|below| colours[below * columns + column]);
                let beside = (column > 0).then(|| colours[index - 1]);
                match if chance.is_multiple_of(2) { below.or(beside) } else { beside.or(below) } {
                    Some(neighbour) if chance < sticky => neighbour,
                    _ => *u.choose(palette)?,
                }
            }
        };
        colours.push(colour);
    }
    if kind == 19 {
        let rows = usize::from(rows);
        return if u.arbitrary()? { one_pair(rows, columns, u) } else { no_pair(rows, columns, u) };
    }
    // Defects in a regular pattern reach more of the rules.
    if (0..=18).contains(&kind) {
        for _ in 0..u.int_in_range(0..=4_u8)? {
            let index = u.choose_index(cells)?;
            colours[index] = *u.choose(palette)?;
        }
    }
    Ok(colours)
}

/// A region that winds back and forth over the whole grid: every other line has its colour, and so
/// has one end of each line between them, alternately the first and the last place.
fn winding(line: usize, place: usize, lines: usize, cyclic: &dyn Fn(usize) -> u8) -> u8 {
    let is_path = line.is_multiple_of(2);
    let turns_at_start = (line / 2).is_multiple_of(2);
    let is_turn = if turns_at_start { place == 0 } else { place + 1 >= lines.max(2) };
    cyclic(usize::from(!is_path && !is_turn))
}

/// A grid without two equal neighbours: each row repeats three colours, such as 0 1 2 0 1 2,
/// shifted by one from row to row. The game is over before it begins.
fn no_pair(rows: usize, columns: usize, u: &mut Unstructured<'_>) -> Result<Vec<u8>> {
    let first = u.int_in_range(0..=COLOURS - 1)?;
    let cell = |index: usize| (index / columns + index % columns) % 3;
    Ok((0..rows * columns).map(|index| (first + cell(index) as u8) % COLOURS).collect())
}

/// A grid with a single pair of equal neighbours, often at a border: a side that overlooks it takes
/// the game for over.
fn one_pair(rows: usize, columns: usize, u: &mut Unstructured<'_>) -> Result<Vec<u8>> {
    let mut colours = no_pair(rows, columns, u)?;
    let place = |count: usize, u: &mut Unstructured<'_>| match u.int_in_range(0..=3_u8)? {
        0 => Ok(count - 1),
        1 => Ok(count.saturating_sub(2)),
        _ => u.choose_index(count),
    };
    let (row, column) = (place(rows, u)?, place(columns, u)?);
    let upright: bool = u.arbitrary()?;
    let (other_row, other_column) = match (upright, row > 0, column > 0) {
        (true, true, _) | (false, true, false) => (row - 1, column),
        (_, _, true) => (row, column - 1),
        _ => (row, column),
    };
    // A colour that occurs nowhere else; `no_pair` uses three.
    let pair = (0..COLOURS).find(|colour| !colours.contains(colour)).unwrap_or(0);
    colours[row * columns + column] = pair;
    colours[other_row * columns + other_column] = pair;
    Ok(colours)
}

/// The grid with a random mutation.
pub(super) fn changed_grid(grid: &Grid, u: &mut Unstructured<'_>) -> Result<Grid> {
    let (rows, columns) = (grid.rows(), grid.columns());
    let mut colours = grid.colours().to_vec();
    let width = usize::from(columns);
    let changed = match u.int_in_range(0..=9_u8)? {
        8 => {
            let (one, other) = (u.choose_index(width)?, u.choose_index(width)?);
            colours.chunks_mut(width).for_each(|row| row.swap(one, other));
            Grid::new(rows, columns, colours)
        }
        9 => {
            let (one, other) = (u.choose_index(rows.into())?, u.choose_index(rows.into())?);
            for column in 0..width {
                colours.swap(one * width + column, other * width + column);
            }
            Grid::new(rows, columns, colours)
        }
        0 | 1 => {
            // Bits of the last cell are lost most easily.
            let is_last = u.ratio(1, 4_u8)?;
            let last = colours.len() - 1;
            let index = if is_last { last } else { u.choose_index(colours.len())? };
            colours[index] = u.int_in_range(0..=COLOURS - 1)?;
            Grid::new(rows, columns, colours)
        }
        2 if u.ratio(1, 8_u8)? => Grid::new(rows, columns, no_pair(rows.into(), width, u)?),
        2 => {
            let (one, other) = (u.choose_index(colours.len())?, u.choose_index(colours.len())?);
            colours.swap(one, other);
            Grid::new(rows, columns, colours)
        }
        3 => {
            let (from, to) = (*u.choose(&colours)?, u.int_in_range(0..=COLOURS - 1)?);
            let exchanged = |colour| match colour {
                _ if colour == from => to,
                _ if colour == to => from,
                _ => colour,
            };
            Grid::new(rows, columns, colours.into_iter().map(exchanged).collect())
        }
        4 => {
            // Doubles a row.
            let row = u.choose_index(rows.into())?;
            let copied = colours[row * width..(row + 1) * width].to_vec();
            colours.splice(row * width..row * width, copied);
            Grid::new(rows + 1, columns, colours)
        }
        5 => {
            // Doubles a column.
            let column = u.choose_index(width)?;
            let doubled = colours
                .chunks(width)
                .flat_map(|row| row[..=column].iter().chain(&row[column..]).copied());
            Grid::new(rows, columns + 1, doubled.collect())
        }
        6 => {
            let row = u.choose_index(rows.into())?;
            colours.drain(row * width..(row + 1) * width);
            Grid::new(rows - 1, columns, colours)
        }
        _ => {
            let column = u.choose_index(width)?;
            let rest = colours
                .chunks(width)
                .flat_map(|row| row[..column].iter().chain(&row[column + 1..]).copied());
            Grid::new(rows, columns - 1, rest.collect())
        }
    };
    // A row or column more than the limit, or none left: the grid stays as it was.
    Ok(changed.unwrap_or_else(|| grid.clone()))
}

/// A full grid of another shape with the colours of a full position in the same order: column by
/// column, or row by row as in a case text. A hash that numbers the cells in this order and leaves
/// out the size confuses the two.
pub(super) fn reshaped(position: &Position) -> Option<Grid> {
    let (rows, columns) = match (position.rows(), position.columns()) {
        (rows, columns) if rows != columns => (columns, rows),
        (side, _) if side.is_multiple_of(2) => (side / 2, side * 2),
        _ => return None,
    };
    let by_text: Vec<_> =
        (1..=position.rows()).rev().flat_map(|row| position.row(row)).collect::<Option<_>>()?;
    let reshaped = if by_text[0].is_multiple_of(2) {
        Position::from_bytes(rows, columns, position.bytes().to_vec())
    } else {
        Position::from_fn(rows, columns, |cell| {
            let rows_above = usize::from(rows - cell.row());
            Some(by_text[rows_above * usize::from(columns) + usize::from(cell.column()) - 1])
        })
    };
    let colours = (1..=rows).flat_map(|row| reshaped.row(row)).collect::<Option<_>>()?;
    Grid::new(rows, columns, colours)
}

/// A full grid that has another colour in the empty cells of this position, and selections that remove
/// that: nothing lies above these cells or to the right of a column of them. `None` without empty
/// cells, if one of them is alone, and if the position has all colours.
pub(super) fn way_to(position: &Position) -> Option<Case<SameGame>> {
    let (rows, columns) = (position.rows(), position.columns());
    let is_free = |colour: &u8| position.cells().flatten().all(|other| other != *colour);
    let colour = (0..COLOURS).find(is_free)?;
    let is_empty = |cell: &&u8| **cell == Position::EMPTY;
    let empty: Vec<usize> =
        position.bytes_by_column().map(|column| column.iter().filter(is_empty).count()).collect();
    let (mut moves, mut column) = (Vec::new(), 1);
    // Columns side by side that are not full have empty cells side by side, in the top row.
    for run in empty.chunk_by(|one, other| (*one > 0) == (*other > 0)) {
        match run.iter().sum::<usize>() {
            0 => {}
            1 => return None,
            _ => moves.push(Cell::new(rows, column).into()),
        }
        column += run.len() as u8;
    }
    let cells = (1..=rows).flat_map(|row| position.row(row));
    let colours = cells.map(|cell| cell.unwrap_or(colour)).collect();
    let grid = Grid::new(rows, columns, colours)?;
    (!moves.is_empty()).then(|| Case::new(grid, moves))
}

/// A selection that may be refused for any reason, or be legal through another cell of the group.
pub(super) fn selection(
    position: &Position,
    legal: Option<&Group>,
    u: &mut Unstructured<'_>,
) -> Result<Selection> {
    let (rows, columns) = (u64::from(position.rows()), u64::from(position.columns()));
    let row = u.int_in_range(1..=rows)?;
    let column = u.int_in_range(1..=columns)?;
    let (row, column) = match u.int_in_range(0..=15_u8)? {
        0 => (0, column),
        1 => (row, 0),
        2 => (rows + 1, column),
        3 => (row, columns + 1),
        4 => (column, row),
        // Numbers whose low bits name a cell, and the largest ones possible.
        5 => (row * u.int_in_range(0..=1)? + (1 << *u.choose(&[4, 8, 16, 32, 63])?), column),
        6 => (row, column * u.int_in_range(0..=1)? + (1 << *u.choose(&[6, 8, 16, 32, 63])?)),
        7 => match u.int_in_range(0..=3_u8)? {
            0 => *u.choose(&[(u64::MAX, column), (row, u64::MAX), (99, 99)])?,
            1 => (u.int_in_range(1..=300)?, column),
            2 => (row, u.int_in_range(1..=300)?),
            _ => (u.arbitrary()?, u.arbitrary()?),
        },
        8..=11 => match legal {
            Some(group) => {
                let cell = *u.choose(group.cells())?;
                let near = |number: u8, step: u8| u64::from(number + step).saturating_sub(1);
                (
                    near(cell.row(), u.int_in_range(0..=2)?),
                    near(cell.column(), u.int_in_range(0..=2)?),
                )
            }
            None => (row, column),
        },
        _ => (row, column),
    };
    Ok(Selection::new(row, column).unwrap_or_else(|| Selection::new(0, 1).expect("not 0 0")))
}
