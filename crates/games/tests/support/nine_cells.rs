//! All boards of 3 × 3 cells, once up to the eight symmetries.

use std::ops::{AddAssign, Range};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use twinboard_games::paint::Transform;
use twinboard_harness::random::SplitMix;
use twinboard_harness::{Action, watch};
use twinboard_vocabulary::paint::{Board, Cell, Square};

pub(crate) const SIDE: u8 = 3;
pub(crate) const CELLS: usize = 9;

/// Step limit for a part of the boards: a longer one counts as a hang. Far more than any takes.
const LIMIT: Duration = Duration::from_mins(1);
/// Boards in a part, before images are left out.
const PART: usize = 1 << 13;

pub(crate) const UP_TO_TWO: &[Square] =
    &[Square::Empty, Square::Painted, Square::Number(1), Square::Number(2)];
pub(crate) const UP_TO_FOUR: &[Square] = &[
    Square::Empty,
    Square::Painted,
    Square::Number(1),
    Square::Number(2),
    Square::Number(3),
    Square::Number(4),
];

/// Random boards of these contents, about a third of whose cells are empty.
pub(crate) fn drawn_boards(contents: &[Square], count: usize) -> impl Iterator<Item = Board> {
    let mut random = SplitMix::new(3 * 3);
    (0..count).map(move |_| {
        Board::from_fn(SIDE, |_| {
            let index = (random.next_u64() >> 32) as usize % (contents.len() + 2);
            contents.get(index).copied().unwrap_or(Square::Empty)
        })
    })
}

/// Checks every board of these contents, in parts by their numbers, on all processors.
pub(crate) fn check_all<C: Default + AddAssign + Send + 'static>(
    contents: &'static [Square],
    check_part: impl Fn(Range<usize>) -> C + Send + Sync + 'static,
) -> C {
    let found = watch::watched(LIMIT, move |activity| {
        let next = AtomicUsize::new(0);
        let all = contents.len().pow(CELLS as u32);
        let worker = || {
            let mut counts = C::default();
            loop {
                let from = next.fetch_add(PART, Ordering::Relaxed);
                if from >= all {
                    return counts;
                }
                counts += check_part(from..(from + PART).min(all));
                activity.begin(from, None, Action::Check);
            }
        };
        std::thread::scope(|scope| {
            let processors = std::thread::available_parallelism().map_or(1, Into::into);
            let workers: Vec<_> = (0..processors).map(|_| scope.spawn(worker)).collect();
            let mut counts = C::default();
            for worker in workers {
                counts += worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            }
            counts
        })
    });
    found.unwrap_or_else(|hang| panic!("a part after {:?} hangs", hang.stage))
}

/// The boards with these numbers, one per class of images.
pub(crate) fn least_boards(contents: &[Square], part: Range<usize>) -> impl Iterator<Item = Board> {
    part.filter_map(move |number| least_board(contents, number))
}

/// The board of this number, unless one of its images has a lower number.
pub(crate) fn least_board(contents: &[Square], number: usize) -> Option<Board> {
    let mut digits = [0; CELLS];
    let mut rest = number;
    for digit in digits.iter_mut().rev() {
        *digit = rest % contents.len();
        rest /= contents.len();
    }
    let is_least =
        TRANSFORMED.iter().all(|transformed| digits <= transformed.map(|index| digits[index]));
    let squares = digits.map(|digit| contents[digit]);
    is_least.then(|| Board::new(SIDE, squares.to_vec()).expect("a small board"))
}

/// For each symmetry, the cell whose content moves to each cell.
static TRANSFORMED: LazyLock<[[usize; CELLS]; 8]> = LazyLock::new(|| {
    let index = |cell: Cell| usize::from(cell.row * SIDE + cell.column);
    Transform::all(SIDE).map(|transform| {
        let mut from = [0; CELLS];
        for row in 0..SIDE {
            for column in 0..SIDE {
                from[index(transform.cell(Cell::new(row, column)))] = index(Cell::new(row, column));
            }
        }
        from
    })
});
