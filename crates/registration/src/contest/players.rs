//! The built-in players of every derived contest.

use std::ops::ControlFlow;
use std::time::Duration;

use twinboard_harness::random::SplitMix;
use twinboard_harness::{CaseOf, RuleSet, guard};
use twinboard_referee::{Bot, BuiltIn, GameState, MoveBudget};
use twinboard_vocabulary::game::below;
use twinboard_vocabulary::two_player::Player;
use twinboard_vocabulary::{AnyGame, Game, Implementation, LegalMoveOf, TryClone, Vocabulary};

use super::ContestOf;

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

/// Worth of a move for the player who makes it; larger is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Worth {
    Loses,
    /// The game goes on or is drawn: the number of moves, negative if they are the opponent's.
    Leaves(i64),
    Wins,
    /// The side panics at the move or refuses it although it lists it. The judges should see that.
    Fails,
}

/// A game on one side.
pub(super) struct Line<'a, R: RuleSet> {
    contest: &'a ContestOf<R>,
    case: CaseOf<R>,
    game: AnyGame<R::Vocabulary>,
    /// Number of accepted moves of the case.
    count: usize,
    player: Player,
}

impl<'a, R: RuleSet> Line<'a, R> {
    /// The game of a board, on the engine or, where it does not support the set-up, on the oracle.
    pub(super) fn read(contest: &'a ContestOf<R>, board: &str) -> Self {
        let case = contest.read(board.as_bytes()).expect("the referee writes valid boards");
        let (game, count) = replayed(contest, &case);
        let player = contest.turn_at(&game.position(), count);
        Self { contest, case, game, count, player }
    }

    /// A random legal move.
    pub(super) fn sample(
        &self,
        random: &mut dyn FnMut() -> u64,
    ) -> Option<LegalMoveOf<R::Vocabulary>> {
        self.game.sample_legal_move(random)
    }

    /// All legal moves; `None` if there are more than `limit`.
    pub(super) fn moves(&self, limit: usize) -> Option<Vec<LegalMoveOf<R::Vocabulary>>> {
        let mut moves = Vec::new();
        let visited = self.game.visit_legal_moves(&mut |legal| {
            if moves.len() == limit {
                return ControlFlow::Break(());
            }
            moves.push(legal.clone());
            ControlFlow::Continue(())
        });
        visited.is_continue().then_some(moves)
    }

    /// Worth of a legal move for the player who makes it.
    pub(super) fn worth(&self, legal: &LegalMoveOf<R::Vocabulary>) -> Worth {
        let tried = guard::catch(|| {
            let copy = self.game.try_clone();
            let mut game = copy.unwrap_or_else(|| replayed(self.contest, &self.case).0);
            game.advance(&R::Vocabulary::to_move(legal)).ok()?;
            Some(self.worth_of(&game))
        });
        tried.ok().flatten().unwrap_or(Worth::Fails)
    }

    /// Worth of the game after a move.
    fn worth_of(&self, game: &AnyGame<R::Vocabulary>) -> Worth {
        let (contest, position, played) = (self.contest, game.position(), self.count + 1);
        if let GameState::Won(winner) = contest.state_at(game.outcome(), &position, played) {
            return if winner == self.player { Worth::Wins } else { Worth::Loses };
        }
        let moves = self.mobility(game);
        let is_mine = contest.turn_at(&position, played) == self.player;
        Worth::Leaves(if is_mine { moves } else { -moves })
    }

    /// Number of legal moves, up to the limit of the rule set.
    fn mobility(&self, game: &AnyGame<R::Vocabulary>) -> i64 {
        let limit = self.contest.pairing.rules().listing().limit;
        let mut count = 0;
        let _ = game.visit_legal_moves(&mut |_| {
            count += 1;
            if count < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        i64::try_from(count).unwrap_or(i64::MAX)
    }
}

/// The game of a case on one side, and the number of its accepted moves.
fn replayed<R: RuleSet>(
    contest: &ContestOf<R>,
    case: &CaseOf<R>,
) -> (AnyGame<R::Vocabulary>, usize) {
    let pairing = &contest.pairing;
    let game =
        pairing.engine().set_up(&case.setup).or_else(|| pairing.oracle().set_up(&case.setup));
    let mut game = game.expect("the referee starts boards that a side supports");
    let played = case.moves.iter().filter(|mv| game.advance(mv).is_ok()).count();
    (game, played)
}
