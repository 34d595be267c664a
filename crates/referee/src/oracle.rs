//! Positions on the oracle of a contest, on which certificates are checked.

use std::ops::ControlFlow;

use twinboard_vocabulary::two_player::Value;

/// A position on the oracle of a contest, for certificates. Contests have certificates only if no
/// position can occur twice in a game.
pub trait OraclePosition {
    /// Value to the player to move if the game is over, `None` if it goes on.
    fn value_at_end(&self) -> Option<Value>;

    /// The position after an answer in the format of programs; `None` if it is not a valid move.
    fn play(&self, answer: &str) -> Option<Box<dyn OraclePosition>>;

    /// Shows the position after every legal move, until `visit` breaks.
    fn visit_moves(
        &self,
        visit: &mut dyn FnMut(&dyn OraclePosition) -> ControlFlow<()>,
    ) -> ControlFlow<()>;

    /// The last move, in the format of programs; `None` for a position read from a board.
    fn last_answer(&self) -> Option<String>;

    /// The board, in the text format of [`Play::board`](crate::Play::board).
    fn board(&self) -> String;

    /// Text that positions share only if they have the same value to the player to move. Claims
    /// about one of them hold for all. The default is the board.
    fn class(&self) -> String {
        self.board()
    }
}
