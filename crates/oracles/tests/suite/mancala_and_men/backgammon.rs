//! Backgammon against the charts of its books, and its deep clauses.

use twinboard_vocabulary::Vocabulary;
use twinboard_vocabulary::text_game::TextVocabulary;

use super::{after, moves, outcome, position, start};
use crate::support::{AnyTextGame, legal, set_up};

const BEGINNING: &str = "x: 24*2 13*5 8*3 6*5\no: 24*2 13*5 8*3 6*5";

fn game(x: &str, o: &str, turn: &str) -> AnyTextGame {
    start("backgammon", &format!("x: {x}\no: {o}\n{turn}"))
}

fn turn_of(game: &AnyTextGame) -> String {
    position(game).lines().last().unwrap_or_default().to_owned()
}

/// True if the player to play can reach such a position before the turn ends, or at its end.
fn can_reach(game: &AnyTextGame, is_aim: &dyn Fn(&AnyTextGame) -> bool) -> bool {
    let plays = turn_of(game).contains(" to play ");
    is_aim(game) || plays && moves(game).iter().any(|mv| can_reach(&after(game, mv), is_aim))
}

/// The number of rolls, of 36, for which this is true.
fn rolls(game: &AnyTextGame, is_good: &dyn Fn(&AnyTextGame) -> bool) -> u32 {
    let good = |mv: &str| is_good(&after(game, mv));
    let rolls = legal(game).into_iter().filter(|mv| good(mv.as_str()));
    rolls.map(|mv| TextVocabulary::weight(&mv)).sum()
}

/// Rolls that bear off the last one or two checkers, in Paul Magriel's "Backgammon": by the points
/// of both, where 0 is none.
#[test]
fn chart_of_bearing_off() {
    let chart: [&[u32]; 7] = [
        &[],
        &[36],
        &[36, 36],
        &[36, 34, 25],
        &[34, 29, 23, 17],
        &[31, 23, 19, 14, 10],
        &[27, 15, 13, 10, 8, 6],
    ];
    let pairs = [(2, 2, 26), (3, 3, 17), (4, 4, 11), (5, 5, 6), (6, 6, 4), (1, 1, 36)];
    let uneven =
        (1..7).flat_map(|high| (0..).zip(chart[high]).map(move |(low, n)| (high, low, *n)));
    for (high, low, expected) in uneven.chain(pairs) {
        let x = match low {
            0 => format!("{high}*1"),
            low if low == high => format!("{high}*2"),
            low => format!("{high}*1 {low}*1"),
        };
        let counted = rolls(&game(&x, "1*1", "x to roll"), &|game| {
            can_reach(game, &|game| outcome(game) == "x wins")
        });
        assert_eq!(counted, expected, "{x}");
    }
}

/// Rolls that hit a blot so many points away, with nothing between, in the same book.
#[test]
fn chart_of_shots() {
    let chart = [11, 12, 14, 15, 15, 17, 6, 6, 5, 3, 2, 3, 0, 0, 1, 1, 0, 1, 0, 1, 0, 0, 0];
    for (distance, expected) in (1..).zip(chart) {
        let game = game("24*1", &format!("{}*1", 1 + distance), "x to roll");
        let hits = |game: &AnyTextGame| can_reach(game, &|game| position(game).contains("o: bar"));
        assert_eq!(rolls(&game, &hits), expected, "{distance} points away");
    }
}

/// A checker on the bar stays there with both dice on closed points.
#[test]
fn chart_of_entering() {
    for closed in 0..=6 {
        let points: String = (1..=closed).rev().map(|point| format!(" {point}*2")).collect();
        let game = start("backgammon", &format!("x: bar*1 6*2\no: 7*1{points}\nx to roll"));
        let enters = |game: &AnyTextGame| moves(game) != ["pass"];
        assert_eq!(rolls(&game, &enters), 36 - closed * closed, "{closed} points closed");
    }
}

/// BG-2, BG-3: 15 pairs of different numbers for each player, then 36 rolls.
#[test]
fn rolls_of_nature() {
    let opening = start("backgammon", &format!("{BEGINNING}\nopening roll"));
    assert_eq!((legal(&opening).len(), rolls(&opening, &|_| true)), (30, 30));
    assert_eq!(turn_of(&after(&opening, "x 2 o 6")), "o to play 6 2");
    let next = after(&opening, "x 3 o 1, 3 from 8, 1 from 6");
    let expected = "x: 24*2 13*5 8*2 6*4 5*2\no: 24*2 13*5 8*3 6*5\no to roll";
    assert_eq!(position(&next), expected);
    assert_eq!((legal(&next).len(), rolls(&next, &|_| true)), (21, 36));
    let doubles = after(&next, "6 6");
    assert_eq!(turn_of(&doubles), "o to play 6 6 6 6");
    assert_eq!(moves(&doubles), ["6 from 13", "6 from 24", "6 from 8"]);
    assert_eq!(turn_of(&after(&doubles, "6 from 13, 6 from 13, 6 from 13")), "o to play 6");
    let all = after(&doubles, "6 from 13, 6 from 13, 6 from 24, 6 from 24");
    assert_eq!(turn_of(&all), "x to roll");
}

