//! SameGame on both sides: properties, borders, small games.

#[path = "../support/mod.rs"]
mod support;

mod borders;
mod properties;
mod public;
mod small;

type Engine = twinboard_engine::samegame::SameGame;
type Oracle = twinboard_oracle::SameGame;
