//! Components cut out of a position, and their keys.
//!
//! A key identifies a component wherever it lies on the board and whichever of the eight symmetries
//! is applied. The naive key hashes all eight transformed copies and takes the least. Departures:
//!
//! 1. The eight hashes are mixed and added. The sum does not depend on their order, and needs no
//!    branch.
//! 2. Mirrored copies are not built cell by cell: a bit reversal mirrors a row, a block transpose
//!    turns rows into columns, and a copy that is upside down is the same rows hashed backwards.
//! 3. A product of 64 bits by 64 bits hashes four rows at a time, in a third of the time that
//!    single rows take.
//! 4. The key is made from an [`Outline`] before anything is allocated: most components are in the
//!    table already, and are never cut out.

use twinboard_vocabulary::random::{self, mix};

use crate::planted::{Fault, planted};

/// Most rows and columns of a shape.
pub(crate) const SIDE_MAX: usize = 32;

/// A live number of a shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Number {
    pub(crate) row: u8,
    pub(crate) column: u8,
    pub(crate) value: u8,
}

/// A component: cells that live numbers can still use, with these numbers, in the smallest
/// rectangle around them. Nothing outside of it influences it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Shape {
    /// First row and first column, in the part or board it was cut from.
    pub(crate) top: u8,
    pub(crate) left: u8,
    pub(crate) height: u8,
    pub(crate) width: u8,
    /// Bit `c` of row `r` is set if the cell is one of the component.
    pub(crate) rows: Box<[u32]>,
    /// In row-major order.
    pub(crate) numbers: Box<[Number]>,
    pub(crate) key: u64,
}

/// A component before it is cut out: usually only its key is needed.
pub(crate) struct Outline<'a> {
    top: u8,
    left: u8,
    height: u8,
    width: u8,
    /// Rows of the shape, starting at its top.
    rows: [u32; SIDE_MAX],
    /// Numbers in any order, with rows and columns of the part it is cut from.
    numbers: &'a [Number],
    pub(crate) key: u64,
}

impl<'a> Outline<'a> {
    /// Outlines the cells of these rows, at most [`SIDE_MAX`] of them.
    pub(crate) fn of(all: &[u32], numbers: &'a [Number]) -> Self {
        let top = all.iter().position(|&row| row != 0).unwrap_or(0);
        let end = all.iter().rposition(|&row| row != 0).map_or(0, |last| last + 1);
        let any = all.iter().fold(0, |any, row| any | row);
        let left = if any == 0 { 0 } else { any.trailing_zeros() };
        let width = (32 - any.leading_zeros()).saturating_sub(left);
        let mut rows = [0; SIDE_MAX];
        for (row, &cells) in rows.iter_mut().zip(&all[top..end]) {
            *row = cells >> left;
        }
        let (top, left, height, width) = (top as u8, left as u8, (end - top) as u8, width as u8);
        let moved = numbers.iter().map(|number| number.moved(top, left));
        let key = key(&rows[..height.into()], width, moved);
        Self { top, left, height, width, rows, numbers, key }
    }

    /// Cuts the component out.
    pub(crate) fn cut(&self) -> Shape {
        let Self { top, left, height, width, key, .. } = *self;
        let mut numbers: Box<[Number]> =
            self.numbers.iter().map(|number| number.moved(top, left)).collect();
        numbers.sort_unstable_by_key(|number| (number.row, number.column));
        let rows = self.rows[..height.into()].into();
        Shape { top, left, height, width, rows, numbers, key }
    }
}

impl Number {
    fn moved(self, top: u8, left: u8) -> Self {
        Self { row: self.row - top, column: self.column - left, value: self.value }
    }
}

impl Shape {
    /// Outlines and cuts in one step.
    #[cfg(test)]
    pub(crate) fn cut(rows: &[u32], numbers: &[Number]) -> Self {
        Outline::of(rows, numbers).cut()
    }
}

/// Both halves of a product, combined by exclusive or: every bit depends on all bits of both
/// factors.
#[inline]
const fn fold(one: u64, other: u64) -> u64 {
    let product = one as u128 * other as u128;
    product as u64 ^ (product >> 64) as u64
}

/// Pseudorandom constants.
const fn noise<const N: usize>(mut seed: u64) -> [u64; N] {
    let mut noise = [0; N];
    let mut index = 0;
    while index < N {
        seed = seed.wrapping_add(random::STEP);
        noise[index] = mix(seed);
        index += 1;
    }
    noise
}

/// Two constants for each four rows.
const ROW_NOISE: [u64; SIDE_MAX / 2] = noise(1);
/// A constant for each cell of the largest square.
static PLACE_NOISE: [u64; SIDE_MAX * SIDE_MAX] = noise(2);

/// Hash of a sequence of rows, four at a time: a third of the time that single rows take.
#[inline]
fn rows_hash(count: usize, row: impl Fn(usize) -> u32) -> u64 {
    let row = |index: usize| if index < count { u64::from(row(index)) } else { 0 };
    let mut hash = count as u64;
    for four in 0..count.div_ceil(4) {
        let first = row(4 * four) << 32 | row(4 * four + 1);
        let second = row(4 * four + 2) << 32 | row(4 * four + 3);
        let of_four = fold(first ^ ROW_NOISE[2 * four], second ^ ROW_NOISE[2 * four + 1]);
        hash = hash.wrapping_add(of_four);
    }
    hash
}

