//! The rule set: everything that the checks know about the game. It plays nothing.

use arbitrary::{Result, Unstructured};
use twinboard::harness::{Clause, Invariant, Observed, RuleSet};
use twinboard::vocabulary::{ByFromStr, ExactText};

use crate::game::{Lamps, Outcome, Refusal, Row};

/// The rule set of the lamps.
#[derive(Clone, Copy, Debug)]
pub struct Rules;

impl RuleSet for Rules {
    type Vocabulary = Lamps;

    fn generate_setup(&self, u: &mut Unstructured<'_>) -> Result<Row> {
        let count = if u.ratio(1, 4_u8)? {
            64
        } else {
            u.int_in_range(1..=12)?
        };
        Ok(Row((0..count)
            .map(|_| u.arbitrary())
            .collect::<Result<_>>()?))
    }

    fn clauses(&self) -> &'static [Clause<Lamps>] {
        &[
            Clause {
                id: "R-2",
                name: "a press",
                reached: |seen| seen.event().is_some(),
            },
            Clause {
                id: "R-3",
                name: "refused: no such lamp",
                reached: |seen| seen.refusal() == Some(Refusal::NoSuchLamp),
            },
            Clause {
                id: "R-4",
                name: "won",
                reached: |seen| seen.now.outcome == Outcome::Won,
            },
        ]
    }

    fn invariants(&self) -> &'static [Invariant<Lamps>] {
        &[Invariant {
            name: "a press switches two or three lamps (R-2)",
            check: two_or_three,
        }]
    }

    /// Lets engines in other processes play: `verify --engine`.
    fn exact_text(&self) -> Option<&'static dyn ExactText<Lamps>> {
        Some(&ByFromStr)
    }
}

/// a press switches a lamp and its neighbours, so two or three lamps, or one in a row of one.
fn two_or_three(seen: &Observed<'_, Lamps>) -> std::result::Result<(), String> {
    let (Some(step), Some(_)) = (&seen.step, seen.event()) else {
        return Ok(());
    };
    let pairs = step.before.position.0.iter().zip(&seen.now.position.0);
    let switched = pairs.filter(|(before, now)| before != now).count();
    let expected = 2.min(seen.setup.0.len())..=3;
    if expected.contains(&switched) {
        Ok(())
    } else {
        Err(format!("{switched} were switched"))
    }
}
