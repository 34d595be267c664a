//! Invariants of SameGame, which need no second implementation.
//!
//! They check one step at a time and say less than the rules. Each is simple enough to be obviously
//! true, so a mistake that both sides share is still noticed.

use twinboard_harness::{Invariant, Observed, Step};
use twinboard_vocabulary::samegame::{
    COLUMNS_MAX, Cell, Group, Outcome, Position, ROWS_MAX, Refusal, SameGame, Selection,
};

type Observation<'a> = Observed<'a, SameGame>;

/// The invariants of every step.
pub(super) const INVARIANTS: &[Invariant<SameGame>] = &[
    Invariant::new("the set-up is shown as it is (SG-1)", set_up_is_shown),
    Invariant::new("nothing floats (SG-10)", nothing_floats),
    Invariant::new("columns are packed to the left (SG-11)", columns_are_packed),
    Invariant::new("cells are conserved (SG-9)", cells_are_conserved),
    Invariant::new("columns keep their order (SG-10, SG-11)", order_is_kept),
    Invariant::new("a region is two cells or more of one colour (SG-4, SG-8)", groups_are_regions),
    Invariant::new(
        "a selection is accepted exactly when its cell has a neighbour of its colour (SG-5 to SG-8)",
        selections_are_judged,
    ),
    Invariant::new("won exactly when empty (SG-12)", won_when_empty),
];

/// Number of values of a byte.
const BYTES: usize = 1 + u8::MAX as usize;

/// Number of cells of a colour.
fn cells_of(position: &Position, colour: u8) -> usize {
    position.cells().flatten().filter(|&other| other == colour).count()
}

/// The bytes of a column from the bottom, without the empty cells.
fn stack(column: &[u8]) -> impl Iterator<Item = &u8> {
    column.iter().filter(|&&byte| byte != Position::EMPTY)
}

fn is_empty(column: &[u8]) -> bool {
    column.iter().all(|&byte| byte == Position::EMPTY)
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

fn set_up_is_shown(observed: &Observation) -> Result<(), String> {
    if observed.step.is_none() && observed.now.position != Position::from(observed.setup) {
        return Err("the position after the set-up is not the grid".into());
    }
    Ok(())
}

fn nothing_floats(observed: &Observation) -> Result<(), String> {
    for (column, cells) in (1..).zip(observed.now.position.bytes_by_column()) {
        // Two adjacent bytes, the lower one first.
        let floats = |pair: &[u8]| pair[0] == Position::EMPTY && pair[1] != Position::EMPTY;
        if let Some(below) = cells.windows(2).position(floats) {
            return Err(format!("({},{column}) holds a colour above an empty cell", below + 2));
        }
    }
    Ok(())
}

fn columns_are_packed(observed: &Observation) -> Result<(), String> {
    let mut after_empty = false;
    for (column, cells) in (1..).zip(observed.now.position.bytes_by_column()) {
        let empty = is_empty(cells);
        if after_empty && !empty {
            return Err(format!("column {} is empty, column {column} is not", column - 1));
        }
        after_empty = empty;
    }
    Ok(())
}

fn cells_are_conserved(observed: &Observation) -> Result<(), String> {
    let Some(Step { before, .. }) = &observed.step else {
        return Ok(());
    };
    let (before, now) = (&before.position, &observed.now.position);
    // Counts per colour before the step; and after it, with the removed cells added.
    let (mut were, mut are) = ([0_usize; BYTES], [0_usize; BYTES]);
    let mut count = |before: &[u8], now: &[u8]| {
        for (&before, &now) in before.iter().zip(now) {
            were[usize::from(before)] += 1;
            are[usize::from(now)] += 1;
        }
    };
    // Equal pieces change no count: skipping them saves most of the work.
    let (before_pieces, before_rest) = before.bytes().as_chunks::<32>();
    let (now_pieces, now_rest) = now.bytes().as_chunks::<32>();
    for (before, now) in before_pieces.iter().zip(now_pieces) {
        if before != now {
            count(before, now);
        }
    }
    count(before_rest, now_rest);
    if let Some(group) = observed.event() {
        are[usize::from(group.colour())] += group.size();
    }
    let wrong = |&colour: &u8| were[usize::from(colour)] != are[usize::from(colour)];
    let Some(colour) = (0..Position::EMPTY).find(wrong) else {
        return Ok(());
    };
    let left = cells_of(now, colour);
    let should_be = (left + were[usize::from(colour)]).checked_sub(are[usize::from(colour)]);
    let should_be = should_be.ok_or("more cells were removed than there were")?;
    Err(format!("{left} cells of colour {colour} are left, {should_be} should be"))
}

fn order_is_kept(observed: &Observation) -> Result<(), String> {
    let (Some(Step { before, .. }), Some(group)) = (&observed.step, observed.event()) else {
        return Ok(());
    };
    let rows = usize::from(before.position.rows());
    let mut left = before.position.bytes().to_vec();
    for cell in group.cells() {
        left[usize::from(cell.column() - 1) * rows + usize::from(cell.row() - 1)] = Position::EMPTY;
    }
    let kept = left.chunks_exact(rows).filter(|column| !is_empty(column));
    let mut now = observed.now.position.bytes_by_column().filter(|column| !is_empty(column));
    let mut kept_all = true;
    for column in kept {
        // Most columns have lost nothing and are equal byte for byte, which is compared first.
        kept_all &= now.next().is_some_and(|now| column == now || stack(column).eq(stack(now)));
    }
    if kept_all && now.next().is_none() {
        return Ok(());
    }
    Err("what is left in the columns is not what was there without the removed cells".into())
}

fn groups_are_regions(observed: &Observation) -> Result<(), String> {
    let listed = observed.now.legal.as_deref().unwrap_or_default();
    check_groups(&observed.now.position, listed)?;
    match (&observed.step, observed.event()) {
        (Some(step), Some(removed)) => {
            check_groups(&step.before.position, std::slice::from_ref(removed))
        }
        _ => Ok(()),
    }
}

/// Checks that each group has two cells or more, all of its colour; that each of its cells touches
/// another one; and that every neighbour of its colour belongs to it.
fn check_groups(position: &Position, groups: &[Group]) -> Result<(), String> {
    let on_grid =
        |cell: &Cell| cell.row() <= position.rows() && cell.column() <= position.columns();
    let mut board = Grouped { position, group_of: [0; CELLS_MAX] };
    for (number, group) in (1_u16..).zip(groups) {
        if group.size() < 2 {
            return Err(format!("a region of one: {group}"));
        }
        for cell in group.cells() {
            if !on_grid(cell) || position.get(*cell) != Some(group.colour()) {
                return Err(format!("not all cells have the colour: {group}"));
            }
            let other = std::mem::replace(&mut board.group_of[position.index(*cell)], number);
            // A group that is listed twice is left to the comparison of the lists.
            if other != 0 && groups[usize::from(other) - 1] != *group {
                return Err(format!("{cell} is in two regions, one of them: {group}"));
            }
        }
    }
    for group in groups {
        if let Some(cell) = group.cells().iter().find(|&&cell| !board.is_complete_at(cell)) {
            return Err(format!(
                "{cell} touches its colour outside its region, or nowhere: {group}"
            ));
        }
    }
    Ok(())
}

/// Number of cells of the largest grid.
const CELLS_MAX: usize = ROWS_MAX as usize * COLUMNS_MAX as usize;

/// A position with the number of the group of each cell.
struct Grouped<'a> {
    position: &'a Position,
    /// Group numbers from 1, and 0 for none; indexed like the bytes of the position.
    group_of: [u16; CELLS_MAX],
}

