//! Dialects: how the published protocols say set-ups, moves and positions of a game.

use twinboard_vocabulary::text_game::size_of_board;

/// A protocol that game engines speak.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    /// Universal Chess Interface.
    Uci,
    /// Universal Shogi Interface.
    Usi,
    /// Go Text Protocol, version 2.
    Gtp,
    /// The protocol of `xboard`, also called CECP.
    Xboard,
}

impl Protocol {
    /// All protocols, with their names on a command line.
    pub const NAMES: [(Self, &'static str); 4] =
        [(Self::Uci, "uci"), (Self::Usi, "usi"), (Self::Gtp, "gtp"), (Self::Xboard, "xboard")];

    /// The protocol of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::NAMES.into_iter().find(|(_, other)| *other == name).map(|(protocol, _)| protocol)
    }

    /// Name on a command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        let found = Self::NAMES.into_iter().find(|(protocol, _)| *protocol == self);
        found.expect("each has a name").1
    }
}

/// The form of a game in a protocol.
#[derive(Clone, Copy, Debug)]
pub enum Dialect {
    /// For UCI, USI and xboard.
    Fen(Fen),
    /// For GTP.
    Stones(Stones),
}

impl Dialect {
    /// Its protocol.
    #[must_use]
    pub fn protocol(&self) -> Protocol {
        match self {
            Self::Fen(dialect) => dialect.protocol,
            Self::Stones(_) => Protocol::Gtp,
        }
    }
}

impl Dialect {
    /// The lines to type that bring an engine to the end of a game and ask it there.
    #[must_use]
    pub fn script(&self, setup: &str, moves: &[String]) -> Vec<String> {
        match self {
            Self::Fen(dialect) => dialect.script(setup, moves),
            Self::Stones(dialect) => dialect.script(setup, moves),
        }
    }
}

/// A game whose set-ups and positions are a line with fields, as FEN and SFEN, for the engine.
///
/// ```
/// use twinboard_bridges::{Fen, Protocol, fields};
///
/// const XIANGQI: Fen = Fen {
///     fields: 2,
///     more_fields: " - - 0 1",
///     options: |_| vec![("UCI_Variant", "xiangqi")],
///     read_position: |line, _| fields(line, 2),
///     ..Fen::new(Protocol::Uci)
/// };
/// assert_eq!(XIANGQI.set_up("4k4/9 w\nrepetition=none"), "4k4/9 w - - 0 1");
/// assert_eq!((XIANGQI.read_position)("4k4/9 w - - 3 7", ""), "4k4/9 w");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Fen {
    /// UCI, USI or xboard.
    pub protocol: Protocol,
    /// Number of fields of a position of the oracle; 0 if it is no line.
    pub fields: usize,
    /// What an engine gets behind them.
    pub more_fields: &'static str,
    /// Options of the engine for games from a set-up; those of the usual start are required, but for
    /// the value `false`. With xboard they are commands.
    pub options: fn(&str) -> Vec<(&'static str, &'static str)>,
    /// Values of variants that an engine plays if it has an option: the option, and a line such as
    /// `castling none 960` (EP-13).
    pub variants: &'static [(&'static str, &'static str)],
    /// Fields that engines write by different rules.
    pub disputed: &'static [DisputedField],
    /// A limit on the legal moves of any position; an engine with MULTIPV below it lists none.
    pub moves_max: u64,
    /// Fields, from 1, that hashes leave out or hash by different rules.
    pub unhashed: &'static [usize],
    /// Moves from the usual start that mate: an engine of xboard that prints a result then tells wins.
    pub mate: &'static [&'static str],
    /// The outcomes for the results `1-0` and `0-1`.
    pub wins: [&'static str; 2],
    /// The position as the oracle writes it, of the line that an engine prints and the set-up.
    pub read_position: fn(&str, &str) -> String,
    /// The first fields of a set-up as the engine writes them: those of its first line by default.
    pub write_setup: fn(&str) -> String,
    /// Lines of limits on the set-ups (EP-13), such as `limit rows 8 8`.
    pub limits: &'static [&'static str],
    /// The move as the engine writes it.
    pub write_move: fn(&str) -> String,
    /// The move as the oracle writes it.
    pub read_move: fn(&str) -> String,
}

impl Fen {
    /// A dialect for six fields and moves as the oracle writes them.
    #[must_use]
    pub const fn new(protocol: Protocol) -> Self {
        Self {
            protocol,
            fields: 6,
            more_fields: "",
            options: |_| Vec::new(),
            variants: &[],
            disputed: &[],
            moves_max: 256,
            unhashed: &[],
            mate: &[],
            wins: ["white wins", "black wins"],
            read_position: |line, _| fields(line, 6),
            write_setup: first_line,
            limits: &[],
            write_move: str::to_owned,
            read_move: str::to_owned,
        }
    }

