//! Every small set-up, once up to the names of its symbols.

use board::linkpop::{Attribute, Block, Board, Margin, SIDE_MAX, Setup, Symbol};

/// All set-ups of up to `cells_max` cells whose symbols are in the order in which they appear, by
/// shape, with every attribute, with empty cells, and with both margins unless one is asked for.
pub(super) fn setups(cells_max: usize, margin: Option<Margin>) -> impl Iterator<Item = Setup> {
    let shapes = (1..=SIDE_MAX).flat_map(|rows| (1..=SIDE_MAX).map(move |columns| (rows, columns)));
    let small = shapes
        .filter(move |&(rows, columns)| usize::from(rows) * usize::from(columns) <= cells_max);
    small.flat_map(move |(rows, columns)| {
        let cells = usize::from(rows) * usize::from(columns);
        let all = std::iter::successors(Some(vec![0; cells]), |contents| following(contents));
        all.flat_map(move |contents| {
            let cells = contents.iter().map(|&content| cell(content)).collect();
            let board = Board::new(rows, columns, cells).expect("a small board");
            let margins =
                Margin::ALL.into_iter().filter(move |m| margin.is_none_or(|only| only == *m));
            margins.map(move |margin| Setup { board: board.clone(), margin })
        })
    })
}

/// What a number stands for: 0 is an empty cell, then come the attributes of A, of B, …
fn cell(content: usize) -> Option<Block> {
    let number = content.checked_sub(1)?;
    let count = Attribute::ALL.len();
    let symbol = Symbol::new((number / count) as u8);
    Some(Block { symbol, attribute: Attribute::ALL[number % count] })
}

/// The next contents in which every symbol is at most one further than all before it.
fn following(contents: &[usize]) -> Option<Vec<usize>> {
    let count = Attribute::ALL.len();
    let may_rise = |index: &usize| {
        let before = contents[..*index].iter().map(|content| content.div_ceil(count)).max();
        let symbols = (before.unwrap_or(0) + 1).min(Symbol::COUNT.into());
        contents[*index] < symbols * count
    };
    let index = (0..contents.len()).rev().find(may_rise)?;
    let mut next = contents.to_vec();
    next[index] += 1;
    next[index + 1..].fill(0);
    Some(next)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use board::linkpop::Margin;

    use super::setups;

    #[test]
    fn set_ups_of_up_to_three_cells_are_counted_by_hand() {
        // One cell: empty, or A with one of five attributes. Two: if the first is empty 6; else
        // the second is empty, A or B. Three: by how many symbols stand before.
        let one = 6;
        let two = 6 + 5 * 11;
        let three = (6 + 5 * 11) + 5 * (11 + 5 * 11 + 5 * 16);
        let expected = one + 2 * two + 2 * three;
        let inside: Vec<_> = setups(3, Some(Margin::Inside)).collect();
        assert_eq!(inside.len(), expected);
        assert_eq!(inside.iter().collect::<HashSet<_>>().len(), expected, "each comes once");
        assert_eq!(setups(3, None).count(), 2 * expected);
    }
}
