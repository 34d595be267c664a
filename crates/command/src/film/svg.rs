//! A step as an SVG file, for documents: light or dark as the reader prefers.

#![expect(clippy::cast_possible_wrap, reason = "boards have far fewer cells than 2^31")]

use std::fmt::Write;

use twinboard_vocabulary::{Glyph, Highlight, Picture, Shade};

use super::page::escaped;
use super::palette::{self, CORNERS, STAR};
use super::{Board, Step};

/// Side of a cell, as in the script of a page.
const SIDE: i32 = 20;
/// Space between two boards, and around the drawing.
const GAP: i32 = 24;
/// Height of the line with the name of a board.
const HEAD: i32 = 26;
/// Distance of a line outside of the board from its edge.
const RING: i32 = 6;
/// Length by which a line is shortened at each end.
const TRIM: i32 = 8;
/// Lengths by which an arrow is shortened at its first cell and at its last one.
const ARROW_TRIM: [f64; 2] = [8.0, 4.0];
/// Length of the head of an arrow, unless the arrow is short; it is 1.4 times as wide.
const HEAD_LENGTH: f64 = 7.0;
/// Height of a caption, and of the names of columns.
const LINE: i32 = 22;

const STYLE: &str = "\
text{font:600 11px system-ui,sans-serif;text-anchor:middle}\
.h{font-size:14px;fill:#16181d;text-anchor:start}\
.n{font-weight:400;font-size:10px;fill:#565b66}\
.k{font-weight:400;font-size:12px;fill:#565b66;text-anchor:start}\
.c{stroke:#80858f;stroke-width:.5}.e{fill:#fff}\
.o{fill:none;stroke:#fff;stroke-width:2.8}.s{fill:none;stroke:#000;stroke-width:1.6}\
.d{stroke-dasharray:4 2.5}.w{stroke-width:6}.v{stroke-width:3}\
.t{stroke:#fff;stroke-width:.8}.x{font-weight:700;fill:#16181d}\
.ow{stroke-width:6}.sw{stroke-width:3}.oh{fill:#fff;stroke:#fff;stroke-width:4}.sh{fill:#000;stroke:#000}\
.l{fill:#fff;stroke:#000}.b{fill:#000;stroke:#fff}\
@media(prefers-color-scheme:dark){.h,.x{fill:#eceef2}.oh{fill:#000;stroke:#000}.sh{fill:#fff;stroke:#fff}.n,.k{fill:#a9b0bc}.e{fill:#14161a}.o{stroke:#000}.s{stroke:#fff}}";

impl Step {
    /// The boards of the step side by side, as the text of an SVG file. Its title is the step's, and
    /// its description has the boards as text.
    pub(crate) fn to_svg(&self) -> String {
        let (mut body, mut right, mut height) = (String::new(), GAP / 2, 0);
        for board in &self.boards {
            let size = size(board);
            let _ = write!(body, "<g transform=\"translate({right} {})\">", GAP / 2);
            draw(&mut body, board);
            body += "</g>\n";
            right += size.0 + GAP;
            height = height.max(size.1);
        }
        let (width, height) = ((right - GAP / 2).max(GAP), height + GAP);
        let title = escaped(&self.title);
        let boards: Vec<String> = self.boards.iter().map(as_text).collect();
        let description = escaped(&boards.join("\n\n"));
        // Cells as large as a line of text with its spacing.
        let (shown, high) = (width * 3 / 2, height * 3 / 2);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
             width=\"{shown}\" height=\"{high}\" role=\"img\">\n<title>{title}</title>\n\
             <desc>{description}</desc>\n<style>{STYLE}</style>\n{body}</svg>\n"
        )
    }
}

/// The name, the rows and the caption of a board, with a star before what is marked.
fn as_text(board: &Board) -> String {
    let Board { name, picture, marks, .. } = board;
    let marked = |row, column, _: &Glyph, text| {
        let is_marked = marks.cells.contains(&(row, column));
        format!("{}{text}", if is_marked { '*' } else { ' ' })
    };
    let mut lines = vec![name.clone()];
    lines.extend(picture.board_lines(marked));
    lines.extend(picture.caption_lines(&marks.words, |word| format!("*{word}")));
    lines.join("\n")
}

/// Number of columns and rows. Half a cell of an indented row counts as a column.
fn extent(board: &Board) -> (i32, i32) {
    let rows = board.picture.rows.iter().enumerate();
    let widths = rows.map(|(r, (_, cells))| cells.len() + board.picture.indent(r).div_ceil(2));
    let columns = widths.max().unwrap_or(0).max(board.picture.columns.len());
    (columns as i32, board.picture.rows.len() as i32)
}

