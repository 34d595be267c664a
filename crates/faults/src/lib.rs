//! Planted faults: deliberate mistakes in an implementation, activated one at a time to show that
//! the checks would detect real ones.
//!
//! A crate declares its faults in a table with [`catalogue!`] and calls `planted` at the place of
//! each mistake:
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
//! `planted` is a constant false, and the faults leave no trace in the binary at any optimisation
//! level.
//!
//! At most one fault of all catalogues is active in a process: the one named by the environment
//! variable [`VARIABLE`], or the one that a test has passed to `activate`. Code that calls
//! `activate` must make sure that no other thread plays games at the same time, and must deactivate
//! the fault afterwards.
//!
//! A catalogue knows only its own names. So a program should pass all its faults to
//! [`check_environment`] at startup: otherwise a misspelt name activates nothing, and all checks
//! pass.

use std::error::Error;
use std::fmt;

mod catalogue;
mod planted;
#[cfg(feature = "planted")]
mod switch;

pub use planted::{NONE, Place, Planted, VARIABLE};
#[cfg(feature = "planted")]
pub use switch::activate;

/// True in a build with the feature `planted`; without it no fault can be active.
pub const COMPILED_IN: bool = cfg!(feature = "planted");

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

/// Checks that [`VARIABLE`] names one of the faults of the program, or none.
///
/// A call of `activate` overrides the environment; after one the variable is not checked. Without
/// the feature `planted` the variable is never read.
///
/// # Errors
///
/// If the variable names a fault that is not in `known`. The message lists the known ones.
///
/// ```
/// mod planted {
///     twinboard_faults::catalogue! {
///         "pegs" in Engine {
///             /// The row is taken to be one hole shorter than it is.
///             LastHole = "pegs-last-hole" breaks "PG-2",
///         }
///     }
/// }
///
/// fn main() -> Result<(), twinboard_faults::UnknownFault> {
///     let known: Vec<_> = planted::CATALOGUE.iter().collect();
///     twinboard_faults::check_environment(&known)
/// }
/// ```
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

/// Error of [`check_environment`]: no fault of the program has the name in [`VARIABLE`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownFault {
    name: String,
    known: Vec<&'static Planted>,
}

impl fmt::Display for UnknownFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, known } = self;
        write!(f, "unknown fault `{name}` in {VARIABLE}; expected `{NONE}` or one of:")?;
        let width = |of: fn(&Planted) -> &str| known.iter().map(|one| of(one).len()).max();
        let names = width(|planted| planted.name).unwrap_or(0);
        let clauses = width(|planted| planted.clause).unwrap_or(0);
        for Planted { name, clause, imitates, .. } in known {
            write!(f, "\n  {name:names$}  {clause:clauses$}  {imitates}")?;
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
    fn names_of_all_catalogues_are_known_and_others_are_refused_with_the_list() {
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
            "unknown fault `game-solver-loss` in TWINBOARD_PLANTED; expected `none` or one of:\n  \
             game-first-row  GM-1  Something is left out.\n  \
             game-row        GM-2  Something is left out."
        );
    }
}
