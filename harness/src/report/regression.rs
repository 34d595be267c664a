//! Regression tests of saved cases.

use std::fmt::Write;

/// Where the two sides of a regression test come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sides {
    /// The rule set of this name in `games`.
    BuiltIn,
    /// A function `subject()` beside the test, which somebody has to write.
    Brought,
}

/// A test that fails until the case is right, to be pasted.
///
/// `answer` is what the oracle prints for the case.
#[must_use]
pub fn regression_test(
    rule_set: &str,
    sides: Sides,
    name: &str,
    case: &str,
    answer: &str,
) -> String {
    let function = name.replace(|c: char| !c.is_ascii_alphanumeric(), "_").to_lowercase();
    let (case, answer) = (quoted(case), quoted(answer));
    let (call, subject) = match sides {
        Sides::BuiltIn => ("twinboard_games::assert_case", format!("{rule_set:?}")),
        Sides::Brought => ("harness::assert_case", "&subject()".to_owned()),
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
