//! The built-in players of paint besides `random`. An entry in [`all`] makes a player known to every
//! command.

use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, MutexGuard};

use twinboard_engine::paint::{Area, Board};
use twinboard_harness::random::SplitMix;
use twinboard_referee::delays::DELAYS;
use twinboard_referee::{Bot, BuiltIn, MoveBudget, Search};
use twinboard_solver::Advice;
use twinboard_vocabulary::Vocabulary as _;
use twinboard_vocabulary::game::below;
use twinboard_vocabulary::paint::{Move, Paint, text};

use super::adviser::{self, Adviser};

/// The list that commands read.
pub(super) fn all() -> Vec<BuiltIn> {
    vec![
        BuiltIn::new(
            "greedy",
            "the move that leaves the opponent the fewest live numbers, of those it tries",
            |seed| Box::new(Greedy(SplitMix::new(seed))),
        ),
        BuiltIn::new(
            "optimal",
            "the best move, where the solver can prove it in time; else the one it hopes for",
            |_| Box::<Optimal>::default(),
        ),
    ]
}

/// Reads the position that the referee passes to a player.
fn position(board: &str) -> Board {
    let board = text::read_board(board.as_bytes()).expect("the referee writes valid boards");
    Board::from_setup(&board)
}

/// The answer that plays a set; without a set, the answer that there is no move (PT-29).
fn answer(area: Option<&Area>) -> String {
    let mv = area.map(|area| Move::new(area.cells.iter()));
    text::answer(&mv.unwrap_or_default())
}

/// The largest number of sets of a number of which [`Greedy`] tries all.
const ALL_UP_TO: u64 = 64;
/// Sets that it tries of a number that has more.
const TRIES: usize = 24;

/// Plays a move after which the fewest numbers are alive. All such moves have the same probability.
///
/// Tries all sets of a number that has at most [`ALL_UP_TO`] of them, and of every other number
/// [`TRIES`] sets, each grown from the number on by adding a uniformly random neighbour.
struct Greedy(SplitMix);

impl Bot for Greedy {
    fn answer(&mut self, board: &str, _budget: &MoveBudget<'_>) -> String {
        let board = position(board);
        let mut best = Best { board: board.clone(), fewest: u32::MAX, ties: 0, area: None };
        for number in board.alive().iter() {
            if board.count_areas(number, ALL_UP_TO).is_some() {
                let _ = board.visit_areas(number, &mut |area| {
                    best.consider(area, &mut self.0);
                    ControlFlow::Continue(())
                });
            } else {
                for _ in 0..TRIES {
                    let area = board.grow_area(number, &mut || self.0.next_u64());
                    best.consider(&area, &mut self.0);
                }
            }
        }
        answer(best.area.as_ref())
    }
}

/// The best set so far.
struct Best {
    board: Board,
    fewest: u32,
    /// Number of sets as good as the best one.
    ties: u64,
    area: Option<Area>,
}

impl Best {
    fn consider(&mut self, area: &Area, random: &mut SplitMix) {
        let undo = self.board.play(area);
        let alive = self.board.alive().len();
        self.board.undo(&undo);
        if alive < self.fewest {
            (self.fewest, self.ties) = (alive, 0);
        }
        if alive == self.fewest {
            self.ties += 1;
            // Reservoir sampling: the n-th set replaces the chosen one with probability 1/n.
            if below(&mut || random.next_u64(), self.ties) == 0 {
                self.area = Some(*area);
            }
        }
    }
}

/// Plays the solver's advice. The solver keeps its tables during the game. Its moves do not depend
/// on random numbers, but on the time.
///
/// The search has a thread of its own, which may still be busy when the next move is due.
#[derive(Default)]
struct Optimal(Arc<Mutex<Adviser>>);

impl Bot for Optimal {
    fn answer(&mut self, board: &str, budget: &MoveBudget<'_>) -> String {
        let board = text::read_board(board.as_bytes()).expect("the referee writes valid boards");
        let Some(first) = adviser::first_move(&board) else {
            return text::answer(&Move::default());
        };
        let first = played(&first);
        let search = {
            let (board, adviser) = (board.clone(), Arc::clone(&self.0));
            move |budget: &MoveBudget<'_>, better: &mut dyn FnMut(String)| {
                lock(&adviser).advise(&board, budget, &mut |advice| better(played(&advice)));
            }
        };
        let Ok(search) = Search::start(budget.deadline, budget.threads, search) else {
            // Without a further thread, the search has to return in time by itself.
            let mut best = first;
            lock(&self.0).advise(&board, budget, &mut |advice| best = played(&advice));
            return best;
        };
        search.best_in_time(first, budget.stop, &DELAYS)
    }
}

/// The answer that plays this advice.
fn played(advice: &Advice) -> String {
    text::answer(&Paint::to_move(&advice.mv))
}

