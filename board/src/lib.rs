//! The words both sides of Twinboard speak.
//!
//! Cells, boards as plain data, moves, refusals, their text (parsing and printing), errors with
//! line and column, and the [`Game`] trait. This crate plays nothing: whatever both sides share,
//! comparing them cannot check, so no rule of play may stand here. What does stand here (the
//! parsers and printers) is checked by other means: samples byte for byte, round trips, and a
//! collection of malformed inputs with their exact errors.
//!
//! One module a rule set ([`samegame`], [`linkpop`], [`paint`]), and the words they have in common:
//!
//! * [`game`]: the traits [`Vocabulary`], [`Implementation`] and [`Game`];
//! * [`text`]: white space, tokens, numbers, places and errors (clauses TX-1 to TX-8 of RULES.md);
//! * [`cells`]: boards as rows of characters, and cells by row and column;
//! * [`picture`]: a position as characters in a frame, for people;
//! * [`two_player`]: the players of a game for two, and what a position is worth.

pub mod cells;
pub mod game;
pub mod linkpop;
pub mod paint;
pub mod picture;
pub mod samegame;
pub mod text;
pub mod two_player;

pub use game::{
    EventOf, FromFn, Game, Implementation, LegalMoveOf, MoveOf, OutcomeOf, Plays, PositionOf,
    RefusalOf, ResultOf, SetupOf, TryClone, Vocabulary, VocabularyOf, from_fn,
};
pub use picture::{Glyph, Picture};
pub use text::{CaseReader, InputError, Item, Limits, ParseError, Rest, TextError};
