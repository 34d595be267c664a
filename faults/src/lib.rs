//! Planted faults: deliberate slips in an implementation, switched on one at a time to show that
//! the checks would notice real ones.
//!
//! A crate declares its faults in a table with [`catalogue!`], and asks `planted` at the place where
//! each slip would be made:
//!
//! ```
//! mod planted {
//!     twinboard_faults::catalogue! {
//!         "pegs" in Engine {
//!             /// The row is taken to be one hole shorter than it is.
//!             LastHole = "pegs-last-hole" breaks "PG-2",
//!
//!             /// A jump leaves the peg standing that was jumped over.
//!             PegStays = "pegs-peg-stays" breaks "PG-5",
//!         }
//!     }
//! }
//! use planted::{CATALOGUE, Fault, planted};
//!
//! fn holes(row: &str) -> usize {
//!     if planted(Fault::LastHole) { row.len() - 1 } else { row.len() }
//! }
//!
//! // No fault is active until one is chosen.
//! assert_eq!(holes("oo.oo"), 5);
//! assert_eq!(CATALOGUE[1].name, "pegs-peg-stays");
//! assert_eq!(Fault::LastHole.entry().clause, "PG-2");
//! ```
//!
//! The feature `planted` compiles the switch in, for all crates of a program at once. Without it
//! `planted` is a constant false, and nothing is left of the faults at any optimisation level.
//!
//! At most one fault is active in a process, whichever catalogue it is in: the one that the
//! environment variable [`VARIABLE`] names, or the one that a test has passed to `activate`. Code
//! that calls `activate` must make sure that nothing else plays at the same time, and must
//! deactivate the fault afterwards.
//!
//! A catalogue knows its own names only. A program should therefore pass all its faults to
//! [`check_environment`] when it starts: a misspelt name activates nothing, and every check passes.

use std::error::Error;
use std::fmt;

mod catalogue;
#[cfg(feature = "planted")]
mod switch;

#[cfg(feature = "planted")]
pub use switch::activate;

/// Environment variable that names the active fault. No fault is active if it is not set or is
/// [`NONE`].
pub const VARIABLE: &str = "TWINBOARD_PLANTED";

/// Value of [`VARIABLE`] for no fault.
pub const NONE: &str = "none";

/// True in a build with the feature `planted`; in any other no fault can be active.
pub const COMPILED_IN: bool = cfg!(feature = "planted");

/// Entry of a catalogue: a planted fault and its description.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Planted {
    /// Name on the command line and in reports, unique in a program: the rule set, a hyphen, and
    /// words in lower case joined by hyphens.
    pub name: &'static str,
    /// Rule set that is played wrongly.
    pub rule_set: &'static str,
    /// Part of the rule set that has the fault.
    pub place: Place,
    /// Clause of the rules that the fault breaks.
    pub clause: &'static str,
    /// Mistake of an author that the fault imitates, as a sentence.
    pub imitates: &'static str,
}

impl Planted {
    /// Returns true if this fault is active in the process; always false without the feature
    /// `planted`.
    #[must_use]
    pub fn is_active(&self) -> bool {
        #[cfg(feature = "planted")]
        return switch::is_active(catalogue::id(self.name));
        #[cfg(not(feature = "planted"))]
        return false;
    }
}

/// Part of a rule set in which a fault is planted. It decides which checks can notice the fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// The engine: it differs from the oracle, or does not keep what it offers beside play.
    Engine,
    /// A solver: what it says of a position is wrong, while both sides play it alike.
    Solver,
}

/// Checks that [`VARIABLE`] names one of the faults of the program, or none.
///
/// Only the whole program can do so, because a catalogue does not know the names in the others. A
/// choice that the program has made itself, by calling `activate`, overrides the environment; then
/// the variable may be anything. Without the feature `planted` it is never looked at.
///
/// # Errors
///
/// If the variable names a fault that is not in `known`. The message lists all that are.
pub fn check_environment(known: &[&'static Planted]) -> Result<(), UnknownFault> {
    #[cfg(feature = "planted")]
    if !switch::is_chosen_by_program() {
        return std::env::var_os(VARIABLE)
            .map_or(Ok(()), |name| check_name(&name.to_string_lossy(), known));
    }
    let _ = known;
    Ok(())
}

#[cfg(any(feature = "planted", test))]
fn check_name(name: &str, known: &[&'static Planted]) -> Result<(), UnknownFault> {
    if name == NONE || known.iter().any(|planted| planted.name == name) {
        Ok(())
    } else {
        Err(UnknownFault { name: name.to_owned(), known: known.to_vec() })
    }
}

/// A name in [`VARIABLE`] that is of no fault of the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownFault {
    name: String,
    known: Vec<&'static Planted>,
}

impl fmt::Display for UnknownFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, known } = self;
        write!(f, "{VARIABLE} is `{name}`, and has to be `{NONE}` or one of these:")?;
        for planted in known {
            write!(f, "\n  {:28} {} {}", planted.name, planted.clause, planted.imitates)?;
        }
        Ok(())
    }
}

impl Error for UnknownFault {}

/// Code that [`catalogue!`] expands to; not for direct use.
#[doc(hidden)]
pub mod __expansion {
    pub use crate::catalogue::{check, ids};
    #[cfg(feature = "planted")]
    pub use crate::switch::is_active;
}

#[cfg(test)]
mod tests {
    use super::{Place, Planted, check_name};

    const fn planted(name: &'static str, clause: &'static str) -> Planted {
        let imitates = "Something is left out.";
        Planted { name, rule_set: "game", place: Place::Engine, clause, imitates }
    }

    const ONE: &[Planted] = &[planted("game-first-row", "GM-1"), planted("game-row", "GM-2")];
    const OTHER: &[Planted] = &[planted("game-solver-loss", "GM-3")];

    #[test]
    fn names_of_any_catalogue_are_known_and_others_are_refused_with_the_list() {
        let known: Vec<_> = ONE.iter().chain(OTHER).collect();
        for name in ["none", "game-first-row", "game-row", "game-solver-loss"] {
            assert_eq!(check_name(name, &known), Ok(()), "{name}");
        }
        for name in ["", "all", "game-first", "GAME-ROW", "chess-row"] {
            assert!(check_name(name, &known).is_err(), "{name}");
        }
        let known: Vec<_> = ONE.iter().collect();
        assert_eq!(
            check_name("game-solver-loss", &known).unwrap_err().to_string(),
            "TWINBOARD_PLANTED is `game-solver-loss`, and has to be `none` or one of these:\n  \
             game-first-row               GM-1 Something is left out.\n  \
             game-row                     GM-2 Something is left out."
        );
    }
}
