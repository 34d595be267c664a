//! Generated cases are deep and large, and read back as they are written.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use twinboard_harness::campaign::{self, CampaignBudget, CampaignPlan};
use twinboard_harness::stats::size_class;
use twinboard_harness::{AnyCase, Stats, Subject, report};

const SEED: u64 = 2;
/// Enough cases, with this seed, to reach even the rarest clause. Other tests look for divergences
/// in other cases.
const CASES: u64 = if cfg!(feature = "long-tests") { 2_000 } else { 600 };

/// Step limit: a step of a case that takes longer counts as a hang.
const STEP_LIMIT: Duration = Duration::from_secs(30);

/// A campaign of fresh cases only, which finds nothing, run once for all tests of it.
fn fresh_campaign(subject: &Arc<dyn Subject>) -> Stats {
    static STATS: Mutex<Vec<(&str, Stats)>> = Mutex::new(Vec::new());
    let mut known = STATS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, stats)) = known.iter().find(|(name, _)| *name == subject.name()) {
        return stats.clone();
    }
    let plan = CampaignPlan {
        threads: 2,
        step_limit: STEP_LIMIT,
        ..CampaignPlan::new(SEED, CampaignBudget::Cases(CASES))
    };
    let result = campaign::run(subject, &plan, &Arc::new(AtomicBool::new(false)), &mut |_| {});
    if let Some(found) = result.found {
        let divergence = report::render_divergence(&found.divergence);
        let text = found.case.as_ref().map_or("", AnyCase::text);
        panic!("{:?}\n{divergence}\n{text}", found.origin);
    }
    let stats = result.stats;
    assert_eq!((stats.cases, stats.fresh, stats.skipped), (CASES, CASES, 0));
    known.push((subject.name(), stats.clone()));
    stats
}

/// Percentage of fresh cases that must have three or more accepted moves.
const DEEP: u64 = 95;
/// Rule sets whose games are too short for that: name, percentage and reason.
const LESS_DEEP: &[(&str, u64, &str)] =
    &[("paint", 50, "the median game on a board of its first group (PT-36) has one move")];

#[test]
fn ninety_five_percent_of_fresh_cases_have_three_accepted_moves_where_games_are_long() {
    for subject in twinboard_games::all() {
        let name = subject.name();
        let Stats { fresh, fresh_deep, .. } = fresh_campaign(&subject);
        let is_at_least = |share| fresh_deep * 100 >= fresh * share;
        match LESS_DEEP.iter().find(|(short, ..)| *short == name) {
            None => assert!(is_at_least(DEEP), "{fresh_deep} of {fresh} in {name}"),
            Some((_, share, _)) => {
                assert!(is_at_least(*share), "{fresh_deep} of {fresh} in {name}");
                assert!(!is_at_least(DEEP), "{name} goes deep: the exception is obsolete");
            }
        }
    }
}

#[test]
fn one_percent_of_steps_are_on_boards_of_two_hundred_cells_or_more() {
    for subject in twinboard_games::all() {
        let stats = fresh_campaign(&subject);
        let large: u64 = stats.steps_by_size[size_class(200)..].iter().sum();
        let steps = stats.steps;
        assert!(large * 100 >= steps, "{large} of {steps} in {}", subject.name());
    }
}

#[test]
fn every_clause_is_reached() {
    for subject in twinboard_games::all() {
        let stats = fresh_campaign(&subject);
        assert_eq!(stats.clauses.len(), subject.clauses().len());
        for (clause, count) in subject.clauses().iter().zip(stats.clauses) {
            assert!(count > 0, "{}: nothing for {} ({})", subject.name(), clause.id, clause.name);
        }
    }
}

#[test]
fn all_that_a_fuzzer_makes_reads_back_as_it_is_written() {
    for subject in twinboard_games::all() {
        let files = twinboard_games::corpus(subject.name());
        let cases = files.flat_map(|file| subject.read(file.text).expect("it can be read"));
        let corpus: Vec<AnyCase> = cases.filter(|case| case.text().len() < 200).collect();
        let made = corpus.windows(2).zip(0..60).flat_map(|(pair, seed)| {
            let [one, other] = [0, 1].map(|of| pair[of].text().as_bytes());
            let drawn = subject.draw(seed).map(|case| case.text().to_owned());
            let changed = subject.mutate(one, seed, 600);
            let crossed = subject.cross(one, other, seed, 600);
            [drawn, changed, crossed, subject.simpler(one, seed, 600)]
        });
        let made: Vec<String> = made.flatten().collect();
        for text in &made {
            let read = subject.read(text.as_bytes()).unwrap();
            let read: Vec<&str> = read.iter().map(AnyCase::text).collect();
            assert_eq!(read, [text.as_str()], "{}", subject.name());
        }
        assert!(made.len() > 100, "{}: {} texts", subject.name(), made.len());
    }
}
