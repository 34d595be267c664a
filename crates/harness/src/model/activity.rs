//! Progress of a worker, for the watchdog of the worker pool (`crates/harness/src/drive/pool.rs`).
//!
//! A worker cannot report that it hangs. It counts its progress instead; a watchdog on another
//! thread polls the counter. A counter that stays the same for the step limit means a hang, and
//! stage and case stored here go into the report.

use std::fmt;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex, OnceLock};

use serde::Serialize;

use super::guard::lock;

/// A side of a pairing: one of the two implementations that are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The fast implementation, which is to be checked.
    Engine,
    /// The naive implementation, written to be obviously right.
    Oracle,
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Engine => "engine",
            Self::Oracle => "oracle",
        })
    }
}

/// The call that a side is executing, or the work between two calls: methods of the rule set and of
/// its vocabulary, and the harness.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum Action {
    /// [`RuleSet::generate_setup`](crate::RuleSet::generate_setup).
    DrawSetup,
    /// [`RuleSet::mutate_setup`](crate::RuleSet::mutate_setup).
    Mutate,
    /// Choice of a move: [`RuleSet::propose`](crate::RuleSet::propose) and
    /// [`RuleSet::request_for`](crate::RuleSet::request_for).
    Generate,
    /// [`Implementation::set_up`](twinboard_vocabulary::Implementation::set_up).
    SetUp,
    /// [`Game::play`](twinboard_vocabulary::Game::play), or another method that plays moves.
    Play,
    /// [`Game::position`](twinboard_vocabulary::Game::position).
    Position,
    /// [`Game::outcome`](twinboard_vocabulary::Game::outcome).
    Outcome,
    /// [`Game::visit_legal_moves`](twinboard_vocabulary::Game::visit_legal_moves), or counting one
    /// kind of moves.
    LegalMoves,
    /// [`Game::sample_legal_move`](twinboard_vocabulary::Game::sample_legal_move).
    Sample,
    /// [`Game::key`](twinboard_vocabulary::Game::key).
    Key,
    /// [`Game::observe`](twinboard_vocabulary::Game::observe).
    Observe,
    /// [`Game::is_legal`](twinboard_vocabulary::Game::is_legal).
    Legality,
    /// [`TryClone::try_clone`](twinboard_vocabulary::TryClone::try_clone), and checks of the copy.
    Copy,
    /// [`Game::validate`](twinboard_vocabulary::Game::validate).
    Validate,
    /// Comparison of answers, or check of an invariant, a law or an assertion.
    Check,
    /// [`Game::undo_moves`](twinboard_vocabulary::Game::undo_moves).
    TakeBack,
}

impl Action {
    /// All actions, in the order of the enum, each in words.
    const ALL: [(Self, &'static str); 16] = [
        (Self::DrawSetup, "drawing a set-up (`generate_setup`)"),
        (Self::Mutate, "changing a case (`mutate_setup`)"),
        (Self::Generate, "choosing a move (`propose`, `request_for`)"),
        (Self::SetUp, "setting up the game"),
        (Self::Play, "playing the move"),
        (Self::Position, "showing the position"),
        (Self::Outcome, "computing the outcome"),
        (Self::LegalMoves, "listing the legal moves"),
        (Self::Sample, "drawing a legal move"),
        (Self::Key, "hashing the position"),
        (Self::Observe, "giving its observations"),
        (Self::Legality, "telling whether a move is legal"),
        (Self::Copy, "copying the game"),
        (Self::Validate, "checking its own representation"),
        (Self::Check, "checking answers, invariants and laws"),
        (Self::TakeBack, "taking moves back"),
    ];
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Self::ALL[*self as usize].1)
    }
}

/// A point in the execution of a case: a side, its action and the step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Stage {
    /// Number of the step, from 1; 0 is the set-up.
    pub step: u32,
    /// The side at work; `None` between two calls, where the rule set is at work, or the harness.
    pub side: Option<Side>,
    /// The call in progress.
    pub action: Action,
}

type Describe = Arc<dyn Fn() -> String + Send + Sync>;

