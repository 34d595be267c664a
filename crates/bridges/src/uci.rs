//! Engines that speak UCI or USI.
//!
//! The protocols have no request for the legal moves. `go perft 1` lists them in many engines, and a
//! search of depth 1 with a variation for each root move in others; `d` prints the position. Which of
//! these an engine has is found by asking it ([`Uci::connect`]).

use std::collections::{BTreeMap, VecDeque};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::time::Duration;

use twinboard_vocabulary::text_game::AnyTextSide;

use crate::client::{Client, Hello, Played, loose};
use crate::dialect::{Fen, Protocol};
use crate::options::{check_option, max_of};
use crate::wire::{SILENCE, Wire};
use crate::{Bridge, witness};

/// Time for an answer that an engine may not have. Long, since what is found must not depend on how
/// busy the machine is: all processes of an engine have one handshake.
const PATIENCE: Duration = Duration::from_secs(10);
/// Time after `stop` until a search is lost. The harness often ends a silence before that.
const LOST: Duration = Duration::from_secs(5);
/// Positions whose answers are kept: games that are played beside each other ask in turn.
const LOOKS_MAX: usize = 8;
/// How a witness searches if the user does not say: enough for variations of some moves.
const GO: &str = "depth 2";
/// Option for the number of threads of a search.
const THREADS: &str = "Threads";
/// Option for the number of variations of a search.
const VARIATIONS: &str = "MultiPV";

/// How an engine lists its legal moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum List {
    /// `go perft 1`.
    Perft,
    /// A search of depth 1, with this many variations.
    Search(i64),
    /// Not at all.
    No,
}

/// A running engine.
pub(crate) struct Uci {
    wire: Wire,
    dialect: Fen,
    oracle: AnyTextSide,
    /// The lines in which it offers its options.
    offered: Vec<String>,
    /// Options as they are set.
    set: BTreeMap<String, String>,
    list: List,
    /// True if `d` prints the position.
    shows: bool,
    /// How it searches as a witness; `None` if it is none.
    go: Option<String>,
    /// The last positions that it was asked about, and its answers.
    looks: VecDeque<(String, Look)>,
}

/// The answers about a position.
#[derive(Clone, Debug, Default)]
struct Look {
    moves: Vec<String>,
    /// What `d` printed.
    shown: Vec<String>,
}

impl Look {
    /// The rest of the line that begins with a label, which may end in a colon.
    fn labelled(&self, label: &str) -> Option<&str> {
        self.shown.iter().find_map(|line| line.trim().strip_prefix(label)).map(str::trim)
    }

    /// Whether the player to move is in check.
    fn check(&self) -> Option<bool> {
        self.labelled("Checkers:").map(|checkers| !checkers.is_empty())
    }

    /// The hash of the position.
    fn key(&self) -> Option<u64> {
        let digits = self.labelled("Key:")?.trim_start_matches("0x");
        u64::from_str_radix(digits, 16).ok().filter(|key| *key != 0)
    }

    /// The position as the engine prints it, after a label or alone on its line.
    fn position(&self, protocol: Protocol) -> Option<&str> {
        let label = if protocol == Protocol::Usi { "Sfen:" } else { "Fen:" };
        let is_fen = |line: &&str| {
            let mut fields = line.split_whitespace();
            fields.next().is_some_and(|rows| rows.matches('/').count() >= 3)
                && fields.next().is_some_and(|turn| turn == "w" || turn == "b")
        };
        let labelled = self.labelled(label).or_else(|| self.labelled("FEN:"));
        labelled.or_else(|| self.shown.iter().map(|line| line.trim()).find(is_fen))
    }
}

