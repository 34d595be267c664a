//! The file of a page: template, style sheet, script, and the data as JSON.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use twinboard_vocabulary::Highlight;

use super::packing::Pictures;
use super::palette::{COLOURS, CORNERS, STAR};
use super::{Board, Film, Page, Part, Step};
use crate::output::text::escaped;

const TEMPLATE: &str = include_str!("page/page.html");
const STYLE: &str = include_str!("page/page.css");
/// The parts of the script for pages of any kind, at its beginning and at its end.
const BEGIN: &str = include_str!("page/elements.js");
const END: &str = include_str!("page/page.js");
const TABLES: &str = include_str!("page/table.js");
const FILMS: &str = concat!(include_str!("page/board.js"), include_str!("page/player.js"));

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

#[cfg(test)]
mod tests {
    use twinboard_vocabulary::Picture;

    use super::{BEGIN, END, FILMS, STYLE, TABLES, TEMPLATE, filled};
    use crate::film::{Board, Film, Page, Part, Step};
    use crate::output::text::escaped;

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
        for word in [
            "http:",
            "https:",
            "src=",
            "href",
            "@import",
            "url(",
            "fetch(",
            "XMLHttpRequest",
            "innerHTML",
            "outerHTML",
            "insertAdjacent",
            "document.write",
            "eval(",
            "Function(",
            "import(",
        ] {
            assert!(!own.contains(word), "{word}");
        }
    }
}
