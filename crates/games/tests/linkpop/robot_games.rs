//! Whole games of the robot: engine and oracle make the same pops.

use twinboard_harness::random::SplitMix;
use twinboard_vocabulary::linkpop::{Board, LinkPop as Vocabulary, Popped, Refusal, Setup, Step};

use super::support::linkpop::random_board;
use super::{Engine, Oracle, with_each_margin};
use crate::support::play::SetUp;

/// The pops of the robot until it finds no pair, without links, of which several may be right.
fn game<G: SetUp<Vocabulary = Vocabulary>>(setup: &Setup) -> (Vec<(Popped, u8)>, Board) {
    let mut game = G::set_up(setup).expect("the game accepts every board");
    let mut events = Vec::new();
    loop {
        match game.play(&Step::Robot) {
            Ok(event) => {
                let ends = [event.pair.earlier(), event.pair.other()].map(Into::into);
                let cost = event.link.cost();
                events.push((
                    Popped { link: twinboard_vocabulary::linkpop::Link::new(&ends), ..event },
                    cost,
                ));
            }
            Err(refusal) => {
                assert_eq!(refusal, Refusal::NothingToPop);
                return (events, game.position());
            }
        }
    }
}

#[test]
fn engine_and_oracle_play_equal_games_of_the_robot() {
    let mut random = SplitMix::new(2391);
    let shapes = [(1, 8), (8, 1), (3, 3), (4, 4), (6, 5), (7, 9), (10, 10)];
    let kinds = [(2, 0), (3, 0), (5, 0), (8, 10), (4, 40)];
    for (shape, (symbols, empty)) in
        (0..6).flat_map(|_| shapes).flat_map(|shape| kinds.map(|kind| (shape, kind)))
    {
        for setup in with_each_margin(&random_board(shape, symbols, empty, &mut random)) {
            let expected = game::<Oracle>(&setup);
            assert_eq!(game::<Engine>(&setup), expected, "{setup:?}");
        }
    }
}

#[test]
fn engine_and_oracle_play_equal_games_of_the_largest_size() {
    let mut random = SplitMix::new(2281);
    for (shape, symbols) in [(30, 2), (30, 26), (32, 12)] {
        for setup in with_each_margin(&random_board((shape, shape), symbols, 0, &mut random)) {
            let (events, position) = game::<Engine>(&setup);
            assert!(events.len() > 200, "{} pops on {shape} × {shape}", events.len());
            assert!((events, position) == game::<Oracle>(&setup), "{setup:?}");
        }
    }
}
