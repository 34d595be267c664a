//! Games with rows, boxes, tiles and dice: their deep clauses.

use twinboard_vocabulary::text_game::TextVocabulary;
use twinboard_vocabulary::{Game, Vocabulary};

use crate::support::{
    AnyTextGame, after, legal, moves, outcome, position, sequences, set_up, start,
};

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

/// HX-3: only the second player swaps, so nobody swaps back.
#[test]
fn hex_swap() {
    let game = start("hex", "...\n...\n...\nswap=yes\nx to move");
    let swapped = after(&after(&game, "b1"), "swap");
    let may_swap = |game: &AnyTextGame| moves(game).iter().any(|mv| mv == "swap");
    assert!(may_swap(&after(&game, "b1")) && !may_swap(&game));
    assert!(!may_swap(&swapped) && !may_swap(&after(&swapped, "c3")));
    assert_eq!(swapped.position().as_str(), "...\no..\n...\nswap=yes\nx to move");
}

const EMPTY_NINE: &str = ".........\n.........\n.........\n.........\n.........\n.........\n.........\n\
                          .........\n.........\n";

/// The perft that authors of engines publish.
#[test]
fn ultimate_counts() {
    let setup = format!("{EMPTY_NINE}won=closed\nboards .........\nx to move");
    assert_eq!(sequences(&start("ultimate-tic-tac-toe", &setup), 3), [81, 720, 6336]);
}

const WON: &str = "xx.......\n.........\n.........\n.........\n.oo......\n.........\n.........\n.........\n\
                   .........\n";

/// UT-3, UT-4: who is sent to a board that is won plays anywhere else, or right there.
#[test]
fn ultimate_won_boards() {
    let game = |won: &str, turn: &str| {
        let setup = format!("{WON}won={won}\nboards .........\n{turn}");
        start("ultimate-tic-tac-toe", &setup)
    };
    let closed = after(&game("closed", "x to move in 1"), "c1, g1");
    assert_eq!(closed.position().as_str().lines().last(), Some("x to move"));
    assert_eq!(moves(&closed).len(), 81 - 9 - 3);
    let open = after(&game("open", "x to move in 1"), "c1, g1");
    assert_eq!(open.position().as_str().lines().last(), Some("x to move in 1"));
    assert_eq!(moves(&open), ["a2", "a3", "b2", "b3", "c2", "c3"]);
    assert!(open.position().as_str().contains("boards x........"));
}

/// UT-3: with `won=open` a second row in a board does not change who has won it.
#[test]
fn ultimate_second_row() {
    let setup = "xxx......\noo.......\n.........\n.........\n.........\n.........\n.........\n.........\n\
                 .........\nwon=open\nboards x........\no to move in 1";
    let game = after(&start("ultimate-tic-tac-toe", setup), "c2");
    assert!(game.position().as_str().ends_with("boards x........\nx to move in 6"));
    let closed = setup.replace("won=open", "won=closed");
    assert!(set_up("ultimate-tic-tac-toe", &closed).is_none());
}

/// UT-5: the last board decides or makes a draw.
#[test]
fn ultimate_end() {
    let rows = "xxxoxoxox\n.ooxooooo\noxxxxoxox\nxoxxxxoxo\nooxoxoxoo\nxxoooxxxo\nxxoooo...\nxoxxox.x.\n\
                xooxxo.o.\n";
    let setup = format!("{rows}won=closed\nboards xoo.xoxo.\no to move in 9");
    let game = start("ultimate-tic-tac-toe", &setup);
    assert_eq!(moves(&game), ["g7", "g8", "g9", "h7", "i7", "i8", "i9"]);
    assert_eq!(outcome(&after(&game, "g9, i7, i9")), "o wins");
    assert_eq!(outcome(&after(&game, "g9, i7, g8, i8, h7, g7, i9")), "o wins");
    assert_eq!(outcome(&after(&game, "i7, g7, i8, i9")), "x wins");
    assert_eq!(outcome(&after(&game, "i8, g8, g7, h7, g9, i9, i7")), "draw");
}

/// DB-3 to DB-5: a line completes two boxes, and whoever completes one moves again.
#[test]
fn dots_and_boxes() {
    let setup = "+-+-+\n|...|\n+-+-+\n|o..|\n+-+-+\nx to move";
    assert!(set_up("dots-and-boxes", setup).is_none());
    let game = start("dots-and-boxes", &setup.replace("o.", ".."));
    assert_eq!(moves(&game), ["c2", "c4"]);
    let two = after(&game, "c2");
    assert!(two.position().as_str().starts_with("+-+-+\n|x|x|\n"));
    assert!(two.position().as_str().ends_with("x to move"));
    assert_eq!(outcome(&after(&two, "c4")), "x wins");
    let open = start("dots-and-boxes", "+-+.+\n|....\n+-+-+\nx to move");
    assert_eq!(outcome(&after(&open, "d1, e2, c2")), "x wins");
    assert_eq!(outcome(&after(&open, "c2, d1, e2")), "draw");
    let small = start("dots-and-boxes", "+.+\n...\n+.+\nx to move");
    assert_eq!(sequences(&small, 5), [4, 12, 24, 24, 0]);
}

