//! What a subject does with a case: it checks it, with known differences, shrinks it and shows it.

use std::cell::Cell;
use std::ops::ControlFlow;
use std::time::Duration;

use twinboard_vocabulary::{
    AnyImplementation, Game, Highlight, Implementation, Picture, Vocabulary,
};

use crate::check::checks::Checks;
use crate::check::lockstep::{self, Verdict, case_up_to};
use crate::drive::watch;
use crate::model::activity::{Action, Activity, Side};
use crate::model::any_case::AnyCase;
use crate::model::case;
use crate::model::divergence::Divergence;
use crate::model::move_policy::MovePolicy;
use crate::model::pairing::Pairing;
use crate::model::rules::{CaseOf, RuleSet};
use crate::model::shrink::{Descent, fewer_moves, later_starts_on};
use crate::model::stats::Stats;

/// Result of playing one case in lockstep.
#[derive(Clone, Debug)]
pub struct Checked {
    /// Agreement, divergence, or the side that does not support the set-up.
    pub verdict: Verdict,
    /// The case as played; `None` unless it diverged.
    pub case: Option<AnyCase>,
    /// Counters of this case.
    pub stats: Stats,
}

impl<R: RuleSet> Pairing<R> {
    /// Plays a case in lockstep.
    pub(super) fn run(
        &self,
        case: CaseOf<R>,
        policy: Option<&mut MovePolicy>,
        checks: Checks,
        activity: &Activity,
    ) -> Checked {
        self.run_behind(case, policy, checks, activity).0
    }

    /// The same, and the case as it was played if its divergence is behind a known difference.
    pub(super) fn run_behind(
        &self,
        case: CaseOf<R>,
        policy: Option<&mut MovePolicy>,
        checks: Checks,
        activity: &Activity,
    ) -> (Checked, Option<CaseOf<R>>) {
        let mut stats = Stats::default();
        let (verdict, case) = lockstep::run(self, case, policy, checks, activity, &mut stats);
        let Verdict::Diverged(divergence) = verdict else {
            return (Checked { verdict, case: None, stats }, None);
        };
        let (index, divergence, behind) = if let Some(index) = self.covering(&divergence) {
            (index, divergence, None)
        } else if let Some((index, known)) = self.known_before(&divergence, &case, activity) {
            (index, known, Some(case))
        } else {
            let case = Some(AnyCase::new(self.rules(), case));
            return (Checked { verdict: Verdict::Diverged(divergence), case, stats }, None);
        };
        stats.known = vec![0; self.known().len()];
        stats.known[index] = 1;
        let verdict = Verdict::Known(index, divergence);
        (Checked { verdict, case: None, stats }, behind)
    }
}

// Divergences behind known differences.
//
// A campaign draws which checks it makes, so it may miss a known difference and meet a divergence
// behind it, which is often another sign of the same fault. A replay makes all checks and ends at
// the known difference, so the case would not show what was reported. It is counted as known then,
// like a case that ends there.

/// Number of the latest starts, and again of the cases with fewer moves, that are replayed to find a
/// fault behind a known difference. One without some of the moves for each half, quarter and eighth.
const SHORTER_MAX: usize = 16;

impl<R: RuleSet> Pairing<R> {
    /// The index of the known difference that covers a divergence.
    pub(super) fn covering(&self, divergence: &Divergence) -> Option<usize> {
        self.known().iter().position(|known| known.covers(divergence))
    }

    /// The known difference at which a replay of `case` ends that could have come to `divergence`:
    /// its index, and its own divergence.
    pub(super) fn known_before(
        &self,
        divergence: &Divergence,
        case: &CaseOf<R>,
        activity: &Activity,
    ) -> Option<(usize, Box<Divergence>)> {
        if self.known().is_empty() {
            return None;
        }
        let Divergence { finding, step, .. } = divergence;
        // Assertions come after the last step. A move that was only tried is now one of the case.
        let case = if finding.is_asserted() {
            case.clone()
        } else {
            let step = step + usize::from(finding.is_about_a_move());
            case_up_to(case.clone(), step)
        };
        let (checks, stats) = (Checks::replay(), &mut Stats::default());
        match lockstep::run(self, case, None, checks, activity, stats).0 {
            Verdict::Diverged(again) => Some((self.covering(&again)?, again)),
            _ => None,
        }
    }