impl Uci {
    /// Starts the conversation and asks what the engine can tell.
    pub(crate) fn connect(dialect: Fen, bridge: &Bridge) -> io::Result<(Box<dyn Client>, Hello)> {
        let wire = bridge.start()?;
        let (set, list) = (BTreeMap::new(), List::No);
        let (oracle, offered, looks) = (bridge.oracle.clone(), Vec::new(), VecDeque::new());
        let mut uci =
            Self { wire, dialect, oracle, offered, set, list, shows: false, go: None, looks };
        let name = uci.begin()?;
        for (option, value) in &bridge.options {
            uci.demand(option, value)?;
        }
        // One position after the other leaves nothing for more threads to do.
        if uci.offers(THREADS) && !uci.set.contains_key(THREADS) {
            uci.demand(THREADS, "1")?;
        }
        let usual = bridge.starts.first().map(String::as_str).unwrap_or_default();
        for (option, value) in (dialect.options)(usual) {
            if value != "false" || uci.offers(option) {
                uci.demand(option, value)?;
            }
        }
        let mut hello = Hello { name, ..Hello::default() };
        let list = uci.find_list(&bridge.starts)?;
        uci.find_position(usual, &mut hello)?;
        hello.moves = uci.list != List::No;
        hello.validate = bridge.go.is_some() || !hello.moves;
        uci.go = hello.validate.then(|| bridge.go.clone().unwrap_or_else(|| GO.to_owned()));
        for (option, line) in dialect.variants {
            let value = if uci.offers(option) { (*line).to_owned() } else { without(line) };
            hello.lines.push(format!("variant {value}"));
        }
        let shown = [("position", hello.position), ("check", hello.observe), ("key", hello.key)];
        let shown: Vec<_> = shown.into_iter().filter(|it| it.1).map(|it| it.0).collect();
        let shown = if shown.is_empty() { "nothing".to_owned() } else { shown.join(", ") };
        let witness = uci.go.as_ref().map(|go| format!("; the moves of `go {go}` are judged"));
        hello.note = format!("{list}; {shown} by d{}", witness.unwrap_or_default());
        Ok((Box::new(uci), hello))
    }

