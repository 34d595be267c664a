//! Serialization of players and values by their names.

use std::fmt::Display;

use serde::de::{Deserialize, Deserializer, Error};
use serde::{Serialize, Serializer};
use twinboard_vocabulary::two_player::Player;

/// Serializes the name of a player or a value, or `null`.
#[expect(clippy::ref_option, reason = "serde passes a reference to the field")]
pub(crate) fn optional_name<T: Display, S: Serializer>(
    it: &Option<T>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    it.as_ref().map(ToString::to_string).serialize(serializer)
}

/// Serializes cells, given as row and column from 0.
pub(crate) fn cells<S: Serializer>(
    cells: &[(usize, usize)],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct Cell {
        row: usize,
        column: usize,
    }
    serializer.collect_seq(cells.iter().map(|&(row, column)| Cell { row, column }))
}

/// Serializes what two players have, the first player's in front.
pub(crate) fn of_both<T: Serialize, S: Serializer>(
    [first, second]: &[T; 2],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct OfBoth<'a, T> {
        first: &'a T,
        second: &'a T,
    }
    OfBoth { first, second }.serialize(serializer)
}

/// Deserializes the name of a player, or `null`.
pub(crate) fn optional_player<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Player>, D::Error> {
    const NAMES: [&str; 2] = [Player::First.name(), Player::Second.name()];
    let Some(name) = Option::<String>::deserialize(deserializer)? else { return Ok(None) };
    let player = Player::ALL.into_iter().find(|player| player.name() == name);
    player.map(Some).ok_or_else(|| D::Error::unknown_variant(&name, &NAMES))
}
