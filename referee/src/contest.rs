//! What a referee has to know of a rule set for two players.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use board::InputError;
use board::two_player::Player;

use crate::Analyst;

/// How a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Standing {
    /// A move is possible.
    Playing,
    /// It is over, and this one has won.
    Won(Player),
    /// It is over, and nobody has won.
    Drawn,
}

/// What a referee makes of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// A valid move, which has been played.
    Played,
    /// A move that is not valid. Nothing has changed.
    Invalid {
        /// The clause of the rules that it breaks, such as `AB-12`.
        clause: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The answer says that there is no move, and so it is. A referee does not ask then; somebody who
    /// tries a program by itself may.
    NoMove,
    /// No move could be read from the answer; why, with its place.
    Unreadable(String),
}

/// The judges of a contest disagree. That is a fault of ours and of no player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Divergence {
    /// What they disagree about.
    pub about: String,
    /// The case file that shows it: the board, and all moves up to the one in question.
    pub case: String,
}

impl fmt::Display for Divergence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the judges disagree: {}", self.about)
    }
}

/// The files through which a program is told a position and gives its move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Files {
    /// What it reads.
    pub board: &'static str,
    /// What it writes.
    pub answer: &'static str,
}

/// A kind of boards that a contest can draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Group {
    /// Its number, as the rules count them.
    pub number: u64,
    /// What its boards are like.
    pub about: &'static str,
}

/// A rule set for two players.
///
/// Positions and answers are text here, exactly what a program reads and writes. So a program, a
/// player in this process and a test are all judged in the same way.
pub trait Contest: Send + Sync {
    /// The name of the rule set.
    fn name(&self) -> &'static str;

    /// What programs read and write.
    fn files(&self) -> Files;

    /// The kinds of boards that [`draw`](Self::draw) knows.
    fn groups(&self) -> &'static [Group];

    /// The board of this group and seed as text; `None` if there is no such group.
    ///
    /// The same group and seed give the same text on every machine.
    fn draw(&self, group: u64, seed: u64) -> Option<String>;

    /// Any board, the small ones most often. The same seed gives the same text on every machine.
    fn draw_any(&self, seed: u64) -> String;

    /// The boards that a player finds in the game of a case file, in order, where a move is possible.
    ///
    /// # Errors
    ///
    /// The text is no case, with the place of what is wrong.
    fn positions(&self, case: &[u8]) -> Result<Vec<String>, InputError>;

    /// A game on the board that is given as text.
    ///
    /// # Errors
    ///
    /// The text is no board, with the place of what is wrong.
    fn start(&self, board: &[u8]) -> Result<Box<dyn Play>, InputError>;

    /// The players that need no program. The first one plays at random and takes no time to speak of.
    fn built_in(&self) -> &'static [BuiltIn];

    /// The player of this name that needs no program.
    fn player(&self, name: &str) -> Option<&'static BuiltIn> {
        self.built_in().iter().find(|player| player.name == name)
    }

    /// Somebody who proves what positions are worth, and knows nothing yet; `None` if nobody can.
    fn analyst(&self) -> Option<Box<dyn Analyst>> {
        None
    }
}

/// A game that is under way. All judges of the contest follow it, each on its own.
pub trait Play: Send {
    /// How it stands.
    ///
    /// # Errors
    ///
    /// The judges disagree about it.
    fn standing(&self) -> Result<Standing, Divergence>;

    /// Whose turn it is.
    fn turn(&self) -> Player;

    /// The position as the player to move gets it.
    fn board(&self) -> String;

    /// Judges the answer of the player to move, and plays it if it is a valid move.
    ///
    /// # Errors
    ///
    /// The judges disagree about it.
    fn answer(&mut self, answer: &[u8]) -> Result<Verdict, Divergence>;

    /// The case file of the game so far: the board it began from and every move that could be read,
    /// valid or not.
    fn case(&self) -> String;
}

/// A player that needs no program.
#[derive(Clone, Copy, Debug)]
pub struct BuiltIn {
    /// What it is called.
    pub name: &'static str,
    /// How it plays, in a sentence.
    pub about: &'static str,
    /// Somebody who plays one game in this way; what is left to chance follows from the seed.
    pub seat: fn(seed: u64) -> Box<dyn Bot>,
}

/// A player in this process, for one game.
pub trait Bot: Send {
    /// The answer to a position, in the text that programs write. It is judged like theirs.
    ///
    /// One that can always think longer goes by the budget. If it has none, the answer follows from
    /// the seed and the positions of the game so far alone.
    fn answer(&mut self, board: &str, budget: &Budget<'_>) -> String;
}

/// How many bytes of stack a thread should have that asks for a move: whoever searches may go deep.
pub const STACK: usize = 64 << 20;

/// How much a player may take for a move.
#[derive(Clone, Copy, Debug)]
pub struct Budget<'a> {
    /// When the answer has to be there; later it is a fault.
    pub deadline: Instant,
    /// How many threads may work at it at a time.
    pub threads: usize,
    /// Set when nobody waits for the answer any more.
    pub stop: &'a AtomicBool,
}

impl Budget<'_> {
    /// How long it is until the deadline.
    #[must_use]
    pub fn left(&self) -> Duration {
        self.deadline.saturating_duration_since(Instant::now())
    }

    /// Whether it is time to answer: the deadline is no further away than `margin`, or nobody waits.
    #[must_use]
    pub fn is_spent(&self, margin: Duration) -> bool {
        self.left() <= margin || self.stop.load(Relaxed)
    }
}
