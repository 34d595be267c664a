//! Moves for a case that has none yet, chosen while it is played.
//!
//! Lockstep lists the legal moves of every position anyway, so a case is best extended there: games
//! of many accepted moves cost nothing extra, and no rule set has to guess what is legal.

use arbitrary::Unstructured;
use board::{Game, LegalMoveOf, MoveOf, Plays, PositionOf};

use crate::CaseOf;
use crate::listing::legal_moves;
use crate::random::SplitMix;
use crate::rules::RuleSet;

/// Which of the legal moves is taken.
#[derive(Clone, Copy, Debug)]
enum Preference {
    Any,
    First,
    Last,
}

/// Chooses moves, legal and illegal, until it has had enough. What it likes is drawn first.
#[derive(Debug)]
pub struct MovePolicy<'a> {
    u: Unstructured<'a>,
    preference: Preference,
    /// Of 64 moves, how many are proposed without asking whether they are legal.
    wild: u8,
    /// How many legal moves are still chosen.
    legal_left: usize,
    /// How many moves are still asked for when the game is over.
    late_left: u8,
    /// Of 8 legal moves, how many the robot chooses; drawn when there is a robot.
    by_robot: Option<u8>,
}

/// The most legal moves that are chosen: no board of the rule sets here lasts longer.
const LEGAL_MAX: usize = 1024;

impl<'a> MovePolicy<'a> {
    /// Draws what kind of game to grow; every choice after that comes from `u` too.
    ///
    /// # Errors
    ///
    /// Only those of `u`.
    pub fn new(mut u: Unstructured<'a>) -> arbitrary::Result<Self> {
        let preference = match u.int_in_range(0..=7_u8)? {
            0 => Preference::First,
            1 => Preference::Last,
            _ => Preference::Any,
        };
        let wild = *u.choose(&[0, 0, 2, 8, 24])?;
        // Deep games are common: most are played to their end.
        let legal_left = if u.ratio(3, 4_u8)? { LEGAL_MAX } else { u.int_in_range(3..=24)? };
        let late_left = if u.ratio(1, 4_u8)? { u.int_in_range(1..=4)? } else { 0 };
        Ok(Self { u, preference, wild, legal_left, late_left, by_robot: None })
    }

    /// One of the legal moves, given in their order; `None` if there is none.
    pub(crate) fn choose<M: Clone>(&mut self, legal: &[M]) -> Option<M> {
        let choice = match self.preference {
            Preference::First => legal.first(),
            Preference::Last => legal.last(),
            Preference::Any => self.u.choose(legal).ok(),
        };
        choice.cloned()
    }

    /// One of the legal moves, as the game draws it: for where they are too many to be listed.
    pub(crate) fn draw<G: Game>(&mut self, game: &G) -> Option<LegalMoveOf<G::Vocabulary>> {
        // Not a word of `u` for each word that is asked for: when its bytes are used up it gives
        // nothing but zeros, and whoever waits for another number would wait for ever.
        let mut words = SplitMix::new(self.u.arbitrary().unwrap_or_default());
        game.sample_legal_move(&mut || words.next_u64())
    }

    /// The next move, given a legal one if there is any, the last move of the case and, if it is
    /// wanted, the position; or `None` if it is enough.
    ///
    /// When the game is over, and the rule set proposes nothing, the last move is asked for again.
    pub(crate) fn next<R: RuleSet>(
        &mut self,
        rules: &R,
        legal: Option<&LegalMoveOf<R::Vocabulary>>,
        last: Option<&MoveOf<R::Vocabulary>>,
        position: impl FnOnce() -> PositionOf<R::Vocabulary>,
    ) -> Option<MoveOf<R::Vocabulary>> {
        let Some(legal) = legal else {
            self.late_left = self.late_left.checked_sub(1)?;
            return rules.propose(&position(), None, &mut self.u).ok().or_else(|| last.cloned());
        };
        // When the bytes are used up every draw gives the same, and a refused move would be asked
        // for again and again.
        let is_wild = self.u.int_in_range(0..=63_u8).is_ok_and(|drawn| drawn < self.wild);
        if is_wild && !self.u.is_empty() {
            return rules.propose(&position(), Some(legal), &mut self.u).ok();
        }
        self.legal_left = self.legal_left.checked_sub(1)?;
        match rules.robot() {
            Some(robot) if self.robot_is_next().ok()? => Some(robot),
            _ => rules.ask_for(legal, &mut self.u).ok(),
        }
    }

    fn robot_is_next(&mut self) -> arbitrary::Result<bool> {
        let of_eight = match self.by_robot {
            Some(of_eight) => of_eight,
            None => *self.by_robot.insert(*self.u.choose(&[0, 1, 4, 8])?),
        };
        Ok(self.u.int_in_range(0..=7_u8)? < of_eight)
    }
}

/// Adds moves to a case outside lockstep, on one implementation alone.
///
/// For whoever needs the whole case before it is checked: strategies and mutators.
pub fn extend<R: RuleSet>(
    rules: &R,
    side: &impl Plays<R::Vocabulary>,
    case: &mut CaseOf<R>,
    policy: &mut MovePolicy<'_>,
) {
    let Some(mut game) = side.set_up(&case.setup) else { return };
    for mv in &case.moves {
        // What the moves of the case do is for lockstep to say.
        let _ = game.play(mv);
    }
    while case.moves.len() < rules.moves_max(&case.setup) {
        let choice = match legal_moves(&game, rules.listing().most, 0, || ()) {
            Some(legal) => policy.choose(&legal),
            None => policy.draw(&game),
        };
        let last = case.moves.last();
        let next = policy.next(rules, choice.as_ref(), last, || game.position());
        let Some(mv) = next else { return };
        let _ = game.play(&mv);
        case.moves.push(mv);
    }
}
