//! Games with rows, boxes, tiles and dice: their deep clauses.

use std::ops::ControlFlow;

use twinboard_harness::{Pairing, RuleSet, TextRules};
use twinboard_vocabulary::text_game::{Lines, TextMove, TextVocabulary};
use twinboard_vocabulary::{AnyGame, Game, Implementation, TryClone};

type AnyTextGame = AnyGame<TextVocabulary>;

/// The game of a rule set from a set-up; `None` if it is refused.
fn set_up(name: &str, setup: &str) -> Option<AnyTextGame> {
    let all = twinboard_oracles::all();
    let rules = all.iter().find(|rules| rules.name() == name).expect("the rule set is there");
    let pairing: Pairing<TextRules> = rules.pairing();
    pairing.oracle().set_up(&Lines::new(setup))
}

/// The game of a rule set from a set-up, whose position has the same text.
fn start(name: &str, setup: &str) -> AnyTextGame {
    let game = set_up(name, setup).expect("the set-up is one");
    assert_eq!(game.position().as_str(), setup);
    game
}

fn legal(game: &AnyTextGame) -> Vec<TextMove> {
    let mut moves = Vec::new();
    let _ = game.visit_legal_moves(&mut |mv| {
        moves.push(mv.clone());
        ControlFlow::Continue(())
    });
    moves
}

fn moves(game: &AnyTextGame) -> Vec<String> {
    let mut moves: Vec<String> = legal(game).iter().map(|mv| mv.as_str().to_owned()).collect();
    moves.sort();
    moves
}

fn is_legal(game: &AnyTextGame, mv: &str) -> bool {
    moves(game).iter().any(|legal| legal == mv)
}

/// The game after these moves, which are separated by commas.
fn after(game: &AnyTextGame, moves: &str) -> AnyTextGame {
    let mut game = game.try_clone().expect("games in words can be copied");
    for mv in moves.split(", ") {
        assert!(is_legal(&game, mv), "{mv} in\n{}", game.position());
        assert!(game.play(&TextMove::from(mv)).is_ok(), "{mv}");
    }
    game
}

fn outcome(game: &AnyTextGame) -> &'static str {
    game.outcome().as_str()
}

/// GM-3: six in a row win in one variant only, and five always.
#[test]
fn gomoku_overline() {
    let rows = "........\n.xxx.xx.\n........\n.xx.xx..\n........\n........\n";
    let game = |overline: &str| start("gomoku", &format!("{rows}overline={overline}\nx to move"));
    assert_eq!(outcome(&after(&game("wins"), "e5")), "x wins");
    assert_eq!(outcome(&after(&game("none"), "e5")), "playing");
    assert_eq!(outcome(&after(&game("none"), "d3")), "x wins");
    assert_eq!(moves(&after(&game("none"), "d3")), [""; 0]);
}

/// GM-4: the last point makes a draw or a row.
#[test]
fn gomoku_full_board() {
    let setup = "xoxox\nxoxox\noxoxo\noxoxo\nxoxo.\noverline=none\nx to move";
    assert_eq!(outcome(&after(&start("gomoku", setup), "e1")), "draw");
    let setup = "xoxox\nxxxox\noxxxo\noxoxo\nxoxo.\noverline=none\nx to move";
    assert_eq!(outcome(&after(&start("gomoku", setup), "e1")), "x wins");
    let both = "xxxxx\n.....\nooooo\n.....\n.....\noverline=none\nx to move";
    assert!(set_up("gomoku", both).is_none());
}
