//! Blame: tells a fault of the engine from a wrong law of the rule set.
//!
//! Some self-checks of the engine rest on a law that the rule set states, such as
//! [`RuleSet::setup_of_position`]. Before the engine is blamed, the oracle must satisfy the same
//! law; if it does not, the law is reported as wrong, and neither side. Symmetries are treated
//! alike, in `crates/harness/src/check/lockstep/transformed.rs`.

use arbitrary::Unstructured;
use twinboard_vocabulary::{Game, LegalMoveOf, MoveOf, Picture, SetupOf, Vocabulary};

use super::compare::Shown;
use crate::check::equal_positions::{after, broken_by};
use crate::model::case::Case;
use crate::model::divergence::{Beside, Finding, SETUP_TEXT, wrong_law};
use crate::model::guard;
use crate::model::random::{SplitMix, bytes_of};
use crate::model::rules::{RuleSet, ViewOf, after_moves};
use crate::model::watched::{WatchedGame, WatchedSide};

/// A law of the rule set, with its instance at the position where the engine broke it.
#[derive(Debug)]
pub(crate) enum Law<V: Vocabulary> {
    /// This case leads to the state of the position ([`RuleSet::setup_of_position`],
    /// [`RuleSet::way_to_position`]).
    WayToPosition(Case<V>),
    /// This set-up has a different position ([`RuleSet::lookalike_setup`]).
    LookalikeSetup(SetupOf<V>),
    /// Positions determine the rest of the game: if this set-up has an equal one, its game is the
    /// same from there on.
    EqualPositions(SetupOf<V>),
    /// The same of the position after an earlier step of the case.
    EqualSteps(usize),
    /// The same of the positions after two moves in either order.
    EitherOrder([MoveOf<V>; 2]),
    /// [`Vocabulary::same_kind`] tells the legal moves of the kind of this one.
    SameKind(LegalMoveOf<V>),
}

/// A self-check that the engine failed, and the law on which the check rests, if any.
#[derive(Debug)]
pub(crate) struct LawViolation<V: Vocabulary> {
    finding: Finding,
    law: Option<Law<V>>,
    /// The board that contradicts that of the engine.
    pub(crate) beside: Option<Contradiction>,
}

/// A board that contradicts that of the engine.
#[derive(Debug)]
pub(crate) enum Contradiction {
    Board(Box<Beside>),
    /// That of an earlier step of the case.
    Step(usize),
}

impl Contradiction {
    /// A board with its name.
    pub(crate) fn board(title: &str, board: Picture) -> Self {
        Self::Board(Box::new(Beside::new(title, board)))
    }
}

impl<V: Vocabulary> From<Finding> for LawViolation<V> {
    fn from(finding: Finding) -> Self {
        Self { finding, law: None, beside: None }
    }
}

impl<V: Vocabulary> LawViolation<V> {
    /// A failed check that rests on `law`.
    pub(crate) fn of(law: Law<V>, finding: Finding) -> Self {
        Self { finding, law: Some(law), beside: None }
    }

    /// The same check, with the board that shows it.
    pub(crate) fn beside(self, beside: Contradiction) -> Self {
        Self { beside: Some(beside), ..self }
    }

