//! The rule set: everything about chess that Twinboard cannot know.

use std::ops::Range;

use arbitrary::Unstructured;
use twinboard::harness::{Case, Clause, Diagrams, Mapping, Observed, RuleSet, Shrink, Symmetries};
use twinboard::vocabulary::ExactText;

use crate::exact::Texts;
use crate::game::{CHECKMATE, Chess, Fen, STALEMATE, Uci};
use crate::generate::{self, CASTLING, Castling};
use crate::oracle::Trusted;

/// Boards of chess, to be drawn, mutated and shrunk.
const DIAGRAMS: &Diagrams<Chess> = &Diagrams::NEW;

impl RuleSet for Chess {
    type Vocabulary = Self;

    fn generate_setup(&self, u: &mut Unstructured<'_>) -> arbitrary::Result<Fen> {
        generate::setup(u)
    }

    fn mutate_setup(
        &self,
        case: &mut Case<Self>,
        u: &mut Unstructured<'_>,
    ) -> arbitrary::Result<()> {
        let mut fen = case.setup.clone();
        DIAGRAMS.mutate(&mut fen, u)?;
        if Trusted::set_up(&fen).is_some() {
            case.setup = fen;
        }
        Ok(())
    }

    fn size(&self, setup: &Fen) -> usize {
        DIAGRAMS.size(setup)
    }

    fn unit(&self) -> &'static str {
        "pieces"
    }

    /// Below the 100 half-moves after which libraries count a draw in different ways.
    fn moves_max(&self, _: &Fen) -> usize {
        60
    }

    fn setup_of_position(&self, _: &Fen, position: &Fen) -> Option<Fen> {
        Some(position.clone())
    }

    /// Castling where a right to it is left; the harness proposes it too seldom. Other illegal moves
    /// are left to it.
    fn propose(
        &self,
        position: &Fen,
        _: Option<&Uci>,
        u: &mut Unstructured<'_>,
    ) -> arbitrary::Result<Uci> {
        let ways: Vec<_> = rights_to_castle(position).collect();
        if ways.is_empty() || u.ratio(2, 3_u8)? {
            return Err(arbitrary::Error::IncorrectFormat);
        }
        Ok(Uci::of(u.choose(&ways)?.0))
    }

    fn clauses(&self) -> &'static [Clause<Self>] {
        CLAUSES
    }

    fn symmetries(&self) -> Option<&dyn Symmetries<Self>> {
        Some(&Mapping::<Self> { name: "exchanged colours", board: exchanged, mv: exchanged_move })
    }

    fn shrink(&self) -> &dyn Shrink<Self> {
        DIAGRAMS
    }

    fn exact_text(&self) -> Option<&'static dyn ExactText<Self>> {
        Some(&Texts)
    }
}

type Seen<'a> = Observed<'a, Chess>;

const CLAUSES: &[Clause<Chess>] = &[
    Clause { id: "CH-1", name: "refused", reached: |seen| seen.refusal().is_some() },
    Clause { id: "CH-3", name: "castles short", reached: |seen| castles(seen, 6) },
    Clause { id: "CH-3", name: "castles long", reached: |seen| castles(seen, 2) },
    Clause { id: "CH-3", name: "refused out of check", reached: |seen| refused(seen, true) },
    Clause { id: "CH-3", name: "refused through check", reached: |seen| refused(seen, false) },
    Clause { id: "CH-4", name: "en passant", reached: takes_en_passant },
    Clause { id: "CH-4", name: "en passant, pinned", reached: is_pinned },
    Clause { id: "CH-5", name: "promotion", reached: |seen| promotes(seen, false) },
    Clause { id: "CH-5", name: "promotion and capture", reached: |seen| promotes(seen, true) },
    Clause { id: "CH-6", name: "right lost by a move", reached: |seen| rights_lost(seen, true) },
    Clause { id: "CH-6", name: "right lost by capture", reached: |seen| rights_lost(seen, false) },
    Clause { id: "CH-7", name: "check", reached: |seen| checkers(seen) == 1 },
    Clause { id: "CH-7", name: "double check", reached: |seen| checkers(seen) == 2 },
    Clause { id: "CH-8", name: "checkmate", reached: |seen| seen.now.outcome == CHECKMATE },
    Clause { id: "CH-9", name: "stalemate", reached: |seen| seen.now.outcome == STALEMATE },
];

/// The position before the last move, if it was accepted, and the move.
fn accepted<'a>(seen: &'a Seen<'_>) -> Option<(&'a Fen, &'a Uci)> {
    let mv = seen.event()?;
    Some((&seen.step.as_ref()?.before.position, mv))
}

