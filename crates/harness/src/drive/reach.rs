//! The code of an engine in another process that cases reach (EP-36, EP-37).
//!
//! A campaign is not asked for it: counting slows some engines down several times. The cases are
//! played again, one after the other, by an engine that counts.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use twinboard_vocabulary::{CodeLine, FIRST_STEP};

use crate::check::checks::Checks;
use crate::check::lockstep::Verdict;
use crate::drive::campaign::CampaignPlan;
use crate::drive::subject::Subject;
use crate::drive::watch;
use crate::model::activity::Activity;
use crate::model::guard;

/// Places of code that ran ([`Implementation::take_coverage`]).
///
/// [`Implementation::take_coverage`]: twinboard_vocabulary::Implementation::take_coverage
pub type Places = BTreeSet<u16>;

/// The code of an engine that cases reached.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reached {
    /// Number of cases of the corpus that were played.
    pub corpus_cases: u64,
    /// Number of random cases that were played.
    pub random_cases: u64,
    /// The places that cases of the corpus reached.
    pub by_corpus: Places,
    /// The places that any case reached.
    pub by_all: Places,
    /// All lines of the engine's code, each once; empty if the engine does not report them.
    pub code: Vec<CodeLine>,
}

/// Limits on the cases that are played again.
#[derive(Clone, Copy, Debug)]
pub struct ReachBudget {
    /// Number of random cases of all shards.
    pub cases: u64,
    /// Total time; `None` for no limit.
    pub time: Option<Duration>,
}

/// Plays the corpus and the first random cases of a campaign, those of its shard, in its order, on
/// one thread, and returns the code that they reach; `None` if the engine does not report it. Cases
/// that fail count, too. Setting `stop` ends it early.
///
/// The inner error is the reason why the code is not known although the engine reports it, such as
/// a report of a wrong form: a campaign does not ask for it, and finds nothing.
///
/// ```
/// # use std::time::Duration;
/// use twinboard_harness::campaign::{CampaignBudget, CampaignPlan};
/// use twinboard_harness::nim::{Heap, Nim};
/// use twinboard_harness::reach::{ReachBudget, reach};
/// # use twinboard_harness::shard::Shard;
/// use twinboard_harness::Pairing;
///
/// # let (budget, shard) = (CampaignBudget::Cases(10), Shard::WHOLE);
/// # let (threads, step_limit) = (1, Duration::from_secs(5));
/// let subject = Pairing::new(Nim, Heap::set_up, Heap::set_up).subject();
/// let plan = CampaignPlan { seed: 1, budget, threads, step_limit, corpus: Vec::new(), shard };
/// // An engine in this process does not report its code.
/// let budget = ReachBudget { cases: 10, time: None };
/// assert_eq!(reach(&subject, &plan, budget, &Default::default()), None);
/// ```
#[must_use]
pub fn reach(
    subject: &Arc<dyn Subject>,
    plan: &CampaignPlan,
    budget: ReachBudget,
    stop: &Arc<AtomicBool>,
) -> Option<Result<Reached, String>> {
    let corpus: Vec<String> = plan.corpus.iter().map(|case| case.text.clone()).collect();
    let (subject, stop, seed) = (Arc::clone(subject), Arc::clone(stop), plan.seed);
    let (in_turn, shard) = (plan.order(), plan.shard);
    let of_corpus = corpus.len() as u64;
    let jobs = shard.share_of(of_corpus.saturating_add(budget.cases));
    let end = budget.time.and_then(|time| Instant::now().checked_add(time));
    let is_over = move || stop.load(Relaxed) || end.is_some_and(|end| Instant::now() >= end);
    let measure = move |activity: &Activity| {
        let mut reached = Reached::default();
        take_places(&*subject)?;
        for &place in (0..shard.share_of(of_corpus)).map(|job| &in_turn[shard.job(job) as usize]) {
            if is_over() {
                break;
            }
            let text = &corpus[place];
            let checked = subject.check_with(text.as_bytes(), Checks::campaign(), activity);
            reached.by_corpus.extend(take_places(&*subject)?);
            let is_played = checked.is_ok_and(|it| !matches!(it.verdict, Verdict::Skipped(_)));
            reached.corpus_cases += u64::from(is_played);
        }
        reached.by_all.clone_from(&reached.by_corpus);
        for job in shard.share_of(of_corpus)..jobs {
            if is_over() {
                break;
            }
            let _ = subject.check_drawn(seed, shard.job(job) - of_corpus, &corpus, activity);
            reached.by_all.extend(take_places(&*subject)?);
            reached.random_cases += 1;
        }
        reached.code = code_of(&*subject);
        Some(reached)
    };
    // A breach of the protocol panics.
    let guarded = move |activity: &Activity| guard::catch(|| measure(activity)).transpose();
    watch::watched(plan.step_limit, guarded)
        .unwrap_or_else(|_| Some(Err("the engine hangs".into())))
}

