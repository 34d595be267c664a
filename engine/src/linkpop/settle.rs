//! The effect of a pop: two blocks disappear, then turns of checking follow until nothing moves.
//!
//! Few blocks move in a turn, usually one. So only blocks that may move are checked: a block is
//! *awake* after it has moved itself or after the place that it is headed for has become free.
//! After half of all pops no block is awake (measured: 30 × 30, 2 symbols).

use twinboard_vocabulary::linkpop::{Attribute, Cell, Pair};

use super::board::{Board, EMPTY, cell_of, is_block, place_of};
use super::lines::{LINES, Place, Places, ROW, row_and_column};
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

/// Number of changes that are noted before the lines and the candidates are updated.
const CHANGES_MAX: usize = 32;

/// The changed places, by comparison with the lines, which are not updated yet. The places that a
/// moving block only passes are not among them. A place may be noted twice.
struct Changes {
    places: [u16; CHANGES_MAX],
    count: usize,
}

impl Changes {
    fn new() -> Self {
        Self { places: [0; CHANGES_MAX], count: 0 }
    }

    /// Notes a place under a condition. Branchless, because the condition is unpredictable.
    #[inline]
    fn note_if(&mut self, place: Place, condition: bool) {
        self.places[self.count % CHANGES_MAX] = place as u16;
        self.count += usize::from(condition);
    }

