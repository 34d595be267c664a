//! Faults that show only after a run of moves of a kind, back and forth, or without one kind.

use std::sync::Arc;

use twinboard_harness::campaign::{self, CampaignBudget, CampaignPlan};
use twinboard_harness::{Subject, TextRules};
use twinboard_vocabulary::text_game::TextGame;

/// A count of moves that a fault waits for, kept by a rule.
trait Rule: Copy + Send + 'static {
    const MOVES: &'static [&'static str];
    /// The length of the run with which the faulty game is over.
    const RUN: u32;

    /// The length of the run after another move.
    fn run_after(run: u32, before: Option<&str>, mv: &str) -> u32;
}

/// A game that shows nothing but whether it is over. An engine with a fault ends it after a run.
#[derive(Clone, Copy)]
struct Run<R, const IS_FAULTY: bool> {
    length: u32,
    last: Option<&'static str>,
    rule: std::marker::PhantomData<R>,
}

impl<R: Rule, const IS_FAULTY: bool> TextGame for Run<R, IS_FAULTY> {
    fn set_up(setup: &str) -> Result<Self, String> {
        let start = Self { length: 0, last: None, rule: std::marker::PhantomData };
        if setup == "start" { Ok(start) } else { Err("`start`".into()) }
    }

    fn moves(&self) -> Vec<String> {
        let is_over = self.outcome().is_some();
        R::MOVES.iter().filter(|_| !is_over).map(|&mv| mv.to_owned()).collect()
    }

    fn play(&mut self, mv: &str) -> Result<(), String> {
        let known = R::MOVES.iter().find(|known| **known == mv);
        let mv = known.filter(|_| self.outcome().is_none()).ok_or("not a move")?;
        self.length = R::run_after(self.length, self.last, mv);
        self.last = Some(mv);
        Ok(())
    }

    fn position(&self) -> String {
        "goes on".into()
    }

    fn outcome(&self) -> Option<String> {
        (IS_FAULTY && self.length >= R::RUN).then(|| "over".into())
    }
}

/// Two of three moves fall back to the ground.
#[derive(Clone, Copy)]
struct Ladder;

impl Rule for Ladder {
    const MOVES: &'static [&'static str] = &["a-back", "up", "z-back"];
    const RUN: u32 = 20;

    fn run_after(run: u32, _: Option<&str>, mv: &str) -> u32 {
        if mv == "up" { run + 1 } else { 0 }
    }
}

/// Stones without a pass.
#[derive(Clone, Copy)]
struct Stones;

impl Rule for Stones {
    const MOVES: &'static [&'static str] = &["pass", "a1", "pass twice", "pass for good"];
    const RUN: u32 = 20;

    fn run_after(run: u32, _: Option<&str>, mv: &str) -> u32 {
        if mv == "a1" { run + 1 } else { 0 }
    }
}

/// A piece that goes back where it came from, again and again.
#[derive(Clone, Copy)]
struct BackAndForth;

impl Rule for BackAndForth {
    const MOVES: &'static [&'static str] = &["a1b1", "a1c1", "a1d1", "b1a1", "c1a1", "d1a1"];
    const RUN: u32 = 12;

    fn run_after(run: u32, before: Option<&str>, mv: &str) -> u32 {
        let is_back = before.is_some_and(|before| before[..2] == mv[2..] && before[2..] == mv[..2]);
        if is_back { run + 1 } else { 0 }
    }
}

/// All moves but one kind, for a long time.
#[derive(Clone, Copy)]
struct Without;

impl Rule for Without {
    const MOVES: &'static [&'static str] = &["left", "right", "stay"];
    const RUN: u32 = 30;

    fn run_after(run: u32, _: Option<&str>, mv: &str) -> u32 {
        if mv == "stay" { 0 } else { run + 1 }
    }
}

/// The cases until the fault is found, for ten seeds, sorted.
fn cases_to_find<R: Rule>() -> Vec<u64> {
    let rules = TextRules::new::<Run<R, false>>("run", &["start"]).engine::<Run<R, true>>();
    let subject: Arc<dyn Subject> = rules.pairing().subject();
    let cases = |seed| {
        let plan = CampaignPlan::new(seed, CampaignBudget::Cases(400));
        campaign::run(&subject, &plan, &Arc::default(), &mut |_| ()).stats.cases
    };
    let mut cases: Vec<u64> = (1..=10).map(cases).collect();
    cases.sort_unstable();
    cases
}

#[test]
fn runs_of_a_kind_are_found_in_few_cases() {
    for (name, cases) in [
        ("ladder", cases_to_find::<Ladder>()),
        ("stones", cases_to_find::<Stones>()),
        ("back and forth", cases_to_find::<BackAndForth>()),
        ("without", cases_to_find::<Without>()),
    ] {
        println!("{name}: {cases:?}");
        assert!(cases[8] <= 20, "{name}: {cases:?}");
    }
}
