//! Interrupted searches: their answers, and the tables that they leave behind.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use crate::checks::{self, Truth, interrupting};
use twinboard_solver::{Budget, Solver};
use twinboard_vocabulary::Game;
use twinboard_vocabulary::paint::Move;

use super::boards::{Boards, Kind};
use super::support::paint::board;
use super::{MOVES_MAX, assert_correct, pool};

fn nodes(nodes: u64) -> Budget<'static> {
    Budget { nodes: Some(nodes), ..Budget::unlimited() }
}

#[test]
fn one_solver_interrupted_on_many_boards_gives_no_wrong_answer() {
    let pool = pool(4);
    let mut solver = Solver::new();
    // All boards within each limit in turn, so that a search interrupted on one board resumes after
    // others.
    for (budget, of) in interrupting() {
        for drawn in pool {
            let (truth, board) = (&mut Truth::new(MOVES_MAX), &drawn.board);
            let said = checks::answers_within_budget(truth, &mut solver, board, &budget, &of);
            assert_correct(board, "one solver of all boards", said);
        }
    }
    for drawn in pool {
        for ask in [checks::value, checks::grundy] {
            let said = ask(&mut Truth::new(MOVES_MAX), &mut solver, &drawn.board);
            assert_correct(&drawn.board, "afterwards", said);
        }
    }
}

/// Steps at which each budget ends, and boards on which it does.
const STEPS_MAX: u64 = if cfg!(feature = "long-tests") { 4_000 } else { 400 };
const ENDED: usize = if cfg!(feature = "long-tests") { 40 } else { 2 };

#[test]
fn a_budget_that_ends_at_any_step_leaves_no_wrong_claim() {
    let mut ended = 0;
    // Only a search decides whether the 4 can kill both 1s, and the same outcome has ways without.
    let killer = board(&["4 # # #", "# # 1 #", "# # # #", "1 # # 0"]);
    for board in [&killer].into_iter().chain(pool(ENDED).iter().map(|drawn| &drawn.board)) {
        let mut truth = Truth::new(MOVES_MAX);
        truth.of(board).expect("few moves");
        let checked = checks::ended_at_each_step(&mut truth, board, STEPS_MAX);
        ended += *checked.as_ref().unwrap_or(&0);
        assert_correct(board, "a budget that ends", checked.map(|_| ()));
    }
    // The test is only meaningful if most searches end in their midst.
    assert!(ended > 10_000, "{ended} searches");
}

#[test]
fn with_a_limit_of_nodes_alone_answers_are_reproducible() {
    let ask = |limit: u64| {
        let mut solver = Solver::new();
        let mut said = Vec::new();
        for drawn in pool(3) {
            let (board, budget) = (&drawn.board, nodes(limit));
            let value = solver.value(board, &budget);
            let grundy = solver.grundy(board, &budget);
            let advice = solver.advise(board, &budget);
            said.push((value, grundy, advice));
        }
        (said, solver.counts())
    };
    for limit in [1, 20, 300] {
        let (one, other) = (ask(limit), ask(limit));
        assert!(one == other, "within {limit} nodes");
    }
}

#[test]
fn a_limit_that_suffices_a_fresh_solver_suffices_a_used_one() {
    let mut used = Solver::new();
    let mut needed = 0;
    for drawn in pool(5) {
        let mut fresh = Solver::new();
        fresh.value(&drawn.board, &Budget::unlimited()).expect("the search is unlimited");
        // Filled tables may change the order of moves; the limit still applies to one search.
        let enough = fresh.counts().nodes * 4 + 100;
        let said = used.value(&drawn.board, &nodes(enough));
        assert_eq!(said, Some(drawn.known.value), "within {enough} nodes: {:?}", drawn.board);
        needed += enough;
    }
    let nodes = used.counts().nodes;
    assert!(nodes > 0 && nodes < needed, "{nodes} nodes");
}

#[test]
fn advice_of_an_unlimited_search_keeps_the_value() {
    let deadline = Some(Instant::now() + Duration::from_mins(5));
    let never = AtomicBool::new(false);
    let most = Some(u64::MAX);
    let budget = Budget {
        deadline,
        nodes: most,
        effort: most,
        memory: most,
        hit_limit_at: most,
        stop: Some(&never),
    };
    for drawn in pool(3) {
        let advice = Solver::new().advise(&drawn.board, &budget);
        let value = advice.and_then(|advice| advice.value);
        let has_move = !super::support::paint::is_over(&drawn.board);
        assert_eq!(value, has_move.then_some(drawn.known.value), "{:?}", drawn.board);
    }
}

#[test]
fn a_move_is_advised_under_any_limit_on_boards_too_large_to_solve() {
    let mut boards = Boards::new(9);
    let (stop, late) = (AtomicBool::new(true), Some(Instant::now()));
    for number in 0..12 {
        let board =
            boards.draw([Kind::Any, Kind::Ones, Kind::Painted][number % 3], 7 + number as u8 % 3);
        let soon = Some(Instant::now() + Duration::from_millis(20));
        let budgets = [
            Budget { stop: Some(&stop), ..Budget::unlimited() },
            Budget { deadline: late, ..Budget::unlimited() },
            Budget { deadline: soon, ..Budget::unlimited() },
            nodes(0),
            nodes(100),
        ];
        let mut solver = Solver::new();
        for budget in budgets {
            let advice = solver.advise(&board, &budget);
            let Some(advice) = advice else { panic!("{budget:?}, on {board:?}") };
            let mut game =
                twinboard_oracle::Paint::set_up(&board).expect("the oracle accepts every board");
            let mv = Move::new(advice.mv.cells().iter().copied());
            game.play(&mv).unwrap_or_else(|refusal| panic!("{mv}: {refusal}, on {board:?}"));
        }
    }
}
