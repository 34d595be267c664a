//! Witnesses: what a search says is judged by the oracle.
//!
//! An engine that lists no moves still names some: the best move, the move to ponder on, and the
//! variations of its search. Each must be legal where it stands, a variation that is a mate must end
//! the game, and where the game is over no move may be named.

use twinboard_vocabulary::Game;
use twinboard_vocabulary::TryClone;
use twinboard_vocabulary::text_game::{TextMove, TextOutcome};

use crate::client::{Judge, legal};

/// Words that name no move.
const NONE: [&str; 7] = ["(none)", "0000", "none", "null", "a1a1", "resign", "win"];

/// The first thing that is wrong in the lines of a search, up to `bestmove`; `read` turns a move into
/// the oracle's form.
pub(crate) fn judge(lines: &[String], game: &Judge, read: fn(&str) -> String) -> Option<String> {
    lines.iter().find_map(|line| {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.first() {
            Some(&"info") => variation(&words, game, read),
            Some(&"bestmove") => best_move(&words, game, read),
            _ => None,
        }
    })
}

/// True if an engine names no move with this word.
fn is_none(word: &str) -> bool {
    NONE.contains(&word.to_ascii_lowercase().as_str())
}

fn best_move(words: &[&str], game: &Judge, read: fn(&str) -> String) -> Option<String> {
    let best = words.get(1).copied().filter(|word| !is_none(word));
    let gives_up = words.get(1).is_some_and(|word| ["resign", "win"].contains(word));
    let moves = legal(game);
    let Some(best) = best else {
        let is_wrong = !moves.is_empty() && !gives_up;
        return is_wrong.then(|| {
            format!("it names no move (`{}`), and {} are legal", words.join(" "), moves.len())
        });
    };
    if moves.is_empty() {
        return Some(format!("its best move is {best}, and the game is over"));
    }
    let ponder = words.iter().position(|word| *word == "ponder").and_then(|at| words.get(at + 1));
    let ponder = ponder.filter(|word| !is_none(word));
    let line: Vec<&str> = [best].into_iter().chain(ponder.copied()).collect();
    let (played, _) = follow(&line, game, read);
    match (played, line.len()) {
        (0, _) => Some(format!("its best move {best} is illegal")),
        (1, 2) => Some(format!("the move to ponder on, {} after {best}, is illegal", line[1])),
        _ => None,
    }
}

fn variation(words: &[&str], game: &Judge, read: fn(&str) -> String) -> Option<String> {
    let at = words.iter().position(|word| *word == "pv")?;
    let line = &words[at + 1..];
    let (played, is_over) = follow(line, game, read);
    if let Some(illegal) = line.get(played) {
        return Some(format!("its variation {} has the illegal move {illegal}", line.join(" ")));
    }
    let mate = words.windows(3).find(|it| it[..2] == ["score", "mate"])?;
    let plies = match mate[2].parse::<i64>().ok()? {
        moves @ 1.. => 2 * moves - 1,
        moves => -2 * moves,
    };
    let is_whole = i64::try_from(line.len()) == Ok(plies);
    (is_whole && !is_over).then(|| {
        format!("mate in {} is no mate: the game goes on after {}", mate[2], line.join(" "))
    })
}

/// Plays a line; returns how many of its moves are legal and whether the game is over behind them.
fn follow(line: &[&str], game: &Judge, read: fn(&str) -> String) -> (usize, bool) {
    let mut game = game.try_clone().expect("a game in words can be copied");
    let is_legal = |mv: &&&str| game.play(&TextMove::from(read(mv).as_str())).is_ok();
    let played = line.iter().take_while(is_legal).count();
    (played, game.outcome() != TextOutcome::PLAYING)
}
