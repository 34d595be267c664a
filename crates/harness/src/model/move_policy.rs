//! Extension of cases with moves, chosen while the case is played.
//!
//! Lockstep lists the legal moves of every position anyway, so it is the place to extend a case:
//! deep games cost nothing extra, and no rule set has to guess which moves are legal. The chosen
//! moves are recorded in the case, which therefore replays without this module.

use std::borrow::Cow;

use arbitrary::Unstructured;
use twinboard_vocabulary::{Game, LegalMoveOf, MoveOf, Plays, PositionOf, SetupOf, Vocabulary};

use super::rules::legal_moves;
use crate::model::guard;
use crate::model::proposals::{MoveTexts, Recent, Scout, Surroundings, legal_after, propose};
use crate::model::random::SplitMix;
use crate::model::rules::{CaseOf, RuleSet, after_moves};
use crate::model::swarm::Swarm;

/// Rule for choosing among the legal moves, in their sorted order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Preference {
    Any,
    First,
    Last,
}

/// Chooses the moves that extend a case: legal ones, illegal ones and the rule set's own.
///
/// Each policy has a character of its own, chosen once at the start: the kinds of moves that it uses
/// (`crates/harness/src/model/swarm.rs`), the rule of choice among them, the share
/// of proposed moves that may be illegal, the length of the game, the number of moves after its
/// end. Cases of a campaign therefore differ in kind, and not only in chance. A rule set limits the
/// length where steps are slow ([`RuleSet::moves_max`]).
#[derive(Debug)]
pub struct MovePolicy {
    /// All choices follow from it, so that no game is too long for the bytes of its case.
    random: SplitMix,
    swarm: Swarm,
    preference: Preference,
    /// Share of moves that are proposed ([`RuleSet::propose`]), legal or not, in 64ths.
    wild: u8,
    /// Legal moves still to be chosen.
    legal_left: usize,
    /// True to play the game to its end, or to the limit of the rule set.
    plays_on: bool,
    /// Moves still to be requested after the end of the game.
    late_left: u8,
    /// True if moves of different weights are drawn by their weights, false if evenly; chosen at
    /// the first of them. What is rare by the rules should not be rare in a campaign.
    by_weight: Option<bool>,
    /// A choice of the rule set for the whole case ([`RuleSet::own_move`]).
    habit: Option<u8>,
    /// True if the game samples a move where any will do, instead of listing all of them.
    samples: bool,
}

/// Limit on the legal moves of one case if the rule set has a limit above [`LONGEST`], which is none.
const LEGAL_MOVES_MAX: usize = 1024;

/// Largest limit of a rule set ([`RuleSet::moves_max`]) that counts as such.
const LONGEST: usize = 1 << 16;

/// Random bytes for a choice. Those of a rule set may take many.
const CHOICE_BYTES: usize = 256;

impl MovePolicy {
    /// Chooses a policy by `u`.
    ///
    /// # Errors
    ///
    /// Errors of `u` only.
    pub fn new(u: &mut Unstructured<'_>) -> arbitrary::Result<Self> {
        let preference = match u.int_in_range(0..=7_u8)? {
            0 => Preference::First,
            1 => Preference::Last,
            _ => Preference::Any,
        };
        let swarm = Swarm::new(u)?;
        // Runs of moves are long games, and most are not interrupted by others.
        let wild = *u.choose(if swarm.is_off() { &[0, 0, 2, 8, 24] } else { &[0, 0, 0, 2, 24] })?;
        // Most games are played to their end, so that deep games are common.
        let plays_on = u.ratio(if swarm.is_off() { 6 } else { 7 }, 8_u8)?;
        let legal_left = if plays_on { LEGAL_MOVES_MAX } else { u.int_in_range(3..=24)? };
        let late_left = if u.ratio(1, 4_u8)? { u.int_in_range(1..=4)? } else { 0 };
        Ok(Self {
            random: SplitMix::new(u.arbitrary()?),
            swarm,
            preference,
            wild,
            legal_left,
            plays_on,
            late_left,
            by_weight: None,
            habit: None,
            samples: false,
        })
    }

    /// Makes [`extend`] let the game sample a move where any will do: faster where a list takes
    /// long, and only as even as the game's choice.
    #[must_use]
    pub(crate) fn with_samples(self) -> Self {
        Self { samples: true, ..self }
    }

