//! Comparisons where the legal moves are too many to be listed: counts and drawn moves.

use arbitrary::Unstructured;
use board::{Game, MoveOf, Plays, PositionOf, TryClone, Vocabulary};

use super::sides::Sides;
use crate::activity::Side;
use crate::checks::{broken, compare_counts, compare_results, tried};
use crate::divergence::Finding;
use crate::random::SplitMix;
use crate::rules::RuleSet;
use crate::self_checks::LEGAL_DRAWS;

/// How many moves each side draws for the other to judge where listing is too much.
const SAMPLES: usize = 8;

/// Where the legal moves are too many to be listed, both sides count those that are of the kind of
/// one that is drawn. Says whether they were few enough for that.
pub(super) fn count_a_kind<R, E, O>(
    rules: &R,
    sides: &Sides<'_, R, E, O>,
    random: &mut SplitMix,
) -> Result<bool, Finding>
where
    R: RuleSet,
    E: Plays<R::Vocabulary>,
    O: Plays<R::Vocabulary>,
{
    let Some(like) = sides.oracle.sample_legal_move(&mut || random.next_u64()) else {
        return Ok(false);
    };
    let most = rules.listing().most_of_kind;
    let engine = sides.engine.count_kind(&like, most);
    let oracle = sides.oracle.count_kind(&like, most);
    compare_counts(&like, engine, oracle, most)?;
    Ok(oracle.is_some())
}

/// Where the legal moves are too many to be listed, each side judges moves that the other has
/// drawn, and both judge moves that may be illegal, on copies. The move is kept in `trying` meanwhile.
pub(super) fn sample_and_judge<R, E, O>(
    rules: &R,
    sides: &Sides<'_, R, E, O>,
    position: &PositionOf<R::Vocabulary>,
    random: &mut SplitMix,
    trying: &mut Option<MoveOf<R::Vocabulary>>,
) -> Result<(), Finding>
where
    R: RuleSet,
    E: Plays<R::Vocabulary>,
    O: Plays<R::Vocabulary>,
{
    for _ in 0..SAMPLES {
        let by_engine = sides.engine.sample_legal_move(&mut || random.next_u64());
        let by_oracle = sides.oracle.sample_legal_move(&mut || random.next_u64());
        // There are moves, too many of them to be listed. What the engine draws is one of its promises.
        if by_oracle.is_none() {
            let detail = "there are legal moves, and none was drawn".into();
            return Err(broken(Side::Oracle, LEGAL_DRAWS, detail));
        }
        let bytes = random.bytes();
        let proposed = rules.propose(position, by_engine.as_ref(), &mut Unstructured::new(&bytes));
        let drawn = [(Side::Engine, by_engine), (Side::Oracle, by_oracle)].into_iter();
        let drawn =
            drawn.filter_map(|(by, legal)| Some((Some(by), R::Vocabulary::to_move(&legal?))));
        for (drawn_by, mv) in drawn.chain(proposed.ok().map(|mv| (None, mv))) {
            // It stays there if something is wrong, or panics.
            *trying = Some(mv.clone());
            let copies = (sides.engine.try_clone(), sides.oracle.try_clone());
            let (Some(mut engine), Some(mut oracle)) = copies else {
                *trying = None;
                return Ok(());
            };
            let theirs = oracle.play(&mv);
            compare_results(rules, &engine.play(&mv), &theirs)
                .map_err(|finding| tried(finding, &mv))?;
            if let (Some(side), Err(refusal)) = (drawn_by, &theirs) {
                let detail = format!("{mv} was drawn, and is refused: {refusal}");
                return Err(tried(broken(side, LEGAL_DRAWS, detail), &mv));
            }
            *trying = None;
        }
    }
    Ok(())
}
