//! The effect of a pop: two blocks disappear, then turns of checking follow until nothing moves.
//!
//! Few blocks move in a turn, usually one. So only blocks that may move are checked: a block is
//! *awake* after it has moved itself or after the place that it is headed for has become free.

use board::linkpop::{Attribute, Cell, Pair};

use super::board::{Board, EMPTY, cell_of, place_of};
use super::lines::{Place, Places, ROW};
use crate::planted::{Fault, planted};

/// Lowest three bits of the code of a block with this attribute.
const fn heading(attribute: Attribute) -> u8 {
    attribute as u8 + 1
}

/// Difference of place numbers when a block moves, indexed by heading. Still blocks have step 0:
/// their target is their own place, which is occupied, so they never move.
const STEPS: [isize; 8] = {
    let mut steps = [0; 8];
    steps[heading(Attribute::Up) as usize] = -ROW.cast_signed();
    steps[heading(Attribute::Down) as usize] = ROW.cast_signed();
    steps[heading(Attribute::Left) as usize] = -1;
    steps[heading(Attribute::Right) as usize] = 1;
    steps
};

impl Board {
    /// Pops two blocks, even if they do not match, and settles the board.
    ///
    /// # Panics
    ///
    /// If one of the cells is empty or off the board.
    pub fn pop(&mut self, pair: Pair) {
        self.pop_and_report(pair, &mut |_, _| {});
    }

    /// [`pop`](Self::pop) that calls `report` for every move, in order, with its turn, from 0,
    /// and the cell that the block leaves.
    pub(super) fn pop_and_report(&mut self, pair: Pair, report: &mut impl FnMut(usize, Cell)) {
        let (mut touched, mut awake) = (Places::new(), Places::new());
        for cell in [pair.earlier(), pair.other()] {
            assert!(self.get(cell).is_some(), "{cell} is empty");
            self.codes[place_of(cell)] = EMPTY;
            touched.insert(place_of(cell));
        }
        if self.is_settled {
            for freed in [pair.earlier(), pair.other()].map(place_of) {
                self.wake(freed - ROW, Attribute::Down, &mut awake);
                self.wake(freed - 1, Attribute::Right, &mut awake);
                self.wake(freed + 1, Attribute::Left, &mut awake);
                self.wake(freed + ROW, Attribute::Up, &mut awake);
            }
        } else {
            self.wake_all(&mut awake);
            self.is_settled = true;
        }
        self.settle(awake, &mut touched, report);
        self.update_lines_and_twins(&mut touched);
    }

    /// Makes turns of checking until nothing moves (LP-16 to LP-19); the first turn checks the
    /// blocks at `awake`. Adds to `touched` the places that may have changed.
    fn settle(
        &mut self,
        mut awake: Places,
        touched: &mut Places,
        report: &mut impl FnMut(usize, Cell),
    ) {
        let mut awake_next = Places::new();
        let (mut awake, mut awake_next) = (&mut awake, &mut awake_next);
        let mut turn = 0;
        loop {
            let mut rows = 0_u64;
            while let Some(from) = awake.take_first() {
                let code = self.codes[from];
                debug_assert_ne!(code, EMPTY, "an empty place is awake");
                let step = STEPS[usize::from(code & 7)];
                let to = from.wrapping_add_signed(step);
                if self.codes[to] != EMPTY {
                    continue;
                }
                touched.insert(from);
                self.codes[from] = EMPTY;
                report(turn, cell_of(from));
                rows |= 1 << (from / ROW);
                let is_alone = awake.is_empty() && awake_next.is_empty();
                let (from, to) = if is_alone && !planted(Fault::OneTurnShort) {
                    self.slide((from, to), step, &mut turn, report)
                } else {
                    (from, to)
                };
                touched.insert(to);
                self.codes[to] = code;

                // Blocks headed for the freed place follow: in this turn if they come later in the
                // order of checks, else in the next turn. A block that follows in this turn has not
                // moved in it: blocks that move left or up came from an even later place.
                let right_of_it =
                    if planted(Fault::LeftHeadOnly) { &mut *awake_next } else { &mut *awake };
                self.wake(from + 1, Attribute::Left, right_of_it);
                let below_it =
                    if planted(Fault::AsleepBelow) { &mut *awake_next } else { &mut *awake };
                self.wake(from + ROW, Attribute::Up, below_it);
                self.wake(from - ROW, Attribute::Down, awake_next);
                let left_of_it =
                    if planted(Fault::RightTogether) { &mut *awake } else { &mut *awake_next };
                self.wake(from - 1, Attribute::Right, left_of_it);

                // A blocked block sleeps; it is woken when its target becomes free.
                let is_again = planted(Fault::MovedTwice) && to == from + ROW;
                let moved = if is_again { &mut *awake } else { &mut *awake_next };
                moved.insert_if(to, self.codes[to.wrapping_add_signed(step)] == EMPTY);
            }
            if awake_next.is_empty() || planted(Fault::OneTurnShort) && rows.is_power_of_two() {
                return;
            }
            std::mem::swap(&mut awake, &mut awake_next);
            turn += 1;
        }
    }

    /// Moves the only awake block on after its first move, one cell a turn, as long as its target
    /// is free and no block follows it. Returns the places before and after its last move. The
    /// block is not on the board meanwhile; the caller puts it back.
    #[inline]
    fn slide(
        &self,
        (mut from, mut to): (Place, Place),
        step: isize,
        turn: &mut usize,
        report: &mut impl FnMut(usize, Cell),
    ) -> (Place, Place) {
        while self.codes[to.wrapping_add_signed(step)] == EMPTY && !self.is_target(from) {
            (from, to) = (to, to.wrapping_add_signed(step));
            *turn += 1;
            report(*turn, cell_of(from));
        }
        (from, to)
    }

    /// True if a block is headed for this place.
    #[inline]
    fn is_target(&self, place: Place) -> bool {
        let is_headed = |at: Place, attribute| self.codes[at] & 7 == heading(attribute);
        is_headed(place + 1, Attribute::Left)
            | is_headed(place + ROW, Attribute::Up)
            | is_headed(place - ROW, Attribute::Down)
            | is_headed(place - 1, Attribute::Right)
    }

    /// Adds a place to `awake` if it has a block headed in this direction.
    #[inline]
    fn wake(&self, at: Place, attribute: Attribute, awake: &mut Places) {
        awake.insert_if(at, self.codes[at] & 7 == heading(attribute));
    }

    fn wake_all(&self, awake: &mut Places) {
        for place in self.blocks() {
            // The lines, from which `blocks` comes, still contain the popped blocks.
            awake.insert_if(place, self.codes[place] != EMPTY);
        }
    }
}
