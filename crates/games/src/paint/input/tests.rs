use std::f64::consts::PI;

use twinboard_harness::random;
use twinboard_vocabulary::paint::{Square, text};

use super::{FRACTION, Model, NEAREST, board, chances, distance};

/// Largest deviation of a frequency, in standard errors. The seeds are fixed, so the result is
/// always the same; of the some hundred frequencies here none deviates as far.
const TOLERANCE: f64 = 4.5;

/// Boards of each group that are drawn: about half a million cells or more.
const BOARDS: [u64; 3] = [20_000, 3_000, 1_000];

/// Frequencies of boards drawn by `drawn` that deviate from the probabilities of `expected`.
fn deviations(group: u64, expected: &Model, drawn: &Model) -> Vec<String> {
    let side = usize::from(expected.side);
    let boards = BOARDS[group as usize - 1];
    let mut cells_at = vec![0_u64; 2 * side];
    let mut numbers_at = vec![0_u64; 2 * side];
    let mut values = [0_u64; 256];
    let mut centres = vec![0_u64; side * side];
    for seed in 0..boards {
        let it = drawn.draw(&mut random::stream(seed, group));
        for centre in &it.centres {
            centres[usize::from(centre.row) * side + usize::from(centre.column)] += 1;
        }
        for (cell, square) in it.board.cells() {
            let nearest = it.centres.iter().map(|&centre| distance(cell, centre)).min().unwrap();
            cells_at[nearest] += 1;
            if let Square::Number(number) = square {
                numbers_at[nearest] += 1;
                values[usize::from(number)] += 1;
            }
        }
    }
    let mut deviations = Vec::new();
    let mut expect = |what: String, count: u64, of: u64, chance: f64| {
        let (mean, variance) = (of as f64 * chance, of as f64 * chance * (1.0 - chance));
        // The distribution of rarer events is not close enough to a normal one.
        let is_common = variance > 20.0;
        let off = (count as f64 - mean) / variance.sqrt();
        if is_common && off.abs() > TOLERANCE || mean == 0.0 && count > 0 {
            deviations.push(format!("{what}: {count} of {of}, {off:.1} standard errors off"));
        }
    };
    for (distance, (&count, &of)) in numbers_at.iter().zip(&cells_at).enumerate() {
        let chance =
            expected.chances.get(distance).map_or(0.0, |&chance| chance as f64 / 2_f64.powi(64));
        expect(format!("numbers at distance {distance}"), count, of, chance);
    }
    let all_numbers = numbers_at.iter().sum();
    for (value, &count) in (0..=u8::MAX).zip(&values) {
        let share = 1.0 / f64::from(expected.numbers.end() - expected.numbers.start() + 1);
        let chance = if expected.numbers.contains(&value) { share } else { 0.0 };
        expect(format!("the number {value}"), count, all_numbers, chance);
    }
    let all_centres = boards * expected.centres as u64;
    for line in 0..side {
        let row: u64 = centres[line * side..][..side].iter().sum();
        let column: u64 = centres.iter().skip(line).step_by(side).sum();
        let chance = 1.0 / side as f64;
        expect(format!("centres in row {line}"), row, all_centres, chance);
        expect(format!("centres in column {line}"), column, all_centres, chance);
    }
    for (cell, &count) in centres.iter().enumerate() {
        expect(format!("centres at cell {cell}"), count, all_centres, 1.0 / (side * side) as f64);
    }
    deviations
}

/// f(d) as PT-38 states it, with another σ and another power of d.
fn formula(side: u8, distance: usize, sigma: f64, power: i32) -> f64 {
    let (a, b) = (f64::from(side).powi(2), 0.6);
    let exponent = -(distance as f64).powi(power) / (2.0 * a.sqrt() * sigma.powi(2));
    b * exponent.exp() / ((2.0 * PI).sqrt() * sigma)
}

fn with_chances(group: u64, sigma: f64, power: i32) -> Model {
    let mut model = Model::of(group).unwrap();
    let side = model.side;
    let chance = |distance| (formula(side, distance, sigma, power) * 2_f64.powi(64)) as u64;
    model.chances = (0..model.chances.len()).map(chance).collect();
    model
}

#[test]
fn frequencies_of_numbers_values_and_centres_match_the_rules() {
    for group in 1..=3 {
        let model = Model::of(group).unwrap();
        assert_eq!(deviations(group, &model, &model), [""; 0], "group {group}");
    }
}

#[test]
fn mistakes_of_a_generator_are_noticed() {
    for group in 1..=3 {
        let right = Model::of(group).unwrap();
        let changed = |change: &dyn Fn(&mut Model)| {
            let mut model = right.clone();
            change(&mut model);
            model
        };
        let (first, last) = (*right.numbers.start(), *right.numbers.end());
        let mistakes = [
            ("a larger sigma", with_chances(group, 0.31, 1)),
            ("a smaller sigma", with_chances(group, 0.29, 1)),
            ("the square of d", with_chances(group, 0.3, 2)),
            ("the least number missing", changed(&|model| model.numbers = first + 1..=last)),
            ("the largest number missing", changed(&|model| model.numbers = first..=last - 1)),
            ("a number too large", changed(&|model| model.numbers = first..=last + 1)),
            ("one distance short", changed(&|model| model.chances.rotate_right(1))),
        ];
        for (mistake, model) in mistakes.into_iter().filter(|(_, model)| *model.numbers.end() <= 20)
        {
            assert!(!deviations(group, &right, &model).is_empty(), "group {group}: {mistake}");
        }
        assert!(deviations(group, &right, &with_chances(group, 0.3, 1)).is_empty());
    }
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
            let (here, expected) =
                (chance as f64 / 2_f64.powi(64), formula(side, distance, 0.3, 1));
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
