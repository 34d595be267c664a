//! Parsers of whole numbers, with messages that state which numbers are expected.

use std::hash::{BuildHasher, RandomState};
use std::num::NonZeroU32;

/// Exclusive limit of random seeds: they are copied by hand.
const SEEDS: u64 = 1_000_000;

/// Parses any whole number that fits into the type.
pub(crate) fn whole<N: TryFrom<u64>>(text: &str) -> Result<N, String> {
    if !is_number(text) {
        return Err("expected a whole number".to_owned());
    }
    let number = text.parse::<u64>().ok().and_then(|number| N::try_from(number).ok());
    number.ok_or_else(|| "the number is too large".to_owned())
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// A parser of whole numbers from `first` to `last`.
pub(crate) fn between<N: TryFrom<u64>>(
    first: u64,
    last: u64,
) -> impl Fn(&str) -> Result<N, String> + Clone + Send + Sync + 'static {
    move |text| {
        let number = whole::<u64>(text).ok().filter(|number| (first..=last).contains(number));
        let number = number.and_then(|number| N::try_from(number).ok());
        number.ok_or_else(|| format!("expected a whole number from {first} to {last}"))
    }
}

/// A parser of whole numbers from `first` on.
pub(crate) fn at_least<N: TryFrom<u64>>(
    first: u64,
) -> impl Fn(&str) -> Result<N, String> + Clone + Send + Sync + 'static {
    move |text| {
        // A number that is no `u64` is too large, which `whole` reports.
        let is_in_range = text.parse::<u64>().map_or(is_number(text), |number| number >= first);
        if is_in_range {
            whole(text)
        } else {
            Err(format!("expected a whole number of at least {first}"))
        }
    }
}

/// Parses a whole number above 0.
pub(crate) fn positive(text: &str) -> Result<NonZeroU32, String> {
    let parse = at_least::<u32>(1);
    parse(text).map(|number| NonZeroU32::new(number).expect("it is at least 1"))
}

/// A seed of at most six digits, for a command to which none is given.
pub(crate) fn random_seed() -> u64 {
    RandomState::new().hash_one(0) % SEEDS
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::{at_least, between, positive, random_seed, whole};

    #[test]
    fn random_seeds_are_short_and_seldom_equal() {
        let seeds: HashSet<u64> = (0..100).map(|_| random_seed()).collect();
        assert!(seeds.iter().all(|&seed| seed < 1_000_000), "{seeds:?}");
        assert!(seeds.len() > 90, "{seeds:?}");
    }

    #[test]
    fn numbers_in_range_are_parsed_and_others_are_explained() {
        assert_eq!(whole::<u64>("18446744073709551615"), Ok(u64::MAX));
        for text in ["", "x", "-1", "+1", "1.5", " 1"] {
            assert_eq!(whole::<u64>(text), Err("expected a whole number".into()), "{text}");
        }
        assert_eq!(whole::<u64>("18446744073709551616"), Err("the number is too large".into()));
        assert_eq!(whole::<u16>("65536"), Err("the number is too large".into()));
        let threads = between::<u16>(1, 1024);
        assert_eq!((threads("1"), threads("1024")), (Ok(1), Ok(1024)));
        for text in ["0", "1025", "70000", "x", "-1"] {
            assert_eq!(threads(text), Err("expected a whole number from 1 to 1024".into()));
        }
        assert_eq!(at_least::<u32>(1)("7"), Ok(7));
        for text in ["0", "x", "-1"] {
            assert_eq!(
                positive(text),
                Err("expected a whole number of at least 1".into()),
                "{text}"
            );
        }
        assert_eq!(positive("4294967296"), Err("the number is too large".into()));
    }
}
