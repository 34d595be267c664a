//! Engines that speak the protocol of xboard, which judges moves and does not list them.
//!
//! A move is sent, and `Illegal move` or `Error` before the answer to `ping` means that it was
//! refused; `undo` takes it back.

use std::ffi::OsString;
use std::io;
use std::time::Duration;

use twinboard_vocabulary::text_game::{AnyTextSide, size_of_board};

use crate::Bridge;
use crate::client::{Client, Hello, PLAYING, Played, disputed};
use crate::dialect::{Dialect, Fen, fields};
use crate::wire::{Process, Wire};

/// Time between features, after which an engine has no more: long, since all processes of an engine
/// have one handshake, also on a busy machine.
const PATIENCE: Duration = Duration::from_secs(8);
/// First moves that are tried with a dialect.
const TRIED_MAX: usize = 3;

/// Words that print the position as a FEN, of which an engine may have one. No words of the protocol:
/// some engines end at words that they do not know.
const SHOW: [&str; 3] = ["show fen", "fen", "d"];

/// A running engine. It has one board.
pub(crate) struct Xboard {
    command: Vec<OsString>,
    wire: Wire,
    dialect: Fen,
    /// Features that it announced, such as `setboard=1`.
    features: Vec<String>,
    pings: u32,
    /// The word that prints the position.
    show: Option<&'static str>,
    /// True if it refuses illegal moves and goes on.
    refuses: bool,
    /// The set-up on its board and the moves from there; `None` if that is not known.
    board: Option<(String, Vec<String>)>,
    /// The result that it printed after the last of these moves; `None` if they were not played anew.
    result: Option<String>,
    /// True if `undo` was sent since the last set-up.
    undone: bool,
    /// What `undo` has broken.
    complaint: Option<String>,
    /// The usual start, with which `new` begins.
    usual: String,
}

impl Xboard {
    /// Starts the conversation and asks what the engine can tell.
    pub(crate) fn connect(bridge: &Bridge) -> io::Result<(Box<dyn Client>, Hello)> {
        let usual = bridge.starts.first().cloned().unwrap_or_default();
        let game = Played::begin(&bridge.oracle, &usual);
        let mut fitting = Err(io::Error::other("the rule set has no dialect of xboard"));
        for dialect in &bridge.dialects {
            let Dialect::Fen(dialect) = dialect else { continue };
            fitting = Self::fitting(*dialect, bridge, &game);
            if fitting.is_ok() {
                break;
            }
        }
        let mut xboard = fitting?;
        let name =
            xboard.feature("myname").unwrap_or_else(|| "an engine without a name".to_owned());
        let mut hello = Hello {
            name,
            legal: xboard.refuses,
            undo: true,
            validate: true,
            position: xboard.show.is_some(),
            outcome: xboard.tells_mate(&bridge.oracle)?,
            start_only: !xboard.has("setboard=1"),
            ..Hello::default()
        };
        for (_, line) in xboard.dialect.variants {
            hello.lines.push(format!("variant {}", fields(line, 2)));
        }
        if hello.position {
            let dialect = xboard.dialect;
            hello.lines.extend(disputed(&mut xboard, &dialect, &bridge.oracle, &usual)?);
        }
        let moves = if xboard.refuses {
            "judges moves by playing them"
        } else {
            "plays legal moves and refuses no others"
        };
        let position =
            xboard.show.map_or("no position".to_owned(), |it| format!("position by {it}"));
        let starts = if hello.start_only { "; no set-ups" } else { "" };
        let results = if hello.outcome { "; wins by the result printed after a move" } else { "" };
        hello.note =
            format!("{moves}; {position}{results}; after a claimed draw nothing is asked{starts}");
        Ok((Box::new(xboard), hello))
    }

    /// Starts the engine and sends `protover`.
    fn start(dialect: Fen, bridge: &Bridge) -> io::Result<Self> {
        let mut wire = bridge.start()?;
        wire.send("xboard\nprotover 2\n")?;
        let mut features = Vec::new();
        while let Some(line) = wire.line_within(PATIENCE)? {
            let is_last = line.split(' ').any(|word| word == "done=1");
            features.push(line);
            if is_last {
                break;
            }
        }
        let usual = bridge.starts.first().cloned().unwrap_or_default();
        Ok(Self {
            command: bridge.command.clone(),
            wire,
            dialect,
            features,
            pings: 0,
            show: None,
            refuses: false,
            board: None,
            result: None,
            undone: false,
            complaint: None,
            usual,
        })
    }

