//! Oracles of games that people write engines for: each a file, written from the rules alone, with
//! numbered clauses and without any cleverness. There are no engines: bring yours.
//!
//! A game is in words ([`TextGame`](twinboard_vocabulary::text_game::TextGame)); its file says how
//! set-ups and moves read. Variants are words of the set-up, as in `ko=positional`.

mod amazons;
mod animal_shogi;
mod backgammon;
mod board;
mod breakthrough;
mod chess;
mod connect_four;
mod dialects;
mod dots_and_boxes;
mod draughts;
mod draw;
mod frisian;
mod go;
mod gomoku;
mod goofspiel;
mod hex;
mod kalah;
mod limits;
mod lines_of_action;
mod listed;
mod nine_mens_morris;
mod othello;
mod oware;
mod pig;
mod renju;
mod shogi;
mod twenty48;
mod ultimate;
mod xiangqi;

use twinboard_harness::TextRules;
use twinboard_vocabulary::Picture;
use twinboard_vocabulary::text_game::Lines;

pub use dialects::dialects;

/// The rule sets of all games here, by name.
#[must_use]
pub fn all() -> Vec<TextRules> {
    vec![
        game::<twenty48::Twenty48>("2048", twenty48::STARTS).picture(from_top),
        game::<amazons::Amazons>("amazons", amazons::STARTS).picture(from_bottom),
        game::<animal_shogi::AnimalShogi>("animal-shogi", animal_shogi::STARTS).picture(from_top),
        game::<backgammon::Backgammon>("backgammon", backgammon::STARTS),
        game::<breakthrough::Breakthrough>("breakthrough", breakthrough::STARTS)
            .picture(from_bottom),
        game::<chess::Chess>("chess", chess::STARTS).drawn_by(draw::chess),
        game::<connect_four::ConnectFour>("connect-four", connect_four::STARTS),
        game::<dots_and_boxes::DotsAndBoxes>("dots-and-boxes", dots_and_boxes::STARTS)
            .picture(from_top),
        game::<draughts::American>("draughts-american", draughts::AMERICAN)
            .drawn_by(draw::small_draughts),
        game::<draughts::Brazilian>("draughts-brazilian", draughts::SMALL)
            .drawn_by(draw::small_draughts),
        game::<frisian::Frisian>("draughts-frisian", frisian::STARTS),
        game::<draughts::International>("draughts-international", draughts::INTERNATIONAL)
            .drawn_by(draw::international_draughts),
        game::<draughts::Russian>("draughts-russian", draughts::SMALL)
            .drawn_by(draw::small_draughts),
        game::<draughts::Turkish>("draughts-turkish", draughts::TURKISH)
            .drawn_by(draw::turkish_draughts)
            .picture(from_bottom),
        TextRules::new::<go::Go>("go", go::STARTS).drawn_by(draw::go).picture(go::picture),
        game::<gomoku::Gomoku>("gomoku", gomoku::STARTS).picture(from_bottom),
        game::<goofspiel::Goofspiel>("goofspiel", goofspiel::STARTS),
        game::<hex::Hex>("hex", hex::STARTS).picture(from_top),
        game::<kalah::Kalah>("kalah", kalah::STARTS),
        game::<lines_of_action::LinesOfAction>("lines-of-action", lines_of_action::STARTS)
            .picture(from_bottom),
        game::<nine_mens_morris::NineMensMorris>("nine-mens-morris", nine_mens_morris::STARTS)
            .picture(from_bottom),
        game::<othello::Othello>("othello", othello::STARTS)
            .drawn_by(draw::othello)
            .picture(from_top),
        game::<oware::Oware>("oware", oware::STARTS),
        game::<pig::Pig>("pig", pig::STARTS),
        game::<renju::Renju>("renju", renju::STARTS).picture(from_bottom),
        game::<shogi::Shogi>("shogi", shogi::STARTS).drawn_by(draw::shogi).picture(shogi::picture),
        game::<ultimate::Ultimate>("ultimate-tic-tac-toe", ultimate::STARTS).picture(from_top),
        game::<xiangqi::Xiangqi>("xiangqi", xiangqi::STARTS),
    ]
}

/// The rules of a game: the head of its file, and that on limits if the game has any.
///
/// # Panics
///
/// If no game has this name.
#[must_use]
pub fn rules(name: &str) -> String {
    let file = match name {
        "2048" => include_str!("twenty48.rs"),
        "amazons" => include_str!("amazons.rs"),
        "animal-shogi" => include_str!("animal_shogi.rs"),
        "backgammon" => include_str!("backgammon.rs"),
        "breakthrough" => include_str!("breakthrough.rs"),
        "chess" => include_str!("chess.rs"),
        "connect-four" => include_str!("connect_four.rs"),
        "dots-and-boxes" => include_str!("dots_and_boxes.rs"),
        "draughts-frisian" => include_str!("frisian.rs"),
        "go" => include_str!("go.rs"),
        "gomoku" => include_str!("gomoku.rs"),
        "goofspiel" => include_str!("goofspiel.rs"),
        "hex" => include_str!("hex.rs"),
        "kalah" => include_str!("kalah.rs"),
        "lines-of-action" => include_str!("lines_of_action.rs"),
        "nine-mens-morris" => include_str!("nine_mens_morris.rs"),
        "othello" => include_str!("othello.rs"),
        "oware" => include_str!("oware.rs"),
        "pig" => include_str!("pig.rs"),
        "renju" => include_str!("renju.rs"),
        "shogi" => include_str!("shogi.rs"),
        "ultimate-tic-tac-toe" => include_str!("ultimate.rs"),
        "xiangqi" => include_str!("xiangqi.rs"),
        _ if name.starts_with("draughts-") => include_str!("draughts.rs"),
        _ => panic!("no game is called {name}"),
    };
    let endless =
        ["animal-shogi", "chess", "lines-of-action", "nine-mens-morris", "shogi", "xiangqi"];
    let has_limits = name.starts_with("draughts-") || endless.contains(&name);
    let files = [Some(file), has_limits.then_some(include_str!("limits.rs"))];
    let head = |file: &str| {
        let lines = file.lines().map_while(|line| line.strip_prefix("//!"));
        lines.map(|line| format!("{}\n", line.strip_prefix(' ').unwrap_or(line))).collect()
    };
    files.into_iter().flatten().map(head).collect::<Vec<String>>().join("\n")
}

/// The letters of columns in the names of squares.
const LETTERS: &str = "abcdefghijklmnopqrstuvwxyz";

/// The picture of a board whose moves count rows from the bottom.
fn from_bottom(position: &Lines) -> Picture {
    Picture::of_text(position.as_str()).with_squares(LETTERS, true)
}

/// The picture of a board whose moves count rows from the top.
fn from_top(position: &Lines) -> Picture {
    Picture::of_text(position.as_str()).with_squares(LETTERS, false)
}

/// A rule set, with the draws of [`limits`] if games could go on for ever.
fn game<G: listed::Listed>(name: &'static str, starts: &[&str]) -> TextRules {
    TextRules::new::<limits::Limited<G>>(name, &limits::starts::<G>(starts))
}
