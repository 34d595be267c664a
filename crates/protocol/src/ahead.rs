//! Questions asked in advance.
//!
//! A round trip between two processes takes longer than most requests. So a game sends, together
//! with a move, the questions that followed the same pattern last time, in the same order, in the
//! expectation that they follow again (EP-7). An answer that arrives in advance is used once:
//! asking twice sends two requests, because a question may wrongly change a game, and checks ask
//! twice to see that. For the same reason no question is asked in advance across a copy: if game and
//! copy are one object, moves of the copy change the game, and questions after them show it.

use std::collections::{HashMap, VecDeque};
use std::mem;

use super::hello::{Kind, Offer};

/// Limit on the questions that are asked in advance.
const QUESTIONS_MAX: usize = 64;

/// Of many draws these are expected again: a replay makes some at each position, and hundreds at few.
const DRAWS_ASKED_MAX: usize = 40;

/// Other games are counted up to this number. The harness plays a game, a transformed
/// one and a copy at the same time, and others beside them for single checks.
pub(crate) const BESIDE_MAX: usize = 7;

/// The start of a game, on which its first questions depend.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Origin {
    /// A set-up beside this number of other games, at most [`BESIDE_MAX`].
    SetUp(usize),
    /// A copy beside this number of other games, at most [`BESIDE_MAX`].
    Copy(usize),
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

    /// Number of the requests of this kind that were sent in advance and not used.
    pub(crate) fn early(&self, kind: Kind) -> u64 {
        self.early.iter().filter(|(early, _)| *early == kind).count() as u64
    }

    /// Numbers of the requests that were sent in advance and not used. Their answers are out of
    /// date after the next move, so the caller drops them.
    pub(crate) fn take_unused(&mut self) -> impl Iterator<Item = u64> {
        self.early.drain(..).map(|(_, number)| number)
    }

    /// Notes a question; returns the number of the request if it was sent in advance.
    pub(crate) fn ask(&mut self, kind: Kind) -> Option<u64> {
        let is_full = match kind {
            Kind::Offered(Offer::Random) => {
                let draws = self.asked.iter().filter(|&&asked| asked == kind);
                draws.count() >= DRAWS_ASKED_MAX
            }
            _ => self.asked.len() >= QUESTIONS_MAX,
        };
        if !is_full && !self.is_copied {
            self.asked.push(kind);
        }
        let index = self.early.iter().position(|&(early, _)| early == kind)?;
        self.early.remove(index).map(|(_, number)| number)
    }

    /// The questions to expect after one that was not expected, as such a sequence went on before.
    pub(crate) fn rest(&self, expectations: &Expectations, origin: Origin) -> Vec<Kind> {
        let sequences = match (&self.pattern, origin) {
            _ if self.is_copied => None,
            (Some(pattern), _) => expectations.after.get(pattern),
            (None, Origin::SetUp(beside)) => Some(&expectations.set_up[beside]),
            (None, _) => None,
        };
        let mut rest = sequences.map_or(Vec::new(), |known| known.rest(&self.asked).to_vec());
        for (early, _) in &self.early {
            if let Some(index) = rest.iter().position(|kind| kind == early) {
                rest.remove(index);
            }
        }
        rest
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
        let asked = mem::take(&mut self.asked);
        self.is_copied = false;
        let next = (origin, moves.min(2), asked.clone());
        let expected = expectations.expected(&next);
        let pattern = self.pattern.replace(next);
        // What a copy is asked before its first move cannot be asked in advance.
        if let (None, Origin::SetUp(beside)) = (&pattern, origin) {
            expectations.set_up[beside].learn(asked);
        } else if let Some(pattern) = pattern {
            expectations.learn(pattern, asked);
        }
        expected
    }
}

/// Number of patterns that are remembered.
const PATTERNS_MAX: usize = 256;

/// Number of sequences of questions that are remembered for one pattern.
const SEQUENCES_MAX: usize = 4;

/// Part of a game in which certain questions are asked: how it began, the number of its moves, at
/// most 2, and what was asked before the last of them.
type Pattern = (Origin, u64, Vec<Kind>);

