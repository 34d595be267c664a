//! No position shows the margin, but games with another one go on differently: keys may have it.

use std::ops::ControlFlow;
use std::sync::Arc;

use twinboard_games::linkpop::LinkPopRules;
use twinboard_harness::Pairing;
use twinboard_harness::campaign::{self, CampaignBudget, CampaignPlan};
use twinboard_vocabulary::linkpop::{Board, LinkPop, Margin, Outcome, Pop, Setup, Step};
use twinboard_vocabulary::random::digest;
use twinboard_vocabulary::{Game, ResultOf};

use super::Oracle;

/// Its key is that of the board and the margin.
#[derive(Clone)]
struct Keyed(Oracle, Margin);

impl Game for Keyed {
    type Vocabulary = LinkPop;

    fn visit_legal_moves(&self, visit: &mut dyn FnMut(&Pop) -> ControlFlow<()>) -> ControlFlow<()> {
        self.0.visit_legal_moves(visit)
    }

    fn play(&mut self, mv: &Step) -> ResultOf<LinkPop> {
        self.0.play(mv)
    }

    fn position(&self) -> Board {
        self.0.position()
    }

    fn outcome(&self) -> Outcome {
        self.0.outcome()
    }

    fn key(&self) -> Option<u64> {
        let shown = format!("{:?} {:?}", self.position(), self.1);
        Some(digest(shown.as_bytes()))
    }
}

#[test]
fn a_key_may_have_the_margin() {
    let set_up = |setup: &Setup| Some(Keyed(Oracle::set_up(setup)?, setup.margin));
    let subject = Pairing::new(LinkPopRules::default(), set_up, Oracle::set_up).subject();
    let plan = CampaignPlan::new(1, CampaignBudget::Cases(100));
    let found = campaign::run(&subject, &plan, &Arc::default(), &mut |_| ()).found;
    assert_eq!(found, None);
}
