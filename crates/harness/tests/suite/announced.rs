//! The order of calls that lets an engine in another process play while the oracle does.

use std::sync::{Arc, Mutex};

use twinboard_harness::{Case, Checks, Pairing, Verdict};
use twinboard_vocabulary::{Game, Implementation};

use crate::toy::{self, Heap, Oracle, Setup, Take};

type Log = Arc<Mutex<Vec<&'static str>>>;

/// A side that notes calls, each with its word for one that plays a move.
#[derive(Clone)]
struct Noted {
    log: Log,
    plays: &'static str,
}

#[derive(Clone)]
struct NotedGame {
    game: Oracle,
    side: Noted,
}

impl Implementation for Noted {
    type Game = NotedGame;

    fn set_up(&self, setup: &Setup) -> Option<NotedGame> {
        Some(NotedGame { game: Oracle::set_up(setup)?, side: self.clone() })
    }
}

impl NotedGame {
    fn note(&self, call: &'static str) {
        self.side.log.lock().unwrap().push(call);
    }
}

impl Game for NotedGame {
    type Vocabulary = Heap;

    shown_by!(game);

    fn prefetch(&mut self, _mv: &Take) {
        self.note("prefetch");
    }

    fn flush(&self) {
        self.note("flush");
    }

    fn play(&mut self, mv: &Take) -> Result<Take, &'static str> {
        self.note(self.side.plays);
        self.game.play(mv)
    }
}

#[test]
fn moves_of_all_games_of_a_step_are_announced_before_the_oracle_plays() {
    for (checks, announced) in [(Checks::campaign(), 3), (Checks::answers(), 1)] {
        let log = Log::default();
        let side = |plays| Noted { log: Arc::clone(&log), plays };
        let pairing = Pairing::of(Heap::CORRECT, side("engine"), side("oracle"));
        let case = Case::new(Setup::new(10, 3, 1), vec![Take(2)]);
        assert_eq!(toy::play(&pairing, case, checks).0, Verdict::Agreed);
        let log = log.lock().unwrap().clone();
        let begin = log.iter().position(|&call| call == "prefetch").expect("the game's move");
        let mut expected = vec!["prefetch"; announced];
        expected.extend(["flush", "oracle", "engine"]);
        // The game, its copy, and the transformed game.
        assert_eq!(log[begin..][..expected.len()], expected, "{log:?}");
    }
}
