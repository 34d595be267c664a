//! Needs of commands that some programs cannot meet with the rule sets that they register.

use twinboard_registration::Registration;

use crate::session::Session;

/// The reason why a command is not supported: what it needs of at least one rule set, and none has.
pub(crate) fn missing(command: &str, session: &Session) -> Option<&'static str> {
    let (is_met, reason): (fn(&Registration) -> bool, _) = match command {
        "match" | "tournament" => {
            (|one| one.two_players().is_some(), "no rule set is a two-player game")
        }
        "solve" => {
            (|one| one.two_players().is_some_and(|it| it.has_analyst()), "no rule set has a solver")
        }
        "exhaust" => {
            (|one| one.subject().usual_bounds().is_some(), "no rule set enumerates its set-ups")
        }
        "selftest" => (|one| !one.planted_faults().is_empty(), "no rule set has planted faults"),
        "check" => (
            |one| one.subject().judge_input(&[]).is_some() || one.two_players().is_some(),
            "no rule set has a judge or a contest",
        ),
        _ => return None,
    };
    (!session.rule_sets.iter().any(is_met)).then_some(reason)
}