    /// Makes a choice by random bytes of its own.
    fn draw<T>(&mut self, choose: impl FnOnce(&mut Self, &mut Unstructured<'_>) -> T) -> T {
        let mut bytes = [0; CHOICE_BYTES];
        for word in bytes.as_chunks_mut().0 {
            *word = self.random.next_u64().to_le_bytes();
        }
        choose(self, &mut Unstructured::new(&bytes))
    }

    /// Chooses one of the legal moves, which are sorted; `None` if there are none.
    pub(crate) fn choose<V: Vocabulary>(&mut self, legal: &[V::LegalMove]) -> Option<V::LegalMove> {
        self.draw(|policy, u| {
            let narrowed = policy.swarm.narrow::<V>(legal, u);
            let all = || legal.iter().collect();
            policy.choose_among::<V>(&narrowed.unwrap_or_else(all), u).cloned()
        })
    }

    fn choose_among<'m, V: Vocabulary>(
        &mut self,
        legal: &[&'m V::LegalMove],
        u: &mut Unstructured<'_>,
    ) -> Option<&'m V::LegalMove> {
        match self.preference {
            Preference::First => legal.first().copied(),
            Preference::Last => legal.last().copied(),
            Preference::Any => {
                let weight = |legal: &&V::LegalMove| u64::from(V::weight(legal).max(1));
                let are_equal = legal.iter().all(|other| weight(other) == weight(&legal[0]));
                if are_equal || !self.weighs(u).ok()? {
                    return u.choose(legal).ok().copied();
                }
                let total: u64 = legal.iter().map(weight).sum();
                let mut left = u.int_in_range(0..=total - 1).ok()?;
                let chosen = legal.iter().find(|legal| {
                    let is_it = left < weight(legal);
                    left = left.saturating_sub(weight(legal));
                    is_it
                });
                chosen.copied()
            }
        }
    }

    fn weighs(&mut self, u: &mut Unstructured<'_>) -> arbitrary::Result<bool> {
        Ok(match self.by_weight {
            Some(by_weight) => by_weight,
            None => *self.by_weight.insert(u.arbitrary()?),
        })
    }

    /// Lets the game sample one of its legal moves, where they are too many to list.
    pub(crate) fn sample<G: Game>(&mut self, game: &G) -> Option<LegalMoveOf<G::Vocabulary>> {
        game.sample_legal_move(&mut || self.random.next_u64())
    }

    /// The next move of the case, or `None` at its end.
    ///
    /// `legal` is the move from [`choose`](Self::choose) or [`sample`](Self::sample), `None` after
    /// the end of the game. After the end, the last move of the case is requested again if there is
    /// nothing to propose.
    pub(crate) fn next<R: RuleSet>(
        &mut self,
        rules: &R,
        legal: Option<&LegalMoveOf<R::Vocabulary>>,
        around: &Surroundings<'_, R::Vocabulary>,
    ) -> Option<MoveOf<R::Vocabulary>> {
        let mv = self.draw(|policy, u| policy.next_by(rules, legal, around, u))?;
        self.swarm.played(&mv);
        Some(mv)
    }

    fn next_by<R: RuleSet>(
        &mut self,
        rules: &R,
        legal: Option<&LegalMoveOf<R::Vocabulary>>,
        around: &Surroundings<'_, R::Vocabulary>,
        u: &mut Unstructured<'_>,
    ) -> Option<MoveOf<R::Vocabulary>> {
        let Some(legal) = legal else {
            self.late_left = self.late_left.checked_sub(1)?;
            let proposed = propose(rules, None, around, u).ok();
            return proposed.or_else(|| around.last.cloned());
        };
        if u.int_in_range(0..=63_u8).ok()? < self.wild {
            return propose(rules, Some(legal), around, u).ok();
        }
        let is_limited = || self.plays_on && rules.moves_max(around.setup) <= LONGEST;
        self.legal_left = match self.legal_left {
            0 if is_limited() => 0,
            left => left.checked_sub(1)?,
        };
        let own = rules.own_move(&mut self.habit, u).ok()?;
        own.or_else(|| rules.request_for(legal, u).ok())
    }
}

