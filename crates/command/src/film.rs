//! Games and results as pages for the browser.
//!
//! A [`Page`] has a part for each rule set or finding: text, and [`Film`]s, which show games step
//! by step. [`Page::to_html`] makes one file of it that fetches nothing, runs without a
//! server and needs no other file.
//!
//! All texts are foreign: a refusal of an engine or the standard error of a player may contain
//! anything. They enter the page only as JSON without any `<`, and leave it only as text nodes. The
//! page's policy permits its own script and style sheet, by their digests, and nothing else.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use indexmap::IndexSet;
use serde::Serialize;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use twinboard_harness::report::plain;
use twinboard_vocabulary::{Glyph, Highlight, Marks, Picture, Shade};

use crate::output::failure::Failure;
use crate::output::files;
use crate::output::result::{CommandResult, Table, Test};
use crate::output::results::Outputs;
use crate::output::text::escaped;

#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Page {
    pub(crate) title: String,
    /// Summary of the parts, which are folded below it: a table whose row n leads to part n, with the
    /// names of the columns as row 0.
    pub(crate) summary: Option<Vec<Vec<String>>>,
    pub(crate) parts: Vec<Part>,
}

/// A section of a page: its films, one of which is shown at a time, and its text.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Part {
    /// Heading; none if it is empty.
    pub(crate) title: String,
    /// A report in lines of fixed width; none if it is empty.
    pub(crate) text: String,
    /// Games to choose from.
    pub(crate) films: Vec<Film>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub(crate) struct Film {
    pub(crate) title: String,
    /// Explanation above the boards in a sentence or two; none if it is empty.
    pub(crate) about: String,
    pub(crate) steps: Vec<Step>,
    /// The index of the step to jump to, and the label of the button for it.
    pub(crate) jump: Option<(usize, String)>,
    /// The case as text, with a button that copies it.
    pub(crate) case: Option<String>,
    /// Shell commands, each with its purpose, with buttons that copy them.
    pub(crate) commands: Vec<(String, String)>,
    /// The players of a game, each with the number of its colour.
    pub(crate) players: Vec<(String, usize)>,
}

/// Boards at one moment of a game. Serialized without them, which are packed.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub(crate) struct Step {
    pub(crate) title: String,
    pub(crate) text: String,
    /// Lines of fixed width below the boards; none if it is empty.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) report: String,
    /// The whole step as text, if that has more than the boards.
    #[serde(skip)]
    pub(crate) as_text: String,
    /// What a star says about a cell or word, in a sentence such as "engine and oracle differ".
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) mark: String,
    /// The index among the players of the one who makes the move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) mover: Option<usize>,
    #[serde(skip)]
    pub(crate) boards: Vec<Board>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Board {
    pub(crate) name: String,
    /// Cells and captions.
    pub(crate) picture: Picture,
    /// Cells and words of the caption that are marked with a star.
    pub(crate) marks: Marks,
    pub(crate) highlights: Vec<Highlight>,
}

impl Film {
    /// Labels of the boards before a step begin with it: a button hides those boards.
    pub(crate) const BEFORE: &str = "Before";
}

impl Board {
    /// A picture without marks and highlights.
    pub(crate) fn new(name: impl Into<String>, picture: Picture) -> Self {
        Self { name: name.into(), picture, ..Self::default() }
    }
}

/// The highest level of compression.
const LEVEL: u8 = 9;

#[derive(Default)]
struct Pictures {
    glyphs: IndexSet<Glyph>,
    frames: IndexSet<Frame>,
    list: IndexSet<(usize, Option<String>, Rows)>,
}

/// Numbers of the glyphs of each row.
type Rows = Vec<Vec<usize>>;

/// Names of the rows and columns, and the number of cells and the indentation of each row.
#[derive(PartialEq, Eq, Hash, Serialize)]
struct Frame {
    rows: Vec<String>,
    columns: Vec<String>,
    widths: Vec<usize>,
    indents: Vec<usize>,
}

impl Pictures {
    /// The number of a picture, which is added if it is new.
    fn number_of(&mut self, picture: &Picture) -> usize {
        let frame = Frame {
            rows: picture.rows.iter().map(|(name, _)| name.clone()).collect(),
            columns: picture.columns.clone(),
            widths: picture.rows.iter().map(|(_, cells)| cells.len()).collect(),
            indents: (0..picture.rows.len()).map(|row| picture.indent(row)).collect(),
        };
        let mut number = |glyph: &Glyph| {
            let known = self.glyphs.get_index_of(glyph);
            known.unwrap_or_else(|| self.glyphs.insert_full(glyph.clone()).0)
        };
        let rows = picture.rows.iter().map(|(_, cells)| cells.iter().map(&mut number).collect());
        let rows = rows.collect();
        let frame = self.frames.insert_full(frame).0;
        self.list.insert_full((frame, picture.caption.clone(), rows)).0
    }