/// Transposes a square by swapping blocks of half the side, then of a quarter, and so on.
#[inline]
fn transpose<const SIDE: usize>(rows: &mut [u32; SIDE_MAX]) {
    let mut half = SIDE / 2;
    let mut mask = (1_u32 << half) - 1;
    while half > 0 {
        for block in (0..SIDE).step_by(2 * half) {
            for upper in block..block + half {
                let change = (rows[upper] >> half ^ rows[upper + half]) & mask;
                rows[upper] ^= change << half;
                rows[upper + half] ^= change;
            }
        }
        half /= 2;
        mask ^= mask << half;
    }
}

/// Key shared by all eight symmetries of a shape: the mixed sum of their hashes.
fn key(rows: &[u32], width: u8, numbers: impl Iterator<Item = Number>) -> u64 {
    let (height, width) = (rows.len(), usize::from(width));
    if height == 0 {
        return 0;
    }
    let mut columns = [0_u32; SIDE_MAX];
    columns[..height].copy_from_slice(rows);
    match height.max(width) {
        0..=8 => transpose::<8>(&mut columns),
        9..=16 => transpose::<16>(&mut columns),
        _ => transpose::<SIDE_MAX>(&mut columns),
    }
    let mut mirrored_rows = [0_u32; SIDE_MAX];
    let mut mirrored_columns = [0_u32; SIDE_MAX];
    for (mirrored, &row) in mirrored_rows.iter_mut().zip(rows) {
        *mirrored = row.reverse_bits() >> (32 - width);
    }
    for (mirrored, &column) in mirrored_columns.iter_mut().zip(&columns[..width]) {
        *mirrored = column.reverse_bits() >> (32 - height);
    }
    let (last_row, last_column) = (height - 1, width - 1);
    let mut hashes = [
        rows_hash(height, |index| rows[index]),
        rows_hash(height, |index| rows[last_row - index]),
        rows_hash(height, |index| mirrored_rows[index]),
        rows_hash(height, |index| mirrored_rows[last_row - index]),
        rows_hash(width, |index| columns[index]),
        rows_hash(width, |index| columns[last_column - index]),
        rows_hash(width, |index| mirrored_columns[index]),
        rows_hash(width, |index| mirrored_columns[last_column - index]),
    ];
    for Number { row, column, value } in numbers {
        let value = if planted(Fault::ValuesUnhashed) { 1 } else { value };
        let value = mix(u64::from(value));
        let (row, column) = (usize::from(row), usize::from(column));
        let (last_row, last_column) = (last_row - row, last_column - column);
        let last_column = if planted(Fault::HalfMirrored) { column } else { last_column };
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
            *hash = hash.wrapping_add(fold(PLACE_NOISE[row * SIDE_MAX + column], value));
        }
    }
    mix(hashes.iter().fold(0, |sum, &hash| sum.wrapping_add(mix(hash))))
}

#[cfg(test)]
mod tests {
    use super::{Number, SIDE_MAX, Shape, transpose};
    use crate::random::next_random;

    const SIDE: usize = 6;

    /// Random rows and numbers; no row and no column at the border is empty.
    fn drawn(random: &mut u64) -> (Vec<u32>, Vec<Number>) {
        let mut rows: Vec<u32> = (0..SIDE - 1).map(|_| (next_random(random) % 64) as u32).collect();
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

    /// The shape mirrored at the main diagonal.
    fn transposed((rows, numbers): &(Vec<u32>, Vec<Number>)) -> (Vec<u32>, Vec<Number>) {
        let column = |column: usize| {
            rows.iter().enumerate().fold(0, |all, (index, row)| all | (row >> column & 1) << index)
        };
        let transformed =
            |number: &Number| Number { row: number.column, column: number.row, ..*number };
        ((0..SIDE).map(column).collect(), numbers.iter().map(transformed).collect())
    }

    /// The shape upside down.
    fn flipped((rows, numbers): &(Vec<u32>, Vec<Number>)) -> (Vec<u32>, Vec<Number>) {
        let last = rows.len() as u8 - 1;
        let transformed = |number: &Number| Number { row: last - number.row, ..*number };
        (rows.iter().rev().copied().collect(), numbers.iter().map(transformed).collect())
    }

    fn key((rows, numbers): &(Vec<u32>, Vec<Number>)) -> u64 {
        Shape::cut(rows, numbers).key
    }

    #[test]
    fn all_eight_symmetries_share_a_key_wherever_the_shape_lies() {
        let mut random = 1;
        for _ in 0..200 {
            let shape = drawn(&mut random);
            let mut transformed = shape.clone();
            for step in 0..8 {
                transformed =
                    if step % 2 == 0 { transposed(&transformed) } else { flipped(&transformed) };
                assert_eq!(key(&transformed), key(&shape), "{shape:?} and {transformed:?}");
            }
            assert_eq!(transformed.1, shape.1, "these are all eight");
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

    /// Transposes random rows and checks each cell.
    fn transposes<const COUNT: usize>(random: &mut u64) {
        let all = (1_u64 << COUNT) - 1;
        let mut rows = [0; SIDE_MAX];
        rows[..COUNT].fill_with(|| (next_random(random) & all) as u32);
        let mut columns = rows;
        transpose::<COUNT>(&mut columns);
        for (row, cells) in rows.iter().enumerate().take(COUNT) {
            for (column, others) in columns.iter().enumerate().take(COUNT) {
                assert_eq!(others >> row & 1, cells >> column & 1, "row {row}, column {column}");
            }
        }
    }

    #[test]
    fn transpose_agrees_with_single_cells_in_all_three_sizes() {
        let mut random = 3;
        for _ in 0..20 {
            transposes::<8>(&mut random);
            transposes::<16>(&mut random);
            transposes::<SIDE_MAX>(&mut random);
        }
    }

    #[test]
    fn a_changed_cell_or_number_changes_the_key() {
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
