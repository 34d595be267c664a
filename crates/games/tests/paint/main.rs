//! Paint on both sides: the sample, properties, and corridors of every length.

#[path = "../support/mod.rs"]
mod support;

mod borders;
mod drawn;
mod properties;
mod public;
mod ranks;

use twinboard_games::paint::PaintRules;
use twinboard_vocabulary::Vocabulary as _;
use twinboard_vocabulary::paint::Paint as Vocabulary;

use crate::support::play::SetUp;

type Engine = twinboard_engine::paint::Paint;
type Oracle = twinboard_oracle::Paint;

fn holds(source_file: &'static str, property: impl support::Property<PaintRules>) {
    support::for_all_cases::<PaintRules, Oracle>(&PaintRules, source_file, 2, property);
}

fn start<G: SetUp<Vocabulary = Vocabulary>>(board: &twinboard_vocabulary::paint::Board) -> G {
    G::set_up(board).unwrap_or_else(|| panic!("{} accepts every board", Vocabulary::NAME))
}
