//! Tests of the harness with a tiny game that has an engine for every way to be wrong, so that each
//! kind of finding is seen.
//!
//! This is a single test binary, because each binary with the game takes seconds to compile.

/// The legal moves, the position and the outcome of the game inside of another one.
macro_rules! shown_by {
    ($inside:tt) => {
        fn visit_legal_moves(
            &self,
            visit: &mut dyn FnMut(
                &twinboard_vocabulary::LegalMoveOf<Self::Vocabulary>,
            ) -> std::ops::ControlFlow<()>,
        ) -> std::ops::ControlFlow<()> {
            self.$inside.visit_legal_moves(visit)
        }

        fn position(&self) -> twinboard_vocabulary::PositionOf<Self::Vocabulary> {
            self.$inside.position()
        }

        fn outcome(&self) -> twinboard_vocabulary::OutcomeOf<Self::Vocabulary> {
            self.$inside.outcome()
        }
    };
}

mod announced;
mod behind_known;
mod broken_rules;
mod campaign;
mod changing;
mod exhaust;
mod general_laws;
mod known;
mod laws;
mod lockstep;
mod move_policy;
mod perft;
mod promises;
mod report;
mod sampling;
mod shrink;
#[cfg(feature = "proptest")]
mod strategy;
mod subject;
mod swarm;
#[path = "../toy/mod.rs"]
mod toy;

use std::ops::ControlFlow;
use std::sync::Arc;

use twinboard_harness::campaign::{CampaignPlan, FoundDivergence, Visitor, collect};
use twinboard_harness::{Activity, Checked, Checks, Stats, Subject};

/// All failing cases of a campaign, and its statistics.
fn all_found(subject: &Arc<dyn Subject>, plan: &CampaignPlan) -> (Vec<FoundDivergence>, Stats) {
    let mut all = Vec::new();
    let mut found = |found| {
        all.push(found);
        ControlFlow::Continue(())
    };
    let visitor = Visitor::new(&mut found);
    let result = collect(subject, plan, &Arc::default(), visitor);
    (all, result.stats)
}

fn checked(subject: &Arc<dyn Subject>, text: &str, checks: Checks) -> Checked {
    subject.check(&subject.case(text).expect("a case"), checks, &Activity::default())
}
