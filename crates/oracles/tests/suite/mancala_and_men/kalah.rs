//! Kalah against what Irving, Donkers and Uiterwijk published, and its deep clauses.

use std::collections::HashMap;

use super::{after, moves, outcome, position, start};
use crate::support::{AnyTextGame, set_up};

/// The game with as many seeds in each house.
fn beginning(houses: usize, seeds: usize, rules: &str) -> AnyTextGame {
    let row = format!(" {seeds}").repeat(houses);
    start("kalah", &format!("x{row} store 0\no{row} store 0\n{rules}\nx to move"))
}

fn stores(game: &AnyTextGame) -> [i64; 2] {
    let text = position(game);
    let mut lines = text.lines();
    let mut store = || {
        let (_, store) = lines.next()?.split_once(" store ")?;
        store.parse().ok()
    };
    [store().expect("x has a store"), store().expect("o has a store")]
}

fn margin(game: &AnyTextGame) -> i64 {
    let [x, o] = stores(game);
    x - o
}

fn is_turn_of_x(game: &AnyTextGame) -> bool {
    position(game).ends_with("x to move")
}

/// The seeds by which `x` will store more than `o` from here on if both play perfectly.
fn value(game: &AnyTextGame, known: &mut HashMap<String, i64>) -> i64 {
    let text = position(game);
    let key = text.lines().filter_map(|line| line.split(" store ").next()).collect::<String>();
    if let Some(value) = known.get(&key) {
        return *value;
    }
    let values = moves(game).into_iter().map(|mv| {
        let next = after(game, &mv);
        margin(&next) - margin(game) + value(&next, known)
    });
    let values: Vec<i64> = values.collect();
    let best = if is_turn_of_x(game) { values.iter().max() } else { values.iter().min() };
    let value = best.copied().unwrap_or(0);
    known.insert(key, value);
    value
}

/// Table 10 of "Solving Kalah": who wins with 1 to 6 seeds in each of 1 to 3 houses.
#[test]
fn small_boards() {
    for (houses, results) in [(1, "DLWLWD"), (2, "WLLLWW"), (3, "DWWW")] {
        for (seeds, result) in (1..).zip(results.chars()) {
            let game = beginning(houses, seeds, "empty-capture=yes rest=owner");
            let expected = match value(&game, &mut HashMap::new()) {
                0 => 'D',
                1.. => 'W',
                _ => 'L',
            };
            assert_eq!(expected, result, "{houses} houses, {seeds} seeds");
        }
    }
}

/// Table 9 of "Solving Kalah": games of perfect players with 4 to 6 houses, as houses counted from 0
/// with a dash where the turn passes, and by how many seeds the first player wins.
const GAMES: [(usize, usize, i64, &str); 16] = [
    (4, 1, 2, "32-32-1"),
    (4, 2, 6, "3-3-230-231-1323"),
    (4, 3, 8, "13-1-032-2-3-0-1320-3-0-2"),
    (4, 4, 2, "02-2-3-0-2-21-303231-0-32-1-0"),
    (4, 5, 2, "0-2-1-3-0-2-1-0-32-3-021-2-0-02-2-1-3-3-313032-13031-1-2-2-3"),
    (5, 1, 0, "43-43-2-2"),
    (5, 2, 0, "31-32-24-0-0-31-3"),
    (5, 3, 8, "24-3-3-03-41-1-04342-3-3-2-2-4-414342-3"),
    (5, 4, 12, "12-04-03-2-20-41-1-42-32-3-2-40-0-1"),
    (5, 5, 2, "03-2-2-1-1-23-24-2-0-34414340-4240-2-14342"),
    (5, 6, 2, "2-0-0-3-3-0-2-1-440-4-42-2-121-12-3-1-4-20-0-34-24-324-1-3-3-1-41-43-2-2-3"),
    (6, 1, 2, "54-54-3-3-2"),
    (6, 2, 10, "42-42-30-0-1-1-4-5"),
    (6, 3, 2, "4-5-35-250-2-154-451535452-53-3-54-2"),
    (6, 4, 10, "25-10-3-3-5153-1-4-5-045-4-535452-53-4-1-3-2-0-54-1-3"),
    (6, 5, 12, "12-02-05-2-4-51-53-3-45-20-3-2-2-345-5-4-351-0-54-1-52-354-4-254-3-3"),
];

#[test]
fn games_of_perfect_players() {
    for (houses, seeds, expected, turns) in GAMES {
        let mut game = beginning(houses, seeds, "empty-capture=yes rest=owner");
        for (at, turn) in turns.split('-').enumerate() {
            for house in turn.bytes() {
                assert_eq!(is_turn_of_x(&game), at % 2 == 0, "{turns}\n{}", position(&game));
                game = after(&game, &(house - b'0' + 1).to_string());
            }
        }
        assert_eq!(margin(&game), expected, "{turns}");
        assert_eq!(outcome(&game), if expected > 0 { "x wins" } else { "draw" });
    }
}

