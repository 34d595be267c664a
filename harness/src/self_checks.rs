//! What only an engine offers, checked on the engine alone: its key, its way of drawing a move,
//! its own representation, its copies, and a transformed game that must stay the transformed image.

use std::hash::{Hash, Hasher};

use arbitrary::Unstructured;
use board::{Game, Implementation, MoveOf, Plays, ResultOf, SetupOf, Vocabulary};
use rustc_hash::{FxHashMap, FxHasher};

use crate::activity::{Action, Side};
use crate::checks::{REPRESENTATION, broken};
use crate::divergence::Finding;
use crate::laws::{Breach, Law};
use crate::listing::view_of;
use crate::random::SplitMix;
use crate::rules::ViewOf;
use crate::{Case, RuleSet, guard};

mod moves;
mod twins;

use moves::{breaks_off, kinds_are_counted, moves_can_be_taken_back, one_key_in_both_orders};
use twins::Twins;
pub(crate) use twins::{Suspect, transformed_game_follows, transformed_moves_are_listed};

/// What the promises are called in reports.
pub(crate) const KEYS: &str = "equal positions have equal keys, others do not";
pub(crate) const LEGAL_DRAWS: &str = "a legal move is drawn if and only if there is one";
const BREAKING_OFF: &str = "a listing of legal moves can be broken off";
const ANEW: &str = "a position is the same when it is set up anew";
const COUNTS: &str = "legal moves of a kind are counted as they are listed";
const TAKING_BACK: &str = "moves that are taken back leave everything as it was";
const COPIES: &str = "a copy plays like the original";
const ASKING: &str = "asking a game changes nothing";

/// How much is tried of what can only be tried in part.
///
/// Chance decides what is tried, and chance follows from the set-up, so a case that is made
/// smaller is tried otherwise. Replaying and shrinking therefore try much more than a campaign,
/// and always what the campaign would have tried too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// For campaigns: many cases, a little of each.
    Quick,
    /// For single cases.
    Thorough,
    /// For single cases whose own game shows what is wrong: no transformed games are played beside
    /// it, else as thorough.
    Alone,
    /// For single cases whose own moves show what is wrong: no others are tried where there are too
    /// many to list, and no transformed games are played, else as thorough.
    OwnMoves,
}

impl Effort {
    /// How many things of a kind are tried on a board of so many cells: of small boards, which is
    /// what shrinking comes to, up to `most`; of large ones a few, or shrinking would take too long.
    fn tries(self, cells: usize, most: usize) -> usize {
        match self {
            Self::Quick => 1,
            Self::Thorough | Self::Alone | Self::OwnMoves => {
                (most * 64 / cells.max(1)).clamp(2, most)
            }
        }
    }

    /// Whether transformed games are played beside the case.
    fn transforms(self) -> bool {
        matches!(self, Self::Quick | Self::Thorough)
    }
}

/// How many legal moves are drawn at a position, how many set-ups are compared with that of the case,
/// and how many legal moves are tried in both orders, each with each: at most.
const DRAWS: usize = 32;
const OTHERS: usize = 32;
const TRANSPOSED: usize = 8;

/// In one of so many steps of a campaign, the position is set up anew.
const ANEWS: u64 = 4;

/// In one of so many steps of a campaign, two moves are tried in both orders.
const TRANSPOSITIONS: u64 = 8;

/// In one of so many steps of a campaign, legal moves of a kind are counted, those of a
/// transformed game listed, and moves played and taken back.
const LISTINGS: u64 = 4;

/// The promises of an engine during one case.
pub(crate) struct SelfChecks<'a, R: RuleSet, E: Implementation> {
    rules: &'a R,
    engine: &'a E,
    effort: Effort,
    cells: usize,
    /// The engine once more, playing transformed games.
    twins: Twins<R, E>,
    keys: Keys,
    /// The key of the position that was looked at last.
    key: Option<u64>,
}

