//! Situations that random cases meet too rarely: a single pair at every place of the largest
//! boards, every size, every group drawn.

use std::collections::HashMap;
use std::ops::ControlFlow;

use twinboard_harness::random::SplitMix;
use twinboard_vocabulary::samegame::{Cell, Grid, Group, Outcome, SameGame as Vocabulary};

use super::{Engine, Oracle};
use crate::support::play::SetUp;

fn listed<G: SetUp<Vocabulary = Vocabulary>>(game: &G) -> Vec<Group> {
    let mut groups = Vec::new();
    let _ = game.visit_legal_moves(&mut |group| {
        groups.push(group.clone());
        ControlFlow::Continue(())
    });
    groups.sort();
    groups
}

/// A grid without equal neighbours, except for two cells of colour 9.
fn with_pair(rows: u8, columns: u8, one: Cell, other: Cell) -> Grid {
    let cells = (1..=rows).flat_map(|row| (1..=columns).map(move |column| Cell::new(row, column)));
    let colour = |cell: Cell| {
        if cell == one || cell == other { 9 } else { (cell.row() + cell.column()) % 3 }
    };
    Grid::new(rows, columns, cells.map(colour).collect()).expect("within the limits")
}

fn a_pair_is_a_move_anywhere<G: SetUp<Vocabulary = Vocabulary>>() {
    for (rows, columns) in [(16, 64), (10, 40), (15, 15), (16, 1), (1, 64)] {
        for (row, column) in
            (1..=rows).flat_map(|row| (1..=columns).map(move |column| (row, column)))
        {
            let above = (row < rows).then(|| Cell::new(row + 1, column));
            let right = (column < columns).then(|| Cell::new(row, column + 1));
            for other in [above, right].into_iter().flatten() {
                let one = Cell::new(row, column);
                let grid = with_pair(rows, columns, one, other);
                let game = G::set_up(&grid).expect("the game accepts every grid");
                assert_eq!(game.outcome(), Outcome::Playing, "{rows}x{columns}, {one} and {other}");
                assert_eq!(listed(&game), [Group::new(9, vec![one, other])], "{rows}x{columns}");
            }
        }
    }
}

#[test]
fn a_single_pair_is_a_move_at_every_place() {
    a_pair_is_a_move_anywhere::<Engine>();
    a_pair_is_a_move_anywhere::<Oracle>();
}

#[test]
fn both_sides_accept_every_size() {
    for (rows, columns) in (1..=16).flat_map(|rows| (1..=64).map(move |columns| (rows, columns))) {
        let cells = usize::from(rows) * usize::from(columns);
        let colours = (0..cells).map(|cell| (cell % 10) as u8).collect();
        let grid = Grid::new(rows, columns, colours).expect("within the limits");
        assert!(Engine::set_up(&grid).is_some(), "engine: {rows} rows, {columns} columns");
        assert!(Oracle::set_up(&grid).is_some(), "oracle: {rows} rows, {columns} columns");
    }
}

/// Draws 400 times the number of groups. A uniform draw gives each group about 400 draws, and
/// practically never fewer than 200 or more than 600.
fn draws_are_fair<G: SetUp<Vocabulary = Vocabulary>>(grid: &Grid) {
    let game = G::set_up(grid).expect("the game accepts every grid");
    let groups = listed(&game);
    let mut random = SplitMix::new(7);
    let mut drawn: HashMap<Group, u32> = HashMap::new();
    for _ in 0..groups.len() * 400 {
        *drawn
            .entry(game.sample_legal_move(&mut || random.next_u64()).expect("there are moves"))
            .or_default() += 1;
    }
    for group in &groups {
        let count = drawn.get(group).copied().unwrap_or(0);
        assert!((200..=600).contains(&count), "{count} times in {} groups: {group}", groups.len());
    }
}

#[test]
fn every_group_is_drawn_equally_often() {
    // Pairs, longer regions and single cells; the largest board has more than 256 groups.
    for (rows, columns) in [(4, 4), (15, 15), (10, 40), (16, 64)] {
        let cells = usize::from(rows) * usize::from(columns);
        let colours = (0..cells).map(|cell| ((cell / 2 + cell / 7) % 4) as u8).collect();
        let grid = Grid::new(rows, columns, colours).expect("within the limits");
        draws_are_fair::<Engine>(&grid);
        if cells <= 225 {
            draws_are_fair::<Oracle>(&grid);
        }
    }
}