    /// The finding against the engine, with the board that shows it, or against the law if the
    /// oracle breaks it too. `side` is the oracle, and `view` the state of its game `oracle` after the
    /// moves of `case`.
    pub(crate) fn attribute<R: RuleSet<Vocabulary = V>>(
        self,
        rules: &R,
        side: &WatchedSide<'_, V>,
        (oracle, case): (&WatchedGame<'_, V>, &Case<V>),
        view: &ViewOf<R>,
    ) -> (Finding, Option<Contradiction>) {
        let wrong = match &self.law {
            None => None,
            Some(Law::WayToPosition(way)) => {
                wrong_way_to_position(rules, side, way, (oracle, view), case)
            }
            Some(Law::LookalikeSetup(setup)) => wrong_lookalike_setup::<R>(side, setup, view),
            Some(Law::EqualPositions(setup)) => {
                wrong_position(rules, side, [(setup, &[]), (&case.setup, &case.moves)])
            }
            Some(Law::EqualSteps(step)) => {
                let ways = [&case.moves[..*step], &case.moves].map(|way| (&case.setup, way));
                wrong_position(rules, side, ways)
            }
            Some(Law::EitherOrder([one, other])) => {
                let ways = [[one, other], [other, one]].map(|order| {
                    case.moves.iter().chain(order).cloned().collect::<Vec<MoveOf<V>>>()
                });
                wrong_position(rules, side, ways.each_ref().map(|way| (&case.setup, &way[..])))
            }
            Some(Law::SameKind(like)) => wrong_kinds::<R>(oracle, like, view),
        };
        match wrong {
            Some(wrong) => (wrong, None),
            None => (self.finding, self.beside),
        }
    }
}

fn wrong_way_to_position<R: RuleSet>(
    rules: &R,
    side: &WatchedSide<'_, R::Vocabulary>,
    way: &Case<R::Vocabulary>,
    (oracle, view): (&WatchedGame<'_, R::Vocabulary>, &ViewOf<R>),
    case: &Case<R::Vocabulary>,
) -> Option<Finding> {
    let anew = after_moves(side.set_up(&way.setup)?, &way.moves);
    let ways = [way, case].map(|way| (&way.setup, &way.moves[..]));
    if anew.position() == view.position
        && let Some(wrong) = wrong_position(rules, side, ways)
    {
        return Some(wrong);
    }
    // Keys are the engine's.
    let shown = Shown { rules, view, key: anew.key(), observations: &oracle.observe() };
    let differs = shown.difference(&anew, true)?;
    let law = if way.moves.is_empty() { "`setup_of_position`" } else { "`way_to_position`" };
    Some(wrong_law(law, None, format!("set up anew, the oracle has {differs}")))
}

fn wrong_lookalike_setup<R: RuleSet>(
    side: &WatchedSide<'_, R::Vocabulary>,
    setup: &SetupOf<R::Vocabulary>,
    view: &ViewOf<R>,
) -> Option<Finding> {
    let beside = side.set_up(setup)?.position();
    let detail = "the set-up beside this position has the same position on the oracle";
    (beside == view.position).then(|| wrong_law("`lookalike_setup`", None, detail.to_owned()))
}

/// A set-up, and moves from there.
type Way<'a, V> = (&'a SetupOf<V>, &'a [MoveOf<V>]);

/// Two ways to equal positions on the oracle, from which its games differ.
pub(crate) fn wrong_position<R: RuleSet>(
    rules: &R,
    side: &WatchedSide<'_, R::Vocabulary>,
    ways: [Way<'_, R::Vocabulary>; 2],
) -> Option<Finding> {
    // A panic in a game that the case does not play is no finding about it.
    let wrong = guard::catch(|| {
        let [one, another] = ways.map(|(setup, moves)| {
            let game = after_moves(side.set_up(setup)?, moves);
            Some((after(&setup.to_string(), moves), game))
        });
        broken_by(rules, [one?, another?])
    });
    wrong.ok().flatten()
}

fn wrong_kinds<R: RuleSet>(
    oracle: &WatchedGame<'_, R::Vocabulary>,
    like: &LegalMoveOf<R::Vocabulary>,
    view: &ViewOf<R>,
) -> Option<Finding> {
    let is_alike =
        |other: &&LegalMoveOf<R::Vocabulary>| R::Vocabulary::same_kind(&view.position, like, other);
    let listed = view.legal.as_ref()?.iter().filter(is_alike).count() as u64;
    let counted = oracle.count_kind(like, u64::MAX)?;
    let detail = format!(
        "{listed} of the kind of {like} are listed by both sides, and the oracle counts {counted}"
    );
    (counted != listed).then(|| wrong_law("`same_kind`", None, detail))
}

/// Plays a move that the rule set gives for `legal` ([`RuleSet::request_for`]) on a copy of the
/// oracle's game: it must play `legal`. The error has the move and the finding against the rule
/// set.
///
/// Passes if the move is [`Vocabulary::to_move`] itself: an invariant covers that one.
pub(crate) fn check_requested_move<R, G>(
    rules: &R,
    oracle: &G,
    legal: &LegalMoveOf<R::Vocabulary>,
    random: &mut SplitMix,
) -> Result<(), (MoveOf<R::Vocabulary>, Finding)>
where
    R: RuleSet,
    G: Game<Vocabulary = R::Vocabulary>,
{
    let bytes = bytes_of(random);
    let Ok(mv) = rules.request_for(legal, &mut Unstructured::new(&bytes)) else { return Ok(()) };
    let Some(mut copy) =
        (mv != R::Vocabulary::to_move(legal)).then(|| oracle.try_clone()).flatten()
    else {
        return Ok(());
    };
    let result = match copy.play(&mv) {
        Ok(event) if R::Vocabulary::played(&event) == *legal => return Ok(()),
        Ok(event) => format!("plays {}", R::Vocabulary::played(&event)),
        Err(refusal) => format!("is refused: {refusal}"),
    };
    let detail = format!("{mv} is to play {legal}, and {result}");
    Err((mv, wrong_law("`request_for`", None, detail)))
}

/// Reads back the text of a set-up that the rule set drew, or made by a mutation: a case with it
/// could not be replayed, and an engine in another process would get another set-up.
pub(crate) fn check_setup_text<R: RuleSet>(
    rules: &R,
    setup: &SetupOf<R::Vocabulary>,
) -> Result<(), Finding> {
    let case = Case::new(setup.clone(), Vec::new());
    let text = rules.text().print(&case);
    let (fault, detail) = match rules.text().read_all(text.as_bytes()) {
        // Only the set-up: a judge's format may play every case without moves to its end.
        Ok(again) if matches!(&again[..], [again] if again.setup == case.setup) => return Ok(()),
        Ok(again) => {
            let again: String = again.iter().map(|case| rules.text().print(case)).collect();
            let other = if again == text {
                "it is read as another set-up, which prints alike".to_owned()
            } else {
                format!("it is read as\n{again}")
            };
            ("reads differently", other)
        }
        Err(error) => ("refuses", format!("it is refused: {error}")),
    };
    let detail = format!("the set-up prints as\n{text}\n{detail}");
    Err(wrong_law(SETUP_TEXT, Some(fault.to_owned()), detail))
}
