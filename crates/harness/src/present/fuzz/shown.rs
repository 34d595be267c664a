//! An input of a fuzz target for people, as `cargo fuzz fmt` prints it.

use std::fmt::Write;

use crate::drive::subject::Subject;
use crate::model::guard;
use crate::present::report::as_argument;

/// Number of lines of a board or of a text that are shown.
const LINES: usize = 80;
/// Number of bytes of an input that is no case which are shown.
const BYTES: usize = 2000;

/// The cases of an input: the text of each and the board of its set-up and of its end, as the oracle
/// plays it; then, if the input is the file `path`, the command that replays it. An input that is no
/// case is shown as bytes, with the place where the text of a case ends.
///
/// ```
/// use twinboard_harness::nim::{Heap, Nim};
/// use twinboard_harness::{Pairing, fuzz};
///
/// let subject = Pairing::new(Nim, Heap::set_up, Heap::set_up).subject();
/// let shown = fuzz::shown(&*subject, b"7\n> 3\n", Some("fuzz/artifacts/nim/crash-1"));
/// assert!(shown.contains("after 1 move") && shown.contains("> 3"), "{shown}");
/// assert!(shown.ends_with("diff --rules nim fuzz/artifacts/nim/crash-1\n"), "{shown}");
/// assert!(fuzz::shown(&*subject, b"x\xFF", None).contains(r"x\xff"));
/// ```
#[must_use]
pub fn shown(subject: &dyn Subject, input: &[u8], path: Option<&str>) -> String {
    let name = subject.name();
    let cases = match subject.split(input) {
        Ok(cases) => cases,
        Err(error) => {
            let (head, more) = input.split_at(input.len().min(BYTES));
            let mut out = format!("no case of {name}: {error}\n\n  {}", head.escape_ascii());
            if !more.is_empty() {
                let _ = write!(out, " … and {} more bytes", more.len());
            }
            return out + "\n";
        }
    };
    let mut out = match cases.len() {
        1 => format!("a case of {name}\n"),
        count => format!("{count} cases of {name}\n"),
    };
    for case in &cases {
        out += "\n";
        add_lines(&mut out, case);
        // A fault of the oracle leaves the text alone.
        let Ok(Ok(frames)) = guard::catch(|| subject.frames(case.as_bytes())) else { continue };
        let ends = match &frames[..] {
            [] => continue,
            [only] => vec![("the set-up".to_owned(), only)],
            [first, .., last] => {
                let moves = if frames.len() == 2 { "move" } else { "moves" };
                let after = format!("after {} {moves}", frames.len() - 1);
                vec![("the set-up".to_owned(), first), (after, last)]
            }
        };
        for (title, frame) in ends {
            let _ = writeln!(out, "\n{title}: {}", frame.outcome);
            add_lines(&mut out, &frame.picture.to_string());
        }
    }
    if let Some(path) = path {
        let engine = subject.engine_name().filter(|engine| *engine != name);
        let engine = engine.map(|engine| format!("--engine {} ", as_argument(engine)));
        let _ = writeln!(
            out,
            "\nplay it again   twinboard diff {}--rules {} {}",
            engine.unwrap_or_default(),
            as_argument(name),
            as_argument(path)
        );
    }
    out
}

fn add_lines(out: &mut String, text: &str) {
    let lines: Vec<&str> = text.lines().collect();
    for line in lines.iter().take(LINES) {
        let _ = writeln!(out, "  {line}");
    }
    if lines.len() > LINES {
        let _ = writeln!(out, "  … and {} more lines", lines.len() - LINES);
    }
}
