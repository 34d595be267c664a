//! Published counts of chess and its relatives, and positions of their rarer clauses.

use twinboard_vocabulary::Game;
use twinboard_vocabulary::text_game::TextMove;

use crate::support::{
    AnyTextGame, Peculiar, finding, moves, moves_from, outcome, position, sequences, set_up, start,
};

/// A game after these moves, whose position is a set-up of the same position.
fn after(name: &str, setup: &str, moves: &str) -> AnyTextGame {
    let mut game = start(name, setup);
    for mv in moves.split_whitespace() {
        game.play(&TextMove::from(mv)).unwrap_or_else(|reason| panic!("{mv}: {reason}"));
        start(name, game.position().as_str());
    }
    game
}

/// The perft positions of the Chess Programming Wiki.
#[test]
fn counts_of_chess() {
    let wide = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    for (setup, counts) in [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", &[20, 400, 8902][..]),
        (wide, &[48, 2039, 97862]),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", &[14, 191, 2812, 43238]),
    ] {
        assert_eq!(sequences(&start("chess", setup), counts.len()), counts, "{setup}");
    }
}

#[test]
fn en_passant_in_chess() {
    // The capture removes both pawns from the rank of the king (CH-7).
    let pinned = after("chess", "8/8/8/8/k2Pp2R/8/8/4K3 b - d3 0 1", "");
    assert_eq!(moves_from(&pinned, "e4"), "e4e3");
    let free = after("chess", "8/8/8/k7/3Pp2R/8/8/4K3 b - d3 0 1", "");
    assert_eq!(moves_from(&free, "e4"), "e4d3 e4e3");
    // The square is written after every double step, and only then.
    let start = "4k3/8/8/8/8/8/P7/4K3 w - - 0 1";
    assert_eq!(position(&after("chess", start, "a2a4")), "4k3/8/8/8/P7/8/8/4K3 b - a3 0 1");
    for impossible in [
        "4k3/8/8/8/P7/8/8/4K3 w - a3 0 1",
        "4k3/8/8/8/P7/8/P7/4K3 b - a3 0 1",
        "R3k3/8/8/8/P7/8/8/4K3 b - a3 0 1",
    ] {
        assert!(set_up("chess", impossible).is_none(), "{impossible}");
    }
}

#[test]
fn castling_in_chess() {
    let both = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    assert_eq!(moves_from(&after("chess", both, ""), "e1"), "e1c1 e1d1 e1d2 e1e2 e1f1 e1f2 e1g1");
    // The rook may cross an attacked square, the king may not.
    let rook_crosses = after("chess", "1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "");
    assert!(moves(&rook_crosses).contains(&"e1c1".to_owned()));
    let king_crosses = after("chess", "3rk3/8/8/8/8/8/8/R3K3 w Q - 0 1", "");
    assert!(!moves(&king_crosses).contains(&"e1c1".to_owned()));
    // A captured rook loses the right of its player too.
    let captured = after("chess", both, "h1h8");
    assert_eq!(captured.position().as_str(), "r3k2R/8/8/8/8/8/8/R3K3 b Qq - 0 1");
    let castled = position(&after("chess", both, "e1g1"));
    assert_eq!(castled, "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1");
}

#[test]
fn castling_in_chess960() {
    let game = |fen: &str| after("chess", &format!("{fen}\ncastling=960"), "");
    // King and rook exchange their squares.
    let exchange = game("4k3/8/8/8/8/8/8/5KR1 w G - 0 1");
    assert!(moves(&exchange).contains(&"f1g1".to_owned()));
    // The king stays where it is.
    let stays = after("chess", "4k3/8/8/8/8/8/8/6KR w H - 0 1\ncastling=960", "g1h1");
    assert_eq!(stays.position().as_str(), "4k3/8/8/8/8/8/8/5RK1 b - - 1 1\ncastling=960");
    // The rook on b1 shields the king on c1 from the rook on a1.
    let shielded = game("4k3/8/8/8/8/8/8/rR1K4 w B - 0 1");
    assert!(!moves(&shielded).contains(&"d1b1".to_owned()));
    assert!(moves(&game("4k3/8/8/8/8/8/8/1R1K4 w B - 0 1")).contains(&"d1b1".to_owned()));
    // The way of the rook to d1 is not empty.
    let blocked = game("4k3/8/8/8/8/8/8/RNK5 w A - 0 1");
    assert!(!moves(&blocked).contains(&"c1a1".to_owned()));
    assert!(set_up("chess", "4k3/8/8/8/8/8/8/5KR1 w G - 0 1").is_none());
    assert!(set_up("chess", "4k3/8/8/8/8/8/8/3KR1R1 w GE - 0 1\ncastling=960").is_none());
}

#[test]
fn ends_of_chess() {
    for (setup, moves, expected) in [
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "", "draw"),
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "", "white wins"),
        ("8/8/4k3/8/8/3K4/8/8 w - - 0 1", "", "playing"),
        ("8/8/4k3/8/8/3K4/8/8 w - - 0 1\ndraws=automatic", "", "draw"),
        ("8/8/4k1n1/8/8/3K4/8/8 w - - 0 1\ndraws=automatic", "", "draw"),
        ("8/8/4k1n1/8/8/3KN3/8/8 w - - 0 1\ndraws=automatic", "", "playing"),
        ("8/8/4k1b1/8/8/3KB3/8/8 w - - 0 1\ndraws=automatic", "", "playing"),
        ("8/8/4kb2/8/8/3KB3/8/8 w - - 0 1\ndraws=automatic", "", "draw"),
        // Mate takes precedence over 75 moves.
        ("7k/8/5KQ1/8/8/8/8/8 w - - 149 100\ndraws=automatic", "g6g7", "white wins"),
        ("7k/8/5KQ1/8/8/8/8/8 w - - 149 100\ndraws=automatic", "g6g1", "draw"),
        ("7k/8/5KQ1/8/8/8/8/8 w - - 149 100", "g6g1", "playing"),
    ] {
        assert_eq!(outcome(&after("chess", setup, moves)), expected, "{setup} {moves}");
    }
}

