//! The rule set: everything about chess that Twinboard cannot know.

use std::ops::Range;

use arbitrary::Unstructured;
use shakmaty::Position;
use twinboard::harness::{
    Case, Clause, Diagrams, Invariant, Mapping, Observed, RuleSet, Shrink, Symmetries,
};
use twinboard::vocabulary::Game;

use crate::game::{CHECKMATE, Chess, Fen, STALEMATE, Uci};
use crate::generate;
use crate::oracle::Trusted;

/// Boards of chess, to be drawn, mutated and shrunk.
const DIAGRAMS: &Diagrams<Chess> = &Diagrams::NEW;

/// Castling: the move, the player and the right, the row, and the columns that must be empty.
const CASTLING: [(&str, &str, usize, Range<usize>); 4] = [
    ("e1g1", "wK", 7, 5..7),
    ("e1c1", "wQ", 7, 1..4),
    ("e8g8", "bk", 0, 5..7),
    ("e8c8", "bq", 0, 1..4),
];

/// Mutations tried until one is a possible position.
const MUTATIONS: usize = 8;

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
        for _ in 0..MUTATIONS {
            let mut fen = case.setup.clone();
            DIAGRAMS.mutate(&mut fen, u)?;
            if Trusted::set_up(&fen).is_some() {
                case.setup = fen;
                break;
            }
        }
        Ok(())
    }

    fn size(&self, setup: &Fen) -> usize {
        Diagrams::NEW.size(setup)
    }

    /// Below the 100 half-moves after which libraries count a draw in different ways.
    fn moves_max(&self, _: &Fen) -> usize {
        60
    }

    fn setup_of_position(&self, _: &Fen, position: &Fen) -> Option<Fen> {
        Some(position.clone())
    }

    /// Castling where a right to it is left, the move to another square, and another promotion.
    fn propose(
        &self,
        position: &Fen,
        legal: Option<&Uci>,
        u: &mut Unstructured<'_>,
    ) -> arbitrary::Result<Uci> {
        let from = legal.map_or("e2", |mv| &mv.text()[..2]);
        let is_of_mover = |way: &&(_, &str, _, _)| way.1.starts_with(position.field("turn"));
        let has_right = |way: &&(_, &str, _, _)| position.field("castling").contains(&way.1[1..]);
        let castling: Vec<_> = CASTLING.iter().filter(is_of_mover).filter(has_right).collect();
        let square = Fen::name_of_cell(u.choose_index(8)?, u.choose_index(8)?);
        let text = match u.int_in_range(0..=3_u8)? {
            0 | 1 if !castling.is_empty() => u.choose(&castling)?.0.to_owned(),
            0 | 1 => format!("{from}{square}"),
            2 => format!("{from}{square}{}", u.choose(&["q", "n"])?),
            _ => format!("{}{}", &legal.map_or("e2e4", |mv| mv.text())[..4], u.choose(&["", "r"])?),
        };
        Ok(text.parse().expect("it is UCI text"))
    }

    fn clauses(&self) -> &'static [Clause<Self>] {
        CLAUSES
    }

    fn invariants(&self) -> &'static [Invariant<Self>] {
        &[Invariant { name: "a move takes at most one piece (CH-1)", check: at_most_one_is_taken }]
    }

    fn symmetries(&self) -> Option<&dyn Symmetries<Self>> {
        Some(&Mapping::<Self> { name: "exchanged colours", board: exchanged, mv: exchanged_move })
    }

    fn shrink(&self) -> &dyn Shrink<Self> {
        self
    }
}

/// Later starts, then what [`Diagrams`] has.
impl Shrink<Chess> for Chess {
    fn smaller<'a>(&'a self, case: &'a Case<Self>) -> Box<dyn Iterator<Item = Case<Self>> + 'a> {
        let mut game = Trusted::set_up(&case.setup);
        let later = case.moves.iter().enumerate().filter_map(move |(index, mv)| {
            let game = game.as_mut()?;
            game.play(mv).ok()?;
            Some(Case { setup: game.position(), moves: case.moves[index + 1..].to_vec(), ..*case })
        });
        let later: Vec<_> = later.collect();
        Box::new(later.into_iter().rev().chain(DIAGRAMS.smaller(case)))
    }

