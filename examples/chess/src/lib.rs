//! Chess libraries, checked by Twinboard. `RULES.md` names the rules, `README.md` what was found.

pub mod engines;
pub mod game;
mod generate;
pub mod oracle;
pub mod rules;

use std::sync::Arc;

use twinboard::Registration;
use twinboard::harness::{Pairing, Subject};
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
fn against(engine: impl Plays<Chess>) -> Arc<dyn Subject> {
    Pairing::of(Chess, engine, from_fn(Trusted::set_up)).subject()
}

/// Everything that Twinboard needs: the rule set with `cozy-chess` as its engine, the trusted side,
/// the corpus, and the other engines.
pub fn registration() -> Registration {
    let cozy = Pairing::of(Chess, Library(Cozy::set_up), from_fn(Trusted::set_up));
    let mut registration = Registration::new(cozy)
        .corpus_folder(concat!(env!("CARGO_MANIFEST_DIR"), "/corpus"))
        .other_engine("chess", against(Library(Copied::<false>::set_up)))
        .other_engine("owlchess", against(Library(Owl::<false>::set_up)))
        // It refuses double checks that no move can give, which the trusted side permits.
        .other_engine("pleco", against(from_fn(Pleco::<false, false>::set_up)));
    for (name, engine) in if cfg!(feature = "as-is") { as_is() } else { Vec::new() } {
        registration = registration.other_engine(name, engine);
    }
    registration
}

/// Engines that are known to fail: each library without one thing that its adapter works around.
pub fn as_is() -> Vec<(&'static str, Arc<dyn Subject>)> {
    vec![
        ("chess-fen", against(Library(Copied::<true>::set_up))),
        ("owlchess-keys", against(Library(Owl::<true>::set_up))),
        ("pleco-keys", against(from_fn(Pleco::<true, false>::set_up))),
        ("pleco-stalemate", against(from_fn(Pleco::<false, true>::set_up))),
    ]
}