impl<'a, R: RuleSet, E: Plays<R::Vocabulary>> SelfChecks<'a, R, E> {
    pub(crate) fn new(
        rules: &'a R,
        engine: &'a E,
        setup: &SetupOf<R::Vocabulary>,
        effort: Effort,
        random: &mut SplitMix,
    ) -> Self {
        let cells = rules.size(setup);
        let twins = Twins::new(rules, engine, setup, effort, random);
        Self { rules, engine, effort, cells, twins, keys: Keys::default(), key: None }
    }

    /// The promises of an engine at one position, as a campaign tries them, without transformed games.
    pub(crate) fn of_a_position(rules: &'a R, engine: &'a E) -> Self {
        // A campaign tries as much on every board, so it does not matter how large this one is.
        let (cells, effort) = (0, Effort::Quick);
        Self {
            rules,
            engine,
            effort,
            cells,
            twins: Twins::none(),
            keys: Keys::default(),
            key: None,
        }
    }

    /// Checks everything that can be checked after a step, or after the set-up; `view` is what
    /// both sides show. Where a transformed game goes another way, there is a
    /// [suspect](Self::take_suspect) afterwards.
    pub(crate) fn hold(
        &mut self,
        engine: &E::Game,
        view: &ViewOf<R>,
        setup: &SetupOf<R::Vocabulary>,
        step: Option<(&MoveOf<R::Vocabulary>, &ResultOf<R::Vocabulary>)>,
        random: &mut SplitMix,
        on_action: impl Fn(Action),
    ) -> Result<(), Breach<R::Vocabulary>> {
        let breaks = |promise: &'static str| move |detail| broken(Side::Engine, promise, detail);
        on_action(Action::Validate);
        engine.validate().map_err(breaks(REPRESENTATION))?;
        on_action(Action::Key);
        let key = engine.key();
        self.key = key;
        if let Some(key) = key {
            self.keys.check(key, &view.position).map_err(breaks(KEYS))?;
        }
        on_action(Action::LegalMoves);
        breaks_off(engine, view).map_err(breaks(BREAKING_OFF))?;
        if step.is_none() {
            on_action(Action::Key);
            self.other_set_ups_have_other_keys(engine, view, setup, random)?;
        }
        on_action(Action::SetUp);
        self.what_looks_alike_has_another_key(engine, view)?;
        self.set_up_anew_it_is_the_same(engine, view, setup, random)?;
        on_action(Action::Sample);
        let (mut others, mut of_lists) = (random.clone(), random.clone());
        self.draws_are_legal(engine, view, random).map_err(breaks(LEGAL_DRAWS))?;
        for _ in 1..self.effort.tries(self.cells, DRAWS) {
            self.draws_are_legal(engine, view, &mut others).map_err(breaks(LEGAL_DRAWS))?;
        }
        on_action(Action::Play);
        self.transpositions_have_one_key(engine, view, random).map_err(breaks(KEYS))?;
        let lists_are_due = of_lists.next_u64().is_multiple_of(LISTINGS);
        let lists = lists_are_due || self.effort != Effort::Quick;
        if lists {
            on_action(Action::LegalMoves);
            kinds_are_counted(engine, view, &mut of_lists).map_err(|(like, detail)| {
                Breach::of(Law::SameKind(like), broken(Side::Engine, COUNTS, detail))
            })?;
            on_action(Action::Play);
            let most = self.rules.listing().most;
            moves_can_be_taken_back(engine, view, most, &mut of_lists)
                .map_err(breaks(TAKING_BACK))?;
        }
        let lists_up_to = lists.then_some(self.rules.listing().most);
        self.twins.follow(key, view, step, lists_up_to, on_action);
        Ok(())
    }

    /// What is to be asked about a transformed game that went another way, once.
    pub(crate) fn take_suspect(&mut self) -> Option<Suspect<R>> {
        self.twins.take_suspect()
    }

