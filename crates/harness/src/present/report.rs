//! Divergence reports: text with drawn boards for the terminal, and plain data through serde.

use std::cmp::Ordering;
use std::fmt::{self, Display, Write};
use std::path::Path;

use anstyle::{AnsiColor, Style};
use serde::Serialize;
use twinboard_vocabulary::picture::starred;
use twinboard_vocabulary::text::counted;
use twinboard_vocabulary::{Glyph, Marks, Picture, Shade};

use crate::drive::campaign::Origin;
use crate::drive::subject::Frame;
use crate::model::divergence::{Aspect, Beside, Blame, Divergence, Finding, Transformed};
use crate::model::general_laws::how_to_keep;

/// Widest row of boards, in characters; boards that need more are drawn below each other.
const WIDTH: usize = 110;
/// Blanks between two boards in a row.
const GAP: usize = 4;
/// Longest case, in lines, that is printed in full although it was saved to a file.
const CASE_LINES: usize = 24;

const BOLD: Style = Style::new().bold();
const WRONG: Style = AnsiColor::Red.on_default().bold();
const RIGHT: Style = AnsiColor::Green.on_default().bold();
const DIM: Style = Style::new().dimmed();

/// Everything known about a case that fails: its origin, its text before and after shrinking, and
/// the divergence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Report {
    /// Name of the rule set.
    pub rule_set: String,
    /// Name of the engine, if it is registered beside the one of the rule set.
    #[serde(skip)]
    pub engine: Option<String>,
    /// Origin of the case.
    pub origin: Origin,
    /// The case as it was found; `None` if it could not be generated.
    pub case: Option<String>,
    /// The smallest case found that still fails; `None` if the failure did not recur.
    pub shrunk: Option<String>,
    /// The failure of the shrunk case.
    pub divergence: Divergence,
    /// The failure of the case as it was found, for [`unshrink`](Self::unshrink).
    #[serde(skip)]
    pub found: Divergence,
    /// True if the shrunk case was given up.
    #[serde(skip)]
    pub is_unshrunk: bool,
    /// True if the time limit or Ctrl-C ended shrinking, so the case might shrink further.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub cut_short: bool,
    /// Number of simpler cases that were tried last, none of which fails unless `cut_short`.
    #[serde(skip)]
    pub tried: usize,
    /// A remark about the case in a sentence, for its reader.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// Options of `verify` that play the campaign again, if the saved case does not fail by itself;
    /// empty if it cannot be played again.
    #[serde(skip)]
    pub campaign: Option<String>,
    /// Path of the file with the saved case.
    pub saved: Option<String>,
}

