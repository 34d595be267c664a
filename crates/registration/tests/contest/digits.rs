//! A game of digits: a move takes the first digit, for as many points, or
//! passes and leaves it out. A set-up cannot express the points, so players get all moves.

use std::fmt;
use std::num::ParseIntError;
use std::ops::ControlFlow;
use std::str::FromStr;

use arbitrary::Unstructured;
use twinboard_harness::{Pairing, RuleSet};
use twinboard_vocabulary::two_player::Player;
use twinboard_vocabulary::{Game, ParseError, Vocabulary};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct DigitGame;

impl Vocabulary for DigitGame {
    const NAME: &'static str = "digits";
    type Setup = Digits;
    type Move = Choice;
    type LegalMove = Choice;
    type Event = Choice;
    type Refusal = &'static str;
    type Position = Position;
    type Outcome = bool;

    fn is_over(is_over: bool) -> bool {
        is_over
    }
}

impl RuleSet for DigitGame {
    type Vocabulary = Self;

    /// Half of the set-ups have no digit: their games are over at once.
    fn generate_setup(&self, u: &mut Unstructured<'_>) -> arbitrary::Result<Digits> {
        let count = if u.arbitrary()? { u.int_in_range(1..=9)? } else { 0 };
        (0..count).map(|_| u.int_in_range(1..=9_u8)).collect::<Result<_, _>>().map(Digits)
    }
}

/// Digits after a `#`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Digits(Vec<u8>);

impl FromStr for Digits {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let digits = text.strip_prefix('#').ok_or("`#` before the digits")?;
        let digit = |it: char| it.to_string().parse::<u8>();
        Ok(Self(digits.chars().map(digit).collect::<Result<_, ParseIntError>>()?))
    }
}

impl fmt::Display for Digits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(digits) = self;
        write!(f, "#{}", digits.iter().map(ToString::to_string).collect::<String>())
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Choice {
    Take,
    Pass,
}

impl FromStr for Choice {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, &'static str> {
        match text {
            "take" => Ok(Self::Take),
            "pass" => Ok(Self::Pass),
            _ => Err("`take` or `pass`"),
        }
    }
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if *self == Self::Take { "take" } else { "pass" })
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Position {
    rest: Vec<u8>,
    /// Points of those who moved first, third and so on, and of the others.
    pub(crate) points: [i64; 2],
    to_move: Player,
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} {:?} {}", self.rest, self.points, self.to_move)
    }
}

#[derive(Clone)]
pub(crate) struct Row(Position);

impl Row {
    #[expect(clippy::unnecessary_wraps, reason = "an implementation may refuse set-ups")]
    pub(crate) fn set_up(Digits(digits): &Digits) -> Option<Self> {
        let (rest, points) = (digits.clone(), [0; 2]);
        Some(Self(Position { rest, points, to_move: Player::First }))
    }
}

impl Game for Row {
    type Vocabulary = DigitGame;

    fn visit_legal_moves(
        &self,
        visit: &mut dyn FnMut(&Choice) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if self.outcome() {
            return ControlFlow::Continue(());
        }
        visit(&Choice::Take)?;
        visit(&Choice::Pass)
    }

    fn play(&mut self, mv: &Choice) -> Result<Choice, &'static str> {
        if self.outcome() {
            return Err("no digit is left");
        }
        let digit = self.0.rest.remove(0);
        if *mv == Choice::Take {
            self.0.points[self.0.to_move.index()] += i64::from(digit);
        }
        self.0.to_move = self.0.to_move.other();
        Ok(*mv)
    }

    fn position(&self) -> Position {
        self.0.clone()
    }

    fn outcome(&self) -> bool {
        self.0.rest.is_empty()
    }
}

pub(crate) fn pairing() -> Pairing<DigitGame> {
    Pairing::new(DigitGame, Row::set_up, Row::set_up)
}
