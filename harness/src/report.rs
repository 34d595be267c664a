//! What a user sees when the sides differ: for people as text, for machines through serde.

use std::fmt::{self, Display, Write};

use anstyle::{AnsiColor, Style};
use board::{Glyph, Picture};
use serde::Serialize;

use crate::Frame;
use crate::campaign::Origin;
use crate::checks::REPEATABLE;
use crate::divergence::{Aspect, Divergence, Finding, Transformed};

mod regression;

pub use regression::regression_test;

/// Boards are drawn beside each other if that is not wider than this, in characters.
const WIDTH: usize = 110;
/// How many blanks stand between them.
const GAP: usize = 4;
/// Longer cases are not printed whole if a file has them.
const CASE_LINES: usize = 24;

const BOLD: Style = Style::new().bold();
const WRONG: Style = AnsiColor::Red.on_default().bold();
const RIGHT: Style = AnsiColor::Green.on_default().bold();
const DIM: Style = Style::new().dimmed();

/// Everything there is to say of a case that fails.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Report {
    /// The rule set.
    pub rule_set: String,
    /// Where the case comes from.
    pub origin: Origin,
    /// The case as it was found.
    pub case: Option<String>,
    /// The smallest case that still fails; `None` if it does not fail again.
    pub shrunk: Option<String>,
    /// What is wrong with it.
    pub divergence: Divergence,
    /// The file it was saved in.
    pub saved: Option<String>,
}

impl Report {
    /// The case to keep: the smallest there is.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        self.shrunk.as_deref().or(self.case.as_deref())
    }

    /// The report with the styles of a terminal, to be printed with `anstream`, which leaves them out
    /// where there is none. [`Display`] has it without styles.
    #[must_use]
    pub fn render(&self) -> String {
        self.render_for("twinboard")
    }

    /// The same where the command is called otherwise: with another program the saved case would
    /// be played by other implementations.
    #[must_use]
    pub fn render_for(&self, program: &str) -> String {
        let mut out = headline(&self.rule_set, &self.divergence.finding);
        let _ = writeln!(out, "\n\n{}", self.how_it_was_found());
        out += &render_divergence(&self.divergence);
        if let Some(text) = self.text() {
            let _ = writeln!(out, "\n{BOLD}the case{BOLD:#}");
            let lines: Vec<&str> = text.lines().collect();
            let shown = if self.saved.is_some() { CASE_LINES } else { lines.len() };
            for line in lines.iter().take(shown) {
                let _ = writeln!(out, "  {line}");
            }
            if lines.len() > shown {
                let _ = writeln!(out, "  … and {} more lines", lines.len() - shown);
            }
        }
        if let Some(file) = &self.saved {
            let _ = writeln!(out, "\nsaved as {BOLD}{file}{BOLD:#}");
            let (program, file) = (as_argument(program), as_argument(file));
            let _ = writeln!(out, "play it again          {program} diff {file}");
            let _ = writeln!(out, "see it step by step    {program} show {file}");
            let _ = writeln!(out, "keep it as a test      {program} to-test {file}");
        }
        out
    }

    fn how_it_was_found(&self) -> String {
        let origin = match &self.origin {
            Origin::Corpus { name } => format!("found in {name}"),
            Origin::Walked { name, depth } => {
                format!("found at depth {depth} of the walk from {name}")
            }
            Origin::Enumerated { rows, columns, index } => {
                format!("found behind set-up {index} of those of {rows} × {columns}")
            }
            Origin::Fuzzed => "found by fuzzing".to_owned(),
            Origin::Drawn { seed, index } => format!("found as case {index} of seed {seed}"),
        };
        match (&self.case, &self.shrunk) {
            (Some(case), Some(shrunk)) if case != shrunk => {
                format!("{origin}, shrunk from {} bytes to {}", case.len(), shrunk.len())
            }
            (Some(_), Some(_)) if self.divergence.finding.is_hung() => {
                format!("{origin}; not made smaller")
            }
            (Some(_), Some(_)) => format!("{origin}; nothing simpler fails"),
            (Some(_), None) => format!("{origin}; played again, it did not fail"),
            (None, _) => format!("{origin}; the case could not be made"),
        }
    }
}

impl Display for Report {
    /// The report as plain text.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        anstream::adapter::strip_str(&self.render()).fmt(f)
    }
}

/// A path, or any other text, as a shell takes it for one argument.
#[must_use]
pub fn as_argument(path: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_./,:=@%+".contains(c);
    if path.chars().all(plain) { path.into() } else { format!("'{}'", path.replace('\'', r"'\''")) }
}

/// The verdict, first in a fixed column, then what is wrong.
#[must_use]
pub fn headline(rule_set: &str, finding: &Finding) -> String {
    title(rule_set, finding)
}

