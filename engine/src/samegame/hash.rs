//! The hash of a position.
//!
//! A cell that drops moves everything above it and a column that closes up moves everything to its
//! right, so an incremental hash (Zobrist hashing) would touch half the board at each move. Hashing
//! the few words of a board from scratch is cheaper.

use super::planes::Board;
use crate::bits::fold;
use crate::planted::{Fault, planted};

/// The first 64 binary digits of the golden ratio after the point, an odd number.
pub(super) const SEED: u64 = 0x9E37_79B9_7F4A_7C15;
/// Constants without a pattern, one a plane: the first 64 binary digits of √2, √3, √5 and √7 after
/// the point, made odd.
const SECRETS: [u64; 4] =
    [0x6A09_E667_F3BC_C909, 0xBB67_AE85_84CA_A73B, 0x3C6E_F372_FE94_F82B, 0xA54F_F53A_5F1D_36F1];

impl<const W: usize, const P: usize> Board<W, P> {
    /// A 64-bit hash of the position, well mixed in all bits.
    ///
    /// Depends on the colours of the cells only: not on the moves that led to them, the size of the
    /// grid, `W` or `P`. So equal cells have equal hashes on boards of different types and on grids
    /// of different widths.
    #[must_use]
    #[inline]
    pub fn hash(&self) -> u64 {
        let first = usize::from(planted(Fault::HashPlane));
        let mut hash = SEED;
        for w in 0..W {
            // Words without cells, always the last ones, do not contribute, so that the hash is
            // independent of `W`.
            if self.occupied_word(w) == 0 {
                break;
            }
            // Missing planes are zero. The secrets are necessary: folding a full plane with any
            // number gives a full word, and full planes are common.
            let plane = |p: usize| if (first..P).contains(&p) { self.planes[p][w] } else { 0 };
            let secret = |p: usize| plane(p) ^ SECRETS[p];
            let word = fold(secret(0), secret(1)) ^ fold(secret(2), secret(3)).rotate_left(32);
            hash = fold(hash ^ word, SEED).wrapping_add(word);
        }
        hash
    }
}
