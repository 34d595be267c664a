//! Limits that an engine declares on set-ups (EP-13).

use std::fmt;

use crate::breach::{Breach, quote};
use crate::words::read_number;

/// The value of a variant in set-ups that do not name it.
pub(crate) const UNNAMED: &str = "none";

/// A condition on set-ups (EP-13): others are not supported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Limit {
    /// Bounds of a quantity, such as the number of rows.
    Range {
        /// Name of the quantity.
        quantity: String,
        /// Smallest supported value.
        min: u64,
        /// Largest supported value.
        max: u64,
    },
    /// Two quantities that are equal, as on square boards.
    Equal(String, String),
    /// Values of a variant: of the word `KEY=VALUE` in the text of a set-up.
    Variant {
        /// The key.
        key: String,
        /// Supported values; `none` for set-ups without such a word.
        values: Vec<String>,
    },
}

impl Limit {
    /// The quantity that is limited, or the key of the variant.
    #[must_use]
    pub fn subject(&self) -> &str {
        match self {
            Self::Range { quantity, .. } | Self::Equal(quantity, _) => quantity,
            Self::Variant { key, .. } => key,
        }
    }

    pub(crate) fn is_about_the_same(&self, other: &Self) -> bool {
        std::mem::discriminant(self) == std::mem::discriminant(other)
            && self.subject() == other.subject()
    }

    /// The names of quantities in it.
    pub(crate) fn quantities(&self) -> Vec<&str> {
        match self {
            Self::Range { quantity, .. } => vec![quantity],
            Self::Equal(one, other) => vec![one, other],
            Self::Variant { .. } => Vec::new(),
        }
    }

    /// True if a set-up is within the limit. A quantity that it does not have is not limited.
    pub(crate) fn holds(&self, quantities: &[(&'static str, u64)], setup: &str) -> bool {
        let value_of = |name: &str| Some(quantities.iter().find(|(other, _)| *other == name)?.1);
        match self {
            Self::Range { quantity, min, max } => {
                value_of(quantity).is_none_or(|value| (*min..=*max).contains(&value))
            }
            Self::Equal(one, other) => value_of(one) == value_of(other),
            Self::Variant { key, values } => {
                let value = variants(setup).find(|(other, _)| other == key);
                values.iter().any(|it| it == value.map_or(UNNAMED, |(_, value)| value))
            }
        }
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Range { quantity, min, max: u64::MAX } => write!(f, "{quantity} from {min}"),
            Self::Range { quantity, min, max } if min == max => write!(f, "{quantity} {max}"),
            Self::Range { quantity, min, max } => write!(f, "{quantity} {min} to {max}"),
            Self::Equal(one, other) => write!(f, "{one} = {other}"),
            Self::Variant { key, values } => write!(f, "{key}={}", values.join(" or ")),
        }
    }
}

/// The words `KEY=VALUE` in the text of a set-up.
pub(crate) fn variants(setup: &str) -> impl Iterator<Item = (&str, &str)> {
    setup.split_whitespace().filter_map(|word| word.split_once('='))
}

/// Reads `QUANTITY LEAST MOST` or `QUANTITY = QUANTITY`.
pub(crate) fn read_limit(value: &str) -> Result<Limit, Breach> {
    let words: Vec<&str> = value.split(' ').collect();
    let quoted = |word: &str| quote(word.as_bytes());
    match words[..] {
        [one, "=", other] if !other.is_empty() => {
            return Ok(Limit::Equal(quoted(one), quoted(other)));
        }
        [quantity, min, max] => {
            if let (Some(min), Some(max)) = (read_number(min, 10), read_number(max, 10))
                && min <= max
            {
                return Ok(Limit::Range { quantity: quoted(quantity), min, max });
            }
        }
        _ => {}
    }
    let message = format!(
        "the limit `{}` is neither a name and two numbers, the least first, nor two names with `=` \
         between them",
        quoted(value)
    );
    Err(Breach::new("EP-13", message))
}

/// Reads `KEY VALUE …`.
pub(crate) fn read_variant(value: &str) -> Result<Limit, Breach> {
    let mut words = value.split(' ').filter(|word| !word.is_empty());
    let key = words.next().map(|word| quote(word.as_bytes()));
    let values: Vec<String> = words.map(|word| quote(word.as_bytes())).collect();
    match key {
        Some(key) if !values.is_empty() => Ok(Limit::Variant { key, values }),
        _ => {
            let found = quote(value.as_bytes());
            let message =
                format!("the variant `{found}` is not a key and the values that it plays");
            Err(Breach::new("EP-13", message))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{read_limit, read_variant};

    #[test]
    fn set_ups_within_limits() {
        let setup = "...\n...\nko=simple komi=0\nx to move";
        let quantities = [("rows", 2), ("columns", 3)];
        for (limit, text, holds) in [
            (read_limit("rows 1 2"), "rows 1 to 2", true),
            (read_limit("columns 4 4"), "columns 4", false),
            (read_limit("rows = columns"), "rows = columns", false),
            (read_variant("ko positional simple"), "ko=positional or simple", true),
            (read_variant("ko positional"), "ko=positional", false),
            (read_variant("suicide none no"), "suicide=none or no", true),
            (read_variant("suicide no"), "suicide=no", false),
        ] {
            let limit = limit.unwrap();
            assert_eq!((limit.to_string(), limit.holds(&quantities, setup)), (text.into(), holds));
        }
        for text in ["rows 2 1", "rows", "rows 1", "rows = ", "rows -1 2"] {
            assert!(read_limit(text).is_err(), "{text}");
        }
        assert!(read_variant("ko").is_err());
    }
}
