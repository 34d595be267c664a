//! The profile of a campaign, as text and as JSON.

use std::fmt::Write;

use indexmap::IndexMap;
use indicatif::HumanCount;
use serde::Serialize;
use twinboard_harness::profile::Profile;
use twinboard_harness::{Action, Side};

use crate::output::text;

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

/// The shares of time as a table.
pub(super) fn render(profile: &Profile) -> String {
    let percent = |share: f64| format!("{:.1} %", 100.0 * share);
    let of_sides = |actions: &[Action]| {
        [Side::Engine, Side::Oracle].map(|side| share(profile, Some(side), actions))
    };
    let mut rows = vec![text::head(["share of the time", "engine", "oracle", "harness"])];
    for (name, actions) in CALLS {
        let [engine, oracle] = of_sides(actions);
        if engine + oracle > 0.0 {
            rows.push(vec![format!("  {name}"), percent(engine), percent(oracle)]);
        }
    }
    for (name, actions) in HARNESS {
        let share = percent(share(profile, None, actions));
        rows.push(vec![format!("  {name}"), String::new(), String::new(), share]);
    }
    let [engine, oracle] = of_sides(&Action::ALL);
    let harness = share(profile, None, &Action::ALL);
    rows.push(
        ["  all", &percent(engine), &percent(oracle), &percent(harness)].map(str::to_owned).into(),
    );
    let mut out = text::table(&rows, |column| column == 0);
    let _ = writeln!(
        out,
        "{} samples, of each worker at most one per millisecond",
        HumanCount(profile.samples())
    );
    out
}

/// The shares of time, from 0 to 1, by the names of the actions.
#[derive(Serialize)]
pub(super) struct Json {
    samples: u64,
    engine: IndexMap<String, f64>,
    oracle: IndexMap<String, f64>,
    harness: IndexMap<String, f64>,
}

impl Json {
    pub(super) fn of(profile: &Profile) -> Self {
        let shares = |side| {
            let name = |action| {
                let name = serde_json::to_value(action).expect("plain data serializes");
                name.as_str().unwrap_or_default().to_owned()
            };
            let shares = Action::ALL.map(|action| (name(action), profile.share(side, action)));
            shares.into_iter().filter(|(_, share)| *share > 0.0).collect()
        };
        Self {
            samples: profile.samples(),
            engine: shares(Some(Side::Engine)),
            oracle: shares(Some(Side::Oracle)),
            harness: shares(None),
        }
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
