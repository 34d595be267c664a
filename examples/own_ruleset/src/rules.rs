//! The rule set: everything about the game that the harness cannot know. It plays nothing.

use arbitrary::{Result, Unstructured};
use twinboard::harness::exhaust::{Bounds, Shape};
use twinboard::harness::{Characters, Clause, Enumerate, Invariant, Mapping, RuleSet, Symmetries};

use crate::clauses;
use crate::vocabulary::{Direction, HOLES_MAX, Jump, Pegs, Row};

/// The rule set of peg solitaire on a row.
#[derive(Clone, Copy, Debug)]
pub struct PegRules;

impl RuleSet for PegRules {
    type Vocabulary = Pegs;

    /// Draws the kind of row first, so that rare kinds are frequent. Rows of 62 to 64 holes are
    /// frequent, because the end of a machine word is the most error-prone place of a bit engine.
    fn generate_setup(&self, u: &mut Unstructured<'_>) -> Result<Row> {
        let holes = match u.int_in_range(0..=9_u8)? {
            0 => u.int_in_range(1..=4)?,
            1..=3 => u.int_in_range(HOLES_MAX - 2..=HOLES_MAX)?,
            _ => u.int_in_range(5..=HOLES_MAX)?,
        };
        let pegs = if u.ratio(3, 4_u8)? { playable(holes, u)? } else { scattered(holes, u)? };
        Ok(Row::new(pegs).expect("the number of holes is within the limits"))
    }

    fn clauses(&self) -> &'static [Clause<Pegs>] {
        clauses::CLAUSES
    }

    fn invariants(&self) -> &'static [Invariant<Pegs>] {
        clauses::INVARIANTS
    }

    /// Every position is a row, so it is also a set-up.
    fn setup_at(&self, _setup: &Row, position: &Row) -> Option<Row> {
        Some(position.clone())
    }

    /// No limit: each jump removes a peg, so games are short.
    fn moves_max(&self, _setup: &Row) -> usize {
        usize::MAX
    }

    fn symmetries(&self) -> Option<&dyn Symmetries<Pegs>> {
        Some(&Mapping::<Pegs> { name: "the mirror image", board: mirrored, mv: mirrored_jump })
    }

    fn enumeration(&self) -> Option<&dyn Enumerate<Pegs>> {
        Some(self)
    }
}

/// A row with many possible jumps, often one that can be won: starts with one or a few pegs and
/// takes random jumps back.
fn playable(holes: usize, u: &mut Unstructured<'_>) -> Result<Vec<bool>> {
    let mut pegs = vec![false; holes];
    for _ in 0..u.int_in_range(1..=1 + holes / 16)? {
        pegs[u.choose_index(holes)?] = true;
    }
    for _ in 0..u.int_in_range(0..=16 * holes)? {
        let to = u.choose_index(holes)?;
        let (over, from) = if u.arbitrary()? {
            (to + 1, to + 2)
        } else {
            (to.wrapping_sub(1), to.wrapping_sub(2))
        };
        if pegs[to] && pegs.get(over) == Some(&false) && pegs.get(from) == Some(&false) {
            (pegs[to], pegs[over], pegs[from]) = (false, true, true);
        }
    }
    Ok(pegs)
}

/// Any row, from empty to full.
fn scattered(holes: usize, u: &mut Unstructured<'_>) -> Result<Vec<bool>> {
    let eighths = u.int_in_range(0..=8_u8)?;
    (0..holes).map(|_| Ok(u.int_in_range(0..=7_u8)? < eighths)).collect()
}

fn mirrored(row: &Row) -> Row {
    let pegs = row.pegs().iter().rev().copied();
    Row::new(pegs.collect()).expect("the mirror image has as many holes")
}

/// The jump in the mirror image of a row; a number beyond the row stays beyond it.
fn mirrored_jump(row: &Row, jump: &Jump) -> Jump {
    let to = match jump.to {
        Direction::Left => Direction::Right,
        Direction::Right => Direction::Left,
    };
    Jump { from: (row.pegs().len() as u64 + 1).wrapping_sub(jump.from), to }
}

impl Enumerate<Pegs> for PegRules {
    fn setups(&self, shape: Shape, symbols: u8) -> Box<dyn Iterator<Item = Row> + Send> {
        Enumerate::<Pegs>::setups(&Characters(".o"), shape, symbols)
    }

    fn usual_bounds(&self) -> Bounds {
        Bounds::new([(1, 14)], 1)
    }
}
