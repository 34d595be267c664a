//! The positions for checking a player: those of the corpus, then generated ones.

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use twinboard_harness::campaign::CorpusCase;
use twinboard_harness::random;
use twinboard_referee::{Contest, MoveBudget, move_check};
use twinboard_vocabulary::InputError;

use crate::commands::check::error::CheckError;
use crate::commands::check::queue::{Item, Origin};
use crate::output::failure::Failure;

/// 1/`GROUP_EVERY` of the generated boards are from a group of the contest, the others arbitrary.
const GROUP_EVERY: u64 = 4;

/// Maximum number of moves before a position in the middle of a game.
const MOVES_MAX: u64 = 12;

/// Number of attempts to generate a board with a move.
const TRIES: usize = 16;

/// Time limit for a move of a built-in player, which needs far less.
const THINKING: Duration = Duration::from_secs(1);

/// The boards of all positions of a corpus, each once, under the name of its case.
pub(super) fn of_corpus(
    contest: &dyn Contest,
    cases: &[CorpusCase],
) -> Result<Vec<CorpusCase>, Failure> {
    let mut boards = BTreeSet::new();
    let mut corpus = Vec::new();
    for case in cases {
        let failure = |error: InputError| Failure::Input { name: case.name.clone(), error };
        for board in contest.positions(case.text.as_bytes()).map_err(failure)? {
            if boards.insert(board.clone()) {
                corpus.push(CorpusCase { name: case.name.clone(), text: board });
            }
        }
    }
    Ok(corpus)
}

/// The source of generated positions.
pub(super) struct Positions<'a> {
    pub(super) contest: &'a dyn Contest,
    pub(super) seed: u64,
}

impl Positions<'_> {
    /// The board of an item; `None` if it has no move, or no generated board had one.
    pub(super) fn board(&self, item: &Item) -> Result<Option<String>, CheckError> {
        let Origin::Generated(number) = item.origin else {
            let has_move = move_check::has_move(self.contest, &item.text)?;
            return Ok(has_move.then(|| item.text.clone()));
        };
        let mut word = random::stream(self.seed, number);
        for _ in 0..TRIES {
            if let Some(board) = self.play_on(&self.draw(number, &mut word), &mut word)? {
                return Ok(Some(board));
            }
        }
        Ok(None)
    }

    /// An initial board: an arbitrary one, or one of the groups in turn.
    fn draw(&self, number: u64, word: &mut impl FnMut() -> u64) -> String {
        let groups = self.contest.groups();
        let seed = word();
        let round = number / GROUP_EVERY;
        let group = if number % GROUP_EVERY == GROUP_EVERY - 1 && !groups.is_empty() {
            let group = groups[(round % groups.len() as u64) as usize];
            self.contest.draw(group.number, seed)
        } else {
            None
        };
        group.unwrap_or_else(|| self.contest.draw_any(seed))
    }

    /// With probability 1/2 the board itself, otherwise a later board of a game from there.
    fn play_on(
        &self,
        board: &str,
        word: &mut impl FnMut() -> u64,
    ) -> Result<Option<String>, CheckError> {
        let moves = if word().is_multiple_of(2) { 0 } else { 1 + word() % MOVES_MAX };
        let mut player = self.contest.built_in()[0].seat(word());
        let stop = AtomicBool::new(false);
        let budget = MoveBudget { deadline: Instant::now() + THINKING, threads: 1, stop: &stop };
        Ok(move_check::play_ahead(self.contest, board, player.as_mut(), moves, &budget)?)
    }
}
