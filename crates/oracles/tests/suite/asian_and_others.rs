//! Xiangqi and other games with men: published counts, and each clause that is easy to get wrong.

use twinboard_vocabulary::Game;

use crate::support::{
    AnyTextGame, after, moves, moves_from, outcome, rows, sequences, set_up, start,
};

const XIANGQI: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w";

/// Published perft, and that of Fairy-Stockfish in positions of STARTS.
#[test]
fn xiangqi_counts() {
    assert_eq!(sequences(&start("xiangqi", XIANGQI), 3)[2], 79_666);
    let middle = "r1bakab1r/9/1cn2cn2/p1p1p1p1p/9/2P6/P3P1P1P/1C2C1N2/9/RNBAKAB1R b";
    assert_eq!(sequences(&start("xiangqi", middle), 2)[1], 1284);
    let end = "3ak4/4a4/4b4/2P1N4/5r3/9/4c4/4B4/4A4/2BAK1C2 w";
    assert_eq!(sequences(&start("xiangqi", end), 3)[2], 17_338);
}

/// XQ-4 to XQ-7: legs and eyes, the river, and what a cannon jumps over.
#[test]
fn xiangqi_men() {
    let setup = "3k5/9/9/9/C1p1n1P2/2B4N1/9/p3p4/9/4K1N1C w";
    let game = start("xiangqi", setup);
    assert_eq!(moves_from(&game, "c5"), "c5a3 c5e3");
    assert_eq!(moves_from(&game, "g6"), "g6f6 g6g7 g6h6");
    assert_eq!(moves_from(&game, "a6"), "a6a10 a6a4 a6a5 a6a7 a6a8 a6a9 a6b6 a6e6");
    assert_eq!(moves_from(&game, "g1"), "g1e2 g1f3 g1h3 g1i2");
    let leg = start("xiangqi", &setup.replace("/9/4K1N1C", "/6R2/4K1N1C"));
    assert_eq!(moves_from(&leg, "g1"), "g1e2 g1i2");
    let eye = start("xiangqi", &setup.replace("2B4N1/9", "2B4N1/3r5"));
    assert_eq!(moves_from(&eye, "c5"), "c5a3");
    let black = start("xiangqi", &setup.replace(" w", " b"));
    assert_eq!(moves_from(&black, "c6"), "c6c5");
    assert_eq!(moves_from(&black, "e3"), "e3d3 e3e2 e3f3");
}

/// XQ-8: the man between the generals does not leave their column.
#[test]
fn xiangqi_facing_and_stalemate() {
    let game = start("xiangqi", "4k4/9/9/9/4N4/9/9/9/9/4K4 w");
    assert_eq!(moves(&game), ["e1d1", "e1e2", "e1f1"]);
    assert!(set_up("xiangqi", "4k4/9/9/9/9/9/9/9/9/4K4 w").is_none());
    // XQ-9: a player who is not in check and cannot move has lost.
    let game = start("xiangqi", "3k5/4P4/9/9/9/9/9/9/9/4K4 b");
    assert_eq!(game.observe(), [("check", "false".to_owned())]);
    assert_eq!((outcome(&game), moves(&game)), ("red wins", vec![]));
}

const CHECKS: &str = "a9a10, d10d9, a10a9, d9d10";

/// XQ-10: the side that gives check with every move since the first occurrence loses.
#[test]
fn xiangqi_perpetual_check() {
    let setup = "3k5/R8/9/9/9/9/9/9/9/4K4 w\nrepetition=perpetual";
    let game = after(&start("xiangqi", setup), CHECKS);
    assert_eq!(outcome(&game), "playing");
    let game = after(&game, CHECKS);
    assert_eq!((outcome(&game), moves(&game)), ("black wins", vec![]));
    let without = start("xiangqi", "3k5/R8/9/9/9/9/9/9/9/4K4 w");
    assert_eq!(outcome(&after(&without, &[CHECKS; 5].join(", "))), "playing");
}

