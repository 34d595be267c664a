//! What a solver says of positions, held against games that are played to all their ends.
//!
//! Nothing here looks into the solver: it is asked through its face (`solver/src/lib.rs`), as whoever
//! plays with it asks it. What is so comes from the oracle: its minimax, and its lists of moves
//! ([`Truth`]).

mod budgets;
mod sums;
mod truth;
mod values;

use std::fmt::Display;

use board::Game;
use board::paint::{Board, LegalMove, Move};
use harness::FailedAssertion;
use solver::{Advice, Budget, Moves, Rated, Solver, Value};

pub use sums::{Sum, Wall, beside};
pub use truth::{Known, Truth};
pub use values::Values;

use super::Turn;

/// A board with more first moves than this is passed over by [`check`], and one from which all games
/// together have more than [`MOVES_MAX`].
const FIRST_MOVES_MAX: usize = 100;
/// Takes a few hundredths of a second.
const MOVES_MAX: usize = 1500;

/// What came of looking at a claim.
pub type Checked = Result<(), FailedAssertion>;

/// Looks at all that a fresh solver says of a board, if that is small enough; gives how many claims
/// were looked at.
///
/// # Errors
///
/// The first that is wrong.
pub fn check(board: &Board) -> Result<u64, FailedAssertion> {
    let mut truth = Truth::new(MOVES_MAX);
    if truth::has_more_moves(board, FIRST_MOVES_MAX) || truth.of(board).is_none() {
        return Ok(0);
    }
    // Each begins with nothing.
    let checks: [fn(&mut Truth, &mut Solver, &Board) -> Checked; 7] =
        [value, grundy, symmetries, moves, advice, budgets::within, beside];
    for check in checks {
        check(&mut truth, &mut Solver::new(), board)?;
    }
    let of_hasty: [fn(&mut Truth, &mut Solver, &Board) -> Checked; 3] = [value, grundy, advice];
    for check in of_hasty {
        check(&mut truth, &mut Solver::hasty(), board)?;
    }
    Ok((checks.len() + of_hasty.len()) as u64)
}

/// What is said, if anything is, against what is so.
fn same<T: PartialEq + Display>(claim: &str, said: Option<T>, so: Option<T>, how: &str) -> Checked {
    if said == so {
        return Ok(());
    }
    let word = |it: Option<T>| it.map_or("nothing".into(), |it| it.to_string());
    let (said, so) = (word(said), word(so));
    wrong(claim, format!("the solver says {said}{how}, playing all games to their ends says {so}"))
}

fn wrong<T>(claim: &str, detail: String) -> Result<T, FailedAssertion> {
    Err(FailedAssertion { claim: claim.into(), detail })
}

/// What is known of a board that is small enough.
fn known(truth: &mut Truth, board: &Board) -> Known {
    truth.of(board).expect("only boards are checked of which all games are known")
}

/// The value of a position, against the oracle's minimax and against [`Truth`].
///
/// # Errors
///
/// If the solver, which has all the time it wants, says another value or none.
///
/// # Panics
///
/// As all functions here: if the board is too large for `truth`.
pub fn value(truth: &mut Truth, solver: &mut Solver, board: &Board) -> Checked {
    let known = known(truth, board);
    let minimax = oracle::Paint::set_up(board).and_then(|game| game.value());
    let said = solver.value(board, &Budget::unlimited());
    same(VALUE, said, minimax, "")?;
    if minimax == Some(known.value) {
        return Ok(());
    }
    wrong(
        VALUE,
        format!("the oracle's minimax is {minimax:?}, by playing on it is {}", known.value),
    )
}

const VALUE: &str = "the value of the position";
const GRUNDY: &str = "the Grundy value of the position";
const MOVES: &str = "what the moves are worth";
const ADVICE: &str = "the move that is advised";

/// The Grundy value: the least number that no move leads to.
///
/// # Errors
///
/// If it is wrong, or is missing where a number is dead, or is there where a draw can be reached.
pub fn grundy(truth: &mut Truth, solver: &mut Solver, board: &Board) -> Checked {
    let said = solver.grundy(board, &Budget::unlimited());
    grundy_is_so(known(truth, board), said, true, "")
}

/// Whether a Grundy value may be said of such a board; without a limit it must be, where a number is
/// dead.
fn grundy_is_so(known: Known, said: Option<u32>, is_unlimited: bool, how: &str) -> Checked {
    match said {
        Some(_) if known.can_be_drawn => same(GRUNDY, said, None, how),
        None if !is_unlimited || !known.has_dead => Ok(()),
        _ => same(GRUNDY, said, Some(known.grundy), how),
    }
}

/// Value and Grundy value of the board as it lies in the eight symmetries: asked of one solver and
/// of fresh ones.
///
/// # Errors
///
/// If one of them differs from what is so.
pub fn symmetries(truth: &mut Truth, solver: &mut Solver, board: &Board) -> Checked {
    let known = known(truth, board);
    for turn in Turn::all(board.side()) {
        let turned = turn.board(board);
        for (solver, whose) in [
            (&mut *solver, "a solver that has seen the others"),
            (&mut Solver::new(), "a fresh solver"),
        ] {
            let how = format!(" of the board turned so: {turn} ({whose})");
            let said = solver.value(&turned, &Budget::unlimited());
            same("the value of turned boards", said, Some(known.value), &how)?;
            let said = solver.grundy(&turned, &Budget::unlimited());
            grundy_is_so(known, said, true, &how)?;
        }
    }
    Ok(())
}

