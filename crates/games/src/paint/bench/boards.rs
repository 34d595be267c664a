//! Random boards and random games for the workloads.

use std::sync::LazyLock;

use twinboard_engine::paint::Area;
use twinboard_harness::random::SplitMix;
use twinboard_vocabulary::game::below;
use twinboard_vocabulary::paint::{self as vocabulary, Cell, Square};

use super::contenders::Engine;
use crate::paint::input::Model;

/// The three groups (PT-36).
pub(super) static GROUP_1: LazyLock<Model> = LazyLock::new(|| group(1));
pub(super) static GROUP_2: LazyLock<Model> = LazyLock::new(|| group(2));
pub(super) static GROUP_3: LazyLock<Model> = LazyLock::new(|| group(3));

/// Boards on which most games have more than one move, unlike in the first group; and boards
/// between the first and the second group.
pub(super) static SMALL: LazyLock<Model> = LazyLock::new(|| Model::new(6, 2, 1..=4));
pub(super) static MIDDLE: LazyLock<Model> = LazyLock::new(|| Model::new(7, 1, 1..=8));

fn group(number: u64) -> Model {
    Model::of(number).expect("there are three groups")
}

/// Boards drawn as the generator draws them (PT-37 to PT-39), from a faster random generator.
impl Model {
    /// A random board.
    fn board(&self, random: &mut SplitMix) -> vocabulary::Board {
        self.draw(&mut || random.next_u64()).board
    }

    /// A board with a number of this value that has a valid move, and the cell of the number.
    pub(super) fn board_with(&self, value: u8, random: &mut SplitMix) -> (vocabulary::Board, Cell) {
        loop {
            let mut board = self.board(random);
            let cells: Vec<Cell> = board.numbers().map(|(cell, _)| cell).collect();
            if cells.is_empty() {
                continue;
            }
            let cell = cells[below(&mut || random.next_u64(), cells.len() as u64) as usize];
            board.set(cell, Square::Number(value));
            if Engine::from_setup(&board).alive().contains(cell) {
                return (board, cell);
            }
        }
    }

    /// A random game of at least one move: its board, and all positions but the last, each with the
    /// move played there.
    pub(super) fn game(&self, random: &mut SplitMix) -> (vocabulary::Board, Vec<(Engine, Area)>) {
        loop {
            let start = self.board(random);
            let mut board = Engine::from_setup(&start);
            let mut steps = Vec::new();
            while let Some(area) = drawn(&board, random) {
                steps.push((board.clone(), area));
                board.advance(&area);
                board.settle();
            }
            if !steps.is_empty() {
                return (start, steps);
            }
        }
    }
}

/// A move of a random live number, grown at random. Uniform sampling would make the preparation
/// many times slower than the measured work.
pub(super) fn drawn(board: &Engine, random: &mut SplitMix) -> Option<Area> {
    let alive = board.alive();
    if alive.is_empty() {
        return None;
    }
    let index = below(&mut || random.next_u64(), alive.len().into()) as usize;
    let number = alive.iter().nth(index)?;
    Some(board.grow_area(number, &mut || random.next_u64()))
}
