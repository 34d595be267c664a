//! Counts and positions of games with men: each clause that is easy to get wrong.

mod support;

use twinboard_vocabulary::text_game::TextMove;
use twinboard_vocabulary::{Game, TryClone};

use support::{AnyTextGame, legal, set_up};

fn start(name: &str, setup: &str) -> AnyTextGame {
    set_up(name, setup).expect("the set-up is one")
}

/// The moves of a set-up in the order of their texts.
fn texts(name: &str, setup: &str) -> Vec<String> {
    let mut texts: Vec<String> =
        legal(&start(name, setup)).iter().map(ToString::to_string).collect();
    texts.sort();
    texts
}

fn after(name: &str, setup: &str, played: &[&str]) -> AnyTextGame {
    let mut game = start(name, setup);
    for mv in played {
        game.play(&TextMove::from(*mv)).expect("the move is legal");
    }
    game
}

/// The number of sequences of moves of each length.
fn sequences(game: &AnyTextGame, depth: usize) -> Vec<usize> {
    let mut games = vec![game.try_clone().expect("games in words can be copied")];
    let mut counts = Vec::new();
    for _ in 0..depth {
        let children = games.iter().flat_map(|game| {
            legal(game).into_iter().map(|mv| {
                let mut child = game.try_clone().expect("games in words can be copied");
                child.play(&mv).expect("listed moves are legal");
                child
            })
        });
        games = children.collect();
        counts.push(games.len());
    }
    counts
}

/// Published perft of three kinds of draughts.
#[test]
fn draughts_counts() {
    let large = ".b.b.b.b.b\nb.b.b.b.b.\n.b.b.b.b.b\nb.b.b.b.b.\n..........\n..........\n\
                 .w.w.w.w.w\nw.w.w.w.w.\n.w.w.w.w.w\nw.w.w.w.w.\nwhite to move";
    let small = ".b.b.b.b\nb.b.b.b.\n.b.b.b.b\n........\n........\nw.w.w.w.\n.w.w.w.w\nw.w.w.w.";
    let small = |colour: &str| format!("{small}\n{colour} to move");
    assert_eq!(sequences(&start("draughts-international", large), 4), [9, 81, 658, 4265]);
    let russian = start("draughts-russian", &small("white"));
    assert_eq!(sequences(&russian, 5), [7, 49, 302, 1469, 7482]);
    let american = start("draughts-american", &small("black"));
    assert_eq!(sequences(&american, 5), [7, 49, 302, 1469, 7361]);
}

/// A man that reaches the last row in a capture and can go on (DR-5).
#[test]
fn draughts_passing() {
    let setup = "........\n..b.b...\n.w......\n......b.\n........\n........\n........\n........\n\
                 white to move";
    assert_eq!(texts("draughts-american", setup), ["9x2:6"]);
    assert_eq!(texts("draughts-brazilian", setup), ["9x20:6,7,16"]);
    let king = after("draughts-russian", setup, &["9x20:6,7,16"]);
    assert!(king.position().as_str().contains('W'), "it has become a king");
    let man = after("draughts-brazilian", setup, &["9x20:6,7,16"]);
    assert!(!man.position().as_str().contains('W'), "it has stayed a man");
}

/// The most pieces must be taken in international draughts, not in Russian draughts (DR-4).
#[test]
fn draughts_most() {
    let setup = "........\n........\n...b....\n........\n...b.b..\n..w.w...\n........\n........\n\
                 white to move";
    assert_eq!(texts("draughts-brazilian", setup), ["22x24:18,19", "22x6:10,18", "23x7:10,18"]);
    assert_eq!(
        texts("draughts-russian", setup),
        ["22x24:18,19", "22x6:10,18", "23x16:19", "23x7:10,18"]
    );
}

/// Men capture sideways, and a king does not turn back between two jumps, in Turkish draughts (DR-3).
#[test]
fn draughts_turkish() {
    let setup = "........\n........\n........\n........\n..b.....\n........\n.bw.....\n........\n\
                 white to move";
    assert_eq!(texts("draughts-turkish", setup), ["c2xa2:b2"]);
    let setup = "........\n....b...\n........\n....b...\n........\n....W...\n....b...\n........\n\
                 white to move";
    assert_eq!(texts("draughts-turkish", setup), ["e3xe8:e7,e5"]);
}

#[test]
fn draughts_end() {
    let empty = "........\n........\n........\n........\n........\n........\n.w......\n........\n\
                 black to move";
    let game = start("draughts-russian", empty);
    assert_eq!(game.outcome().as_str(), "white wins");
    assert!(legal(&game).is_empty());
    let man_on_last_row = empty.replacen("........", ".w......", 1);
    assert!(set_up("draughts-russian", &man_on_last_row).is_none());
}
