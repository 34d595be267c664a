//! The checks can fail: a short campaign notices every planted fault and shrinks its case. This is
//! a separate test binary, because the active fault is global to a process.

use std::sync::Arc;

use own_ruleset::pairing;
use own_ruleset::planted::Fault;
use twinboard::harness::{Subject, assert_agree, guard};

#[test]
fn every_planted_fault_is_noticed_and_shrunk_to_a_small_case() {
    let subject: Arc<dyn Subject> = pairing().subject();
    for fault in Fault::ALL {
        twinboard::faults::activate(Some(fault.entry()));
        let campaign = guard::catch(|| assert_agree(&subject, 1, 300));
        twinboard::faults::activate(None);
        let report = campaign.expect_err(fault.entry().name);
        let (_, case) = report.split_once("the case\n").expect("a report shows its case");
        let lines = case.lines().take_while(|line| line.starts_with("  "));
        let characters: usize = lines.map(|line| line.trim().len()).sum();
        let most = match fault {
            Fault::LastHole => 3,
            Fault::Hole64 => 64,
            Fault::PegStays => 12,
        };
        assert!(characters <= most, "{report}");
    }
}
