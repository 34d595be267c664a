//! The macro that declares faults, and its checks at compile time.

use crate::planted::Planted;

/// Declares the planted faults of a crate, best in a separate module.
///
/// The table has a section for each rule set and [`Place`](crate::Place). The entry of a fault
/// consists of a doc comment (the mistake that it imitates, as a sentence), the name of the enum
/// variant, the name on the command line and the clause that the fault breaks:
///
/// ```
/// twinboard_faults::catalogue! {
///     "pegs" in Engine {
///         /// The row is taken to be one hole shorter than it is.
///         LastHole = "pegs-last-hole" breaks "PG-2",
///     }
/// }
/// # fn main() {
/// assert_eq!(CATALOGUE[0].imitates, "The row is taken to be one hole shorter than it is.");
/// assert!(!planted(Fault::LastHole));
/// # }
/// ```
///
/// The macro expands to
///
/// * `pub enum Fault`, with a variant for each fault, `Fault::ALL`, and `Fault::entry`, which
///   returns the [`Planted`] of the fault;
/// * `pub const CATALOGUE: &[Planted]`, in the order of the table;
/// * `pub fn planted(fault: Fault) -> bool`, which returns true while the fault is active. Without
///   the feature `planted` of this crate it is a `const fn` that returns false.
///
/// Duplicate names, and names without the form required by [`Planted::name`], are errors at compile
/// time:
///
/// ```compile_fail,E0080
/// twinboard_faults::catalogue! {
///     "pegs" in Engine {
///         /// The name begins with another rule set.
///         LastHole = "chess-last-hole" breaks "PG-2",
///     }
/// }
/// # fn main() {}
/// ```
#[macro_export]
macro_rules! catalogue {
    ($($rule_set:literal in $place:ident {
        $($(#[doc = $imitates:literal])+ $fault:ident = $name:literal breaks $clause:literal,)+
    })+) => {
        /// Planted faults of this crate, each documented by the mistake that it imitates.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Fault {
            $($($(#[doc = $imitates])+ $fault,)+)+
        }

        impl Fault {
            /// All faults, in the order of [`CATALOGUE`].
            pub const ALL: &'static [Self] = &[$($(Self::$fault,)+)+];

            /// Entry of this fault in the catalogue.
            #[must_use]
            pub const fn entry(self) -> &'static $crate::Planted {
                &CATALOGUE[self as usize]
            }
        }

        /// Catalogue of this crate, in the order of the table.
        pub const CATALOGUE: &[$crate::Planted] = &[$($($crate::Planted {
            name: $name,
            rule_set: $rule_set,
            place: $crate::Place::$place,
            clause: $clause,
            // The text of a doc comment starts with the blank after the slashes.
            imitates: concat!($($imitates),+).trim_ascii_start(),
        },)+)+];

        const _: () = $crate::__expansion::check(CATALOGUE);

        $crate::__planted!();
    };
}

/// The function `planted` of a catalogue. The feature of this crate selects one of the two
/// versions, not a feature of the declaring crate, so that the hooks always match the switch.
#[cfg(feature = "planted")]
#[doc(hidden)]
#[macro_export]
macro_rules! __planted {
    () => {
        /// Returns true if `fault` is active in the process.
        #[inline]
        #[must_use]
        pub fn planted(fault: Fault) -> bool {
            const IDS: [u64; CATALOGUE.len()] = $crate::__expansion::ids(CATALOGUE);
            $crate::__expansion::is_active(IDS[fault as usize])
        }
    };
}

/// The function `planted` of a catalogue in a build without faults.
#[cfg(not(feature = "planted"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __planted {
    () => {
        /// Returns false: this build is without the feature `planted` of `twinboard-faults`.
        #[inline(always)]
        #[allow(
            clippy::inline_always,
            reason = "the branch that tests it must vanish at every optimisation level"
        )]
        #[must_use]
        pub const fn planted(_fault: Fault) -> bool {
            false
        }
    };
}

