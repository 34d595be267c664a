//! The names of players, by which `match` knows whose turn it is and who has won.

use std::collections::BTreeSet;

use arbitrary::Unstructured;
use twinboard_harness::RuleSet;
use twinboard_harness::random::SplitMix;
use twinboard_vocabulary::Game;

use crate::support::{legal, set_up};

/// Games for one, or with moves of nature.
const UNNAMED: [&str; 4] = ["2048", "backgammon", "goofspiel", "pig"];

#[test]
fn two_players_are_named_and_who_wins_is_one_of_them() {
    for rules in twinboard_oracles::all() {
        let name = rules.name();
        let (mut random, mut players, mut winners) =
            (SplitMix::new(1), BTreeSet::new(), BTreeSet::new());
        for _ in 0..40 {
            let bytes: Vec<u8> = (0..60).flat_map(|_| random.next_u64().to_le_bytes()).collect();
            let setup = rules.generate_setup(&mut Unstructured::new(&bytes)).expect("enough bytes");
            let mut game = set_up(name, setup.as_str()).expect("it is one of the oracle");
            for _ in 0..60 {
                players.insert(rules.player(&game.position()));
                let moves = legal(&game);
                let Some(mv) = moves.get(random.next_u64() as usize % moves.len().max(1)) else {
                    let outcome = game.outcome().as_str();
                    winners.extend(outcome.split_once(" wins").map(|it| Some(it.0.to_owned())));
                    break;
                };
                game.play(mv).expect("it is legal");
            }
        }
        if UNNAMED.contains(&name) {
            assert_eq!(players, [None].into(), "{name}");
        } else {
            assert!(players.len() == 2 && !players.contains(&None), "{name}: {players:?}");
            assert!(winners.is_subset(&players), "{name}: {winners:?}");
            assert!(!winners.is_empty(), "{name}: nobody has won");
        }
    }
}
