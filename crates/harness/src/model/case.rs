//! A case: a set-up, the moves played on it, and the continuation after them.

use std::fmt::Display;

use twinboard_vocabulary::{MoveOf, Rest, SetupOf, Vocabulary};

use crate::model::divergence::{Divergence, Finding};

/// A game for both sides to play: the unit of checking, shrinking and saving.
///
/// Moves may be illegal: a refused move changes nothing, and both sides must refuse it for the same
/// reason. The text of a case names whatever a setting of the rule set decided, so it means the
/// same to every reader.
///
/// ```
/// use twinboard_harness::nim::Nim;
/// use twinboard_harness::{Case, RuleSet};
///
/// let case = Case::<Nim>::new(7, vec![3, 9]);
/// let text = Nim.text().print(&case);
/// assert_eq!(text, "7\n> 3\n> 9\n");
/// assert_eq!(Nim.text().read_all(text.as_bytes()).unwrap(), [case]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case<V: Vocabulary> {
    /// The start of the game.
    pub setup: SetupOf<V>,
    /// The moves in playing order, legal or not.
    pub moves: Vec<MoveOf<V>>,
    /// The continuation after the last move.
    pub rest: Rest<MoveOf<V>>,
}

/// A move and its event or legal move, or the latter alone if its text begins with the move.
pub(crate) fn title(mv: &impl Display, event: &impl Display) -> String {
    let (mv, event) = (mv.to_string(), event.to_string());
    let rest = event.strip_prefix(&mv);
    // The move `1` is not in the event `12`.
    let repeats = rest.is_some_and(|rest| !rest.starts_with(char::is_alphanumeric));
    if repeats { event } else { format!("{mv}: {event}") }
}

impl<V: Vocabulary> Case<V> {
    /// A case that stops after its moves ([`Rest::Stop`]).
    pub fn new(setup: SetupOf<V>, moves: Vec<MoveOf<V>>) -> Self {
        Self { setup, moves, rest: Rest::Stop }
    }

    /// The move that is repeated after the others, if one is.
    pub(crate) fn repeated(&self) -> Option<&MoveOf<V>> {
        match &self.rest {
            Rest::Stop => None,
            Rest::Repeat(mv) => Some(mv),
        }
    }

    /// A finding at the last step of the case, without pictures.
    pub(crate) fn diverges_at_its_end(&self, finding: Finding) -> Divergence {
        let mv = self.moves.last().map(ToString::to_string);
        Divergence { step: self.moves.len(), mv, ..Divergence::of(finding) }
    }
}

#[cfg(test)]
mod tests {
    use super::title;

    #[test]
    fn a_title_does_not_repeat_the_move() {
        let of = |mv: &str, event: &str| title(&mv, &event);
        assert_eq!(of("left", "left"), "left");
        assert_eq!(of("left", "left, gains 4"), "left, gains 4");
        assert_eq!(of("1 2", "removes 4"), "1 2: removes 4");
        assert_eq!(of("1", "12"), "1: 12", "another number");
        assert_eq!(of("left", "leftmost"), "left: leftmost");
    }
}