    fn script(&self, setup: &str, moves: &[String]) -> Vec<String> {
        let mut lines = vec![self.protocol.name().to_owned()];
        let moves = moves.iter().map(|mv| (self.write_move)(mv));
        if self.protocol == Protocol::Xboard {
            let options = (self.options)(setup);
            lines.extend(options.iter().map(|(name, value)| format!("{name} {value}")));
            lines.extend(["force".to_owned(), format!("setboard {}", self.set_up(setup))]);
            lines.extend(moves);
            return lines;
        }
        let options = (self.options)(setup).into_iter().filter(|(_, value)| *value != "false");
        lines.extend(options.map(|(name, value)| format!("setoption name {name} value {value}")));
        let kind = if self.protocol == Protocol::Usi { "sfen" } else { "fen" };
        let moves: String = moves.map(|mv| format!(" {mv}")).collect();
        let moves = if moves.is_empty() { moves } else { format!(" moves{moves}") };
        lines.push(format!("position {kind} {}{moves}", self.set_up(setup)));
        lines.extend(["d".to_owned(), "go perft 1".to_owned()]);
        lines
    }

    /// What of a set-up an engine cannot be told, or does not play; `None` if there is nothing.
    #[must_use]
    pub fn left_out(&self, setup: &str) -> Option<String> {
        let is_variant = |key: &str, value: &str| {
            self.variants.iter().any(|(_, line)| {
                let mut words = line.split(' ');
                words.next() == Some(key) && words.any(|word| word == value)
            })
        };
        let is_left_out =
            |word: &&str| word.split_once('=').is_some_and(|(key, value)| !is_variant(key, value));
        if let Some(word) = setup.split_whitespace().find(is_left_out) {
            return Some(format!("`{word}`"));
        }
        let (rows, columns) = size_of_board(setup);
        let is_beyond = |line: &&&str| {
            let words: Vec<&str> = line.split(' ').collect();
            let [_, quantity, least, most] = words[..] else { return false };
            let size = if quantity == "rows" { rows } else { columns };
            let [least, most] = [least, most].map(|word| word.parse().unwrap_or(size));
            !(least..=most).contains(&size)
        };
        let beyond = self.limits.iter().find(is_beyond);
        beyond.map(|_| format!("a board of {rows} × {columns}"))
    }

    /// The line of a set-up for the engine.
    #[must_use]
    pub fn set_up(&self, setup: &str) -> String {
        format!("{}{}", (self.write_setup)(setup), self.more_fields)
    }
}

/// A field that engines write by different rules, which are not those of the game.
#[derive(Clone, Copy, Debug)]
pub struct DisputedField {
    /// Its number, from 1.
    pub field: usize,
    /// Moves from the usual start after which the rules differ: when they are played, or when the
    /// position after them is set up.
    pub moves: &'static [&'static str],
    /// The difference.
    pub reason: &'static str,
}

/// The first line of a text.
#[must_use]
pub fn first_line(text: &str) -> String {
    text.lines().next().unwrap_or_default().to_owned()
}

/// The first fields of a line.
#[must_use]
pub fn fields(line: &str, count: usize) -> String {
    line.split_whitespace().take(count).collect::<Vec<_>>().join(" ")
}

/// A game of stones on a board, as GTP has it: a letter without `I` for the column from the left,
/// and the row from the bottom or the top.
#[derive(Clone, Copy, Debug)]
pub struct Stones {
    /// Commands that begin a game from a set-up, without its stones; `None` if it has more than stones
    /// and a player, such as boards that may not come back.
    pub set_up: fn(&str) -> Option<Vec<String>>,
    /// The set-up as a file in SGF, for `loadsgf`; `None` if it has none.
    pub sgf: fn(&str) -> Option<String>,
    /// True if the rows are numbered from the top.
    pub from_top: bool,
    /// True if `pass` is legal only where no stone can be placed. Some engines pass by themselves then.
    pub forced_pass: bool,
    /// A move of the oracle for a point: its letter and its row.
    pub write_point: fn(char, usize) -> String,
    /// The outcome as the oracle writes it, of the answer to `final_score`; `None` for a game without a
    /// score.
    pub read_score: Option<fn(&str) -> String>,
    /// Questions about the rules.
    pub probes: &'static [Probe],
}

