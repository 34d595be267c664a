//! The single operations of paint: engine, oracle and plain program on the same positions.
//!
//! The positions are all those of random games on 15 × 15 with numbers like those of the second
//! group (PT-36); a call works on one of them. `engine` is the board as a search uses it, `engine
//! as Game` the game as the checks play it.
//!
//! The hooks of the planted faults are compiled in, as in all tests of this package, and slow the
//! engine a little. Quote the figures of `twinboard bench`, which has no hooks.
//!
//! `cargo bench -p twinboard-games --bench paint` measures all, with a part of a name only those.

use criterion::measurement::WallTime;
use criterion::{BatchSize, BenchmarkGroup, Criterion, criterion_group, criterion_main};
use twinboard_engine::paint::{Area, Board};
use twinboard_harness::random::SplitMix;
use twinboard_vocabulary::game::below;
use twinboard_vocabulary::paint::{self as vocabulary, Move, Square};
use twinboard_vocabulary::{Game, Vocabulary};

type Engine = twinboard_engine::paint::Paint;
type Oracle = twinboard_oracle::Paint;
type Plain = twinboard_plain::paint::Paint;

/// Games that the positions come from: more than a branch predictor can learn.
const GAMES: usize = 40;
const SIDE: u8 = 15;
/// Limit for counting sets.
const LIMIT: u64 = 100_000;

/// A board on which one cell in six has a number from 5 to 10.
fn start(random: &mut SplitMix) -> vocabulary::Board {
    let mut number = |count: u64| below(&mut || random.next_u64(), count) as u8;
    vocabulary::Board::from_fn(SIDE, |_| match number(6) {
        0 => Square::Number(5 + number(6)),
        _ => Square::Empty,
    })
}

/// The positions of random games that are not over, each with the move drawn there.
fn positions() -> Vec<(Board, Area)> {
    let mut random = SplitMix::new(1);
    let mut positions = Vec::new();
    for _ in 0..GAMES {
        let mut board = Board::from_setup(&start(&mut random));
        while let Some(area) = board.sample_area(&mut || random.next_u64()) {
            positions.push((board.clone(), area));
            let _ = board.play(&area);
        }
    }
    positions
}

/// The positions as games of another implementation. The first player is to move in all of them, as
/// in every set-up (PT-5).
fn as_games<G: Game<Vocabulary = vocabulary::Paint>>(
    set_up: fn(&vocabulary::Board) -> Option<G>,
) -> Vec<(G, Move)> {
    let game = |(board, area): &(Board, Area)| {
        let game =
            set_up(&board.to_position().board).expect("every implementation accepts every board");
        (game, vocabulary::Paint::to_move(&area.to_legal_move()))
    };
    positions().iter().map(game).collect()
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

/// Measures calls on copies of the positions. Copying is not timed.
fn each_copy<T: Clone, R>(
    group: &mut BenchmarkGroup<'_, WallTime>,
    name: &str,
    of: &[T],
    call: impl Fn(&mut T) -> R,
) {
    group.bench_function(name, |bencher| {
        let mut inputs = of.iter().cycle();
        let copy = || inputs.next().expect("the iterator is cyclic").clone();
        bencher.iter_batched_ref(copy, &call, BatchSize::SmallInput);
    });
}

fn set_up(criterion: &mut Criterion) {
    let mut random = SplitMix::new(1);
    let boards: Vec<vocabulary::Board> = (0..GAMES).map(|_| start(&mut random)).collect();
    let mut group = criterion.benchmark_group("paint: set up");
    each(&mut group, "engine", &boards, Board::from_setup);
    each(&mut group, "oracle", &boards, Oracle::set_up);
    each(&mut group, "plain", &boards, Plain::set_up);
}

fn sets(criterion: &mut Criterion) {
    let positions = positions();
    let mut group = criterion.benchmark_group("paint: the sets of a number");
    each(&mut group, "engine, what it can reach", &positions, |(board, area)| {
        board.ball(area.number)
    });
    each(&mut group, "engine, up to 100,000 counted", &positions, |(board, area)| {
        board.count_areas(area.number, LIMIT)
    });
}

fn sample(criterion: &mut Criterion) {
    let positions = positions();
    let (oracle, plain) = (as_games(Oracle::set_up), as_games(Plain::set_up));
    let random = std::cell::RefCell::new(SplitMix::new(3));
    let mut group = criterion.benchmark_group("paint: draw a move");
    each(&mut group, "engine", &positions, |(board, _)| {
        board.sample_area(&mut || random.borrow_mut().next_u64())
    });
    each(&mut group, "engine, grown", &positions, |(board, area)| {
        board.grow_area(area.number, &mut || random.borrow_mut().next_u64())
    });
    each(&mut group, "oracle", &oracle, |(game, _)| {
        game.sample_legal_move(&mut || random.borrow_mut().next_u64())
    });
    each(&mut group, "plain", &plain, |(game, _)| {
        game.sample_legal_move(&mut || random.borrow_mut().next_u64())
    });
}

fn play(criterion: &mut Criterion) {
    let positions = positions();
    let engine = as_games(Engine::set_up);
    let (oracle, plain) = (as_games(Oracle::set_up), as_games(Plain::set_up));

    let mut group = criterion.benchmark_group("paint: play a move");
    each_copy(&mut group, "engine", &positions, |(board, area)| board.play(area));
    each_copy(&mut group, "engine, and take it back", &positions, |(board, area)| {
        let undo = board.play(area);
        board.undo(&undo);
    });
    each_copy(&mut group, "engine as Game", &engine, |(game, mv)| game.play(mv));
    each_copy(&mut group, "oracle", &oracle, |(game, mv)| game.play(mv));
    each_copy(&mut group, "plain", &plain, |(game, mv)| Game::play(game, mv));
    group.finish();

    let moves: Vec<(Board, Move)> = positions
        .iter()
        .map(|(board, area)| (board.clone(), vocabulary::Paint::to_move(&area.to_legal_move())))
        .collect();
    let mut group = criterion.benchmark_group("paint: check a valid move");
    each(&mut group, "engine", &moves, |(board, mv)| board.check(mv));
    each(&mut group, "plain", &plain, |(game, mv)| game.check(mv));
}

fn look(criterion: &mut Criterion) {
    let positions = positions();
    let engine = as_games(Engine::set_up);
    let (oracle, plain) = (as_games(Oracle::set_up), as_games(Plain::set_up));

    let mut group = criterion.benchmark_group("paint: tell the outcome");
    each(&mut group, "engine", &positions, |(board, _)| board.outcome());
    each(&mut group, "oracle", &oracle, |(game, _)| game.outcome());
    each(&mut group, "plain", &plain, |(game, _)| game.outcome());
    group.finish();

    let mut group = criterion.benchmark_group("paint: show the position");
    each(&mut group, "engine as Game", &engine, |(game, _)| game.position());
    each(&mut group, "oracle", &oracle, |(game, _)| game.position());
    each(&mut group, "plain", &plain, |(game, _)| game.position());
    group.finish();

    // Only the engine offers these.
    let mut group = criterion.benchmark_group("paint: of the engine alone");
    each(&mut group, "parts of the board", &positions, |(board, _)| board.components().count());
    each(&mut group, "key", &positions, |(board, _)| board.hash());
}

criterion_group!(parts, set_up, sets, sample, play, look);
criterion_main!(parts);
