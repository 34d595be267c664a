//! Games of the oracles, for tests.

use std::ops::ControlFlow;
use std::sync::LazyLock;

use twinboard_harness::{RuleSet, TextRules};
use twinboard_vocabulary::text_game::{Lines, TextMove};
use twinboard_vocabulary::{AnyGame, Game, Implementation, TryClone};

pub(crate) type AnyTextGame = AnyGame<<TextRules as RuleSet>::Vocabulary>;

static ALL: LazyLock<Vec<TextRules>> = LazyLock::new(twinboard_oracles::all);

/// The game of a rule set from a set-up; `None` if the set-up is refused.
pub(crate) fn set_up(name: &str, setup: &str) -> Option<AnyTextGame> {
    let rules = ALL.iter().find(|rules| rules.name() == name).expect("the rule set is there");
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

/// The game of a rule set from a set-up, whose position has the same text.
pub(crate) fn start(name: &str, setup: &str) -> AnyTextGame {
    let game = set_up(name, setup).unwrap_or_else(|| panic!("{name} refuses\n{setup}"));
    assert_eq!(game.position().as_str(), setup);
    game
}

/// The texts of the legal moves, sorted.
pub(crate) fn moves(game: &AnyTextGame) -> Vec<String> {
    let mut moves: Vec<String> = legal(game).iter().map(|mv| mv.as_str().to_owned()).collect();
    moves.sort();
    moves
}

/// The game after these moves, which are separated by commas.
pub(crate) fn after(game: &AnyTextGame, moves: &str) -> AnyTextGame {
    let mut game = game.try_clone().expect("games in words can be copied");
    for mv in moves.split(", ") {
        let is_legal = legal(&game).iter().any(|legal| legal.as_str() == mv);
        assert!(is_legal, "{mv} in\n{}", game.position());
        assert!(game.play(&TextMove::from(mv)).is_ok(), "{mv}");
    }
    game
}

pub(crate) fn position(game: &AnyTextGame) -> String {
    game.position().as_str().to_owned()
}

/// The games after each legal move.
pub(crate) fn children(game: &AnyTextGame) -> Vec<AnyTextGame> {
    let child = |mv: &TextMove| {
        let mut child = game.try_clone().expect("games in words can be copied");
        child.play(mv).expect("listed moves are legal");
        child
    };
    legal(game).iter().map(child).collect()
}

/// The number of sequences of moves of each length.
pub(crate) fn sequences(game: &AnyTextGame, depth: usize) -> Vec<usize> {
    let mut games = vec![game.try_clone().expect("games in words can be copied")];
    let mut counts = Vec::new();
    for length in 1..=depth {
        counts.push(games.iter().map(|game| legal(game).len()).sum());
        // The last moves are counted and not played.
        if length < depth {
            games = games.iter().flat_map(children).collect();
        }
    }
    counts
}

pub(crate) fn outcome(game: &AnyTextGame) -> &'static str {
    game.outcome().as_str()
}