/// The relative frequencies of all legal moves.
fn weights(game: &AnyTextGame) -> u32 {
    legal(game).iter().map(TextVocabulary::weight).sum()
}

/// TF-2: tiles merge once, beginning at the edge.
#[test]
fn twenty48_slides() {
    let setup = "2 2 2 .\n2 2 2 2\n2 2 4 .\n32768 32768 16384 16384\ngoal=none\nscore 0\nplayer \
                 to move";
    let game = start("2048", setup);
    for (mv, expected) in [
        ("left", "4 2 . .\n4 4 . .\n4 4 . .\n65536 32768 . .\ngoal=none\nscore 98320\nnature"),
        ("right", ". . 2 4\n. . 4 4\n. . 4 4\n. . 65536 32768\ngoal"),
        ("down", ". . . .\n2 2 4 .\n4 4 4 2\n32768 32768 16384 16384\ngoal"),
        ("up", "4 4 4 2\n2 2 4 16384\n32768 32768 16384 .\n. . . .\ngoal"),
    ] {
        let slid = position(&after(&game, mv));
        assert!(slid.starts_with(expected), "{slid}");
    }
}

/// TF-3: a 2 is nine times as frequent as a 4.
#[test]
fn twenty48_tiles() {
    let game = start("2048", "2 .\n. 2\ngoal=none\nscore 0\nnature to move");
    assert_eq!(moves(&game), ["2 at a2", "2 at b1", "4 at a2", "4 at b1"]);
    assert_eq!(weights(&game), 20);
}

/// TF-4, TF-5: the score that tiles allow, and the ends.
#[test]
fn twenty48_end() {
    let game = start("2048", "2 4\n8 8\ngoal=16\nscore 0\nplayer to move");
    assert_eq!(moves(&game), ["left", "right"]);
    assert_eq!(outcome(&after(&game, "right")), "won");
    assert_eq!(moves(&after(&game, "right")), [""; 0]);
    let setup = "8 .\n4 2\ngoal=16\nscore 20\nnature to move";
    assert_eq!(outcome(&after(&start("2048", setup), "4 at b1")), "lost");
    let next = after(&start("2048", setup), "2 at b1");
    assert_eq!((outcome(&next), moves(&next)), ("playing", vec!["down".into(), "up".into()]));
    assert!(set_up("2048", &setup.replace("20", "24")).is_none());
    assert!(set_up("2048", &setup.replace("20", "18")).is_none());
}

/// PG-2 to PG-5: stakes, both kinds of ones, and the end.
#[test]
fn pig() {
    let game = start("pig", "goal=20 dice=2\nscores 12 19\nplayer 1 to move, 0 at stake");
    assert_eq!(moves(&game), ["roll"]);
    let dice = after(&game, "roll");
    assert_eq!((moves(&dice).len(), weights(&dice)), (21, 36));
    let then = |mv| position(&after(&dice, mv));
    assert!(then("1 1").contains("scores 0 19\nplayer 2 to move, 0 at"));
    assert!(then("1 4").contains("scores 12 19\nplayer 2 to move, 0"));
    let more = after(&dice, "3 5");
    assert!(more.position().as_str().ends_with("player 1 to move, 8 at stake"));
    assert_eq!(outcome(&more), "playing");
    assert_eq!(outcome(&after(&more, "hold")), "player 1 wins");
    assert_eq!(moves(&after(&more, "hold")), [""; 0]);
    assert_eq!(moves(&after(&more, "roll, 1 2")), ["roll"]);
    let one = start("pig", "goal=9 dice=1\nscores 0 0\ndice of player 2, 0 at stake");
    assert_eq!(moves(&one), ["1", "2", "3", "4", "5", "6"]);
    assert!(after(&one, "1").position().as_str().ends_with("player 1 to move, 0 at stake"));
    let rich = start("pig", "goal=9 dice=1\nscores 0 0\nplayer 1 to move, 1000 at stake");
    assert_eq!(moves(&after(&rich, "roll, 6")), ["hold", "roll"]);
    assert!(set_up("pig", "goal=9 dice=1\nscores 9 9\nplayer 1 to move, 0 at stake").is_none());
    assert!(set_up("pig", "goal=9 dice=1\nscores 0 0\nplayer 3 to move, 0 at stake").is_none());
}
