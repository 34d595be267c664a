//! Planted faults: typical mistakes, activated one at a time to show that the checks notice them.

twinboard::faults::catalogue! {
    "pegs" in Engine {
        /// The last hole of the row is never empty: off by one at the end of the row.
        LastHole = "pegs-last-hole" breaks "PG-2",

        /// A row of 64 holes has 63: its author knows that a shift by 64 overflows.
        Hole64 = "pegs-hole-64" breaks "PG-1",

        /// The peg that was jumped over stays.
        PegStays = "pegs-peg-stays" breaks "PG-2",
    }
}