/// XQ-10: one move without check in the whole cycle makes a draw, and so do checks of both sides.
#[test]
fn xiangqi_repetition() {
    let setup = "3k5/R8/9/9/9/9/9/9/9/4K4 w\nrepetition=perpetual";
    let quiet = after(&start("xiangqi", setup), "a9a8, d10d9, a8a9, d9d10");
    assert_eq!(outcome(&after(&quiet, CHECKS)), "draw");
    let setup = "4rn3/2r6/N4k3/4c4/4R4/9/9/9/2N1KC3/9 w\nrepetition=perpetual";
    let both = [["e6f6, e7f7, f6e6, f7e7"]; 2].concat().join(", ");
    assert_eq!(outcome(&after(&start("xiangqi", setup), &both)), "draw");
}

/// XQ-10: a capture empties the list of earlier positions, each of which must be a legal move away.
#[test]
fn xiangqi_earlier() {
    let setup = "3k5/R8/9/9/9/9/9/8r/9/4K4 w\nrepetition=perpetual";
    let game = after(&start("xiangqi", setup), "a9a3, d10d9");
    assert_eq!(game.position().as_str().lines().count(), 4);
    let captured = after(&game, "a3i3");
    assert_eq!(captured.position().as_str().lines().count(), 2);
    let jump =
        "3k5/R8/9/9/9/9/9/9/9/4K4 w\nrepetition=perpetual\nbefore 4k4/9/R8/9/9/9/9/9/9/3K5 b";
    assert!(set_up("xiangqi", jump).is_none());
    for impossible in [
        "3k5/9/9/9/9/9/9/9/9/4KB3 w",
        "3k5/9/9/9/9/9/9/9/4A4/3AKA3 w",
        "3k5/9/9/9/9/9/1P7/9/9/4K4 w",
        "9/9/9/9/9/9/9/9/9/4K4 w",
        "3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1",
    ] {
        assert!(set_up("xiangqi", impossible).is_none(), "{impossible}");
    }
}

/// The perft of Fairy-Stockfish, which lets a player leave the lion attacked.
#[test]
fn animal_shogi_counts() {
    let game = start("animal-shogi", "gle/1c1/1C1/ELG b -");
    assert_eq!(sequences(&game, 4), [4, 17, 123, 976]);
    let answered = start("animal-shogi", "gle/1C1/3/ELG w C\ncheck=answered");
    assert_eq!(moves(&answered), ["b1a2", "b1b2", "b1c2", "c1b2"]);
    let ignored = start("animal-shogi", "gle/1C1/3/ELG w C");
    assert_eq!(moves(&ignored), ["a1a2", "b1a2", "b1b2", "b1c2", "c1b2"]);
    assert_eq!(outcome(&after(&ignored, "a1a2, b2b1")), "black wins");
}

/// AS-2 to AS-4: a hen, and a chick that is dropped on the last row.
#[test]
fn animal_shogi_hens() {
    let game = start("animal-shogi", "2l/C2/3/L2 b C");
    let hen = after(&game, "a2a1");
    assert_eq!(hen.position().as_str(), "H1l/3/3/L2 w C");
    assert_eq!(moves_from(&after(&hen, "c1c2"), "a1"), "a1a2 a1b1");
    let forwards = start("animal-shogi", "3/2l/1H1/L2 b -");
    assert_eq!(moves_from(&forwards, "b3"), "b3a2 b3a3 b3b2 b3b4 b3c2 b3c3");
    let captured = after(&start("animal-shogi", "Hl1/3/3/L2 w -"), "b1a1");
    assert_eq!(captured.position().as_str(), "l2/3/3/L2 b c");
    let dropped = after(&game, "C*b1, c1c2");
    assert_eq!(dropped.position().as_str(), "1C1/C1l/3/L2 b -");
    assert_eq!(moves_from(&dropped, "b1"), "");
}

