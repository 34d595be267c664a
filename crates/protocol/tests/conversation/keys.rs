//! Keys of several processes (EP-26).

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use twinboard_protocol::KeyDifference;
use twinboard_vocabulary::{Game, Implementation};

use crate::engine;
use crate::server::{Setting, Spoil, unspoilt};

/// Set-ups of which the first is not supported.
const SETUPS: [u8; 5] = [101, 9, 2, 5, 7];

fn compare(
    setting: Setting,
    spoil: impl Fn() -> Spoil + Send + Sync + 'static,
) -> Result<Option<KeyDifference>, String> {
    let engine = engine(setting.connect(spoil).0).unwrap();
    // What is played before does not matter, nor that a game goes on.
    let game = engine.set_up(&3).unwrap();
    let _ = (game.position(), game.key());
    drop(game);
    engine.compare_keys(SETUPS)
}

/// Spoils keys: the function gets the number of the process, from 0, the number of the key in it, and
/// the key.
fn keys(change: fn(usize, usize, &str) -> String) -> impl Fn() -> Spoil + Send + Sync {
    let processes = AtomicUsize::new(0);
    move || {
        let process = processes.fetch_add(1, Relaxed);
        let mut keys = 0;
        Box::new(move |_, answer: String| {
            let (number, rest) = answer.trim_end().split_once(' ').unwrap();
            let Some(key) = rest.strip_prefix("key ") else { return answer.into_bytes() };
            keys += 1;
            format!("{number} key {}\n", change(process, keys, key)).into_bytes()
        })
    }
}

#[test]
fn equal_keys_are_no_breach_however_they_are_written() {
    assert_eq!(compare(Setting::default(), unspoilt), Ok(None));
    let written =
        keys(|process, _, key| if process == 0 { key.to_uppercase() } else { format!("00{key}") });
    assert_eq!(compare(Setting::default(), written), Ok(None));
    let without = Setting { offers: "end events reasons", ..Setting::default() };
    assert_eq!(compare(without, unspoilt), Ok(None));
}

#[test]
fn keys_that_depend_on_the_process_are_a_breach_with_the_requests_that_repeat_it() {
    let by_process = keys(|process, _, key| format!("{key}{process}"));
    let found = compare(Setting::default(), by_process).unwrap().unwrap();
    let expected =
        "two processes of the engine have the keys ab052 and ab053 for one position (EP-26)";
    assert_eq!((found.message.as_str(), found.is_by_process), (expected, true));
    assert_eq!(found.requests, "set-up\n5\n\nkey\n");
    // Only from some position on.
    let rare = keys(|process, _, key| if key == "ab06" { process.to_string() } else { key.into() });
    let found = compare(Setting::default(), rare).unwrap().unwrap();
    assert_eq!(found.requests, "set-up\n9\n\nplay 1\nplay 1\nplay 1\nkey\n");
    // No others can be started.
    let by_process = keys(|process, _, key| format!("{key}{process}"));
    let two = Setting { processes: 2, ..Setting::default() };
    let found = compare(two, by_process).unwrap().unwrap();
    assert!(found.message.starts_with("two processes of the engine have the keys ab050 and ab051"));
}

/// Such as numbers for the cells that are drawn at their first use.
#[test]
fn keys_that_depend_on_what_was_played_before_are_a_breach() {
    let by_order = keys(|_, number, _| number.to_string());
    let found = compare(Setting::default(), by_order).unwrap().unwrap();
    let expected = "two processes of the engine have the keys 9 and 1 for one position, and each \
                    that has done nothing else has 1: the key depends on what a process did before (EP-26)";
    assert_eq!((found.message.as_str(), found.is_by_process), (expected, false));
}

/// Counts the processes that run.
struct Running(Arc<AtomicUsize>);

impl Drop for Running {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Relaxed);
    }
}

#[test]
fn no_two_processes_run_at_the_same_time() {
    let running = Arc::new(AtomicUsize::new(0));
    let most = Arc::new(AtomicUsize::new(0));
    let counted = (Arc::clone(&running), Arc::clone(&most));
    let compared = compare(Setting::default(), move || {
        let (running, most) = &counted;
        most.fetch_max(running.fetch_add(1, Relaxed) + 1, Relaxed);
        let running = Running(Arc::clone(running));
        Box::new(move |_, answer| {
            let _ = &running;
            answer.into_bytes()
        })
    });
    assert_eq!((compared, most.load(Relaxed)), (Ok(None), 1));
}

#[test]
fn what_prevents_the_comparison_is_said() {
    let one = Setting { processes: 1, ..Setting::default() };
    let expected = "the engine cannot be started: too many open files";
    assert_eq!(compare(one, unspoilt), Err(expected.into()));
    let engine = engine(Setting::default().connect(unspoilt).0).unwrap();
    let compared = engine.compare_keys([101, 102]);
    assert_eq!(compared, Err("the engine supports none of the set-ups".into()));
    let broken = keys(|process, _, key| if process == 1 { "x".into() } else { key.into() });
    let reason = compare(Setting::default(), broken).unwrap_err();
    assert!(reason.starts_with("the answer to key is `key x`"), "{reason}");
}
