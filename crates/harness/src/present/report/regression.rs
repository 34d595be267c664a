//! Regression tests of saved cases.

use std::fmt::Write;

/// Source of a Rust test that fails until the fault is fixed.
///
/// `answer` is the output of the oracle for the case. `assertion` is the path of a function that
/// takes the name of the rule set, the case and the answer. Without one the test calls
/// `twinboard::harness::assert_case` with a function `subject()`, which a project of
/// `twinboard new` has.
#[must_use]
pub fn regression_test(
    rule_set: &str,
    assertion: Option<&str>,
    name: &str,
    case: &str,
    answer: &str,
) -> String {
    let function = name.replace(|c: char| !c.is_ascii_alphanumeric(), "_").to_lowercase();
    let (case, answer) = (quoted(case), quoted(answer));
    let (call, subject) = match assertion {
        Some(function) => (function, format!("{rule_set:?}")),
        None => ("twinboard::harness::assert_case", "&subject()".to_owned()),
    };
    format!(
        "#[test]\nfn {rule_set}_{function}() {{\n    {call}(\n        {subject},\n        \
         {case},\n        {answer},\n    );\n}}\n"
    )
}

/// A text as a Rust expression `concat!(…)` with one literal per line.
fn quoted(text: &str) -> String {
    let mut literal = String::from("concat!(\n");
    for line in text.split_inclusive('\n') {
        let _ = writeln!(literal, "            {line:?},");
    }
    literal + "        )"
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn text_is_quoted_line_by_line() {
        assert_eq!(
            quoted("1 \"2\n3"),
            "concat!(\n            \"1 \\\"2\\n\",\n            \"3\",\n        )"
        );
    }
}
