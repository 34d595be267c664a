//! The end of a command: its result goes to every output that was asked for, and decides the exit
//! code.

use crate::film;
use crate::output::failure::{Failure, both};
use crate::output::result::{CommandResult, Status, Test};
use crate::output::tally::{Conclusion, Tally, conclude};
use crate::output::{self, ci, files};
use crate::session::Session;

impl Session {
    /// Prints the result of a command and [publishes](Self::publish) it.
    pub(crate) fn finish(
        &self,
        tests: Vec<Test>,
        rest: Result<(), Failure>,
    ) -> Result<Conclusion, Failure> {
        let outputs = self.outputs();
        let shown: Vec<String> = tests.iter().map(|it| it.text(outputs.is_verbose)).collect();
        let has_failed = tests.iter().any(Test::has_failed);
        let shown = outputs.results.show(&shown.join("\n"), has_failed);
        self.publish(tests, both(rest, shown))
    }

    /// Writes a result whose text was printed before: as JSON, for CI services, and as a page. `rest`
    /// is an error from before.
    ///
    /// All engines are ended before that, since one that ends with an error has failed its tests.
    pub(crate) fn publish(
        &self,
        tests: Vec<Test>,
        rest: Result<(), Failure>,
    ) -> Result<Conclusion, Failure> {
        let judged = tests.iter().filter(|test| test.status != Status::NotBegun);
        let tallies: Vec<Tally> = judged.map(|test| test.tally.clone()).collect();
        self.publish_judged(tests, &tallies, rest)
    }

    /// As [`publish`](Self::publish), with tallies that are not those of the tests: each of them has
    /// to compare something.
    pub(crate) fn publish_judged(
        &self,
        tests: Vec<Test>,
        tallies: &[Tally],
        rest: Result<(), Failure>,
    ) -> Result<Conclusion, Failure> {
        let outputs = self.outputs();
        let result = CommandResult { command: outputs.command.clone(), tests };
        let result = result.with_late_breaches(self);
        let written = outputs.results.json.as_ref().map_or(Ok(()), |path| {
            let text = result.json();
            if files::is_standard_stream(path) {
                output::print(text)
            } else {
                files::write(path, text)
            }
        });
        let published = ci::publish(self, &result);
        if outputs.results.quiet {
            result.tests.iter().flat_map(Test::warnings).for_each(output::print_error_line);
            tallies.iter().for_each(Tally::warn_of_rest);
        }
        let found = result.has_failed();
        let drawn = film::write(outputs, || film::of_result(result));
        conclude(tallies, found, both(rest, both(written, both(published, drawn))))
    }
}
