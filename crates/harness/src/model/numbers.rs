//! Simpler numbers in moves: what the shrinkers of texts and of rule sets have in common.

/// Complexity of a number in a move: its value below `far`, then its length in bits. Far beyond the
/// board the value makes no difference, but 267 is easier to read than 9,223,372,036,854,775,819.
#[must_use]
pub fn number_complexity(number: u64, far: u64) -> u64 {
    if number < far { number } else { far + u64::from(number.ilog2()) }
}

/// Smaller numbers with the same low 8, 16 or 32 bits that still exceed this width: a side that
/// truncates them fails in the same way.
pub fn truncations(number: u64) -> impl Iterator<Item = u64> {
    let narrowed = [8, 16, 32].map(|bits| 1 << bits | number & ((1 << bits) - 1));
    narrowed.into_iter().filter(move |&other| other < number)
}

#[cfg(test)]
mod tests {
    use super::{number_complexity, truncations};

    #[test]
    fn narrower_numbers_are_truncated_to_the_same_value() {
        let all = |number| truncations(number).collect::<Vec<_>>();
        assert_eq!(all((1 << 63) + 11), [256 + 11, (1 << 16) + 11, (1 << 32) + 11]);
        assert_eq!(all((1 << 20) + 0x0203), [256 + 3, (1 << 16) + 0x0203]);
        assert_eq!(all(600), [256 + 600 % 256]);
        assert_eq!(all(256 + 88), [0; 0], "the smallest number of this kind");
        assert_eq!(all(5), [0; 0], "no side truncates it");
    }

    #[test]
    fn narrower_numbers_are_less_complex() {
        let numbers = [0, 999, 1000, 3000, 1 << 32, u64::MAX];
        assert!(numbers.map(|number| number_complexity(number, 1000)).is_sorted());
        // From 1000 on, complexity is 1000 plus the number of bits after the highest one.
        assert_eq!(
            [999, 1000, 1001].map(|number| number_complexity(number, 1000)),
            [999, 1009, 1009]
        );
        assert_eq!(number_complexity(1 << 32, 1000), 1032);
        for number in [300_u64, (1 << 40) + 7, u64::MAX] {
            let simpler = truncations(number).map(|narrower| number_complexity(narrower, 200));
            assert!(
                simpler.into_iter().all(|simpler| simpler < number_complexity(number, 200)),
                "{number}"
            );
        }
    }
}
