//! The clauses of SameGame that campaigns count.

use twinboard_harness::{Clause, Observed, Step};
use twinboard_vocabulary::samegame::{
    Cell, Group, Outcome, Position, Refusal, SameGame, Selection,
};

type Observation<'a> = Observed<'a, SameGame>;

/// A clause counts as reached when a step satisfies its predicate.
pub(super) const CLAUSES: &[Clause<SameGame>] = &[
    Clause::new("SG-2", "rows 11 to 16", |seen| seen.event().is_some() && seen.setup.rows() > 10),
    Clause::new("SG-2", "columns 41 to 64", |seen| {
        seen.event().is_some() && seen.setup.columns() > 40
    }),
    Clause::new("SG-2", "the largest grid", |seen| {
        seen.event().is_some() && (seen.setup.rows(), seen.setup.columns()) == (16, 64)
    }),
    Clause::new("SG-3", "colour 0 removed", |seen| removed(seen, |group, _| group.colour() == 0)),
    Clause::new("SG-3", "colour 9 removed", |seen| removed(seen, |group, _| group.colour() == 9)),
    Clause::new("SG-4", "a region of ten cells or more", |seen| {
        removed(seen, |group, _| group.size() >= 10)
    }),
    Clause::new("SG-4", "a region in the top row", |seen| {
        removed(seen, |group, seen| {
            group.cells().iter().any(|cell| cell.row() == seen.setup.rows())
        })
    }),
    Clause::new("SG-4", "a region in the last column", |seen| {
        removed(seen, |group, seen| {
            group.cells().iter().any(|cell| cell.column() == seen.setup.columns())
        })
    }),
    Clause::new("SG-6", "refused: row or column 0", |seen| {
        refused(seen, Refusal::NoSuchCell, |mv, _| mv.row() == 0 || mv.column() == 0)
    }),
    Clause::new("SG-6", "refused: beyond the last row", |seen| {
        refused(seen, Refusal::NoSuchCell, |mv, seen| mv.row() == u64::from(seen.setup.rows()) + 1)
    }),
    Clause::new("SG-6", "refused: beyond the last column", |seen| {
        refused(seen, Refusal::NoSuchCell, |mv, seen| {
            mv.column() == u64::from(seen.setup.columns()) + 1
        })
    }),
    Clause::new("SG-6", "refused: a giant number", |seen| {
        refused(seen, Refusal::NoSuchCell, |mv, _| mv.row() > 1 << 31 || mv.column() > 1 << 31)
    }),
    Clause::new("SG-7", "refused: an empty cell", |seen| {
        refused(seen, Refusal::EmptyCell, |_, _| true)
    }),
    Clause::new("SG-8", "refused: a region of one", |seen| {
        refused(seen, Refusal::SingleCell, |_, _| true)
    }),
    Clause::new("SG-9", "a region removed", |seen| seen.event().is_some()),
    Clause::new("SG-10", "cells dropped", |seen| removed(seen, dropped)),
    Clause::new("SG-11", "a column closed up", |seen| removed(seen, |_, seen| emptied(seen) > 0)),
    Clause::new("SG-11", "several columns closed up at once", |seen| {
        removed(seen, |_, seen| emptied(seen) > 1)
    }),
    Clause::new("SG-12", "won", |seen| seen.event().is_some() && seen.now.outcome == Outcome::Won),
    Clause::new("SG-13", "stuck", |seen| {
        seen.event().is_some() && seen.now.outcome == Outcome::Stuck
    }),
    Clause::new("SG-13", "stuck from the start", |seen| {
        seen.step.is_none() && seen.now.outcome == Outcome::Stuck
    }),
    Clause::new("SG-17", "a selection after a win", |seen| {
        seen.step.is_some() && seen.event().is_none() && seen.now.outcome == Outcome::Won
    }),
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
