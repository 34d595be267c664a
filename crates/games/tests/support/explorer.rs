//! Exhaustive exploration of a set-up on both sides in parallel.

use std::collections::{HashMap, HashSet};

use twinboard_harness::{Case, RuleSet};
use twinboard_vocabulary::{LegalMoveOf, MoveOf, PositionOf, SetupOf, Vocabulary};

use super::play::{SetUp, legal_moves, list};

/// The exploration of one set-up.
struct Explorer<'a, R: RuleSet, E, O> {
    rules: &'a R,
    setup: &'a SetupOf<R::Vocabulary>,
    /// All moves to try in each position, legal or not.
    moves: &'a [MoveOf<R::Vocabulary>],
    /// The engine's key of each position.
    seen: HashMap<PositionOf<R::Vocabulary>, Option<u64>>,
    queue: Vec<(E, O, Vec<MoveOf<R::Vocabulary>>)>,
}

/// Tries all of `moves` in every position reachable from `setup`, and asserts that both sides agree
/// in everything. `look` is called once per position, with its legal moves.
///
/// # Panics
///
/// With the case that shows a difference.
pub(crate) fn explore<R, E, O>(
    rules: &R,
    setup: &SetupOf<R::Vocabulary>,
    moves: &[MoveOf<R::Vocabulary>],
    look: &mut dyn FnMut(&O, &[LegalMoveOf<R::Vocabulary>]),
) where
    R: RuleSet,
    E: SetUp<Vocabulary = R::Vocabulary>,
    O: SetUp<Vocabulary = R::Vocabulary>,
{
    let engine = E::set_up(setup).expect("the engine plays every set-up");
    let oracle = O::set_up(setup).expect("the oracle plays every set-up");
    let mut explorer = Explorer { rules, setup, moves, seen: HashMap::new(), queue: Vec::new() };
    explorer.arrive(engine, oracle, Vec::new());
    while let Some((engine, oracle, path)) = explorer.queue.pop() {
        look(&oracle, &explorer.compare_shown(&engine, &oracle, &path));
        explorer.play_everything(&engine, &oracle, &path);
    }
    let keys: Vec<u64> = explorer.seen.values().copied().flatten().collect();
    let distinct: HashSet<&u64> = keys.iter().collect();
    assert_eq!(distinct.len(), keys.len(), "two positions have one key: {setup:?}");
}

impl<R, E, O> Explorer<'_, R, E, O>
where
    R: RuleSet,
    E: SetUp<Vocabulary = R::Vocabulary>,
    O: SetUp<Vocabulary = R::Vocabulary>,
{
    /// Tries every move: the sides must give the same result, and the resulting positions are
    /// explored too. A refused move changes nothing, so the next move is tried on the same game.
    fn play_everything(&mut self, engine: &E, oracle: &O, path: &[MoveOf<R::Vocabulary>]) {
        let fresh = || (engine.clone(), oracle.clone(), path.to_vec());
        let mut current = fresh();
        for mv in self.moves {
            let (engine, oracle, path) = &mut current;
            path.push(mv.clone());
            let (actual, expected) = (engine.play(mv), oracle.play(mv));
            let is_same = match (&actual, &expected) {
                (Ok(actual), Ok(expected)) => self.rules.same_event(actual, expected),
                _ => actual == expected,
            };
            if !is_same {
                self.fail(&format!("the engine: {actual:?}; the oracle: {expected:?}"), path);
            }
            if expected.is_ok() {
                let (engine, oracle, path) = std::mem::replace(&mut current, fresh());
                self.arrive(engine, oracle, path);
            }
        }
        let (refusing_engine, refusing_oracle, path) = &current;
        let before = oracle.position();
        self.same_position("after refusals", &refusing_engine.position(), &before, path);
        if refusing_oracle.position() != before {
            self.fail("the oracle: a refused move changed the position", path);
        }
    }

    /// Compares the positions after a path, and queues them if they are new.
    fn arrive(&mut self, engine: E, oracle: O, path: Vec<MoveOf<R::Vocabulary>>) {
        let position = oracle.position();
        self.same_position("that is reached", &engine.position(), &position, &path);
        if let Some(key) = self.seen.get(&position) {
            if engine.key() != *key {
                self.fail("the engine: a position reached before had another key", &path);
            }
        } else {
            self.seen.insert(position, engine.key());
            self.queue.push((engine, oracle, path));
        }
    }

    fn compare_shown(
        &self,
        engine: &E,
        oracle: &O,
        path: &[MoveOf<R::Vocabulary>],
    ) -> Vec<LegalMoveOf<R::Vocabulary>> {
        let (actual, legal) = (legal_moves(engine), legal_moves(oracle));
        if actual != legal {
            let [actual, legal] = [list("the engine lists", &actual), list("the oracle", &legal)];
            self.fail(&format!("{actual}\n{legal}"), path);
        }
        let (actual, outcome) = (engine.outcome(), oracle.outcome());
        if actual != outcome {
            self.fail(&format!("the engine: {actual}; the oracle: {outcome}"), path);
        }
        if R::Vocabulary::is_over(outcome) != legal.is_empty() {
            self.fail("a game is over exactly if no move is legal", path);
        }
        engine.validate().unwrap_or_else(|why| self.fail(&why, path));
        legal
    }

    fn same_position(
        &self,
        which: &str,
        engine: &PositionOf<R::Vocabulary>,
        oracle: &PositionOf<R::Vocabulary>,
        path: &[MoveOf<R::Vocabulary>],
    ) {
        if engine != oracle {
            let picture = |position| R::Vocabulary::picture(position).plain_lines().join("\n");
            let (engine, oracle) = (picture(engine), picture(oracle));
            self.fail(
                &format!("the position {which}: the engine\n{engine}\nthe oracle\n{oracle}"),
                path,
            );
        }
    }

    fn fail(&self, why: &str, path: &[MoveOf<R::Vocabulary>]) -> ! {
        let case = Case::new(self.setup.clone(), path.to_vec());
        panic!("{why}\n\nafter the last move of\n\n{}", self.rules.text().print(&case));
    }
}
