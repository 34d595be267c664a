//! Rows and jumps drawn from bytes. What kind of row it is to be is drawn first, so that rare kinds
//! come often.

use arbitrary::{Result, Unstructured};

use crate::words::{Direction, HOLES_MAX, Jump, Row};

/// Draws a row.
pub(crate) fn row(u: &mut Unstructured<'_>) -> Result<Row> {
    let holes = match u.int_in_range(0..=9_u8)? {
        0 => u.int_in_range(1..=4)?,
        // The ends of a word are where a bit engine is most easily wrong.
        1..=3 => u.int_in_range(HOLES_MAX - 2..=HOLES_MAX)?,
        4 | 5 => u.int_in_range(24..=40)?,
        _ => u.int_in_range(5..=HOLES_MAX)?,
    };
    let pegs = if u.ratio(3, 4_u8)? { playable(holes, u)? } else { scattered(holes, u)? };
    Ok(Row::new(pegs).expect("so many holes a row may have"))
}

/// A row with many jumps left, and often one that can be won: from one last peg, or a few, jumps
/// are taken back.
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

/// Any row: of eight holes, so many have a peg, from none to all.
fn scattered(holes: usize, u: &mut Unstructured<'_>) -> Result<Vec<bool>> {
    let of_eight = u.int_in_range(0..=8_u8)?;
    (0..holes).map(|_| Ok(u.int_in_range(0..=7)? < of_eight)).collect()
}

/// The row with something changed.
pub(crate) fn changed(row: &Row, u: &mut Unstructured<'_>) -> Result<Row> {
    let mut pegs = row.pegs().to_vec();
    let (one, other) = (u.choose_index(pegs.len())?, u.choose_index(pegs.len())?);
    match u.int_in_range(0..=3_u8)? {
        0 => pegs[one] = !pegs[one],
        1 => pegs.swap(one, other),
        2 => pegs.insert(one, u.arbitrary()?),
        _ => drop(pegs.remove(one)),
    }
    // A hole too many or too few: the row stays as it was.
    Ok(Row::new(pegs).unwrap_or_else(|| row.clone()))
}

/// A jump that may be refused for every reason there is.
pub(crate) fn jump(row: &Row, legal: Option<&Jump>, u: &mut Unstructured<'_>) -> Result<Jump> {
    let holes = row.pegs().len() as u64;
    let any = u.int_in_range(1..=holes)?;
    let from = match u.int_in_range(0..=15_u8)? {
        0 => holes + 1,
        // Numbers whose low bits name a hole, and the largest there is.
        1 => any + (1 << *u.choose(&[6, 8, 16, 32, 63])?),
        2 => u64::MAX,
        3 => *u.choose(&[1, 2, holes])?,
        4 => holes.saturating_sub(1).max(1),
        5..=8 => legal.map_or(any, |legal| legal.from),
        9..=11 => legal.map_or(any, |legal| legal.from + 1),
        _ => any,
    };
    let to = if u.arbitrary()? { Direction::Left } else { Direction::Right };
    Ok(Jump { from, to })
}