/// AS-6: a try wins at once if it is safe, and otherwise unless the lion is captured.
#[test]
fn animal_shogi_try() {
    let game = start("animal-shogi", "3/L1l/3/3 b -");
    assert_eq!(outcome(&after(&game, "a2a1")), "black wins");
    let attacked = after(&game, "a2b1");
    assert_eq!(outcome(&attacked), "playing");
    assert_eq!(outcome(&after(&attacked, "c2b1")), "white wins");
    assert_eq!(outcome(&after(&attacked, "c2c3")), "black wins");
    let answered = start("animal-shogi", "3/L1l/3/3 b -\ncheck=answered");
    assert_eq!(moves(&answered), ["a2a1", "a2a3"]);
    let late = start("animal-shogi", "1L1/3/l2/3 w -");
    assert_eq!(outcome(&late), "black wins");
    assert!(set_up("animal-shogi", "1L1/2l/3/3 b -\ncheck=answered").is_none());
}

/// AS-8 and AS-9.
#[test]
fn animal_shogi_end() {
    let mate = start("animal-shogi", "l2/1H1/1L1/3 w -\ncheck=answered");
    assert_eq!((outcome(&mate), moves(&mate)), ("black wins", vec![]));
    let game = start("animal-shogi", "gle/1c1/1C1/ELG b -\nrepetition=threefold");
    let twice = after(&game, "c4c3, a1a2, c3c4, a2a1, c4c3, a1a2, c3c4");
    assert_eq!(outcome(&twice), "playing");
    assert_eq!((outcome(&after(&twice, "a2a1")), moves(&after(&twice, "a2a1"))), ("draw", vec![]));
    let jump = "gle/1c1/1C1/ELG b -\nrepetition=threefold\nbefore 1le/gc1/1C1/EL1 w G";
    assert!(set_up("animal-shogi", jump).is_none());
}

const LINES: &str =
    ".xxxxxx.\no......o\no......o\no......o\no......o\no......o\no......o\n.xxxxxx.\n";

/// LA-2 and LA-3, with the examples that rule books give.
#[test]
fn lines_of_action_moves_and_pass() {
    let game = start("lines-of-action", &format!("{LINES}both=draw repetition=none\nx to move"));
    assert_eq!(moves(&game).len(), 36);
    assert_eq!(moves_from(&game, "b1"), "b1b3 b1d3 b1h1");
    assert_eq!(moves_from(&game, "f8"), "f8d6 f8f6 f8h6");
    let rows = "........\n........\n........\no..x.x.o\n........\n........\n........\n........\n";
    let game = start("lines-of-action", &format!("{rows}both=draw repetition=none\nx to move"));
    assert_eq!(moves_from(&game, "d5"), "d5c4 d5c6 d5d4 d5d6 d5e4 d5e6 d5h5");
    assert_eq!(moves_from(&game, "f5"), "f5b5 f5e4 f5e6 f5f4 f5f6 f5g4 f5g6");
    let game = start("lines-of-action", &format!("{rows}both=draw repetition=none\no to move"));
    assert_eq!(moves_from(&game, "a5"), "a5a4 a5a6 a5b4 a5b6");
    // LA-4: `pass` only without a move, and a draw if both players have none.
    let rules = "both=draw repetition=none\nx to move";
    let game = start("lines-of-action", &format!("o...\n.xo.\noo.o\nxo.o\n{rules}"));
    assert_eq!(moves(&game), ["pass"]);
    let passed = after(&game, "pass");
    assert!(moves(&passed).len() > 1 && !moves(&passed).contains(&"pass".to_owned()));
    let game = start("lines-of-action", &format!("oxox\nxxoo\noxxo\noxxx\n{rules}"));
    assert_eq!((outcome(&game), moves(&game)), ("draw", vec![]));
}

