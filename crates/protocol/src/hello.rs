//! The handshake: what an engine says about itself (EP-10 to EP-13).

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use crate::breach::{Breach, quote};
use crate::limit::{Limit, read_limit, read_variant};

/// The version of the protocol that this crate speaks.
pub const VERSION: u32 = 1;

/// Characters of a note.
const NOTE_MAX: usize = 300;

/// Offers of older kits that nothing asks for any more.
const WITHDRAWN: [&str; 2] = ["functions", "time"];

/// A request or an answer that an engine may lack (EP-12).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Offer {
    /// Lists of legal moves (EP-16); there unless the engine says that it lacks them.
    Moves,
    /// Positions (EP-21); likewise.
    Position,
    /// Outcomes (EP-22); likewise.
    Outcome,
    /// Judgments of single moves (EP-38).
    Legal,
    /// Observations by name (EP-39).
    Observe,
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
    /// Random legal moves that come as often as by the rules (EP-27).
    Dice,
    /// Effects of moves (EP-19).
    Events,
    /// Reasons of refusals (EP-20).
    Reasons,
    /// Places of the engine's code that ran (EP-36).
    Coverage,
}

impl Offer {
    /// All offers, with their names in the handshake and the clauses that define their answers.
    const ABOUT: [(Self, &'static str, &'static str); 16] = [
        (Self::Moves, "moves", "EP-16"),
        (Self::Position, "position", "EP-21"),
        (Self::Outcome, "outcome", "EP-22"),
        (Self::Legal, "legal", "EP-38"),
        (Self::Observe, "observe", "EP-39"),
        (Self::End, "end", "EP-23"),
        (Self::Copy, "copy", "EP-24"),
        (Self::Undo, "undo", "EP-25"),
        (Self::Key, "key", "EP-26"),
        (Self::Random, "random", "EP-27"),
        (Self::Count, "count", "EP-28"),
        (Self::Validate, "validate", "EP-29"),
        (Self::Dice, "dice", "EP-27"),
        (Self::Events, "events", "EP-19"),
        (Self::Reasons, "reasons", "EP-20"),
        (Self::Coverage, "coverage", "EP-36"),
    ];

    /// Those that an engine has unless it says otherwise.
    const USUAL: [Self; 3] = [Self::Moves, Self::Position, Self::Outcome];

    /// All offers.
    pub fn all() -> impl Iterator<Item = Self> {
        Self::ABOUT.into_iter().map(|(offer, ..)| offer)
    }

    /// Name in the handshake.
    #[must_use]
    pub fn name(self) -> &'static str {
        Kind::from(self).name()
    }
}

