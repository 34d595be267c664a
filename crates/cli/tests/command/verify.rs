//! `twinboard verify` on agreeing sides. For divergences see `planted.rs`.

#[cfg(target_os = "linux")]
use std::time::{Duration, Instant};

use crate::prelude::*;

/// A short campaign with a seed.
const SHORT: &str = "verify --cases 200 --seed 7 samegame";

/// A short campaign on the samples of all rule sets, for tests of the output. The whole corpus
/// would take seconds, mostly for the largest boards.
fn short_on_samples(arguments: &str) -> Assert {
    let all = twinboard_cli::subjects();
    let files = all.iter().flat_map(|subject| twinboard_games::corpus(subject.name()));
    let files = files.filter(|file| file.path.contains("/sample/"));
    let corpus = folder(&files.map(|file| (file.path, file.text)).collect::<Vec<_>>());
    run_in(corpus, format!("verify --cases 50 --seed 7 --corpus corpus {arguments}"), 0)
}

#[test]
fn a_success_without_a_warning_is_three_lines() {
    let done = twinboard(format!("{SHORT} --threads 1")).assert().success();
    let printed = printed(&done.stderr(is_empty()));
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
}

#[test]
fn quiet_commands_print_what_they_find_and_nothing_else() {
    let sample = sample();
    let sample = quoted(&sample);
    twinboard(format!("{SHORT} --engine samegame -q")).assert().success().stdout("").stderr("");
    for arguments in [
        format!("diff {sample}"),
        "exhaust samegame --shapes 1x2".into(),
        format!("perft -d 1 {sample}"),
    ] {
        let quiet = twinboard(format!("{arguments} --quiet")).assert();
        quiet.success().stdout("").stderr("");
        twinboard(arguments).assert().success().stdout(is_empty().not());
    }
    let folder = folder(&[]);
    let find = |arguments: &str| {
        let mut command = planted(LOWEST_RUN, format!("{arguments} -q --out out"));
        let done = command.current_dir(&folder).assert().code(1);
        done.stdout(contains("DIVERGENCE samegame: "))
    };
    find(&format!("{SHORT} --engine samegame --engine samegame-list"))
        .stdout(contains("cases  steps").not());
    find("exhaust samegame --shapes 4x2 --symbols 2");
}

#[test]
fn the_same_seed_gives_the_same_json_on_any_number_of_threads() {
    let runs = ["1", "2"].map(|threads| {
        let mut json = printed_json(&short_on_samples(&format!("--threads {threads} --json -")));
        for campaign in json["tests"].as_array_mut().unwrap() {
            assert!(campaign["seconds"].take().as_f64().unwrap() > 0.0);
            assert!(campaign["result"].take().is_string());
            assert!(campaign["figures"]["threads"].take().as_u64().unwrap() > 0);
        }
        json
    });
    assert_eq!(runs[0], runs[1]);
}

#[test]
fn a_random_seed_is_printed() {
    let [first, second] = [(); 2].map(|()| {
        let one = "verify samegame --cases 1 --engine samegame";
        let printed = printed(&twinboard(one).assert().success());
        let (_, seed) = printed.split_once("(seed ").unwrap();
        seed.split_once(')').unwrap().0.parse::<u64>().unwrap()
    });
    assert_ne!(first, second);
}

/// Plays the corpus of a folder and nothing else.
fn verify_folder(folder: &TempDir, code: i32) -> Assert {
    let corpus = quoted(folder.path());
    twinboard(format!("verify --cases 0 --corpus {corpus}")).assert().code(code)
}

#[test]
fn a_short_campaign_warns_of_clauses_that_it_did_not_reach() {
    let folder = folder(&[("one.txt", b"1 1 5 0 0")]);
    verify_folder(&folder, 0).stdout(contains("warning: SG-12 (won) was never reached"));
}

#[test]
fn files_of_the_corpus_that_cannot_be_read_are_named_and_the_others_are_played() {
    let files: [(&str, &[u8]); 3] =
        [("good.txt", b"1 1 5 0 0"), ("deep/bad.txt", b"2 2\n1 2\n3 x\n"), ("else.txt", b"?")];
    let folder_of_all = folder(&files);
    let place = format!("{}:3:3", text(&folder_of_all.path().join("deep/bad.txt")));
    let done = verify_folder(&folder_of_all, 2);
    done.stdout(contains("; corpus: 1 of 1 case played\n")).stderr(
        contains("line 3, column 3: found `x`")
            .and(contains(place))
            .and(contains("else.txt; name it with --rules"))
            .and(contains("error: 2 files of the corpus could not be read\n")),
    );
    let done = verify_folder(&folder(&files[1..]), 2).stdout(is_empty());
    done.stderr(contains("found `x`").and(contains("else.txt")));
}

