//! Planted faults: slips an author of a bitboard or of a search on it would make, to be switched on
//! one at a time, so that the checks can be checked.
//!
//! Each fault is one line at the place where the slip would be made, and one entry in the table
//! at the end of this file. The lines are compiled in with the feature `planted` only; without it
//! the hook is a constant false, and nothing is left of them. Those of the solver are in the same
//! table, because there is one switch for all.
//!
//! Which fault is active is one switch for the whole process: whoever activates one must be the
//! only one who plays, and deactivates it afterwards.

/// The environment variable that names the fault which is active from the start. Without it, or if it is
/// [`NONE`], none is.
pub const VARIABLE: &str = "TWINBOARD_PLANTED";

/// What it says where no fault is to be active.
pub const NONE: &str = "none";

/// A planted fault and what there is to say of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Planted {
    /// The fault.
    pub fault: Fault,
    /// What it is called on a command line and in reports; no two have the same name.
    pub name: &'static str,
    /// The rule set it is about.
    pub rule_set: &'static str,
    /// What of that rule set it is in.
    pub place: Place,
    /// The clause of RULES.md that it breaks.
    pub clause: &'static str,
    /// What an author would have done wrong, in a sentence.
    pub imitates: &'static str,
}

/// Where a fault is planted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// In the engine: engine and oracle differ, or the engine breaks a promise.
    Engine,
    /// In the solver (`solver/src`): what it says of a position is not so.
    Solver,
}

impl Planted {
    /// The planted fault of that name.
    #[must_use]
    pub fn by_name(name: &str) -> Option<&'static Self> {
        CATALOGUE.iter().find(|planted| planted.name == name)
    }
}

impl From<Fault> for &'static Planted {
    fn from(fault: Fault) -> Self {
        // The table below makes both the enum and the catalogue, in the same order.
        &CATALOGUE[fault as usize]
    }
}

#[cfg(feature = "planted")]
mod switch {
    use std::env;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::{CATALOGUE, Fault, NONE, Planted, VARIABLE};

    /// 0 or one more than the index of the active fault; or [`NOT_ASKED`].
    static ACTIVE: AtomicUsize = AtomicUsize::new(NOT_ASKED);
    /// The environment has not been asked yet.
    const NOT_ASKED: usize = usize::MAX;

    /// Activates a fault in the whole process, or none, whatever the environment says.
    pub fn activate(fault: Option<Fault>) {
        let active = fault.map_or(0, |fault| fault as usize + 1);
        ACTIVE.store(active, Ordering::Relaxed);
    }

    /// The fault that is active, if any.
    #[must_use]
    pub fn active() -> Option<Fault> {
        let index = index().checked_sub(1)?;
        Some(CATALOGUE[index].fault)
    }

    /// Whether `fault` is active.
    #[inline]
    #[must_use]
    pub fn planted(fault: Fault) -> bool {
        index() == fault as usize + 1
    }

    #[inline]
    fn index() -> usize {
        match ACTIVE.load(Ordering::Relaxed) {
            NOT_ASKED => of_environment(),
            index => index,
        }
    }

    #[cold]
    fn of_environment() -> usize {
        let name = env::var(VARIABLE).unwrap_or_else(|_| NONE.into());
        let planted = Planted::by_name(&name);
        assert!(planted.is_some() || name == NONE, "{VARIABLE} names no planted fault: `{name}`");
        activate(planted.map(|planted| planted.fault));
        ACTIVE.load(Ordering::Relaxed)
    }
}

#[cfg(feature = "planted")]
pub use switch::{activate, active, planted};

/// Whether `fault` is active: never, in a build without the feature `planted`. It is public for the
/// faults that are planted in other crates.
#[cfg(not(feature = "planted"))]
#[inline(always)]
#[expect(
    clippy::inline_always,
    reason = "the branch behind it has to vanish at every optimisation level"
)]
#[must_use]
pub const fn planted(_fault: Fault) -> bool {
    false
}

