//! The traits through which a referee sees a rule set for two players.

use std::fmt;
use std::sync::Arc;

use twinboard_vocabulary::InputError;
use twinboard_vocabulary::two_player::Player;

use crate::analyst::Analyst;
use crate::budget::MoveBudget;

/// State of a game: whether it goes on, or how it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameState {
    /// The game goes on: the player to move has a move.
    Playing,
    /// The game is over and this player has won.
    Won(Player),
    /// The game is over without a winner.
    Drawn,
}

/// A referee's judgement of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Judgement {
    /// The move was valid and has been played.
    Played,
    /// The move is not valid; the position is unchanged.
    Invalid {
        /// Clause of the rules that it breaks, such as `AB-12`; empty if the refusal names none.
        clause: String,
        /// Reason for people, the clause included.
        reason: String,
    },
    /// The answer correctly states that there is no legal move. This does not occur in refereed
    /// games, where a player without a move is not asked.
    NoMove,
    /// The answer is not a readable move; the text has the reason with line and column.
    Unreadable(String),
}

/// Disagreement between the judges of a contest: an error of the referee, not of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disagreement {
    /// Description of the disagreement.
    pub about: String,
    /// Case file that reproduces it: the board and all moves up to the one in question.
    pub case: String,
}

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the judges disagree: {}", self.about)
    }
}

/// Names of the files through which a program gets a position and returns its move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Files {
    /// Input file of the program.
    pub board: &'static str,
    /// Output file of the program.
    pub answer: &'static str,
}

/// Class of random boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Group {
    /// Number of the group in the rules.
    pub number: u64,
    /// Description of its boards.
    pub about: &'static str,
}

/// A rule set for two players.
///
/// Positions and answers are text in exactly the format that programs read and write, so programs,
/// built-in players and tests are all judged by the same code.
pub trait Contest: Send + Sync {
    /// Name of the rule set.
    fn name(&self) -> &'static str;

    /// Names of the files that programs read and write.
    fn files(&self) -> Files;

    /// Groups of boards that [`draw`](Self::draw) accepts.
    fn groups(&self) -> &'static [Group];

    /// Random board of this group as text; `None` if the group does not exist.
    ///
    /// The result depends only on group and seed and is identical on every machine.
    fn draw(&self, group: u64, seed: u64) -> Option<String>;

    /// Players who make the moves of a case file, in order; a refused move does not end a turn.
    /// Empty if the text is not a valid case. Default: empty, for games of which nobody draws the
    /// moves by player.
    fn movers(&self, _case: &[u8]) -> Vec<Player> {
        Vec::new()
    }

    /// Starts a game on a board given as text.
    ///
    /// # Errors
    ///
    /// If the text is not a valid board; the error has line and column.
    fn start(&self, board: &[u8]) -> Result<Box<dyn Play>, InputError>;

    /// Built-in players. The first one must play at random and take negligible time; with a solver,
    /// the last one plays its advice, and is the one that `play` takes.
    fn built_in(&self) -> Vec<BuiltIn>;

    /// Built-in player of this name.
    fn player(&self, name: &str) -> Option<BuiltIn> {
        self.built_in().into_iter().find(|player| player.name == name)
    }

    /// New analyst with an empty cache; `None` if the rule set has no solver.
    fn analyst(&self) -> Option<Box<dyn Analyst>> {
        None
    }

    /// True if the rule set has a solver. Default: makes an analyst to see.
    fn has_analyst(&self) -> bool {
        self.analyst().is_some()
    }
}

/// A game in progress. Each judge of the contest follows it independently.
pub trait Play: Send {
    /// State of the game.
    ///
    /// # Errors
    ///
    /// If the judges disagree.
    fn state(&self) -> Result<GameState, Disagreement>;

    /// Player to move.
    fn turn(&self) -> Player;

    /// The position, in the text format that the player to move gets.
    fn board(&self) -> String;

    /// Judges the answer of the player to move and plays it if it is a valid move.
    ///
    /// # Errors
    ///
    /// If the judges disagree.
    fn answer(&mut self, answer: &[u8]) -> Result<Judgement, Disagreement>;

    /// Case file of the game so far: the initial board and every readable move, valid or not.
    fn case(&self) -> String;
}

/// A player that is built in. Clones share it.
#[derive(Clone)]
pub struct BuiltIn {
    /// Name of the player.
    pub name: &'static str,
    /// Strategy of the player, in a sentence.
    pub about: &'static str,
    seat: Arc<dyn Fn(u64) -> Box<dyn Bot> + Send + Sync>,
}

impl BuiltIn {
    /// A player; `seat` makes it for one game, and its seed determines all random choices.
    pub fn new(
        name: &'static str,
        about: &'static str,
        seat: impl Fn(u64) -> Box<dyn Bot> + Send + Sync + 'static,
    ) -> Self {
        Self { name, about, seat: Arc::new(seat) }
    }

    /// Makes the player for one game; the seed determines its random choices.
    #[must_use]
    pub fn seat(&self, seed: u64) -> Box<dyn Bot> {
        (self.seat)(seed)
    }
}

impl fmt::Debug for BuiltIn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("BuiltIn").field(&self.name).finish()
    }
}

/// A player in this process, for one game.
pub trait Bot: Send {
    /// Answer to a position, in the text format of programs; it is judged like theirs.
    ///
    /// An anytime search stops when the budget is spent. A player that ignores the budget must
    /// answer deterministically from its seed and the positions of the game so far.
    fn answer(&mut self, board: &str, budget: &MoveBudget<'_>) -> String;
}

/// Stack size in bytes for a thread that calls [`Bot::answer`], where searches may recurse deeply.
pub const STACK: usize = 64 << 20;
