//! Engines that speak GTP: stones on a board, one board for each process.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::path::PathBuf;
use std::rc::Rc;
use std::{env, fs, io, process};

use twinboard_vocabulary::text_game::AnyTextSide;

use crate::client::{Client, Hello, PLAYING, Played};
use crate::dialect::{Stones, colour};
use crate::wire::{Process, Wire};
use crate::{Bridge, SCORE};

/// The letters of columns.
const LETTERS: &str = "ABCDEFGHJKLMNOPQRSTUVWXYZ";

/// A running engine.
pub(crate) struct Gtp {
    wire: Wire,
    dialect: Stones,
    /// The commands that it knows.
    known: BTreeSet<String>,
    /// The set-up on its board and the moves from there; `None` if that is not known.
    board: Option<(String, Vec<String>)>,
    /// What it said of this board.
    shown: Shown,
    points: Rc<Points>,
}

/// Answers about a board, asked for together with the moves that lead to it: each wait for an answer
/// takes longer than most answers.
#[derive(Default)]
struct Shown {
    /// The answer to `all_legal` for the player to move.
    legal: Option<String>,
    /// The answers to `list_stones` for black and white.
    stones: Option<[String; 2]>,
}

/// The points of a square board.
#[derive(Default)]
struct Points {
    rows: usize,
    /// As moves of the oracle, with their vertices.
    all: Vec<(String, String)>,
    /// The vertex of a move, and the reverse.
    vertices: HashMap<String, String>,
    names: HashMap<String, String>,
}

impl Points {
    fn new(rows: usize, write_point: fn(char, usize) -> String) -> Self {
        let columns = || LETTERS.chars().take(rows);
        let points = (1..=rows).flat_map(|row| columns().map(move |column| (column, row)));
        let point = |(column, row)| (write_point(column, row), format!("{column}{row}"));
        let all: Vec<_> = points.map(point).collect();
        let names = all.iter().map(|(name, vertex)| (vertex.clone(), name.clone())).collect();
        Self { rows, vertices: all.iter().cloned().collect(), names, all }
    }
}

impl Gtp {
    /// Starts the conversation and asks what the engine can tell.
    pub(crate) fn connect(
        dialect: Stones,
        bridge: &Bridge,
    ) -> io::Result<(Box<dyn Client>, Hello)> {
        let mut wire = bridge.start()?;
        let name = must(&mut wire, "name")?;
        let version = ask(&mut wire, "version")?.unwrap_or_default();
        let commands = must(&mut wire, "list_commands")?;
        let known = commands.lines().map(|it| it.trim().to_owned()).collect();
        let mut gtp = Self {
            known,
            wire,
            dialect,
            board: None,
            shown: Shown::default(),
            points: Rc::default(),
        };
        // A folder that cannot be written holds no file for `loadsgf`.
        if fs::write(file(), "").and_then(|()| fs::remove_file(file())).is_err() {
            gtp.known.remove("loadsgf");
        }
        let has_sgf = gtp.knows("loadsgf")
            && dialect.probes.iter().any(|probe| (dialect.sgf)(probe.setup).is_some());
        let list = ["all_legal", "is_legal"].into_iter().find(|it| gtp.knows(it));
        let list = list.map_or("play and undo of each point", |it| it);
        let show = ["list_stones", "showboard"].into_iter().find(|it| gtp.knows(it));
        let mut hello = Hello {
            name: format!("{name} {version}").trim().to_owned(),
            moves: list == "all_legal" || gtp.knows("undo") || gtp.knows("is_legal"),
            outcome: bridge.options.iter().any(|(name, _)| name == SCORE),
            observe: show.is_some(),
            undo: gtp.knows("undo"),
            ..Hello::default()
        };
        hello.legal = !hello.moves;
        let missing = match (dialect.read_score, gtp.knows("final_score")) {
            (None, _) => Some("a game whose outcome is a score"),
            (_, false) => Some("an engine that knows `final_score`"),
            _ => None,
        };
        if let Some(missing) = missing.filter(|_| hello.outcome) {
            return Err(io::Error::other(format!("`score` needs {missing}")));
        }
        // With limits an engine would have to take every set-up within them, also those with boards of
        // the past.
        if !has_sgf {
            hello.lines = gtp.sizes()?;
            hello.lines.push("start-only empty".to_owned());
        }
        let variants = gtp.variants(&bridge.oracle)?;
        let starts = if has_sgf { "set-ups by loadsgf" } else { "no set-ups" };
        let board = show.map_or("no board".to_owned(), |it| format!("board by {it}"));
        let score = if hello.outcome { "; outcome by final_score, an estimate" } else { "" };
        let rules = |line: &String| format!("; {}", line.replacen("variant ", "", 1));
        let rules: String = variants.iter().map(rules).collect();
        hello.note = format!("legal moves by {list}; {board}; {starts}{score}{rules}");
        hello.lines.extend(variants);
        Ok((Box::new(gtp), hello))
    }

