//! Capabilities: optional traits of a rule set. Each unlocks checks or commands; without it they
//! are missing, or a default takes its place.

use std::fmt::Display;

use arbitrary::Unstructured;
use twinboard_vocabulary::{LegalMoveOf, MoveOf, PositionOf, SetupOf, Vocabulary};

use crate::model::case::Case;
use crate::model::shape::{Bounds, Shape};

/// Shrinking that knows the structure of set-ups.
///
/// Without it, cases shrink by their text: lines, columns and characters are dropped or replaced as
/// long as the result can be parsed ([`TextShrink`](super::TextShrink)). The harness drops moves and
/// tries later starts by itself ([`RuleSet::setup_of_position`](super::RuleSet::setup_of_position)),
/// and ignores candidates that have more moves or are not less by its measure: size, then number of
/// moves, then [`complexity`](Self::complexity).
pub trait Shrink<V: Vocabulary> {
    /// Candidates with a smaller board, or with a later start that the harness cannot know, those
    /// that leave out most first.
    fn smaller<'a>(&'a self, case: &'a Case<V>) -> Box<dyn Iterator<Item = Case<V>> + 'a>;

    /// Candidates of equal size and number of moves that are easier to understand, those that
    /// change most first.
    fn simpler<'a>(&'a self, case: &'a Case<V>) -> Box<dyn Iterator<Item = Case<V>> + 'a>;

    /// Effort to understand a case, compared among cases of equal size and number of moves.
    fn complexity(&self, case: &Case<V>) -> u64;

    /// The common form of all cases that differ only in names (colours, symbols). Equal faults then
    /// end as equal cases. Default: the case itself.
    fn canonical(&self, case: &Case<V>) -> Case<V> {
        case.clone()
    }
}

/// A transformation of games that commutes with play, such as exchanging colours or mirroring the
/// board: from the transformed set-up, the transformed moves lead to the transformed positions.
///
/// Its [`Display`] names it in reports. If the oracle's transformed game is not the image of its
/// game either, the symmetry is reported as wrong, and neither side.
pub trait Symmetry<V: Vocabulary>: Display + Send {
    /// The transformed set-up.
    fn transform_setup(&self, setup: &SetupOf<V>) -> SetupOf<V>;

    /// The transformed position.
    fn transform_position(&self, position: &PositionOf<V>) -> PositionOf<V>;

    /// The transformed move. Default: the move itself.
    fn transform_move(&self, mv: &MoveOf<V>) -> MoveOf<V> {
        mv.clone()
    }

    /// The transformed legal move. Default: the legal move itself.
    fn transform_legal(&self, legal: &LegalMoveOf<V>) -> LegalMoveOf<V> {
        legal.clone()
    }
}

/// The symmetries of a rule set, for a metamorphic check: the engine plays every case transformed
/// too, and the transformed game must be the image of the game.
pub trait Symmetries<V: Vocabulary> {
    /// Draws a symmetry of games from this set-up; `None` if there is none.
    ///
    /// # Errors
    ///
    /// Errors of `u` only.
    fn symmetry(
        &self,
        setup: &SetupOf<V>,
        u: &mut Unstructured<'_>,
    ) -> arbitrary::Result<Option<Box<dyn Symmetry<V>>>>;
}

/// Enumeration of small set-ups, for `exhaust`.
pub trait Enumerate<V: Vocabulary> {
    /// Every set-up of a shape with at most `symbols` different colours or symbols, or with numbers
    /// up to that. Set-ups that differ only in the names of colours or symbols, or by a symmetry of
    /// the board that the rule set knows, are generated once. Empty if no board has this shape.
    fn setups(&self, shape: Shape, symbols: u8) -> Box<dyn Iterator<Item = SetupOf<V>> + Send>;