impl Stones {
    fn script(&self, setup: &str, moves: &[String]) -> Vec<String> {
        let mut lines = (self.set_up)(setup).unwrap_or_default();
        if let Some(sgf) = (self.sgf)(setup) {
            lines.push(format!("# a file with {sgf}, and `loadsgf` of it"));
        }
        for (number, mv) in moves.iter().enumerate() {
            lines.push(format!("play {} {mv}", colour(setup, number)));
        }
        lines.extend(["showboard".to_owned(), format!("all_legal {}", colour(setup, moves.len()))]);
        lines
    }
}

/// The colour that plays the move of this number, from 0.
pub(crate) fn colour(setup: &str, number: usize) -> &'static str {
    let black_first = setup.lines().any(|line| line.starts_with("x to move"));
    if black_first == number.is_multiple_of(2) { "black" } else { "white" }
}

/// A game that tells rules apart.
#[derive(Clone, Copy, Debug)]
pub struct Probe {
    /// Key of the variant (EP-13).
    pub key: &'static str,
    /// A set-up.
    pub setup: &'static str,
    /// Moves from there; the oracle plays all but the last.
    pub moves: &'static [&'static str],
    /// Values of the variant with which the last move is legal.
    pub legal: &'static [&'static str],
    /// Those with which it is not.
    pub illegal: &'static [&'static str],
    /// A variant, found before, with which the answer says nothing.
    pub unless: Option<(&'static str, &'static str)>,
}

/// Checks a value against the lines in which an engine offers its options.
///
/// # Errors
///
/// The engine has no such option, or the option does not take the value; a sentence that says which
/// there are.
pub(crate) fn check_option(offered: &[String], name: &str, value: &str) -> Result<(), String> {
    let Some(kind) = kind_of(offered, name) else {
        let names: Vec<&str> = named(offered).map(|(name, _)| name).collect();
        let names = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
        return Err(format!("the program has no option `{name}`; its options: {names}"));
    };
    let is_taken = match kind.split_whitespace().next() {
        Some("check") => ["true", "false"].contains(&value),
        Some("spin") => value.parse().is_ok_and(|value: i64| {
            limit(kind, "min").is_none_or(|min| min <= value)
                && limit(kind, "max").is_none_or(|max| value <= max)
        }),
        Some("combo") => {
            kind.split(" var ").skip(1).any(|var| var.trim().eq_ignore_ascii_case(value))
        }
        _ => true,
    };
    if is_taken { Ok(()) } else { Err(format!("the option `{name}` is of type {kind}: `{value}`")) }
}

/// The largest value of an option of type spin; `None` if there is no such option.
pub(crate) fn max_of(offered: &[String], name: &str) -> Option<i64> {
    limit(kind_of(offered, name)?, "max")
}

/// The type of an option and what follows it; `None` if there is no such option.
fn kind_of<'o>(offered: &'o [String], name: &str) -> Option<&'o str> {
    named(offered).find(|(other, _)| other.eq_ignore_ascii_case(name)).map(|(_, kind)| kind)
}

fn named(offered: &[String]) -> impl Iterator<Item = (&str, &str)> {
    offered.iter().filter_map(|line| {
        let (name, kind) = line.trim().strip_prefix("option name ")?.split_once(" type ")?;
        Some((name.trim(), kind.trim()))
    })
}

fn limit(kind: &str, word: &str) -> Option<i64> {
    kind.split_whitespace().skip_while(|it| *it != word).nth(1)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::check_option;

    #[test]
    fn only_values_that_the_engine_offers_are_set() {
        let offered = [
            "option name Hash type spin default 16 min 1 max 1024",
            "option name UCI_Chess960 type check default false",
            "option name UCI_Variant type combo default chess var chess var king of the hill",
            "option name Debug Log File type string default",
        ]
        .map(str::to_owned);
        let of = |name, value| check_option(&offered, name, value);
        for (name, value) in [
            ("Hash", "1024"),
            ("hash", "1"),
            ("UCI_Chess960", "true"),
            ("UCI_Variant", "king of the hill"),
            ("Debug Log File", "anything"),
        ] {
            assert_eq!(of(name, value), Ok(()), "{name}");
        }
        for (name, value) in
            [("Hash", "0"), ("Hash", "x"), ("UCI_Chess960", "1"), ("UCI_Variant", "go")]
        {
            assert!(of(name, value).unwrap_err().contains(" is of type "), "{name}={value}");
        }
        let missing = "the program has no option `Threads`; its options: Hash, UCI_Chess960, \
                       UCI_Variant, Debug Log File";
        assert_eq!(of("Threads", "1"), Err(missing.to_owned()));
        let none = check_option(&[], "a", "b").unwrap_err();
        assert_eq!(none.split_once("; ").unwrap().1, "its options: none");
    }
}
