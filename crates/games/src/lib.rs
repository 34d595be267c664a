//! The built-in rule sets of Twinboard, each registered in one record
//! ([`twinboard_registration::Registration`]).
//!
//! A new rule set is a new line in the list [`registrations`], and one in that of the command
//! (`crates/cli`), whose paint has a solver.

mod corpus;
pub mod linkpop;
pub mod paint;
pub mod samegame;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use twinboard_faults::Planted;
use twinboard_harness::Subject;
use twinboard_registration::Registration;

pub use corpus::corpus;

/// The records of the built-in rule sets.
#[must_use]
pub fn registrations() -> Vec<Registration> {
    vec![
        samegame::registration(),
        linkpop::registration(),
        linkpop::outside_registration(),
        paint::registration(),
    ]
}

/// The rules of a built-in rule set: its section of `RULES.md`, and that on text.
///
/// # Panics
///
/// If the file has no section of this name.
#[must_use]
pub fn rules(name: &str) -> String {
    let sections = include_str!("../RULES.md").split("\n## ");
    let is_wanted = |section: &&str| {
        let title = section.lines().next().unwrap_or_default();
        title.ends_with(name) || title.ends_with("Text, in every format")
    };
    let found: Vec<String> = sections.filter(is_wanted).map(|it| format!("## {it}\n")).collect();
    assert!(found.len() == 2, "RULES.md has no section {name}");
    found.concat()
}

/// The built-in rule sets besides variants, each with its engine and its oracle, ready to be
/// checked.
///
/// ```
/// use std::time::Duration;
///
/// use twinboard_harness::triage;
///
/// for subject in twinboard_games::all() {
///     // Plays the cases of a corpus file on both sides and compares them after every step.
///     let file = twinboard_games::corpus(subject.name()).next().expect("there is a corpus");
///     for case in subject.read(file.text)? {
///         assert!(triage::play(&subject, &case, Duration::from_secs(30)).divergence().is_none());
///     }
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn all() -> Vec<Arc<dyn Subject>> {
    let all = registrations().into_iter().map(|it| Arc::clone(it.subject()));
    all.filter(|it| !it.is_variant()).collect()
}

/// The planted faults of the engines, rule set by rule set.
#[must_use]
pub fn faults() -> Vec<&'static Planted> {
    registrations().iter().flat_map(|it| it.planted_faults().to_vec()).collect()
}

/// Calls [`twinboard_harness::assert_case`] for the rule set of this name. Tests printed by
/// `twinboard to-test` call this function.
///
/// # Panics
///
/// With a report of the first divergence, or with both answers if they are not as expected; and if
/// there is no such rule set.
#[track_caller]
pub fn assert_case(rule_set: &str, text: &str, answer: &str) {
    let registration = registrations().into_iter().find(|it| it.name() == rule_set);
    let registration = registration.unwrap_or_else(|| panic!("no rule set is called {rule_set}"));
    twinboard_harness::assert_case(registration.subject(), text, answer);
}
