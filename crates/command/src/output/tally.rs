//! The end of a command that compares, checks or proves something: its tally decides the exit code
//! and the words of its last line.
//!
//! A command that compared nothing has found no fault either, and must not look like one that found
//! none. So these commands return a [`Conclusion`], which only [`conclude`] makes, from the number
//! of things that were compared and the number of those that were left out.

use indicatif::HumanCount;
use serde::Serialize;

use crate::output;
use crate::output::failure::{Exit, Failure};
use crate::output::text::counted;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Conclusion(Exit);

impl Conclusion {
    pub(crate) fn exit(self) -> Exit {
        self.0
    }
}

/// Why the run stopped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum StopReason {
    /// All of it was done.
    #[default]
    Whole,
    /// A limit ended it before it had the answer that was asked for.
    Undecided,
    /// Ctrl-C or SIGTERM ended it.
    Interrupted,
}

/// Things that were left out for one reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct LeftOut {
    pub(crate) count: u64,
    /// A clause such as `the time is over`.
    pub(crate) reason: String,
}

/// The number of things that a command compared, and of those that it left out.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tally {
    /// Begins the error: the name of the rule set, for commands that play several; or empty.
    name: String,
    /// The noun for one of the things, such as `case`.
    pub(crate) unit: &'static str,
    /// The participle for what is done with it, such as `compared`.
    verb: &'static str,
    pub(crate) done: u64,
    pub(crate) left_out: Vec<LeftOut>,
    /// The reason if there was nothing to leave out either, or an advice.
    hint: String,
    /// The failure of the rule set itself that ended the work, which is an error whatever was done.
    failure: Option<String>,
    pub(crate) ending: StopReason,
}

impl Tally {
    /// An empty tally of a noun and a participle, such as `case` and `compared`.
    pub(crate) fn new(unit: &'static str, verb: &'static str) -> Self {
        Self { unit, verb, ..Self::default() }
    }

    /// The tally of a question that has an answer, or is undecided: the value of a position.
    pub(crate) fn of_question(is_answered: bool, is_interrupted: bool) -> Self {
        let tally = Self { done: 1, ..Self::new("question", "answered") };
        tally.undecided_if(!is_answered).interrupted_if(is_interrupted && !is_answered)
    }

    /// With the name of the rule set, which begins the error.
    pub(crate) fn named(self, name: impl Into<String>) -> Self {
        Self { name: name.into(), ..self }
    }

    /// With the reason if there was nothing to compare, or an advice, for the error.
    pub(crate) fn hint(self, hint: impl Into<String>) -> Self {
        Self { hint: hint.into(), ..self }
    }

    /// With the failure of the rule set itself that ended the work, if there was one.
    pub(crate) fn ended_by(self, failure: Option<String>) -> Self {
        Self { failure, ..self }
    }

    /// With things that were compared.
    pub(crate) fn with(mut self, count: u64) -> Self {
        self.add(count);
        self
    }

    /// With things that were left out; `reason` is a clause such as `the time is over`.
    pub(crate) fn without(mut self, count: u64, reason: impl Into<String>) -> Self {
        self.leave_out(count, reason);
        self
    }

    /// If `is_it`, a limit ended the work before it had the answer that was asked for.
    pub(crate) fn undecided_if(self, is_it: bool) -> Self {
        if is_it { Self { ending: StopReason::Undecided, ..self } } else { self }
    }

    /// If `is_it`, Ctrl-C or SIGTERM ended the work.
    pub(crate) fn interrupted_if(self, is_it: bool) -> Self {
        if is_it { Self { ending: StopReason::Interrupted, ..self } } else { self }
    }

    pub(crate) fn add(&mut self, count: u64) {
        self.done += count;
    }