    /// Sets a second game up where this one stands: however a position was reached, it is the same.
    fn set_up_anew_it_is_the_same(
        &self,
        engine: &E::Game,
        view: &ViewOf<R>,
        setup: &SetupOf<R::Vocabulary>,
        random: &mut SplitMix,
    ) -> Result<(), Breach<R::Vocabulary>> {
        let Some(setup) = self.rules.setup_at(setup, &view.position) else { return Ok(()) };
        // Drawn with any effort, or all that chance gives later would be another one.
        let is_due = random.next_u64().is_multiple_of(ANEWS);
        let is_tried = is_due || self.effort != Effort::Quick;
        let Some(anew) = is_tried.then(|| self.engine.set_up(&setup)).flatten() else {
            return Ok(());
        };
        let now = view_of(&anew, self.rules.listing().most, 0, |_| ());
        let differs = if now.position != view.position {
            "another board"
        } else if anew.key() != engine.key() {
            "another key"
        } else if now.outcome != view.outcome {
            "another outcome"
        } else if now.legal != view.legal {
            "other legal moves"
        } else {
            return Ok(());
        };
        let finding = broken(Side::Engine, ANEW, format!("set up anew, it has {differs}"));
        Err(Breach::of(Law::SetupAt(setup), finding))
    }

    /// Sets up what looks much like this position and is another one.
    fn what_looks_alike_has_another_key(
        &self,
        engine: &E::Game,
        view: &ViewOf<R>,
    ) -> Result<(), Breach<R::Vocabulary>> {
        let (Some(key), Some(setup)) = (engine.key(), self.rules.setup_beside(&view.position))
        else {
            return Ok(());
        };
        match self.engine.set_up(&setup) {
            Some(beside) if beside.key() == Some(key) => {
                let picture = R::Vocabulary::picture(&beside.position());
                let detail = format!("this position has the same key:\n{picture}");
                let finding = broken(Side::Engine, KEYS, detail);
                Err(Breach::of(Law::SetupBeside(setup), finding))
            }
            _ => Ok(()),
        }
    }

    /// Changes the set-up a little: another position must have another key.
    fn other_set_ups_have_other_keys(
        &self,
        engine: &E::Game,
        view: &ViewOf<R>,
        setup: &SetupOf<R::Vocabulary>,
        random: &mut SplitMix,
    ) -> Result<(), Breach<R::Vocabulary>> {
        let Some(key) = engine.key() else { return Ok(()) };
        let mut random = random.clone();
        for _ in 0..self.effort.tries(self.cells, OTHERS) {
            let bytes = random.bytes();
            let mut other = Case::new(setup.clone(), Vec::new());
            if self.rules.mutate_setup(&mut other, &mut Unstructured::new(&bytes)).is_err() {
                continue;
            }
            // Another set-up that panics is not what this case shows; a campaign plays it itself.
            let shown = guard::catch(|| {
                self.engine.set_up(&other.setup).map(|other| (other.key(), other.position()))
            });
            let Ok(Some((other_key, position))) = shown else { continue };
            if (other_key == Some(key)) != (position == view.position) {
                let picture = R::Vocabulary::picture(&position);
                let what = if position == view.position {
                    "the same position, set up once more, has another key"
                } else {
                    "another position has the same key"
                };
                let finding = broken(Side::Engine, KEYS, format!("{what}:\n{picture}"));
                return Err(Breach::of(Law::EqualPositions(other.setup), finding));
            }
        }
        Ok(())
    }

    #[expect(clippy::unused_self, reason = "it belongs to the promises of this engine")]
    fn draws_are_legal(
        &self,
        engine: &E::Game,
        view: &ViewOf<R>,
        random: &mut SplitMix,
    ) -> Result<(), String> {
        let drawn = engine.sample_legal_move(&mut || random.next_u64());
        match (drawn, &view.legal) {
            (None, Some(legal)) if legal.is_empty() => Ok(()),
            (None, _) => Err("there are legal moves, and none was drawn".into()),
            (Some(drawn), Some(legal)) if legal.binary_search(&drawn).is_err() => {
                Err(format!("drawn, but not legal: {drawn}"))
            }
            (Some(_), _) => Ok(()),
        }
    }

