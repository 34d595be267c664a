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

use twinboard_games::paint::Transform;
use twinboard_harness::FailedAssertion;
use twinboard_solver::{Budget, ParallelSolver, Solver};
use twinboard_vocabulary::game::below;
use twinboard_vocabulary::paint::{Board, LegalMove, Paint, Position, Value, text};
use twinboard_vocabulary::{Game, Vocabulary as _};

use super::prover::Prover;
use twinboard_paint_player::checks::answers::{game_on, wrong};
use twinboard_paint_player::checks::truth;

/// Limit of a witness for an answer.
const BUDGET: Budget<'static> = Budget { nodes: Some(300), ..Budget::unlimited() };
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

/// Proved answers about a position; what is `None` was not proved.
#[derive(Debug, Default)]
struct Testimony {
    value: Option<Value>,
    grundy: Option<u32>,
    /// A move, with its value for the player who makes it.
    best: Option<(LegalMove, Value)>,
}

/// A way to search a position, by its name.
type Witness = (String, Box<dyn Fn(&Board) -> Testimony>);

/// The answers of one solver. The first question varies with the board, because each leaves entries
/// in the tables for the next.
fn ask(solver: &mut Solver, board: &Board) -> Testimony {
    let best = |solver: &mut Solver| {
        solver.advise(board, &BUDGET).and_then(|advice| Some((advice.mv, advice.value?)))
    };
    let advises_first = board.numbers().count().is_multiple_of(2);
    let first = if advises_first { best(solver) } else { None };
    let (value, grundy) = (solver.value(board, &BUDGET), solver.grundy(board, &BUDGET));
    Testimony { value, grundy, best: first.or_else(|| best(solver)) }
}

