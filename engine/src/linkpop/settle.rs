//! What a pop does: two blocks disappear, then turns of checking until nothing moves.
//!
//! Few blocks move in a turn, most often one. So nobody is checked without a reason: a block is
//! woken when it has moved itself, or when the place that it is headed for becomes free.

use board::linkpop::{Attribute, Cell, Pair};

use super::board::{Board, EMPTY, cell_of, place_of};
use super::lines::{Place, Places, ROW};
use crate::planted::{Fault, planted};

/// The lowest three bits of a block with this attribute.
const fn heading(attribute: Attribute) -> u8 {
    attribute as u8 + 1
}

/// By how much the number of a place changes when a block moves, by its heading. Blocks that stand
/// still go where they are, and that is taken.
const STEPS: [isize; 8] = {
    let mut steps = [0; 8];
    steps[heading(Attribute::Up) as usize] = -ROW.cast_signed();
    steps[heading(Attribute::Down) as usize] = ROW.cast_signed();
    steps[heading(Attribute::Left) as usize] = -1;
    steps[heading(Attribute::Right) as usize] = 1;
    steps
};

impl Board {
    /// Pops two blocks, whatever they are, and settles the board.
    ///
    /// # Panics
    ///
    /// If one of the cells is empty or off the board.
    pub fn pop(&mut self, pair: Pair) {
        self.pop_and_tell(pair, &mut |_, _| {});
    }

    /// The same; `tell` hears of every move in which turn it happens, counted from 0, and from where,
    /// in the order in which they happen.
    pub(super) fn pop_and_tell(&mut self, pair: Pair, tell: &mut impl FnMut(usize, Cell)) {
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
        self.settle(awake, &mut touched, tell);
        self.catch_up(&mut touched);
    }

    /// Makes turns of checking until nothing moves (LP-16 to LP-19), in the first of which these
    /// blocks are checked. Notes down which places may have changed.
    fn settle(
        &mut self,
        mut awake: Places,
        touched: &mut Places,
        tell: &mut impl FnMut(usize, Cell),
    ) {
        let mut awake_next = Places::new();
        let (mut awake, mut awake_next) = (&mut awake, &mut awake_next);
        let mut turn = 0;
        loop {
            let mut rows = 0_u64;
            while let Some(from) = awake.take_first() {
                let code = self.codes[from];
                debug_assert_ne!(code, EMPTY, "a block is awake that is not there");
                let step = STEPS[usize::from(code & 7)];
                let to = from.wrapping_add_signed(step);
                if self.codes[to] != EMPTY {
                    continue;
                }
                touched.insert(from);
                self.codes[from] = EMPTY;
                tell(turn, cell_of(from));
                rows |= 1 << (from / ROW);
                let is_alone = awake.is_empty() && awake_next.is_empty();
                let (from, to) = if is_alone && !planted(Fault::OneTurnShort) {
                    self.slide((from, to), step, &mut turn, tell)
                } else {
                    (from, to)
                };
                touched.insert(to);
                self.codes[to] = code;

                // Whoever is headed for the freed place follows: in this turn, if it stands behind
                // it in the order of checks, else in the next. Who follows in this turn has not moved
                // in it: whoever goes left or up came from still further behind.
                let beside =
                    if planted(Fault::LeftHeadOnly) { &mut *awake_next } else { &mut *awake };
                self.wake(from + 1, Attribute::Left, beside);
                let beneath =
                    if planted(Fault::AsleepBelow) { &mut *awake_next } else { &mut *awake };
                self.wake(from + ROW, Attribute::Up, beneath);
                self.wake(from - ROW, Attribute::Down, awake_next);
                let before =
                    if planted(Fault::RightTogether) { &mut *awake } else { &mut *awake_next };
                self.wake(from - 1, Attribute::Right, before);

                // If the way is not free, it is woken when it becomes so.
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

    /// Lets the only block that is awake go on after its first move, by one move a turn, as long as
    /// its way is free and nobody follows it. Returns from where to where it moves last; until then it
    /// stands nowhere on the board.
    #[inline]
    fn slide(
        &self,
        (mut from, mut to): (Place, Place),
        step: isize,
        turn: &mut usize,
        tell: &mut impl FnMut(usize, Cell),
    ) -> (Place, Place) {
        while self.codes[to.wrapping_add_signed(step)] == EMPTY && !self.is_wanted(from) {
            (from, to) = (to, to.wrapping_add_signed(step));
            *turn += 1;
            tell(*turn, cell_of(from));
        }
        (from, to)
    }

    /// Whether some block is headed for a place.
    #[inline]
    fn is_wanted(&self, place: Place) -> bool {
        let is_headed = |at: Place, attribute| self.codes[at] & 7 == heading(attribute);
        is_headed(place + 1, Attribute::Left)
            | is_headed(place + ROW, Attribute::Up)
            | is_headed(place - ROW, Attribute::Down)
            | is_headed(place - 1, Attribute::Right)
    }

    /// Wakes the block at a place if it is headed in this direction.
    #[inline]
    fn wake(&self, at: Place, attribute: Attribute, awake: &mut Places) {
        awake.insert_if(at, self.codes[at] & 7 == heading(attribute));
    }

    fn wake_all(&self, awake: &mut Places) {
        for place in self.blocks() {
            // Where a block has just been popped, the lines do not know it yet.
            awake.insert_if(place, self.codes[place] != EMPTY);
        }
    }
}
