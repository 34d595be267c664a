//! Draws by counting, and other variants that engines declare.

use twinboard_harness::RuleSet;

use crate::support::{
    AnyTextGame, Peculiar, after, finding, moves, outcome, position, rows, set_up, start,
};

const KINGS: &str =
    "........\n..B.....\n........\n........\n........\n........\n.W......\n........\n";
/// A cycle of moves of both kings.
const CYCLE: &str = "25-21, 6-1, 21-25, 1-6";

/// LI-1 to LI-3: all moves are counted, and the last one may still win.
#[test]
fn moves_max() {
    let chess = "7k/8/5K2/6Q1/8/8/8/8 w - - 0 1\nmoves-max=9 left 1";
    let game = start("chess", chess);
    assert_eq!(outcome(&after(&game, "g5g7")), "white wins");
    let quiet = after(&game, "g5h5");
    assert_eq!((outcome(&quiet), moves(&quiet)), ("draw", vec![]));
    assert!(position(&quiet).ends_with("\nmoves-max=9 left 0"));
    let fresh = start("chess", &chess.replace(" left 1", ""));
    assert!(position(&after(&fresh, "g5h5")).ends_with("\nmoves-max=9 left 8"));
    for wrong in ["0", "9 left 9", "9 left 10", "10000", "09", "9 left 01", "9\nmoves-max=9", ""] {
        let setup = chess.replace("9 left 1", wrong);
        assert!(set_up("chess", &setup).is_none(), "{setup}");
    }
}

/// Each game without an end has the limit, behind its own lines, and no other game has it.
#[test]
fn games_without_an_end() {
    let all = twinboard_oracles::all();
    let with_limit = all.iter().filter(|rules| {
        rules.starts().iter().any(|start| start.as_str().contains("\nmoves-max=40"))
    });
    let names: Vec<&str> = with_limit.map(RuleSet::name).collect();
    assert_eq!(
        names.join(" "),
        "animal-shogi chess draughts-american draughts-brazilian draughts-frisian \
         draughts-international draughts-russian draughts-turkish lines-of-action \
         nine-mens-morris shogi xiangqi"
    );
    assert!(set_up("othello", "....\n.ox.\n.xo.\n....\nx to move\nmoves-max=40").is_none());
}

/// DR-8: 25 moves of each player with kings alone; a man's move begins anew.
#[test]
fn draughts_kings_and_uncaptured() {
    let setup = format!("{KINGS}white to move\nkings-max=4");
    let game = start("draughts-russian", &setup);
    assert_eq!(outcome(&after(&game, "25-21, 6-1, 21-25")), "playing");
    assert_eq!(outcome(&after(&game, CYCLE)), "draw");
    let game = start("draughts-russian", &setup.replacen("........", ".......b", 1));
    assert!(position(&after(&game, "25-21")).ends_with("\nkings-max=4 left 3"));
    assert!(position(&after(&game, "25-21, 4-8")).ends_with("\nkings-max=4"));
    // DR-8: moves without a capture, those of men included.
    let rule = "white to move\nuncaptured-max=3 left 2";
    let setup = format!("{KINGS}{rule}").replacen("........", ".......b", 1);
    assert_eq!(outcome(&after(&start("draughts-russian", &setup), "25-21, 4-8")), "draw");
    let setup = "........\n........\n........\n........\n........\n..b.....\n.W......\n........\n";
    let game = after(&start("draughts-russian", &format!("{setup}{rule}")), "25x18:22");
    assert!(position(&game).ends_with("\nuncaptured-max=3"));
    assert_eq!(outcome(&game), "white wins");
}

/// DR-8: 16 moves of each player from three pieces against a king on.
#[test]
fn draughts_three_to_one() {
    let rule = "white to move\nthree-to-one-max=4";
    let three = format!("{KINGS}{rule}").replace("........\nwhite", "w...w...\nwhite");
    let left = |setup: &str, moves: &str| {
        let text = position(&after(&start("draughts-russian", setup), moves));
        text.rsplit_once("three-to-one-max=4").unwrap().1.to_owned()
    };
    assert_eq!(left(&three, "25-21, 6-1"), " left 2");
    assert_eq!(left(&three.replace("w...w...", "w.w.w..."), "25-21, 6-1"), "");
    let men = three.replace(".W......", ".w......").replace("white", "black");
    assert_eq!(left(&men, "6-1"), "");
    // A king that is captured leaves two men, and the count goes on.
    let taken = rows("8/2B5/3W4/8/8/8/7w/w7") + "\nblack to move\nthree-to-one-max=4 left 3";
    assert_eq!(left(&taken, "6x15:10"), " left 2");
    assert_eq!(left(&taken.replace(" left 3", ""), "6x15:10"), " left 3");
    assert_eq!(left(&taken.replace("...W", "...w").replace(" left 3", ""), "6x15:10"), "");
}