    fn knows(&self, command: &str) -> bool {
        self.known.contains(command)
    }

    /// The limit on the number of rows, which is that of columns.
    fn sizes(&mut self) -> io::Result<Vec<String>> {
        let mut sizes = Vec::new();
        for size in 1..=19 {
            if ask(&mut self.wire, &format!("boardsize {size}"))?.is_some() {
                sizes.push(size);
            }
        }
        self.board = None;
        let (Some(min), Some(max)) = (sizes.first(), sizes.last()) else {
            return Err(io::Error::other("the engine refuses every `boardsize`"));
        };
        Ok(vec![format!("limit rows {min} {max}"), "limit rows = columns".to_owned()])
    }

    /// The values of variants that the engine plays, by games that tell them apart.
    fn variants(&mut self, oracle: &AnyTextSide) -> io::Result<Vec<String>> {
        let mut played: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for probe in self.dialect.probes {
            let Some((last, before)) = probe.moves.split_last() else { continue };
            if probe.unless.is_some_and(|(key, value)| played.get(key) == Some(&vec![value])) {
                continue;
            }
            let Some(game) = Played::after(oracle, probe.setup, before) else { continue };
            if !self.go_to(&game)? {
                continue;
            }
            let values = if self.is_legal(&game, last)? { probe.legal } else { probe.illegal };
            let all = played.entry(probe.key).or_insert_with(|| values.to_vec());
            all.retain(|value| values.contains(value));
        }
        if let Some((key, _)) = played.iter().find(|(_, values)| values.is_empty()) {
            let message = format!("the engine has a rule of `{key}` that is none of the oracle's");
            return Err(io::Error::other(message));
        }
        let line = |(key, values): (&str, Vec<&str>)| format!("variant {key} {}", values.join(" "));
        Ok(played.into_iter().map(line).collect())
    }

    /// Brings the board to a game. False if the engine refuses the set-up or one of the moves.
    fn go_to(&mut self, game: &Played) -> io::Result<bool> {
        let is_same = |(setup, moves): &(String, Vec<String>)| {
            let has_passed = self.dialect.forced_pass && moves.iter().any(|mv| mv == "pass");
            let undoes = self.knows("undo") && !has_passed;
            *setup == game.setup && (game.moves.starts_with(moves) || undoes)
        };
        if !self.board.as_ref().is_some_and(is_same) {
            (self.board, self.shown) = (None, Shown::default());
            if !self.begin(game)? {
                return Ok(false);
            }
            self.board = Some((game.setup.clone(), Vec::new()));
        }
        let (setup, played) = self.board.take().expect("it was begun");
        let common = played.iter().zip(&game.moves).take_while(|(one, other)| one == other).count();
        let mut orders = vec!["undo".to_owned(); played.len() - common];
        for (number, mv) in game.moves.iter().enumerate().skip(common) {
            let vertex = self.vertex(game, mv).unwrap_or_else(|| mv.clone());
            orders.push(format!("play {} {vertex}", colour(&game.setup, number)));
        }
        let is_done = self.order(&orders, &game.setup, game.moves.len())?;
        for (order, is_done) in orders.iter().zip(is_done) {
            let is_forced = self.dialect.forced_pass && order.ends_with(" pass");
            if !is_done && order == "undo" {
                return Err(io::Error::other("the engine refuses the command `undo`"));
            }
            if !is_done && !is_forced {
                eprintln!("{order}, accepted before, is refused");
                return Ok(false);
            }
        }
        self.board = Some((setup, game.moves.clone()));
        Ok(true)
    }

    /// Sends orders and asks about the board after them, where this many moves have been made. Returns
    /// whether each was done.
    fn order(&mut self, orders: &[String], setup: &str, moves: usize) -> io::Result<Vec<bool>> {
        if orders.is_empty() {
            return Ok(Vec::new());
        }
        self.shown = Shown::default();
        let mut commands = orders.to_vec();
        let (lists, shows) = (self.knows("all_legal"), self.knows("list_stones"));
        if lists {
            commands.push(format!("all_legal {}", colour(setup, moves)));
        }
        if shows {
            commands.extend(["list_stones black".to_owned(), "list_stones white".to_owned()]);
        }
        self.wire.send(&commands.iter().map(|it| format!("{it}\n")).collect::<String>())?;
        let mut is_done = Vec::new();
        for _ in orders {
            is_done.push(answer(&mut self.wire)?.is_some());
        }
        if lists {
            self.shown.legal = answer(&mut self.wire)?;
        }
        if shows {
            let [black, white] = [answer(&mut self.wire)?, answer(&mut self.wire)?];
            self.shown.stones = black.zip(white).map(|(black, white)| [black, white]);
        }
        Ok(is_done)
    }

