//! Programs that are no engines: a message, and exit code 2.

use std::time::{Duration, Instant};

use crate::support::{engine, folder, run};

#[test]
fn a_program_that_is_no_engine_is_reported_at_the_handshake() {
    let folder = folder(&[("text", b"no program"), ("an engine", b"#!/bin/sh\n")]);
    let path = |name| folder.path().join(name).display().to_string();
    let (text_file, blank) = (path("text"), path("an engine"));
    let quoted = format!("; if it is one path, quote it within: --engine \"'{blank}'\"");
    let hello = r#"sh -c 'printf "1 hello 2\nprotocol 1\nrule-set checkers\n"; cat >/dev/null'"#;
    let future = r#"sh -c 'printf "1 hello 2\nprotocol 9\nrule-set samegame\n"; cat >/dev/null'"#;
    let high = r#"sh -c 'printf "1 hello 3\nprotocol 1\nrule-set samegame\nlimit height 1 9\n"; cat >/dev/null'"#;
    for (command, complaint) in [
        ("/bin/true", "the engine ends without an answer to request 1 (hello) (EP-9); the process"),
        ("cat", "no answer to request 1 (hello) within 5s; it announced 1 line, and 0 came;"),
        (
            "yes",
            "the engine wrote `y`, where the answer to request 1 (hello) is expected; its standard \
             output is for answers alone, its standard error for other text (EP-4)",
        ),
        (
            "sleep 100",
            "no answer to request 1 (hello) within 5s (EP-6)\n       the end of the conversation\n         \
             > 1 hello 1\n       hint: it runs, but nothing of its output has arrived",
        ),
        (
            r#"sh -c 'printf "\357\273\2771 hello 0\n"; cat'"#,
            r"the engine wrote `\u{feff}1 hello 0`",
        ),
        ("/no/such/engine", "/no/such/engine: there is no such program"),
        (&blank, &quoted),
        (&text_file, "may not be executed"),
        ("sh -c 'echo gone >&2; exit 3'", "the process exited with code 3"),
        ("sh -c 'echo gone >&2; exit 3'", "the end of standard error\n         gone\n"),
        ("sh -c 'kill -SEGV $$'", "the process was killed by SIGSEGV (11)"),
        (
            hello,
            "it plays `checkers` (EP-11), but the rule sets are samegame, linkpop, paint, 2048",
        ),
        (future, "(EP-11)"),
        (high, "the engine limits `height`; expected one of rows, columns, colours (EP-13)"),
        ("", "a program is expected"),
        ("'", "missing closing quote"),
    ] {
        let started = Instant::now();
        let verify = format!("verify {} --cases 5 --step-limit 1s", engine(command));
        let done = run(verify).with_code(2);
        assert_eq!(done.stdout, "", "{command}");
        assert!(done.stderr.starts_with("error: --engine"), "{command}: {}", done.stderr);
        assert!(done.stderr.contains(complaint), "{command}: `{complaint}`\n{}", done.stderr);
        assert!(started.elapsed() < Duration::from_secs(30), "{command}: no timeout");
    }
}
