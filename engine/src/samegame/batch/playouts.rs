//! Random games to their end.

use std::fmt;

use multiversion::multiversion;
use twinboard_vocabulary::random;

use super::boards::{Batch, BatchGroups};
use super::edges::Edges;
use super::lanes::{BOARDS, Columns, Lanes, NONE, any, mask};
use super::remove::remove;
use crate::planted::{Fault, planted};
use crate::samegame::planes::Board;

/// Totals of a random game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Playout {
    /// Number of moves, 512 at most.
    pub moves: u16,
    /// Number of cells at the end; 0 if the game is won.
    pub cells_left: u16,
    /// Sum of the squares of the sizes of the removed groups.
    ///
    /// Every score that is quadratic in the sizes follows from it: that of competitions is Σ (n −
    /// 2)² = `squares` − 4 · cells removed + 4 · `moves`.
    pub squares: u32,
}

/// Plays `n` uniformly random games from each board to their end.
///
/// In every position all groups have the same probability, exactly. The games of board `b` are
/// elements `b · n` to `b · n + n − 1` of the result. A game depends on its board, its number in
/// the result and `seed` only: not on the other boards, nor on the machine.
///
/// As fast as the batch is full: the last games of a call leave lanes idle, so that calls for fewer
/// than some hundred games are slower per game.
#[must_use]
pub fn playouts<const W: usize, const P: usize>(
    boards: &[Board<W, P>],
    seed: u64,
    n: usize,
) -> Vec<Playout> {
    playouts_at(Level::best(), boards, seed, n)
}

/// [`playouts`] with the instructions of `level`, for tests and benchmarks.
#[must_use]
pub fn playouts_at<const W: usize, const P: usize>(
    level: Level,
    boards: &[Board<W, P>],
    seed: u64,
    n: usize,
) -> Vec<Playout> {
    let mut games = vec![Playout::default(); boards.len() * n];
    on_level(level, Play { boards, seed, games: &mut games });
    games
}

struct Play<'a, const W: usize, const P: usize> {
    boards: &'a [Board<W, P>],
    seed: u64,
    games: &'a mut [Playout],
}

impl<const W: usize, const P: usize> Kernel for Play<'_, W, P> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Some(n) = self.games.len().checked_div(self.boards.len()) else { return };
        let columns = self.boards.iter().map(|board| usize::from(board.columns_left()));
        let mut lanes = Running {
            batch: Batch { columns: columns.max().unwrap_or(0), ..Batch::at(Level::Portable, &[]) },
            edges: Edges::none(),
            groups: BatchGroups::none(),
            is_playing: NONE,
            moves: NONE,
            squares: [0; BOARDS],
            states: [0; BOARDS],
            numbers: [0; BOARDS],
        };
        let mut starts = (0..self.games.len()).map(|number| (number, &self.boards[number / n]));
        for lane in 0..BOARDS {
            lanes.start(lane, starts.next(), self.seed);
        }
        while any(&lanes.is_playing) {
            let ended = lanes.step();
            if any(&ended) {
                for lane in (0..BOARDS).filter(|&lane| ended[lane] != 0) {
                    self.games[lanes.numbers[lane]] = lanes.totals(lane);
                    lanes.start(lane, starts.next(), self.seed);
                }
            }
        }
    }
}

/// The games in the lanes of a batch.
#[repr(C, align(64))]
struct Running<const W: usize, const P: usize> {
    batch: Batch<W, P>,
    edges: Edges<W>,
    /// Without cells between two steps.
    groups: BatchGroups<W>,
    /// Ones for a lane with a game, 0 for an idle one.
    is_playing: Lanes,
    moves: Lanes,
    squares: [u32; BOARDS],
    /// States of the random numbers.
    states: [u64; BOARDS],
    /// Number of the game in each lane.
    numbers: [usize; BOARDS],
}

impl<const W: usize, const P: usize> Running<W, P> {
    /// Starts a game in a lane; without a game, the lane is idle.
    fn start(&mut self, lane: usize, game: Option<(usize, &Board<W, P>)>, seed: u64) {
        self.is_playing[lane] = mask(game.is_some());
        let Some((number, board)) = game else { return };
        self.batch.set(lane, board);
        self.moves[lane] = 0;
        self.squares[lane] = 0;
        self.numbers[lane] = number;
        // Mixed, so that no two games draw the same numbers one after the other.
        self.states[lane] = random::mix(random::mix(seed).wrapping_add(number as u64));
    }

    /// The totals of the game in a lane.
    fn totals(&self, lane: usize) -> Playout {
        Playout {
            moves: self.moves[lane],
            cells_left: self.batch.board(lane).cells_left() as u16,
            squares: self.squares[lane],
        }
    }

