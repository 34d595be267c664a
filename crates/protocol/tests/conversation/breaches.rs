//! Breaches: each is a declared failure that names its clause, at once and without a panic of its
//! own.

use std::cmp::Ordering;
use std::fmt::Debug;
use std::sync::{Arc, Mutex};

use twinboard_protocol::ConnectError;
use twinboard_vocabulary::{Game, Implementation, TryClone};

use crate::server::Setting;
use crate::{engine, failure};

/// A short game that uses every request of the protocol; the failure of the engine, or of the
/// handshake.
fn play(
    setting: Setting,
    spoil: impl FnMut(usize, String) -> Vec<u8> + Clone + Send + Sync + 'static,
) -> Option<String> {
    let engine = match engine(setting.connect(spoil).0) {
        Ok(engine) => engine,
        Err(ConnectError::Breach(breach)) => return Some(breach.to_string()),
        Err(error) => return Some(error.to_string()),
    };
    failure(|| {
        let mut game = engine.set_up(&5)?;
        for stones in [1, 9, 2] {
            let _ = (game.play(&stones), game.position(), game.outcome(), game.key());
            let _ = game.visit_legal_moves(&mut |_| std::ops::ControlFlow::Continue(()));
            let mut copy = game.try_clone().expect("copies are offered");
            let _ = (copy.play(&1), copy.position());
            drop(copy);
            let _ = (game.validate(), game.count_kind(&1, 9), game.sample_legal_move(&mut || 7));
            game.undo_moves(&[1, 1]);
            let _ = game.position();
        }
        // No question is asked twice in advance, so the last answer is read after all others.
        let last = engine.set_up(&7)?;
        let _ = (last.position(), last.position());
        Some(())
    })
}

/// The answer with this number changed by `change`, all others as they are.
fn at(
    index: usize,
    change: impl Fn(String) -> Vec<u8> + Clone + Send + Sync + 'static,
) -> impl FnMut(usize, String) -> Vec<u8> + Clone + Send + Sync + 'static {
    move |number, answer: String| if number == index { change(answer) } else { answer.into_bytes() }
}

/// The report of a breach in [`play`], which is `what` of the engine.
fn breach(
    setting: Setting,
    what: impl Debug,
    spoil: impl FnMut(usize, String) -> Vec<u8> + Clone + Send + Sync + 'static,
) -> String {
    play(setting, spoil).unwrap_or_else(|| panic!("{what:?} is accepted"))
}

/// The right answers in [`play`].
fn answers() -> Vec<String> {
    let all = Arc::new(Mutex::new(Vec::new()));
    let shared = Arc::clone(&all);
    let report = play(Setting::default(), move |_, answer| {
        shared.lock().unwrap().push(answer.clone());
        answer.into_bytes()
    });
    assert_eq!(report, None);
    std::mem::take(&mut *all.lock().unwrap())
}

fn clauses(report: &str) -> Vec<&str> {
    let cited = report.split(|c: char| !(c.is_alphanumeric() || c == '-'));
    cited.filter(|word| word.starts_with("EP-")).collect()
}

#[test]
fn an_answer_cut_at_any_byte_is_a_breach_whether_the_engine_ends_or_is_silent() {
    let answers = answers();
    assert!(answers.len() > 30, "{answers:?}");
    for (index, answer) in answers.iter().enumerate() {
        for (cut, (ends, clause)) in
            (0..answer.len()).flat_map(|cut| [(cut, (true, "EP-9")), (cut, (false, "EP-6"))])
        {
            // Nothing follows a cut.
            let length = move |number: usize, whole: usize| match number.cmp(&index) {
                Ordering::Less => whole,
                Ordering::Equal => cut,
                Ordering::Greater => 0,
            };
            let setting = Setting { ends, ..Setting::default() };
            let report = breach(setting, &answer[..cut], move |number, answer| {
                answer.as_bytes()[..length(number, answer.len())].to_vec()
            });
            assert!(clauses(&report).contains(&clause), "{index}, {cut}: {report}");
        }
    }
}

