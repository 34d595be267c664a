//! Comparison with figures computed by hand and by another method.
//!
//! Figures “of the primal problem” are from a separate Python program: it finds the weights of the
//! scores by Newton's method on two multipliers, where the module solves the dual in one unknown.

use super::{Decision, Elo, PAIRS_MIN, Scores, Sequential, Sprt, SprtError, elo_of, score_of};

/// Asserts equality to seven digits.
#[track_caller]
fn assert_near(found: f64, expected: f64) {
    let error = (found - expected).abs() / expected.abs().max(1.0);
    assert!(error < 1e-7, "{found} instead of {expected}");
}

fn scores(counts: [u64; 5]) -> Scores {
    Scores::new(&counts)
}

fn sprt(elo0: f64, elo1: f64) -> Sprt {
    Sprt { elo0, elo1, alpha: 0.05, beta: 0.05 }.checked().unwrap()
}

#[test]
fn elo_is_logistic() {
    // 10^(400/400) : 1 is 10 of 11.
    assert_near(score_of(400.0), 10.0 / 11.0);
    assert_near(elo_of(0.75).unwrap(), 190.848_501_887_864_97);
    assert_near(elo_of(score_of(-123.0)).unwrap(), -123.0);
    assert_eq!((elo_of(0.5), elo_of(0.0), elo_of(1.0)), (Some(0.0), None, None));
}

#[test]
fn the_likelihood_of_a_mean_is_that_of_the_best_distribution_with_it() {
    // Two scores make a biased coin: 7 ln(s/0.7) + 3 ln((1 − s)/0.3).
    let coin = |s: f64| 7.0 * (s / 0.7).ln() + 3.0 * ((1.0 - s) / 0.3).ln();
    for s in [0.01, 0.4, 0.7, 0.9, 0.999] {
        assert_near(scores([3, 0, 0, 0, 7]).log_likelihood(s), coin(s));
    }
    // On a single score a, a distribution of mean s has at most weight s/a if s is below a, and
    // (1 − s)/(1 − a) if s is above.
    assert_near(scores([0, 0, 0, 0, 9]).log_likelihood(0.5), 9.0 * 0.5_f64.ln());
    assert_near(scores([0, 0, 6, 0, 0]).log_likelihood(0.2), 6.0 * 0.4_f64.ln());
    assert_near(scores([0, 0, 0, 4, 0]).log_likelihood(0.9), 4.0 * 0.4_f64.ln());
    // The primal problem, with weight on a score that was not observed.
    assert_near(scores([0, 1, 4, 3, 2]).log_likelihood(0.3), -7.017_798_742_544_349);
    assert_near(scores([0, 1, 4, 3, 2]).log_likelihood(0.1), -18.003_921_629_225_445);
    // Without samples all means are equally likely.
    assert_eq!(Scores::no_pairs().log_likelihood(0.3).to_bits(), 0.0_f64.to_bits());
}

#[test]
fn elo_interval_and_superiority_are_those_of_the_primal_problem() {
    let found = Elo::of(&scores([3, 9, 20, 14, 6])).unwrap();
    assert_near(found.difference.unwrap(), 36.885_956_719_870_66);
    assert_near(found.low.unwrap(), -13.635_775_458_618_726);
    assert_near(found.high.unwrap(), 87.722_018_890_127_09);
    assert_near(found.superiority, 0.925_189_251_713_534_7);
    // For many pairs it is the normal interval with the variance of pairs, as in Fishtest.
    let found = Elo::of(&scores([10_789, 19_328, 33_806, 19_402, 10_543])).unwrap();
    assert_near(found.difference.unwrap(), -0.773_577_335_916_547_9);
    assert_near(found.superiority, 0.117_658_635_504_582_22);
    for (found, expected) in [(found.low, -2.051_168), (found.high, 0.503_992)] {
        assert!((found.unwrap() - expected).abs() < 1e-4, "{found:?} instead of {expected}");
    }
}