/// Progress counter of one worker, with its stage and its case.
///
/// Each call of a side is recorded, so that costs a few relaxed operations and no clock: the
/// watchdog reads the clock.
///
/// ```
/// use twinboard_harness::{Action, Activity, Side};
///
/// let activity = Activity::default();
/// let before = activity.changes();
/// activity.begin(3, Some(Side::Engine), Action::Play);
/// assert_ne!(activity.changes(), before, "the worker makes progress");
/// assert_eq!((activity.stage().step, activity.stage().action), (3, Action::Play));
/// ```
#[derive(Default)]
pub struct Activity {
    changes: AtomicU64,
    stage: AtomicU64,
    case: Mutex<Option<Describe>>,
    /// True once no more moves are to be drawn; never if it is not set.
    is_over: OnceLock<Box<dyn Fn() -> bool + Send + Sync>>,
}

impl fmt::Debug for Activity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Activity")
            .field("changes", &self.changes())
            .field("stage", &self.stage())
            .finish_non_exhaustive()
    }
}

impl Activity {
    /// Records that a new action begins, which counts as progress.
    pub fn begin(&self, step: usize, side: Option<Side>, action: Action) {
        let side = side.map_or(0, |side| side as u64 + 1);
        self.stage.store((step as u64) << 16 | side << 8 | action as u64, Relaxed);
        self.touch();
    }

    /// Records that a new action of the same step begins, which counts as progress.
    pub(crate) fn enter(&self, side: Option<Side>, action: Action) {
        self.begin((self.stage.load(Relaxed) >> 16) as usize, side, action);
    }

    /// Records that a call of a side has ended: the side is not to blame for what follows. Not to be
    /// called after a panic, whose stage is reported.
    pub(crate) fn leave(&self) {
        self.set_stage(None, Action::Check);
    }

    /// Records that a call of a side goes on.
    pub(crate) fn resume(&self, side: Side, action: Action) {
        self.set_stage(Some(side), action);
    }

    /// Sets the stage without counting progress.
    fn set_stage(&self, side: Option<Side>, action: Action) {
        let (step, side) = (self.stage.load(Relaxed) >> 16, side.map_or(0, |side| side as u64 + 1));
        self.stage.store(step << 16 | side << 8 | action as u64, Relaxed);
    }

    /// Sets the step of the next actions.
    pub(crate) fn set_step(&self, step: usize) {
        self.stage.store((step as u64) << 16 | self.stage.load(Relaxed) & 0xFFFF, Relaxed);
    }

    /// Counts progress within the same stage.
    pub(crate) fn touch(&self) {
        // Only the worker writes, so load and store need not be one atomic operation.
        self.changes.store(self.changes.load(Relaxed).wrapping_add(1), Relaxed);
    }

    /// Records the case being played. `describe` prints it with the moves made so far; the watchdog
    /// calls it after a hang only.
    pub(crate) fn begin_case(&self, describe: impl Fn() -> String + Send + Sync + 'static) {
        *lock(&self.case) = Some(Arc::new(describe));
    }

    /// Ends the drawing of moves when `is_over` becomes true: a drawn case counts up to there.
    pub(crate) fn end_when(&self, is_over: impl Fn() -> bool + Send + Sync + 'static) {
        self.is_over.get_or_init(|| Box::new(is_over));
    }

    /// True if no more moves are to be drawn.
    pub(crate) fn is_over(&self) -> bool {
        self.is_over.get().is_some_and(|is_over| is_over())
    }

    /// Progress counter: two reads that differ mean progress in between. Wraps around.
    pub fn changes(&self) -> u64 {
        self.changes.load(Relaxed)
    }

    /// The stage recorded last.
    pub fn stage(&self) -> Stage {
        let packed = self.stage.load(Relaxed);
        Stage {
            step: (packed >> 16) as u32,
            side: match packed >> 8 & 0xFF {
                0 => None,
                1 => Some(Side::Engine),
                _ => Some(Side::Oracle),
            },
            action: Action::ALL[(packed & 0xFF) as usize].0,
        }
    }

    /// Text of the case being played; `None` before the first one.
    pub fn case_text(&self) -> Option<String> {
        let describe = lock(&self.case).clone();
        describe.map(|describe| describe())
    }
}

#[cfg(test)]
mod tests {
    use super::{Action, Activity, Side, Stage};

    #[test]
    fn stages_survive_packing() {
        let activity = Activity::default();
        for (index, &(action, _)) in Action::ALL.iter().enumerate() {
            assert_eq!(action as usize, index, "ALL is in the order of the enum");
            for side in [None, Some(Side::Engine), Some(Side::Oracle)] {
                let before = activity.changes();
                activity.begin(70_000, side, action);
                assert_eq!(activity.stage(), Stage { step: 70_000, side, action });
                assert_ne!(activity.changes(), before);
            }
        }
    }
}
