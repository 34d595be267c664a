//! Planted faults: mistakes that an author of a solver could make, switched on one at a time to
//! test the checks of the solver's answers.
//!
//! Each fault is one line at the place of the mistake and one entry in the table below. The switch
//! is in `twinboard-faults`, which compiles these lines in only with its feature `planted`.

use twinboard_faults::catalogue;

catalogue! {
    "paint" in Solver {
        /// A component with m numbers is assumed to have a value below m; m is possible, too.
        ValueBound = "paint-solver-value-bound" breaks "PT-22",

        /// The bound on the values that a move can leave is off by one: a query for the highest of
        /// them ends without a search.
        FindBound = "paint-solver-find-bound" breaks "PT-22",

        /// A component without a move to a value is given that value, although it may have a
        /// smaller one.
        AtLeast = "paint-solver-at-least" breaks "PT-22",

        /// An excluded value excludes all smaller values as well, as if queries came in order.
        NotBelow = "paint-solver-not-below" breaks "PT-22",

        /// Singles are added up instead of counted by parity: two of them make a heap of two.
        SinglesAdded = "paint-solver-singles-added" breaks "PT-22",

        /// Two components cancel out if their numbers are equal, whatever cells surround them.
        TwinNumbers = "paint-solver-twin-numbers" breaks "PT-22",

        /// Outcomes are compared by their reach alone, without the number of safe numbers.
        SafeUnseen = "paint-solver-safe-unseen" breaks "PT-22",

        /// An outcome that may not have a set hides others with the same remains.
        MaybeSeen = "paint-solver-maybe-seen" breaks "PT-7",

        /// A guess that took many nodes is stored with the proofs.
        GuessKept = "paint-solver-guess-kept" breaks "PT-22",

        /// A walk that the budget ends counts as finished: the moves that it has not listed do not
        /// exist.
        StoppedWalk = "paint-solver-stopped-walk" breaks "PT-22",

        /// A branch is pruned if exactly as many moves may follow as the value needs, not only if
        /// fewer may.
        MostMoves = "paint-solver-most-moves" breaks "PT-22",

        /// Numbers that can come near each other count as in conflict: only one of them is expected
        /// to be played.
        AllRivals = "paint-solver-all-rivals" breaks "PT-22",

        /// A walk that is resumed treats the cells painted on its path as finished: other sets that
        /// contain them are lost.
        WayLost = "paint-solver-way-lost" breaks "PT-7",

        /// The ball of a number is filled one step short, without its farthest cells.
        BallShort = "paint-solver-ball-short" breaks "PT-20",

        /// Numbers are joined into one component if their balls share a cell, but not if they
        /// touch.
        Touching = "paint-solver-touching" breaks "PT-17",

        /// Numbers that are connected only through a third one are not joined into one component.
        Third = "paint-solver-third" breaks "PT-17",

        /// The key of a component mirrors the cells of a row, but not the numbers in it.
        HalfMirrored = "paint-solver-half-mirrored" breaks "PT-1",

        /// The key of a component contains the places of its numbers, but not their values.
        ValuesUnhashed = "paint-solver-values-unhashed" breaks "PT-7",

        /// The key of a position that can still be drawn leaves out the singles.
        SinglesUnkeyed = "paint-solver-singles-unkeyed" breaks "PT-21",

        /// A draw is stored as a loss: the table has two kinds of values, enough for positions
        /// without draws.
        DrawKept = "paint-solver-draw-kept" breaks "PT-21",

        /// A position without a dead number is solved like all others: the player who cannot move
        /// loses.
        NeverDrawn = "paint-solver-never-drawn" breaks "PT-21",

        /// Numbers beside paint do not count as dead numbers that are left, so a draw seems
        /// possible.
        BesidePaint = "paint-solver-beside-paint" breaks "PT-22",

        /// The test whether a move leaves all numbers alive overlooks the safe ones.
        SafeDead = "paint-solver-safe-dead" breaks "PT-21",

        /// A move in one component loses the singles beside it.
        OthersForgotten = "paint-solver-others-forgotten" breaks "PT-21",

        /// A number that is safe from the move is removed from the list, but not counted as a
        /// remaining move.
        SafeUncounted = "paint-solver-safe-uncounted" breaks "PT-22",

        /// A walk that takes a cell back leaves the balls as small as with the cell painted.
        UndoForgets = "paint-solver-undo-forgets" breaks "PT-20",

        /// A walk that takes a cell back does not revive the number that died of it last.
        UndoDead = "paint-solver-undo-dead" breaks "PT-20",

        /// A branch is pruned if exactly enough cells are left for a set, not only if too few are.
        NoRoom = "paint-solver-no-room" breaks "PT-7",

        /// The threatened cells of a set are its own cells alone, without those beside them.
        DangerShort = "paint-solver-danger-short" breaks "PT-17",

        /// Painting a single counts as a winning move wherever the position is won.
        AnySingle = "paint-solver-any-single" breaks "PT-22",

        /// The cells of a move are named by rows and columns of its component instead of the board.
        OwnCorner = "paint-solver-own-corner" breaks "PT-14",
    }
}
