//! An engine for Nim that speaks the protocol, in this process: bytes in, bytes out.

use std::collections::BTreeMap;
use std::io;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use twinboard_protocol::{Channel, Connect, EngineSettings, LastWords};
use twinboard_vocabulary::Game;

use crate::nim::Heap;

pub(crate) const OFFERS: &str = "end copy undo key random count validate events reasons";

#[derive(Default)]
pub(crate) struct Server {
    setting: Setting,
    games: BTreeMap<u64, Vec<Heap>>,
    /// Requests since the last one for coverage, by their first letters.
    places: BTreeMap<u8, u32>,
    unread: Vec<u8>,
    /// The last position that was taken back from, for [`Fault::StaleMoves`].
    stale: Option<u8>,
}

/// A fault in copying or taking back.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Fault {
    #[default]
    None,
    /// A copy takes nothing back that was played before it was made.
    CopyWithoutHistory,
    /// After a move was taken back, the legal moves are those after it.
    StaleMoves,
    /// A refused move is taken back, too.
    UndoesRefused,
    /// Two stones are said to be illegal, and are played.
    MisjudgesTwo,
}

impl Server {
    fn offers(&self, name: &str) -> bool {
        self.setting.offers.split(' ').any(|offer| offer == name)
    }

    /// The answers to all requests that are complete, one for each.
    pub(crate) fn answers(&mut self, bytes: &[u8]) -> Vec<String> {
        self.unread.extend_from_slice(bytes);
        let text = String::from_utf8(std::mem::take(&mut self.unread)).unwrap();
        let mut lines = text.split_inclusive('\n');
        let mut answers = Vec::new();
        while let Some(line) = lines.next() {
            assert!(line.ends_with('\n'), "requests are sent whole");
            let words: Vec<&str> = line.trim_end().split(' ').collect();
            let setup = if words[1] == "set-up" {
                let count: usize = words[3].parse().unwrap();
                lines.by_ref().take(count).collect()
            } else {
                String::new()
            };
            answers.push(format!("{} {}\n", words[0], self.answer(&words[1..], &setup)));
        }
        answers
    }

    fn answer(&mut self, words: &[&str], setup: &str) -> String {
        let number = |index: usize| words[index].parse::<u64>().unwrap();
        if words[0] == "hello" {
            let Setting { offers, limits, .. } = self.setting;
            let lines = format!("protocol 1\nrule-set nim\noffers {offers}\n{limits}");
            return format!("hello {}\n{}", lines.lines().count(), lines.trim_end());
        }
        if words[0] == "coverage" {
            let places = std::mem::take(&mut self.places).into_iter();
            let places = places.map(|(place, count)| format!(" {place:x}:{count:x}"));
            return format!("coverage{}", places.collect::<String>());
        }
        *self.places.entry(words[0].as_bytes()[0]).or_default() += 1;
        if words[0] == "set-up" {
            return match Heap::set_up(&setup.trim_end().parse().unwrap()) {
                Some(heap) => {
                    self.games.insert(number(1), vec![heap]);
                    "ok".into()
                }
                None => "unsupported".into(),
            };
        }
        let (has_events, has_reasons) = (self.offers("events"), self.offers("reasons"));
        let fault = self.setting.fault;
        let Some(past) = self.games.get_mut(&number(1)) else { return "unknown".into() };
        let mut heap = past.last().unwrap().clone();
        let stale = self.stale.take().filter(|_| fault == Fault::StaleMoves);
        match words[0] {
            "moves" => {
                let heap = stale.map_or(heap, Heap);
                let moves: Vec<String> = (1..=heap.0.min(3)).map(|it| it.to_string()).collect();
                let most = number(2) as usize;
                let (shown, more) =
                    if moves.len() > most { (&moves[..most], " more") } else { (&moves[..], "") };
                let lines: String = shown.iter().map(|line| format!("\n{line}")).collect();
                format!("moves {}{more}{lines}", shown.len())
            }
            "play" => match heap.play(&words[2].parse().unwrap()) {
                Ok(event) => {
                    past.push(heap);
                    if has_events { format!("played {event}") } else { "played".into() }
                }
                Err(reason) => {
                    if fault == Fault::UndoesRefused {
                        past.push(heap);
                    }
                    if has_reasons { format!("refused {reason}") } else { "refused".into() }
                }
            },
            "position" | "outcome" => {
                self.stale = stale;
                match words[0] {
                    "position" => format!("position 1\n{}", heap.0),
                    _ => format!("outcome {}", heap.outcome()),
                }
            }
            "end" => {
                self.games.remove(&number(1));
                "ok".into()
            }
            "copy" => {
                let without = fault == Fault::CopyWithoutHistory;
                let past = if without { vec![heap; 9] } else { past.clone() };
                self.games.insert(number(2), past);
                "ok".into()
            }
            "undo" => {
                self.stale = Some(heap.0);
                past.pop();
                "ok".into()
            }
            "key" => format!("key {:x}", u64::from(heap.0) + 0xab00),
            "random" if heap.0 == 0 => "random".into(),
            "random" => {
                let random = u64::from_str_radix(words[2], 16).unwrap();
                format!("random {}", 1 + random % u64::from(heap.0.min(3)))
            }
            "count" if u64::from(heap.0.min(3)) > number(2) => "count more".into(),
            "count" => format!("count {}", heap.0.min(3)),
            "validate" => "ok".into(),
            "legal" => {
                let stones: u8 = words[2].parse().unwrap();
                let is_wrong = fault == Fault::MisjudgesTwo && stones == 2;
                let is_legal = (1..=heap.0.min(3)).contains(&stones) && !is_wrong;
                format!("legal {}", if is_legal { "yes" } else { "no" })
            }
            "observe" => format!("observe 3\nodd {}\nboard |\nboard |", heap.0 % 2),
            _ => "unknown".into(),
        }
    }
}

