//! The solver's horizon: positions of random games, of which it proves as many as it can within a
//! time limit.
//!
//! A board is drawn as the generator draws it (PT-36 to PT-39), and uniformly random moves are
//! played to the end. Positions are classified by the number of moves to the end of that game, or
//! by the number of live numbers.

use std::ops::RangeInclusive;
use std::sync::atomic::AtomicBool;

use twinboard_games::paint::input::Model;
use twinboard_harness::bench::horizon::{Horizon, Kind, Tried};
use twinboard_harness::random::SplitMix;
use twinboard_solver::{Budget, Solver};
use twinboard_vocabulary::game::below;
use twinboard_vocabulary::paint::text;

type Engine = twinboard_engine::paint::Board;

/// Games played at most to find a position.
const GAMES_MAX: usize = 1000;

/// The property that classifies positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum By {
    /// Moves left in the random game.
    Plies,
    /// Live numbers.
    Alive,
}

const RANGES: &[(By, &str, RangeInclusive<usize>)] = &[
    (By::Plies, "1–5", 1..=5),
    (By::Plies, "6", 6..=6),
    (By::Plies, "7", 7..=7),
    (By::Plies, "8", 8..=8),
    (By::Plies, "9", 9..=9),
    (By::Plies, "10", 10..=10),
    (By::Plies, "11+", 11..=usize::MAX),
    (By::Alive, "1–8", 1..=8),
    (By::Alive, "9–16", 9..=16),
    (By::Alive, "17–24", 17..=24),
    (By::Alive, "25+", 25..=usize::MAX),
];

/// The solver on the two groups that are too large for exhaustive play.
#[derive(Debug)]
pub(super) struct Positions {
    kinds: Vec<Kind>,
    /// The two groups.
    models: [Model; 2],
}

impl Positions {
    pub(super) fn new() -> Self {
        let groups = [(2, "15 × 15"), (3, "30 × 30")];
        let kinds = groups.iter().flat_map(|(group, size)| {
            RANGES.iter().map(move |&(by, range, _)| Kind {
                boards: format!("group {group}, {size}"),
                by: match by {
                    By::Plies => "moves left",
                    By::Alive => "live numbers",
                },
                range,
            })
        });
        let models = [2, 3].map(|group| Model::of(group).expect("there are three groups"));
        Self { kinds: kinds.collect(), models }
    }
}

/// The positions of a random game in which the game is not over, in order.
fn game(model: &Model, random: &mut SplitMix) -> Vec<Engine> {
    let mut board = Engine::from_setup(&model.draw(&mut || random.next_u64()).board);
    let mut positions = Vec::new();
    while let Some(area) = board.sample_area(&mut || random.next_u64()) {
        positions.push(board.clone());
        board.advance(&area);
    }
    positions
}

impl Horizon for Positions {
    fn kinds(&self) -> &[Kind] {
        &self.kinds
    }

    fn draw(&self, kind: usize, seed: u64) -> Option<String> {
        let model = &self.models[kind / RANGES.len()];
        let (by, _, range) = &RANGES[kind % RANGES.len()];
        let mut random = SplitMix::new(seed);
        for _ in 0..GAMES_MAX {
            let mut positions = game(model, &mut random);
            let plies = positions.len();
            let mut index = 0;
            positions.retain(|position| {
                let left = plies - index;
                index += 1;
                range.contains(&match by {
                    By::Plies => left,
                    By::Alive => position.alive().len() as usize,
                })
            });
            if !positions.is_empty() {
                let chosen = below(&mut || random.next_u64(), positions.len() as u64) as usize;
                return Some(text::board(&positions[chosen].to_position().board));
            }
        }
        None
    }

    fn prove(&self, position: &str, stop: &AtomicBool) -> Tried {
        let board = text::read_board(position.as_bytes()).expect("it was drawn here");
        let mut solver = Solver::new();
        let value = solver.value(&board, &Budget { stop: Some(stop), ..Budget::unlimited() });
        let counts = solver.counts();
        Tried {
            is_proved: value.is_some(),
            counts: vec![
                ("nodes", counts.nodes),
                ("sets", counts.sets),
                ("outcomes", counts.outcomes),
            ],
        }
    }
}

#[cfg(test)]
mod tests {
    use twinboard_harness::bench::horizon::Horizon;
    use twinboard_vocabulary::paint::text;

    use super::{By, Engine, Positions, RANGES};

    #[test]
    fn positions_are_of_their_kind_and_follow_from_the_seed() {
        let horizon = Positions::new();
        assert_eq!(horizon.kinds().len(), 2 * RANGES.len());
        for kind in 0..horizon.kinds().len() {
            let drawn = horizon.draw(kind, 7).expect("there are positions of all kinds");
            assert_eq!(Some(&drawn), horizon.draw(kind, 7).as_ref());
            let board = text::read_board(drawn.as_bytes()).unwrap();
            assert_eq!(text::board(&board), drawn);
            let alive = Engine::from_setup(&board).alive().len() as usize;
            let (by, _, range) = &RANGES[kind % RANGES.len()];
            // A move uses up at least one number.
            assert!(if *by == By::Alive {
                range.contains(&alive)
            } else {
                alive >= *range.start()
            });
        }
    }
}
