//! Journal of a tournament, from which an interrupted tournament is resumed: a file of JSON lines.
//! The first has the settings, each further one the record of a game, appended as soon as the game
//! ends. The last line may be incomplete, after a crash or on a full disk; readers ignore it.

use std::collections::BTreeSet;
use std::fmt::{self, Display};

use serde::de::{Deserializer, Error};
use serde::{Deserialize, Serialize, Serializer};
use twinboard_vocabulary::two_player::Player;

use crate::record::Record;
use crate::settings::Settings;

/// Version of the format.
const VERSION: u32 = 4;

#[derive(Serialize, Deserialize)]
struct Head {
    version: u32,
    settings: Settings,
}

/// Contents of a journal.
#[derive(Clone, Debug, PartialEq)]
pub struct Journal {
    /// Settings of the tournament.
    pub settings: Settings,
    /// Finished games in the order in which they ended.
    pub records: Vec<Record>,
    /// Length of all complete lines in bytes. An incomplete last line was being written when the
    /// process died; the caller must truncate the file to this length before it appends.
    pub length: u64,
}

/// Error in the text of a journal.
#[derive(Debug)]
pub enum JournalError {
    /// The text has no complete line.
    Empty,
    /// A line cannot be parsed; the number counts from 1.
    Line(usize, serde_json::Error),
    /// The journal has another version of the format.
    Version(u32),
    /// The line of this number has a game that does not exist in the tournament or that an earlier
    /// line has already.
    Game(usize),
}

impl fmt::Display for JournalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str(
                "the line with the settings is missing; it was probably not written completely",
            ),
            Self::Line(number, error) => write!(f, "line {number} is damaged: {error}"),
            Self::Version(version) => {
                write!(
                    f,
                    "the games were begun by another version of this program: format {version}, \
                     expected {VERSION}"
                )
            }
            Self::Game(number) => {
                write!(f, "line {number} has a game that is unknown or already recorded")
            }
        }
    }
}

impl std::error::Error for JournalError {}

/// First line, with its line feed.
#[must_use]
pub fn head(settings: &Settings) -> String {
    line(&Head { version: VERSION, settings: settings.clone() })
}

/// Line of a game, with its line feed.
#[must_use]
pub fn entry(record: &Record) -> String {
    line(record)
}

fn line(data: &impl Serialize) -> String {
    serde_json::to_string(data).expect("plain data can be serialized") + "\n"
}

impl Journal {
    /// Reads a journal.
    ///
    /// # Errors
    ///
    /// If a complete line is not valid. An incomplete last line is not an error.
    pub fn read(text: &[u8]) -> Result<Self, JournalError> {
        let length = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
        let mut lines = text[..length].split_inclusive(|&byte| byte == b'\n');
        let head = lines.next().ok_or(JournalError::Empty)?;
        let damaged = |number| move |error| JournalError::Line(number, error);
        let head: serde_json::Value = serde_json::from_slice(head).map_err(damaged(1))?;
        let version = head["version"].as_u64().filter(|&version| version != u64::from(VERSION));
        if let Some(version) = version {
            return Err(JournalError::Version(u32::try_from(version).unwrap_or(u32::MAX)));
        }
        let head: Head = serde_json::from_value(head).map_err(damaged(1))?;
        let games = head.settings.pairings().len();
        let mut seen = BTreeSet::new();
        let mut records = Vec::new();
        for (line, number) in lines.zip(2..) {
            let record: Record = serde_json::from_slice(line).map_err(damaged(number))?;
            if record.game >= games || !seen.insert(record.game) {
                return Err(JournalError::Game(number));
            }
            records.push(record);
        }
        Ok(Self { settings: head.settings, records, length: length as u64 })
    }

    /// Numbers of the finished games.
    #[must_use]
    pub fn played(&self) -> BTreeSet<usize> {
        self.records.iter().map(|record| record.game).collect()
    }
}

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

#[cfg(test)]
mod tests {
    use twinboard_vocabulary::two_player::Player;

    use super::{Journal, JournalError};
    use crate::foul::Foul;
    use crate::record::Record;
    use crate::settings::{Board, Entrant, Limits, PlayerKind, Settings};
    use crate::statistics::Sprt;

