//! What the harness cannot know of a game: the trait [`RuleSet`] and its optional capabilities.

mod by_text;
mod capabilities;
mod characters;
mod observed;
mod text;

use arbitrary::Unstructured;
use board::{EventOf, LegalMoveOf, MoveOf, PositionOf, SetupOf, Vocabulary};

use crate::case::Case;

pub use by_text::TextShrink;
pub use capabilities::{
    AssertionChecker, Assertions, Enumerate, FailedAssertion, Judge, Listing, Mapping, Setting,
    Shrink, Symmetries, Symmetry,
};
pub use characters::Characters;
pub use observed::{Clause, Invariant, Observed, Step, View};
pub use text::{Blocks, CaseText};

/// The cases of a rule set.
pub type CaseOf<R> = Case<<R as RuleSet>::Vocabulary>;

pub(crate) type ViewOf<R> = View<<R as RuleSet>::Vocabulary>;

/// How many moves a case gets at most unless its rule set says otherwise: enough for most games, and
/// an end for those that have none.
const MOVES_MAX: usize = 100;

/// A rule set as the harness sees it: everything but playing.
///
/// Only its vocabulary and [`generate_setup`](Self::generate_setup) are required. Everything else
/// has a default that works; capabilities such as [`Symmetries`] or [`Enumerate`] are traits of
/// their own, which a rule set offers by returning itself:
///
/// ```text
/// fn symmetries(&self) -> Option<&dyn Symmetries<MyWords>> {
///     Some(self)
/// }
/// ```
///
/// Implementations name no side and play nothing; whoever implements this for a new game gets
/// campaigns, shrinking, replay and reports for every pair of [`board::Implementation`]s.
pub trait RuleSet: Clone + Send + Sync + 'static {
    /// Its vocabulary.
    type Vocabulary: Vocabulary;

    /// A fresh set-up. Which features it has should be drawn first, then the set-up with them, so
    /// that rare shapes come often. For a start, `u.arbitrary()` of a set-up that derives
    /// `Arbitrary` will do.
    ///
    /// # Errors
    ///
    /// Only those of `u`.
    fn generate_setup(
        &self,
        u: &mut Unstructured<'_>,
    ) -> arbitrary::Result<SetupOf<Self::Vocabulary>>;

    // Text and size.

    /// The format of case files; by default [`Blocks`].
    fn text(&self) -> &dyn CaseText<Self::Vocabulary> {
        &Blocks
    }

    /// The size of a set-up, such as the number of its cells: what shrinking lowers first. By
    /// default the number of characters of its text.
    fn size(&self, setup: &SetupOf<Self::Vocabulary>) -> usize {
        setup.to_string().split_whitespace().map(str::len).sum()
    }

    // Knowledge.

    /// The clauses of the rules that campaigns count: one that is never reached has not been
    /// checked.
    fn clauses(&self) -> &'static [Clause<Self::Vocabulary>] {
        &[]
    }

    /// What both sides are held to besides agreeing with each other.
    fn invariants(&self) -> &'static [Invariant<Self::Vocabulary>] {
        &[]
    }

    /// Whether both sides say that a move did the same. Part of an event may be one of several
    /// right answers; such a part is left out here and checked by an invariant.
    fn same_event(
        &self,
        engine: &EventOf<Self::Vocabulary>,
        oracle: &EventOf<Self::Vocabulary>,
    ) -> bool {
        engine == oracle
    }

    /// How far the comparison of legal moves goes.
    fn listing(&self) -> Listing {
        Listing::default()
    }

    /// The set-up from which a game stands as one from `setup` does at `position`, if a case can
    /// express that. An engine is then also held to what it shows when it is set up there anew.
    fn setup_at(
        &self,
        _setup: &SetupOf<Self::Vocabulary>,
        _position: &PositionOf<Self::Vocabulary>,
    ) -> Option<SetupOf<Self::Vocabulary>> {
        None
    }

    /// A set-up that resembles `position` but is a different position: the engine must hash the two
    /// differently.
    fn setup_beside(
        &self,
        _position: &PositionOf<Self::Vocabulary>,
    ) -> Option<SetupOf<Self::Vocabulary>> {
        None
    }

    // Cases.

    /// Changes something about the set-up of a case, and its moves where they must follow. By
    /// default a character or a line of the set-up's text.
    ///
    /// # Errors
    ///
    /// Only those of `u`.
    fn mutate_setup(
        &self,
        case: &mut CaseOf<Self>,
        u: &mut Unstructured<'_>,
    ) -> arbitrary::Result<()> {
        case.setup = match by_text::changed(&case.setup, u)? {
            Some(setup) => setup,
            None => self.generate_setup(u)?,
        };
        Ok(())
    }

    /// Any move that the text can say: nearly legal ones (`legal` is a legal one to start from),
    /// and illegal ones of every kind. By default the legal one with a number or a character of its
    /// text changed.
    ///
    /// # Errors
    ///
    /// Those of `u`; and an error if no move can be proposed. Then the last move of the case is
    /// asked for again.
    fn propose(
        &self,
        _position: &PositionOf<Self::Vocabulary>,
        legal: Option<&LegalMoveOf<Self::Vocabulary>>,
        u: &mut Unstructured<'_>,
    ) -> arbitrary::Result<MoveOf<Self::Vocabulary>> {
        let legal = legal.ok_or(arbitrary::Error::IncorrectFormat)?;
        let mv = Self::Vocabulary::to_move(legal);
        Ok(by_text::changed_move(&mv, u)?.unwrap_or(mv))
    }

    /// One of the moves that play `legal`.
    ///
    /// # Errors
    ///
    /// Only those of `u`.
    fn ask_for(
        &self,
        legal: &LegalMoveOf<Self::Vocabulary>,
        _u: &mut Unstructured<'_>,
    ) -> arbitrary::Result<MoveOf<Self::Vocabulary>> {
        Ok(Self::Vocabulary::to_move(legal))
    }

    /// The most moves that are chosen for a case with this set-up, and that the robot is asked for
    /// while fuzzing. Where a step takes the oracle long, a short piece of a game is worth more than
    /// a whole one; single cases are played to their end. By default 100, so that games which never
    /// end do.
    fn moves_max(&self, _setup: &SetupOf<Self::Vocabulary>) -> usize {
        MOVES_MAX
    }

    /// The move that asks for whatever the rule set's robot would play next, if it has a robot.
    fn robot(&self) -> Option<MoveOf<Self::Vocabulary>> {
        None
    }

    // Variants.

    /// What users may choose.
    fn settings(&self) -> &'static [Setting] {
        &[]
    }

    /// The rule set with this value of a setting; `None` if it has no such setting or value.
    ///
    /// Cases of the one must mean the same to the other: what a setting decides, the text of a case
    /// names wherever the rule set without the setting would not take it for granted.
    fn with_setting(&self, _name: &str, _value: &str) -> Option<Self> {
        None
    }

    // Capabilities.

    /// Shrinking; by default by text.
    fn shrink(&self) -> &dyn Shrink<Self::Vocabulary> {
        &TextShrink
    }

    /// Its symmetries, if it declares any.
    fn symmetries(&self) -> Option<&dyn Symmetries<Self::Vocabulary>> {
        None
    }

    /// The enumeration of its small set-ups, if it has one.
    fn enumeration(&self) -> Option<&dyn Enumerate<Self::Vocabulary>> {
        None
    }

    /// The input of its judge, if it has one.
    fn judge(&self) -> Option<&dyn Judge<Self::Vocabulary>> {
        None
    }

    /// Statements of others about its positions, if there are any.
    fn assertions(&self) -> Option<&dyn Assertions<Self::Vocabulary>> {
        None
    }
}

/// The size of a case, to be compared: cells, moves, and its complexity. Every step of shrinking
/// lowers it, so shrinking ends.
pub(crate) fn weight<R: RuleSet>(rules: &R, case: &CaseOf<R>) -> (usize, usize, u64) {
    (rules.size(&case.setup), case.moves.len(), rules.shrink().complexity(case))
}

#[cfg(test)]
mod tests;
