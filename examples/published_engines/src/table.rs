//! Everything that all games of this project share: texts as set-ups, moves and positions, and
//! [`Player`], the trait of oracles and adapters, which the wrapper [`Seat`] turns into a game.

use std::fmt::{self, Debug, Display};
use std::hash::Hash;
use std::marker::PhantomData;
use std::ops::ControlFlow;
use std::str::FromStr;
use std::sync::Arc;

use arbitrary::Unstructured;
use twinboard::Registration;
use twinboard::harness::{Pairing, RuleSet, Subject};
use twinboard::vocabulary::{ByFromStr, ExactText, Game, Vocabulary};

/// A game of this project: how its set-ups read, and which of them campaigns draw.
pub trait Rules: Copy + Default + Eq + Hash + Debug + Send + Sync + 'static {
    /// The name of the rule set.
    const NAME: &'static str;

    /// Limit on the moves of a case.
    const MOVES_MAX: usize = 200;

    /// Checks the text of a set-up.
    ///
    /// # Errors
    ///
    /// What was expected.
    fn check(setup: &str) -> Result<(), &'static str>;

    /// Draws the text of a set-up.
    ///
    /// # Errors
    ///
    /// Errors of `u` only.
    fn generate(u: &mut Unstructured<'_>) -> arbitrary::Result<String>;

    /// The set-up of a position of a game; `None` if its text does not determine it.
    fn setup_of(position: &str) -> Option<String> {
        Some(position.to_owned())
    }
}

/// The vocabulary and the rule set of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Table<R>(PhantomData<R>);

/// A checked set-up.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Setup<R>(pub String, PhantomData<R>);

/// A move, as one word.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(pub String);

/// A position, as lines.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position(pub String);

/// The only refusal: published engines give no reasons, or each its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Illegal;

/// The state of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The game goes on.
    Playing,
    /// The side that moves first in the ordinary game has won.
    First,
    /// The other side has won.
    Second,
    /// Nobody has won.
    Drawn,
}

const OUTCOMES: [(Outcome, &str); 4] = [
    (Outcome::Playing, "playing"),
    (Outcome::First, "first-won"),
    (Outcome::Second, "second-won"),
    (Outcome::Drawn, "drawn"),
];

impl Outcome {
    /// The win of the first or of the second side.
    #[must_use]
    pub fn won(by_first: bool) -> Self {
        if by_first { Self::First } else { Self::Second }
    }

    /// The side with the higher score has won.
    #[must_use]
    pub fn by_score(first: usize, second: usize) -> Self {
        if first == second { Self::Drawn } else { Self::won(first > second) }
    }
}

impl<R: Rules> FromStr for Setup<R> {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, &'static str> {
        let text = text.trim_end().replace('\r', "");
        R::check(&text).map(|()| Self(text, PhantomData))
    }
}

impl FromStr for Move {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, &'static str> {
        let is_word = !text.is_empty() && !text.contains(char::is_whitespace);
        if is_word { Ok(Self(text.to_owned())) } else { Err("one word") }
    }
}

impl FromStr for Position {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, &'static str> {
        Ok(Self(text.trim_end().to_owned()))
    }
}

impl FromStr for Illegal {
    type Err = &'static str;

    fn from_str(_: &str) -> Result<Self, &'static str> {
        Ok(Self)
    }
}

impl FromStr for Outcome {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, &'static str> {
        let known = OUTCOMES.iter().find(|(_, name)| *name == text);
        known.map(|&(outcome, _)| outcome).ok_or("playing, first-won, second-won or drawn")
    }
}

impl<R> Display for Setup<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.0)
    }
}

impl Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.0)
    }
}

impl Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("illegal")
    }
}

impl Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(OUTCOMES.iter().find(|(outcome, _)| outcome == self).map_or("", |it| it.1))
    }
}

