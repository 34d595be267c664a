//! The program, its answers, and those of the oracle.

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

use twinboard_harness::{AnyCase, Side};
use twinboard_runner::{End, Job, Limits, Runner};

use super::foul::Foul;
use super::side_by_side::side_by_side;
use super::{Trial, not_started};
use crate::cases::case_file;
use crate::output::failure::Failure;
use crate::process::{self, OUTPUT};
use crate::session::AnySubject;

/// Maximum number of cases in an input, if the judge has none.
const CASES_MAX: usize = 128;

/// Output limit beyond [`OUTPUT`] in bytes for each byte of the input: many times the longest answer.
const OUTPUT_PER_BYTE: u64 = 64;

/// The input of the judge with these cases; `None` if it could not give one of them.
pub(super) fn input(subject: &AnySubject, cases: &[String]) -> Option<String> {
    let cases: Option<Vec<AnyCase>> = cases.iter().map(|text| subject.case(text)).collect();
    subject.judge_input(&cases?)
}

pub(super) struct Program<'a> {
    pub(super) subject: &'a AnySubject,
    pub(super) command: &'a [OsString],
    pub(super) comparison: Comparison,
    pub(super) seed: u64,
    /// Corpus cases that some generated cases are made from, including cases that no judge gives.
    pub(super) material: Vec<AnyCase>,
    pub(super) runner: Runner,
}

impl Program<'_> {
    pub(super) fn limit(&self) -> Duration {
        self.runner.limits().time
    }

    /// Maximum number of cases in an input.
    pub(super) fn cases_max(&self) -> usize {
        CASES_MAX.min(self.subject.judge_cases_max())
    }

    /// The case with this number among the generated ones; `None` if the judge could not give it.
    pub(super) fn draw(&self, number: u64) -> Option<String> {
        let drawn = self.subject.draw_for_judge(self.seed, number, &self.material)?;
        Some(drawn.text().to_owned())
    }

    /// Runs the program on one input made of these cases, within this time, and judges its answer;
    /// `None` if there is no such input. Unless `compares`, only the way in which the program ends
    /// matters, and the oracle is not asked.
    pub(super) fn run(
        &self,
        cases: &[String],
        time: Duration,
        compares: bool,
    ) -> Result<Option<Trial>, Failure> {
        let limits = Limits { time, ..self.runner.limits() };
        self.run_by(&self.runner.with_limits(limits), cases, compares)
    }

    /// Runs the program on cases that make an input, since they did before.
    pub(super) fn run_again(&self, cases: &[String], time: Duration) -> Result<Trial, Failure> {
        Ok(self.run(cases, time, true)?.expect("these cases made an input before"))
    }

    /// Runs the program on these cases within the limits of the judge, even after Ctrl-C.
    pub(super) fn run_last(&self, cases: &[String]) -> Result<Option<Trial>, Failure> {
        self.run_by(&self.runner.without_stop(), cases, true)
    }

    /// If the way in which the program ends shows a foul, the oracle is not asked.
    fn run_by(
        &self,
        runner: &Runner,
        cases: &[String],
        compares: bool,
    ) -> Result<Option<Trial>, Failure> {
        let Some(input) = input(self.subject, cases) else { return Ok(None) };
        let output = OUTPUT + OUTPUT_PER_BYTE * input.len() as u64;
        let runner = runner.with_limits(Limits { output, ..runner.limits() });
        let job = Job { command: self.command, folder: Path::new("."), input: input.as_bytes() };
        let run = runner.run(job).map_err(|error| process::failure("run the program", &error))?;
        if let End::NotStarted(reason) = &run.end {
            return Err(not_started(reason, self.command));
        }
        let (mut expected, mut suspect, mut differs) = (None, None, false);
        if compares && run.end == End::Exited(0) {
            let right = Expected::of(self.subject, &input)?;
            let line = self.comparison.first_difference(&right.text, &run.output);
            differs = line.is_some();
            suspect = Some(right.case_of_line(line.unwrap_or(usize::MAX)));
            expected = Some(right);
        }
        Ok(Some(Trial {
            foul: Foul::of_run(&run, differs),
            suspect,
            time: run.time,
            input,
            printed: run.output,
            expected,
            errors: run.errors,
        }))
    }

    /// Explains why the program fails on this number of cases, where that is not obvious: whole lines
    /// for the report.
    pub(super) fn explain(&self, cases: usize, trial: &Trial) -> String {
        let expected = trial.expected.as_ref().filter(|_| trial.foul == Some(Foul::WrongAnswer));
        let is_blank =
            expected.is_some_and(|right| self.differ_in_blanks(&right.text, &trial.printed));
        let why = match (cases, is_blank) {
            (1, false) => return String::new(),
            (1, true) => return "The answers differ in empty lines only.\n".into(),
            (_, true) => "the answers differ in empty lines only",
            (_, false) => {
                "the program carries state from one to the\nnext, reads too little or too much of \
                 one, or expects fewer"
            }
        };
        format!("None of the {cases} cases fails alone: {why}.\n")
    }

    /// True if the answers differ in empty lines only.
    fn differ_in_blanks(&self, expected: &[u8], printed: &[u8]) -> bool {
        let [expected, printed] = [expected, printed].map(|text| {
            let mut lines = self.comparison.lines(text);
            lines.retain(|line| !line.trim_ascii().is_empty());
            lines
        });
        expected == printed
    }

    /// What the program printed beside what was expected, for the report.
    pub(super) fn show(&self, trial: &mut Trial) -> Result<Shown, Failure> {
        let expected = match trial.expected.take() {
            Some(expected) => expected,
            None => Expected::of(self.subject, &trial.input)?,
        };
        let sides = side_by_side(&expected.text, &trial.printed, self.comparison);
        let shown = match () {
            () if sides.is_empty() => Shown::AsExpected,
            () if trial.printed.is_empty() => {
                Shown::Nothing(String::from_utf8_lossy(&expected.text).into_owned())
            }
            () => Shown::Sides(sides),
        };
        trial.expected = Some(expected);
        Ok(shown)
    }
}

