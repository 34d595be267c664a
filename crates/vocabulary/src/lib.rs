//! The vocabulary that both sides of Twinboard share.
//!
//! Cells, boards as plain data, moves, refusals, their text (parsing and printing), errors with
//! line and column, and the [`Game`] trait. This crate plays nothing: a comparison of two sides
//! cannot check code that both use, so no rule of play belongs here. The parsers and printers are
//! checked by other means: samples byte for byte, round trips, and a collection of malformed inputs
//! with their exact errors.
//!
//! ```
//! use twinboard_vocabulary::samegame::{Cell, Grid};
//!
//! // Two rows, three columns; row 1 is the bottom row and comes first in the text.
//! let grid: Grid = "2 3\n0 0 1\n0 1 1\n".parse()?;
//! assert_eq!(grid.colour(Cell::new(1, 3)), 1);
//! assert_eq!(grid.to_string(), "2 3\n0 0 1\n0 1 1\n");
//!
//! let error = "2 3\n0 0 1\n0 x 1\n".parse::<Grid>().unwrap_err();
//! assert_eq!(error.to_string(), "line 3, column 3: found `x`, expected a colour, 0 to 9");
//! # Ok::<(), twinboard_vocabulary::ParseError>(())
//! ```
//!
//! Each rule set has a module ([`samegame`], [`linkpop`], [`paint`]). Shared by all:
//!
//! * [`game`]: the traits [`Vocabulary`], [`Implementation`] and [`Game`];
//! * [`text`]: white space, tokens, numbers, places and errors (clauses TX-1 to TX-8 of RULES.md);
//! * [`cells`]: boards as rows of characters, and cells by row and column;
//! * [`exact`]: texts that engines in other processes exchange;
//! * [`picture`]: a position as characters in a frame, for people, and what shows a move over it;
//! * [`random`]: numbers that follow from a seed, and digests of bytes;
//! * [`text_game`]: games in words, which name no types;
//! * [`two_player`]: the players of a game for two, and the value of a position;
//! * [`waiting`]: a game that waits for another process tells the watchdog.

mod cell;
pub mod cells;
pub mod exact;
pub mod game;
pub mod linkpop;
pub mod paint;
pub mod picture;
pub mod random;
pub mod samegame;
pub mod text;
pub mod text_game;
pub mod two_player;
pub mod waiting;

pub use exact::{ByFromStr, ExactText};
pub use game::any::{AnyGame, AnyImplementation};
pub use game::{
    EventOf, FIRST_STEP, FromFn, Game, GameFailure, Implementation, LegalMoveOf, MoveOf, OutcomeOf,
    Plays, PositionOf, ProcessFailure, RefusalOf, ResultOf, SetupOf, SystemFailure, TryClone,
    Vocabulary, VocabularyOf, from_fn,
};
pub use picture::{Glyph, Highlight, Marks, Picture, Shade};
pub use text::{CaseReader, InputError, Item, Limits, ParseError, Rest, TextError};