    pub(crate) fn leave_out(&mut self, count: u64, reason: impl Into<String>) {
        let reason = reason.into();
        match self.left_out.iter_mut().find(|other| other.reason == reason) {
            Some(same) => same.count += count,
            None if count > 0 => self.left_out.push(LeftOut { count, reason }),
            None => {}
        }
    }

    pub(crate) fn merge(&mut self, other: &Self) {
        self.add(other.done);
        for LeftOut { count, reason } in &other.left_out {
            self.leave_out(*count, reason);
        }
    }

    /// True if nothing was compared, and nothing left out.
    pub(crate) fn is_empty(&self) -> bool {
        self.done == 0 && self.left_out.is_empty()
    }

    /// True if nothing was compared, although nobody interrupted the work, or if the rule set failed:
    /// the command ends with an error.
    pub(crate) fn is_nothing(&self) -> bool {
        self.failure.is_some() || self.done == 0 && self.ending != StopReason::Interrupted
    }

    /// The verdict for the last line: `nothing was compared`, or the given words, which hold for
    /// what was compared.
    pub(crate) fn verdict(&self, words: impl Into<String>) -> String {
        if self.done == 0 { format!("nothing was {}", self.verb) } else { words.into() }
    }

    /// The end of the last line, with the things that were left out, each number with its reason;
    /// empty if there are none.
    pub(crate) fn rest(&self) -> String {
        let sum: u64 = self.left_out.iter().map(|it| it.count).sum();
        let Self { unit, verb, done, .. } = *self;
        let all = counted(done + sum, unit);
        let parts = self.left_out.iter().enumerate();
        let parts = parts.map(|(index, LeftOut { count, reason })| match index {
            _ if done == 0 => format!("; {} left out: {reason}", counted(*count, unit)),
            0 => format!("; {} of {all} not {verb}: {reason}", HumanCount(*count)),
            _ => format!("; {} not {verb}: {reason}", HumanCount(*count)),
        });
        parts.collect()
    }

    /// Warns on standard error of what was left out, for a command whose last line is not printed.
    pub(crate) fn warn_of_rest(&self) {
        let rest = self.rest();
        if let Some(rest) = rest.strip_prefix("; ").filter(|_| self.done > 0) {
            let name =
                if self.name.is_empty() { String::new() } else { format!("{}: ", self.name) };
            output::print_error_line(format!("warning: {name}{rest}"));
        }
    }

    /// The error if nothing was compared, with the reason, or the failure of the rule set.
    fn nothing(&self) -> Failure {
        let Self { name, unit, verb, left_out, hint, .. } = self;
        let name = if name.is_empty() { String::new() } else { format!("{name}: ") };
        if let Some(failure) = &self.failure {
            return usage!("{name}{failure}");
        }
        let left_out = left_out.iter().map(|LeftOut { count, reason }| {
            let (them, were) = (counted(*count, unit), if *count == 1 { "was" } else { "were" });
            format!("{them} {were} left out: {reason}")
        });
        let hint = Some(hint.clone()).filter(|hint| !hint.is_empty());
        let why = left_out.chain(hint).collect::<Vec<_>>().join("; ");
        let why = if why.is_empty() { format!("there is no {unit}") } else { why };
        usage!("{name}nothing was {verb}: {why}")
    }
}

/// Ends a command. `found` is true if it found what it searches for, `rest` is an error from before.
///
/// A finding comes first, then an error, which is reported here if there is a finding, then a tally
/// of nothing, of which each is an error, then work that was interrupted or is undecided. So exit
/// code 0 states that something was compared in each of the tallies, and that all of it was done.
pub(crate) fn conclude(
    tallies: &[Tally],
    found: bool,
    rest: Result<(), Failure>,
) -> Result<Conclusion, Failure> {
    let has_ended = |ending: StopReason| tallies.iter().any(|tally| tally.ending == ending);
    if found {
        rest.unwrap_or_else(|failure| failure.report());
        return Ok(Conclusion(Exit::Found));
    }
    // An output whose reader wants no more must not hide anything else.
    let rest = match rest {
        Err(failure) if failure.exit() != Exit::Success => return Err(failure),
        rest => rest,
    };
    let mut nothing = tallies.iter().filter(|tally| tally.is_nothing()).map(Tally::nothing);
    if let Some(first) = nothing.next() {
        let last = nothing.fold(first, |before, next| {
            before.report();
            next
        });
        return Err(last);
    }
    match rest {
        _ if has_ended(StopReason::Interrupted) || has_ended(StopReason::Undecided) => {
            Ok(Conclusion(Exit::Undecided))
        }
        Err(closed) => Err(closed),
        Ok(()) => Ok(Conclusion(Exit::Success)),
    }
}

