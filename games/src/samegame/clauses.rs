//! What campaigns count: how often each clause had something to see.

use board::samegame::{Cell, Group, Outcome, Position, Refusal, Selection};
use harness::{Clause, Observed, Step};

use super::Vocabulary;

type Seen<'a> = Observed<'a, Vocabulary>;

/// What campaigns count.
pub(super) const CLAUSES: &[Clause<Vocabulary>] = &[
    Clause {
        id: "SG-2",
        name: "rows 11 to 16",
        reached: |seen| seen.event().is_some() && seen.setup.rows() > 10,
    },
    Clause {
        id: "SG-2",
        name: "columns 41 to 64",
        reached: |seen| seen.event().is_some() && seen.setup.columns() > 40,
    },
    Clause {
        id: "SG-2",
        name: "the largest grid",
        reached: |seen| {
            seen.event().is_some() && (seen.setup.rows(), seen.setup.columns()) == (16, 64)
        },
    },
    Clause {
        id: "SG-3",
        name: "colour 0 removed",
        reached: |seen| removed(seen, |group, _| group.colour() == 0),
    },
    Clause {
        id: "SG-3",
        name: "colour 9 removed",
        reached: |seen| removed(seen, |group, _| group.colour() == 9),
    },
    Clause {
        id: "SG-4",
        name: "a region of ten cells or more",
        reached: |seen| removed(seen, |group, _| group.size() >= 10),
    },
    Clause {
        id: "SG-4",
        name: "a region in the top row",
        reached: |seen| {
            removed(seen, |group, seen| {
                group.cells().iter().any(|cell| cell.row() == seen.setup.rows())
            })
        },
    },
    Clause {
        id: "SG-4",
        name: "a region in the last column",
        reached: |seen| {
            removed(seen, |group, seen| {
                group.cells().iter().any(|cell| cell.column() == seen.setup.columns())
            })
        },
    },
    Clause {
        id: "SG-6",
        name: "refused: row or column 0",
        reached: |seen| {
            refused(seen, Refusal::NoSuchCell, |mv, _| mv.row() == 0 || mv.column() == 0)
        },
    },
    Clause {
        id: "SG-6",
        name: "refused: beyond the last row",
        reached: |seen| {
            refused(seen, Refusal::NoSuchCell, |mv, seen| {
                mv.row() == u64::from(seen.setup.rows()) + 1
            })
        },
    },
    Clause {
        id: "SG-6",
        name: "refused: beyond the last column",
        reached: |seen| {
            refused(seen, Refusal::NoSuchCell, |mv, seen| {
                mv.column() == u64::from(seen.setup.columns()) + 1
            })
        },
    },
    Clause {
        id: "SG-6",
        name: "refused: a giant number",
        reached: |seen| {
            refused(seen, Refusal::NoSuchCell, |mv, _| mv.row() > 1 << 31 || mv.column() > 1 << 31)
        },
    },
    Clause {
        id: "SG-7",
        name: "refused: an empty cell",
        reached: |seen| refused(seen, Refusal::EmptyCell, |_, _| true),
    },
    Clause {
        id: "SG-8",
        name: "refused: a region of one",
        reached: |seen| refused(seen, Refusal::SingleCell, |_, _| true),
    },
    Clause { id: "SG-9", name: "a region removed", reached: |seen| seen.event().is_some() },
    Clause { id: "SG-10", name: "cells dropped", reached: |seen| removed(seen, dropped) },
    Clause {
        id: "SG-11",
        name: "a column closed up",
        reached: |seen| removed(seen, |_, seen| emptied(seen) > 0),
    },
    Clause {
        id: "SG-11",
        name: "several columns closed up at once",
        reached: |seen| removed(seen, |_, seen| emptied(seen) > 1),
    },
    Clause {
        id: "SG-12",
        name: "won",
        reached: |seen| seen.event().is_some() && seen.now.outcome == Outcome::Won,
    },
    Clause {
        id: "SG-13",
        name: "stuck",
        reached: |seen| seen.event().is_some() && seen.now.outcome == Outcome::Stuck,
    },
    Clause {
        id: "SG-13",
        name: "stuck from the start",
        reached: |seen| seen.step.is_none() && seen.now.outcome == Outcome::Stuck,
    },
    Clause {
        id: "SG-17",
        name: "a selection after a win",
        reached: |seen| {
            seen.step.is_some() && seen.event().is_none() && seen.now.outcome == Outcome::Won
        },
    },
];

fn removed(seen: &Seen, what: fn(&Group, &Seen) -> bool) -> bool {
    seen.event().is_some_and(|group| what(group, seen))
}

fn refused(seen: &Seen, why: Refusal, what: fn(&Selection, &Seen) -> bool) -> bool {
    seen.refusal() == Some(why) && seen.step.as_ref().is_some_and(|step| what(step.mv, seen))
}

/// Whether a cell stood above a removed one and stayed.
fn dropped(group: &Group, seen: &Seen) -> bool {
    let Some(Step { before, .. }) = &seen.step else {
        return false;
    };
    group.cells().iter().any(|cell| {
        let above = cell.row() < seen.setup.rows();
        let above = above.then(|| Cell::new(cell.row() + 1, cell.column()));
        above.is_some_and(|above| {
            before.position.get(above).is_some() && group.cells().binary_search(&above).is_err()
        })
    })
}

/// How many columns the step emptied: the lowest cell of a column tells.
fn emptied(seen: &Seen) -> usize {
    let standing = |position: &Position| {
        position.bytes_by_column().filter(|column| column[0] != Position::EMPTY).count()
    };
    let before = seen.step.as_ref().map_or(0, |step| standing(&step.before.position));
    before.saturating_sub(standing(&seen.now.position))
}