    /// Tries two moves in both orders, on copies: if that leads to one position, it must have one
    /// key, however it was reached.
    fn transpositions_have_one_key(
        &self,
        engine: &E::Game,
        view: &ViewOf<R>,
        random: &mut SplitMix,
    ) -> Result<(), String> {
        if random.next_u64().is_multiple_of(TRANSPOSITIONS) {
            let mut draw = || engine.sample_legal_move(&mut || random.next_u64());
            if let (Some(one), Some(other)) = (draw(), draw()) {
                one_key_in_both_orders(engine, &one, &other)?;
            }
        }
        let legal = view.legal.as_deref().unwrap_or_default();
        let tried = match self.effort {
            Effort::Quick => 0,
            Effort::Thorough | Effort::Alone | Effort::OwnMoves => {
                self.effort.tries(self.cells, TRANSPOSED).min(legal.len())
            }
        };
        let tried = &legal[..tried];
        for (index, one) in tried.iter().enumerate() {
            for other in &tried[..index] {
                one_key_in_both_orders(engine, one, other)?;
            }
        }
        Ok(())
    }

    /// Checks that the engine still shows `view`, after all that it has been asked since. What
    /// changed before is seen in the next step; this is for the last one.
    pub(crate) fn asking_changes_nothing(
        &self,
        engine: &E::Game,
        view: &ViewOf<R>,
    ) -> Result<(), Finding> {
        let position = engine.position();
        let detail = if position != view.position {
            format!("asked again, it shows\n{}", R::Vocabulary::picture(&position))
        } else if engine.key() != self.key {
            "asked again, it has another key".to_owned()
        } else {
            return Ok(());
        };
        Err(broken(Side::Engine, ASKING, detail))
    }

    /// Plays `mv` on `copy`, which was taken before the engine played it, and gives the copy back;
    /// `view` is what the engine shows now. If it is to play `quietly`, it does not say what it did.
    pub(crate) fn copy_plays_alike(
        &self,
        mut copy: E::Game,
        quietly: bool,
        view: &ViewOf<R>,
        mv: &MoveOf<R::Vocabulary>,
        result: &ResultOf<R::Vocabulary>,
    ) -> Result<E::Game, Finding> {
        let is_alike = if quietly {
            copy.advance(mv).err() == result.as_ref().err().copied()
        } else {
            copy.play(mv) == *result
        };
        let detail = if !is_alike {
            "the move has another result on a copy".to_owned()
        } else if copy.position() != view.position {
            format!("the copy shows\n{}", R::Vocabulary::picture(&copy.position()))
        } else if copy.key() != self.key {
            "the copy has another key".to_owned()
        } else {
            return Ok(copy);
        };
        Err(broken(Side::Engine, COPIES, detail))
    }
}

/// Which key belongs to which position, as far as this case has seen.
#[derive(Debug, Default)]
struct Keys {
    key_of: FxHashMap<u64, u64>,
    position_of: FxHashMap<u64, u64>,
}

impl Keys {
    fn check(&mut self, key: u64, position: &impl Hash) -> Result<(), String> {
        let mut hasher = FxHasher::default();
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

#[cfg(test)]
mod tests {
    use super::Effort;

    #[test]
    fn small_boards_are_tried_thoroughly_and_large_ones_a_little() {
        for effort in [Effort::Thorough, Effort::OwnMoves] {
            let tries = [0, 1, 64, 128, 640, 1_024, 1_000_000].map(|cells| effort.tries(cells, 32));
            assert_eq!(tries, [32, 32, 32, 16, 3, 2, 2]);
        }
        assert_eq!([0, 1, 1_000].map(|cells| Effort::Quick.tries(cells, 32)), [1; 3]);
    }
}
