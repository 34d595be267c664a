//! Removal on all boards: cells drop, empty columns close up (SG-9 to SG-11).

use super::lanes::{BOARDS, Columns, Lanes, NONE, any, mask};
use crate::planted::{Fault, planted};
use crate::samegame::lanes::WORD_COLUMNS;

/// Removes `cells`; then cells drop and columns close up. Clears `cells`, and returns their number
/// on each board.
#[inline(always)]
pub(super) fn remove<const W: usize, const P: usize>(
    planes: &mut [Columns<W>; P],
    columns: usize,
    cells: &mut Columns<W>,
) -> Lanes {
    let (mut removed, mut emptied) = (NONE, NONE);
    for (c, cells) in cells.as_flattened_mut()[..columns].iter_mut().enumerate() {
        drop_column(planes, c, cells, &mut removed, &mut emptied);
    }
    while any(&emptied) {
        close_up(planes, columns);
        for board in &mut emptied {
            *board = if planted(Fault::BatchCloseOnce) { 0 } else { board.saturating_sub(1) };
        }
    }
    removed
}

/// Removes `cells` from a column of all boards, one cell per round and board, the lowest first.
///
/// ```text
///   e          .          .
///   x          e          .
///   d    →     x    →     e        x: to remove
///   x          d          d
///   c          c          c
/// ```
///
/// Adds the number of cells to `removed`, and 1 to `emptied` if the column is empty afterwards.
#[inline(always)]
fn drop_column<const W: usize, const P: usize>(
    planes: &mut [Columns<W>; P],
    c: usize,
    cells: &mut Lanes,
    removed: &mut Lanes,
    emptied: &mut Lanes,
) {
    // Indices, not references to the vectors: of those the compiler does not know that they are
    // disjoint.
    let (w, l) = (c / WORD_COLUMNS as usize, c % WORD_COLUMNS as usize);
    let removed_bottom = cells.map(|cells| cells & 1);
    loop {
        // Nine columns in ten need no more rounds, so the test is usually predicted.
        for _ in 0..3 {
            for i in 0..BOARDS {
                let lowest = cells[i] & cells[i].wrapping_neg();
                // All ones without a cell to remove: everything is kept.
                let kept = lowest.wrapping_sub(1);
                for p in 0..P {
                    let plane = planes[p][w][l][i];
                    planes[p][w][l][i] = plane & kept | plane >> 1 & !kept;
                }
                cells[i] = (cells[i] ^ lowest) >> 1;
                removed[i] = removed[i].wrapping_add(1).wrapping_add(mask(lowest == 0));
            }
        }
        if !any(cells) || planted(Fault::BatchDropThree) {
            break;
        }
    }
    for i in 0..BOARDS {
        let occupied = (0..P).fold(0, |occupied, p| occupied | planes[p][w][l][i]);
        emptied[i] = emptied[i].wrapping_add(mask(occupied == 0) & removed_bottom[i]);
    }
}

/// Closes up the first empty column of each board: every column after it moves one to the left.
///
/// A board whose empty columns are its last ones stays as it is.
#[inline(always)]
fn close_up<const W: usize, const P: usize>(planes: &mut [Columns<W>; P], columns: usize) {
    let mut is_after = NONE;
    for c in 0..columns {
        let column = planes.each_ref().map(|plane| plane.as_flattened()[c]);
        for i in 0..BOARDS {
            let occupied = column.iter().fold(0, |occupied, plane| occupied | plane[i]);
            is_after[i] |= mask(occupied == 0);
        }
        for (plane, mut column) in planes.iter_mut().zip(column) {
            let plane = plane.as_flattened_mut();
            let next = plane[..columns].get(c + 1).copied().unwrap_or(NONE);
            for i in 0..BOARDS {
                column[i] = column[i] & !is_after[i] | next[i] & is_after[i];
            }
            plane[c] = column;
        }
    }
}