/// LA-5 and LA-6: a capture connects the pieces of the opponent, or of both players.
#[test]
fn lines_of_action_end() {
    let game = |rows: &str, both: &str| {
        start("lines-of-action", &format!("{rows}both={both} repetition=none\nx to move"))
    };
    let others = ".x...\n..o..\n..o..\n.....\nxx..o\n";
    assert_eq!(outcome(&after(&game(others, "draw"), "b1e1")), "o wins");
    let single = ".x...\n..o..\n.....\n.....\nxx..o\n";
    assert_eq!(outcome(&after(&game(single, "draw"), "b1e1")), "o wins");
    let both = "..o..\n..o..\n.....\n.....\nx.xxo\n";
    assert_eq!(outcome(&after(&game(both, "draw"), "a1e1")), "draw");
    assert_eq!(outcome(&after(&game(both, "mover"), "a1e1")), "x wins");
    let alone = "x....\n.....\n..x..\n.....\n.....\nboth=draw repetition=none\nx to move";
    assert!(set_up("lines-of-action", alone).is_none());
}

/// LA-7.
#[test]
fn lines_of_action_repetition() {
    let setup = "x...x\n.....\n.....\n.....\no...o\nboth=draw repetition=threefold\nx to move";
    let cycle = "a5a3, e1e3, a3a5, e3e1";
    let game = after(&start("lines-of-action", setup), &[cycle; 2].join(", "));
    assert_eq!((outcome(&game), moves(&game)), ("draw", vec![]));
    let once = after(&start("lines-of-action", setup), cycle);
    assert_eq!(outcome(&once), "playing");
    assert_eq!(once.position().as_str().lines().count(), 7 + 4);
    let captured = after(&once, "a5a3, e1e3, a3a1");
    assert!(captured.position().as_str().ends_with("o to move"));
    let without = start("lines-of-action", &setup.replace("threefold", "none"));
    assert_eq!(outcome(&after(&without, &[cycle; 4].join(", "))), "playing");
    let far = format!("{setup}\nbefore 4x/5/x4/5/o3o\nbefore x3x/5/5/5/o3o");
    assert!(set_up("lines-of-action", &far).is_none());
}

/// The published number of first moves, and that of Fairy-Stockfish after one of them.
#[test]
fn amazons_counts() {
    let setup = rows("3o2o3/55/55/o8o/55/55/x8x/55/55/3x2x3") + "\nx to move";
    let game = start("amazons", &setup);
    assert_eq!(moves(&game).len(), 2176);
    assert_eq!(moves(&after(&game, "d1-d7/g7")).len(), 1214);
}

/// AZ-2 and AZ-3: the cell that is left is free for the arrow, and nothing is passed.
#[test]
fn amazons_moves_and_end() {
    let game = start("amazons", "x.#.\n#o..\n....\nx to move");
    assert_eq!(moves(&game), ["a3-b3/a3", "a3-b3/c2", "a3-b3/d1"]);
    assert_eq!(after(&game, "a3-b3/a3").position().as_str(), "#x#.\n#o..\n....\no to move");
    let game = start("amazons", "x...\n##.o\n####\nx to move");
    assert_eq!(moves_from(&game, "a3-b3"), "a3-b3/a3 a3-b3/c2 a3-b3/c3 a3-b3/d3");
    assert_eq!(moves_from(&game, "a3-d3"), "a3-d3/a3 a3-d3/b3 a3-d3/c2 a3-d3/c3");
    // AZ-5.
    let game = start("amazons", "x.#.\n#o#.\n###.\nx to move");
    let moved = after(&game, "a3-b3/a3");
    assert_eq!((outcome(&moved), moves(&moved)), ("x wins", vec![]));
    assert!(set_up("amazons", "x.#\n#.#\n###\nx to move").is_none());
}

/// Renju with black to move on these rows, in which numbers count empty points.
fn renju(rows: &str) -> AnyTextGame {
    start("renju", &format!("{}\nx to move", self::rows(rows)))
}

fn is_legal(game: &AnyTextGame, mv: &str) -> bool {
    moves(game).contains(&mv.to_owned())
}

