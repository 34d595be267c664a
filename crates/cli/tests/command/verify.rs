//! `twinboard verify` on agreeing sides. For divergences see `planted.rs`.

use std::path::Path;

use assert_cmd::assert::Assert;
use predicates::prelude::*;
use predicates::str::{contains, is_empty};
use serde_json::Value;

use super::support::{folder, lossy, planted, printed_json, sample, text, twinboard};

/// A short campaign with a seed.
const SHORT: [&str; 5] = ["verify", "--cases", "200", "--seed", "7"];

/// A short campaign on the samples of all rule sets, for tests of the output. The whole corpus
/// would take seconds, mostly for the largest boards.
fn short_on_samples(arguments: &[&str]) -> Assert {
    let all = twinboard_cli::subjects();
    let files = all.iter().flat_map(|subject| twinboard_games::corpus(subject.name()));
    let files = files.filter(|file| file.path.contains("/sample/"));
    let files: Vec<_> = files.map(|file| (file.path, file.text)).collect();
    let corpus = folder(&files);
    let on_samples = ["verify", "--cases", "50", "--seed", "7", "--corpus"];
    let path = corpus.path().join("corpus");
    twinboard(&[&on_samples[..], &[text(&path)], arguments].concat()).assert()
}

/// The JSON of a campaign without the time and the number of threads.
fn json_without_time(done: &Assert) -> Value {
    let mut json = printed_json(done);
    for campaign in json["tests"].as_array_mut().unwrap() {
        assert!(campaign["seconds"].take().as_f64().unwrap() > 0.0);
        assert!(campaign["result"].take().is_string());
        assert!(campaign["figures"]["threads"].take().as_u64().unwrap() > 0);
    }
    json
}

#[test]
fn a_success_without_a_warning_is_three_lines() {
    let done =
        twinboard(&[&SHORT[..], &["samegame", "--threads", "1"]].concat()).assert().success();
    let printed = lossy(&done.stderr(is_empty()).get_output().stdout);
    let lines: Vec<&str> = printed.lines().collect();
    let [compared, verdict, details] = lines[..] else { panic!("{printed}") };
    let files = twinboard_games::corpus("samegame").count() as u64;
    assert!(compared.contains(" steps on 3 engines of 1 rule set; corpus: "), "{printed}");
    assert!(compared.ends_with(" cases played; 22 clauses reached"), "{printed}");
    let cases: u64 = compared.split(' ').next().unwrap().parse().unwrap();
    // The corpus on each engine, 200 cases, and an eighth of them on each of two others.
    assert!(cases >= 3 * files + 250, "{printed}");
    let engines = "samegame, samegame-batch, samegame-list: no divergence (seed 7) in ";
    assert!(verdict.starts_with(engines) && verdict.ends_with(" s"), "{printed}");
    assert_eq!(details, "details: --verbose, --json FILE or --html FILE");

    let mut quiet = twinboard(&[&SHORT[..], &["samegame", "--engine", "samegame", "-q"]].concat());
    quiet.assert().success().stdout("").stderr("");
}

#[test]
fn quiet_commands_print_what_they_find_and_nothing_else() {
    let sample = sample();
    for arguments in [
        &["diff", text(&sample)][..],
        &["exhaust", "samegame", "--shapes", "1x2"],
        &["perft", "-d", "1", text(&sample)],
    ] {
        let quiet = twinboard(&[arguments, &["--quiet"]].concat()).assert();
        quiet.success().stdout("").stderr("");
        twinboard(arguments).assert().success().stdout(is_empty().not());
    }
    let folder = folder(&[]);
    let out = ["--out", text(folder.path())];
    let engines = ["--engine", "samegame", "--engine", "samegame-list"];
    let campaign = [&SHORT[..], &["samegame", "-q"], &engines, &out].concat();
    let done = planted("samegame-lowest-run", &campaign).assert().code(1);
    done.stdout(contains("DIVERGENCE samegame: ").and(contains("cases  steps").not()));
    let shapes = ["exhaust", "samegame", "--shapes", "4x2", "--symbols", "2", "-q"];
    let done = planted("samegame-lowest-run", &[&shapes[..], &out].concat()).assert().code(1);
    done.stdout(contains("DIVERGENCE samegame: "));
}

#[test]
fn the_same_seed_gives_the_same_json_on_any_number_of_threads() {
    let runs = ["1", "2"].map(|threads| {
        json_without_time(&short_on_samples(&["--threads", threads, "--json", "-"]).success())
    });
    assert_eq!(runs[0], runs[1]);
}

#[test]
fn a_random_seed_is_printed() {
    let [first, second] = [(); 2].map(|()| {
        let one = ["verify", "samegame", "--cases", "1", "--engine", "samegame"];
        let done = twinboard(&one).assert().success();
        let printed = lossy(&done.get_output().stdout);
        let (_, seed) = printed.split_once("(seed ").unwrap();
        seed.split_once(')').unwrap().0.parse::<u64>().unwrap()
    });
    assert_ne!(first, second);
}

#[test]
fn a_short_campaign_warns_of_clauses_that_it_did_not_reach() {
    let folder = folder(&[("one.txt", b"1 1 5 0 0")]);
    let corpus = ["--corpus", text(folder.path())];
    let done = twinboard(&[&["verify", "--cases", "0"], &corpus[..]].concat()).assert();
    done.success().stdout(contains("warning: SG-12 (won) was never reached"));
}

/// Plays the corpus of a folder and nothing else.
fn verify_folder(folder: &Path) -> Assert {
    twinboard(&["verify", "--cases", "0", "--corpus", text(folder)]).assert()
}

