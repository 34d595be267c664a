//! Workloads of SameGame: uniformly random games to their end, on grids of 15 × 15 with 5 colours.

mod lean;
mod plain;

use std::ops::ControlFlow;

use twinboard_engine::samegame::batch::{Level, playouts_at};
use twinboard_engine::samegame::{Board, ListedBoard};
use twinboard_vocabulary::game::below;
use twinboard_vocabulary::random::SplitMix;
use twinboard_vocabulary::samegame::{Grid, SameGame};
use twinboard_vocabulary::{Game, Vocabulary as _};

use super::measure::{Contender, Done, ENGINE, LEAN, ORACLE, PLAIN, Workload};
use lean::Lean;
use plain::Plain;

type Oracle = twinboard_oracle::SameGame;
type Engine = Board<4, 3>;

const SIDE: u8 = 15;
const COLOURS: u64 = 5;
/// Games per piece of work.
const GAMES: usize = 16;
/// Games of a batch from each of the `GAMES` boards of a piece, enough to keep its lanes busy.
const MANY_PLAYOUTS: usize = 32;

/// Contenders choose differently, so they play different games of the same mean length. All but the
/// batches and the first engine list every region before every move.
pub(super) fn workloads() -> Vec<Workload> {
    let levels = Level::ALL.into_iter().rev().filter(|level| level.is_available());
    let contenders = levels.map(batch).chain([
        playing(ENGINE, engine, by_drawing),
        playing("engine, listing", |grid| ListedBoard::new(engine(grid)), by_listing),
        playing(ORACLE, |grid| Oracle::set_up(grid).expect("it fits"), by_oracle),
        playing(PLAIN, Plain::new, by_plain),
        playing(LEAN, Lean::new, by_lean),
    ]);
    let contenders = contenders.collect();
    vec![Workload {
        name: "samegame",
        about: "uniformly random games on 15 × 15 with 5 colours",
        unit: "move",
        contenders,
    }]
}

fn engine(grid: &Grid) -> Engine {
    Board::from_grid(grid).expect("the board has room for the grid")
}

/// A uniformly random index below `count`.
fn choose(random: &mut SplitMix, count: usize) -> usize {
    below(&mut || random.next_u64(), count as u64) as usize
}

fn grids(random: &mut SplitMix) -> Vec<Grid> {
    let mut grid = || {
        let cells = usize::from(SIDE) * usize::from(SIDE);
        let colours = (0..cells).map(|_| below(&mut || random.next_u64(), COLOURS) as u8);
        Grid::new(SIDE, SIDE, colours.collect()).expect("sizes and colours are within limits")
    };
    (0..GAMES).map(|_| grid()).collect()
}

/// A contender that plays a random game from each of some boards, which are set up before the time
/// starts. `play` returns the number of moves.
fn playing<T: 'static>(
    name: &'static str,
    set_up: fn(&Grid) -> T,
    play: impl Fn(&mut T, &mut SplitMix) -> u64 + Copy + 'static,
) -> Contender {
    Contender::new(name, move |seed| {
        let mut random = SplitMix::new(seed);
        let mut games: Vec<T> = grids(&mut random).iter().map(set_up).collect();
        move || {
            let units = games.iter_mut().map(|game| play(game, &mut random)).sum();
            Done { units, games: GAMES as u64, digest: None }
        }
    })
}

/// The engine that plays many boards at once; it plays several games from each.
fn batch(level: Level) -> Contender {
    let name = match level {
        Level::Avx512 => "batch, AVX-512",
        Level::Avx2 => "batch, AVX2",
        Level::Portable => "batch, portable",
    };
    Contender::new(name, move |seed| {
        let mut random = SplitMix::new(seed);
        let boards: Vec<Engine> = grids(&mut random).iter().map(engine).collect();
        move || {
            let games = playouts_at(level, &boards, random.next_u64(), MANY_PLAYOUTS);
            let units = games.iter().map(|game| u64::from(game.moves)).sum();
            Done { units, games: games.len() as u64, digest: None }
        }
    })
}

fn by_drawing(board: &mut Engine, random: &mut SplitMix) -> u64 {
    let mut moves = 0;
    while let Some(group) = board.sample_group(|| random.next_u64()) {
        board.play(&group);
        moves += 1;
    }
    moves
}

fn by_listing(board: &mut ListedBoard<4, 3>, random: &mut SplitMix) -> u64 {
    let mut moves = 0;
    while !board.groups().is_empty() {
        board.play(choose(random, board.groups().len()));
        moves += 1;
    }
    moves
}

fn by_oracle(game: &mut Oracle, random: &mut SplitMix) -> u64 {
    let mut selections = Vec::new();
    let mut moves = 0;
    loop {
        selections.clear();
        let _ = game.visit_legal_moves(&mut |group| {
            selections.push(SameGame::to_move(group));
            ControlFlow::Continue(())
        });
        if selections.is_empty() {
            return moves;
        }
        game.play(&selections[choose(random, selections.len())]).expect("it listed this move");
        moves += 1;
    }
}

fn by_plain(game: &mut Plain, random: &mut SplitMix) -> u64 {
    let mut moves = 0;
    loop {
        let groups = game.groups();
        if groups.is_empty() {
            return moves;
        }
        game.remove(&groups[choose(random, groups.len())]);
        moves += 1;
    }
}

fn by_lean(game: &mut Lean, random: &mut SplitMix) -> u64 {
    let mut moves = 0;
    loop {
        let count = game.list();
        if count == 0 {
            return moves;
        }
        game.remove(choose(random, count));
        moves += 1;
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use twinboard_vocabulary::Game;
    use twinboard_vocabulary::random::SplitMix;
    use twinboard_vocabulary::samegame::{Cell, Selection};

    use super::{Lean, Oracle, Plain, choose, grids};

    /// Random games differ between contenders, so here all of them play the same ones.
    #[test]
    fn plain_and_lean_list_the_regions_of_the_oracle() {
        let mut random = SplitMix::new(1);
        for grid in grids(&mut random) {
            let mut oracle = Oracle::set_up(&grid).expect("it fits");
            let (mut plain, mut lean) = (Plain::new(&grid), Lean::new(&grid));
            loop {
                let groups = plain.groups();
                let count = lean.list();
                assert_eq!((0..count).map(|it| lean.group(it)).collect::<Vec<_>>(), groups);
                let cell =
                    |&(column, row): &(usize, usize)| Cell::new(row as u8 + 1, column as u8 + 1);
                let mut ours: Vec<Vec<Cell>> =
                    groups.iter().map(|group| group.iter().map(cell).collect()).collect();
                for group in &mut ours {
                    group.sort_unstable();
                }
                ours.sort_unstable();
                let mut listed: Vec<Vec<Cell>> = Vec::new();
                let _ = oracle.visit_legal_moves(&mut |group| {
                    let mut cells = group.cells().to_vec();
                    cells.sort_unstable();
                    listed.push(cells);
                    ControlFlow::Continue(())
                });
                listed.sort_unstable();
                assert_eq!(ours, listed);
                if count == 0 {
                    break;
                }
                let chosen = choose(&mut random, count);
                let cell = cell(&groups[chosen][0]);
                oracle.play(&Selection::from(cell)).expect("it is listed");
                plain.remove(&groups[chosen]);
                lean.remove(chosen);
            }
        }
    }
}
