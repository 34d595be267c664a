//! Planted faults: slips an author of a solver would make, to be switched on one at a time, so that
//! the checks of what the solver says can be checked.
//!
//! Each fault is one line at the place where the slip would be made, and one entry in the table
//! below. The crate `faults` has the switch, and compiles the lines in with its feature `planted`
//! only.

use faults::catalogue;

catalogue! {
    "paint" in Solver {
        /// A component is taken to be worth less than it has numbers, where it may be worth as
        /// many.
        ValueBound = "paint-solver-value-bound" breaks "PT-22",

        /// A move to a value is looked for only where the component has two numbers more than that,
        /// not one.
        FindBound = "paint-solver-find-bound" breaks "PT-22",

        /// A component without a move to a value is said to have the value; that it may have a
        /// smaller one is forgotten.
        AtLeast = "paint-solver-at-least" breaks "PT-22",

        /// That a component does not have a value is kept for all smaller values as well, as if
        /// they had been asked for in order.
        NotBelow = "paint-solver-not-below" breaks "PT-22",

        /// Numbers that are alone are added up, not taken in pairs: two of them make a heap of two.
        SinglesAdded = "paint-solver-singles-added" breaks "PT-22",

        /// Two components cancel out as soon as their numbers are the same, whatever cells there
        /// are around these.
        TwinNumbers = "paint-solver-twin-numbers" breaks "PT-22",

        /// Outcomes are told apart by what is still in reach alone, not by how many numbers are
        /// safe beside it.
        SafeUnseen = "paint-solver-safe-unseen" breaks "PT-22",

        /// An outcome of which it is not known whether it has a set stands for others that leave
        /// the same.
        MaybeSeen = "paint-solver-maybe-seen" breaks "PT-7",

        /// When a question is given up for now, the outcomes that have had their share are
        /// forgotten: asked again, it is answered without them.
        ShareLost = "paint-solver-share-lost" breaks "PT-22",

        /// A question that was given up is resumed for the mirror image of its component, with the
        /// cells of the original.
        MirroredResumed = "paint-solver-mirrored-resumed" breaks "PT-1",

        /// What a guess has taken long to find is kept with the proofs.
        GuessKept = "paint-solver-guess-kept" breaks "PT-22",

        /// The rest of a walk is skipped when the time ends in the middle of it, as if it had no
        /// moves left to find.
        StoppedWalk = "paint-solver-stopped-walk" breaks "PT-22",

        /// A branch is given up when as many moves may follow as the value asks for, not only when
        /// fewer may.
        MostMoves = "paint-solver-most-moves" breaks "PT-22",

        /// Of numbers that can come near each other only one is expected to be played, as if they
        /// stood side by side.
        AllRivals = "paint-solver-all-rivals" breaks "PT-22",

        /// Where listing goes on, the cells that were painted on the way are taken to be done
        /// with: what else could be painted with them is lost.
        WayLost = "paint-solver-way-lost" breaks "PT-7",

        /// What a number can reach is filled one step short: its farthest cells are missing.
        BallShort = "paint-solver-ball-short" breaks "PT-20",

        /// Numbers are in one component only if they can reach the same cell, not if their cells
        /// touch.
        Touching = "paint-solver-touching" breaks "PT-17",

        /// Numbers that are near each other only by way of a third one are not put into one
        /// component.
        Third = "paint-solver-third" breaks "PT-17",

        /// The key of a component mirrors the cells of a row, but not the numbers in it.
        HalfMirrored = "paint-solver-half-mirrored" breaks "PT-1",

        /// The key of a component knows where its numbers are, but not how large they are.
        ValuesUnhashed = "paint-solver-values-unhashed" breaks "PT-7",

        /// The key of a position that can still be drawn forgets the numbers that are alone.
        SinglesUnkeyed = "paint-solver-singles-unkeyed" breaks "PT-21",

        /// A draw is kept as a loss: there are two kinds of values in the table, as where no draw
        /// is possible.
        DrawKept = "paint-solver-draw-kept" breaks "PT-21",

        /// A position without a dead number is solved as all others are: who cannot move has lost.
        NeverDrawn = "paint-solver-never-drawn" breaks "PT-21",

        /// Numbers beside paint are not counted among those that are left, so that a draw seems
        /// possible.
        BesidePaint = "paint-solver-beside-paint" breaks "PT-22",

        /// Whether a move has left all numbers alive is asked without those that are safe.
        SafeDead = "paint-solver-safe-dead" breaks "PT-21",

        /// After a move in one component the numbers that were alone beside it are forgotten.
        OthersForgotten = "paint-solver-others-forgotten" breaks "PT-21",

        /// A number that is safe from the move is struck off the list, but not counted as a move
        /// that is left.
        SafeUncounted = "paint-solver-safe-uncounted" breaks "PT-22",

        /// When the walk takes a cell back, what the numbers can reach stays as small as it was
        /// with the cell painted.
        UndoForgets = "paint-solver-undo-forgets" breaks "PT-20",

        /// When the walk takes a cell back, the number that died of it last stays dead.
        UndoDead = "paint-solver-undo-dead" breaks "PT-20",

        /// A branch is given up when there are just enough cells for a set, not only when there are
        /// too few.
        NoRoom = "paint-solver-no-room" breaks "PT-7",

        /// What a set may still take from other numbers is its cells alone, without those beside
        /// them.
        DangerShort = "paint-solver-danger-short" breaks "PT-17",

        /// Painting a number that is alone is taken to win wherever the position is won.
        AnySingle = "paint-solver-any-single" breaks "PT-22",

        /// A move is named by rows and columns of its component, not of the board.
        OwnCorner = "paint-solver-own-corner" breaks "PT-14",

        /// A list of moves that was broken off is said to be complete.
        SaidComplete = "paint-solver-said-complete" breaks "PT-20",
    }
}
