//! Known differences of the newest versions of the libraries, each with a case that shows it.

use twinboard::harness::known::KnownDifference;
use twinboard::harness::{Aspect, Divergence, Finding};
use twinboard::vocabulary::Picture;

/// Those of an engine.
pub fn of(engine: Option<&str>) -> Vec<KnownDifference> {
    match engine {
        Some("board-game") => vec![decided(), shared(), last_slam()],
        Some("chess-crate") => vec![square_of_the_pawn()],
        Some("cozy-chess") => vec![clock()],
        Some("goban") => vec![early_superko(), superko_without_capture()],
        Some("haitaka") => vec![mate_by_a_pawn()],
        Some("kish") => vec![blocked()],
        Some("owlchess") => vec![repetition()],
        Some("pleco") => vec![black_king(), fifty_half_moves()],
        _ => Vec::new(),
    }
}

/// `board-game` 0.8.2, of a position that differs only behind the end of the game.
fn decided() -> KnownDifference {
    KnownDifference::new("captures the rest of a game that is decided", |it| {
        is_cleared(it) && it.outcomes.is_none()
    })
    .shown_by(oware(1, "3 1 4 5 5 6 6"))
}

/// `board-game` 0.8.2, which has this end instead of one by repetition.
fn shared() -> KnownDifference {
    KnownDifference::new("two seeds that follow each other go to a player each", |it| {
        is_cleared(it) && it.outcomes.is_some() && seeds(&it.oracle) == 2
    })
    .shown_by(oware(2, "5 5 6 6 4 4 6 6"))
}

/// `board-game` 0.8.2, whose page says that nothing is captured.
fn last_slam() -> KnownDifference {
    KnownDifference::new("a grand slam of the last seeds captures them", |it| {
        is_cleared(it) && it.outcomes.is_some()
    })
    .shown_by(oware(1, "5 5 4 4 5 5 6 6"))
}

/// A game of oware from the start with this number of seeds in a house.
fn oware(seeds: usize, moves: &str) -> String {
    let row = format!("{seeds} ").repeat(6);
    let moves: String = moves.split(' ').map(|mv| format!("> {mv}\n")).collect();
    let rules = "grand-slam=no-capture repetition=none";
    format!("x {row}score 0\no {row}score 0\n{rules}\nx to move\n{moves}")
}

/// True if the positions differ, and the library has no seeds in the houses.
fn is_cleared(divergence: &Divergence) -> bool {
    matches!(divergence.finding, Finding::Differs { aspect: Aspect::Position, .. })
        && divergence.engine.is_some()
        && seeds(&divergence.engine) == 0
}

/// The number of seeds in the houses of a board.
fn seeds(board: &Option<Picture>) -> usize {
    let lines = board.as_ref().map(Picture::plain_lines).unwrap_or_default();
    let houses = |line: &String| -> usize {
        let words = line.split_whitespace().take_while(|word| *word != "score").skip(3);
        words.filter_map(|word| word.parse::<usize>().ok()).sum()
    };
    lines.iter().take(2).map(houses).sum()
}

/// `chess` 3.2.0.
fn square_of_the_pawn() -> KnownDifference {
    let covers = |it: &Divergence| {
        word_that_differs(it).is_some_and(|(engine, oracle)| {
            engine.len() == 2 && oracle.ends_with(['3', '6']) && engine[..1] == oracle[..1]
        })
    };
    KnownDifference::new("FEN has the square of the pawn as en-passant square", covers)
        .shown_by("8/8/8/1pP1K3/8/3k4/8/8 w - b6 0 1\n")
}

/// `cozy-chess` 0.3.4.
fn clock() -> KnownDifference {
    let is_100 = |(engine, oracle): (String, String)| engine == "100" && oracle == "101";
    KnownDifference::new("the clock stays at 100", move |it| {
        word_that_differs(it).is_some_and(is_100)
    })
    .shown_by("8/8/8/2k5/8/8/2K5/R7 w - - 100 90\n> c2c1\n")
}

/// `owlchess` 0.4.1: it hashes the en-passant square even if no pawn can take there.
fn repetition() -> KnownDifference {
    let moves = ["e8d8", "e1d1", "d8e8", "d1e1"].iter().cycle().take(16);
    let case = "4k3/8/8/8/8/8/5P2/4K3 w - - 0 1\ndraws=automatic\n> f2f4\n".to_owned();
    KnownDifference::new("misses a repetition after a double step", |it| {
        differ_in_outcome(it, "playing", "draw")
    })
    .shown_by(moves.fold(case, |case, mv| case + "> " + mv + "\n"))
}

