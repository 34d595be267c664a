//! Positions for campaigns: features first, so that rare rules are common.

use std::ops::Range;

use arbitrary::{Result, Unstructured};
use twinboard::harness::Diagrams;
use twinboard::vocabulary::Game;

use crate::game::{Fen, Uci};
use crate::oracle::Trusted;

/// The position at the start of a game.
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
/// The move, the player and the right, the row, and the columns that must be empty.
pub type Castling = (&'static str, &'static str, usize, Range<usize>);

/// The four ways to castle.
pub const CASTLING: [Castling; 4] = [
    ("e1g1", "wK", 7, 5..7),
    ("e1c1", "wQ", 7, 1..4),
    ("e8g8", "bk", 0, 5..7),
    ("e8c8", "bq", 0, 1..4),
];

/// Draws tried until one is a possible position.
const TRIES: usize = 12;

/// Draws a possible position: from a game that was played at random, or a few pieces, with an
/// opportunity to castle or to take en passant; then perhaps some random moves.
pub fn setup(u: &mut Unstructured<'_>) -> Result<Fen> {
    let feature = u.int_in_range(0..=5_u8)?;
    let mut game = None;
    for _ in 0..if feature == 0 { 0 } else { TRIES } {
        let mut fen = Diagrams::NEW.draw(u)?;
        fen.set_field("castling", "-");
        fen.set_field("en passant", "-");
        match feature {
            1 | 2 => castling(&mut fen, u)?,
            3 | 4 => en_passant(&mut fen, u)?,
            _ => {}
        }
        game = Trusted::set_up(&fen);
        if game.is_some() {
            break;
        }
    }
    let (mut game, moves) = match game {
        Some(game) => (game, if u.ratio(1, 4_u8)? { 8 } else { 0 }),
        None => (Trusted::set_up(&START.parse().expect("it is FEN")).expect("it is possible"), 80),
    };
    for _ in 0..u.int_in_range(0..=moves)? {
        let mut legal = Vec::<Uci>::new();
        let _ = game.visit_legal_moves(&mut |mv| {
            legal.push(*mv);
            std::ops::ControlFlow::Continue(())
        });
        if legal.is_empty() {
            break;
        }
        game.play(u.choose(&legal)?).expect("it is legal");
    }
    Ok(game.position())
}

/// Puts a piece on a square, or `.` for none, but not in place of a king. A king leaves its old one.
fn put(fen: &mut Fen, piece: &str, row: usize, column: usize) {
    if ["K", "k"].contains(&piece) {
        let old = fen.find(piece).next();
        old.into_iter().for_each(|(row, column)| fen.set(row, column, "."));
    }
    if !["K", "k"].contains(&fen.get(row, column)) {
        fen.set(row, column, piece);
    }
}

/// Kings and rooks at home with rights to castle, and most squares between them empty.
fn castling(fen: &mut Fen, u: &mut Unstructured<'_>) -> Result<()> {
    let mut rights = String::new();
    for (_, right, row, between) in CASTLING {
        let (king, rook) = if row == 7 { ("K", "R") } else { ("k", "r") };
        if u.ratio(2, 3_u8)? {
            put(fen, king, row, 4);
            put(fen, rook, row, if between.start == 5 { 7 } else { 0 });
            for column in between {
                if u.ratio(7, 8_u8)? {
                    put(fen, ".", row, column);
                }
            }
            rights += &right[1..];
        }
    }
    fen.set_field("castling", if rights.is_empty() { "-" } else { &rights });
    Ok(())
}

/// A pawn that has just moved two squares, another one beside it, and often the king of the other
/// one and a rook or queen in the same row.
fn en_passant(fen: &mut Fen, u: &mut Unstructured<'_>) -> Result<()> {
    let is_white = fen.field("turn") == "w";
    let (rows, mover, taken) = if is_white { ([3, 2, 1], "P", "p") } else { ([4, 5, 6], "p", "P") };
    let (king, enemies) = if is_white { ("K", ["r", "q"]) } else { ("k", ["R", "Q"]) };
    let column = u.int_in_range(1..=6_usize)?;
    if u.arbitrary()? {
        put(fen, king, rows[0], u.int_in_range(0..=7_usize)?);
        put(fen, u.choose(&enemies)?, rows[0], u.int_in_range(0..=7_usize)?);
    }
    put(fen, taken, rows[0], column);
    put(fen, mover, rows[0], if u.arbitrary()? { column - 1 } else { column + 1 });
    put(fen, ".", rows[1], column);
    put(fen, ".", rows[2], column);
    fen.set_field("en passant", &Fen::name_of_cell(rows[1], column));
    Ok(())
}
