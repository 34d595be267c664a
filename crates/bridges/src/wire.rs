//! Lines to an engine and from it, and the process of an engine.

use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

/// Bytes that are read at once.
const CHUNK: usize = 64 << 10;
/// Chunks that wait to be read.
const CHUNKS_MAX: usize = 64;
/// Time after which a silence is described on standard error, which reports quote.
pub(crate) const SILENCE: Duration = Duration::from_secs(2);
/// Time for an engine to exit after its end was seen or `quit` was sent.
const GRACE: Duration = Duration::from_secs(1);

/// The standard streams of an engine.
pub trait Pipe {
    /// Sends bytes.
    ///
    /// # Errors
    ///
    /// [`io::ErrorKind::BrokenPipe`] if the engine has ended.
    fn send(&mut self, bytes: &[u8]) -> io::Result<()>;

    /// The next bytes that it prints; `None` if none come within this time.
    ///
    /// # Errors
    ///
    /// As [`send`](Self::send).
    fn receive(&mut self, time: Duration) -> io::Result<Option<Vec<u8>>>;

    /// Called when the answer to a line does not come, with the last line that did.
    fn silent(&self, _asked: &str, _heard: &str) {}

    /// How it has ended, in words.
    fn end(&mut self) -> String {
        "closed its output".to_owned()
    }
}

/// A conversation in lines.
#[derive(Debug)]
pub(crate) struct Wire<P = Process> {
    pub(crate) pipe: P,
    /// Bytes that were received, and how many of them were read.
    received: Vec<u8>,
    read: usize,
    /// The last line that was sent, for messages.
    pub(crate) asked: String,
    /// The last line that was received.
    pub(crate) heard: String,
    /// True if any white space separates the words of a line, as in UCI: single blanks are returned.
    in_words: bool,
}

impl<P: Pipe> Wire<P> {
    pub(crate) fn new(pipe: P) -> Self {
        let (asked, heard) = (String::new(), String::new());
        Self { pipe, received: Vec::new(), read: 0, asked, heard, in_words: false }
    }

    /// With single blanks between the words of a line.
    pub(crate) fn in_words(self) -> Self {
        Self { in_words: true, ..self }
    }

    /// Sends lines, each with its end.
    pub(crate) fn send(&mut self, lines: &str) -> io::Result<()> {
        lines.lines().last().unwrap_or_default().clone_into(&mut self.asked);
        self.pipe.send(lines.as_bytes()).map_err(|error| self.ended(error))
    }

    /// The next line without its end.
    ///
    /// # Errors
    ///
    /// A sentence if the engine has ended.
    pub(crate) fn line(&mut self) -> io::Result<String> {
        if let Some(line) = self.line_within(SILENCE)? {
            return Ok(line);
        }
        self.pipe.silent(&self.asked, &self.heard);
        loop {
            if let Some(line) = self.line_within(Duration::from_hours(1))? {
                return Ok(line);
            }
        }
    }

    /// The next line, if it comes within this time.
    pub(crate) fn line_within(&mut self, time: Duration) -> io::Result<Option<String>> {
        let deadline = Instant::now() + time;
        loop {
            let rest = &self.received[self.read..];
            if let Some(end) = rest.iter().position(|&byte| byte == b'\n') {
                let line = String::from_utf8_lossy(&rest[..end]);
                let line = if self.in_words {
                    line.split_whitespace().collect::<Vec<_>>().join(" ")
                } else {
                    line.trim_end().to_owned()
                };
                self.read += end + 1;
                if !line.is_empty() && !line.starts_with("Error") {
                    self.heard.clone_from(&line);
                }
                return Ok(Some(line));
            }
            self.received.drain(..self.read);
            self.read = 0;
            let left = deadline.saturating_duration_since(Instant::now());
            match self.pipe.receive(left).map_err(|error| self.ended(error))? {
                Some(chunk) => self.received.extend(chunk),
                None => return Ok(None),
            }
        }
    }

    /// The lines up to the first for which `is_last` holds, that one included.
    pub(crate) fn until(&mut self, is_last: impl Fn(&str) -> bool) -> io::Result<Vec<String>> {
        let mut lines = Vec::new();
        loop {
            lines.push(self.line()?);
            if is_last(lines.last().expect("a line was added")) {
                return Ok(lines);
            }
        }
    }

    /// The same within a time; `None` if they do not come.
    pub(crate) fn until_within(
        &mut self,
        time: Duration,
        is_last: impl Fn(&str) -> bool,
    ) -> io::Result<Option<Vec<String>>> {
        let mut lines = Vec::new();
        Ok(self.add_until(&mut lines, time, is_last)?.then_some(lines))
    }

