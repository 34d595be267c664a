//! Chess: five libraries for the rule set of the oracle in the box.

use twinboard::{Registration, TextRules};

use crate::wins;

mod cozy_chess;
mod crate_chess;
mod owlchess;
mod pleco;
mod shakmaty;

pub fn add_engines(game: Registration, rules: &TextRules) -> Registration {
    // Libraries count a draw after 100 half-moves in different ways.
    let of = || rules.clone().moves_max(60);
    game.corpus_folder(concat!(env!("CARGO_MANIFEST_DIR"), "/corpus"))
        .other_text_engine("cozy-chess", &of().engine::<cozy_chess::CozyChess>())
        .other_text_engine("chess-crate", &of().engine::<crate_chess::CrateChess>())
        .other_text_engine("owlchess", &of().engine::<owlchess::Owlchess>())
        .other_text_engine("pleco", &of().engine::<pleco::Pleco>())
        .other_text_engine("shakmaty", &of().engine::<shakmaty::Shakmaty>())
}

/// The FEN of a set-up without further lines. The counters of libraries go up to 65,535 at least,
/// and none of a game that begins below 9,000 comes to the end of those of the rule set.
fn fen(setup: &str) -> Result<&str, String> {
    let mut counters = setup.rsplit(' ').take(2);
    let is_fen = counters.all(|it| it.parse().is_ok_and(|number: u32| number < 9_000));
    if is_fen { Ok(setup) } else { Err("a FEN alone, with counters below 9000".to_owned()) }
}

/// The square that a move passes over if it is the double step of a pawn, or `-`. Some libraries
/// keep it only if a pawn may take there.
fn passed(mv: &str, is_pawn: bool) -> String {
    match mv.as_bytes() {
        [column, b'2', _, b'4'] if is_pawn => format!("{}3", char::from(*column)),
        [column, b'7', _, b'5'] if is_pawn => format!("{}6", char::from(*column)),
        _ => "-".to_owned(),
    }
}

/// The key of a library for a position: libraries do not hash the counters of a FEN.
fn key(hash: u64, position: &str) -> Option<u64> {
    let counters = position.splitn(5, ' ').nth(4)?;
    let add = |sum: u64, byte| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    Some(counters.bytes().fold(hash, add))
}

/// The outcome if the player to move has no move.
fn without_move(is_check: bool, is_white: bool) -> Option<String> {
    let winner = if is_white { "black" } else { "white" };
    if is_check { wins(winner) } else { Some("draw".to_owned()) }
}