impl<R: Rules> Vocabulary for Table<R> {
    const NAME: &'static str = R::NAME;
    type Setup = Setup<R>;
    type Move = Move;
    type LegalMove = Move;
    type Event = Move;
    type Refusal = Illegal;
    type Position = Position;
    type Outcome = Outcome;

    fn is_over(outcome: Outcome) -> bool {
        outcome != Outcome::Playing
    }
}

impl<R: Rules> RuleSet for Table<R> {
    type Vocabulary = Self;

    fn generate_setup(&self, u: &mut Unstructured<'_>) -> arbitrary::Result<Setup<R>> {
        R::generate(u).map(|text| Setup(text, PhantomData))
    }

    fn setup_of_position(&self, _: &Setup<R>, position: &Position) -> Option<Setup<R>> {
        R::setup_of(&position.0).and_then(|text| text.parse().ok())
    }

    fn moves_max(&self, _: &Setup<R>) -> usize {
        R::MOVES_MAX
    }

    fn exact_text(&self) -> Option<&'static dyn ExactText<Self>> {
        Some(&ByFromStr)
    }
}

/// One side of a comparison, as little as an adapter must say.
pub trait Player: Sized + Send + 'static {
    /// The game that is played.
    type Rules: Rules;

    /// Sets a game up; `None` if this side does not support the set-up.
    fn set_up(setup: &str) -> Option<Self>;

    /// The legal moves, in any order.
    fn moves(&self) -> Vec<String>;

    /// Plays a move. Returns false, and changes nothing, if it is illegal.
    fn play(&mut self, mv: &str) -> bool;

    /// The text of the position: a set-up.
    fn position(&self) -> String;

    /// The state of the game.
    fn outcome(&self) -> Outcome;

    /// The hash of the position, if this side has one.
    fn key(&self) -> Option<u64> {
        None
    }

    /// Takes the last move back. Returns false if this side cannot do so.
    fn undo(&mut self) -> bool {
        false
    }
}

/// A player as a game.
#[derive(Clone, Debug)]
pub struct Seat<P>(P);

impl<P: Player> Seat<P> {
    /// Sets a game up.
    #[must_use]
    pub fn set_up(setup: &Setup<P::Rules>) -> Option<Self> {
        P::set_up(&setup.0).map(Self)
    }
}

impl<P: Player + Clone> Game for Seat<P> {
    type Vocabulary = Table<P::Rules>;

    fn visit_legal_moves(
        &self,
        visit: &mut dyn FnMut(&Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.0.moves().into_iter().try_for_each(|mv| visit(&Move(mv)))
    }

    fn play(&mut self, mv: &Move) -> Result<Move, Illegal> {
        if self.0.play(&mv.0) { Ok(mv.clone()) } else { Err(Illegal) }
    }

    fn position(&self) -> Position {
        Position(self.0.position())
    }

    fn outcome(&self) -> Outcome {
        self.0.outcome()
    }

    fn key(&self) -> Option<u64> {
        self.0.key()
    }

    fn undo_moves(&mut self, moves: &[Move]) -> bool {
        let before = self.clone();
        let played = moves.iter().filter(|mv| self.0.play(&mv.0)).count();
        let is_undone = (0..played).all(|_| self.0.undo());
        if !is_undone {
            *self = before;
        }
        is_undone && played > 0
    }
}

/// An oracle with an engine.
#[must_use]
pub fn subject<O, E>() -> Arc<dyn Subject>
where
    O: Player + Clone,
    E: Player<Rules = O::Rules> + Clone,
{
    Arc::new(Pairing::new(Table::<O::Rules>::default(), Seat::<E>::set_up, Seat::<O>::set_up))
}

/// The record of a game with its first engine.
#[must_use]
pub fn registration<O, E>() -> Registration
where
    O: Player + Clone,
    E: Player<Rules = O::Rules> + Clone,
{
    let rules = Table::<O::Rules>::default();
    Registration::new(Pairing::new(rules, Seat::<E>::set_up, Seat::<O>::set_up))
}
