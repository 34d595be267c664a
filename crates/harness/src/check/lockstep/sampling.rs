//! Comparison of legal moves where they are too many to list ([`Listing`](crate::Listing)).
//!
//! Both sides count the legal moves of one kind ([`Vocabulary::same_kind`]) if they are few enough.
//! Each side always samples moves for the other to judge, and both judge moves that the rule set
//! proposes, legal or not. A move that fails here becomes the last move of the failing case.
//! Campaigns report the number of times each comparison was made ([`Stats`](crate::Stats)).

use arbitrary::Unstructured;
use twinboard_vocabulary::{Game, MoveOf, PositionOf, TryClone, Vocabulary};

use super::state::Sides;
use crate::check::compare::{broken, compare_counts, compare_results, tried};
use crate::check::self_checks::LEGAL_SAMPLES;
use crate::model::activity::{Action, Activity, Side};
use crate::model::divergence::Finding;
use crate::model::proposals::propose_alone;
use crate::model::random::{SplitMix, bytes_of};
use crate::model::rules::RuleSet;

/// Each side samples 8 moves per position for the other to judge.
const SAMPLES: usize = 8;

/// Samples a legal move and compares how many moves of its kind the sides count. Returns true if
/// they were few enough to count.
pub(super) fn compare_kind_counts<R: RuleSet>(
    rules: &R,
    sides: &Sides<'_, R>,
    random: &mut SplitMix,
) -> Result<bool, Finding> {
    if !sides.engine.can_count_kinds() {
        return Ok(false);
    }
    let Some(like) = sides.oracle.sample_legal_move(&mut || random.next_u64()) else {
        return Ok(false);
    };
    // The engine is asked about legal moves only; [`judge_samples`] reports an oracle that draws
    // others.
    let copy = sides.oracle.try_clone();
    if copy.is_some_and(|mut copy| copy.play(&R::Vocabulary::to_move(&like)).is_err()) {
        return Ok(false);
    }
    let limit = rules.listing().limit_of_kind;
    let engine = sides.engine.count_kind(&like, limit);
    let oracle = sides.oracle.count_kind(&like, limit);
    compare_counts(&like, engine, oracle, limit)?;
    Ok(oracle.is_some())
}

/// Lets each side judge moves that the other has sampled, and both judge proposed moves that may be
/// illegal. All are played on copies; games that cannot be copied are left alone.
///
/// The move being played is in `trial`, and stays there if it fails.
pub(super) fn judge_samples<R: RuleSet>(
    rules: &R,
    sides: &Sides<'_, R>,
    position: &PositionOf<R::Vocabulary>,
    random: &mut SplitMix,
    trial: &mut Option<MoveOf<R::Vocabulary>>,
    activity: &Activity,
) -> Result<(), Finding> {
    for _ in 0..SAMPLES {
        let by_engine = sides.engine.sample_legal_move(&mut || random.next_u64());
        let by_oracle = sides.oracle.sample_legal_move(&mut || random.next_u64());
        // There is a legal move, because they are too many to list. The same check of the engine is
        // one of its self-checks.
        if by_oracle.is_none() {
            let detail = "there are legal moves, and none was drawn".into();
            return Err(broken(Side::Oracle, LEGAL_SAMPLES, detail));
        }
        activity.enter(None, Action::Generate);
        let bytes = bytes_of(random);
        let mut u = Unstructured::new(&bytes);
        let proposed = propose_alone(rules, position, by_engine.as_ref(), &mut u);
        let sampled = [(Side::Engine, by_engine), (Side::Oracle, by_oracle)].into_iter();
        let sampled =
            sampled.filter_map(|(by, legal)| Some((Some(by), R::Vocabulary::to_move(&legal?))));
        for (sampled_by, mv) in sampled.chain(proposed.ok().map(|mv| (None, mv))) {
            *trial = Some(mv.clone());
            let is_judged = judge(rules, sides, &mv, sampled_by)?;
            *trial = None;
            if !is_judged {
                return Ok(());
            }
        }
    }
    Ok(())
}

/// Plays a move on copies of both games and compares the results. A move sampled by a side must
/// be accepted. Returns false if a game cannot be copied.
pub(super) fn judge<R: RuleSet>(
    rules: &R,
    sides: &Sides<'_, R>,
    mv: &MoveOf<R::Vocabulary>,
    sampled_by: Option<Side>,
) -> Result<bool, Finding> {
    let engine = sides.engine.try_clone();
    let Some((mut engine, mut oracle)) = engine.zip(sides.oracle.try_clone()) else {
        return Ok(false);
    };
    let (engine_result, oracle_result) = (engine.play(mv), oracle.play(mv));
    compare_results(rules, &engine_result, &oracle_result).map_err(|finding| tried(finding, mv))?;
    if let (Some(side), Err(refusal)) = (sampled_by, &oracle_result) {
        let detail = format!("{mv} was drawn, and is refused: {refusal}");
        return Err(tried(broken(side, LEGAL_SAMPLES, detail), mv));
    }
    Ok(true)
}