    /// JSON of the glyphs as text and hue, with shade and label if they have a shade, the frames,
    /// the pictures as frame, caption and rows, and the steps; compressed, in base64.
    fn packed_with(&self, steps: &impl Serialize) -> String {
        let glyphs: Vec<_> = self.glyphs.iter().map(packed_glyph).collect();
        let json = serde_json::to_vec(&(glyphs, &self.frames, &self.list, steps));
        let json = json.expect("plain data serializes");
        BASE64_STANDARD.encode(miniz_oxide::deflate::compress_to_vec_zlib(&json, LEVEL))
    }
}

fn packed_glyph(glyph: &Glyph) -> Value {
    let Glyph { text, hue, shade } = glyph;
    match shade {
        None => json!([text, hue]),
        Some(shade) => json!([text, hue, *shade == Shade::Light, glyph.label()]),
    }
}

const TEMPLATE: &str = include_str!("film/page/page.html");
const STYLE: &str = include_str!("film/page/page.css");
/// The parts of the script for pages of any kind, at its beginning and at its end.
const BEGIN: &str = include_str!("film/page/elements.js");
const END: &str = include_str!("film/page/page.js");
const TABLES: &str = include_str!("film/page/table.js");
const FILMS: &str =
    concat!(include_str!("film/page/board.js"), include_str!("film/page/player.js"));

impl Page {
    pub(crate) fn to_html(&self) -> String {
        let part = |Part { title, text, films }: &Part| {
            let films: Vec<Value> = films.iter().map(film).collect();
            json!({ "title": title, "text": text, "films": films })
        };
        let data = json!({
            "title": self.title,
            "colours": COLOURS,
            "corners": CORNERS,
            "star": STAR,
            "before": Film::BEFORE,
            "summary": self.summary,
            "parts": self.parts.iter().map(part).collect::<Vec<_>>(),
        });
        let (script, style) = (lean(&self.script()), lean(STYLE));
        let policy = format!(
            "default-src 'none'; script-src 'sha256-{}'; style-src 'sha256-{}'; base-uri 'none'; \
             form-action 'none'",
            digest(&script),
            digest(&style)
        );
        let values = [
            ("POLICY", policy.as_str()),
            ("TITLE", &escaped(&self.title)),
            ("STYLE", &style),
            // A `<` could begin the end of the element. Only strings have it, where this means it.
            ("DATA", &data.to_string().replace('<', "\\u003c")),
            ("SCRIPT", &script),
        ];
        filled(TEMPLATE, &values)
    }
}

impl Page {
    /// The script, without the parts for what the page does not have.
    fn script(&self) -> String {
        let has = |is_there: fn(&Part) -> bool| self.parts.iter().any(is_there);
        let parts = [
            (true, BEGIN),
            (self.summary.is_some(), TABLES),
            (has(|part| !part.films.is_empty()), FILMS),
            (true, END),
        ];
        parts.into_iter().filter(|(is_needed, _)| *is_needed).map(|(_, part)| part).collect()
    }
}

/// A script or style sheet without indentation, empty lines and lines that are comments.
fn lean(text: &str) -> String {
    let lines = text.lines().map(str::trim_start);
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with("//"));
    lines.flat_map(|line| [line, "\n"]).collect()
}

/// The SHA-256 digest of a text in base64, by which a content security policy names it.
fn digest(text: &str) -> String {
    BASE64_STANDARD.encode(Sha256::digest(text))
}

/// The template with each `{{NAME}}` replaced by its value. Values may contain such names.
fn filled(template: &str, values: &[(&str, &str)]) -> String {
    let mut parts = template.split("{{");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (name, rest) = part.split_once("}}").expect("every name in the template ends");
        let value = values.iter().find(|(other, _)| *other == name);
        out += value.expect("every name in the template has a value").1;
        out += rest;
    }
    out
}

/// The texts of a film, which stay readable in the file, and its boards.
fn film(film: &Film) -> Value {
    let mut pictures = Pictures::default();
    let drawn: Vec<Value> = film.steps.iter().map(|step| drawn(step, &mut pictures)).collect();
    let mut data = json!(film);
    data["packed"] = pictures.packed_with(&drawn).into();
    data
}