/// Distance of a cell from the left edge of the board.
fn across(picture: &Picture, row: i32, column: i32) -> i32 {
    let indent = usize::try_from(row).map_or(0, |row| picture.indent(row));
    SIDE * column + SIDE / 2 * indent as i32
}

/// Width of the row names.
fn left(board: &Board) -> i32 {
    12 + 7 * board.picture.label_width() as i32
}

/// Height of the names of columns, or of the space in their place if there are none.
fn names_height(board: &Board) -> i32 {
    if board.picture.columns.is_empty() { RING } else { LINE }
}

fn size(board: &Board) -> (i32, i32) {
    let (columns, rows) = extent(board);
    let longest = |text: &str, width: i32| text.chars().count() as i32 * width;
    let caption = board.picture.caption_lines(&board.marks.words, |word| format!("*{word}"));
    let width = (left(board) + SIDE * columns).max(longest(&board.name, 9));
    let below = names_height(board) + LINE * caption.len() as i32;
    let widest = caption.iter().map(|line| longest(line, 7)).max().unwrap_or(0);
    (width.max(widest), HEAD + SIDE * rows + below)
}

fn draw(out: &mut String, board: &Board) {
    let (left, (columns, rows)) = (left(board), extent(board));
    let _ = write!(out, "<text class=\"h\" y=\"13\">{}</text>", escaped(&board.name));
    for (r, (name, cells)) in (0..).zip(&board.picture.rows) {
        let (x, y) = (left / 2 - 5, HEAD + SIDE * r + 14);
        let _ = write!(out, "\n<text class=\"n\" x=\"{x}\" y=\"{y}\">{}</text>", escaped(name));
        for (c, glyph) in (0..).zip(cells) {
            cell(out, left + across(&board.picture, r, c), HEAD + SIDE * r, glyph);
        }
    }
    out.push('\n');
    for (c, name) in (0..columns).zip(&board.picture.columns) {
        let (x, y) = (left + SIDE * c + SIDE / 2, HEAD + SIDE * rows + 18);
        let _ = write!(out, "<text class=\"n\" x=\"{x}\" y=\"{y}\">{}</text>", escaped(name));
    }
    for (n, line) in (1..).zip(caption(board)) {
        let y = HEAD + SIDE * rows + names_height(board) + LINE * n + 14 - LINE;
        let _ = write!(out, "<text class=\"k\" y=\"{y}\">{line}</text>");
    }
    let _ = write!(out, "<g transform=\"translate({left} {HEAD})\">");
    for highlight in &board.highlights {
        shape(out, highlight, (columns, rows), &board.picture);
    }
    for &(row, column) in &board.marks.cells {
        let (x, y) = (across(&board.picture, row as i32, column as i32), SIDE * row as i32);
        outline(out, x, y, 1, "");
        let (x, y) = (x + 16, y + 4);
        let _ = write!(
            out,
            "<path class=\"t\" d=\"{STAR}\" transform=\"translate({x} {y}) scale(.8)\"/>"
        );
    }
    *out += "</g>";
}

/// The lines of the caption, with marked words in bold after a star.
fn caption(board: &Board) -> Vec<String> {
    let part = |&(text, is_marked): &(&str, bool)| match escaped(text) {
        text if is_marked => format!("<tspan class=\"x\">*{text}</tspan>"),
        text => text,
    };
    let lines = board.picture.caption_parts(&board.marks.words);
    lines.iter().map(|parts| parts.iter().map(part).collect()).collect()
}

