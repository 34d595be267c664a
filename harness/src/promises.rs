//! What only an engine offers, checked on the engine alone: its key, its way of drawing a move,
//! its own representation, its copies, and a turned game that must stay the turned image.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use arbitrary::Unstructured;
use board::{Game, Vocabulary};

use crate::RuleSet;
use crate::checks::{REPRESENTATION, broken};
use crate::divergence::Finding;
use crate::lockstep::{MoveOf, ResultOf, ViewOf};
use crate::pulse::{Action, Side};
use crate::random::SplitMix;

type SetupOf<R> = <<R as RuleSet>::Words as Vocabulary>::Setup;

/// The promises of an engine during one case.
pub(crate) struct Promises<R: RuleSet, E> {
    rules: R,
    /// The engine once more, playing the turned game.
    twin: Option<(R::Symmetry, E)>,
    keys: Keys,
}

impl<R: RuleSet, E: Game<Words = R::Words>> Promises<R, E> {
    pub(crate) fn new(rules: &R, setup: &SetupOf<R>, random: &mut SplitMix) -> Self {
        let bytes = random.bytes();
        let symmetry = rules.symmetry(setup, &mut Unstructured::new(&bytes));
        let twin = symmetry.ok().flatten().and_then(|symmetry| {
            let twin = E::set_up(&rules.turn_setup(&symmetry, setup))?;
            Some((symmetry, twin))
        });
        Self { rules: rules.clone(), twin, keys: Keys::default() }
    }

    /// Checks everything that can be checked after a step, or after the set-up; `view` is what
    /// both sides show.
    pub(crate) fn hold(
        &mut self,
        engine: &E,
        view: &ViewOf<R>,
        step: Option<(&MoveOf<R>, &ResultOf<R>)>,
        random: &mut SplitMix,
        beat: impl Fn(Action),
    ) -> Result<(), Finding> {
        beat(Action::Validate);
        let valid = engine.validate();
        valid.map_err(|detail| broken(Side::Engine, REPRESENTATION, detail))?;
        beat(Action::Sample);
        let drawn = engine.sample_legal_move(&mut || random.word());
        let drawn = drawn_is_legal::<R>(drawn, view);
        drawn.map_err(|detail| {
            broken(Side::Engine, "a legal move is drawn if and only if there is one", detail)
        })?;
        beat(Action::Key);
        let key = engine.key();
        if let Some(key) = key {
            let kept = self.keys.check(key, &view.position);
            kept.map_err(|detail| {
                broken(Side::Engine, "equal positions have equal keys, others do not", detail)
            })?;
        }
        beat(Action::Play);
        let twin = self.turned_game_follows(key, view, step);
        twin.map_err(|detail| broken(Side::Engine, "a turned game goes the same way", detail))
    }

    fn turned_game_follows(
        &mut self,
        key: Option<u64>,
        view: &ViewOf<R>,
        step: Option<(&MoveOf<R>, &ResultOf<R>)>,
    ) -> Result<(), String> {
        let Some((symmetry, twin)) = &mut self.twin else {
            return Ok(());
        };
        let rules = &self.rules;
        if let Some((mv, result)) = step {
            let turned = twin.play(&rules.turn_move(symmetry, mv));
            let same = match (result, &turned) {
                (Ok(event), Ok(turned)) => {
                    rules.turn_legal(symmetry, &R::Words::played(event)) == R::Words::played(turned)
                }
                (Err(refusal), Err(turned)) => refusal == turned,
                _ => false,
            };
            if !same {
                return Err(format!(
                    "turned by {symmetry}, the move has another result: {turned:?}"
                ));
            }
        }
        let position = twin.position();
        if position != rules.turn_position(symmetry, &view.position) {
            return Err(format!(
                "turned by {symmetry}, the position is\n{}",
                R::Words::picture(&position)
            ));
        }
        if twin.outcome() != view.outcome {
            return Err(format!("turned by {symmetry}, the outcome is: {}", twin.outcome()));
        }
        if let (Some(key), Some(turned)) = (key, twin.key())
            && (key == turned) != (position == view.position)
        {
            return Err(format!(
                "turned by {symmetry}, the key is {turned:016x}; unturned it is {key:016x}"
            ));
        }
        Ok(())
    }

    /// Plays `mv` on `copy`, which was taken before `engine` played it, and gives the copy back.
    pub(crate) fn copies_play_alike(
        mut copy: E,
        engine: &E,
        mv: &MoveOf<R>,
        result: &ResultOf<R>,
    ) -> Result<E, Finding> {
        let detail = if copy.play(mv) != *result {
            "the move has another result on a copy".to_owned()
        } else if copy.position() != engine.position() {
            format!("the copy shows\n{}", R::Words::picture(&copy.position()))
        } else if copy.key() != engine.key() {
            "the copy has another key".to_owned()
        } else {
            return Ok(copy);
        };
        Err(broken(Side::Engine, "a copy plays like the original", detail))
    }
}

fn drawn_is_legal<R: RuleSet>(
    drawn: Option<<R::Words as Vocabulary>::LegalMove>,
    view: &ViewOf<R>,
) -> Result<(), String> {
    match (drawn, &view.legal) {
        (None, Some(legal)) if legal.is_empty() => Ok(()),
        (None, _) => Err("there are legal moves, and none was drawn".into()),
        (Some(drawn), Some(legal)) if legal.binary_search(&drawn).is_err() => {
            Err(format!("drawn, but not legal: {drawn}"))
        }
        (Some(_), _) => Ok(()),
    }
}

/// Which key belongs to which position, as far as this case has seen.
#[derive(Debug, Default)]
struct Keys {
    key_of: HashMap<u64, u64>,
    position_of: HashMap<u64, u64>,
}

impl Keys {
    fn check(&mut self, key: u64, position: &impl Hash) -> Result<(), String> {
        let mut hasher = DefaultHasher::new();
        position.hash(&mut hasher);
        let position = hasher.finish();
        if *self.key_of.entry(position).or_insert(key) != key {
            return Err(format!("this position had another key before; now it is {key:016x}"));
        }
        if *self.position_of.entry(key).or_insert(position) != position {
            return Err(format!("another position of this game has the key {key:016x} too"));
        }
        Ok(())
    }
}