/// The places of code that have run since the last call; `None` if the engine does not report them.
pub(crate) fn take_places(subject: &dyn Subject) -> Option<Places> {
    let mut places = Places::new();
    let is_known = subject.take_coverage(&mut |place, _| {
        if place < FIRST_STEP {
            places.insert(place);
        }
    });
    is_known.then_some(places)
}

/// The lines of the engine's code in the order of their names, each once.
pub(crate) fn code_of(subject: &dyn Subject) -> Vec<CodeLine> {
    let mut lines: BTreeMap<_, Places> = BTreeMap::new();
    for CodeLine { places, location, function } in subject.code() {
        lines.entry((function, in_file(&location), location)).or_default().extend(places);
    }
    let line = |((function, _, location), places): (_, Places)| CodeLine {
        places: places.into_iter().collect(),
        location,
        function,
    };
    lines.into_iter().map(line).collect()
}

/// File and number of a line such as `game.py:57`, which sort better than its text.
fn in_file(location: &str) -> (String, u64) {
    let (file, number) = location.rsplit_once(':').unwrap_or((location, ""));
    (file.to_owned(), number.parse().unwrap_or(0))
}

impl Reached {
    /// Number of lines that the places are of.
    #[must_use]
    pub fn lines(&self, places: &Places) -> usize {
        self.code.iter().filter(|line| has_run(line, places)).count()
    }

    /// The functions, each with its first line, and whether a case entered it.
    #[must_use]
    pub fn functions(&self) -> Vec<(&CodeLine, bool)> {
        let named = self.code.iter().filter(|line| !line.function.is_empty());
        let mut all: Vec<(&CodeLine, bool)> = Vec::new();
        for line in named {
            let runs = has_run(line, &self.by_all);
            match all.last_mut() {
                Some((first, is_entered)) if first.function == line.function => *is_entered |= runs,
                _ => all.push((line, runs)),
            }
        }
        all
    }
}

fn has_run(line: &CodeLine, places: &Places) -> bool {
    line.places.iter().any(|place| places.contains(place))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use twinboard_vocabulary::{CodeLine, Implementation};

    use super::{CampaignPlan, Places, ReachBudget, Reached, in_file, reach};
    use crate::drive::campaign::{CampaignBudget, CorpusCase};
    use crate::drive::subject::Subject;
    use crate::model::nim::{Heap, Nim};
    use crate::model::pairing::Pairing;
    use crate::model::shard::Shard;

    /// An engine that reports its code, and supports no heap above 99.
    struct Small;

    impl Implementation for Small {
        type Game = Heap;

        fn set_up(&self, stones: &u8) -> Option<Heap> {
            if *stones > 99 { None } else { Heap::set_up_faulty(stones) }
        }

        fn take_coverage(&self, _visit: &mut dyn FnMut(u16, u8)) -> bool {
            true
        }
    }

    #[test]
    fn a_case_that_the_engine_does_not_support_is_not_played() {
        let case = |text: &str| CorpusCase { name: text.into(), text: text.into() };
        let plan = CampaignPlan {
            seed: 1,
            budget: CampaignBudget::Cases(0),
            threads: 1,
            step_limit: Duration::from_mins(1),
            corpus: ["100\n> 2\n", "99\n> 2\n", "9\n> 4\n"].map(case).into(),
            shard: Shard::WHOLE,
        };
        let pairing = Pairing::new(Nim, Heap::set_up, Heap::set_up).with_engine(Arc::new(Small));
        let subject: Arc<dyn Subject> = pairing.subject();
        let budget = ReachBudget { cases: 0, time: None };
        let reached = reach(&subject, &plan, budget, &Arc::default());
        // One of the others fails, and counts.
        assert_eq!(reached.expect("the engine reports its code").unwrap().corpus_cases, 2);
    }

    fn line(places: &[u16], location: &str, function: &str) -> CodeLine {
        CodeLine { places: places.into(), location: location.into(), function: function.into() }
    }

    #[test]
    fn a_function_is_entered_if_one_of_its_lines_runs() {
        let code = vec![
            line(&[9], "a:1", ""),
            line(&[1, 2], "a:2", "f"),
            line(&[3], "a:3", "f"),
            line(&[4], "a:7", "g"),
            line(&[], "a:8", "g"),
        ];
        let reached = Reached { code, by_all: Places::from([3, 5]), ..Reached::default() };
        let all: Vec<_> =
            reached.functions().iter().map(|(first, runs)| (&*first.location, *runs)).collect();
        assert_eq!(all, [("a:2", true), ("a:7", false)]);
        assert_eq!(reached.lines(&reached.by_all), 1);
        assert_eq!(reached.lines(&Places::from([1, 2, 4])), 2);
    }

    #[test]
    fn lines_are_in_the_order_of_their_numbers() {
        assert!(in_file("a.py:9") < in_file("a.py:10") && in_file("0x9") < in_file("a:1"));
    }
}
