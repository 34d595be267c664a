//! Playing a case on one side of any rule set, and comparing results.

use std::fmt::Debug;
use std::ops::ControlFlow;

use twinboard_harness::Case;
use twinboard_vocabulary::{Game, LegalMoveOf, MoveOf, ResultOf, SetupOf};

/// A game of a side that is set up through its type.
pub(crate) trait SetUp: Game + Clone + Send + 'static {
    fn set_up(setup: &SetupOf<Self::Vocabulary>) -> Option<Self>;
}

macro_rules! set_up {
    ($($side:ty),+) => {
        $(impl SetUp for $side {
            fn set_up(setup: &SetupOf<Self::Vocabulary>) -> Option<Self> {
                <$side>::set_up(setup)
            }
        })+
    };
}

set_up!(
    twinboard_engine::samegame::SameGame,
    twinboard_engine::linkpop::LinkPop,
    twinboard_engine::paint::Paint
);
set_up!(twinboard_oracle::SameGame, twinboard_oracle::LinkPop, twinboard_oracle::Paint);

/// A move of a case, with the game before and after it.
pub(crate) struct Step<'a, G: Game> {
    pub(crate) before: &'a G,
    pub(crate) mv: &'a MoveOf<G::Vocabulary>,
    pub(crate) result: &'a ResultOf<G::Vocabulary>,
    pub(crate) after: &'a G,
}

pub(crate) fn set_up<G: SetUp>(setup: &SetupOf<G::Vocabulary>) -> Result<G, String> {
    G::set_up(setup).ok_or_else(|| "it does not accept this set-up".into())
}

pub(crate) fn each_step<G: SetUp>(
    case: &Case<G::Vocabulary>,
    mut check: impl FnMut(&Step<'_, G>) -> Result<(), String>,
) -> Result<(), String> {
    let mut game = set_up::<G>(&case.setup)?;
    for (index, mv) in case.moves.iter().enumerate() {
        let before = game.clone();
        let result = game.play(mv);
        let step = Step { before: &before, mv, result: &result, after: &game };
        check(&step).map_err(|why| format!("step {}, {mv}: {why}", index + 1))?;
    }
    Ok(())
}

/// Checks the game after the set-up and after every step.
pub(crate) fn each_position<G: SetUp>(
    case: &Case<G::Vocabulary>,
    mut check: impl FnMut(&G) -> Result<(), String>,
) -> Result<(), String> {
    check(&set_up::<G>(&case.setup)?).map_err(|why| format!("the set-up: {why}"))?;
    each_step::<G>(case, |step| check(step.after))
}

pub(crate) fn legal_moves<G: Game>(game: &G) -> Vec<LegalMoveOf<G::Vocabulary>> {
    let mut legal = Vec::new();
    let listing = game.visit_legal_moves(&mut |mv| {
        legal.push(mv.clone());
        ControlFlow::Continue(())
    });
    assert!(listing.is_continue(), "the listing was not interrupted");
    legal.sort_unstable();
    legal
}

/// All lists of this length with these elements.
pub(crate) fn all_lists<T: Copy>(of: Vec<T>, length: u32) -> impl Iterator<Item = Vec<T>> {
    (0..of.len().pow(length)).map(move |number| {
        (0..length).map(|place| of[number / of.len().pow(place) % of.len()]).collect()
    })
}

/// Describes the difference of two values that should be equal.
pub(crate) fn same<T: PartialEq + Debug>(
    what: &str,
    actual: &T,
    expected: &T,
) -> Result<(), String> {
    if actual == expected {
        return Ok(());
    }
    Err(format!("{what} should be\n{expected:?}\nand is\n{actual:?}"))
}
