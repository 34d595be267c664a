//! Regression tests of saved cases.

use std::fmt::Write;

/// A test that fails until the case is right, to be pasted.
///
/// `answer` is what the oracle prints for the case. `assertion` is a function that takes the name of
/// the rule set; without one the test calls `harness::assert_case` with a function `subject()` beside
/// it, which somebody has to write.
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
        None => ("harness::assert_case", "&subject()".to_owned()),
    };
    format!(
        "#[test]\nfn {rule_set}_{function}() {{\n    {call}(\n        {subject},\n        \
         {case},\n        {answer},\n    );\n}}\n"
    )
}

/// A text as a string literal of Rust, line by line.
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
    fn lines_become_literals_that_can_be_pasted() {
        assert_eq!(
            quoted("1 \"2\n3"),
            "concat!(\n            \"1 \\\"2\\n\",\n            \"3\",\n        )"
        );
    }
}