/// The same for whatever else can be wrong with `subject`.
#[must_use]
pub fn title(subject: &str, what: impl Display) -> String {
    format!("{WRONG}DIVERGENCE{WRONG:#} {BOLD}{subject}{BOLD:#}: {what}")
}

/// What is wrong, with the boards before and after.
#[must_use]
pub fn render_divergence(divergence: &Divergence) -> String {
    let mut out = String::new();
    let _ = match &divergence.mv {
        Some(mv) => writeln!(out, "{BOLD}step {}{BOLD:#}: {mv}", divergence.step),
        None => writeln!(out, "{BOLD}the set-up{BOLD:#}"),
    };
    let Divergence { before, engine, oracle, transformed, .. } = divergence;
    if let Some(transformed) = transformed {
        // Both sides agree on the game itself.
        out += &drawn(&[("before", before), ("after", oracle)], &[]);
        out += &render_transformed(divergence.step, transformed);
    } else {
        let marks = match (engine, oracle) {
            (Some(engine), Some(oracle)) => differing(engine, oracle),
            _ => Vec::new(),
        };
        out += &drawn(&[("before", before), ("engine", engine), ("oracle", oracle)], &marks);
    }
    out += &explain(&divergence.finding);
    for broken in &divergence.engine_breaks {
        let _ = writeln!(out, "by itself the engine breaks: {broken}");
    }
    out
}

/// Boards beside each other; all but the first have marks.
fn drawn(boards: &[(&str, &Option<Picture>)], marks: &[(usize, usize)]) -> String {
    let boards: Vec<Board> = boards
        .iter()
        .enumerate()
        .filter_map(|(index, (title, picture))| {
            Some(draw(title, picture.as_ref()?, if index > 0 { marks } else { &[] }))
        })
        .collect();
    if boards.is_empty() { String::new() } else { format!("\n{}\n", beside(&boards)) }
}

/// The game in which it is wrong: its set-up and its move, what it should show and what it does show.
fn render_transformed(step: usize, transformed: &Transformed) -> String {
    let Transformed { symmetry, setup, mv, expected, engine, oracle } = transformed;
    let mut out = format!("transformed by {symmetry}\n");
    if let Some(mv) = mv {
        let _ = writeln!(out, "{BOLD}step {step}{BOLD:#}: {mv}");
    }
    let boards =
        [("set-up", setup), ("expected", expected), ("engine", engine), ("oracle", oracle)];
    let boards = boards.into_iter().filter_map(|(title, picture)| {
        let picture = picture.as_ref()?;
        let expected = expected.as_ref().filter(|_| ["engine", "oracle"].contains(&title));
        let marks = expected.map_or(Vec::new(), |expected| differing(picture, expected));
        Some(draw(title, picture, &marks))
    });
    let boards: Vec<Board> = boards.collect();
    if !boards.is_empty() {
        let _ = writeln!(out, "\n{}", beside(&boards));
    }
    out
}

fn explain(finding: &Finding) -> String {
    let engine_style = WRONG;
    match finding {
        Finding::Differs { aspect: Aspect::Position, .. } => {
            "the cells with a star differ\n".to_owned()
        }
        Finding::Differs { aspect, engine, oracle } => format!(
            "{aspect}:\n  {engine_style}engine{engine_style:#}  {engine}\n  {RIGHT}oracle{RIGHT:#}  {oracle}\n"
        ),
        Finding::Broken { side: None, invariant, detail } if invariant != REPEATABLE => format!(
            "{}\nengine and oracle agree: both are wrong, or what the rule set states is\n",
            detail.trim_end()
        ),
        Finding::Broken { detail: said, .. }
        | Finding::WrongLaw { detail: said, .. }
        | Finding::Claimed { detail: said, .. }
        | Finding::Panicked { message: said, .. } => format!("{}\n", said.trim_end()),
        Finding::Hung { limit_ms, .. } => {
            format!("given up after {limit_ms} ms without a sign of life\n")
        }
        Finding::Killed { status } => {
            format!("{status}; neither a panic nor a loop: a stack that overflows ends so\n")
        }
    }
}

/// The cells in which two pictures differ, by row and column as drawn.
fn differing(engine: &Picture, oracle: &Picture) -> Vec<(usize, usize)> {
    let rows = engine.rows.iter().zip(&oracle.rows).enumerate();
    let cells = rows.flat_map(|(r, ((_, ours), (_, theirs)))| {
        let pairs = ours.iter().zip(theirs).enumerate();
        pairs.filter(|(_, (ours, theirs))| ours != theirs).map(move |(c, _)| (r, c))
    });
    cells.collect()
}

/// A board under its title: the lines, and how wide they are on the screen.
struct Board {
    lines: Vec<String>,
    width: usize,
}

