//! Every planted fault changes something that can be seen through `Game`.
//!
//! The engine without a fault is compared with itself with one, on the same games. That says that
//! the faults are worth planting, not that any check finds them.
//!
//! This file is a process of its own, and it has one test, because there is one switch a process.
#![cfg(feature = "planted")]

mod support;

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::panic::catch_unwind;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use board::Game;
use board::samegame::{Grid, Position, Selection};
use engine::planted::{CATALOGUE, Fault, activate};
use engine::samegame::SameGame;
use support::Random;
use twinboard_engine as engine;

/// A grid and what is selected on it.
#[derive(Clone)]
struct Case {
    grid: Grid,
    selections: Vec<Selection>,
}

impl Case {
    fn random(random: &mut Random, rows: (u8, u8), columns: (u8, u8), moves: u8) -> Self {
        let (rows, columns) = (random.number(rows.0, rows.1), random.number(columns.0, columns.1));
        let palette = [&[0, 1, 2][..], &[0, 9], &[1, 3], &[7, 8, 9], &[0, 1, 8, 9]];
        let colours = palette[usize::from(random.number(0, palette.len() as u8 - 1))];
        let grid = random.grid(rows, columns, colours);
        let mut select = || {
            let (row, column) = (random.number(1, rows + 1), random.number(1, columns + 1));
            Selection::new(row.into(), column.into()).unwrap()
        };
        let selections = (0..moves).map(|_| select()).collect();
        Self { grid, selections }
    }
}

/// All that can be seen of a game after one step, but the key itself: keys may be what they like
/// as long as they tell positions apart.
#[derive(PartialEq, Debug)]
struct Seen {
    answer: String,
    position: Position,
    outcome: String,
    legal: Vec<String>,
    draw_is_legal: bool,
    valid: bool,
    key_is_new: bool,
}

/// Everything that can be seen when the case is played; an error if it cannot be set up or panics.
fn play(case: &Case) -> Result<Vec<Seen>, ()> {
    let case = case.clone();
    catch_unwind(move || {
        let mut game = SameGame::set_up(&case.grid)?;
        let mut keys = HashMap::new();
        let mut seen = vec![look(&game, String::new(), &mut keys)];
        for selection in &case.selections {
            // As a search would: on a copy.
            let mut copy = game.clone();
            let answer = format!("{:?}", copy.play(selection));
            game = copy;
            seen.push(look(&game, answer, &mut keys));
        }
        Some(seen)
    })
    .ok()
    .flatten()
    .ok_or(())
}

fn look(game: &SameGame, answer: String, keys: &mut HashMap<u64, Position>) -> Seen {
    let mut legal = Vec::new();
    let _ = game.visit_legal_moves(&mut |group| {
        legal.push(format!("{group:?}"));
        ControlFlow::Continue(())
    });
    let mut random = Random(legal.len() as u64);
    let drawn = game.sample_legal_move(&mut || random.word());
    let draw_is_legal = match drawn {
        Some(group) => legal.contains(&format!("{group:?}")),
        None => legal.is_empty(),
    };
    let position = game.position();
    let key = game.key().unwrap();
    let key_is_new = *keys.entry(key).or_insert_with(|| position.clone()) == position;
    let outcome = game.outcome().to_string();
    let valid = game.validate().is_ok();
    Seen { answer, position, outcome, legal, draw_is_legal, valid, key_is_new }
}

/// Cases, and what is seen of them without a fault.
struct Cases {
    cases: Vec<Case>,
    sound: Vec<Result<Vec<Seen>, ()>>,
}

impl Cases {
    fn new(cases: Vec<Case>) -> Self {
        let sound: Vec<_> = cases.iter().map(play).collect();
        assert!(sound.iter().all(Result::is_ok), "the engine without a fault plays every case");
        Self { cases, sound }
    }

    /// How many of the cases show the fault.
    fn shown_by(&self, fault: Fault) -> usize {
        if fault == Fault::EndlessFill {
            return usize::from(never_ends(fault, &self.cases));
        }
        activate(Some(fault));
        let cases = self.cases.iter().zip(&self.sound);
        let shown = cases.filter(|(case, sound)| play(case) != **sound).count();
        activate(None);
        shown
    }
}

/// Whether some case does not come to its end while the fault is active.
fn never_ends(fault: Fault, cases: &[Case]) -> bool {
    let (done, wait) = mpsc::channel();
    let cases = cases.to_vec();
    activate(Some(fault));
    let player = thread::spawn(move || {
        for case in &cases {
            drop(play(case));
        }
        let _ = done.send(());
    });
    let endless = wait.recv_timeout(Duration::from_secs(1)).is_err();
    // The fill looks at the switch in every round, so this lets it go.
    activate(None);
    player.join().unwrap();
    endless
}

#[test]
fn every_fault_shows_and_most_on_a_board_of_twelve_cells() {
    std::panic::set_hook(Box::new(|_| {}));
    let mut random = Random(1);
    let mut cases = |count: usize, rows, columns, moves| -> Vec<Case> {
        (0..count).map(|_| Case::random(&mut random, rows, columns, moves)).collect()
    };
    let mut tiny = cases(1_000, (1, 4), (1, 3), 3);
    tiny.extend(cases(500, (1, 2), (1, 6), 3));
    tiny.extend(cases(500, (5, 12), (1, 1), 3));
    let any = Cases::new(cases(200, (1, 16), (1, 64), 10));
    let tiny = Cases::new(tiny);
    // By their nature these need a grid of a certain size.
    let large = [Fault::LaneCarry, Fault::FortyColumns, Fault::WidestPanic];

    let mut missed = Vec::new();
    for planted in CATALOGUE {
        let fault = planted.fault;
        let (on_tiny, on_any) = (tiny.shown_by(fault), any.shown_by(fault));
        println!("{:28} {on_tiny:4} tiny ones {on_any:4} of any size", planted.name);
        if on_any == 0 || on_tiny == 0 && !large.contains(&fault) {
            missed.push(planted.name);
        }
    }
    let _ = std::panic::take_hook();
    assert_eq!(missed, [""; 0]);
}
