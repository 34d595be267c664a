//! The planted faults of the program, and the environment variable that activates or lists them.

use std::env;

use serde_json::json;
use twinboard_faults::{NONE, Planted, VARIABLE};

use crate::output::{self, Exit, Failure};
use crate::session::Session;

/// Value of [`VARIABLE`] that asks for a list of all faults as JSON, instead of activating one.
pub(crate) const ALL: &str = "all";

/// Prints the list of faults if [`VARIABLE`] is [`ALL`], and fails if it names an unknown fault.
/// Returns `None` if the command should run, always so in a build without the faults.
pub(crate) fn answer(session: &Session) -> Result<Option<Exit>, Failure> {
    if !twinboard_faults::COMPILED_IN {
        return Ok(None);
    }
    let known = all(session);
    if env::var_os(VARIABLE).is_some_and(|value| value == ALL) {
        return output::print(listed(&known)).map(|()| Some(Exit::Success));
    }
    let checked = twinboard_faults::check_environment(&known);
    checked.map(|()| None).map_err(|unknown| Failure::Usage(unknown.to_string()))
}

/// Warns if [`VARIABLE`] names a fault, but this build has none and there is no engine in another
/// process that could have it.
pub(crate) fn warn_without_effect(session: &Session) {
    let named = env::var_os(VARIABLE).filter(|name| name != NONE);
    if let Some(name) = named
        && !twinboard_faults::COMPILED_IN
        && session.engine_command().is_none()
    {
        let (name, program) = (name.to_string_lossy(), session.short_name());
        output::print_error_line(format!(
            "warning: {VARIABLE}={name} has no effect: {program} is built without the feature \
             `planted`"
        ));
    }
}

fn all(session: &Session) -> Vec<&'static Planted> {
    let all = session.rule_sets.iter();
    all.flat_map(|registration| registration.planted_faults().to_vec()).collect()
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
    use serde_json::{Value, json};
    use twinboard_faults::{Place, Planted};

    use super::listed;

    const DECLARED: &[Planted] = &[Planted {
        name: "game-last-row",
        rule_set: "game",
        place: Place::Engine,
        clause: "GM-1",
        imitates: "The last row is \"left out\".",
    }];

    #[test]
    fn the_list_is_one_line_of_json() {
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
