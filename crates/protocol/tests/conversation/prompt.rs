//! Conversations by hand: each answer is checked.

use twinboard_protocol::{Connected, Prompt};
use twinboard_vocabulary::ByFromStr;

use crate::nim::Nim;
use crate::server::{Fault, Setting, Spoil, unspoilt};

/// Sends requests, one on each line, and `N` for a set-up of N stones. Returns the last answer, or
/// the breach.
fn talk(
    setting: Setting,
    spoil: impl Fn() -> Spoil + Send + Sync + 'static,
    requests: &str,
) -> Result<String, String> {
    let connected = Connected::connect(setting.connect(spoil).0).unwrap();
    let mut prompt = Prompt::new(connected).with_texts::<Nim>(&ByFromStr);
    let mut last = String::new();
    for request in requests.lines() {
        let (name, text) = match request.parse::<u8>() {
            Ok(_) => ("set-up", request),
            Err(_) => request.split_once(' ').unwrap_or((request, "")),
        };
        let answer = prompt.request(name, text).unwrap();
        last = answer.map_err(|breach| breach.to_string())?;
    }
    Ok(last)
}

/// Replaces a text in all answers but the first.
fn replaced(from: &'static str, to: &'static str) -> impl Fn() -> Spoil + Send + Sync {
    move || {
        Box::new(move |number, answer: String| {
            let answer = if number == 0 { answer } else { answer.replace(from, to) };
            answer.into_bytes()
        })
    }
}

#[test]
fn a_right_conversation_has_no_breach() {
    let requests = "9\nposition\nmoves\nmoves 2\nplay 4\nplay 3\nposition\noutcome\nkey\nrandom f\n\
                    count 2 1\ncopy\nposition\nundo\nposition\nmoves\nvalidate\ntime\nrandom f\n\
                    end\nposition\n101\nposition\n2\nmoves\nundo\nposition x\nplay x\nposition";
    // The last set-up has no move to take back, and the server forgets its game.
    let requests = requests.replace("undo\nposition x\nplay x\nposition", "position");
    let right = talk(Setting::default(), unspoilt, &requests);
    assert_eq!(right, Ok("position 1\n2\n".into()));
    // What a person writes may be wrong.
    for (wrong, index) in
        [("5\nposition x", 2), ("position", 1), ("5\nend\nkey", 3), ("5\nundo", 2)]
    {
        let unknown = move || -> Spoil {
            Box::new(move |number, answer| {
                let unknown = format!("{} unknown\n", number + 1);
                if number == index { unknown } else { answer }.into_bytes()
            })
        };
        let answer = talk(Setting::default(), unknown, wrong);
        assert_eq!(answer, Ok("unknown\n".into()), "{wrong}");
    }
}

#[test]
fn an_answer_of_another_form_or_text_is_a_breach() {
    for (requests, from, to, clause) in [
        ("5\nposition", "\n5", "\n\t5", "EP-32"),
        ("5\nposition", "position 1\n5", "unknown", "EP-8"),
        ("5\nmoves", "\n1\n", "\n1 \n", "EP-32"),
        ("5\nmoves 2", "moves 2 more\n1\n2", "moves 1 more\n1", "EP-16"),
        ("5\noutcome", "outcome playing", "outcome Playing", "EP-32"),
        ("5\nplay 1", "played 1", "played", "EP-32"),
        ("5\nplay 1", "played 1", "ok", "EP-18"),
        ("5\nplay 7", "refused", "refused ", "EP-32"),
        ("5\nkey", " key ", " key 0x", "EP-26"),
        ("5\nrandom 7", "random", "move", "EP-27"),
        ("5\ncount 9 1", "count 3", "count three", "EP-28"),
        ("5\nvalidate", "3 ok", "3 fine", "EP-29"),
        ("time", "time 1500", "time 1.5", "EP-30"),
        ("5\nplay 1\nundo", "4 ok", "4 undone", "EP-25"),
        ("5\ncopy", "3 ok", "3 copied", "EP-24"),
        ("5\nend", "3 ok", "3 ended", "EP-23"),
        ("101", "unsupported", "no", "EP-15"),
        ("101\nposition", "unknown", "position 1\n101", "EP-8"),
        ("5\nend\noutcome", "unknown", "outcome over", "EP-8"),
        ("5", "2 ok\n", "2 ok\nbye\n", "EP-4"),
    ] {
        let found = talk(Setting::default(), replaced(from, to), requests).expect_err(requests);
        assert!(found.contains(&format!("({clause})")), "{requests}: {found}");
    }
    let without = Setting { offers: "", ..Setting::default() };
    let text = talk(without, replaced("played", "played 1"), "5\nplay 1").unwrap_err();
    assert!(text.contains("(EP-19)"), "{text}");
}

#[test]
fn the_same_question_has_the_same_answer_until_the_next_move() {
    let talk = |fault, requests| talk(Setting { fault, ..Setting::default() }, unspoilt, requests);
    let refused = "9\nposition\nplay 3\nposition\nplay 9\nundo\nposition";
    assert_eq!(talk(Fault::None, refused), Ok("position 1\n9\n".into()));
    let found = talk(Fault::UndoesRefused, refused).unwrap_err();
    let expected = "after `3`, `9` (refused), `undo`, the answer to position is `position 1\\n6`; \
                    expected `position 1\\n9` as before (EP-25)";
    assert!(found.starts_with(expected), "{found}");
    let copied = "9\nposition\nplay 3\ncopy\nundo\nposition";
    assert_eq!(talk(Fault::None, copied), Ok("position 1\n9\n".into()));
    let found = talk(Fault::CopyWithoutHistory, copied).unwrap_err();
    assert!(found.contains("after `3`, `copy`, `undo`, the answer to position is"), "{found}");
    assert!(found.contains("(EP-24)"), "{found}");
}

/// The program has no rule set of this name.
#[test]
fn without_texts_the_form_is_checked() {
    let answer = |spoil: &'static str, request| {
        let connected = Connected::connect(Setting::default().connect(replaced(" ok", spoil)).0);
        Prompt::new(connected.unwrap()).request("set-up", request).unwrap()
    };
    assert_eq!(answer(" unknown", "5").unwrap(), "unknown\n");
    assert_eq!(answer(" ok", "5").unwrap(), "ok\n");
    let found = answer(" yes", "5").unwrap_err().to_string();
    assert!(found.contains("(EP-15)"), "{found}");
}

#[test]
fn an_answer_that_changes_by_itself_is_a_breach() {
    let grows = || -> Spoil {
        let mut count = 5;
        Box::new(move |_, answer: String| {
            count += usize::from(answer.contains(" position "));
            answer.replace("\n5\n", &format!("\n{count}\n")).into_bytes()
        })
    };
    for (requests, clause, after) in [
        ("5\nposition\nposition", "EP-21", "asked again, "),
        ("5\nposition\nplay 9\nposition", "EP-18", "after `9` (refused), "),
        ("5\ncopy\nposition\nplay 9\nposition", "EP-18", "after `9` (refused), "),
    ] {
        let found = talk(Setting::default(), grows, requests).expect_err(requests);
        assert!(found.starts_with(after) && found.contains(&format!("({clause})")), "{found}");
    }
}
