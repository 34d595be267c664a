//! The conversation with one process: numbers requests, sends several at once, and matches answers
//! with them.

use std::collections::VecDeque;
use std::io::ErrorKind;
use std::time::{Duration, Instant};

use memchr::{memchr, memchr_iter};
use twinboard_vocabulary::waiting;

use super::hello::{Kind, Offer};
use crate::answers;
use crate::breach::{Breach, quote};
use crate::channel::Channel;
use crate::starved::Starved;
use crate::transcript::Log;
use crate::words::{push_argument, read_number};

/// Maximum length of one answer, in bytes (EP-6).
const ANSWER_BYTES_MAX: usize = 16 << 20;

/// Minimum free space in the buffer for answers before a read, in bytes; most lists of legal moves
/// are shorter.
const SPACE_MIN: usize = 1 << 14;

/// What a line that is no answer shows.
const STREAMS: &str =
    "; its standard output is for answers alone, its standard error for other text";

/// What an engine may lack that is silent after its handshake, or within an answer.
const FLUSH: &str = "; it runs, so does it flush its output after each answer?";

/// What may be wrong with an engine that is silent at the first request of its kind.
const FIRST_USE: &str = "; it is the first answer of its kind in this process, so if the engine's runtime compiles \
                         functions at their first use, a longer --start-limit gives it time";

/// Interval of [`waiting::keep_alive`] in a wait for a first answer, and in one for a CPU.
const KEEP_ALIVE_INTERVAL: Duration = Duration::from_millis(100);

/// Lines of standard error in a report.
const ERROR_LINES_SHOWN: usize = 8;

/// An answer without the number of its request.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Answer {
    /// The first line behind the number.
    pub(crate) head: String,
    /// The lines that follow it, each with a line feed.
    pub(crate) lines: String,
    /// Number of these lines.
    pub(crate) count: usize,
}

/// An engine exceeded the time for an answer, or for reading a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Silence {
    /// It has never given an answer of that kind.
    AtFirst,
    Later,
}

struct Pending {
    number: u64,
    kind: Kind,
    /// True if the answer is kept until it is taken.
    is_wanted: bool,
    /// True if the request may be about a game that does not exist (EP-8).
    is_void: bool,
}

/// The conversation with one process.
pub(crate) struct Connection {
    channel: Box<dyn Channel>,
    log: Log,
    /// Time limit of each answer.
    limit: Duration,
    /// Time limit of the first answer of each kind, if it is more.
    start_limit: Duration,
    /// Deadline of the next answer; `None` until the first read for it.
    deadline: Option<Instant>,
    /// Longest wait for an answer since the limit was set.
    slowest: Duration,
    /// Number of the last request.
    last: u64,
    /// Requests without an answer, in order.
    pending: VecDeque<Pending>,
    /// Answers that have been read before they were asked for.
    answers: VecDeque<(u64, Answer)>,
    /// Requests that have not been sent.
    outgoing: Vec<u8>,
    /// Lengths of these requests, in bytes.
    unsent: VecDeque<usize>,
    /// The kinds of requests that were answered.
    answered: Vec<Kind>,
    /// True if a request is sent only when all earlier ones have been answered.
    one_by_one: bool,
    /// Duration of an earlier silence of the engine, after which the limit was reduced.
    earlier_silence: Option<Duration>,
    /// The silence by which the conversation ended.
    silence: Option<Silence>,
    /// True if the engine has closed its input.
    has_closed_input: bool,
    /// Lines that the answer being read announced, or the last one that did, with its kind.
    announced: Option<(Kind, usize)>,
    /// First line of the last request that was sent by itself.
    request: String,
    incoming: Vec<u8>,
    /// Index in `incoming` of the first byte that belongs to no answer yet.
    begin: usize,
    /// Index behind the last byte that has been received. What follows is space for more.
    end: usize,
    /// Reason why the program could not be started or watched, from the report of its end.
    not_started: Option<String>,
    /// The breach after which the process was ended. All games of the process fail by it.
    ended_by: Option<Breach>,
}