impl Report {
    /// The case worth keeping: the smallest one that is known to fail.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        self.shrunk.as_deref().or(self.case.as_deref())
    }

    /// Gives the shrunk case up: the report is about the case as it was found, with its failure.
    pub fn unshrink(&mut self) {
        self.shrunk.clone_from(&self.case);
        self.divergence = self.found.clone();
        (self.is_unshrunk, self.cut_short) = (true, false);
    }

    /// Renders the report with terminal styles. Print it with `anstream`, which strips them if the
    /// output is not a terminal; [`Display`] gives the plain text.
    #[must_use]
    pub fn render(&self) -> String {
        self.render_for("twinboard", Substitutes::default())
    }

    /// [`render`](Self::render) for a command with another name. The printed commands must call the
    /// program with the implementations that failed.
    #[must_use]
    pub fn render_for(&self, program: &str, substitutes: Substitutes<'_>) -> String {
        let title = self.engine.as_deref().unwrap_or(&self.rule_set);
        let mut out = self::title(title, &self.divergence);
        let _ = writeln!(out, "\n\n{}", self.origin_line());
        out += &render_divergence(&self.divergence);
        if let Some(note) = &self.note {
            let _ = writeln!(out, "\nnote: {note}");
        }
        if let Some(text) = self.text() {
            let _ = writeln!(out, "\n{BOLD}the case{BOLD:#}");
            let lines: Vec<&str> = text.lines().collect();
            let shown = if self.saved.is_some() { CASE_LINES } else { lines.len() };
            for line in lines.iter().take(shown) {
                let _ = writeln!(out, "  {line}");
            }
            if lines.len() > shown {
                let left_out = (lines.len() - shown) as u64;
                let _ = writeln!(out, "  … and {}", counted(left_out, "more line"));
            }
        }
        match &self.saved {
            Some(file) if self.campaign.is_none() => {
                out += &saved(program, substitutes, file, self.cut_short);
            }
            Some(file) => {
                let _ = writeln!(out, "\nsaved as {BOLD}{}{BOLD:#}", visible(file));
            }
            None => {}
        }
        if let Some(command) = self.campaign_command(program, substitutes) {
            let _ = writeln!(out, "{:<22} {command}", "play all games again");
        }
        out
    }

    /// The command that plays the campaign again, if the saved case does not fail by itself.
    #[must_use]
    pub fn campaign_command(&self, program: &str, substitutes: Substitutes<'_>) -> Option<String> {
        let campaign = self.campaign.as_ref().filter(|options| !options.is_empty())?;
        let (program, rule_set) = (as_argument(program), as_argument(&self.rule_set));
        Some(format!("{program} verify {rule_set} {}{campaign}", substitutes.options()))
    }

    fn origin_line(&self) -> String {
        let origin = match &self.origin {
            Origin::Corpus { name } => format!("found in {name}"),
            Origin::Walked { name, depth } => {
                format!("found at depth {depth} of perft of {name}")
            }
            Origin::Enumerated { columns, size: Some(size), index, .. } => {
                format!("found by enumeration, from set-up {index} of {columns} {size}")
            }
            Origin::Enumerated { rows, columns, size: None, index } => {
                format!(
                    "found by enumeration, from set-up {index} of the {rows} × {columns} boards"
                )
            }
            Origin::Fuzzed => "found by fuzzing".to_owned(),
            Origin::Drawn { seed, index } => format!("found as case {index} of seed {seed}"),
        };
        match (&self.case, &self.shrunk) {
            (Some(case), Some(shrunk)) if case != shrunk => {
                let further = if self.cut_short { "; it might shrink further" } else { "" };
                let (from, to) = (case.len(), shrunk.len());
                match from.cmp(&to) {
                    Ordering::Less => {
                        // Such as a set-up near the end in place of a long game.
                        format!("{origin}, made simpler, in {to} bytes instead of {from}{further}")
                    }
                    Ordering::Equal => format!("{origin}, made simpler at the same size{further}"),
                    Ordering::Greater => {
                        format!("{origin}, shrunk from {from} bytes to {to}{further}")
                    }
                }
            }
            (Some(_), Some(_)) if self.cut_short || self.is_unshrunk => {
                format!("{origin}; not shrunk")
            }
            // Without child processes, a case that hangs or kills its process is not shrunk.
            (Some(_), Some(_)) if self.tried == 0 => {
                let finding = &self.divergence.finding;
                let needs_processes = finding.is_hung() || finding.is_killed();
                let why = if needs_processes { "not shrunk" } else { "nothing simpler to try" };
                format!("{origin}; {why}")
            }
            (Some(_), Some(_)) => {
                let candidates = if self.tried == 1 { "candidate" } else { "candidates" };
                format!("{origin}; nothing simpler fails ({} {candidates} tried)", self.tried)
            }
            (Some(_), None) => format!("{origin}; it did not fail again when replayed"),
            (None, _) => format!("{origin}; the case could not be generated"),
        }
    }
}

impl Display for Report {
    /// Writes the report as plain text.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        plain(&self.render()).fmt(f)
    }
}

