//! The single operations of SameGame: engine, oracle and plain program on the same positions.
//!
//! The positions are all those of random games on 15 × 15 with 5 colours; a call works on one of
//! them. `engine` is the board as a search uses it, `engine as Game` the game as the checks play
//! it.
//!
//! The hooks of the planted faults are compiled in, as in all tests of this package, and slow the
//! engine a little: asking for the outcome takes twice as long, most other operations about as long
//! as without. Quote the figures of `twinboard bench`, which has no hooks.
//!
//! `cargo bench -p twinboard-games --bench samegame` measures all, with a part of a name only
//! those.

use std::hint::black_box;
use std::ops::ControlFlow;

use criterion::measurement::WallTime;
use criterion::{BatchSize, BenchmarkGroup, Criterion, criterion_group, criterion_main};
use twinboard_harness::random::SplitMix;
use twinboard_vocabulary::game::below;
use twinboard_vocabulary::samegame::{Grid, Group, SameGame as Vocabulary, text};
use twinboard_vocabulary::{CaseReader, Game, Limits, Vocabulary as _};

type Board = twinboard_engine::samegame::Board<4, 3>;
type Engine = twinboard_engine::samegame::SameGame;
type Oracle = twinboard_oracle::SameGame;
type Plain = twinboard_plain::samegame::SameGame;

/// Games that the positions come from: more than a branch predictor can learn.
const GAMES: usize = 40;

/// Moves of the case that is printed and read: no game is shorter.
const MOVES_OF_CASE: usize = 40;

/// A grid of 15 × 15 with 5 colours.
fn grid(random: &mut SplitMix) -> Grid {
    let colours = (0..15 * 15).map(|_| below(&mut || random.next_u64(), 5) as u8).collect();
    Grid::new(15, 15, colours).expect("sizes and colours are within limits")
}

fn grids() -> Vec<Grid> {
    let mut random = SplitMix::new(1);
    (0..GAMES).map(|_| grid(&mut random)).collect()
}

/// The positions of random games that are not over, each with the move drawn there. They are the
/// same for all implementations.
fn positions<G: Game<Vocabulary = Vocabulary> + Clone>(
    set_up: fn(&Grid) -> Option<G>,
) -> Vec<(G, Group)> {
    let mut random = SplitMix::new(2);
    let mut positions = Vec::new();
    for grid in grids() {
        let mut game = set_up(&grid).expect("every implementation accepts such grids");
        // Groups are sorted, so the choice does not depend on the implementation.
        while let Some(group) = drawn(&game, &mut random) {
            positions.push((game.clone(), group.clone()));
            game.play(&Vocabulary::to_move(&group)).expect("it was listed");
        }
    }
    positions
}

fn drawn<G: Game<Vocabulary = Vocabulary>>(game: &G, random: &mut SplitMix) -> Option<Group> {
    let mut groups = Vec::new();
    let _ = game.visit_legal_moves(&mut |group| {
        groups.push(group.clone());
        ControlFlow::Continue(())
    });
    groups.sort();
    let count = groups.len() as u64;
    (count > 0).then(|| groups.swap_remove(below(&mut || random.next_u64(), count) as usize))
}

/// The positions as boards of the engine.
fn boards() -> Vec<(Board, twinboard_engine::samegame::Group<4>)> {
    let load = |(game, group): &(Engine, Group)| {
        let board = Board::from_position(&game.position()).expect("the board is large enough");
        let group = board.group_at(group.first()).expect("it was listed");
        (board, group)
    };
    positions(Engine::set_up).iter().map(load).collect()
}

/// Measures calls on one position after the other.
fn each<T, R>(
    group: &mut BenchmarkGroup<'_, WallTime>,
    name: &str,
    of: &[T],
    call: impl Fn(&T) -> R,
) {
    group.bench_function(name, |bencher| {
        let mut inputs = of.iter().cycle();
        bencher.iter(|| call(inputs.next().expect("the iterator is cyclic")));
    });
}

fn set_up(criterion: &mut Criterion) {
    let grids = grids();
    let mut group = criterion.benchmark_group("set up");
    each(&mut group, "engine", &grids, Board::from_grid);
    each(&mut group, "engine as Game", &grids, Engine::set_up);
    each(&mut group, "oracle", &grids, Oracle::set_up);
    each(&mut group, "plain", &grids, Plain::set_up);
}

fn list_by_trait<G: Game<Vocabulary = Vocabulary>>((game, _): &(G, Group)) -> usize {
    let mut cells = 0;
    let _ = game.visit_legal_moves(&mut |group| {
        cells += black_box(group).size();
        ControlFlow::Continue(())
    });
    cells
}