impl Connection {
    pub(crate) fn new(channel: Box<dyn Channel>, log: Log, limit: Duration) -> Self {
        Self {
            channel,
            log,
            limit,
            start_limit: limit,
            deadline: None,
            slowest: Duration::ZERO,
            last: 0,
            pending: VecDeque::new(),
            answers: VecDeque::new(),
            outgoing: Vec::new(),
            unsent: VecDeque::new(),
            answered: Vec::new(),
            one_by_one: false,
            earlier_silence: None,
            silence: None,
            has_closed_input: false,
            announced: None,
            request: String::new(),
            incoming: Vec::new(),
            begin: 0,
            end: 0,
            not_started: None,
            ended_by: None,
        }
    }

    /// False after a breach.
    pub(crate) fn is_open(&self) -> bool {
        self.ended_by.is_none()
    }

    /// The thread that calls this uses the connection from now on.
    pub(crate) fn adopt(&mut self) {
        self.channel.adopt();
    }

    /// Reason why the program could not be started; `None` if it was, and before the end.
    pub(crate) fn not_started(&mut self) -> Option<String> {
        self.not_started.take()
    }

    /// Limits the time of each answer from now on, and that of the first of each kind.
    pub(crate) fn set_limits(&mut self, limit: Duration, start_limit: Duration) {
        (self.limit, self.start_limit, self.slowest) = (limit, start_limit, Duration::ZERO);
    }

    /// Sends each request by itself from now on, so that a breach names its request, and
    /// limits the time of its answer, which may be less than before. With `at_first`, first answers of
    /// a kind get no more.
    pub(crate) fn send_one_by_one(&mut self, limit: Duration, at_first: bool) {
        self.earlier_silence = Some(self.limit).filter(|&before| before > limit);
        (self.one_by_one, self.limit) = (true, limit);
        if at_first {
            self.start_limit = limit;
        }
    }

    /// The silence by which the conversation ended: the engine took too long.
    pub(crate) fn silence(&self) -> Option<Silence> {
        self.silence
    }

    /// Longest wait for an answer since the limit was set.
    pub(crate) fn slowest(&self) -> Duration {
        self.slowest
    }

    /// Adds a request to those that are sent with the next [`answer`](Self::answer). `write`
    /// appends its arguments, each after a blank, without the last line feed.
    pub(crate) fn request(
        &mut self,
        kind: impl Into<Kind>,
        write: impl FnOnce(&mut Vec<u8>),
    ) -> u64 {
        self.last += 1;
        let (kind, start) = (kind.into(), self.outgoing.len());
        self.outgoing.extend_from_slice(itoa::Buffer::new().format(self.last).as_bytes());
        push_argument(&mut self.outgoing, kind.name());
        write(&mut self.outgoing);
        self.outgoing.push(b'\n');
        self.unsent.push_back(self.outgoing.len() - start);
        self.pending.push_back(Pending {
            number: self.last,
            kind,
            is_wanted: true,
            is_void: false,
        });
        self.last
    }

    /// Drops the answer of a request, which may have arrived or not. It is still checked.
    pub(crate) fn forget(&mut self, number: u64) {
        if self.take(number).is_none()
            && let Some(pending) = self.pending.iter_mut().find(|it| it.number == number)
        {
            pending.is_wanted = false;
        }
    }

    /// Drops the answers of requests about a game that could not be set up.
    pub(crate) fn void(&mut self, numbers: impl IntoIterator<Item = u64>) {
        for number in numbers {
            self.forget(number);
            self.allow_unknown(number);
        }
    }

    /// Permits that a request without an answer is answered `unknown`, or otherwise than usual.
    pub(crate) fn allow_unknown(&mut self, number: u64) {
        if let Some(pending) = self.pending.iter_mut().find(|it| it.number == number) {
            pending.is_void = true;
        }
    }

