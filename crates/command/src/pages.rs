//! Files for the browser: pages and pictures.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use crate::film::{Page, Part, Step};

use crate::args::drawing::{Html, Svg};
use crate::output::failure::Failure;
use crate::output::text::shown;
use crate::output::{self, files};
use crate::session::Session;
use crate::session::conversations::LateBreach;

/// Beginnings of the files that this program may overwrite.
const OWN: [&str; 2] = ["<!doctype html>", "<svg "];

/// Films on a page; a page of more would be slow to open.
pub(crate) const FILMS_MAX: usize = 20;

impl Html {
    /// True if a page is wanted.
    pub(crate) fn is_wanted(&self) -> bool {
        self.html.is_some()
    }

    /// Refuses to overwrite a file that is no page and no picture, before any work is done.
    pub(crate) fn check(&self) -> Result<(), Failure> {
        self.html.as_deref().map_or(Ok(()), spare)
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
        spare(path)?;
        files::write(path, page.to_html())
    }
}

impl Svg {
    /// Refuses to overwrite a file that is no page and no picture, before any work is done.
    pub(crate) fn check(&self) -> Result<(), Failure> {
        self.svg.as_deref().map_or(Ok(()), spare)
    }

    /// Writes the picture, if it is wanted. Without a step there is a warning that says `why`.
    pub(crate) fn write(&self, step: Option<&Step>, why: &str) -> Result<(), Failure> {
        let Some(path) = &self.svg else { return Ok(()) };
        let Some(step) = step else {
            let path = shown(path);
            output::print_error_line(format!("warning: {path} is not written: {why}"));
            return Ok(());
        };
        spare(path)?;
        files::write(path, step.to_svg())
    }
}

/// Fails if there is a file with other contents than this program writes, such as a case that was
/// named by mistake. A file that cannot be read fails when it is written.
fn spare(path: &Path) -> Result<(), Failure> {
    // Opening a pipe would wait for its writer.
    if !path.metadata().is_ok_and(|data| data.is_file() && data.len() > 0) {
        return Ok(());
    }
    let mut begin = Vec::new();
    let read = File::open(path).and_then(|file| file.take(16).read_to_end(&mut begin));
    if read.is_err() || OWN.iter().any(|own| begin.starts_with(own.as_bytes())) {
        return Ok(());
    }
    let path = shown(path);
    Err(Failure::Usage(format!(
        "{path} exists, and is neither a page nor a picture: not overwritten"
    )))
}

/// The title of a page about a file, which has its name without its folders, and that of the engine
/// or rule set that plays it.
pub(crate) fn title(played_by: &str, name: &str) -> String {
    format!("{played_by}: {}", name.rsplit('/').next().unwrap_or(name))
}
