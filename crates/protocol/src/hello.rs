//! The handshake: what an engine says about itself (EP-10 to EP-13).

use std::collections::BTreeSet;

use crate::breach::{Breach, quote};

/// The version of the protocol that this crate speaks.
pub const VERSION: u32 = 1;

/// An optional request or answer (EP-12).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Offer {
    /// The end of single games (EP-23).
    End,
    /// Copies of games (EP-24).
    Copy,
    /// Moves taken back (EP-25).
    Undo,
    /// Hashes of positions (EP-26).
    Key,
    /// Random legal moves (EP-27).
    Random,
    /// Counts of legal moves of one kind (EP-28).
    Count,
    /// Checks of its own representation (EP-29).
    Validate,
    /// Time spent in the engine's functions (EP-30).
    Time,
    /// Random legal moves that come as often as by the rules (EP-27).
    Dice,
    /// Effects of moves (EP-19).
    Events,
    /// Reasons of refusals (EP-20).
    Reasons,
    /// Places of the engine's code that ran (EP-36).
    Coverage,
    /// Names of these places (EP-37).
    Functions,
}

impl Offer {
    /// All offers.
    pub const ALL: [Self; 13] = [
        Self::End,
        Self::Copy,
        Self::Undo,
        Self::Key,
        Self::Random,
        Self::Count,
        Self::Validate,
        Self::Time,
        Self::Dice,
        Self::Events,
        Self::Reasons,
        Self::Coverage,
        Self::Functions,
    ];

    /// Name in the handshake.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::End => "end",
            Self::Copy => "copy",
            Self::Undo => "undo",
            Self::Key => "key",
            Self::Random => "random",
            Self::Count => "count",
            Self::Validate => "validate",
            Self::Time => "time",
            Self::Dice => "dice",
            Self::Events => "events",
            Self::Reasons => "reasons",
            Self::Coverage => "coverage",
            Self::Functions => "functions",
        }
    }
}

/// Declared bounds of a quantity of set-ups (EP-13).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limit {
    /// Name of the quantity.
    pub quantity: String,
    /// Smallest supported value.
    pub min: u64,
    /// Largest supported value.
    pub max: u64,
}

/// The handshake of an engine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hello {
    /// Name of the rule set that it plays.
    pub rule_set: String,
    /// Name for reports; empty if it has none.
    pub name: String,
    /// Optional requests that it answers.
    pub offers: BTreeSet<Offer>,
    /// Bounds of set-ups.
    pub limits: Vec<Limit>,
}

impl Hello {
    /// True if the engine offers this.
    #[must_use]
    pub fn has(&self, offer: Offer) -> bool {
        self.offers.contains(&offer)
    }

    /// Reads the lines of the answer to `hello`. Its texts, which reports print, are shortened as those
    /// that are quoted; no name that is known is changed by that.
    pub(crate) fn read(lines: &str) -> Result<Self, Breach> {
        let mut hello = Self::default();
        let mut version = None;
        for line in lines.lines() {
            let (name, value) = line.split_once(' ').unwrap_or((line, ""));
            match name {
                "protocol" => version = Some(read_version(value)?),
                "rule-set" => hello.rule_set = quote(value.as_bytes()),
                "name" => hello.name = quote(value.as_bytes()),
                "offers" => {
                    for word in value.split(' ').filter(|word| !word.is_empty()) {
                        hello.offers.insert(read_offer(word)?);
                    }
                }
                "limit" => {
                    let limit = read_limit(value)?;
                    if hello.limits.iter().any(|other| other.quantity == limit.quantity) {
                        let message = format!("the handshake limits `{}` twice", limit.quantity);
                        return Err(Breach::new("EP-13", message));
                    }
                    hello.limits.push(limit);
                }
                _ => {
                    let message = format!(
                        "the handshake has the line `{}`; expected protocol, rule-set, name, \
                         offers or limit",
                        quote(line.as_bytes())
                    );
                    return Err(Breach::new("EP-11", message));
                }
            }
        }
        if version.is_none() {
            return Err(Breach::new("EP-11", "the handshake has no line `protocol`"));
        }
        if hello.rule_set.is_empty() {
            return Err(Breach::new("EP-11", "the handshake has no line `rule-set`"));
        }
        Ok(hello)
    }
}

fn read_version(value: &str) -> Result<u32, Breach> {
    let version = value.parse().ok().filter(|version| (1..=VERSION).contains(version));
    version.ok_or_else(|| {
        let found = quote(value.as_bytes());
        Breach::new("EP-11", format!("the engine speaks protocol `{found}`; expected {VERSION}"))
    })
}

fn read_offer(word: &str) -> Result<Offer, Breach> {
    Offer::ALL.into_iter().find(|offer| offer.name() == word).ok_or_else(|| {
        let names = Offer::ALL.map(Offer::name).join(", ");
        let word = quote(word.as_bytes());
        Breach::new("EP-12", format!("the engine offers `{word}`; expected some of {names}"))
    })
}

fn read_limit(value: &str) -> Result<Limit, Breach> {
    let words: Vec<&str> = value.split(' ').collect();
    if let [quantity, min, max] = words[..]
        && let (Ok(min), Ok(max)) = (min.parse(), max.parse())
        && min <= max
    {
        return Ok(Limit { quantity: quote(quantity.as_bytes()), min, max });
    }
    let found = quote(value.as_bytes());
    Err(Breach::new(
        "EP-13",
        format!("the limit `{found}` is not a name and two numbers, the least first"),
    ))
}

#[cfg(test)]
mod tests {
    use super::Hello;

    #[test]
    fn texts_of_an_engine_are_shortened() {
        let long = "x".repeat(100_000);
        let hello = format!("protocol 1\nrule-set {long}\nname \x1b{long}\nlimit {long} 1 2\n");
        let hello = Hello::read(&hello).unwrap();
        for text in [&hello.rule_set, &hello.name, &hello.limits[0].quantity] {
            assert!(text.len() < 200 && text.contains("xxx… ("), "{text}");
        }
        assert!(hello.name.starts_with("\\u{1b}xxx"), "{}", hello.name);
    }
}