/// Makes the enum and the catalogue of one table, whose doc comments are what a fault imitates.
macro_rules! catalogue {
    ($($rule_set:literal in $place:ident {
        $($(#[doc = $imitates:literal])+ $fault:ident = $name:literal breaks $clause:literal,)+
    })+) => {
        /// The faults; the sentence of each says what it imitates.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Fault {
            $($($(#[doc = $imitates])+ $fault,)+)+
        }

        /// All planted faults, rule set by rule set.
        pub const CATALOGUE: &[Planted] = &[$($(Planted {
            fault: Fault::$fault,
            name: $name,
            rule_set: $rule_set,
            place: Place::$place,
            clause: $clause,
            // A doc comment begins with the blank after its slashes.
            imitates: concat!($($imitates),+).trim_ascii_start(),
        },)+)+];
    };
}

catalogue! {
    "samegame" in Engine {
        /// The border test of a selection compares the row with one row too few, so the top row
        /// is no part of the grid.
        LastRow = "samegame-last-row" breaks "SG-6",

        /// The loop that loads a grid ends one column early and leaves the last one empty.
        LastColumn = "samegame-last-column" breaks "SG-1",

        /// The comparison with the cell above is not masked at the top of a lane: row 16 of a
        /// column touches row 1 of the next.
        LaneCarry = "samegame-lane-carry" breaks "SG-4",

        /// What drops is not masked to its lane: the columns to the right in the same word are
        /// shifted down with it.
        DropCarry = "samegame-drop-carry" breaks "SG-10",

        /// A fill does not pass from the last column of a word to the first of the next (columns
        /// 4 and 5, 8 and 9, ...).
        WordCarry = "samegame-word-carry" breaks "SG-4",

        /// Closing up shifts each word by itself: the column that should come over from the next
        /// word is lost.
        CloseCarry = "samegame-close-carry" breaks "SG-11",

        /// The comparison of neighbours takes a cell of colour 0 for an empty one.
        ColourZero = "samegame-colour-zero" breaks "SG-3",

        /// The fourth plane, which the colours 7 to 9 need, is forgotten in the comparison of
        /// neighbours.
        TopPlane = "samegame-top-plane" breaks "SG-3",

        /// The test for an empty grid looks at the first plane only.
        WonPlane = "samegame-won-plane" breaks "SG-12",

        /// The test for a game that is stuck looks for equal cells in a column, but not in a row.
        StuckRows = "samegame-stuck-rows" breaks "SG-13",

        /// When a removal empties several columns, only one of them is closed up.
        CloseOnce = "samegame-close-once" breaks "SG-11",

        /// Columns are closed up only when the first column of a word was emptied.
        CloseFirst = "samegame-close-first" breaks "SG-11",

        /// A fill takes three steps, enough for most groups, where it should go on until nothing
        /// changes.
        FillSteps = "samegame-fill-steps" breaks "SG-4",

        /// The least size of a group is off by one: a pair is refused.
        PairRefused = "samegame-pair-refused" breaks "SG-8",

        /// The hash leaves out the first plane.
        HashPlane = "samegame-hash-plane" breaks "SG-1",

        /// A copy takes the number of words by dividing the columns by four without rounding up,
        /// so an incomplete last word stays behind.
        CopyShort = "samegame-copy-short" breaks "SG-8",

        /// A set of `n` columns is written as `(1 << n) - 1`, which overflows for the 64 columns
        /// of the widest grid.
        WidestPanic = "samegame-widest-panic" breaks "SG-2",

        /// A fill wakes the neighbouring word without asking whether anything in it is new: two
        /// words that share a region wake each other for ever.
        EndlessFill = "samegame-endless-fill" breaks "SG-4",

        /// Only the lowest run of removed cells of a column is dropped onto; the cells above the
        /// second run float.
        LowestRun = "samegame-lowest-run" breaks "SG-10",

        /// A random draw never takes the last candidate, so the only group left is not found.
        SampleLast = "samegame-sample-last" breaks "SG-5",

        /// Whether a cell is the first of its group is looked up in the words before it, but not in
        /// its own: a group with two cells that could be the first is listed twice.
        ListedTwice = "samegame-listed-twice" breaks "SG-5",

        /// A selection is looked up in the lanes, which are larger than the grid, before it is
        /// compared with the border: a cell off the grid is reported empty.
        RefusalOrder = "samegame-refusal-order" breaks "SG-6",

        /// The rows of the comparison are masked to the ten of the judge's limits.
        TenRows = "samegame-ten-rows" breaks "SG-2",

        /// Cells are dropped in the forty columns of the judge's limits only.
        FortyColumns = "samegame-forty-columns" breaks "SG-2",
    }

    "linkpop" in Engine {
        /// The empty cells of a row are not masked to the columns of the board: a fill goes on
        /// behind the end of a row.
        RowEndWrap = "linkpop-row-end-wrap" breaks "LP-4",

        /// Symbols are compared with one bit too few: A matches E.
        SymbolBit = "linkpop-symbol-bit" breaks "LP-2",

        /// What is kept from the last pop is looked at again only down to the row above the last one
        /// that changed.
        StaleTwins = "linkpop-stale-twins" breaks "LP-20",

        /// Settling stops after a turn in which blocks of one row moved only.
        OneTurnShort = "linkpop-one-turn-short" breaks "LP-19",

        /// A block that has come down from the row above is checked again at its new place.
        MovedTwice = "linkpop-moved-twice" breaks "LP-18",

        /// A cell that becomes free in a turn is not offered to the row below in the same turn.
        AsleepBelow = "linkpop-asleep-below" breaks "LP-17",

        /// Of a chain of blocks that go left only the head moves, as it is right for those that go
        /// right.
        LeftHeadOnly = "linkpop-left-head-only" breaks "LP-17",

        /// A row is checked from the right as far as blocks go right: of a chain of them all move in
        /// one turn, as it is right for those that go left.
        RightTogether = "linkpop-right-together" breaks "LP-16",

        /// The test whether a block sees the right side of the board looks at the last column but
        /// one.
        MarginOff = "linkpop-margin-off" breaks "LP-6",

        /// A link may turn in the cell of the block at which a ray ends.
        BlockCorner = "linkpop-block-corner" breaks "LP-4",

        /// Among pairs that see each other the one whose earlier block stands furthest left is taken.
        ColumnFirst = "linkpop-column-first" breaks "LP-20",

        /// Of the partners of the first block the one in the last row is taken.
        OtherLast = "linkpop-other-last" breaks "LP-20",
    }
    "paint" in Engine {
        /// The rows of a board are one bit too wide: there is a column behind the last one.
        ColumnBeyond = "paint-column-beyond" breaks "PT-1",

        /// The flood that looks for cells never comes to the last row.
        FloodLastRow = "paint-flood-last-row" breaks "PT-7",

        /// The flood that looks for cells walks over other numbers.
        FloodOverNumbers = "paint-flood-over-numbers" breaks "PT-15",

        /// A step goes to the corners, too: cells that meet at a corner only are neighbours.
        Corners = "paint-corners" breaks "PT-1",

        /// Cells beside fresh paint stay usable.
        StillUsable = "paint-still-usable" breaks "PT-17",

        /// A number is looked at again only when paint comes as near as its own cells, not when it
        /// comes beside them: one that has died stays alive.
        StaleAlive = "paint-stale-alive" breaks "PT-20",

        /// The row of a cell is cut to a byte before it is compared with the side: row 256 is row 0.
        RowByte = "paint-row-byte" breaks "PT-10",

        /// Paint is looked for after it is known whether the cells are connected.
        PaintedLate = "paint-painted-late" breaks "PT-12",

        /// The count is compared with the first number before the numbers are counted.
        CountFirst = "paint-count-first" breaks "PT-16",

        /// A board is drawn when its largest number left is 0.
        ZeroIsDrawn = "paint-zero-is-drawn" breaks "PT-21",

        /// The player who has just moved loses.
        WrongLoser = "paint-wrong-loser" breaks "PT-22",

        /// The hash does not know whose turn it is.
        TurnUnhashed = "paint-turn-unhashed" breaks "PT-4",

        /// A painted cell stays in the hash with the number it held.
        NumberHashed = "paint-number-hashed" breaks "PT-4",

        /// A move that is taken back gives the neighbours of its cells back, those that touch
        /// older paint among them.
        UndoForgets = "paint-undo-forgets" breaks "PT-17",

        /// The last two cells of a set are counted as pairs of cells, not as steps between them: a
        /// cell that is met from two sides counts once.
        PairsOnce = "paint-pairs-once" breaks "PT-7",

        /// The frontier's last cell is never the last cell of a set.
        LastChoice = "paint-last-choice" breaks "PT-7",

        /// A branch is given up one cell too early: sets that need every cell that can be reached
        /// are lost.
        GivenUpEarly = "paint-given-up-early" breaks "PT-7",

        /// No empty column lies between the rows of a window: the end of a row touches the start of
        /// the next.
        NoEmptyColumn = "paint-no-empty-column" breaks "PT-1",

        /// Where sets are walked by a list, a cell that was met once stays met when the sets with it
        /// are done.
        NeverFresh = "paint-never-fresh" breaks "PT-7",

        /// Counting breaks off when the limit is reached, not when it is passed.
        LimitReached = "paint-limit-reached" breaks "PT-7",
    }

    "paint" in Solver {
        /// A component is taken to be worth less than it has numbers, where it may be worth as
        /// many.
        SolverValueBound = "paint-solver-value-bound" breaks "PT-22",

        /// A move to a value is looked for only where the component has two numbers more than that,
        /// not one.
        SolverFindBound = "paint-solver-find-bound" breaks "PT-22",

        /// A component without a move to a value is said to have the value; that it may have a
        /// smaller one is forgotten.
        SolverAtLeast = "paint-solver-at-least" breaks "PT-22",

        /// That a component does not have a value is kept for all smaller values as well, as if
        /// they had been asked for in order.
        SolverNotBelow = "paint-solver-not-below" breaks "PT-22",

        /// Numbers that are alone are added up, not taken in pairs: two of them make a heap of two.
        SolverSinglesAdded = "paint-solver-singles-added" breaks "PT-22",

        /// Two components cancel out as soon as their numbers are the same, whatever cells there
        /// are around these.
        SolverTwinNumbers = "paint-solver-twin-numbers" breaks "PT-22",

        /// Outcomes are told apart by what is still in reach alone, not by how many numbers are
        /// safe beside it.
        SolverSafeUnseen = "paint-solver-safe-unseen" breaks "PT-22",

        /// An outcome of which it is not known whether it has a set stands for others that leave the
        /// same.
        SolverMaybeSeen = "paint-solver-maybe-seen" breaks "PT-7",

        /// When a question is given up for now, the outcomes that have had their share are forgotten:
        /// asked again, it is answered without them.
        SolverShareLost = "paint-solver-share-lost" breaks "PT-22",

        /// A branch is given up when as many moves may follow as the value asks for, not only when
        /// fewer may.
        SolverMostMoves = "paint-solver-most-moves" breaks "PT-22",

        /// Of numbers that can come near each other only one is expected to be played, as if they stood side
        /// by side.
        SolverAllRivals = "paint-solver-all-rivals" breaks "PT-22",

        /// Where listing goes on, the cells that were painted on the way are taken to be done with: what else
        /// could be painted with them is lost.
        SolverWayLost = "paint-solver-way-lost" breaks "PT-7",

        /// What a number can reach is filled one step short: its farthest cells are missing.
        SolverBallShort = "paint-solver-ball-short" breaks "PT-20",

        /// Numbers are in one component only if they can reach the same cell, not if their cells
        /// touch.
        SolverTouching = "paint-solver-touching" breaks "PT-17",

        /// Numbers that are near each other only by way of a third one are not put into one
        /// component.
        SolverThird = "paint-solver-third" breaks "PT-17",

        /// The key of a component mirrors the cells of a row, but not the numbers in it.
        SolverHalfMirrored = "paint-solver-half-mirrored" breaks "PT-1",

        /// The key of a component knows where its numbers are, but not how large they are.
        SolverValuesUnhashed = "paint-solver-values-unhashed" breaks "PT-7",

        /// The key of a position that can still be drawn forgets the numbers that are alone.
        SolverSinglesUnkeyed = "paint-solver-singles-unkeyed" breaks "PT-21",

        /// A draw is kept as a loss: there are two kinds of values in the table, as where no draw
        /// is possible.
        SolverDrawKept = "paint-solver-draw-kept" breaks "PT-21",

        /// A position without a dead number is solved as all others are: who cannot move has lost.
        SolverNeverDrawn = "paint-solver-never-drawn" breaks "PT-21",

        /// Numbers beside paint are not counted among those that are left, so that a draw seems
        /// possible.
        SolverBesidePaint = "paint-solver-beside-paint" breaks "PT-22",

        /// Whether a move has left all numbers alive is asked without those that are safe.
        SolverSafeDead = "paint-solver-safe-dead" breaks "PT-21",

        /// After a move in one component the numbers that were alone beside it are forgotten.
        SolverOthersForgotten = "paint-solver-others-forgotten" breaks "PT-21",

        /// A number that is safe from the move is struck off the list, but not counted as a move
        /// that is left.
        SolverSafeUncounted = "paint-solver-safe-uncounted" breaks "PT-22",

        /// When the walk takes a cell back, what the numbers can reach stays as small as it was
        /// with the cell painted.
        SolverUndoForgets = "paint-solver-undo-forgets" breaks "PT-20",

        /// When the walk takes a cell back, the number that died of it last stays dead.
        SolverUndoDead = "paint-solver-undo-dead" breaks "PT-20",

        /// A branch is given up when there are just enough cells for a set, not only when there are
        /// too few.
        SolverNoRoom = "paint-solver-no-room" breaks "PT-7",

        /// What a set may still take from other numbers is its cells alone, without those beside
        /// them.
        SolverDangerShort = "paint-solver-danger-short" breaks "PT-17",

        /// Painting a number that is alone is taken to win wherever the position is won.
        SolverAnySingle = "paint-solver-any-single" breaks "PT-22",

        /// A move is named by rows and columns of its component, not of the board.
        SolverOwnCorner = "paint-solver-own-corner" breaks "PT-14",

        /// A list of moves that was broken off is said to be complete.
        SolverSaidComplete = "paint-solver-said-complete" breaks "PT-20",
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{CATALOGUE, Planted};

    #[test]
    fn every_fault_is_found_by_its_name_and_by_itself() {
        for planted in CATALOGUE {
            assert_eq!(Planted::by_name(planted.name), Some(planted));
            assert_eq!(<&Planted>::from(planted.fault), planted);
        }
        assert_eq!(Planted::by_name("no-such-fault"), None);
    }

    #[test]
    fn names_are_unique_kebab_case_and_begin_with_the_rule_set() {
        let names: BTreeSet<_> = CATALOGUE.iter().map(|planted| planted.name).collect();
        assert_eq!(names.len(), CATALOGUE.len());
        for planted in CATALOGUE {
            let rest = planted.name.strip_prefix(planted.rule_set);
            let rest = rest.and_then(|rest| rest.strip_prefix('-')).expect(planted.name);
            let kebab =
                |word: &str| !word.is_empty() && word.bytes().all(|b| b.is_ascii_lowercase());
            assert!(rest.split('-').all(kebab), "{rest}");
        }
    }

    #[test]
    fn what_a_fault_imitates_is_a_sentence() {
        for planted in CATALOGUE {
            let imitates = planted.imitates;
            assert!(imitates.starts_with(char::is_uppercase) && imitates.ends_with('.'));
            assert!(!imitates.contains("  "), "{imitates}");
        }
    }

    #[cfg(feature = "planted")]
    #[test]
    fn no_fault_is_active_until_one_is_activated() {
        // Activating one here would make the tests fail that run beside this one.
        assert_eq!(super::active(), None);
    }
}