    /// The result of a replay that diverges without a known difference, of a case that `case`
    /// becomes from a later start or with fewer moves: without it, a common known difference would
    /// hide the faults behind it.
    pub(super) fn beside_known(&self, case: &CaseOf<R>, activity: &Activity) -> Option<Checked> {
        activity.begin(0, None, Action::Check);
        let oracle = self.watched(Side::Oracle, activity);
        let starts = later_starts_on(self.rules(), |setup| oracle.set_up(setup), case);
        let mut shorter =
            starts.into_iter().take(SHORTER_MAX).chain(fewer_moves::<R>(case).take(SHORTER_MAX));
        shorter.find_map(|case| {
            let checked = self.run(case, None, Checks::replay(), activity);
            matches!(checked.verdict, Verdict::Diverged(_)).then_some(checked)
        })
    }
}

/// Legal moves are counted up to 4096.
const COUNTED_MAX: usize = 4096;

/// A step of a game, drawn for people.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The move and its event or refusal; `None` for the set-up.
    pub title: Option<String>,
    /// Boards during the step, if the board after it does not show everything
    /// ([`Vocabulary::story`]).
    pub story: Vec<Picture>,
    /// Shapes over the board before the step that show its move ([`Vocabulary::highlights`]).
    pub highlights: Vec<Highlight>,
    /// Cells that a refused move names ([`Vocabulary::named_cells`]), as rows and columns from 0.
    pub refused: Vec<(usize, usize)>,
    /// The board after the step.
    pub picture: Picture,
    /// Text of the outcome after the step.
    pub outcome: String,
    /// Number of legal moves after the step; `None` if there are more than 4096.
    pub legal: Option<usize>,
}

/// Plays the case on one side and shows the board after each step.
pub(super) fn play_frames<R: RuleSet>(
    rules: &R,
    side: &AnyImplementation<R::Vocabulary>,
    case: &CaseOf<R>,
    visit: &mut dyn FnMut(Frame) -> ControlFlow<()>,
) {
    let Some(mut game) = side.set_up(&case.setup) else { return };
    let mut flow = visit(frame(rules, &game, None, Drawings::default()));
    let mut moves = case.moves.iter().chain(case.repeated().into_iter().cycle());
    for step in 0.. {
        let (true, Some(mv)) = (flow.is_continue(), moves.next()) else { return };
        let before = game.position();
        let (title, drawings) = match game.play(mv) {
            Ok(event) => (case::title(mv, &event), Drawings::of::<R::Vocabulary>(&before, &event)),
            // The repeated move has ended the game.
            Err(_) if step >= case.moves.len() => return,
            Err(refusal) => {
                let mut refused = R::Vocabulary::named_cells(&before, mv);
                let picture = rules.picture(&before);
                let is_there = |&(row, column): &(usize, usize)| {
                    picture.rows.get(row).is_some_and(|(_, cells)| column < cells.len())
                };
                refused.retain(is_there);
                let drawings = Drawings { refused, ..Drawings::default() };
                (format!("{mv}: refused, {refusal}"), drawings)
            }
        };
        flow = visit(frame(rules, &game, Some(title), drawings));
    }
}

/// The drawings of a step besides the board after it.
#[derive(Default)]
struct Drawings {
    story: Vec<Picture>,
    highlights: Vec<Highlight>,
    refused: Vec<(usize, usize)>,
}

impl Drawings {
    fn of<V: Vocabulary>(before: &V::Position, event: &V::Event) -> Self {
        let (story, highlights) = (V::story(before, event), V::highlights(before, event));
        Self { story, highlights, refused: Vec::new() }
    }
}

