//! The analyst of paint for the referee: proved values of boards and moves, by the solver.

use twinboard_referee::analyst::{Effort, Moves, Saved};
use twinboard_referee::{MoveBudget, Rated, Value};
use twinboard_vocabulary::paint::text;
use twinboard_vocabulary::paint::{Board, LegalMove, Move, Paint, Player, Position};
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

    fn cells(&self, board: &str, answer: &str) -> Vec<(usize, usize)> {
        let side = u64::from(read(board).side());
        let Ok(mv) = text::read_answer(answer.as_bytes()) else { return Vec::new() };
        let on_board = mv.picks().iter().filter(|pick| pick.row < side && pick.column < side);
        on_board.map(|pick| (pick.row as usize, pick.column as usize)).collect()
    }

    fn picture(&self, board: &str) -> Picture {
        let position = Position { board: read(board), to_move: Player::First };
        Picture { caption: None, ..Paint::picture(&position) }
    }

    fn value(&mut self, board: &str, budget: &MoveBudget<'_>) -> Option<Value> {
        let board = read(board);
        self.adviser.ask(&board, |solver| solver.value(&board, &limits(budget)))?
    }

    fn moves(&mut self, board: &str, budget: &MoveBudget<'_>) -> Moves {
        let board = read(board);
        let moves = self.adviser.ask(&board, |solver| solver.moves(&board, &limits(budget)));
        let Some(moves) = moves else { return Moves::default() };
        let twinboard_solver::Moves { value, moves, is_complete } = moves;
        let moves = moves.iter().map(|it| rated(&it.mv, it.value)).collect();
        Moves { value, moves, is_complete }
    }

    fn advise(&mut self, board: &str, budget: &MoveBudget<'_>, better: &mut dyn FnMut(Rated)) {
        let board = read(board);
        self.adviser.advise(&board, budget, &mut |advice| better(rated(&advice.mv, advice.value)));
    }

    /// The answer of a player who has no move (PT-29).
    fn no_move(&self) -> String {
        text::answer(&Move::default())
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

    use twinboard_referee::analysis::{AnalysisLimits, Judgement};
    use twinboard_referee::{Analysis, Contest, MoveBudget};
    use twinboard_vocabulary::two_player::{Player, Value};

    use crate::contest::contest;

    /// Two 1s next to each other and one alone: the player who paints the lone 1 gives the win
    /// away.
    const BOARD: &str = "3\n1 1 #\n# # #\n# # 1\n";

    fn with_budget<T>(ask: impl FnOnce(&MoveBudget<'_>) -> T) -> T {
        let stop = AtomicBool::new(false);
        let deadline = Instant::now() + Duration::from_mins(1);
        ask(&MoveBudget { deadline, threads: 1, stop: &stop })
    }

    fn analysed(case: &str) -> Analysis {
        let mut analyst = contest().analyst().unwrap();
        let saved = analyst.read(case.as_bytes()).unwrap();
        let mut analysis = Analysis::replay(&contest(), &saved).unwrap();
        let stop = AtomicBool::new(false);
        let limits = AnalysisLimits { time: Duration::from_mins(1), threads: 1, stop: &stop };
        let mut done = Vec::new();
        analysis.rate(analyst.as_mut(), &limits, &mut |count| done.push(count));
        assert_eq!(done, (1..=saved.answers.len() + 1).collect::<Vec<_>>());
        analysis
    }

    #[test]
    fn a_board_has_a_value_and_moves_with_theirs() {
        let mut analyst = contest().analyst().unwrap();
        with_budget(|budget| {
            // After one 1 of the pair and the lone 1 there is no move, and a number is left.
            assert_eq!(analyst.value(BOARD, budget), Some(Value::Loss));
            let moves = analyst.moves(BOARD, budget);
            assert!(moves.is_complete);
            // Both 1s of the pair lead to equivalent positions, so one is listed.
            assert_eq!(moves.moves.len(), 2);
            assert!(moves.moves.iter().all(|rated| rated.value == Some(Value::Loss)));
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

    #[test]
    fn an_error_is_found_with_its_player_and_a_better_move() {
        // Painting the 2 downwards leaves no move. After either 1 the other one is left.
        let board = "3\n1 2 1\n# # #\n# # #\n";
        let right = analysed(&format!("{board}2\n0 1\n1 1\n"));
        assert_eq!(right.count(Judgement::Kept), 1);
        assert_eq!((right.value, right.last_error()), (Some(Value::Loss), None));

        let wrong = analysed(&format!("{board}1\n0 0\n1\n0 2\n"));
        let error = wrong.last_error().unwrap();
        assert_eq!((error.number, error.player), (1, Player::First));
        assert_eq!(error.judgement, Judgement::LostWin);
        assert_eq!((error.before, error.after), (Some(Value::Win), Some(Value::Loss)));
        assert_eq!(error.better.as_ref().unwrap().title, "(0,1) (1,1)");
        assert_eq!(wrong.steps[1].judgement, Judgement::Kept);
        assert_eq!(wrong.contradiction(), None);
    }

    #[test]
    fn a_refused_move_is_named_with_its_clause_and_the_turn_stays() {
        let analysis = analysed(&format!("{BOARD}1\n0 0\n1\n0 0\n1\n2 2\n"));
        assert_eq!(analysis.count(Judgement::Refused), 1);
        let refused = &analysis.steps[1];
        assert_eq!(refused.refused.as_deref(), Some("a cell is painted (PT-12)"));
        assert_eq!((refused.player, analysis.steps[2].player), (Player::Second, Player::Second));
        assert_eq!(refused.before, analysis.steps[2].before);
        assert_eq!(analysis.value, Some(Value::Loss));
        assert_eq!(analysis.last_error(), None, "the first player had lost from the start");
    }
}
