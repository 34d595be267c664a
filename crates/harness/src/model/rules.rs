//! The trait [`RuleSet`]: everything about a game that the harness cannot know, apart from playing
//! it. More than a method takes a capability, a trait of its own.

use std::borrow::Borrow;
use std::ops::ControlFlow;

use arbitrary::Unstructured;
use twinboard_vocabulary::{
    EventOf, ExactText, Game, LegalMoveOf, MoveOf, Picture, PositionOf, SetupOf, Vocabulary,
};

use crate::model::case::Case;

mod by_text;
mod capabilities;
mod observed;
#[cfg(test)]
mod tests;
mod text;
pub mod text_rules;

pub use by_text::TextShrink;
pub(crate) use by_text::examples::runs;
pub(crate) use by_text::fen::{board_and_words, differ_in_counters};
pub(crate) use by_text::{
    changed_move, examples, with_another_field, with_negative_number, without_last_character,
};
pub use capabilities::{
    AssertionChecker, Assertions, Enumerate, FailedAssertion, Judge, Listing, Shrink, Symmetries,
    Symmetry,
};
pub use observed::{Clause, Invariant, Observed, Step, View};
pub use text::{Blocks, CaseText, Characters};

/// The cases of a rule set.
pub type CaseOf<R> = Case<<R as RuleSet>::Vocabulary>;

pub(crate) type ViewOf<R> = View<<R as RuleSet>::Vocabulary>;

/// Default limit on the moves of a case: enough for most games, and an end for games that have
/// none.
const MOVES_MAX: usize = 100;

