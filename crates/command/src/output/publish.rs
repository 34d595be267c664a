//! The end of a command: its result goes to every output that was asked for, and decides the exit
//! code.

use crate::args::drawing::Html;
use crate::output::ci::JUnit;
use crate::output::failure::{Failure, both};
use crate::output::result::{CommandResult, Status, Test};
use crate::output::results::Results;
use crate::output::tally::{Conclusion, Tally, conclude};
use crate::session::Session;
use crate::{output, pages};

/// The outputs that a command line asks for.
#[derive(Clone, Copy)]
pub(crate) struct Outputs<'a> {
    pub(crate) session: &'a Session,
    pub(crate) results: &'a Results,
    pub(crate) junit: Option<&'a JUnit>,
    pub(crate) page: Option<&'a Html>,
    /// True if text has the tables of details, too.
    pub(crate) is_verbose: bool,
}

impl<'a> Outputs<'a> {
    /// Text and JSON.
    pub(crate) fn new(session: &'a Session, results: &'a Results) -> Self {
        Self { session, results, junit: None, page: None, is_verbose: false }
    }

    /// Prints the result and [publishes](Self::publish) it.
    pub(crate) fn finish(
        &self,
        result: CommandResult,
        rest: Result<(), Failure>,
    ) -> Result<Conclusion, Failure> {
        let texts: Vec<String> = result.tests.iter().map(|it| it.text(self.is_verbose)).collect();
        let shown = self.results.show(&texts.join("\n"), result.has_failed());
        self.publish(result, both(rest, shown))
    }

    /// Writes a result whose text was printed before: as JSON, for CI services, and as a page. `rest`
    /// is an error from before.
    ///
    /// All engines are ended before that, since one that ends with an error has failed its tests.
    pub(crate) fn publish(
        &self,
        result: CommandResult,
        rest: Result<(), Failure>,
    ) -> Result<Conclusion, Failure> {
        let judged = result.tests.iter().filter(|test| test.status != Status::NotBegun);
        let tallies: Vec<Tally> = judged.map(|test| test.tally.clone()).collect();
        self.publish_judged(result, &tallies, rest)
    }

    /// As [`publish`](Self::publish), with tallies that are not those of the tests: each of them has
    /// to compare something.
    pub(crate) fn publish_judged(
        &self,
        result: CommandResult,
        tallies: &[Tally],
        rest: Result<(), Failure>,
    ) -> Result<Conclusion, Failure> {
        let result = result.with_late_breaches(self.session);
        let written = self.results.write((result.command, &result.json()));
        let published = self.junit.map_or(Ok(()), |junit| junit.publish(self.session, &result));
        if self.results.quiet {
            result.tests.iter().flat_map(Test::warnings).for_each(output::print_error_line);
            tallies.iter().for_each(Tally::warn_of_rest);
        }
        let found = result.has_failed();
        let page = || pages::of_result(result);
        let drawn = self.page.map_or(Ok(()), |html| html.write(page));
        let rest = both(rest, both(written, both(published, drawn)));
        conclude(tallies, found, rest)
    }
}
