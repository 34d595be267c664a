//! A game of digits behind a `#`: a move takes the first digit, for as many points, or passes and
//! leaves it out. A set-up cannot express the points, so players get all moves.

use std::cmp::Ordering;

use twinboard_harness::{Pairing, TextRules};
use twinboard_registration::ContestOf;
use twinboard_vocabulary::text_game::TextGame;
use twinboard_vocabulary::two_player::Player;

/// The digits that are left, and the points of both players; the one to move comes first.
#[derive(Clone)]
struct Digits(Vec<u8>, [i64; 2], bool);

impl TextGame for Digits {
    fn set_up(setup: &str) -> Result<Self, String> {
        let digits = setup.strip_prefix('#').filter(|it| it.bytes().all(|it| it.is_ascii_digit()));
        let digits = digits.ok_or("`#` before the digits")?;
        Ok(Self(digits.bytes().map(|digit| digit - b'0').collect(), [0; 2], false))
    }

    fn moves(&self) -> Vec<String> {
        let moves = if self.0.is_empty() { &[][..] } else { &["take", "pass"] };
        moves.iter().map(|&mv| mv.to_owned()).collect()
    }

    fn play(&mut self, mv: &str) -> Result<(), String> {
        if !self.moves().iter().any(|legal| legal == mv) {
            return Err("`take` or `pass`, while digits are left".into());
        }
        let digit = self.0.remove(0);
        if mv == "take" {
            self.1[usize::from(self.2)] += i64::from(digit);
        }
        self.2 = !self.2;
        Ok(())
    }

    fn position(&self) -> String {
        let Self(rest, [first, second], is_second) = self;
        format!("{first} {second} {rest:?} {is_second}")
    }

    fn outcome(&self) -> Option<String> {
        self.0.is_empty().then(|| "over".into())
    }
}

pub(crate) fn pairing() -> Pairing<TextRules> {
    // The games of the first one are over at once.
    TextRules::new::<Digits>("digits", &["#", "#3579", "#91"]).engine::<Digits>().pairing()
}

pub(crate) fn contest() -> ContestOf<TextRules> {
    ContestOf::two_players(&pairing(), |_, position, _| {
        let points = |place| {
            let points = position.as_str().split(' ').nth(place);
            points.and_then(|it| it.parse::<u64>().ok()).expect("the points come first")
        };
        match points(0).cmp(&points(1)) {
            Ordering::Greater => Some(Player::First),
            Ordering::Equal => None,
            Ordering::Less => Some(Player::Second),
        }
    })
}
