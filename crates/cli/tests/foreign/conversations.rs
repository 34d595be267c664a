//! The conversations of `examples/engines`, and the engines of `twinboard engine-template`.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::engines::{compile, examples};
use crate::support::{Done, folder, repository, run_in, run_with};

/// The recorded conversations, with these arguments.
fn checked(arguments: &[&Path]) -> Done {
    let mut command = Command::new("python3");
    command.env("PYTHONPATH", repository().join("crates/command/engine-kits/python"));
    command.arg(repository().join("examples/engines/check.py")).args(arguments);
    run_with(command, "").with_code(0)
}

#[test]
fn the_examples_pass_the_recorded_conversations() {
    for example in examples() {
        checked(&[&example.program]).says(" 0 divergences\n");
    }
    // It plays no other test: too slow for most.
    checked(&[Path::new("python3"), &repository().join("examples/engines/linkpop.py")])
        .says(" 0 divergences\n");
}

#[test]
fn the_recorded_conversations_notice_every_planted_fault() {
    for example in examples().iter().filter(|example| example.is_cpp()) {
        let source = repository().join(example.source);
        checked(&[Path::new("--planted"), &source, &example.program]);
    }
}

/// A conversation with an engine for the game of `twinboard new`, after its greeting.
const TALK: &str = "\
    1 hello 1\n2 set-up 1 1\n#..#\n3 moves 1 100\n4 play 1 5\n5 play 1 1\n6 play 1 2\n\
    7 position 1\n8 outcome 1\n9 set-up 2 1\n.#\n10 play 2 2\n11 outcome 2\n12 moves 2 100\n\
    13 play 2 1\n";

const ANSWERS: &str = "\
    2 ok\n3 moves 4\n1\n2\n3\n4\n4 refused\n5 played\n6 played\n7 position 1\n#.##\n\
    8 outcome playing\n9 ok\n10 played\n11 outcome playing\n12 moves 2\n1\n2\n13 played\n";

#[test]
fn the_engines_to_start_from_work_as_they_are_written() {
    let folder = folder(&[]);
    // What the author prints is no answer, and does not wait in a buffer until it looks like one.
    for (language, program, source, function, prints) in [
        ("cpp", "engine", "engine.cpp", "bool is_won() const {", "std::puts(\"a note\");"),
        ("python", "engine.py", "engine.py", "def position(self):", "\n        print('a note')"),
        ("javascript", "engine.js", "engine.js", "position() {", "console.log('a note')"),
    ] {
        if language == "javascript" && !has_node() {
            continue;
        }
        let template = format!("engine-template {language} {language} --rule-set my-game");
        run_in(&folder, template).with_code(0);
        let [program, source] = [program, source].map(|it| folder.path().join(language).join(it));
        let written = fs::read_to_string(&source).unwrap();
        assert!(written.contains(function), "{written}");
        fs::write(&source, written.replace(function, &format!("{function} {prints}"))).unwrap();
        if language == "cpp" {
            compile("g++", &source, &program, &[])();
        }
        let done = run_with(Command::new(&program), TALK).with_code(0);
        assert!(done.stdout.contains("\nrule-set my-game\n"), "{}", done.stdout);
        assert!(done.stdout.ends_with(ANSWERS), "{language}: {}", done.stdout);
    }
}

/// True if the tests of the kit for JavaScript can run.
pub(crate) fn has_node() -> bool {
    let has_node = Command::new("node").arg("--version").output().is_ok();
    if !has_node {
        eprintln!("skipped: node is not in the PATH");
    }
    has_node
}

/// A counter with every offer.
const COUNTER: &[u8] = include_bytes!("../programs/counter.js");

/// Requests, each with its answer.
const REQUESTS: [(&str, &str); 40] = [
    (
        "hello 1",
        "hello 5\nprotocol 1\nrule-set counter\noffers end copy undo key random count validate \
         dice events reasons\nname counter 1\nlimit size 1 9",
    ),
    ("set-up 1 2\none\r\ntwo é", "ok"),
    ("set-up 2 1\nnone", "unsupported"),
    ("position 1", "position 2\none\ntwo é"),
    ("position 2", "unknown"),
    ("moves 1 2", "moves 2 more\nadd 1\nadd 2"),
    ("play 1 a  b", "played a  b!"),
    ("play 1 no", "refused too-many"),
    ("copy 1 3", "ok"),
    ("undo 1", "ok"),
    ("position 1", "position 2\none\ntwo é"),
    ("position 3", "position 3\none\ntwo é\na  b"),
    ("key 1", "key ffffffffffffffff"),
    ("random 1 0", "random"),
    ("random 1 ffffffffffffffff", "random add 18446744073709551615"),
    ("count 1 2 add 1", "count more"),
    ("count 1 9 add 1", "count 5"),
    ("validate 3", "ok"),
    ("play 3 c", "played c!"),
    ("validate 3", "broken it is full"),
    ("outcome 1", "outcome playing"),
    ("end 1", "ok"),
    ("outcome 1", "unknown"),
    ("dance 3", "unknown"),
    ("moves 3 many", "unknown"),
    // Numbers of more bits than a number of JavaScript has, and of more than 64.
    ("set-up 9007199254740993 1\nodd", "ok"),
    ("outcome 9007199254740992", "unknown"),
    ("copy 9007199254740993 18446744073709551615", "ok"),
    ("outcome 18446744073709551614", "unknown"),
    ("outcome 18446744073709551616", "unknown"),
    ("position 18446744073709551615", "position 1\nodd"),
    ("end 18446744073709551615", "ok"),
    ("position 9007199254740993", "position 1\nodd"),
    ("copy 3 18446744073709551616", "unknown"),
    ("set-up 18446744073709551616 1\nodd", "unknown"),
    ("set-up 4 18446744073709551616", "unknown"),
    ("moves 3 18446744073709551616", "unknown"),
    ("random 3 10000000000000000", "unknown"),
    ("count 3 18446744073709551615 add 1", "count 5"),
    ("count 3 18446744073709551616 add 1", "unknown"),
];

#[test]
fn the_kit_for_javascript_answers_every_request() {
    if !has_node() {
        return;
    }
    let folder = folder(&[("counter.js", COUNTER)]);
    let engine = folder.path().join("counter.js");
    run_in(&folder, "engine-template javascript --kit-only").with_code(0);
    let talk = |requests: &[(&str, &str)], last: &str| {
        let numbered = |(number, line): (usize, &str)| format!("{} {line}\n", number + 1);
        let lines = requests.iter().map(|it| it.0).chain([last]).enumerate();
        let mut command = Command::new("node");
        command.arg(&engine);
        let done = run_with(command, &lines.map(numbered).collect::<String>());
        let answers = requests.iter().map(|it| it.1).enumerate();
        (done, answers.map(numbered).collect::<String>())
    };
    let (done, answers) = talk(&REQUESTS, "end 3");
    let done = done.with_code(0);
    let rest = done.stdout.strip_prefix(&answers).unwrap_or_else(|| panic!("{}", done.stdout));
    assert_eq!(rest, "41 ok\n");
    done.complains("a message of a library\n")
        .complains("request 24: an unknown request: dance 3\n");
    // An exception ends the process, after the answers before it.
    for (last, message) in [
        ("play 1 fail", "Error: broken here\n"),
        ("play 1 nothing", "play should return an event or throw Refused, not undefined\n"),
    ] {
        let (done, answers) = talk(&REQUESTS[..2], last);
        assert_eq!(done.with_code(1).complains(message).stdout, answers);
    }
}