#[test]
fn files_of_the_corpus_that_cannot_be_read_are_named_and_the_others_are_played() {
    let files: [(&str, &[u8]); 3] =
        [("good.txt", b"1 1 5 0 0"), ("deep/bad.txt", b"2 2\n1 2\n3 x\n"), ("else.txt", b"?")];
    let folder_of_all = folder(&files);
    let place = format!("{}:3:3", text(&folder_of_all.path().join("deep/bad.txt")));
    let done = verify_folder(folder_of_all.path()).code(2);
    done.stdout(contains("; corpus: 1 of 1 case played\n")).stderr(
        contains("line 3, column 3: found `x`")
            .and(contains(place))
            .and(contains("else.txt; name it with --rules"))
            .and(contains("error: 2 files of the corpus could not be read\n")),
    );
    let folder_of_bad = folder(&files[1..]);
    let done = verify_folder(folder_of_bad.path()).code(2).stdout(is_empty());
    done.stderr(contains("found `x`").and(contains("else.txt")));
}

#[test]
fn each_rule_set_plays_the_folder_of_its_name() {
    let folder = folder(&[("samegame/one.txt", b"1 1 5 0 0"), ("else/two.txt", b"no game at all")]);
    verify_folder(folder.path()).success().stdout(contains("; corpus: 1 of 1 case played\n"));
}

#[cfg(unix)]
#[test]
fn hidden_files_circular_links_and_pipes_in_a_corpus_do_no_harm() {
    use std::os::unix::fs::symlink;
    use std::process::Command;

    let folder = folder(&[("one.txt", b"1 1 5 0 0"), (".hidden", b"no case"), ("a/b.txt", b"")]);
    symlink("..", folder.path().join("a/up")).unwrap();
    symlink(".", folder.path().join("a/here")).unwrap();
    symlink("one.txt", folder.path().join("again.txt")).unwrap();
    assert!(Command::new("mkfifo").arg(folder.path().join("pipe")).status().unwrap().success());
    verify_folder(folder.path()).success().stdout(contains("; corpus: 2 of 2 cases played\n"));
}

#[cfg(unix)]
#[test]
fn json_is_written_into_a_pipe_without_replacing_it() {
    use std::os::unix::fs::FileTypeExt;
    use std::process::Command;

    let folder = folder(&[]);
    let pipe = folder.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let reader = {
        let pipe = pipe.clone();
        std::thread::spawn(move || std::fs::read(pipe).unwrap())
    };
    short_on_samples(&["--json", text(&pipe)]).success();
    assert!(std::fs::symlink_metadata(&pipe).unwrap().file_type().is_fifo());
    let json: Value = serde_json::from_slice(&reader.join().unwrap()).unwrap();
    assert_eq!(json["status"], "passed");
}

#[cfg(target_os = "linux")]
mod on_linux {
    use std::fs::File;
    use std::process::{Child, Stdio};
    use std::time::{Duration, Instant};

    use super::super::support::{
        folder, interrupt, json_file, lossy, process, terminate, text, wait_until,
    };

    /// On one engine, since none of the others would be different.
    const CAMPAIGN: [&str; 6] = ["verify", "samegame", "--cases", "20", "--engine", "samegame"];

    #[test]
    fn a_thread_that_cannot_be_started_is_an_error_and_no_panic() {
        let folder = folder(&[("board.txt", b"2\n1 #\n# #\n")]);
        let board = folder.path().join("board.txt");
        let commands: [&[&str]; 4] = [
            &CAMPAIGN,
            &["exhaust", "samegame", "--shapes", "1x1"],
            &["perft", "-d", "1", "--rules", "paint", text(&board)],
            &["diff", "--rules", "paint", text(&board)],
        ];
        for arguments in commands {
            // Far too small, so that the size of our own counts.
            let mut command = process(arguments);
            let done = command.env("RUST_MIN_STACK", "1").output().unwrap();
            assert_eq!(done.status.code(), Some(0), "{arguments:?}: {}", lossy(&done.stderr));
            let mut command = process(arguments);
            // No system has as much memory for a stack.
            let done = command.env("RUST_MIN_STACK", "100000000000000").output().unwrap();
            let printed = lossy(&done.stderr);
            assert_eq!(done.status.code(), Some(2), "{arguments:?}: {printed}");
            assert!(printed.starts_with("error: cannot start a thread: "), "{printed}");
            assert!(!printed.contains("panicked"), "{printed}");
        }
    }

    #[test]
    fn a_signal_ends_a_campaign_with_its_summary_and_an_exit_code_of_its_own() {
        let folder = folder(&[]);
        let json = folder.path().join("result.json");
        let runs: [(fn(&Child), _); 2] = [(interrupt, 130), (terminate, 143)];
        for (signal, code) in runs {
            let campaign = ["verify", "--json", text(&json), "--time", "1h"];
            let log = folder.path().join(format!("log-{code}"));
            let mut command = process(&campaign);
            command.stdout(Stdio::piped()).stderr(File::create(&log).unwrap());
            let child = command.spawn().unwrap();
            wait_until("cases are played", || {
                std::fs::read_to_string(&log).unwrap().contains("; random cases follow\n")
            });
            signal(&child);
            let interrupted = Instant::now();
            let done = child.wait_with_output().unwrap();
            assert!(interrupted.elapsed() < Duration::from_mins(1));
            assert_eq!(done.status.code(), Some(code), "{}", lossy(&done.stderr));
            let printed = lossy(&done.stdout);
            assert!(
                printed.contains("samegame: no divergence") && printed.contains(", interrupted"),
                "{printed}"
            );
            let test = &json_file(&json)["tests"][0];
            assert_eq!(test["interrupted"], true);
            assert!(test["figures"]["cases"].as_u64().unwrap() > 0);
        }
    }
}