    /// Name of the number that is the size of a set-up, such as `stones` or `pieces`, if set-ups are
    /// no boards of rows and columns. Shapes are 1 × n then, for the size n, and only those are
    /// enumerated. Default: none.
    fn size_name(&self) -> Option<&'static str> {
        None
    }

    /// Lower bound on the number of set-ups of a shape, computed without listing them: far too many
    /// are refused at once. Default: 0.
    fn setups_at_least(&self, _shape: Shape, _symbols: u8) -> u64 {
        0
    }

    /// Default bounds of `exhaust`. They should be about a minute of work for two threads; the
    /// default is boards of 3 × 3 with three symbols.
    fn usual_bounds(&self) -> Bounds {
        Bounds::new([(3, 3)], 3)
    }

    /// A text that two positions share if and only if the games from them are equal up to names and
    /// symmetries, as in [`setups`](Self::setups). Positions with the same key are continued once.
    /// Default: the text of the position, by which no two positions are alike.
    fn canonical_key(&self, _setup: &SetupOf<V>, position: &PositionOf<V>) -> String {
        V::text(position)
    }

    /// Every move that can be requested on such a board and just beyond it, legal or not, if they
    /// are few: both sides must agree on each at every position. Default: none.
    fn all_moves(&self, _setup: &SetupOf<V>) -> Vec<MoveOf<V>> {
        Vec::new()
    }
}

/// The input of an online judge, for checking external programs (`check`).
pub trait Judge<V: Vocabulary> {
    /// The case itself if the judge could give it, else a similar one that it could. Programs get
    /// no other cases.
    fn for_judge(&self, case: &Case<V>) -> Case<V>;

    /// Cases that the judge could give, as one input in its format, with its end marker; `None` if
    /// its input is not a stream of cases.
    fn judge_input(&self, _cases: &[Case<V>]) -> Option<String> {
        None
    }

    /// Maximum number of cases in an input. Default: as many as one likes.
    fn cases_max(&self) -> usize {
        usize::MAX
    }
}

/// Assertions about positions by a program that is neither side, such as a solver's values, checked
/// against exhaustive play by the rules. They are added to a pairing
/// ([`Pairing::with_assertions`](crate::Pairing::with_assertions)).
pub trait Assertions<V: Vocabulary> {
    /// Checks the assertions about a position and returns their number; 0 if that would take longer
    /// than some hundredths of a second.
    ///
    /// # Errors
    ///
    /// The first wrong assertion.
    fn check(&self, position: &PositionOf<V>) -> Result<u64, FailedAssertion>;

    /// Checks assertions about a whole game, given by its positions in order: for example, that the
    /// answer about one position does not contradict the answer about a later one. This is where
    /// assertions about larger positions belong, of which only some can be checked, chosen by
    /// `random`. Returns their number. Default: none.
    ///
    /// # Errors
    ///
    /// The first wrong assertion, and the index of the position that it is about.
    fn check_game(
        &self,
        _positions: &[&PositionOf<V>],
        _random: &mut dyn FnMut() -> u64,
    ) -> Result<u64, (usize, FailedAssertion)> {
        Ok(0)
    }

    /// A checker for many small positions, which may cache its results.
    fn checker(&self) -> AssertionChecker<'_, V> {
        Box::new(|position| self.check(position))
    }
}

/// A wrong assertion about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FailedAssertion {
    /// Kind of the assertion: a few words, the same for all positions, by which shrinking compares
    /// findings.
    pub assertion: String,
    /// The assertion, and the truth.
    pub detail: String,
}

/// Checks the assertions about a position; returns their number, or the first wrong one.
pub type AssertionChecker<'a, V> =
    Box<dyn FnMut(&PositionOf<V>) -> Result<u64, FailedAssertion> + 'a>;

/// Limits on the exact comparison of legal moves.
///
/// Up to `limit` legal moves, whole lists are compared at every position. Beyond that, the moves of
/// one kind ([`Vocabulary::same_kind`]) are counted, if they are at most `limit_of_kind`, and each
/// side samples moves for the other to judge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Listing {
    /// Limit on the legal moves that are listed. Default: 4096.
    pub limit: usize,
    /// Limit on the legal moves of one kind that are counted. Default: 4096.
    pub limit_of_kind: u64,
}

impl Default for Listing {
    fn default() -> Self {
        Self { limit: 4096, limit_of_kind: 4096 }
    }
}
