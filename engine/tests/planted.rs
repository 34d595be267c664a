//! Every planted fault changes something that is visible through `Game`.
//!
//! Compares the engine with a fault and without one on the same games. This shows that the faults
//! have an effect, not that any check finds them. Two faults of keys show between games only.
//!
//! This file is a separate process with a single test, because the switch of the faults is global
//! to a process.
#![cfg(feature = "planted")]

mod support;

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use support::Random;
use twinboard_engine::linkpop::LinkPop;
use twinboard_engine::planted::Fault;
use twinboard_engine::samegame::batch::BatchGame;
use twinboard_engine::samegame::{ListedGame, SameGame};
use twinboard_faults::activate;
use twinboard_vocabulary::linkpop::{Attribute, Block, Board, Margin, Setup, Step, Symbol};
use twinboard_vocabulary::samegame::{Grid, Selection};
use twinboard_vocabulary::{Game, MoveOf, PositionOf, SetupOf};

/// A set-up and the requested moves.
struct Case<G: Game> {
    set_up: fn(&SetupOf<G::Vocabulary>) -> Option<G>,
    setup: SetupOf<G::Vocabulary>,
    moves: Vec<MoveOf<G::Vocabulary>>,
}

impl<G: Game> Clone for Case<G> {
    fn clone(&self) -> Self {
        Self { set_up: self.set_up, setup: self.setup.clone(), moves: self.moves.clone() }
    }
}

/// Least and greatest number of rows, the same for columns, and the number of moves.
type Size = ((u8, u8), (u8, u8), u8);

fn same_game(random: &mut Random, size: Size) -> Case<SameGame> {
    let (setup, moves) = selections(random, size);
    Case { set_up: SameGame::set_up, setup, moves }
}

fn same_game_in_a_batch(random: &mut Random, size: Size) -> Case<BatchGame> {
    let (setup, moves) = selections(random, size);
    Case { set_up: BatchGame::set_up, setup, moves }
}

fn same_game_on_a_list(random: &mut Random, size: Size) -> Case<ListedGame> {
    let (setup, moves) = selections(random, size);
    Case { set_up: ListedGame::set_up, setup, moves }
}

fn selections(random: &mut Random, (rows, columns, moves): Size) -> (Grid, Vec<Selection>) {
    let (rows, columns) = (random.number(rows.0, rows.1), random.number(columns.0, columns.1));
    let palette = [&[0, 1, 2][..], &[0, 9], &[1, 3], &[7, 8, 9], &[0, 1, 8, 9]];
    let colours = palette[usize::from(random.number(0, palette.len() as u8 - 1))];
    let setup: Grid = random.grid(rows, columns, colours);
    let mut select = || {
        let (row, column) = (random.number(1, rows + 1), random.number(1, columns + 1));
        Selection::new(row.into(), column.into()).unwrap()
    };
    (setup, (0..moves).map(|_| select()).collect())
}

fn link_pop(random: &mut Random, (rows, columns, moves): Size) -> Case<LinkPop> {
    let (rows, columns) = (random.number(rows.0, rows.1), random.number(columns.0, columns.1));
    let symbols = [1, 2, 3, 9][usize::from(random.number(0, 3))];
    let empty = [0, 25, 60][usize::from(random.number(0, 2))];
    let board = Board::from_fn(rows, columns, |_| {
        let symbol = Symbol::new(random.number(0, symbols - 1));
        let attribute = Attribute::ALL[usize::from(random.number(0, 4))];
        (random.number(0, 99) >= empty).then_some(Block { symbol, attribute })
    });
    let margin = Margin::ALL[usize::from(random.number(0, 1))];
    let (setup, moves) = (Setup { board, margin }, vec![Step::Robot; moves.into()]);
    Case { set_up: LinkPop::set_up, setup, moves }
}

/// The visible state of a game after a step. Of the key only its property matters: different
/// positions must have different keys.
#[derive(PartialEq, Debug)]
struct Seen<P> {
    answer: String,
    position: P,
    outcome: String,
    legal: Vec<String>,
    /// A random legal move, as text.
    drawn: String,
    valid: bool,
    key_is_new: bool,
}

type Played<G> = Result<Vec<Seen<PositionOf<<G as Game>::Vocabulary>>>, ()>;

/// The visible state after each step of the case; an error if the set-up is refused or a panic
/// occurs.
fn play<G: Game + Clone>(case: &Case<G>) -> Played<G> {
    let play = || {
        let mut game = (case.set_up)(&case.setup)?;
        let mut keys = HashMap::new();
        let mut seen = vec![look(&game, String::new(), &mut keys)];
        for mv in &case.moves {
            // Plays on a copy, like a search.
            let mut copy = game.clone();
            let answer = format!("{:?}", copy.play(mv));
            game = copy;
            seen.push(look(&game, answer, &mut keys));
        }
        Some(seen)
    };
    catch_unwind(AssertUnwindSafe(play)).ok().flatten().ok_or(())
}

