//! Checks counts and balls, which [`Game`](twinboard_vocabulary::Game) does not have,
//! against a list of all moves.

use std::ops::ControlFlow;

use super::board::Board;
use super::cells::{Area, Cells};

/// Positions with more moves are not listed.
const MOVES_MAX: usize = 300;
/// The hash selects one position in eight for the check: a list takes longer than a step.
const POSITIONS_PER_CHECK: u64 = 8;

impl Board {
    /// Checks one position in [`POSITIONS_PER_CHECK`], if it has at most [`MOVES_MAX`] moves.
    pub(super) fn validate_offers(&self) -> Result<(), String> {
        let hash = self.hash();
        if !hash.is_multiple_of(POSITIONS_PER_CHECK) {
            return Ok(());
        }
        let Some(areas) = self.all_areas() else { return Ok(()) };
        self.validate_counts(&areas)?;
        self.validate_balls(&areas)?;
        let chosen = (hash / POSITIONS_PER_CHECK) as usize % areas.len().max(1);
        areas.get(chosen).map_or(Ok(()), |area| self.validate_count_after(area))
    }

    /// All moves; `None` if there are more than [`MOVES_MAX`].
    fn all_areas(&self) -> Option<Vec<Area>> {
        let mut areas = Vec::new();
        let mut add = |area: &Area| {
            areas.push(*area);
            if areas.len() > MOVES_MAX { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let mut numbers = self.alive().iter().collect::<Vec<_>>().into_iter();
        numbers
            .try_for_each(|number| self.visit_areas(number, &mut add))
            .is_continue()
            .then_some(areas)
    }

    fn validate_counts(&self, areas: &[Area]) -> Result<(), String> {
        let listed = areas.len() as u64;
        let counted = self.count_all(listed);
        if counted != Some(listed) {
            return Err(format!("of {listed} moves, {counted:?} are counted"));
        }
        if let Some(less) = listed.checked_sub(1)
            && let Some(counted) = self.count_all(less)
        {
            return Err(format!("{counted} moves are counted up to {less}, of {listed}"));
        }
        Ok(())
    }

    fn validate_count_after(&self, area: &Area) -> Result<(), String> {
        let mut after = self.clone();
        after.advance(area);
        let [said, counted] = [self.count_all_after(area, u64::MAX), after.count_all(u64::MAX)];
        if said == counted {
            return Ok(());
        }
        Err(format!("after {}, {said:?} moves are expected of {counted:?}", area.to_legal_move()))
    }

    /// Checks the balls of the numbers.
    fn validate_balls(&self, areas: &[Area]) -> Result<(), String> {
        let union = |number| {
            let own = areas.iter().filter(|area| area.number == number);
            own.fold(Cells::one(number), |ball, area| ball | area.cells)
        };
        for number in self.alive().iter() {
            if self.ball(number) != union(number) {
                return Err(format!("the ball of the number at {number} is not that of its moves"));
            }
        }
        Ok(())
    }
}
