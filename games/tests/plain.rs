//! The plain programs play by the rules: otherwise their speed would be no yardstick.

mod support;

use std::sync::Arc;

use board::game::below;
use board::linkpop::{Attribute, Block, Board, Margin, Setup, Symbol};
use board::samegame::Grid;
use harness::random::SplitMix;
use harness::{Pairing, Subject};
use plain::samegame::{Lean, SameGame as Plain};
use twinboard_games::linkpop::LinkPop;
use twinboard_games::samegame::SameGame;

#[test]
fn plain_same_game_plays_as_the_oracle_does() {
    let pairing = Pairing::<_, Plain, oracle::SameGame>::new(SameGame);
    support::lockstep::play(&(Arc::new(pairing) as Arc<dyn Subject>), 800, usize::MAX);
}

#[test]
fn plain_same_game_keeps_its_groups_and_its_games_when_it_is_lean() {
    let mut random = SplitMix::new(1);
    let mut number = |count: usize| below(&mut || random.word(), count as u64) as usize;
    for (rows, columns, colours, games) in
        [(15, 15, 5, 20), (10, 40, 10, 10), (16, 64, 3, 5), (1, 9, 2, 50), (9, 1, 2, 50)]
    {
        for _ in 0..games {
            let cells = usize::from(rows) * usize::from(columns);
            let colours = (0..cells).map(|_| number(colours) as u8).collect();
            let grid = Grid::new(rows, columns, colours).expect("within the limits");
            let (mut plain, mut lean) = (Plain::new(&grid), Lean::new(&grid));
            loop {
                let groups = plain.groups();
                let count = lean.list();
                let listed: Vec<_> = (0..count).map(|group| lean.group(group)).collect();
                assert_eq!(listed, groups, "on {rows} × {columns}");
                assert_eq!(lean.cells_left(), plain.cells_left());
                if count == 0 {
                    break;
                }
                let chosen = number(count);
                plain.remove(&groups[chosen]);
                lean.remove(chosen);
            }
        }
    }
}

#[test]
fn plain_link_and_pop_plays_as_the_oracle_does() {
    let pairing = Pairing::<_, plain::linkpop::LinkPop, oracle::LinkPop>::new(LinkPop::default());
    support::lockstep::play(&(Arc::new(pairing) as Arc<dyn Subject>), 400, 2_000);
}

#[test]
fn plain_link_and_pop_makes_the_same_choices_when_it_is_lean() {
    let mut random = SplitMix::new(1);
    let mut number = |count: u8| below(&mut || random.word(), count.into()) as u8;
    for game in 0..200 {
        let (rows, columns, symbols) = (1 + number(12), 1 + number(12), 1 + number(26));
        let block = |_| {
            let attribute = Attribute::ALL[usize::from(number(5))];
            // One cell in nine is empty.
            let block = Block { symbol: Symbol::new(number(symbols)), attribute };
            (number(9) > 0).then_some(block)
        };
        let board = Board::from_fn(rows, columns, block);
        let setup = Setup { board, margin: Margin::ALL[game % 2] };
        let mut plain = plain::linkpop::LinkPop::new(&setup);
        let mut lean = plain::linkpop::Lean::new(&setup);
        while let Some(choice) = plain.choice() {
            assert_eq!(lean.choice(), Some(choice), "on {rows} × {columns}");
            plain.pop(choice.pair);
            lean.pop(choice.pair);
        }
        assert_eq!(lean.choice(), None, "on {rows} × {columns}");
        assert_eq!(lean.blocks_left(), plain.blocks_left());
    }
}
