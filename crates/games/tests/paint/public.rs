//! Everything that the engine's board offers, also what no game asks for, compared with the
//! positions and the moves of the oracle: on boards of all sizes, with all numbers and with paint.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use twinboard_engine::paint::{Area, Board, Cells};
use twinboard_harness::random::SplitMix;
use twinboard_vocabulary::paint::{
    self as vocabulary, Cell, LegalMove, Move, NUMBER_MAX, Position, SIDE_MAX, Square,
};
use twinboard_vocabulary::{Game, Vocabulary as _};

use super::support::paint::{around, living, some_area};
use super::support::play::legal_moves;
use super::{Oracle, Vocabulary, start};

/// Moves that are listed on a board; with more, they are not compared.
const LISTED_MAX: u64 = 300;
/// Moves of a game that are compared.
const MOVES_MAX: usize = 4;

/// A board on which large numbers have little room: mostly zeros and other numbers.
fn drawn(side: u8, random: &mut SplitMix) -> vocabulary::Board {
    let mut below = |bound: u64| (random.next_u64() >> 32) % bound;
    let (empty, large, paint) = (10 + below(40), below(8), below(6));
    let most = if below(2) == 0 { NUMBER_MAX } else { side.min(NUMBER_MAX) };
    vocabulary::Board::from_fn(side, |_| match below(100) {
        draw if draw < empty => Square::Empty,
        draw if draw < empty + large => Square::Number(below(u64::from(most) + 1) as u8),
        draw if draw < empty + large + paint => Square::Painted,
        _ => Square::Number(below(3) as u8),
    })
}

fn listed(cells: &Cells) -> Vec<Cell> {
    let listed: Vec<Cell> = cells.iter().collect();
    assert_eq!((cells.len() as usize, cells.is_empty()), (listed.len(), listed.is_empty()));
    assert!(listed.iter().all(|&cell| cells.contains(cell)) && listed.is_sorted());
    let bits = match cells {
        Cells::Word(word) => word.bits().count_ones(),
        Cells::Rows(rows) => rows.rows().iter().map(|row| row.count_ones()).sum(),
    };
    assert_eq!(bits, cells.len());
    listed
}

fn request(area: &Area) -> Move {
    Vocabulary::to_move(&area.to_legal_move())
}

/// Compares what does not depend on the number of moves.
fn compare(board: &Board, oracle: &Oracle) {
    let Position { board: position, .. } = &oracle.position();
    assert_eq!(board.validate(), Ok(()));
    assert_eq!(board.to_position(), oracle.position());
    assert_eq!(board.side(), position.side());
    assert_eq!(board.outcome(), oracle.outcome());
    let numbers: Vec<_> = position.numbers().map(|it| it.0).collect();
    assert_eq!(listed(&board.numbers()), numbers);
    for (cell, number) in position.numbers() {
        assert_eq!(board.value(cell), number, "{cell}");
    }
    let alive: Vec<_> = living(position).map(|it| it.0).collect();
    assert_eq!(listed(&board.alive()), alive);
    let mut settled = board.clone();
    settled.settle();
    assert_eq!((listed(&settled.alive()), settled.hash()), (alive, board.hash()));
    let one = position.cells().map(|it| it.0).last().expect("a board has cells");
    assert_eq!(listed(&Cells::one(one)), [one]);
}

/// Compares counts, lists and cells of the moves of a board; `moves` are all moves of the oracle.
fn compare_moves(board: &Board, oracle: &Oracle, moves: &[LegalMove]) {
    let position = oracle.position().board;
    let all = moves.len() as u64;
    assert_eq!(board.count_all(all), Some(all));
    assert_eq!(board.count_all(u64::MAX), Some(all));
    for (number, _) in position.numbers() {
        let own: Vec<_> = moves.iter().filter(|mv| mv.cells().contains(&number)).collect();
        let count = own.len() as u64;
        assert_eq!(board.count_areas(number, u64::MAX), Some(count), "{number}");
        assert_eq!(board.count_areas(number, count), Some(count), "{number}");
        let Some(less) = count.checked_sub(1) else { continue };
        assert_eq!(board.count_areas(number, less), None, "{number}");
        let mut found = Vec::new();
        let listing = board.visit_areas(number, &mut |area| {
            assert_eq!(area.number, number);
            found.push(area.to_legal_move());
            ControlFlow::Continue(())
        });
        found.sort_unstable();
        assert!(listing.is_continue() && found.iter().eq(own), "the areas of {number}");
        let ball: BTreeSet<Cell> = found.iter().flat_map(LegalMove::cells).copied().collect();
        assert_eq!(listed(&board.ball(number)), Vec::from_iter(ball), "{number}");
    }
    if let Some(less) = all.checked_sub(1) {
        assert_eq!(board.count_all(less), None);
    }
}

