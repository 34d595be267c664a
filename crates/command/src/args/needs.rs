//! Needs of commands that some programs cannot meet with the rule sets that they register.

use clap::{ArgGroup, Command};

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
    const ALL: [Self; 5] =
        [Self::Contest, Self::Solver, Self::Enumeration, Self::Faults, Self::Programs];

    /// The need of a command.
    pub(crate) fn of(command: &Command) -> Option<Self> {
        let has = |need: &Self| command.get_groups().any(|group| group.get_id() == need.missing());
        Self::ALL.into_iter().find(has)
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
    pub(crate) fn is_met(self, session: &Session) -> bool {
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

/// States the need of a command among its attributes.
pub(crate) trait Needs {
    fn needs(self, need: Need) -> Self;
}

impl Needs for Command {
    /// An empty group of arguments marks the command.
    fn needs(self, need: Need) -> Self {
        self.group(ArgGroup::new(need.missing()))
    }
}