    /// True if there may be no room for the changes of one check.
    #[inline]
    fn is_full(&self) -> bool {
        self.count + 2 > CHANGES_MAX
    }
}

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
        let mut changes = Changes::new();
        let popped = [pair.earlier(), pair.other()].map(place_of);
        for place in popped {
            assert!(is_block(self.codes[place]), "{} is empty", cell_of(place));
            self.codes[place] = EMPTY;
            changes.note_if(place, true);
        }
        if !self.is_settled {
            self.is_settled = true;
            self.settle_all(&mut changes, report);
        } else if popped.iter().any(|&place| self.is_target(place)) {
            let mut lines = [[0; LINES]; 2];
            let [now, next] = &mut lines;
            let mut awake = Places::new(now);
            for place in popped {
                // All are checked in the first turn; the first one blocks the others.
                let [below, right, left, above] = headed_for(place);
                let first = self.first_headed([above, left, right, below]);
                awake.insert_if(first.unwrap_or(place), first.is_some());
            }
            self.settle(awake, Places::new(next), &mut changes, report);
        }
        self.update(&mut changes);
        self.drop_false_candidates();
    }

    /// [`settle`](Self::settle) that checks all blocks in the first turn: those headed for an empty
    /// place. The others are blocked; they are woken like later on.
    #[cold]
    fn settle_all(&mut self, changes: &mut Changes, report: &mut impl FnMut(usize, Cell)) {
        let mut lines = [[0; LINES]; 2];
        let [now, next] = &mut lines;
        let mut awake = Places::new(now);
        // The lines, from which `empty_places` comes, still contain the popped blocks.
        let popped = changes.places[..changes.count].iter().map(|&place| place.into());
        for place in self.empty_places().chain(popped) {
            for (at, attribute) in headed_for(place) {
                awake.insert_if(at, self.is_headed(at, attribute));
            }
        }
        self.settle(awake, Places::new(next), changes, report);
    }

    /// Makes turns of checking until nothing moves (LP-16 to LP-19); the first turn checks the
    /// blocks at `awake`. `awake_next` is empty. Notes the changes.
    #[inline]
    fn settle<'a>(
        &mut self,
        mut awake: Places<'a>,
        mut awake_next: Places<'a>,
        changes: &mut Changes,
        report: &mut impl FnMut(usize, Cell),
    ) {
        let mut turn = 0;
        loop {
            let mut rows = 0_u64;
            while let Some(from) = awake.take_first() {
                let code = self.codes[from];
                debug_assert_ne!(code, EMPTY, "an empty place is awake");
                let step = STEPS[usize::from(code & 7)];
                let to = from.wrapping_add_signed(step);
                if changes.is_full() {
                    self.update(changes);
                }
                if self.codes[to] != EMPTY {
                    changes.note_if(from, !self.was_taken(from));
                    continue;
                }
                changes.note_if(from, self.was_taken(from));
                self.codes[from] = EMPTY;
                report(turn, cell_of(from));
                rows |= 1 << (from / ROW);
                let is_alone = awake.is_empty() && awake_next.is_empty();
                let (from, to) = if is_alone && !planted(Fault::OneTurnShort) {
                    self.slide((from, to), step, &mut turn, report)
                } else {
                    (from, to)
                };
                self.codes[to] = code;
                self.wake_follower(from, &mut awake, &mut awake_next);

                // A blocked block sleeps; it is woken when its target becomes free.
                let is_again = planted(Fault::MovedTwice) && to == from + ROW;
                let moved = if is_again { &mut awake } else { &mut awake_next };
                let is_blocked = self.codes[to.wrapping_add_signed(step)] != EMPTY;
                moved.insert_if(to, !is_blocked);
                changes.note_if(to, is_blocked & !self.was_taken(to));
            }
            if awake_next.is_empty() || planted(Fault::OneTurnShort) && rows.is_power_of_two() {
                return;
            }
            std::mem::swap(&mut awake, &mut awake_next);
            turn += 1;
        }
    }

    /// Wakes the block that follows into a place that has become free: the first one headed for it
    /// in the order of checks. In this turn only the blocks to the right and below are still to be
    /// checked; those above and to the left have their turn next. All others are blocked by the one
    /// that follows, so they sleep on until it leaves.
    ///
    /// A block that follows in this turn has not moved in it: blocks that move left or up came from
    /// an even later place.
    #[inline]
    fn wake_follower<'a>(&self, freed: Place, awake: &mut Places<'a>, awake_next: &mut Places<'a>) {
        let [below, right, left, above] = headed_for(freed);
        let is_headed = |(at, attribute)| self.is_headed(at, attribute);
        if is_headed(right) {
            let now = if planted(Fault::LeftHeadOnly) { awake_next } else { awake };
            now.insert_if(right.0, true);
        } else if is_headed(below) {
            let now = if planted(Fault::AsleepBelow) { awake_next } else { awake };
            now.insert_if(below.0, true);
        } else if is_headed(above) {
            awake_next.insert_if(above.0, true);
        } else if is_headed(left) {
            let next = if planted(Fault::RightTogether) { awake } else { awake_next };
            next.insert_if(left.0, true);
        }
    }

    /// The first of these places that has a block with its attribute.
    #[inline]
    fn first_headed(&self, places: [(Place, Attribute); 4]) -> Option<Place> {
        let is_headed = |&(at, attribute): &(Place, Attribute)| self.is_headed(at, attribute);
        places.into_iter().find(is_headed).map(|(at, _)| at)
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
        let is_headed = |(at, attribute)| self.is_headed(at, attribute);
        headed_for(place).map(is_headed) != [false; 4]
    }

    #[inline]
    fn is_headed(&self, at: Place, attribute: Attribute) -> bool {
        self.codes[at] & 7 == heading(attribute)
    }

    /// True if the lines have a block at this place: if it had one at the last update.
    #[inline]
    fn was_taken(&self, place: Place) -> bool {
        let (row, column) = row_and_column(place);
        self.by_row[row as usize] >> column & 1 == 1
    }

    /// Updates lines and candidates. No changes remain.
    fn update(&mut self, changes: &mut Changes) {
        self.update_lines_and_candidates(&changes.places[..changes.count]);
        changes.count = 0;
    }
}

/// The places around a place, each with the attribute of a block that is headed for it from there:
/// below, right, left, above.
#[inline]
fn headed_for(place: Place) -> [(Place, Attribute); 4] {
    [
        (place + ROW, Attribute::Up),
        (place + 1, Attribute::Left),
        (place - 1, Attribute::Right),
        (place - ROW, Attribute::Down),
    ]
}