#[test]
fn swapped_early_and_repeated_answers_are_breaches() {
    let twice = |answer: String| format!("{answer}{answer}").into_bytes();
    let of_the_next = |answer: String| {
        let (number, rest) = answer.split_once(' ').unwrap();
        format!("{} {rest}", number.parse::<u64>().unwrap() + 1).into_bytes()
    };
    let changes: [fn(String) -> Vec<u8>; 2] = [twice, of_the_next];
    for (index, answer) in answers().iter().enumerate() {
        for change in changes {
            let report = breach(Setting::default(), answer, at(index, change));
            assert!(clauses(&report).contains(&"EP-4"), "{index}: {report}");
        }
    }
}

#[test]
fn junk_in_place_of_any_answer_is_a_breach() {
    let junk: [&[u8]; 9] = [
        b"\n",
        b"\x00\x01\x02\n",
        b"\xff\xfe\xfd\n",
        b"hello world\n",
        b"-1\n",
        b"99999999999999999999999999 ok\n",
        b"1 hello 99999999999999999999\n",
        "é 1 ok\n".as_bytes(),
        b"\r\n\r\n",
    ];
    for index in 0..answers().len() {
        for bytes in junk {
            let report = breach(Setting::default(), bytes, at(index, |_| bytes.to_vec()));
            assert!(!clauses(&report).is_empty(), "{index}: {report}");
        }
    }
}

#[test]
fn words_in_place_of_the_right_ones_are_breaches_of_the_clause_of_the_request() {
    for (head, clause, all) in [
        ("hello", "EP-11", "hello x | hello 1\nprotocol 1 | hello 1\nrule-set nim"),
        ("hello", "EP-11", "hello 2\nprotocol 2\nrule-set nim"),
        ("hello", "EP-12", "hello 3\nprotocol 1\nrule-set nim\noffers fast"),
        ("hello", "EP-12", "hello 3\nprotocol 1\nrule-set nim\nlacks key"),
        ("hello", "EP-12", "hello 3\nprotocol 1\nrule-set nim\nlacks moves position outcome"),
        ("hello", "EP-13", "hello 3\nprotocol 1\nrule-set nim\nlimit rows ="),
        ("hello", "EP-13", "hello 3\nprotocol 1\nrule-set nim\nvariant ko"),
        ("hello", "EP-13", "hello 4\nprotocol 1\nrule-set nim\nvariant ko a\nvariant ko b"),
        ("hello", "EP-13", "hello 3\nprotocol 1\nrule-set nim\nlimit rows 1"),
        ("hello", "EP-13", "hello 3\nprotocol 1\nrule-set nim\nlimit rows 2 1"),
        ("hello", "EP-13", "hello 4\nprotocol 1\nrule-set nim\nlimit rows 1 2\nlimit rows 1 3"),
        ("hello", "EP-10", "unknown"),
        ("ok", "EP-15", "yes"),
        ("moves", "EP-32", "moves 2\n1\nx"),
        ("moves", "EP-16", "moves | moves 1 more\n1 | moves +1\n1"),
        ("played", "EP-32", "played x | played"),
        ("played", "EP-18", "done"),
        ("refused", "EP-32", "refused because"),
        ("position", "EP-32", "position 2\n1\n2 | position 0"),
        ("position", "EP-21", "positions 1\n5"),
        ("position", "EP-8", "unknown"),
        ("outcome", "EP-32", "outcome maybe | outcome"),
        ("outcome", "EP-22", "outcomes playing"),
        ("key", "EP-26", "key xyz | key 11112222333344445 | key 0000000000000000a | key +1f | key"),
        ("random", "EP-32", "random 0x"),
        ("random", "EP-27", "randomly 1"),
        ("count", "EP-28", "count many | count +1"),
    ] {
        for wrong in all.split(" | ") {
            let mut is_done = false;
            let report = breach(Setting::default(), wrong, move |_, answer| {
                let (number, rest) = answer.trim_end().split_once(' ').unwrap();
                if is_done || rest.split([' ', '\n']).next() != Some(head) {
                    return answer.into_bytes();
                }
                is_done = true;
                format!("{number} {wrong}\n").into_bytes()
            });
            assert!(clauses(&report).contains(&clause), "{wrong}: {report}");
        }
    }
}

