//! Many boards of SameGame at once: equal to single boards, equal at every level, uniform.

mod support;

use std::array;
use std::collections::BTreeMap;

use support::Random;
use twinboard_engine::samegame::batch::{self, BOARDS, Batch, Level, Playout};
use twinboard_engine::samegame::{Board, CellSet};
use twinboard_vocabulary::samegame::{Cell, Grid};

/// The levels of this CPU.
fn levels() -> impl Iterator<Item = Level> {
    Level::ALL.into_iter().filter(|level| {
        if !level.is_available() {
            println!("not tested on this CPU: {level}");
        }
        level.is_available()
    })
}

fn board<const W: usize, const P: usize>(text: &str) -> Board<W, P> {
    Board::from_grid(&text.parse().unwrap()).unwrap()
}

/// Random boards of random sizes and numbers of colours.
fn boards<const W: usize, const P: usize>(random: &mut Random) -> [Board<W, P>; BOARDS] {
    let colours: Vec<u8> = (0..Board::<W, P>::COLOURS).collect();
    array::from_fn(|_| {
        let (rows, columns) = (random.number(1, 16), random.number(1, 4 * W as u8));
        let count = random.number(1, Board::<W, P>::COLOURS);
        Board::from_grid(&random.grid(rows, columns, &colours[..usize::from(count)])).unwrap()
    })
}

/// Plays on a batch and on single boards: on each board the group of a random cell, or a drawn one.
fn play_side_by_side<const W: usize, const P: usize>(level: Level, random: &mut Random) {
    let mut singles = boards::<W, P>(random);
    let mut batch = Batch::at(level, &singles);
    for step in 0.. {
        let cell = |random: &mut Random| Cell::new(random.number(1, 17), random.number(1, 66));
        let cells = array::from_fn(|_| (random.number(0, 7) > 0).then(|| cell(random)));
        let groups = if step % 2 == 0 {
            batch.groups_at(&cells)
        } else {
            batch.sample_groups(|| random.next_u64())
        };
        let has_moves = batch.has_moves();
        for (lane, single) in singles.iter_mut().enumerate() {
            let cells = if step % 2 == 0 {
                cells[lane]
            } else {
                groups.cells(lane).and_then(|it| it.first())
            };
            let expected = cells.and_then(|cell| single.group_at(cell));
            let expected_cells = expected.map(|group| *group.cells());
            assert_eq!(groups.cells(lane), expected_cells, "{level}, board {lane}: {single:?}");
            assert_eq!(has_moves[lane], single.has_moves(), "{level}, board {lane}: {single:?}");
            assert_eq!(step % 2 == 1 && has_moves[lane], step % 2 == 1 && expected.is_some());
            if let Some(group) = &expected {
                single.play(group);
            }
        }
        batch.play(&groups);
        for (lane, single) in singles.iter().enumerate() {
            assert_eq!(batch.board(lane), *single, "{level}, board {lane}");
        }
        if !has_moves.contains(&true) {
            return;
        }
    }
}

#[test]
fn a_batch_plays_like_single_boards() {
    for level in levels() {
        for seed in 0..12 {
            play_side_by_side::<4, 3>(level, &mut Random(seed));
            play_side_by_side::<3, 2>(level, &mut Random(seed));
        }
        play_side_by_side::<16, 4>(level, &mut Random(100));
    }
}

#[test]
fn the_games_are_the_same_at_every_level_and_beside_any_other_board() {
    let some = boards::<4, 3>(&mut Random(5));
    let games = batch::playouts(&some, 9, 7);
    assert_eq!(games.len(), 7 * BOARDS);
    for level in levels() {
        assert_eq!(batch::playouts_at(level, &some, 9, 7), games, "{level}");
    }
    assert_eq!(batch::playouts(&some[..1], 9, 7), games[..7]);
    assert_ne!(batch::playouts(&some, 10, 7), games, "the seed matters");
}

#[test]
fn totals_of_games_without_a_choice_are_known() {
    let empty: Board<1, 3> = Board::EMPTY;
    let single = board("1 3\n1 2 1\n");
    let one_group = board("2 3\n1 1 1\n1 2 1\n");
    let games = batch::playouts(&[empty, single, one_group], 1, 2);
    let (over, stuck) = (Playout::default(), Playout { cells_left: 3, ..Playout::default() });
    let played = Playout { moves: 1, cells_left: 1, squares: 25 };
    assert_eq!(games, [over, over, stuck, stuck, played, played]);
    assert_eq!(batch::playouts::<1, 3>(&[], 1, 2), []);
    assert_eq!(batch::playouts(&[single], 1, 0), []);
}

