//! Default proposals of moves that may be illegal: what another position or another rule would
//! allow.
//!
//! A rule set with a [`RuleSet::propose`] of its own knows better, and decides alone, unless it
//! leaves a proposal to the harness with [`arbitrary::Error::IncorrectFormat`].
//!
//! An engine seldom accepts nonsense. It accepts a move that is right but for one condition, such
//! as a piece that must stay where it is, or a move of the other player. So most proposals
//! are legal somewhere near: a few moves earlier or later, or on a board that differs in one cell.
//! Others are made of the texts of legal moves: parts of two, or the same places with other letters
//! and numbers.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::{BTreeSet, VecDeque};

use arbitrary::{Error, Result, Unstructured};
use twinboard_vocabulary::{Game, LegalMoveOf, MoveOf, PositionOf, SetupOf, Vocabulary};

use super::rules::legal_moves;
use crate::model::case::Case;
use crate::model::guard;
use crate::model::random::SplitMix;
use crate::model::rules::examples::{self, Examples};
use crate::model::rules::{RuleSet, changed_move};

/// Lists of legal moves that are remembered: those of both players' last two turns.
const LISTS_MAX: usize = 4;
/// Texts of one list that serve as examples.
const EXAMPLES_MAX: usize = 64;
/// Legal moves of most positions, for the first size of a list.
const USUAL_MOVES: usize = 32;
/// Proposals drawn until one is not among the legal moves.
const TRIES: usize = 8;
/// Random bytes for a proposal, from a seed of 8 bytes of the case: a proposal uses the same number
/// of them from whatever source it comes.
const PROPOSAL_BYTES: usize = 1024;

/// Texts of a list of legal moves, made when a proposal needs them: most positions of a case need
/// few, and those of the last positions are needed again and again.
#[derive(Default)]
pub(crate) struct MoveTexts {
    examples: OnceCell<Examples>,
    /// The beginnings of all moves ([`examples::head`]), sorted, each once.
    heads: OnceCell<Vec<String>>,
}

impl MoveTexts {
    /// Some of the moves of the list.
    fn examples<V: Vocabulary>(&self, legal: &[LegalMoveOf<V>]) -> &Examples {
        self.examples.get_or_init(|| {
            let step = legal.len().div_ceil(EXAMPLES_MAX).max(1);
            Examples::of(legal.iter().step_by(step).map(V::to_move))
        })
    }

    fn heads<V: Vocabulary>(&self, legal: &[LegalMoveOf<V>]) -> &[String] {
        self.heads.get_or_init(|| {
            let head = |legal| examples::head(&V::to_move(legal).to_string()).to_owned();
            let heads: BTreeSet<String> = legal.iter().map(head).collect();
            heads.into_iter().collect()
        })
    }
}

/// A list of legal moves, and their texts.
type Listed<V> = (Vec<LegalMoveOf<V>>, MoveTexts);

/// The legal moves of the last positions of a case, the latest first.
pub(crate) struct Recent<V: Vocabulary>(VecDeque<Listed<V>>);

impl<V: Vocabulary> Recent<V> {
    pub(crate) fn new() -> Self {
        Self(VecDeque::new())
    }

    /// The largest number of legal moves in one of the positions.
    pub(crate) fn longest(&self) -> usize {
        self.0.iter().map(|(legal, _)| legal.len()).max().unwrap_or(0)
    }

    pub(crate) fn push(&mut self, legal: Vec<LegalMoveOf<V>>, texts: MoveTexts) {
        if !legal.is_empty() {
            self.0.truncate(LISTS_MAX - 1);
            self.0.push_front((legal, texts));
        }
    }
}

/// A side that shows the case from other positions. A list is empty if the side cannot make it.
pub(crate) trait Scout<V: Vocabulary> {
    /// The current position.
    fn position(&self) -> Cow<'_, PositionOf<V>>;

    /// The legal moves after these moves, from the current position.
    fn legal_after(&self, moves: &[MoveOf<V>]) -> Vec<LegalMoveOf<V>>;

    /// The legal moves at another set-up.
    fn legal_at(&self, setup: &SetupOf<V>) -> Vec<LegalMoveOf<V>>;
}

