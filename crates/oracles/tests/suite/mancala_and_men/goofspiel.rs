//! Goofspiel: its deep clauses.

use twinboard_vocabulary::Game;

use super::{after, moves, outcome, position, start};
use crate::support::{AnyTextGame, set_up};

fn beginning(rules: &str) -> AnyTextGame {
    start("goofspiel", &format!("{rules}\nprizes:\nfirst:\nsecond:"))
}

fn views(game: &AnyTextGame) -> [String; 2] {
    let [first, second] = &game.observe()[..] else { panic!("there are two views") };
    assert_eq!((first.0, second.0), ("view-first", "view-second"));
    [first.1.clone(), second.1.clone()]
}

/// GS-2, GS-3: prizes and the cards of both players in any order, 3! each; the players are alike.
#[test]
fn counts() {
    let mut games = vec![beginning("cards=3 ties=held bids=open")];
    let mut counts = Vec::new();
    while games.iter().any(|game| !moves(game).is_empty()) {
        let children = |game: &AnyTextGame| {
            moves(game).iter().map(|mv| after(game, mv)).collect::<Vec<AnyTextGame>>()
        };
        games = games.iter().flat_map(children).collect();
        counts.push(games.len());
    }
    assert_eq!(counts, [3, 27, 54, 216, 216, 216]);
    let number = |result| games.iter().filter(|game| outcome(game) == result).count();
    assert_eq!(number("first wins"), number("second wins"));
    assert_eq!(number("first wins") + number("second wins") + number("draw"), 216);
}

/// GS-2, GS-3, GS-5: who moves when, and what is left.
#[test]
fn turns() {
    let game = beginning("cards=2 ties=discarded bids=open");
    assert_eq!(moves(&game), ["prize 1", "prize 2"]);
    let bids = after(&game, "prize 2");
    assert_eq!(moves(&bids), ["1 1", "1 2", "2 1", "2 2"]);
    let next = after(&bids, "2 1");
    let rows = "cards=2 ties=discarded bids=open\nprizes: 2\nfirst: 2\nsecond: 1";
    assert_eq!(position(&next), rows);
    assert_eq!(moves(&next), ["prize 1"]);
    assert_eq!(moves(&after(&next, "prize 1")), ["1 2"]);
    let over = after(&next, "prize 1, 1 2");
    assert_eq!((outcome(&over), moves(&over)), ("first wins", Vec::new()));
}

/// GS-4: prizes with equal bids are discarded, or held until one is won, or for ever.
#[test]
fn ties() {
    let ends = |ties: &str, moves: &str| {
        outcome(&after(&beginning(&format!("cards=4 ties={ties} bids=open")), moves))
    };
    let once = "prize 4, 3 3, prize 1, 2 1, prize 2, 1 2, prize 3, 4 4";
    assert_eq!(ends("discarded", once), "second wins");
    assert_eq!(ends("held", once), "first wins");
    let twice = "prize 1, 3 3, prize 4, 4 4, prize 2, 2 1, prize 3, 1 2";
    assert_eq!(ends("discarded", twice), "second wins");
    assert_eq!(ends("held", twice), "first wins");
    let to_the_end = "prize 1, 2 1, prize 3, 3 3, prize 2, 1 2, prize 4, 4 4";
    assert_eq!([ends("discarded", to_the_end), ends("held", to_the_end)], ["second wins"; 2]);
    let always = "prize 1, 1 1, prize 2, 2 2, prize 3, 3 3, prize 4, 4 4";
    assert_eq!([ends("discarded", always), ends("held", always)], ["draw"; 2]);
}

/// GS-6: sealed bids of the opponent are not seen, only who won.
#[test]
fn sealed_and_open_views() {
    let game = beginning("cards=4 ties=held bids=sealed");
    assert_eq!(views(&game)[0], "prizes:; first:; winners:");
    let high = views(&after(&game, "prize 2, 3 4, prize 1, 2 2, prize 4, 4 1"));
    let low = views(&after(&game, "prize 2, 1 4, prize 1, 2 2, prize 4, 3 1"));
    assert_eq!(high[0], "prizes: 2 1 4; first: 3 2 4; winners: second nobody first");
    assert_eq!(high[1], "prizes: 2 1 4; second: 4 2 1; winners: second nobody first");
    assert_ne!(high[0], low[0]);
    assert_eq!(high[1], low[1]);
    // GS-6: open bids are seen by both.
    let game = after(&beginning("cards=4 ties=held bids=open"), "prize 2, 3 4, prize 1");
    let seen = "prizes: 2 1; first: 3; second: 4; winners: second";
    assert_eq!(views(&game)[0], seen);
    assert_eq!(views(&game)[1], "prizes: 2 1; second: 4; first: 3; winners: second");
}

/// GS-1.
#[test]
fn refused_set_ups() {
    let accepts = |cards: &str, prizes: &str, first: &str, second: &str| {
        let rows = format!("prizes:{prizes}\nfirst:{first}\nsecond:{second}");
        set_up("goofspiel", &format!("cards={cards} ties=held bids=open\n{rows}")).is_some()
    };
    assert!(accepts("3", " 2", "", "") && accepts("3", " 2", " 3", " 3"));
    assert!(!accepts("0", "", "", "") && !accepts("14", "", "", "") && !accepts("03", "", "", ""));
    assert!(!accepts("3", "", " 3", " 3"), "bids without a prize");
    assert!(!accepts("3", " 2 1", "", ""), "two prizes at once");
    assert!(!accepts("3", " 2", " 3", ""), "one bid only");
    assert!(!accepts("3", " 4", "", "") && !accepts("3", " 2", " 0", " 3"), "no such cards");
    assert!(!accepts("3", " 2 1", " 3 3", " 2 1"), "a card that was bid before");
    assert!(!accepts("3", " 02", "", ""), "a number in another way");
}