    /// The engine, if it takes this dialect: its start is that of the game, and the first moves are
    /// played. What ends it is not asked again, in a new process.
    fn fitting(dialect: Fen, bridge: &Bridge, game: &Played) -> io::Result<Self> {
        let mut xboard = Self::start(dialect, bridge)?;
        if !xboard.has("ping=1") {
            let message = "the engine does not announce `ping=1`: its answers cannot be told apart";
            return Err(io::Error::other(message));
        }
        if !xboard.go_to(game)? {
            return Err(io::Error::other("the engine refuses the start of the game"));
        }
        for show in SHOW {
            match xboard.ask(&format!("{show}\n")) {
                Ok(lines) if printed(&lines).is_some() => xboard.show = Some(show),
                Ok(_) => {}
                Err(_) => xboard = Self::start(dialect, bridge)?,
            }
            if xboard.show.is_some() {
                break;
            }
        }
        let rows = |text: &str| text.split(' ').next().unwrap_or_default().to_owned();
        let (ours, theirs) = (game.position(), xboard.position(game)?);
        if xboard.show.is_some() && rows(&ours) != rows(&theirs) {
            let message = format!("the start of the engine is {theirs}; expected {ours}");
            return Err(io::Error::other(message));
        }
        for mv in game.legal().into_iter().take(TRIED_MAX) {
            if !xboard.accepts(game, &mv)? {
                let message = format!("the engine refuses the first move {mv}");
                return Err(io::Error::other(message));
            }
        }
        // The first move once more, by the same player.
        let illegal = game.legal().into_iter().next().unwrap_or_default();
        let after = Played::after(&bridge.oracle, &game.setup, &[&illegal]);
        let after = after.expect("the oracle plays what it lists");
        if let Ok(is_accepted) = xboard.accepts(&after, &illegal) {
            xboard.refuses = !is_accepted;
        } else {
            let show = xboard.show;
            xboard = Self { show, ..Self::start(dialect, bridge)? };
        }
        if !xboard.refuses && xboard.show.is_none() {
            let message = "the engine prints no position and refuses no illegal move before it \
                           answers `ping`: there is nothing to compare";
            return Err(io::Error::other(message));
        }
        xboard.board = None;
        Ok(xboard)
    }

    /// Whether the engine prints a result when a move mates.
    fn tells_mate(&mut self, oracle: &AnyTextSide) -> io::Result<bool> {
        let Some((last, before)) = self.dialect.mate.split_last() else { return Ok(false) };
        let Some(mut game) = Played::after(oracle, &self.usual, before) else { return Ok(false) };
        self.accepts(&game, last)?;
        game.moves.push((*last).to_owned());
        // For whom, is compared.
        Ok(self.outcome(&game)? != PLAYING)
    }

    /// Whether the engine plays a move, which is on its board then.
    fn accepts(&mut self, game: &Played, mv: &str) -> io::Result<bool> {
        self.go_to(game)?;
        let order = self.order(mv);
        let said = match self.ask(&order) {
            // A game over by rules that the oracle does not have: some engines end then.
            Err(_) if self.wire.heard.contains("game over") && game.has_legal(mv) => {
                self.wire = Wire::new(Process::start(&self.command)?);
                self.wire.send("xboard\nprotover 2\n")?;
                self.board = None;
                *game.claimed.borrow_mut() = Some(game.moves.clone());
                return Ok(true);
            }
            said => said?,
        };
        let is_accepted = !said.iter().any(|line| is_refusal(line));
        if let (true, Some((_, moves))) = (is_accepted, &mut self.board) {
            moves.push(mv.to_owned());
            self.result = Some(result(&said));
        }
        if said.iter().any(|line| is_draw(line)) {
            let moves = game.moves.iter().cloned().chain([mv.to_owned()]);
            *game.claimed.borrow_mut() = Some(moves.collect());
        }
        Ok(is_accepted)
    }

    /// The answer to a question about a game, which is asked again without `undo` if the oracle has
    /// another one: what `undo` has broken is a complaint, and no wrong answer to the question.
    fn surely<T: PartialEq>(
        &mut self,
        (game, about): (&Played, &str),
        expected: Option<T>,
        ask: impl Fn(&mut Self) -> io::Result<T>,
    ) -> io::Result<T> {
        let answer = ask(self)?;
        if !self.undone || expected.is_none_or(|expected| answer == expected) {
            return Ok(answer);
        }
        self.board = None;
        let again = ask(self)?;
        if again != answer {
            let moves = game.moves.join(" ");
            let sentence =
                format!("after `undo` it answers otherwise about {about}; the moves: {moves}");
            self.complaint.get_or_insert(sentence);
        }
        Ok(again)
    }