/// The legal moves of a copy of the game after these moves; none if a move is refused, the game
/// panics or cannot be copied, or the moves are too many to list.
pub(crate) fn legal_after<R: RuleSet, G: Game<Vocabulary = R::Vocabulary>>(
    rules: &R,
    game: &G,
    moves: &[MoveOf<R::Vocabulary>],
) -> Vec<LegalMoveOf<R::Vocabulary>> {
    let list = |game: &G| legal_moves(game, rules.listing().limit, USUAL_MOVES);
    let legal = guard::catch(|| {
        if moves.is_empty() {
            return list(game);
        }
        let mut copy = game.try_clone()?;
        for mv in moves {
            copy.play(mv).ok()?;
        }
        list(&copy)
    });
    legal.ok().flatten().unwrap_or_default()
}

/// All that proposals are made of.
pub(crate) struct Surroundings<'a, V: Vocabulary> {
    pub(crate) setup: &'a SetupOf<V>,
    /// The last move of the case.
    pub(crate) last: Option<&'a MoveOf<V>>,
    /// The legal moves of the current position, sorted; `None` if they are not listed.
    pub(crate) legal: Option<&'a [LegalMoveOf<V>]>,
    /// Their texts.
    pub(crate) texts: &'a MoveTexts,
    pub(crate) recent: &'a Recent<V>,
    pub(crate) scout: &'a dyn Scout<V>,
}

/// Draws a move that may be illegal: by [`RuleSet::propose`], or by the harness if the rule set
/// leaves it the proposal. `chosen` is a legal move, `None` after the end of the game.
///
/// # Errors
///
/// Errors of `u`, and an error if there is no move to propose.
pub(crate) fn propose<R: RuleSet>(
    rules: &R,
    chosen: Option<&LegalMoveOf<R::Vocabulary>>,
    around: &Surroundings<'_, R::Vocabulary>,
    u: &mut Unstructured<'_>,
) -> Result<MoveOf<R::Vocabulary>> {
    match rules.propose(&around.scout.position(), chosen, u) {
        Err(Error::IncorrectFormat) => propose_by_default(rules, chosen, around, u),
        proposed => proposed,
    }
}

/// As [`propose`], with nothing but a legal move.
///
/// # Errors
///
/// Errors of `u`, and an error if there is no move to propose.
pub(crate) fn propose_alone<R: RuleSet>(
    rules: &R,
    position: &PositionOf<R::Vocabulary>,
    chosen: Option<&LegalMoveOf<R::Vocabulary>>,
    u: &mut Unstructured<'_>,
) -> Result<MoveOf<R::Vocabulary>> {
    match rules.propose(position, chosen, u) {
        Err(Error::IncorrectFormat) => {
            let mv = R::Vocabulary::to_move(chosen.ok_or(Error::IncorrectFormat)?);
            Ok(changed(rules, &mv, u)?.unwrap_or(mv))
        }
        proposed => proposed,
    }
}

/// The move with a change of its text; `None` if there is none that may be requested.
fn changed<R: RuleSet>(
    rules: &R,
    mv: &MoveOf<R::Vocabulary>,
    u: &mut Unstructured<'_>,
) -> Result<Option<MoveOf<R::Vocabulary>>> {
    Ok(changed_move(mv, u)?.filter(|changed| rules.may_request(changed, mv)))
}

/// The proposal of the harness, whatever [`RuleSet::propose`] says.
///
/// # Errors
///
/// Errors of `u`, and an error if there is no move to propose.
pub(crate) fn propose_by_default<R: RuleSet>(
    rules: &R,
    chosen: Option<&LegalMoveOf<R::Vocabulary>>,
    around: &Surroundings<'_, R::Vocabulary>,
    u: &mut Unstructured<'_>,
) -> Result<MoveOf<R::Vocabulary>> {
    let (asked, texts_of_asked);
    let (legal, texts) = if let Some(legal) = around.legal {
        (legal, around.texts)
    } else {
        asked = chosen.map_or(Vec::new(), |_| around.scout.legal_after(&[]));
        texts_of_asked = MoveTexts::default();
        (asked.as_slice(), &texts_of_asked)
    };
    let base = chosen.map(R::Vocabulary::to_move).or_else(|| around.last.cloned());
    let mut random = SplitMix::new(u.arbitrary()?);
    let mut bytes = [0; PROPOSAL_BYTES];
    let (words, _) = bytes.as_chunks_mut();
    for word in words {
        *word = random.next_u64().to_le_bytes();
    }
    let u = &mut Unstructured::new(&bytes);
    let source = Source { rules, around, legal, texts, base: base.as_ref() };
    let mut any = None;
    for _ in 0..TRIES {
        let Some(mv) = source.draw(u)? else { continue };
        if !legal.iter().any(|legal| R::Vocabulary::to_move(legal) == mv) {
            return Ok(mv);
        }
        any = Some(mv);
    }
    any.or(base).ok_or(Error::IncorrectFormat)
}

