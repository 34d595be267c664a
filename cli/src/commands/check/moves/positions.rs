//! The positions about which a program is asked: those of the corpus, then generated ones.

use std::collections::{BTreeSet, VecDeque};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use board::InputError;
use harness::campaign::CorpusCase;
use harness::random;
use referee::{Budget, Contest, trial};

use super::asker::Halt;
use crate::commands::check::campaign::Origin;
use crate::failure::Failure;

/// Every so many generated boards there is one of a group of the contest.
const GROUP_EVERY: u64 = 4;

/// How many moves there are at most before a position in the middle of a game.
const MOVES_MAX: u64 = 12;

/// How often a board is drawn again that has no move from the start.
const TRIES: usize = 16;

/// How long a move of a built-in player may take: it needs far less.
const THINKING: Duration = Duration::from_secs(1);

/// A position that is to be tried.
#[derive(Clone, Debug)]
pub(super) enum Item {
    Corpus {
        name: String,
        board: String,
    },
    /// The generated one of this number.
    Generated(u64),
}

impl Item {
    pub(super) fn origin(&self) -> Origin {
        match self {
            Self::Corpus { name, .. } => Origin::Corpus(name.clone()),
            Self::Generated(number) => Origin::Generated(*number),
        }
    }
}

/// What positions are made of.
pub(super) struct Source<'a> {
    contest: &'a dyn Contest,
    seed: u64,
    queue: VecDeque<Item>,
    corpus: usize,
    next: u64,
    /// How many are generated.
    cases: u64,
}

impl<'a> Source<'a> {
    pub(super) fn new(
        contest: &'a dyn Contest,
        cases: &[CorpusCase],
        seed: u64,
        count: u64,
    ) -> Result<Self, Failure> {
        let mut boards = BTreeSet::new();
        let mut corpus = Vec::new();
        for case in cases {
            let failure = |error: InputError| Failure::Input { name: case.name.clone(), error };
            for board in contest.positions(case.text.as_bytes()).map_err(failure)? {
                if boards.insert(board.clone()) {
                    corpus.push((case.name.clone(), board));
                }
            }
        }
        // What fails on small boards already shall fail there.
        corpus.sort_by_key(|(_, board)| board.len());
        let items = corpus.into_iter().map(|(name, board)| Item::Corpus { name, board });
        let queue: VecDeque<Item> = items.collect();
        Ok(Self { contest, seed, corpus: queue.len(), queue, next: 0, cases: count })
    }

    /// How many positions the corpus has.
    pub(super) fn corpus(&self) -> usize {
        self.corpus
    }

    /// The next ones. The corpus comes whatever the time, what is generated only if there is some.
    pub(super) fn take(&mut self, count: usize, is_time_up: bool) -> Vec<Item> {
        if is_time_up {
            self.queue.retain(|item| matches!(item, Item::Corpus { .. }));
        }
        while !is_time_up && self.queue.len() < count && self.next < self.cases {
            self.queue.push_back(Item::Generated(self.next));
            self.next += 1;
        }
        self.queue.drain(..count.min(self.queue.len())).collect()
    }

    /// Gives some back, to be the next ones.
    pub(super) fn give_back(&mut self, items: Vec<Item>) {
        for item in items.into_iter().rev() {
            self.queue.push_front(item);
        }
    }

    /// What a program is asked; `None` if all boards that were drawn had no move.
    pub(super) fn board(&self, item: &Item) -> Result<Option<String>, Halt> {
        let number = match item {
            Item::Corpus { board, .. } => {
                let has_move = trial::has_move(self.contest, board)?;
                return Ok(has_move.then(|| board.clone()));
            }
            Item::Generated(number) => *number,
        };
        let mut word = random::words(self.seed, number);
        for _ in 0..TRIES {
            if let Some(board) = self.play_on(&self.draw(number, &mut word), &mut word)? {
                return Ok(Some(board));
            }
        }
        Ok(None)
    }

    /// A board from which a game can begin: of the groups one after the other, or any.
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

    /// Every other time the board itself, else one that a game from there comes to.
    fn play_on(&self, board: &str, word: &mut impl FnMut() -> u64) -> Result<Option<String>, Halt> {
        let moves = if word().is_multiple_of(2) { 0 } else { 1 + word() % MOVES_MAX };
        let mut player = (self.contest.built_in()[0].seat)(word());
        let stop = AtomicBool::new(false);
        let budget = Budget { deadline: Instant::now() + THINKING, threads: 1, stop: &stop };
        Ok(trial::played_on(self.contest, board, player.as_mut(), moves, &budget)?)
    }
}
