//! The adapter for the checks: a game that answers from the kept list of groups.

use std::ops::ControlFlow;

use twinboard_vocabulary::Game;
use twinboard_vocabulary::samegame::{
    self as vocabulary, Cell, Grid, Outcome, Position, Refusal, SameGame, Selection,
};

use super::board::ListedBoard;
use crate::samegame::game::{cell_of, to_group};
use crate::samegame::planes::Board;

/// A game of SameGame on a [`ListedBoard`].
///
/// Legal moves, refusals and outcomes come from the kept list alone, so that a group that is stale
/// or missing changes the game.
#[derive(Clone, Debug)]
pub struct ListedGame {
    rows: u8,
    columns: u8,
    board: AnyListed,
}

/// The sizes of boards that [`ListedGame`] plays on.
#[derive(Clone, Debug)]
enum AnyListed {
    /// Up to 16 columns and 7 colours.
    Columns16Colours7(Box<ListedBoard<4, 3>>),
    /// Up to 64 columns.
    Columns64(Box<ListedBoard<16, 4>>),
}

/// Evaluates `$do` with `$listed` bound to the board of any size.
macro_rules! with_listed {
    ($any:expr, $listed:ident => $do:expr) => {
        match $any {
            AnyListed::Columns16Colours7($listed) => $do,
            AnyListed::Columns64($listed) => $do,
        }
    };
}

impl ListedGame {
    /// The game on `grid`. Never `None` for a [`Grid`].
    #[must_use]
    pub fn set_up(grid: &Grid) -> Option<Self> {
        let board = Board::from_grid(grid)
            .map(|board| AnyListed::Columns16Colours7(Box::new(ListedBoard::new(board))))
            .or_else(|| {
                let board = Board::from_grid(grid)?;
                Some(AnyListed::Columns64(Box::new(ListedBoard::new(board))))
            })?;
        Some(Self { rows: grid.rows(), columns: grid.columns(), board })
    }
}

impl<const W: usize, const P: usize> ListedBoard<W, P> {
    /// Plays the group in the list that contains `cell`.
    fn play_at(&mut self, cell: Cell) -> Result<vocabulary::Group, Refusal> {
        self.board.get(cell).ok_or(Refusal::EmptyCell)?;
        let index = self.groups.iter().position(|group| group.cells().contains(cell));
        let index = index.ok_or(Refusal::SingleCell)?;
        let group = to_group(&self.groups[index]);
        self.play(index);
        Ok(group)
    }
}

impl Game for ListedGame {
    type Vocabulary = SameGame;

    fn visit_legal_moves(
        &self,
        visit: &mut dyn FnMut(&vocabulary::Group) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        with_listed!(&self.board, listed => {
            listed.groups().iter().try_for_each(|group| visit(&to_group(group)))
        })
    }

    fn count_legal_moves(&self) -> Option<u64> {
        Some(with_listed!(&self.board, listed => listed.groups().len() as u64))
    }

    fn play(&mut self, selection: &Selection) -> Result<vocabulary::Group, Refusal> {
        let cell = cell_of(*selection, self.rows, self.columns).ok_or(Refusal::NoSuchCell)?;
        with_listed!(&mut self.board, listed => listed.play_at(cell))
    }

    fn position(&self) -> Position {
        with_listed!(&self.board, listed => {
            let cells = listed.board().bytes_by_column(self.rows, self.columns);
            Position::from_bytes(self.rows, self.columns, cells)
        })
    }

    fn outcome(&self) -> Outcome {
        with_listed!(&self.board, listed => {
            if listed.board().is_won() {
                Outcome::Won
            } else if listed.groups().is_empty() {
                Outcome::Stuck
            } else {
                Outcome::Playing
            }
        })
    }

    fn validate(&self) -> Result<(), String> {
        with_listed!(&self.board, listed => listed.board().validate())
    }
}