fn look<G: Game>(
    game: &G,
    answer: String,
    keys: &mut HashMap<u64, PositionOf<G::Vocabulary>>,
) -> Seen<PositionOf<G::Vocabulary>> {
    let mut legal = Vec::new();
    let _ = game.visit_legal_moves(&mut |mv| {
        legal.push(format!("{mv:?}"));
        ControlFlow::Continue(())
    });
    let mut random = Random(legal.len() as u64);
    let drawn = format!("{:?}", game.sample_legal_move(&mut || random.next_u64()));
    let position = game.position();
    let key_is_new = game
        .key()
        .is_none_or(|key| *keys.entry(key).or_insert_with(|| position.clone()) == position);
    let outcome = game.outcome().to_string();
    let valid = game.validate().is_ok();
    Seen { answer, position, outcome, legal, drawn, valid, key_is_new }
}

/// Cases, and their results without a fault.
struct Cases<G: Game> {
    cases: Vec<Case<G>>,
    sound: Vec<Played<G>>,
}

impl<G: Game + Clone + 'static> Cases<G> {
    /// Draws the given number of cases of each size.
    fn new(draw: fn(&mut Random, Size) -> Case<G>, sizes: &[(usize, Size)]) -> Self {
        let mut random = Random(1);
        let mut cases = Vec::new();
        for &(count, size) in sizes {
            cases.extend((0..count).map(|_| draw(&mut random, size)));
        }
        let sound: Vec<_> = cases.iter().map(play).collect();
        assert!(sound.iter().all(Result::is_ok), "the engine without a fault plays every case");
        Self { cases, sound }
    }

    /// True if some case shows the fault.
    fn show(&self, fault: Fault) -> bool {
        if fault == Fault::EndlessFill {
            return hangs(fault, &self.cases);
        }
        activate(Some(fault.entry()));
        let shown = self.cases.iter().zip(&self.sound).any(|(case, sound)| play(case) != *sound);
        activate(None);
        shown
    }
}

/// True if the cases do not end within a second while the fault is active.
fn hangs<G: Game + Clone + 'static>(fault: Fault, cases: &[Case<G>]) -> bool {
    let (done, wait) = mpsc::channel();
    let cases = cases.to_vec();
    activate(Some(fault.entry()));
    let player = thread::spawn(move || {
        for case in &cases {
            drop(play(case));
        }
        let _ = done.send(());
    });
    let endless = wait.recv_timeout(Duration::from_secs(1)).is_err();
    // The fill reads the switch in every round, so this ends it.
    activate(None);
    player.join().unwrap();
    endless
}

/// Faults that have no effect on small boards.
const LARGE: [Fault; 6] = [
    Fault::Refused,
    Fault::LaneCarry,
    Fault::FortyColumns,
    Fault::WidestPanic,
    Fault::SampleMany,
    Fault::BatchSquares,
];

/// Faults that give equal keys to the positions of two games.
const BETWEEN_GAMES: [Fault; 2] = [Fault::KeyByColumns, Fault::KeyByRows];

/// The faults of one engine without a visible effect: in no case at all, or in no case on a tiny
/// board although not in [`LARGE`].
fn missed<G: Game + Clone + 'static>(
    is_in_engine: impl Fn(&str) -> bool,
    tiny: &Cases<G>,
    any: &Cases<G>,
) -> Vec<&'static str> {
    let mut missed = Vec::new();
    let is_tried =
        |fault: &&Fault| is_in_engine(fault.entry().name) && !BETWEEN_GAMES.contains(fault);
    for &fault in Fault::ALL.iter().filter(is_tried) {
        if !any.show(fault) || !tiny.show(fault) && !LARGE.contains(&fault) {
            missed.push(fault.entry().name);
        }
    }
    missed
}

#[test]
fn every_fault_shows_and_most_on_a_board_of_twelve_cells() {
    std::panic::set_hook(Box::new(|_| {}));
    let tiny =
        [(400, ((1, 4), (1, 3), 3)), (200, ((1, 2), (1, 6), 3)), (200, ((5, 12), (1, 1), 3))];
    let any = Cases::new(same_game, &[(100, ((1, 16), (1, 64), 10))]);
    let is_in_batch = |name: &str| name.starts_with("samegame-batch-");
    let is_in_list = |name: &str| name.starts_with("samegame-list-");
    let is_in_board =
        |name: &str| name.starts_with("samegame-") && !is_in_batch(name) && !is_in_list(name);
    let mut missed_faults = missed(is_in_board, &Cases::new(same_game, &tiny), &any);
    let any = Cases::new(same_game_in_a_batch, &[(50, ((1, 16), (1, 64), 10))]);
    let tiny_batch = Cases::new(same_game_in_a_batch, &tiny);
    missed_faults.extend(missed(is_in_batch, &tiny_batch, &any));
    let any = Cases::new(same_game_on_a_list, &[(50, ((1, 16), (1, 64), 10))]);
    let tiny_list = Cases::new(same_game_on_a_list, &tiny);
    missed_faults.extend(missed(is_in_list, &tiny_list, &any));
    let any = Cases::new(link_pop, &[(15, ((1, 32), (1, 32), 8)), (60, ((3, 12), (3, 12), 20))]);
    let is_link_pop = |name: &str| name.starts_with("linkpop-");
    missed_faults.extend(missed(is_link_pop, &Cases::new(link_pop, &tiny), &any));
    let _ = std::panic::take_hook();
    assert_eq!(missed_faults, [""; 0]);
}