struct Source<'a, R: RuleSet> {
    rules: &'a R,
    around: &'a Surroundings<'a, R::Vocabulary>,
    /// The legal moves of the current position, if there are not too many.
    legal: &'a [LegalMoveOf<R::Vocabulary>],
    texts: &'a MoveTexts,
    /// The move that is legal here, or was the last one.
    base: Option<&'a MoveOf<R::Vocabulary>>,
}

impl<R: RuleSet> Source<'_, R> {
    /// A proposal, `None` if the source that was drawn has none.
    fn draw(&self, u: &mut Unstructured<'_>) -> Result<Option<MoveOf<R::Vocabulary>>> {
        match u.int_in_range(0..=15_u8)? {
            0..=2 => self.base.map_or(Ok(None), |base| changed(self.rules, base, u)),
            3..=5 => self.earlier(u),
            6..=8 => self.later(u),
            9..=10 => self.elsewhere(u),
            11..=12 => self.by_example(u, examples::joined),
            _ => self.by_example(u, examples::alike),
        }
    }

    /// A move that was legal a few moves ago.
    fn earlier(&self, u: &mut Unstructured<'_>) -> Result<Option<MoveOf<R::Vocabulary>>> {
        let Recent(lists) = self.around.recent;
        if lists.is_empty() {
            return Ok(None);
        }
        self.near(&lists[u.choose_index(lists.len())?].0, u)
    }

    /// A move that will be legal after the next move, or after two.
    fn later(&self, u: &mut Unstructured<'_>) -> Result<Option<MoveOf<R::Vocabulary>>> {
        let mut moves = Vec::new();
        let Some(next) = one_of::<R>(self.legal, u)? else { return Ok(None) };
        moves.push(next);
        let mut legal = self.around.scout.legal_after(&moves);
        if u.arbitrary()?
            && let Some(next) = one_of::<R>(&legal, u)?
        {
            moves.push(next);
            legal = self.around.scout.legal_after(&moves);
        }
        self.near(&legal, u)
    }

    /// A move that is legal at a set-up that differs a little from the position.
    fn elsewhere(&self, u: &mut Unstructured<'_>) -> Result<Option<MoveOf<R::Vocabulary>>> {
        let Surroundings { setup, scout, .. } = self.around;
        let here = self.rules.setup_of_position(setup, &scout.position());
        let Some(here) = here else { return Ok(None) };
        let mut case = Case::new(here, Vec::new());
        self.rules.mutate_setup(&mut case, u)?;
        self.near(&scout.legal_at(&case.setup), u)
    }

    /// A move that is legal elsewhere; in three of four draws one that begins as a move that is
    /// legal here, and is not legal here itself, if there is one: the same piece, to another cell.
    fn near(
        &self,
        list: &[LegalMoveOf<R::Vocabulary>],
        u: &mut Unstructured<'_>,
    ) -> Result<Option<MoveOf<R::Vocabulary>>> {
        if u.ratio(3, 4_u8)? {
            let heads = self.texts.heads::<R::Vocabulary>(self.legal);
            let is_near = |legal: &&LegalMoveOf<R::Vocabulary>| {
                self.legal.binary_search(legal).is_err() && {
                    let text = R::Vocabulary::to_move(legal).to_string();
                    let head = examples::head(&text);
                    heads.binary_search_by(|other| other.as_str().cmp(head)).is_ok()
                }
            };
            let near: Vec<_> = list.iter().filter(is_near).collect();
            if !near.is_empty() {
                return Ok(Some(R::Vocabulary::to_move(u.choose(&near)?)));
            }
        }
        one_of::<R>(list, u)
    }

    /// A move whose text `make` makes of those of legal moves.
    fn by_example(
        &self,
        u: &mut Unstructured<'_>,
        make: fn(&[&Examples], &mut Unstructured<'_>) -> Result<Option<String>>,
    ) -> Result<Option<MoveOf<R::Vocabulary>>> {
        let Recent(lists) = self.around.recent;
        let mut examples = Vec::with_capacity(LISTS_MAX + 2);
        examples.push(self.texts.examples::<R::Vocabulary>(self.legal));
        examples.extend(lists.iter().map(|(legal, texts)| texts.examples::<R::Vocabulary>(legal)));
        let base = Examples::of(self.base);
        examples.push(&base);
        Ok(make(&examples, u)?.and_then(|text| text.parse().ok()))
    }
}