fn list(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("list all groups");
    each(&mut group, "engine", &boards(), |(board, _)| {
        board.groups().for_each(|group| {
            black_box(group);
        });
    });
    each(&mut group, "engine as Game", &positions(Engine::set_up), list_by_trait);
    each(&mut group, "oracle", &positions(Oracle::set_up), list_by_trait);
    each(&mut group, "plain", &positions(Plain::set_up), |(game, _)| game.groups());
}

fn sample_by_trait<G: Game<Vocabulary = Vocabulary> + Clone>(
    name: &str,
    set_up: fn(&Grid) -> Option<G>,
    group: &mut BenchmarkGroup<'_, WallTime>,
) {
    let mut random = SplitMix::new(3);
    let positions = positions(set_up);
    group.bench_function(name, |bencher| {
        let mut inputs = positions.iter().cycle();
        bencher.iter(|| {
            let (game, _) = inputs.next().expect("the iterator is cyclic");
            game.sample_legal_move(&mut || random.next_u64())
        });
    });
}

fn sample(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("draw a group");
    let mut random = SplitMix::new(3);
    let boards = boards();
    group.bench_function("engine", |bencher| {
        let mut inputs = boards.iter().cycle();
        bencher.iter(|| {
            let (board, _) = inputs.next().expect("the iterator is cyclic");
            board.sample_group(|| random.next_u64())
        });
    });
    sample_by_trait("engine as Game", Engine::set_up, &mut group);
    sample_by_trait("oracle", Oracle::set_up, &mut group);
    sample_by_trait("plain", Plain::set_up, &mut group);
}

/// Playing changes the game, so every call gets a copy. Copying is not timed.
fn play_by_trait<G: Game<Vocabulary = Vocabulary> + Clone>(
    name: &str,
    set_up: fn(&Grid) -> Option<G>,
    group: &mut BenchmarkGroup<'_, WallTime>,
) {
    let positions = positions(set_up);
    group.bench_function(name, |bencher| {
        let mut inputs = positions.iter().cycle();
        let copy = || {
            let (game, group) = inputs.next().expect("the iterator is cyclic");
            (game.clone(), Vocabulary::to_move(group))
        };
        bencher.iter_batched_ref(copy, |(game, mv)| game.play(mv), BatchSize::SmallInput);
    });
}

fn play(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("play a move");
    let boards = boards();
    group.bench_function("engine", |bencher| {
        let mut inputs = boards.iter().cycle();
        let copy = || *inputs.next().expect("the iterator is cyclic");
        bencher.iter_batched_ref(copy, |(board, group)| board.play(group), BatchSize::SmallInput);
    });
    play_by_trait("engine as Game", Engine::set_up, &mut group);
    play_by_trait("oracle", Oracle::set_up, &mut group);
    play_by_trait("plain", Plain::set_up, &mut group);
}

fn look(criterion: &mut Criterion) {
    let (boards, engine) = (boards(), positions(Engine::set_up));
    let (oracle, plain) = (positions(Oracle::set_up), positions(Plain::set_up));

    let mut group = criterion.benchmark_group("tell the outcome");
    each(&mut group, "engine", &boards, |(board, _)| board.has_moves());
    each(&mut group, "engine as Game", &engine, |(game, _)| game.outcome());
    each(&mut group, "oracle", &oracle, |(game, _)| game.outcome());
    each(&mut group, "plain", &plain, |(game, _)| game.outcome());
    group.finish();

    let mut group = criterion.benchmark_group("show the position");
    each(&mut group, "engine as Game", &engine, |(game, _)| game.position());
    each(&mut group, "oracle", &oracle, |(game, _)| game.position());
    each(&mut group, "plain", &plain, |(game, _)| game.position());
    group.finish();

    // Only the engine has a key.
    let mut group = criterion.benchmark_group("key");
    each(&mut group, "engine", &boards, |(board, _)| board.hash());
    each(&mut group, "engine as Game", &engine, |(game, _)| game.key());
}

fn text(criterion: &mut Criterion) {
    // The first moves of the game on the first grid.
    let moves: Vec<_> = positions(Engine::set_up)
        .iter()
        .take(MOVES_OF_CASE)
        .map(|(_, group)| Vocabulary::to_move(group))
        .collect();
    let grid = &grids()[0];
    let mut group = criterion.benchmark_group("a case of 225 cells and 40 moves");
    group.bench_function("print", |bencher| bencher.iter(|| text::print([(grid, &moves[..])])));
    let printed = text::print([(grid, &moves[..])]);
    group.bench_function("read", |bencher| {
        bencher.iter(|| {
            let mut reader = text::Reader::new(printed.as_bytes(), Limits::Case);
            while let Some(item) = reader.next_item().expect("it was printed") {
                black_box(item);
            }
        });
    });
}

criterion_group!(parts, set_up, list, sample, play, look, text);
criterion_main!(parts);
