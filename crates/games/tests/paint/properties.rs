//! Properties of every game of paint, for the engine and for the oracle.
//!
//! Each property is a generic function, run for each side on the same generated cases. Its
//! expectations are derived from boards alone (`support/paint.rs`), and shared neither with a side
//! nor with the invariants that the harness checks.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use twinboard_games::paint::{self, PaintRules};
use twinboard_harness::random::{SplitMix, digest};
use twinboard_vocabulary::Vocabulary as _;
use twinboard_vocabulary::paint::Paint as Vocabulary;
use twinboard_vocabulary::paint::{
    Board, Cell, LegalMove, Move, Outcome, Pick, Player, Position, Square,
};

use super::support::paint::{
    LISTED_MAX, PaintCase, areas, around, judgement, listed, living, moves, outcome, some_area,
};
use super::support::play::{SetUp, each_position, each_step, same, set_up};
use super::support::{self, agrees, on_both_sides};
use super::{Engine, Oracle};

fn holds(property: impl support::Property<PaintRules>) {
    super::holds(file!(), property);
}

/// Engine or oracle.
trait Side: SetUp<Vocabulary = Vocabulary> {}

impl<G: SetUp<Vocabulary = Vocabulary>> Side for G {}

on_both_sides! {
    a_move_paints_as_many_cells_as_its_number_says_and_no_others: paints_the_requested_cells;
    every_move_is_judged_clause_by_clause: judges_moves;
    lists_and_counts_agree_with_growing_sets: lists_and_counts;
    a_game_goes_on_while_there_is_a_move_and_ends_as_a_loss_or_a_draw: plays_to_the_end;
}

#[test]
fn engine_and_oracle_agree() {
    let subject = paint::subject();
    holds(move |case, activity| agrees(&PaintRules, &*subject, case, activity));
}

fn painted(board: &Board) -> usize {
    board.squares().iter().filter(|&&square| square == Square::Painted).count()
}

/// PT-4, PT-5, PT-7 and PT-19.
fn paints_the_requested_cells<G: Side>(case: &PaintCase) -> Result<(), String> {
    each_step::<G>(case, |step| {
        let Ok(event) = step.result else { return Ok(()) };
        let Position { board: before, to_move } = step.before.position();
        let requested: BTreeSet<Pick> = step.mv.picks().iter().copied().collect();
        let painted_cells: BTreeSet<Pick> =
            event.cells.cells().iter().map(|&cell| cell.into()).collect();
        if requested != painted_cells || before.get(event.at) != Square::Number(event.number) {
            return Err(format!("the event differs from the request: {event}"));
        }
        let board = Board::from_fn(before.side(), |cell| {
            if requested.contains(&cell.into()) { Square::Painted } else { before.get(cell) }
        });
        let grown = painted(&board) - painted(&before);
        if grown != usize::from(event.number) {
            return Err(format!("{grown} cells became painted around a {}", event.number));
        }
        let expected = Position { board, to_move: to_move.other() };
        same("the position after the move", &step.after.position(), &expected)
    })
}

/// PT-8 to PT-17, for the moves of the case and many more.
fn judges_moves<G: Side>(case: &PaintCase) -> Result<(), String> {
    each_step::<G>(case, |step| {
        let expected = judgement(&step.before.position().board, step.mv);
        same("the result", step.result, &expected)
    })?;
    each_position::<G>(case, |game| {
        let board = game.position().board;
        for mv in requests(&board) {
            let result = game.clone().play(&mv);
            same(&format!("the result of {mv}"), &result, &judgement(&board, &mv))?;
        }
        Ok(())
    })
}

