//! Games and campaigns as pages for the browser, and single steps as SVG.
//!
//! A [`Page`] has a part for each rule set or finding: text, [`Chart`]s, and [`Film`]s, which show
//! games step by step. [`Page::to_html`] makes one file of it that fetches nothing, runs without a
//! server and needs no other file.
//!
//! All texts are foreign: a refusal of an engine or the standard error of a player may contain
//! anything. They enter the page only as JSON without any `<`, and leave it only as text nodes. The
//! page's policy permits its own script and style sheet, by their digests, and nothing else.
//!
//! ```
//! use twinboard_vocabulary::Picture;
//! use twinboard_film::{Board, Film, Page, Part, Step};
//!
//! let board = Board::new("start", Picture::of_text("#.\n.#\n"));
//! let step = Step { title: "the set-up".into(), boards: vec![board], ..Step::default() };
//! assert!(step.to_svg().starts_with("<svg"));
//!
//! let film = Film { title: "a game".into(), steps: vec![step], ..Film::default() };
//! let part = Part { films: vec![film], ..Part::default() };
//! let page = Page { title: "</script> is only text".into(), parts: vec![part] };
//! assert_eq!(page.to_html().matches("</script>").count(), 2);
//! ```

mod chart;
mod packing;
mod page;
mod palette;
mod svg;

use twinboard_vocabulary::{Highlight, Picture};

pub use chart::{Bar, Chart, Line};

/// Contents of a page.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Page {
    /// Title of the window, and the main heading.
    pub title: String,
    /// Sections below each other.
    pub parts: Vec<Part>,
}

/// A section of a page: its text, its charts, then its films, one of which is shown at a time.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Part {
    /// Heading; none if it is empty.
    pub title: String,
    /// A report in lines of fixed width; none if it is empty.
    pub text: String,
    /// Plots of figures.
    pub charts: Vec<Chart>,
    /// Games to choose from.
    pub films: Vec<Film>,
}

/// A game step by step.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Film {
    /// Name of the game in the list of films.
    pub title: String,
    /// Explanation above the boards in a sentence or two; none if it is empty.
    pub about: String,
    /// Steps in order.
    pub steps: Vec<Step>,
    /// The index of the step to jump to, and the label of the button for it.
    pub jump: Option<(usize, String)>,
    /// The case as text, with a button that copies it.
    pub case: Option<String>,
    /// Shell commands, each with its purpose, with buttons that copy them.
    pub commands: Vec<(String, String)>,
}

/// Boards at one moment of a game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Step {
    /// The move.
    pub title: String,
    /// Lines about the step.
    pub text: String,
    /// True if the lines are a report of fixed width, and false for a sentence.
    pub is_report: bool,
    /// Boards side by side.
    pub boards: Vec<Board>,
}

/// A picture with a name.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Board {
    /// Name above the picture, such as `engine`.
    pub name: String,
    /// Cells and captions.
    pub picture: Picture,
    /// Cells that are marked with a star, as rows and columns from 0, as drawn.
    pub marks: Vec<(usize, usize)>,
    /// Shapes over the picture.
    pub highlights: Vec<Highlight>,
}

impl Board {
    /// A picture without marks and highlights.
    pub fn new(name: impl Into<String>, picture: Picture) -> Self {
        Self { name: name.into(), picture, ..Self::default() }
    }
}
