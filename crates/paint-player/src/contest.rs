//! Paint for the referee: engine and oracle judge every answer independently (PT-32 to PT-35). If
//! they disagree, the tournament ends with a divergence.

use arbitrary::Unstructured;
use twinboard_games::paint::{PaintRules, input};
use twinboard_harness::RuleSet;
use twinboard_referee::{
    Analyst, BuiltIn, Contest, Divergence, Files, GameState, Group, OraclePosition, Play, Verdict,
};
use twinboard_vocabulary::paint::text::{self, AnswerError};
use twinboard_vocabulary::paint::{Board, Move, Outcome, Paint, Player, Refusal};
use twinboard_vocabulary::{CaseReader, Game, InputError, Item, Limits, Vocabulary as _};

use super::{analyst, certificates, players};

/// The groups of boards (PT-36).
const GROUPS: &[Group] = &[
    Group { number: 1, about: "5 × 5 cells, numbers 0 to 5 around one centre" },
    Group { number: 2, about: "15 × 15 cells, numbers 5 to 10 around three centres" },
    Group { number: 3, about: "30 × 30 cells, numbers 10 to 20 around five centres" },
];

/// The contest of paint.
#[derive(Clone, Copy, Debug, Default)]
pub struct PaintContest;

impl Contest for PaintContest {
    fn name(&self) -> &'static str {
        Paint::NAME
    }

    fn files(&self) -> Files {
        Files { board: "game.in", answer: "game.out" }
    }

    fn groups(&self) -> &'static [Group] {
        GROUPS
    }

    fn draw(&self, group: u64, seed: u64) -> Option<String> {
        Some(text::board(&input::board(group, seed)?))
    }

    fn draw_any(&self, seed: u64) -> String {
        let bytes = twinboard_harness::random::case_bytes(seed, 0);
        // After the last byte the smallest choices are drawn.
        let board = PaintRules.generate_setup(&mut Unstructured::new(&bytes));
        text::board(&board.expect("the end of the bytes is not an error"))
    }

    fn positions(&self, case: &[u8]) -> Result<Vec<String>, InputError> {
        let mut reader = text::Reader::new(case, Limits::Case);
        let mut game: Option<twinboard_oracle::Paint> = None;
        let mut positions = Vec::new();
        while let Some(item) = reader.next_item()? {
            match (item, &mut game) {
                (Item::Setup(board), game) => *game = twinboard_oracle::Paint::set_up(&board),
                // A refused move changes nothing (PT-5).
                (Item::Move(mv), Some(game)) => {
                    if game.play(&mv).is_err() {
                        continue;
                    }
                }
                _ => continue,
            }
            let at = game.as_ref().filter(|game| game.outcome() == Outcome::Playing);
            positions.extend(at.map(|game| text::board(&game.position().board)));
        }
        Ok(positions)
    }

    fn start(&self, board: &[u8]) -> Result<Box<dyn Play>, InputError> {
        let board = text::read_board(board)?;
        Ok(Box::new(Judged::new(
            board,
            twinboard_engine::paint::Paint::set_up,
            twinboard_oracle::Paint::set_up,
        )))
    }

    fn built_in(&self) -> Vec<BuiltIn> {
        players::all()
    }

    fn analyst(&self) -> Option<Box<dyn Analyst>> {
        Some(Box::<analyst::Analyst>::default())
    }

    fn on_oracle(&self, board: &str) -> Option<Box<dyn OraclePosition>> {
        let board = text::read_board(board.as_bytes()).expect("the referee has read this board");
        Some(Box::new(certificates::OnOracle::new(board)))
    }
}

/// A game that engine and oracle play in parallel.
struct Judged<E, O> {
    engine: E,
    oracle: O,
    board: Board,
    moves: Vec<Move>,
}