/// LI-4: the third occurrence, and what is forgotten.
#[test]
fn draughts_threefold() {
    let setup = format!("{KINGS}white to move\nrepetition=threefold");
    let game = after(&start("draughts-russian", &setup), CYCLE);
    assert_eq!(outcome(&game), "playing");
    assert_eq!(position(&game).lines().count(), 10 + 4);
    let again = set_up("draughts-russian", &position(&game)).expect("a position is a set-up");
    assert_eq!((outcome(&after(&again, CYCLE)), moves(&after(&again, CYCLE))), ("draw", vec![]));
    let man = start("draughts-russian", &setup.replacen("........", ".......b", 1));
    assert_eq!(position(&after(&man, "25-21, 4-8")).lines().count(), 10);
    let other = position(&after(&game, "25-21")).replacen(".W......", "..W.....", 1);
    assert!(set_up("draughts-russian", &other).is_none());
    assert!(set_up("draughts-frisian", &setup).is_none());
}

/// DR-9.
#[test]
fn draughts_optional_capture() {
    let setup = rows("8/8/8/8/8/2b5/1w6/8") + "\nwhite to move";
    assert_eq!(moves(&start("draughts-american", &setup)), ["25x18:22"]);
    let optional = start("draughts-american", &format!("{setup}\ncapture=optional"));
    assert_eq!(moves(&optional), ["25-21", "25x18:22"]);
    assert!(position(&after(&optional, "25-21")).ends_with("black to move\ncapture=optional"));
}

/// LA-8.
#[test]
fn lines_of_action_uncaptured() {
    let setup = "x...x\n.....\n.....\n.....\no...o\nboth=draw repetition=none\nx to move\n\
                 uncaptured-max=2";
    let game = start("lines-of-action", setup);
    assert_eq!(outcome(&after(&game, "a5a3, e1e3")), "draw");
    assert!(position(&after(&game, "a5a3, e1e3")).contains("left 0"));
}

/// OT-6: passes of both players end the game, and only they, while the board is mixed.
#[test]
fn othello_explicit_passes() {
    let stuck = "xx.o\nxxxx\nxxxx\nxxxx\nx to move";
    assert_eq!(outcome(&start("othello", stuck)), "x wins");
    let game = start("othello", &format!("{stuck}\npasses=explicit"));
    assert_eq!((outcome(&game), moves(&game)), ("playing", vec!["pass".to_owned()]));
    let once = after(&game, "pass");
    assert!(position(&once).ends_with("o to move, 1 pass\npasses=explicit"));
    assert_eq!((outcome(&once), moves(&once)), ("playing", vec!["pass".to_owned()]));
    let twice = after(&once, "pass");
    assert_eq!((outcome(&twice), moves(&twice)), ("x wins", vec![]));
    for full in ["oo", "xx"] {
        let full = stuck.replace("x.", full);
        assert_eq!(outcome(&start("othello", &format!("{full}\npasses=explicit"))), "x wins");
    }
    let passed = start("othello", "xo..\n....\n....\n....\no to move\npasses=explicit");
    let wiped = after(&passed, "pass, c1");
    assert!(position(&wiped).ends_with("o to move\npasses=explicit"));
    assert_eq!(outcome(&wiped), "x wins");
    let open = "....\n.ox.\n.xo.\n....\nx to move, 1 pass\npasses=explicit";
    assert!(set_up("othello", open).is_none());
    let full = format!("{}, 1 pass\npasses=explicit", stuck.replace(".o", "xo"));
    assert!(set_up("othello", &full).is_none());
}

/// XQ-11: the game ends where it would with a ruling, and nobody has won.
#[test]
fn xiangqi_unruled_repetition() {
    let checks = "a9a10, d10d9, a10a9, d9d10";
    let setup = "3k5/R8/9/9/9/9/9/9/9/4K4 w\nrepetition=ends";
    let game = after(&start("xiangqi", setup), &[checks; 2].join(", "));
    assert_eq!((outcome(&game), moves(&game)), ("repetition", vec![]));
}

/// Russian draughts with keys of the board alone, and perhaps without the limits.
#[derive(Clone)]
struct Russian<const IGNORES: bool>;

impl<const IGNORES: bool> Peculiar for Russian<IGNORES> {
    const RULES: &'static str = "draughts-russian";

    fn judged(setup: &str) -> String {
        let lines = setup.lines().take_while(|line| !IGNORES || !line.contains('='));
        lines.collect::<Vec<_>>().join("\n")
    }

    fn hashed(positions: &[AnyTextGame]) -> String {
        let now = position(positions.last().expect("there is a position"));
        now.split("to move").next().unwrap_or_default().to_owned()
    }
}

/// Keys need not hold what a limit leaves, and an engine without the limit is found.
#[test]
fn engines_count_by_the_limits() {
    let moves = CYCLE.replace(", ", "\n> ");
    for rule in ["moves-max=8", "kings-max=8 left 7", "repetition=threefold", "moves-max=40"] {
        let case = format!("{KINGS}white to move\n{rule}\n> {moves}\n> {moves}\n");
        assert_eq!(finding::<Russian<false>>(&case), None, "{rule}");
        let missed = finding::<Russian<true>>(&case);
        let is_found = missed.as_ref().is_some_and(|it| it.contains("draw"));
        assert_eq!(is_found, rule != "moves-max=40", "{rule}: {missed:?}");
    }
}