/// Extends a case outside of lockstep, on one implementation alone: for proptest strategies,
/// mutators and generators, which need the whole case before it is checked.
///
/// Leaves the case as it is if `side` does not support its set-up.
///
/// ```
/// use arbitrary::Unstructured;
/// use twinboard_harness::nim::{Heap, Nim};
/// use twinboard_harness::random::case_bytes;
/// use twinboard_harness::{Case, MovePolicy, extend};
///
/// let bytes = case_bytes(1, 0);
/// let mut policy = MovePolicy::new(&mut Unstructured::new(&bytes)).unwrap();
/// let mut case = Case::new(20, Vec::new());
/// extend(&Nim, &twinboard_vocabulary::from_fn(Heap::set_up), &mut case, &mut policy);
/// assert!(!case.moves.is_empty());
/// ```
pub fn extend<R: RuleSet>(
    rules: &R,
    side: &impl Plays<R::Vocabulary>,
    case: &mut CaseOf<R>,
    policy: &mut MovePolicy,
) {
    let Some(game) = side.set_up(&case.setup) else { return };
    // Results are compared later, in lockstep.
    let (mut game, mut recent) = (after_moves(game, &case.moves), Recent::new());
    while case.moves.len() < rules.moves_max(&case.setup) {
        let samples = policy.samples && policy.preference == Preference::Any;
        let legal = if samples { None } else { legal_moves(&game, rules.listing().limit, 0) };
        let choice = match &legal {
            Some(legal) => policy.choose::<R::Vocabulary>(legal),
            None => policy.sample(&game),
        };
        let texts = MoveTexts::default();
        let around = Surroundings {
            setup: &case.setup,
            last: case.moves.last(),
            legal: legal.as_deref(),
            texts: &texts,
            recent: &recent,
            scout: &SideScout { rules, side, game: &game },
        };
        let Some(mv) = policy.next(rules, choice.as_ref(), &around) else { return };
        let _ = game.play(&mv);
        case.moves.push(mv);
        recent.push(legal.unwrap_or_default(), texts);
    }
}

/// Other positions on the side that extends a case.
struct SideScout<'a, R, I, G> {
    rules: &'a R,
    side: &'a I,
    game: &'a G,
}

impl<R, I, G> Scout<R::Vocabulary> for SideScout<'_, R, I, G>
where
    R: RuleSet,
    I: Plays<R::Vocabulary>,
    G: Game<Vocabulary = R::Vocabulary>,
{
    fn position(&self) -> Cow<'_, PositionOf<R::Vocabulary>> {
        Cow::Owned(self.game.position())
    }

    fn legal_after(&self, moves: &[MoveOf<R::Vocabulary>]) -> Vec<LegalMoveOf<R::Vocabulary>> {
        legal_after(self.rules, self.game, moves)
    }

    fn legal_at(&self, setup: &SetupOf<R::Vocabulary>) -> Vec<LegalMoveOf<R::Vocabulary>> {
        let game = guard::catch(|| self.side.set_up(setup)).ok().flatten();
        game.map(|game| legal_after(self.rules, &game, &[])).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use arbitrary::Unstructured;
    use twinboard_vocabulary::Vocabulary;

    use super::MovePolicy;
    use crate::model::random::case_bytes;

    /// New tiles: nine of ten are a 2.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    struct Tiles;

    impl Vocabulary for Tiles {
        const NAME: &'static str = "tiles";
        type Setup = u8;
        type Move = u8;
        type LegalMove = u8;
        type Event = u8;
        type Refusal = Infallible;
        type Position = u8;
        type Outcome = bool;

        fn is_over(_: bool) -> bool {
            false
        }

        fn weight(tile: &u8) -> u32 {
            if *tile == 2 { 9 } else { 1 }
        }
    }

    #[test]
    fn half_of_the_policies_draw_by_weight_and_half_evenly() {
        let mut twos = [0; 1_001];
        for seed in 0..1_000 {
            let bytes = case_bytes(7, seed);
            let mut policy = MovePolicy::new(&mut Unstructured::new(&bytes)).unwrap();
            let drawn = (0..1_000).filter(|_| policy.choose::<Tiles>(&[2, 4]) == Some(2));
            twos[drawn.count()] += 1;
        }
        let among = |counts: std::ops::RangeInclusive<usize>| twos[counts].iter().sum::<u32>();
        // One of eight policies prefers the first move, one the last.
        assert!((80..170).contains(&twos[0]) && (80..170).contains(&twos[1_000]));
        let [evenly, by_weight] = [among(400..=600), among(850..=950)];
        assert!((300..450).contains(&evenly), "{evenly}");
        assert!((300..450).contains(&by_weight), "{by_weight}");
        assert_eq!(twos[0] + twos[1_000] + evenly + by_weight, 1_000);
    }
}