impl<E, O> Judged<E, O>
where
    E: Game<Vocabulary = Paint> + Send,
    O: Game<Vocabulary = Paint> + Send,
{
    fn new(board: Board, engine: fn(&Board) -> Option<E>, oracle: fn(&Board) -> Option<O>) -> Self {
        let engine = engine(&board).expect("the engine accepts every board");
        let oracle = oracle(&board).expect("the oracle accepts every board");
        Self { engine, oracle, board, moves: Vec::new() }
    }

    /// The common result of both sides, or a divergence.
    fn agreed<T: PartialEq>(
        &self,
        (engine, oracle): (T, T),
        about: impl FnOnce(&T, &T) -> String,
    ) -> Result<T, Divergence> {
        if engine == oracle {
            Ok(engine)
        } else {
            Err(Divergence { about: about(&engine, &oracle), case: self.case() })
        }
    }

    /// Plays a move on both sides and compares the results and the boards.
    fn play(&mut self, mv: &Move) -> Result<Result<(), Refusal>, Divergence> {
        let played = (self.engine.play(mv), self.oracle.play(mv));
        let played = self.agreed(played, |engine, oracle| {
            let describe = |played: &Result<_, _>| match played {
                Ok(event) => format!("{event}"),
                Err(refusal) => format!("refused: {refusal}"),
            };
            format!(
                "of the move {mv}, the engine says `{}`, the oracle `{}`",
                describe(engine),
                describe(oracle)
            )
        })?;
        let positions = (self.engine.position(), self.oracle.position());
        self.agreed(positions, |_, _| format!("their boards differ after the move {mv}"))?;
        Ok(played.map(drop))
    }
}

impl<E, O> Play for Judged<E, O>
where
    E: Game<Vocabulary = Paint> + Send,
    O: Game<Vocabulary = Paint> + Send,
{
    fn state(&self) -> Result<GameState, Divergence> {
        let outcome = self
            .agreed((self.engine.outcome(), self.oracle.outcome()), |engine, oracle| {
                format!("the engine says `{engine}`, the oracle `{oracle}`")
            })?;
        Ok(match outcome {
            Outcome::Playing => GameState::Playing,
            Outcome::Drawn => GameState::Drawn,
            Outcome::Lost(player) => GameState::Won(player.other()),
        })
    }

    fn turn(&self) -> Player {
        self.oracle.position().to_move
    }

    fn board(&self) -> String {
        text::board(&self.oracle.position().board)
    }

    fn answer(&mut self, answer: &[u8]) -> Result<Verdict, Divergence> {
        let mv = match text::read_answer(answer) {
            Ok(mv) => mv,
            Err(AnswerError::Unreadable(error)) => {
                return Ok(Verdict::Unreadable(error.to_string()));
            }
            Err(AnswerError::Io(error)) => unreachable!("memory can be read: {error}"),
        };
        self.moves.push(mv.clone());
        Ok(match self.play(&mv)? {
            Ok(()) => Verdict::Played,
            Err(Refusal::GameOver) if mv.picks().is_empty() => Verdict::NoMove,
            Err(refusal) => {
                Verdict::Invalid { clause: clause(refusal), reason: refusal.to_string() }
            }
        })
    }

    fn case(&self) -> String {
        text::print(&self.board, &self.moves)
    }
}

