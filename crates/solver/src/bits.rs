//! Bit sets of cells, in as many machine words as a part of a board needs.

use std::hash::{Hash, Hasher};
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

/// A set of up to `64 * W` cells. The part that a set belongs to assigns bits to cells: see
/// [`Part`].
///
/// [`Part`]: crate::part::Part
#[derive(Clone, Copy, Debug, Eq)]
pub(crate) struct Bits<const W: usize>(pub(crate) [u64; W]);

impl<const W: usize> Bits<W> {
    pub(crate) const EMPTY: Self = Self([0; W]);

    #[inline]
    pub(crate) fn single(index: usize) -> Self {
        let mut bits = Self::EMPTY;
        bits.insert(index);
        bits
    }

    #[inline]
    pub(crate) fn insert(&mut self, index: usize) {
        self.0[index / 64] |= 1 << (index % 64);
    }

    #[inline]
    pub(crate) fn contains(&self, index: usize) -> bool {
        self.0[index / 64] >> (index % 64) & 1 == 1
    }

    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    #[inline]
    pub(crate) fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// The lowest bit of the set.
    #[inline]
    pub(crate) fn first(&self) -> Option<usize> {
        let word = self.0.iter().position(|&word| word != 0)?;
        Some(word * 64 + self.0[word].trailing_zeros() as usize)
    }

    /// The bit with `before` bits of the set below it.
    #[inline]
    pub(crate) fn nth(&self, mut before: u32) -> Option<usize> {
        for (index, &word) in self.0.iter().enumerate() {
            let count = word.count_ones();
            if before < count {
                let rest = (0..before).fold(word, |rest, _| rest & (rest - 1));
                return Some(index * 64 + rest.trailing_zeros() as usize);
            }
            before -= count;
        }
        None
    }

    #[inline]
    pub(crate) fn intersects(&self, others: &Self) -> bool {
        (0..W).fold(0, |all, word| all | self.0[word] & others.0[word]) != 0
    }

    #[inline]
    pub(crate) fn without(self, others: Self) -> Self {
        self & !others
    }

    #[inline]
    pub(crate) fn iter(self) -> impl Iterator<Item = usize> {
        (0..W).flat_map(move |word| {
            let mut rest = self.0[word];
            std::iter::from_fn(move || {
                let bit = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
                rest &= rest - 1;
                Some(word * 64 + bit)
            })
        })
    }

    /// All side neighbours of these cells, with `stride` bits to a row; some may lie outside the
    /// part.
    #[inline]
    pub(crate) fn around(&self, stride: u32) -> Self {
        let mut around = Self::EMPTY;
        for word in 0..W {
            let here = self.0[word];
            let before = if word > 0 { self.0[word - 1] } else { 0 };
            let after = if word + 1 < W { self.0[word + 1] } else { 0 };
            let up = |by: u32| here << by | before >> (64 - by);
            let down = |by: u32| here >> by | after << (64 - by);
            around.0[word] = up(1) | down(1) | up(stride) | down(stride);
        }
        around
    }

    /// `bits` bits (at most 32) starting at bit `from`.
    #[inline]
    pub(crate) fn row(&self, from: usize, bits: u32) -> u32 {
        let (word, shift) = (from / 64, from % 64);
        let mut row = self.0[word] >> shift;
        if shift > 32 && word + 1 < W {
            row |= self.0[word + 1] << (64 - shift);
        }
        (row & ((1 << bits) - 1)) as u32
    }

    /// Adds a row of at most 32 bits starting at bit `from`.
    #[inline]
    pub(crate) fn put_row(&mut self, from: usize, row: u32) {
        let (word, shift) = (from / 64, from % 64);
        self.0[word] |= u64::from(row) << shift;
        if shift > 32 && word + 1 < W {
            self.0[word + 1] |= u64::from(row) >> (64 - shift);
        }
    }
}

// Loops over the words instead of derived code and `array::from_fn`: with more than eight words
// those compile to function calls, which took a quarter of the time on large boards.

impl<const W: usize> PartialEq for Bits<W> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        (0..W).fold(0, |all, word| all | (self.0[word] ^ other.0[word])) == 0
    }
}

impl<const W: usize> Hash for Bits<W> {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash(state);
    }
}

impl<const W: usize> BitAnd for Bits<W> {
    type Output = Self;
    #[inline]
    fn bitand(mut self, other: Self) -> Self {
        self &= other;
        self
    }
}

impl<const W: usize> BitOr for Bits<W> {
    type Output = Self;
    #[inline]
    fn bitor(mut self, other: Self) -> Self {
        self |= other;
        self
    }
}

impl<const W: usize> Not for Bits<W> {
    type Output = Self;
    #[inline]
    fn not(mut self) -> Self {
        for word in &mut self.0 {
            *word = !*word;
        }
        self
    }
}

impl<const W: usize> BitAndAssign for Bits<W> {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        for word in 0..W {
            self.0[word] &= other.0[word];
        }
    }
}

impl<const W: usize> BitOrAssign for Bits<W> {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        for word in 0..W {
            self.0[word] |= other.0[word];
        }
    }
}
