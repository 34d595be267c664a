//! The plain programs play by the rules; a wrong program would be no baseline for benchmarks.

mod support;

use std::ops::ControlFlow;

use twinboard_games::linkpop::{LinkPopRules, plain as linkpop};
use twinboard_games::paint::{PaintRules, plain as plain_paint};
use twinboard_games::samegame::SameGameRules;
use twinboard_games::samegame::plain::{Lean, Plain};
use twinboard_harness::Pairing;
use twinboard_harness::random::SplitMix;
use twinboard_vocabulary::Game;
use twinboard_vocabulary::game::below;
use twinboard_vocabulary::linkpop::{Attribute, Block, Board, Margin, Setup, Symbol};
use twinboard_vocabulary::paint::{self, LegalMove, Square};
use twinboard_vocabulary::samegame::Grid;

#[test]
fn plain_same_game_plays_as_the_oracle_does() {
    let pairing = Pairing::new(SameGameRules, Plain::set_up, twinboard_oracle::SameGame::set_up);
    let subject = twinboard_games::samegame::subject_of(pairing);
    support::lockstep::play(&subject, 300, usize::MAX);
}

#[test]
fn lean_plain_same_game_lists_the_groups_of_the_plain_one() {
    let mut random = SplitMix::new(1);
    let mut number = |count: usize| below(&mut || random.next_u64(), count as u64) as usize;
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
    let pairing = Pairing::new(
        LinkPopRules::default(),
        linkpop::Plain::set_up,
        twinboard_oracle::LinkPop::set_up,
    );
    let subject = twinboard_games::linkpop::subject_of(pairing);
    support::lockstep::play(&subject, 200, 2_000);
}

#[test]
fn lean_plain_link_and_pop_makes_the_choices_of_the_plain_one() {
    let mut random = SplitMix::new(1);
    let mut number = |count: u8| below(&mut || random.next_u64(), count.into()) as u8;
    for game in 0..200 {
        let (rows, columns, symbols) = (1 + number(12), 1 + number(12), 1 + number(26));
        let block = |_| {
            let attribute = Attribute::ALL[usize::from(number(5))];
            // Every ninth cell is empty on average.
            let block = Block { symbol: Symbol::new(number(symbols)), attribute };
            (number(9) > 0).then_some(block)
        };
        let board = Board::from_fn(rows, columns, block);
        let setup = Setup { board, margin: Margin::ALL[game % 2] };
        let mut plain = linkpop::Plain::new(&setup);
        let mut lean = linkpop::Lean::new(&setup);
        while let Some(choice) = plain.choice() {
            assert_eq!(lean.choice(), Some(choice), "on {rows} × {columns}");
            plain.pop(choice.pair);
            lean.pop(choice.pair);
        }
        assert_eq!(lean.choice(), None, "on {rows} × {columns}");
        assert_eq!(lean.blocks_left(), plain.blocks_left());
    }
}

#[test]
fn plain_paint_plays_as_the_oracle_does() {
    let pairing =
        Pairing::new(PaintRules, plain_paint::Plain::set_up, twinboard_oracle::Paint::set_up);
    let subject = twinboard_games::paint::subject_of(pairing);
    support::lockstep::play(&subject, 300, usize::MAX);
}

/// A board with paint and small numbers, from nearly none to many.
fn paint_board(side: u8, random: &mut SplitMix) -> paint::Board {
    let mut number = |count: u8| below(&mut || random.next_u64(), count.into()) as u8;
    let (empty, painted, numbers) = (1 + number(12), number(3), 2 + number(8));
    paint::Board::from_fn(side, |_| match number(empty + painted + 2) {
        kind if kind < empty => Square::Empty,
        kind if kind < empty + painted => Square::Painted,
        _ => Square::Number(number(numbers)),
    })
}

fn sorted(visit: impl FnOnce(&mut dyn FnMut(LegalMove) -> ControlFlow<()>)) -> Vec<LegalMove> {
    let mut list = Vec::new();
    visit(&mut |legal| {
        list.push(legal);
        ControlFlow::Continue(())
    });
    list.sort();
    list
}

fn listed(game: &impl Game<Vocabulary = paint::Paint>) -> Vec<LegalMove> {
    sorted(|give| {
        let _ = game.visit_legal_moves(&mut |legal| give(legal.clone()));
    })
}

#[test]
fn plain_and_lean_paint_list_and_count_the_moves_of_the_oracle() {
    use plain_paint::{Lean, Plain, cell};

    let mut random = SplitMix::new(1);
    let mut moves = 0;
    for board in 0..1_200_u16 {
        let side = 1 + board as u8 % Lean::SIDE_MAX;
        let setup = paint_board(side, &mut random);
        let oracle = listed(
            &twinboard_oracle::Paint::set_up(&setup).expect("the oracle accepts every board"),
        );
        let (plain, lean) = (Plain::new(&setup), Lean::new(&setup));
        assert_eq!(listed(&plain), oracle, "{setup:?}");
        let of_lean = sorted(|give| {
            let _ =
                lean.visit_sets(lean.numbers(), &mut |set| give(LegalMove::new(lean.cells(set))));
        });
        assert_eq!(of_lean, oracle, "{setup:?}");
        let mut alive = 0;
        for (at, _) in plain.numbers() {
            let count = oracle.iter().filter(|legal| legal.cells().contains(&cell(at))).count();
            assert_eq!(plain.count_sets(at), count as u64, "{setup:?}");
            assert_eq!(lean.count_sets(lean.bit(cell(at))), count as u64, "{setup:?}");
            alive += usize::from(count > 0);
        }
        assert_eq!(lean.numbers().count_ones() as usize, plain.numbers().count());
        assert_eq!(lean.count_sets(lean.numbers()), oracle.len() as u64);
        assert_eq!(plain.count_alive(), alive);
        moves += oracle.len();
    }
    assert!(moves > 20_000, "{moves} moves were compared");
}

#[test]
fn plain_and_lean_paint_take_moves_back() {
    use plain_paint::{Lean, Plain};

    let mut random = SplitMix::new(2);
    let mut moves = 0;
    for board in 0..200 {
        let setup = paint_board(2 + board % 6, &mut random);
        let (mut plain, mut lean) = (Plain::new(&setup), Lean::new(&setup));
        let mut game =
            twinboard_oracle::Paint::set_up(&setup).expect("the oracle accepts every board");
        let mut played = Vec::new();
        while let Some(legal) = plain.sample_legal_move(&mut || random.next_u64()) {
            let mv = paint::Move::new(legal.cells().iter().copied());
            let before = (plain.position(), lean.numbers(), lean.count_sets(lean.numbers()));
            let area = plain.check(&mv).expect("it was drawn");
            let set = legal.cells().iter().map(|&cell| lean.bit(cell)).sum();
            plain.paint(&area.cells);
            lean.paint(set);
            game.play(&mv).expect("it was drawn");
            assert_eq!(plain.position(), game.position());
            assert_eq!(lean.count_sets(lean.numbers()), listed(&game).len() as u64);
            played.push((before, area, set));
        }
        moves += played.len();
        for (before, area, set) in played.into_iter().rev() {
            plain.unpaint(&area.cells, (area.at, area.number));
            lean.unpaint(set);
            let after = (plain.position(), lean.numbers(), lean.count_sets(lean.numbers()));
            assert_eq!(after, before);
        }
    }
    assert!(moves > 200, "{moves} moves were taken back");
}