    /// Sends the requests so far, without waiting for answers.
    pub(crate) fn flush(&mut self) -> Result<(), Breach> {
        if let Some(breach) = &self.ended_by {
            return Err(breach.clone());
        }
        self.send().map_err(|breach| self.close(breach))
    }

    /// The answer of a request; everything before it in the conversation is sent and read first.
    pub(crate) fn answer(&mut self, number: u64) -> Result<Answer, Breach> {
        if let Some(answer) = self.take(number) {
            return Ok(answer);
        }
        if let Some(breach) = &self.ended_by {
            return Err(breach.clone());
        }
        let answer = self.read_up_to(number);
        answer.map_err(|breach| self.close(breach))
    }

    /// Takes an answer that has been read. Most answers are taken in the order of their requests.
    fn take(&mut self, number: u64) -> Option<Answer> {
        let index = self.answers.iter().position(|&(answered, _)| answered == number)?;
        self.answers.remove(index).map(|(_, answer)| answer)
    }

    fn read_up_to(&mut self, number: u64) -> Result<Answer, Breach> {
        loop {
            self.send()?;
            let pending = self.pending.pop_front().expect("the request has no answer yet");
            let answer = self.read_answer(&pending)?;
            if self.pending.len() == self.unsent.len() {
                self.channel.set_unanswered(false);
                self.check_nothing_early()?;
            }
            if pending.number == number {
                return Ok(answer);
            }
            if pending.is_wanted {
                self.answers.push_back((pending.number, answer));
            } else if !pending.is_void && pending.kind.is_order() {
                answers::acknowledged(pending.kind, &answer)?;
            }
        }
    }

    /// Checks that nothing has arrived behind the answer to the last request.
    pub(crate) fn check_nothing_early(&self) -> Result<(), Breach> {
        if self.begin == self.end {
            return Ok(());
        }
        let early = quote(trimmed(first_line(&self.incoming[self.begin..self.end])));
        let hint = match self.announced {
            _ if is_numbered(early.as_bytes()) => String::new(),
            Some((kind, count)) => {
                let lines = if count == 1 { "line" } else { "lines" };
                format!("; the answer to {} announced {count} {lines}{STREAMS}", kind.name())
            }
            None => STREAMS.into(),
        };
        let message = format!("the engine wrote `{early}` before it was asked{hint}");
        Err(Breach::new("EP-4", message))
    }

    /// Sends the requests that have not been sent, or the first of them if no other is unanswered.
    fn send(&mut self) -> Result<(), Breach> {
        // All answers have been read if the first request without one has not been sent.
        let is_idle = self.pending.len() == self.unsent.len();
        if self.unsent.is_empty() || (self.one_by_one && !is_idle) {
            return Ok(());
        }
        if is_idle {
            self.check_nothing_early()?;
        }
        let mut bytes = std::mem::take(&mut self.outgoing);
        if self.one_by_one {
            let length = self.unsent.pop_front().expect("there is an unsent request");
            self.outgoing = bytes.split_off(length);
            self.request = quote(behind_word(first_line(&bytes)));
        } else {
            self.unsent.clear();
        }
        self.log.sent(&bytes);
        self.channel.set_unanswered(true);
        let sent = self.channel.send(&bytes, Instant::now() + self.limit);
        if self.outgoing.is_empty() {
            // The buffer is used again.
            self.outgoing = bytes;
            self.outgoing.clear();
        }
        sent.or_else(|error| match error.kind() {
            // Its last answers can still be read, and then the end of its output.
            ErrorKind::BrokenPipe => {
                self.has_closed_input = true;
                Ok(())
            }
            ErrorKind::TimedOut => {
                self.silence = Some(Silence::Later);
                let message = format!("the engine reads nothing for {:?}", self.limit);
                Err(Breach::new("EP-6", message))
            }
            _ => Err(Breach::new("EP-9", format!("the engine does not read requests: {error}"))),
        })
    }