    /// Adds the lines up to the first for which `is_last` holds; false if it does not come within a
    /// time, for those that came before are no less of the answer.
    pub(crate) fn add_until(
        &mut self,
        lines: &mut Vec<String>,
        time: Duration,
        is_last: impl Fn(&str) -> bool,
    ) -> io::Result<bool> {
        let deadline = Instant::now() + time;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let Some(line) = self.line_within(left)? else { return Ok(false) };
            let is_end = is_last(&line);
            lines.push(line);
            if is_end {
                return Ok(true);
            }
        }
    }

    /// The error of an engine that has ended, with the question at which it did.
    fn ended(&mut self, error: io::Error) -> io::Error {
        if error.kind() != io::ErrorKind::BrokenPipe {
            return error;
        }
        let (asked, heard, end) = (&self.asked, last_said(&self.heard), self.pipe.end());
        let sentence = format!("the engine ended at `{asked}`: {end}{heard}");
        io::Error::new(io::ErrorKind::BrokenPipe, sentence)
    }
}

/// The last line of an engine, for messages: it may be a complaint, or in another protocol.
fn last_said(heard: &str) -> String {
    let heard = heard.trim();
    if heard.is_empty() {
        return ", after no line at all".to_owned();
    }
    format!(", after its line `{heard}`")
}

/// A process of an engine.
#[derive(Debug)]
pub(crate) struct Process {
    child: Child,
    input: Option<ChildStdin>,
    chunks: Receiver<Vec<u8>>,
}

impl Process {
    pub(crate) fn start(command: &[OsString]) -> io::Result<Self> {
        let mut child = Command::new(&command[0])
            .args(&command[1..])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let mut output = child.stdout.take().expect("it is piped");
        let input = child.stdin.take();
        let (sender, chunks) = sync_channel(CHUNKS_MAX);
        thread::spawn(move || {
            let mut buffer = vec![0; CHUNK];
            while let Ok(count @ 1..) = output.read(&mut buffer) {
                if sender.send(buffer[..count].to_vec()).is_err() {
                    break;
                }
            }
        });
        Ok(Self { child, input, chunks })
    }

    /// Threads and address space of the engine, for the report of a silence.
    pub(crate) fn about(&self) -> String {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()));
        let status = status.unwrap_or_default();
        let field = |name: &str| {
            let line = status.lines().find_map(|line| line.strip_prefix(name));
            line.map_or_else(|| "?".to_owned(), |value| value.trim().to_owned())
        };
        format!(
            "the engine has {} threads and {} of addresses",
            field("Threads:"),
            field("VmSize:")
        )
    }
}

impl Pipe for Process {
    fn send(&mut self, bytes: &[u8]) -> io::Result<()> {
        let input = self.input.as_mut().expect("it is open until the end");
        let sent = input.write_all(bytes).and_then(|()| input.flush());
        sent.map_err(|_| io::ErrorKind::BrokenPipe.into())
    }

    fn receive(&mut self, time: Duration) -> io::Result<Option<Vec<u8>>> {
        match self.chunks.recv_timeout(time) {
            Ok(chunk) => Ok(Some(chunk)),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(io::ErrorKind::BrokenPipe.into()),
        }
    }

    fn silent(&self, asked: &str, heard: &str) {
        eprintln!("no answer to `{asked}` for {SILENCE:?}{}; {}", last_said(heard), self.about());
    }

    fn end(&mut self) -> String {
        let deadline = Instant::now() + GRACE;
        loop {
            match self.child.try_wait() {
                Ok(None) if Instant::now() < deadline => thread::sleep(Duration::from_millis(5)),
                Ok(Some(status)) => return status.to_string(),
                _ => return "closed its output".to_owned(),
            }
        }
    }
}

