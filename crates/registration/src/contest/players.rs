//! The built-in players of every derived contest.

use std::time::Duration;

use twinboard_harness::RuleSet;
use twinboard_harness::random::SplitMix;
use twinboard_referee::{Bot, BuiltIn, MoveBudget};
use twinboard_vocabulary::game::below;
use twinboard_vocabulary::{LegalMoveOf, Vocabulary};

use super::ContestOf;
use super::line::{Line, Worth};

/// Number of legal moves up to which `greedy` tries all.
const ALL_UP_TO: usize = 256;
/// Number of random moves that it tries where there are more.
const TRIES: usize = 64;

/// `greedy` leaves this part of its time for judging and for a busy machine.
const TIME_SHARE: u32 = 4;

/// The players `random` and `greedy`.
pub(super) fn defaults<R: RuleSet>(contest: &ContestOf<R>) -> Vec<BuiltIn> {
    let (by_chance, by_worth) = (contest.clone(), contest.clone());
    vec![
        BuiltIn::new("random", "a random legal move, as the engine draws it", move |seed| {
            Box::new(Random { contest: by_chance.clone(), random: SplitMix::new(seed) })
        }),
        BuiltIn::new(
            "greedy",
            "a move that wins, else one that leaves the opponent the fewest moves",
            move |seed| Box::new(Greedy { contest: by_worth.clone(), random: SplitMix::new(seed) }),
        ),
    ]
}

/// The answer that plays a legal move; no answer without one, where a player is not asked.
fn answer<R: RuleSet>(
    contest: &ContestOf<R>,
    legal: Option<&LegalMoveOf<R::Vocabulary>>,
) -> String {
    let mv = legal.map(R::Vocabulary::to_move);
    mv.or_else(|| contest.answers.no_move.map(|no_move| no_move()))
        .map_or_else(String::new, |mv| (contest.answers.write)(&mv))
}

/// Plays a random legal move.
struct Random<R: RuleSet> {
    contest: ContestOf<R>,
    random: SplitMix,
}

impl<R: RuleSet> Bot for Random<R> {
    fn answer(&mut self, board: &str, _budget: &MoveBudget<'_>) -> String {
        let line = Line::read(&self.contest, board);
        answer(&self.contest, line.sample(&mut || self.random.next_u64()).as_ref())
    }
}

/// Plays a move of the highest worth. All such moves have the same probability.
struct Greedy<R: RuleSet> {
    contest: ContestOf<R>,
    random: SplitMix,
}

impl<R: RuleSet> Bot for Greedy<R> {
    fn answer(&mut self, board: &str, budget: &MoveBudget<'_>) -> String {
        let margin: Duration = budget.left() / TIME_SHARE;
        let random = &mut || self.random.next_u64();
        let line = Line::read(&self.contest, board);
        let moves = line.moves(ALL_UP_TO).unwrap_or_else(|| {
            let mut samples: Vec<_> = (0..TRIES).filter_map(|_| line.sample(random)).collect();
            samples.sort_unstable();
            samples.dedup();
            samples
        });
        let mut best: Option<(Worth, &LegalMoveOf<R::Vocabulary>)> = None;
        let mut ties = 0;
        for legal in &moves {
            if best.is_some() && budget.is_spent(margin) {
                break;
            }
            let worth = line.worth(legal);
            if best.is_none_or(|(known, _)| worth > known) {
                (best, ties) = (None, 0);
            }
            if best.is_none_or(|(known, _)| worth == known) {
                ties += 1;
                // Reservoir sampling: the n-th move replaces the chosen one with probability 1/n.
                if below(random, ties) == 0 {
                    best = Some((worth, legal));
                }
            }
        }
        answer(&self.contest, best.map(|(_, legal)| legal))
    }
}
