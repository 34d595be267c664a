//! The commands with `--engine` agree with the oracle, and find what is wrong in a planted fault.

use std::fs;

use crate::engines::{Example, compile, cpp, examples};
use crate::support::{repository, run, text};

/// A case without moves, with several legal ones.
fn case(rule_set: &str) -> &'static str {
    match rule_set {
        "samegame" => "2 3\n0 0 1\n2 1 1\n0 0\n0 0\n",
        _ => "2 3\nAS AU BS\nAS .. BS\n0 0\n",
    }
}

/// The sample of the statement.
fn sample(rule_set: &str) -> String {
    let path = repository().join("corpus").join(rule_set).join("sample/statement.txt");
    text(&path).to_owned()
}

/// The output of a command with the built-in engine, and with the engine of the example.
fn both(example: &Example, arguments: &[&str]) -> (String, String) {
    let engine = ["--engine", example.command.as_str()];
    let built_in = run(arguments).with_code(0).stdout;
    (built_in, run(&[arguments, &engine].concat()).with_code(0).stdout)
}

#[test]
fn verify_finds_no_divergence() {
    for example in examples() {
        let folder = tempfile::tempdir().unwrap();
        let arguments = ["verify", example.rule_set, "--cases", "25", "--seed", "1"];
        let engine = ["--engine", &example.command, "--out", text(folder.path())];
        let done = run(&[&arguments[..], &engine].concat()).with_code(0);
        let done = done.says(": no divergence (seed 1)");
        assert!(done.stderr.contains("not compared with "), "{}", done.stderr);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}

#[test]
fn the_short_engines_in_python_play_their_rule_sets() {
    let folder = tempfile::tempdir().unwrap();
    run(&["engine-template", "python", "--kit-only", text(folder.path())]).with_code(0);
    for rule_set in ["linkpop", "paint"] {
        let engine = folder.path().join(rule_set).with_extension("py");
        let source = repository().join("examples/engines").join(rule_set).with_extension("py");
        fs::copy(source, &engine).unwrap();
        let (engine, out) = (text(&engine), folder.path().join("out"));
        let campaign = ["verify", rule_set, "--cases", "25", "--seed", "1", "--step-limit", "60s"];
        let engine = ["--engine", engine, "--out", text(&out)];
        run(&[&campaign[..], &engine].concat()).with_code(0).says(": no divergence (seed 1)");
    }
}

/// They are completed by their authors, so the first divergence names the first rule to write.
#[test]
fn the_engines_to_start_from_compile_and_say_where_to_begin() {
    let folder = tempfile::tempdir().unwrap();
    let mut compiled = Vec::new();
    let mut engines = Vec::new();
    for rule_set in ["samegame", "linkpop", "paint"] {
        for (language, engine) in
            [("cpp", "engine"), ("python", "engine.py"), ("javascript", "engine.js")]
        {
            let folder = folder.path().join(format!("{rule_set}-{language}"));
            run(&["engine-template", language, "--rule-set", rule_set, text(&folder)])
                .with_code(0)
                .says("the start of an engine for ");
            let program = folder.join(engine);
            if language == "cpp" {
                compiled.push(compile(&folder.join("engine.cpp"), &program, &["-O0"]));
            }
            engines.push((rule_set, program));
        }
    }
    for wait in compiled {
        wait();
    }
    let out = folder.path().join("out");
    for (rule_set, engine) in engines {
        let campaign = ["verify", rule_set, "--cases", "1", "--seed", "1", "--step-limit", "60s"];
        let engine = ["--engine", text(&engine), "--out", text(&out)];
        run(&[&campaign[..], &engine].concat()).with_code(1).says("TODO 1: write outcome");
    }
}

#[test]
fn diff_agrees_on_the_sample_and_finds_a_fault() {
    for example in examples() {
        let engine = ["diff", "--engine", &example.command];
        run(&[&engine[..], &[&sample(example.rule_set)]].concat())
            .with_code(0)
            .says(" in 1 file: no divergence\n");
    }
    let folder = tempfile::tempdir().unwrap();
    let case = folder.path().join("samegame.txt");
    fs::write(&case, "1 2\n0 0\n1 1\n0 0\n0 0\n").unwrap();
    let planted = cpp("samegame").planted("samegame-pair-refused");
    run(&["diff", "--engine", &planted, text(&case)]).with_code(1).says("(SG-8)");
}

#[test]
fn shrink_prints_a_smaller_case() {
    let corpus = repository().join("corpus/linkpop/edge");
    let case = corpus.join("blocks-that-could-move-wait-for-the-first-pop.txt");
    let shrink = |engine: &str| run(&["shrink", "--engine", engine, text(&case)]);
    let done = shrink(&cpp("linkpop").command).with_code(0);
    assert!(done.stderr.contains("nothing to shrink"), "{}", done.stderr);
    assert_eq!(done.stdout, "");
    let done = shrink(&cpp("linkpop").planted("linkpop-moved-twice")).with_code(1);
    assert_eq!(done.stdout, "2 3\nAR .. ..\n.. AS AS\n0 0\n");
}

#[test]
fn perft_counts_as_with_the_built_in_engine() {
    for example in examples().iter().filter(|example| example.is_cpp()) {
        let folder = tempfile::tempdir().unwrap();
        let case = folder.path().join(format!("{}.txt", example.rule_set));
        fs::write(&case, self::case(example.rule_set)).unwrap();
        let (built_in, foreign) = both(example, &["perft", "--depth", "2", text(&case)]);
        // The table of the counts, up to that of the times.
        let counts = |output: &str| output.split("\nside ").next().unwrap().to_owned();
        assert_eq!(counts(&foreign), counts(&built_in));
        assert!(foreign.contains("engine and oracle agree to depth 2"), "{foreign}");
    }
}

#[test]
fn exhaust_plays_all_small_boards() {
    for example in examples() {
        let shapes = if example.rule_set == "samegame" { "2x2,1x4" } else { "1x2,2x1" };
        let arguments = ["exhaust", example.rule_set, "--shapes", shapes, "--symbols", "2"];
        let (built_in, foreign) = both(example, &arguments);
        assert!(foreign.contains(": no divergence in "), "{foreign}");
        // Counts and digests, up to the time.
        let counts = |output: &str| output.rsplit_once(" in ").unwrap().0.to_owned();
        assert_eq!(counts(&foreign), counts(&built_in));
    }
    let planted = cpp("samegame").planted("samegame-stuck-rows");
    let out = tempfile::tempdir().unwrap();
    let arguments = ["exhaust", "samegame", "--shapes", "1x2", "--engine", &planted];
    run(&[&arguments[..], &["--out", text(out.path())]].concat())
        .with_code(1)
        .says("engine and oracle differ in the outcome");
}

#[test]
fn play_answers_the_sample() {
    for example in examples() {
        let (rule_set, sample) = (example.rule_set, sample(example.rule_set));
        let (built_in, foreign) = both(example, &["play", rule_set, &sample]);
        assert!(foreign.lines().count() > 5, "{foreign}");
        assert_eq!(foreign, built_in);
    }
}

#[test]
fn the_transcript_has_the_conversations() {
    let folder = tempfile::tempdir().unwrap();
    let transcript = folder.path().join("transcript.txt");
    let example = cpp("samegame");
    let (engine, file) = (example.command.as_str(), text(&transcript));
    let arguments = ["diff", "--engine", engine, "--transcript", file, &sample("samegame")];
    run(&arguments).with_code(0);
    let written = fs::read_to_string(&transcript).unwrap();
    assert!(written.starts_with("1 > 1 hello 1\n1 < 1 hello "), "{written}");
    let begins = |line: &str, sign| {
        let (process, rest) = line.split_once(' ').unwrap_or_default();
        process.parse::<u32>().is_ok() && rest.starts_with(sign)
    };
    let is_conversation = |line: &str| begins(line, "> ") || begins(line, "< ");
    let notes: Vec<_> = written.lines().filter(|line| !is_conversation(line)).collect();
    let cases = [1, 2, 3].map(|case| format!("# {}, case {case} of 3", sample("samegame")));
    assert_eq!(notes, cases, "{written}");
    for part in [" > 2 set-up 1 ", " play 1 select ", " < 2 ok\n"] {
        assert!(written.contains(part), "`{part}` is expected");
    }

    let nowhere = folder.path().join("no/such/folder.txt");
    let arguments = ["diff", "--engine", engine, "--transcript", text(&nowhere)];
    let done = run(&[&arguments[..], &[&sample("samegame")]].concat()).with_code(2);
    assert!(done.stderr.contains("cannot create"), "{}", done.stderr);
}
