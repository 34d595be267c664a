use std::f64::consts::PI;

use twinboard_harness::random;
use twinboard_vocabulary::paint::text;

use super::{FRACTION, Model, NEAREST, board, chances};

/// f(d) as PT-38 states it.
fn formula(side: u8, distance: usize) -> f64 {
    let (a, b, sigma) = (f64::from(side).powi(2), 0.6, 0.3_f64);
    let exponent = -(distance as f64) / (2.0 * a.sqrt() * sigma.powi(2));
    b * exponent.exp() / ((2.0 * PI).sqrt() * sigma)
}

#[test]
fn boards_have_the_number_of_centres_of_their_group() {
    for (group, centres) in [(1, 1), (2, 3), (3, 5)] {
        let model = Model::of(group).unwrap();
        assert_eq!(model.draw(&mut random::stream(0, group)).centres.len(), centres);
    }
    assert_eq!((board(0, 1), board(4, 1)), (None, None));
}

/// The product of two numbers in units of 2^-FRACTION, both below 2, truncated.
fn product(a: u128, b: u128) -> u128 {
    let half = FRACTION / 2;
    let low = |n: u128| n & ((1 << half) - 1);
    let (a1, b1) = (a >> half, b >> half);
    // Each part is below 2^122, so the sum does not overflow.
    a1 * b1 + ((a1 * low(b)) >> half) + ((low(a) * b1) >> half)
}

/// The arc tangent of 1 / x in units of 2^-FRACTION, by its series.
fn arc_tangent_of_one_over(x: u128) -> u128 {
    let (mut sum, mut power) = (0_u128, (1 << FRACTION) / x);
    for place in 0.. {
        let term = power / (2 * place + 1);
        if term == 0 {
            break;
        }
        sum = if place % 2 == 0 { sum + term } else { sum - term };
        power /= x * x;
    }
    sum
}

#[test]
fn the_chance_at_a_centre_is_the_root_of_two_over_pi() {
    // π / 4 by Machin's formula. It is below 2, as `product` requires; π is not.
    let quarter = 4 * arc_tangent_of_one_over(5) - arc_tangent_of_one_over(239);
    assert!((quarter as f64 / 2_f64.powi(120) - PI / 4.0).abs() < 1e-15);
    // NEAREST squared times π / 4 is 1 / 2, up to the truncated bits.
    let half = product(product(NEAREST, NEAREST), quarter);
    assert!((1_u128 << (FRACTION - 1)).abs_diff(half) < 1 << 8, "{half:x}");
}

#[test]
fn chances_are_those_of_the_formula_to_the_last_bit() {
    for side in [5, 6, 7, 15, 30] {
        let chances = chances(side);
        assert_eq!(chances.len(), 2 * usize::from(side) - 1);
        for (distance, &chance) in chances.iter().enumerate() {
            let (here, expected) = (chance as f64 / 2_f64.powi(64), formula(side, distance));
            assert!((here / expected - 1.0).abs() < 1e-13, "{side} {distance}: {here} {expected}");
        }
    }
    // Computed separately with 90 decimal digits: the first, the last and the sum of all.
    let ends = |side| {
        let chances = chances(side);
        let sum = chances.iter().fold(0, |sum: u64, &chance| sum.wrapping_add(chance));
        (chances[0], chances[chances.len() - 1], sum)
    };
    let nearest = 14_718_372_293_494_604_904;
    assert_eq!(ends(5), (nearest, 2_029_852_071_857_257, 3_493_551_440_392_280_515));
    assert_eq!(ends(15), (nearest, 461_386_790_839_169, 10_657_509_492_644_532_724));
    assert_eq!(ends(30), (nearest, 318_577_682_547_914, 13_276_859_952_114_271_068));
}

#[test]
fn a_seed_determines_the_same_board_in_every_version() {
    // Also drawn by a separate program in another language, from PT-36 to PT-40 and the
    // specification of the random numbers.
    let board = |group| text::board(&board(group, 1).unwrap());
    assert_eq!(board(1), "5\n# # # # 1\n# # # # 0\n# # # # #\n# # # # #\n# # # # #\n");
    assert_eq!(random::digest(board(2).as_bytes()), 16_370_454_072_708_308_097);
    assert_eq!(random::digest(board(3).as_bytes()), 7_510_795_889_984_937_035);
}
