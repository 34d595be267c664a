//! Breaches of the protocol.

use std::fmt;
use std::panic;

use twinboard_vocabulary::{GameFailure, ProcessFailure, SystemFailure};

/// A breach of the protocol by an engine: the clause, what happened, and the conversation up to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breach {
    /// Clause of `docs/engine-protocol.md`, such as `EP-4`.
    pub clause: &'static str,
    /// A sentence about what happened. Lines of the engine are quoted.
    pub message: String,
    /// Reason why the process ended, if it did.
    pub end: Option<Box<str>>,
    /// Last lines of the conversation, marked `>` to the engine and `<` from it.
    pub conversation: Vec<String>,
    /// Last lines of standard error.
    pub errors: Vec<String>,
    /// True if it is no breach: the message is that of
    /// [`LastWords::failure`](crate::LastWords::failure).
    pub(crate) is_of_system: bool,
}

impl Breach {
    pub(crate) fn new(clause: &'static str, message: impl Into<String>) -> Self {
        let (conversation, errors, message) = (Vec::new(), Vec::new(), message.into());
        Self { clause, message, end: None, conversation, errors, is_of_system: false }
    }

    /// The breach in one line.
    pub(crate) fn summary(&self) -> String {
        let end = self.end.as_ref().map_or_else(String::new, |end| format!("; the process {end}"));
        format!("{} ({}){end}", self.message, self.clause)
    }

    /// Reports the breach as the failure of a game.
    pub(crate) fn raise(self) -> ! {
        if self.is_of_system {
            let message = format!("the engine: {}", self.message);
            panic::resume_unwind(Box::new(SystemFailure(message)));
        }
        let message = self.to_string();
        let Self { clause, errors, .. } = self;
        let process = Some(Box::new(ProcessFailure { clause, errors }));
        panic::panic_any(GameFailure { message, process, results: None })
    }
}

impl fmt::Display for Breach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.summary())?;
        for (title, lines) in [
            ("the end of the conversation", &self.conversation),
            ("the end of standard error", &self.errors),
        ] {
            if !lines.is_empty() {
                write!(f, "\n{title}")?;
            }
            for line in lines {
                write!(f, "\n  {line}")?;
            }
        }
        Ok(())
    }
}

impl std::error::Error for Breach {}

/// A line of an engine as it is quoted: shortened, and without control characters.
pub(crate) fn quote(line: &[u8]) -> String {
    const SHOWN: usize = 240;
    let text = String::from_utf8_lossy(&line[..line.len().min(4 * SHOWN)]);
    let shown: String = text.chars().take(SHOWN).flat_map(escape).collect();
    let is_cut = text.chars().nth(SHOWN).is_some() || line.len() > 4 * SHOWN;
    let rest = if is_cut { format!("… ({} bytes)", line.len()) } else { String::new() };
    format!("{shown}{rest}")
}

/// The character itself, or its escape if it is a control character or cannot be seen, such as a
/// byte order mark: a line with one looks like the line that is expected.
fn escape(character: char) -> Vec<char> {
    let is_invisible = character.escape_debug().nth(1) == Some('u');
    if is_invisible || character.is_control() {
        character.escape_default().collect()
    } else {
        vec![character]
    }
}