    /// Sets a game up.
    fn begin(&mut self, game: &Played) -> io::Result<bool> {
        let Some(commands) = (self.dialect.set_up)(&game.setup) else { return Ok(false) };
        for command in commands {
            if ask(&mut self.wire, &command)?.is_none() {
                return Ok(false);
            }
        }
        let Some(text) = (self.dialect.sgf)(&game.setup) else { return Ok(true) };
        if !self.knows("loadsgf") {
            return self.place_stones(game);
        }
        fs::write(file(), text)?;
        let loaded = ask(&mut self.wire, &format!("loadsgf {}", file().display()))?;
        fs::remove_file(file())?;
        Ok(loaded.is_some())
    }

    /// Plays the stones of a set-up one by one, last those of the player who is not to move: whose turn
    /// it is belongs to the history of some engines. The stones are in it, too, so games that are
    /// compared do not begin in this way.
    fn place_stones(&mut self, game: &Played) -> io::Result<bool> {
        let rows = size(&game.setup);
        for number in [0, 1] {
            let colour = colour(&game.setup, number);
            let own = if colour == "black" { 'x' } else { 'o' };
            for (row, line) in game.setup.lines().take(rows).enumerate() {
                let cells = LETTERS.chars().zip(line.chars());
                for (letter, _) in cells.filter(|(_, cell)| *cell == own) {
                    let number = if self.dialect.from_top { row + 1 } else { rows - row };
                    if ask(&mut self.wire, &format!("play {colour} {letter}{number}"))?.is_none() {
                        return Ok(false);
                    }
                }
            }
        }
        Ok(true)
    }

    fn points(&mut self, game: &Played) -> Rc<Points> {
        let rows = size(&game.setup);
        if self.points.rows != rows {
            self.points = Rc::new(Points::new(rows, self.dialect.write_point));
        }
        Rc::clone(&self.points)
    }

    /// The vertex of a move; `None` beyond the board, which some engines take for other points.
    fn vertex(&mut self, game: &Played, mv: &str) -> Option<String> {
        if mv == "pass" {
            return Some("pass".to_owned());
        }
        self.points(game).vertices.get(mv).cloned()
    }

    /// Whether a game is over, which GTP does not tell: engines go on after two passes.
    fn is_over(&self, game: &Played) -> bool {
        if self.dialect.forced_pass {
            return game.legal().is_empty();
        }
        game.moves.ends_with(&["pass".to_owned(), "pass".to_owned()])
    }

    /// The stones of black and white, as vertices.
    fn stones(&mut self) -> io::Result<[HashSet<String>; 2]> {
        if self.shown.stones.is_none() {
            let black = must(&mut self.wire, "list_stones black")?;
            self.shown.stones = Some([black, must(&mut self.wire, "list_stones white")?]);
        }
        let read = |text: &String| text.split_whitespace().map(str::to_uppercase).collect();
        Ok(self.shown.stones.as_ref().expect("they were asked for").each_ref().map(read))
    }

    /// The rows of the board from the top.
    fn rows(&mut self, game: &Played) -> io::Result<Vec<String>> {
        if self.knows("list_stones") {
            let [black, white] = self.stones()?;
            let size = size(&game.setup);
            let cell = |row: usize, column: char| {
                let vertex = format!("{column}{row}");
                match (black.contains(&vertex), white.contains(&vertex)) {
                    (true, _) => 'x',
                    (_, true) => 'o',
                    _ => '.',
                }
            };
            let row = |row| LETTERS.chars().take(size).map(|column| cell(row, column)).collect();
            let mut rows: Vec<String> = (1..=size).map(row).collect();
            if !self.dialect.from_top {
                rows.reverse();
            }
            return Ok(rows);
        }
        // Rows are a number and as many cells as the board has columns.
        let size = size(&game.setup);
        let shown = must(&mut self.wire, "showboard")?;
        let mut rows: Vec<(usize, String)> = Vec::new();
        for line in shown.lines() {
            let mut words = line.split_whitespace();
            let Some(number) = words.next().and_then(|word| word.parse().ok()) else { continue };
            let cells: Vec<&str> = words.take(size).collect();
            if cells.len() == size && cells.iter().all(|cell| cell.len() == 1) {
                let cells = cells.concat().to_lowercase().replace(['+', '-'], ".");
                rows.push((number, cells));
            }
        }
        rows.sort();
        if !self.dialect.from_top {
            rows.reverse();
        }
        Ok(rows.into_iter().map(|(_, cells)| cells).collect())
    }
}

