//! Properties of every game of paint, for the engine and for the oracle.
//!
//! Each property is a generic function, run for each side on the same generated cases. Its
//! expectations are derived from boards alone (`support/paint.rs`), and shared neither with a side
//! nor with the invariants that the harness checks.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use twinboard_games::paint::{self, PaintRules, Transform};
use twinboard_harness::random::{SplitMix, digest};
use twinboard_vocabulary::paint::Paint as Vocabulary;
use twinboard_vocabulary::paint::{
    Board, Cell, LegalMove, Move, Outcome, Painted, Pick, Player, Position, Square,
};
use twinboard_vocabulary::{Game, Vocabulary as _};

use super::support::paint::{
    LISTED_MAX, PaintCase, Shown, after, are_connected, areas, around, judgement, listed, living,
    moves, outcome, request, some_area, touches_paint,
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
    a_game_starts_from_its_board_with_the_first_player_to_move: starts_from_the_board;
    a_move_paints_as_many_cells_as_its_number_says_and_no_others: paints_the_requested_cells;
    no_two_sets_touch_and_each_is_connected_around_one_number: keeps_sets_apart;
    dead_numbers_stay_dead: keeps_the_dead_dead;
    a_refused_move_changes_nothing: refusals_change_nothing;
    every_move_is_judged_clause_by_clause: judges_moves;
    lists_and_counts_agree_with_growing_sets: lists_and_counts;
    sampled_moves_are_valid: samples_valid_moves;
    a_game_goes_on_while_there_is_a_move_and_ends_as_a_loss_or_a_draw: plays_to_the_end;
    the_order_of_the_cells_makes_no_difference: takes_cells_in_any_order;
    the_eight_symmetries_commute_with_play: plays_alike_transformed;
}

#[test]
fn moves_taken_back_leave_no_trace() {
    holds(|case, _| takes_back(case));
}

#[test]
fn the_key_depends_on_the_board_and_the_player_to_move_alone() {
    holds(|case, _| has_a_key_of_its_position(case));
}

#[test]
fn engine_and_oracle_agree() {
    let subject = paint::subject();
    holds(move |case, activity| agrees(&PaintRules, &*subject, case, activity));
}

