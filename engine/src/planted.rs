//! Planted faults: typical mistakes of bitboard authors, activated one at a time to measure the
//! checks.
//!
//! Each fault is one line at the place of the mistake and one entry in the table below. The crate
//! `faults` has the switch; the lines are compiled in with the feature `planted` only.

use twinboard_faults::catalogue;

catalogue! {
    "samegame" in Engine {
        /// The border test of a selection compares the row with one row too few, so the top row
        /// is no part of the grid.
        LastRow = "samegame-last-row" breaks "SG-6",

        /// The loop that loads a grid ends one column early and leaves the last one empty.
        LastColumn = "samegame-last-column" breaks "SG-1",

        /// The engine refuses grids of 64 columns: the comparison with the limit leaves the
        /// limit out.
        Refused = "samegame-refused" breaks "SG-1",

        /// The comparison with the cell above is not masked at the top of a lane: row 16 of a
        /// column touches row 1 of the next.
        LaneCarry = "samegame-lane-carry" breaks "SG-4",

        /// Cells that drop are not masked to their lane: the columns to the right in the same word
        /// shift down with them.
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

        /// With more than 40 candidates for the first cell of a group, a draw never takes the last
        /// one: its bound was computed for the first 40.
        SampleMany = "samegame-sample-many" breaks "SG-5",

        /// The first cell of a group is looked for in the words before a cell, but not in its own
        /// word: a group with two candidates there is listed twice.
        ListedTwice = "samegame-listed-twice" breaks "SG-5",

        /// A selection is looked up in the lanes, which are larger than the grid, before it is
        /// compared with the border: a cell off the grid is reported empty.
        RefusalOrder = "samegame-refusal-order" breaks "SG-6",

        /// The rows of the comparison are masked to the ten of the judge's limits.
        TenRows = "samegame-ten-rows" breaks "SG-2",

        /// Cells are dropped in the forty columns of the judge's limits only.
        FortyColumns = "samegame-forty-columns" breaks "SG-2",

        /// The key hashes the cells column by column and leaves out the size of the grid.
        KeyByColumns = "samegame-key-by-columns" breaks "SG-3",

        /// A batch fills from left to right and back once, where it should go on until no board
        /// changes.
        BatchFillOnce = "samegame-batch-fill-once" breaks "SG-4",

        /// A batch removes up to three cells of a column, where it should go on until none is left.
        BatchDropThree = "samegame-batch-drop-three" breaks "SG-9",

        /// When a removal empties several columns of a board, the batch closes up one of them.
        BatchCloseOnce = "samegame-batch-close-once" breaks "SG-11",

        /// The totals of random games square the sizes of groups in 16 bits: a group of 256 cells
        /// counts nothing.
        BatchSquares = "samegame-batch-squares" breaks "SG-9",

        /// The kept list of groups fills only those again that a move touches, not those beside:
        /// a group that cells drop next to stays as small as it was.
        ListBeside = "samegame-list-beside" breaks "SG-4",
    }

    "linkpop" in Engine {
        /// The empty cells of a row are not masked to the columns of the board: a fill goes on
        /// behind the end of a row.
        RowEndWrap = "linkpop-row-end-wrap" breaks "LP-4",

        /// Symbols are compared with one bit too few: A matches E.
        SymbolBit = "linkpop-symbol-bit" breaks "LP-2",

        /// Pairs kept from the last pop are updated only down to the row above the last one that
        /// changed.
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

        /// A row is checked from the right as far as blocks go right: of a chain of them all move
        /// in one turn, as it is right for those that go left.
        RightTogether = "linkpop-right-together" breaks "LP-16",

        /// The test whether a block sees the right side of the board looks at the last column but
        /// one.
        MarginOff = "linkpop-margin-off" breaks "LP-6",

        /// A link may turn in the cell of the block at which a ray ends.
        BlockCorner = "linkpop-block-corner" breaks "LP-4",

        /// Among pairs that see each other, the one whose earlier block is furthest left is taken.
        ColumnFirst = "linkpop-column-first" breaks "LP-20",

        /// Of the partners of the first block the one in the last row is taken.
        OtherLast = "linkpop-other-last" breaks "LP-20",

        /// The key hashes the cells row by row and leaves out the size of the board.
        KeyByRows = "linkpop-key-by-rows" breaks "LP-1",
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

        /// A number is examined again only if paint comes as near as its own cells, not if paint
        /// touches them: a dead one stays alive.
        StaleAlive = "paint-stale-alive" breaks "PT-20",

        /// The row of a cell is cut to a byte before it is compared with the side: row 256 is row
        /// 0.
        RowByte = "paint-row-byte" breaks "PT-10",

        /// Paint is looked for only after the test whether the cells are connected.
        PaintedLate = "paint-painted-late" breaks "PT-12",

        /// The count is compared with the first number before the numbers are counted.
        CountFirst = "paint-count-first" breaks "PT-16",

        /// A board is drawn when its largest number left is 0.
        ZeroIsDrawn = "paint-zero-is-drawn" breaks "PT-21",

        /// The player who has just moved loses.
        WrongLoser = "paint-wrong-loser" breaks "PT-22",

        /// The hash leaves out the player to move.
        TurnUnhashed = "paint-turn-unhashed" breaks "PT-4",

        /// A painted cell stays in the hash with the number it held.
        NumberHashed = "paint-number-hashed" breaks "PT-4",

        /// Taking a move back frees all neighbours of its cells, also those that touch older paint.
        UndoForgets = "paint-undo-forgets" breaks "PT-17",

        /// The last two cells of a set are counted as pairs of cells instead of steps between them:
        /// a cell that is reached from two sides counts once.
        PairsOnce = "paint-pairs-once" breaks "PT-7",

        /// The frontier's last cell is never the last cell of a set.
        LastChoice = "paint-last-choice" breaks "PT-7",

        /// A branch is pruned one cell too early: sets that need every reachable cell are lost.
        GivenUpEarly = "paint-given-up-early" breaks "PT-7",

        /// No column is masked before a step to the left or to the right in a word: the end of a
        /// row of eight cells touches the start of the next.
        NoEmptyColumn = "paint-no-empty-column" breaks "PT-1",

        /// In walks over a list of cells, a cell that was visited once stays marked after the sets
        /// with it are done.
        NeverFresh = "paint-never-fresh" breaks "PT-7",

        /// Counting the moves after a move still counts those of numbers beside its paint.
        CountAfter = "paint-count-after" breaks "PT-17",

        /// Counting breaks off when the limit is reached, not when it is passed.
        LimitReached = "paint-limit-reached" breaks "PT-7",
    }
}
