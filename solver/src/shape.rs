//! A component of a position, wherever it lies on the board, and its key.

use engine::planted::{Fault, planted};

/// How many rows and columns a shape may have.
pub(crate) const ROOM: usize = 32;

/// A living number of a shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Number {
    pub(crate) row: u8,
    pub(crate) column: u8,
    pub(crate) value: u8,
}

/// Cells that can still be painted, those of living numbers included, cut out with the smallest
/// rectangle around them. Nothing that can happen outside of it has to do with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Shape {
    /// Where its first row and its first column are in what it was cut from.
    pub(crate) top: u8,
    pub(crate) left: u8,
    pub(crate) height: u8,
    pub(crate) width: u8,
    /// Bit `c` of row `r`: the cell there is one of them.
    pub(crate) rows: Box<[u32]>,
    /// In row-major order.
    pub(crate) numbers: Box<[Number]>,
    pub(crate) key: u64,
}

impl Shape {
    /// Cuts the cells out.
    pub(crate) fn cut(rows: &[u32], numbers: &[Number]) -> Self {
        let top = rows.iter().position(|&row| row != 0).unwrap_or(0);
        let end = rows.iter().rposition(|&row| row != 0).map_or(0, |last| last + 1);
        let all = rows.iter().fold(0, |all, row| all | row);
        let left = if all == 0 { 0 } else { all.trailing_zeros() };
        let width = (32 - all.leading_zeros()).saturating_sub(left);
        let rows: Box<[u32]> = rows[top..end].iter().map(|row| row >> left).collect();
        let numbers: Box<[Number]> = numbers
            .iter()
            .map(|number| Number {
                row: number.row - top as u8,
                column: number.column - left as u8,
                value: number.value,
            })
            .collect();
        let key = key(&rows, width as u8, &numbers);
        Self {
            top: top as u8,
            left: left as u8,
            height: rows.len() as u8,
            width: width as u8,
            rows,
            numbers,
            key,
        }
    }
}

/// A good mixture of 64 bits: the finisher of `SplitMix64`.
#[inline]
pub(crate) const fn mix(word: u64) -> u64 {
    let word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    word ^ (word >> 31)
}

#[inline]
fn row_hash(index: usize, row: u32) -> u64 {
    mix((u64::from(row) << 5 | index as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15))
}

#[inline]
fn number_hash(row: usize, column: usize, value: u8) -> u64 {
    let value = if planted(Fault::SolverValuesUnhashed) { 1 } else { value };
    let place = (usize::from(value) << 10 | row << 5 | column) as u64;
    mix((place | 1 << 60).wrapping_mul(0xD6E8_FEB8_6659_FD93))
}

/// A key that all eight turns of a shape have in common: the hashes of the eight, put together in a
/// way that does not know their order.
fn key(rows: &[u32], width: u8, numbers: &[Number]) -> u64 {
    let (height, width) = (rows.len(), usize::from(width));
    if height == 0 {
        return 0;
    }
    let mut columns = [0_u32; ROOM];
    let mut hashes = [height as u64; 8];
    for hash in &mut hashes[4..] {
        *hash = width as u64;
    }
    for (index, &row) in rows.iter().enumerate() {
        let mirrored = row.reverse_bits() >> (32 - width);
        hashes[0] = hashes[0].wrapping_add(row_hash(index, row));
        hashes[1] = hashes[1].wrapping_add(row_hash(height - 1 - index, row));
        hashes[2] = hashes[2].wrapping_add(row_hash(index, mirrored));
        hashes[3] = hashes[3].wrapping_add(row_hash(height - 1 - index, mirrored));
        let mut rest = row;
        while rest != 0 {
            columns[rest.trailing_zeros() as usize] |= 1 << index;
            rest &= rest - 1;
        }
    }
    for (index, &column) in columns[..width].iter().enumerate() {
        let mirrored = column.reverse_bits() >> (32 - height);
        hashes[4] = hashes[4].wrapping_add(row_hash(index, column));
        hashes[5] = hashes[5].wrapping_add(row_hash(width - 1 - index, column));
        hashes[6] = hashes[6].wrapping_add(row_hash(index, mirrored));
        hashes[7] = hashes[7].wrapping_add(row_hash(width - 1 - index, mirrored));
    }
    for &Number { row, column, value } in numbers {
        let (row, column) = (usize::from(row), usize::from(column));
        let (last_row, last_column) = (height - 1 - row, width - 1 - column);
        let last_column = if planted(Fault::SolverHalfMirrored) { column } else { last_column };
        let places = [
            (row, column),
            (last_row, column),
            (row, last_column),
            (last_row, last_column),
            (column, row),
            (last_column, row),
            (column, last_row),
            (last_column, last_row),
        ];
        for (hash, (row, column)) in hashes.iter_mut().zip(places) {
            *hash = hash.wrapping_add(number_hash(row, column, value));
        }
    }
    mix(hashes.iter().fold(0, |sum, &hash| sum.wrapping_add(mix(hash))))
}