/// Id of a fault in the switch: the 64-bit FNV-1a hash of its name with the lowest bit set, so that
/// even numbers are free for other states. An id that depends only on the name needs no registry of
/// catalogues.
pub(crate) const fn id(name: &str) -> u64 {
    let mut hash = 0xCBF2_9CE4_8422_2325_u64;
    let mut rest = name.as_bytes();
    while let [byte, behind @ ..] = rest {
        hash = (hash ^ *byte as u64).wrapping_mul(0x0100_0000_01B3);
        rest = behind;
    }
    hash | 1
}

/// Ids of the entries, in their order.
#[must_use]
pub const fn ids<const N: usize>(catalogue: &[Planted]) -> [u64; N] {
    let mut ids = [0; N];
    let mut index = 0;
    while index < N {
        ids[index] = id(catalogue[index].name);
        index += 1;
    }
    ids
}

/// Checks the names of a catalogue at compile time.
///
/// # Panics
///
/// If a name has not the form required by [`Planted::name`], or occurs twice.
pub const fn check(catalogue: &[Planted]) {
    let mut index = 0;
    while index < catalogue.len() {
        let Planted { name, rule_set, .. } = catalogue[index];
        assert!(
            is_valid_name(name, rule_set),
            "the name of a planted fault is its rule set, a hyphen, and words in lower case joined \
             by hyphens"
        );
        let id = id(name);
        let mut earlier = 0;
        while earlier < index {
            assert!(self::id(catalogue[earlier].name) != id, "two planted faults have one name");
            earlier += 1;
        }
        index += 1;
    }
}

/// Returns true if `name` is the rule set followed by words, each after a hyphen.
const fn is_valid_name(name: &str, rule_set: &str) -> bool {
    let (name, rule_set) = (name.as_bytes(), rule_set.as_bytes());
    if name.len() <= rule_set.len() || name[rule_set.len()] != b'-' {
        return false;
    }
    let mut index = 0;
    while index < rule_set.len() {
        if name[index] != rule_set[index] {
            return false;
        }
        index += 1;
    }
    // From the hyphen on: letters and digits, and no hyphen unless one of them follows.
    let mut is_word = true;
    while index < name.len() {
        let is_hyphen = name[index] == b'-';
        if is_hyphen && !is_word || !is_hyphen && !is_lower_case(name[index]) {
            return false;
        }
        is_word = !is_hyphen;
        index += 1;
    }
    is_word
}

const fn is_lower_case(byte: u8) -> bool {
    byte.is_ascii_lowercase() || byte.is_ascii_digit()
}

#[cfg(test)]
mod tests {
    use super::{check, id, is_valid_name};
    use crate::planted::{Place, Planted};

    #[test]
    fn names_are_the_rule_set_followed_by_words() {
        for name in ["game-a", "game-last-row", "game-row-16"] {
            assert!(is_valid_name(name, "game"), "{name}");
        }
        for name in ["", "game", "game-", "gamelast", "game--a", "game-a-", "game-A", "gane-a"] {
            assert!(!is_valid_name(name, "game"), "{name}");
        }
        assert!(is_valid_name("My game-a", "My game"));
    }

    #[test]
    #[should_panic(expected = "two planted faults have one name")]
    fn duplicate_names_are_refused() {
        let planted = |name| Planted {
            name,
            rule_set: "game",
            place: Place::Engine,
            clause: "GM-1",
            imitates: "A slip.",
        };
        check(&[planted("game-a"), planted("game-b"), planted("game-a")]);
    }

    #[test]
    fn ids_are_odd_hashes_of_the_whole_name() {
        // FNV-1a of "a", as published by its authors, is 0xAF63DC4C8601EC8C.
        assert_eq!(id("a"), 0xAF63_DC4C_8601_EC8D);
        assert_ne!(id("game-ab"), id("game-ba"));
    }
}
