//! Why cases fail together although none of them fails alone.
//!
//! A program that keeps something from one case to the next fails so, and so does one that reads
//! too little of a case, whose rest it takes for the next one. What it answers to a harmless case
//! after the others tells them apart.

use super::error::CheckError;
use super::expected::Comparison;
use super::program::Trial;

/// Number of harmless cases after the others, at whose end a program may be in step again.
const AFTER: usize = 3;

/// Explains why these cases fail together, in whole lines. `harmless` is a case that the program
/// answers right.
pub(super) fn together(
    comparison: Comparison,
    cases: &[String],
    harmless: Option<&String>,
    run: &dyn Fn(&[String]) -> Result<Trial, CheckError>,
) -> Result<String, CheckError> {
    let (count, before) = (cases.len(), cases.len() - 1);
    let Some(harmless) = harmless else {
        return Ok(format!("None of the {count} cases fails alone.\n"));
    };
    if run(&vec![harmless.clone(); count])?.foul.is_some() {
        return Ok(format!(
            "Any {count} cases in one input fail, even the same one {count} times, and none fails \
             alone:\nthe program expects fewer cases, or carries state from one to the next.\n"
        ));
    }
    let keeps = format!(
        "None of the {count} cases fails alone: the program carries state from one to the next.\n"
    );
    let mut cases = cases[..before].to_vec();
    cases.push(harmless.clone());
    if run(&cases)?.foul.is_none() {
        return Ok(keeps);
    }
    cases.extend(vec![harmless.clone(); AFTER]);
    let trial = run(&cases)?;
    let lines = |text| comparison.lines(text);
    let printed = lines(trial.answer.as_deref().unwrap_or_default());
    Ok(match &trial.expected {
        Some(expected) if printed.ends_with(&lines(expected.answers_from(cases.len() - 1))) => {
            keeps
        }
        Some(expected) if printed == lines(expected.answers_before(before)) => format!(
            "None of the {count} cases fails alone, but after case {before} the program answers \
             nothing,\nwhatever follows: it reads too little or too much of that case, and takes a \
             line of it\nfor the end of the input.\n"
        ),
        _ => format!(
            "None of the {count} cases fails alone, but after case {before} the program answers \
             nothing right,\nwhatever follows: it reads too little or too much of that case, or \
             carries state on.\n"
        ),
    })
}
