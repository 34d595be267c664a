//! Counts and positions of games with men: each clause that is easy to get wrong.

use crate::support::{after, moves, outcome, position, rows, sequences, set_up, start};

/// The moves of a set-up in the order of their texts.
fn texts(name: &str, setup: &str) -> Vec<String> {
    moves(&start(name, setup))
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
    let setup = rows("8/2b1b3/1w6/6b1/8/8/8/8") + "\nwhite to move";
    assert_eq!(texts("draughts-american", &setup), ["9x2:6"]);
    assert_eq!(texts("draughts-brazilian", &setup), ["9x20:6,7,16"]);
    let king = after(&start("draughts-russian", &setup), "9x20:6,7,16");
    assert!(position(&king).contains('W'), "it has become a king");
    let man = after(&start("draughts-brazilian", &setup), "9x20:6,7,16");
    assert!(!position(&man).contains('W'), "it has stayed a man");
}

/// The most pieces must be taken in international draughts, not in Russian draughts (DR-4).
#[test]
fn draughts_most() {
    let setup = rows("8/8/3b4/8/3b1b2/2w1w3/8/8") + "\nwhite to move";
    assert_eq!(texts("draughts-brazilian", &setup), ["22x24:18,19", "22x6:10,18", "23x7:10,18"]);
    let all = ["22x24:18,19", "22x6:10,18", "23x16:19", "23x7:10,18"];
    assert_eq!(texts("draughts-russian", &setup), all);
}

/// Men capture sideways, and a king does not turn back between two jumps, in Turkish draughts (DR-3).
#[test]
fn draughts_turkish() {
    let setup = rows("8/8/8/8/2b5/8/1bw5/8") + "\nwhite to move";
    assert_eq!(texts("draughts-turkish", &setup), ["c2xa2:b2"]);
    let setup = rows("8/4b3/8/4b3/8/4W3/4b3/8") + "\nwhite to move";
    assert_eq!(texts("draughts-turkish", &setup), ["e3xe8:e7,e5"]);
}

#[test]
fn draughts_end() {
    let empty = rows("8/8/8/8/8/8/1w6/8") + "\nblack to move";
    let game = start("draughts-russian", &empty);
    assert_eq!((outcome(&game), moves(&game).len()), ("white wins", 0));
    let man_on_last_row = empty.replacen("........", ".w......", 1);
    assert!(set_up("draughts-russian", &man_on_last_row).is_none());
}
