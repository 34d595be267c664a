//! Engines that count: `position`, then `go perft`.
//!
//! An answer is read up to the total, or to `bestmove`. Engines print other lines before and after
//! it; what is neither a count nor a word of the protocol is kept for reports, since it may say why
//! an engine does not do as it was told.

use std::fmt::Write;
use std::io;

use twinboard_vocabulary::text_game::{TextMove, TextOutcome};
use twinboard_vocabulary::{Game, TryClone};

use super::wire::{Line, is_of_search, of_protocol, without_number, words};
use crate::client::{Judge, legal};
use crate::dialect::Fen;
use crate::engine::Engine;
use crate::wire::{Pipe, Wire};

/// Lines that are kept of those without a meaning.
const SAID_MAX: usize = 8;

/// A count that an engine is asked for.
#[derive(Clone, Copy)]
pub struct CountRequest<'a> {
    /// The depth.
    pub depth: u32,
    /// The right count, if it is known.
    pub expected: Option<u128>,
    /// True for the right count at a smaller depth.
    pub is_of_less: &'a dyn Fn(u128) -> bool,
}

/// A running engine that counts.
#[derive(Debug)]
pub struct Counter<P> {
    engine: Engine<P>,
    /// Options that the user sets.
    options: Vec<(String, String)>,
    /// The request for a count, in which `%d` is the depth.
    request: String,
    has_begun: bool,
    /// True once it has given a count.
    has_counted: bool,
    /// The number of `isready` that are not answered.
    unready: u32,
    /// The lines without a meaning since the last request.
    said: Vec<String>,
}

impl<P: Pipe> Counter<P> {
    /// An engine that has just been started.
    pub fn new(pipe: P, dialect: Fen, options: &[(String, String)], request: &str) -> Self {
        Self {
            engine: Engine::new(Wire::new(pipe), dialect),
            options: options.to_vec(),
            request: request.to_owned(),
            has_begun: false,
            has_counted: false,
            unready: 0,
            said: Vec::new(),
        }
    }

    /// Counts after these moves from a set-up, or, without moves, from the position that the engine
    /// has; returns the lines up to the total, with the moves as the oracle writes them.
    ///
    /// An engine may print the totals of smaller depths first, or a title with the depth: a total
    /// that is not the expected one is the answer only if nothing else follows, to which an engine
    /// gets time by `isready`.
    ///
    /// # Errors
    ///
    /// Those of the pipe; [`io::ErrorKind::Unsupported`] if the engine cannot be asked for counts,
    /// [`io::ErrorKind::InvalidInput`] if it does not take an option.
    pub fn count(
        &mut self,
        setup: &str,
        moves: Option<&[String]>,
        request: CountRequest<'_>,
    ) -> io::Result<String> {
        if !self.has_begun {
            self.engine.begin(&self.options)?;
            self.engine.demand_for(setup)?;
            self.has_begun = true;
        }
        self.ready()?;
        let position = match moves {
            Some(moves) => format!("position {}\n", self.engine.prepare(setup, moves)?),
            None => String::new(),
        };
        let go = self.request.replace("%d", &request.depth.to_string());
        self.engine.wire.send(&format!("{position}{go}\n"))?;
        let counts = self.counts(request, &go)?;
        self.has_counted = true;
        Ok(counts)
    }

    /// The lines of a count.
    fn counts(&mut self, request: CountRequest<'_>, go: &str) -> io::Result<String> {
        let (mut output, mut sum) = (String::new(), 0_u128);
        // The last total: whether it may be that of a smaller depth, and where its line ends.
        let (mut total, mut less) = (None::<bool>, 0);
        loop {
            let line = match self.engine.wire.line() {
                Err(error) if error.kind() == io::ErrorKind::TimedOut && total.is_some() => {
                    return Ok(output);
                }
                line => line?,
            };
            let is_search = !self.has_counted && output.is_empty();
            match line.split_whitespace().next() {
                Some("readyok") => {
                    self.unready = self.unready.saturating_sub(1);
                    if self.unready == 0 && total == Some(false) {
                        return Ok(output);
                    }
                }
                Some("bestmove") if total.is_some() => return Ok(output),
                Some("bestmove") if !output.is_empty() => {
                    return Ok(format!("{output}Total: {sum}\n"));
                }
                Some("bestmove") if is_search => return Err(self.searches(line)),
                Some("info") if is_search && is_of_search(&line) => {
                    return Err(self.searches(line));
                }
                _ => {}
            }
            let Some(read) = self.read(&line) else { continue };
            match read {
                Line::Labelled(label, count) => {
                    sum = sum.saturating_add(count);
                    let mv = without_number(label).unwrap_or(label);
                    let mv = (self.engine.dialect.read_move)(mv);
                    let _ = writeln!(output, "{mv}: {count}");
                }
                Line::Total(count) | Line::Number(count) => {
                    // The total of a smaller depth, or a title, is no part of the answer.
                    if total == Some(true) {
                        output.drain(..less);
                    }
                    let _ = writeln!(output, "Total: {count}");
                    // A title such as `perft 3` looks like a total.
                    let is_title = count == u128::from(request.depth) && count != sum;
                    let is_right = Some(count) == request.expected;
                    if is_right && !is_title {
                        return Ok(output);
                    }
                    if total.is_none() {
                        self.unready += 1;
                        self.engine.wire.send("isready\n")?;
                        go.clone_into(&mut self.engine.wire.asked);
                    }
                    total = Some(!is_right && (is_title || (request.is_of_less)(count)));
                    (less, sum) = (output.len(), 0);
                }
                Line::Statistics => {}
            }
        }
    }

