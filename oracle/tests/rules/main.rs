//! The oracles, compared with games worked out by hand from the rules.

mod linkpop;
mod paint;
mod samegame;
