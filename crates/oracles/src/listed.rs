//! What the games here have alike: moves that are listed with what each leads to.

/// Whether a limit counts a move: by the games before and after it, and whether it counted the last one.
pub(crate) type Counts<G> = fn(&G, &G, bool) -> bool;

/// Limits of a game besides `moves-max`, by name (LI-2); `None` if it ends without any.
pub(crate) type Limits<G> = Option<&'static [(&'static str, Counts<G>)]>;

/// A game that lists its moves with what each leads to. What is not said here is as in
/// [`TextGame`](twinboard_vocabulary::text_game::TextGame).
pub(crate) trait Listed: Clone + Send + 'static {
    /// What a move leads to, or what it takes to play it.
    type Step;
    /// Why a move that is not listed is refused.
    const ILLEGAL: &'static str;
    /// Why moves are refused once the game is over; `None` if none are listed then.
    const OVER: Option<&'static str> = None;
    const LIMITS: Limits<Self> = None;
    /// Whether a position from before a move can come back, if the game has LI-4.
    const REPEATS: Option<fn(&Self, &Self) -> bool> = None;

    fn set_up(setup: &str) -> Result<Self, String>;

    /// The names of the moves with what they lead to.
    fn steps(&self) -> Vec<(String, Self::Step)>;

    /// Plays a move that is listed.
    fn take(&mut self, step: Self::Step);

    /// Whether [`Self::OVER`] holds, without looking at moves that are not listed.
    fn is_over(&self) -> bool {
        self.outcome().is_some()
    }

    fn position(&self) -> String;

    fn outcome(&self) -> Option<String>;

    fn moves(&self) -> Vec<String> {
        if Self::OVER.is_some() && self.is_over() {
            return Vec::new();
        }
        self.steps().into_iter().map(|(name, _)| name).collect()
    }

    fn play(&mut self, mv: &str) -> Result<(), String> {
        if let Some(over) = Self::OVER.filter(|_| self.is_over()) {
            return Err(over.to_owned());
        }
        let step = self.steps().into_iter().find(|(name, _)| name == mv);
        let (_, step) = step.ok_or(Self::ILLEGAL)?;
        self.take(step);
        Ok(())
    }

    fn player(&self) -> Option<String> {
        None
    }

    fn canonical(&self) -> Option<String> {
        None
    }

    fn weight(&self, _mv: &str) -> u32 {
        1
    }

    fn observe(&self) -> Vec<(&'static str, String)> {
        Vec::new()
    }
}
