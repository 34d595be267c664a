//! What the harness cannot know of a game: the trait [`RuleSet`] and what it speaks of.

use std::fmt::Display;
use std::io::Read;

use arbitrary::Unstructured;
use board::{CaseReader, Limits, Vocabulary};

use crate::exhaust::{Bounds, Shape};
use crate::{Case, CaseOf};

/// What one side shows of a game between two moves.
#[derive(Clone, Debug)]
pub struct View<W: Vocabulary> {
    /// All that can be seen.
    pub position: W::Position,
    /// Whether the game goes on.
    pub outcome: W::Outcome,
    /// Every legal move, sorted; `None` if they are too many to be listed.
    pub legal: Option<Vec<W::LegalMove>>,
}

/// A move that was asked for: what stood before it and what came of it, on one side.
#[derive(Debug)]
pub struct Step<'a, W: Vocabulary> {
    /// What could be seen before it.
    pub before: &'a View<W>,
    /// What was asked for.
    pub mv: &'a W::Move,
    /// What it did, or why it was refused.
    pub result: &'a Result<W::Event, W::Refusal>,
}

/// What can be seen of one side right after the set-up or after a step.
#[derive(Debug)]
pub struct Observed<'a, W: Vocabulary> {
    /// What the game started from.
    pub setup: &'a W::Setup,
    /// The step that was just made; `None` right after the set-up.
    pub step: Option<Step<'a, W>>,
    /// What can be seen now.
    pub now: &'a View<W>,
}

impl<W: Vocabulary> Observed<'_, W> {
    /// What the step did, if it was one and was accepted.
    #[must_use]
    pub fn event(&self) -> Option<&W::Event> {
        self.step.as_ref()?.result.as_ref().ok()
    }

    /// Why the step was refused, if it was one and was refused.
    #[must_use]
    pub fn refusal(&self) -> Option<W::Refusal> {
        self.step.as_ref()?.result.as_ref().err().copied()
    }
}

/// A clause of the rules that campaigns count: how often was there something to see of it?
#[derive(Debug)]
pub struct Clause<W: Vocabulary> {
    /// The clause of RULES.md, for example `SG-6`.
    pub id: &'static str,
    /// What in particular is counted, in a few words.
    pub name: &'static str,
    /// Whether there is something to see of it here.
    pub reached: fn(&Observed<'_, W>) -> bool,
}

/// Something that must hold of every implementation by itself, without a second one beside it.
#[derive(Debug)]
pub struct Invariant<W: Vocabulary> {
    /// Its name, a few words that say what must hold.
    pub name: &'static str,
    /// Checks it, and says what is wrong if it does not hold.
    pub check: fn(&Observed<'_, W>) -> Result<(), String>,
}

/// Something that is said of a position and is not so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongClaim {
    /// What kind of thing it is, a few words that are the same for all positions.
    pub claim: String,
    /// What is said, and what is so.
    pub detail: String,
}

/// Looks at what is said of a position; gives how many claims that were, or the first that is wrong.
pub type Claims<'a, W> =
    Box<dyn FnMut(&<W as Vocabulary>::Position) -> Result<u64, WrongClaim> + 'a>;

/// Something that the rules leave to whoever plays, such as a margin; an option of the command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setting {
    /// What it is called, in small letters.
    pub name: &'static str,
    /// What can be chosen.
    pub values: &'static [&'static str],
    /// What it is about, in a sentence.
    pub about: &'static str,
}

/// How far legal moves are compared one by one.
///
/// At every position the whole lists are compared while they are short enough. Where they are not,
/// the moves of one kind ([`Vocabulary::same_kind`]) are counted, if these are few enough; and each
/// side draws moves for the other to judge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Listing {
    /// More legal moves than this are not listed.
    pub most: usize,
    /// More legal moves of a kind than this are not counted.
    pub most_of_kind: u64,
}

impl Default for Listing {
    fn default() -> Self {
        Self { most: 4096, most_of_kind: 4096 }
    }
}

