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

#[cfg(test)]
mod tests {
    use super::{Number, Shape};
    use crate::search::next;

    const SIDE: usize = 6;

    /// Rows and numbers that chance chooses; no row and no column at the border is empty.
    fn drawn(random: &mut u64) -> (Vec<u32>, Vec<Number>) {
        let mut rows: Vec<u32> = (0..SIDE - 1).map(|_| (next(random) % 64) as u32).collect();
        rows[0] |= 1;
        rows[1] |= 1 << (SIDE - 1);
        rows[SIDE - 2] |= 2;
        let number = |index: usize, row: &u32| Number {
            row: index as u8,
            column: row.trailing_zeros() as u8,
            value: (index % 3) as u8 + 1,
        };
        let with_cells = rows.iter().enumerate().filter(|(_, row)| **row != 0);
        let numbers = with_cells.map(|(index, row)| number(index, row)).collect();
        (rows, numbers)
    }

    /// The same, mirrored at the main diagonal.
    fn transposed((rows, numbers): &(Vec<u32>, Vec<Number>)) -> (Vec<u32>, Vec<Number>) {
        let column = |column: usize| {
            rows.iter().enumerate().fold(0, |all, (index, row)| all | (row >> column & 1) << index)
        };
        let turned = |number: &Number| Number { row: number.column, column: number.row, ..*number };
        ((0..SIDE).map(column).collect(), numbers.iter().map(turned).collect())
    }

    /// The same upside down.
    fn flipped((rows, numbers): &(Vec<u32>, Vec<Number>)) -> (Vec<u32>, Vec<Number>) {
        let last = rows.len() as u8 - 1;
        let turned = |number: &Number| Number { row: last - number.row, ..*number };
        (rows.iter().rev().copied().collect(), numbers.iter().map(turned).collect())
    }

    fn key((rows, numbers): &(Vec<u32>, Vec<Number>)) -> u64 {
        Shape::cut(rows, numbers).key
    }

    #[test]
    fn all_eight_turns_of_a_shape_have_its_key_wherever_it_lies() {
        let mut random = 1;
        for _ in 0..200 {
            let shape = drawn(&mut random);
            let mut turned = shape.clone();
            for turn in 0..8 {
                turned = if turn % 2 == 0 { transposed(&turned) } else { flipped(&turned) };
                assert_eq!(key(&turned), key(&shape), "{shape:?} and {turned:?}");
            }
            assert_eq!(turned.1, shape.1, "that were all of them");
            let down = |number: &Number| Number {
                row: number.row + 2,
                column: number.column + 3,
                value: number.value,
            };
            let rows: Vec<u32> =
                [0, 0].into_iter().chain(shape.0.iter().map(|row| row << 3)).collect();
            let cut = Shape::cut(&rows, &shape.1.iter().map(down).collect::<Vec<_>>());
            assert_eq!((cut.key, cut.top, cut.left), (key(&shape), 2, 3));
        }
    }

    #[test]
    fn what_differs_in_a_cell_or_a_number_has_another_key() {
        let mut random = 2;
        for _ in 0..200 {
            let shape = drawn(&mut random);
            let mut keys = vec![key(&shape)];
            for row in 1..SIDE - 2 {
                let mut other = shape.clone();
                other.0[row] ^= 1 << 2;
                keys.push(key(&other));
            }
            for index in 0..shape.1.len() {
                let mut other = shape.clone();
                other.1[index].value += 5;
                keys.push(key(&other));
                let mut other = shape.clone();
                other.1[index].column = (other.1[index].column + 1) % SIDE as u8;
                keys.push(key(&other));
            }
            let count = keys.len();
            keys.sort_unstable();
            keys.dedup();
            assert_eq!(keys.len(), count, "{shape:?}");
        }
    }
}