#[test]
fn bytes_that_are_no_text_are_a_breach_in_every_line_of_an_answer() {
    for (from, to) in [(&b"played 1"[..], &b"played \xff"[..]), (b"\n4\n", b"\n4\xff\n")] {
        let report = breach(Setting::default(), to, move |_, answer| {
            let at = answer.as_bytes().windows(from.len()).position(|part| part == from);
            let Some(at) = at else { return answer.into_bytes() };
            [&answer.as_bytes()[..at], to, &answer.as_bytes()[at + from.len()..]].concat()
        });
        assert!(report.contains(", which is not UTF-8 (EP-2)"), "{report}");
    }
}

#[test]
fn texts_that_are_not_offered_are_a_breach() {
    for (offers, head, clause) in
        [("reasons", "played", "EP-19"), ("events", "refused", "EP-20"), ("", "refused", "EP-20")]
    {
        let setting = Setting { offers, ..Setting::default() };
        let (settings, _) = setting.connect(move |_, answer| {
            answer.replace(&format!(" {head}\n"), &format!(" {head} text\n")).into_bytes()
        });
        let mut game = engine(settings).unwrap().set_up(&5).unwrap();
        let report = failure(|| (game.play(&1), game.play(&9)));
        let report = report.unwrap_or_else(|| panic!("{clause}: accepted"));
        let expected = format!("`{head} text` has a text that is not offered ({clause})");
        assert!(report.starts_with(&expected), "{report}");
    }
}

#[test]
fn a_list_that_begins_otherwise_when_it_is_asked_for_again_is_a_breach() {
    for (right, wrong) in [
        ("moves 1 more\n1", "moves 1 more\n2"),
        ("moves 1 more\n1", "moves 1\n1"),
        ("moves 1 more\n1", "moves 0"),
    ] {
        let setting = Setting::default();
        let (settings, _) =
            setting.connect(move |_, answer| answer.replace(right, wrong).into_bytes());
        let game = engine(settings).unwrap().set_up(&5).unwrap();
        let list = || game.visit_legal_moves(&mut |_| std::ops::ControlFlow::Break(()));
        let _ = game.visit_legal_moves(&mut |_| std::ops::ControlFlow::Continue(()));
        let report = failure(list).unwrap_or_else(|| panic!("{wrong} is accepted"));
        let expected = "; expected the beginning of the list before, `1` (EP-16)";
        assert!(report.contains(expected), "{report}");
    }
}

#[test]
fn an_endless_line_is_a_breach_after_16_mebibytes() {
    let report = play(Setting::default(), at(2, |_| vec![b'a'; 20 << 20])).unwrap();
    assert!(clauses(&report).contains(&"EP-6") && report.len() < 2_000, "{report}");
}

#[test]
fn a_report_quotes_the_conversation_standard_error_and_the_end_of_the_process() {
    let report = play(Setting::default(), at(2, |_| b"3 plaid\n".to_vec())).unwrap();
    let expected = "the answer to play is `plaid`; expected `played` or `refused` (EP-18)\n\
                    the end of the conversation\n\
                    \x20 > 1 hello 1\n";
    assert!(report.starts_with(expected), "{report}");
    assert!(report.contains("\n  > 3 play 1 1\n  < 3 plaid\n"), "{report}");
    assert!(report.ends_with("\nthe end of standard error\n  one\n  two"), "{report}");

    let report = play(Setting::default(), at(2, |_| Vec::new())).unwrap();
    let expected = "the engine ends without an answer to request 3 (play) (EP-9); the process \
                    exited with code 3\n";
    assert!(report.starts_with(expected), "{report}");
}

