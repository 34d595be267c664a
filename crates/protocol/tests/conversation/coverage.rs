//! Places of the engine's code that ran: what the server counts are its requests, by their first
//! letters.

use twinboard_protocol::EngineSettings;
use twinboard_vocabulary::{Game, Implementation};

use crate::server::{Setting, unspoilt};
use crate::{NimEngine, engine, failure};

const OFFERS: &str = "end coverage events reasons";

fn covered() -> EngineSettings {
    Setting { offers: OFFERS, ..Setting::default() }.connect(unspoilt).0
}

/// Plays a game of `moves` and returns the places that ran, as letters.
fn places(engine: &NimEngine, moves: &[u8]) -> Vec<(char, u8)> {
    let mut game = engine.set_up(&20).unwrap();
    for stones in moves {
        game.play(stones).unwrap();
        let _ = (game.position(), game.outcome());
    }
    drop(game);
    let mut all = Vec::new();
    let is_known = engine.take_coverage(&mut |place, count| {
        all.push((char::from(u8::try_from(place).unwrap()), count));
    });
    assert!(is_known);
    all
}

#[test]
fn equal_games_give_equal_places_whatever_was_played_before() {
    let engine = engine(covered()).unwrap();
    // The handshake is no part of the first game.
    let first = places(&engine, &[1, 2]);
    assert_eq!(first, [('e', 1), ('o', 2), ('p', 4), ('s', 1)]);
    // Among them a game after which other questions are expected.
    let game = engine.set_up(&20).unwrap();
    let _ = (game.position(), game.position(), game.outcome());
    drop(game);
    assert!(engine.take_coverage(&mut |_, _| ()));
    assert_eq!(places(&engine, &[1, 2]), first);
    assert_ne!(places(&engine, &[1, 2, 3]), first);
    assert_eq!(places(&engine, &[1, 2]), first);
    assert!(engine.take_coverage(&mut |place, _| panic!("nothing has run, but {place}")));
}

#[test]
fn what_is_withdrawn_or_not_offered_is_not_asked_for() {
    // Earlier kits offer names of the places, and a clock.
    let setting = Setting { offers: "end functions time events reasons", ..Setting::default() };
    let (settings, sent) = setting.connect(unspoilt);
    let engine = engine(settings).unwrap();
    let _ = engine.set_up(&5).unwrap().position();
    assert!(!engine.take_coverage(&mut |_, _| panic!("it offers none")));
    let sent = String::from_utf8(sent.lock().unwrap().concat()).unwrap();
    let asked = ["coverage", "functions", "time"].map(|request| sent.contains(request));
    assert_eq!(asked, [false; 3], "{sent}");
}

#[test]
fn a_malformed_list_is_a_breach_of_the_clause_and_another_process_is_started() {
    // The handshake has the word, too, and then comes the answer to the request at the start.
    let mut asked = 0;
    let spoil = move |_, answer: String| {
        asked += usize::from(answer.contains(" coverage"));
        let is_spoilt = asked == 3 && answer.contains(" coverage");
        if is_spoilt { answer.replace("70:", "70-") } else { answer }.into_bytes()
    };
    let settings = Setting { offers: OFFERS, ..Setting::default() }.connect(spoil).0;
    let engine = engine(settings).unwrap();
    let breach = failure(|| places(&engine, &[1])).unwrap();
    let expected = "`70-2` in the answer to coverage is not a place; expected PLACE or PLACE:COUNT";
    assert!(breach.contains(expected) && breach.contains("(EP-36)"), "{breach}");
    assert!(breach.contains("\n  < 8 coverage 65:1 6f:1 70-2 73:1\n"), "{breach}");
    assert_eq!(engine.set_up(&6).unwrap().position(), 6);
}