/// Questions that are expected in a game, as the last games were asked.
#[derive(Default)]
pub(crate) struct Expectations {
    /// Right after a set-up, by the number of other games.
    set_up: [Sequences; BESIDE_MAX + 1],
    /// After a move.
    after: HashMap<Pattern, Sequences>,
}

impl Expectations {
    /// Learns that `asked` followed a pattern.
    fn learn(&mut self, pattern: Pattern, asked: Vec<Kind>) {
        if self.after.len() >= PATTERNS_MAX {
            self.after.clear();
        }
        self.after.entry(pattern).or_default().learn(asked);
    }

    /// The questions to expect after a set-up beside this number of other games.
    pub(crate) fn after_set_up(&self, beside: usize) -> Vec<Kind> {
        self.set_up[beside].expected().unwrap_or_default()
    }

    /// The questions to expect after a pattern: those that followed it, or else the same as before
    /// the move.
    fn expected(&self, pattern: &Pattern) -> Vec<Kind> {
        let expected = self.after.get(pattern).and_then(Sequences::expected);
        expected.unwrap_or_else(|| pattern.2.clone())
    }
}

/// Questions that were asked in the same part of a game.
#[derive(Default)]
struct Sequences {
    /// Different sequences, the last first.
    known: Vec<Vec<Kind>>,
    /// True if the sequence before the last had a list of legal moves.
    listed_before: bool,
}

impl Sequences {
    fn learn(&mut self, asked: Vec<Kind>) {
        let last = self.known.first().unwrap_or(&asked);
        self.listed_before = last.contains(&Offer::Moves.into());
        self.known.retain(|known| *known != asked);
        self.known.truncate(SEQUENCES_MAX - 1);
        self.known.insert(0, asked);
    }

    /// The last sequence, if there is one. A list of legal moves takes longer than a round trip, so
    /// it is expected only if it was asked for the last two times.
    fn expected(&self) -> Option<Vec<Kind>> {
        let is_expected = |kind: &Kind| *kind != Offer::Moves.into() || self.listed_before;
        Some(self.known.first()?.iter().copied().filter(is_expected).collect())
    }

    /// What followed these questions the last time that more were asked.
    fn rest(&self, asked: &[Kind]) -> &[Kind] {
        let rests = self.known.iter().filter_map(|known| known.strip_prefix(asked));
        rests.into_iter().find(|rest| !rest.is_empty()).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::Sequences;
    use crate::hello::{Kind, Offer};

    const KEY: Kind = Kind::Offered(Offer::Key);
    const MOVES: Kind = Kind::Offered(Offer::Moves);
    const OUTCOME: Kind = Kind::Offered(Offer::Outcome);
    const POSITION: Kind = Kind::Offered(Offer::Position);

    #[test]
    fn a_list_is_expected_after_two_in_a_row() {
        let mut sequences = Sequences::default();
        assert_eq!(sequences.expected(), None);
        for (asked, expected) in [
            (vec![POSITION, MOVES], vec![POSITION, MOVES]),
            (vec![POSITION], vec![POSITION]),
            (vec![POSITION, MOVES], vec![POSITION]),
            (vec![POSITION, MOVES], vec![POSITION, MOVES]),
        ] {
            sequences.learn(asked);
            assert_eq!(sequences.expected(), Some(expected));
        }
    }

    #[test]
    fn questions_go_on_as_the_last_sequence_that_began_with_them() {
        let mut sequences = Sequences::default();
        let [short, long, other] =
            [vec![POSITION], vec![POSITION, MOVES, KEY], vec![POSITION, OUTCOME]];
        sequences.learn(long);
        sequences.learn(short.clone());
        assert_eq!(sequences.rest(&short), [MOVES, KEY]);
        assert!(sequences.rest(&[POSITION, MOVES, KEY]).is_empty());
        assert!(sequences.rest(&[OUTCOME]).is_empty());
        sequences.learn(other);
        assert_eq!(sequences.rest(&short), [OUTCOME]);
    }
}
