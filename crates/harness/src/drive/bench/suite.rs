//! The workloads of a rule set, and the default ones.

use std::sync::Arc;

use super::result::Measured;
use super::workload::{Contender, Done, Role, Workload};
use crate::drive::subject::{Played, Subject};
use crate::model::activity::Side;

/// The workloads of a rule set.
#[derive(Debug)]
pub struct Suite {
    /// The tasks, in the order of the report.
    pub workloads: Vec<Workload>,
    /// Remarks of the rule set on the results. Called with the results of all workloads in their
    /// order, each with at least one complete round.
    pub notes: fn(&[Measured]) -> Vec<Note>,
}

/// A remark of the rule set on the results.
#[derive(Clone, Debug, serde::Serialize)]
pub struct Note {
    /// Name in machine-readable output.
    pub name: &'static str,
    /// The figure.
    pub value: f64,
    /// Unit of the figure.
    pub unit: &'static str,
    /// Sentence with the figure, for the printed report.
    pub text: String,
}

/// Number of games in one piece of work of [`random_games`].
const GAMES: usize = 4;

/// Default suite of a rule set without workloads of its own: uniformly random games of both sides,
/// from set-ups as campaigns draw them. The oracle is the yardstick.
#[must_use]
pub fn random_games(subject: &Arc<dyn Subject>) -> Suite {
    let contender = |name, role, side| {
        let subject = Arc::clone(subject);
        Contender::new(name, role, move |seed| {
            let subject = Arc::clone(&subject);
            move || {
                let Played { games, moves } = subject.random_games(side, seed, GAMES);
                Done { units: moves, wholes: games, sums: Vec::new(), checksum: 0 }
            }
        })
    };
    let workload = Workload {
        name: "random-games",
        about: "uniformly random games from set-ups as campaigns draw them, set up included",
        unit: "move",
        whole: "game",
        sums: &[],
        contenders: vec![
            contender("engine", Role::Rival, Side::Engine),
            contender("oracle", Role::Yardstick, Side::Oracle),
        ],
    };
    Suite { workloads: vec![workload], notes: |_| Vec::new() }
}