impl Process {
    /// Tells the engine to quit, and ends it if it does not; its exit status, if it has quit.
    pub(crate) fn quit(&mut self) -> Option<ExitStatus> {
        // Most engines exit at the end of their input; all protocols have `quit`.
        if self.input.is_some() {
            let _ = self.send(b"quit\n");
            self.input = None;
        }
        let deadline = Instant::now() + GRACE;
        loop {
            match self.child.try_wait() {
                Ok(None) if Instant::now() < deadline => thread::sleep(Duration::from_millis(5)),
                Ok(Some(status)) => return Some(status),
                _ => break,
            }
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
        None
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.quit();
    }
}

// The lines that engines print when they count: moves with their counts, totals, and statistics.
//
// There is no standard, so the usual forms are all read: `e2e4 20`, `e2e4: 20`, `e2e4 - 20`,
// `1. e2e4 20`, `Nodes searched: 1,400`, `Total: 400` or `400` alone.

/// Words that name a time or a speed. A line with one of them is not read.
const TIMES: [&str; 10] =
    ["time", "nps", "knps", "mnps", "speed", "elapsed", "second", "seconds", "sec", "ms"];
/// Words that name the total of the nodes.
const TOTALS: [&str; 9] =
    ["node", "nodes", "total", "perft", "leaf", "leaves", "leafs", "sum", "searched"];
/// Words that name another number, which is not read.
const OTHERS: [&str; 4] = ["depth", "moves", "branches", "hash"];

/// First words of lines that are no counts in UCI and USI.
const PROTOCOL: [&str; 7] = ["info", "id", "option", "uciok", "usiok", "readyok", "bestmove"];

/// A line with a count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line<'a> {
    /// A label, perhaps a move, and its count.
    Labelled(&'a str, u128),
    /// A number alone.
    Number(u128),
    /// The number of all nodes, named as such.
    Total(u128),
    /// Time, speed and the like.
    Statistics,
}

impl<'a> Line<'a> {
    /// Reads a line that is not empty; `None` if it has no count. Labels for which `is_move` holds
    /// are moves, whatever words they have.
    #[must_use]
    pub fn read(line: &'a str, is_move: impl Fn(&str) -> bool) -> Option<Self> {
        if let Some(count) = number(line) {
            return Some(Self::Number(count));
        }
        let split = split(line);
        let label = split.map_or(line, |(label, _)| label);
        let has = |words: &[&str]| {
            let mut own = label.split(|c: char| !c.is_alphabetic()).map(str::to_lowercase);
            own.any(|word| words.contains(&&*word))
        };
        let count = split.and_then(|(_, count)| count);
        let is_special = [&TIMES[..], &TOTALS, &OTHERS].into_iter().any(has);
        if is_special && count.is_some() && is_move(label) {
            return count.map(|count| Self::Labelled(label, count));
        }
        if has(&TIMES) {
            // A time may stand behind the total.
            return Some(counted_nodes(line).map_or(Self::Statistics, Self::Total));
        }
        if has(&TOTALS) {
            return count.or_else(|| counted_nodes(line)).map(Self::Total);
        }
        if has(&OTHERS) {
            return Some(Self::Statistics);
        }
        count.map(|count| Self::Labelled(label, count))
    }
}

/// A line with a count in UCI or USI: no move has a blank there, nor are words like those of a total
/// moves. `None` for the words of the protocol.
pub(crate) fn of_protocol(line: &str) -> Option<Line<'_>> {
    let text = line.trim();
    let is_move = |label| !without_number(label).unwrap_or(label).contains(char::is_whitespace);
    let is_other = |word| PROTOCOL.contains(&word);
    let first = text.split_whitespace().next().filter(|word| !is_other(word));
    let read = first.and_then(|_| Line::read(text, |_| false));
    read.filter(|it| !matches!(it, Line::Labelled(label, _) if !is_move(label)))
}

/// True for the information of a search for a move, which no count has.
pub(crate) fn is_of_search(line: &str) -> bool {
    let mut words = words(line);
    words.next() == Some("info") && words.any(|word| word == "score" || word == "pv")
}

/// The words of a line of a search; behind `string` comes any text, up to the end of the line.
pub(crate) fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split_whitespace().take_while(|word| *word != "string")
}

/// The number in front of the word `nodes`, unless that is of a speed.
fn counted_nodes(line: &str) -> Option<u128> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let is_nodes = |word: &str| matches!(word.trim_end_matches([',', ';']), "nodes" | "leaves");
    let of = |pair: &[&str]| is_nodes(pair[1]).then(|| number(pair[0])).flatten();
    let is_speed = words.iter().any(|word| ["per", "a", "nps", "NPS"].contains(word));
    words.windows(2).find_map(of).filter(|_| !is_speed)
}

/// A label without the number of its line, such as `1.`; `None` if it has none.
#[must_use]
pub fn without_number(label: &str) -> Option<&str> {
    let (number, rest) = label.split_once(char::is_whitespace)?;
    let digits = number.trim_start_matches(['[', '(', '#']).trim_end_matches(['.', ')', ']', ':']);
    let is_number = digits.len() < number.len() && digits.parse::<u64>().is_ok();
    is_number.then(|| rest.trim_start())
}

