//! What must be true of SameGame without a second implementation, and what campaigns count.
//!
//! The invariants look at one step at a time and say less than the rules: they are here to be
//! obviously true, so that a mistake which both sides make alike is still noticed.

use board::samegame::{Cell, Group, Outcome, Position, ROWS_MAX, Refusal, Selection};
use harness::{Clause, Invariant, Observed, Step};

use super::Words;

type Seen<'a> = Observed<'a, Words>;

/// What must hold of every step.
pub(super) const INVARIANTS: &[Invariant<Words>] = &[
    Invariant { name: "the set-up is shown as it is (SG-1)", check: set_up_is_shown },
    Invariant { name: "nothing floats (SG-10)", check: nothing_floats },
    Invariant { name: "columns are packed to the left (SG-11)", check: columns_are_packed },
    Invariant { name: "cells are conserved (SG-9)", check: cells_are_conserved },
    Invariant { name: "columns keep their order (SG-10, SG-11)", check: order_is_kept },
    Invariant {
        name: "a group is two cells or more of one colour (SG-4, SG-8)",
        check: groups_are_regions,
    },
    Invariant {
        name: "a selection is accepted exactly when its cell has a neighbour of its colour (SG-5 to SG-8)",
        check: selections_are_judged,
    },
    Invariant { name: "won exactly when empty (SG-12)", check: won_when_empty },
];

fn cells(position: &Position) -> impl Iterator<Item = Cell> {
    let (rows, columns) = (position.rows(), position.columns());
    (1..=columns).flat_map(move |column| (1..=rows).map(move |row| Cell::new(row, column)))
}

/// How many cells each column holds.
fn heights(position: &Position) -> Vec<usize> {
    let mut heights = vec![0; position.columns().into()];
    for row in position.cells().chunks(position.columns().into()) {
        for (height, cell) in heights.iter_mut().zip(row) {
            *height += usize::from(cell.is_some());
        }
    }
    heights
}

/// How many cells of each colour there are.
fn census(position: &Position) -> [usize; 10] {
    let mut counts = [0; 10];
    for &colour in position.cells().iter().flatten() {
        counts[usize::from(colour)] += 1;
    }
    counts
}

fn neighbours(position: &Position, cell: Cell) -> impl Iterator<Item = Cell> {
    let (row, column) = (cell.row(), cell.column());
    let all = [(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)];
    let (rows, columns) = (position.rows(), position.columns());
    let on_grid = move |&(row, column): &(u8, u8)| {
        (1..=rows).contains(&row) && (1..=columns).contains(&column)
    };
    all.into_iter().filter(on_grid).map(|(row, column)| Cell::new(row, column))
}

fn has_equal_neighbour(position: &Position, cell: Cell) -> bool {
    position.get(cell).is_some()
        && neighbours(position, cell).any(|other| position.get(other) == position.get(cell))
}

fn set_up_is_shown(seen: &Seen) -> Result<(), String> {
    if seen.step.is_none() && seen.now.position != Position::from(seen.setup) {
        return Err("the position after the set-up is not the grid".into());
    }
    Ok(())
}

fn nothing_floats(seen: &Seen) -> Result<(), String> {
    let columns = usize::from(seen.now.position.columns());
    let cells = seen.now.position.cells();
    let above = cells.iter().skip(columns).zip(cells);
    match above.into_iter().position(|(above, below)| above.is_some() && below.is_none()) {
        Some(index) => {
            let (row, column) = (index / columns + 2, index % columns + 1);
            Err(format!("({row},{column}) holds a colour above an empty cell"))
        }
        None => Ok(()),
    }
}

fn columns_are_packed(seen: &Seen) -> Result<(), String> {
    let heights = heights(&seen.now.position);
    match heights.windows(2).position(|pair| pair[0] == 0 && pair[1] > 0) {
        Some(index) => Err(format!("column {} is empty, column {} is not", index + 1, index + 2)),
        None => Ok(()),
    }
}

fn cells_are_conserved(seen: &Seen) -> Result<(), String> {
    let Some(Step { before, .. }) = seen.step else {
        return Ok(());
    };
    let mut expected = census(&before.position);
    if let Some(group) = seen.event() {
        let count = &mut expected[usize::from(group.colour())];
        *count =
            count.checked_sub(group.size()).ok_or("more cells were removed than there were")?;
    }
    let left = census(&seen.now.position);
    match (0..expected.len()).find(|&colour| left[colour] != expected[colour]) {
        Some(colour) => Err(format!(
            "{} cells of colour {colour} are left, {} should be",
            left[colour], expected[colour]
        )),
        None => Ok(()),
    }
}

