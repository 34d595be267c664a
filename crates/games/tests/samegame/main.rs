//! SameGame on both sides: properties, borders, and all that the boards of the engine offer.

#[path = "../support/mod.rs"]
mod support;

mod borders;
mod keys;
mod properties;
mod public;

type Engine = twinboard_engine::samegame::SameGame;
type Oracle = twinboard_oracle::SameGame;