#[cfg(test)]
mod tests {
    use std::io;

    use super::{Conclusion, Tally, conclude};
    use crate::output::failure::{Exit, Failure};

    fn cases() -> Tally {
        Tally::new("case", "compared")
    }

    /// The exit code, and the message of the error.
    fn ended(tallies: &[Tally], found: bool, rest: Result<(), Failure>) -> (Exit, String) {
        match conclude(tallies, found, rest) {
            Ok(conclusion) => (conclusion.exit(), String::new()),
            Err(Failure::Usage(message)) => (Exit::BadInput, message),
            Err(failure) => (failure.exit(), format!("{failure:?}")),
        }
    }

    #[test]
    fn the_last_line_says_what_was_left_out_and_why() {
        let line = |tally: &Tally| tally.verdict("no divergence") + &tally.rest();
        assert_eq!(line(&cases().with(3)), "no divergence");
        let some = cases().with(1_200).without(1, "reason one");
        assert_eq!(line(&some), "no divergence; 1 of 1,201 cases not compared: reason one");
        let more = some.without(1_000, "reason two").without(1, "reason one");
        assert_eq!(
            line(&more),
            "no divergence; 2 of 2,202 cases not compared: reason one; 1,000 not compared: reason \
             two"
        );
        let none = cases().without(2, "reason one");
        assert_eq!(line(&none), "nothing was compared; 2 cases left out: reason one");
    }

    #[test]
    fn only_a_whole_comparison_is_a_success() {
        let of = |tally: Tally| ended(&[cases().with(1), tally], false, Ok(())).0;
        assert_eq!(of(cases().with(1)), Exit::Success);
        assert_eq!(of(cases().with(1).without(5, "reason")), Exit::Success);
        assert_eq!(of(cases().with(1).undecided_if(true)), Exit::Undecided);
        assert_eq!(of(cases().with(1).interrupted_if(true)), Exit::Undecided);
        // An interruption explains that nothing was compared; a limit does not.
        assert_eq!(of(cases().interrupted_if(true)), Exit::Undecided);
        assert_eq!(of(cases().undecided_if(true)), Exit::BadInput);
        assert_eq!(of(Tally::of_question(true, true)), Exit::Success);
        assert_eq!(of(Tally::of_question(false, false)), Exit::Undecided);
    }

    #[test]
    fn a_finding_comes_first_and_a_closed_pipe_hides_nothing() {
        let closed = || Err(Failure::Output(io::ErrorKind::BrokenPipe.into()));
        let full = || Err(Failure::Output(io::ErrorKind::StorageFull.into()));
        assert_eq!(ended(&[cases()], true, full()).0, Exit::Found);
        assert_eq!(ended(&[cases().with(1)], false, full()).0, Exit::BadInput);
        assert_eq!(ended(&[cases().with(1)], false, closed()).0, Exit::Success);
        assert_eq!(ended(&[cases()], false, closed()).0, Exit::BadInput);
        let undecided = Tally::of_question(false, false);
        assert_eq!(ended(&[undecided], false, closed()).0, Exit::Undecided);
        assert_eq!(conclude(&[cases()], true, Ok(())).unwrap(), Conclusion(Exit::Found));
    }
}