fn cell(out: &mut String, x: i32, y: i32, glyph: &Glyph) {
    let square = format!("x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\"");
    let size = match glyph.text.chars().count() {
        0..=1 => 11,
        2 => 10,
        3 => 9,
        4 => 7,
        _ => 5,
    };
    let font = if size == 11 { String::new() } else { format!(" font-size=\"{size}\"") };
    let (text_x, text_y) = (x + SIDE / 2, y + 14);
    let text = escaped(&glyph.text);
    let disc = |out: &mut String| {
        let shade = glyph.shade?;
        let (class, ink) = if shade == Shade::Light { ("l", "#000") } else { ("b", "#fff") };
        let y = y + SIDE / 2;
        let _ = write!(out, "<circle class=\"{class}\" cx=\"{text_x}\" cy=\"{y}\" r=\"8.5\"/>");
        Some(ink)
    };
    let Some(hue) = glyph.hue else {
        let _ = write!(out, "<rect class=\"c e\" {square}/>");
        let look = disc(out).map_or("class=\"n\"".to_owned(), |ink| format!("fill=\"{ink}\""));
        let _ = write!(out, "<text {look} x=\"{text_x}\" y=\"{text_y}\"{font}>{text}</text>");
        return;
    };
    let (fill, ink, corner) = palette::of(hue);
    let _ = write!(out, "<rect class=\"c\" fill=\"{fill}\" {square}/>");
    if corner > 0 {
        let path = CORNERS[corner];
        let _ = write!(out, "<path fill=\"{ink}\" d=\"{path}\" transform=\"translate({x} {y})\"/>");
    }
    let ink = disc(out).unwrap_or(ink);
    let _ = write!(out, "<text fill=\"{ink}\" x=\"{text_x}\" y=\"{text_y}\"{font}>{text}</text>");
}

/// A dark outline of a cell with a light rim, visible on every fill.
fn outline(out: &mut String, x: i32, y: i32, inset: i32, kind: &str) {
    let (x, y, side) = (x + inset, y + inset, SIDE - 2 * inset);
    for class in ["o".to_owned(), format!("s{kind}")] {
        let _ = write!(
            out,
            "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\" rx=\"2\"/>"
        );
    }
}

/// Places of cells on the drawing. The ring around the board is drawn narrower than a cell.
fn places(points: &[(i32, i32)], (columns, rows): (i32, i32), picture: &Picture) -> Vec<[i32; 2]> {
    let place = |at: i32, end: i32| match at {
        at if at < 0 => -RING,
        at if at < end => SIDE * at + SIDE / 2,
        _ => SIDE * end + RING,
    };
    let shift = |row: i32| across(picture, row, 0);
    points.iter().map(|at| [place(at.1, columns) + shift(at.0), place(at.0, rows)]).collect()
}

/// A point at a distance from `from` on the way to `to`.
fn towards(from: [f64; 2], to: [f64; 2], distance: f64) -> [f64; 2] {
    let (x, y) = (to[0] - from[0], to[1] - from[1]);
    let length = x.hypot(y).max(1.0);
    [from[0] + x / length * distance, from[1] + y / length * distance]
}

/// A line with a head, from near the centre of its first cell to near that of the last one.
fn arrow(out: &mut String, places: &[[i32; 2]]) {
    let mut points: Vec<[f64; 2]> = places.iter().map(|at| at.map(f64::from)).collect();
    let (Some(&first), Some(&second)) = (points.first(), points.get(1)) else { return };
    let end = points.len() - 1;
    let (before, last) = (points[end - 1], points[end]);
    let tip = towards(last, before, ARROW_TRIM[1]);
    let length = (last[0] - before[0]).hypot(last[1] - before[1]);
    let neck = towards(tip, before, HEAD_LENGTH.min(length / 4.0));
    points[0] = towards(first, second, ARROW_TRIM[0]);
    points[end] = neck;
    let (x, y) = ((tip[0] - neck[0]) * 0.7, (tip[1] - neck[1]) * 0.7);
    let head = [tip, [neck[0] - y, neck[1] + x], [neck[0] + y, neck[1] - x]];
    let text = |points: &[[f64; 2]]| {
        let texts = points.iter().map(|[x, y]| format!("{x:.1},{y:.1}"));
        texts.collect::<Vec<_>>().join(" ")
    };
    let (line, head) = (text(&points), text(&head));
    for (kind, head_kind) in [("o ow", "oh"), ("s sw", "sh")] {
        let join = "stroke-linejoin=\"round\"";
        let _ = write!(out, "<polyline class=\"{kind}\" {join} points=\"{line}\"/>");
        let _ = write!(out, "<polygon class=\"{head_kind}\" {join} points=\"{head}\"/>");
    }
}

/// Shortens the beginning of a line, so that the text of its cell stays readable.
fn trim(places: &mut [[i32; 2]]) {
    if let [first, next, ..] = places {
        for (from, to) in first.iter_mut().zip(next) {
            *from += TRIM * (*to - *from).signum();
        }
    }
}