/// Quotes a path, or any other text, as one argument of a shell command.
#[must_use]
pub fn as_argument(path: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_./,:=@%+".contains(c);
    if path.is_empty() || !path.chars().all(plain) {
        if path.contains(char::is_control) {
            // In this kind of quotes the shell understands escapes.
            return format!("$'{}'", path.chars().map(escaped).collect::<String>());
        }
        return format!("'{}'", path.replace('\'', r"'\''"));
    }
    path.into()
}

/// A character between the quotes of `$'…'`.
fn escaped(c: char) -> String {
    match c {
        '\'' | '\\' => format!("\\{c}"),
        _ if c.is_ascii_control() => format!("\\x{:02x}", u32::from(c)),
        _ if c.is_control() => format!("\\u{:04x}", u32::from(c)),
        _ => c.into(),
    }
}

/// A text without the styles of a terminal.
#[must_use]
pub fn plain(text: &str) -> String {
    anstream::adapter::strip_str(text).to_string()
}

/// A text for a terminal, with control characters as Rust writes them: `\u{1b}`.
#[must_use]
pub fn visible(text: &str) -> String {
    let show = |c: char| {
        if c.is_control() { c.escape_default().to_string() } else { c.into() }
    };
    text.chars().map(show).collect()
}

/// The implementations in place of the registered ones: names of other engines of the rule set, or
/// commands of engines in other processes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Substitutes<'a> {
    /// The engine; `None` for the registered one.
    pub engine: Option<&'a str>,
    /// The implementation in the place of the oracle; `None` for the oracle.
    pub oracle: Option<&'a str>,
    /// Further options that both need, for a shell, such as `--env NAME`; empty for none.
    pub options: &'a str,
}

impl Substitutes<'_> {
    /// Their options of a command, each with a blank behind it.
    fn options(self) -> String {
        let sides = [("--engine", self.engine), ("--oracle", self.oracle)];
        let sides = sides.into_iter().filter_map(|(option, side)| Some((option, side?)));
        let mut words: Vec<String> =
            sides.map(|(option, side)| format!("{option} {} ", as_argument(side))).collect();
        if !words.is_empty() && !self.options.is_empty() {
            words.insert(1, format!("{} ", self.options));
        }
        words.concat()
    }
}

