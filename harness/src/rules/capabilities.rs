//! Optional capabilities of a rule set. Each unlocks checks or commands; without it they are left
//! out, or a default takes its place.

use std::fmt::{self, Display};

use arbitrary::Unstructured;
use board::{LegalMoveOf, MoveOf, PositionOf, SetupOf, Vocabulary};

use crate::case::Case;
use crate::shape::{Bounds, Shape};

/// Shrinking that knows the structure of set-ups.
///
/// Without it, cases shrink by their text: lines, columns and characters are dropped or replaced as
/// long as the result can be read ([`TextShrink`](super::TextShrink)).
pub trait Shrink<V: Vocabulary> {
    /// Smaller cases to try in place of this one, the boldest first: a smaller board, or a later
    /// start. Dropping moves is not among them: the harness does that itself. Candidates that are
    /// not smaller by its measure (size, then moves, then [`complexity`](Self::complexity)) are
    /// passed over.
    fn smaller<'a>(&'a self, case: &'a Case<V>) -> Box<dyn Iterator<Item = Case<V>> + 'a>;

    /// Cases of the same size and with as many moves that are easier to understand, the boldest
    /// first.
    fn simpler<'a>(&'a self, case: &'a Case<V>) -> Box<dyn Iterator<Item = Case<V>> + 'a>;

    /// How hard a case is to understand, among cases of one size with equally many moves.
    fn complexity(&self, case: &Case<V>) -> u64;

    /// The one form of all cases that differ only in names (colours, symbols).
    fn canonical(&self, case: &Case<V>) -> Case<V> {
        case.clone()
    }
}

/// A transformation of games that commutes with play, such as exchanging colours or mirroring the
/// board: from the transformed set-up, the transformed moves lead to the transformed positions.
///
/// Its [`Display`] names it in reports. Where the oracle's own transformed game goes another way, the
/// symmetry is reported as wrong, and neither side.
pub trait Symmetry<V: Vocabulary>: Display + Send {
    /// The transformed set-up.
    fn transform_setup(&self, setup: &SetupOf<V>) -> SetupOf<V>;

    /// The transformed position.
    fn transform_position(&self, position: &PositionOf<V>) -> PositionOf<V>;

    /// The transformed move; by default moves stay as they are.
    fn transform_move(&self, mv: &MoveOf<V>) -> MoveOf<V> {
        mv.clone()
    }

    /// The transformed legal move; by default legal moves stay as they are.
    fn transform_legal(&self, legal: &LegalMoveOf<V>) -> LegalMoveOf<V> {
        legal.clone()
    }
}

/// The symmetries of a rule set. With them, transformed games are played beside every case.
pub trait Symmetries<V: Vocabulary> {
    /// A symmetry of games from this set-up, drawn at random; `None` if it has none.
    ///
    /// # Errors
    ///
    /// Only those of `u`.
    fn symmetry(
        &self,
        setup: &SetupOf<V>,
        u: &mut Unstructured<'_>,
    ) -> arbitrary::Result<Option<Box<dyn Symmetry<V>>>>;
}

/// A symmetry made of two functions, for vocabularies whose positions are set-ups and whose legal moves
/// are moves. It is the symmetry of every game of its rule set.
///
/// ```
/// # use std::convert::Infallible;
/// # use twinboard_harness::{Mapping, Symmetries};
/// # struct MyRules;
/// # #[derive(Clone, Copy, Debug, PartialEq, Eq)]
/// # struct MyGame;
/// # impl board::Vocabulary for MyGame {
/// #     const NAME: &'static str = "mine";
/// #     type Setup = String;
/// #     type Move = u64;
/// #     type LegalMove = u64;
/// #     type Event = u64;
/// #     type Refusal = Infallible;
/// #     type Position = String;
/// #     type Outcome = bool;
/// #     fn is_over(over: bool) -> bool { over }
/// # }
/// # impl MyRules {
/// fn symmetries(&self) -> Option<&dyn Symmetries<MyGame>> {
///     Some(&Mapping::<MyGame> {
///         name: "the mirror image",
///         board: |row| row.chars().rev().collect(),
///         mv: |row, place| (row.len() as u64 + 1).checked_sub(*place).unwrap_or(*place),
///     })
/// }
/// # }
/// # assert!(MyRules.symmetries().is_some());
/// ```
#[derive(Debug)]
pub struct Mapping<V: Vocabulary> {
    /// The name in reports.
    pub name: &'static str,
    /// The transformation of set-ups and positions.
    pub board: fn(&SetupOf<V>) -> SetupOf<V>,
    /// The transformation of moves, given the set-up of their game.
    pub mv: fn(&SetupOf<V>, &MoveOf<V>) -> MoveOf<V>,
}

/// A mapping in a game from one set-up.
struct Mapped<V: Vocabulary> {
    mapping: Mapping<V>,
    setup: SetupOf<V>,
}

