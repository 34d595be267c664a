//! Faults that show only after a run of moves of a kind, back and forth, or without one kind.

use std::sync::Arc;

use twinboard_harness::campaign::{self, CampaignBudget, CampaignPlan};
use twinboard_harness::{Subject, TextRules};
use twinboard_vocabulary::text_game::TextGame;

/// A run of moves that a fault waits for: its name, the moves of the game, the length of the run with
/// which the faulty game is over, and whether the run goes on with a move, given the one before.
type Rule = (&'static str, &'static [&'static str], u32, fn(&str, &str) -> bool);

const RULES: [Rule; 4] = [
    // Two of three moves fall back to the ground.
    ("ladder", &["a-back", "up", "z-back"], 20, |_, mv| mv == "up"),
    // Stones without a pass.
    ("stones", &["pass", "a1", "pass twice", "pass for good"], 20, |_, mv| mv == "a1"),
    // A piece that goes back where it came from, again and again.
    ("back and forth", &["a1b1", "a1c1", "a1d1", "b1a1", "c1a1", "d1a1"], 12, |before, mv| {
        before.len() == 4 && before[..2] == mv[2..] && before[2..] == mv[..2]
    }),
    // All moves but one kind, for a long time.
    ("without", &["left", "right", "stay"], 30, |_, mv| mv != "stay"),
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
        let (_, moves, ..) = RULES[RULE];
        moves.iter().filter(|_| self.outcome().is_none()).map(|&mv| mv.to_owned()).collect()
    }

    fn play(&mut self, mv: &str) -> Result<(), String> {
        let (_, moves, _, goes_on) = RULES[RULE];
        let known = moves.iter().find(|known| **known == mv);
        let mv = known.filter(|_| self.outcome().is_none()).ok_or("not a move")?;
        self.length = if goes_on(self.last, mv) { self.length + 1 } else { 0 };
        self.last = mv;
        Ok(())
    }

    fn position(&self) -> String {
        "goes on".into()
    }

    fn outcome(&self) -> Option<String> {
        let (.., run, _) = RULES[RULE];
        (IS_FAULTY && self.length >= run).then(|| "over".into())
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
    assert!(cases[8] <= 20, "{}: {cases:?}", RULES[RULE].0);
}
