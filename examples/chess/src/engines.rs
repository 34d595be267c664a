//! The engines: an adapter for each library.

pub mod chess;
pub mod cozy_chess;
pub mod owlchess;
pub mod pleco;
