//! The profile of a campaign.

use indicatif::HumanCount;
use twinboard_harness::profile::Profile;
use twinboard_harness::{Action, Side};

use crate::output::result::{Cell, Column, Table};

/// The calls of a side, in the order of the table. Those that belong together are one row.
const CALLS: [(&str, &[Action]); 10] = [
    ("set-up", &[Action::SetUp]),
    ("legal moves", &[Action::LegalMoves]),
    ("play", &[Action::Play]),
    ("position", &[Action::Position]),
    ("outcome", &[Action::Outcome]),
    ("key", &[Action::Key]),
    ("random moves", &[Action::Sample]),
    ("observations", &[Action::Observe]),
    ("legality of a move", &[Action::Legality]),
    ("copy, own checks", &[Action::Copy, Action::TakeBack, Action::Validate]),
];

/// The work of the harness.
const HARNESS: [(&str, &[Action]); 2] = [
    ("cases and moves made", &[Action::DrawSetup, Action::Mutate, Action::Generate]),
    ("compared and checked", &[Action::Check]),
];

fn share(profile: &Profile, side: Option<Side>, actions: &[Action]) -> f64 {
    actions.iter().map(|&action| profile.share(side, action)).sum()
}

/// The shares of time.
pub(super) fn table(profile: &Profile) -> Table {
    let cell = |share: f64| Cell::Share((share * 1e6) as u64, 1_000_000);
    let of_sides = |actions: &[Action]| {
        [Side::Engine, Side::Oracle].map(|side| cell(share(profile, Some(side), actions)))
    };
    let nothing = Cell::Share(0, 1_000_000);
    let calls = CALLS.into_iter().map(|(name, actions)| {
        let [engine, oracle] = of_sides(actions);
        vec![Cell::from(name), engine, oracle, Cell::None]
    });
    let calls = calls.filter(|row| row[1] != nothing || row[2] != nothing);
    let harness = HARNESS.into_iter().map(|(name, actions)| {
        vec![Cell::from(name), Cell::None, Cell::None, cell(share(profile, None, actions))]
    });
    let [engine, oracle] = of_sides(&Action::ALL);
    let all = vec![Cell::from("all"), engine, oracle, cell(share(profile, None, &Action::ALL))];
    Table {
        title: format!(
            "share of the time, by {} samples, of each worker at most one per millisecond",
            HumanCount(profile.samples())
        ),
        columns: vec![
            Column::text("call", "call"),
            Column::count("engine", "engine"),
            Column::count("oracle", "oracle"),
            Column::count("harness", "harness"),
        ],
        rows: calls.chain(harness).chain([all]).collect(),
        ..Table::new("profile")
    }
}

#[cfg(test)]
mod tests {
    use twinboard_harness::Action;

    use super::{CALLS, HARNESS};

    #[test]
    fn each_action_is_in_one_row() {
        for action in Action::ALL {
            let calls = CALLS.iter().filter(|(_, actions)| actions.contains(&action)).count();
            let own = HARNESS.iter().filter(|(_, own)| own.contains(&action)).count();
            assert_eq!(calls + own, 1, "{action}");
        }
    }
}
