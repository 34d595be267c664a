//! Everything that the engine's board offers, compared with the positions and the moves of the
//! oracle: on boards of all sizes, with few symbols and many, and with both margins.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use twinboard_engine::linkpop::{Board, Choice};
use twinboard_harness::random::SplitMix;
use twinboard_vocabulary::Game;
use twinboard_vocabulary::linkpop::{Pop, Setup, Step};

use super::borders::cells;
use super::support::linkpop::random_board;
use super::support::play::legal_moves;
use super::{Oracle, with_each_margin};

/// Moves of a game that are compared: a long list takes the oracle as long as many short ones.
const MOVES_MAX: usize = 5;

fn compare(board: &Board, oracle: &Oracle, setup: &Setup, moves: &[Pop]) {
    let position = oracle.position();
    assert_eq!(board.validate(), Ok(()));
    assert_eq!(board.to_position(), position);
    assert_eq!((board.rows(), board.columns()), (position.rows(), position.columns()));
    assert_eq!(board.margin(), setup.margin);
    assert_eq!(board.blocks_left() as usize, position.blocks().count());
    let fresh = Board::from_setup(&Setup { board: position.clone(), margin: setup.margin });
    assert_eq!(board.hash(), fresh.hash());
    for cell in cells(position.rows(), position.columns()) {
        assert_eq!(board.get(cell), position.get(cell), "{cell}");
    }
    let mut pops = Vec::new();
    let listing = board.visit_pops(&mut |Choice { pair, cost }| {
        pops.push(Pop { pair, cost });
        ControlFlow::Continue(())
    });
    assert!(listing.is_continue());
    pops.sort_unstable();
    assert_eq!(pops, moves);
    let robot = oracle.clone().play(&Step::Robot).ok();
    let robot = robot.map(|event| Choice { pair: event.pair, cost: event.link.cost() });
    assert_eq!(board.choice(), robot);
}

#[test]
fn a_board_of_any_size_answers_as_the_oracle() {
    let mut random = SplitMix::new(1);
    let mut below = |bound: u64| random.next_u64() % bound;
    let mut sizes: Vec<(u8, u8)> =
        (0..60).map(|_| (1 + below(32) as u8, 1 + below(32) as u8)).collect();
    // A third of them long and narrow.
    sizes[40..].iter_mut().for_each(|size| size.0 = 1 + size.0 % 3);
    sizes.extend([(32, 32), (1, 32), (32, 1), (1, 1)]);
    let mut keys = BTreeMap::new();
    for (rows, columns) in sizes {
        let (symbols, empty) = (1 + below(26), 20 + below(75));
        let drawn =
            random_board((rows, columns), symbols, empty, &mut SplitMix::new(below(1 << 40)));
        for setup in with_each_margin(&drawn) {
            let mut board = Board::from_setup(&setup);
            let mut oracle = Oracle::set_up(&setup).expect("the oracle accepts every board");
            for _ in 0..=MOVES_MAX {
                let moves = legal_moves(&oracle);
                compare(&board, &oracle, &setup, &moves);
                let position = board.to_position();
                let seen = keys.entry(board.hash()).or_insert_with(|| position.clone());
                assert_eq!(*seen, position, "two positions have the same key");
                if moves.is_empty() {
                    break;
                }
                let Pop { pair, .. } = moves[below(moves.len() as u64) as usize];
                board.pop(pair);
                let step = Step::Pop(pair.earlier().into(), pair.other().into());
                oracle.play(&step).expect("it was listed");
            }
        }
    }
}