/// Commands for the saved case of a report, each with its purpose. An engine that is not the
/// registered one has no test in Rust: all cases in the folder are replayed instead.
#[must_use]
pub fn next_commands(
    program: &str,
    substitutes: Substitutes<'_>,
    file: &str,
) -> [(&'static str, String); 3] {
    let folder = Path::new(file).parent().map_or_else(String::new, |it| it.display().to_string());
    let folder = as_argument(if folder.is_empty() { "." } else { &folder });
    let (program, file) = (as_argument(program), as_argument(file));
    let option = substitutes.options();
    let test = if option.is_empty() {
        format!("{program} to-test {file}")
    } else {
        format!("{program} diff {option}{folder}")
    };
    [
        ("play it again", format!("{program} diff {option}{file}")),
        ("see it step by step", format!("{program} show {file}")),
        ("keep it as a test", test),
    ]
}

/// The end of a report with a saved case: its file and the [`next_commands`]; the one that shrinks it
/// further, too, if it was `cut_short`.
#[must_use]
pub fn saved(program: &str, substitutes: Substitutes<'_>, file: &str, cut_short: bool) -> String {
    let mut out = format!("\nsaved as {BOLD}{}{BOLD:#}\n", visible(file));
    for (purpose, command) in next_commands(program, substitutes, file) {
        let _ = writeln!(out, "{purpose:<22} {command}");
    }
    if cut_short {
        let (program, file) = (as_argument(program), as_argument(file));
        let command = format!("{program} shrink {}{file}", substitutes.options());
        let _ = writeln!(out, "{:<22} {command}", "shrink it further");
    }
    out
}

/// The first line of a report: verdict, rule set or other subject, and finding, such as
/// `DIVERGENCE my_game: engine and oracle differ in the position; the oracle breaks an invariant`.
#[must_use]
pub fn title(subject: &str, what: impl Display) -> String {
    format!("{WRONG}DIVERGENCE{WRONG:#} {BOLD}{subject}{BOLD:#}: {what}")
}

/// Renders the step that failed, the boards before and after it, and the explanation of the
/// finding.
#[must_use]
pub fn render_divergence(divergence: &Divergence) -> String {
    let mut out = String::new();
    let _ = match &divergence.mv {
        Some(mv) => writeln!(out, "{BOLD}step {}{BOLD:#}: {mv}", divergence.step),
        None => writeln!(out, "{BOLD}the set-up{BOLD:#}"),
    };
    let Divergence { before, engine, oracle, transformed, .. } = divergence;
    if let Some(transformed) = transformed {
        // Engine and oracle agree on the game of the case; only the transformed game fails.
        out += &drawn([("before", before, None), ("after", oracle, None)]);
        out += &render_transformed(divergence.step, transformed);
    } else if let Some(beside) = &divergence.beside {
        let Beside { title, board } = &**beside;
        out += &drawn([
            ("before", before, None),
            ("this position", engine, Some(board)),
            (title, &Some(board.clone()), engine.as_ref()),
        ]);
    } else if engine.is_some() && engine == oracle {
        let title = if divergence.mv.is_some() { "after" } else { "board" };
        out += &drawn([("before", before, None), (title, engine, None)]);
    } else {
        out += &drawn([
            ("before", before, None),
            ("engine", engine, oracle.as_ref()),
            ("oracle", oracle, engine.as_ref()),
        ]);
    }
    out + &explanation(divergence)
}

/// Explains the finding in lines: what differs or broke, without the step and the boards of
/// [`render_divergence`].
#[must_use]
pub fn explanation(divergence: &Divergence) -> String {
    let mut out = explain(divergence);
    if let Some([engine, oracle]) = &divergence.outcomes {
        let _ = writeln!(out, "the outcome differs, too: engine: {engine}; oracle: {oracle}");
    }
    let look = divergence.engine.as_ref().zip(divergence.beside.as_ref());
    if let Some(look) = look.and_then(|(engine, beside)| look_at(engine, &beside.board)) {
        let _ = writeln!(out, "{look}");
    }
    out + &blame(&divergence.blame)
}

/// Says what each side breaks by itself, or that neither does.
fn blame(blame: &Blame) -> String {
    let Blame { engine_breaks, oracle_breaks, compare_with } = blame;
    let mut out = String::new();
    for (side, broken) in [("engine", engine_breaks), ("oracle", oracle_breaks)] {
        for broken in broken {
            let _ = writeln!(out, "the {side} breaks an invariant: {broken}");
        }
    }
    if let Some(clauses) = compare_with {
        let clauses = if clauses.is_empty() { "the rules".into() } else { clauses.join(", ") };
        let _ = writeln!(out, "neither side breaks an invariant: compare both with {clauses}");
    }
    out
}

/// Draws the boards that are known in a row, each with its title and with stars where it differs
/// from another.
fn drawn<const N: usize>(boards: [(&str, &Option<Picture>, Option<&Picture>); N]) -> String {
    let boards = boards.into_iter().filter_map(|(title, picture, other)| {
        let picture = picture.as_ref()?;
        let marks = other.map(|other| picture.marks_against(other));
        Some(draw(title, picture, &marks.unwrap_or_default()))
    });
    let boards: Vec<Board> = boards.collect();
    if boards.is_empty() { String::new() } else { format!("\n{}\n", side_by_side(&boards)) }
}

/// Renders the transformed game that fails: its set-up, its move, the expected board and the boards
/// of the sides, with stars where they differ from the expected one.
fn render_transformed(step: usize, transformed: &Transformed) -> String {
    let Transformed { symmetry, setup, mv, expected, engine, oracle } = transformed;
    let mut out = format!("transformed by {symmetry}\n");
    if let Some(mv) = mv {
        let _ = writeln!(out, "{BOLD}step {step}{BOLD:#}: {mv}");
    }
    let boards =
        [("set-up", setup), ("expected", expected), ("engine", engine), ("oracle", oracle)];
    let of_sides = |title| expected.as_ref().filter(|_| ["engine", "oracle"].contains(&title));
    out + &drawn(boards.map(|(title, picture)| (title, picture, of_sides(title))))
}

/// Says where to look on two boards of which one should be as the other; `None` if they look the
/// same.
fn look_at(one: &Picture, other: &Picture) -> Option<&'static str> {
    let [here, there] = [one.marks_against(other), other.marks_against(one)];
    let words = !(here.words.is_empty() && there.words.is_empty());
    Some(match (!here.cells.is_empty(), words, !one.has_frame_of(other)) {
        (_, _, true) => "the boards are of different shapes, and what has a star differs",
        (true, true, _) => "the cells and words with a star differ",
        (true, false, _) => "the cells with a star differ",
        (false, true, _) => "the boards are equal; the words with a star differ",
        (false, false, false) => return None,
    })
}

