//! Programs that answer input of the judge.
//!
//! The rule set decides which cases the judge could give (`Judge::for_judge`) and writes them as
//! one input (`Judge::judge_input`).

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::Path;
use std::slice;
use std::time::Duration;

use twinboard_harness::campaign::CorpusCase;
use twinboard_harness::{AnyCase, Side};
use twinboard_runner::{End, Job, Limits, Runner};

use super::foul::Foul;
use super::side_by_side::side_by_side;
use super::{Kind, Names, Program, Section, Setup, Trial, campaign, not_started, results};
use crate::cases::case_file;
use crate::commands::check::Check;
use crate::output::failure::Failure;
use crate::output::tally::Conclusion;
use crate::process::{self, OUTPUT};
use crate::session::{AnySubject, Session};

const DEFAULT_LIMIT: Duration = Duration::from_secs(3);

/// Maximum number of cases in an input.
const CASES_MAX: usize = 128;

/// Output limit beyond [`OUTPUT`] in bytes for each byte of the input: many times the longest answer.
const OUTPUT_PER_BYTE: u64 = 64;

pub(super) fn run(
    options: &Check,
    session: &Session,
    subject: &AnySubject,
) -> Result<Conclusion, Failure> {
    let name = subject.name();
    if options.stdio {
        let reason = "its programs use the standard streams anyway";
        return Err(usage!("--stdio does not apply to {name}: {reason}"));
    }
    if subject.judge_input(&[]).is_none() {
        return Err(usage!("{name} has no judge input for checking programs"));
    }
    let mut setup = Setup::new(options, session, subject, options.command.clone(), false)?;
    let is_given = |case: &&CorpusCase| input(subject, slice::from_ref(&case.text)).is_some();
    let corpus: Vec<CorpusCase> = setup.corpus.iter().filter(is_given).cloned().collect();
    setup.not_given = (setup.corpus.len() - corpus.len()) as u64;
    let answers = Answers {
        subject,
        command: &options.command,
        comparison: if options.exact { Comparison::Exact } else { Comparison::Lenient },
        seed: setup.about.seed,
        material: setup.corpus.iter().filter_map(|case| subject.case(&case.text)).collect(),
    };
    let limit = options.limit.unwrap_or(DEFAULT_LIMIT);
    let here = std::env::current_dir().ok();
    // The output limit depends on the input; each run sets it.
    let runner = setup.runner(limit, u64::MAX, here.as_deref())?;
    let program = Program {
        kind: &answers,
        subject,
        // The results of the check lie below the folder in which the program runs.
        runner: runner.with_read_only_folder(),
        cases_max: CASES_MAX,
        early: 64,
        jobs: 1,
        round: 1,
    };
    results::conclude(&setup, campaign::run(&setup, corpus, &program))
}

/// The input of the judge with these cases; `None` if it could not give one of them.
fn input(subject: &AnySubject, cases: &[String]) -> Option<String> {
    let cases: Option<Vec<AnyCase>> = cases.iter().map(|text| subject.case(text)).collect();
    subject.judge_input(&cases?)
}

struct Answers<'a> {
    subject: &'a AnySubject,
    command: &'a [OsString],
    comparison: Comparison,
    seed: u64,
    /// Corpus cases that some generated cases are made from, including cases that no judge gives.
    material: Vec<AnyCase>,
}

impl Answers<'_> {
    /// True if the answers differ in empty lines only.
    fn differ_in_blanks(&self, expected: &[u8], printed: &[u8]) -> bool {
        let [expected, printed] = [expected, printed].map(|text| {
            let mut lines = self.comparison.lines(text);
            lines.retain(|line| !line.trim_ascii().is_empty());
            lines
        });
        expected == printed
    }
}

impl Kind for Answers<'_> {
    fn names(&self) -> Names {
        let (title, input, answer) = ("the input", "input.txt", "printed.txt");
        Names { title, input, answer, is_answer_in_file: false }
    }

    fn draw(&self, number: u64) -> Result<Option<String>, Failure> {
        let drawn = self.subject.draw_for_judge(self.seed, number, &self.material);
        Ok(drawn.map(|case| case.text().to_owned()))
    }

    /// If the way in which the program ends shows a foul, the oracle is not asked.
    fn run(
        &self,
        cases: &[String],
        runner: &Runner,
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
            answer: Some(run.output),
            expected,
            case: None,
            stray: Vec::new(),
            errors: run.errors,
        }))
    }

    fn explain(&self, cases: usize, trial: &Trial) -> String {
        let is_blank =
            trial.foul == Some(Foul::WRONG_ANSWER)
                && trial.expected.as_ref().zip(trial.answer.as_ref()).is_some_and(
                    |(expected, printed)| self.differ_in_blanks(&expected.text, printed),
                );
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

    fn show(&self, trial: &mut Trial) -> Result<Vec<Section>, Failure> {
        let expected = match trial.expected.take() {
            Some(expected) => expected,
            None => Expected::of(self.subject, &trial.input)?,
        };
        let printed = trial.answer.as_deref().unwrap_or_default();
        let sides = side_by_side(&expected.text, printed, self.comparison);
        let sections = if sides.is_empty() {
            vec![Section::Sentence("its output is as expected")]
        } else if printed.is_empty() {
            let expected = String::from_utf8_lossy(&expected.text).into_owned();
            vec![Section::Sentence("it printed nothing"), Section::Cut("expected", expected)]
        } else {
            vec![Section::Whole("the answers", sides)]
        };
        trial.expected = Some(expected);
        Ok(sections)
    }
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
