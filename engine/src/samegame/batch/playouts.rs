//! Random games to their end.

use twinboard_vocabulary::random;

use super::boards::{Batch, BatchGroups};
use super::edges::Edges;
use super::lanes::{BOARDS, Lanes, NONE, any, mask};
use super::level::{Kernel, Level, on_level};
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
