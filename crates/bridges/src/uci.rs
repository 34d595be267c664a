//! Engines that speak UCI or USI.
//!
//! The protocols have no request for the legal moves. `go perft 1` lists them in many engines, and a
//! search of depth 1 with a variation for each root move in others; `d` prints the position. Which of
//! these an engine has is found by asking it ([`Uci::connect`]).

use std::cell::Cell;
use std::collections::VecDeque;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::time::{Duration, Instant};

use twinboard_vocabulary::text_game::AnyTextSide;

use super::counting;
use super::wire::{Line, is_of_search, of_protocol, without_number, words};
use crate::Bridge;
use crate::client::{Client, Hello, Played, disputed};
use crate::dialect::{Fen, Protocol, fields};
use crate::engine::Engine;
use crate::wire::{Process, SILENCE};

/// Time for an answer that an engine may not have. Long, since what is found must not depend on how
/// busy the machine is: all processes of an engine have one handshake.
const PATIENCE: Duration = Duration::from_secs(10);
/// Time after `stop` until a search is lost. The harness often ends a silence before that.
const LOST: Duration = Duration::from_secs(5);
/// Positions whose answers are kept: games that are played beside each other ask in turn.
const LOOKS_MAX: usize = 8;
/// How a witness searches if the user does not say: enough for variations of some moves.
const GO: &str = "depth 2";
/// Times that a finding of a witness is asked for again.
const AGAIN: u32 = 2;
/// Time after which it is asked for no more.
const ASKING: Duration = Duration::from_secs(2);
/// Option for the number of threads of a search.
const THREADS: &str = "Threads";
/// Option for the number of variations of a search.
const VARIATIONS: &str = "MultiPV";

/// How an engine lists its legal moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum List {
    /// `go perft 1`, whose answer has so many lines with a total, and ends with a best move or not.
    Perft { totals: usize, has_best: bool },
    /// A search of depth 1, with this many variations.
    Search(i64),
    /// Not at all.
    No,
}

/// A running engine.
pub(crate) struct Uci {
    engine: Engine,
    oracle: AnyTextSide,
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
    fn position<'l>(&'l self, protocol: Protocol) -> Option<&'l str> {
        let label = if protocol == Protocol::Usi { "Sfen:" } else { "Fen:" };
        // Behind any other label.
        let fen = |line: &'l String| {
            let rows = line.split(' ').find(|word| word.matches('/').count() >= 3)?;
            let fen = &line[rows.as_ptr() as usize - line.as_ptr() as usize..];
            let turn = fen.split(' ').nth(1);
            turn.is_some_and(|turn| turn == "w" || turn == "b").then_some(fen)
        };
        let labelled = self.labelled(label).or_else(|| self.labelled("FEN:"));
        labelled.or_else(|| self.shown.iter().find_map(fen))
    }
}

impl Uci {
    /// Starts the conversation and asks what the engine can tell.
    pub(crate) fn connect(dialect: Fen, bridge: &Bridge) -> io::Result<(Box<dyn Client>, Hello)> {
        let usual = bridge.starts.first().map(String::as_str).unwrap_or_default();
        let mut engine = Engine::new(bridge.start()?, dialect);
        let name = engine.begin(&bridge.options)?;
        // One position after the other leaves nothing for more threads to do.
        if engine.offers(THREADS) && !engine.is_set(THREADS) {
            engine.demand(THREADS, "1")?;
        }
        engine.demand_for(usual)?;
        let (oracle, looks) = (bridge.oracle.clone(), VecDeque::new());
        let (list, shows, go) = (List::No, false, None);
        let mut uci = Self { engine, oracle, list, shows, go, looks };
        let mut hello = Hello { name, ..Hello::default() };
        let list = uci.find_list(&bridge.starts)?;
        uci.find_position(usual, &mut hello)?;
        hello.moves = uci.list != List::No;
        hello.validate = bridge.go.is_some() || !hello.moves;
        uci.go = hello.validate.then(|| bridge.go.clone().unwrap_or_else(|| GO.to_owned()));
        hello.lines.extend(dialect.limits.iter().map(|line| (*line).to_owned()));
        for (option, line) in dialect.variants {
            // Without the option, the engine plays the first value alone.
            let value =
                if uci.engine.offers(option) { (*line).to_owned() } else { fields(line, 2) };
            hello.lines.push(format!("variant {value}"));
        }
        let told = [("position", hello.position), ("check", hello.observe), ("key", hello.key)];
        let told: Vec<_> = told.into_iter().filter(|it| it.1).map(|it| it.0).collect();
        let told = if told.is_empty() { "nothing".to_owned() } else { told.join(", ") };
        let witness = uci.go.as_ref().map(|go| format!("; the moves of `go {go}` are judged"));
        hello.note = format!("{list}; {told} by d{}", witness.unwrap_or_default());
        Ok((Box::new(uci), hello))
    }