/// What is packed of a step: its boards, and the whole of it as text. A board has its name, the
/// number of its picture, the marked cells, the shapes and the marked words.
fn drawn(step: &Step, pictures: &mut Pictures) -> Value {
    let mut board = |Board { name, picture, marks, highlights }: &Board| {
        let shapes: Vec<Value> = highlights.iter().map(shape).collect();
        json!([name, pictures.number_of(picture), flat(&marks.cells), shapes, marks.words])
    };
    let boards: Vec<Value> = step.boards.iter().map(&mut board).collect();
    json!([boards, step.as_text])
}

/// A highlight as rows and columns in turns.
fn shape(highlight: &Highlight) -> Value {
    match highlight {
        Highlight::Cells(cells) => json!({ "cells": flat(cells) }),
        Highlight::Line(points) => json!({ "line": flat(points) }),
        Highlight::Arrow(points) => json!({ "arrow": flat(points) }),
    }
}

fn flat<T: Copy>(points: &[(T, T)]) -> Vec<T> {
    points.iter().flat_map(|&(row, column)| [row, column]).collect()
}

// Colours of cells, and signs on them.
//
// Eight of them follow Okabe and Ito ("Color Universal Design", 2008), whose colours are
// distinguishable with any kind of colour vision. Contents of equal hue modulo [`COLOURS`] differ
// by a corner of the cell, and every cell shows its text, so nothing depends on colour alone.

/// Fill and ink of a cell. Ink has a contrast of at least 4.5 to 1 on its fill (WCAG 2.2, AA).
const COLOURS: [(&str, &str); 10] = [
    ("#d9d9d9", "#000000"),
    ("#d55e00", "#000000"),
    ("#009e73", "#000000"),
    ("#f0e442", "#000000"),
    ("#0072b2", "#ffffff"),
    ("#cc79a7", "#000000"),
    ("#56b4e9", "#000000"),
    ("#e69f00", "#000000"),
    ("#5b2a86", "#ffffff"),
    ("#4d4d4d", "#ffffff"),
];

/// Paths for the corners of a cell of 20 × 20, by their numbers.
const CORNERS: [&str; 5] = [
    "",
    "M.5 .5h5.5l-5.5 5.5z",
    "M19.5 .5v5.5l-5.5 -5.5z",
    "M19.5 19.5h-5.5l5.5 -5.5z",
    "M.5 19.5v-5.5l5.5 5.5z",
];

const STAR: &str = "M0 -5l1.4 3.1 3.4 .4 -2.5 2.3 .7 3.3 -3 -1.7 -3 1.7 .7 -3.3 -2.5 -2.3 3.4 -.4z";

/// Films on a page; a page of more would be slow to open.
pub(crate) const FILMS_MAX: usize = 20;

/// Writes the page of `--html`, if it is wanted.
pub(crate) fn write(outputs: &Outputs, page: impl FnOnce() -> Page) -> Result<(), Failure> {
    let Some(path) = &outputs.html else { return Ok(()) };
    let mut page = page();
    // A page without any part would be empty.
    if page.parts.is_empty() {
        page.parts.push(Part { text: "nothing to show".to_owned(), ..Part::default() });
    }
    files::write(path, page.to_html())
}

/// The page of a result: with several tests, an overview that leads to their parts.
pub(crate) fn of_result(result: CommandResult) -> Page {
    let overview = Table::of_tests(&result.tests).texts();
    let (verdict, count) = (result.verdict(), result.tests.len());
    let part = |test: Test| {
        let title = format!("{}: {}", test.title, test.verdict);
        let text = plain(&test.text(true));
        Part { title, text, films: test.films }
    };
    let mut parts: Vec<Part> = result.tests.into_iter().map(part).collect();
    if let [only] = &mut parts[..] {
        let title = std::mem::take(&mut only.title);
        return Page { title, summary: None, parts };
    }
    let summary = (count > 0).then_some(overview);
    Page { title: format!("{}: {verdict}", result.command), summary, parts }
}

/// The title of a page about a file, which has its name without its folders, and that of the engine
/// or rule set that plays it.
pub(crate) fn title(played_by: &str, name: &str) -> String {
    format!("{played_by}: {}", name.rsplit('/').next().unwrap_or(name))
}

#[cfg(test)]
mod tests {
    use base64::Engine as _;
    use base64::prelude::BASE64_STANDARD;
    use serde_json::{Value, json};
    use twinboard_vocabulary::Picture;

    use super::{
        BEGIN, Board, COLOURS, END, FILMS, Film, Page, Part, Pictures, STYLE, Step, TABLES,
        TEMPLATE, filled,
    };
    use crate::output::text::escaped;

    /// The pictures after packing and unpacking.
    fn unpacked(pictures: &Pictures) -> Value {
        let bytes = BASE64_STANDARD.decode(pictures.packed_with(&["a step"])).unwrap();
        let json = miniz_oxide::inflate::decompress_to_vec_zlib(&bytes).unwrap();
        serde_json::from_slice(&json).unwrap()
    }