#[test]
fn repetition_in_chess() {
    let start = "r3k3/8/8/8/8/8/8/4K2R w K - 0 1\ndraws=automatic";
    let cycle = "h1h2 a8a7 h2h1 a7a8 ";
    // The right to castle is lost by the first move, so the first position does not count.
    assert_eq!(outcome(&after("chess", start, &cycle.repeat(4))), "playing");
    let five = cycle.repeat(4) + "h1h2";
    assert_eq!(outcome(&after("chess", start, &five)), "draw");
    let earlier = "4k3/8/8/8/8/8/8/4K2R w - - 8 5\ndraws=automatic\n\
                   before 4 4k3/8/8/8/8/8/8/4K2R w - -";
    assert_eq!(outcome(&after("chess", earlier, "")), "draw");
    // An en passant square without a legal capture makes no difference.
    let passed = "4k3/8/8/8/P7/8/8/4K3 b - a3 0 1\ndraws=automatic";
    let cycle = "e8e7 e1e2 e7e8 e2e1 ";
    assert_eq!(outcome(&after("chess", passed, &cycle.repeat(3))), "playing");
    assert_eq!(outcome(&after("chess", passed, &cycle.repeat(4))), "draw");
    let capture = "4k3/8/8/8/Pp6/8/8/4K3 b - a3 0 1\ndraws=automatic";
    assert_eq!(outcome(&after("chess", capture, &cycle.repeat(4))), "playing");
}

/// The perft of the start of shogi.
#[test]
fn counts_of_shogi() {
    let board = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b -";
    assert_eq!(sequences(&start("shogi", board), 3), [30, 900, 25470]);
}

#[test]
fn rarer_clauses_of_shogi() {
    // A dropped pawn that mates is illegal (SH-7); it may give check if the king can take it.
    let mate = after("shogi", "7lk/9/8G/9/9/9/9/9/K8 b P", "");
    assert_eq!(moves_from(&mate, "P*1b"), "");
    let check = after("shogi", "7lk/9/9/9/9/9/9/9/K8 b P", "");
    assert_eq!(moves_from(&check, "P*1b"), "P*1b");
    // No second pawn on a column, but beside a promoted one (SH-6), and none on the last row (SH-5).
    let pawns = after("shogi", "8k/9/9/9/9/4P4/3+P5/9/K8 b P", "");
    assert_eq!(moves_from(&pawns, "P*5"), "");
    assert_eq!(moves_from(&pawns, "P*6"), "P*6b P*6c P*6d P*6e P*6f P*6h P*6i");
    // Promotion is forced where an unpromoted man would be dead.
    let knight = after("shogi", "8k/9/9/4N4/9/9/9/9/K8 b -", "");
    assert_eq!(moves_from(&knight, "5d"), "5d4b+ 5d6b+");
    // Perpetual check loses, other repetition is a draw (SH-9).
    let check = "4k4/9/9/9/9/9/9/9/K3R4 w -\nrepetition=fourfold";
    let cycle = "5a4a 5i4i 4a5a 4i5i ";
    assert_eq!(outcome(&after("shogi", check, &cycle.repeat(2))), "playing");
    assert_eq!(outcome(&after("shogi", check, &cycle.repeat(3))), "white wins");
    let quiet = "4k4/9/9/9/9/9/9/9/K4R3 w -\nrepetition=fourfold";
    let cycle = "5a6a 9i8i 6a5a 8i9i ";
    assert_eq!(outcome(&after("shogi", quiet, &cycle.repeat(3))), "draw");
}

/// Chess with keys of a kind: by the rules, which leave out counters and squares on which no pawn can
/// capture; without any en passant square; on turns of black, with the square of an earlier double
/// step; without rights to castle; and without the player to move.
#[derive(Clone)]
struct Keyed<const KIND: usize>;