/// A rule set as the harness sees it: everything but playing.
///
/// Implementations name no side and play nothing; whoever implements this for a new game gets
/// campaigns, shrinking, properties, replay and reports for every pair of [`board::Game`]s.
pub trait RuleSet: Clone + Send + Sync + 'static {
    /// The words it speaks.
    type Words: Vocabulary;

    /// A way to turn a game into another one that must go the same way, such as exchanging
    /// colours or mirroring the board.
    type Symmetry: Clone + Display;

    // Variants.

    /// What users may choose.
    fn settings(&self) -> &'static [Setting] {
        &[]
    }

    /// The rule set with this value of a setting; `None` if it has no such setting or value.
    ///
    /// Cases of the one must mean the same to the other: what a setting decides, [`print`] writes
    /// down wherever the rule set without the setting would not take it for granted.
    ///
    /// [`print`]: Self::print
    fn with_setting(&self, _name: &str, _value: &str) -> Option<Self> {
        None
    }

    // Text.

    /// A reader of cases from a stream.
    fn reader<'a>(
        &self,
        input: Box<dyn Read + 'a>,
        limits: Limits,
    ) -> Box<dyn CaseReader<Self::Words> + 'a>;

    /// A case as the text of a case file, which must read back as the same case.
    fn print(&self, case: &CaseOf<Self>) -> String;

    /// Several cases as the text of one case file, if the format allows that.
    fn print_all(&self, _cases: &[CaseOf<Self>]) -> Option<String> {
        None
    }

    /// What the judge expects to be printed for the case with this number, from 1.
    fn answer(
        &self,
        number: usize,
        position: &<Self::Words as Vocabulary>::Position,
        outcome: <Self::Words as Vocabulary>::Outcome,
    ) -> String;

    /// How many rows and columns the board has.
    fn dimensions(&self, setup: &<Self::Words as Vocabulary>::Setup) -> (usize, usize);

    // What the judge gives.

    /// The case as the judge could give it: the same case if it could, else one like it. `None` if
    /// the judge of this rule set gives no cases at all.
    ///
    /// Programs of others are only fed with such cases.
    fn for_judge(&self, _case: &CaseOf<Self>) -> Option<CaseOf<Self>> {
        None
    }

    /// Cases that the judge could give as one input of the judge, in its format and with its end;
    /// `None` if its input is not a stream of cases.
    fn judge_input(&self, _cases: &[CaseOf<Self>]) -> Option<String> {
        None
    }

    // Playing by itself.

    /// The move that asks for whatever the rule set's robot would play next, if it has a robot.
    fn robot(&self) -> Option<<Self::Words as Vocabulary>::Move> {
        None
    }

    // Cases.

    /// A fresh set-up. Which features it has should be drawn first, then the set-up with them, so
    /// that rare shapes come often.
    ///
    /// # Errors
    ///
    /// Only those of `u`.
    fn generate_setup(
        &self,
        u: &mut Unstructured<'_>,
    ) -> arbitrary::Result<<Self::Words as Vocabulary>::Setup>;

    /// Changes something about the set-up of a case, and its moves where they must follow.
    ///
    /// # Errors
    ///
    /// Only those of `u`.
    fn mutate_setup(
        &self,
        case: &mut CaseOf<Self>,
        u: &mut Unstructured<'_>,
    ) -> arbitrary::Result<()>;

    /// Any move that the text can say: nearly legal ones (`legal` is a legal one to start from),
    /// and illegal ones of every kind.
    ///
    /// # Errors
    ///
    /// Only those of `u`.
    fn propose(
        &self,
        position: &<Self::Words as Vocabulary>::Position,
        legal: Option<&<Self::Words as Vocabulary>::LegalMove>,
        u: &mut Unstructured<'_>,
    ) -> arbitrary::Result<<Self::Words as Vocabulary>::Move>;

    /// One of the moves that play `legal`.
    ///
    /// # Errors
    ///
    /// Only those of `u`.
    fn ask_for(
        &self,
        legal: &<Self::Words as Vocabulary>::LegalMove,
        _u: &mut Unstructured<'_>,
    ) -> arbitrary::Result<<Self::Words as Vocabulary>::Move> {
        Ok(Self::Words::to_move(legal))
    }

    /// After how many moves no more are chosen for a case with this set-up, and the robot is not asked
    /// any more while fuzzing. Where a step takes the oracle long, a short piece of a game is worth
    /// more than a whole one; single cases are played to their end.
    fn moves_max(&self, _setup: &<Self::Words as Vocabulary>::Setup) -> usize {
        usize::MAX
    }

    /// How far the comparison of legal moves goes.
    fn listing(&self) -> Listing {
        Listing::default()
    }

    // Shrinking.

    /// Smaller cases to try in place of this one, the boldest first: fewer cells, or a later start.
    /// Dropping moves is not among them: the harness does that itself. Candidates that are not
    /// smaller by its measure (cells, then moves, then [`complexity`](Self::complexity)) are passed
    /// over.
    fn smaller<'a>(&'a self, case: &'a CaseOf<Self>)
    -> Box<dyn Iterator<Item = CaseOf<Self>> + 'a>;

    /// Cases with as many cells and moves that are easier to understand, the boldest first.
    fn simpler<'a>(&'a self, case: &'a CaseOf<Self>)
    -> Box<dyn Iterator<Item = CaseOf<Self>> + 'a>;

    /// How much there is to understand, among cases with equally many cells and moves.
    fn complexity(&self, case: &CaseOf<Self>) -> u64;

    /// The one form of all cases that differ only in names (colours, symbols).
    fn canonical(&self, case: &CaseOf<Self>) -> CaseOf<Self>;

    // Knowledge.

    /// A symmetry of games from this set-up, if there is one.
    ///
    /// # Errors
    ///
    /// Only those of `u`.
    fn symmetry(
        &self,
        setup: &<Self::Words as Vocabulary>::Setup,
        u: &mut Unstructured<'_>,
    ) -> arbitrary::Result<Option<Self::Symmetry>>;

    /// The set-up, turned.
    fn turn_setup(
        &self,
        symmetry: &Self::Symmetry,
        setup: &<Self::Words as Vocabulary>::Setup,
    ) -> <Self::Words as Vocabulary>::Setup;

    /// The move, turned.
    fn turn_move(
        &self,
        symmetry: &Self::Symmetry,
        mv: &<Self::Words as Vocabulary>::Move,
    ) -> <Self::Words as Vocabulary>::Move;

    /// The legal move, turned.
    fn turn_legal(
        &self,
        symmetry: &Self::Symmetry,
        legal: &<Self::Words as Vocabulary>::LegalMove,
    ) -> <Self::Words as Vocabulary>::LegalMove;

    /// The position, turned.
    fn turn_position(
        &self,
        symmetry: &Self::Symmetry,
        position: &<Self::Words as Vocabulary>::Position,
    ) -> <Self::Words as Vocabulary>::Position;

    /// The set-up from which a game stands as one from `setup` does at `position`, if a case can say
    /// that. Then an engine is also held to what it shows when it is set up there anew.
    fn setup_at(
        &self,
        _setup: &<Self::Words as Vocabulary>::Setup,
        _position: &<Self::Words as Vocabulary>::Position,
    ) -> Option<<Self::Words as Vocabulary>::Setup> {
        None
    }

    /// A set-up that looks much like `position`, but a game from it is another one. Then an engine
    /// must have another key there.
    fn setup_beside(
        &self,
        _position: &<Self::Words as Vocabulary>::Position,
    ) -> Option<<Self::Words as Vocabulary>::Setup> {
        None
    }

    /// Every set-up of a shape with up to so many different colours or symbols, or with numbers up to
    /// that: once up to the names of colours or symbols, and up to the turns of the board if the rules
    /// know them. None if there is no board of such a shape.
    fn setups(
        &self,
        shape: Shape,
        symbols: u8,
    ) -> Box<dyn Iterator<Item = <Self::Words as Vocabulary>::Setup> + Send>;

    /// What is gone through exhaustively unless something else is asked for: about a minute's work for
    /// two threads.
    fn usual_bounds(&self) -> Bounds {
        Bounds::new([(3, 3)], 3)
    }

    /// A text that is the same for two positions if and only if the games from them go the same way
    /// but for names and turns, as of [`setups`](Self::setups); unless the rule set says otherwise,
    /// no two positions are alike.
    fn essence(
        &self,
        _setup: &<Self::Words as Vocabulary>::Setup,
        position: &<Self::Words as Vocabulary>::Position,
    ) -> String {
        Self::Words::text(position)
    }

    /// Every move that can be asked for on such a board and just beyond it, where they are few. Those
    /// that are legal may be among them.
    fn all_moves(
        &self,
        _setup: &<Self::Words as Vocabulary>::Setup,
    ) -> Vec<<Self::Words as Vocabulary>::Move> {
        Vec::new()
    }

    /// The clauses that campaigns count.
    fn clauses(&self) -> &'static [Clause<Self::Words>];

    /// What both sides are held to besides agreeing with each other.
    fn invariants(&self) -> &'static [Invariant<Self::Words>];

    /// Checks what others than the two sides say of a position, such as a solver what it is worth,
    /// against what follows from the rules. This may take some hundredths of a second; a position for
    /// which that is not enough is passed over. Gives how many claims were looked at.
    ///
    /// # Errors
    ///
    /// The first that is wrong.
    fn check_claims(
        &self,
        _position: &<Self::Words as Vocabulary>::Position,
    ) -> Result<u64, WrongClaim> {
        Ok(0)
    }

    /// The same for many small positions, which may remember what it has found.
    fn claims(&self) -> Claims<'_, Self::Words> {
        Box::new(|position| self.check_claims(position))
    }

    /// Whether both sides say that a move did the same. Part of an event may be one of several
    /// right answers; such a part is left out here and checked by an invariant.
    fn same_event(
        &self,
        engine: &<Self::Words as Vocabulary>::Event,
        oracle: &<Self::Words as Vocabulary>::Event,
    ) -> bool {
        engine == oracle
    }
}

/// How large a case is, to be compared: cells, moves, and what the rule set calls complexity.
/// Every step of shrinking lowers it, so shrinking ends.
pub(crate) fn weight<R: RuleSet>(rules: &R, case: &Case<R::Words>) -> (usize, usize, u64) {
    let (rows, columns) = rules.dimensions(&case.setup);
    (rows * columns, case.moves.len(), rules.complexity(case))
}

#[cfg(test)]
mod tests;
