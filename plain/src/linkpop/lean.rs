//! The same program, tuned: what is expensive comes last, and cells that have been passed are marked.

use board::linkpop::{Pair, Pop, Setup};

use super::{DIRECTIONS, EMPTY, LinkPop, Place, SIDE, neighbour, pair};

/// A game of Link and Pop that looks for links of three segments only when there are no cheaper ones.
///
/// The board and its turns are those of [`LinkPop`](super::LinkPop). But at first all blocks are
/// asked for links of one segment, then for those of two, then of three, and the first block that has
/// a partner ends the search. Rays go out from a block in waves: a wave turns only in cells that the
/// waves before have not passed, and a ray ends at a cell that an earlier wave has passed, because
/// whatever lies behind has been reached from there. It plays the robot's games, and is there to
/// tell how much of an engine's lead over a plain program is a lead over looking in a bad order.
#[derive(Clone, Debug)]
pub struct Lean {
    game: LinkPop,
    /// For each place the wave that passed it first, counted on from block to block, so that
    /// nothing has to be cleared between them.
    passed: Box<[[u32; SIDE]; SIDE]>,
    /// The number of the last wave.
    wave: u32,
    /// The places that were passed first by the last wave, and by the one before it.
    turns: [Vec<Place>; 2],
}

impl Lean {
    /// The game at the start.
    #[must_use]
    pub fn new(setup: &Setup) -> Self {
        Self {
            game: LinkPop::new(setup),
            passed: Box::new([[0; SIDE]; SIDE]),
            wave: 0,
            turns: Default::default(),
        }
    }

    /// The pair that the robot pops, with the cost of its link.
    #[must_use]
    pub fn choice(&mut self) -> Option<Pop> {
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
    pub fn pop(&mut self, pair: Pair) {
        self.game.take(pair);
        let mut is_moving = true;
        while is_moving {
            is_moving = false;
            self.game.turn(&mut |_| is_moving = true);
        }
    }

    /// How many blocks are left.
    #[must_use]
    pub fn blocks_left(&self) -> usize {
        self.game.blocks_left()
    }

    /// The first block with the same symbol to which rays of up to so many segments lead.
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
