//! The clauses of SameGame that campaigns count.

use twinboard_harness::{Clause, Observed, Step};
use twinboard_vocabulary::samegame::{
    Cell, Group, Outcome, Position, Refusal, SameGame, Selection,
};

type Observation<'a> = Observed<'a, SameGame>;

/// A clause counts as reached when a step satisfies its predicate.
pub(super) const CLAUSES: &[Clause<SameGame>] = &[
    Clause {
        id: "SG-2",
        name: "rows 11 to 16",
        reached: |observed| observed.event().is_some() && observed.setup.rows() > 10,
    },
    Clause {
        id: "SG-2",
        name: "columns 41 to 64",
        reached: |observed| observed.event().is_some() && observed.setup.columns() > 40,
    },
    Clause {
        id: "SG-2",
        name: "the largest grid",
        reached: |observed| {
            observed.event().is_some()
                && (observed.setup.rows(), observed.setup.columns()) == (16, 64)
        },
    },
    Clause {
        id: "SG-3",
        name: "colour 0 removed",
        reached: |observed| removed(observed, |group, _| group.colour() == 0),
    },
    Clause {
        id: "SG-3",
        name: "colour 9 removed",
        reached: |observed| removed(observed, |group, _| group.colour() == 9),
    },
    Clause {
        id: "SG-4",
        name: "a region of ten cells or more",
        reached: |observed| removed(observed, |group, _| group.size() >= 10),
    },
    Clause {
        id: "SG-4",
        name: "a region in the top row",
        reached: |observed| {
            removed(observed, |group, observed| {
                group.cells().iter().any(|cell| cell.row() == observed.setup.rows())
            })
        },
    },
    Clause {
        id: "SG-4",
        name: "a region in the last column",
        reached: |observed| {
            removed(observed, |group, observed| {
                group.cells().iter().any(|cell| cell.column() == observed.setup.columns())
            })
        },
    },
    Clause {
        id: "SG-6",
        name: "refused: row or column 0",
        reached: |observed| {
            refused(observed, Refusal::NoSuchCell, |mv, _| mv.row() == 0 || mv.column() == 0)
        },
    },
    Clause {
        id: "SG-6",
        name: "refused: beyond the last row",
        reached: |observed| {
            refused(observed, Refusal::NoSuchCell, |mv, observed| {
                mv.row() == u64::from(observed.setup.rows()) + 1
            })
        },
    },
    Clause {
        id: "SG-6",
        name: "refused: beyond the last column",
        reached: |observed| {
            refused(observed, Refusal::NoSuchCell, |mv, observed| {
                mv.column() == u64::from(observed.setup.columns()) + 1
            })
        },
    },
    Clause {
        id: "SG-6",
        name: "refused: a giant number",
        reached: |observed| {
            refused(observed, Refusal::NoSuchCell, |mv, _| {
                mv.row() > 1 << 31 || mv.column() > 1 << 31
            })
        },
    },
    Clause {
        id: "SG-7",
        name: "refused: an empty cell",
        reached: |observed| refused(observed, Refusal::EmptyCell, |_, _| true),
    },
    Clause {
        id: "SG-8",
        name: "refused: a region of one",
        reached: |observed| refused(observed, Refusal::SingleCell, |_, _| true),
    },
    Clause { id: "SG-9", name: "a region removed", reached: |observed| observed.event().is_some() },
    Clause { id: "SG-10", name: "cells dropped", reached: |observed| removed(observed, dropped) },
    Clause {
        id: "SG-11",
        name: "a column closed up",
        reached: |observed| removed(observed, |_, observed| emptied(observed) > 0),
    },
    Clause {
        id: "SG-11",
        name: "several columns closed up at once",
        reached: |observed| removed(observed, |_, observed| emptied(observed) > 1),
    },
    Clause {
        id: "SG-12",
        name: "won",
        reached: |observed| observed.event().is_some() && observed.now.outcome == Outcome::Won,
    },
    Clause {
        id: "SG-13",
        name: "stuck",
        reached: |observed| observed.event().is_some() && observed.now.outcome == Outcome::Stuck,
    },
    Clause {
        id: "SG-13",
        name: "stuck from the start",
        reached: |observed| observed.step.is_none() && observed.now.outcome == Outcome::Stuck,
    },
    Clause {
        id: "SG-17",
        name: "a selection after a win",
        reached: |observed| {
            observed.step.is_some()
                && observed.event().is_none()
                && observed.now.outcome == Outcome::Won
        },
    },
];

fn removed(observed: &Observation, what: fn(&Group, &Observation) -> bool) -> bool {
    observed.event().is_some_and(|group| what(group, observed))
}

fn refused(
    observed: &Observation,
    why: Refusal,
    what: fn(&Selection, &Observation) -> bool,
) -> bool {
    observed.refusal() == Some(why)
        && observed.step.as_ref().is_some_and(|step| what(step.mv, observed))
}

/// True if a removed cell had a cell above it that was not removed itself.
fn dropped(group: &Group, observed: &Observation) -> bool {
    let Some(Step { before, .. }) = &observed.step else {
        return false;
    };
    group.cells().iter().any(|cell| {
        let above = cell.row() < observed.setup.rows();
        let above = above.then(|| Cell::new(cell.row() + 1, cell.column()));
        above.is_some_and(|above| {
            before.position.get(above).is_some() && group.cells().binary_search(&above).is_err()
        })
    })
}

/// Number of columns that the step emptied. A column is empty if its lowest cell is.
fn emptied(observed: &Observation) -> usize {
    let standing = |position: &Position| {
        position.bytes_by_column().filter(|column| column[0] != Position::EMPTY).count()
    };
    let before = observed.step.as_ref().map_or(0, |step| standing(&step.before.position));
    before.saturating_sub(standing(&observed.now.position))
}
