//! The captures of draughts (DR-3, DR-5).

use std::collections::BTreeSet;

use super::Draughts;
use super::kinds::Passing;
use crate::board::Cell;

/// A move, or a capture so far.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Turn {
    pub(super) from: Cell,
    pub(super) to: Cell,
    pub(super) taken: BTreeSet<Cell>,
    pub(super) is_king: bool,
    /// No jump may follow: DR-5 in American draughts.
    pub(super) is_ended: bool,
    /// The direction of the last jump, for DR-3 in Turkish draughts.
    pub(super) direction: Option<(isize, isize)>,
}

impl<const KIND: usize> Draughts<KIND> {
    /// True if a cell is empty during a capture: the piece that moves has left its own.
    fn is_free(&self, turn: &Turn, cell: Cell) -> bool {
        let is_removed = Self::KIND.is_orthogonal && turn.taken.contains(&cell);
        self.board.at(cell) == '.' || cell == turn.from || is_removed
    }

    /// The captures that are one jump in a direction longer (DR-3).
    fn jumps(&self, turn: &Turn, direction: (isize, isize)) -> Vec<Turn> {
        let kind = Self::KIND;
        let reach = if turn.is_king && kind.kings_fly { kind.size } else { 1 };
        let ray = self.board.ray(turn.to, direction);
        let gap = ray.iter().take_while(|cell| self.is_free(turn, **cell)).count();
        let Some(over) = ray.get(gap).filter(|_| gap < reach) else { return Vec::new() };
        let is_back = turn.direction == Some((-direction.0, -direction.1));
        let is_opponent = self.pieces(!self.is_white).contains(over);
        if !is_opponent || turn.taken.contains(over) || (kind.is_orthogonal && is_back) {
            return Vec::new();
        }
        let behind = ray[gap + 1..].iter().take_while(|cell| self.is_free(turn, **cell));
        let landing = |to: &Cell| {
            let mut next = turn.clone();
            next.to = *to;
            next.taken.insert(*over);
            next.direction = kind.is_orthogonal.then_some(direction);
            if to.0 == Self::last_row(self.is_white) && !turn.is_king {
                next.is_king = kind.passing == Passing::AsKing;
                next.is_ended = kind.passing == Passing::Ends;
            }
            next
        };
        behind.take(reach).map(landing).collect()
    }

    /// All captures by one jump more, in groups for each direction.
    fn continued(&self, turn: &Turn) -> Vec<Vec<Turn>> {
        if turn.is_ended {
            return Vec::new();
        }
        let directions = self.directions(turn.is_king || Self::KIND.men_capture_backwards);
        let groups = directions.into_iter().map(|direction| self.jumps(turn, direction));
        groups.filter(|group| !group.is_empty()).collect()
    }

    /// The captures of a piece, each carried to its end. Of the squares behind a piece that is
    /// jumped, those from which the capture goes on must be chosen, if there are any.
    pub(super) fn captures(&self, start: Turn) -> Vec<Turn> {
        let (mut ends, mut seen) = (Vec::new(), BTreeSet::new());
        let mut open = vec![start];
        while let Some(turn) = open.pop() {
            for group in self.continued(&turn) {
                let (more, last): (Vec<Turn>, Vec<Turn>) =
                    group.into_iter().partition(|next| !self.continued(next).is_empty());
                if more.is_empty() {
                    ends.extend(last);
                }
                open.extend(more.into_iter().filter(|next| seen.insert(next.clone())));
            }
        }
        ends
    }
}
