//! The draws of draughts, which are limits of `limits.rs` (DR-8).
//!
//! * `repetition=threefold`: the third occurrence of a position (FMJD, Annex 1, article 6; WCDF, rule
//!   1.32). A capture or the move of a man cannot be taken back.
//! * `kings-max` counts moves of kings without a capture. It is 50 in international draughts (25 moves
//!   of each player, FMJD), 30 in Russian and 40 in Brazilian draughts (FMJD-64), and 80 in American
//!   draughts (WCDF, for whom a man that does not advance does not move).
//! * `three-to-one-max` counts the moves after a position in which one player has a king alone and the
//!   other three pieces with a king among them; whatever is captured or crowned then, it goes on. FMJD:
//!   32, which is 16 moves of each player.
//! * `two-to-one-max` is the same with one or two pieces. FMJD: 10.
//! * `uncaptured-max` counts moves without a capture, as environments do.
//!
//! Left out are agreement, whatever a referee decides, and what is counted in special cases: who holds
//! the main road, and endings of four to seven pieces in Russian draughts.

use super::Draughts;
use crate::board::Cell;
use crate::limits::{Counts, Endless};

impl<const KIND: usize> Draughts<KIND> {
    fn number(&self) -> usize {
        self.pieces(true).len() + self.pieces(false).len()
    }

    fn men(&self) -> [Vec<Cell>; 2] {
        ['w', 'b'].map(|man| self.board.cells_with(man))
    }

    fn is_quiet(&self, after: &Self) -> bool {
        self.number() == after.number() && self.men() == after.men()
    }

    /// Whether a king alone is against this many pieces with a king among them.
    fn is_against_one(&self, numbers: &[usize]) -> bool {
        let sides = [true, false].map(|is_white| self.pieces(is_white));
        let has_king = |side: &Vec<Cell>| side.iter().any(|it| self.board.at(*it).is_uppercase());
        let [white, black] = [sides[0].len(), sides[1].len()];
        let is_alone =
            white == 1 && numbers.contains(&black) || black == 1 && numbers.contains(&white);
        is_alone && sides.iter().all(has_king)
    }
}

impl<const KIND: usize> Endless for Draughts<KIND> {
    const LIMITS: &'static [(&'static str, Counts<Self>)] = &[
        ("kings-max", |before, after, _| before.is_quiet(after)),
        ("three-to-one-max", |before, _, has_begun| has_begun || before.is_against_one(&[3])),
        ("two-to-one-max", |before, _, has_begun| has_begun || before.is_against_one(&[1, 2])),
        ("uncaptured-max", |before, after, _| before.number() == after.number()),
    ];
    const REPEATS: Option<fn(&Self, &Self) -> bool> = Some(Self::is_quiet);
}
