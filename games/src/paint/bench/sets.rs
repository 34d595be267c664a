//! Counting the valid sets of a number, and making them.

use std::ops::ControlFlow;

use board::Game;
use board::paint::{self as vocabulary, Cell, LegalMove};
use harness::bench::{Contender, Done, Role, Workload};
use harness::random::SplitMix;
use plain::paint::{Mask, Place, place};

use super::{ENGINE, Engine, LEAN, Lean, ORACLE, Oracle, PLAIN, Plain, chained};
use crate::paint::input::Model;

/// Above this the oracle may list for seconds.
const ORACLE_NUMBER_MAX: u8 = 8;

/// The numbers whose sets are looked for.
#[derive(Clone, Copy)]
pub(super) struct Task {
    pub(super) boards: &'static Model,
    pub(super) number: u8,
    /// How many boards a piece of work has, with one such number each.
    pub(super) count: usize,
}

/// A program with a position and one of its numbers.
trait Lister: 'static {
    fn set_up(board: &vocabulary::Board, number: Cell) -> Self;
    /// How many valid sets the number has.
    fn count(&self) -> u64;
    /// Makes each of them and looks at its cells.
    fn visit(&self, seen: &mut Seen);
}

/// What was seen of sets: how many they are, and how often each cell is in one of them.
///
/// Looking must cost nobody much, so each program adds its sets up as it has them: as rows of bits,
/// or as a whole board of bits. Both come to the same sum.
struct Seen {
    sets: u64,
    /// The sum of each row, where the bit of column `c` stands for 2ᶜ.
    rows: [u32; 32],
    /// The sum of boards of up to 7 × 7, where a cell stands for the bit of its mask.
    boards: u64,
}

impl Seen {
    const NOTHING: Self = Self { sets: 0, rows: [0; 32], boards: 0 };

    #[inline]
    fn rows(&mut self, rows: &[u32; 32]) {
        self.sets += 1;
        for (sum, row) in self.rows.iter_mut().zip(rows) {
            *sum = sum.wrapping_add(*row);
        }
    }

    #[inline]
    fn cells(&mut self, cells: impl Iterator<Item = Cell>) {
        self.sets += 1;
        for cell in cells {
            let sum = &mut self.rows[usize::from(cell.row)];
            *sum = sum.wrapping_add(1 << cell.column);
        }
    }

    #[inline]
    fn mask(&mut self, mask: Mask) {
        self.sets += 1;
        self.boards = self.boards.wrapping_add(mask);
    }

    fn checksum(&self, side: u8) -> u64 {
        if side > Lean::SIDE_MAX {
            return self.rows.iter().fold(self.sets, |sum, &row| chained(sum, row.into()));
        }
        // No row comes to 2³² on boards so small, so nothing was lost.
        let stride = u32::from(side) + 1;
        let rows = (0..).zip(&self.rows[..side.into()]);
        let boards =
            rows.map(|(row, &sum)| u64::from(sum) << (row * stride)).fold(0, u64::wrapping_add);
        chained(self.sets, self.boards.wrapping_add(boards))
    }
}

impl Lister for (Engine, Cell) {
    fn set_up(board: &vocabulary::Board, number: Cell) -> Self {
        (Engine::from_setup(board), number)
    }

    fn count(&self) -> u64 {
        self.0.count_areas(self.1, u64::MAX).expect("no number is above the limit")
    }

    fn visit(&self, seen: &mut Seen) {
        let _ = self.0.visit_areas(self.1, &mut |area| {
            seen.rows(area.cells.rows());
            ControlFlow::Continue(())
        });
    }
}

/// With one of the number's moves, by which the oracle is asked for all of them.
impl Lister for (Oracle, LegalMove) {
    fn set_up(board: &vocabulary::Board, number: Cell) -> Self {
        let mut first = None;
        let _ = Engine::from_setup(board).visit_areas(number, &mut |area| {
            first = Some(area.to_legal_move());
            ControlFlow::Break(())
        });
        let game = Oracle::set_up(board).expect("it is made for every board");
        (game, first.expect("the number has a valid move"))
    }