/// The adviser, as soon as the search of the move before has ended.
fn lock(adviser: &Mutex<Adviser>) -> MutexGuard<'_, Adviser> {
    adviser.lock().unwrap_or_else(|poisoned| {
        // That search panicked, and its tables may be inconsistent.
        adviser.clear_poison();
        let mut adviser = poisoned.into_inner();
        *adviser = Adviser::default();
        adviser
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::ops::ControlFlow;
    use std::sync::atomic::AtomicBool;
    use std::time::{Duration, Instant};

    use twinboard_harness::random::SplitMix;
    use twinboard_referee::{Bot as _, BuiltIn, Contest as _, MoveBudget};
    use twinboard_vocabulary::game::below;
    use twinboard_vocabulary::paint::{Board, Cell, LegalMove, Outcome, Paint, Square, text};
    use twinboard_vocabulary::{Game, Vocabulary as _};

    use super::Optimal;
    use crate::contest::contest;

    fn built_in(name: &str) -> BuiltIn {
        contest().player(name).unwrap()
    }

    /// The answer of a player with this seed.
    fn answer(name: &str, seed: u64, board: &Board) -> String {
        let stop = AtomicBool::new(false);
        let deadline = Instant::now() + Duration::from_mins(1);
        let budget = MoveBudget { deadline, threads: 1, stop: &stop };
        built_in(name).seat(seed).answer(&text::board(board), &budget)
    }

    /// Boards with small numbers, so that each number has few sets.
    fn boards() -> impl Iterator<Item = Board> {
        (0..40).map(|seed| {
            let mut random = SplitMix::new(seed);
            let mut below = |bound| below(&mut || random.next_u64(), bound);
            Board::from_fn(5, |_| match below(10) {
                0..3 => Square::Number(below(4) as u8),
                3 => Square::Painted,
                _ => Square::Empty,
            })
        })
    }

    fn moves(game: &twinboard_oracle::Paint) -> Vec<LegalMove> {
        let mut moves = Vec::new();
        let _ = game.visit_legal_moves(&mut |legal| {
            moves.push(legal.clone());
            ControlFlow::Continue(())
        });
        moves
    }

    /// Number of live numbers, derived from the list of moves.
    fn alive(game: &twinboard_oracle::Paint) -> usize {
        let board = game.position().board;
        let numbers: BTreeSet<Cell> = board.numbers().map(|(cell, _)| cell).collect();
        let played = moves(game);
        let played = played.iter().flat_map(LegalMove::cells).filter(|cell| numbers.contains(cell));
        played.collect::<BTreeSet<_>>().len()
    }

    #[test]
    fn answers_are_valid_moves_and_depend_on_the_seed_alone() {
        for (board, player) in boards()
            .flat_map(|board| contest().built_in().into_iter().map(move |it| (board.clone(), it)))
        {
            let mut game = twinboard_oracle::Paint::set_up(&board).unwrap();
            let first = answer(player.name, 3, &board);
            assert_eq!(first, answer(player.name, 3, &board));
            let mv = text::read_answer(first.as_bytes()).unwrap();
            match game.outcome() {
                Outcome::Playing => assert!(game.play(&mv).is_ok(), "{}: {mv}", player.name),
                Outcome::Drawn | Outcome::Lost(_) => assert_eq!(first, "0\n", "{}", player.name),
            }
        }
        let whole = Board::from_fn(5, |_| Square::Number(1));
        for player in ["random", "greedy"].map(built_in) {
            let answers = (0..60).map(|seed| answer(player.name, seed, &whole));
            assert!(answers.collect::<BTreeSet<_>>().len() > 1, "{} has a choice", player.name);
        }
    }

    /// The adviser gives a valid move first and the advice last, which is right by the tests of the
    /// solver.
    #[test]
    fn optimal_plays_the_last_advice() {
        // Painting the 2 downwards wins: it leaves no move. After either 1 the other one is left.
        let board = "3\n1 2 1\n# # #\n# # #\n".parse().expect("a board");
        assert_eq!(answer("optimal", 1, &board), "2\n0 1\n1 1\n");
    }

    #[test]
    fn optimal_answers_in_time_although_its_search_does_not_return() {
        let mut optimal = Optimal::default();
        let adviser = std::sync::Arc::clone(&optimal.0);
        // The search waits for the adviser, and would for ever.
        let _busy = adviser.lock().unwrap();
        let board = Board::from_fn(5, |_| Square::Number(1));
        let stop = AtomicBool::new(false);
        let deadline = Instant::now() + Duration::from_millis(50);
        let budget = MoveBudget { deadline, threads: 1, stop: &stop };
        let answer = optimal.answer(&text::board(&board), &budget);
        let mut game = twinboard_oracle::Paint::set_up(&board).unwrap();
        assert!(game.play(&text::read_answer(answer.as_bytes()).unwrap()).is_ok(), "{answer}");
    }

    #[test]
    fn greedy_leaves_as_few_numbers_alive_as_any_move_does() {
        let mut counts = BTreeSet::new();
        for board in boards() {
            let game = twinboard_oracle::Paint::set_up(&board).unwrap();
            let after = |mv: &twinboard_vocabulary::paint::Move| {
                let mut game = game.clone();
                game.play(mv).unwrap();
                alive(&game)
            };
            let all = moves(&game);
            let Some(fewest) = all.iter().map(|legal| after(&Paint::to_move(legal))).min() else {
                continue;
            };
            let mv = text::read_answer(answer("greedy", 1, &board).as_bytes()).unwrap();
            assert_eq!(after(&mv), fewest, "{}", text::board(&board));
            counts.insert(fewest);
        }
        assert!(counts.len() > 2, "the boards differ: {counts:?}");
    }
}
