//! SameGame on bitboards: boards, many boards at once, and the reader of the judge's input.

mod batch;
mod board;
mod support;
