//! Exit codes and errors of the command. All errors are printed here.

use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use twinboard_harness::Side;
use twinboard_harness::guard::Panic;
use twinboard_referee::Disagreement;
use twinboard_vocabulary::text::Found;
use twinboard_vocabulary::{InputError, TextError};

use crate::output::print_error_line;
use crate::output::text::shown;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    Success = 0,
    /// A divergence was found, or a check failed.
    Found = 1,
    /// Bad usage or input, an output that could not be written, or nothing was compared.
    BadInput = 2,
    /// No failure was found, but the work ended before it had an answer.
    Undecided = 3,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}

#[derive(Debug)]
pub(crate) enum Failure {
    /// Bad usage, or a problem of the environment, as a message.
    Usage(String),
    /// Input that cannot be read or breaks its format.
    Input { name: String, error: InputError },
    /// A file or folder that cannot be used. `doing` completes the message "cannot … {path}".
    File { path: PathBuf, doing: &'static str, error: io::Error },
    /// Standard output cannot be written.
    Output(io::Error),
    /// The side that played panicked, or declared that it fails.
    Panic { side: Side, panic: Panic },
    /// The judges of a two-player game disagree.
    Judges(Disagreement),
    /// Work that Ctrl-C ended; what was done before counts.
    Interrupted,
}

impl Failure {
    /// Makes errors of a file or folder that cannot be used; `doing` as in [`File`](Self::File).
    pub(crate) fn file<'a, P: AsRef<Path> + ?Sized>(
        doing: &'static str,
        path: &'a P,
    ) -> impl Fn(io::Error) -> Self + Copy + 'a {
        move |error| Self::File { path: path.as_ref().to_owned(), doing, error }
    }

    /// The error about a set-up that a side does not support.
    pub(crate) fn unsupported(side: Side, name: &str) -> Self {
        Self::Usage(format!("the {side} does not support the board in {name}"))
    }

    pub(crate) fn exit(&self) -> Exit {
        match self {
            // The reader closed the pipe, like `head` after its last line.
            Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => Exit::Success,
            Self::Panic { .. } | Self::Judges(_) => Exit::Found,
            _ => Exit::BadInput,
        }
    }

    /// The error as one line without a place in the input.
    pub(crate) fn message(&self) -> String {
        match self {
            Self::Output(error) => format!("cannot write to standard output: {error}"),
            Self::Usage(message) => message.clone(),
            Self::File { path, doing, error } => format!("cannot {doing} {}: {error}", shown(path)),
            Self::Input { name, error: InputError::Io(error) } => {
                format!("cannot read {name}: {error}")
            }
            Self::Input { name, error: InputError::Text(error) } => format!("{name}: {error}"),
            Self::Judges(disagreement) => format!("{disagreement}; no player is to blame"),
            Self::Interrupted => "interrupted".to_owned(),
            Self::Panic { side, panic: Panic { message, declared } } => {
                let verb = if declared.is_some() { "fails" } else { "panics" };
                format!("the {side} {verb}: {message}")
            }
        }
    }

    /// Prints the error to standard error; nothing for a closed pipe.
    pub(crate) fn report(&self) {
        let text = match self {
            Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => return,
            Self::Input { name, error: InputError::Text(error) } => snippet(name, error),
            Self::Judges(Disagreement { case, .. }) => {
                title(&self.message()) + &format!("\n\nthe case\n{case}")
            }
            _ => title(&self.message()),
        };
        print_error_line(text);
    }
}

/// The more severe of two failures, or the first of equals; the other one is reported here.
pub(crate) fn both(one: Result<(), Failure>, other: Result<(), Failure>) -> Result<(), Failure> {
    match (one, other) {
        (Err(one), Err(other)) => {
            // A closed pipe is a success; it must not hide the other failure in the exit code.
            let is_more_severe = one.exit() == Exit::Success && other.exit() != Exit::Success;
            let (returned, reported) = if is_more_severe { (other, one) } else { (one, other) };
            reported.report();
            Err(returned)
        }
        (one, other) => one.and(other),
    }
}

fn title(message: &str) -> String {
    let report = [Group::with_title(Level::ERROR.primary_title(message))];
    Renderer::styled().render(&report)
}

/// The error with its line of the input, and a mark under the fault.
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
    // The renderer counts columns in the shown text, which is wrong where the line's start is cut
    // off.
    let path = (!source.cut_before).then_some(name);
    let snippet = Snippet::source(text).line_start(error.place.line as usize).path(path);
    Renderer::styled().render(&[title.element(snippet.annotation(fault))])
}

fn cut(is_cut: bool) -> &'static str {
    if is_cut { "…" } else { "" }
}