/// The position after a move of `x` with the usual rules or others.
fn played(x: &str, o: &str, rules: &str, mv: &str) -> String {
    position(&after(&start("kalah", &format!("x {x}\no {o}\n{rules}\nx to move")), mv))
}

const USUAL: &str = "empty-capture=no rest=owner";

/// KA-2, KA-3: the opponent's store is left out, the house of origin is not.
#[test]
fn sowing() {
    let played = |x, o| played(x, o, USUAL, "2");
    let game = start("kalah", &format!("x 0 7 store 0\no 3 4 store 5\n{USUAL}\nx to move"));
    assert_eq!(moves(&game), ["2"]);
    let passed = format!("x 1 1 store 2\no 5 5 store 5\n{USUAL}\no to move");
    assert_eq!(played("0 7 store 0", "3 4 store 5"), passed);
    let again = format!("x 1 1 store 2\no 4 5 store 5\n{USUAL}\nx to move");
    assert_eq!(played("0 6 store 0", "3 4 store 5"), again);
}

/// KA-4: captures, one of them with the house of origin, and last seeds that capture nothing.
#[test]
fn captures() {
    let played = |x, o, mv| played(x, o, USUAL, mv);
    let rest = format!("\n{USUAL}\no to move");
    let expect = |rows: &str| format!("{rows}{rest}");
    let own = played("1 0 2 store 0", "4 2 1 store 0", "1");
    assert_eq!(own, expect("x 0 0 2 store 3\no 4 0 1 store 0"));
    let not_empty = played("1 1 2 store 0", "4 2 1 store 0", "1");
    assert_eq!(not_empty, expect("x 0 2 2 store 0\no 4 2 1 store 0"));
    let origin = played("1 5 store 0", "3 4 store 0", "2");
    assert_eq!(origin, expect("x 2 0 store 6\no 0 5 store 0"));
    let beyond = played("1 2 store 0", "0 3 store 0", "2");
    assert_eq!(beyond, expect("x 1 0 store 1\no 1 3 store 0"));
    // KA-4: a last seed whose opposite house is empty.
    let rows = |rules: &str| self::played("1 0 2 store 0", "4 0 1 store 0", rules, "1");
    assert!(rows(USUAL).starts_with("x 0 1 2 store 0\no 4 0 1 store 0\n"));
    let capture = rows("empty-capture=yes rest=owner");
    assert!(capture.starts_with("x 0 0 2 store 1\no 4 0 1 store 0\n"));
}

/// KA-5: the rest of the seeds, also after an extra turn and when the opponent's houses are empty.
#[test]
fn end() {
    let end = |rest: &str, x: &str, o: &str, mv: &str| {
        let rules = format!("empty-capture=no rest={rest}");
        let game = after(&start("kalah", &format!("x {x}\no {o}\n{rules}\nx to move")), mv);
        assert_eq!(moves(&game), [""; 0]);
        (stores(&game), outcome(&game))
    };
    let last = |rest| end(rest, "0 1 store 0", "2 3 store 0", "2");
    assert_eq!(last("owner"), ([1, 5], "o wins"));
    assert_eq!(last("opponent"), ([6, 0], "x wins"));
    let captured = |rest| end(rest, "1 0 2 store 0", "0 3 0 store 3", "1");
    assert_eq!(captured("owner"), ([6, 3], "x wins"));
    assert_eq!(captured("opponent"), ([4, 5], "o wins"));
    assert_eq!(end("owner", "0 1 store 4", "3 2 store 0", "2"), ([5, 5], "draw"));
}

/// KA-1, KA-5.
#[test]
fn refused_set_ups() {
    let accepts =
        |x: &str, o: &str| set_up("kalah", &format!("x {x}\no {o}\n{USUAL}\nx to move")).is_some();
    assert!(accepts("1 0 store 0", "0 1 store 198"));
    assert!(!accepts("1 0 store 0", "0 1 store 199"), "too many seeds");
    assert!(!accepts("1 0 store 0", "0 0 store 9"), "the rest is not in a store");
    assert!(!accepts("1 0 store 0", "1 store 9"), "rows differ");
    assert!(!accepts("0 0 store 0", "0 0 store 0"), "no seed");
    assert!(!accepts("1 0 store 0", "0 01 store 0"), "a number in another way");
    assert!(!accepts("1 0 store 99999999999999999999", "0 1 store 0"));
}