/// Explains a difference of positions.
fn explain_positions(divergence: &Divergence, engine: &str, oracle: &str) -> String {
    let (Some(ours), Some(theirs)) = (&divergence.engine, &divergence.oracle) else {
        return "the positions differ\n".to_owned();
    };
    if let Some(look) = look_at(ours, theirs) {
        return format!("{look}\n");
    }
    let mut out = "both boards look the same, but the positions are not equal".to_owned();
    if engine == oracle {
        return out + "; no text of them shows why\n";
    }
    out += ":\n";
    for (side, style, own, other) in
        [("engine", WRONG, engine, oracle), ("oracle", RIGHT, oracle, engine)]
    {
        let mut lines =
            starred(own, other).lines().map(str::to_owned).collect::<Vec<_>>().into_iter();
        let first = lines.next().unwrap_or_default();
        let _ = writeln!(out, "  {style}{side}{style:#}  {first}");
        for line in lines {
            let _ = writeln!(out, "          {line}");
        }
    }
    out
}

fn explain(divergence: &Divergence) -> String {
    let engine_style = WRONG;
    match &divergence.finding {
        Finding::Differs { aspect: Aspect::Position, engine, oracle } => {
            explain_positions(divergence, engine, oracle)
        }
        Finding::Differs { aspect, engine, oracle } => format!(
            "{aspect}:\n  {engine_style}engine{engine_style:#}  {engine}\n  {RIGHT}oracle{RIGHT:#}  {oracle}\n"
        ),
        Finding::Broken { invariant, detail, .. } if how_to_keep(invariant).is_some() => {
            let how = how_to_keep(invariant).unwrap_or_default();
            format!(
                "{}\nthis is a law of every game in Twinboard, not one of the rule set: {how}\n",
                detail.trim_end()
            )
        }
        Finding::Broken { side: None, detail, .. } => format!(
            "{}\nengine and oracle agree: both are wrong, or the rule set's invariant is\n",
            detail.trim_end()
        ),
        Finding::Broken { detail, .. }
        | Finding::WrongLaw { detail, .. }
        | Finding::FailedAssertion { detail, .. }
        | Finding::Panicked { message: detail, .. }
        | Finding::Failed { message: detail, .. } => format!("{}\n", detail.trim_end()),
        Finding::Hung { limit_ms, .. } => {
            format!("abandoned after {limit_ms} ms without progress\n")
        }
        Finding::Killed { status } => {
            format!("{status}; neither a panic nor a hang, perhaps a stack overflow\n")
        }
    }
}

/// A drawn board with its title, and the width of its longest line on the screen.
struct Board {
    lines: Vec<String>,
    width: usize,
}

fn draw(title: &str, picture: &Picture, marks: &Marks) -> Board {
    let mut lines = vec![format!("{BOLD}{title}{BOLD:#}")];
    lines.extend(draw_marked(picture, marks, WRONG));
    // A caption can be longer than the rows.
    let width = lines.iter().map(|line| visible_width(line)).max().unwrap_or(0);
    Board { lines, width }
}

