//! The solver is right about the games of the corpus, and about all small boards.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

use twinboard_harness::triage;
use twinboard_vocabulary::Vocabulary;
use twinboard_vocabulary::paint::Paint;

use super::checks;

#[test]
fn no_case_of_the_corpus_shows_a_wrong_answer() {
    const THREADS: usize = 2;

    let count = AtomicUsize::new(0);
    let check_some = |first: usize| {
        let subject = checks::pairing().subject();
        for file in twinboard_games::corpus(Paint::NAME).skip(first).step_by(THREADS) {
            for case in subject.read(file.text).expect("the corpus can be read") {
                let found = triage::play(&subject, &case, Duration::from_secs(30)).divergence();
                assert!(found.is_none(), "{}: {found:?}", file.path);
                count.fetch_add(1, Relaxed);
            }
        }
    };
    thread::scope(|scope| {
        (0..THREADS).for_each(|first| drop(scope.spawn(move || check_some(first))));
    });
    let count = count.into_inner();
    assert!(count > 50, "{count} cases");
}

/// The claims of a run that VERIFICATION.md reports; `crates/games/tests/exhaust.rs` has its other
/// totals.
#[cfg(feature = "long-tests")]
#[test]
fn all_claims_about_boards_up_to_3_by_3_with_numbers_up_to_four_are_right() {
    use twinboard_harness::exhaust::{Bounds, ExhaustEnd, ExhaustPlan};

    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let plan = ExhaustPlan { threads, ..ExhaustPlan::new(Bounds::new([(3, 3)], 4)) };
    let result = twinboard_paint_player::subject().exhaust(&plan, &mut |_| ());
    assert_eq!(result.end, ExhaustEnd::Done);
    let claims: u64 = result.finished.iter().map(|finished| finished.figures.claims).sum();
    assert_eq!(claims, 2_568_602);
}
