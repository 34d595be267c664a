//! Contests that follow from rule sets: tic-tac-toe for two, a game of digits,
//! and Nim, whose positions do not tell the player to move.

mod digits;
mod tic_tac_toe;

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use twinboard_harness::nim::{Heap, Nim};
use twinboard_harness::{Pairing, assert_agree};
use twinboard_referee::tournament::RunOptions;
use twinboard_referee::{
    Board, Bot, BuiltIn, Contest, Disagreement, End, Entrant, GameState, Judgement, Limits,
    MoveBudget, PlayerKind, Record, Settings, Tournament,
};
use twinboard_registration::ContestOf;
use twinboard_vocabulary::two_player::Player;

use tic_tac_toe::{Bug, TicTacToe};

/// Answers the same to every board.
struct Says(&'static str);

impl Bot for Says {
    fn answer(&mut self, _board: &str, _budget: &MoveBudget<'_>) -> String {
        self.0.into()
    }
}

/// All games of these players on the boards of some seeds, and how they ended.
fn play(contest: impl Contest + 'static, players: &[&str], seeds: u64) -> (Vec<Record>, End) {
    let board = |seed| Board::of_text(format!("seed {seed}"), contest.draw(1, seed).unwrap());
    let boards = (0..seeds).map(board).collect();
    let entrant =
        |&name: &&str| Entrant { name: name.into(), kind: PlayerKind::BuiltIn(name.into()) };
    let settings = Settings {
        rule_set: contest.name().into(),
        players: players.iter().map(entrant).collect(),
        boards,
        limits: Limits { time_ns: 60_000_000_000, memory: 1 << 30, output: 1 << 20, processes: 8 },
        env: Vec::new(),
        seed: 1,
        sprt: None,
    };
    let tournament = Tournament::new(Arc::new(contest), settings).unwrap();
    let (stop, scratch) = (AtomicBool::new(false), std::env::temp_dir());
    let options = RunOptions { games: 2, threads: 1, scratch: &scratch, runner: None, stop: &stop };
    let mut records = Vec::new();
    let end = tournament.play(&BTreeSet::new(), &options, &mut |record| {
        records.push(record);
        true
    });
    records.sort_by_key(|record| record.game);
    (records, end)
}

/// The answer of a built-in player to a board.
fn answer_of(contest: &impl Contest, player: &str, board: &str) -> String {
    let stop = AtomicBool::new(false);
    let deadline = Instant::now() + Duration::from_mins(1);
    let budget = MoveBudget { deadline, threads: 1, stop: &stop };
    contest.player(player).unwrap().seat(1).answer(board, &budget)
}

/// Half points of a player in all its games.
fn half_points(records: &[Record], player: &str) -> usize {
    records.iter().filter_map(|record| record.half_points_of(player)).sum()
}

fn right() -> ContestOf<TicTacToe> {
    tic_tac_toe::contest(Bug::None)
}

/// Who takes the last stone wins.
fn nim() -> ContestOf<Nim> {
    let pairing = Pairing::new(Nim, Heap::set_up, Heap::set_up);
    ContestOf::two_players(&pairing, |_, _, to_move| Some(to_move.other()))
}

/// The disagreement of the judges about the last of these answers, or about the state after it.
fn divergence(bug: Bug, board: &str, answers: &[&str]) -> Disagreement {
    let mut play = tic_tac_toe::contest(bug).start(board.as_bytes()).unwrap();
    let (last, others) = answers.split_last().expect("a move");
    for answer in others {
        assert_eq!(play.answer(answer.as_bytes()), Ok(Judgement::Played));
    }
    match play.answer(last.as_bytes()) {
        Err(divergence) => divergence,
        Ok(_) => play.state().unwrap_err(),
    }
}

#[test]
fn the_sides_of_tic_tac_toe_agree() {
    let pairing = tic_tac_toe::pairing(Bug::None);
    assert_agree(&pairing.subject(), 1, 300);
    assert_agree(&digits::pairing().subject(), 1, 100);
}

#[test]
fn a_game_is_played_by_text_with_the_set_up_of_each_position() {
    let mut play = right().start(b"...\n.X.\n...\n").unwrap();
    for (turn, answer) in
        [(Player::Second, "1 1"), (Player::First, " \n2 1\n"), (Player::Second, "3 3\r\n")]
    {
        assert_eq!((play.state(), play.turn()), (Ok(GameState::Playing), turn));
        assert_eq!(play.answer(answer.as_bytes()), Ok(Judgement::Played));
    }
    assert_eq!(play.board(), "O..\nXX.\n..O\n");
    assert_eq!(play.case(), "...\n.X.\n...\n> 1 1\n> 2 1\n> 3 3\n");
    assert_eq!(play.answer(b"2 3"), Ok(Judgement::Played));
    assert_eq!(play.state(), Ok(GameState::Won(Player::First)));
}

#[test]
fn refusals_are_invalid_with_their_clause_and_other_texts_unreadable_with_their_place() {
    let answer = |answer: &[u8]| right().start(b"X..\n...\n...\n").unwrap().answer(answer).unwrap();
    for (text, id) in [("1 1", "TT-3"), ("0 1", "TT-2"), ("4 18446744073709551615", "TT-2")] {
        match answer(text.as_bytes()) {
            Judgement::Invalid { clause, reason } => {
                assert_eq!(clause, id);
                assert!(reason.ends_with(&format!("({id})")), "{reason}");
            }
            other => panic!("{text}: {other:?}"),
        }
    }
    for (text, place) in [
        (&b""[..], "line 1, column 1: the line ends, expected a row and a column"),
        (b"pass", "line 1, column 1: found `pass`, expected a row and a column"),
        (b"\n\n  1 x", "line 3, column 3: found `1 x`, expected a whole number"),
        (b"\xff\0", "line 1, column 1: found `\u{fffd}\0`, expected a row and a column"),
    ] {
        assert_eq!(answer(text), Judgement::Unreadable(place.into()));
    }
}

#[test]
fn boards_have_a_move_and_follow_from_the_seed() {
    let contest = digits::contest();
    for seed in 0..50 {
        let board = contest.draw(1, seed).unwrap();
        assert_eq!(contest.start(board.as_bytes()).unwrap().state(), Ok(GameState::Playing));
        assert_eq!(contest.draw(1, seed), Some(board));
    }
    assert_eq!(contest.draw(2, 1), None);
    for (board, error) in [
        ("", "the text has no board"),
        ("#1\n\n#2\n", "the text has several boards"),
        ("12\n", "line 1, column 1: found `12`, expected `#` before the digits"),
    ] {
        let found = contest.start(board.as_bytes()).err().unwrap().to_string();
        assert!(found.ends_with(error), "{found}");
    }
}

#[test]
fn greedy_beats_random_and_games_are_the_same_again() {
    let (records, end) = play(right(), &["random", "greedy"], 20);
    assert!(matches!(end, End::Done), "{end:?}");
    assert_eq!(records.len(), 40);
    assert!(records.iter().all(|record| record.foul.is_none()));
    let (random, greedy) = (half_points(&records, "random"), half_points(&records, "greedy"));
    assert!(greedy > random + 20, "{greedy} to {random} half points");
    let (again, _) = play(right(), &["random", "greedy"], 20);
    assert!(records.iter().zip(&again).all(|(one, other)| one.case == other.case));
}

#[test]
fn every_disagreement_of_the_judges_is_theirs() {
    let start = "X..\n...\n..O\n";
    let takes = divergence(Bug::Takes, start, &["2 2", "1 1"]);
    assert_eq!(
        takes.to_string(),
        "the judges disagree: at the move 1 1, engine and oracle differ in the result of the move; \
         engine: accepted: 1 1; oracle: refused: the cell is taken (TT-3)"
    );
    assert_eq!(takes.case, "X..\n...\n..O\n> 2 2\n> 1 1\n");
    let about = |divergence: Disagreement| divergence.about;
    assert_eq!(
        about(divergence(Bug::Refuses, start, &["2 2"])),
        "at the move 2 2, engine and oracle differ in the result of the move; \
         engine: refused: the cell is taken (TT-3); oracle: accepted: 2 2"
    );
    assert_eq!(
        about(divergence(Bug::Diagonal, "X.O\n.O.\n..X\n", &["2 1", "3 1"])),
        "at the move 3 1, engine and oracle differ in the outcome; \
         engine: playing; oracle: won by the second player"
    );
    let panic = about(divergence(Bug::Panics, "X..\n...\n...\n", &["3 3"]));
    assert!(panic.starts_with("the engine panics in the move: no corner like this at "), "{panic}");
    assert_eq!(
        about(divergence(Bug::Stuck, "XOX\nOXO\n...\n", &["3 2"])),
        "the engine lists no legal move, the oracle a legal move"
    );
    // Both refuse it, so it would be a fault of the player who believed the list.
    assert_eq!(
        about(divergence(Bug::Lists, start, &["1 1"])),
        "the engine lists the move 1 1 as legal, and refuses it"
    );
    let mut play = tic_tac_toe::contest(Bug::SetsUp).start(start.as_bytes()).unwrap();
    let set_up = play.state().unwrap_err();
    assert_eq!(set_up.about, "at the start, engine and oracle differ in the position");
    assert_eq!(play.answer(b"2 2"), Err(Disagreement { case: play.case(), ..set_up }));
}

#[test]
fn a_case_file_has_movers() {
    // Movers keep their turn after a refused move. X has moved once more than O. The cell (1,1) is
    // taken.
    let movers = right().movers(b"X..\n...\n...\n> 1 1\n> 2 2\n> 3 3\n");
    assert_eq!(movers, [Player::Second, Player::Second, Player::First]);
    assert_eq!(right().movers(b"X\n"), []);
}

#[test]
fn players_without_a_set_up_of_the_position_get_all_moves() {
    let contest = nim();
    let mut play = contest.start(b"4\n> 9\n> 1\n").unwrap();
    assert_eq!((play.board().as_str(), play.turn()), ("4\n> 1\n", Player::Second));
    assert_eq!(play.answer(b"3"), Ok(Judgement::Played));
    assert_eq!(play.state(), Ok(GameState::Won(Player::Second)));

    let (records, end) = self::play(contest, &["greedy", "random"], 20);
    assert!(matches!(end, End::Done), "{end:?}");
    // With up to three stones greedy takes all, of four it loses like every player.
    assert!(half_points(&records, "greedy") > half_points(&records, "random"));
}

#[test]
fn the_higher_score_wins_and_a_pass_is_a_move() {
    let contest = digits::contest();
    let mut play = contest.start(b"#3579\n").unwrap();
    for (answer, turn) in ["take", "pass", "pass"].iter().zip(Player::ALL.into_iter().cycle()) {
        assert_eq!(play.turn(), turn);
        assert_eq!(play.answer(answer.as_bytes()), Ok(Judgement::Played));
    }
    assert_eq!(play.board(), "#3579\n> take\n> pass\n> pass\n");
    assert_eq!(play.answer(b"take"), Ok(Judgement::Played));
    assert_eq!(play.state(), Ok(GameState::Won(Player::Second)));
}

#[test]
fn a_game_ends_at_the_limit_of_moves() {
    let contest = digits::contest();
    let mut play = contest.start(format!("#{}\n> take\n", "1".repeat(1002)).as_bytes()).unwrap();
    for _ in 0..1000 {
        assert_eq!(play.state(), Ok(GameState::Playing), "moves of the board do not count");
        assert_eq!(play.answer(b"take"), Ok(Judgement::Played));
    }
    assert_eq!(play.state(), Ok(GameState::Drawn));
}

#[test]
fn players_of_ones_own_replace_those_of_the_same_name() {
    let says = |name, answer| {
        BuiltIn::new(name, "answers the same to every board", move |_| Box::new(Says(answer)))
    };
    let contest = right().with_player(says("greedy", "3 3\n")).with_player(says("mine", "2 2\n"));
    let names: Vec<_> = contest.built_in().iter().map(|player| player.name).collect();
    assert_eq!(names, ["random", "greedy", "mine"]);
    assert_eq!(answer_of(&contest, "greedy", "...\n...\n...\n"), "3 3\n");
}

#[test]
fn greedy_wins_else_leaves_few_moves_and_shows_the_judges_a_move_that_fails() {
    let greedy = |contest: &ContestOf<_>, board| answer_of(contest, "greedy", board);
    assert_eq!(greedy(&right(), "XX.\nOO.\n...\n"), "1 3\n");
    assert_eq!(greedy(&right(), "XX.\nOO.\nX..\n"), "2 3\n");
    assert_eq!(greedy(&tic_tac_toe::contest(Bug::Panics), "XX.\nOO.\n...\n"), "3 3\n");
    assert_eq!(greedy(&tic_tac_toe::contest(Bug::Lists), "XX.\nOO.\n...\n"), "1 1\n");
    // Of five stones, taking three leaves two, with the fewest moves.
    assert_eq!(answer_of(&nim(), "greedy", "7\n> 2\n"), "3\n");
    assert_eq!(answer_of(&nim(), "greedy", "3\n"), "3\n");
}
