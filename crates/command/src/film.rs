//! Games and results as pages for the browser.
//!
//! A [`Page`] has a part for each rule set or finding: text, and [`Film`]s, which show games step
//! by step. [`Page::to_html`] makes one file of it that fetches nothing, runs without a
//! server and needs no other file.
//!
//! All texts are foreign: a refusal of an engine or the standard error of a player may contain
//! anything. They enter the page only as JSON without any `<`, and leave it only as text nodes. The
//! page's policy permits its own script and style sheet, by their digests, and nothing else.

mod packing;
mod page;
mod palette;

use serde::Serialize;
use twinboard_vocabulary::{Highlight, Marks, Picture};

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