/// Compares what comes of a move: judged, played, advanced, undone, counted ahead.
fn compare_a_move(board: &Board, oracle: &Oracle, mv: &LegalMove) -> Board {
    let request = Vocabulary::to_move(mv);
    let mut after = oracle.clone();
    let event = after.play(&request).expect("it was listed");
    let area = board.check(&request).expect("it was listed");
    assert_eq!((area.to_legal_move(), area.number), (mv.clone(), event.at));
    let (mut played, mut advanced) = (board.clone(), board.clone());
    let undo = played.play(&area);
    advanced.advance(&area);
    compare(&played, &after);
    compare(&advanced, &after);
    played.undo(&undo);
    compare(&played, oracle);
    let count = (counted(&after) <= LISTED_MAX).then(|| legal_moves(&after).len() as u64);
    if let Some(count) = count {
        assert_eq!(board.count_all_after(&area, count), Some(count));
        if count > 0 {
            assert_eq!(board.count_all_after(&area, count - 1), None);
        }
    }
    advanced
}

/// Number of moves of the oracle, up to one more than [`LISTED_MAX`].
fn counted(oracle: &Oracle) -> u64 {
    let mut count = 0;
    let _ = oracle.visit_legal_moves(&mut |_| {
        count += 1;
        if count > LISTED_MAX { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    count
}

/// Sets that no number may paint, each as the oracle judges it.
fn compare_refusals(board: &Board, oracle: &Oracle, random: &mut SplitMix) {
    let position = oracle.position().board;
    let mut below = |bound: u64| (random.next_u64() >> 32) % bound;
    let side = u64::from(position.side());
    for _ in 0..10 {
        let start = Cell::new(below(side) as u8, below(side) as u8);
        let mut cells = vec![start];
        for _ in 0..below(5) {
            let from = cells[below(cells.len() as u64) as usize];
            let beside = around(&position, from);
            cells.extend(beside.get(below(5) as usize));
        }
        let mv = Move::new(cells);
        let judged = oracle.clone().play(&mv).map(|event| (event.cells, event.at));
        let checked = board.check(&mv).map(|area| (area.to_legal_move(), area.number));
        assert_eq!(checked, judged, "{mv}");
    }
}

#[test]
fn a_board_of_any_size_answers_as_the_oracle() {
    let mut random = SplitMix::new(1);
    let (mut compared, mut keys) = (0, BTreeMap::new());
    for side in 1..=SIDE_MAX {
        for _ in 0..if side <= 9 { 12 } else { 3 } {
            let setup = drawn(side, &mut random);
            let (mut board, mut oracle) = (Board::from_setup(&setup), start::<Oracle>(&setup));
            for _ in 0..MOVES_MAX {
                compare(&board, &oracle);
                let seen = keys.entry(board.hash()).or_insert_with(|| oracle.position());
                assert_eq!(*seen, oracle.position(), "two positions have the same key");
                compare_refusals(&board, &oracle, &mut random);
                let mv = if counted(&oracle) <= LISTED_MAX {
                    let moves = legal_moves(&oracle);
                    compare_moves(&board, &oracle, &moves);
                    compared += 1;
                    let draw = random.next_u64() >> 32;
                    (!moves.is_empty()).then(|| moves[draw as usize % moves.len()].clone())
                } else {
                    living(&setup).find_map(|(at, _)| some_area(&oracle.position().board, at))
                };
                let Some(mv) = mv else { break };
                compare_draws(&board, &oracle, &mut random);
                board = compare_a_move(&board, &oracle, &mv);
                oracle.play(&Vocabulary::to_move(&mv)).expect("it was listed");
            }
        }
    }
    assert!(compared > 200, "moves were compared {compared} times");
}

/// A drawn move, and one grown from each of a few numbers, is one by the oracle.
fn compare_draws(board: &Board, oracle: &Oracle, random: &mut SplitMix) {
    let drawn = board.sample_area(&mut || random.next_u64()).expect("the game goes on");
    assert_eq!(oracle.clone().play(&request(&drawn)).map(|it| it.at), Ok(drawn.number));
    for number in board.alive().iter().take(3) {
        let grown = board.grow_area(number, &mut || random.next_u64());
        assert_eq!(grown.number, number);
        assert_eq!(oracle.clone().play(&request(&grown)).map(|it| it.at), Ok(number));
    }
}
