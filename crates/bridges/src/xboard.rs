//! Engines that speak the protocol of xboard, which judges moves and does not list them.
//!
//! A move is sent, and `Illegal move` or `Error` before the answer to `ping` means that it was
//! refused; `undo` takes it back.

use std::io;
use std::time::Duration;

use crate::Bridge;
use twinboard_vocabulary::text_game::size_of_board;

use crate::client::{Client, Hello, Played, loose};
use crate::dialect::{Dialect, Fen};
use crate::wire::Wire;

/// Time between features, after which an engine has no more.
const PATIENCE: Duration = Duration::from_secs(2);

/// Words that print the position as a FEN, of which an engine may have one. No words of the protocol:
/// some engines end at words that they do not know.
const SHOW: [&str; 3] = ["show fen", "fen", "d"];

/// A running engine. It has one board.
pub(crate) struct Xboard {
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
    /// The usual start, with which `new` begins.
    usual: String,
}

impl Xboard {
    /// Starts the conversation and asks what the engine can tell.
    pub(crate) fn connect(bridge: &Bridge) -> io::Result<(Box<dyn Client>, Hello)> {
        let usual = bridge.starts.first().cloned().unwrap_or_default();
        let game = Played::begin(&bridge.oracle, &usual);
        let game = game.ok_or_else(|| io::Error::other("the rule set has no start"))?;
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
            position: xboard.show.is_some(),
            start_only: !xboard.has("setboard=1"),
            ..Hello::default()
        };
        for (_, line) in xboard.dialect.variants {
            let usual: Vec<&str> = line.split(' ').take(2).collect();
            hello.lines.push(format!("variant {}", usual.join(" ")));
        }
        if hello.position {
            let dialect = xboard.dialect;
            hello.lines.extend(loose(&mut xboard, &dialect, &bridge.oracle, &usual)?);
        }
        let moves = if xboard.refuses {
            "judges moves by playing them"
        } else {
            "plays legal moves and refuses no others"
        };
        let position =
            xboard.show.map_or("no position".to_owned(), |it| format!("position by {it}"));
        let starts = if hello.start_only { "; no set-ups" } else { "" };
        hello.note = format!("{moves}, and undo; {position}{starts}");
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
        let (show, board) = (None, None);
        Ok(Self { wire, dialect, features, pings: 0, show, refuses: false, board, usual })
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
        for mv in game.legal() {
            if !xboard.accepts(game, &mv)? {
                let message = format!("the engine refuses the first move {mv}");
                return Err(io::Error::other(message));
            }
        }
        // The first move once more, by the same player.
        let illegal = game.legal().into_iter().next().unwrap_or_default();
        let after = Played::after(&bridge.oracle, &game.setup, &[&illegal]);
        let after = after.unwrap_or_else(|| unreachable!("its move is legal"));
        match xboard.accepts(&after, &illegal) {
            Ok(accepted) => xboard.refuses = !accepted,
            Err(_) => {
                let show = xboard.show;
                xboard = Self { show, ..Self::start(dialect, bridge)? };
            }
        }
        if !xboard.refuses && xboard.show.is_none() {
            let message = "the engine prints no position and refuses no illegal move before it \
                           answers `ping`: there is nothing to compare";
            return Err(io::Error::other(message));
        }
        xboard.board = None;
        Ok(xboard)
    }

    /// Whether the engine plays a move, which is on its board then.
    fn accepts(&mut self, game: &Played, mv: &str) -> io::Result<bool> {
        self.go_to(game)?;
        let order = self.order(mv);
        let is_accepted = !self.ask(&order)?.iter().any(|line| is_refusal(line));
        if let (true, Some((_, moves))) = (is_accepted, &mut self.board) {
            moves.push(mv.to_owned());
        }
        Ok(is_accepted)
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
                    orders += &format!("{name} {value}\n");
                }
                orders += "force\n";
                if !usual || self.has("setboard=1") {
                    orders += &format!("setboard {}\n", self.dialect.set_up(&game.setup));
                }
                self.board = None;
                let refused = self.ask(&orders)?.into_iter().find(|line| is_refusal(line));
                if let Some(line) = refused {
                    eprintln!("the set-up is refused: {line}");
                    return Ok(false);
                }
                Vec::new()
            }
        };
        let common = played.iter().zip(&game.moves).take_while(|(one, other)| one == other).count();
        let mut orders = "undo\n".repeat(played.len() - common);
        for mv in &game.moves[common..] {
            orders += &self.order(mv);
        }
        self.board = Some((game.setup.clone(), game.moves.clone()));
        if orders.is_empty() {
            return Ok(true);
        }
        let refused = self.ask(&orders)?.into_iter().find(|line| is_refusal(line));
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
    fn set_up(&mut self, game: &Played) -> io::Result<bool> {
        self.go_to(game)
    }

    fn moves(&mut self, _game: &Played) -> io::Result<Vec<String>> {
        Ok(Vec::new())
    }

    fn is_legal(&mut self, game: &Played, mv: &str) -> io::Result<bool> {
        let is_asked = if self.refuses {
            game.judge.is_some() && is_move(&game.setup, mv)
        } else {
            game.legal().iter().any(|legal| legal == mv)
        };
        Ok(is_asked && self.accepts(game, mv)?)
    }

    fn position(&mut self, game: &Played) -> io::Result<String> {
        let Some(show) = self.show.filter(|_| game.judge.is_some()) else {
            return Ok(String::new());
        };
        self.go_to(game)?;
        let lines = self.ask(&format!("{show}\n"))?;
        let printed = printed(&lines).unwrap_or_default();
        Ok((self.dialect.read_position)(&printed, &game.setup))
    }
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