/// The streams of a server; its answers, whole texts, pass through `spoil` before they are received,
/// with their numbers from 0.
pub(crate) struct Streams {
    server: Server,
    spoil: Box<dyn FnMut(usize, String) -> Vec<u8> + Send>,
    count: usize,
    output: Vec<u8>,
    /// Everything that was sent, for tests of the form of requests.
    sent: Arc<Mutex<Vec<Vec<u8>>>>,
}

impl Channel for Streams {
    fn send(&mut self, bytes: &[u8], _: Instant) -> io::Result<()> {
        self.sent.lock().unwrap().push(bytes.to_vec());
        for answer in self.server.answers(bytes) {
            let spoilt = (self.spoil)(self.count, answer);
            self.output.extend_from_slice(&spoilt);
            self.count += 1;
        }
        Ok(())
    }

    fn receive(&mut self, buffer: &mut [u8], _: Instant) -> io::Result<usize> {
        let Setting { ends, piece, .. } = self.server.setting;
        if self.output.is_empty() {
            return if ends { Ok(0) } else { Err(io::ErrorKind::TimedOut.into()) };
        }
        let count = self.output.len().min(piece).min(buffer.len());
        buffer[..count].copy_from_slice(&self.output[..count]);
        self.output.drain(..count);
        Ok(count)
    }

    fn close(&mut self) -> LastWords {
        let Setting { ends, failure, .. } = self.server.setting;
        let (end, failure) =
            (ends.then(|| "exited with code 3".into()), failure.map(str::to_owned));
        LastWords { end, not_started: None, failure, errors: b"one\ntwo\n".to_vec() }
    }
}

#[derive(Clone, Copy)]
pub(crate) struct Setting {
    pub(crate) offers: &'static str,
    pub(crate) limits: &'static str,
    /// True if the engine ends once its answers are read; else it is silent from then on.
    pub(crate) ends: bool,
    /// Number of bytes that are received at once, at most.
    pub(crate) piece: usize,
    /// Reason of its end that is none of its own.
    pub(crate) failure: Option<&'static str>,
    /// Number of processes after which none can be started.
    pub(crate) processes: usize,
    pub(crate) fault: Fault,
}

impl Default for Setting {
    fn default() -> Self {
        let (piece, processes) = (usize::MAX, usize::MAX);
        let fault = Fault::None;
        Self { offers: OFFERS, limits: "", ends: true, piece, failure: None, processes, fault }
    }
}

impl Setting {
    /// Settings whose processes are servers, each with its copy of `spoil`, and the batches that are
    /// sent to them.
    pub(crate) fn connect(
        self,
        spoil: impl FnMut(usize, String) -> Vec<u8> + Clone + Send + Sync + 'static,
    ) -> (EngineSettings, Arc<Mutex<Vec<Vec<u8>>>>) {
        let sent = Arc::new(Mutex::new(Vec::new()));
        let shared = Arc::clone(&sent);
        let started = AtomicUsize::new(0);
        let connect: Connect = Arc::new(move || {
            if started.fetch_add(1, Relaxed) >= self.processes {
                return Err(io::Error::other("too many open files"));
            }
            let server = Server { setting: self, ..Server::default() };
            let (spoil, sent) = (Box::new(spoil.clone()), Arc::clone(&shared));
            let streams = Streams { server, spoil, count: 0, output: Vec::new(), sent };
            Ok(Box::new(streams) as Box<dyn Channel>)
        });
        let limit = Duration::from_millis(50);
        let start_limit = limit;
        (EngineSettings { connect, limit, start_limit, one_by_one: false, transcript: None }, sent)
    }
}

pub(crate) fn unspoilt(_: usize, answer: String) -> Vec<u8> {
    answer.into_bytes()
}
