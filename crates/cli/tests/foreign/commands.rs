//! The commands with `--engine` agree with the oracle, and find what is wrong in a planted fault.

use std::fs;

use crate::engines::{Example, compile, cpp, examples};
use crate::support::{engine, folder, quoted, repository, run, run_in};

/// A case without moves, with several legal ones.
fn case(rule_set: &str) -> &'static [u8] {
    match rule_set {
        "samegame" => b"2 3\n0 0 1\n2 1 1\n0 0\n0 0\n",
        _ => b"2 3\nAS AU BS\nAS .. BS\n0 0\n",
    }
}

/// The sample of the statement.
fn sample(rule_set: &str) -> String {
    let path = repository().join("corpus").join(rule_set).join("sample/statement.txt");
    quoted(&path).into_owned()
}

/// The output of a command with the built-in engine, and with the engine of the example.
fn both(example: &Example, line: &str) -> (String, String) {
    let built_in = run(line).with_code(0).stdout;
    (built_in, run(format!("{line} {}", engine(&example.command))).with_code(0).stdout)
}

#[test]
fn verify_finds_no_divergence() {
    for example in examples() {
        let folder = folder(&[]);
        let verify = format!("verify {} --cases 25 --seed 1", example.rule_set);
        run_in(&folder, format!("{verify} --out . {}", engine(&example.command)))
            .with_code(0)
            .says(": no divergence (seed 1)")
            .complains("not compared with ");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}

#[test]
fn the_short_engines_in_python_play_their_rule_sets() {
    let folder = folder(&[]);
    run_in(&folder, "engine-template python --kit-only").with_code(0);
    for rule_set in ["linkpop", "paint"] {
        let engine = format!("{rule_set}.py");
        let source = repository().join("examples/engines").join(&engine);
        fs::copy(source, folder.path().join(&engine)).unwrap();
        let campaign = format!("verify {rule_set} --cases 25 --seed 1 --step-limit 60s");
        run_in(&folder, format!("{campaign} --engine ./{engine} --out out"))
            .with_code(0)
            .says(": no divergence (seed 1)");
    }
}

/// They are completed by their authors, so the first divergence names the first rule to write.
#[test]
fn the_engines_to_start_from_compile_and_say_where_to_begin() {
    let folder = folder(&[]);
    let mut compiled = Vec::new();
    let mut engines = Vec::new();
    for rule_set in ["samegame", "linkpop", "paint"] {
        for (language, engine) in
            [("cpp", "engine"), ("python", "engine.py"), ("javascript", "engine.js")]
        {
            let below = format!("{rule_set}-{language}");
            run_in(&folder, format!("engine-template {language} --rule-set {rule_set} {below}"))
                .with_code(0)
                .says("the start of an engine for ");
            let path = folder.path().join(&below);
            if language == "cpp" {
                compiled.push(compile(
                    "g++",
                    &path.join("engine.cpp"),
                    &path.join(engine),
                    &["-O0"],
                ));
            }
            engines.push((rule_set, format!("{below}/{engine}")));
        }
    }
    for wait in compiled {
        wait();
    }
    for (rule_set, engine) in engines {
        let campaign = format!("verify {rule_set} --cases 1 --seed 1 --step-limit 60s --out out");
        run_in(&folder, format!("{campaign} --engine {engine}"))
            .with_code(1)
            .says("TODO 1: write outcome");
    }
}

#[test]
fn diff_agrees_on_the_sample_and_finds_a_fault() {
    for example in examples() {
        run(format!("diff {} {}", engine(&example.command), sample(example.rule_set)))
            .with_code(0)
            .says(" in 1 file: no divergence\n");
    }
    let folder = folder(&[("samegame.txt", b"1 2\n0 0\n1 1\n0 0\n0 0\n")]);
    let planted = cpp("samegame").planted("samegame-pair-refused");
    run_in(&folder, format!("diff {} samegame.txt", engine(&planted))).with_code(1).says("(SG-8)");
}

#[test]
fn shrink_prints_a_smaller_case() {
    let corpus = repository().join("corpus/linkpop/edge");
    let case = corpus.join("blocks-that-could-move-wait-for-the-first-pop.txt");
    let shrink = |command: &str| run(format!("shrink {} {}", engine(command), quoted(&case)));
    let done = shrink(&cpp("linkpop").command).with_code(0).complains("nothing to shrink");
    assert_eq!(done.stdout, "");
    let done = shrink(&cpp("linkpop").planted("linkpop-moved-twice")).with_code(1);
    assert_eq!(done.stdout, "2 3\nAR .. ..\n.. AS AS\n0 0\n");
}

#[test]
fn perft_counts_as_with_the_built_in_engine() {
    for example in examples().iter().filter(|example| example.is_cpp()) {
        let name = format!("{}.txt", example.rule_set);
        let folder = folder(&[(&name, case(example.rule_set))]);
        let case = folder.path().join(name);
        let (built_in, foreign) = both(example, &format!("perft --depth 2 {}", quoted(&case)));
        // The table of the counts, up to that of the times.
        let counts = |output: &str| output.split("\nside ").next().unwrap().to_owned();
        assert_eq!(counts(&foreign), counts(&built_in));
        assert!(foreign.contains("engine and oracle agree to depth 2"), "{foreign}");
    }
}

#[test]
fn exhaust_plays_all_small_boards() {
    for example in examples() {
        let rule_set = example.rule_set;
        let shapes = if rule_set == "samegame" { "2x2,1x4" } else { "1x2,2x1" };
        let exhaust = format!("exhaust {rule_set} --shapes {shapes} --symbols 2");
        let (built_in, foreign) = both(example, &exhaust);
        assert!(foreign.contains(": no divergence in "), "{foreign}");
        // Counts and digests, up to the time.
        let counts = |output: &str| output.rsplit_once(" in ").unwrap().0.to_owned();
        assert_eq!(counts(&foreign), counts(&built_in));
    }
    let planted = engine(&cpp("samegame").planted("samegame-stuck-rows"));
    run(format!("exhaust samegame --shapes 1x2 {planted}"))
        .with_code(1)
        .says("engine and oracle differ in the outcome");
}

#[test]
fn play_answers_the_sample() {
    for example in examples() {
        let play = format!("play {} {}", example.rule_set, sample(example.rule_set));
        let (built_in, foreign) = both(example, &play);
        assert!(foreign.lines().count() > 5, "{foreign}");
        assert_eq!(foreign, built_in);
    }
}

#[test]
fn the_transcript_has_the_conversations() {
    let folder = folder(&[]);
    let sample = sample("samegame");
    let diff = format!("diff {} {sample} --transcript", engine(&cpp("samegame").command));
    run_in(&folder, format!("{diff} transcript.txt")).with_code(0);
    let written = fs::read_to_string(folder.path().join("transcript.txt")).unwrap();
    assert!(written.starts_with("1 > 1 hello 1\n1 < 1 hello "), "{written}");
    let begins = |line: &str, sign| {
        let (process, rest) = line.split_once(' ').unwrap_or_default();
        process.parse::<u32>().is_ok() && rest.starts_with(sign)
    };
    let is_conversation = |line: &str| begins(line, "> ") || begins(line, "< ");
    let notes: Vec<_> = written.lines().filter(|line| !is_conversation(line)).collect();
    assert_eq!(notes, [1, 2, 3].map(|case| format!("# {sample}, case {case} of 3")), "{written}");
    for part in [" > 2 set-up 1 ", " play 1 select ", " < 2 ok\n"] {
        assert!(written.contains(part), "`{part}` is expected");
    }
    run_in(&folder, format!("{diff} no/such/folder.txt")).with_code(2).complains("cannot create");
}
