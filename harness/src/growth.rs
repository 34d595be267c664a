//! Moves for a case that has none yet, chosen while it is played.
//!
//! Lockstep lists the legal moves of every position anyway, so a case is best grown there: games
//! of many accepted moves cost nothing extra, and no rule set has to guess what is legal.

use arbitrary::Unstructured;
use board::Vocabulary;

use crate::rules::{RuleSet, View};

/// Which of the legal moves is taken.
#[derive(Clone, Copy, Debug)]
enum Taste {
    Any,
    First,
    Last,
}

/// Chooses moves, legal and illegal, until it has had enough. What it likes is drawn first.
#[derive(Debug)]
pub struct Growth<'a> {
    u: Unstructured<'a>,
    taste: Taste,
    /// Of 64 moves, how many are proposed without asking whether they are legal.
    wild: u8,
    left: usize,
    /// How many moves are still asked for when the game is over.
    after_the_end: u8,
}

/// The most moves that are grown: no board of the rule sets here lasts longer.
const MOVES_MAX: usize = 1024;

impl<'a> Growth<'a> {
    /// Draws what kind of game to grow; every choice after that comes from `u` too.
    ///
    /// # Errors
    ///
    /// Only those of `u`.
    pub fn new(mut u: Unstructured<'a>) -> arbitrary::Result<Self> {
        let taste = match u.int_in_range(0..=7_u8)? {
            0 => Taste::First,
            1 => Taste::Last,
            _ => Taste::Any,
        };
        let wild = *u.choose(&[0, 0, 2, 8, 24])?;
        // Deep games are common: half of all cases are played to their end.
        let left = if u.arbitrary()? { MOVES_MAX } else { u.int_in_range(1..=12)? };
        let after_the_end = if u.ratio(1, 4_u8)? { u.int_in_range(1..=4)? } else { 0 };
        Ok(Self { u, taste, wild, left, after_the_end })
    }

    /// The next move from what the oracle shows, or `None` if it is enough.
    pub(crate) fn next<R: RuleSet>(
        &mut self,
        rules: &R,
        view: &View<R::Words>,
    ) -> Option<<R::Words as Vocabulary>::Move> {
        self.left = self.left.checked_sub(1)?;
        let over = R::Words::is_over(view.outcome);
        if over {
            self.after_the_end = self.after_the_end.checked_sub(1)?;
        }
        // When the bytes are used up every draw gives the same, and a refused move would be asked
        // for again and again.
        let wild = !self.u.is_empty() && self.u.ratio(self.wild, 64).unwrap_or(false);
        let legal = self.legal_move::<R::Words>(view.legal.as_deref().unwrap_or_default());
        if over || wild || legal.is_none() {
            return rules.propose(&view.position, legal, &mut self.u).ok();
        }
        legal.map(R::Words::to_move)
    }

    fn legal_move<'v, W: Vocabulary>(
        &mut self,
        legal: &'v [W::LegalMove],
    ) -> Option<&'v W::LegalMove> {
        match self.taste {
            Taste::First => legal.first(),
            Taste::Last => legal.last(),
            Taste::Any => self.u.choose(legal).ok(),
        }
    }
}