    /// Reads the answer to the first pending request.
    fn read_answer(&mut self, pending: &Pending) -> Result<Answer, Breach> {
        self.deadline = None;
        let start = self.begin;
        let line = self.line(start, pending)?;
        let (head, end) = (line.clone(), line.end + 1);
        let text = trimmed(&self.incoming[head]);
        let Some(rest) = behind_number(text, pending.number) else {
            let message = format!(
                "the engine wrote `{}`, where the answer to request {} ({}) is expected{}",
                quote(text),
                pending.number,
                pending.kind.name(),
                if is_numbered(text) { "" } else { STREAMS }
            );
            return Err(Breach::new("EP-4", message));
        };
        let Ok(rest) = std::str::from_utf8(rest) else {
            let message = format!("the engine wrote `{}`, which is not UTF-8", quote(text));
            return Err(Breach::new("EP-2", message));
        };
        let is_unknown = rest == "unknown";
        if is_unknown && !pending.is_void {
            let message = format!("the engine does not know `{}`", pending.kind.name());
            let clause = if pending.kind == Kind::Hello { "EP-10" } else { "EP-8" };
            return Err(Breach::new(clause, message));
        }
        let mut answer = Answer { head: rest.to_owned(), lines: String::new(), count: 0 };
        let mut behind = end;
        if pending.kind.has_lines() && !is_unknown {
            answer.count = count_of_lines(pending.kind, &answer.head)?;
            self.announced = Some((pending.kind, answer.count));
            behind = self.lines(end, answer.count, pending)?;
            answer.lines = text_of(&self.incoming[end..behind])?;
        }
        self.begin = behind;
        if !self.answered.contains(&pending.kind) {
            self.answered.push(pending.kind);
        }
        self.log.received(&self.incoming[start..behind]);
        self.discard();
        Ok(answer)
    }

    /// Index behind `count` lines from `start` on.
    fn lines(&mut self, start: usize, count: usize, pending: &Pending) -> Result<usize, Breach> {
        let mut end = start;
        for _ in 0..count {
            end = self.line(end, pending)?.end + 1;
        }
        Ok(end)
    }

    /// The line from `start` on without its line feed, as a range of `incoming`.
    fn line(&mut self, start: usize, pending: &Pending) -> Result<std::ops::Range<usize>, Breach> {
        let mut seen = start;
        loop {
            if let Some(length) = memchr(b'\n', &self.incoming[seen..self.end]) {
                return Ok(start..seen + length);
            }
            seen = self.end;
            if seen - self.begin > ANSWER_BYTES_MAX {
                let message = format!(
                    "the answer to request {} ({}) has more than {} MiB",
                    pending.number,
                    pending.kind.name(),
                    ANSWER_BYTES_MAX >> 20
                );
                return Err(Breach::new("EP-6", message));
            }
            self.receive(pending)?;
        }
    }

    /// True if no answer of this kind has come from the process; that to `hello` does not count.
    fn is_first(&self, pending: &Pending) -> bool {
        pending.number > 1 && !self.answered.contains(&pending.kind)
    }

