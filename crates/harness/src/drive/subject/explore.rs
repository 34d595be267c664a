//! Exhaustive play: all lines of moves from a position, and all set-ups within bounds.

use twinboard_vocabulary::text::ParseError;
use twinboard_vocabulary::{Game, Implementation, InputError, MoveOf, Vocabulary};

use crate::drive::exhaust::{self, Bounds, ExhaustPlan, ExhaustProgress, ExhaustResult};
use crate::drive::perft::{
    self, CountPlan, CountProgress, CountResult, PerftPlan, PerftProgress, PerftResult,
};
use crate::model::case::Case;
use crate::model::pairing::Pairing;
use crate::model::rules::RuleSet;

/// Plays games exhaustively instead of at random: the commands `perft` and `exhaust`.
pub trait ExploreCases {
    /// Expands all legal moves from the last position of the first case of `text`, depth by depth
    /// on both sides, and compares the positions reached. `progress` is called several times per
    /// second. `None` if the text has no case.
    ///
    /// # Errors
    ///
    /// The first place where the text breaks the format of case files.
    fn perft(
        &self,
        text: &[u8],
        plan: &PerftPlan,
        progress: &mut dyn FnMut(&PerftProgress),
    ) -> Result<Option<PerftResult>, InputError>;

    /// Counts all sequences of legal moves from the last position of the first case of `text` to
    /// one depth, on both sides or one, without merging equal positions. `progress` is called
    /// several times per second. `None` if the text has no case.
    ///
    /// # Errors
    ///
    /// The first place where the text breaks the format of case files.
    fn count(
        &self,
        text: &[u8],
        plan: &CountPlan,
        progress: &mut dyn FnMut(&CountProgress),
    ) -> Result<Option<CountResult>, InputError>;

    /// The move that plays the same legal move as `mv` at the end of the first case of `text`, as
    /// the oracle lists it: one text for all moves that ask for the same.
    ///
    /// # Errors
    ///
    /// The reason in a few words: `mv` cannot be read, or the oracle refuses it there.
    fn canonical_move(&self, text: &[u8], mv: &str) -> Result<String, String>;

    /// The set-up of the first case of `text` and the moves of it that the oracle accepts, each as
    /// the text of its vocabulary; `None` if there is no case, or the oracle does not support it.
    ///
    /// # Errors
    ///
    /// The first place where the text breaks the format of case files.
    fn setup_and_moves(&self, text: &[u8]) -> Result<Option<(String, Vec<String>)>, InputError>;

    /// The case with which a game usually begins, without moves; `None` if the rule set names none.
    fn start(&self) -> Option<String>;

    /// Default bounds of `exhaust`; `None` if the rule set has no enumeration.
    fn usual_bounds(&self) -> Option<Bounds>;

    /// Name of the number by which set-ups are enumerated, such as `stones`; `None` if they are
    /// boards of rows and columns, or are not enumerated.
    fn size_name(&self) -> Option<&'static str>;

    /// Plays all set-ups within bounds and all positions reached from them, on both sides.
    /// `progress` is called several times per second.
    fn exhaust(
        &self,
        plan: &ExhaustPlan,
        progress: &mut dyn FnMut(&ExhaustProgress<'_>),
    ) -> ExhaustResult;
}

impl<R: RuleSet> ExploreCases for Pairing<R> {
    fn perft(
        &self,
        text: &[u8],
        plan: &PerftPlan,
        progress: &mut dyn FnMut(&PerftProgress),
    ) -> Result<Option<PerftResult>, InputError> {
        let Some(case) = self.first(text)? else { return Ok(None) };
        Ok(Some(perft::run(self, case, plan, progress)))
    }

    fn count(
        &self,
        text: &[u8],
        plan: &CountPlan,
        progress: &mut dyn FnMut(&CountProgress),
    ) -> Result<Option<CountResult>, InputError> {
        let Some(case) = self.first(text)? else { return Ok(None) };
        Ok(Some(perft::count(self, case, plan, progress)))
    }

    fn canonical_move(&self, text: &[u8], mv: &str) -> Result<String, String> {
        let case =
            self.first(text).map_err(|error| error.to_string())?.ok_or("there is no case")?;
        let read = mv.parse::<MoveOf<R::Vocabulary>>();
        let mv = read.map_err(|error| Into::<ParseError>::into(error).to_string())?;
        let game = self.oracle().set_up(&case.setup);
        let mut game = game.ok_or("the oracle is not made for this set-up")?;
        for mv in &case.moves {
            // A refused move changes nothing.
            let _ = game.play(mv);
        }
        let event = game.play(&mv).map_err(|refusal| format!("refused, {refusal}"))?;
        Ok(R::Vocabulary::to_move(&R::Vocabulary::played(&event)).to_string())
    }

    fn setup_and_moves(&self, text: &[u8]) -> Result<Option<(String, Vec<String>)>, InputError> {
        let Some(case) = self.first(text)? else { return Ok(None) };
        let Some(mut game) = self.oracle().set_up(&case.setup) else { return Ok(None) };
        let accepted = case.moves.iter().filter(|mv| game.play(mv).is_ok());
        let accepted = accepted.map(ToString::to_string).collect();
        Ok(Some((case.setup.to_string(), accepted)))
    }

    fn start(&self) -> Option<String> {
        let case = Case::new(self.rules().starts().into_iter().next()?, Vec::new());
        Some(self.rules().text().print(&case))
    }

    fn usual_bounds(&self) -> Option<Bounds> {
        Some(self.rules().enumeration()?.usual_bounds())
    }

    fn size_name(&self) -> Option<&'static str> {
        self.rules().enumeration()?.size_name()
    }

    fn exhaust(
        &self,
        plan: &ExhaustPlan,
        progress: &mut dyn FnMut(&ExhaustProgress<'_>),
    ) -> ExhaustResult {
        exhaust::run(self, plan, progress)
    }
}