/// BG-4, BG-7: a hit, the bar, and a checker that cannot enter.
#[test]
fn bar() {
    let hit = after(&game("6*1 1*1", "20*1 6*1", "x to play 1 1 1 1"), "1 from 6");
    assert_eq!(position(&hit), "x: 5*1 1*1\no: bar*1 6*1\nx to play 1 1 1");
    let bar = game("6*2 5*2 1*3", "bar*2 8*1", "o to play 6 4");
    assert_eq!(moves(&bar), ["4 from bar"]);
    assert_eq!(moves(&after(&bar, "4 from bar")), ["pass"]);
    let closed = game("2*2 1*2", "bar*2 8*1", "o to play 2 1");
    assert_eq!(moves(&closed), ["pass"]);
    assert_eq!(turn_of(&after(&closed, "pass")), "x to roll");
    let half = game("1*2", "bar*2 8*1", "o to play 2 1");
    assert_eq!(moves(&half), ["2 from bar"]);
    assert_eq!(moves(&after(&half, "2 from bar")), ["pass"]);
}

/// BG-5: a higher number bears off from the highest point only, and nothing while one is outside.
#[test]
fn bearing_off() {
    let home = game("5*1 3*1 2*1", "2*1", "x to play 6 3");
    assert_eq!(moves(&home), ["3 from 3", "3 from 5", "6 from 5"]);
    let moved = after(&home, "3 from 5");
    assert_eq!(position(&moved), "x: 3*1 2*2\no: 2*1\nx to play 6");
    assert_eq!(moves(&moved), ["6 from 3"]);
    let outside = game("13*1 6*1", "2*1", "x to play 6 5");
    assert_eq!(moves(&outside), ["5 from 13", "5 from 6", "6 from 13"]);
    assert_eq!(moves(&after(&outside, "6 from 13")), ["5 from 6", "5 from 7"]);
    let bar = game("bar*1 6*1", "2*1", "x to play 6 1");
    assert_eq!(moves(&bar), ["1 from bar", "6 from bar"]);
    assert_eq!(moves(&after(&bar, "1 from bar")), ["6 from 24"]);
}

/// BG-6: both numbers if possible, else the higher one; all four of equal numbers.
#[test]
fn obligation() {
    let either = game("18*1 1*2", "18*2 8*3 6*5 5*2", "x to play 6 5");
    assert_eq!(moves(&either), ["6 from 18"]);
    assert_eq!(moves(&after(&either, "6 from 18")), ["pass"]);
    let lower = game("18*1 1*2", "18*2 13*2 6*5", "x to play 6 5");
    assert_eq!(moves(&lower), ["5 from 18"]);
    // A 6 cannot be played from 18 to 12, but from 13 to 7 after the 5.
    let both = game("18*1 8*1", "23*2 13*2 2*1", "x to play 6 5");
    assert_eq!(moves(&both), ["5 from 18"]);
    assert_eq!(moves(&after(&both, "5 from 18")), ["6 from 13"]);
    let last = game("3*1", "2*1", "x to play 3 1");
    assert_eq!(moves(&last), ["1 from 3"]);
    assert_eq!(outcome(&after(&last, "1 from 3, 3 from 2")), "x wins");
}

/// BG-8: the three ways to win.
#[test]
fn end() {
    let game = |o: &str| game("1*1", o, "x to play 6 5");
    assert_eq!(outcome(&after(&game("23*5 18*9"), "6 from 1")), "x wins");
    assert_eq!(outcome(&after(&game("18*15"), "6 from 1")), "x wins a gammon");
    assert_eq!(outcome(&after(&game("19*1 18*14"), "6 from 1")), "x wins a backgammon");
    let over = after(&game("bar*1 18*14"), "6 from 1");
    assert_eq!(position(&over), "x:\no: bar*1 18*14\no to roll");
    assert_eq!((outcome(&over), moves(&over)), ("x wins a backgammon", Vec::new()));
}

/// BG-1 to BG-3, BG-8.
#[test]
fn refused_set_ups() {
    let accepts = |x: &str, o: &str, turn: &str| {
        set_up("backgammon", &format!("x:{x}\no:{o}\n{turn}")).is_some()
    };
    assert!(accepts(" 1*1", " 23*1", "x to roll"));
    assert!(!accepts(" 1*1", " 24*1", "x to roll"), "both on a point");
    assert!(!accepts("", "", "x to roll") && !accepts(" 1*16", "", "x to roll"));
    assert!(!accepts(" 1*1 2*1", " 2*1", "x to roll"), "points in another order");
    assert!(accepts("", " 2*1", "o to roll") && !accepts("", " 2*1", "x to roll"));
    assert!(!accepts("", " 2*1", "o to play 6 2"), "the game is over");
    let plays = |numbers: &str| accepts(" 1*1", " 2*1", &format!("x to play {numbers}"));
    assert!(plays("6") && plays("6 2") && plays("2 2 2"));
    assert!(!plays("2 6") && !plays("6 2 2") && !plays("7 1") && !plays("2 2 2 2 2") && !plays(""));
    assert!(!accepts(" 1*1", " 2*1", "opening roll"));
}