    fn has(&self, feature: &str) -> bool {
        self.features.iter().any(|line| line.split(' ').any(|word| word == feature))
    }

    /// The text of a feature such as `myname="Phalanx"`.
    fn feature(&self, name: &str) -> Option<String> {
        let label = format!("{name}=\"");
        let line = self.features.iter().find_map(|line| line.split_once(&label))?.1;
        Some(line.split('"').next()?.to_owned())
    }

    /// Sends orders and returns what the engine prints until it has done them.
    fn ask(&mut self, orders: &str) -> io::Result<Vec<String>> {
        self.pings += 1;
        let end = format!("pong {}", self.pings);
        self.wire.send(&format!("{orders}ping {}\n", self.pings))?;
        let mut lines = self.wire.until(|line| line.trim().ends_with(&end))?;
        lines.pop();
        Ok(lines)
    }

    /// Brings the board to a game. False if the engine refuses the set-up or one of the moves.
    fn go_to(&mut self, game: &Played) -> io::Result<bool> {
        let played = match &self.board {
            Some((setup, played)) if *setup == game.setup => played.clone(),
            _ => {
                let usual = game.setup == self.usual;
                let mut orders = "new\n".to_owned();
                for (name, value) in (self.dialect.options)(&game.setup) {
                    orders.extend([name, " ", value, "\n"]);
                }
                orders += "force\n";
                if !usual || self.has("setboard=1") {
                    orders.extend(["setboard ", &self.dialect.set_up(&game.setup), "\n"]);
                }
                (self.board, self.undone) = (None, false);
                let said = self.ask(&orders)?;
                if said.iter().any(|line| is_draw(line)) {
                    *game.claimed.borrow_mut() = Some(Vec::new());
                }
                if let Some(line) = said.iter().find(|line| is_refusal(line)) {
                    eprintln!("the set-up is refused: {line}");
                    return Ok(false);
                }
                Vec::new()
            }
        };
        let common = played.iter().zip(&game.moves).take_while(|(one, other)| one == other).count();
        let mut orders = "undo\n".repeat(played.len() - common);
        self.undone |= common < played.len();
        for mv in &game.moves[common..] {
            orders += &self.order(mv);
        }
        self.board = Some((game.setup.clone(), game.moves.clone()));
        if orders.is_empty() {
            return Ok(true);
        }
        let said = self.ask(&orders)?;
        self.result = (common < game.moves.len()).then(|| result(&said));
        let refused = said.into_iter().find(|line| is_refusal(line));
        if let Some(line) = &refused {
            eprintln!("a move that was accepted before is refused: {line}");
            self.board = None;
        }
        Ok(refused.is_none())
    }

    /// The order to play a move.
    fn order(&self, mv: &str) -> String {
        let word = if self.has("usermove=1") { "usermove " } else { "" };
        format!("{word}{}\n", (self.dialect.write_move)(mv))
    }
}

impl Client for Xboard {
    fn process(&mut self) -> &mut Process {
        &mut self.wire.pipe
    }

    fn set_up(&mut self, game: &Played) -> io::Result<bool> {
        self.go_to(game)
    }

    fn moves(&mut self, _game: &Played) -> io::Result<Vec<String>> {
        Ok(Vec::new())
    }

    fn is_legal(&mut self, game: &Played, mv: &str) -> io::Result<bool> {
        let is_asked = if self.refuses {
            game.is_known() && is_move(&game.setup, mv) && !is_spelling(&game.legal(), mv)
        } else {
            game.legal().iter().any(|legal| legal == mv)
        };
        if game.is_claimed() {
            return Ok(game.has_legal(mv));
        }
        let expected = Some(game.has_legal(mv));
        Ok(is_asked && self.surely((game, mv), expected, |it| it.accepts(game, mv))?)
    }

    fn position(&mut self, game: &Played) -> io::Result<String> {
        let Some(show) = self.show.filter(|_| game.is_known()) else {
            return Ok(String::new());
        };
        if game.is_claimed() {
            return Ok(game.position());
        }
        self.surely((game, "its position"), Some(game.position()), |it| {
            it.go_to(game)?;
            let lines = it.ask(&format!("{show}\n"))?;
            let printed = printed(&lines).unwrap_or_default();
            Ok((it.dialect.read_position)(&printed, &game.setup))
        })
    }