/// Draws the lines of a picture in colours, with a star before each marked cell and word.
fn draw_marked(picture: &Picture, marks: &Marks, mark: Style) -> Vec<String> {
    let mut lines = picture.board_lines(|r, c, glyph, text| {
        let style = hue(glyph);
        if marks.cells.contains(&(r, c)) {
            return format!("{mark}*{text}{mark:#}");
        }
        if text.trim().is_empty() {
            return format!(" {text}");
        }
        format!(" {style}{text}{style:#}")
    });
    lines.extend(picture.caption_lines(&marks.words, |word| format!("{mark}*{word}{mark:#}")));
    lines
}

/// Colour of a cell: equal contents have equal colours, hues that differ by less than ten have
/// different ones.
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
    let plain = if glyph.shade.is_some() { Style::new() } else { DIM };
    let style =
        glyph.hue.map_or(plain, |hue| COLOURS[usize::from(hue) % COLOURS.len()].on_default());
    if glyph.shade == Some(Shade::Light) { style.bold() } else { style }
}

/// Joins boards in a row, or below each other if the row would be wider than [`WIDTH`].
fn side_by_side(boards: &[Board]) -> String {
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

/// Number of characters that a text takes on the screen, without colour codes.
fn visible_width(text: &str) -> usize {
    plain(text).chars().count()
}

/// Renders one step of a game with terminal colours, with the boards during and after it, and stars
/// at the cells of a refused move; step 0 is the set-up.
#[must_use]
pub fn render_frame(step: usize, frame: &Frame) -> String {
    let mut out = String::new();
    let _ = match &frame.title {
        None => writeln!(out, "{BOLD}the set-up{BOLD:#}"),
        Some(title) => writeln!(out, "{BOLD}step {step}{BOLD:#}: {title}"),
    };
    for picture in &frame.story {
        draw_indented(&mut out, picture, &Marks::default());
        out.push('\n');
    }
    let refused = Marks { cells: frame.refused.clone(), ..Marks::default() };
    draw_indented(&mut out, &frame.picture, &refused);
    let _ = writeln!(out, "  {DIM}{}{DIM:#}\n", state(frame));
    out
}

/// The outcome after a step and the number of legal moves.
#[must_use]
pub fn state(frame: &Frame) -> String {
    format!("{}; {}", frame.outcome, legal_moves(frame.legal))
}

/// The number of legal moves after a step ([`Frame::legal`]) with its noun.
#[must_use]
pub fn legal_moves(count: Option<usize>) -> String {
    match count {
        Some(count) => counted(count as u64, "legal move"),
        None => "very many legal moves".to_owned(),
    }
}

/// A picture with highlighted cells.
#[derive(Clone, Copy, Debug)]
pub struct Marked<'a> {
    /// Line above the picture.
    pub title: &'a str,
    /// The picture.
    pub picture: &'a Picture,
    /// Cells that get a star, as rows and columns from 0, as drawn.
    pub marks: &'a [(usize, usize)],
}

