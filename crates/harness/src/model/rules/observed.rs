//! The state of a side after a step, and the clauses and invariants that are functions of it.

use twinboard_vocabulary::{
    EventOf, LegalMoveOf, MoveOf, OutcomeOf, PositionOf, RefusalOf, ResultOf, SetupOf, Vocabulary,
};

/// The visible state of one side's game between two moves.
#[derive(Clone, Debug)]
pub struct View<V: Vocabulary> {
    /// The position.
    pub position: PositionOf<V>,
    /// The outcome: the game goes on, or how it ended.
    pub outcome: OutcomeOf<V>,
    /// Every legal move, sorted; `None` if they are too many to list.
    pub legal: Option<Vec<LegalMoveOf<V>>>,
}

/// A move on one side: the state before it and its result.
#[derive(Debug)]
pub struct Step<'a, V: Vocabulary> {
    /// The state before the move.
    pub before: &'a View<V>,
    /// The requested move.
    pub mv: &'a MoveOf<V>,
    /// The event of the move, or the reason of its refusal.
    pub result: &'a ResultOf<V>,
}

/// The state of one side right after the set-up or after a step, with the step that led to it.
#[derive(Debug)]
pub struct Observed<'a, V: Vocabulary> {
    /// The start of the game.
    pub setup: &'a SetupOf<V>,
    /// The last step; `None` right after the set-up.
    pub step: Option<Step<'a, V>>,
    /// The state after it.
    pub now: &'a View<V>,
    /// What the side gives by name in this state ([`Game::observe`](twinboard_vocabulary::Game::observe)).
    pub observations: &'a [(&'static str, String)],
}

impl<V: Vocabulary> Observed<'_, V> {
    /// The event of the step; `None` at the set-up or after a refusal.
    #[must_use]
    pub fn event(&self) -> Option<&EventOf<V>> {
        self.step.as_ref()?.result.as_ref().ok()
    }

    /// What the side gives by this name; `None` if it does not.
    #[must_use]
    pub fn observation(&self, name: &str) -> Option<&str> {
        let given = self.observations.iter().find(|(other, _)| *other == name);
        given.map(|(_, text)| text.as_str())
    }

    /// The reason why the step was refused; `None` at the set-up or after an accepted move.
    #[must_use]
    pub fn refusal(&self) -> Option<RefusalOf<V>> {
        self.step.as_ref()?.result.as_ref().err().copied()
    }
}

/// A clause of the rules, with a predicate for the steps that exercise it. Campaigns count these
/// steps and report clauses that were never reached.
#[derive(Debug)]
pub struct Clause<V: Vocabulary> {
    /// The clause of RULES.md, for example `SG-6`.
    pub id: &'static str,
    /// The case of the clause that is counted, in a few words.
    pub name: &'static str,
    /// True if this step exercises the clause.
    pub reached: fn(&Observed<'_, V>) -> bool,
}

impl<V: Vocabulary> Clause<V> {
    /// A clause in a constant table. In a table that is returned in place only a literal lives on.
    #[must_use]
    pub const fn new(
        id: &'static str,
        name: &'static str,
        reached: fn(&Observed<'_, V>) -> bool,
    ) -> Self {
        Self { id, name, reached }
    }
}

/// A property of every right implementation that can be checked without a second one, such as the
/// conservation of material. It also finds faults that both sides have in common.
#[derive(Debug)]
pub struct Invariant<V: Vocabulary> {
    /// The property in a few words; its name in reports.
    pub name: &'static str,
    /// Checks the property; the error describes the contradiction.
    pub check: fn(&Observed<'_, V>) -> Result<(), String>,
}

impl<V: Vocabulary> Invariant<V> {
    /// An invariant in a constant table, as [`Clause::new`].
    #[must_use]
    pub const fn new(
        name: &'static str,
        check: fn(&Observed<'_, V>) -> Result<(), String>,
    ) -> Self {
        Self { name, check }
    }
}
