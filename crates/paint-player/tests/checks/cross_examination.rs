//! Cross-examination of solvers about positions too large for exhaustive play.
//!
//! A wrong proof contradicts another one: that of a solver which searches the position in another
//! way ([`Witness`]), or one about the position after a move. A proved win or draw must survive its
//! own best move, a proved loss every move, and a draw must have no better one. So witnesses are
//! asked about a position, then about the position after the advised move or after sampled ones,
//! and so on to the end of the game. The [`Prover`] is asked wherever it is fast enough.
//!
//! Of the moves of a lost or drawn position only some are tried, so this refutes proofs, but cannot
//! confirm them.

use std::fmt;

use twinboard_games::paint::Transform;
use twinboard_harness::FailedAssertion;
use twinboard_solver::{Advice, Budget, ParallelSolver, Solver};
use twinboard_vocabulary::paint::{Board, LegalMove, Paint, Position, Value, text};
use twinboard_vocabulary::{Game, Vocabulary as _};

use super::prover::Prover;
use twinboard_paint_player::checks::answers::{ORACLE, game_on, wrong};
use twinboard_paint_player::checks::truth;

/// Nodes that a witness may search for an answer.
const NODES: u64 = 300;
/// Greatest effort after which a witness is interrupted.
const EFFORT_MAX: u64 = 5_000;
/// Positions with more legal moves are not examined: a single node may take seconds there.
const MOVES_MAX: usize = 2_000;
/// Positions with more legal moves are not given to the prover.
const PROVER_MOVES: usize = 200;
/// Moves that the prover may play, at a few million per second.
const PROVER_EFFORT: u64 = 10_000;
/// Number of ends of a game that are examined.
const ENDGAMES: usize = 4;
/// Games are examined from at most this many moves before their end; hardly any earlier position is
/// proved with so few nodes.
const PLIES_MAX: u64 = 12;
/// Sampled moves whose values are compared with that of the position.
const SAMPLED_MOVES: usize = 2;

const AGREEMENT: &str = "solvers prove one value for a position";
const MOVE_BY_MOVE: &str = "a proved value holds after the next move";
const PROVER: &str = "a proved value is that of the plain prover";

/// A solver that is asked about a position, and the way in which it searches.
#[derive(Clone, Copy, Debug)]
enum Witness {
    /// With empty tables.
    Fresh,
    /// With low limits, so that searches are given up and resumed.
    Hasty,
    /// With other random moves.
    Seeded(u64),
    /// On the board transformed.
    Turned(Transform),
    /// After searches that were broken off early, and after this effort.
    Interrupted(u64),
    /// On two threads.
    Parallel,
}

impl fmt::Display for Witness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fresh => f.write_str("a fresh solver"),
            Self::Hasty => f.write_str("a hasty solver"),
            Self::Seeded(seed) => write!(f, "a solver with the seed {seed}"),
            Self::Turned(transform) => {
                write!(f, "a solver asked about the transform `{transform}`")
            }
            Self::Interrupted(effort) => {
                write!(f, "a solver that was interrupted after an effort of {effort}")
            }
            Self::Parallel => {
                f.write_str("two solvers in parallel (whose answers differ from run to run)")
            }
        }
    }
}

/// Proved answers about a position; what is `None` was not proved.
#[derive(Clone, Debug, Default)]
struct Testimony {
    value: Option<Value>,
    grundy: Option<u32>,
    /// A move, with its value for the player who makes it.
    best: Option<(LegalMove, Value)>,
}

const BUDGET: Budget<'static> = Budget { nodes: Some(NODES), ..Budget::unlimited() };

impl Witness {
    /// All of them; the random ones differ from call to call.
    fn all(side: u8, random: &mut dyn FnMut() -> u64) -> [Self; 6] {
        let transforms = Transform::all(side);
        let transform = transforms[1 + twinboard_vocabulary::game::below(random, 7) as usize];
        let number = random() >> 48;
        [
            Self::Fresh,
            Self::Hasty,
            Self::Seeded(number),
            Self::Turned(transform),
            Self::Interrupted(number % EFFORT_MAX),
            Self::Parallel,
        ]
    }

    /// True if the answer depends on which thread comes first. Such an answer is checked, but must
    /// not decide which positions follow: equal seeds give equal campaigns.
    fn depends_on_time(self) -> bool {
        matches!(self, Self::Parallel)
    }

