//! The planted faults of the program, and the answer to what its environment asks of them.

use std::env;
use std::sync::{Mutex, PoisonError};

use faults::{Planted, VARIABLE};
use serde_json::json;

use crate::failure::{Exit, Failure};
use crate::{output, subjects};

/// Value of [`VARIABLE`] that asks for a list of all faults as JSON, instead of activating one.
pub(crate) const ALL: &str = "all";

/// Catalogues that the program has declared.
static DECLARED: Mutex<Vec<&'static [Planted]>> = Mutex::new(Vec::new());

/// Declares planted faults of the implementations that the program brings, so that the command
/// lists them and accepts their names. To be called before [`main`](crate::main) or
/// [`main_of`](crate::main_of), once for each catalogue.
///
/// ```no_run
/// mod planted {
///     faults::catalogue! {
///         "pegs" in Engine {
///             /// The row is taken to be one hole shorter than it is.
///             LastHole = "pegs-last-hole" breaks "PG-2",
///         }
///     }
/// }
///
/// # fn subject() -> std::sync::Arc<dyn harness::Subject> { unreachable!() }
/// fn main() -> std::process::ExitCode {
///     twinboard::declare_faults(planted::CATALOGUE);
///     twinboard::main_of(vec![subject()])
/// }
/// ```
pub fn declare_faults(catalogue: &'static [Planted]) {
    DECLARED.lock().unwrap_or_else(PoisonError::into_inner).push(catalogue);
}

/// All planted faults of the program: those it has declared, after the built-in ones unless it
/// brings rule sets instead of these.
fn known() -> Vec<&'static Planted> {
    let mut known = if subjects::are_brought() { Vec::new() } else { games::faults() };
    let declared = DECLARED.lock().unwrap_or_else(PoisonError::into_inner);
    known.extend(declared.iter().copied().flatten());
    known
}

/// Lists the faults if [`VARIABLE`] asks for that, and refuses a name that is none of them. Returns
/// `None` if the command is to go on. A build without the faults always goes on.
pub(crate) fn answer() -> Result<Option<Exit>, Failure> {
    if !faults::COMPILED_IN {
        return Ok(None);
    }
    let known = known();
    if env::var_os(VARIABLE).is_some_and(|value| value == ALL) {
        return output::print(listed(&known)).map(|()| Some(Exit::Success));
    }
    let checked = faults::check_environment(&known);
    checked.map(|()| None).map_err(|unknown| Failure::Usage(unknown.to_string()))
}

/// A line of JSON: an array with an object for each fault.
fn listed(known: &[&Planted]) -> String {
    let object = |planted: &&Planted| {
        let Planted { name, rule_set, clause, imitates, .. } = planted;
        json!({ "name": name, "rule_set": rule_set, "clause": clause, "imitates": imitates })
    };
    let all: Vec<_> = known.iter().map(object).collect();
    format!("{}\n", json!(all))
}

#[cfg(test)]
mod tests {
    use faults::{Place, Planted};
    use serde_json::{Value, json};

    use super::{declare_faults, known, listed};

    const DECLARED: &[Planted] = &[Planted {
        name: "game-last-row",
        rule_set: "game",
        place: Place::Engine,
        clause: "GM-1",
        imitates: "The last row is \"left out\".",
    }];

    #[test]
    fn declared_faults_are_listed_behind_the_built_in_ones() {
        let built_in = known();
        declare_faults(DECLARED);
        let all = known();
        assert_eq!(all[..built_in.len()], built_in);
        assert_eq!(all[built_in.len()..], [&DECLARED[0]]);
    }

    #[test]
    fn the_list_is_a_line_of_json() {
        let listed = listed(&[&DECLARED[0]]);
        assert_eq!(listed.lines().count(), 1);
        let expected = json!([{
            "name": "game-last-row",
            "rule_set": "game",
            "clause": "GM-1",
            "imitates": "The last row is \"left out\".",
        }]);
        assert_eq!(serde_json::from_str::<Value>(&listed).unwrap(), expected);
    }
}
