//! Engines that speak the protocol of xboard, which judges moves and does not list them.
//!
//! A move is sent, and `Illegal move` or `Error` before the answer to `ping` means that it was
//! refused; `undo` takes it back.

use std::io;
use std::time::Duration;

use crate::Bridge;
use crate::client::{Client, Hello, Played};
use crate::dialect::Fen;
use crate::wire::Wire;

/// Time for the features, after which the engine is taken as one of version 1.
const PATIENCE: Duration = Duration::from_secs(2);

/// Requests that print the position as a FEN, of which an engine may have one.
const SHOW: [&str; 3] = ["fen", "show fen", "d"];

/// A running engine. It has one board.
pub(crate) struct Xboard {
    wire: Wire,
    dialect: Fen,
    /// Features that it announced, such as `setboard=1`.
    features: Vec<String>,
    pings: u32,
    /// The request that prints the position.
    show: Option<&'static str>,
    /// The set-up on its board and the moves from there; `None` if that is not known.
    board: Option<(String, Vec<String>)>,
    /// The usual start, with which `new` begins.
    usual: String,
}

impl Xboard {
    /// Starts the conversation and asks what the engine can tell.
    pub(crate) fn connect(
        mut wire: Wire,
        dialect: Fen,
        bridge: &Bridge,
    ) -> io::Result<(Box<dyn Client>, Hello)> {
        wire.send("xboard\nprotover 2\n")?;
        let lines = wire.until_within(PATIENCE, |line| line.contains("done=1"))?;
        let features: Vec<String> = lines.unwrap_or_default();
        let usual = bridge.starts.first().cloned().unwrap_or_default();
        let mut xboard = Self { wire, dialect, features, pings: 0, show: None, board: None, usual };
        if !xboard.has("ping=1") {
            let message = "the engine does not announce `ping=1`: its answers cannot be told apart";
            return Err(io::Error::other(message));
        }
        let name =
            xboard.feature("myname").unwrap_or_else(|| "an engine without a name".to_owned());
        let mut hello = Hello { name, legal: true, undo: true, ..Hello::default() };
        let game = Played::begin(&bridge.oracle, &xboard.usual)
            .ok_or_else(|| io::Error::other("the rule set has no start"))?;
        hello.start_only = !xboard.has("setboard=1");
        xboard.go_to(&game)?;
        for show in SHOW {
            let lines = xboard.ask(&format!("{show}\n"))?;
            if xboard.printed(&lines).is_some() {
                xboard.show = Some(show);
                break;
            }
        }
        hello.position = xboard.show.is_some();
        xboard.check_variant(&game)?;
        for (_, line) in dialect.variants {
            let usual: Vec<&str> = line.split(' ').take(2).collect();
            hello.lines.push(format!("variant {}", usual.join(" ")));
        }
        if let (true, Some((field, moves, reason))) = (hello.position, dialect.loose)
            && let Some(game) = Played::after(&bridge.oracle, &xboard.usual, moves)
        {
            let nth = |text: &str| text.split(' ').nth(field - 1).map(str::to_owned);
            if nth(&game.position()) != nth(&xboard.position(&game)?) {
                hello.lines.push(format!("ignores field {field}: {reason}"));
            }
        }
        let position =
            xboard.show.map_or("no position".to_owned(), |it| format!("position by {it}"));
        let starts = if hello.start_only { ", from the start only" } else { "" };
        hello.note = format!("judges moves by playing them, undo, {position}{starts}; no outcome");
        Ok((Box::new(xboard), hello))
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

    /// The line of these that is a position.
    fn printed(&self, lines: &[String]) -> Option<String> {
        let is_fen = |line: &&String| {
            line.split_whitespace().next().is_some_and(|rows| rows.matches('/').count() >= 3)
                && line.split_whitespace().count() >= 2
        };
        lines.iter().find(is_fen).cloned()
    }

    /// Fails if the position at the start is not that of the game: a variant was not taken.
    fn check_variant(&mut self, game: &Played) -> io::Result<()> {
        let rows = |text: &str| text.split(' ').next().unwrap_or_default().to_owned();
        if self.show.is_none() {
            return Ok(());
        }
        let (ours, theirs) = (game.position(), self.position(game)?);
        if rows(&ours) == rows(&theirs) {
            return Ok(());
        }
        let message = format!("the start of the engine is {theirs}; expected {ours}");
        Err(io::Error::other(message))
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
        // A word of the protocol is no move.
        if game.judge.is_none() || !is_move(mv) {
            return Ok(false);
        }
        self.go_to(game)?;
        let order = self.order(mv);
        let is_legal = !self.ask(&order)?.iter().any(|line| is_refusal(line));
        if let (true, Some((_, moves))) = (is_legal, &mut self.board) {
            moves.push(mv.to_owned());
        }
        Ok(is_legal)
    }

    fn position(&mut self, game: &Played) -> io::Result<String> {
        let Some(show) = self.show.filter(|_| game.judge.is_some()) else {
            return Ok(String::new());
        };
        self.go_to(game)?;
        let lines = self.ask(&format!("{show}\n"))?;
        let printed = self.printed(&lines).unwrap_or_default();
        Ok((self.dialect.read_position)(&printed, &game.setup))
    }
}

/// True for a line that refuses what was sent.
fn is_refusal(line: &str) -> bool {
    let line = line.trim_start().to_lowercase();
    ["illegal", "error", "invalid", "tellusererror"].iter().any(|word| line.starts_with(word))
}

/// True for letters and digits that begin and end like coordinates.
fn is_move(text: &str) -> bool {
    let is_square = |text: &str| {
        let mut characters = text.chars();
        characters.next().is_some_and(|it| it.is_ascii_lowercase())
            && characters.next().is_some_and(|it| it.is_ascii_digit())
    };
    text.is_ascii() && (4..=7).contains(&text.len()) && is_square(text)
}
