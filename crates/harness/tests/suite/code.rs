//! The code of an engine that reports it: what cases reach.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use twinboard_harness::campaign::{CampaignBudget, CampaignPlan, CorpusCase};
use twinboard_harness::nim::{Heap, Nim};
use twinboard_harness::reach::{ReachBudget, Reached, Unmeasured, reach};
use twinboard_harness::shard::Shard;
use twinboard_harness::{Pairing, Subject};
use twinboard_vocabulary::{CodeLine, Game, GameFailure, Implementation};

/// Time without progress that no case takes.
const LIMIT: Duration = Duration::from_mins(1);

/// The functions of the engine: the place of each is its index.
const FUNCTIONS: [&str; 6] = ["play", "take_few", "take_many", "position", "outcome", "unused"];

type Places = Arc<Mutex<BTreeSet<u16>>>;

/// An engine that notes which of its functions run.
struct Noting {
    set_up: fn(&u8) -> Option<Heap>,
    places: Places,
    /// True if the report of its code has a wrong form, as one of another process may have.
    is_malformed: bool,
}

impl Noting {
    fn new(set_up: fn(&u8) -> Option<Heap>) -> Self {
        Self { set_up, places: Places::default(), is_malformed: false }
    }
}

#[derive(Clone)]
struct NotingHeap {
    heap: Heap,
    places: Places,
}

impl NotingHeap {
    fn note(&self, function: &str) {
        let place = FUNCTIONS.iter().position(|it| *it == function).unwrap();
        self.places.lock().unwrap().insert(place as u16);
    }
}

impl Implementation for Noting {
    type Game = NotingHeap;

    fn set_up(&self, setup: &u8) -> Option<NotingHeap> {
        let heap = (self.set_up)(setup)?;
        Some(NotingHeap { heap, places: Arc::clone(&self.places) })
    }

    fn take_coverage(&self, visit: &mut dyn FnMut(u16, u8)) -> bool {
        let places = std::mem::take(&mut *self.places.lock().unwrap());
        for place in places {
            visit(place, 1);
        }
        true
    }

    fn code(&self) -> Vec<CodeLine> {
        if self.is_malformed {
            std::panic::panic_any(GameFailure::new("`nim` is no line of code"));
        }
        let line = |(place, name): (usize, &&str)| CodeLine {
            places: vec![place as u16],
            location: format!("nim:{place}"),
            function: (*name).to_owned(),
        };
        FUNCTIONS.iter().enumerate().map(line).collect()
    }
}

impl Game for NotingHeap {
    type Vocabulary = Nim;

    fn visit_legal_moves(&self, visit: &mut dyn FnMut(&u8) -> ControlFlow<()>) -> ControlFlow<()> {
        // As the rules say, so that only a move shows the fault.
        let taken = self.heap.position().min(3);
        (1..=taken).try_for_each(|stones| visit(&stones))
    }

    fn play(&mut self, stones: &u8) -> Result<u8, &'static str> {
        self.note("play");
        self.note(if *stones < 4 { "take_few" } else { "take_many" });
        self.heap.play(stones)
    }

    fn position(&self) -> u8 {
        self.note("position");
        self.heap.position()
    }

    fn outcome(&self) -> bool {
        self.note("outcome");
        self.heap.outcome()
    }
}

fn subject(set_up: fn(&u8) -> Option<Heap>) -> Arc<dyn Subject> {
    let engine = Arc::new(Noting::new(set_up));
    Pairing::new(Nim, Heap::set_up, Heap::set_up).with_engine(engine).subject()
}

type Measured = Result<Reached, Unmeasured>;

/// What the cases of a plan and this number of random ones reach.
fn measured(set_up: fn(&u8) -> Option<Heap>, plan: &CampaignPlan, cases: u64) -> Measured {
    let budget = ReachBudget { cases, time: None };
    reach(&subject(set_up), plan, budget, &Arc::default()).expect("the engine reports its code")
}

fn plan(corpus: Vec<CorpusCase>) -> CampaignPlan {
    CampaignPlan { step_limit: LIMIT, corpus, ..CampaignPlan::new(1, CampaignBudget::Cases(0)) }
}

#[test]
fn the_corpus_and_the_random_cases_reach_a_share_of_the_code() {
    let case = |name: &str, text: &str| CorpusCase { name: name.into(), text: text.into() };
    let short = case("few", "9\n> 2\n");
    let plan = plan(vec![short.clone()]);
    let measured = |plan: &CampaignPlan, cases| measured(Heap::set_up, plan, cases).unwrap();
    let few = measured(&plan, 0);
    assert_eq!((few.corpus_cases, few.random_cases, few.code.len()), (1, 0, 6));
    assert_eq!(few.by_corpus, few.by_all);
    let never = |reached: &Reached| -> Vec<String> {
        let functions = reached.functions();
        let never = functions.iter().filter(|(_, is_entered)| !is_entered);
        never.map(|(first, _)| first.function.clone()).collect()
    };
    assert_eq!(never(&few), ["take_many", "unused"]);
    let many = measured(&plan, 50);
    assert_eq!((many.random_cases, &many.by_corpus), (50, &few.by_corpus));
    assert_eq!(never(&many), ["unused"]);
    assert_eq!((many.lines(&many.by_corpus), many.lines(&many.by_all)), (4, 5));
    // Shards deal out the cases as in a campaign: the shortest of the corpus is the first.
    let corpus = vec![case("many", "9\n> 4\n> 1\n"), short];
    let of_shard = |number| {
        let shard = Shard::new(number, 2).unwrap();
        measured(&CampaignPlan { corpus: corpus.clone(), shard, ..plan.clone() }, 5)
    };
    let (first, second) = (of_shard(1), of_shard(2));
    assert_eq!((first.corpus_cases, first.random_cases), (1, 3));
    assert_eq!((second.corpus_cases, second.random_cases), (1, 2));
    assert_eq!(first.by_corpus, few.by_corpus);
    assert_ne!(first.by_corpus, second.by_corpus);
}

#[test]
fn a_case_that_is_not_supported_is_not_played_and_one_that_fails_is_named() {
    let case = |text: &str| CorpusCase { name: text.into(), text: text.into() };
    let plan = plan(["100\n> 2\n", "99\n> 2\n", "9\n> 4\n"].map(case).into());
    let small = |stones: &u8| Heap::set_up(stones).filter(|_| *stones <= 99);
    assert_eq!(measured(small, &plan, 0).unwrap().corpus_cases, 2);
    let failed = measured(Heap::set_up_faulty, &plan, 0);
    let Err(Unmeasured::Failed(message)) = failed else { panic!("it fails") };
    assert!(message.ends_with(", in the case\n9\n> 4\n"), "{message}");
}

/// A campaign does not ask for the code, so nobody else would tell.
#[test]
fn a_report_of_the_code_that_has_a_wrong_form_is_told() {
    let engine = Arc::new(Noting { is_malformed: true, ..Noting::new(Heap::set_up_faulty) });
    let subject = Pairing::new(Nim, Heap::set_up, Heap::set_up).with_engine(engine).subject();
    let budget = ReachBudget { cases: 0, time: None };
    let reached = reach(&subject, &plan(Vec::new()), budget, &Arc::default());
    let expected = "`nim` is no line of code".to_owned();
    assert_eq!(reached, Some(Err(Unmeasured::Failed(expected))));
}
