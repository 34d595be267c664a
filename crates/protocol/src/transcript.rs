//! The conversation with an engine: its last lines, and a file with all of it.

use std::collections::VecDeque;
use std::io::Write;
use std::sync::Arc;

use parking_lot::Mutex;

use crate::breach::quote;

/// Lines of the conversation that a report shows.
const LINES_SHOWN: usize = 12;
/// Lines of one answer that a report shows.
const LINES_OF_SEGMENT: usize = 4;
/// Bytes of one answer that are kept for a report.
const BYTES_KEPT: usize = 512;
/// Answers, and groups of requests that were sent together, that are kept for a report.
const SEGMENTS_KEPT: usize = 12;

/// A writer that keeps whole conversations, shared by all connections of an engine.
///
/// Each line begins with the number of the process, from 1, and `>` to the engine or `<` from it;
/// or with `#`, and then names a case.
/// The first error of the writer ends the transcript; [`finish`](Self::finish) returns it.
#[derive(Clone)]
pub struct Transcript(Arc<Mutex<Writer>>);

struct Writer {
    out: Box<dyn Write + Send>,
    error: Option<std::io::Error>,
    processes: u64,
}

impl Transcript {
    /// A transcript that is written to `out`.
    #[must_use]
    pub fn new(out: Box<dyn Write + Send>) -> Self {
        Self(Arc::new(Mutex::new(Writer { out, error: None, processes: 0 })))
    }

    /// Writes a line about the games that follow or precede it, such as the name of their case. It
    /// begins with `#`.
    pub fn note(&self, text: &str) {
        self.0.lock().write("# ", text.as_bytes());
    }

    /// Writes what is buffered.
    ///
    /// # Errors
    ///
    /// The first error of the writer.
    pub fn finish(&self) -> std::io::Result<()> {
        let mut writer = self.0.lock();
        match writer.error.take() {
            Some(error) => Err(error),
            None => writer.out.flush(),
        }
    }
}

impl std::fmt::Debug for Transcript {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Transcript")
    }
}

/// The conversation with one process.
pub(crate) struct Log {
    /// The last segments: bytes that were sent together, or one answer.
    kept: VecDeque<Segment>,
    file: Option<(Transcript, u64)>,
}

struct Segment {
    mark: char,
    /// The first [`BYTES_KEPT`] bytes.
    begin: Vec<u8>,
    length: usize,
}

impl Log {
    pub(crate) fn new(transcript: Option<&Transcript>) -> Self {
        let file = transcript.map(|transcript| {
            let mut writer = transcript.0.lock();
            writer.processes += 1;
            (transcript.clone(), writer.processes)
        });
        Self { kept: VecDeque::new(), file }
    }

    /// Records requests, whole lines.
    pub(crate) fn sent(&mut self, lines: &[u8]) {
        self.record('>', lines);
    }

    /// Records one answer, or the bytes in its place.
    pub(crate) fn received(&mut self, lines: &[u8]) {
        self.record('<', lines);
    }

    fn record(&mut self, mark: char, lines: &[u8]) {
        // The buffers are used again: this runs for every answer.
        let mut segment = if self.kept.len() < SEGMENTS_KEPT {
            Segment { mark, begin: Vec::new(), length: 0 }
        } else {
            self.kept.pop_front().expect("there are some")
        };
        segment.begin.clear();
        segment.begin.extend_from_slice(&lines[..lines.len().min(BYTES_KEPT)]);
        (segment.mark, segment.length) = (mark, lines.len());
        self.kept.push_back(segment);
        if let Some((transcript, number)) = &self.file {
            let mut writer = transcript.0.lock();
            writer.record(*number, mark, lines);
        }
    }

    /// The last lines, quoted, each with its mark.
    pub(crate) fn last_lines(&self) -> Vec<String> {
        let mut lines: Vec<String> = self.kept.iter().flat_map(Segment::lines).collect();
        lines.drain(..lines.len().saturating_sub(LINES_SHOWN));
        lines
    }
}

impl Segment {
    /// The first lines, and a note about the others.
    fn lines(&self) -> Vec<String> {
        let mut begin = self.begin.as_slice();
        let is_cut = self.length > begin.len();
        if let (true, Some(end)) = (is_cut, begin.iter().rposition(|&byte| byte == b'\n')) {
            begin = &begin[..end];
        }
        let all = begin.split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
        let mut lines: Vec<String> =
            all.map(|line| format!("{} {}", self.mark, quote(line))).collect();
        let is_long = lines.len() > LINES_OF_SEGMENT;
        lines.truncate(LINES_OF_SEGMENT);
        if is_cut || is_long {
            lines.push(format!("{} … ({} bytes in all)", self.mark, self.length));
        }
        lines
    }
}

impl Writer {
    fn record(&mut self, process: u64, mark: char, lines: &[u8]) {
        for line in lines.split_inclusive(|&byte| byte == b'\n') {
            self.write(&format!("{process} {mark} "), line);
        }
    }

    /// Writes a line, which may have its end.
    fn write(&mut self, head: &str, line: &[u8]) {
        if self.error.is_none() {
            let end: &[u8] = if line.ends_with(b"\n") { b"" } else { b"\n" };
            let parts = [head.as_bytes(), line, end];
            self.error = parts.iter().try_for_each(|part| self.out.write_all(part)).err();
        }
    }
}

/// Number of texts that are kept.
const TEXTS_KEPT: usize = 8;

/// Maximum length of a text that is kept, in bytes.
const LENGTH_MAX: usize = 1 << 16;

/// The last texts of one kind with their values. Copies of a game give equal answers, and reading
/// an answer takes longer than comparing it with a few others.
pub(crate) struct Recent<T> {
    values: VecDeque<(String, T)>,
}

impl<T> Default for Recent<T> {
    fn default() -> Self {
        Self { values: VecDeque::with_capacity(TEXTS_KEPT) }
    }
}

impl<T: Clone> Recent<T> {
    /// The value of a text that is kept.
    pub(crate) fn get(&self, text: &str) -> Option<T> {
        let found = self.values.iter().rev().find(|(kept, _)| kept == text);
        found.map(|(_, value)| value.clone())
    }

    /// Keeps a text that is not kept yet in place of the oldest one.
    pub(crate) fn keep(&mut self, text: String, value: &T) {
        if text.len() > LENGTH_MAX {
            return;
        }
        if self.values.len() == TEXTS_KEPT {
            self.values.pop_front();
        }
        self.values.push_back((text, value.clone()));
    }
}

#[cfg(test)]
mod tests {
    use super::{Recent, TEXTS_KEPT};

    #[test]
    fn similar_texts_have_values_of_their_own() {
        let mut recent = Recent::default();
        let texts = ["1 2\n3 4", "1 2\n3 5", "0 2\n3 4", "1 2\n3 44", "1 2\n3", ""];
        for (value, text) in texts.into_iter().enumerate() {
            assert_eq!(recent.get(text), None, "{text:?} is not kept yet");
            recent.keep(text.into(), &value);
        }
        for (value, text) in texts.into_iter().enumerate() {
            assert_eq!(recent.get(text), Some(value), "{text:?}");
        }
        assert_eq!(recent.get("1 2\n3 6"), None);
    }

    #[test]
    fn the_oldest_text_makes_room() {
        let mut recent = Recent::default();
        for value in 0..=TEXTS_KEPT {
            recent.keep(value.to_string(), &value);
        }
        assert_eq!((recent.get("0"), recent.get("1")), (None, Some(1)));
        assert_eq!(recent.get(&TEXTS_KEPT.to_string()), Some(TEXTS_KEPT));
    }
}
