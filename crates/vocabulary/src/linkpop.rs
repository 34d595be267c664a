//! The vocabulary of Link and Pop: blocks, board, margin, step, link, refusal, outcome (clauses
//! LP-1 to LP-22 of RULES.md). Its text is in [`text`].
//!
//! ```
//! use twinboard_vocabulary::Vocabulary;
//! use twinboard_vocabulary::linkpop::{LinkPop, Margin, Setup, Step};
//!
//! // Two rows of two cells. A block is a symbol and an attribute; `..` is an empty cell.
//! let setup: Setup = "2 2\nAS ..\nBU AL\n0 0\nmargin outside\n".parse()?;
//! assert_eq!(setup.margin, Margin::Outside);
//! let picture = "0 | AS  .\n1 | BU AL\n  +------\n     0  1\n";
//! assert_eq!(LinkPop::picture(&setup.board).to_string(), picture);
//!
//! let step: Step = "pop 0 0 1 1".parse()?;
//! assert_eq!(step.to_string(), "pop 0 0 1 1");
//! # Ok::<(), twinboard_vocabulary::ParseError>(())
//! ```

mod board;
mod drawing;
mod exact;
mod pop;
pub mod text;
mod vocabulary;

pub use crate::cell::{Cell, Pick};
pub use board::{Attribute, Block, Board, Margin, SIDE_MAX, Setup, Symbol};
pub use exact::Exact;
pub use pop::{Link, Pair, Point, Pop, Popped, Step, Turn};
pub use vocabulary::{LinkPop, Outcome, Refusal};
