//! Oware: its deep clauses.

use super::{after, moves, outcome, position, start};
use crate::support::{AnyTextGame, set_up};

const USUAL: &str = "grand-slam=no-capture repetition=none";

fn set_up_text(x: &str, o: &str, rules: &str, turn: char) -> String {
    format!("x {x}\no {o}\n{rules}\n{turn} to move")
}

fn game(x: &str, o: &str, rules: &str) -> AnyTextGame {
    start("oware", &set_up_text(x, o, rules, 'x'))
}

/// OW-2: the house of origin is left out.
#[test]
fn sowing_and_capture() {
    let next = after(&game("0 4 score 0", "5 0 score 0", USUAL), "2");
    assert_eq!(position(&next), set_up_text("1 0 score 0", "7 1 score 0", USUAL, 'o'));
    let rounds = after(&game("0 9 score 0", "5 0 score 0", USUAL), "2");
    assert_eq!(position(&rounds), set_up_text("3 0 score 0", "8 3 score 0", USUAL, 'o'));
    // OW-3: houses in a row back from the last one, of the opponent only.
    let next = |x: &str, o: &str, mv| {
        let next = after(&game(&format!("{x} score 0"), &format!("{o} score 0"), USUAL), mv);
        let text = position(&next);
        text.lines().take(2).collect::<Vec<_>>().join(", ")
    };
    let all = next("0 0 0 0 5 3", "1 1 2 4 0 0", "6");
    assert_eq!(all, "x 0 0 0 0 5 0 score 7, o 0 0 0 4 0 0 score 0");
    let last = next("0 0 0 0 5 3", "1 4 1 1 0 0", "6");
    assert_eq!(last, "x 0 0 0 0 5 0 score 2, o 2 5 0 1 0 0 score 0");
    let none = next("0 0 0 0 5 3", "1 1 3 1 0 0", "6");
    assert_eq!(none, "x 0 0 0 0 5 0 score 0, o 2 2 4 1 0 0 score 0");
    let own_houses = next("0 0 0 0 2 1", "1 0 5 0 0 0", "5");
    assert_eq!(own_houses, "x 0 0 0 0 0 2 score 2, o 0 0 5 0 0 0 score 0");
    let own_last = next("0 0 0 1 1 1", "1 0 5 0 0 0", "4");
    assert_eq!(own_last, "x 0 0 0 0 2 1 score 0, o 1 0 5 0 0 0 score 0");
}

/// OW-4: each kind of grand slam.
#[test]
fn grand_slam() {
    let game = |kind: &str| {
        let rules = format!("grand-slam={kind} repetition=none");
        game("1 0 0 0 0 2 score 0", "1 1 0 0 0 0 score 5", &rules)
    };
    assert_eq!(moves(&game("illegal")), ["1"]);
    assert_eq!(moves(&game("no-capture")), ["1", "6"]);
    let uncaptured = set_up_text("1 0 0 0 0 0 score 0", "2 2 0 0 0 0 score 5", USUAL, 'o');
    assert_eq!(position(&after(&game("no-capture"), "6")), uncaptured);
    let ends = |kind, x, o, result| {
        let next = after(&game(kind), "6");
        let rows = format!("x 0 0 0 0 0 0 score {x}\no 0 0 0 0 0 0 score {o}\n");
        assert!(position(&next).starts_with(&rows), "{}", position(&next));
        assert_eq!((outcome(&next), moves(&next)), (result, Vec::new()));
    };
    ends("captures", 5, 5, "draw");
    ends("rest-to-opponent", 4, 6, "o wins");
}

/// OW-5: who can feed must; who cannot takes the rest.
#[test]
fn feeding() {
    let hungry = "0 0 0 0 0 0 score 2";
    assert_eq!(moves(&game("0 0 0 3 1 0 score 2", hungry, USUAL)), ["4"]);
    let last = set_up_text("0 0 0 0 0 0 score 3", "0 0 0 0 0 1 score 2", USUAL, 'o');
    let over = after(&start("oware", &last), "6");
    let text = set_up_text("0 0 0 0 0 0 score 4", "0 0 0 0 0 0 score 2", USUAL, 'x');
    assert_eq!((position(&over), outcome(&over)), (text, "x wins"));
    let refused = set_up_text("1 0 0 0 0 0 score 2", hungry, USUAL, 'x');
    assert!(set_up("oware", &refused).is_none());
}

/// OW-4, OW-5: a grand slam does not feed, and may be the only move.
#[test]
fn grand_slam_of_a_hungry_opponent() {
    let accepts = |x: &str, o: &str, kind: &str| {
        let rules = format!("grand-slam={kind} repetition=none");
        set_up("oware", &set_up_text(x, o, &rules, 'x')).is_some()
    };
    assert!(accepts("2 score 2", "0 score 2", "no-capture"));
    assert!(!accepts("2 score 2", "0 score 2", "captures"));
    assert!(!accepts("2 score 2", "0 score 2", "rest-to-opponent"));
    assert!(!accepts("1 score 2", "1 score 2", "illegal"));
    assert!(accepts("1 score 2", "1 score 2", "captures"));
}

/// OW-6: more than half of the seeds win at once, half of them do not.
#[test]
fn half_of_the_seeds() {
    let row = "0 0 0 0 0 1 score";
    let most = after(&game(&format!("{row} 23"), "1 0 0 0 1 0 score 22", USUAL), "6");
    let text = set_up_text("0 0 0 0 0 0 score 25", "0 0 0 0 1 0 score 22", USUAL, 'o');
    assert_eq!((position(&most), outcome(&most)), (text, "x wins"));
    assert_eq!(moves(&most), [""; 0]);
    let half = after(&game(&format!("{row} 22"), "1 0 0 0 0 1 score 23", USUAL), "6");
    assert_eq!((outcome(&half), moves(&half)), ("playing", vec!["6".to_owned()]));
    let rest = after(&game(&format!("{row} 22"), "1 0 0 0 1 0 score 23", USUAL), "6");
    assert_eq!(outcome(&rest), "draw");
}

/// OW-7: a position that comes back ends the game, but not with the other player to move.
#[test]
fn repetition_and_captures_that_forget() {
    let rules = "grand-slam=no-capture repetition=ends";
    let once = after(&game("4 score 0", "0 score 0", rules), "1");
    let text = set_up_text("0 score 0", "4 score 0", rules, 'o') + "\nbefore 4 / 0";
    assert_eq!(position(&once), text);
    let twice = after(&once, "1");
    assert_eq!(position(&twice), set_up_text("0 score 4", "0 score 0", rules, 'x'));
    assert_eq!(outcome(&twice), "x wins");
    assert_eq!(outcome(&after(&game("4 score 0", "0 score 0", USUAL), "1, 1")), "playing");
    let now = set_up_text("4 score 0", "0 score 0", rules, 'x');
    assert!(set_up("oware", &format!("{now}\nbefore 4 / 0")).is_some());
    assert!(set_up("oware", &format!("{now}\nbefore 4 / 0\nbefore 0 / 4")).is_none());
    assert!(set_up("oware", &format!("{now}\nbefore 5 / 0")).is_none());
    // A capture forgets earlier positions.
    let now = set_up_text("0 0 1 score 0", "1 4 0 score 0", rules, 'x');
    let next = after(&start("oware", &(now + "\nbefore 0 1 0 / 1 4 0\nbefore 0 0 1 / 0 5 0")), "3");
    assert_eq!(position(&next), set_up_text("0 0 0 score 2", "0 4 0 score 0", rules, 'o'));
}