fn frame<R: RuleSet>(
    rules: &R,
    game: &impl Game<Vocabulary = R::Vocabulary>,
    title: Option<String>,
    drawings: Drawings,
) -> Frame {
    let mut legal = 0;
    let listing = game.visit_legal_moves(&mut |_| {
        legal += 1;
        if legal > COUNTED_MAX { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    Frame {
        title,
        story: drawings.story,
        highlights: drawings.highlights,
        refused: drawings.refused,
        picture: rules.picture(&game.position()),
        outcome: game.outcome().to_string(),
        legal: listing.is_continue().then_some(legal),
    }
}

/// Time without progress after which an oracle that plays a case for its later starts counts as
/// hung; then there are none.
const ORACLE_LIMIT: Duration = Duration::from_secs(2);

impl<R: RuleSet> Pairing<R> {
    /// Gives `descend` a descent with later starts from the oracle. A case that panics or hangs may
    /// do so on the oracle, so it plays under a watchdog, and no more once it has hung.
    pub(super) fn with_descent<T>(&self, descend: impl FnOnce(&Descent<'_, R>) -> T) -> T {
        let has_hung = Cell::new(false);
        let by_oracle = |case: &CaseOf<R>| {
            if case.moves.is_empty() || has_hung.get() {
                return Vec::new();
            }
            let (pairing, case) = (self.clone(), case.clone());
            let starts = watch::watched(ORACLE_LIMIT, move |activity| {
                let oracle = pairing.watched(Side::Oracle, activity);
                later_starts_on(pairing.rules(), |setup| oracle.set_up(setup), &case)
            });
            has_hung.set(starts.is_err());
            starts.unwrap_or_default()
        };
        descend(&Descent { rules: self.rules(), later_starts: &by_oracle })
    }
}

#[cfg(test)]
mod tests {
    use arbitrary::Unstructured;

    use crate::drive::subject::Subject;
    use crate::model::any_case::AnyCase;
    use crate::model::nim::{Heap, Nim};
    use crate::model::pairing::Pairing;
    use crate::model::rules::RuleSet;
    use crate::model::tests::Fragile;

    /// Nim, and a position is a set-up.
    #[derive(Clone)]
    struct Late;

    impl RuleSet for Late {
        type Vocabulary = Nim;

        fn generate_setup(&self, u: &mut Unstructured<'_>) -> arbitrary::Result<u8> {
            Nim.generate_setup(u)
        }

        fn setup_of_position(&self, _: &u8, position: &u8) -> Option<u8> {
            Some(*position)
        }
    }

    /// The case whose last move takes two of five stones.
    const CASE: &str = "17\n> 3\n> 3\n> 3\n> 3\n> 2\n";

    fn takes_two_of_five(case: &AnyCase) -> bool {
        let mut numbers =
            case.text().split(['\n', '>', ' ']).filter_map(|number| number.parse::<u8>().ok());
        let mut stones = numbers.next().unwrap_or(0);
        let moves: Vec<u8> = numbers.collect();
        moves.iter().any(|&taken| {
            let is_it = stones == 5 && taken == 2;
            stones = stones.saturating_sub(taken);
            is_it
        })
    }

    #[test]
    fn a_position_that_the_oracle_reaches_without_a_panic_is_a_later_start() {
        let shrunk = |subject: &dyn Subject| {
            let case = subject.case(CASE).unwrap();
            assert!(takes_two_of_five(&case));
            subject.shrink(&case, &mut takes_two_of_five).text().to_owned()
        };
        let late = Pairing::new(Late, Heap::set_up_faulty, Heap::set_up);
        assert_eq!(shrunk(&late), "5\n> 2\n");
        let early = Pairing::new(Nim, Heap::set_up_faulty, Heap::set_up);
        assert!(shrunk(&early).len() > 6, "without positions as set-ups the moves must remain");
        // libFuzzer's minimizer gets the same candidate.
        let simpler = (0..200).filter_map(|seed| late.simpler(CASE.as_bytes(), seed, 4_096));
        assert!(simpler.into_iter().any(|case| case == "5\n> 2\n"));
        let at_two = |stones: &u8| Some(Fragile(Heap::set_up(stones)?, |_, left| left == 2));
        let fragile = Pairing::new(Late, Heap::set_up, at_two);
        let case = fragile.case("8\n> 3\n> 3\n> 1\n").unwrap();
        let mut fails = |case: &AnyCase| case.text().contains("> 3\n> 3\n");
        assert_eq!(fragile.shrink(&case, &mut fails).text(), "0\n> 3\n> 3\n");
    }
}
