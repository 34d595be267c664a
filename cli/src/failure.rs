//! How the command ends, and the one place where errors are printed.

use std::io;
use std::path::PathBuf;
use std::process::ExitCode;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use board::text::Found;
use board::{InputError, TextError};
use harness::Side;
use referee::Divergence;

use crate::stderr;

/// How the command ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// All is well.
    Success = 0,
    /// A divergence was found, or a check failed.
    Found = 1,
    /// Bad usage or input, or an output that could not be written.
    BadInput = 2,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}

/// Why the command could not do what it was asked.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Bad usage, in a sentence.
    Usage(String),
    /// Input that cannot be read or breaks its format.
    Input { name: String, error: InputError },
    /// A file that cannot be read or written.
    File { path: PathBuf, doing: &'static str, error: io::Error },
    /// Standard output cannot be written.
    Output(io::Error),
    /// The side that was asked to play panicked.
    Panic { side: Side, message: String },
    /// The judges of a game for two disagree.
    Judges(Divergence),
}

impl Failure {
    pub(crate) fn exit(&self) -> Exit {
        match self {
            // Whoever read the output has had enough of it.
            Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => Exit::Success,
            Self::Panic { .. } | Self::Judges(_) => Exit::Found,
            _ => Exit::BadInput,
        }
    }

    /// Prints what there is to say, to standard error.
    pub(crate) fn report(&self) {
        let text = match self {
            Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => return,
            Self::Output(error) => title(&format!("cannot write to standard output: {error}")),
            Self::Usage(message) => title(message),
            Self::File { path, doing, error } => {
                title(&format!("cannot {doing} {}: {error}", path.display()))
            }
            Self::Input { name, error: InputError::Io(error) } => {
                title(&format!("cannot read {name}: {error}"))
            }
            Self::Input { name, error: InputError::Text(error) } => snippet(name, error),
            Self::Judges(divergence) => {
                title(&format!("{divergence}; nobody who played is to blame"))
                    + &format!("\n\nthe case\n{}", divergence.case)
            }
            Self::Panic { side, message } => title(&format!("the {side} panicked: {message}")),
        };
        stderr::complain(&text);
    }
}

/// How a command ends that looked for something wrong: what it found counts more than what went
/// wrong besides, which is reported all the same.
pub(crate) fn conclude(found: bool, rest: Result<(), Failure>) -> Result<Exit, Failure> {
    match rest {
        Ok(()) if found => Ok(Exit::Found),
        Ok(()) => Ok(Exit::Success),
        Err(failure) if found => {
            failure.report();
            Ok(Exit::Found)
        }
        Err(failure) => Err(failure),
    }
}

/// The graver of two failures, of equals the first; the other one is reported here.
pub(crate) fn both(one: Result<(), Failure>, other: Result<(), Failure>) -> Result<(), Failure> {
    match (one, other) {
        (Err(one), Err(other)) => {
            // Whoever has closed the pipe is still told by the exit code what else went wrong.
            let is_graver = one.exit() == Exit::Success && other.exit() != Exit::Success;
            let (told, reported) = if is_graver { (other, one) } else { (one, other) };
            reported.report();
            Err(told)
        }
        (one, other) => one.and(other),
    }
}

fn title(message: &str) -> String {
    let report = [Group::with_title(Level::ERROR.primary_title(message))];
    Renderer::styled().render(&report)
}

/// The error with the line it is about and a mark under the fault.
fn snippet(name: &str, error: &TextError) -> String {
    let message = error.to_string();
    let title = Level::ERROR.primary_title(message.as_str());
    let Some(source) = &error.source else {
        return Renderer::styled().render(&[Group::with_title(title)]);
    };
    let (before, after) = (cut(source.cut_before), cut(source.cut_after));
    let text = format!("{before}{}{after}", source.text);
    let span = source.start + before.len()..source.end + before.len();
    let label = if matches!(error.found, Found::Token(_)) { "this" } else { "here" };
    let fault = AnnotationKind::Primary.span(span).label(label);
    // Beside the path stands the column in what is shown, which is not the line's if that is cut.
    let path = (!source.cut_before).then_some(name);
    let snippet = Snippet::source(text).line_start(error.place.line as usize).path(path);
    Renderer::styled().render(&[title.element(snippet.annotation(fault))])
}

fn cut(is_cut: bool) -> &'static str {
    if is_cut { "…" } else { "" }
}