/// PT-4 and PT-5, with any paint on the board.
fn starts_from_the_board<G: Side>(case: &PaintCase) -> Result<(), String> {
    let expected = Position { board: case.setup.clone(), to_move: Player::First };
    same("the set-up", &set_up::<G>(&case.setup)?.position(), &expected)
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

/// PT-7 at the end of the game: all sets painted since the start.
fn keeps_sets_apart<G: Side>(case: &PaintCase) -> Result<(), String> {
    let mut sets: Vec<Vec<Cell>> = Vec::new();
    each_step::<G>(case, |step| {
        sets.extend(step.result.iter().map(|event| event.cells.cells().to_vec()));
        Ok(())
    })?;
    for (index, set) in sets.iter().enumerate() {
        let numbers = case.setup.numbers().filter(|(at, _)| set.contains(at)).count();
        let apart = |cell: &Cell| {
            let near = around(&case.setup, *cell);
            let of_others = sets[index + 1..].iter().flatten();
            !touches_paint(&case.setup, *cell)
                && of_others.into_iter().all(|other| other != cell && !near.contains(other))
        };
        if numbers != 1 || !are_connected(set) || !set.iter().all(apart) {
            return Err(format!("with {numbers} numbers, or not apart: {set:?} of {sets:?}"));
        }
    }
    Ok(())
}

/// PT-7: neither painted cells nor their neighbours ever become usable again. A number counts as
/// dead if no move is listed for it or, where lists are too long, if no set can be grown around it.
fn keeps_the_dead_dead<G: Side>(case: &PaintCase) -> Result<(), String> {
    let mut alive: BTreeSet<Cell> = case.setup.numbers().map(|(at, _)| at).collect();
    each_position::<G>(case, |game| {
        let board = game.position().board;
        let now: BTreeSet<Cell> = match listed(game, LISTED_MAX) {
            Some(listed) => listed.iter().map(|mv| number_of(&board, mv.cells())).collect(),
            None => living(&board).map(|(at, _)| at).collect(),
        };
        if let Some(revived) = now.difference(&alive).next() {
            return Err(format!("the number at {revived} had no valid move before, and has one"));
        }
        alive = now;
        Ok(())
    })
}

fn number_of(board: &Board, cells: &[Cell]) -> Cell {
    let at = cells.iter().copied().find(|&cell| matches!(board.get(cell), Square::Number(_)));
    at.expect("a move has a number")
}

/// PT-5 and PT-8: no refused move of the case, and none of the constructed ones, changes the
/// visible state.
fn refusals_change_nothing<G: Side>(case: &PaintCase) -> Result<(), String> {
    each_step::<G>(case, |step| match step.result {
        Ok(_) => Ok(()),
        Err(_) => same("the visible state", &Shown::of(step.after), &Shown::of(step.before)),
    })?;
    let mut game = set_up::<G>(&case.setup)?;
    let before = Shown::of(&game);
    for mv in requests(&case.setup) {
        if judgement(&case.setup, &mv).is_err() && game.play(&mv).is_ok() {
            return Err(format!("{mv} is accepted"));
        }
    }
    same("the visible state after all refusals", &Shown::of(&game), &before)
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

/// PT-7 and PT-20: a move is sampled if there is one, and it is valid.
fn samples_valid_moves<G: Side>(case: &PaintCase) -> Result<(), String> {
    each_position::<G>(case, |game| {
        let board = game.position().board;
        let mut random = SplitMix::new(digest(format!("{board:?}").as_bytes()));
        for _ in 0..3 {
            let drawn = game.sample_legal_move(&mut || random.next_u64());
            let Some(drawn) = drawn else {
                let expected = outcome(&board, game.position().to_move);
                return same("the outcome where no move is sampled", &game.outcome(), &expected);
            };
            let result = judgement(&board, &request(drawn.cells().iter().copied()));
            result.map_err(|why| format!("{drawn} is sampled, but refused: {why}"))?;
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

/// PT-6, for valid and refused moves.
fn takes_cells_in_any_order<G: Side>(case: &PaintCase) -> Result<(), String> {
    each_step::<G>(case, |step| {
        let picks = step.mv.picks();
        let count = picks.len();
        let backwards = Move::new(picks.iter().rev().copied());
        let rotated = Move::new((0..count).map(|index| picks[(index + count / 2) % count]));
        let mut sorted = picks.to_vec();
        sorted.sort_unstable();
        for mv in [backwards, rotated, Move::new(sorted)] {
            let mut game = step.before.clone();
            same(&format!("the result of {mv}"), &game.play(&mv), step.result)?;
            same(&format!("the position after {mv}"), &game.position(), &step.after.position())?;
        }
        Ok(())
    })
}

/// PT-1: the rules depend on neighbours only.
fn plays_alike_transformed<G: Side>(case: &PaintCase) -> Result<(), String> {
    for transform in Transform::all(case.setup.side()).into_iter().skip(1) {
        let mut twin = set_up::<G>(&transform.board(&case.setup))?;
        let start = set_up::<G>(&case.setup)?;
        equals_the_image(&twin, transform, &start).map_err(|why| format!("{transform}: {why}"))?;
        each_step::<G>(case, |step| {
            let result = twin.play(&transform.mv(step.mv));
            let transformed = |event: &Painted| Painted {
                cells: transformed_move(transform, &event.cells),
                number: event.number,
                at: transform.cell(event.at),
            };
            let expected = step.result.as_ref().map(transformed).map_err(|&why| why);
            same("the result", &result, &expected)?;
            equals_the_image(&twin, transform, step.after)
        })
        .map_err(|why| format!("{transform}: {why}"))?;
    }
    Ok(())
}

fn transformed_move(transform: Transform, mv: &LegalMove) -> LegalMove {
    LegalMove::new(mv.cells().iter().map(|&cell| transform.cell(cell)))
}

fn equals_the_image<G: Side>(twin: &G, transform: Transform, game: &G) -> Result<(), String> {
    let Position { board, to_move } = game.position();
    let expected = Position { board: transform.board(&board), to_move };
    same("the position", &twin.position(), &expected)?;
    same("the outcome", &twin.outcome(), &game.outcome())?;
    let transformed = |list: Vec<LegalMove>| {
        let mut list: Vec<_> = list.iter().map(|mv| transformed_move(transform, mv)).collect();
        list.sort_unstable();
        list
    };
    // A lower limit than elsewhere, because there are seven transforms.
    let limit = LISTED_MAX / 6;
    match (listed(twin, limit), listed(game, limit).map(transformed)) {
        (Some(legal), Some(expected)) => same("the legal moves", &legal, &expected),
        (None, None) => Ok(()),
        (legal, expected) => Err(format!("the list is {legal:?}, and should be {expected:?}")),
    }
}

/// A game in which moves were played and taken back is as before, and goes on as if nothing had
/// happened. The moves are the remaining ones of the case, and pairs of valid moves. The oracle
/// never takes moves back, and reports that.
fn takes_back(case: &PaintCase) -> Result<(), String> {
    let mut game = set_up::<Engine>(&case.setup)?;
    for index in 0..=case.moves.len() {
        takes_back_here(&mut game, &case.moves[index..])
            .map_err(|why| format!("after {index} steps: {why}"))?;
        if let Some(mv) = case.moves.get(index) {
            let _ = game.play(mv);
        }
    }
    let mut fresh = set_up::<Engine>(&case.setup)?;
    for mv in &case.moves {
        let _ = fresh.play(mv);
    }
    same("the visible state in the end", &Shown::of(&game), &Shown::of(&fresh))?;
    let mut oracle = set_up::<Oracle>(&case.setup)?;
    let before = Shown::of(&oracle);
    if oracle.undo_moves(&case.moves) {
        return Err("the oracle reports that it takes moves back".into());
    }
    same("the visible state of the oracle", &Shown::of(&oracle), &before)
}

fn takes_back_here(game: &mut Engine, remaining: &[Move]) -> Result<(), String> {
    let before = Shown::of(game);
    let mut rounds = vec![remaining.to_vec()];
    let board = &before.position.board;
    for (at, _) in living(board).take(3) {
        let first = some_area(board, at).expect("it is alive");
        let then = after(board, first.cells());
        let second = living(&then).last().and_then(|(at, _)| some_area(&then, at));
        let round = [Some(first), second].into_iter().flatten();
        rounds.push(round.map(|mv| Vocabulary::to_move(&mv)).collect());
    }
    for round in rounds {
        if !game.undo_moves(&round) {
            return Err("the engine reports that it takes no moves back".into());
        }
        let played = round.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ");
        same(&format!("the visible state after {played}, taken back"), &Shown::of(game), &before)?;
        game.validate().map_err(|why| format!("after {played}, taken back: {why}"))?;
    }
    Ok(())
}

/// PT-4: the key does not depend on the path to a position. Equal boards have the same key if the
/// same player is to move, and different keys otherwise.
fn has_a_key_of_its_position(case: &PaintCase) -> Result<(), String> {
    each_position::<Engine>(case, |game| {
        let Position { board, to_move } = game.position();
        let fresh = set_up::<Engine>(&board)?;
        if (game.key() == fresh.key()) == (to_move == Player::First) {
            return Ok(());
        }
        let [key, fresh] = [game.key(), fresh.key()];
        Err(format!("with the {to_move} to move the key is {key:?}, in a new game it is {fresh:?}"))
    })
}
