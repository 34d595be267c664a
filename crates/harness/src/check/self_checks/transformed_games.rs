//! Metamorphic self-check: the engine plays the case once more, transformed by a symmetry of the
//! rule set. After every step the transformed game must be the image of the game itself.
//!
//! ```text
//! game            set-up ──move──▶ position ──move──▶ position
//!                   │ symmetry        │                  │
//! transformed       ▼                 ▼                  ▼
//! game            set-up ──move──▶ position ──move──▶ position
//! ```

use arbitrary::Unstructured;
use twinboard_vocabulary::text::counted;
use twinboard_vocabulary::{Game, MoveOf, ResultOf, SetupOf, Vocabulary};

use crate::check::checks::Checks;
use crate::check::compare::only_in;
use crate::model::guard;
use crate::model::random::{SplitMix, bytes_of};
use crate::model::rules::{RuleSet, Symmetry, ViewOf, legal_moves};
use crate::model::watched::{WatchedGame, WatchedSide};

/// Transformed games per case, at most.
const TRANSFORMED_GAMES_MAX: usize = 12;

/// Moves listed by all transformed games of a position together: after 2048, no further game lists
/// its own. With about a thousand legal moves, all lists would take most of the time of shrinking.
const LISTED_MOVES: usize = 2048;

/// A symmetry and the engine's game transformed by it.
type TransformedGame<'a, R> = (BoxedSymmetry<R>, WatchedGame<'a, <R as RuleSet>::Vocabulary>);

type BoxedSymmetry<R> = Box<dyn Symmetry<<R as RuleSet>::Vocabulary>>;

/// A move and its result; `None` at the set-up.
type StepOf<'a, R> =
    Option<(&'a MoveOf<<R as RuleSet>::Vocabulary>, &'a ResultOf<<R as RuleSet>::Vocabulary>)>;

/// A symmetry of which the engine's transformed game was not the image, and the difference. The
/// fault may be the engine's or the symmetry's: see
/// `crates/harness/src/check/lockstep/transformed.rs`.
pub(crate) struct Suspect<R: RuleSet> {
    pub(crate) symmetry: BoxedSymmetry<R>,
    pub(crate) detail: String,
}

/// The transformed games of a case. The first that is not the image of the game ends all of them.
pub(super) struct TransformedGames<'a, R: RuleSet> {
    games: Vec<TransformedGame<'a, R>>,
    suspect: Option<Suspect<R>>,
}

impl<'a, R: RuleSet> TransformedGames<'a, R> {
    /// No transformed games.
    pub(super) fn none() -> Self {
        Self { games: Vec::new(), suspect: None }
    }

    /// Sets up the games for symmetries chosen by `random`, as many as `checks` allow.
    pub(super) fn new(
        rules: &R,
        engine: &WatchedSide<'a, R::Vocabulary>,
        setup: &SetupOf<R::Vocabulary>,
        checks: Checks,
        random: &mut SplitMix,
    ) -> Self {
        let mut all = Self::none();
        // The first symmetry is that of a campaign. A copy chooses the others, so that `random` is
        // in the same state with any checks.
        let mut others = random.clone();
        let bytes = bytes_of(random);
        if !checks.transforms {
            return all;
        }
        all.begin(rules, engine, setup, &bytes);
        bytes_of(&mut others);
        for _ in 1..checks.samples(rules.size(setup), TRANSFORMED_GAMES_MAX) {
            all.begin(rules, engine, setup, &bytes_of(&mut others));
        }
        if all.suspect.is_some() {
            all.games.clear();
        }
        all
    }

    /// Sets up the game transformed by a symmetry chosen by `bytes`, if the rule set has any.
    fn begin(
        &mut self,
        rules: &R,
        engine: &WatchedSide<'a, R::Vocabulary>,
        setup: &SetupOf<R::Vocabulary>,
        bytes: &[u8],
    ) {
        let Some(symmetries) = rules.symmetries() else { return };
        let chosen = symmetries.symmetry(setup, &mut Unstructured::new(bytes));
        let Ok(Some(symmetry)) = chosen else { return };
        let transformed = symmetry.transform_setup(setup);
        match guard::catch(|| engine.set_up(&transformed)) {
            Ok(Some(game)) => self.games.push((symmetry, game)),
            Ok(None) => {}
            Err(message) => {
                let detail = format!("transformed by {symmetry}, the engine panics: {message}");
                self.suspect.get_or_insert(Suspect { symmetry, detail });
            }
        }
    }

