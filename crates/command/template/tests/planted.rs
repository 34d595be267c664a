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
        let case = report.split("the case\n").nth(1).unwrap_or(&report);
        assert!(case.len() < 40, "{report}");
    }
}
