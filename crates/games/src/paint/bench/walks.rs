//! Workloads over all sequences of two valid moves.

use std::ops::ControlFlow;

use twinboard_harness::bench::{Contender, Done, Role, Workload};
use twinboard_harness::random::SplitMix;
use twinboard_vocabulary::Game;
use twinboard_vocabulary::paint as vocabulary;

use super::{ENGINE, Engine, LEAN, Lean, ORACLE, Oracle, PLAIN, Plain, chained};
use crate::paint::input::Model;

/// A program that makes all first moves and counts the second moves after each.
trait Walker: 'static {
    fn set_up(board: &vocabulary::Board) -> Self;
    fn walk(&mut self, walked: &mut Walked);
}

/// Totals of a walk. They do not depend on the order of the first moves.
#[derive(Default)]
struct Walked {
    nodes: u64,
    /// A sum over the first moves: a hash of the number of second moves after each.
    checksum: u64,
}

impl Walked {
    fn first_move(&mut self, moves_behind: u64) {
        self.nodes += 1 + moves_behind;
        self.checksum = self.checksum.wrapping_add(chained(1, moves_behind));
    }
}

impl Walker for Engine {
    fn set_up(board: &vocabulary::Board) -> Self {
        Self::from_setup(board)
    }

    fn walk(&mut self, walked: &mut Walked) {
        for number in self.alive().iter() {
            let _ = self.visit_areas(number, &mut |area| {
                let moves_behind = self.count_all_after(area, u64::MAX);
                walked.first_move(moves_behind.expect("no count exceeds the limit"));
                ControlFlow::Continue(())
            });
        }
    }
}

impl Walker for Oracle {
    fn set_up(board: &vocabulary::Board) -> Self {
        Self::set_up(board).expect("the oracle accepts every board")
    }

    fn walk(&mut self, walked: &mut Walked) {
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
            walked.first_move(moves_behind);
            ControlFlow::Continue(())
        });
    }
}

impl Walker for Plain {
    fn set_up(board: &vocabulary::Board) -> Self {
        Self::new(board)
    }

    fn walk(&mut self, walked: &mut Walked) {
        let start = self.clone();
        for number in start.numbers() {
            let _ = start.visit_sets(number.0, &mut |cells| {
                self.paint(cells);
                walked.first_move(self.numbers().map(|(at, _)| self.count_sets(at)).sum());
                self.unpaint(cells, number);
                ControlFlow::Continue(())
            });
        }
    }
}

impl Walker for Lean {
    fn set_up(board: &vocabulary::Board) -> Self {
        Self::new(board)
    }

    fn walk(&mut self, walked: &mut Walked) {
        let start = self.clone();
        let _ = start.visit_sets(start.numbers(), &mut |set| {
            self.paint(set);
            walked.first_move(self.count_sets(self.numbers()));
            self.unpaint(set);
            ControlFlow::Continue(())
        });
    }
}

/// Walks two moves deep on `count` boards per piece of work.
pub(super) fn perft(
    name: &'static str,
    about: &'static str,
    boards: &'static Model,
    count: usize,
) -> Workload {
    fn contender<W: Walker>(
        name: &'static str,
        role: Role,
        boards: &'static Model,
        count: usize,
    ) -> Contender {
        Contender::new(name, role, move |seed| {
            let mut random = SplitMix::new(seed);
            let walkers = (0..count).map(|_| {
                // The board of a game of at least one move: without moves a piece might have
                // nothing to count.
                let (board, _) = boards.game(&mut random);
                W::set_up(&board)
            });
            let mut walkers: Vec<W> = walkers.collect();
            move || {
                let mut walked = Walked::default();
                for walker in &mut walkers {
                    walker.walk(&mut walked);
                }
                let Walked { nodes, checksum } = walked;
                Done { units: nodes, wholes: count as u64, sums: Vec::new(), checksum }
            }
        })
    }
    Workload {
        name,
        about,
        unit: "node",
        whole: "board",
        sums: &[],
        contenders: vec![
            contender::<Engine>(ENGINE, Role::Rival, boards, count),
            contender::<Oracle>(ORACLE, Role::Yardstick, boards, count),
            contender::<Plain>(PLAIN, Role::Yardstick, boards, count),
            contender::<Lean>(LEAN, Role::Yardstick, boards, count),
        ],
    }
}