    /// The argument of `position`. Options that the set-up needs are sent before.
    fn prepare(&mut self, game: &Played) -> io::Result<String> {
        self.engine.prepare(&game.setup, &game.moves)
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
            List::Perft { .. } => "go perft 1\n",
            List::Search(_) => "go depth 1\n",
            List::No => "",
        };
        self.engine.wire.send(&format!("position {position}\n{show}{list}"))?;
        let mut look = Look::default();
        if self.shows {
            look.shown = self.engine.wire.until(is_ready)?;
        }
        if self.list != List::No {
            let lines = self.found(end_of_list(self.list))?;
            look.moves = match self.list {
                List::Perft { .. } => counted(&lines).iter().map(|mv| self.read(mv)).collect(),
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
        if self.engine.wire.add_until(&mut lines, SILENCE, &is_last)? {
            return Ok(lines);
        }
        let (asked, about) = (self.engine.wire.asked.clone(), self.engine.wire.pipe.about());
        eprintln!("no end of `{asked}` for {SILENCE:?}; {about}");
        self.engine.wire.send("isready\n")?;
        lines.extend(self.engine.wire.until(|line| is_ready(line) || is_last(line))?);
        if lines.last().is_some_and(|line| is_last(line)) {
            self.engine.wire.until(is_ready)?;
            return Ok(lines);
        }
        // A search may be slow, and ends with what it has; a count is not cut short.
        eprintln!("`isready` is answered meanwhile: a lost search?");
        if !asked.starts_with("go perft") {
            self.engine.wire.send("stop\n")?;
        }
        if self.engine.wire.add_until(&mut lines, LOST, is_last)? {
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
        let best = lines.last().and_then(|line| word_after(line, "bestmove"));
        // Who gives up, or claims to have won, need not show a move.
        if moves.is_empty() && best.is_some_and(counting::gives_up) {
            return Ok(legal);
        }
        // At the end of a game some name the move of an earlier search; with a single legal move some
        // print no variation.
        if !moves.is_empty() || legal.len() == 1 {
            moves.extend(best.map(|mv| self.read(mv)));
        }
        moves.sort();
        moves.dedup();
        for mv in legal {
            if !moves.is_empty() && !moves.contains(&mv) && self.names_only(&mv)? {
                moves.push(mv);
            }
        }
        Ok(moves)
    }

    /// True if a search of the last position names this move when it may name no other.
    fn names_only(&mut self, mv: &str) -> io::Result<bool> {
        let written = (self.engine.dialect.write_move)(mv);
        self.engine.wire.send(&format!("go depth 1 searchmoves {written}\n"))?;
        let lines = self.found(|line| line.starts_with("bestmove"))?;
        Ok(lines.last().and_then(|line| word_after(line, "bestmove")) == Some(&written))
    }

    /// True if a search of the last position names each of these moves when it may name no other: what
    /// it does not name then is no legal move for the engine.
    fn heeds_searchmoves(&mut self, listed: &[String]) -> io::Result<bool> {
        for mv in listed {
            if !self.names_only(mv)? {
                return Ok(false);
            }
        }
        Ok(listed.len() > 1)
    }

    /// What is wrong with the moves that a search names.
    fn named(&mut self, game: &Played) -> io::Result<Option<String>> {
        let go = self.go.clone().unwrap_or_default();
        let position = self.prepare(game)?;
        // A search with all variations would name every legal move.
        let (one, all) = match self.list {
            List::Search(max) => (
                format!("setoption name {VARIATIONS} value 1\n"),
                format!("setoption name {VARIATIONS} value {max}\n"),
            ),
            _ => (String::new(), String::new()),
        };
        self.engine.wire.send(&format!("{one}position {position}\ngo {go}\n"))?;
        let lines = self.found(|line| line.starts_with("bestmove"))?;
        if !all.is_empty() {
            self.engine.wire.send(&all)?;
        }
        let read = self.engine.dialect.read_move;
        Ok(game.judged(|judge| counting::judge(&lines, judge, read)).flatten())
    }

    /// A move of the engine as the oracle writes it.
    fn read(&self, mv: &str) -> String {
        (self.engine.dialect.read_move)(mv)
    }

    /// Finds how the engine lists its moves; returns that in words.
    fn find_list(&mut self, starts: &[String]) -> io::Result<String> {
        let usual = starts.first().map(String::as_str).unwrap_or_default();
        let game = Played::begin(&self.oracle, usual);
        let position = self.prepare(&game)?;
        self.engine.wire.send(&format!("position {position}\ngo perft 1\n"))?;
        let is_best = |line: &String| line.starts_with("bestmove");
        let is_end =
            |line: &str| is_total(line) || line.starts_with("bestmove") || is_of_search(line);
        match self.engine.wire.until_within(PATIENCE, is_end)? {
            Some(mut lines) if lines.last().is_some_and(|line| is_total(line)) => {
                // Another total may follow, or a best move.
                self.engine.wire.send("isready\n")?;
                let Some(rest) = self.engine.wire.until_within(PATIENCE, is_ready)? else {
                    let sentence = "the engine does not answer `isready` after `go perft 1`";
                    return Err(io::Error::other(sentence));
                };
                lines.extend(rest);
                if !counted(&lines).is_empty() || game.legal().is_empty() {
                    let totals = lines.iter().filter(|line| is_total(line)).count();
                    self.list = List::Perft { totals, has_best: lines.iter().any(is_best) };
                    return Ok("legal moves by go perft".to_owned());
                }
            }
            Some(lines) if lines.last().is_some_and(is_best) => {
                if !counted(&lines).is_empty() {
                    self.list = List::Perft { totals: 0, has_best: true };
                    return Ok("legal moves by go perft".to_owned());
                }
            }
            // It searches, perhaps without an end.
            _ => {
                self.engine.wire.send("stop\n")?;
                let stopped =
                    self.engine.wire.until_within(PATIENCE, |line| line.starts_with("bestmove"))?;
                if stopped.is_none() {
                    let sentence = "the engine does not answer `go perft 1`, nor `stop` after it";
                    return Err(io::Error::other(sentence));
                }
            }
        }
        let max = self.engine.max_of(VARIATIONS).unwrap_or(1);
        if max < 2 {
            return Ok("no list (no go perft, no MultiPV)".to_owned());
        }
        self.engine.demand(VARIATIONS, &max.to_string())?;
        self.list = List::Search(max);
        for start in starts {
            let game = Played::begin(&self.oracle, start);
            // Variants are words of further lines, which an engine may not know.
            if start.contains('\n') {
                continue;
            }
            let (moves, legal) = (self.look(&game)?.moves, game.legal().len());
            let listed = moves.len();
            let is_cut = listed < legal && !self.heeds_searchmoves(&moves)?;
            if is_cut || max < i64::try_from(self.engine.dialect.moves_max).unwrap_or(max) {
                self.list = List::No;
                self.engine.demand(VARIATIONS, "1")?;
                let reason = if is_cut {
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
        self.engine.wire.send(&format!("position {position}\nd\nisready\n"))?;
        let Some(shown) = self.engine.wire.until_within(PATIENCE, is_ready)? else {
            return Err(io::Error::other("the engine does not answer `isready` after `d`"));
        };
        let look = Look { shown, ..Look::default() };
        let Some(printed) = look.position(self.engine.dialect.protocol) else { return Ok(()) };
        let fields = printed.split_whitespace().count();
        self.shows = true;
        self.looks.clear();
        hello.position = true;
        hello.observe = look.check().is_some();
        hello.key = look.key().is_some();
        for missing in fields + 1..=self.engine.dialect.fields {
            hello.lines.push(format!("ignores field {missing}: the engine does not print it"));
        }
        let (dialect, oracle) = (self.engine.dialect, self.oracle.clone());
        hello.lines.extend(disputed(self, &dialect, &oracle, usual)?);
        Ok(())
    }
}

impl Client for Uci {
    fn process(&mut self) -> &mut Process {
        &mut self.engine.wire.pipe
    }

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
        let printed = look.position(self.engine.dialect.protocol).unwrap_or_default();
        let mut position = (self.engine.dialect.read_position)(printed, &game.setup);
        // Fields that the engine does not print are not compared; their places are kept.
        for _ in position.split(' ').count()..self.engine.dialect.fields {
            position += " 0";
        }
        // Variants are further lines of a position, unless its board takes several lines.
        let is_whole = position.contains('\n');
        for line in game.setup.lines().skip(1).filter(|_| !is_whole) {
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
        let position = look.position(self.engine.dialect.protocol).unwrap_or_default();
        let fields: Vec<&str> = position.split_whitespace().collect();
        let mut hasher = DefaultHasher::new();
        look.key().hash(&mut hasher);
        for field in self.engine.dialect.unhashed {
            fields.get(field - 1).hash(&mut hasher);
        }
        Ok(format!("{:x}", hasher.finish()))
    }

    /// Searches are not deterministic, so what is found is asked for again.
    fn validate(&mut self, game: &Played) -> io::Result<Option<String>> {
        if self.go.is_none() || !game.is_known() {
            return Ok(None);
        }
        let started = Instant::now();
        let Some(found) = self.named(game)? else { return Ok(None) };
        let (mut wrong, mut asked) = (0, 0);
        // The harness takes an answer that is long in coming for a hang.
        while asked < AGAIN && started.elapsed() <= ASKING {
            wrong += u32::from(self.named(game)?.is_some());
            asked += 1;
        }
        let again = format!("; asked again, it is wrong {wrong} of {asked} times");
        Ok(Some(if asked > 0 { found + &again } else { found }))
    }
}

fn is_ready(line: &str) -> bool {
    line.trim() == "readyok"
}

/// True for the line with the total of a count.
fn is_total(line: &str) -> bool {
    matches!(of_protocol(line), Some(Line::Total(_)))
}

/// Whether a line, which comes behind those before, is the last of a list.
fn end_of_list(list: List) -> impl Fn(&str) -> bool {
    let (totals, has_best) = match list {
        List::Perft { totals, has_best } => (totals, has_best),
        List::Search(_) | List::No => (0, true),
    };
    let left = Cell::new(totals);
    move |line| {
        left.set(left.get().saturating_sub(usize::from(is_total(line))));
        line.starts_with("bestmove") || !has_best && left.get() == 0
    }
}

/// The moves of a count of depth 1.
fn counted(lines: &[String]) -> Vec<String> {
    let read = |line: &String| match of_protocol(line) {
        Some(Line::Labelled(label, 1)) => Some(without_number(label).unwrap_or(label).to_owned()),
        _ => None,
    };
    lines.iter().filter_map(read).collect()
}

/// The word behind another one.
fn word_after<'l>(line: &'l str, word: &str) -> Option<&'l str> {
    words(line).skip_while(|it| *it != word).nth(1)
}
