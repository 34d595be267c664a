//! Nine men's morris: its deep clauses.

use super::{after, moves, outcome, position, start};
use crate::support::{AnyTextGame, moves_from, set_up};

const EMPTY: &str = ".--.--.\n|.-.-.|\n||...||\n...+...\n||...||\n|.-.-.|\n.--.--.";

const NO_DRAWS: &str = "repetition=none limit=none";
const FLYING: &str = "flying=yes repetition=none limit=none";

/// A board with men of `x` and `o` on these points.
fn board(x: &str, o: &str) -> String {
    let mut rows: Vec<Vec<char>> = EMPTY.lines().map(|row| row.chars().collect()).collect();
    for (points, man) in [(x, 'x'), (o, 'o')] {
        for point in points.split_whitespace().map(str::as_bytes) {
            let cell = &mut rows[usize::from(b'7' - point[1])][usize::from(point[0] - b'a')];
            assert_eq!(std::mem::replace(cell, man), '.', "{point:?}");
        }
    }
    rows.into_iter().map(|row| String::from_iter(row) + "\n").collect()
}

fn set_up_text(men: [&str; 2], hands: [usize; 2], rules: &str, turn: char) -> String {
    let ([x, o], [x_hand, o_hand]) = (men, hands);
    format!("{}in hand x {x_hand} o {o_hand}\n{rules}\n{turn} to move", board(x, o))
}

/// A game with all men placed in which `x` is to move and players fly.
fn game(x: &str, o: &str) -> AnyTextGame {
    start("nine-mens-morris", &set_up_text([x, o], [0, 0], FLYING, 'x'))
}

/// NM-2, NM-4: after `a7, d7` there are 22, 21 and 20 points for the next three men; 40 times those of
/// `x` make the mill `a1`, `a4`, `a7`, and there are two men to remove instead of none.
#[test]
fn counts_of_placing() {
    let game = start("nine-mens-morris", &set_up_text(["", ""], [9, 9], FLYING, 'x'));
    assert_eq!(moves(&game).len(), 24);
    let game = after(&game, "a7, d7");
    let mut counts = [0, 0, 0];
    for second in moves(&game) {
        let game = after(&game, &second);
        counts[0] += 1;
        for third in moves(&game) {
            counts[1] += 1;
            counts[2] += moves(&after(&game, &third)).len();
        }
    }
    assert_eq!(counts, [22, 22 * 21, 22 * 21 * 20 + 40]);
}

/// NM-3: along the lines, and not over the middle of the board.
#[test]
fn moving_and_mills_while_placing() {
    let game = game("d6 c4 a1 g7", "f2 e3 g1 e4");
    assert_eq!(moves_from(&game, "a1"), "a1-a4 a1-d1");
    assert_eq!(moves_from(&game, "c4"), "c4-b4 c4-c3 c4-c5");
    assert_eq!(moves_from(&game, "d6"), "d6-b6 d6-d5 d6-d7 d6-f6");
    assert_eq!(moves_from(&game, "g7"), "g7-d7 g7-g4");
    // NM-4: two mills at once remove one man, and none is removed from an empty board.
    let two = set_up_text(["a7 d7 g4 g1", "b6 b4 d2"], [5, 5], FLYING, 'x');
    assert_eq!(moves_from(&start("nine-mens-morris", &two), "g7"), "g7xb4 g7xb6 g7xd2");
    let nobody = set_up_text(["a7 d7", ""], [7, 7], FLYING, 'x');
    assert_eq!(moves_from(&start("nine-mens-morris", &nobody), "g7"), "g7");
}

/// NM-3: three men fly, unless there are more in hand or the rules are others.
#[test]
fn flying() {
    let men = ["a7 d6 g1", "b4 d2 f4 e4"];
    assert_eq!(moves(&game(men[0], men[1])).len(), 3 * 17);
    let rules = format!("flying=no {NO_DRAWS}");
    let walking = start("nine-mens-morris", &set_up_text(men, [0, 0], &rules, 'x'));
    assert_eq!(moves(&walking).len(), 2 + 4 + 2);
    let placing = start("nine-mens-morris", &set_up_text(men, [1, 1], FLYING, 'x'));
    assert_eq!(moves(&placing).len(), 17);
}

/// NM-4: a man in a mill is removed only if all are; a mill has three men on a line, newly made.
#[test]
fn mills() {
    let some = game("a7 d7 g4 e5", "a1 d1 g1 f2");
    assert_eq!(moves_from(&some, "g4-g7"), "g4-g7xf2");
    let all = game("a7 d7 g4 e5", "a1 d1 g1");
    assert_eq!(moves_from(&all, "g4-g7"), "g4-g7xa1 g4-g7xd1 g4-g7xg1");
    let old = game("a7 d7 g7 e5", "a1 d1 f2");
    assert_eq!(moves_from(&old, "e5"), "e5-d5 e5-e4");
    assert_eq!(moves_from(&old, "g7-g4"), "g7-g4");
    let across = game("b4 c4 e5 a7", "a1 d1 f2");
    assert_eq!(moves_from(&across, "e5-e4"), "e5-e4");
    let position = position(&after(&some, "g4-g7xf2"));
    assert!(position.starts_with(&board("a7 d7 g7 e5", "a1 d1 g1")), "{position}");
}

