//! A game of one player as a contest of two: each plays the same board alone.

use twinboard_harness::{Case, RuleSet};
use twinboard_referee::{Divergence, GameState, Play, Verdict};
use twinboard_vocabulary::InputError;
use twinboard_vocabulary::two_player::Player;

use super::better;
use super::judged::Judged;

/// Two games on the same board. The first player plays one of them to its end, then the second the
/// other.
pub(super) struct Solo<R: RuleSet> {
    games: [Judged<R>; 2],
    /// The player whose game goes on.
    turn: Player,
}

impl<R: RuleSet> Solo<R> {
    /// Both games on the board of the given one.
    pub(super) fn new(first: Judged<R>) -> Result<Self, InputError> {
        let Case { setup, moves, .. } = first.so_far();
        let second = Judged::start(first.contest(), Case::new(setup.clone(), moves.clone()))?;
        Ok(Self { games: [first, second], turn: Player::First })
    }

    fn game(&self) -> &Judged<R> {
        &self.games[self.turn.index()]
    }
}

impl<R: RuleSet> Play for Solo<R> {
    fn state(&self) -> Result<GameState, Divergence> {
        if self.game().state()? == GameState::Playing {
            return Ok(GameState::Playing);
        }
        let winner = better(self.games.each_ref().map(Judged::score));
        Ok(winner.map_or(GameState::Drawn, GameState::Won))
    }

    fn turn(&self) -> Player {
        self.turn
    }

    fn board(&self) -> String {
        self.game().board()
    }

    fn answer(&mut self, answer: &[u8]) -> Result<Verdict, Divergence> {
        let verdict = self.games[self.turn.index()].answer(answer)?;
        if self.turn == Player::First && self.games[0].state()? != GameState::Playing {
            self.turn = Player::Second;
        }
        Ok(verdict)
    }

    /// Both games, one after the other, or the first alone until it is over. Where the format has
    /// one case in a file, the game that was played last.
    fn case(&self) -> String {
        let [first, second] = &self.games;
        if self.turn == Player::First {
            return first.case();
        }
        let cases = [first.so_far().clone(), second.so_far().clone()];
        let all = first.contest().pairing.rules().text().print_all(&cases);
        all.unwrap_or_else(|| second.case())
    }
}