#[test]
fn another_game_after_a_breach_has_another_process() {
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

    let processes = Arc::new(AtomicUsize::new(0));
    let shared = Arc::clone(&processes);
    let (settings, _) = Setting::default().connect(move |number, answer| {
        shared.fetch_add(usize::from(number == 0), Relaxed);
        let is_wrong = (shared.load(Relaxed), number) == (1, 3);
        if is_wrong { b"junk\n".to_vec() } else { answer.into_bytes() }
    });
    let engine = engine(settings).unwrap();
    let mut game = engine.set_up(&5).unwrap();
    assert!(game.play(&1).is_ok());
    let breach = failure(|| game.position()).unwrap();
    assert!(breach.contains("(EP-4)"), "{breach}");
    // Every game of the process fails by the breach that ended it.
    assert_eq!(failure(|| game.position()), Some(breach));
    drop(game);
    assert_eq!(engine.set_up(&6).unwrap().position(), 6);
    assert_eq!(processes.load(Relaxed), 2);
}

#[test]
fn another_rule_set_is_refused() {
    let chess = at(0, |answer| answer.replace("nim", "chess").into_bytes());
    let error = play(Setting::default(), chess);
    assert_eq!(error.as_deref(), Some("the engine plays `chess`; expected nim (EP-11)"));
}

#[test]
fn after_a_breach_requests_are_sent_one_by_one_so_that_the_next_names_the_request_at_fault() {
    for ends in [true, false] {
        let mut is_over = false;
        let (settings, sent) = Setting { ends, ..Setting::default() }.connect(move |_, answer| {
            is_over |= answer.contains(" refused");
            if is_over { Vec::new() } else { answer.into_bytes() }
        });
        let engine = engine(settings).unwrap();
        let breach = || {
            failure(|| {
                // In the first step the engine learns what to ask in advance.
                let mut game = engine.set_up(&9).unwrap();
                for stones in [1, 1, 9] {
                    let _ = (game.play(&stones), game.position(), game.outcome());
                }
            })
        };
        let together = breach().unwrap();
        assert!(together.contains("(play), nor to those up to 11 (outcome)"), "{together}");
        sent.lock().unwrap().clear();
        let alone = breach().unwrap();
        let expected_end =
            if ends { " (EP-9)" } else { " within 6.25ms; the first silence lasted 50ms (EP-6)" };
        let expected = format!("an answer to request 9 (play 1 9){expected_end}");
        assert!(alone.replace("no answer", "an answer").contains(&expected), "{alone}");
        assert!(alone.contains("\n  > 9 play 1 9\nthe end of standard error"), "{alone}");
        let end = |batch: &[u8]| batch.iter().position(|&byte| byte == b'\n');
        let is_single = |batch: &Vec<u8>| end(batch) == Some(batch.len() - 1);
        assert!(sent.lock().unwrap().iter().skip(2).all(is_single));
    }
}

#[test]
fn a_limit_that_a_silence_reduced_stays_after_a_breach_of_another_kind() {
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

    let processes = Arc::new(AtomicUsize::new(0));
    let setting = Setting { ends: false, ..Setting::default() };
    let (mut settings, _) = setting.connect(move |number, answer| {
        processes.fetch_add(usize::from(number == 0), Relaxed);
        match (number, processes.load(Relaxed)) {
            (1, 2) => answer.replace("ok", "yes").into_bytes(),
            (0, _) | (_, 2) => answer.into_bytes(),
            _ => Vec::new(),
        }
    });
    // So long that no load of the machine matters; these streams are silent at once.
    settings.limit = std::time::Duration::from_hours(8);
    let engine = engine(settings).unwrap();
    for expected in ["within 28800s", "(EP-15)", "within 3600s"] {
        let breach = failure(|| engine.set_up(&9).map(|game| game.position())).unwrap();
        assert!(breach.contains(expected), "{breach}\n{expected} was expected");
    }
}

