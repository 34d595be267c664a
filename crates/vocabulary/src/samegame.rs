//! The vocabulary of SameGame: grid, selection, group, refusal, position, outcome (clauses SG-1 to
//! SG-13 of RULES.md). Its text is in [`text`].
//!
//! ```
//! use twinboard_vocabulary::Vocabulary;
//! use twinboard_vocabulary::samegame::{Cell, Grid, Position, SameGame, Selection};
//!
//! // In the text row 1, the bottom row, comes first; pictures have it at the bottom.
//! let grid: Grid = "2 3\n0 0 1\n2 1 1\n".parse()?;
//! assert_eq!(grid.colour(Cell::new(2, 1)), 2);
//! let picture = "2 | 2 1 1\n1 | 0 0 1\n  +------\n    1 2 3\n";
//! assert_eq!(SameGame::picture(&Position::from(&grid)).to_string(), picture);
//!
//! let selection: Selection = "select 1 2".parse()?;
//! assert_eq!(selection, Cell::new(1, 2).into());
//! # Ok::<(), twinboard_vocabulary::ParseError>(())
//! ```

mod exact;
mod group;
mod position;
pub mod text;
mod vocabulary;

pub use exact::Exact;
pub use group::{Group, Selection};
pub use position::{COLOURS, COLUMNS_MAX, Cell, Grid, Position, ROWS_MAX};
pub use vocabulary::{Outcome, Refusal, SameGame};