    /// The first word of the conversation.
    fn word(&self) -> &'static str {
        self.dialect.protocol.name()
    }

    /// Begins the conversation; returns the name of the engine.
    fn begin(&mut self) -> io::Result<String> {
        let (word, end) = (self.word(), format!("{}ok", self.word()));
        self.wire.send(&format!("{word}\n"))?;
        let lines = self.wire.until(|line| line.trim() == end)?;
        let name = lines.iter().find_map(|line| line.trim().strip_prefix("id name "));
        let name = name.unwrap_or("an engine without a name").to_owned();
        self.offered = lines.into_iter().filter(|line| line.starts_with("option ")).collect();
        self.ready()?;
        Ok(name)
    }

    /// Waits until the engine has done all before; returns what it printed.
    fn ready(&mut self) -> io::Result<Vec<String>> {
        self.wire.send("isready\n")?;
        self.wire.until(|line| line.trim() == "readyok")
    }

    fn offers(&self, option: &str) -> bool {
        let name = format!("option name {option} ").to_ascii_lowercase();
        self.offered.iter().any(|line| line.to_ascii_lowercase().starts_with(&name))
    }

    /// Sets an option that must be there.
    fn demand(&mut self, name: &str, value: &str) -> io::Result<()> {
        check_option(&self.offered, name, value).map_err(io::Error::other)?;
        self.wire.send(&format!("setoption name {name} value {value}\n"))?;
        let said = self.ready()?;
        let complaint = said.iter().find(|line| line.to_lowercase().contains("no such"));
        if let Some(line) = complaint {
            let message = format!("the engine refuses {name}={value}: `{}`", line.trim());
            return Err(io::Error::other(message));
        }
        self.set.insert(name.to_owned(), value.to_owned());
        Ok(())
    }

    /// The argument of `position`. Options that the set-up needs are sent before.
    fn prepare(&mut self, game: &Played) -> io::Result<String> {
        let mut orders = String::new();
        for (name, value) in (self.dialect.options)(&game.setup) {
            if self.set.get(name).map(String::as_str) != Some(value) && self.offers(name) {
                orders.extend(["setoption name ", name, " value ", value, "\n"]);
                self.set.insert(name.to_owned(), value.to_owned());
            }
        }
        if !orders.is_empty() {
            self.wire.send(&orders)?;
        }
        let kind = if self.dialect.protocol == Protocol::Usi { "sfen" } else { "fen" };
        let setup = self.dialect.set_up(&game.setup);
        let moves: String =
            game.moves.iter().map(|mv| format!(" {}", (self.dialect.write_move)(mv))).collect();
        let moves = if moves.is_empty() { moves } else { format!(" moves{moves}") };
        Ok(format!("{kind} {setup}{moves}"))
    }

    /// What the engine says about the position of a game, in one round trip if it was not asked
    /// before.
    fn look(&mut self, game: &Played) -> io::Result<Look> {
        let position = self.prepare(game)?;
        if let Some((_, look)) = self.looks.iter().find(|(other, _)| *other == position) {
            return Ok(look.clone());
        }
        // `d` before `go`, which counts in another thread, with an answer between them.
        let show = if self.shows { "d\nisready\n" } else { "" };
        let list = match self.list {
            List::Perft => "go perft 1\n",
            List::Search(_) => "go depth 1\n",
            List::No => "",
        };
        self.wire.send(&format!("position {position}\n{show}{list}"))?;
        let mut look = Look::default();
        if self.shows {
            look.shown = self.wire.until(|line| line.trim() == "readyok")?;
        }
        if self.list != List::No {
            let lines = self.found(is_end_of_list)?;
            look.moves = match self.list {
                List::Perft => counted(&lines).iter().map(|mv| self.read(mv)).collect(),
                _ => self.searched(&lines, game)?,
            };
        }
        self.looks.truncate(LOOKS_MAX - 1);
        self.looks.push_front((position, look.clone()));
        Ok(look)
    }

    /// The lines that answer `go`, up to the last. An engine that answers `isready` meanwhile but
    /// neither goes on nor stops has lost the search.
    fn found(&mut self, is_last: impl Fn(&str) -> bool) -> io::Result<Vec<String>> {
        let mut lines = Vec::new();
        if self.wire.add_until(&mut lines, SILENCE, &is_last)? {
            return Ok(lines);
        }
        let (asked, about) = (self.wire.asked.clone(), self.wire.about());
        eprintln!("no end of `{asked}` for {SILENCE:?}; {about}");
        let is_ready = |line: &str| line.trim() == "readyok";
        self.wire.send("isready\n")?;
        lines.extend(self.wire.until(|line| is_ready(line) || is_last(line))?);
        if lines.last().is_some_and(|line| is_last(line)) {
            self.wire.until(is_ready)?;
            return Ok(lines);
        }
        // A search may be slow, and ends with what it has; a count is not cut short.
        eprintln!("`isready` is answered meanwhile: a lost search?");

        if !asked.starts_with("go perft") {
            self.wire.send("stop\n")?;
        }
        if self.wire.add_until(&mut lines, LOST, is_last)? {
            return Ok(lines);
        }
        let message = format!("lost search: `{asked}` is never answered, `isready` after it is");
        Err(io::Error::other(message))
    }

    /// The moves of a search with a variation for each: the first of each, the best move, and those that
    /// a search names if it may name no other. A search may leave out what its list does not.
    fn searched(&mut self, lines: &[String], game: &Played) -> io::Result<Vec<String>> {
        let variations = lines.iter().filter(|line| line.starts_with("info "));
        let variations = variations.filter_map(|line| word_after(line, "pv"));
        let mut moves: Vec<String> = variations.map(|mv| self.read(mv)).collect();
        let legal = game.legal();
        // At the end of a game some name the move of an earlier search; with a single legal move some
        // print no variation.
        if !moves.is_empty() || legal.len() == 1 {
            let best = lines.last().and_then(|line| word_after(line, "bestmove"));
            moves.extend(best.map(|mv| self.read(mv)));
        }
        moves.sort();
        moves.dedup();
        for mv in legal {
            if moves.is_empty() || moves.contains(&mv) {
                continue;
            }
            let written = (self.dialect.write_move)(&mv);
            self.wire.send(&format!("go depth 1 searchmoves {written}\n"))?;
            let lines = self.found(|line| line.starts_with("bestmove"))?;
            if lines.last().and_then(|line| word_after(line, "bestmove")) == Some(&written) {
                moves.push(mv);
            }
        }
        Ok(moves)
    }

    /// A move of the engine as the oracle writes it.
    fn read(&self, mv: &str) -> String {
        (self.dialect.read_move)(mv)
    }

    /// Finds how the engine lists its moves; returns that in words.
    fn find_list(&mut self, starts: &[String]) -> io::Result<String> {
        let usual = starts.first().map(String::as_str).unwrap_or_default();
        let game = Played::begin(&self.oracle, usual);
        let position = self.prepare(&game)?;
        self.wire.send(&format!("position {position}\ngo perft 1\n"))?;
        let is_end = |line: &str| is_end_of_list(line) || is_of_search(line);
        match self.wire.until_within(PATIENCE, is_end)? {
            Some(lines) if lines.last().is_some_and(|line| is_total(line)) => {
                self.list = List::Perft;
                return Ok("legal moves by go perft".to_owned());
            }
            Some(lines) if lines.last().is_some_and(|line| line.starts_with("bestmove")) => {}
            // It searches, perhaps without an end.
            _ => {
                self.wire.send("stop\n")?;
                let stopped =
                    self.wire.until_within(PATIENCE, |line| line.starts_with("bestmove"))?;
                if stopped.is_none() {
                    let sentence = "the engine does not answer `go perft 1`, nor `stop` after it";
                    return Err(io::Error::other(sentence));
                }
            }
        }
        let max = max_of(&self.offered, VARIATIONS).unwrap_or(1);
        if max < 2 {
            return Ok("no list (no go perft, no MultiPV)".to_owned());
        }
        self.demand(VARIATIONS, &max.to_string())?;
        self.list = List::Search(max);
        for start in starts {
            let game = Played::begin(&self.oracle, start);
            // Variants are words of further lines, which an engine may not know.
            if start.contains('\n') {
                continue;
            }
            let (listed, legal) = (self.look(&game)?.moves.len(), game.legal().len());
            if listed < legal || max < i64::try_from(self.dialect.moves_max).unwrap_or(max) {
                self.list = List::No;
                self.demand(VARIATIONS, "1")?;
                let reason = if listed < legal {
                    format!("{listed} of {legal} moves")
                } else {
                    format!("up to {max}")
                };
                return Ok(format!("no list (no go perft; {VARIATIONS}: {reason})"));
            }
        }
        Ok(format!("legal moves by go depth 1 with {max} variations"))
    }

    /// Finds whether `d` prints the position, and which of its fields can be compared.
    fn find_position(&mut self, usual: &str, hello: &mut Hello) -> io::Result<()> {
        let game = Played::begin(&self.oracle, usual);
        let position = self.prepare(&game)?;
        self.wire.send(&format!("position {position}\nd\nisready\n"))?;
        let is_ready = |line: &str| line.trim() == "readyok";
        let Some(shown) = self.wire.until_within(PATIENCE, is_ready)? else {
            return Err(io::Error::other("the engine does not answer `isready` after `d`"));
        };
        let look = Look { shown, ..Look::default() };
        let Some(printed) = look.position(self.dialect.protocol) else { return Ok(()) };
        let fields = printed.split_whitespace().count();
        self.shows = true;
        self.looks.clear();
        hello.position = true;
        hello.observe = look.check().is_some();
        hello.key = look.key().is_some();
        for missing in fields + 1..=self.dialect.fields {
            hello.lines.push(format!("ignores field {missing}: the engine does not print it"));
        }
        let (dialect, oracle) = (self.dialect, self.oracle.clone());
        hello.lines.extend(loose(self, &dialect, &oracle, usual)?);
        Ok(())
    }
}

