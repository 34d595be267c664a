//! What is known to be wrong in the newest versions of the libraries.

use twinboard::harness::known::KnownDifference;
use twinboard::harness::{Aspect, Divergence, Finding};
use twinboard::vocabulary::Picture;

/// `chess` 3.2.0: the FEN of the two sides differs in its last field only.
pub fn chess_fen() -> KnownDifference {
    let covers = |it: &Divergence| {
        matches!(it.finding, Finding::Differs { aspect: Aspect::Position, .. })
            && text(&it.engine).split("en passant").next()
                == text(&it.oracle).split("en passant").next()
    };
    KnownDifference::new("FEN has the square of the pawn as en-passant square", covers)
        .shown_by("8/8/8/1pP1K3/8/3k4/8/8 w - b6\n")
}

/// `owlchess` 0.4.1: the key is another one where FEN shows no en-passant square.
pub fn owlchess_keys() -> KnownDifference {
    let covers = |it: &Divergence| {
        says(it, "set up anew", "it has the key") && text(&it.engine).contains("en passant -")
    };
    KnownDifference::new("hashes the en-passant square even if no pawn can take there", covers)
        .shown_by("8/8/8/8/8/8/5P1k/2K5 w - -\n> f2f4\n")
}

/// `pleco` 0.5.0.
pub fn pleco_keys() -> KnownDifference {
    KnownDifference::new("does not hash the black king", |it| says(it, "keys", "has the same key"))
        .shown_by("8/8/8/2k5/8/8/2K5/8 w - -\n> c2c1\n> c5c6\n> c1c2\n> c6c7\n")
}

/// `pleco` 0.5.0: a draw by its rule of 50 half-moves is called stalemate.
pub fn pleco_stalemate() -> KnownDifference {
    let covers = |it: &Divergence| {
        let Finding::Differs { aspect, engine, .. } = &it.finding else { return false };
        *aspect == Aspect::Outcome && engine.contains("stalemate") && it.step >= 50
    };
    let moves = ["c2c3", "c5c6", "c3c2", "c6c5"].iter().cycle().take(50);
    let setup = "8/8/8/2k5/8/8/2K5/8 w - -\n".to_owned();
    KnownDifference::new("stalemate after 50 half-moves without a capture", covers)
        .shown_by(moves.fold(setup, |case, mv| case + "> " + mv + "\n"))
}

/// True if the engine breaks an invariant with this in its name, and this detail.
fn says(divergence: &Divergence, name: &str, part: &str) -> bool {
    matches!(&divergence.finding, Finding::Broken { invariant, detail, .. }
        if invariant.contains(name) && detail.contains(part))
}

/// A board and its caption.
fn text(board: &Option<Picture>) -> String {
    board.as_ref().map(|picture| picture.plain_lines().join("\n")).unwrap_or_default()
}
