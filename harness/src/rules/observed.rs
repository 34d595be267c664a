//! What can be seen of a side after a step, and the clauses and invariants that look at it.

use board::{
    EventOf, LegalMoveOf, MoveOf, OutcomeOf, PositionOf, RefusalOf, ResultOf, SetupOf, Vocabulary,
};

/// What one side shows of a game between two moves.
#[derive(Clone, Debug)]
pub struct View<V: Vocabulary> {
    /// All that can be seen.
    pub position: PositionOf<V>,
    /// Whether the game goes on.
    pub outcome: OutcomeOf<V>,
    /// Every legal move, sorted; `None` if they are too many to be listed.
    pub legal: Option<Vec<LegalMoveOf<V>>>,
}

/// A move that was asked for: what stood before it and what came of it, on one side.
#[derive(Debug)]
pub struct Step<'a, V: Vocabulary> {
    /// What could be seen before it.
    pub before: &'a View<V>,
    /// What was asked for.
    pub mv: &'a MoveOf<V>,
    /// What it did, or why it was refused.
    pub result: &'a ResultOf<V>,
}

/// What can be seen of one side right after the set-up or after a step.
#[derive(Debug)]
pub struct Observed<'a, V: Vocabulary> {
    /// What the game started from.
    pub setup: &'a SetupOf<V>,
    /// The step that was just made; `None` right after the set-up.
    pub step: Option<Step<'a, V>>,
    /// What can be seen now.
    pub now: &'a View<V>,
}

impl<V: Vocabulary> Observed<'_, V> {
    /// What the step did, if it was one and was accepted.
    #[must_use]
    pub fn event(&self) -> Option<&EventOf<V>> {
        self.step.as_ref()?.result.as_ref().ok()
    }

    /// Why the step was refused, if it was one and was refused.
    #[must_use]
    pub fn refusal(&self) -> Option<RefusalOf<V>> {
        self.step.as_ref()?.result.as_ref().err().copied()
    }
}

/// A clause of the rules that campaigns count: how often was there something to see of it?
#[derive(Debug)]
pub struct Clause<V: Vocabulary> {
    /// The clause of RULES.md, for example `SG-6`.
    pub id: &'static str,
    /// What in particular is counted, in a few words.
    pub name: &'static str,
    /// Whether there is something to see of it here.
    pub reached: fn(&Observed<'_, V>) -> bool,
}

/// Something that must hold of every implementation by itself, without a second one beside it.
#[derive(Debug)]
pub struct Invariant<V: Vocabulary> {
    /// Its name, a few words that say what must hold.
    pub name: &'static str,
    /// Checks it, and says what is wrong if it does not hold.
    pub check: fn(&Observed<'_, V>) -> Result<(), String>,
}