    /// Waits until the engine has done all that it was asked for.
    ///
    /// # Errors
    ///
    /// Those of the pipe.
    pub fn ready(&mut self) -> io::Result<()> {
        self.engine.wire.send("isready\n")?;
        self.unready += 1;
        while self.unready > 0 {
            if self.engine.wire.line()?.trim() == "readyok" {
                self.unready -= 1;
            }
        }
        self.said.clear();
        Ok(())
    }

    /// Reads a line of counts. Any other line is kept if it may be a complaint.
    fn read<'l>(&mut self, line: &'l str) -> Option<Line<'l>> {
        let read = of_protocol(line);
        let is_kept = match line.split_whitespace().next() {
            Some("info") => line.trim().starts_with("info string"),
            Some(word) => !["id", "option", "readyok", "bestmove"].contains(&word),
            None => false,
        };
        if read.is_none() && is_kept && self.said.len() < SAID_MAX {
            self.said.push(line.trim().to_owned());
        }
        read
    }

    /// The error of an engine that searches for a move when it is asked for counts.
    fn searches(&mut self, line: String) -> io::Error {
        self.said.push(line);
        let why = "the program has no `go perft`: it searches for a move and gives no count";
        io::Error::new(io::ErrorKind::Unsupported, why)
    }

    /// The last line that was sent.
    #[must_use]
    pub fn asked(&self) -> &str {
        &self.engine.wire.asked
    }

    /// True once the options are set: from then on, counts are asked for.
    #[must_use]
    pub fn has_begun(&self) -> bool {
        self.has_begun
    }

    /// The first lines since the last request that are neither counts nor words of the protocol.
    #[must_use]
    pub fn said(&self) -> &[String] {
        &self.said
    }

    /// The streams of the engine.
    pub fn pipe(&mut self) -> &mut P {
        &mut self.engine.wire.pipe
    }
}

// Witnesses: what a search says is judged by the oracle.
//
// An engine that lists no moves still names some: the best move, the move to ponder on, and the
// variations of its search. Each must be legal where it stands, a variation that is a mate must end
// the game, and where the game is over no move may be named.

/// Words that begin a part of a line of `info`, beside `string`.
const PARTS: [&str; 15] = [
    "depth",
    "seldepth",
    "time",
    "nodes",
    "multipv",
    "score",
    "currmove",
    "currmovenumber",
    "hashfull",
    "nps",
    "tbhits",
    "sbhits",
    "cpuload",
    "refutation",
    "currline",
];

/// Words that name no move.
const NONE: [&str; 7] = ["(none)", "0000", "none", "null", "a1a1", "resign", "win"];

/// The first thing that is wrong in the lines of a search, up to `bestmove`; `read` turns a move into
/// the oracle's form.
pub(crate) fn judge(lines: &[String], game: &Judge, read: fn(&str) -> String) -> Option<String> {
    lines.iter().find_map(|line| {
        let words: Vec<&str> = words(line).collect();
        match words.first() {
            Some(&"info") => variation(&words, game, read),
            Some(&"bestmove") => best_move(&words, game, read),
            _ => None,
        }
    })
}

/// True if an engine names no move with this word.
fn is_none(word: &str) -> bool {
    NONE.contains(&word.to_ascii_lowercase().as_str())
}

/// True if an engine ends the game instead of naming a move.
pub(crate) fn gives_up(word: &str) -> bool {
    ["resign", "win"].contains(&word)
}

fn best_move(words: &[&str], game: &Judge, read: fn(&str) -> String) -> Option<String> {
    let best = words.get(1).copied().filter(|word| !is_none(word));
    let gives_up = words.get(1).is_some_and(|word| gives_up(word));
    let moves = legal(game);
    let Some(best) = best else {
        let is_wrong = !moves.is_empty() && !gives_up;
        return is_wrong.then(|| {
            format!("it names no move (`{}`), and {} are legal", words.join(" "), moves.len())
        });
    };
    if moves.is_empty() {
        return Some(format!("its best move is {best}, and the game is over"));
    }
    let ponder = words.iter().position(|word| *word == "ponder").and_then(|at| words.get(at + 1));
    let ponder = ponder.filter(|word| !is_none(word));
    let line: Vec<&str> = [best].into_iter().chain(ponder.copied()).collect();
    let (played, _) = follow(&line, game, read);
    match (played, line.len()) {
        (0, _) => Some(format!("its best move {best} is illegal")),
        (1, 2) => Some(format!("the move to ponder on, {} after {best}, is illegal", line[1])),
        _ => None,
    }
}

fn variation(words: &[&str], game: &Judge, read: fn(&str) -> String) -> Option<String> {
    let at = words.iter().position(|word| *word == "pv")?;
    // The order of the parts is free.
    let line = words[at + 1..].split(|word| PARTS.contains(word)).next()?;
    let (played, is_over) = follow(line, game, read);
    if let Some(illegal) = line.get(played) {
        return Some(format!("its variation {} has the illegal move {illegal}", line.join(" ")));
    }
    let mate = words.windows(3).find(|it| it[..2] == ["score", "mate"])?;
    let plies = match mate[2].parse::<i64>().ok()? {
        moves @ 1.. => 2 * moves - 1,
        moves => -2 * moves,
    };
    let is_whole = i64::try_from(line.len()) == Ok(plies);
    (is_whole && !is_over).then(|| {
        format!("mate in {} is no mate: the game goes on after {}", mate[2], line.join(" "))
    })
}

/// Plays a line; returns how many of its moves are legal and whether the game is over behind them.
fn follow(line: &[&str], game: &Judge, read: fn(&str) -> String) -> (usize, bool) {
    let mut game = game.try_clone().expect("a game in words can be copied");
    let is_legal = |mv: &&&str| game.play(&TextMove::from(read(mv).as_str())).is_ok();
    let played = line.iter().take_while(is_legal).count();
    (played, game.outcome() != TextOutcome::PLAYING)
}
