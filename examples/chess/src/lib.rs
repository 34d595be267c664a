//! Chess libraries, checked by Twinboard. `RULES.md` names the rules, `README.md` what was found.

pub mod engines;
mod exact;
pub mod game;
mod generate;
mod known;
pub mod oracle;
pub mod rules;

use twinboard::Registration;
use twinboard::harness::Pairing;
use twinboard::vocabulary::{Game, Implementation, Plays, from_fn};

use engines::{chess::Copied, cozy_chess::Cozy, owlchess::Owl, pleco::Pleco};
use game::{Chess, Fen};
use oracle::Trusted;

/// A library that must accept every position that the trusted side accepts.
struct Library<G>(fn(&Fen) -> Option<G>);

impl<G: Game<Vocabulary = Chess> + Send + 'static> Implementation for Library<G> {
    type Game = G;

    fn set_up(&self, fen: &Fen) -> Option<G> {
        self.0(fen)
    }

    fn accepts(&self, fen: &Fen) -> bool {
        Trusted::set_up(fen).is_some()
    }
}

/// A library against the trusted side.
fn against(engine: impl Plays<Chess>) -> Pairing<Chess> {
    Pairing::of(Chess, engine, from_fn(Trusted::set_up))
}

/// Everything that Twinboard needs: the rule set with `cozy-chess` as its engine, the trusted side,
/// the corpus, and the other engines with their known differences.
pub fn registration() -> Registration {
    let chess = against(Library(Copied::set_up)).knowing(known::chess_fen());
    let owlchess = against(Library(Owl::set_up)).knowing(known::owlchess_keys());
    // It refuses double checks that no move can give, which the trusted side permits.
    let pleco = against(from_fn(Pleco::set_up));
    let pleco = pleco.knowing(known::pleco_keys()).knowing(known::pleco_stalemate());
    Registration::new(against(Library(Cozy::set_up)))
        .corpus_folder(concat!(env!("CARGO_MANIFEST_DIR"), "/corpus"))
        .other_engine("chess-crate", chess.subject())
        .other_engine("owlchess", owlchess.subject())
        .other_engine("pleco", pleco.subject())
}

/// The registration without the known differences: each is reported like any other.
pub fn as_is() -> Registration {
    registration().map_engines(&|engine| engine.with_known(&[]))
}