/// The move of a random entry of a list.
fn one_of<R: RuleSet>(
    legal: &[LegalMoveOf<R::Vocabulary>],
    u: &mut Unstructured<'_>,
) -> Result<Option<MoveOf<R::Vocabulary>>> {
    if legal.is_empty() {
        return Ok(None);
    }
    Ok(Some(R::Vocabulary::to_move(u.choose(legal)?)))
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;
    use std::collections::BTreeSet;

    use arbitrary::{Error, Result, Unstructured};

    use super::{MoveTexts, Recent, Scout, Surroundings, propose};
    use crate::model::case::Case;
    use crate::model::random::case_bytes;
    use crate::model::rules::RuleSet;
    use crate::model::tests::vocabulary_of;

    /// Set-ups, moves and positions are texts; the rules propose as this value says.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    struct Texts(Option<&'static str>);

    vocabulary_of!(String, Texts);

    impl RuleSet for Texts {
        type Vocabulary = Self;

        fn generate_setup(&self, _: &mut Unstructured<'_>) -> Result<String> {
            Ok("anew".into())
        }

        fn setup_of_position(&self, _: &String, position: &String) -> Option<String> {
            Some(position.clone())
        }

        fn mutate_setup(&self, case: &mut Case<Self>, _: &mut Unstructured<'_>) -> Result<()> {
            case.setup += " without a piece";
            Ok(())
        }

        fn propose(
            &self,
            _: &String,
            _: Option<&String>,
            _: &mut Unstructured<'_>,
        ) -> Result<String> {
            self.0.map(str::to_owned).ok_or(Error::IncorrectFormat)
        }
    }

    /// Lists one move at each other position, which names it.
    struct Named;

    impl Scout<Texts> for Named {
        fn position(&self) -> Cow<'_, String> {
            Cow::Owned("here".into())
        }

        fn legal_after(&self, moves: &[String]) -> Vec<String> {
            vec![format!("after {}", moves.join(" "))]
        }

        fn legal_at(&self, setup: &String) -> Vec<String> {
            vec![format!("at {setup}")]
        }
    }

    fn proposed(rules: Texts, legal: &[&str], recent: &[&str]) -> BTreeSet<String> {
        let owned = |all: &[&str]| all.iter().map(|&mv| mv.to_owned()).collect::<Vec<_>>();
        let (legal, mut lists) = (owned(legal), Recent::new());
        lists.push(owned(recent), MoveTexts::default());
        let around = Surroundings {
            setup: &"start".to_owned(),
            last: Some(&"c3d5".to_owned()),
            legal: Some(&legal),
            texts: &MoveTexts::default(),
            recent: &lists,
            scout: &Named,
        };
        let bytes = case_bytes(1, 0);
        let mut u = Unstructured::new(&bytes);
        let draws = (0..400).map(|_| propose(&rules, legal.first(), &around, &mut u).unwrap());
        draws.collect()
    }

    #[test]
    fn most_proposals_are_legal_somewhere_near() {
        let all = proposed(Texts(None), &["e1e2", "h1g1"], &["e1g1", "a7a8q"]);
        for text in [
            "e1g1",                    // a move ago
            "after e1e2",              // a move later
            "after e1e2 after e1e2",   // and two moves later
            "at here without a piece", // on another board
            "e1a8q",                   // parts of two moves
            "h1e2",
            "h2d1", // other letters and numbers
        ] {
            assert!(all.contains(text), "{text} is not in {all:?}");
        }
        assert!(!all.contains("e1e2") && !all.contains("h1g1"), "they are legal: {all:?}");
    }

    #[test]
    fn moves_of_the_end_or_those_of_the_rule_set_alone_are_proposed() {
        let all = proposed(Texts(None), &[], &["e1g1"]);
        assert!(all.contains("e1g1") && all.contains("c3g1") && all.len() > 20, "{all:?}");
        let all = proposed(Texts(Some("own")), &["e1e2"], &["e1g1"]);
        assert_eq!(all.into_iter().collect::<Vec<_>>(), ["own"]);
    }
}
