//! The contest of paint (PT-32 to PT-35), with its groups of boards, players and analyst. A
//! player gets a board without the player to move and answers with a file of its
//! own format, so both texts are those of the judge and not of a case.

use twinboard_games::paint::{PaintRules, input};
use twinboard_harness::Pairing;
use twinboard_referee::Group;
use twinboard_registration::ContestOf;
use twinboard_registration::contest::Answers;
use twinboard_vocabulary::InputError;
use twinboard_vocabulary::paint::text::{self, AnswerError};
use twinboard_vocabulary::paint::{Move, Outcome, Paint, Position};

use super::{analyst, players};

/// The groups of boards (PT-36).
const GROUPS: &[Group] = &[
    Group { number: 1, about: "5 × 5 cells, numbers 0 to 5 around one centre" },
    Group { number: 2, about: "15 × 15 cells, numbers 5 to 10 around three centres" },
    Group { number: 3, about: "30 × 30 cells, numbers 10 to 20 around five centres" },
];

/// The contest of paint, judged by the registered engine and the oracle.
#[must_use]
pub fn contest() -> ContestOf<PaintRules> {
    judged_by(&twinboard_games::paint::pairing())
}

fn judged_by(pairing: &Pairing<PaintRules>) -> ContestOf<PaintRules> {
    let contest = ContestOf::two_players(pairing, |outcome, _, _| match outcome {
        Outcome::Lost(player) => Some(player.other()),
        Outcome::Drawn | Outcome::Playing => None,
    })
    .with_turn(|position: &Position| position.to_move)
    .with_boards_shown(|_, position| Some(position.board.clone()))
    .with_answers(ANSWERS)
    .with_groups(GROUPS, input::board)
    .with_analyst(|| Box::<analyst::Analyst>::default());
    players::all().into_iter().fold(contest, ContestOf::with_player)
}

/// The format of answer files (PT-28 to PT-30).
const ANSWERS: Answers<Paint> = Answers {
    read: |answer| {
        text::read_answer(answer).map_err(|error| match error {
            AnswerError::Unreadable(error) => InputError::Text(error),
            AnswerError::Io(error) => InputError::Io(error),
        })
    },
    write: text::answer,
    no_move: Some(Move::default),
};

#[cfg(test)]
mod tests {

    use twinboard_referee::{Contest, GameState, Judgement, Play};

    use twinboard_vocabulary::two_player::Player;

    use super::contest;

    /// The board of the table in RULES.md (PT-19).
    const TABLE: &[u8] = b"5\n#####\n##31#\n#####\n21#BB\n##BBB\n";

    fn start(board: &[u8]) -> Box<dyn Play> {
        contest().start(board).unwrap()
    }

    fn invalid(answer: &str) -> String {
        let mut play = start(TABLE);
        match play.answer(answer.as_bytes()).unwrap() {
            Judgement::Invalid { clause, .. } => clause,
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
    }

    #[test]
    fn malformed_answers_are_unreadable_and_not_invalid() {
        for answer in ["", " \n", "x", "2 1 2", "1 3 1 7", "99999999999999999999 1 1", "-1", "\0"] {
            let verdict = start(TABLE).answer(answer.as_bytes()).unwrap();
            assert!(matches!(verdict, Judgement::Unreadable(_)), "{answer}: {verdict:?}");
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
            assert_eq!(play.answer(answer.as_bytes()), Ok(Judgement::Played));
        }
        assert_eq!(play.state(), Ok(GameState::Won(Player::First)));
        assert_eq!(play.board(), "5\n# # # # #\n# # 3 B #\n# # # # #\nB 1 # B B\nB # B B B\n");
        assert_eq!(play.answer(b"0"), Ok(Judgement::NoMove));
        let refused = play.answer(b"1 3 1").unwrap();
        assert!(matches!(refused, Judgement::Invalid { clause, .. } if clause == "PT-8"));
        let case = "5\n# # # # #\n# # 3 1 #\n# # # # #\n2 1 # 5 #\n# # # # #\n\
                    5\n3 3\n3 4\n4 2\n4 3\n4 4\n1\n1 3\n2\n3 0\n4 0\n0\n1\n3 1\n";
        assert_eq!(play.case(), case);
    }

    #[test]
    fn a_board_that_is_over_is_a_draw_or_lost_from_the_start() {
        assert_eq!(start(b"1\n#\n").state(), Ok(GameState::Drawn));
        assert_eq!(start(b"1\n0\n").state(), Ok(GameState::Won(Player::Second)));
        let mut one = start(b"1\n1\n");
        assert_eq!(one.answer(b"1 0 0"), Ok(Judgement::Played));
        assert_eq!(one.state(), Ok(GameState::Drawn));
        let error = contest().start(b"2\n# #\n# 21\n").err().unwrap().to_string();
        assert!(error.starts_with("line 3, column 3: found `21`"), "{error}");
        let more = contest().start(b"1\n1\n1 0 0\n").err().unwrap().to_string();
        assert!(more.starts_with("line 3, column 1"), "{more}");
    }

    #[test]
    fn every_group_has_boards_and_no_other_number_has() {
        let groups: Vec<u64> = contest().groups().iter().map(|group| group.number).collect();
        let drawn: Vec<u64> = (0..10).filter(|&group| contest().draw(group, 1).is_some()).collect();
        assert_eq!(groups, drawn);
    }
}
