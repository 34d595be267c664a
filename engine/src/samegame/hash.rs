//! The hash of a position.
//!
//! A cell that drops changes the place of everything above it and a column that closes up that of
//! everything right of it, so a hash kept up to date cell by cell (Zobrist's) would touch half the
//! board at a move. Hashing the few words of a board afresh is cheaper.

use super::planes::Board;
use crate::bits::fold;
use crate::planted::{Fault, planted};

/// The first 64 binary digits of the golden ratio after the point, an odd number.
pub(super) const SEED: u64 = 0x9E37_79B9_7F4A_7C15;
/// Numbers without a pattern, one a plane: the same digits of √2, √3, √5 and √7, made odd.
const SECRETS: [u64; 4] =
    [0x6A09_E667_F3BC_C909, 0xBB67_AE85_84CA_A73B, 0x3C6E_F372_FE94_F82B, 0xA54F_F53A_5F1D_36F1];

impl<const W: usize, const P: usize> Board<W, P> {
    /// A key of 64 bits of the position, well mixed in all its bits.
    ///
    /// It depends on which cells hold which colours, and on nothing else: not on how the position
    /// was reached, nor on the size of the grid, nor on `W` and `P`. So the same position has the
    /// same key on boards of different types, and a position of few columns has the key of the
    /// same cells on a wider grid.
    #[must_use]
    #[inline]
    pub fn hash(&self) -> u64 {
        let first = usize::from(planted(Fault::HashPlane));
        let mut hash = SEED;
        for w in 0..W {
            // Words without cells count for nothing, whatever the room of the board; they are
            // the last ones.
            if self.occupied_word(w) == 0 {
                break;
            }
            // A plane that the board has not is one of zeros. The secrets are needed: folding a
            // full plane with any number gives the same, and full planes are common.
            let plane = |p: usize| if (first..P).contains(&p) { self.planes[p][w] } else { 0 };
            let secret = |p: usize| plane(p) ^ SECRETS[p];
            let word = fold(secret(0), secret(1)) ^ fold(secret(2), secret(3)).rotate_left(32);
            hash = fold(hash ^ word, SEED).wrapping_add(word);
        }
        hash
    }
}
