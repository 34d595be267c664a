//! Paint on both sides: the sample, properties, corridors of every length and small games.

#[path = "../support/mod.rs"]
mod support;

mod borders;
mod drawn;
mod properties;
mod public;
mod ranks;
mod sample;
mod small;
mod text;
mod values;

use twinboard_games::paint::PaintRules;
use twinboard_harness::Side;
use twinboard_vocabulary::Vocabulary as _;
use twinboard_vocabulary::paint::Paint as Vocabulary;

use crate::support::play::SetUp;
use support::paint::PaintCase;

type Engine = twinboard_engine::paint::Paint;
type Oracle = twinboard_oracle::Paint;

type Property = fn(&PaintCase) -> Result<(), String>;

fn holds(source_file: &'static str, property: impl support::Property<PaintRules>) {
    support::for_all_cases::<PaintRules, Oracle>(&PaintRules, source_file, 2, property);
}

fn holds_on_both_sides(source_file: &'static str, engine: Property, oracle: Property) {
    holds(source_file, move |case, _| {
        engine(case).map_err(|why| format!("The {}: {why}", Side::Engine))?;
        oracle(case).map_err(|why| format!("The {}: {why}", Side::Oracle))
    });
}

/// A game that starts from this board.
fn start<G: SetUp<Vocabulary = Vocabulary>>(board: &twinboard_vocabulary::paint::Board) -> G {
    G::set_up(board).unwrap_or_else(|| panic!("{} accepts every board", Vocabulary::NAME))
}