    /// A move of every game; a game whose draw is not accepted waits. Returns ones for the lanes
    /// whose game had ended before.
    #[inline(always)]
    fn step(&mut self) -> Lanes {
        let (batch, groups) = (&mut self.batch, &mut self.groups);
        self.edges.update(&batch.planes, batch.columns);
        let mut bits = [0; BOARDS];
        for i in 0..BOARDS {
            self.states[i] = self.states[i].wrapping_add(random::STEP);
            bits[i] = random::mix(self.states[i]);
        }
        let accepted = self.edges.draw(&bits, &mut groups.cells);
        let removed = remove(&mut batch.planes, batch.columns, &mut groups.cells);
        let (counts, mut ended) = (self.edges.counts(), NONE);
        for i in 0..BOARDS {
            self.moves[i] += accepted[i] & 1;
            let square = u32::from(removed[i]) * u32::from(removed[i]);
            self.squares[i] += if planted(Fault::BatchSquares) { square & 0xFFFF } else { square };
            ended[i] = mask(counts[i] == 0) & self.is_playing[i];
        }
        ended
    }
}

/// The totals of game `number` from `board`, played step by step with the public functions of a
/// batch, for the checks: every lane plays this game, with the same random numbers.
pub(super) fn replay<const W: usize, const P: usize>(
    level: Level,
    board: &Board<W, P>,
    seed: u64,
    number: u64,
) -> Playout {
    let mut batch = Batch::at(level, &[*board; BOARDS]);
    let mut state = random::mix(random::mix(seed).wrapping_add(number));
    let mut totals = Playout::default();
    while batch.has_moves()[0] {
        let mut lanes = (0..BOARDS).cycle();
        let groups = batch.sample_groups(|| {
            if lanes.next() == Some(0) {
                state = state.wrapping_add(random::STEP);
            }
            random::mix(state)
        });
        let size = groups.cells(0).map_or(0, |cells| cells.len());
        totals.moves += 1;
        totals.squares += (size * size) as u32;
        batch.play(&groups);
    }
    totals.cells_left = batch.board(0).cells_left() as u16;
    totals
}

/// Instruction sets that the code of a batch is compiled for.
///
/// A level that the CPU lacks runs the portable code, with the same results.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Level {
    /// The base instructions of the target; on x86-64 SSE2, with 8 boards in a register.
    Portable,
    /// AVX2 and BMI, with 16 boards in a register.
    Avx2,
    /// AVX-512 as of Ice Lake and Zen 4, with 32 boards in a register. Older CPUs reduce their
    /// clock for it.
    Avx512,
}

impl Level {
    /// All levels, the slowest first.
    pub const ALL: [Self; 3] = [Self::Portable, Self::Avx2, Self::Avx512];

    /// The fastest level that this CPU has.
    #[must_use]
    pub fn best() -> Self {
        let available = Self::ALL.into_iter().rev().find(|level| level.is_available());
        available.unwrap_or(Self::Portable)
    }

    /// True if this CPU has the instructions of the level.
    #[must_use]
    pub fn is_available(self) -> bool {
        match self {
            Self::Portable => true,
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => is_x86_feature_detected!("avx2") && is_x86_feature_detected!("bmi2"),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => {
                Self::Avx2.is_available()
                    && is_x86_feature_detected!("avx512bw")
                    && is_x86_feature_detected!("avx512vbmi2")
            }
            #[cfg(not(target_arch = "x86_64"))]
            Self::Avx2 | Self::Avx512 => false,
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Portable => "portable",
            Self::Avx2 => "AVX2",
            Self::Avx512 => "AVX-512",
        })
    }
}

/// Code that is compiled for every level: a closure whose body is always inlined.
pub(super) trait Kernel {
    type Output;

    /// Must be `#[inline(always)]`, like everything hot that it calls: only code inlined into the
    /// functions below gets their instructions.
    fn run(self) -> Self::Output;
}

/// Runs the kernel with the instructions of `level`.
#[inline]
pub(super) fn on_level<K: Kernel>(level: Level, kernel: K) -> K::Output {
    match level {
        Level::Portable => kernel.run(),
        Level::Avx2 => with_avx2(kernel),
        Level::Avx512 => with_avx512(kernel),
    }
}

#[multiversion(targets("x86_64+avx2+bmi1+bmi2+lzcnt+popcnt"))]
fn with_avx2<K: Kernel>(kernel: K) -> K::Output {
    kernel.run()
}

#[multiversion(targets(
    "x86_64+avx512f+avx512bw+avx512cd+avx512dq+avx512vl+avx2+bmi1+bmi2+lzcnt+popcnt"
))]
fn with_avx512<K: Kernel>(kernel: K) -> K::Output {
    kernel.run()
}