fn draw(title: &str, picture: &Picture, marks: &[(usize, usize)]) -> Board {
    let mut lines = vec![format!("{BOLD}{title}{BOLD:#}")];
    lines.extend(draw_lines(picture, marks));
    // A caption can be longer than the rows are.
    let width = lines.iter().map(|line| visible_width(line)).max().unwrap_or(0);
    Board { lines, width }
}

/// The lines of a picture in colours, its marked cells with a star before them.
pub(crate) fn draw_lines(picture: &Picture, marks: &[(usize, usize)]) -> Vec<String> {
    draw_marked(picture, marks, WRONG)
}

fn draw_marked(picture: &Picture, marks: &[(usize, usize)], mark: Style) -> Vec<String> {
    picture.lines(|r, c, glyph, text| {
        let style = hue(glyph);
        if marks.contains(&(r, c)) {
            return format!("{mark}*{text}{mark:#}");
        }
        if text.trim().is_empty() {
            return format!(" {text}");
        }
        format!(" {style}{text}{style:#}")
    })
}

/// Equal contents have equal colours; neighbours in number have different ones.
fn hue(glyph: &Glyph) -> Style {
    const COLOURS: [AnsiColor; 10] = [
        AnsiColor::White,
        AnsiColor::Red,
        AnsiColor::Green,
        AnsiColor::Yellow,
        AnsiColor::Blue,
        AnsiColor::Magenta,
        AnsiColor::Cyan,
        AnsiColor::BrightRed,
        AnsiColor::BrightGreen,
        AnsiColor::BrightBlue,
    ];
    glyph.hue.map_or(DIM, |hue| COLOURS[usize::from(hue) % COLOURS.len()].on_default())
}

/// Boards beside each other, or one below the other if that is too wide.
fn beside(boards: &[Board]) -> String {
    let total: usize = boards.iter().map(|board| board.width + GAP).sum();
    let mut out = String::new();
    if total > WIDTH {
        for board in boards {
            out += &board.lines.join("\n");
            out += "\n\n";
        }
        return out;
    }
    let height = boards.iter().map(|board| board.lines.len()).max().unwrap_or(0);
    for row in 0..height {
        let mut line = String::from("  ");
        for board in boards {
            let text = board.lines.get(row).map_or("", String::as_str);
            let shown = visible_width(text);
            line += text;
            line += &" ".repeat((board.width + GAP).saturating_sub(shown));
        }
        out += line.trim_end();
        out.push('\n');
    }
    out
}

/// How many characters a text has on the screen, without the codes for colours.
fn visible_width(text: &str) -> usize {
    let mut width = 0;
    let mut in_code = false;
    for character in text.chars() {
        match character {
            '\x1b' => in_code = true,
            'm' if in_code => in_code = false,
            _ if !in_code => width += 1,
            _ => {}
        }
    }
    width
}

/// One step of a game, for people, with the colours of a terminal; step 0 is the set-up.
#[must_use]
pub fn render_frame(step: usize, frame: &Frame) -> String {
    let mut out = String::new();
    let _ = match &frame.title {
        None => writeln!(out, "{BOLD}the set-up{BOLD:#}"),
        Some(title) => writeln!(out, "{BOLD}step {step}{BOLD:#}: {title}"),
    };
    for picture in &frame.story {
        draw_indented(&mut out, picture);
        out.push('\n');
    }
    draw_indented(&mut out, &frame.picture);
    let legal = match frame.legal {
        Some(1) => "1 legal move".to_owned(),
        Some(count) => format!("{count} legal moves"),
        None => "very many legal moves".to_owned(),
    };
    let _ = writeln!(out, "  {DIM}{}; {legal}{DIM:#}\n", frame.outcome);
    out
}

/// A picture, and its cells that are to be seen at once.
#[derive(Clone, Copy, Debug)]
pub struct Marked<'a> {
    /// What stands above it.
    pub title: &'a str,
    /// The picture.
    pub picture: &'a Picture,
    /// These cells get a star, by row and column from 0, as drawn.
    pub marks: &'a [(usize, usize)],
}