    fn simpler<'a>(&'a self, case: &'a Case<Self>) -> Box<dyn Iterator<Item = Case<Self>> + 'a> {
        DIAGRAMS.simpler(case)
    }

    fn complexity(&self, case: &Case<Self>) -> u64 {
        DIAGRAMS.complexity(case)
    }
}

type Seen<'a> = Observed<'a, Chess>;

const CLAUSES: &[Clause<Chess>] = &[
    Clause { id: "CH-1", name: "refused", reached: |seen| seen.refusal().is_some() },
    Clause { id: "CH-2", name: "at most five pieces", reached: |seen| pieces(seen.setup) <= 5 },
    Clause { id: "CH-3", name: "castles, white short", reached: |seen| plays(seen, "e1g1", "K") },
    Clause { id: "CH-3", name: "castles, white long", reached: |seen| plays(seen, "e1c1", "K") },
    Clause { id: "CH-3", name: "castles, black short", reached: |seen| plays(seen, "e8g8", "k") },
    Clause { id: "CH-3", name: "castles, black long", reached: |seen| plays(seen, "e8c8", "k") },
    Clause {
        id: "CH-3",
        name: "refused: castling out of check",
        reached: |seen| refused_castling(seen).is_some_and(|checkers| checkers > 0),
    },
    Clause {
        id: "CH-3",
        name: "refused: castling through or into check",
        reached: |seen| refused_castling(seen) == Some(0),
    },
    Clause { id: "CH-4", name: "en passant is played", reached: |seen| takes_en_passant(seen) },
    Clause {
        id: "CH-4",
        name: "en passant is possible",
        reached: |seen| en_passant(seen) == Some(true),
    },
    Clause {
        id: "CH-4",
        name: "en passant would leave the king in check",
        reached: |seen| en_passant(seen) == Some(false),
    },
    Clause {
        id: "CH-4",
        name: "en passant would open the row of the king",
        reached: |seen| en_passant(seen) == Some(false) && king_is_beside_the_pawns(seen),
    },
    Clause { id: "CH-5", name: "promotion", reached: |seen| promotes(seen, false, "nbrq") },
    Clause {
        id: "CH-5",
        name: "promotion and capture",
        reached: |seen| promotes(seen, true, "nbrq"),
    },
    Clause {
        id: "CH-5",
        name: "promotion to a knight",
        reached: |seen| promotes(seen, false, "n"),
    },
    Clause { id: "CH-6", name: "rights lost by a move", reached: |seen| loses_rights(seen, true) },
    Clause {
        id: "CH-6",
        name: "rights lost by a capture",
        reached: |seen| loses_rights(seen, false),
    },
    Clause { id: "CH-7", name: "check", reached: |seen| checkers(&seen.now.position) == 1 },
    Clause { id: "CH-7", name: "double check", reached: |seen| checkers(&seen.now.position) == 2 },
    Clause { id: "CH-8", name: "checkmate", reached: |seen| seen.now.outcome == CHECKMATE },
    Clause { id: "CH-9", name: "stalemate", reached: |seen| seen.now.outcome == STALEMATE },
];

fn pieces(fen: &Fen) -> usize {
    Diagrams::NEW.size(fen)
}

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

fn plays(seen: &Seen<'_>, text: &str, piece: &str) -> bool {
    let is_move = accepted(seen).is_some_and(|(_, mv)| mv.text() == text);
    is_move && moved_and_taken(seen).is_some_and(|(moved, _)| moved == piece)
}

fn checkers(fen: &Fen) -> usize {
    Trusted::set_up(fen).map_or(0, |game| game.0.checkers().count())
}

