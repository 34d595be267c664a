//! Distribution of generated boards: numbers that meet at their greatest distance.

use std::collections::{BTreeMap, BTreeSet};

use arbitrary::Unstructured;
use twinboard_games::paint::PaintRules;
use twinboard_harness::RuleSet;
use twinboard_harness::random::case_bytes;
use twinboard_vocabulary::paint::{Board, Cell, Square};

use super::support::paint::around;

/// Boards that are drawn, as in a campaign of a minute.
const COUNT: u64 = 10_000;
/// Steps from which two numbers count as far apart.
const FAR: usize = 10;

/// The two numbers of a board that are neither 0 nor 1, if there are two, with the empty cells
/// between them; the larger one first.
fn ends(board: &Board) -> Option<[(Cell, u8); 2]> {
    let mut ends: Vec<_> = board.numbers().filter(|&(_, number)| number > 1).collect();
    ends.sort_by_key(|&(_, number)| std::cmp::Reverse(number));
    ends.try_into().ok()
}

/// The steps from one cell to another over empty cells.
fn steps(board: &Board, from: Cell, to: Cell) -> Option<usize> {
    let (mut seen, mut ring) = (BTreeSet::from([from]), vec![from]);
    for steps in 0.. {
        if ring.contains(&to) {
            return Some(steps);
        }
        let near = ring.iter().flat_map(|&cell| around(board, cell));
        let is_open = |cell: &Cell| *cell == to || board.get(*cell) == Square::Empty;
        ring = near.filter(|cell| is_open(cell) && seen.insert(*cell)).collect();
        if ring.is_empty() {
            break;
        }
    }
    None
}

#[test]
fn numbers_meet_at_their_greatest_distance_in_every_direction_and_at_borders() {
    let mut counts: BTreeMap<(i8, i8, bool), u32> = BTreeMap::new();
    let mut sums = BTreeMap::new();
    for index in 0..COUNT {
        let bytes = case_bytes(1, index);
        let board =
            PaintRules.generate_setup(&mut Unstructured::new(&bytes)).expect("enough bytes");
        let Some([(from, a), (to, b)]) = ends(&board) else { continue };
        let Some(steps) = steps(&board, from, to).filter(|&steps| steps >= FAR) else { continue };
        *sums.entry(usize::from(a + b) - steps.min((a + b).into())).or_insert(0) += 1;
        if steps + 1 == usize::from(a + b) {
            let way = |from: u8, to: u8| (to.cast_signed() - from.cast_signed()).signum();
            let is_border = |cell: Cell| {
                [cell.row, cell.column].iter().any(|&line| line == 0 || line + 1 == board.side())
            };
            // Of a straight corridor the ends may be at a border anyway.
            let way = (way(from.row, to.row), way(from.column, to.column));
            let along = if way.0 == 0 { Cell::new(from.row, 1) } else { Cell::new(1, from.column) };
            *counts.entry((way.0, way.1, is_border(along))).or_insert(0) += 1;
        }
    }
    for (down, right) in (-1..=1).flat_map(|down| (-1..=1).map(move |right| (down, right))) {
        let count = |at_border| counts.get(&(down, right, at_border)).copied().unwrap_or(0);
        let [inside, at_border] = [false, true].map(count);
        // With a turn, either arm may be at a border.
        let is_often = match (down, right) {
            (0, 0) => true,
            (0, _) | (_, 0) => inside >= 2 && at_border >= 2,
            _ => inside + at_border >= 2,
        };
        let told = format!("{down} down, {right} right: {inside}, and {at_border} at borders");
        assert!(is_often, "{told}");
    }
    // Mostly at the greatest distance, else a step farther or nearer.
    let share = |nearer: usize| sums.get(&nearer).copied().unwrap_or(0);
    assert!(share(1) > 60 && share(0) >= 10 && share(2) >= 10, "{sums:?}");
}
