//! The player `optimal` never ends a game worse than the value of its best position: whole games,
//! judged by the oracle's minimax where it is fast enough, and by the solver everywhere.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use twinboard_paint_player::contest;
use twinboard_referee::{Bot, Contest, GameState, MoveBudget, Verdict};
use twinboard_vocabulary::Game;
use twinboard_vocabulary::two_player::{Player, Value};

type Oracle = twinboard_oracle::Paint;

/// Limit in moves for the oracle's minimax.
const MOVES_MAX: u64 = 2_000;

/// Time per move, far more than any takes.
const LONG: Duration = Duration::from_mins(2);

fn player(name: &str, seed: u64) -> Box<dyn Bot> {
    contest().player(name).expect("the player is built in").seat(seed)
}

/// A game that starts from this board.
fn oracle(board: &str) -> Oracle {
    Oracle::set_up(&board.parse().expect("a board")).expect("the oracle accepts every board")
}

/// The value of a board for the player to move.
fn value(board: &str) -> Value {
    let game = oracle(board);
    let proved = twinboard_solver::Solver::new()
        .value(&game.position().board, &twinboard_solver::Budget::unlimited());
    let proved = proved.expect("an unlimited search proves the value");
    if let Some(value) = game.value_within(MOVES_MAX) {
        assert_eq!(proved, value, "the solver and the oracle differ in\n{board}");
    }
    proved
}

/// The value of a finished game for a player.
fn result(state: GameState, seat: Player) -> Value {
    match state {
        GameState::Playing => panic!("the game goes on"),
        GameState::Drawn => Value::Draw,
        GameState::Won(winner) if winner == seat => Value::Win,
        GameState::Won(_) => Value::Loss,
    }
}

/// Plays a game and returns the best value that the watched player had at any of its turns.
///
/// # Errors
///
/// The final value was lower; with the case file.
fn watch(
    board: &str,
    names: [&str; 2],
    watched: Player,
    seed: u64,
) -> Result<Option<Value>, String> {
    let mut players = names.map(|name| player(name, seed));
    let mut play = contest().start(board.as_bytes()).unwrap();
    let mut held = None;
    let stop = AtomicBool::new(false);
    while play.state().unwrap() == GameState::Playing {
        let (seat, board) = (play.turn(), play.board());
        if seat == watched {
            held = held.max(Some(value(&board)));
        }
        let budget = MoveBudget { deadline: Instant::now() + LONG, threads: 1, stop: &stop };
        let answer = players[seat.index()].answer(&board, &budget);
        let verdict = play.answer(answer.as_bytes()).unwrap();
        assert_eq!(verdict, Verdict::Played, "{}:\n{}", names[seat.index()], play.case());
    }
    let result = result(play.state().unwrap(), watched);
    match held {
        Some(held) if held > result => {
            let name = names[watched.index()];
            Err(format!("{name} held a {held} and ended with a {result}:\n{}", play.case()))
        }
        held => Ok(held),
    }
}

/// Plays both seats against every opponent on each board, and counts the values that the player
/// had.
fn watch_all(
    name: &'static str,
    boards: &[String],
    opponents: &[&'static str],
) -> Result<BTreeMap<Option<Value>, u32>, String> {
    let mut held = BTreeMap::new();
    for (board, seed) in boards.iter().zip(0..) {
        for opponent in opponents {
            for (names, seat) in
                [([name, opponent], Player::First), ([opponent, name], Player::Second)]
            {
                *held.entry(watch(board, names, seat, seed)?).or_insert(0) += 1;
            }
        }
    }
    Ok(held)
}

/// True if a player can err: the moves have different values.
fn is_critical(board: &str) -> bool {
    let stop = AtomicBool::new(false);
    let budget = MoveBudget { deadline: Instant::now() + LONG, threads: 1, stop: &stop };
    let moves = contest().analyst().unwrap().moves(board, &budget).moves;
    let values = moves.iter().map(|rated| rated.value);
    values.clone().max() != values.min()
}

/// Boards of the contest's first group on which a player can err.
fn group_1(count: usize) -> Vec<String> {
    let boards = (0..).map(|seed| contest().draw(1, seed).unwrap());
    boards.filter(|board| is_critical(board)).take(count).collect()
}

/// Boards of any kind on which a player can err, small enough for the oracle's minimax.
fn small(count: usize) -> Vec<String> {
    let boards = (0..).map(|seed| contest().draw_any(seed)).filter(|board| board.len() < 100);
    let boards = boards.filter(|board| oracle(board).value_within(MOVES_MAX).is_some());
    boards.filter(|board| is_critical(board)).take(count).collect()
}

#[test]
fn optimal_keeps_its_value_against_every_player() {
    for boards in [group_1(50), small(50)] {
        let held = watch_all("optimal", &boards, &["random", "greedy", "optimal"]).unwrap();
        // The test is only meaningful if the values vary.
        let games = |value| held.get(&Some(value)).copied().unwrap_or(0);
        let [lost, drawn, won] = Value::ALL.map(games);
        assert!(won >= 100 && drawn + lost >= 5, "{held:?}");
    }
}
