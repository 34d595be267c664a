//! Needs of commands that some programs cannot meet with the rule sets that they register.

use crate::session::Session;

/// Something that at least one rule set must have.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Need {
    Contest,
    Solver,
    Enumeration,
    Faults,
    /// A judge or a contest, which can check programs.
    Programs,
}

impl Need {
    /// The need of a command that none of the rule sets meets.
    pub(crate) fn unmet(command: &str, session: &Session) -> Option<Self> {
        let need = match command {
            "match" | "tournament" => Self::Contest,
            "solve" => Self::Solver,
            "exhaust" => Self::Enumeration,
            "selftest" => Self::Faults,
            "check" => Self::Programs,
            _ => return None,
        };
        (!need.is_met(session)).then_some(need)
    }

    /// The reason why a session without it does not support a command.
    pub(crate) fn missing(self) -> &'static str {
        match self {
            Self::Contest => "no rule set is a two-player game",
            Self::Solver => "no rule set has a solver",
            Self::Enumeration => "no rule set enumerates its set-ups",
            Self::Faults => "no rule set has planted faults",
            Self::Programs => "no rule set has a judge or a contest",
        }
    }

    /// True if a rule set of the session has it.
    fn is_met(self, session: &Session) -> bool {
        session.rule_sets.iter().any(|one| match self {
            Self::Contest => one.two_players().is_some(),
            Self::Solver => one.two_players().is_some_and(|it| it.has_analyst()),
            Self::Enumeration => one.subject().usual_bounds().is_some(),
            Self::Faults => !one.planted_faults().is_empty(),
            Self::Programs => {
                one.subject().judge_input(&[]).is_some() || one.two_players().is_some()
            }
        })
    }
}