impl Client for Uci {
    fn set_up(&mut self, _game: &Played) -> io::Result<bool> {
        Ok(true)
    }

    fn moves(&mut self, game: &Played) -> io::Result<Vec<String>> {
        Ok(self.look(game)?.moves)
    }

    /// Illegal moves are undefined in UCI and never sent: the list decides.
    fn is_legal(&mut self, game: &Played, mv: &str) -> io::Result<bool> {
        let moves = if self.list == List::No { game.legal() } else { self.look(game)?.moves };
        Ok(moves.iter().any(|legal| legal == mv))
    }

    fn position(&mut self, game: &Played) -> io::Result<String> {
        let look = self.look(game)?;
        let printed = look.position(self.dialect.protocol).unwrap_or_default();
        let mut position = (self.dialect.read_position)(printed, &game.setup);
        // Fields that the engine does not print are not compared; their places are kept.
        for _ in position.split(' ').count()..self.dialect.fields {
            position += " 0";
        }
        // Variants are further lines of a position.
        for line in game.setup.lines().skip(1) {
            position = format!("{position}\n{line}");
        }
        Ok(position)
    }

    fn observe(&mut self, game: &Played) -> io::Result<String> {
        let check = self.look(game)?.check();
        Ok(check.map(|check| format!("check {check}")).unwrap_or_default())
    }

