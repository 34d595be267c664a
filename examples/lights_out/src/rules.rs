//! The rule set: everything about the game that Twinboard cannot know. It plays nothing.

use std::fmt;

use arbitrary::Unstructured;
use twinboard::harness::{
    Characters, Clause, Enumerate, Invariant, Observed, RuleSet, Symmetries, Symmetry,
};
use twinboard::vocabulary::cells::RowColumn;

use crate::game::{Board, IS_OVER, LightsOut, NO_CELL, WON};

impl RuleSet for LightsOut {
    type Vocabulary = Self;

    fn generate_setup(&self, u: &mut Unstructured<'_>) -> arbitrary::Result<Board> {
        Characters(".#").draw(u, 1..=8, 1..=8)
    }

    fn setup_of_position(&self, _: &Board, position: &Board) -> Option<Board> {
        Some(position.clone())
    }

    fn clauses(&self) -> &'static [Clause<Self>] {
        &[
            Clause { id: "LO-1", name: "8 rows", reached: |seen| seen.setup.0.len() == 8 },
            Clause { id: "LO-2", name: "5 lights", reached: |seen| toggled(seen) == Some(5) },
            Clause { id: "LO-3", name: "no cell", reached: |seen| seen.refusal() == Some(NO_CELL) },
            Clause { id: "LO-4", name: "is over", reached: |seen| seen.refusal() == Some(IS_OVER) },
            Clause { id: "LO-5", name: "won", reached: |seen| seen.now.outcome == WON },
        ]
    }

    fn invariants(&self) -> &'static [Invariant<Self>] {
        &[
            Invariant { name: "a press toggles one to five lights (LO-2)", check: one_to_five },
            Invariant { name: "won if and only if no light is on (LO-5)", check: won_when_dark },
        ]
    }

    fn symmetries(&self) -> Option<&dyn Symmetries<Self>> {
        Some(self)
    }

    fn enumeration(&self) -> Option<&dyn Enumerate<Self>> {
        Some(&Characters(".#"))
    }
}

impl Symmetries<Self> for LightsOut {
    fn symmetry(
        &self,
        Board(rows): &Board,
        _: &mut Unstructured<'_>,
    ) -> arbitrary::Result<Option<Box<dyn Symmetry<Self>>>> {
        Ok(Some(Box::new(Mirror { rows: rows.len() as u64 })))
    }
}

/// The mirror image, with the first row at the bottom.
struct Mirror {
    rows: u64,
}

impl Symmetry<LightsOut> for Mirror {
    fn transform_setup(&self, Board(rows): &Board) -> Board {
        Board(rows.iter().rev().cloned().collect())
    }

    fn transform_position(&self, position: &Board) -> Board {
        self.transform_setup(position)
    }

    fn transform_move(&self, press: &RowColumn) -> RowColumn {
        RowColumn { row: (self.rows + 1).wrapping_sub(press.row), ..*press }
    }

    fn transform_legal(&self, press: &RowColumn) -> RowColumn {
        self.transform_move(press)
    }
}

impl fmt::Display for Mirror {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the mirror image")
    }
}

/// Number of lights that the last press toggled; `None` if it was refused or there was none.
fn toggled(seen: &Observed<'_, LightsOut>) -> Option<usize> {
    let Board(before) = &seen.event().and(seen.step.as_ref())?.before.position;
    let lights = before.iter().flatten().zip(seen.now.position.0.iter().flatten());
    Some(lights.filter(|(before, now)| before != now).count())
}

fn one_to_five(seen: &Observed<'_, LightsOut>) -> Result<(), String> {
    let count = toggled(seen).unwrap_or(1);
    if (1..=5).contains(&count) { Ok(()) } else { Err(format!("{count} were toggled")) }
}

fn won_when_dark(seen: &Observed<'_, LightsOut>) -> Result<(), String> {
    let is_dark = !seen.now.position.0.iter().flatten().any(|&is_on| is_on);
    if is_dark == (seen.now.outcome == WON) { Ok(()) } else { Err(seen.now.outcome.into()) }
}