    fn receive(&mut self, pending: &Pending) -> Result<(), Breach> {
        let is_first = self.is_first(pending);
        let limit = if is_first { self.start_limit.max(self.limit) } else { self.limit };
        let mut deadline = *self.deadline.get_or_insert_with(|| Instant::now() + limit);
        let mut starved = Starved::new(limit);
        if self.incoming.len() - self.end < SPACE_MIN {
            self.incoming.resize(2 * self.end + SPACE_MIN, 0);
        }
        let received = loop {
            // A watchdog waits longer than for any other answer.
            let is_longer = limit > self.limit || pending.kind == Kind::Hello;
            let until = if is_longer {
                deadline.min(Instant::now() + KEEP_ALIVE_INTERVAL)
            } else {
                deadline
            };
            match self.channel.receive(&mut self.incoming[self.end..], until) {
                Err(error)
                    if error.kind() == ErrorKind::TimedOut
                        && (until..deadline).contains(&Instant::now()) =>
                {
                    waiting::keep_alive();
                }
                Err(error)
                    if error.kind() == ErrorKind::TimedOut
                        && starved.may_wait_longer(&*self.channel) =>
                {
                    waiting::keep_alive();
                    deadline = Instant::now() + KEEP_ALIVE_INTERVAL;
                    self.deadline = Some(deadline);
                }
                received => break received,
            }
        };
        let (clause, message) = match received {
            Ok(0) => (
                "EP-9",
                format!("the engine ends without an answer to {}", self.unanswered(pending)),
            ),
            Ok(count) => {
                self.end += count;
                let left = deadline.saturating_duration_since(Instant::now());
                self.slowest = self.slowest.max(limit.saturating_sub(left));
                return Ok(());
            }
            Err(error) if error.kind() == ErrorKind::TimedOut && self.has_closed_input => (
                "EP-9",
                format!(
                    "the engine has closed its input and goes on, without an answer to {}",
                    self.unanswered(pending)
                ),
            ),
            Err(error) if error.kind() == ErrorKind::TimedOut => {
                self.silence = Some(if is_first { Silence::AtFirst } else { Silence::Later });
                let earlier = self.earlier_silence.map_or_else(String::new, |earlier| {
                    format!("; the first silence lasted {earlier:?}")
                });
                let request = self.unanswered(pending);
                let hint = self.what_is_missing(pending);
                // The caller explains the absence of the answer to `hello`.
                let first = if is_first { FIRST_USE } else { "" };
                ("EP-6", format!("no answer to {request} within {limit:?}{earlier}{first}{hint}"))
            }
            Err(error) => ("EP-1", format!("answers cannot be read: {error}")),
        };
        Err(Breach::new(clause, message))
    }

    /// What may be wrong with an engine that is silent, from what has come of its answer.
    fn what_is_missing(&self, pending: &Pending) -> String {
        let come = &self.incoming[self.begin..self.end];
        let lines = memchr_iter(b'\n', come).count();
        let rest = come.rsplit(|&byte| byte == b'\n').next().unwrap_or_default();
        match self.announced {
            _ if !rest.is_empty() => {
                format!("; `{}` has come, without a line feed{FLUSH}", quote(rest))
            }
            Some((_, count)) if lines > 0 => {
                let announced =
                    if count == 1 { "1 line".to_owned() } else { format!("{count} lines") };
                format!("; it announced {announced}, and {} came{FLUSH}", lines - 1)
            }
            // The absence of the answer to `hello`, number 1, is explained by the caller.
            _ if pending.number == 2 => FLUSH.into(),
            _ => String::new(),
        }
    }

    /// Names the request whose answer is awaited, and the last request if others were sent after
    /// it: an engine may be several requests ahead of its answers (EP-7), so any of them may be the
    /// cause.
    fn unanswered(&self, pending: &Pending) -> String {
        if self.one_by_one {
            return format!("request {} ({})", pending.number, self.request);
        }
        let request = format!("request {} ({})", pending.number, pending.kind.name());
        match self.pending.back() {
            Some(last) => {
                format!("{request}, nor to those up to {} ({})", last.number, last.kind.name())
            }
            None => request,
        }
    }

    /// Frees the space of answers that have been read, once they fill the buffer or 64 KiB of it.
    fn discard(&mut self) {
        if self.begin == self.end {
            (self.begin, self.end) = (0, 0);
        } else if self.begin > 1 << 16 {
            self.incoming.copy_within(self.begin..self.end, 0);
            (self.begin, self.end) = (0, self.end - self.begin);
        }
    }

