//! Places of the engine's code that ran: what the server counts are its requests, by their first
//! letters.

use twinboard_protocol::EngineSettings;
use twinboard_vocabulary::{CodeLine, Game, Implementation};

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
fn an_engine_without_the_offer_is_not_asked() {
    let (settings, sent) = Setting::default().connect(unspoilt);
    let engine = engine(settings).unwrap();
    let _ = engine.set_up(&5).unwrap().position();
    assert!(!engine.take_coverage(&mut |_, _| panic!("it offers none")));
    assert_eq!(engine.code(), []);
    let sent = String::from_utf8(sent.lock().unwrap().concat()).unwrap();
    assert!(!sent.contains("coverage") && !sent.contains("functions"), "{sent}");
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

#[test]
fn the_lines_of_the_code_have_names_and_places() {
    const NAMED: &str = "end coverage functions events reasons";
    let named = |spoil: fn(usize, String) -> Vec<u8>| {
        let settings = Setting { offers: NAMED, ..Setting::default() }.connect(spoil).0;
        engine(settings).unwrap()
    };
    let line = |places: &[u16], location: &str, function: &str| CodeLine {
        places: places.into(),
        location: location.into(),
        function: function.into(),
    };
    let code = named(unspoilt).code();
    assert_eq!(code, [line(&[0x70], "nim:1", "play"), line(&[], "nim:2", "never")]);
    let spoilt = named(|_, answer| answer.replace("- nim:2", "-nim:2").into_bytes());
    let breach = failure(|| spoilt.code()).unwrap();
    assert!(breach.contains("`-nim:2 never` in the answer to functions is no line"), "{breach}");
    assert!(breach.contains("(EP-37)"), "{breach}");
}