/// Sum of (observed − expected)² / expected.
fn chi_square(observed: impl Iterator<Item = (f64, f64)>) -> f64 {
    observed.map(|(observed, expected)| (observed - expected).powi(2) / expected).sum()
}

/// A value that chi-square exceeds with a probability of 10⁻⁹, by its degrees of freedom (Wilson
/// and Hilferty, The Distribution of Chi-Square, 1931).
fn bound(degrees: f64) -> f64 {
    let variance = 2.0 / (9.0 * degrees);
    degrees * (1.0 - variance + 6.0 * variance.sqrt()).powi(3)
}

#[test]
fn every_group_is_drawn_with_the_same_probability() {
    // The large group has four candidates for its first cell, the pairs one each.
    let comb =
        board::<2, 3>("4 8\n1 2 1 2 1 2 1 3\n1 0 1 0 1 0 1 3\n1 4 1 4 1 4 1 5\n1 1 1 1 1 1 1 5\n");
    let other = Grid::new(16, 8, Random(3).grid(16, 8, &[0, 1, 2, 3]).colours().to_vec()).unwrap();
    for board in [comb, Board::from_grid(&other).unwrap()] {
        let groups = board.groups().count();
        for level in levels() {
            let (batch, mut random) = (Batch::at(level, &[board; BOARDS]), Random(17));
            let mut drawn: BTreeMap<Cell, f64> = BTreeMap::new();
            let rounds = 40 * groups;
            for _ in 0..rounds {
                let groups = batch.sample_groups(|| random.next_u64());
                for lane in 0..BOARDS {
                    let first = groups.cells(lane).and_then(|cells: CellSet<2>| cells.first());
                    *drawn.entry(first.expect("the board has groups")).or_default() += 1.0;
                }
            }
            assert_eq!(drawn.len(), groups, "{level}: {board:?}");
            let expected = (rounds * BOARDS) as f64 / groups as f64;
            let value = chi_square(drawn.values().map(|&observed| (observed, expected)));
            assert!(value < bound(groups as f64 - 1.0), "{level}: {value}, {drawn:?}");
        }
    }
}

/// Adds the probabilities of all games from `board` to those of their totals.
fn enumerate(
    board: &Board<1, 3>,
    before: Playout,
    probability: f64,
    all: &mut BTreeMap<Totals, f64>,
) {
    let groups: Vec<_> = board.groups().collect();
    if groups.is_empty() {
        let cells_left = board.cells_left() as u16;
        *all.entry((before.moves, cells_left, before.squares)).or_default() += probability;
    }
    for group in &groups {
        let mut after = *board;
        after.play(group);
        let squares = before.squares + (group.size() * group.size()) as u32;
        let next = Playout { moves: before.moves + 1, squares, cells_left: 0 };
        enumerate(&after, next, probability / groups.len() as f64, all);
    }
}

/// Moves, cells left and sum of squares.
type Totals = (u16, u16, u32);

#[test]
fn playouts_have_the_probabilities_of_an_enumeration_of_all_games() {
    let board = board("4 4\n0 1 0 1\n1 1 0 0\n0 0 1 1\n1 0 0 1\n");
    let mut all = BTreeMap::new();
    enumerate(&board, Playout::default(), 1.0, &mut all);
    assert!(all.len() > 5, "{all:?}");
    for level in levels() {
        let n = 100_000;
        let mut seen: BTreeMap<Totals, f64> = BTreeMap::new();
        for game in batch::playouts_at(level, &[board], 3, n) {
            *seen.entry((game.moves, game.cells_left, game.squares)).or_default() += 1.0;
        }
        assert!(seen.keys().all(|totals| all.contains_key(totals)), "{seen:?} of {all:?}");
        let counts = all.iter().map(|(totals, probability)| {
            (seen.get(totals).copied().unwrap_or(0.0), probability * n as f64)
        });
        let value = chi_square(counts);
        assert!(value < bound(all.len() as f64 - 1.0), "{level}: {value}, {seen:?} of {all:?}");
    }
}
