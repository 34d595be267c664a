//! Engines that lack something: what they have is asked for, and nothing else.

use std::sync::Arc;

use twinboard_protocol::{Connected, Engine};
use twinboard_vocabulary::{ByFromStr, Game, Implementation, TryClone, from_fn};

use crate::nim::{Heap, TOO_MANY};
use crate::play::legal_moves;
use crate::server::{Fault, Setting, unspoilt};
use crate::{NimEngine, engine, failure};

/// An engine with these lines in its handshake, and the names of the requests that it got.
fn engine_with(
    offers: &'static str,
    limits: &'static str,
    fault: Fault,
) -> (NimEngine, impl Fn() -> Vec<String>) {
    let (settings, sent) =
        Setting { offers, limits, fault, ..Setting::default() }.connect(unspoilt);
    let names = move || {
        let sent = sent.lock().unwrap().concat();
        let lines = String::from_utf8(sent).unwrap();
        let words = lines.lines().filter_map(|line| line.split(' ').nth(1));
        words.map(str::to_owned).collect()
    };
    (engine(settings).unwrap(), names)
}

#[test]
fn what_an_engine_lacks_is_not_asked_for() {
    let lacks = "lacks moves position outcome\n";
    let (engine, requests) = engine_with("legal copy undo end", lacks, Fault::None);
    let mut game = engine.set_up(&5).unwrap();
    assert_eq!((game.position(), game.outcome().to_string()), (5, "playing".into()));
    assert_eq!(legal_moves(&game), [1, 2, 3]);
    assert_eq!((game.is_legal(&3), game.is_legal(&4)), (Some(true), Some(false)));
    assert_eq!((game.play(&3), game.play(&3)), (Ok(3), Err(TOO_MANY)));
    assert!(game.undo_moves(&[1, 1]) && game.can_count_kinds());
    assert_eq!((game.position(), legal_moves(&game)), (2, vec![1, 2]));
    let mut copy = game.try_clone().unwrap();
    assert_eq!((copy.play(&2), copy.outcome().to_string()), (Ok(2), "over".into()));
    assert_eq!(legal_moves(&copy), []);
    // A set-up that it does not support has no game to ask about.
    assert!(engine.set_up(&101).is_none());
    for name in ["moves", "position", "outcome"] {
        assert!(!requests().iter().any(|it| it == name), "{:?}", requests());
    }
}

#[test]
fn the_moves_of_the_oracle_are_judged_by_an_engine_that_does_not_list() {
    let (engine, _) = engine_with("legal", "lacks moves\n", Fault::MisjudgesTwo);
    let game = engine.set_up(&5).unwrap();
    assert_eq!(legal_moves(&game), [1, 3]);
    // Twice from what it said.
    assert_eq!(legal_moves(&game), [1, 3]);
    // Without judgments they are the oracle's.
    let (engine, _) = engine_with("", "lacks moves\n", Fault::MisjudgesTwo);
    assert_eq!(legal_moves(&engine.set_up(&5).unwrap()), [1, 2, 3]);
}

#[test]
fn observations_have_names_and_lines() {
    let (engine, requests) = engine_with("observe", "", Fault::None);
    let game = engine.set_up(&5).unwrap();
    assert_eq!(game.observe(), [("odd", "1".to_owned()), ("board", "|\n|".to_owned())]);
    assert!(requests().contains(&"observe".to_owned()));
    let (engine, requests) = engine_with("", "", Fault::None);
    assert_eq!(engine.set_up(&5).unwrap().observe(), []);
    assert!(!requests().contains(&"observe".to_owned()));
}

#[test]
fn games_of_an_engine_that_is_start_only_begin_at_the_first_start_within_its_limits() {
    let with_starts = |limits, starts: &[u8]| {
        let (settings, _) = Setting { limits, ..Setting::default() }.connect(unspoilt);
        let connected = Connected::connect(settings).unwrap();
        let oracle = Arc::new(from_fn(Heap::set_up));
        Engine::new(connected, "nim", &ByFromStr, oracle, starts).unwrap()
    };
    let engine = with_starts("start-only\nlimit stones 8 20\n", &[7, 9, 12]);
    assert!(engine.check_limits(&3).is_ok());
    assert!(engine.accepts(&9) && engine.set_up(&9).is_some());
    for other in [7, 8, 12] {
        assert!(!engine.accepts(&other) && engine.set_up(&other).is_none(), "{other}");
        assert_eq!(engine.adapt(&other), Some(9));
    }
    let empty = with_starts("start-only empty\nlimit stones 8 20\n", &[7, 9, 11, 12]);
    // Stones as rows of cells: 9 and 11 have cells that are all alike.
    assert!([9, 11].iter().all(|start| empty.accepts(start)));
    assert!([7, 8, 12].iter().all(|other| !empty.accepts(other)));
    let made = with_starts("start-only\nlimit stones 8 20\n", &[7]);
    assert!(made.check_limits(&3).is_ok() && made.set_up(&8).is_some());
    let lost = with_starts("start-only\nlimit stones 300 400\n", &[7]);
    let message = lost.check_limits(&3).unwrap_err().to_string();
    assert!(message.contains("no start of the rule set is within its limits (EP-13)"), "{message}");
}

#[test]
fn wrong_judgments_and_observations_are_breaches() {
    for (request, answer, clause) in [
        ("legal", "legal maybe", "EP-38"),
        ("legal", "ok", "EP-38"),
        ("observe", "observe 2\nodd 1\n", "EP-39"),
        ("observe", "observe 1\n two names", "EP-39"),
        ("observe", "observe 3\nodd 1\nboard x\nodd 2", "EP-39"),
    ] {
        let spoil = move |_, given: String| {
            let (number, rest) = given.split_once(' ').unwrap();
            let is_it = rest.starts_with(request);
            if is_it { format!("{number} {answer}\n").into_bytes() } else { given.into_bytes() }
        };
        let setting = Setting { offers: "legal observe", ..Setting::default() };
        let game = engine(setting.connect(spoil).0).unwrap().set_up(&5).unwrap();
        let failure = match request {
            "legal" => failure(|| game.is_legal(&1)),
            _ => failure(|| game.observe()),
        };
        let failure = failure.unwrap_or_else(|| panic!("{answer} is accepted"));
        assert!(failure.contains(clause), "{answer}: {failure}");
    }
}