    /// Announces the next move of the game, transformed.
    pub(super) fn prefetch(&mut self, mv: &MoveOf<R::Vocabulary>) {
        // A symmetry that panics here panics again when the move is played.
        let _ = guard::catch(|| {
            for (symmetry, game) in &mut self.games {
                game.prefetch(&symmetry.transform_move(mv));
            }
        });
    }

    /// Plays the step in all transformed games and compares them with `view`; with `lists_up_to`,
    /// also their legal moves up to that number. A difference becomes the suspect.
    pub(super) fn follow(
        &mut self,
        key: Option<u64>,
        view: &ViewOf<R>,
        step: StepOf<'_, R>,
        lists_up_to: Option<usize>,
    ) {
        if self.games.is_empty() {
            return;
        }
        let mut at = 0;
        let followed = guard::catch(|| {
            let mut listed = 0;
            for (index, (symmetry, game)) in self.games.iter_mut().enumerate() {
                at = index;
                let limit = lists_up_to.filter(|_| listed < LISTED_MOVES);
                let symmetry = symmetry.as_ref();
                transformed_game_follows::<R, _>(symmetry, game, key, view, step, limit)?;
                listed += view.legal.as_ref().map_or(limit.unwrap_or(0), Vec::len);
            }
            Ok(())
        });
        let detail = match followed {
            Ok(Ok(())) => return,
            Ok(Err(detail)) => detail,
            Err(message) => format!("the engine or the symmetry panics: {message}"),
        };
        let (symmetry, _) = self.games.swap_remove(at);
        let detail = format!("transformed by {symmetry}, {detail}");
        self.suspect = Some(Suspect { symmetry, detail });
        self.games.clear();
    }

    /// The first difference, returned once.
    pub(super) fn take_suspect(&mut self) -> Option<Suspect<R>> {
        self.suspect.take()
    }
}

/// Plays the step in the transformed game and compares result, position, outcome and key with the
/// image of `view`; with `lists_up_to`, also the legal moves up to that number. Keys must be equal if
/// and only if position and image are.
pub(crate) fn transformed_game_follows<R: RuleSet, G: Game<Vocabulary = R::Vocabulary>>(
    symmetry: &dyn Symmetry<R::Vocabulary>,
    game: &mut G,
    key: Option<u64>,
    view: &ViewOf<R>,
    step: StepOf<'_, R>,
    lists_up_to: Option<usize>,
) -> Result<(), String> {
    if let Some((mv, result)) = step {
        let other = game.play(&symmetry.transform_move(mv));
        let same = match (result, &other) {
            (Ok(event), Ok(other)) => {
                symmetry.transform_legal(&R::Vocabulary::played(event))
                    == R::Vocabulary::played(other)
            }
            (Err(refusal), Err(other)) => refusal == other,
            _ => false,
        };
        if !same {
            let what = other.map_or_else(|refusal| refusal.to_string(), |event| event.to_string());
            return Err(format!("the move has another result: {what}"));
        }
    }
    let position = game.position();
    if position != symmetry.transform_position(&view.position) {
        return Err("the position is not the transformed one".to_owned());
    }
    if game.outcome() != view.outcome {
        return Err(format!("the outcome is: {}", game.outcome()));
    }
    match (key, key.and_then(|_| game.key())) {
        (Some(key), Some(other)) if (key == other) != (position == view.position) => {
            let positions = if key == other { "differ" } else { "are equal" };
            let text =
                format!("the key is {other:016x}, else {key:016x}, but the positions {positions}");
            return Err(text);
        }
        _ => {}
    }
    let Some(limit) = lists_up_to else { return Ok(()) };
    let expected = view.legal.as_ref().map(|legal| {
        let mut moves: Vec<_> = legal.iter().map(|legal| symmetry.transform_legal(legal)).collect();
        moves.sort_unstable();
        moves
    });
    let capacity = expected.as_ref().map_or(0, Vec::len);
    let listed = legal_moves(game, limit, capacity);
    let (listed, expected) = match (&listed, &expected) {
        _ if listed == expected => return Ok(()),
        (Some(listed), Some(expected)) => (only_in(listed, expected), only_in(expected, listed)),
        _ => {
            let say = |legal: &Option<Vec<_>>| match legal {
                Some(legal) => counted(legal.len() as u64, "move"),
                None => format!("more than {limit} moves"),
            };
            (say(&listed), say(&expected))
        }
    };
    Err(format!("other moves are legal: {listed}; transformed: {expected}"))
}