/// All witnesses; the random ones differ from call to call.
fn witnesses(side: u8, random: &mut dyn FnMut() -> u64) -> Vec<Witness> {
    let transform = Transform::all(side)[1 + below(random, 7) as usize];
    let number = random() >> 48;
    let effort = number % EFFORT_MAX;
    vec![
        ("a fresh solver".into(), Box::new(|board| ask(&mut Solver::new(), board))),
        ("a hasty solver".into(), Box::new(|board| ask(&mut Solver::hasty(), board))),
        (
            format!("a solver with the seed {number}"),
            Box::new(move |board| ask(&mut Solver::with_seed(number), board)),
        ),
        (
            format!("a solver asked about the transform `{transform}`"),
            // Its move is one of the other board.
            Box::new(move |board| {
                let testimony = ask(&mut Solver::new(), &transform.board(board));
                Testimony { best: None, ..testimony }
            }),
        ),
        (
            format!("a solver that was interrupted after an effort of {effort}"),
            Box::new(move |board| {
                let mut solver = Solver::new();
                let nodes = [1, 10, 100].map(|it| Budget { nodes: Some(it), ..BUDGET });
                let in_a_walk = Budget { effort: Some(effort), ..BUDGET };
                for budget in nodes.into_iter().chain([in_a_walk]) {
                    solver.advise(board, &budget);
                    solver.value(board, &budget);
                    solver.grundy(board, &budget);
                }
                ask(&mut solver, board)
            }),
        ),
        (
            "two solvers in parallel (whose answers differ from run to run)".into(),
            Box::new(|board| {
                let advice = ParallelSolver::new().advise(board, &BUDGET, 2);
                let best = advice.and_then(|advice| Some((advice.mv, advice.value?)));
                Testimony { best, ..Testimony::default() }
            }),
        ),
    ]
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
        let Some((value, advised)) = agreed(&board, &mut companion, random)? else { break };
        examined += 1;
        let game = game_on(&board)?;
        let sampled: Vec<LegalMove> =
            (0..SAMPLED_MOVES).filter_map(|_| game.sample_legal_move(random)).collect();
        let advised = advised.into_iter().map(|(mv, worth)| (mv, Some(worth)));
        let mut after = Vec::new();
        for (mv, claimed) in advised.chain(sampled.into_iter().map(|mv| (mv, None))) {
            after.push(after_move(&board, value, &mv, claimed, random)?);
        }
        next = (!after.is_empty()).then(|| {
            let chosen = below(random, after.len() as u64) as usize;
            after.swap_remove(chosen)
        });
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
        let begin = below(random, positions.len() as u64) as usize;
        let mut boards: Vec<_> = positions[..=begin].iter().map(|it| it.board.clone()).collect();
        let mut game = game_on(&boards[begin]).map_err(|failed| (begin, failed))?;
        while let Some(mv) = game.sample_legal_move(random) {
            game.play(&Paint::to_move(&mv)).expect("the oracle plays what it draws");
            boards.push(game.position().board);
        }
        let mut plies = below(random, PLIES_MAX) as usize;
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

/// A value that is proved, and moves with their proved values for the player who makes them.
type Agreed = (Value, Vec<(LegalMove, Value)>);

/// Asks all witnesses about a position, and the prover. Returns the value that they agree on and
/// the moves that they advise; `None` if the position is too hard.
fn agreed(
    board: &Board,
    companion: &mut Solver,
    random: &mut dyn FnMut() -> u64,
) -> Result<Option<Agreed>, FailedAssertion> {
    let contradiction = |detail: String| contradiction(AGREEMENT, board, &detail);
    let mut witnesses = witnesses(board.side(), random).into_iter();
    let (first, testify) = witnesses.next().expect("there are several");
    let known = testify(board);
    // What is too hard for the first witness is too hard for most others.
    let Some(value) = known.value else { return Ok(None) };
    if let Some(grundy) = known.grundy
        && value != if grundy == 0 { Value::Loss } else { Value::Win }
    {
        return contradiction(format!("{first} says {value}, and the Grundy value {grundy}"));
    }
    let mut moves: Vec<_> = known.best.into_iter().collect();
    let others = witnesses.map(|(witness, testify)| (witness, testify(board)));
    let companion = ("a solver that knows the game so far".to_owned(), ask(companion, board));
    for (witness, other) in others.chain([companion]) {
        if let Some(said) = other.value.filter(|&said| said != value) {
            return contradiction(format!("{first} says {value}, {witness} says {said}"));
        }
        if let (Some(one), Some(other)) = (known.grundy, other.grundy)
            && one != other
        {
            let said = format!("{first} says the Grundy value {one}, {witness} says {other}");
            return contradiction(said);
        }
        moves.extend(other.best);
    }
    let proved = Prover::new(board, PROVER_MOVES, PROVER_EFFORT).and_then(|mut it| it.value());
    if let Some(proved) = proved.filter(|&proved| proved != value) {
        return contradiction(format!("{first} says {value}, the plain prover says {proved}"));
    }
    Ok(Some((value, moves)))
}

/// Compares the value of a position, and that which a solver claims of a move, with the value that
/// one of the witnesses proves of the board after the move. Returns that board.
fn after_move(
    board: &Board,
    value: Value,
    mv: &LegalMove,
    claimed: Option<Value>,
    random: &mut dyn FnMut() -> u64,
) -> Result<Board, FailedAssertion> {
    let contradiction = |detail: String| contradiction(MOVE_BY_MOVE, board, &detail);
    if let Some(claimed) = claimed.filter(|&claimed| claimed > value) {
        let said = format!("a solver says {value} of the position, and {claimed} of {mv}");
        return contradiction(said);
    }
    let mut game = game_on(board)?;
    if let Err(refusal) = game.play(&Paint::to_move(mv)) {
        return contradiction(format!("{mv} is advised, and refused: {refusal}"));
    }
    let after = game.position().board;
    let mut witnesses = witnesses(board.side(), random);
    let chosen = below(random, witnesses.len() as u64) as usize;
    let (witness, testify) = witnesses.swap_remove(chosen);
    if let Some(worth) = testify(&after).value.map(Value::for_other)
        && !claimed.map_or(worth <= value, |claimed| worth == claimed)
    {
        let before =
            claimed.map_or(format!("{value} of the position"), |it| format!("{it} of {mv}"));
        return contradiction(format!(
            "a solver says {before}; asked about the board after {mv}, {witness} says {worth} for \
             the player who made it"
        ));
    }
    Ok(after)
}

fn contradiction<T>(assertion: &str, board: &Board, detail: &str) -> Result<T, FailedAssertion> {
    wrong(assertion, format!("{detail}, on this board:\n{}", text::board(board)))
}
