//! Files for the browser.

use twinboard_harness::report::plain;

use crate::film::{Page, Part};
use crate::output::failure::Failure;
use crate::output::files;
use crate::output::result::{CommandResult, Table, Test};
use crate::output::results::Outputs;

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