/// An engine that ends with its third answer, here without a fault of its own.
#[test]
fn what_the_system_lacks_is_no_breach() {
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use twinboard_vocabulary::SystemFailure;

    let ends = at(2, |_| Vec::new());
    let breach = play(Setting::default(), ends.clone()).unwrap();
    assert!(breach.contains("(EP-9)"), "{breach}");
    let of_system = |setting: Setting, games: usize| {
        let engine = engine(setting.connect(ends.clone()).0).unwrap();
        let play = || engine.set_up(&5).map(|game| (game.position(), game.outcome()));
        let play = |_, _| catch_unwind(AssertUnwindSafe(play)).err();
        let end = (0..games).fold(None, play).unwrap();
        end.downcast::<SystemFailure>().expect("no failure of the engine").0
    };
    let watched = Setting { failure: Some("no memory"), ..Setting::default() };
    assert_eq!(of_system(watched, 1), "the engine: no memory");
    // The second process is that after the breach.
    let once = Setting { processes: 1, ..Setting::default() };
    assert_eq!(of_system(once, 2), "the engine cannot be started: too many open files");
}

#[test]
fn text_on_standard_output_and_a_missing_flush_are_named_as_such() {
    let banner = at(0, |_| b"Nim engine 1.0\n1 hello 0\n".to_vec());
    let report = play(Setting::default(), banner).unwrap();
    let expected = "the engine wrote `Nim engine 1.0`, where the answer to";
    assert!(report.starts_with(expected), "{report}");
    assert!(report.contains("its standard error for other text (EP-4)"), "{report}");
    // Behind an answer, before the next request.
    let behind = |answer: String| format!("{answer}thinking\n").into_bytes();
    let report = play(Setting::default(), at(1, behind)).unwrap();
    assert!(report.contains("`thinking`") && report.contains("its standard error for"), "{report}");
    // An answer in another place is no such text.
    let again = |answer: String| format!("{answer}{answer}").into_bytes();
    let report = play(Setting::default(), at(1, again)).unwrap();
    assert!(report.contains("(EP-4)") && !report.contains("its standard error for"), "{report}");

    let silent = |index| {
        let setting = Setting { ends: false, ..Setting::default() };
        let spoil = move |number, answer: String| {
            if number < index { answer.into_bytes() } else { Vec::new() }
        };
        play(setting, spoil).unwrap()
    };
    let hint = "does it flush its output after each answer? (EP-6)";
    let first = "; it is the first answer of its kind in this process, ";
    for (index, hints, is_first) in [(1, true, true), (4, false, true), (40, false, false)] {
        let report = silent(index);
        assert_eq!((report.contains(hint), report.contains(first)), (hints, is_first), "{report}");
    }
    for (announced, came, expected) in [
        ("hello 5", "hello 4", "the answer to hello announced 4 lines;"),
        ("hello 5", "hello 6", "; it announced 6 lines, and 5 came;"),
        ("moves 3", "moves 4", "; it announced 4 lines, and 3 came;"),
        ("ok\n", "ok", "; `2 ok` has come, without a line feed;"),
    ] {
        // In place of the first answer of the kind; from then on the engine is silent.
        let setting =
            Setting { ends: false, limits: "name Nim\nlimit x 1 2\n", ..Setting::default() };
        let mut is_silent = false;
        let report = play(setting, move |_, answer| {
            if is_silent {
                return Vec::new();
            }
            is_silent = answer.contains(announced);
            answer.replacen(announced, came, 1).into_bytes()
        });
        let report = report.unwrap();
        assert!(report.contains(expected), "{came}: {report}");
    }
}

#[test]
fn a_refused_set_up_that_is_answered_is_a_breach() {
    // The position of another game in place of `unknown`.
    let stale = |_, answer: String| match answer.strip_suffix(" unknown\n") {
        Some(number) => format!("{number} position 1\n5\n").into_bytes(),
        None => answer.into_bytes(),
    };
    // With questions in advance, and without.
    for first in [5, 101] {
        let engine = engine(Setting::default().connect(stale).0).unwrap();
        let report = failure(|| {
            for stones in [first, 101] {
                let game = engine.set_up(&stones)?;
                let _ = game.position();
            }
            Some(())
        });
        let report = report.unwrap_or_else(|| panic!("{first}: accepted"));
        assert!(report.contains("answers `unsupported` to the set-up of game"), "{report}");
        let asked = "and `5` when asked for its position; expected `unknown` (EP-8)";
        assert!(report.contains(asked), "{report}");
    }
}