/// Pieces that give check where castling was refused although nothing stands in between.
fn refused_castling(seen: &Seen<'_>) -> Option<usize> {
    let (Some(step), Some(_)) = (&seen.step, seen.refusal()) else { return None };
    let before = &step.before.position;
    let (_, right, row, mut between) = CASTLING.into_iter().find(|way| way.0 == step.mv.text())?;
    let (turn, right) = right.split_at(1);
    let is_free = between.all(|column| before.get(row, column) == ".");
    let has_right = before.field("turn") == turn && before.field("castling").contains(right);
    (is_free && has_right).then(|| checkers(before))
}

fn takes_en_passant(seen: &Seen<'_>) -> bool {
    let is_pawn = |(moved, taken)| ["P", "p"].contains(&moved) && taken == ".";
    let is_diagonal = |(_, mv): (_, &Uci)| mv.from().1 != mv.to().1;
    moved_and_taken(seen).is_some_and(is_pawn) && accepted(seen).is_some_and(is_diagonal)
}

/// Whether a pawn may take en passant; `None` if none stands ready for it.
fn en_passant(seen: &Seen<'_>) -> Option<bool> {
    let square = Fen::cell_named(seen.now.position.field("en passant"))?;
    let takes = |mv: &Uci| {
        let (row, column) = mv.from();
        ["P", "p"].contains(&seen.now.position.get(row, column)) && column != mv.to().1
    };
    Some(seen.now.legal.iter().flatten().any(|mv| mv.to() == square && takes(mv)))
}

fn king_is_beside_the_pawns(seen: &Seen<'_>) -> bool {
    let (king, row) = if seen.now.position.field("turn") == "w" { ("K", 3) } else { ("k", 4) };
    seen.now.position.find(king).any(|(of, _)| of == row) && checkers(&seen.now.position) == 0
}

fn promotes(seen: &Seen<'_>, takes: bool, to: &str) -> bool {
    let is_promotion = |(_, mv): (_, &Uci)| mv.text()[4..].chars().any(|piece| to.contains(piece));
    let has_taken = moved_and_taken(seen).is_some_and(|(_, taken)| taken != ".");
    accepted(seen).is_some_and(is_promotion) && has_taken >= takes
}

/// True if the last move lost rights to castle, of the player who moved or of the other one.
fn loses_rights(seen: &Seen<'_>, of_mover: bool) -> bool {
    let Some((before, _)) = accepted(seen) else { return false };
    let is_white = (before.field("turn") == "w") == of_mover;
    let of_player = |fen: &Fen| {
        fen.field("castling").chars().filter(|right| right.is_uppercase() == is_white).count()
    };
    let rights = |fen: &Fen| if fen.field("castling") == "-" { 0 } else { of_player(fen) };
    rights(&seen.now.position) < rights(before)
}

fn at_most_one_is_taken(seen: &Seen<'_>) -> Result<(), String> {
    let Some((before, _)) = accepted(seen) else { return Ok(()) };
    let (before, now) = (pieces(before), pieces(&seen.now.position));
    if now == before || now + 1 == before { Ok(()) } else { Err(format!("{before}, then {now}")) }
}

/// The position with the other colours, seen from the other side.
fn exchanged(fen: &Fen) -> Fen {
    let exchange = |text: &str| -> String {
        let exchange = |c: char| {
            if c.is_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() }
        };
        text.chars().map(exchange).collect()
    };
    let mut other = fen.clone();
    for (row, column) in (0..8).flat_map(|row| (0..8).map(move |column| (row, column))) {
        other.set(7 - row, column, &exchange(fen.get(row, column)));
    }
    let rights = exchange(fen.field("castling"));
    let rights: String = "KQkq-".chars().filter(|&right| rights.contains(right)).collect();
    other.set_field("turn", if fen.field("turn") == "w" { "b" } else { "w" });
    other.set_field("castling", &rights);
    if let Some((row, column)) = Fen::cell_named(fen.field("en passant")) {
        other.set_field("en passant", &Fen::name_of_cell(7 - row, column));
    }
    other
}

fn exchanged_move(_: &Fen, mv: &Uci) -> Uci {
    let [from, to] = [mv.from(), mv.to()].map(|(row, column)| Fen::name_of_cell(7 - row, column));
    Uci::of(format!("{from}{to}{}", &mv.text()[4..]))
}