/// What a program printed.
pub(super) enum Shown {
    AsExpected,
    /// Nothing, where this was expected.
    Nothing(String),
    /// Both answers side by side.
    Sides(String),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Comparison {
    /// Ignores blanks at the ends of lines and empty lines at the end.
    Lenient,
    Exact,
}

impl Comparison {
    /// The lines of a text, as far as they are compared; an exact comparison includes line feeds.
    pub(super) fn lines(self, text: &[u8]) -> Vec<&[u8]> {
        let lines = text.split_inclusive(|&byte| byte == b'\n');
        let mut lines: Vec<&[u8]> = match self {
            Self::Exact => return lines.collect(),
            Self::Lenient => lines.map(<[u8]>::trim_ascii_end).collect(),
        };
        while lines.last().is_some_and(|line| line.is_empty()) {
            lines.pop();
        }
        lines
    }

    /// The number of the first line, from 0, in which two texts differ.
    pub(super) fn first_difference(self, expected: &[u8], actual: &[u8]) -> Option<usize> {
        let (expected, actual) = (self.lines(expected), self.lines(actual));
        let same = expected.iter().zip(&actual).take_while(|(one, other)| one == other).count();
        (same < expected.len().max(actual.len())).then_some(same)
    }
}

pub(super) struct Expected {
    pub(super) text: Vec<u8>,
    /// End of the answer to each case, as an offset in `text`.
    ends: Vec<usize>,
}

impl Expected {
    pub(super) fn of(subject: &AnySubject, input: &str) -> Result<Self, Failure> {
        let mut expected = Self { text: Vec::new(), ends: Vec::new() };
        let input = ("the cases".to_owned(), Box::new(input.as_bytes()) as Box<_>);
        case_file::answer(
            subject.as_ref(),
            Side::Oracle,
            input,
            twinboard_vocabulary::Limits::Judge,
            &mut expected,
        )?;
        Ok(expected)
    }

    /// Index of the case that a line belongs to; lines after all answers belong to the last case.
    pub(super) fn case_of_line(&self, line: usize) -> usize {
        let mut begins = 0;
        let mut lines = self.ends.iter().map(|&end| {
            let text = &self.text[begins..end];
            begins = end;
            text.split_inclusive(|&byte| byte == b'\n').count()
        });
        let mut below = 0;
        let case = lines.position(|count| {
            below += count;
            line < below
        });
        case.unwrap_or(self.ends.len().saturating_sub(1))
    }
}

/// The oracle flushes after each answer, which marks the ends.
impl Write for Expected {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.text.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.ends.push(self.text.len());
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{Comparison, Expected};

    #[test]
    fn trailing_blanks_count_only_in_an_exact_comparison() {
        for (expected, actual, lenient, exact) in [
            ("a\nb\n", "a\nb\n", None, None),
            ("a\nb\n", "a \t\r\nb\n\n \n", None, Some(0)),
            ("a\nb\n", "a\nb", None, Some(1)),
            ("a\nb\n", " a\nb\n", Some(0), Some(0)),
            ("a\n\nb\n", "a\nb\n", Some(1), Some(1)),
            ("a\nb\n", "a\n", Some(1), Some(1)),
            ("a\n", "a\nb\n", Some(1), Some(1)),
            ("", "", None, None),
            ("a\n", "", Some(0), Some(0)),
        ] {
            let (expected, actual) = (expected.as_bytes(), actual.as_bytes());
            assert_eq!(Comparison::Lenient.first_difference(expected, actual), lenient);
            assert_eq!(Comparison::Exact.first_difference(expected, actual), exact);
        }
    }

    #[test]
    fn lines_belong_to_the_cases_that_they_answer() {
        let expected = Expected { text: b"1\n2\n\n3\n4\n".to_vec(), ends: vec![4, 9] };
        let cases: Vec<_> = (0..7).map(|line| expected.case_of_line(line)).collect();
        assert_eq!(cases, [0, 0, 1, 1, 1, 1, 1]);
    }
}
