//! A step as an SVG file, for documents: light or dark as the reader prefers.

#![expect(clippy::cast_possible_wrap, reason = "boards have far fewer cells than 2^31")]

use std::fmt::Write;

use twinboard_vocabulary::{Glyph, Highlight};

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
/// Height of a caption, and of the names of columns.
const LINE: i32 = 22;

const STYLE: &str = "\
text{font:600 11px system-ui,sans-serif;text-anchor:middle}\
.h{font-size:14px;fill:#16181d;text-anchor:start}\
.n{font-weight:400;font-size:10px;fill:#565b66}\
.k{font-weight:400;font-size:12px;fill:#565b66;text-anchor:start}\
.c{stroke:#80858f;stroke-width:.5}.e{fill:#fff}\
.o{fill:none;stroke:#fff;stroke-width:3.4}.s{fill:none;stroke:#000;stroke-width:2}\
.d{stroke-dasharray:4 2.5}.w{stroke-width:8}.v{stroke-width:4}\
.t{stroke:#fff;stroke-width:.8}\
@media(prefers-color-scheme:dark){.h{fill:#eceef2}.n,.k{fill:#a9b0bc}.e{fill:#14161a}.o{stroke:#000}.s{stroke:#fff}}";

impl Step {
    /// The boards of the step side by side, as the text of an SVG file. Its title is the step's.
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
        // Cells as large as a line of text with its spacing.
        let (shown, high) = (width * 3 / 2, height * 3 / 2);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
             width=\"{shown}\" height=\"{high}\" role=\"img\">\n<title>{title}</title>\n\
             <style>{STYLE}</style>\n{body}</svg>\n"
        )
    }
}

/// Number of columns and rows.
fn extent(board: &Board) -> (i32, i32) {
    let rows = &board.picture.rows;
    let widths = rows.iter().map(|(_, cells)| cells.len());
    let columns = widths.max().unwrap_or(0).max(board.picture.columns.len());
    (columns as i32, rows.len() as i32)
}

/// Width of the row names.
fn left(board: &Board) -> i32 {
    12 + 7 * board.picture.label_width() as i32
}

fn size(board: &Board) -> (i32, i32) {
    let (columns, rows) = extent(board);
    let longest = |text: &str, width: i32| text.chars().count() as i32 * width;
    let caption = board.picture.caption.as_deref().unwrap_or_default();
    let width = (left(board) + SIDE * columns).max(longest(&board.name, 9));
    let below = LINE + if caption.is_empty() { 0 } else { LINE };
    (width.max(longest(caption, 7)), HEAD + SIDE * rows + below)
}

fn draw(out: &mut String, board: &Board) {
    let (left, (columns, rows)) = (left(board), extent(board));
    let _ = write!(out, "<text class=\"h\" y=\"13\">{}</text>", escaped(&board.name));
    for (r, (name, cells)) in (0..).zip(&board.picture.rows) {
        let (x, y) = (left / 2 - 5, HEAD + SIDE * r + 14);
        let _ = write!(out, "\n<text class=\"n\" x=\"{x}\" y=\"{y}\">{}</text>", escaped(name));
        for (c, glyph) in (0..).zip(cells) {
            cell(out, left + SIDE * c, HEAD + SIDE * r, glyph);
        }
    }
    out.push('\n');
    for (c, name) in (0..columns).zip(&board.picture.columns) {
        let (x, y) = (left + SIDE * c + SIDE / 2, HEAD + SIDE * rows + 18);
        let _ = write!(out, "<text class=\"n\" x=\"{x}\" y=\"{y}\">{}</text>", escaped(name));
    }
    if let Some(caption) = &board.picture.caption {
        let y = HEAD + SIDE * rows + LINE + 14;
        let _ = write!(out, "<text class=\"k\" y=\"{y}\">{}</text>", escaped(caption));
    }
    let _ = write!(out, "<g transform=\"translate({left} {HEAD})\">");
    for highlight in &board.highlights {
        shape(out, highlight, (columns, rows));
    }
    for &(row, column) in &board.marks {
        let (row, column) = (row as i32, column as i32);
        outline(out, row, column, 1, "");
        let (x, y) = (SIDE * column + 16, SIDE * row + 4);
        let _ = write!(
            out,
            "<path class=\"t\" d=\"{STAR}\" transform=\"translate({x} {y}) scale(.8)\"/>"
        );
    }
    *out += "</g>";
}