#[test]
fn pairs_that_are_not_independent_games_make_the_interval_narrower() {
    // Every board is won by its favoured seat, which a model of single games takes for chance.
    let width = |counts| {
        let elo = Elo::of(&scores(counts)).unwrap();
        elo.high.unwrap() - elo.low.unwrap()
    };
    assert!(width([1, 0, 98, 0, 1]) < 0.3 * width([25, 0, 50, 0, 25]));
}

#[test]
fn results_that_are_all_equal_have_a_finite_bound() {
    // 0.025^(1/9) is the exact bound for nine equal samples.
    let bound = 0.025_f64.powf(1.0 / 9.0);
    let won = Elo::of(&scores([0, 0, 0, 0, 9])).unwrap();
    assert_eq!((won.difference, won.high), (None, None));
    assert_near(won.low.unwrap(), elo_of(bound).unwrap());
    // Φ(√(2 · 9 · ln 2)).
    assert_near(won.superiority, 0.999_793_964_660_107_8);
    let lost = Elo::of(&scores([9, 0, 0, 0, 0])).unwrap();
    assert_eq!((lost.difference, lost.low), (None, None));
    assert_near(lost.high.unwrap(), -elo_of(bound).unwrap());
    let drawn = Elo::of(&scores([0, 0, 9, 0, 0])).unwrap();
    assert_eq!((drawn.difference, drawn.superiority), (Some(0.0), 0.5));
    assert_near(drawn.low.unwrap(), elo_of(bound / 2.0).unwrap());
    assert_near(drawn.high.unwrap(), -elo_of(bound / 2.0).unwrap());
    // A single pair gives a very wide interval.
    let one = Elo::of(&scores([0, 0, 0, 0, 1])).unwrap();
    assert_near(one.low.unwrap(), elo_of(0.025).unwrap());
    assert_eq!(Elo::of(&Scores::no_pairs()), None);
}

#[test]
fn everything_is_finite_and_antisymmetric_in_the_players() {
    let numbers = [0, 1, 7, 1000];
    for code in 1..4_usize.pow(5) {
        let counts = [0, 1, 2, 3, 4].map(|cell| numbers[code / 4_usize.pow(cell) % 4]);
        let (one, other) = (scores(counts), scores(counts).mirrored());
        let [mine, theirs] = [&one, &other].map(|scores| Elo::of(scores).unwrap());
        let minus = |elo: Option<f64>| elo.map(|elo| -elo);
        for (one, other) in [
            (mine.difference, minus(theirs.difference)),
            (mine.low, minus(theirs.high)),
            (mine.high, minus(theirs.low)),
            (Some(mine.superiority), Some(1.0 - theirs.superiority)),
        ] {
            assert_eq!(one.is_some(), other.is_some(), "{counts:?}");
            if let (Some(one), Some(other)) = (one, other) {
                assert!(one.is_finite() && (one - other).abs() < 1e-6, "{counts:?}: {one} {other}");
            }
        }
        let is_in = |low: Option<f64>, high: Option<f64>| {
            low.is_none_or(|low| high.is_none_or(|high| low < high))
        };
        assert!(is_in(mine.low, mine.difference) && is_in(mine.difference, mine.high), "{mine:?}");
        let ratio = sprt(-10.0, 30.0).ratio(&one);
        assert!((ratio + sprt(-30.0, 10.0).ratio(&other)).abs() < 1e-9, "{counts:?}: {ratio}");
    }
}

#[test]
fn the_bounds_are_those_of_wald() {
    let [low, high] = Sprt { alpha: 0.05, beta: 0.1, ..sprt(0.0, 5.0) }.bounds();
    // ln(0.1/0.95) and ln(0.9/0.05).
    assert_near(low, -2.251_291_798_606_495_3);
    assert_near(high, 2.890_371_757_896_164_7);
}