    fn outcome(&mut self, game: &Played) -> io::Result<String> {
        let ours = game.outcome();
        let [white, black] = self.dialect.wins;
        let is_win = ours == white || ours == black;
        // A set-up that is over is no move. Draws are claimed by many rules, but not where a player has
        // won.
        if game.moves.is_empty() {
            return Ok(ours);
        }
        if is_win && game.claimed.borrow().as_ref() == Some(&game.moves) {
            return Ok("a draw, by what it prints".to_owned());
        }
        if game.is_claimed() {
            return Ok(ours);
        }
        self.surely((game, "its outcome"), Some(ours), |it| {
            if it.result.is_none() {
                it.board = None;
            }
            it.go_to(game)?;
            Ok(match it.result.as_deref() {
                Some("1-0") => white.to_owned(),
                Some("0-1") => black.to_owned(),
                _ if is_win => PLAYING.to_owned(),
                _ => game.outcome(),
            })
        })
    }

    fn validate(&mut self, _game: &Played) -> io::Result<Option<String>> {
        Ok(self.complaint.take())
    }
}

/// True for a legal move with a letter too many or without its last one: many engines read `d1c2b` as
/// `d1c2` and `e7e8` as a promotion, which is no fault.
fn is_spelling(legal: &[String], mv: &str) -> bool {
    let is_but_one = |longer: &str, shorter: &str| {
        let is_letter = |more: &str| more.len() == 1 && !more.as_bytes()[0].is_ascii_digit();
        longer.strip_prefix(shorter).is_some_and(is_letter)
    };
    legal.iter().any(|legal| is_but_one(mv, legal) || is_but_one(legal, mv))
}

/// The win that is printed among these lines, such as `1-0 {White mates}`; else nothing.
fn result(lines: &[String]) -> String {
    let first = |line: &String| line.split_whitespace().next().map(str::to_owned);
    let is_win = |word: &String| word == "1-0" || word == "0-1";
    lines.iter().filter_map(first).find(is_win).unwrap_or_default()
}

/// True for the claim of a draw, by rules that the oracle may not have.
fn is_draw(line: &str) -> bool {
    line.trim_start().starts_with("1/2-1/2")
}

/// True for a line that refuses what was sent.
fn is_refusal(line: &str) -> bool {
    let line = line.trim_start().to_lowercase();
    ["illegal", "error", "invalid", "tellusererror"].iter().any(|word| line.starts_with(word))
}

/// The line of these that is a position.
fn printed(lines: &[String]) -> Option<String> {
    let is_fen = |line: &&String| {
        let words: Vec<&str> = line.split_whitespace().collect();
        words.len() >= 2 && words[0].matches('/').count() >= 3
    };
    lines.iter().find(is_fen).cloned()
}

/// True for two cells of the board, perhaps with a letter behind them: other words may be orders, and
/// some engines take cells beyond the board for others.
fn is_move(setup: &str, mv: &str) -> bool {
    let (rows, columns) = size_of_board(setup);
    let after_cell = |text: &str| -> Option<String> {
        let column = text.bytes().next().filter(u8::is_ascii_lowercase)? - b'a';
        let digits: String = text[1..].chars().take_while(char::is_ascii_digit).collect();
        let row: u64 = digits.parse().ok()?;
        let is_cell = u64::from(column) < columns && (1..=rows).contains(&row);
        is_cell.then(|| text[1 + digits.len()..].to_owned())
    };
    let rest = Some(mv.to_owned()).filter(|mv| mv.is_ascii()).and_then(|mv| after_cell(&mv));
    let rest = rest.and_then(|rest| after_cell(&rest));
    rest.is_some_and(|rest| matches!(rest.as_str(), "" | "q" | "r" | "b" | "n"))
}

#[cfg(test)]
mod tests {
    use super::is_spelling;

    #[test]
    fn a_row_of_two_digits_is_another_move() {
        let legal = |moves: [&str; 2]| moves.map(str::to_owned);
        assert!(is_spelling(&legal(["d1c2", "e7e8q"]), "d1c2b"));
        assert!(is_spelling(&legal(["d1c2", "e7e8q"]), "e7e8"));
        assert!(!is_spelling(&legal(["a7a1", "a7a10"]), "a7a1"));
        assert!(!is_spelling(&legal(["a7a1", "a7a10"]), "a7a10"));
    }
}