/// Pictures for people, as many beside each other as there is room for, with the colours of a
/// terminal.
#[must_use]
pub fn render_marked(pictures: &[Marked<'_>]) -> String {
    let mut lines: Vec<Vec<Board>> = Vec::new();
    let mut room = 0;
    for Marked { title, picture, marks } in pictures {
        let mut board = draw(title, picture, &[]);
        board.lines.truncate(1);
        board.lines.extend(draw_marked(picture, marks, RIGHT));
        let width = board.width + GAP;
        if lines.is_empty() || width > room {
            lines.push(Vec::new());
            room = WIDTH;
        }
        lines.last_mut().expect("there is one").push(board);
        room = room.saturating_sub(width);
    }
    let lines = lines.iter().map(|boards| beside(boards));
    lines.map(|line| line.trim_end().to_owned() + "\n").collect::<Vec<_>>().join("\n")
}

fn draw_indented(out: &mut String, picture: &Picture) {
    for line in draw_lines(picture, &[]) {
        let _ = writeln!(out, "  {line}");
    }
}

/// A game step by step, for people, with the colours of a terminal.
#[must_use]
pub fn render_frames(frames: &[Frame]) -> String {
    let frames = frames.iter().enumerate();
    frames.map(|(step, frame)| render_frame(step, frame)).collect()
}

#[cfg(test)]
mod tests {
    use super::{
        CASE_LINES, Marked, Report, WIDTH, as_argument, beside, draw, render_marked, visible_width,
    };
    use crate::activity::Activity;
    use crate::campaign::Origin;
    use crate::divergence::{Divergence, Finding};
    use board::{Glyph, Picture};

    fn picture() -> Picture {
        Picture {
            rows: vec![("1".into(), vec![Glyph::new("5", 5), Glyph::empty()])],
            columns: vec!["1".into(), "2".into()],
            caption: None,
        }
    }

    #[test]
    fn marked_cells_have_a_star_also_without_colours() {
        let board = draw("engine", &picture(), &[(0, 1)]);
        let line: String = anstyle_free(&board.lines[1]);
        assert_eq!(line, "1 | 5*.");
    }

    #[test]
    fn boards_stand_beside_each_other_whatever_their_colours() {
        let boards = [draw("engine", &picture(), &[(0, 0)]), draw("oracle", &picture(), &[])];
        let lines: Vec<String> = beside(&boards).lines().map(anstyle_free).collect();
        let columns: Vec<_> = lines[1..].iter().filter_map(|line| line[5..].find('|')).collect();
        assert_eq!(lines[0].trim_end(), "  engine     oracle");
        assert_eq!(columns, [10], "{lines:?}");
    }

    #[test]
    fn captions_that_are_longer_than_the_rows_stand_apart() {
        let caption = Some("first to move, of two".to_owned());
        let picture = Picture { caption, ..picture() };
        let boards = ["engine", "oracle"].map(|side| draw(side, &picture, &[]));
        let drawn = anstyle_free(&beside(&boards));
        assert!(drawn.ends_with("first to move, of two    first to move, of two\n"), "{drawn}");
    }

    #[test]
    fn marked_pictures_fill_a_line_before_the_next_one_begins() {
        let picture = picture();
        let marked = Marked { title: "a title", picture: &picture, marks: &[(0, 1)] };
        // Each takes 8 + 4 of 110.
        let drawn = render_marked(&[marked; 11]);
        let lines: Vec<String> = drawn.lines().map(anstyle_free).collect();
        let count = |line: &str| line.matches("a title").count();
        let titles: Vec<_> = lines.iter().map(|line| count(line)).filter(|&n| n > 0).collect();
        assert_eq!(titles, [10, 1], "{lines:#?}");
        assert_eq!(lines[1].matches("5*.").count(), 10, "{lines:#?}");
        assert!(lines.iter().all(|line| line.chars().count() <= WIDTH + 2), "{lines:#?}");
    }

    #[test]
    fn a_case_is_printed_whole_if_no_file_has_it_and_else_shown_how_to_be_played() {
        let finding = Finding::Hung { stage: Activity::default().stage(), limit_ms: 1 };
        let mut report = Report {
            rule_set: "toy".into(),
            origin: Origin::Drawn { seed: 1, index: 0 },
            case: Some("line\n".repeat(CASE_LINES) + "last line\n"),
            shrunk: None,
            divergence: Divergence::of(finding),
            saved: None,
        };
        assert!(report.render().contains("last line"));
        assert!(report.render().contains('\u{1b}') && !report.to_string().contains('\u{1b}'));
        assert!(report.to_string().contains("last line"));
        report.saved = Some("case.txt".into());
        assert!(report.render().contains("… and 1 more lines"));
        assert!(report.render().contains(" twinboard diff case.txt\n"));
        assert!(report.render_for("my program").contains(" 'my program' to-test case.txt\n"));
    }

    #[test]
    fn a_path_with_blanks_is_quoted_for_the_shell() {
        assert_eq!(as_argument("out/case-1.txt"), "out/case-1.txt");
        assert_eq!(as_argument("my case's"), r"'my case'\''s'");
    }

    fn anstyle_free(text: &str) -> String {
        let mut plain = String::new();
        let mut rest = text;
        while let Some(start) = rest.find('\x1b') {
            plain += &rest[..start];
            rest = rest[start..].split_once('m').map_or("", |(_, rest)| rest);
        }
        plain += rest;
        assert_eq!(plain.chars().count(), visible_width(text));
        plain
    }
}