fn cell(out: &mut String, x: i32, y: i32, glyph: &Glyph) {
    let square = format!("x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\"");
    let size = match glyph.text.chars().count() {
        0..=2 => 11,
        3 => 9,
        4 => 7,
        _ => 5,
    };
    let font = if size == 11 { String::new() } else { format!(" font-size=\"{size}\"") };
    let (text_x, text_y) = (x + SIDE / 2, y + 14);
    let text = escaped(&glyph.text);
    let Some(hue) = glyph.hue else {
        let _ = write!(out, "<rect class=\"c e\" {square}/>");
        let _ = write!(out, "<text class=\"n\" x=\"{text_x}\" y=\"{text_y}\"{font}>{text}</text>");
        return;
    };
    let (fill, ink, corner) = palette::of(hue);
    let _ = write!(out, "<rect class=\"c\" fill=\"{fill}\" {square}/>");
    if corner > 0 {
        let path = CORNERS[corner];
        let _ = write!(out, "<path fill=\"{ink}\" d=\"{path}\" transform=\"translate({x} {y})\"/>");
    }
    let _ = write!(out, "<text fill=\"{ink}\" x=\"{text_x}\" y=\"{text_y}\"{font}>{text}</text>");
}

/// A dark outline of a cell with a light rim, visible on every fill.
fn outline(out: &mut String, row: i32, column: i32, inset: i32, kind: &str) {
    let (x, y, side) = (SIDE * column + inset, SIDE * row + inset, SIDE - 2 * inset);
    for class in ["o".to_owned(), format!("s{kind}")] {
        let _ = write!(
            out,
            "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\" rx=\"2\"/>"
        );
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

fn shape(out: &mut String, highlight: &Highlight, (columns, rows): (i32, i32)) {
    match highlight {
        Highlight::Cells(cells) => {
            for &(row, column) in cells {
                outline(out, row as i32, column as i32, 2, " d");
            }
        }
        Highlight::Line(points) => {
            // The ring around the board is drawn narrower than a cell.
            let place = |at: i32, end: i32| match at {
                at if at < 0 => -RING,
                at if at < end => SIDE * at + SIDE / 2,
                _ => SIDE * end + RING,
            };
            let places = points.iter().map(|at| [place(at.1, columns), place(at.0, rows)]);
            let mut places: Vec<[i32; 2]> = places.collect();
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
    use twinboard_vocabulary::{Highlight, Picture};

    use crate::film::{Board, Step};

    #[test]
    fn a_step_is_drawn_with_its_marks_and_its_texts_escaped() {
        let picture = Picture { caption: Some("a & b".into()), ..Picture::of_text("<.\n.<\n") };
        let highlights =
            vec![Highlight::Cells(vec![(1, 1)]), Highlight::Line(vec![(0, 0), (-1, 0), (-1, 2)])];
        let board = Board { name: "a <b>".into(), picture, marks: vec![(0, 1)], highlights };
        let svg = Step { boards: vec![board.clone(), board], ..Step::default() }.to_svg();
        assert_eq!(svg.matches("<rect class=\"c").count(), 8);
        assert_eq!(svg.matches("class=\"t\"").count(), 2);
        assert!(svg.contains("points=\"38,-6 10,-6 10,2\""), "{svg}");
        assert!(svg.contains("a &lt;b&gt;") && svg.contains("a &amp; b"), "{svg}");
        assert_eq!(svg.matches(">&lt;</text>").count(), 4);
    }
}