    /// The engine's hash, mixed with the fields that hashes leave out: positions that differ in these
    /// alone are different.
    fn key(&mut self, game: &Played) -> io::Result<String> {
        let look = self.look(game)?;
        let position = look.position(self.dialect.protocol).unwrap_or_default();
        let fields: Vec<&str> = position.split_whitespace().collect();
        let mut hasher = DefaultHasher::new();
        look.key().hash(&mut hasher);
        for field in self.dialect.unhashed {
            fields.get(field - 1).hash(&mut hasher);
        }
        Ok(format!("{:x}", hasher.finish()))
    }

    fn validate(&mut self, game: &Played) -> io::Result<Option<String>> {
        let Some(go) = self.go.clone().filter(|_| game.is_known()) else { return Ok(None) };
        let position = self.prepare(game)?;
        // A search with all variations would name every legal move.
        let (one, all) = match self.list {
            List::Search(max) => (
                format!("setoption name {VARIATIONS} value 1\n"),
                format!("setoption name {VARIATIONS} value {max}\n"),
            ),
            _ => (String::new(), String::new()),
        };
        self.wire.send(&format!("{one}position {position}\ngo {go}\n"))?;
        let lines = self.found(|line| line.starts_with("bestmove"))?;
        if !all.is_empty() {
            self.wire.send(&all)?;
        }
        let read = self.dialect.read_move;
        Ok(game.judged(|judge| witness::judge(&lines, judge, read)).flatten())
    }
}

/// `castling none 960` without an option for other values than the first.
fn without(line: &str) -> String {
    line.split(' ').take(2).collect::<Vec<_>>().join(" ")
}

/// True for the line with the total of a count.
fn is_total(line: &str) -> bool {
    let line = line.trim().to_lowercase();
    ["nodes searched", "total", "nodes:", "perft"].iter().any(|word| line.starts_with(word))
        && line.ends_with(|it: char| it.is_ascii_digit())
}

fn is_end_of_list(line: &str) -> bool {
    is_total(line) || line.starts_with("bestmove")
}

/// True for the information of a search, which no count has.
fn is_of_search(line: &str) -> bool {
    line.starts_with("info ") && line.contains(" pv ")
}

/// The moves of a count, in lines such as `e2e4: 1`.
fn counted(lines: &[String]) -> Vec<String> {
    let read = |line: &String| {
        let mut words = line.split([':', ' ', '\t']).filter(|word| !matches!(*word, "" | "-"));
        let (mv, count) = (words.next()?, words.next()?);
        (count == "1" && words.next().is_none() && !is_total(line)).then(|| mv.to_owned())
    };
    lines.iter().filter_map(read).collect()
}

/// The word behind another one.
fn word_after<'l>(line: &'l str, word: &str) -> Option<&'l str> {
    line.split_whitespace().skip_while(|it| *it != word).nth(1)
}
