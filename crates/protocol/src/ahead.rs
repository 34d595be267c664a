//! Questions asked in advance.
//!
//! A round trip between two processes takes longer than most requests. So a game sends, together
//! with a move, the questions that followed the same pattern last time, in the same order, in the
//! expectation that they follow again (EP-7). An answer that arrives in advance is used once:
//! asking twice sends two requests, because a question may wrongly change a game, and checks ask
//! twice to see that. For the same reason no question is asked in advance across a copy: if game and
//! copy are one object, moves of the copy change the game, and questions after them show it.

use std::collections::{HashMap, VecDeque};

use crate::kind::Kind;

/// Limit on the questions that are asked in advance.
const QUESTIONS_MAX: usize = 64;

/// The start of a game, on which its first questions depend.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Origin {
    SetUp,
    Copy,
    /// The game has taken back moves.
    TakenBack,
}

/// Questions about one game between two of its moves.
#[derive(Default)]
pub(crate) struct Questions {
    /// Requests that were sent in advance and have not been used, in order.
    early: VecDeque<(Kind, u64)>,
    /// Questions that were asked, in order, at most [`QUESTIONS_MAX`].
    asked: Vec<Kind>,
    /// The pattern that they follow; `None` before the first move.
    pattern: Option<Pattern>,
    /// True if the game was copied since its last move: what is asked then is not expected again.
    is_copied: bool,
}

impl Questions {
    /// Notes that a question was sent in advance, with the number of the request.
    pub(crate) fn add_early(&mut self, kind: Kind, number: u64) {
        self.early.push_back((kind, number));
    }

    /// Numbers of the requests that were sent in advance and not used. Their answers are out of
    /// date after the next move, so the caller drops them.
    pub(crate) fn take_unused(&mut self) -> impl Iterator<Item = u64> {
        self.early.drain(..).map(|(_, number)| number)
    }

    /// Notes a question; returns the number of the request if it was sent in advance.
    pub(crate) fn ask(&mut self, kind: Kind) -> Option<u64> {
        if self.asked.len() < QUESTIONS_MAX && !self.is_copied {
            self.asked.push(kind);
        }
        let index = self.early.iter().position(|&(early, _)| early == kind)?;
        self.early.remove(index).map(|(_, number)| number)
    }

    /// Notes that the game is copied. Returns the numbers of the requests that were sent in advance
    /// and not used, whose answers would hide what moves of the copy change.
    pub(crate) fn copy(&mut self) -> impl Iterator<Item = u64> {
        self.is_copied = true;
        self.take_unused()
    }

    /// Ends the questions before a move, or at the end of a game; returns those that are expected
    /// after the move.
    pub(crate) fn end(
        &mut self,
        expectations: &mut Expectations,
        origin: Origin,
        moves: u64,
    ) -> Vec<Kind> {
        let asked = std::mem::take(&mut self.asked);
        self.is_copied = false;
        let next = (origin, moves.min(2), asked.clone());
        let expected = expectations.expected(&next);
        let pattern = self.pattern.replace(next);
        // What a copy is asked before its first move cannot be asked in advance.
        if pattern.is_some() || origin == Origin::SetUp {
            expectations.learn(pattern, asked);
        }
        expected
    }
}

/// Number of patterns that are remembered.
const PATTERNS_MAX: usize = 256;

/// Part of a game in which certain questions are asked: how it began, the number of its moves, at
/// most 2, and what was asked before the last of them.
type Pattern = (Origin, u64, Vec<Kind>);

/// Questions that are expected in a game, as the last games were asked.
#[derive(Default)]
pub(crate) struct Expectations {
    /// Right after the set-up.
    pub(crate) set_up: Vec<Kind>,
    /// After a move.
    after: HashMap<Pattern, Vec<Kind>>,
}

impl Expectations {
    /// Learns that `asked` followed a pattern.
    pub(crate) fn learn(&mut self, pattern: Option<Pattern>, asked: Vec<Kind>) {
        let Some(pattern) = pattern else {
            self.set_up = asked;
            return;
        };
        if self.after.len() >= PATTERNS_MAX {
            self.after.clear();
        }
        self.after.insert(pattern, asked);
    }

    /// The questions to expect after a pattern: the last that followed it, or else the same as
    /// before the move.
    pub(crate) fn expected(&self, pattern: &Pattern) -> Vec<Kind> {
        self.after.get(pattern).unwrap_or(&pattern.2).clone()
    }
}
