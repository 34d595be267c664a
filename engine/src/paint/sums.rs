//! Number of ways to add the last two or three cells of an area, kept up to date while cells join
//! and leave the frontier one by one. [`enumerate`](super::enumerate) defines the terms and
//! letters.

use super::enumerate::sum_of_ways;

/// State of a cell in an enumeration, in a byte: the number of its fresh neighbours (bits 0 to 2)
/// and of its frontier neighbours (bits 3 to 5); bit 6 is set if it is fresh, bit 7 if it is in the
/// frontier. A fresh cell that is marked has both bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Code(u8);

const FRESH_NEIGHBOUR: u8 = 1;
const FRONTIER_NEIGHBOUR: u8 = 1 << 3;
const FRESH: u8 = 1 << 6;
const FRONTIER: u8 = 1 << 7;

impl Code {
    /// A cell that is neither fresh nor in the frontier, like all its neighbours.
    pub(super) const NONE: Self = Self(0);

    /// True if the cell is fresh and not marked.
    #[inline]
    pub(super) fn is_fresh(self) -> bool {
        self.0 / FRESH == 1
    }

    #[inline]
    pub(super) fn make_fresh(&mut self) {
        self.0 = (self.0 & !FRONTIER) | FRESH;
    }

    #[inline]
    pub(super) fn make_frontier(&mut self) {
        self.0 = (self.0 & !FRESH) | FRONTIER;
    }

    /// Makes the cell neither fresh nor a part of the frontier.
    #[inline]
    pub(super) fn leave(&mut self) {
        self.0 &= !(FRESH | FRONTIER);
    }

    /// Marks a fresh cell; does nothing to others.
    #[inline]
    pub(super) fn mark(&mut self) {
        self.0 |= (self.0 & FRESH) << 1;
    }

    /// Unmarks a marked cell; does nothing to others.
    #[inline]
    pub(super) fn unmark(&mut self) {
        self.0 &= !((self.0 & FRESH) << 1);
    }

    #[inline]
    pub(super) fn gain_fresh(&mut self) {
        self.0 = self.0.wrapping_add(FRESH_NEIGHBOUR);
    }

    #[inline]
    pub(super) fn gain_frontier(&mut self) {
        self.0 = self.0.wrapping_add(FRONTIER_NEIGHBOUR);
    }

    #[inline]
    pub(super) fn lose_frontier(&mut self) {
        self.0 = self.0.wrapping_sub(FRONTIER_NEIGHBOUR);
    }

    #[inline]
    pub(super) fn trade_fresh_for_frontier(&mut self) {
        self.0 = self.0.wrapping_add(FRONTIER_NEIGHBOUR - FRESH_NEIGHBOUR);
    }

    #[inline]
    pub(super) fn trade_frontier_for_fresh(&mut self) {
        self.0 = self.0.wrapping_sub(FRONTIER_NEIGHBOUR - FRESH_NEIGHBOUR);
    }
}

/// Sums over the frontier and the fresh cells. Each method takes the code that a cell had before
/// the change.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sums {
    /// Pairs of a frontier cell and a fresh neighbour of it.
    steps: i32,
    /// d·(d−1)/2 of the frontier cells and a·r − a·(a+1)/2 of the fresh ones.
    others: i32,
}

impl Sums {
    /// A cell leaves the frontier.
    #[inline]
    pub(super) fn lose_frontier(&mut self, code: Code) {
        let fresh = i32::from(code.0 % FRONTIER_NEIGHBOUR);
        self.steps -= fresh;
        self.others -= fresh * (fresh - 1) / 2;
    }

    /// A neighbour of the cell leaves the frontier.
    #[inline]
    pub(super) fn beside_left(&mut self, code: Code) {
        self.others += i32::from(BESIDE_LEFT[usize::from(code.0)]);
    }

    /// The cell joins the frontier if it is fresh.
    #[inline]
    pub(super) fn gain_if_fresh(&mut self, code: Code) {
        let Gain { steps, others } = GAIN[usize::from(code.0)];
        self.steps += i32::from(steps);
        self.others += i32::from(others);
    }

    /// Some fresh neighbours of the cell join the frontier, at most two.
    #[inline]
    pub(super) fn beside_some_met(&mut self, code: Code, neighbours: u8) {
        self.others += i32::from(BESIDE_MET[usize::from(code.0)][usize::from(neighbours % 4)]);
    }

    /// Ways to add two cells: two of the frontier, or one of it and a fresh neighbour of that one.
    #[inline]
    pub(super) fn count_two(self, choices: u64) -> u64 {
        choices * choices.saturating_sub(1) / 2 + self.steps as u64
    }

    /// Ways to add three cells.
    #[inline]
    pub(super) fn count_three(self, choices: u64) -> u64 {
        sum_of_ways(choices, self.steps as u64, self.others.into())
    }
}

/// Change of both sums.
#[derive(Clone, Copy)]
struct Gain {
    steps: i8,
    others: i8,
}

/// Numbers of fresh and of frontier neighbours in a code.
const fn neighbours(code: usize) -> (i8, i8) {
    (code as i8 % 8, (code / 8 % 8) as i8)
}

/// Term of a fresh cell with `r` fresh and `a` frontier neighbours.
const fn term(r: i8, a: i8) -> i8 {
    a * r - a * (a + 1) / 2
}

static GAIN: [Gain; 256] = {
    let mut gains = [Gain { steps: 0, others: 0 }; 256];
    let mut code = 0;
    while code < 64 {
        let (r, a) = neighbours(code);
        let others = r * (r - 1) / 2 - term(r, a);
        gains[code + FRESH as usize] = Gain { steps: r - a, others };
        code += 1;
    }
    gains
};

static BESIDE_LEFT: [i8; 256] = {
    let mut changes = [0; 256];
    let mut code = 0;
    while code < 64 {
        let (r, a) = neighbours(code);
        changes[code + FRESH as usize] = term(r, a - 1) - term(r, a);
        code += 1;
    }
    changes
};

/// By code and number of neighbours.
static BESIDE_MET: [[i8; 4]; 256] = {
    let mut changes = [[0; 4]; 256];
    let mut code = 0;
    while code < 64 {
        let (r, a) = neighbours(code);
        let mut met = 0;
        while met < 3 {
            let left = r - met;
            let slot = met as usize;
            changes[code + FRESH as usize][slot] = term(left, a + met) - term(r, a);
            changes[code + FRONTIER as usize][slot] = left * (left - 1) / 2 - r * (r - 1) / 2;
            met += 1;
        }
        code += 1;
    }
    changes
};
