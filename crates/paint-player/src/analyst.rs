//! The analyst of paint for the referee: proved values of boards, and best moves, by the solver.

use twinboard_referee::analyst::{Effort, Saved};
use twinboard_referee::{MoveBudget, Rated, Value};
use twinboard_vocabulary::paint::text;
use twinboard_vocabulary::paint::{Board, LegalMove, Paint, Player, Position};
use twinboard_vocabulary::{CaseReader, InputError, Item, Limits, Picture, Vocabulary as _};

use super::adviser::Adviser;

/// The analyst of paint.
#[derive(Debug, Default)]
pub(super) struct Analyst {
    adviser: Adviser,
}

/// Reads a board that the referee wrote.
fn read(board: &str) -> Board {
    text::read_board(board.as_bytes()).expect("the referee writes valid boards")
}

fn limits<'a>(budget: &MoveBudget<'a>) -> twinboard_solver::Budget<'a> {
    twinboard_solver::Budget {
        deadline: Some(budget.deadline),
        stop: Some(budget.stop),
        ..twinboard_solver::Budget::unlimited()
    }
}

fn rated(mv: &LegalMove, value: Option<Value>) -> Rated {
    let cells = mv.cells().iter().map(|cell| (cell.row.into(), cell.column.into()));
    Rated {
        title: mv.to_string(),
        cells: cells.collect(),
        answer: text::answer(&Paint::to_move(mv)),
        value,
    }
}

impl twinboard_referee::Analyst for Analyst {
    fn read(&self, case: &[u8]) -> Result<Saved, InputError> {
        let mut reader = text::Reader::new(case, Limits::Case);
        let mut saved = Saved { board: String::new(), answers: Vec::new() };
        while let Some(item) = reader.next_item()? {
            match item {
                Item::Setup(board) => saved.board = text::board(&board),
                Item::Move(mv) => saved.answers.push(text::answer(&mv)),
                Item::Answer(_) => {}
            }
        }
        Ok(saved)
    }

    fn picture(&self, board: &str) -> Picture {
        let position = Position { board: read(board), to_move: Player::First };
        Picture { caption: None, ..Paint::picture(&position) }
    }

    fn value(&mut self, board: &str, budget: &MoveBudget<'_>) -> Option<Value> {
        let board = read(board);
        self.adviser.solver().value(&board, &limits(budget))
    }

    fn advise(&mut self, board: &str, budget: &MoveBudget<'_>, better: &mut dyn FnMut(Rated)) {
        let board = read(board);
        self.adviser.advise(&board, budget, &mut |advice| better(rated(&advice.mv, advice.value)));
    }

    fn effort(&self) -> Effort {
        let twinboard_solver::Counts { nodes, sets, outcomes } = self.adviser.counts();
        Effort { nodes, moves: sets, outcomes }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;
    use std::time::{Duration, Instant};

    use twinboard_referee::{Contest, MoveBudget};
    use twinboard_vocabulary::two_player::Value;

    use crate::contest::contest;

    /// Two 1s next to each other and one alone: the player who paints the lone 1 gives the win
    /// away.
    const BOARD: &str = "3\n1 1 #\n# # #\n# # 1\n";

    fn with_budget<T>(ask: impl FnOnce(&MoveBudget<'_>) -> T) -> T {
        let stop = AtomicBool::new(false);
        let deadline = Instant::now() + Duration::from_mins(1);
        ask(&MoveBudget { deadline, threads: 1, stop: &stop })
    }

    #[test]
    fn a_board_has_a_value_and_a_picture() {
        let mut analyst = contest().analyst().unwrap();
        with_budget(|budget| {
            // After one 1 of the pair and the lone 1 there is no move, and a number is left.
            assert_eq!(analyst.value(BOARD, budget), Some(Value::Loss));
        });
        assert!(analyst.effort().nodes > 0);
        let picture = analyst.picture(BOARD).to_string();
        assert_eq!(picture, "0 | 1 1 #\n1 | # # #\n2 | # # 1\n  +------\n    0 1 2\n");
    }

    #[test]
    fn without_time_no_value_is_proved() {
        let mut analyst = contest().analyst().unwrap();
        let stop = AtomicBool::new(true);
        let budget = MoveBudget { deadline: Instant::now(), threads: 1, stop: &stop };
        assert_eq!(analyst.value(BOARD, &budget), None);
        let mut given = 0;
        analyst.advise(BOARD, &budget, &mut |rated| {
            assert_eq!(rated.value, None);
            given += 1;
        });
        assert_eq!(given, 1, "a move is given nevertheless");
    }
}