    fn settings() -> Settings {
        let player = |name: &str, kind| Entrant { name: name.into(), kind };
        Settings {
            rule_set: "toy".into(),
            players: vec![
                player("a", PlayerKind::BuiltIn("random".into())),
                player("b", PlayerKind::Files(vec!["/bin/b".into(), "-x y".into()])),
                player("c", PlayerKind::Stdio(vec!["c".into()])),
            ],
            boards: vec![Board::of_text("one".into(), "1\n1\n".into())],
            limits: Limits { time_ns: 1_000_000_000, memory: 1, output: 2, processes: 3 },
            env: vec!["A".into()],
            seed: 4,
            sprt: None,
        }
    }

    fn record(game: usize) -> Record {
        let mut record = crate::game::unplayed(game, "one", ["a", "b"]);
        (record.winner, record.foul) = (Some(Player::First), Some(Foul::Late));
        record
    }

    /// A journal with these games.
    fn journal(games: &[usize]) -> String {
        let entries = games.iter().map(|&game| super::entry(&record(game)));
        super::head(&settings()) + &entries.collect::<String>()
    }

    #[test]
    fn journals_survive_a_round_trip_and_a_torn_line_is_ignored() {
        let whole = journal(&[3, 0]);
        let journal = Journal::read(whole.as_bytes()).unwrap();
        let expected = Journal {
            settings: settings(),
            records: vec![record(3), record(0)],
            length: whole.len() as u64,
        };
        assert_eq!(journal, expected);
        assert_eq!(journal.played(), [0, 3].into());
        let last = whole.trim_end().rfind('\n').unwrap() + 1;
        for torn in last..whole.len() {
            let journal = Journal::read(&whole.as_bytes()[..torn]).unwrap();
            assert_eq!((journal.records.len(), journal.length), (1, last as u64), "{torn}");
        }
    }

    #[test]
    fn complete_lines_that_are_invalid_are_refused_with_their_number() {
        let read = |text: &str| Journal::read(text.as_bytes()).unwrap_err();
        let head = journal(&[]);
        assert!(matches!(read(""), JournalError::Empty));
        assert!(matches!(read(head.trim_end()), JournalError::Empty));
        assert!(matches!(read("{\n"), JournalError::Line(1, _)));
        assert!(matches!(read("{}\n"), JournalError::Line(1, _)));
        assert!(matches!(read(&format!("{head}{{}}\n")), JournalError::Line(2, _)));
        let entry = super::entry(&record(1));
        for field in ["game", "board", "players", "winner", "fault", "moves", "times"] {
            let without = entry.replace(&format!("\"{field}\""), "\"other\"");
            let without = format!("{head}{without}");
            assert!(matches!(read(&without), JournalError::Line(2, _)), "{field}");
        }
        let other = head.replacen("\"version\":4", "\"version\":7", 1);
        assert!(matches!(read(&other), JournalError::Version(7)));
        assert!(matches!(read("{\"version\":1}\n"), JournalError::Version(1)));
        assert!(matches!(read(&journal(&[1, 1])), JournalError::Game(3)));
        assert!(matches!(read(&journal(&[6])), JournalError::Game(2)));
    }

    #[test]
    fn every_setting_that_differs_is_named() {
        let same = settings();
        assert_eq!(same.difference(&settings()), None);
        let change = |change: fn(&mut Settings)| {
            let mut other = settings();
            change(&mut other);
            same.difference(&other)
        };
        assert_eq!(change(|it| it.rule_set.clear()), Some("another rule set"));
        assert_eq!(change(|it| it.players.truncate(2)), Some("other players"));
        assert_eq!(change(|it| it.boards[0].text.clear()), Some("other boards"));
        assert_eq!(change(|it| it.limits.time_ns = 5), Some("another time for a move"));
        assert_eq!(change(|it| it.limits.memory = 5), Some("other limits"));
        assert_eq!(change(|it| it.limits.output = 5), Some("other limits"));
        assert_eq!(change(|it| it.limits.processes = 5), Some("other limits"));
        assert_eq!(change(|it| it.env.clear()), Some("other variables (--env)"));
        assert_eq!(change(|it| it.seed = 5), Some("another seed"));
        let sprt = Sprt { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05 };
        let mut tested = settings();
        tested.sprt = Some(sprt);
        assert_eq!(same.difference(&tested), Some("another sequential test"));
    }
}