/// RJ-3 to RJ-5: six in a row are forbidden to black, win for white, and do not spoil a five.
#[test]
fn renju_overline_and_five() {
    let game = renju("8/1xxx1xx1/8/1ooo1oo1/7x/6x1/7x");
    assert!(!is_legal(&game, "e6") && is_legal(&game, "a6"));
    assert_eq!(outcome(&after(&game, "a6, e4")), "o wins");
    let both = renju("4x3/4x3/1xxx1xx1/4x3/4x3/8/8");
    assert_eq!(outcome(&after(&both, "e5")), "x wins");
    let overline = "......\nxxxxxx\n......\n......\n......\no to move";
    assert!(set_up("renju", overline).is_none());
    // RJ-4: a stone that makes a five may make threes as well.
    let game = renju("9/9/3x5/2xx1x3/1xx6/4x4/5x1x1/5xx2/9");
    assert_eq!(outcome(&after(&game, "d5")), "x wins");
}

/// RJ-6: two fours on one line or on two, and the straight four that is a single one.
#[test]
fn renju_double_four() {
    let rows = |row: &str| format!("{row}/.........../.........../.........../...........");
    for (row, is_four_legal) in [
        ("..x.x.x.x..", false),
        (".xx.x..xx..", false),
        ("xxx....xxx.", true),
        ("oxx.x..xxo.", false),
        ("...xx.x....", true),
        (".o.xx.xo...", true),
    ] {
        assert_eq!(is_legal(&renju(&rows(row)), "f5"), is_four_legal, "{row}");
    }
    let cross = renju("4x4/4x4/4x4/7o1/1xxx3o1/9/9");
    assert!(!is_legal(&cross, "e3"));
    let game = renju("9/5x3/4x2x1/5x3/9/5x3/3x5/5xx2/9");
    assert!(!is_legal(&game, "f5"), "one four on a diagonal and two on a column");
}

/// RJ-7: two threes are forbidden, a three and a four are not, nor what cannot become a straight four.
#[test]
fn renju_double_three() {
    let game = renju("9/4x4/4x4/9/1xx6/9/9");
    assert!(!is_legal(&game, "e3") && is_legal(&game, "d3"));
    let four = renju("4x4/4x4/4x4/9/2xx5/9/9");
    assert!(is_legal(&four, "e3"));
    let blocked = renju("9/4x4/4x4/9/oxx3o2/9/9");
    assert!(is_legal(&blocked, "e3"));
    let rows = "........./....o..../....o..../........./..oo...../........./.........";
    let white = start("renju", &format!("{}\no to move", rows.replace('/', "\n")));
    assert!(is_legal(&white, "e3"));
}

/// RJ-8: what makes the straight four must not be forbidden or make a five, at any depth.
#[test]
fn renju_true_threes() {
    let game = renju("9/9/5x1x1/4xx3/1x2x4/9/4x4/9/9");
    assert!(is_legal(&game, "g7"), "the straight four is forbidden itself");
    let game = renju("9/9/1x7/2x1x4/4x1x2/2x2x3/3x5/9/9");
    assert!(!is_legal(&game, "e3"), "the straight four is allowed, for its threes are not true");
    let game = renju("9/7x1/6x2/3xx4/9/5x3/4x1x2/4x1xx1/9");
    assert!(is_legal(&game, "f6"), "the straight four makes a five as well");
}

/// RJ-9 and RJ-10.
#[test]
fn renju_pass() {
    let game = renju("xxx1xx/ooxxoo/xxooxx/ooxxoo/xxooxx");
    assert_eq!(moves(&game), ["pass"]);
    let passed = after(&game, "pass");
    assert_eq!(moves(&passed), ["d5"]);
    assert_eq!(outcome(&after(&passed, "d5")), "draw");
}

/// Frisian draughts with pieces on these squares and these lines behind the board.
fn frisian(pieces: &[(usize, char)], lines: &str) -> AnyTextGame {
    let mut rows = vec![vec!['.'; 10]; 10];
    for (square, piece) in pieces {
        let row = (square - 1) / 5;
        rows[row][(square - 1) % 5 * 2 + (row + 1) % 2] = *piece;
    }
    let rows: Vec<String> = rows.iter().map(String::from_iter).collect();
    start("draughts-frisian", &format!("{}\n{lines}", rows.join("\n")))
}