fn shape(out: &mut String, highlight: &Highlight, size: (i32, i32), picture: &Picture) {
    match highlight {
        Highlight::Cells(cells) => {
            for &(row, column) in cells {
                let (row, column) = (row as i32, column as i32);
                outline(out, across(picture, row, column), SIDE * row, 1, " d");
            }
        }
        Highlight::Arrow(points) => arrow(out, &places(points, size, picture)),
        Highlight::Line(points) => {
            let mut places = places(points, size, picture);
            trim(&mut places);
            places.reverse();
            trim(&mut places);
            let points: Vec<String> = places.iter().map(|[x, y]| format!("{x},{y}")).collect();
            for class in ["o w", "s v"] {
                let _ = write!(
                    out,
                    "<polyline class=\"{class}\" stroke-linejoin=\"round\" points=\"{}\"/>",
                    points.join(" ")
                );
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use twinboard_vocabulary::{Highlight, Marks, Picture};

    use crate::film::{Board, Step};

    #[test]
    fn a_step_is_drawn_with_its_marks_and_its_texts_escaped() {
        let picture = Picture { caption: Some("a & b".into()), ..Picture::of_text("<.\n.<\n") };
        let highlights =
            vec![Highlight::Cells(vec![(1, 1)]), Highlight::Line(vec![(0, 0), (-1, 0), (-1, 2)])];
        let marks = Marks { cells: vec![(0, 1)], words: vec![1] };
        let board = Board { name: "a <b>".into(), picture, marks, highlights };
        let svg = Step { boards: vec![board.clone(), board], ..Step::default() }.to_svg();
        assert_eq!(svg.matches("<rect class=\"c").count(), 8);
        assert_eq!(svg.matches("class=\"t\"").count(), 2);
        assert!(svg.contains("points=\"38,-6 10,-6 10,2\""), "{svg}");
        assert!(
            svg.contains("a &lt;b&gt;") && svg.contains(">a <tspan class=\"x\">*&amp;</tspan> b<"),
            "{svg}"
        );
        assert_eq!(svg.matches(">&lt;</text>").count(), 4);
    }

    /// The drawing of a board with a marked cell and an arrow from its first cell to its last one.
    fn drawn(picture: Picture, row: i32, column: i32) -> String {
        let highlights = vec![Highlight::Arrow(vec![(0, 0), (row, column)])];
        let marks = Marks { cells: vec![(0, 0)], words: Vec::new() };
        let board = Board { picture, marks, highlights, ..Board::default() };
        Step { boards: vec![board], ..Step::default() }.to_svg()
    }

    #[test]
    fn an_arrow_has_a_head_at_its_end() {
        let svg = drawn(Picture::of_text("#..\n...\n"), 0, 2);
        // From the centre at 10 to that at 50, shortened at both ends; the head points to the right.
        assert_eq!(svg.matches("points=\"18.0,10.0 39.0,10.0\"").count(), 2, "{svg}");
        assert_eq!(svg.matches("points=\"46.0,10.0 39.0,14.9 39.0,5.1\"").count(), 2, "{svg}");
        let point = vec![Highlight::Arrow(vec![(0, 0)])];
        let board = Board { highlights: point, ..Board::new("", Picture::of_text("#")) };
        let svg = Step { boards: vec![board], ..Step::default() }.to_svg();
        assert!(!svg.contains("<poly"), "a single cell is no arrow: {svg}");
    }

    #[test]
    fn cells_marks_and_arrows_of_indented_rows_are_shifted() {
        let picture = Picture { indents: vec![1, 2], ..Picture::of_text("#.\n..\n") };
        let svg = drawn(picture, 1, 1);
        // Row names take 19: cells of the first row begin at 29, those of the second at 39.
        for cell in ["x=\"29\" y=\"26\"", "x=\"39\" y=\"46\"", "x=\"59\" y=\"46\""] {
            assert_eq!(svg.matches(&format!("{cell} width")).count(), 1, "{cell}: {svg}");
        }
        assert!(svg.contains("translate(26 4)"), "the star: {svg}");
        // From 20, 10 to 50, 30.
        assert!(svg.contains("points=\"26.7,14.4 40.8,23.9\""), "{svg}");
    }

    #[test]
    fn light_and_dark_pieces_have_discs() {
        let svg = drawn(Picture::of_text("kK1/3/3 w"), 1, 1);
        assert_eq!(svg.matches("<circle class=\"l\"").count(), 1, "{svg}");
        assert_eq!(svg.matches("<circle class=\"b\"").count(), 1, "{svg}");
        assert!(svg.contains("<text fill=\"#fff\" x=\"29\" y=\"40\">k</text>"), "{svg}");
    }
}
