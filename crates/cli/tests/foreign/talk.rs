//! `twinboard talk` by hand.

use crate::engines::{cpp, examples};
use crate::support::{repository, run, run_with, text, twinboard};

#[test]
fn requests_that_are_wrong_are_answered_and_standard_error_is_shown() {
    for example in examples().iter().filter(|example| example.rule_set == "samegame") {
        let requests = "set-up\n1 3\n0 0 1\n\nposition\nmoves many\nposition\ndance\nhelp\n";
        let done = run_with(twinboard(&["talk", &example.command]), requests).with_code(0);
        let (_, answers) = done.stdout.split_once('\n').unwrap();
        let expected = "ok\nposition 1\n0 0 1\nunknown\nposition 1\n0 0 1\n  set-up [SET-UP]";
        assert!(answers.starts_with(expected), "{answers}");
        assert!(done.stderr.contains("\nengine: request 4: "), "{}", done.stderr);
        assert!(done.stderr.contains("\nthere is no request `dance`\n"), "{}", done.stderr);
    }
}

/// The texts are those of the rule set, and what comes after the last answer is read.
#[test]
fn breaches_that_a_campaign_finds_are_found_by_hand() {
    let engine = &cpp("samegame").command;
    let case = repository().join("corpus/samegame/sample/statement.txt");
    let tabs = format!("{engine} | sed -u \"/^[0-9. ]*$/y/ /\\t/\"");
    for (script, clause) in
        [(engine, None), (&tabs, Some("EP-32")), (&format!("{engine}; echo bye"), Some("EP-4"))]
    {
        let engine = format!("sh -c {}", shell_words::quote(script));
        let by_hand =
            run_with(twinboard(&["talk", &engine]), "set-up\n1 3\n0 0 1\n\nposition\nposition\n");
        let replayed = run(&["diff", text(&case), "--engine", &engine]);
        for done in [by_hand, replayed] {
            let done = done.with_code(i32::from(clause.is_some()));
            let said = format!("{}{}", done.stdout, done.stderr);
            let cited = clause.map_or_else(String::new, |clause| format!("({clause})"));
            assert!(
                said.contains(&cited) && (clause.is_some() || !said.contains("(EP-")),
                "{said}"
            );
        }
    }
}
