//! The checks can fail: a short campaign notices every planted fault and shrinks its case. This is
//! a separate test binary, because the active fault is global to a process.

use lights_out::engine::planted::Fault;
use lights_out::registration;
use twinboard::faults;
use twinboard::harness::{assert_agree, guard};

#[test]
fn every_planted_fault_is_noticed_and_shrunk_to_a_small_case() {
    let registration = registration();
    for fault in Fault::ALL {
        faults::activate(Some(fault.entry()));
        let campaign = guard::catch(|| assert_agree(registration.subject(), 1, 300));
        faults::activate(None);
        let report = campaign.expect_err(fault.entry().name);
        let (_, case) = report.split_once("the case\n").expect("a report shows its case");
        let lines = case.lines().take_while(|line| line.starts_with("  "));
        let characters: usize = lines.map(|line| line.trim().len()).sum();
        let most = match fault {
            Fault::LastCell => 64,
            Fault::Wraps => 21,
            Fault::Transposed | Fault::GoesOn => 7,
            Fault::SizeNotHashed => 1,
        };
        assert!(characters <= most, "{report}");
    }
}