impl<V> Symmetries<V> for Mapping<V>
where
    V: Vocabulary<Position = SetupOf<V>, LegalMove = MoveOf<V>>,
{
    fn symmetry(
        &self,
        setup: &SetupOf<V>,
        _u: &mut Unstructured<'_>,
    ) -> arbitrary::Result<Option<Box<dyn Symmetry<V>>>> {
        let mapping = Self { ..*self };
        Ok(Some(Box::new(Mapped { mapping, setup: setup.clone() })))
    }
}

impl<V: Vocabulary> Display for Mapped<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.mapping.name)
    }
}

impl<V> Symmetry<V> for Mapped<V>
where
    V: Vocabulary<Position = SetupOf<V>, LegalMove = MoveOf<V>>,
{
    fn transform_setup(&self, setup: &SetupOf<V>) -> SetupOf<V> {
        (self.mapping.board)(setup)
    }

    fn transform_position(&self, position: &PositionOf<V>) -> PositionOf<V> {
        (self.mapping.board)(position)
    }

    fn transform_move(&self, mv: &MoveOf<V>) -> MoveOf<V> {
        (self.mapping.mv)(&self.setup, mv)
    }

    fn transform_legal(&self, legal: &LegalMoveOf<V>) -> LegalMoveOf<V> {
        (self.mapping.mv)(&self.setup, legal)
    }
}

/// Enumeration of small set-ups, for `exhaust`.
pub trait Enumerate<V: Vocabulary> {
    /// Every set-up of a shape with up to `symbols` different colours or symbols, or with numbers
    /// up to that: once up to the names of colours or symbols, and up to the symmetries of the board
    /// if the rules know them. None if there is no board of such a shape.
    fn setups(&self, shape: Shape, symbols: u8) -> Box<dyn Iterator<Item = SetupOf<V>> + Send>;

    /// The bounds of `exhaust` unless others are given: about a minute's work for two threads.
    fn usual_bounds(&self) -> Bounds {
        Bounds::new([(3, 3)], 3)
    }

    /// A text that is the same for two positions if and only if the games from them go the same way
    /// but for names and symmetries, as of [`setups`](Self::setups). By default no two positions are
    /// alike.
    fn canonical_key(&self, _setup: &SetupOf<V>, position: &PositionOf<V>) -> String {
        V::text(position)
    }

    /// Every move that can be asked for on such a board and just beyond it, where they are few.
    /// Legal ones may be among them.
    fn all_moves(&self, _setup: &SetupOf<V>) -> Vec<MoveOf<V>> {
        Vec::new()
    }
}

/// The input of an online judge, for checking other people's programs (`check`).
pub trait Judge<V: Vocabulary> {
    /// The case if the judge could give it, else one like it that it could. Programs are only fed
    /// with such cases.
    fn for_judge(&self, case: &Case<V>) -> Case<V>;

    /// Cases that the judge could give as one input of the judge, in its format and with its end;
    /// `None` if its input is not a stream of cases.
    fn judge_input(&self, _cases: &[Case<V>]) -> Option<String> {
        None
    }
}

/// Statements of a third party about positions, such as a solver's values, checked against what
/// follows from the rules.
pub trait Assertions<V: Vocabulary> {
    /// Checks the statements about a position and returns how many there were; 0 if the position
    /// would take longer than some hundredths of a second.
    ///
    /// # Errors
    ///
    /// The first that is wrong.
    fn check(&self, position: &PositionOf<V>) -> Result<u64, FailedAssertion>;

    /// A checker for many small positions, which may remember its results.
    fn checker(&self) -> AssertionChecker<'_, V> {
        Box::new(|position| self.check(position))
    }
}

/// A statement about a position that is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FailedAssertion {
    /// The kind of statement: a few words that are the same for all positions.
    pub claim: String,
    /// The statement, and the truth.
    pub detail: String,
}

/// Checks the statements about a position; gives how many there were, or the first that is wrong.
pub type AssertionChecker<'a, V> =
    Box<dyn FnMut(&PositionOf<V>) -> Result<u64, FailedAssertion> + 'a>;

/// Something that the rules leave to whoever plays, such as a margin; an option of the command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setting {
    /// The name of the option, in lower case.
    pub name: &'static str,
    /// The values to choose from.
    pub values: &'static [&'static str],
    /// A sentence for the help text.
    pub about: &'static str,
}

/// How far legal moves are compared one by one.
///
/// At every position the whole lists are compared while they are short enough. Where they are not,
/// the moves of one kind ([`Vocabulary::same_kind`]) are counted, if these are few enough; and each
/// side draws moves for the other to judge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Listing {
    /// The most legal moves that are listed.
    pub most: usize,
    /// The most legal moves of a kind that are counted.
    pub most_of_kind: u64,
}

impl Default for Listing {
    fn default() -> Self {
        Self { most: 4096, most_of_kind: 4096 }
    }
}