#[test]
fn each_rule_set_plays_the_folder_of_its_name() {
    let folder = folder(&[("samegame/one.txt", b"1 1 5 0 0"), ("else/two.txt", b"no game at all")]);
    verify_folder(&folder, 0).stdout(contains("; corpus: 1 of 1 case played\n"));
}

#[cfg(unix)]
#[test]
fn hidden_files_circular_links_and_pipes_in_a_corpus_do_no_harm() {
    use std::os::unix::fs::symlink;

    let folder = folder(&[("one.txt", b"1 1 5 0 0"), (".hidden", b"no case"), ("a/b.txt", b"")]);
    symlink("..", folder.path().join("a/up")).unwrap();
    symlink(".", folder.path().join("a/here")).unwrap();
    symlink("one.txt", folder.path().join("again.txt")).unwrap();
    make_pipe(&folder.path().join("pipe"));
    verify_folder(&folder, 0).stdout(contains("; corpus: 2 of 2 cases played\n"));
}

#[cfg(unix)]
#[test]
fn json_is_written_into_a_pipe_without_replacing_it() {
    use std::os::unix::fs::FileTypeExt;

    let folder = folder(&[]);
    let pipe = folder.path().join("pipe");
    make_pipe(&pipe);
    let reader = {
        let pipe = pipe.clone();
        std::thread::spawn(move || fs::read(pipe).unwrap())
    };
    short_on_samples(&format!("--json {}", quoted(&pipe)));
    assert!(fs::symlink_metadata(&pipe).unwrap().file_type().is_fifo());
    let json: Value = serde_json::from_slice(&reader.join().unwrap()).unwrap();
    assert_eq!(json["status"], "passed");
}

#[cfg(target_os = "linux")]
#[test]
fn a_thread_that_cannot_be_started_is_an_error_and_no_panic() {
    let folder = folder(&[("board.txt", b"2\n1 #\n# #\n")]);
    for arguments in [
        // On one engine, since none of the others would be different.
        "verify samegame --cases 20 --engine samegame",
        "exhaust samegame --shapes 1x1",
        "perft -d 1 --rules paint board.txt",
        "diff --rules paint board.txt",
    ] {
        // Far too small, so that the size of our own counts; and more than any system has for a
        // stack.
        for (stack, code) in [("1", 0), ("100000000000000", 2)] {
            let mut command = process(arguments);
            command.current_dir(&folder).env("RUST_MIN_STACK", stack);
            let (_, printed) = ended(&command.output().unwrap(), code);
            let is_error = printed.starts_with("error: cannot start a thread: ");
            assert_eq!(is_error, code == 2, "{arguments}: {printed}");
            assert!(code == 0 || !printed.contains("panicked"), "{arguments}: {printed}");
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_signal_ends_a_campaign_with_its_summary_and_an_exit_code_of_its_own() {
    let folder = folder(&[]);
    for (signal, code) in [("-INT", 130), ("-TERM", 143)] {
        let log = folder.path().join(format!("log-{code}"));
        let mut command = process("verify --json result.json --time 1h");
        command.current_dir(&folder);
        command.stdout(Stdio::piped()).stderr(fs::File::create(&log).unwrap());
        let child = command.spawn().unwrap();
        wait_until("cases are played", || {
            fs::read_to_string(&log).unwrap().contains("; random cases follow\n")
        });
        send_if_handled(signal, &child);
        let interrupted = Instant::now();
        let done = child.wait_with_output().unwrap();
        assert!(interrupted.elapsed() < Duration::from_mins(1));
        let (printed, _) = ended(&done, code);
        let is_summary = printed.contains("samegame: no divergence");
        assert!(is_summary && printed.contains(", interrupted"), "{printed}");
        let test = &json_file(&folder.path().join("result.json"))["tests"][0];
        assert_eq!(test["interrupted"], true);
        assert!(test["figures"]["cases"].as_u64().unwrap() > 0);
    }
}