/// All that is said of the moves: that the list is complete, and each value.
///
/// # Errors
///
/// If something of that is not so, or the list is not complete.
pub fn moves(truth: &mut Truth, solver: &mut Solver, board: &Board) -> Checked {
    let said = solver.moves(board, &Budget::unlimited());
    let known = known(truth, board);
    if !said.is_complete {
        return wrong(MOVES, "the list is not complete, with all the time there is".into());
    }
    same(MOVES, said.value, Some(known.value), " of the position they start from")?;
    if let Some(rated) = said.moves.iter().find(|rated| rated.value.is_none()) {
        return wrong(MOVES, format!("{} is not rated, with all the time there is", rated.mv));
    }
    moves_are_so(truth, board, &said, "")
}

/// What a list of moves says, complete or not, with values or without.
fn moves_are_so(truth: &mut Truth, board: &Board, said: &Moves, how: &str) -> Checked {
    let known = known(truth, board);
    if said.value.is_some() {
        same(MOVES, said.value, Some(known.value), &format!(" of the position{how}"))?;
    }
    let mut led_to = Vec::new();
    for Rated { mv, value } in &said.moves {
        let after = after_legal(truth, board, mv, MOVES, how)?;
        if value.is_some() {
            let so = after.value.for_other();
            same(MOVES, *value, Some(so), &format!(" of {mv}{how}"))?;
        }
        led_to.push((after.value, after.grundy, after.can_be_drawn));
    }
    if !said.moves.is_sorted_by_key(|rated| std::cmp::Reverse(rank(rated))) {
        return wrong(MOVES, format!("a move stands behind a worse one{how}: {:?}", said.moves));
    }
    let twice = said
        .moves
        .iter()
        .enumerate()
        .find(|(index, rated)| said.moves[..*index].iter().any(|before| before.mv == rated.mv));
    if let Some((_, rated)) = twice {
        return wrong(MOVES, format!("{} is listed twice{how}", rated.mv));
    }
    if !said.is_complete {
        return Ok(());
    }
    for (mv, after) in truth::after_moves(board) {
        let after = truth.of(&after).expect("there are fewer moves than before");
        // What leads to the same is worth the same; so it is found among what is listed.
        if !led_to.contains(&(after.value, after.grundy, after.can_be_drawn)) {
            let worth = after.value.for_other();
            return wrong(
                MOVES,
                format!(
                    "the list is said to be complete{how}, and none of its moves leads to what {mv} leads to (a {worth}, Grundy value {})",
                    after.grundy
                ),
            );
        }
    }
    Ok(())
}

/// Best first; what is not proved comes before the proved losses.
fn rank(rated: &Rated) -> u8 {
    match rated.value {
        Some(Value::Win) => 3,
        Some(Value::Draw) => 2,
        None => 1,
        Some(Value::Loss) => 0,
    }
}

/// What is known of the board after a move, which must be legal.
fn after_legal(
    truth: &mut Truth,
    board: &Board,
    mv: &LegalMove,
    claim: &str,
    how: &str,
) -> Result<Known, FailedAssertion> {
    let mut game = oracle::Paint::set_up(board).expect("it is played on every board");
    if let Err(refusal) = game.play(&Move::new(mv.cells().iter().copied())) {
        return wrong(claim, format!("the solver names {mv}{how}, which is refused: {refusal}"));
    }
    Ok(known(truth, &game.position().board))
}

/// The move that is advised with all the time there is: it keeps what the position is worth.
///
/// # Errors
///
/// If it does not, or is not legal, or its value is missing or wrong.
pub fn advice(truth: &mut Truth, solver: &mut Solver, board: &Board) -> Checked {
    let said = solver.advise(board, &Budget::unlimited());
    advice_is_so(truth, board, said.as_ref(), "")?;
    let Some(Advice { mv, value, .. }) = said else { return Ok(()) };
    let so = known(truth, board).value;
    same(ADVICE, value, Some(so), &format!(" of its move {mv}"))
}

/// What advice says, whatever the search was given.
fn advice_is_so(truth: &mut Truth, board: &Board, said: Option<&Advice>, how: &str) -> Checked {
    let Some(Advice { mv, value, is_hopeful }) = said else {
        let is_over = !truth::has_more_moves(board, 0);
        return if is_over {
            Ok(())
        } else {
            wrong(ADVICE, format!("there is a move, and none is advised{how}"))
        };
    };
    let after = after_legal(truth, board, mv, ADVICE, how)?;
    if value.is_some() {
        let so = after.value.for_other();
        same(ADVICE, *value, Some(so), &format!(" of its move {mv}{how}"))?;
        if *is_hopeful {
            return wrong(ADVICE, format!("{mv} is said to be proved and only hoped for{how}"));
        }
    }
    Ok(())
}

/// The same of what is said within a limit: a guess is never a proof.
///
/// # Errors
///
/// If something is said that is not so, or a move is missing or not legal.
pub fn whatever_it_says(
    truth: &mut Truth,
    solver: &mut Solver,
    board: &Board,
    budget: &Budget<'_>,
    how: &str,
) -> Checked {
    let known = known(truth, board);
    let said = solver.advise(board, budget);
    advice_is_so(truth, board, said.as_ref(), how)?;
    if let Some(said) = solver.value(board, budget) {
        same(VALUE, Some(said), Some(known.value), how)?;
    }
    grundy_is_so(known, solver.grundy(board, budget), false, how)?;
    let said = solver.moves(board, budget);
    moves_are_so(truth, board, &said, how)
}

pub use budgets::{LIMITS, within};
