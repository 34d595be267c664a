//! A failed assertion, held against the sides: which of them, or the program that makes the
//! assertion, is wrong?
//!
//! The truth about an assertion comes from a side, mostly from games that the oracle plays to their
//! end. The case has shown that the sides agree up to the position of the assertion, not that they
//! agree on the games from there. So both play these games, up to a limit. If they differ somewhere,
//! or one of them panics, that is the finding, and the case goes on up to there.

use std::collections::HashSet;
use std::sync::{Arc, Mutex};

use twinboard_vocabulary::{Game, MoveOf, Rest, TryClone, Vocabulary};

use super::failure::case_up_to;
use super::play::{Played, play_case};
use crate::check::checks::Checks;
use crate::check::compare::{compare_results, compare_views};
use crate::model::activity::{Activity, Side};
use crate::model::divergence::Divergence;
use crate::model::guard;
use crate::model::listing::view_of;
use crate::model::pairing::Pairing;
use crate::model::rules::{CaseOf, RuleSet};
use crate::model::stats::Stats;
use crate::model::sync::lock;
use crate::model::watched::WatchedGame;

/// Positions that both sides play on from, at most: more than games from a position have whose
/// values are checked exhaustively.
const POSITIONS_MAX: usize = 2_000;

/// The difference of the sides in a game that goes on from step `step` of `case`, or the panic of
/// one of them, with the case that shows it; `None` if there is none within the limit.
pub(super) fn difference_below<R: RuleSet>(
    pairing: &Pairing<R>,
    case: &CaseOf<R>,
    step: usize,
    activity: &Activity,
) -> Option<(Box<Divergence>, CaseOf<R>)> {
    let case = case_up_to(pairing.rules(), case.clone(), step);
    let path: Arc<Path<R>> = Arc::default();
    let longer = {
        let (path, case) = (Arc::clone(&path), case.clone());
        move || {
            let mut longer = case.clone();
            longer.moves.extend(lock(&path).iter().cloned());
            longer.rest = Rest::Stop;
            longer
        }
    };
    let (announced, rules) = (longer.clone(), pairing.rules().clone());
    activity.begin_case(move || rules.text().print(&announced()));
    // A panic is a difference like any other, and the path leads to it.
    let is_found = guard::catch(|| {
        let set_up = |side| {
            let mut game = pairing.watched(side, activity).set_up(&case.setup)?;
            for mv in &case.moves {
                let _ = game.play(mv);
            }
            Some(game)
        };
        let first_step = case.moves.len();
        let seen = HashSet::new();
        let mut search = Search { pairing, activity, first_step, seen, path: &path };
        let (engine, oracle) = (set_up(Side::Engine)?, set_up(Side::Oracle)?);
        activity.set_step(first_step);
        Some(search.differ(&engine, &oracle))
    });
    if !is_found.map_or(true, Option::unwrap_or_default) {
        return None;
    }
    let stats = &mut Stats::default();
    match play_case(pairing, longer(), None, Checks::own_moves(), activity, stats) {
        (Played::Diverged(divergence), case) => Some((divergence, case)),
        _ => None,
    }
}

/// The moves from the position of the assertion to the present one.
type Path<R> = Mutex<Vec<MoveOf<<R as RuleSet>::Vocabulary>>>;

/// A search of the games from a position, depth first.
struct Search<'a, R: RuleSet> {
    pairing: &'a Pairing<R>,
    activity: &'a Activity,
    /// The step of the position.
    first_step: usize,
    /// Texts of the positions from which both sides have played on.
    seen: HashSet<String>,
    path: &'a Path<R>,
}

impl<R: RuleSet> Search<'_, R> {
    /// True if the sides differ at the position of these games, or in a game from there; `path`
    /// leads to the difference then.
    fn differ(
        &mut self,
        engine: &WatchedGame<'_, R::Vocabulary>,
        oracle: &WatchedGame<'_, R::Vocabulary>,
    ) -> bool {
        let rules = self.pairing.rules();
        let limit = rules.listing().limit;
        let (ours, theirs) = (view_of(engine, limit, 0), view_of(oracle, limit, 0));
        if compare_views(&ours, &theirs, limit).is_err() {
            return true;
        }
        let is_new = self.seen.len() < POSITIONS_MAX
            && self.seen.insert(R::Vocabulary::text(&theirs.position));
        for legal in theirs.legal.iter().flatten().filter(|_| is_new) {
            let copies = engine.try_clone().zip(oracle.try_clone());
            let Some((mut engine, mut oracle)) = copies else { return false };
            let mv = R::Vocabulary::to_move(legal);
            lock(self.path).push(mv.clone());
            self.activity.set_step(self.first_step + lock(self.path).len());
            let (theirs, ours) = (oracle.play(&mv), engine.play(&mv));
            if compare_results(rules, &ours, &theirs).is_err() || self.differ(&engine, &oracle) {
                return true;
            }
            lock(self.path).pop();
        }
        false
    }
}