impl Client for Gtp {
    fn process(&mut self) -> &mut Process {
        &mut self.wire.pipe
    }

    fn set_up(&mut self, game: &Played) -> io::Result<bool> {
        self.board = None;
        self.go_to(game)
    }

    fn moves(&mut self, game: &Played) -> io::Result<Vec<String>> {
        if self.is_over(game) || !self.go_to(game)? {
            return Ok(Vec::new());
        }
        let colour = colour(&game.setup, game.moves.len());
        let points = self.points(game);
        let mut moves = Vec::new();
        if self.knows("all_legal") {
            if self.shown.legal.is_none() {
                self.shown.legal = Some(must(&mut self.wire, &format!("all_legal {colour}"))?);
            }
            let listed = self.shown.legal.as_deref().unwrap_or_default().to_uppercase();
            for vertex in listed.split_whitespace().filter(|vertex| *vertex != "PASS") {
                let name = points.names.get(vertex).cloned();
                moves.push(name.unwrap_or_else(|| vertex.to_owned()));
            }
        } else {
            for (name, _) in &points.all {
                if self.is_legal(game, name)? {
                    moves.push(name.clone());
                }
            }
        }
        // A refused pass shows when it is played.
        if !self.dialect.forced_pass || moves.is_empty() {
            moves.push("pass".to_owned());
        }
        Ok(moves)
    }

    fn is_legal(&mut self, game: &Played, mv: &str) -> io::Result<bool> {
        if self.dialect.forced_pass && mv == "pass" {
            return Ok(self.moves(game)? == ["pass"]);
        }
        let Some(vertex) = self.vertex(game, mv) else { return Ok(false) };
        if self.is_over(game) || !self.go_to(game)? {
            return Ok(false);
        }
        let colour = colour(&game.setup, game.moves.len());
        if self.knows("is_legal") && mv != "pass" {
            return Ok(must(&mut self.wire, &format!("is_legal {colour} {vertex}"))? == "1");
        }
        let order = [format!("play {colour} {vertex}")];
        let is_legal = self.order(&order, &game.setup, game.moves.len() + 1)? == [true];
        match &mut self.board {
            Some((_, moves)) if is_legal => moves.push(mv.to_owned()),
            // What was listed is for the other player.
            _ => self.shown.legal = None,
        }
        Ok(is_legal)
    }

    fn outcome(&mut self, game: &Played) -> io::Result<String> {
        let Some(read) = self.dialect.read_score.filter(|_| self.is_over(game)) else {
            return Ok(PLAYING.to_owned());
        };
        self.go_to(game)?;
        Ok(read(&must(&mut self.wire, "final_score")?))
    }

    fn observe(&mut self, game: &Played) -> io::Result<String> {
        if !self.go_to(game)? {
            return Ok(String::new());
        }
        Ok(self.rows(game)?.into_iter().map(|row| format!("board {row}\n")).collect())
    }
}

/// The file for `loadsgf`.
fn file() -> PathBuf {
    env::temp_dir().join(format!("twinboard-{}.sgf", process::id()))
}

/// Number of rows of a set-up: those of its first lines that have the length of the first.
fn size(setup: &str) -> usize {
    let columns = setup.lines().next().map_or(0, str::len);
    setup.lines().take_while(|line| line.len() == columns && !line.contains(' ')).count()
}

/// The answer to a command; `None` if it is refused.
fn ask(wire: &mut Wire, command: &str) -> io::Result<Option<String>> {
    wire.send(&format!("{command}\n"))?;
    answer(wire)
}

/// The next answer; `None` if the command is refused.
fn answer(wire: &mut Wire) -> io::Result<Option<String>> {
    // An answer begins with `=` or `?` and ends with an empty line.
    let mut answer: Vec<String> = Vec::new();
    loop {
        let line = wire.line()?;
        match (answer.is_empty(), line.trim().is_empty()) {
            (true, _) if line.starts_with(['=', '?']) => answer.push(line),
            (true, _) => {}
            (false, true) => break,
            (false, false) => answer.push(line),
        }
    }
    let text = answer.join("\n");
    let (is_done, text) = (text.starts_with('='), text[1..].trim().to_owned());
    Ok(is_done.then_some(text))
}

/// The answer to a command that the engine must take.
fn must(wire: &mut Wire, command: &str) -> io::Result<String> {
    ask(wire, command)?
        .ok_or_else(|| io::Error::other(format!("the engine refuses the command `{command}`")))
}
