//! Tuned constants: every value that was chosen by trying and that no proof depends on.
//!
//! A change here changes how soon something is proved or guessed, never what is proved. The unit
//! *effort* is one search node or one step of an enumeration, as [`Meter`](crate::budget::Meter)
//! counts them. The figures come from a log of experiments in the history (commit 8232abd1, the file
//! solver-log.md of `docs/`), which also names the positions and time limits of each
//! measurement; "not measured apart" means that a value was set once and that no experiment on it
//! alone is recorded. Figures *of 180* count positions of random games that are proved with an
//! effort of 300,000: 50 each of group 2 with 7 and 8 plies left, and 40 each of group 3. Constants
//! that follow from a data layout stay with it.

use std::time::Duration;

// Limits of single outcomes (`budget.rs`).

/// Effort that an outcome may take in the first round, for each unit of its estimated cost.
///
/// In group 2, 7 plies, within 1 s: 37 of 90 positions proved; with 2/5, 1/5 and 1/13 of it 34, 29
/// and 28, with twice as much 34.
pub(crate) const OUTCOME_LIMIT_PER_COST: u64 = 20;
/// Effort added to that, so that even the cheapest outcome is searched a little. Not measured
/// apart.
pub(crate) const OUTCOME_LIMIT_BASE: u64 = 200;
/// Factor between the limits of two rounds.
///
/// Slower growth leaves more outcomes unfinished in each round. Low initial limits that grow slowly
/// proved 7 of 20 positions with 7 plies instead of 10. In a later version, three times the initial
/// limit, slower growth and limits by rank proved 114 to 115 of 160 instead of 115, and 117 to 120
/// instead of 119.
pub(crate) const OUTCOME_LIMIT_GROWTH: u64 = 20;

/// Divisor of initial limits in a hasty solver, which exists to test searches that hit their
/// limits.
///
/// With 128 the checks do not notice the planted fault `paint-solver-way-lost` within 400 cases,
/// and with 512 no longer `paint-solver-guess-kept`.
pub(crate) const HASTE: u64 = 256;
/// Largest factor by which a limit of a hasty solver grows.
pub(crate) const HASTY_GROWTH_MAX: u64 = 2;

// The clock (`budget.rs`, `parallel.rs`).

/// Time between two polls of the clock. A poll costs about as much as a small step, and a step on a
/// large board takes many times as long, so the interval is a time and not a number of steps.
///
/// With a poll every 64 steps, 42 of 50 games of group 3 at 0.1 s were lost by answering late; with
/// the interval, 2 of 30.
pub(crate) const POLL_INTERVAL: Duration = Duration::from_micros(200);
/// Most steps between two polls, however short they are. Not measured apart.
pub(crate) const STEPS_PER_POLL_MAX: u64 = 64;
/// Interval at which a parallel search polls the caller's stop flag. Not measured apart.
pub(crate) const STOP_POLL_INTERVAL: Duration = Duration::from_millis(1);

// Memory.

/// Most outcomes stored at a time by all active queries together, each counted as the machine words
/// of its part plus 2; a count of 1 is about 40 bytes. Beyond it the budget counts as exhausted. A
/// bound on memory, not tuned for speed.
pub(crate) const STORED_MAX: u64 = 1 << 23;
/// Most positions in the table of draws; it is emptied when it is full. Not measured apart.
pub(crate) const DRAW_TABLE_CAPACITY: usize = 1 << 20;
/// Initial entries of a transposition table, as a power of two; an entry takes 16 bytes.
pub(crate) const TABLE_INITIAL_BITS: u32 = 10;
/// Most entries of a transposition table, as a power of two. A bound on memory. Unit tests fill a
/// smaller table.
pub(crate) const TABLE_MAX_BITS: u32 = if cfg!(test) { 18 } else { 22 };

// Queries (`search/query.rs`).