/// Moves with each reason of refusal on this board, moves with several reasons, and some valid
/// ones. They are drawn from a seed that depends on the board alone.
fn requests(board: &Board) -> Vec<Move> {
    let side = u64::from(board.side());
    let mut random = SplitMix::new(digest(format!("{board:?}").as_bytes()));
    let mut below = move |bound: usize| ((random.next_u64() >> 32) % bound as u64) as usize;
    let cells: Vec<Cell> = board.cells().map(|(cell, _)| cell).collect();
    let picks = |cells: &[Cell]| cells.iter().map(|&cell| Pick::from(cell)).collect::<Vec<_>>();
    let mut requests = vec![Vec::new()];
    let corner = side - 1;
    for far in [side, 32 + corner, 256 + corner, 1 << 32, u64::MAX] {
        requests.push(vec![Pick { row: far, column: corner }]);
        requests.push(vec![Pick { row: corner, column: far }]);
        requests.push(vec![Pick { row: far, column: 0 }; 2]);
    }
    let numbers: Vec<(Cell, u8)> = board.numbers().collect();
    for _ in 0..if numbers.is_empty() { 0 } else { 4 } {
        let (at, number) = numbers[below(numbers.len())];
        let other = cells[below(cells.len())];
        requests.push(picks(&[at, other]));
        requests.push(picks(&around(board, at)));
        // Two sets, one grown through all squares and one through free cells only; each with all
        // sizes up to one more than the number.
        for is_over_all in [true, false] {
            let mut grown = vec![at];
            for _ in 0..number {
                let near = grown.iter().flat_map(|&cell| around(board, cell));
                let near = near.filter(|&cell| {
                    let is_empty = board.get(cell) == Square::Empty;
                    !grown.contains(&cell) && (is_over_all || is_empty)
                });
                let near: Vec<Cell> = near.collect();
                requests.push(picks(&grown));
                if near.is_empty() {
                    break;
                }
                grown.push(near[below(near.len())]);
            }
            requests.push(picks(&grown));
        }
        let Some(area) = some_area(board, at) else { continue };
        let area = picks(area.cells());
        let with = |pick: Pick| area.iter().copied().chain([pick]).collect::<Vec<_>>();
        let replaced = |pick: Pick| area[1..].iter().copied().chain([pick]).collect::<Vec<_>>();
        requests.extend([area.clone(), area[1..].to_vec(), with(area[0]), replaced(area[0])]);
        requests.extend([with(other.into()), replaced(other.into())]);
        requests
            .extend([with(Pick { row: side, column: 0 }), replaced(Pick { row: 0, column: side })]);
    }
    let painted = cells.iter().filter(|&&cell| board.get(cell) == Square::Painted).take(2);
    requests.extend(painted.map(|&cell| picks(&[cell])));
    requests.push(picks(&cells));
    requests.into_iter().map(Move::new).collect()
}

/// PT-7: the listed moves, and the number of moves of each number.
fn lists_and_counts<G: Side>(case: &PaintCase) -> Result<(), String> {
    each_position::<G>(case, |game| {
        let board = game.position().board;
        if let Some(expected) = moves(&board, LISTED_MAX) {
            let listed = listed(game, LISTED_MAX).ok_or("more moves are listed than exist")?;
            same("the legal moves", &listed, &expected)?;
        }
        for (at, _) in living(&board).take(4) {
            let Some(areas) = areas(&board, at, LISTED_MAX) else { continue };
            let count = areas.len() as u64;
            let like = LegalMove::new(areas.into_iter().next().expect("it is alive"));
            let counts = [count, count + 1, u64::MAX].map(|limit| game.count_kind(&like, limit));
            if counts != [Some(count); 3] || game.count_kind(&like, count - 1).is_some() {
                return Err(format!("{at} has {count} moves, but the counts are {counts:?}"));
            }
        }
        Ok(())
    })
}

/// PT-5 and PT-20 to PT-22: the game of the case, played to its end with the move that is listed
/// first.
fn plays_to_the_end<G: Side>(case: &PaintCase) -> Result<(), String> {
    let mut game = set_up::<G>(&case.setup)?;
    for mv in &case.moves {
        let _ = game.play(mv);
    }
    // Each move uses up one number, so the number of moves is the number of missing numbers, and
    // its parity gives the player to move.
    let numbers = |board: &Board| board.numbers().count();
    for _ in 0..=numbers(&case.setup) {
        let Position { board, to_move } = game.position();
        let played = numbers(&case.setup) - numbers(&board);
        let expected = if played.is_multiple_of(2) { Player::First } else { Player::Second };
        if to_move != expected {
            return Err(format!("after {played} moves the {to_move} player is to move"));
        }
        same("the outcome", &game.outcome(), &outcome(&board, to_move))?;
        let mut first = None;
        let _ = game.visit_legal_moves(&mut |mv| {
            first = Some(mv.clone());
            ControlFlow::Break(())
        });
        match (first, game.outcome()) {
            (Some(mv), Outcome::Playing) => {
                let played = game.play(&Vocabulary::to_move(&mv));
                played.map_err(|why| format!("{mv} was listed and is refused: {why}"))?;
            }
            (None, Outcome::Drawn | Outcome::Lost(_)) => return Ok(()),
            (mv, outcome) => return Err(format!("{outcome}, and the first move is {mv:?}")),
        }
    }
    Err("there were more moves than numbers".into())
}
