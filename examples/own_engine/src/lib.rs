//! An existing engine, checked against the oracle of Twinboard: an adapter, a pairing and a
//! registration are enough.

pub mod engine;

use std::ops::ControlFlow;

use twinboard::Registration;
use twinboard::harness::Pairing;
use twinboard::vocabulary::Game;
use twinboard::vocabulary::samegame::{
    Cell, Grid, Group, Outcome, Position, Refusal, SameGame, Selection,
};
use twinboard_games::samegame::SameGameRules;

use crate::engine::{Board, Place};

/// The engine as a [`Game`]. Rows and columns count from 1 in the rules, from 0 in the engine.
#[derive(Clone, Debug)]
pub struct Adapter<const FORGETS_LAST: bool = false> {
    rows: u8,
    columns: u8,
    board: Board<FORGETS_LAST>,
}

/// The rule set, the engine and the oracle.
#[must_use]
pub fn pairing() -> Pairing<SameGameRules> {
    Pairing::new(SameGameRules, <Adapter>::set_up, twinboard_oracle::SameGame::set_up)
}

/// The pairing with the built-in corpus, for the command.
#[must_use]
pub fn registration() -> Registration {
    Registration::new(pairing()).corpus(twinboard_games::corpus("samegame"))
}

impl<const FORGETS_LAST: bool> Adapter<FORGETS_LAST> {
    /// Sets a game up. Never `None`: this engine supports every grid.
    #[must_use]
    pub fn set_up(grid: &Grid) -> Option<Self> {
        let board = Board::from_rows(grid.colours().chunks(grid.columns().into()));
        Some(Self { rows: grid.rows(), columns: grid.columns(), board })
    }
}

impl<const FORGETS_LAST: bool> Game for Adapter<FORGETS_LAST> {
    type Vocabulary = SameGame;

    fn visit_legal_moves(
        &self,
        visit: &mut dyn FnMut(&Group) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.board.groups().into_iter().try_for_each(|places| visit(&self.to_group(&places)))
    }

    fn play(&mut self, selection: &Selection) -> Result<Group, Refusal> {
        // A selection may have any numbers, so they are compared before the conversion.
        let index = |number: u64, end: u8| (1..=end.into()).contains(&number).then(|| number - 1);
        let row = index(selection.row(), self.rows).ok_or(Refusal::NoSuchCell)? as usize;
        let column = index(selection.column(), self.columns).ok_or(Refusal::NoSuchCell)? as usize;
        self.board.stone((row, column)).ok_or(Refusal::EmptyCell)?;
        let group = self.to_group(&self.board.group_at((row, column)));
        let removed = self.board.select(row, column).ok_or(Refusal::SingleCell)?;
        assert_eq!(removed, group.size(), "`select` removes the group of `group_at`");
        Ok(group)
    }

    fn position(&self) -> Position {
        let place = |cell: Cell| (cell.row() as usize - 1, cell.column() as usize - 1);
        Position::from_fn(self.rows, self.columns, |cell| self.board.stone(place(cell)))
    }

    fn outcome(&self) -> Outcome {
        match (self.board.is_empty(), self.board.groups().is_empty()) {
            (true, _) => Outcome::Won,
            (false, true) => Outcome::Stuck,
            (false, false) => Outcome::Playing,
        }
    }
}

impl<const FORGETS_LAST: bool> Adapter<FORGETS_LAST> {
    fn to_group(&self, places: &[Place]) -> Group {
        let colour = self.board.stone(places[0]).expect("a group has stones");
        Group::new(colour, places.iter().map(|&(row, col)| Cell::new(row as u8 + 1, col as u8 + 1)))
    }
}