impl Grouped<'_> {
    /// True if a cell touches another cell of its colour, and all cells of its colour that it
    /// touches are in its group.
    fn is_complete_at(&self, cell: Cell) -> bool {
        let (bytes, at) = (self.position.bytes(), self.position.index(cell));
        let rows = usize::from(self.position.rows());
        let (mut touches, mut complete) = (false, true);
        let mut look = |is_cell: bool, other: usize| {
            if is_cell && bytes[other] == bytes[at] {
                touches = true;
                complete &= self.group_of[other] == self.group_of[at];
            }
        };
        look(cell.row() < self.position.rows(), at + 1);
        look(cell.row() > 1, at.wrapping_sub(1));
        look(cell.column() < self.position.columns(), at + rows);
        look(cell.column() > 1, at.wrapping_sub(rows));
        touches && complete
    }
}

fn selections_are_judged(observed: &Observation) -> Result<(), String> {
    let Some(Step { before, mv, result }) = &observed.step else {
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
    let row = u8::try_from(mv.row()).ok().filter(|row| (1..=position.rows()).contains(row))?;
    let column = u8::try_from(mv.column()).ok();
    let column = column.filter(|column| (1..=position.columns()).contains(column))?;
    Some(Cell::new(row, column))
}

fn won_when_empty(observed: &Observation) -> Result<(), String> {
    let empty = is_empty(observed.now.position.bytes());
    if (observed.now.outcome == Outcome::Won) == empty {
        return Ok(());
    }
    let left = observed.now.position.cells().flatten().count();
    Err(format!("{left} cells are left, and the outcome is: {}", observed.now.outcome))
}

#[cfg(test)]
mod tests {
    use twinboard_harness::{Observed, Step, View};
    use twinboard_vocabulary::samegame::{
        Cell, Grid, Group, Outcome, Position, Refusal, SameGame, Selection,
    };

    use super::INVARIANTS;

    /// Parses rows from the top; `.` is an empty cell.
    fn position(rows: &[&str]) -> Position {
        let (height, width) = (rows.len() as u8, rows[0].len() as u8);
        Position::from_fn(height, width, |cell| {
            let row = rows[usize::from(height - cell.row())].as_bytes();
            let byte = row[usize::from(cell.column() - 1)];
            byte.is_ascii_digit().then(|| byte - b'0')
        })
    }

    fn group(colour: u8, cells: &[(u8, u8)]) -> Group {
        Group::new(colour, cells.iter().map(|&(row, column)| Cell::new(row, column)))
    }

    fn view(rows: &[&str], legal: &[Group]) -> View<SameGame> {
        let outcome = if rows.concat().bytes().all(|byte| byte == b'.') {
            Outcome::Won
        } else if legal.is_empty() {
            Outcome::Stuck
        } else {
            Outcome::Playing
        };
        View { position: position(rows), outcome, legal: Some(legal.to_vec()) }
    }

    /// Messages of the invariants that are broken by a selection of (1,1) between two views.
    fn broken(
        before: &View<SameGame>,
        result: &Result<Group, Refusal>,
        now: &View<SameGame>,
    ) -> Vec<String> {
        let setup = Grid::new(2, 3, vec![0; 6]).expect("a small grid");
        let mv = Selection::new(1, 1).expect("a selection");
        let step = Some(Step { before, mv: &mv, result });
        let observed = Observed { setup: &setup, step, now, observations: &[] };
        INVARIANTS.iter().filter_map(|invariant| (invariant.check)(&observed).err()).collect()
    }

    /// A view with a group of colour 1 at the left, and that group.
    fn before() -> (View<SameGame>, Group) {
        let removed = group(1, &[(1, 1), (2, 1), (1, 2)]);
        (view(&["120", "113"], std::slice::from_ref(&removed)), removed)
    }

    /// Messages of the invariants, joined, if the removal leads to this board.
    fn messages(now: &[&str], legal: &[Group]) -> String {
        let (before, removed) = before();
        broken(&before, &Ok(removed), &view(now, legal)).join("; ")
    }

    #[test]
    fn cells_do_not_float_and_groups_are_removed_whole() {
        let message = messages(&["20.", ".3."], &[]);
        assert!(message.starts_with("(2,1) holds a colour above an empty cell"), "{message}");
        let (before, _) = before();
        let part = group(1, &[(1, 1), (2, 1)]);
        let message = broken(&before, &Ok(part), &view(&["20.", "13."], &[])).join("; ");
        assert!(message.starts_with("(1,1) touches its colour outside its region"), "{message}");
    }

    #[test]
    fn a_cell_lost_or_changed_is_not_conserved() {
        let message = messages(&["...", "23."], &[]);
        assert!(message.starts_with("0 cells of colour 0 are left, 1 should be"), "{message}");
        let message = messages(&[".3.", "23."], &[group(3, &[(1, 2), (2, 2)])]);
        assert!(message.starts_with("0 cells of colour 0 are left, 1 should be"), "{message}");
        let (before, _) = before();
        let refused = broken(&before, &Err(Refusal::EmptyCell), &view(&["12.", "113"], &[]));
        assert_eq!(refused[0], "0 cells of colour 0 are left, 1 should be");
    }

    #[test]
    fn a_cell_lost_anywhere_on_a_large_grid_is_not_conserved() {
        let row = "01".repeat(32);
        let before = view(&[&row, &row], &[]);
        for column in 0..row.len() {
            let mut lost = row.clone();
            lost.replace_range(column..=column, ".");
            let message = broken(&before, &Err(Refusal::SingleCell), &view(&[&lost, &row], &[]));
            let expected = format!("63 cells of colour {} are left, 64 should be", column % 2);
            assert!(message.contains(&expected), "column {}: {message:?}", column + 1);
        }
    }

    #[test]
    fn columns_are_packed_and_keep_their_order() {
        let order = "what is left in the columns is not what was there without the removed cells";
        for (now, expected) in [
            ([".0.", "23."], ""),
            (["..0", "2.3"], "column 2 is empty, column 3 is not"),
            ([".3.", "20."], order),
            (["0..", "32."], order),
            ([".0.", "32."], order),
        ] {
            assert_eq!(messages(&now, &[]), expected);
        }
    }

    #[test]
    fn a_group_is_connected_complete_and_shares_no_cell() {
        let listed = |legal: &[Group]| {
            let now = view(&["111", "100"], legal);
            broken(&now, &Err(Refusal::SingleCell), &now).swap_remove(0)
        };
        let outside = "touches its colour outside its region, or nowhere: ";
        assert!(listed(&[group(1, &[(1, 1)])]).starts_with("a region of one: "));
        assert!(listed(&[group(2, &[(1, 1), (2, 1)])]).starts_with("not all cells have"));
        assert!(listed(&[group(1, &[(3, 1), (2, 1)])]).starts_with("not all cells have"));
        assert!(listed(&[group(1, &[(1, 1), (2, 1), (2, 2)])]).contains(outside));
        let apart = [group(0, &[(1, 2), (1, 3)]), group(1, &[(1, 1), (2, 3)])];
        assert!(listed(&apart).contains(outside));
        let whole = group(1, &[(1, 1), (2, 1), (2, 2), (2, 3)]);
        let part = group(1, &[(1, 1), (2, 1)]);
        assert!(listed(&[part, whole]).contains("is in two regions"));
    }
}
