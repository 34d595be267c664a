//! Properties of every game of paint, for the engine and for the oracle.
//!
//! Each property is a generic function, run for each side on the same generated cases. Its
//! expectations are derived from boards alone (`support/paint.rs`), and shared neither with a side
//! nor with the invariants that the harness checks.

use twinboard_games::paint::{self, PaintRules};
use twinboard_harness::random::{SplitMix, digest};
use twinboard_vocabulary::Game as _;
use twinboard_vocabulary::paint::Paint as Vocabulary;
use twinboard_vocabulary::paint::{Board, Cell, LegalMove, Move, Pick, Player, Position, Square};

use super::support::paint::{
    LISTED_MAX, PaintCase, areas, around, judgement, listed, living, moves, outcome, some_area,
};
use super::support::play::{SetUp, all_lists, each_position, each_step, legal_moves, same};
use super::support::{self, agrees, on_both_sides};
use super::{Engine, Oracle, start};

fn holds(property: impl support::Property<PaintRules>) {
    super::holds(file!(), property);
}

/// Engine or oracle.
trait Side: SetUp<Vocabulary = Vocabulary> {}

impl<G: SetUp<Vocabulary = Vocabulary>> Side for G {}

on_both_sides! {
    every_move_is_judged_clause_by_clause: judges_moves;
    lists_counts_and_outcomes_agree_with_growing_sets: lists_and_counts;
}

#[test]
fn engine_and_oracle_agree() {
    let subject = paint::subject();
    holds(move |case, activity| agrees(&PaintRules, &*subject, case, activity));
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

/// PT-7 and PT-20 to PT-22: the listed moves, the number of moves of each number, and the outcome.
fn lists_and_counts<G: Side>(case: &PaintCase) -> Result<(), String> {
    each_position::<G>(case, |game| {
        let Position { board, to_move } = game.position();
        same("the outcome", &game.outcome(), &outcome(&board, to_move))?;
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

/// All boards of this side with empty cells, paint and these numbers.
fn all_boards(side: u8, numbers: &[u8]) -> impl Iterator<Item = Board> + use<> {
    let numbers = numbers.iter().map(|&number| Square::Number(number));
    let kinds: Vec<_> = [Square::Empty, Square::Painted].into_iter().chain(numbers).collect();
    let squares = all_lists(kinds, u32::from(side) * u32::from(side));
    squares.map(move |squares| Board::new(side, squares).expect("a small board"))
}

#[test]
fn on_all_small_boards_the_moves_are_those_of_growing_sets() {
    let larger = (1..=6).flat_map(|number| all_boards(3, &[number]));
    for board in all_boards(2, &[0, 1, 2, 3, 4]).chain(larger) {
        let oracle = start::<Oracle>(&board);
        assert_eq!(Some(legal_moves(&oracle)), moves(&board, LISTED_MAX), "{board:?}");
        assert_eq!(oracle.outcome(), outcome(&board, Player::First), "{board:?}");
    }
}

#[test]
fn on_all_boards_of_four_cells_every_move_is_judged_clause_by_clause() {
    let picks = [(0, 0), (0, 1), (1, 0), (1, 1), (0, 2), (2, 1)];
    let requests = (0..=4).flat_map(|count| all_lists(picks.to_vec(), count));
    let requests: Vec<Move> = requests.filter(|picks| picks.is_sorted()).map(Move::new).collect();
    for board in all_boards(2, &[0, 1, 2, 4]) {
        for mv in &requests {
            let played = start::<Oracle>(&board).play(mv);
            assert_eq!(played, judgement(&board, mv), "{mv} on {board:?}");
        }
    }
}