/// The label of a line without the sign behind it, and its count, if it is a number.
fn split(line: &str) -> Option<(&str, Option<u128>)> {
    let at = line.rfind(|c: char| c.is_ascii_whitespace() || c == ':' || c == '=')?;
    let (label, count) = (&line[..at], &line[at + 1..]);
    let label = label.trim_end_matches(|c: char| c.is_whitespace() || ":=-–|".contains(c));
    Some((label, number(count)))
}

/// A whole number, perhaps with separators between its groups of three digits.
fn number(text: &str) -> Option<u128> {
    let Some(separator) = text.chars().find(|c| !c.is_ascii_digit()) else {
        return text.parse().ok();
    };
    if !",._'’\u{a0}\u{2009}\u{202f}".contains(separator) {
        return None;
    }
    let mut groups = text.split(separator);
    let is_group = |group: &str| group.bytes().all(|byte| byte.is_ascii_digit());
    let first = groups.next().filter(|first| (1..=3).contains(&first.len()) && is_group(first))?;
    let rest: Vec<&str> = groups.collect();
    let is_grouped = rest.iter().all(|group| group.len() == 3 && is_group(group));
    if is_grouped { format!("{first}{}", rest.concat()).parse().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::{Line, is_of_search, of_protocol, without_number};

    /// Only this label is a move.
    fn read(line: &str) -> Option<Line<'_>> {
        Line::read(line, |label| label == "sum 3")
    }

    #[test]
    fn moves_are_read_in_the_usual_forms() {
        for line in
            ["e2e4 20", "e2e4: 20", "e2e4:20", "e2e4 - 20", "e2e4 = 20", "e2e4=20", "e2e4 | 20"]
        {
            assert_eq!(read(line), Some(Line::Labelled("e2e4", 20)), "{line}");
        }
        assert_eq!(read("1. e2e4 20"), Some(Line::Labelled("1. e2e4", 20)));
        assert_eq!(read("take 3:4,865,609"), Some(Line::Labelled("take 3", 4_865_609)));
        assert_eq!(read("sum 3: 7"), Some(Line::Labelled("sum 3", 7)), "a move of this game");
        for line in
            ["e2e4", "e2e4 -20", "e2e4 twenty", "thinking of it", "a 1,00", "a 1,0000", "a 1,"]
        {
            assert_eq!(read(line), None, "{line}");
        }
    }

    #[test]
    fn totals_are_told_from_moves_and_from_statistics() {
        for line in [
            "Nodes searched: 1400",
            "Total: 1,400",
            "nodes 1'400",
            "Perft 3: 1.400",
            "leaf nodes = 1_400",
            "perft depth 3 1400",
            "perft(3) = 1400 nodes in 3 ms",
            "1,400 nodes, time 0.003 s",
        ] {
            assert_eq!(read(line), Some(Line::Total(1400)), "{line}");
        }
        for line in ["1400", "1,400", "1\u{a0}400", "1\u{202f}400"] {
            assert_eq!(read(line), Some(Line::Number(1400)), "{line}");
        }
        for line in [
            "Time: 0.003 s",
            "NPS: 1400",
            "Nodes/second: 12",
            "Speed: 1400 nodes per second",
            "Total time (ms) : 12",
            "Depth 3",
            "moves: 20",
        ] {
            assert_eq!(read(line), Some(Line::Statistics), "{line}");
        }
        assert_eq!(read("Nodes: many"), None);
        let most = u128::MAX;
        assert_eq!(read(&most.to_string()), Some(Line::Number(most)));
        assert_eq!(read(&format!("{most}0")), None, "it does not fit");
    }

    #[test]
    fn searches_and_numbers_of_lines_are_no_moves() {
        assert!(is_of_search("info depth 1 seldepth 1 score cp 62 nodes 2 pv e1d1"));
        for line in ["info string a score of moves", "info nodes 20 time 1", "info depth 3"] {
            assert!(!is_of_search(line), "{line}");
            assert_eq!(of_protocol(line), None, "{line}");
        }
        assert_eq!(of_protocol("two words 20"), None);
        for label in ["1. e2e4", "1) e2e4", "[12] e2e4", "(3)  e2e4", "#4: e2e4", "12: e2e4"] {
            assert_eq!(without_number(label), Some("e2e4"), "{label}");
        }
        for label in ["e2e4", "1 e2e4", "take 3", "a. e2e4"] {
            assert_eq!(without_number(label), None, "{label}");
        }
    }
}