/// The handshake of an engine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hello {
    /// Name of the rule set that it plays.
    pub rule_set: String,
    /// Name for reports; empty if it has none.
    pub name: String,
    /// A sentence about the engine, printed once; empty if it has none.
    pub note: String,
    /// Requests that it answers besides `set-up` and `play`.
    pub offers: BTreeSet<Offer>,
    /// Bounds of set-ups.
    pub limits: Vec<Limit>,
    /// True if it begins games at a start of the rule set only.
    pub start_only: bool,
    /// True if it begins them at any start with an empty board, then.
    pub empty_starts: bool,
    /// Parts of its positions that are not to be compared, with the reasons (EP-21).
    pub ignores: Vec<(Part, String)>,
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
        let mut hello = Self { offers: Offer::USUAL.into(), ..Self::default() };
        let mut version = None;
        for line in lines.lines() {
            let (name, value) = line.split_once(' ').unwrap_or((line, ""));
            let words = value.split(' ').filter(|word| !word.is_empty());
            match name {
                "protocol" => version = Some(read_version(value)?),
                "rule-set" => hello.rule_set = quote(value.as_bytes()),
                "name" => hello.name = quote(value.as_bytes()),
                "note" => hello.note = shortened(value),
                "offers" => {
                    for word in words.filter(|word| !WITHDRAWN.contains(word)) {
                        hello.offers.insert(read_offer(word, "offers", Offer::all())?);
                    }
                }
                "lacks" => {
                    for word in words {
                        hello.offers.remove(&read_offer(word, "lacks", Offer::USUAL)?);
                    }
                }
                "limit" => hello.add_limit(read_limit(value)?)?,
                "variant" => hello.add_limit(read_variant(value)?)?,
                "start-only" => (hello.start_only, hello.empty_starts) = (true, value == "empty"),
                "ignores" => hello.ignores.push(read_ignored(value)?),
                _ => {
                    let message = format!(
                        "the handshake has the line `{}`; expected protocol, rule-set, name, \
                         note, offers, lacks, limit, variant, start-only or ignores",
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
        let compared = [Offer::Moves, Offer::Legal, Offer::Position, Offer::Validate];
        if !compared.iter().any(|&offer| hello.has(offer)) {
            let message = "the engine lacks moves and position and offers neither legal nor \
                           validate: there is nothing to compare";
            return Err(Breach::new("EP-12", message));
        }
        Ok(hello)
    }

    fn add_limit(&mut self, limit: Limit) -> Result<(), Breach> {
        if self.limits.iter().any(|other| other.is_about_the_same(&limit)) {
            let message = format!("the handshake limits `{}` twice", limit.subject());
            return Err(Breach::new("EP-13", message));
        }
        self.limits.push(limit);
        Ok(())
    }
}

fn read_version(value: &str) -> Result<u32, Breach> {
    let version = value.parse().ok().filter(|version| (1..=VERSION).contains(version));
    version.ok_or_else(|| {
        let found = quote(value.as_bytes());
        Breach::new("EP-11", format!("the engine speaks protocol `{found}`; expected {VERSION}"))
    })
}

/// A note without control characters.
fn shortened(value: &str) -> String {
    value.chars().filter(|character| !character.is_control()).take(NOTE_MAX).collect()
}

/// Reads `PART: REASON`.
fn read_ignored(value: &str) -> Result<(Part, String), Breach> {
    let (part, reason) = value.split_once(": ").unwrap_or((value, ""));
    let part = part.parse().ok().filter(|_| !reason.trim().is_empty()).ok_or_else(|| {
        let found = quote(value.as_bytes());
        let message =
            format!("the engine ignores `{found}`; expected `field 4: REASON` or `line …`");
        Breach::new("EP-21", message)
    })?;
    Ok((part, quote(reason.as_bytes())))
}

fn read_offer(
    word: &str,
    verb: &str,
    known: impl IntoIterator<Item = Offer>,
) -> Result<Offer, Breach> {
    let known: Vec<Offer> = known.into_iter().collect();
    let found = known.iter().find(|offer| offer.name() == word);
    found.copied().ok_or_else(|| {
        let names: Vec<_> = known.iter().map(|offer| offer.name()).collect();
        let (word, names) = (quote(word.as_bytes()), names.join(", "));
        Breach::new("EP-12", format!("the engine {verb} `{word}`; expected some of {names}"))
    })
}

/// A part of the text of a position that is taken from the oracle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// A word of the first line, such as a field of a FEN, from 1.
    Field(usize),
    /// A line, from 1.
    Line(usize),
    /// The first line that begins with this word.
    LineOf(String),
}

impl Part {
    /// The text of the engine with this part as the oracle has it; unchanged where one of them lacks
    /// it.
    pub(crate) fn taken_from(&self, oracle: &str, engine: &str) -> String {
        let lines: Vec<&str> = engine.lines().collect();
        let with_line = |at: usize, line: &str| {
            let mut lines = lines.clone();
            lines[at] = line;
            lines.join("\n") + "\n"
        };
        let changed = match self {
            Self::Field(number) => {
                let mut words: Vec<&str> =
                    lines.first().map_or("", |line| line).split(' ').collect();
                let theirs = oracle.lines().next().unwrap_or_default().split(' ').nth(number - 1);
                theirs.filter(|_| *number <= words.len()).map(|theirs| {
                    words[number - 1] = theirs;
                    with_line(0, &words.join(" "))
                })
            }
            Self::Line(number) => {
                let theirs = oracle.lines().nth(number - 1).filter(|_| *number <= lines.len());
                theirs.map(|line| with_line(number - 1, line))
            }
            Self::LineOf(word) => {
                let begins = |line: &&str| line.split([' ', '=']).next() == Some(word);
                let theirs = oracle.lines().find(begins);
                theirs.zip(lines.iter().position(begins)).map(|(line, at)| with_line(at, line))
            }
        };
        changed.unwrap_or_else(|| engine.to_owned())
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Field(number) => write!(f, "field {number}"),
            Self::Line(number) => write!(f, "line {number}"),
            Self::LineOf(word) => write!(f, "line {word}"),
        }
    }
}

