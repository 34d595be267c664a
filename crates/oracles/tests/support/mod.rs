//! Games of the oracles, for tests.

use std::ops::ControlFlow;

use twinboard_harness::{RuleSet, TextRules};
use twinboard_vocabulary::text_game::{Lines, TextMove};
use twinboard_vocabulary::{AnyGame, Game, Implementation};

pub(crate) type AnyTextGame = AnyGame<<TextRules as RuleSet>::Vocabulary>;

/// The game of a rule set from a set-up; `None` if the set-up is refused.
pub(crate) fn set_up(name: &str, setup: &str) -> Option<AnyTextGame> {
    let all = twinboard_oracles::all();
    let rules = all.iter().find(|rules| rules.name() == name).expect("the rule set is there");
    rules.pairing().oracle().set_up(&Lines::new(setup))
}

/// The legal moves, in the order of the oracle.
pub(crate) fn legal(game: &AnyTextGame) -> Vec<TextMove> {
    let mut moves = Vec::new();
    let _ = game.visit_legal_moves(&mut |mv| {
        moves.push(mv.clone());
        ControlFlow::Continue(())
    });
    moves
}
