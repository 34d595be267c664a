//! Workloads that count the valid sets of a number, and make them.

use std::ops::ControlFlow;

use twinboard_engine::paint::Cells;
use twinboard_harness::bench::{Contender, Done, Role, Workload};
use twinboard_harness::random::SplitMix;
use twinboard_vocabulary::Game;
use twinboard_vocabulary::paint::{self as vocabulary, Cell, LegalMove};

use super::contenders::{ENGINE, Engine, LEAN, ORACLE, Oracle, PLAIN, chained};
use crate::paint::input::Model;
use crate::paint::plain::{Lean, Mask, Place, Plain, cell, place};

/// The largest number that the oracle is measured on: above it, a list may take seconds.
const ORACLE_NUMBER_MAX: u8 = 8;

/// Random boards with a number of this value each.
#[derive(Clone, Copy)]
pub(super) struct Task {
    pub(super) boards: &'static Model,
    pub(super) number: u8,
    /// Boards per piece of work.
    pub(super) count: usize,
}

/// A program with a position and one of its numbers.
trait Lister: 'static {
    fn set_up(board: &vocabulary::Board, number: Cell) -> Self;
    /// Number of valid sets of the number.
    fn count(&self) -> u64;
    /// Makes each of the sets and reads its cells.
    fn visit(&self, checksum: &mut SetChecksum);
}

/// A checksum of sets: their number, and for each cell the number of sets that contain it.
///
/// Adding a set must be cheap for every program, so each adds sets in its own form: as cells, as
/// rows of bits, or as a bit mask of the board. All forms yield the same checksum.
struct SetChecksum {
    sets: u64,
    /// The sum of each row, where column `c` counts 2ᶜ.
    rows: [u32; 32],
    /// The sum of bit masks of boards of up to 7 × 7, where row `r`, column `c` counts 2⁸ʳ⁺ᶜ.
    boards: u64,
}

impl SetChecksum {
    const EMPTY: Self = Self { sets: 0, rows: [0; 32], boards: 0 };

    #[inline]
    fn add_rows(&mut self, rows: &[u32; 32]) {
        self.sets += 1;
        for (sum, row) in self.rows.iter_mut().zip(rows) {
            *sum = sum.wrapping_add(*row);
        }
    }

    #[inline]
    fn add_cells(&mut self, cells: impl Iterator<Item = Cell>) {
        self.sets += 1;
        for cell in cells {
            let sum = &mut self.rows[usize::from(cell.row)];
            *sum = sum.wrapping_add(1 << cell.column);
        }
    }

    #[inline]
    fn add_mask(&mut self, mask: Mask) {
        self.sets += 1;
        self.boards = self.boards.wrapping_add(mask);
    }

    fn value(&self, side: u8) -> u64 {
        if side > Lean::SIDE_MAX {
            return self.rows.iter().fold(self.sets, |sum, &row| chained(sum, row.into()));
        }
        // On boards this small no row sum reaches 2³², so no bit was lost.
        let rows = (0..).zip(&self.rows[..side.into()]);
        let boards = rows.map(|(row, &sum)| u64::from(sum) << (row * 8)).fold(0, u64::wrapping_add);
        chained(self.sets, self.boards.wrapping_add(boards))
    }
}

impl Lister for (Engine, Cell) {
    fn set_up(board: &vocabulary::Board, number: Cell) -> Self {
        (Engine::from_setup(board), number)
    }

    fn count(&self) -> u64 {
        self.0.count_areas(self.1, u64::MAX).expect("no count exceeds the limit")
    }

    fn visit(&self, checksum: &mut SetChecksum) {
        let _ = self.0.visit_areas(self.1, &mut |area| {
            match &area.cells {
                Cells::Word(word) => checksum.add_mask(word.bits()),
                Cells::Rows(rows) => checksum.add_rows(rows.rows()),
            }
            ControlFlow::Continue(())
        });
    }
}

/// The legal move is one of the number's: it selects the number in `count_kind` and `visit_kind`.
impl Lister for (Oracle, LegalMove) {
    fn set_up(board: &vocabulary::Board, number: Cell) -> Self {
        let mut first = None;
        let _ = Engine::from_setup(board).visit_areas(number, &mut |area| {
            first = Some(area.to_legal_move());
            ControlFlow::Break(())
        });
        let game = Oracle::set_up(board).expect("the oracle accepts every board");
        (game, first.expect("the number has a valid move"))
    }

    fn count(&self) -> u64 {
        self.0.count_kind(&self.1, u64::MAX).expect("no count exceeds the limit")
    }

    fn visit(&self, checksum: &mut SetChecksum) {
        let _ = self.0.visit_kind(&self.1, &mut |legal| {
            checksum.add_cells(legal.cells().iter().copied());
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

    fn visit(&self, checksum: &mut SetChecksum) {
        let _ = self.0.visit_sets(self.1, &mut |cells| {
            checksum.add_cells(cells.iter().map(|&place| cell(place)));
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

    fn visit(&self, checksum: &mut SetChecksum) {
        let _ = self.0.visit_sets(self.1, &mut |mask| {
            checksum.add_mask(mask);
            ControlFlow::Continue(())
        });
    }
}

/// The measured work on one number: it returns the number of sets, and a checksum.
type Measure<L> = fn(&L, u8) -> (u64, u64);

fn counted<L: Lister>(lister: &L, _side: u8) -> (u64, u64) {
    let sets = lister.count();
    (sets, sets)
}

fn visited<L: Lister>(lister: &L, side: u8) -> (u64, u64) {
    let mut checksum = SetChecksum::EMPTY;
    lister.visit(&mut checksum);
    (checksum.sets, checksum.value(side))
}

fn contender<L: Lister>(
    name: &'static str,
    role: Role,
    task: Task,
    measure: Measure<L>,
) -> Contender {
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
                let (sets, found) = measure(lister, task.boards.side);
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
    (engine, oracle, plain, lean): Measures,
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

/// The measured work of each program.
type Measures = (
    Measure<(Engine, Cell)>,
    Measure<(Oracle, LegalMove)>,
    Measure<(Plain, Place)>,
    Measure<(Lean, Mask)>,
);

/// Counts the valid sets of numbers.
pub(super) fn count(name: &'static str, about: &'static str, task: Task) -> Workload {
    workload(name, about, task, (counted, counted, counted, counted))
}

/// Makes and reads the valid sets of numbers.
pub(super) fn visit(name: &'static str, about: &'static str, task: Task) -> Workload {
    workload(name, about, task, (visited, visited, visited, visited))
}
