//! Faults that show only after a run of moves of a kind, back and forth, or without one kind.

use std::sync::Arc;

use twinboard_harness::campaign::{self, CampaignBudget, CampaignPlan};
use twinboard_harness::{Subject, TextRules};
use twinboard_vocabulary::text_game::TextGame;

/// A run of moves that a fault waits for.
struct Rule {
    name: &'static str,
    moves: &'static [&'static str],
    /// The length of the run with which the faulty game is over.
    run: u32,
    /// True if the run goes on with a move, given the one before.
    goes_on: fn(&str, &str) -> bool,
}

const RULES: [Rule; 4] = [
    // Two of three moves fall back to the ground.
    Rule {
        name: "ladder",
        moves: &["a-back", "up", "z-back"],
        run: 20,
        goes_on: |_, mv| mv == "up",
    },
    // Stones without a pass.
    Rule {
        name: "stones",
        moves: &["pass", "a1", "pass twice", "pass for good"],
        run: 20,
        goes_on: |_, mv| mv == "a1",
    },
    // A piece that goes back where it came from, again and again.
    Rule {
        name: "back and forth",
        moves: &["a1b1", "a1c1", "a1d1", "b1a1", "c1a1", "d1a1"],
        run: 12,
        goes_on: |before, mv| before.len() == 4 && before[..2] == mv[2..] && before[2..] == mv[..2],
    },
    // All moves but one kind, for a long time.
    Rule {
        name: "without",
        moves: &["left", "right", "stay"],
        run: 30,
        goes_on: |_, mv| mv != "stay",
    },
];

/// A game that shows nothing but whether it is over. An engine with a fault ends it after a run.
#[derive(Clone)]
struct Run<const RULE: usize, const IS_FAULTY: bool> {
    length: u32,
    last: &'static str,
}

impl<const RULE: usize, const IS_FAULTY: bool> TextGame for Run<RULE, IS_FAULTY> {
    fn set_up(setup: &str) -> Result<Self, String> {
        let start = Self { length: 0, last: "" };
        if setup == "start" { Ok(start) } else { Err("`start`".into()) }
    }

    fn moves(&self) -> Vec<String> {
        let is_over = self.outcome().is_some();
        RULES[RULE].moves.iter().filter(|_| !is_over).map(|&mv| mv.to_owned()).collect()
    }

    fn play(&mut self, mv: &str) -> Result<(), String> {
        let known = RULES[RULE].moves.iter().find(|known| **known == mv);
        let mv = known.filter(|_| self.outcome().is_none()).ok_or("not a move")?;
        let goes_on = (RULES[RULE].goes_on)(self.last, mv);
        self.length = if goes_on { self.length + 1 } else { 0 };
        self.last = mv;
        Ok(())
    }

    fn position(&self) -> String {
        "goes on".into()
    }

    fn outcome(&self) -> Option<String> {
        (IS_FAULTY && self.length >= RULES[RULE].run).then(|| "over".into())
    }
}

#[test]
fn runs_of_a_kind_are_found_in_few_cases() {
    run_is_found::<0>();
    run_is_found::<1>();
    run_is_found::<2>();
    run_is_found::<3>();
}

/// In nine of ten seeds.
fn run_is_found<const RULE: usize>() {
    let rules = TextRules::new::<Run<RULE, false>>("run", &["start"]).engine::<Run<RULE, true>>();
    let subject: Arc<dyn Subject> = rules.pairing().subject();
    let cases = |seed| {
        let plan = CampaignPlan::new(seed, CampaignBudget::Cases(400));
        campaign::run(&subject, &plan, &Arc::default(), &mut |_| ()).stats.cases
    };
    let mut cases: Vec<u64> = (1..=10).map(cases).collect();
    cases.sort_unstable();
    assert!(cases[8] <= 20, "{}: {cases:?}", RULES[RULE].name);
}
