//! The checks can fail: every planted slip is noticed by a short campaign, and its case comes out
//! small. In a test binary of its own, because a slip is active in the whole process.

use kit::faults;
use kit::harness::{assert_agree, guard};
use lights_out::engine::planted::Fault;
use lights_out::registration;

#[test]
fn every_planted_slip_is_noticed_and_shown_with_a_small_case() {
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
