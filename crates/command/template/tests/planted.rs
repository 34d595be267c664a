//! The checks can fail: they detect each planted fault and report a small case.

use my_game::engine::planted::CATALOGUE;
use my_game::subject;
use twinboard::faults::activate;
use twinboard::harness::{assert_agree, guard};

#[test]
fn every_planted_fault_is_detected() {
    for planted in CATALOGUE {
        activate(Some(planted));
        let report = guard::catch(|| assert_agree(&subject(), 1, 500));
        activate(None);
        let report = report.expect_err(planted.name);
        let (_, case) = report
            .split_once("the case\n")
            .expect("a report shows its case");
        // Behind the case, the message of a panic has the path of this file.
        let lines = case.lines().take_while(|line| line.starts_with("  "));
        assert!(lines.map(str::len).sum::<usize>() < 40, "{report}");
    }
}