/// A rule set as the harness sees it. It generates cases, knows their text, and states what must
/// hold of every game; it plays nothing and names no implementation.
///
/// An implementation of this trait gives a game campaigns, shrinking, replay and reports, for every
/// pair of [`twinboard_vocabulary::Implementation`]s. Only the vocabulary and
/// [`generate_setup`](Self::generate_setup) are required; every other method has a default that
/// works. Capabilities such as [`Symmetries`] or [`Enumerate`] are traits of their own, which a
/// rule set offers by returning itself.
///
/// ```
/// use arbitrary::Unstructured;
/// use twinboard_harness::nim::Nim;
/// use twinboard_harness::{Enumerate, Invariant, RuleSet, shape::Shape};
///
/// #[derive(Clone)]
/// struct Rules;
///
/// impl RuleSet for Rules {
///     type Vocabulary = Nim;
///
///     fn generate_setup(&self, u: &mut Unstructured<'_>) -> arbitrary::Result<u8> {
///         u.int_in_range(0..=20)
///     }
///
///     /// Checked after every step.
///     fn invariants(&self) -> &'static [Invariant<Nim>] {
///         &[Invariant {
///             name: "the heap never grows",
///             check: |observed| {
///                 let (now, start) = (observed.now.position, *observed.setup);
///                 if now <= start { Ok(()) } else { Err(format!("{start} became {now}")) }
///             },
///         }]
///     }
///
///     /// With this capability, `twinboard exhaust` plays all games from all small heaps.
///     fn enumeration(&self) -> Option<&dyn Enumerate<Nim>> {
///         Some(self)
///     }
/// }
///
/// impl Enumerate<Nim> for Rules {
///     fn setups(&self, shape: Shape, _symbols: u8) -> Box<dyn Iterator<Item = u8> + Send> {
///         // One heap of each size: its "board" has one row, with a column for each stone.
///         Box::new((shape.rows == 1).then_some(shape.columns).into_iter())
///     }
/// }
///
/// assert_eq!(Rules.moves_max(&20), 100, "the default");
/// assert!(Rules.symmetries().is_none(), "transformed games are not checked");
/// ```
pub trait RuleSet: Clone + Send + Sync + 'static {
    /// The vocabulary that both sides play with.
    type Vocabulary: Vocabulary;

    /// Name of the rule set on the command line and in paths. Default: that of the vocabulary, which
    /// several rule sets may share.
    fn name(&self) -> &'static str {
        Self::Vocabulary::NAME
    }

    /// Name of the rule set that this one is a variant of: both read the same cases, and another
    /// rule holds in those that do not say which. Default: none.
    fn variant_of(&self) -> Option<&'static str> {
        None
    }

    /// Draws a set-up. Its features should be drawn first and then a set-up that has them, so that
    /// rare features are common in campaigns. For a start, `u.arbitrary()` will do, with a set-up
    /// that derives `Arbitrary`.
    ///
    /// # Errors
    ///
    /// Errors of `u` only.
    fn generate_setup(
        &self,
        u: &mut Unstructured<'_>,
    ) -> arbitrary::Result<SetupOf<Self::Vocabulary>>;

    // Text and size.

    /// The format of case files. Default: [`Blocks`].
    fn text(&self) -> &dyn CaseText<Self::Vocabulary> {
        &Blocks
    }

    /// Size of a set-up, usually its number of cells. Shrinking lowers it before anything else, and
    /// large boards get fewer samples. Default: length of its text without white space.
    fn size(&self, setup: &SetupOf<Self::Vocabulary>) -> usize {
        setup.to_string().split_whitespace().map(str::len).sum()
    }

    /// Unit of [`size`](Self::size) in tables, in the plural: `cells`, or `pieces`. Default:
    /// `characters`, as the default of `size` counts them.
    fn unit(&self) -> &'static str {
        "characters"
    }

    // Properties of every game.

    /// Clauses of the rules that campaigns count. A clause that no case reaches has not been
    /// checked.
    fn clauses(&self) -> &'static [Clause<Self::Vocabulary>] {
        &[]
    }

    /// Properties that both sides must have in addition to agreeing with each other.
    fn invariants(&self) -> &'static [Invariant<Self::Vocabulary>] {
        &[]
    }

    /// True if two events of a move are equal as far as the rules determine them. A part that has
    /// several right answers is left out here and checked by an invariant. Default: equality.
    fn same_event(
        &self,
        engine: &EventOf<Self::Vocabulary>,
        oracle: &EventOf<Self::Vocabulary>,
    ) -> bool {
        engine == oracle
    }

    /// Limits up to which legal moves are listed and counted.
    fn listing(&self) -> Listing {
        Listing::default()
    }

    /// A set-up whose game starts in the state that a game from `setup` has at `position`, if the
    /// vocabulary can express that. With it, engines are also set up there anew, and the two games
    /// must be equal.
    fn setup_of_position(
        &self,
        _setup: &SetupOf<Self::Vocabulary>,
        _position: &PositionOf<Self::Vocabulary>,
    ) -> Option<SetupOf<Self::Vocabulary>> {
        None
    }

    /// A case that leads to `position` in another way than the game before it, where no set-up begins
    /// there: engines play it, too, and the two games must be equal. Default: none.
    fn way_to_position(&self, _position: &PositionOf<Self::Vocabulary>) -> Option<CaseOf<Self>> {
        None
    }

    /// A set-up that resembles `position` but is a different position: the engine must hash the two
    /// differently.
    fn lookalike_setup(
        &self,
        _position: &PositionOf<Self::Vocabulary>,
    ) -> Option<SetupOf<Self::Vocabulary>> {
        None
    }

    /// The set-ups with which games begin, the usual one first: for `perft` without a file, and for
    /// engines that begin nowhere else. Default: none.
    fn starts(&self) -> Vec<SetupOf<Self::Vocabulary>> {
        Vec::new()
    }

    // Mutation and extension of cases.

    /// Mutates the set-up of a case, and its moves where they must follow. Default: changes a
    /// character or a line of the set-up's text.
    ///
    /// # Errors
    ///
    /// Errors of `u` only.
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

    /// Draws a move that may be illegal: nearly legal moves, made from `legal`, and every other
    /// kind of illegal move that the text can express. `legal` is `None` in a finished game.
    ///
    /// Default: leaves all proposals to the harness. It proposes what another rule would allow:
    /// legal moves of earlier and later positions, of a set-up that differs a little from the
    /// position ([`setup_of_position`](Self::setup_of_position),
    /// [`mutate_setup`](Self::mutate_setup)), parts of two legal moves joined, other letters,
    /// numbers and words in the places of a legal move, or one of its characters changed.
    ///
    /// # Errors
    ///
    /// [`arbitrary::Error::IncorrectFormat`] leaves this proposal to the harness, so a rule set may
    /// propose some moves itself. Otherwise errors of `u`; in a finished game the last move of the
    /// case is then requested again.
    fn propose(
        &self,
        _position: &PositionOf<Self::Vocabulary>,
        _legal: Option<&LegalMoveOf<Self::Vocabulary>>,
        _u: &mut Unstructured<'_>,
    ) -> arbitrary::Result<MoveOf<Self::Vocabulary>> {
        Err(arbitrary::Error::IncorrectFormat)
    }

    /// True if `mv`, made from the text of `like` by a change of a character or a number, may be
    /// requested. A rule set in words leaves out `01` and `+1`: an engine may read them as 1, and is
    /// right. Default: true, as a type of moves reads such texts in one way.
    fn may_request(
        &self,
        _mv: &MoveOf<Self::Vocabulary>,
        _like: &MoveOf<Self::Vocabulary>,
    ) -> bool {
        true
    }

    /// Draws one of the moves that play `legal`. Default: [`Vocabulary::to_move`].
    ///
    /// # Errors
    ///
    /// Errors of `u` only.
    fn request_for(
        &self,
        legal: &LegalMoveOf<Self::Vocabulary>,
        _u: &mut Unstructured<'_>,
    ) -> arbitrary::Result<MoveOf<Self::Vocabulary>> {
        Ok(Self::Vocabulary::to_move(legal))
    }

    /// Limit on the moves that campaigns and fuzzing add to a case with this set-up, chosen or
    /// repeated. Where a step takes the oracle long, several short games are worth more than a
    /// long one. Single cases that repeat a move are played to their end. Default: 100.
    ///
    /// Above 65,536, which is no limit, cases end at 1,024 legal moves.
    fn moves_max(&self, _setup: &SetupOf<Self::Vocabulary>) -> usize {
        MOVES_MAX
    }

    /// Draws a move in the place of one that requests a listed legal move, such as one by which the
    /// game picks the next move itself; `None` for none. `habit` is `None` at the first call in a
    /// case, and keeps for the case what the rule set puts there. Default: none.
    ///
    /// # Errors
    ///
    /// Errors of `u` only; the case ends there.
    fn own_move(
        &self,
        _habit: &mut Option<u8>,
        _u: &mut Unstructured<'_>,
    ) -> arbitrary::Result<Option<MoveOf<Self::Vocabulary>>> {
        Ok(None)
    }

    // Capabilities.

    /// The drawing of a position in reports. Default: [`Vocabulary::picture`].
    fn picture(&self, position: &PositionOf<Self::Vocabulary>) -> Picture {
        Self::Vocabulary::picture(position)
    }

    /// Shrinking that knows the structure of cases. Default: [`TextShrink`].
    fn shrink(&self) -> &dyn Shrink<Self::Vocabulary> {
        &TextShrink
    }

    /// Symmetries, for metamorphic checks with transformed games.
    fn symmetries(&self) -> Option<&dyn Symmetries<Self::Vocabulary>> {
        None
    }

    /// Enumeration of small set-ups, for `exhaust`.
    fn enumeration(&self) -> Option<&dyn Enumerate<Self::Vocabulary>> {
        None
    }

    /// Input of an online judge, for `check`.
    fn judge(&self) -> Option<&dyn Judge<Self::Vocabulary>> {
        None
    }

    /// Exact texts, for engines in other processes (`--engine`).
    fn exact_text(&self) -> Option<&'static dyn ExactText<Self::Vocabulary>> {
        None
    }
}

