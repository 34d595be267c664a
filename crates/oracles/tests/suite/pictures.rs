//! Pictures name squares as moves do.

use twinboard_harness::RuleSet;
use twinboard_vocabulary::text_game::{Lines, TextMove};
use twinboard_vocabulary::{Game, Picture, TryClone};

use super::support::{legal, set_up};

/// The squares that a move names: a letter and a number such as `d10`, in shogi a digit and a letter.
fn squares(mv: &str, is_shogi: bool) -> Vec<(String, String)> {
    let parts: Vec<char> = mv.chars().collect();
    let mut squares = Vec::new();
    for (index, pair) in parts.windows(2).enumerate() {
        match pair {
            [column, row] if is_shogi && column.is_ascii_digit() && row.is_ascii_lowercase() => {
                squares.push((column.to_string(), row.to_string()));
            }
            [column, row] if !is_shogi && column.is_ascii_alphabetic() && row.is_ascii_digit() => {
                let digits = parts[index + 1..].iter().take_while(|it| it.is_ascii_digit());
                squares.push((column.to_string(), digits.collect()));
            }
            _ => {}
        }
    }
    squares
}

/// The text of the cell with these names.
fn cell<'a>(picture: &'a Picture, (column, row): &(String, String)) -> Option<&'a str> {
    let column = picture.columns.iter().position(|name| name == column)?;
    let (_, cells) = picture.rows.iter().find(|(name, _)| name == row)?;
    Some(&cells[column].text)
}

#[test]
fn a_move_changes_the_squares_that_it_names() {
    let all = "2048 amazons animal-shogi breakthrough chess dots-and-boxes draughts-turkish go gomoku \
                 lines-of-action nine-mens-morris othello renju shogi ultimate-tic-tac-toe xiangqi";
    for name in all.split(' ') {
        let rules = twinboard_oracles::all();
        let rules = rules.iter().find(|rules| rules.name() == name).expect("a rule set");
        let mut named = 0;
        // A king that castles by the rules of chess 960 may stay where it is.
        let is_plain = |start: &Lines| !start.as_str().contains("castling=960");
        for start in rules.starts().into_iter().filter(is_plain) {
            let game = set_up(name, start.as_str()).expect("it is a start");
            let before = rules.picture(&game.position());
            for mv in legal(&game) {
                let mut after = game.try_clone().expect("games in words can be copied");
                after.play(&TextMove::from(mv.as_str())).expect("it is legal");
                let after = rules.picture(&after.position());
                for square in squares(mv.as_str(), name == "shogi") {
                    let cells = [&before, &after].map(|picture| cell(picture, &square));
                    assert!(cells[0].is_some() && cells[0] != cells[1], "{name}: {mv}\n{before}");
                    named += 1;
                }
            }
        }
        assert!(named > 3, "{name} names {named} squares");
    }
}