    fn count(&self) -> u64 {
        self.0.count_kind(&self.1, u64::MAX).expect("no number is above the limit")
    }

    fn visit(&self, seen: &mut Seen) {
        let _ = self.0.visit_kind(&self.1, &mut |legal| {
            seen.cells(legal.cells().iter().copied());
            ControlFlow::Continue(())
        });
    }
}

impl Lister for (Plain, Place) {
    fn set_up(board: &vocabulary::Board, number: Cell) -> Self {
        (Plain::new(board), place(number))
    }

    fn count(&self) -> u64 {
        self.0.count_sets(self.1)
    }

    fn visit(&self, seen: &mut Seen) {
        let _ = self.0.visit_sets(self.1, &mut |cells| {
            seen.cells(cells.iter().map(|&place| plain::paint::cell(place)));
            ControlFlow::Continue(())
        });
    }
}

impl Lister for (Lean, Mask) {
    fn set_up(board: &vocabulary::Board, number: Cell) -> Self {
        let lean = Lean::new(board);
        let bit = lean.bit(number);
        (lean, bit)
    }

    fn count(&self) -> u64 {
        self.0.count_sets(self.1)
    }

    fn visit(&self, seen: &mut Seen) {
        let _ = self.0.visit_sets(self.1, &mut |mask| {
            seen.mask(mask);
            ControlFlow::Continue(())
        });
    }
}

/// What a piece of work finds out of a number: how many sets, and a number to compare.
type Look<L> = fn(&L, u8) -> (u64, u64);

fn counted<L: Lister>(lister: &L, _side: u8) -> (u64, u64) {
    let sets = lister.count();
    (sets, sets)
}

fn visited<L: Lister>(lister: &L, side: u8) -> (u64, u64) {
    let mut seen = Seen::NOTHING;
    lister.visit(&mut seen);
    (seen.sets, seen.checksum(side))
}

fn contender<L: Lister>(name: &'static str, role: Role, task: Task, look: Look<L>) -> Contender {
    Contender::new(name, role, move |seed| {
        let mut random = SplitMix::new(seed);
        let listers: Vec<L> = (0..task.count)
            .map(|_| {
                let (board, number) = task.boards.board_with(task.number, &mut random);
                L::set_up(&board, number)
            })
            .collect();
        move || {
            let mut done = Done { wholes: task.count as u64, ..Done::default() };
            for lister in &listers {
                let (sets, found) = look(lister, task.boards.side);
                done.units += sets;
                done.checksum = chained(done.checksum, found);
            }
            done
        }
    })
}

fn workload(
    name: &'static str,
    about: &'static str,
    task: Task,
    (engine, oracle, plain, lean): Looks,
) -> Workload {
    let mut contenders = vec![contender(ENGINE, Role::Rival, task, engine)];
    if task.number <= ORACLE_NUMBER_MAX {
        contenders.push(contender(ORACLE, Role::Yardstick, task, oracle));
    }
    contenders.push(contender(PLAIN, Role::Yardstick, task, plain));
    if task.boards.side <= Lean::SIDE_MAX {
        contenders.push(contender(LEAN, Role::Yardstick, task, lean));
    }
    Workload { name, about, unit: "set", whole: "number", sums: &[], contenders }
}

/// The same for every program.
type Looks =
    (Look<(Engine, Cell)>, Look<(Oracle, LegalMove)>, Look<(Plain, Place)>, Look<(Lean, Mask)>);

/// Tells how many valid sets numbers have.
pub(super) fn count(name: &'static str, about: &'static str, task: Task) -> Workload {
    workload(name, about, task, (counted, counted, counted, counted))
}

/// Makes the valid sets of numbers.
pub(super) fn visit(name: &'static str, about: &'static str, task: Task) -> Workload {
    workload(name, about, task, (visited, visited, visited, visited))
}