/// The clause of a refusal. `Refusal::ALL` has the order of the clauses, from PT-8 on.
fn clause(refusal: Refusal) -> String {
    let index = Refusal::ALL.iter().position(|&other| other == refusal).expect("all are listed");
    format!("PT-{}", 8 + index)
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use twinboard_referee::{Contest, GameState, Play, Verdict};
    use twinboard_vocabulary::Game;
    use twinboard_vocabulary::paint::text::read_board;
    use twinboard_vocabulary::paint::{
        Board, LegalMove, Move, Outcome, Paint, Painted, Position, Refusal,
    };
    use twinboard_vocabulary::two_player::Player;

    use super::{Judged, PaintContest, clause};

    /// The board of the table in RULES.md (PT-19).
    const TABLE: &[u8] = b"5\n#####\n##31#\n#####\n21#BB\n##BBB\n";

    fn start(board: &[u8]) -> Box<dyn Play> {
        PaintContest.start(board).unwrap()
    }

    fn invalid(answer: &str) -> String {
        let mut play = start(TABLE);
        match play.answer(answer.as_bytes()).unwrap() {
            Verdict::Invalid { clause, .. } => clause,
            other => panic!("{answer}: {other:?}"),
        }
    }

    #[test]
    fn an_invalid_answer_names_the_clause_that_it_breaks() {
        for (answer, clause) in [
            ("0", "PT-9"),
            ("1 5 0", "PT-10"),
            ("1 0 99999999999999999999999", "PT-10"),
            ("2 1 3 1 3", "PT-11"),
            ("2 3 3 1 3", "PT-12"),
            ("3 1 2 0 1 0 0", "PT-13"),
            ("2 0 0 0 1", "PT-14"),
            ("3 1 2 1 3 0 2", "PT-15"),
            ("2 1 2 0 2", "PT-16"),
            ("3 1 2 2 2 2 3", "PT-17"),
        ] {
            assert_eq!(invalid(answer), clause, "{answer}");
        }
        for refusal in Refusal::ALL {
            assert!(refusal.to_string().ends_with(&format!("({})", clause(refusal))), "{refusal}");
        }
    }

    #[test]
    fn malformed_answers_are_unreadable_and_not_invalid() {
        for answer in ["", " \n", "x", "2 1 2", "1 3 1 7", "99999999999999999999 1 1", "-1", "\0"] {
            let verdict = start(TABLE).answer(answer.as_bytes()).unwrap();
            assert!(matches!(verdict, Verdict::Unreadable(_)), "{answer}: {verdict:?}");
        }
    }

    #[test]
    fn the_game_of_the_sample_is_won_by_the_first_player() {
        let mut play = start(b"5\n#####\n##31#\n#####\n21#5#\n#####\n");
        let answers = ["5 3 3 3 4 4 2 4 3 4 4", "1 1 3", "2\n3 0\n4 0\n"];
        for (answer, turn) in
            answers.into_iter().zip([Player::First, Player::Second, Player::First])
        {
            assert_eq!(play.state(), Ok(GameState::Playing));
            assert_eq!(play.turn(), turn);
            assert_eq!(play.answer(answer.as_bytes()), Ok(Verdict::Played));
        }
        assert_eq!(play.state(), Ok(GameState::Won(Player::First)));
        assert_eq!(play.board(), "5\n# # # # #\n# # 3 B #\n# # # # #\nB 1 # B B\nB # B B B\n");
        assert_eq!(play.answer(b"0"), Ok(Verdict::NoMove));
        let refused = play.answer(b"1 3 1").unwrap();
        assert!(matches!(refused, Verdict::Invalid { clause, .. } if clause == "PT-8"));
        let case = "5\n# # # # #\n# # 3 1 #\n# # # # #\n2 1 # 5 #\n# # # # #\n\
                    5\n3 3\n3 4\n4 2\n4 3\n4 4\n1\n1 3\n2\n3 0\n4 0\n0\n1\n3 1\n";
        assert_eq!(play.case(), case);
    }

    #[test]
    fn a_board_that_is_over_is_a_draw_or_lost_from_the_start() {
        assert_eq!(start(b"1\n#\n").state(), Ok(GameState::Drawn));
        assert_eq!(start(b"1\n0\n").state(), Ok(GameState::Won(Player::Second)));
        let mut one = start(b"1\n1\n");
        assert_eq!(one.answer(b"1 0 0"), Ok(Verdict::Played));
        assert_eq!(one.state(), Ok(GameState::Drawn));
        let error = PaintContest.start(b"2\n# #\n# 21\n").err().unwrap().to_string();
        assert!(error.starts_with("line 3, column 3: found `21`"), "{error}");
        let more = PaintContest.start(b"1\n1\n1 0 0\n").err().unwrap().to_string();
        assert!(more.starts_with("line 3, column 1"), "{more}");
    }

    #[test]
    fn positions_of_a_case_leave_out_those_that_are_over() {
        let case = b"2\n1 #\n# 1\n0\n1\n0 0\n1\n0 0\n1\n1 1\n0\n";
        let positions = PaintContest.positions(case).unwrap();
        assert_eq!(positions, ["2\n1 #\n# 1\n", "2\nB #\n# 1\n"]);
        assert_eq!(PaintContest.positions(b"1\n0\n").unwrap(), [""; 0]);
        let error = PaintContest.positions(b"1\n1\nx\n").unwrap_err().to_string();
        assert!(error.starts_with("line 3, column 1"), "{error}");
    }

    #[test]
    fn every_group_has_boards_and_no_other_number_has() {
        let groups: Vec<u64> = PaintContest.groups().iter().map(|group| group.number).collect();
        let drawn: Vec<u64> =
            (0..10).filter(|&group| PaintContest.draw(group, 1).is_some()).collect();
        assert_eq!(groups, drawn);
    }

    #[test]
    fn draw_any_draws_many_sides_and_depends_on_the_seed_alone() {
        let boards: Vec<String> = (0..200).map(|seed| PaintContest.draw_any(seed)).collect();
        let again: Vec<String> = (0..200).map(|seed| PaintContest.draw_any(seed)).collect();
        assert_eq!(boards, again);
        assert!(boards.iter().all(|board| PaintContest.start(board.as_bytes()).is_ok()));
        let sides: std::collections::BTreeSet<_> =
            boards.iter().map(|board| board.lines().next()).collect();
        assert!(sides.len() > 8, "{sides:?}");
    }

    /// A faulty implementation that refuses every move (`false`), or calls every game a draw
    /// (`true`).
    #[derive(Clone)]
    struct Wrong<const DRAWN: bool>(twinboard_oracle::Paint);

    impl<const DRAWN: bool> Wrong<DRAWN> {
        fn set_up(setup: &Board) -> Option<Self> {
            twinboard_oracle::Paint::set_up(setup).map(Self)
        }
    }

    impl<const DRAWN: bool> Game for Wrong<DRAWN> {
        type Vocabulary = Paint;

        fn visit_legal_moves(
            &self,
            visit: &mut dyn FnMut(&LegalMove) -> ControlFlow<()>,
        ) -> ControlFlow<()> {
            self.0.visit_legal_moves(visit)
        }

        fn play(&mut self, mv: &Move) -> Result<Painted, Refusal> {
            if DRAWN { self.0.play(mv) } else { Err(Refusal::TouchesPaint) }
        }

        fn position(&self) -> Position {
            self.0.position()
        }

        fn outcome(&self) -> Outcome {
            if DRAWN { Outcome::Drawn } else { self.0.outcome() }
        }
    }

    #[test]
    fn a_disagreement_of_the_sides_is_reported_with_the_case() {
        let board = || read_board(&b"1\n1\n"[..]).unwrap();
        let judged = Judged::new(board(), Wrong::<true>::set_up, twinboard_oracle::Paint::set_up);
        let divergence = judged.state().unwrap_err();
        assert!(divergence.about.contains("a draw"), "{divergence}");
        assert_eq!(divergence.case, "1\n1\n");

        let mut judged =
            Judged::new(board(), Wrong::<false>::set_up, twinboard_oracle::Paint::set_up);
        assert_eq!(judged.state(), Ok(GameState::Playing));
        let divergence = judged.answer(b"1 0 0").unwrap_err();
        assert!(divergence.about.contains("PT-17"), "{divergence}");
        assert_eq!(divergence.case, "1\n1\n1\n0 0\n");
    }
}
