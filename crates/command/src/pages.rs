//! Files for the browser: pages and pictures.

use crate::film::{Page, Part, Step};

use crate::args::drawing::{Html, Svg};
use crate::output::failure::Failure;
use crate::output::text::shown;
use crate::output::{self, files};
use crate::session::Session;
use crate::session::conversations::LateBreach;

/// Films on a page; a page of more would be slow to open.
pub(crate) const FILMS_MAX: usize = 20;

impl Html {
    /// True if a page is wanted.
    pub(crate) fn is_wanted(&self) -> bool {
        self.html.is_some()
    }

    /// Writes the page, if it is wanted. All engines are ended before, as the page tells of late
    /// breaches.
    pub(crate) fn write(
        &self,
        session: &Session,
        page: impl FnOnce() -> Page,
    ) -> Result<(), Failure> {
        let Some(path) = &self.html else { return Ok(()) };
        let mut page = page();
        for LateBreach { message, .. } in session.end_engines() {
            let failed = if page.title.contains("FAILED") { "" } else { "FAILED: " };
            page.title = format!("{}; {failed}{message}", page.title);
        }
        // A page without any part would be empty.
        if page.parts.is_empty() {
            page.parts.push(Part { text: "nothing to show".to_owned(), ..Part::default() });
        }
        files::write(path, page.to_html())
    }
}

impl Svg {
    /// Writes the picture, if it is wanted. Without a step there is a warning that says `why`.
    pub(crate) fn write(&self, step: Option<&Step>, why: &str) -> Result<(), Failure> {
        let Some(path) = &self.svg else { return Ok(()) };
        let Some(step) = step else {
            let path = shown(path);
            output::print_error_line(format!("warning: {path} is not written: {why}"));
            return Ok(());
        };
        files::write(path, step.to_svg())
    }
}

/// The title of a page about a file, which has its name without its folders, and that of the engine
/// or rule set that plays it.
pub(crate) fn title(played_by: &str, name: &str) -> String {
    format!("{played_by}: {}", name.rsplit('/').next().unwrap_or(name))
}