/// Renders pictures with terminal colours, as many in a row as fit into the width of a report.
#[must_use]
pub fn render_marked(pictures: &[Marked<'_>]) -> String {
    let mut lines: Vec<Vec<Board>> = Vec::new();
    let mut room = 0;
    for Marked { title, picture, marks } in pictures {
        let mut board = draw(title, picture, &Marks::default());
        board.lines.truncate(1);
        let marks = Marks { cells: marks.to_vec(), ..Marks::default() };
        board.lines.extend(draw_marked(picture, &marks, RIGHT));
        let width = board.width + GAP;
        if lines.is_empty() || width > room {
            lines.push(Vec::new());
            room = WIDTH;
        }
        lines.last_mut().expect("a line was added above").push(board);
        room = room.saturating_sub(width);
    }
    let lines = lines.iter().map(|boards| side_by_side(boards));
    lines.map(|line| line.trim_end().to_owned() + "\n").collect::<Vec<_>>().join("\n")
}

fn draw_indented(out: &mut String, picture: &Picture, marks: &Marks) {
    for line in draw_marked(picture, marks, WRONG) {
        let _ = writeln!(out, "  {line}");
    }
}

/// Source of a Rust test that fails until the fault is fixed.
///
/// `answer` is the output of the oracle for the case. `assertion` is the path of a function that
/// takes the name of the rule set, the case and the answer. Without one the test calls
/// `twinboard::harness::assert_case` with a function `subject()`, which a project of
/// `twinboard new` has.
#[must_use]
pub fn regression_test(
    rule_set: &str,
    assertion: Option<&str>,
    name: &str,
    case: &str,
    answer: &str,
) -> String {
    let function = function_name(&format!("{rule_set}_{name}"));
    let (case, answer) = (quoted(case), quoted(answer));
    let (call, subject) = match assertion {
        Some(function) => (function, format!("{rule_set:?}")),
        None => ("twinboard::harness::assert_case", "&subject()".to_owned()),
    };
    format!(
        "#[test]\nfn {function}() {{\n    {call}(\n        {subject},\n        \
         {case},\n        {answer},\n    );\n}}\n"
    )
}

/// A name as that of a function: a letter first, then letters, digits and underscores.
fn function_name(name: &str) -> String {
    let name = name.replace(|c: char| !c.is_ascii_alphanumeric(), "_").to_lowercase();
    if name.starts_with(|c: char| c.is_ascii_digit()) { format!("case_{name}") } else { name }
}

/// A text as a Rust expression `concat!(…)` with one literal per line.
fn quoted(text: &str) -> String {
    let mut literal = String::from("concat!(\n");
    for line in text.split_inclusive('\n') {
        let _ = writeln!(literal, "            {line:?},");
    }
    literal + "        )"
}

#[cfg(test)]
mod tests {
    use twinboard_vocabulary::{Glyph, Marks, Picture};

    use super::{as_argument, draw, plain, regression_test, side_by_side, visible};

    fn picture() -> Picture {
        Picture {
            rows: vec![("1".into(), vec![Glyph::new("5", 5), Glyph::empty()])],
            columns: vec!["1".into(), "2".into()],
            ..Picture::default()
        }
    }

    fn marks(cells: &[(usize, usize)]) -> Marks {
        Marks { cells: cells.to_vec(), ..Marks::default() }
    }

    #[test]
    fn captions_longer_than_the_rows_do_not_overlap() {
        let caption = Some("first to move, of two".to_owned());
        let picture = Picture { caption, ..picture() };
        let boards = ["engine", "oracle"].map(|side| draw(side, &picture, &marks(&[])));
        let drawn = plain(&side_by_side(&boards));
        assert!(drawn.ends_with("first to move, of two    first to move, of two\n"), "{drawn}");
    }

    #[test]
    fn a_path_with_blanks_is_quoted_for_the_shell() {
        assert_eq!(as_argument("out/case-1.txt"), "out/case-1.txt");
        assert_eq!(as_argument("my case's"), r"'my case'\''s'");
        assert_eq!(as_argument(""), "''");
        assert_eq!(as_argument("it's \\ \u{1b}[2J\n"), r"$'it\'s \\ \x1b[2J\x0a'");
        assert_eq!(visible("é \u{1b}[2J\n"), r"é \u{1b}[2J\n");
    }

    #[test]
    fn the_name_of_a_test_is_one_for_any_rule_set() {
        for (rule_set, name, function) in [
            ("lights-out", "two-presses", "fn lights_out_two_presses() {"),
            ("2048", "s", "fn case_2048_s() {"),
        ] {
            let test = regression_test(rule_set, None, name, "1\n", "2\n");
            assert!(test.contains(function), "{test}");
        }
    }
}