/// NM-5: too few men, or no move; men in hand count, and a player who can fly is not blocked.
#[test]
fn end() {
    let few = after(&game("a7 d7 g4", "a1 d1 f2"), "g4-g7xa1");
    assert_eq!((outcome(&few), moves(&few)), ("x wins", Vec::new()));
    let ends = |men, hands, rules: &str| {
        let rules = format!("{rules} {NO_DRAWS}");
        outcome(&start("nine-mens-morris", &set_up_text(men, hands, &rules, 'o')))
    };
    let blocked = ["d7 a4 g4 d1", "a7 g7 a1 g1"];
    assert_eq!(ends(blocked, [0, 0], "flying=yes"), "x wins");
    assert_eq!(ends(blocked, [0, 1], "flying=yes"), "playing");
    let three = ["d7 a4 g4 d1", "a7 g7 a1"];
    assert_eq!(ends(three, [0, 0], "flying=no"), "x wins");
    assert_eq!(ends(three, [0, 0], "flying=yes"), "playing");
    assert_eq!(ends(["a7 d6 b2", "g1"], [0, 1], "flying=yes"), "x wins");
    assert_eq!(ends(["a7 d6 b2", "g1"], [1, 2], "flying=yes"), "playing");
}

const MEN: [&str; 2] = ["a1 c4 d6 f2", "g7 e4 d2 b6"];

/// NM-6: the third occurrence with the same player to move.
#[test]
fn repetition() {
    let rules = "flying=yes repetition=threefold limit=none";
    let text = set_up_text(MEN, [0, 0], rules, 'x');
    let cycle = "a1-a4, g7-g4, a4-a1, g4-g7";
    let twice = after(&start("nine-mens-morris", &text), cycle);
    let rows = board(MEN[0], MEN[1]).trim_end().replace('\n', "/");
    assert!(position(&twice).starts_with(&format!("{text}\nbefore {rows}\n")));
    assert_eq!(position(&twice).matches("before").count(), 4);
    let third = after(&twice, cycle);
    assert_eq!((outcome(&third), moves(&third)), ("draw", Vec::new()));
    assert_eq!(outcome(&after(&twice, "a1-a4, g7-g4, a4-a1")), "playing");
    let begun_anew = start("nine-mens-morris", &position(&third));
    assert_eq!(outcome(&begun_anew), "draw");
    // The same board with the other player to move is another position.
    let ends = |times| {
        let text = text.clone() + &format!("\nbefore {rows}").repeat(times);
        outcome(&start("nine-mens-morris", &text))
    };
    assert_eq!([ends(2), ends(3), ends(4)], ["playing", "playing", "draw"]);
}

/// NM-6, NM-7: a man placed or removed begins anew; a loss is no draw.
#[test]
fn limit() {
    let game = |men, hands, left| {
        let rules = format!("flying=no repetition=none limit=3{left}");
        start("nine-mens-morris", &set_up_text(men, hands, &rules, 'x'))
    };
    let last = after(&game(MEN, [0, 0], " left 1"), "a1-a4");
    assert!(position(&last).contains("limit=3 left 0\n"));
    assert_eq!((outcome(&last), moves(&last)), ("draw", Vec::new()));
    let removal = after(&game(["a7 d7 g4 e5", "a1 d1 g1 f2"], [0, 0], " left 1"), "g4-g7xf2");
    assert!(position(&removal).contains("limit=3\n"));
    assert!(position(&after(&game(MEN, [1, 1], ""), "a7")).contains("limit=3\n"));
    let blocked = after(&game(["d7 a4 g4 d2", "a7 g7 a1 g1"], [0, 0], " left 1"), "d2-d1");
    assert_eq!(outcome(&blocked), "x wins");
}

/// NM-1, NM-6, NM-7.
#[test]
fn refused_set_ups() {
    let accepts = |men, hands, rules: &str, turn, more: &str| {
        let text = set_up_text(men, hands, rules, turn) + more;
        set_up("nine-mens-morris", &text).is_some()
    };
    assert!(accepts(MEN, [5, 5], FLYING, 'x', "") && accepts(MEN, [4, 5], FLYING, 'o', ""));
    assert!(!accepts(MEN, [6, 6], FLYING, 'x', ""), "10 men");
    assert!(!accepts(MEN, [4, 4], FLYING, 'o', "") && !accepts(MEN, [4, 5], FLYING, 'x', ""));
    assert!(!accepts(["a7", MEN[1]], [0, 0], FLYING, 'o', ""), "x had lost before");
    let limited = |left: &str, hand| {
        let rules = format!("flying=yes repetition=none limit=3{left}");
        accepts(MEN, [hand, hand], &rules, 'x', "")
    };
    assert!(limited(" left 0", 0) && limited("", 1) && !limited(" left 2", 1));
    assert!(!limited(" left 3", 0) && !limited(" left 4", 0) && !limited(" left 01", 0));
    let rows = board(MEN[0], MEN[1]).trim_end().replace('\n', "/");
    let before = format!("\nbefore {rows}");
    let threefold = "flying=yes repetition=threefold limit=none";
    assert!(accepts(MEN, [0, 0], threefold, 'x', &before));
    assert!(!accepts(MEN, [1, 1], threefold, 'x', &before), "a man has been placed since");
    assert!(!accepts(MEN, [0, 0], threefold, 'x', &before.replace('x', ".")));
    assert!(!accepts(MEN, [0, 0], threefold, 'x', &before.repeat(6)), "it was over before");
    assert!(!accepts(MEN, [0, 0], FLYING, 'x', &before));
}