fn order_is_kept(seen: &Seen) -> Result<(), String> {
    let (Some(Step { before, .. }), Some(group)) = (&seen.step, seen.event()) else {
        return Ok(());
    };
    let columns = usize::from(before.position.columns());
    let mut left = before.position.cells().to_vec();
    for cell in group.cells() {
        left[usize::from(cell.row() - 1) * columns + usize::from(cell.column() - 1)] = None;
    }
    let kept = stacks(&left, columns);
    let kept = kept.iter().filter(|stack| !stack.is_empty());
    let now = stacks(seen.now.position.cells(), columns);
    if kept.eq(now.iter().filter(|stack| !stack.is_empty())) {
        return Ok(());
    }
    Err("what is left in the columns is not what was there without the removed cells".into())
}

/// The colours of each column from the bottom, without the empty cells.
fn stacks(cells: &[Option<u8>], columns: usize) -> Vec<Vec<u8>> {
    let mut stacks = vec![Vec::with_capacity(usize::from(ROWS_MAX)); columns];
    for row in cells.chunks(columns) {
        for (stack, cell) in stacks.iter_mut().zip(row) {
            stack.extend(cell);
        }
    }
    stacks
}

fn groups_are_regions(seen: &Seen) -> Result<(), String> {
    let listed = seen.now.legal.iter().flatten().map(|group| (group, &seen.now.position));
    let before = seen.step.as_ref().map(|step| &step.before.position);
    let removed = seen.event().zip(before);
    for (group, position) in listed.chain(removed) {
        if group.size() < 2 {
            return Err(format!("a group of one: {group}"));
        }
        if group.cells().iter().any(|&cell| position.get(cell) != Some(group.colour())) {
            return Err(format!("not all cells have the colour: {group}"));
        }
        // Each cell of a region touches another, and whatever it touches of its colour belongs to it.
        let broken_off = |&&cell: &&Cell| {
            let mut equal = neighbours(position, cell)
                .filter(|&other| position.get(other) == Some(group.colour()))
                .peekable();
            equal.peek().is_none()
                || equal.any(|other| group.cells().binary_search(&other).is_err())
        };
        if let Some(cell) = group.cells().iter().find(broken_off) {
            return Err(format!(
                "{cell} touches its colour outside its group, or nowhere: {group}"
            ));
        }
    }
    Ok(())
}

fn selections_are_judged(seen: &Seen) -> Result<(), String> {
    let Some(Step { before, mv, result }) = &seen.step else {
        return Ok(());
    };
    let position = &before.position;
    let expected = match selected_cell(position, **mv) {
        None => Err(Refusal::NoSuchCell),
        Some(cell) if position.get(cell).is_none() => Err(Refusal::EmptyCell),
        Some(cell) if !has_equal_neighbour(position, cell) => Err(Refusal::SingleCell),
        Some(cell) => Ok(cell),
    };
    match (expected, result) {
        (Ok(cell), Ok(group)) if group.cells().contains(&cell) => Ok(()),
        (Ok(cell), Ok(group)) => {
            Err(format!("{cell} was selected, and is not removed with {group}"))
        }
        (Ok(cell), Err(refusal)) => {
            Err(format!("{cell} has a neighbour of its colour, but: {refusal}"))
        }
        (Err(refusal), Ok(group)) => Err(format!("accepted, and removed {group}, but: {refusal}")),
        (Err(expected), Err(refusal)) if expected != *refusal => {
            Err(format!("refused for: {refusal}, but: {expected}"))
        }
        _ => Ok(()),
    }
}

fn selected_cell(position: &Position, mv: Selection) -> Option<Cell> {
    cells(position)
        .find(|cell| (u64::from(cell.row()), u64::from(cell.column())) == (mv.row(), mv.column()))
}

fn won_when_empty(seen: &Seen) -> Result<(), String> {
    let empty = seen.now.position.cells().iter().all(Option::is_none);
    if (seen.now.outcome == Outcome::Won) == empty {
        return Ok(());
    }
    let left = seen.now.position.cells().iter().flatten().count();
    Err(format!("{left} cells are left, and the outcome is: {}", seen.now.outcome))
}

/// What campaigns count.
pub(super) const CLAUSES: &[Clause<Words>] = &[
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
        position.cells()[..position.columns().into()].iter().flatten().count()
    };
    let before = seen.step.as_ref().map_or(0, |step| standing(&step.before.position));
    before.saturating_sub(standing(&seen.now.position))
}