/// Estimated cost of listing from which some random outcomes are tried before anything is listed.
///
/// At 2^17: group 3, within 0.5 s, 46 of 80 positions instead of 37; group 2, 34 of 60 instead of
/// 33 on one seed and 24 instead of 25 on another. At 2^13, group 2 dropped to 23 from 33.
pub(crate) const SAMPLING_MIN_COST: u64 = 1 << 17;
/// Steps of the first time slice of each number. One number may have a hundred times as many sets
/// as all others together, while the winning move belongs to another.
///
/// Slices, with trials between them: group 2, 238 of 320 positions within 1 s instead of 229. The
/// length was not measured apart.
pub(crate) const SLICE_STEPS: u64 = 1 << 10;
/// Factor between the lengths of two time slices. Not measured apart.
pub(crate) const SLICE_GROWTH: u64 = 8;
/// Effort for trying listed outcomes between two slices, for each step the slice allowed. Not
/// measured apart.
pub(crate) const TRIAL_EFFORT_PER_STEP: u64 = 16;
/// An outcome is tried as soon as it is listed if at least this many times its rank of leaves have
/// been listed so far.
///
/// Trying small outcomes while listing saves a tenth of the effort. Doing so 4 and 16 times as
/// eagerly proved 23 and 16 of 60 positions with 7 plies instead of 26.
pub(crate) const IMMEDIATE_TRIAL_FACTOR: u64 = 4;

// Killer moves (`search/killers.rs`).

/// Killer moves kept by a query. Not measured apart.
pub(crate) const KILLERS_MAX: usize = 12;
/// Killer moves looked up in the table at each branch. Not measured apart.
pub(crate) const KILLERS_LOOKED_UP: usize = 4;
/// Killer moves that are searched against an outcome if no lookup decides. The number was not
/// measured apart.
///
/// Of the 50 of group 2 with 7 plies 27 are proved, without searching killers 22, without any 20.
pub(crate) const KILLERS_SEARCHED: usize = 3;
/// Divisor of an outcome's cost that gives the effort for searching one killer move against it. Not
/// measured apart.
pub(crate) const KILLER_EFFORT_DIVISOR: u64 = 4;

// Conflicts (`conflicts.rs`).

/// Fewest numbers for which a conflict graph is built: the value of two is soon known without it.
///
/// With the graph 86 of 180, without it 78. A coarser bound at each branch besides brought 2 more,
/// but a step took 14 % longer.
pub(crate) const CONFLICT_NUMBERS_MIN: usize = 3;
/// Steps for deciding whether two numbers conflict; without an answer by then they do not.
/// Not measured apart.
pub(crate) const CONFLICT_STEPS: u32 = 30;

// The model of values (`search/value_model.rs`).

/// Least probability that the model gives to anything, so that rare values are still tried. Not
/// measured apart.
///
/// Ranks with probabilities: 86 of 180, with the same one for each value 82, without them 79.
/// Following the answers of the search besides brought 1 more.
pub(crate) const MIN_PROBABILITY: f32 = 0.02;
/// Probability at which the rank of an outcome equals its estimated effort. It only fixes the scale
/// of ranks, which [`IMMEDIATE_TRIAL_FACTOR`] compares with leaves listed.
pub(crate) const TYPICAL_PROBABILITY: f32 = 0.25;
/// Estimated effort of an outcome: 2^(`EFFORT_BITS_PER_NUMBER` × numbers of its largest component −
/// `EFFORT_BITS_OFFSET`) × the third root of its cost. Fitted to 79,000 outcomes.
///
/// Ranks from this estimate and the probability, against ranks from the cost alone: group 2, 75 of
/// 120 positions instead of 65; group 3, 80 of 200 instead of 69.
pub(crate) const EFFORT_BITS_PER_NUMBER: f32 = 1.5;
/// See [`EFFORT_BITS_PER_NUMBER`].
pub(crate) const EFFORT_BITS_OFFSET: f32 = 3.5;

// Guesses (`search.rs`, `outcomes/sample.rs`).

