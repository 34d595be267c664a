//! Tuned variant: cheap links are searched first, and cells that have been passed are marked.

use twinboard_vocabulary::linkpop::{Pair, Pop, Setup};

use super::plain::{DIRECTIONS, EMPTY, Place, Plain, SIDE, neighbour, pair};

/// A game of Link and Pop that searches links of three segments only if there are no cheaper ones.
///
/// Board and turns are those of [`Plain`]. But the search tries links of one
/// segment from all blocks, then of two, then of three, and the first block with a partner ends it.
/// Rays leave a block in waves: a wave starts in the cells that the last wave passed first, and a
/// ray ends at a cell that an earlier wave has passed, because all cells behind it have been
/// reached from there. This variant plays the robot's games. It shows which part of an engine's
/// lead over the plain program comes from the search order alone.
pub(super) struct Lean {
    game: Plain,
    /// Number of the wave that passed each place first. Numbers continue from block to block, so
    /// the array need not be cleared.
    passed: Box<[[u32; SIDE]; SIDE]>,
    /// Number of the last wave.
    wave: u32,
    /// Places passed first by the previous wave, and by the current one.
    turns: [Vec<Place>; 2],
}

impl Lean {
    /// The game at the start.
    pub(super) fn new(setup: &Setup) -> Self {
        Self {
            game: Plain::new(setup),
            passed: Box::new([[0; SIDE]; SIDE]),
            wave: 0,
            turns: Default::default(),
        }
    }

    /// Pair that the robot pops, with the cost of its link.
    pub(super) fn choice(&mut self) -> Option<Pop> {
        for cost in 1..=3 {
            for start in self.game.places() {
                if self.game.symbols[start.0][start.1] == EMPTY {
                    continue;
                }
                if let Some(partner) = self.first_partner(start, cost) {
                    return Some(Pop { pair: pair(start, partner), cost });
                }
            }
        }
        None
    }

    /// Pops two blocks and settles the board.
    pub(super) fn pop(&mut self, pair: Pair) {
        self.game.pop(pair);
    }

    /// Number of remaining blocks.
    pub(super) fn blocks_left(&self) -> usize {
        self.game.blocks_left()
    }

    /// First block with the same symbol that rays of up to `segments` segments reach.
    fn first_partner(&mut self, start: Place, segments: u8) -> Option<Place> {
        let symbol = self.game.symbols[start.0][start.1];
        let before = self.wave;
        let mut partner: Option<Place> = None;
        let [from, reached] = &mut self.turns;
        from.clear();
        from.push(start);
        for _ in 0..segments {
            self.wave += 1;
            reached.clear();
            for &turn in &*from {
                for direction in DIRECTIONS {
                    let mut at = neighbour(turn, direction);
                    while self.game.symbols[at.0][at.1] == EMPTY {
                        let passed = &mut self.passed[at.0][at.1];
                        if *passed <= before {
                            *passed = self.wave;
                            reached.push(at);
                        } else if *passed < self.wave {
                            break;
                        }
                        at = neighbour(at, direction);
                    }
                    if self.game.symbols[at.0][at.1] == symbol && at != start {
                        partner = Some(partner.map_or(at, |first| first.min(at)));
                    }
                }
            }
            std::mem::swap(from, reached);
        }
        partner
    }
}