    fn testify(self, board: &Board) -> Testimony {
        match self {
            Self::Fresh => ask(&mut Solver::new(), board),
            Self::Hasty => ask(&mut Solver::hasty(), board),
            Self::Seeded(seed) => ask(&mut Solver::with_seed(seed), board),
            Self::Turned(transform) => {
                let testimony = ask(&mut Solver::new(), &transform.board(board));
                // The move is one of the other board; the first witnesses name enough of them.
                Testimony { best: None, ..testimony }
            }
            Self::Interrupted(effort) => {
                let mut solver = Solver::new();
                let nodes = [1, 10, 100].map(|it| Budget { nodes: Some(it), ..BUDGET });
                let in_a_walk = Budget { effort: Some(effort), ..BUDGET };
                for budget in nodes.into_iter().chain([in_a_walk]) {
                    solver.advise(board, &budget);
                    solver.value(board, &budget);
                    solver.grundy(board, &budget);
                }
                ask(&mut solver, board)
            }
            Self::Parallel => {
                let advice = ParallelSolver::new().advise(board, &BUDGET, 2);
                Testimony { best: proved(advice), ..Testimony::default() }
            }
        }
    }
}

/// The answers of one solver. The first question varies with the board, because each leaves entries
/// in the tables for the next.
fn ask(solver: &mut Solver, board: &Board) -> Testimony {
    let advises_first = board.numbers().count().is_multiple_of(2);
    let mut best = None;
    if advises_first {
        best = proved(solver.advise(board, &BUDGET));
    }
    let value = solver.value(board, &BUDGET);
    let grundy = solver.grundy(board, &BUDGET);
    if !advises_first {
        best = proved(solver.advise(board, &BUDGET));
    }
    Testimony { value, grundy, best }
}

fn proved(advice: Option<Advice>) -> Option<(LegalMove, Value)> {
    let Advice { mv, value, .. } = advice?;
    Some((mv, value?))
}

/// Cross-examines solvers about a position and the rest of a game from it. Returns the number of
/// positions with a proved value, 0 if the first one is too hard.
///
/// # Errors
///
/// The first contradiction, with the board on which it shows.
pub(crate) fn cross_examine(
    board: &Board,
    random: &mut dyn FnMut() -> u64,
) -> Result<u64, FailedAssertion> {
    let mut next = Some(board.clone());
    let mut examined = 0;
    // A solver that is asked about all positions of the game.
    let mut companion = Solver::new();
    while let Some(board) = next.filter(|board| !truth::has_more_moves(board, MOVES_MAX)) {
        let Some((value, moves)) = agreed(&board, &mut companion, random)? else { break };
        examined += 1;
        next = holds_after_moves(&board, value, moves, random)?;
    }
    Ok(examined)
}

/// Cross-examines solvers about several ends of a game, which is finished with random moves.
/// Returns the number of positions with a proved value.
///
/// # Errors
///
/// The first contradiction, and the index of the last given position that precedes it.
pub(crate) fn check_game(
    positions: &[&Position],
    random: &mut dyn FnMut() -> u64,
) -> Result<u64, (usize, FailedAssertion)> {
    let mut examined = 0;
    for _ in 0..ENDGAMES {
        let mut boards: Vec<Board> = positions.iter().map(|it| it.board.clone()).collect();
        let begin = twinboard_vocabulary::game::below(random, positions.len() as u64) as usize;
        boards.truncate(begin + 1);
        play_to_the_end(&mut boards, random).map_err(|failed| (begin, failed))?;
        let mut plies = twinboard_vocabulary::game::below(random, PLIES_MAX) as usize;
        loop {
            let index = boards.len().saturating_sub(1 + plies);
            let count = cross_examine(&boards[index], random);
            let count = count.map_err(|failed| (index.min(begin), failed))?;
            examined += count;
            if count > 0 || plies == 0 {
                break;
            }
            plies /= 2;
        }
    }
    Ok(examined)
}

/// Adds the boards of a random game from the last one.
fn play_to_the_end(
    boards: &mut Vec<Board>,
    random: &mut dyn FnMut() -> u64,
) -> Result<(), FailedAssertion> {
    let Some(last) = boards.last() else { return Ok(()) };
    let mut game = game_on(last)?;
    while let Some(mv) = game.sample_legal_move(random) {
        if let Err(refusal) = game.play(&Paint::to_move(&mv)) {
            let detail = format!("{mv} is drawn, and refused: {refusal}");
            return contradiction(ORACLE, &game.position().board, &detail);
        }
        let after = game.position().board;
        if boards.last() == Some(&after) {
            return contradiction(ORACLE, &after, &format!("{mv} is played, and paints nothing"));
        }
        boards.push(after);
    }
    Ok(())
}

/// A move, and its proved value for the player who makes it.
type Proved = (LegalMove, Value);

