//! Set-ups are brought within the limits that an engine in another process states (EP-13).

use std::ops::RangeInclusive;

use arbitrary::Unstructured;
use twinboard_games::{linkpop, paint, samegame};
use twinboard_harness::RuleSet;
use twinboard_harness::random::SplitMix;
use twinboard_vocabulary::Vocabulary;
use twinboard_vocabulary::game::below;

/// Draws set-ups and limits, and checks that a set-up within the limits exists.
fn set_ups_are_brought_within_limits<R: RuleSet>(rules: &R, maxima: &[u64]) {
    let mut random = SplitMix::new(1);
    for _ in 0..500 {
        let bytes: Vec<u8> = (0..512).flat_map(|_| random.next_u64().to_le_bytes()).collect();
        let mut u = Unstructured::new(&bytes);
        let Ok(setup) = rules.generate_setup(&mut u) else { continue };
        let limits: Vec<RangeInclusive<u64>> = maxima
            .iter()
            .map(|&max| {
                let mut bound = || below(&mut || random.next_u64(), max + 1);
                let (one, other) = (bound(), bound());
                one.min(other)..=one.max(other).max(1)
            })
            .collect();
        let within =
            R::Vocabulary::within(&setup, &limits).expect("built-in set-ups can be changed");
        let quantities = R::Vocabulary::quantities(&within);
        assert_eq!(quantities.len(), limits.len());
        for ((name, value), limit) in quantities.into_iter().zip(&limits) {
            // A board has at least one row, and the colours that it has are not made more.
            let is_few = value < *limit.start() && name == "colours";
            assert!(limit.contains(&value) || is_few, "{name} {value}, {limit:?}");
        }
        // A set-up that is within the limits stays as it is.
        let all = vec![0..=u64::MAX; limits.len()];
        assert!(R::Vocabulary::within(&setup, &all).as_ref() == Some(&setup));
    }
}

#[test]
fn set_ups_of_all_rule_sets_are_brought_within_limits() {
    set_ups_are_brought_within_limits(&samegame::SameGameRules, &[16, 64, 10]);
    set_ups_are_brought_within_limits(&linkpop::LinkPopRules::default(), &[30, 30, 1]);
    set_ups_are_brought_within_limits(&paint::PaintRules, &[30]);
}