    /// Ends the process after a breach, and adds the last lines of the conversation to it.
    pub(crate) fn close(&mut self, mut breach: Breach) -> Breach {
        if self.begin < self.end {
            self.log.received(&self.incoming[self.begin..self.end]);
        }
        let words = self.channel.close();
        self.not_started = words.not_started.or_else(|| words.failure.clone());
        // At any other breach the process runs until now.
        let is_about_end = breach.clause == "EP-9";
        if let Some(failure) = words.failure.filter(|_| is_about_end) {
            (breach.message, breach.is_of_system) = (failure, true);
        }
        breach.conversation = self.log.last_lines();
        breach.end = words.end.filter(|_| is_about_end).map(String::into_boxed_str);
        let errors = words.errors.split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
        breach.errors = errors.map(quote).collect();
        breach.errors.drain(..breach.errors.len().saturating_sub(ERROR_LINES_SHOWN));
        self.ended_by = Some(breach.clone());
        breach
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        if self.is_open() {
            self.channel.finish();
        }
    }
}

/// The breach by an answer of another form.
pub(crate) fn unexpected(kind: impl Into<Kind>, found: &str, expected: &str) -> Breach {
    let kind = kind.into();
    let found = quote(found.as_bytes());
    let name = kind.name();
    let message = format!("the answer to {name} is `{found}`; expected `{expected}`");
    Breach::new(kind.clause(), message)
}

/// The number of lines that an answer announces (EP-5).
fn count_of_lines(kind: Kind, head: &str) -> Result<usize, Breach> {
    let count = head.strip_prefix(kind.name()).and_then(|rest| rest.strip_prefix(' '));
    let count = match kind {
        Kind::Offered(Offer::Moves) | Kind::FirstMove => {
            count.map(|count| count.strip_suffix(" more").unwrap_or(count))
        }
        _ => count,
    };
    let count = count.and_then(|count| usize::try_from(read_number(count, 10)?).ok());
    count.filter(|&count| count <= ANSWER_BYTES_MAX).ok_or_else(|| {
        let name = kind.name();
        let more = if name == "moves" { "` or `moves K more" } else { "" };
        unexpected(kind, head, &format!("{name} K{more}"))
    })
}

/// The rest of a line that begins with this number (EP-3) and a blank.
fn behind_number(line: &[u8], number: u64) -> Option<&[u8]> {
    let blank = memchr(b' ', line)?;
    let (digits, rest) = line.split_at(blank);
    let has_leading_zero = digits.first() == Some(&b'0');
    let read = std::str::from_utf8(digits).ok().and_then(|digits| read_number(digits, 10));
    (read == Some(number) && !has_leading_zero).then_some(&rest[1..])
}

/// True if a line begins as an answer does: with a number.
fn is_numbered(line: &[u8]) -> bool {
    line.first().is_some_and(u8::is_ascii_digit)
}

/// A line without its first word.
fn behind_word(line: &[u8]) -> &[u8] {
    memchr(b' ', line).map_or(line, |blank| &line[blank + 1..])
}

fn first_line(bytes: &[u8]) -> &[u8] {
    bytes.split(|&byte| byte == b'\n').next().unwrap_or_default()
}

/// A line without the carriage return before its line feed (EP-2).
fn trimmed(line: &[u8]) -> &[u8] {
    line.strip_suffix(b"\r").unwrap_or(line)
}

/// Lines as text, without carriage returns before line feeds.
fn text_of(lines: &[u8]) -> Result<String, Breach> {
    let Ok(text) = std::str::from_utf8(lines) else {
        let line =
            lines.split(|&byte| byte == b'\n').find(|line| std::str::from_utf8(line).is_err());
        let line = quote(line.unwrap_or_default());
        return Err(Breach::new("EP-2", format!("the engine wrote `{line}`, which is not UTF-8")));
    };
    let has_returns = memchr(b'\r', lines).is_some();
    Ok(if has_returns { text.replace("\r\n", "\n") } else { text.to_owned() })
}