/// Measure of a case, in lexicographic order: size of the set-up, number of moves, complexity.
/// Every step of shrinking lowers it, so shrinking ends.
pub(crate) fn weight<R: RuleSet>(rules: &R, case: &CaseOf<R>) -> (usize, usize, u64) {
    (rules.size(&case.setup), case.moves.len(), rules.shrink().complexity(case))
}

/// The state of a game; its legal moves are listed if there are at most `limit`. `capacity` is the
/// initial one of the list.
pub(crate) fn view_of<G: Game>(game: &G, limit: usize, capacity: usize) -> View<G::Vocabulary> {
    let (position, outcome) = (game.position(), game.outcome());
    View { position, outcome, legal: legal_moves(game, limit, capacity) }
}

/// The game after these moves: a refused one changes nothing.
pub(crate) fn after_moves<G: Game>(
    mut game: G,
    moves: impl IntoIterator<Item: Borrow<MoveOf<G::Vocabulary>>>,
) -> G {
    for mv in moves {
        let _ = game.play(mv.borrow());
    }
    game
}

/// All legal moves, sorted; `None` if there are more than `limit`, and no more than one beyond
/// `limit` has been visited then.
pub(crate) fn legal_moves<G: Game>(
    game: &G,
    limit: usize,
    capacity: usize,
) -> Option<Vec<LegalMoveOf<G::Vocabulary>>> {
    let mut legal = Vec::with_capacity(capacity);
    let listing = game.visit_legal_moves(&mut |mv| {
        if legal.len() == limit {
            return ControlFlow::Break(());
        }
        legal.push(mv.clone());
        ControlFlow::Continue(())
    });
    legal.sort_unstable();
    listing.is_continue().then_some(legal)
}
