//! What a worker is doing right now, for whoever watches over it.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};

use serde::Serialize;

/// One of the two implementations that are played against each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The implementation made for speed.
    Engine,
    /// The implementation made to be obviously right.
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

/// What a side, or the harness itself, is asked to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum Action {
    /// The harness makes a case.
    Generate,
    /// Setting a game up.
    SetUp,
    /// Playing a move.
    Play,
    /// Showing the position.
    Position,
    /// Saying how the game stands.
    Outcome,
    /// Listing the legal moves.
    LegalMoves,
    /// Drawing a legal move at random.
    Sample,
    /// Hashing the position.
    Key,
    /// Copying the game.
    Copy,
    /// Checking its own representation.
    Validate,
    /// The harness checks an invariant.
    Check,
}

impl Action {
    const ALL: [Self; 11] = [
        Self::Generate,
        Self::SetUp,
        Self::Play,
        Self::Position,
        Self::Outcome,
        Self::LegalMoves,
        Self::Sample,
        Self::Key,
        Self::Copy,
        Self::Validate,
        Self::Check,
    ];
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Generate => "making the case",
            Self::SetUp => "setting up the game",
            Self::Play => "playing the move",
            Self::Position => "showing the position",
            Self::Outcome => "saying how the game stands",
            Self::LegalMoves => "listing the legal moves",
            Self::Sample => "drawing a legal move",
            Self::Key => "hashing the position",
            Self::Copy => "copying the game",
            Self::Validate => "checking its own representation",
            Self::Check => "checking an invariant",
        })
    }
}

/// Who does what, and in which step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Stage {
    /// The step, from 1; 0 is the set-up.
    pub step: u32,
    /// Who; `None` is the harness itself.
    pub side: Option<Side>,
    /// What.
    pub action: Action,
}

type Describe = Arc<dyn Fn() -> String + Send + Sync>;

/// The activity of one worker: it changes whenever the worker begins something new.
///
/// Reading the clock belongs to the watcher: a change is two plain stores.
#[derive(Default)]
pub struct Activity {
    changes: AtomicU64,
    stage: AtomicU64,
    case: Mutex<Option<Describe>>,
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
    /// Notes that something new begins.
    pub fn begin(&self, step: usize, side: Option<Side>, action: Action) {
        let side = side.map_or(0, |side| side as u64 + 1);
        self.stage.store((step as u64) << 16 | side << 8 | action as u64, Relaxed);
        self.touch();
    }

    /// Counts progress at the same stage.
    pub(crate) fn touch(&self) {
        // One thread writes; the watcher only compares.
        self.changes.store(self.changes.load(Relaxed).wrapping_add(1), Relaxed);
    }

    /// Notes which case is played from now on; `describe` gives it as text, with the moves made so
    /// far.
    pub(crate) fn begin_case(&self, describe: impl Fn() -> String + Send + Sync + 'static) {
        *self.case.lock().unwrap_or_else(PoisonError::into_inner) = Some(Arc::new(describe));
    }

    /// A number that changes with every change.
    pub fn changes(&self) -> u64 {
        self.changes.load(Relaxed)
    }

    /// What the worker is doing.
    pub fn stage(&self) -> Stage {
        let packed = self.stage.load(Relaxed);
        Stage {
            step: (packed >> 16) as u32,
            side: match packed >> 8 & 0xFF {
                0 => None,
                1 => Some(Side::Engine),
                _ => Some(Side::Oracle),
            },
            action: Action::ALL[(packed & 0xFF) as usize],
        }
    }

    /// The case that is played, as text, if there is one yet.
    pub fn case_text(&self) -> Option<String> {
        let describe = self.case.lock().unwrap_or_else(PoisonError::into_inner).clone();
        describe.map(|describe| describe())
    }
}

#[cfg(test)]
mod tests {
    use super::{Action, Activity, Side, Stage};

    #[test]
    fn the_stage_is_read_as_it_was_noted() {
        let activity = Activity::default();
        for (index, &action) in Action::ALL.iter().enumerate() {
            assert_eq!(action as usize, index, "ALL is in the order of the enum");
            for side in [None, Some(Side::Engine), Some(Side::Oracle)] {
                let before = activity.changes();
                activity.begin(70_000, side, action);
                assert_eq!(activity.stage(), Stage { step: 70_000, side, action });
                assert_ne!(activity.changes(), before);
            }
        }
    }

    #[test]
    fn debug_output_names_the_stage() {
        let activity = Activity::default();
        activity.begin(3, Some(Side::Oracle), Action::Key);
        let printed = format!("{activity:?}");
        assert!(printed.contains("changes: 1, stage: Stage { step: 3,"), "{printed}");
    }
}
