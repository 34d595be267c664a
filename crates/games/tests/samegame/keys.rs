//! No set-up of SameGame begins in the midst of a game, so its positions are reached in another way:
//! an engine whose keys depend on the moves before is noticed by that.

use std::ops::ControlFlow;
use std::sync::Arc;

use twinboard_games::samegame::SameGameRules;
use twinboard_harness::campaign::{self, CampaignBudget, CampaignPlan};
use twinboard_harness::{Finding, Pairing};
use twinboard_vocabulary::Game;
use twinboard_vocabulary::samegame::{
    Grid, Group, Outcome, Position, Refusal, SameGame as Vocabulary, Selection,
};

use super::Oracle;

/// Its key counts the moves.
#[derive(Clone)]
struct Counting(Oracle, u64);

impl Game for Counting {
    type Vocabulary = Vocabulary;

    fn visit_legal_moves(
        &self,
        visit: &mut dyn FnMut(&Group) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.0.visit_legal_moves(visit)
    }

    fn play(&mut self, mv: &Selection) -> Result<Group, Refusal> {
        self.0.play(mv).inspect(|_| self.1 += 1)
    }

    fn position(&self) -> Position {
        self.0.position()
    }

    fn outcome(&self) -> Outcome {
        self.0.outcome()
    }

    fn key(&self) -> Option<u64> {
        let position = self.position();
        let cells = position.bytes().iter().copied().chain([position.rows(), position.columns()]);
        let mix = |hash: u64, cell| (hash ^ u64::from(cell)).wrapping_mul(0x5bd1_e995_0123_4567);
        let hash = cells.fold(0, mix);
        Some(hash.wrapping_add(self.1))
    }
}

#[test]
fn a_key_that_depends_on_the_number_of_moves_is_noticed() {
    let set_up = |grid: &Grid| Some(Counting(Oracle::set_up(grid)?, 0));
    let subject = Pairing::new(SameGameRules, set_up, Oracle::set_up).subject();
    let plan = CampaignPlan::new(1, CampaignBudget::Cases(20));
    let found = campaign::run(&subject, &plan, &Arc::default(), &mut |_| ()).found;
    let finding = found.expect("it is noticed").divergence.finding;
    let Finding::Broken { detail, .. } = &finding else { panic!("{finding:?}") };
    assert!(detail.starts_with("set up anew, it has the key "), "{detail}");
    assert!(detail.contains("\n> select "), "{detail}");
}