impl FromStr for Part {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let expected = "`field NUMBER`, `line NUMBER` or `line WORD`, numbers from 1";
        let (kind, rest) = text.split_once(' ').ok_or(expected)?;
        let number = rest.parse::<usize>().ok();
        match (kind, number) {
            ("field", Some(number @ 1..)) => Ok(Self::Field(number)),
            ("line", Some(number @ 1..)) => Ok(Self::Line(number)),
            ("line", None) if !rest.is_empty() && !rest.contains([' ', '=']) => {
                Ok(Self::LineOf(rest.to_owned()))
            }
            _ => Err(expected),
        }
    }
}

/// A request of the protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    Hello,
    SetUp,
    Play,
    /// `moves` with a limit of one.
    FirstMove,
    Offered(Offer),
}

impl From<Offer> for Kind {
    fn from(offer: Offer) -> Self {
        Self::Offered(offer)
    }
}

impl Kind {
    /// Its name, and the clause that defines its answer.
    fn name_and_clause(self) -> (&'static str, &'static str) {
        let offer = match self {
            Self::Hello => return ("hello", "EP-11"),
            Self::SetUp => return ("set-up", "EP-15"),
            Self::Play => return ("play", "EP-18"),
            Self::FirstMove => Offer::Moves,
            Self::Offered(offer) => offer,
        };
        let mut about = Offer::ABOUT.into_iter();
        let found =
            about.find_map(|(other, name, clause)| (other == offer).then_some((name, clause)));
        found.expect("each has a name")
    }

    pub(crate) fn name(self) -> &'static str {
        self.name_and_clause().0
    }

    pub(crate) fn clause(self) -> &'static str {
        self.name_and_clause().1
    }

    /// True if the answer can only be `ok`.
    pub(crate) const fn is_order(self) -> bool {
        matches!(self, Self::Offered(Offer::End | Offer::Copy | Offer::Undo))
    }

    /// True if the answer has lines after its first one (EP-5).
    pub(crate) const fn has_lines(self) -> bool {
        use Offer::{Moves, Observe, Position};
        matches!(self, Self::Hello | Self::FirstMove | Self::Offered(Moves | Position | Observe))
    }
}

#[cfg(test)]
mod tests {
    use super::{Hello, Part};

    #[test]
    fn texts_of_an_engine_are_shortened() {
        let long = "x".repeat(100_000);
        let hello = format!("protocol 1\nrule-set {long}\nname \x1b{long}\nlimit {long} 1 2\n");
        let hello = Hello::read(&hello).unwrap();
        for text in [&hello.rule_set[..], &hello.name, hello.limits[0].subject()] {
            assert!(text.len() < 320 && text.contains("xxx… ("), "{text}");
        }
        assert!(hello.name.starts_with("\\u{1b}xxx"), "{}", hello.name);
    }

    #[test]
    fn a_part_is_taken_from_the_oracle_and_the_rest_is_kept() {
        let (oracle, engine) =
            ("8/8 w - e3 0\nscore 7\nko=simple\n", "8/7 b KQ - 1\nscore 9\nko=x\n");
        for (part, text) in [
            ("field 4", "8/7 b KQ e3 1\nscore 9\nko=x\n"),
            ("field 9", engine),
            ("line 2", "8/7 b KQ - 1\nscore 7\nko=x\n"),
            ("line 4", engine),
            ("line score", "8/7 b KQ - 1\nscore 7\nko=x\n"),
            ("line ko", "8/7 b KQ - 1\nscore 9\nko=simple\n"),
            ("line komi", engine),
        ] {
            let read: Part = part.parse().unwrap();
            let taken = (read.to_string(), read.taken_from(oracle, engine));
            assert_eq!(taken, (part.into(), text.into()));
        }
        for text in ["field", "field 0", "field x", "line 0", "line ", "line a b", "row 1"] {
            assert!(text.parse::<Part>().is_err(), "{text}");
        }
    }
}
