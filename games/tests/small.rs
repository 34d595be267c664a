//! Every small game, played to every end on both sides at once.
//!
//! Set-ups that differ only in the names of their colours are played once; that those go the same
//! way is a property of its own.
//!
//! Not covered: what needs more than nine columns or rows, such as the ends of machine words.

mod support;

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use board::samegame::{Grid, Group, Outcome, Position, Selection};
use board::{Game, Vocabulary};
use harness::{Action, Case, RuleSet, watch};
use support::samegame::{Say, legal_moves};
use twinboard_games::samegame::{SameGame, Words};

type Engine = engine::samegame::SameGame;
type Oracle = oracle::SameGame;

/// Up to how many cells a set-up has: up to 3 × 3. With one more it would take six times as long.
const CELLS_MAX: usize = 9;

/// When a set-up counts as not coming back: far more than any takes.
const GAME_LIMIT: Duration = Duration::from_secs(30);

/// What all games together went through.
#[derive(Debug, Default, PartialEq)]
struct Counts {
    set_ups: usize,
    /// Positions reached from each set-up, itself included; each once for each set-up.
    positions: usize,
    /// Legal moves of all these positions.
    moves: usize,
    won: usize,
    stuck: usize,
}

#[test]
fn engine_and_oracle_agree_in_every_position_of_every_small_game() {
    let counts = watch::watched(GAME_LIMIT, |pulse| {
        let mut counts = Counts::default();
        for grid in SameGame.small_setups(CELLS_MAX) {
            counts.set_ups += 1;
            pulse.beat(counts.set_ups, None, Action::Check);
            Explorer::new(&grid).explore(&mut counts);
        }
        counts
    });
    let counts = counts.unwrap_or_else(|hang| {
        let grid = SameGame.small_setups(CELLS_MAX).nth(hang.stage.step as usize - 1);
        panic!("it does not come back from\n{}", SameGame.print(&Case::new(grid.unwrap(), vec![])))
    });
    // The set-ups are counted by hand: for each number of cells its divisors (the shapes) times
    // its Bell number (the ways to colour them), 1·1 + 2·2 + 2·5 + 3·15 + 2·52 + 4·203 + 2·877 +
    // 4·4140 + 3·21147. The rest was counted by a third program, written for that and sharing
    // nothing with the two sides, before it was counted here.
    let expected =
        Counts { set_ups: 82_731, positions: 294_742, moves: 274_318, won: 3_578, stuck: 92_284 };
    assert_eq!(counts, expected);
}

/// The positions that can be reached from one set-up.
struct Explorer<'a> {
    grid: &'a Grid,
    /// The key that the engine gave each position.
    seen: HashMap<Position, Option<u64>>,
    waiting: Vec<(Engine, Oracle, Vec<Selection>)>,
}

impl<'a> Explorer<'a> {
    fn new(grid: &'a Grid) -> Self {
        let engine = Engine::set_up(grid).expect("the engine plays every grid");
        let oracle = Oracle::set_up(grid).expect("the oracle plays every grid");
        let mut explorer = Self { grid, seen: HashMap::new(), waiting: Vec::new() };
        explorer.arrive(engine, oracle, Vec::new());
        explorer
    }

    fn explore(mut self, counts: &mut Counts) {
        while let Some((engine, oracle, path)) = self.waiting.pop() {
            let legal = self.compare_shown(&engine, &oracle, &path);
            counts.positions += 1;
            counts.moves += legal.len();
            counts.won += usize::from(oracle.outcome() == Outcome::Won);
            counts.stuck += usize::from(oracle.outcome() == Outcome::Stuck);
            self.play_everything(&engine, &oracle, &path);
        }
        let keys: Vec<u64> = self.seen.values().copied().flatten().collect();
        let distinct: HashSet<&u64> = keys.iter().collect();
        assert_eq!(distinct.len(), keys.len(), "two positions have one key: {:?}", self.grid);
    }

    /// Selects every cell, and those around the grid: the sides must say the same, and what they
    /// come to is explored too. What is refused changes nothing, so the next selection is made in
    /// the same game.
    fn play_everything(&mut self, engine: &Engine, oracle: &Oracle, path: &[Selection]) {
        let (rows, columns) = (u64::from(self.grid.rows()), u64::from(self.grid.columns()));
        let selections = (0..=rows + 1).flat_map(|row| (0..=columns + 1).map(move |c| (row, c)));
        let fresh = || (engine.clone(), oracle.clone(), path.to_vec());
        let mut current = fresh();
        for selection in selections.filter_map(|(row, column)| Selection::new(row, column)) {
            let (engine, oracle, path) = &mut current;
            path.push(selection);
            let result = oracle.play(&selection);
            self.same("what became of it", &engine.play(&selection), &result, path);
            if result.is_ok() {
                let (engine, oracle, path) = std::mem::replace(&mut current, fresh());
                self.arrive(engine, oracle, path);
            }
        }
        let (refusing_engine, refusing_oracle, path) = &current;
        let before = oracle.position();
        self.same(
            "the position after what was refused",
            &refusing_engine.position(),
            &before,
            path,
        );
        if refusing_oracle.position() != before {
            self.fail("The oracle: what was refused changed the position", path);
        }
    }

    /// Compares the positions that a path led to, and keeps them if they are new.
    fn arrive(&mut self, engine: Engine, oracle: Oracle, path: Vec<Selection>) {
        let position = oracle.position();
        self.same("the position", &engine.position(), &position, &path);
        if let Some(key) = self.seen.get(&position) {
            self.same("the key of a position reached before", &engine.key(), key, &path);
        } else {
            self.seen.insert(position, engine.key());
            self.waiting.push((engine, oracle, path));
        }
    }

    fn compare_shown(&self, engine: &Engine, oracle: &Oracle, path: &[Selection]) -> Vec<Group> {
        let legal = legal_moves(oracle);
        self.same("the legal moves", &legal_moves(engine), &legal, path);
        self.same("the outcome", &engine.outcome(), &oracle.outcome(), path);
        if Words::is_over(oracle.outcome()) != legal.is_empty() {
            self.fail("over means that no move is legal", path);
        }
        engine.validate().unwrap_or_else(|why| self.fail(&why, path));
        legal
    }

    fn same<T: PartialEq + Say>(&self, what: &str, engine: &T, oracle: &T, path: &[Selection]) {
        support::samegame::same(&format!("The engine: {what}"), engine, oracle)
            .unwrap_or_else(|why| self.fail(&why, path));
    }

    fn fail(&self, why: &str, path: &[Selection]) -> ! {
        let case = Case::new(self.grid.clone(), path.to_vec());
        panic!("{why}\n\nafter the last move of\n\n{}", SameGame.print(&case));
    }
}
