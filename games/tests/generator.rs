//! Drawn cases go deep, go far and go the same way every time.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use harness::campaign::{self, Budget, CorpusCase, Plan};
use harness::stats::size_class;
use harness::{Stats, Subject, report, watch};

/// The seed of the campaign that is judged here.
const SEED: u64 = 1;
/// As many cases as reach even the rarest clause several times.
const CASES: u64 = 2_000;

/// When a step of a case counts as not coming back.
const STEP_LIMIT: Duration = Duration::from_secs(30);

/// Runs a campaign that must find nothing.
fn campaign(
    subject: &Arc<dyn Subject>,
    cases: u64,
    threads: usize,
    corpus: Vec<CorpusCase>,
) -> Stats {
    let plan =
        Plan { seed: SEED, budget: Budget::Cases(cases), threads, step_limit: STEP_LIMIT, corpus };
    let outcome = campaign::run(subject, &plan, &Arc::new(AtomicBool::new(false)), &mut |_| {});
    if let Some(found) = outcome.found {
        let headline = report::headline(subject.name(), &found.divergence.finding);
        let divergence = report::render_divergence(&found.divergence);
        let text = found.text.unwrap_or_default();
        panic!("{headline}\n{:?}\n{divergence}\n{text}", found.origin);
    }
    outcome.stats
}

/// The campaign of fresh cases only that several tests judge, run once for all of them.
fn fresh_campaign(subject: &Arc<dyn Subject>) -> Stats {
    static STATS: Mutex<Vec<(&str, Stats)>> = Mutex::new(Vec::new());
    let mut known = STATS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, stats)) = known.iter().find(|(name, _)| *name == subject.name()) {
        return stats.clone();
    }
    let stats = campaign(subject, CASES, 2, Vec::new());
    assert_eq!((stats.cases, stats.fresh, stats.skipped), (CASES, CASES, 0));
    known.push((subject.name(), stats.clone()));
    stats
}

/// Of a hundred fresh cases, how many have three accepted moves or more.
const DEEP: u64 = 95;
/// Where games are too short for that, with the reason.
const LESS_DEEP: &[(&str, u64, &str)] =
    &[("paint", 50, "the median game on a board of its first group (PT-36) has one move")];

#[test]
fn of_a_hundred_fresh_cases_ninety_five_have_three_accepted_moves_or_more_where_games_are_long() {
    for subject in twinboard_games::all() {
        let name = subject.name();
        let Stats { fresh, fresh_deep, .. } = fresh_campaign(&subject);
        let is_at_least = |share| fresh_deep * 100 >= fresh * share;
        match LESS_DEEP.iter().find(|(short, ..)| *short == name) {
            None => assert!(is_at_least(DEEP), "{fresh_deep} of {fresh} in {name}"),
            Some((_, share, _)) => {
                assert!(is_at_least(*share), "{fresh_deep} of {fresh} in {name}");
                assert!(!is_at_least(DEEP), "{name} goes deep: it need not be excused");
            }
        }
    }
}

#[test]
fn of_a_hundred_steps_one_is_on_a_board_of_two_hundred_cells_or_more() {
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
fn a_campaign_is_the_same_on_any_number_of_threads() {
    for subject in twinboard_games::all() {
        // With the corpus, so that cases made from others are among them, and not a whole number
        // of blocks.
        let mut corpus = corpus(&subject);
        // Whole games of the largest boards only take long here.
        corpus.retain(|case| case.text.len() < 2_500);
        let [one, three] = [1, 3].map(|threads| campaign(&subject, 500, threads, corpus.clone()));
        assert!(one.fresh < 500, "{} cases were made from others", 500 - one.fresh);
        assert_eq!(one, three, "{}", subject.name());
    }
}

#[test]
fn a_case_follows_from_seed_and_number_alone() {
    for subject in twinboard_games::all() {
        let corpus: Arc<[String]> = corpus(&subject).into_iter().map(|case| case.text).collect();
        let drawn = |seed, index| {
            let (subject, corpus) = (Arc::clone(&subject), Arc::clone(&corpus));
            let drawn = watch::watched(STEP_LIMIT, move |activity| {
                let stats = subject.check_drawn(seed, index, &corpus, activity).stats;
                (activity.case_text().expect("a case was played"), stats)
            });
            drawn.unwrap_or_else(|hang| panic!("case {index} of seed {seed} hangs: {hang:?}"))
        };
        let forwards: Vec<_> = (0..100).map(|index| drawn(SEED, index)).collect();
        for index in (0..100).rev() {
            let (text, stats) = &forwards[index as usize];
            let (text_again, stats_again) = drawn(SEED, index);
            assert!(*text == text_again, "case {index} was\n{text}\nand is\n{text_again}");
            assert_eq!(*stats, stats_again, "case {index}:\n{text}");
        }
        let other_seed: Vec<_> = (0..100).map(|index| drawn(SEED + 1, index)).collect();
        let both = forwards.iter().filter(|case| other_seed.contains(case));
        assert!(both.count() < 5, "another seed gives other cases");
    }
}

/// The corpus of a rule set, case by case.
fn corpus(subject: &Arc<dyn Subject>) -> Vec<CorpusCase> {
    let files = twinboard_games::corpus(subject.name());
    let cases = files.flat_map(|file| {
        let texts = subject.split(file.text).expect("the corpus can be read").into_iter();
        texts.map(move |text| CorpusCase { name: file.path.to_owned(), text })
    });
    cases.collect()
}