/// `pleco` 0.5.0.
fn black_king() -> KnownDifference {
    let covers = |it: &Divergence| {
        matches!(&it.finding, Finding::Broken { invariant, detail, .. }
            if invariant.contains("keys") && detail.contains("the same key"))
    };
    KnownDifference::new("does not hash the black king", covers)
        .shown_by("8/8/8/2k5/8/8/2K5/8 w - - 0 1\n")
}

/// `pleco` 0.5.0: a draw by its rule of 50 half-moves is called stalemate.
fn fifty_half_moves() -> KnownDifference {
    KnownDifference::new("stalemate after 50 half-moves without a capture", |it| {
        differ_in_outcome(it, "draw", "playing")
    })
    .shown_by("8/8/8/2k5/8/8/2K5/R7 w - - 49 90\n> c2c1\n")
}

/// `goban` 0.20.1.
fn early_superko() -> KnownDifference {
    let covers = |it: &Divergence| {
        let lines = it.oracle.as_ref().map(Picture::plain_lines).unwrap_or_default();
        is_superko(it) && lines.join(" ").matches("not again").count() <= 3
    };
    KnownDifference::new("superko is not checked in the first three moves", covers).shown_by(
        "x...\n.x..\nox..\n.o..\nko=positional suicide=no komi=0\no to move\n> A3\n> A1\n",
    )
}

/// `goban` 0.20.1.
fn superko_without_capture() -> KnownDifference {
    KnownDifference::new("superko is not checked where nothing is captured", is_superko)
        .shown_by("..\n..\nko=positional suicide=yes komi=0\no to move\n> A2\n> B2\n> B1\n")
}

/// True if `goban` lists all moves of the oracle and others, and superko may forbid them.
fn is_superko(divergence: &Divergence) -> bool {
    let lines = divergence.oracle.as_ref().map(Picture::plain_lines).unwrap_or_default();
    differ_in_moves(divergence, "") && lines.join(" ").contains("ko=positional")
}

/// `haitaka` 0.3.2.
fn mate_by_a_pawn() -> KnownDifference {
    KnownDifference::new("lists mate by a dropped pawn", |it| differ_in_moves(it, "P*"))
        .shown_by("9/9/9/3G2bG1/4N2b1/N2+l1KPN1/k1N2G1r1/1P1P3G1/2P6 b p\n> 3f3e\n")
}

/// `kish` 1.1.7.
fn blocked() -> KnownDifference {
    let rows = "........\n".repeat(6);
    KnownDifference::new("the side that is not to move is blocked, and the game over", |it| {
        ["white wins", "black wins"].iter().any(|wins| differ_in_outcome(it, wins, "playing"))
    })
    .shown_by(format!("B.......\nwBB.....\n{rows}black to move\n"))
}

/// True if the engine lists all moves of the oracle, and others with these characters.
fn differ_in_moves(divergence: &Divergence, characters: &str) -> bool {
    matches!(&divergence.finding, Finding::Differs { aspect: Aspect::LegalMoves, engine, oracle }
        if engine.contains(characters) && !oracle.contains("it alone lists"))
}

fn differ_in_outcome(divergence: &Divergence, engine: &str, oracle: &str) -> bool {
    matches!(&divergence.finding, Finding::Differs { aspect: Aspect::Outcome, engine: e, oracle: o }
        if e == engine && o == oracle)
}

/// The word in which the positions of the two sides differ, if it is only one.
fn word_that_differs(divergence: &Divergence) -> Option<(String, String)> {
    let Finding::Differs { aspect: Aspect::Position, .. } = divergence.finding else {
        return None;
    };
    let words = |board: &Option<Picture>| -> Option<Vec<String>> {
        let text = board.as_ref()?.plain_lines().join(" ");
        Some(text.split_whitespace().map(str::to_owned).collect())
    };
    let (engine, oracle) = (words(&divergence.engine)?, words(&divergence.oracle)?);
    let is_as_long = engine.len() == oracle.len();
    let mut differ = engine.into_iter().zip(oracle).filter(|(engine, oracle)| engine != oracle);
    differ.next().filter(|_| is_as_long && differ.next().is_none())
}