const BY_THE_RULES: usize = 0;
const WITHOUT_SQUARE: usize = 1;
const WITH_OLD_SQUARE: usize = 2;
const WITHOUT_RIGHTS: usize = 3;
const WITHOUT_PLAYER: usize = 4;

impl<const KIND: usize> Peculiar for Keyed<KIND> {
    const RULES: &'static str = "chess";

    fn hashed(positions: &[AnyTextGame]) -> String {
        let square = |game: &AnyTextGame| position(game).split(' ').nth(3).map(str::to_owned);
        let game = positions.last().expect("there is a position");
        let now = position(game);
        // The other men are kings.
        let king = if now.contains(" w ") { "e1" } else { "e8" };
        let is_capture = |mv: &String| {
            !mv.starts_with(king) && square(game).is_some_and(|square| mv.ends_with(&square))
        };
        let hashed = match KIND {
            BY_THE_RULES | WITHOUT_RIGHTS | WITHOUT_PLAYER
                if moves(game).iter().any(is_capture) =>
            {
                square(game)
            }
            WITH_OLD_SQUARE if now.contains(" b ") => {
                positions.iter().rev().find_map(|game| square(game).filter(|it| it != "-"))
            }
            _ => None,
        };
        let mut fields: Vec<&str> = now.split(' ').take(3).collect();
        match KIND {
            WITHOUT_RIGHTS => fields[2] = "",
            WITHOUT_PLAYER => fields[1] = "",
            _ => {}
        }
        format!("{fields:?} {hashed:?}")
    }
}

/// Whether keys are said to be wrong in a case in which the kings go and come back after `a2a4`.
fn key_finding<const KIND: usize>(men: &str, variant: &str) -> Option<String> {
    finding::<Keyed<KIND>>(&format!(
        "{men} w - - 0 1\n{variant}> a2a4\n> e8e7\n> e1e2\n> e7e8\n> e2e1\n"
    ))
}

/// Engines hash en passant squares by other rules than positions write them.
#[test]
fn keys_may_leave_out_what_makes_no_difference() {
    let (alone, beside) = ("4k3/8/8/8/8/8/P7/4K3", "4k3/8/8/8/1p6/8/P7/4K3");
    assert_eq!(key_finding::<BY_THE_RULES>(alone, ""), None);
    assert_eq!(key_finding::<BY_THE_RULES>(alone, "draws=automatic\n"), None);
    assert_eq!(key_finding::<BY_THE_RULES>(beside, ""), None);
    // The game is over, so the square makes no difference.
    let over = "4k3/8/8/8/1p3P2/8/8/4K3 b - f3 0 1\nmoves-max=40 left 0\n";
    assert_eq!(finding::<Keyed<BY_THE_RULES>>(over), None);
    assert_eq!(key_finding::<WITHOUT_SQUARE>(alone, ""), None);
    let without = key_finding::<WITHOUT_SQUARE>(beside, "").expect("the capture is possible once");
    assert!(without.contains("has the same key"), "{without}");
    let old = key_finding::<WITH_OLD_SQUARE>(alone, "").expect("the square is gone");
    assert!(old.contains("set up anew, it has the key "), "{old}");
}

/// A position with another field behind the board is set up beside each position of the game.
#[test]
fn keys_may_leave_out_no_right_no_player_and_no_square() {
    let start = "r3k3/8/8/8/1p6/8/P7/4K3 w q - 0 1\n> a2a4\n";
    assert_eq!(finding::<Keyed<BY_THE_RULES>>(start), None);
    let findings = [
        finding::<Keyed<WITHOUT_RIGHTS>>(start),
        finding::<Keyed<WITHOUT_PLAYER>>(start),
        finding::<Keyed<WITHOUT_SQUARE>>(start),
    ];
    for (finding, other) in findings.into_iter().zip([" w - -", " b q -", " b q - "]) {
        let finding = finding.expect("the key is the same");
        assert!(finding.contains("has the same key") && finding.contains(other), "{finding}");
    }
}

/// Hex with keys of the board, with or without the player to move.
#[derive(Clone)]
struct HexKeyed<const WITH_PLAYER: bool>;

impl<const WITH_PLAYER: bool> Peculiar for HexKeyed<WITH_PLAYER> {
    const RULES: &'static str = "hex";

    fn hashed(positions: &[AnyTextGame]) -> String {
        let text = position(positions.last().expect("there is a position"));
        let lines = text.lines().count() - usize::from(!WITH_PLAYER);
        text.lines().take(lines).collect()
    }
}

#[test]
fn keys_of_a_game_in_lines_have_the_player_to_move() {
    let start = ".x.\n...\n..o\nswap=no\no to move\n> a1\n";
    assert_eq!(finding::<HexKeyed<true>>(start), None);
    let found = finding::<HexKeyed<false>>(start).expect("the key is the same");
    assert!(found.contains("has the same key"), "{found}");
}