#[test]
fn the_ratio_is_that_of_the_primal_problem() {
    for (counts, [elo0, elo1], ratio) in [
        ([39, 2226, 31_451, 2412, 40], [0.2, 0.9], 2.162_542_580_051_524),
        ([10_789, 19_328, 33_806, 19_402, 10_543], [-3.0, 1.0], 2.131_067_811_785_982_3),
        ([3, 9, 20, 14, 6], [0.0, 50.0], 0.905_690_522_244_911_9),
    ] {
        assert_near(sprt(elo0, elo1).ratio(&scores(counts)), ratio);
    }
}

/// Number of pairs of this score until the decision, and the decision.
fn pairs_until(sprt: Sprt, steps: usize) -> (u64, Decision) {
    let mut test = Sequential::new(sprt, "a");
    for game in 0.. {
        test.count(game, [steps / 2, steps.div_ceil(2)][game % 2]);
        if let Some(decision) = test.decision() {
            return (test.scores().samples(), decision);
        }
    }
    unreachable!("the test decides")
}

#[test]
fn one_sided_results_do_not_decide_at_once() {
    // A pair changes the ratio by at most ln(s1/s0) or ln((1 − s0)/(1 − s1)).
    let pairs = |low: f64, high: f64| (19.0_f64.ln() / (high / low).ln()).ceil() as u64;
    for elo1 in [5.0, 50.0, 80.0] {
        let (s0, s1) = (0.5, score_of(elo1));
        assert_eq!(pairs_until(sprt(0.0, elo1), 4), (pairs(s0, s1), Decision::H1), "{elo1}");
        for alike in [0, 2] {
            let expected = (pairs(1.0 - s1, 1.0 - s0), Decision::H0);
            assert_eq!(pairs_until(sprt(0.0, elo1), alike), expected, "{elo1}, {alike}");
        }
    }
    assert_eq!(pairs_until(sprt(0.0, 5.0), 2).0, 204);
    // The minimum applies if the hypotheses are far apart.
    assert_eq!(pairs_until(sprt(0.0, 400.0), 4), (PAIRS_MIN, Decision::H1));
    assert_eq!(pairs_until(sprt(0.0, 400.0), 2), (PAIRS_MIN, Decision::H0));
}

#[test]
fn the_order_in_which_games_end_does_not_affect_the_decision() {
    // Pair by pair; the second game of pair 3 ends last.
    let halves = |game: usize| [2, 2, 2, 1, 0, 2, 1][game % 7];
    let sprt = sprt(0.0, 100.0);
    let mut in_order = Sequential::new(sprt, "a");
    (0..400).for_each(|game| in_order.count(game, halves(game)));
    let expected = in_order.decision().expect("400 games suffice");
    let mut late = Sequential::new(sprt, "a");
    for game in (0..400).rev().filter(|&game| game != 7) {
        late.count(game, halves(game));
    }
    assert_eq!((late.decision(), late.scores().samples()), (None, 3));
    late.count(7, halves(7));
    assert_eq!((late.decision(), late.scores()), (Some(expected), in_order.scores()));
    assert!(late.scores().samples() < 200, "pairs after the decision do not count");
    assert_eq!(late.ratio().to_bits(), in_order.ratio().to_bits());
}

#[test]
fn invalid_parameters_are_refused() {
    let refused = |elo0, elo1, alpha, beta| Sprt { elo0, elo1, alpha, beta }.checked().unwrap_err();
    assert_eq!(refused(0.0, 1001.0, 0.05, 0.05), SprtError::Elo);
    assert_eq!(refused(f64::NAN, 5.0, 0.05, 0.05), SprtError::Elo);
    assert_eq!(refused(5.0, 5.0, 0.05, 0.05), SprtError::Order);
    assert_eq!(refused(0.0, 5.0, 0.0, 0.05), SprtError::Error);
    assert_eq!(refused(0.0, 5.0, 0.05, 0.5), SprtError::Error);
    assert_eq!(refused(0.0, 5.0, f64::NAN, 0.05), SprtError::Error);
}
