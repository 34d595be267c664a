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
    let function = function_name(&format!("{rule_set}_{name}"));
    let (case, answer) = (quoted(case), quoted(answer));
    let (call, subject) = match assertion {
        Some(function) => (function, format!("{rule_set:?}")),
        None => ("twinboard::harness::assert_case", "&subject()".to_owned()),
    };
    format!(
        "#[test]\nfn {function}() {{\n    {call}(\n        {subject},\n        \
         {case},\n        {answer},\n    );\n}}\n"
    )
}

/// A name as that of a function: a letter first, then letters, digits and underscores.
fn function_name(name: &str) -> String {
    let name = name.replace(|c: char| !c.is_ascii_alphanumeric(), "_").to_lowercase();
    if name.starts_with(|c: char| c.is_ascii_digit()) { format!("case_{name}") } else { name }
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
    use super::regression_test;

    #[test]
    fn the_name_of_a_test_is_one_for_any_rule_set() {
        for (rule_set, name, function) in [
            ("lights-out", "two-presses", "fn lights_out_two_presses() {"),
            ("2048", "s", "fn case_2048_s() {"),
        ] {
            let test = regression_test(rule_set, None, name, "1\n", "2\n");
            assert!(test.contains(function), "{test}");
        }
    }
}
