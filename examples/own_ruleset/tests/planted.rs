//! The checks can fail: slips planted in the engine are noticed, and come out small.

use std::sync::Arc;

use harness::{Pairing, Subject, assert_agree, guard};
use own_ruleset::engine::{Bits, HOLE_64, LAST_HOLE};
use own_ruleset::oracle::Naive;
use own_ruleset::rules::PegRules;

/// The report of a short campaign with this slip.
fn report<const SLIP: u8>() -> String {
    let wrong: Arc<dyn Subject> = Arc::new(Pairing::new(PegRules, Bits::<SLIP>::set_up, Naive::set_up));
    let report = guard::catch(|| assert_agree(&wrong, 1, 300)).expect_err("it is noticed");
    assert!(report.starts_with("DIVERGENCE pegs: engine and oracle differ"), "{report}");
    report
}

#[test]
fn an_engine_that_never_sees_the_last_hole_empty_is_shown_with_three_holes() {
    let report = report::<LAST_HOLE>();
    assert!(report.contains("\nthe case\n  oo.\n  0\n"), "{report}");
}

#[test]
fn an_engine_without_hole_64_is_shown_with_an_empty_row() {
    let report = report::<HOLE_64>();
    assert!(report.contains(&format!("\nthe case\n  {}\n  0\n", ".".repeat(64))), "{report}");
}