/// Asks all witnesses about a position, and the prover. Returns the value that they agree on and
/// the moves that they advise; `None` if the position is too hard.
fn agreed(
    board: &Board,
    companion: &mut Solver,
    random: &mut dyn FnMut() -> u64,
) -> Result<Option<(Value, Vec<Proved>)>, FailedAssertion> {
    let [first, others @ ..] = Witness::all(board.side(), random);
    let known = first.testify(board);
    // What is too hard for the first witness is too hard for most others.
    let Some(value) = known.value else { return Ok(None) };
    if let Some(grundy) = known.grundy
        && value != if grundy == 0 { Value::Loss } else { Value::Win }
    {
        let detail = format!("{first} says {value}, and the Grundy value {grundy}");
        return contradiction(AGREEMENT, board, &detail);
    }
    let others = others.iter().map(|&witness| {
        let mut testimony = witness.testify(board);
        let timed = testimony.best.take_if(|_| witness.depends_on_time());
        (witness.to_string(), testimony, timed)
    });
    let companion = ("a solver that knows the game so far".to_owned(), ask(companion, board), None);
    let mut moves: Vec<Proved> = known.best.iter().cloned().collect();
    for (witness, other, timed) in others.chain([companion]) {
        if let Some((mv, claimed)) = timed {
            after_move(board, value, &mv, Some(claimed), first)?;
        }
        if let Some(said) = other.value.filter(|&said| said != value) {
            let detail = format!("{first} says {value}, {witness} says {said}");
            return contradiction(AGREEMENT, board, &detail);
        }
        if let (Some(one), Some(other)) = (known.grundy, other.grundy)
            && one != other
        {
            let detail = format!("{first} says the Grundy value {one}, {witness} says {other}");
            return contradiction(AGREEMENT, board, &detail);
        }
        moves.extend(other.best);
    }
    if let Some(proved) = prover(board).and_then(|mut prover| prover.value())
        && proved != value
    {
        let detail = format!("{first} says {value}, the plain prover says {proved}");
        return contradiction(PROVER, board, &detail);
    }
    Ok(Some((value, moves)))
}

fn prover(board: &Board) -> Option<Prover> {
    Prover::new(board, PROVER_MOVES, PROVER_EFFORT)
}

/// Compares the value of a position with those after the advised moves and after sampled ones, as
/// another solver proves them. Returns one of the positions after these moves, if there is one.
fn holds_after_moves(
    board: &Board,
    value: Value,
    advised: Vec<Proved>,
    random: &mut dyn FnMut() -> u64,
) -> Result<Option<Board>, FailedAssertion> {
    let game = game_on(board)?;
    let sampled = (0..SAMPLED_MOVES).filter_map(|_| game.sample_legal_move(random));
    let sampled: Vec<LegalMove> = sampled.collect();
    let advised = advised.into_iter().map(|(mv, worth)| (mv, Some(worth)));
    let moves = advised.chain(sampled.into_iter().map(|mv| (mv, None)));
    let mut next = Vec::new();
    for (mv, claimed) in moves {
        let witnesses = Witness::all(board.side(), random);
        let witness =
            witnesses[twinboard_vocabulary::game::below(random, witnesses.len() as u64) as usize];
        next.push(after_move(board, value, &mv, claimed, witness)?);
    }
    if next.is_empty() {
        return Ok(None);
    }
    let chosen = twinboard_vocabulary::game::below(random, next.len() as u64) as usize;
    Ok(Some(next.swap_remove(chosen)))
}

/// Compares the value of a position, and that which a solver claims of a move, with the value that
/// a witness proves of the board after the move. Returns that board.
fn after_move(
    board: &Board,
    value: Value,
    mv: &LegalMove,
    claimed: Option<Value>,
    witness: Witness,
) -> Result<Board, FailedAssertion> {
    if let Some(claimed) = claimed.filter(|&claimed| claimed > value) {
        let detail = format!("a solver says {value} of the position, and {claimed} of {mv}");
        return contradiction(MOVE_BY_MOVE, board, &detail);
    }
    let mut game = game_on(board)?;
    if let Err(refusal) = game.play(&Paint::to_move(mv)) {
        let detail = format!("{mv} is advised, and refused: {refusal}");
        return contradiction(MOVE_BY_MOVE, board, &detail);
    }
    let after = game.position().board;
    if let Some(worth) = witness.testify(&after).value.map(Value::for_other)
        && !claimed.map_or(worth <= value, |claimed| worth == claimed)
    {
        let before = match claimed {
            None => format!("a solver says {value} of the position"),
            Some(claimed) => format!("a solver says {claimed} of {mv}"),
        };
        let detail = format!(
            "{before}; asked about the board after {mv}, {witness} says {worth} for the player who made it"
        );
        return contradiction(MOVE_BY_MOVE, board, &detail);
    }
    Ok(after)
}

fn contradiction<T>(assertion: &str, board: &Board, detail: &str) -> Result<T, FailedAssertion> {
    wrong(assertion, format!("{detail}, on this board:\n{}", text::board(board)))
}