/// Random moves of each number that represent all its moves in a guess.
///
/// In matches of group 3, 2 beat 4 by 78 Elo (35 to 124), and 1 was no better than 2 (+13, -38 to
/// 65).
pub(crate) const GUESS_SAMPLES: u32 = 2;
/// Random moves of each number that have to fail before a guessed loss is trusted.
///
/// 4, 16 and 64 made no difference to what is proved. 4 in matches, together with guesses that take
/// no longer than proofs: +40 Elo in group 3 (-3 to 85), -10 in group 2. The test itself: with 7
/// plies and an effort of 700,000, 31 of 50 positions of group 2 instead of 29.
pub(crate) const CONFIRMING_SAMPLES: u32 = 16;
/// Levels of preference for cells that matter: a biased set prefers them in 1 to this many of this
/// many steps. Not measured apart.
pub(crate) const BIAS_LEVELS: u64 = 4;
/// Denominator of the share of other numbers that an attacking set spares; see [`SPARED_LEVELS`].
///
/// Attacking sets, every other sample: group 3, 53 of 100 positions within 1 s instead of 47; group
/// 2, 49 of 72 instead of 46. The share was not measured apart.
pub(crate) const SPARED_DENOMINATOR: u64 = 8;
/// An attacking set spares each other number with a probability of 0 to `SPARED_LEVELS` - 1 in
/// [`SPARED_DENOMINATOR`], drawn once for the set. Not measured apart.
pub(crate) const SPARED_LEVELS: u64 = 4;

// The root (`root.rs`).

/// Effort for the proof before the first guess, on a part of one machine word; divided by the
/// words.
///
/// Proving first: group 2, 7 plies, within 1 s, 36 of 90 positions instead of 28; 6 plies, 62 of 80
/// instead of 64; group 3, 48 of 160 instead of 50.
pub(crate) const FIRST_PROOF_EFFORT: u64 = 5 << 20;
/// Divisor of the time left that gives the time for this proof. Matches at 600 ms with half of the
/// time: +42 Elo in group 2 (-9 to 95), +37 in group 3 (-38 to 119).
pub(crate) const FIRST_PROOF_TIME_DIVISOR: u32 = 2;
/// Most live numbers for this proof; with more it comes too late. Not measured apart.
pub(crate) const FIRST_PROOF_NUMBERS_MAX: usize = 32;
/// Least time left for this proof: a match at 150 ms gave -17 Elo (-73 to 38).
pub(crate) const FIRST_PROOF_TIME_MIN: Duration = Duration::from_millis(300);
/// Most machine words of a part for this proof. On larger boards a step takes longer and there is
/// more to list, and guesses find as many proofs. With a proof on all boards: group 3, 49 of 160
/// positions, 42 of 100 others instead of 43, and 28 of these instead of 33 within 0.1 s.
pub(crate) const FIRST_PROOF_WORDS_MAX: usize = 4;
/// Effort of the exact search in the first round, while the game can be drawn. Not measured apart.
pub(crate) const DRAW_ROUND_EFFORT: u64 = 1 << 15;
/// Effort of the exact search in the first round, once it cannot. Not measured apart.
pub(crate) const PROOF_ROUND_EFFORT: u64 = 1 << 13;
/// Effort of the guess about one move in the first round. Not measured apart.
pub(crate) const GUESS_ROUND_EFFORT: u64 = 1 << 9;
/// Bits of the effort of a guess about a root move, in tenths, for each number of its largest
/// component and for each other. Fitted to 7,719 guesses in the middle game of group 3: 0.30 and
/// 0.22 bits, while the cost said nothing more.
pub(crate) const LARGEST_COMPONENT_EFFORT: usize = 3;
/// See [`LARGEST_COMPONENT_EFFORT`].
pub(crate) const OTHER_NUMBERS_EFFORT: usize = 2;
/// Factor between the efforts of two rounds. Not measured apart.
pub(crate) const ROUND_GROWTH: u64 = 4;
/// Live numbers above which the exact search gets only a part of its effort. Not measured apart.
pub(crate) const CROWDED_NUMBERS: usize = 12;
/// Divisor of that effort. Guesses before proofs on large positions, together with 30 ms instead of
/// 20 ms left for answering: 98 of 100 games won against `greedy` in group 2 at 0.1 s, instead of
/// 47 of 50.
pub(crate) const CROWDED_PROOF_DIVISOR: u64 = 4;
/// Random moves of each number added at a time, once or more in each round. Not measured apart.
pub(crate) const SAMPLES_PER_NUMBER: u32 = 3;
/// Most moves considered at the root. Not measured apart.
pub(crate) const ROOT_MOVES_MAX: usize = 2000;

// Draws (`draws.rs`).

/// Factor of the cost of an outcome without a dead number, which leaves many more moves to come.
/// Not measured apart.
pub(crate) const DRAWABLE_COST_FACTOR: u64 = 4;