    #[test]
    fn equal_pictures_are_stored_once_and_survive_packing() {
        let [first, other] = ["#.\n.#\n", "##\n.#\n"].map(Picture::of_text);
        let mut pictures = Pictures::default();
        let numbers = [&first, &other, &first].map(|picture| pictures.number_of(picture));
        assert_eq!(numbers, [0, 1, 0]);
        let json = unpacked(&pictures);
        let glyphs: Vec<&str> =
            json[0].as_array().unwrap().iter().map(|glyph| glyph[0].as_str().unwrap()).collect();
        assert_eq!((glyphs, json[1].as_array().unwrap().len()), (vec!["#", "."], 1));
        let pictures = [[[0, 1], [1, 0]], [[0, 0], [1, 0]]].map(|rows| json!([0, null, rows]));
        assert_eq!((&json[2], &json[3]), (&json!(pictures), &json!(["a step"])));
    }

    #[test]
    fn shades_and_indentation_are_packed() {
        let mut pictures = Pictures::default();
        let picture = Picture::of_text("Kk1/3/3 w");
        pictures.number_of(&picture);
        let first = pictures.list.len();
        pictures.number_of(&Picture { indents: vec![0, 1], ..picture });
        assert_eq!((first, pictures.list.len()), (1, 2), "indented rows make another picture");
        let json = unpacked(&pictures);
        let glyphs = json!([["K", null, true, "K"], ["k", null, false, "k"], [".", null]]);
        assert_eq!((&json[0], &json[1][1]["indents"]), (&glyphs, &json!([0, 1, 0])));
    }

    fn page_of(text: &str) -> String {
        let own = || text.to_owned();
        let picture = Picture { caption: Some(own()), ..Picture::of_text(text) };
        let step = Step {
            title: own(),
            text: own(),
            report: own(),
            as_text: own(),
            mark: own(),
            mover: Some(0),
            boards: vec![Board::new(text, picture)],
        };
        let film = Film {
            title: own(),
            about: own(),
            steps: vec![step],
            jump: Some((0, own())),
            case: Some(own()),
            commands: vec![(own(), own())],
            players: vec![(own(), 0)],
        };
        let part = Part { title: own(), text: own(), films: vec![film] };
        Page { title: own(), summary: Some(vec![vec![own()], vec![own()]]), parts: vec![part] }
            .to_html()
    }

    #[test]
    fn no_text_can_add_an_element_or_end_one() {
        let plain = page_of("plain").matches('<').count();
        for text in [
            "</script><script>alert(1)</script>",
            "<!--<script>",
            "\"><img src=x onerror=alert(1)>",
            "</title><svg onload='alert(1)'>",
            "]]>{{SCRIPT}}&lt;\u{2028}\u{0}",
        ] {
            let page = page_of(text);
            assert_eq!(page.matches('<').count(), plain, "{text}");
            assert_eq!(page.matches("\nconst page = JSON").count(), 1, "{text}");
        }
    }

    #[test]
    fn escaped_texts_have_no_markup() {
        assert_eq!(
            escaped("<a b='\"&\u{1b}[0m\u{ffff}"),
            "&lt;a b=&#39;&quot;&amp;\u{fffd}[0m\u{fffd}"
        );
        assert_eq!(filled("a{{X}}b", &[("X", "{{X}}")]), "a{{X}}b");
    }

    #[test]
    fn the_page_names_no_other_file_and_sets_no_markup() {
        let own = [TEMPLATE, STYLE, BEGIN, TABLES, FILMS, END].concat();
        // The name of a format, which is no address.
        let own = own.replace("http://www.w3.org/2000/svg", "");
        // Links within the page.
        let own = own.replace("href: '#'", "").replace("a[href]", "");
        let words = "http: https: src= href @import url( fetch( XMLHttpRequest innerHTML \
            outerHTML insertAdjacent document.write eval( Function( import(";
        for word in words.split_whitespace() {
            assert!(!own.contains(word), "{word}");
        }
    }

    /// Relative luminance of a colour as WCAG defines it.
    fn luminance(colour: &str) -> f64 {
        let channel = |at: usize| {
            let value = f64::from(u8::from_str_radix(&colour[at..at + 2], 16).unwrap()) / 255.0;
            if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
    }

    #[test]
    fn ink_is_readable_on_its_fill() {
        for (fill, ink) in COLOURS {
            let (one, other) = (luminance(fill), luminance(ink));
            let contrast = (one.max(other) + 0.05) / (one.min(other) + 0.05);
            assert!(contrast >= 4.5, "{ink} on {fill}: {contrast:.1}");
        }
    }
}