/// The piece that moved, and the piece on its new square before.
fn moved_and_taken(seen: &Seen<'_>) -> Option<(&'static str, &'static str)> {
    let (before, mv) = accepted(seen)?;
    let [from, to] = [mv.from(), mv.to()];
    Some((before.get(from.0, from.1), before.get(to.0, to.1)))
}

/// True if a king moved from the `e` column to this one, two columns away.
fn castles(seen: &Seen<'_>, column: usize) -> bool {
    let is_king = moved_and_taken(seen).is_some_and(|(moved, _)| ["K", "k"].contains(&moved));
    is_king && accepted(seen).is_some_and(|(_, mv)| mv.from().1 == 4 && mv.to().1 == column)
}

fn checkers(seen: &Seen<'_>) -> usize {
    seen.observation("checkers").map_or(0, |squares| squares.split_whitespace().count())
}

/// True if castling was refused though nothing stood in between, out of check or not.
fn refused(seen: &Seen<'_>, is_check: bool) -> bool {
    let (Some(step), Some(_)) = (&seen.step, seen.refusal()) else { return false };
    let fen = &step.before.position;
    let is_free = |row, mut between: Range<usize>| between.all(|c| fen.get(row, c) == ".");
    let mut ways = rights_to_castle(fen);
    let is_castling =
        ways.any(|(text, _, row, between)| step.mv.text() == text && is_free(row, between));
    // A refused move changes nothing.
    is_castling && (checkers(seen) > 0) == is_check
}

/// The entries of [`CASTLING`] to which the player to move has the right.
fn rights_to_castle(fen: &Fen) -> impl Iterator<Item = Castling> {
    let [turn, rights] = ["turn", "castling"].map(|field| fen.field(field));
    CASTLING.into_iter().filter(move |way| way.1.starts_with(turn) && rights.contains(&way.1[1..]))
}

fn takes_en_passant(seen: &Seen<'_>) -> bool {
    let is_pawn = |(moved, taken)| ["P", "p"].contains(&moved) && taken == ".";
    let is_diagonal = |(_, mv): (_, &Uci)| mv.from().1 != mv.to().1;
    moved_and_taken(seen).is_some_and(is_pawn) && accepted(seen).is_some_and(is_diagonal)
}

/// True if a pawn stands ready to take en passant, but would leave its king in check.
fn is_pinned(seen: &Seen<'_>) -> bool {
    let fen = &seen.now.position;
    let Some(square) = Fen::cell_named(fen.field("en passant")) else { return false };
    let pawn = if fen.field("turn") == "w" { "P" } else { "p" };
    let takes = |mv: &Uci| mv.to() == square && fen.get(mv.from().0, mv.from().1) == pawn;
    !seen.now.legal.iter().flatten().any(takes)
}

fn promotes(seen: &Seen<'_>, takes: bool) -> bool {
    let is_promotion = accepted(seen).is_some_and(|(_, mv)| mv.text().len() == 5);
    is_promotion && moved_and_taken(seen).is_some_and(|(_, taken)| (taken != ".") >= takes)
}

/// True if the last move lost rights to castle, of the player who moved or of the other one.
fn rights_lost(seen: &Seen<'_>, of_mover: bool) -> bool {
    let Some((before, _)) = accepted(seen) else { return false };
    let is_white = (before.field("turn") == "w") == of_mover;
    let of_player = |fen: &Fen| {
        fen.field("castling").chars().filter(|right| right.is_uppercase() == is_white).count()
    };
    let rights = |fen: &Fen| if fen.field("castling") == "-" { 0 } else { of_player(fen) };
    rights(&seen.now.position) < rights(before)
}

/// The position with the other colours, seen from the other side.
fn exchanged(fen: &Fen) -> Fen {
    let mut other = fen.clone();
    for (place, piece) in fen.indices().enumerate() {
        // The pieces of white are 1 to 6, those of black 7 to 12.
        let piece = if piece == 0 { 0 } else { (piece + 5) % 12 + 1 };
        other.set_index((7 - place / 8) * 8 + place % 8, piece);
    }
    let exchange =
        |c: char| if c.is_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() };
    let rights = fen.field("castling");
    let rights = "KQkq-".chars().filter(|&right| rights.contains(exchange(right)));
    let rights: String = rights.collect();
    other.set_field("turn", if fen.field("turn") == "w" { "b" } else { "w" });
    other.set_field("castling", &rights);
    if let Some((row, column)) = Fen::cell_named(fen.field("en passant")) {
        other.set_field("en passant", &Fen::name_of_cell(7 - row, column));
    }
    other
}

fn exchanged_move(_: &Fen, mv: &Uci) -> Uci {
    mv.mirrored()
}