/// The perft of py-draughts, in which equal captures are one move.
#[test]
fn frisian_counts() {
    let men = (1..=20).map(|square| (square, 'b')).chain((31..=50).map(|square| (square, 'w')));
    let game = frisian(&men.collect::<Vec<_>>(), "white to move");
    assert_eq!(sequences(&game, 5), [9, 81, 658, 3874, 21_265]);
}

/// FR-3: along rows and columns a piece captures over dark squares; captured pieces block.
#[test]
fn frisian_captures() {
    let around = [(28, 'w'), (18, 'b'), (27, 'b'), (29, 'b'), (38, 'b')];
    let game = frisian(&around, "white to move");
    assert_eq!(moves(&game), ["28x26:27", "28x30:29", "28x48:38", "28x8:18"]);
    let king = frisian(&[(26, 'W'), (28, 'b'), (45, 'b')], "white to move");
    assert_eq!(moves(&king), ["26x29:28", "26x30:28"]);
    let moved = after(&king, "26x30:28");
    assert!(moved.position().as_str().lines().nth(5) == Some("........W."));
    let adjacent = frisian(&[(26, 'W'), (27, 'b'), (28, 'b'), (45, 'b')], "white to move");
    assert!(moves(&adjacent).iter().all(|mv| mv.contains('-')));
}

/// FR-4 and FR-5: two kings are more than three men and less than a king and two men.
#[test]
fn frisian_values() {
    let game = |others: &[(usize, char)], last: (usize, char)| {
        moves(&frisian(&[others, &[last]].concat(), "white to move"))
    };
    let men = [(36, 'w'), (6, 'w'), (7, 'b'), (9, 'b'), (37, 'B'), (39, 'B')];
    assert_eq!(game(&men, (20, 'b')), ["36x40:37,39"]);
    assert_eq!(game(&men, (20, 'B')), ["6x30:7,9,20"]);
    let men = [(16, 'w'), (11, 'w'), (17, 'b'), (37, 'b')];
    assert_eq!(game(&men, (36, 'w')), ["11x22:17", "16x18:17", "36x38:37"]);
    assert_eq!(game(&men, (36, 'W')), ["36x38:37", "36x39:37", "36x40:37"]);
}

/// FR-7: after three moves a king waits for another piece of its player, unless there are only kings.
#[test]
fn frisian_three_moves() {
    let pieces = [(46, 'W'), (16, 'w'), (8, 'B'), (45, 'b')];
    let game = frisian(&pieces, "king 46 moved 2\nwhite to move");
    let third = after(&game, "46-41, 8-3");
    let kings = "king 41 moved 3\nking 3 moved 1\nwhite to move";
    assert!(third.position().as_str().ends_with(kings), "{}", third.position());
    assert_eq!(moves(&third), ["16-11"]);
    let other = after(&third, "16-11, 45-50");
    assert!(!other.position().as_str().contains("king"));
    assert!(moves_from(&other, "41").contains(' '));
    let kings = frisian(&[(46, 'W'), (16, 'W'), (8, 'B')], "white to move");
    let moved = after(&kings, "46-41, 8-3, 41-46, 3-8, 46-41, 8-3, 41-46, 3-8");
    assert!(moves_from(&moved, "46").contains(' '));
    let capture = [(46, 'W'), (16, 'w'), (28, 'b'), (45, 'b')];
    let capturing = frisian(&capture, "king 46 moved 3\nwhite to move");
    assert_eq!(moves_from(&capturing, "46").split(' ').count(), 5);
    let rows = "..........\n".repeat(9);
    let no_man = format!("{rows}W.........\nking 46 moved 1\nwhite to move");
    assert!(set_up("draughts-frisian", &no_man).is_none());
}
