//! Uniform random draws of a group, without listing all groups.

use twinboard_vocabulary::game::below;

use super::edges::Edges;
use super::groups::Group;
use super::planes::Board;
use super::ranks::Ranks;
use crate::planted::{Fault, planted};

impl<const W: usize, const P: usize> Board<W, P> {
    /// A uniformly random group; `None` if and only if the position has none.
    ///
    /// Every call of `random` returns 64 uniformly distributed bits; most draws need one call.
    ///
    /// ```text
    /// draw a candidate for the first cell of a group; fill its group;
    /// if the candidate is its first cell, return the group, else remove the candidate and draw
    /// again
    /// ```
    ///
    /// Each group has exactly one first cell, so the first accepted candidate in random order is
    /// fair to all groups. No candidate is drawn twice, so the loop ends even if the numbers are
    /// not random. A draw takes about 1.15 fills; a list of the 21 groups takes 24 (measured: 15 ×
    /// 15, 5 colours, random games).
    #[inline]
    pub fn sample_group(&self, random: impl FnMut() -> u64) -> Option<Group<W>> {
        self.sample_group_along(&self.edges(), random)
    }

    /// [`sample_group`](Self::sample_group); `edges` are those of this board.
    #[inline]
    pub(super) fn sample_group_along(
        &self,
        edges: &Edges<W>,
        mut random: impl FnMut() -> u64,
    ) -> Option<Group<W>> {
        let mut candidates = edges.first_candidates();
        loop {
            let ranks = Ranks::of(&candidates);
            let count = ranks.count.saturating_sub(planted(Fault::SampleLast).into());
            if count == 0 {
                return None;
            }
            let count = count - u64::from(planted(Fault::SampleMany) && count > 40);
            let (w, bit) = ranks.select(below(&mut random, count));
            let group = self.group_beginning(edges, w, bit);
            if group.is_some() {
                return group;
            }
            candidates.words[w] ^= 1 << bit;
        }
    }
}