impl<const W: usize> Edges<W> {
    /// Draws a candidate per board and fills its group into `groups`. Returns ones for the boards
    /// whose candidate is the first cell of its group; for the others, `groups` has no cells.
    ///
    /// Each group has one first cell and each candidate the same probability, so the accepted draws
    /// are fair to all groups: [`Board::sample_group`](crate::samegame::Board::sample_group) has
    /// the same idea. The draw of board `i` depends on the upper 16 bits of `bits[i]` and on
    /// nothing else.
    #[inline(always)]
    pub(super) fn draw(&self, bits: &[u64; BOARDS], groups: &mut Columns<W>) -> Lanes {
        let rank = ranks_below(bits, &self.counts());
        let first = self.select(&rank, groups);
        self.fill(groups);
        self.reject(&rank, &first, groups)
    }

    /// The candidate of this rank on each board, alone in `cells`; no cell for a rank beyond the
    /// last. Returns its row, as a bit.
    #[inline(always)]
    fn select(&self, rank: &Lanes, cells: &mut Columns<W>) -> Lanes {
        let cells = &mut cells.as_flattened_mut()[..self.columns];
        let candidates = &self.candidates.as_flattened()[..self.columns];
        let ranks = &self.ranks.as_flattened()[..self.columns];
        let (mut before, mut of_column, mut rows) = (NONE, NONE, NONE);
        for c in 0..cells.len() {
            for i in 0..BOARDS {
                let is_here = mask(before[i] <= rank[i]) & mask(rank[i] < ranks[c][i]);
                of_column[i] |= (rank[i].wrapping_sub(before[i])) & is_here;
                rows[i] |= candidates[c][i] & is_here;
                cells[c][i] = is_here;
                before[i] = ranks[c][i];
            }
        }
        while any(&of_column) {
            for i in 0..BOARDS {
                let without_lowest = rows[i] & rows[i].wrapping_sub(1);
                let is_later = mask(of_column[i] > 0);
                rows[i] = without_lowest & is_later | rows[i] & !is_later;
                of_column[i] = of_column[i].saturating_sub(1);
            }
        }
        for row in &mut rows {
            *row &= row.wrapping_neg();
        }
        for column in cells {
            for i in 0..BOARDS {
                column[i] &= rows[i];
            }
        }
        rows
    }

    /// Clears the groups that have a cell before the candidate of this rank, which is in row
    /// `first`. Returns ones for the others that have cells.
    #[inline(always)]
    fn reject(&self, rank: &Lanes, first: &Lanes, groups: &mut Columns<W>) -> Lanes {
        let groups = &mut groups.as_flattened_mut()[..self.columns];
        let ranks = &self.ranks.as_flattened()[..self.columns];
        let (mut before, mut earlier) = (NONE, NONE);
        for c in 0..groups.len() {
            for i in 0..BOARDS {
                let is_before = mask(ranks[c][i] <= rank[i]);
                let is_here = mask(before[i] <= rank[i]) & !is_before;
                let lower_rows = first[i].wrapping_sub(1);
                earlier[i] |= groups[c][i] & (is_before | is_here & lower_rows);
                before[i] = ranks[c][i];
            }
        }
        let mut accepted = NONE;
        for i in 0..BOARDS {
            accepted[i] = mask(earlier[i] == 0) & mask(first[i] != 0);
        }
        for column in groups {
            for i in 0..BOARDS {
                column[i] &= accepted[i];
            }
        }
        accepted
    }
}

/// A uniformly random number below each count; in rare cases `u16::MAX` instead, which is never
/// below a count.
#[inline(always)]
fn ranks_below(bits: &[u64; BOARDS], counts: &Lanes) -> Lanes {
    let (mut rank, mut rest, mut unfair) = (NONE, NONE, NONE);
    for i in 0..BOARDS {
        let product = (bits[i] >> 48) as u32 * u32::from(counts[i]);
        rank[i] = (product >> 16) as u16;
        rest[i] = product as u16;
    }
    for i in 0..BOARDS {
        unfair[i] = mask(rest[i] < counts[i]);
    }
    if any(&unfair) {
        refuse_unfair(&rest, counts, &mut rank);
    }
    rank
}

/// Refuses the draws that would make some ranks more probable than others (Lemire, Fast Random
/// Integer Generation in an Interval, 2019).
#[cold]
#[inline(never)]
fn refuse_unfair(rest: &Lanes, counts: &Lanes, rank: &mut Lanes) {
    for i in 0..BOARDS {
        let count = u32::from(counts[i]);
        if count > 0 && u32::from(rest[i]) < (1 << 16) % count {
            rank[i] = u16::MAX;
        }
    }
}
