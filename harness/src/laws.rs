//! Who is to blame where a check of the engine rests on a law that the rule set states.
//!
//! The oracle is held to the same law. If it breaks the law as well, the law is wrong and neither
//! side is.

use arbitrary::Unstructured;
use board::{Game, LegalMoveOf, MoveOf, Plays, SetupOf, Vocabulary};

use crate::divergence::Finding;
use crate::listing::view_of;
use crate::random::SplitMix;
use crate::rules::ViewOf;
use crate::{Pairing, RuleSet};

/// A law of the rule set, and what it said where the engine broke it.
#[derive(Debug)]
pub(crate) enum Law<V: Vocabulary> {
    /// From this set-up a game stands as it does at the position.
    SetupAt(SetupOf<V>),
    /// The position of this set-up is another one.
    SetupBeside(SetupOf<V>),
    /// Positions say everything: where that of this set-up is equal, its game goes on alike.
    EqualPositions(SetupOf<V>),
    /// Which of the legal moves are of the kind of this one.
    SameKind(LegalMoveOf<V>),
}

/// A check that the engine failed, and the law it rests on, if it does.
#[derive(Debug)]
pub(crate) struct Breach<V: Vocabulary> {
    finding: Finding,
    law: Option<Law<V>>,
}

impl<V: Vocabulary> From<Finding> for Breach<V> {
    fn from(finding: Finding) -> Self {
        Self { finding, law: None }
    }
}

impl<V: Vocabulary> Breach<V> {
    pub(crate) fn of(law: Law<V>, finding: Finding) -> Self {
        Self { finding, law: Some(law) }
    }

    /// The finding against the engine, or one against the law if the oracle breaks it too. `oracle`
    /// is the oracle's game and `view` what it shows.
    pub(crate) fn judged<R, E, O>(
        self,
        pairing: &Pairing<R, E, O>,
        oracle: &O::Game,
        view: &ViewOf<R>,
    ) -> Finding
    where
        R: RuleSet<Vocabulary = V>,
        O: Plays<V>,
    {
        let wrong = match &self.law {
            None => None,
            Some(Law::SetupAt(setup)) => wrong_setup_at(pairing, setup, view),
            Some(Law::SetupBeside(setup)) => wrong_setup_beside(pairing, setup, view),
            Some(Law::EqualPositions(setup)) => wrong_positions(pairing, setup, view),
            Some(Law::SameKind(like)) => wrong_kinds::<R, O>(oracle, like, view),
        };
        wrong.unwrap_or(self.finding)
    }
}

pub(crate) fn wrong_law(law: &str, name: Option<String>, detail: String) -> Finding {
    Finding::WrongLaw { law: law.to_owned(), name, detail }
}

/// The oracle's view of a set-up, if it takes it.
fn view_from<R, E, O>(
    pairing: &Pairing<R, E, O>,
    setup: &SetupOf<R::Vocabulary>,
) -> Option<ViewOf<R>>
where
    R: RuleSet,
    O: Plays<R::Vocabulary>,
{
    let game = pairing.oracle().set_up(setup)?;
    Some(view_of(&game, pairing.rules().listing().most, 0, |_| ()))
}

/// The first thing in which one view differs from another.
fn difference<R: RuleSet>(now: &ViewOf<R>, expected: &ViewOf<R>) -> Option<String> {
    if now.position != expected.position {
        let picture = R::Vocabulary::picture(&now.position);
        Some(format!("another board:\n{picture}"))
    } else if now.outcome != expected.outcome {
        Some(format!("another outcome: {}, not {}", now.outcome, expected.outcome))
    } else if now.legal != expected.legal {
        Some("other legal moves".to_owned())
    } else {
        None
    }
}

fn wrong_setup_at<R, E, O>(
    pairing: &Pairing<R, E, O>,
    setup: &SetupOf<R::Vocabulary>,
    view: &ViewOf<R>,
) -> Option<Finding>
where
    R: RuleSet,
    O: Plays<R::Vocabulary>,
{
    let differs = difference::<R>(&view_from(pairing, setup)?, view)?;
    let detail = format!("set up anew, the oracle has {differs}");
    Some(wrong_law("`setup_at`", None, detail))
}

fn wrong_setup_beside<R, E, O>(
    pairing: &Pairing<R, E, O>,
    setup: &SetupOf<R::Vocabulary>,
    view: &ViewOf<R>,
) -> Option<Finding>
where
    R: RuleSet,
    O: Plays<R::Vocabulary>,
{
    let beside = pairing.oracle().set_up(setup)?.position();
    let detail = "the set-up beside this position has the same position on the oracle";
    (beside == view.position).then(|| wrong_law("`setup_beside`", None, detail.to_owned()))
}

fn wrong_positions<R, E, O>(
    pairing: &Pairing<R, E, O>,
    setup: &SetupOf<R::Vocabulary>,
    view: &ViewOf<R>,
) -> Option<Finding>
where
    R: RuleSet,
    O: Plays<R::Vocabulary>,
{
    let other = view_from(pairing, setup)?;
    if other.position != view.position {
        return None;
    }
    let differs = difference::<R>(&other, view)?;
    let detail = format!(
        "the position does not say everything: from the set-up `{setup}` the oracle has an equal \
         position and {differs}"
    );
    Some(wrong_law("position", None, detail))
}

fn wrong_kinds<R, O>(
    oracle: &O::Game,
    like: &LegalMoveOf<R::Vocabulary>,
    view: &ViewOf<R>,
) -> Option<Finding>
where
    R: RuleSet,
    O: Plays<R::Vocabulary>,
{
    let is_alike =
        |other: &&LegalMoveOf<R::Vocabulary>| R::Vocabulary::same_kind(&view.position, like, other);
    let listed = view.legal.as_ref()?.iter().filter(is_alike).count() as u64;
    let counted = oracle.count_kind(like, u64::MAX)?;
    let detail = format!(
        "{listed} of the kind of {like} are listed by both sides, and the oracle counts {counted}"
    );
    (counted != listed).then(|| wrong_law("`same_kind`", None, detail))
}

/// Whether a move that the rule set takes for one of those that play `legal` plays it on the oracle.
/// Gives the move, and what is wrong with it.
pub(crate) fn asking_plays<R, G>(
    rules: &R,
    oracle: &G,
    legal: &LegalMoveOf<R::Vocabulary>,
    random: &mut SplitMix,
) -> Result<(), (MoveOf<R::Vocabulary>, Finding)>
where
    R: RuleSet,
    G: Game<Vocabulary = R::Vocabulary>,
{
    let bytes = random.bytes();
    let Ok(mv) = rules.ask_for(legal, &mut Unstructured::new(&bytes)) else { return Ok(()) };
    // That what is listed is accepted is an invariant of its own.
    let Some(mut copy) =
        (mv != R::Vocabulary::to_move(legal)).then(|| oracle.try_clone()).flatten()
    else {
        return Ok(());
    };
    let what = match copy.play(&mv) {
        Ok(event) if R::Vocabulary::played(&event) == *legal => return Ok(()),
        Ok(event) => format!("plays {}", R::Vocabulary::played(&event)),
        Err(refusal) => format!("is refused: {refusal}"),
    };
    let detail = format!("{mv} is to play {legal}, and {what}");
    Err((mv, wrong_law("`ask_for`", None, detail)))
}
