//! Workloads over all sequences of two valid moves.

use std::ops::ControlFlow;

use twinboard_harness::bench::{Contender, Done, Role, Workload};
use twinboard_harness::random::SplitMix;
use twinboard_vocabulary::Game;
use twinboard_vocabulary::paint as vocabulary;

use super::contenders::{ENGINE, Engine, LEAN, ORACLE, Oracle, PLAIN, chained};
use crate::paint::input::Model;
use crate::paint::plain::{Lean, Plain};

/// A program that makes all first moves and counts the second moves after each.
trait Program: 'static {
    fn set_up(board: &vocabulary::Board) -> Self;
    fn expand(&mut self, tree: &mut Tree);
}

/// Totals of the sequences. They do not depend on the order of the first moves.
#[derive(Default)]
struct Tree {
    nodes: u64,
    /// A sum over the first moves: a hash of the number of second moves after each.
    checksum: u64,
}

impl Tree {
    fn first_move(&mut self, moves_behind: u64) {
        self.nodes += 1 + moves_behind;
        self.checksum = self.checksum.wrapping_add(chained(1, moves_behind));
    }
}

impl Program for Engine {
    fn set_up(board: &vocabulary::Board) -> Self {
        Self::from_setup(board)
    }

    fn expand(&mut self, tree: &mut Tree) {
        for number in self.alive().iter() {
            let _ = self.visit_areas(number, &mut |area| {
                let moves_behind = self.count_all_after(area, u64::MAX);
                tree.first_move(moves_behind.expect("no count exceeds the limit"));
                ControlFlow::Continue(())
            });
        }
    }
}

impl Program for Oracle {
    fn set_up(board: &vocabulary::Board) -> Self {
        Self::set_up(board).expect("the oracle accepts every board")
    }

    fn expand(&mut self, tree: &mut Tree) {
        let _ = self.visit_legal_moves(&mut |legal| {
            let mut after = self.clone();
            after
                .play(&vocabulary::Move::new(legal.cells().iter().copied()))
                .expect("it was listed");
            let mut moves_behind = 0;
            let _ = after.visit_legal_moves(&mut |_| {
                moves_behind += 1;
                ControlFlow::Continue(())
            });
            tree.first_move(moves_behind);
            ControlFlow::Continue(())
        });
    }
}

impl Program for Plain {
    fn set_up(board: &vocabulary::Board) -> Self {
        Self::new(board)
    }

    fn expand(&mut self, tree: &mut Tree) {
        let start = self.clone();
        for number in start.numbers() {
            let _ = start.visit_sets(number.0, &mut |cells| {
                self.paint(cells);
                tree.first_move(self.numbers().map(|(at, _)| self.count_sets(at)).sum());
                self.unpaint(cells, number);
                ControlFlow::Continue(())
            });
        }
    }
}

impl Program for Lean {
    fn set_up(board: &vocabulary::Board) -> Self {
        Self::new(board)
    }

    fn expand(&mut self, tree: &mut Tree) {
        let start = self.clone();
        let _ = start.visit_sets(start.numbers(), &mut |set| {
            self.paint(set);
            tree.first_move(self.count_sets(self.numbers()));
            self.unpaint(set);
            ControlFlow::Continue(())
        });
    }
}

/// Makes all sequences of two moves on `count` boards per piece of work.
pub(super) fn perft(
    name: &'static str,
    about: &'static str,
    boards: &'static Model,
    count: usize,
) -> Workload {
    fn contender<P: Program>(
        name: &'static str,
        role: Role,
        boards: &'static Model,
        count: usize,
    ) -> Contender {
        Contender::new(name, role, move |seed| {
            let mut random = SplitMix::new(seed);
            let programs = (0..count).map(|_| {
                // The board of a game of at least one move: without moves a piece might have
                // nothing to count.
                let (board, _) = boards.game(&mut random);
                P::set_up(&board)
            });
            let mut programs: Vec<P> = programs.collect();
            move || {
                let mut tree = Tree::default();
                for program in &mut programs {
                    program.expand(&mut tree);
                }
                let Tree { nodes, checksum } = tree;
                Done { units: nodes, wholes: count as u64, sums: Vec::new(), checksum }
            }
        })
    }
    let contenders = vec![
        contender::<Engine>(ENGINE, Role::Rival, boards, count),
        contender::<Oracle>(ORACLE, Role::Yardstick, boards, count),
        contender::<Plain>(PLAIN, Role::Yardstick, boards, count),
        contender::<Lean>(LEAN, Role::Yardstick, boards, count),
    ];
    Workload { name, about, unit: "node", whole: "board", sums: &[], contenders }
}
